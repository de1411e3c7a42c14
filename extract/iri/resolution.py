"""Resolution of references (RFC 3986 §5.2, RFC 3987 §6.5)."""

from __future__ import annotations

from itertools import dropwhile
from typing import Any, overload

from extract.iri.components import hide_password, match_components, unsplit
from extract.iri.errors import AnIRI, IRISyntaxError, as_given, text_of

_STEPS = (".", "..")


def remove_dot_segments(path: str) -> str:
    """Remove ``.`` and ``..`` from a path (RFC 3986 §5.2.4); empty segments stay."""
    if "." not in path or ("/." not in path and path[0] != "."):
        return path
    rooted = path.startswith("/")
    segments = path.split("/")
    # Steps A and D: remove leading dot segments of a relative path.
    rest = segments[1:] if rooted else list(dropwhile(_STEPS.__contains__, segments))
    if not rest:
        return ""
    kept: list[str] = []
    # Steps B, C and E. Once "../" has removed the first segment of a relative path, which has no "/" before it, the
    # path starts with "/".
    for segment in rest:
        if segment == "..":
            if kept:
                kept.pop()
            rooted = rooted or not kept
        elif segment != ".":
            kept.append(segment)
    if rest[-1] in _STEPS:
        kept.append("")
    return ("/" if rooted else "") + "/".join(kept)


def refuse_dot_segment(segment: str) -> None:
    """Raise an `IRISyntaxError` for a segment "." or "..", which is a step in the path, not a name."""
    if segment in _STEPS:
        message = f'segment "{segment}" is a step in the path, not a name; resolve a reference instead'
        raise IRISyntaxError(message, kind="dot-segment", component="path", end=len(segment), rule="RFC 3986 §3.3")


@overload
def resolve(base: AnIRI, reference: str) -> AnIRI: ...
@overload
def resolve(base: str, reference: str) -> str: ...
def resolve(base: str, reference: str) -> str:
    """Resolve a reference against a base IRI, both as text (RFC 3986 §5.2.2, strict; RFC 3987 §6.5).

    An `IRI` as the base gives an `IRI`. Raises `IRISyntaxError` for a base without a scheme.
    """
    text, reference = text_of(base, "base"), text_of(reference, "reference")
    target = resolve_components(match_components(text).groups(), match_components(reference).groups())
    return target if type(base) is str else as_given(base, target)


def resolve_components(base: tuple[Any, ...], reference: tuple[Any, ...]) -> str:
    """Resolve a reference like `resolve`, with texts that are already split (`Split` or a plain tuple)."""
    base_scheme, base_authority, base_path, base_query, _ = base
    if base_scheme is None:
        message = (
            f'base "{hide_password(unsplit(base))}" has no scheme; only an IRI with a scheme can resolve references'
        )
        raise IRISyntaxError(message, kind="scheme", component="scheme", rule="RFC 3986 §5.1")
    scheme, authority, path, query, fragment = reference
    if scheme is not None or authority is not None:
        path = remove_dot_segments(path)
        scheme = base_scheme if scheme is None else scheme
    else:
        scheme, authority = base_scheme, base_authority
        if not path:
            path = base_path
            query = base_query if query is None else query
        elif path[0] == "/":
            path = remove_dot_segments(path)
        elif not base_path and authority is not None:  # RFC 3986 §5.2.3
            path = remove_dot_segments(f"/{path}")
        else:
            path = remove_dot_segments(base_path[: base_path.rfind("/") + 1] + path)
    if authority is None and path.startswith("//"):
        # RFC 3986 §3.3: a path without an authority must not begin with "//", or its next segment would be the host.
        path = f"/.{path}"
    return unsplit((scheme, authority, path, query, fragment))
