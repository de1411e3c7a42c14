"""IRI: an immutable value; parse, components ("absent" is None, "empty" is ""), join, resolve."""

from __future__ import annotations

import re
from typing import NamedTuple


class Split(NamedTuple):
    """The five parts of RFC 3986 appendix B; ``None`` is absent, ``""`` is empty (R-21)."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


# RFC 3986 appendix B, with the scheme's own characters; it matches every string, so split() never fails.
_SPLIT = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.\-]*+):)?(?://([^/?#]*+))?([^?#]*+)(?:\?([^#]*+))?(?:#(.*+))?", re.DOTALL)


def split(text: str) -> Split:
    """Split any string into the five parts; ``unsplit(split(text)) == text`` for every string (R-21, R-22)."""
    match = _SPLIT.fullmatch(text)
    assert match is not None
    return Split(*match.groups())


def unsplit(parts: Split) -> str:
    """Join the five parts again, RFC 3986 §5.3."""
    scheme, authority, path, query, fragment = parts
    return "".join(
        (
            "" if scheme is None else f"{scheme}:",
            "" if authority is None else f"//{authority}",
            path,
            "" if query is None else f"?{query}",
            "" if fragment is None else f"#{fragment}",
        )
    )


def split_authority(authority: str) -> tuple[str | None, str, str | None]:
    """Split an authority into userinfo, host and port (R-24, R-25): the first "@", the last ":" outside brackets."""
    userinfo, at, rest = authority.partition("@")
    if not at:
        userinfo, rest = "", authority
    bracket = rest.rfind("]")
    colon = rest.rfind(":", bracket + 1)
    host, port = (rest, None) if colon < 0 else (rest[:colon], rest[colon + 1 :])
    return (userinfo if at else None), host, port
