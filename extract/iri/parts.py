"""The one splitter: parts with their places, split and join of authorities (RFC 3986 appendix B)."""

from __future__ import annotations

from typing import NamedTuple

from extract.text.regexes import re

# RFC 3986 appendix B, with the scheme's own characters; it matches every string, so splitting never fails.
SPLIT = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.\-]*+):)?(?://([^/?#]*+))?([^?#]*+)(?:\?([^#]*+))?(?:#(.*+))?", re.DOTALL)


def split_authority(authority: str) -> tuple[str | None, str, str | None]:
    """Split an authority into userinfo, host and port (R-24, R-25): the first "@", the last ":" outside brackets."""
    userinfo, at, rest = authority.partition("@")
    if not at:
        userinfo, rest = "", authority
    bracket = rest.rfind("]")
    # A bracket that is not closed leaves no telling where a port begins.
    colon = -1 if bracket < 0 and rest.startswith("[") else rest.rfind(":", bracket + 1)
    host, port = (rest, None) if colon < 0 else (rest[:colon], rest[colon + 1 :])
    return (userinfo if at else None), host, port


class Split(NamedTuple):
    """The five parts of RFC 3986 appendix B; ``None`` is absent, ``""`` is empty (R-21)."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


class Components(NamedTuple):
    """The parts with the authority taken apart; ``host`` is ``None`` where there is no authority."""

    scheme: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None


_split = SPLIT.fullmatch


_new_split = Split._make


def split(text: str) -> Split:
    """Split any string into the five parts; ``unsplit(split(text)) == text`` for every string (R-21, R-22)."""
    return _new_split(_split(text).groups())  # type: ignore[union-attr]  # it matches every string


def unsplit(parts: Split | tuple[str | None, str | None, str, str | None, str | None]) -> str:
    """Join the five parts again, RFC 3986 §5.3."""
    scheme, authority, path, query, fragment = parts
    text = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    return text if fragment is None else f"{text}#{fragment}"
