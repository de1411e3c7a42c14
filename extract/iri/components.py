"""Split and join IRIs and authorities, with the offsets of components (RFC 3986 appendix B, §3.2, §5.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from extract.text.regexes import re

# RFC 3986 appendix B, with the characters of a scheme.
_HEAD = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.\-]*+):)?(?://([^/?#]*+))?")
_ALL = re.compile(_HEAD.pattern + r"([^?#]*+)(?:\?([^#]*+))?(?:#(.*+))?", re.DOTALL)
# Both match every string. Their groups are faster than a `Split`.
match_components: Callable[[str], re.Match[str]] = _ALL.fullmatch  # type: ignore[assignment]
"""Match any string: groups 1 to 5 are its scheme, authority, path, query and fragment."""
match_head: Callable[[str], re.Match[str]] = _HEAD.match  # type: ignore[assignment]
"""Match scheme and authority, groups 1 and 2, of any string. The path begins at the end of the match."""

match_false_scheme: Callable[[str], re.Match[str] | None] = re.compile("[^:/?#]*+:").match
"""Match the text before the first colon if there is no scheme. Decoding it could create one."""

Span = tuple[int, int]

# --- strings --------------------------------------------------------------------------------------------------------


class Split(NamedTuple):
    """The five components of RFC 3986 appendix B. ``None`` is absent, ``""`` is empty."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


class Authority(NamedTuple):
    """The components of an authority (RFC 3986 §3.2). An IP literal includes its brackets."""

    userinfo: str | None  # without its "@"; None: no "@"
    host: str  # "" if it is empty
    port: str | None  # without its ":", may be ""; None: no ":"


def split(text: str) -> Split:
    """Split any string into the five components; ``unsplit(split(text)) == text`` for every string."""
    return tuple.__new__(Split, match_components(text).groups())


def unsplit(parts: Split | tuple[str | None, str | None, str, str | None, str | None]) -> str:
    """Join the five components again (RFC 3986 §5.3)."""
    scheme, authority, path, query, fragment = parts
    text = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    return text if fragment is None else f"{text}#{fragment}"


def split_authority(authority: str) -> Authority:
    """Split an authority: the userinfo ends at the first "@", the port begins at the last ":" outside brackets."""
    if "@" not in authority and ":" not in authority:  # the fast path
        return tuple.__new__(Authority, (None, authority, None))
    userinfo, at, rest = authority.partition("@")
    if not at:
        userinfo, rest = "", authority
    bracket = rest.rfind("]")
    # With an unclosed bracket, the start of a port is unknown.
    colon = -1 if bracket < 0 and rest.startswith("[") else rest.rfind(":", bracket + 1)
    host, port = (rest, None) if colon < 0 else (rest[:colon], rest[colon + 1 :])
    return tuple.__new__(Authority, (userinfo if at else None, host, port))


def join_authority(userinfo: str | None, host: str, port: str | None) -> str:
    """Join the components of an authority again: ``join_authority(*split_authority(text)) == text``."""
    text = host if userinfo is None else f"{userinfo}@{host}"
    return text if port is None else f"{text}:{port}"


def hide_password(iri: str) -> str:
    """Return a text, such as for a message, with the password of its user information as "***"."""
    start, end = match_components(iri).span(2)
    userinfo, at, host = iri[start:end].rpartition("@")  # the last one, since a password may contain "@"
    user, _, password = userinfo.partition(":")
    return f"{iri[:start]}{user}:***{at}{host}{iri[end:]}" if password else iri


_WEB = ("http", "https", "ws", "wss")


def without_secrets(iri: str) -> str:
    """Return a web IRI without user information, which only phishing uses, and other IRIs without a password."""
    match = match_head(iri)
    start, end = match.span(2)
    userinfo, at, host = iri[start:end].rpartition("@")
    if not at:
        return iri
    is_web = (match[1] or "").lower() in _WEB
    user = "" if is_web else userinfo.partition(":")[0] + at
    return f"{iri[:start]}{user}{host}{iri[end:]}"


# --- offsets --------------------------------------------------------------------------------------------------------


class Component(NamedTuple):
    """A component without its delimiter, and its offsets in the text: ``iri[start:end]`` is ``text``."""

    component: str  # "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    text: str  # may be empty

    def slice(self, start: int, end: int | None = None, component: str | None = None) -> Component:
        """Return a piece of the component, by offsets in its text as in ``text[start:end]``; neither is negative."""
        text = self.text[start:end]
        return Component(component or self.component, self.start + start, self.start + start + len(text), text)

    def split(self, separator: str) -> Iterator[Component]:
        """Yield the pieces between separators."""
        at = 0
        for text in self.text.split(separator):
            yield Component(self.component, self.start + at, self.start + at + len(text), text)
            at += len(text) + len(separator)


# Faster than the constructor of a NamedTuple.
_new: Callable[[tuple[str, int, int, str]], Component] = partial(tuple.__new__, Component)


def authority_components(authority: str, at: int = 0) -> tuple[Component | None, Component, Component | None]:
    """Return userinfo, host and port of an authority that begins at offset ``at`` of the text."""
    userinfo, host, port = split_authority(authority)
    before = after = None
    if userinfo is not None:
        before = _new(("userinfo", at, at + len(userinfo), userinfo))
        at += len(userinfo) + 1
    end = at + len(host)
    if port is not None:
        after = _new(("port", end + 1, end + 1 + len(port), port))
    return before, _new(("host", at, end, host)), after


@dataclass(frozen=True)
class Components:
    """The components of any string, parsed leniently (RFC 3986 appendix B). ``None`` is absent.

    ``Components(text)`` splits a text. Iteration yields the smallest components that are present, in order.
    """

    text: str  # as given
    scheme: Component | None = field(init=False, repr=False, compare=False)  # without its ":"
    authority: Component | None = field(init=False, repr=False, compare=False)  # without its "//"
    userinfo: Component | None = field(init=False, repr=False, compare=False)  # without its "@"
    host: Component | None = field(init=False, repr=False, compare=False)  # may be empty; None without an authority
    port: Component | None = field(init=False, repr=False, compare=False)  # without its ":"; may be empty or invalid
    path: Component = field(init=False, repr=False, compare=False)  # always present, but may be empty
    query: Component | None = field(init=False, repr=False, compare=False)  # without its "?"
    fragment: Component | None = field(init=False, repr=False, compare=False)  # without its "#"

    def __post_init__(self) -> None:
        match = match_components(self.text)
        scheme, authority, path, query, fragment = match.groups()
        userinfo = host = port = None
        if authority is not None:
            userinfo, host, port = authority_components(authority, match.start(2))
        self.__dict__.update(
            scheme=None if scheme is None else _new(("scheme", 0, len(scheme), scheme)),
            authority=None if authority is None else _new(("authority", *match.span(2), authority)),
            userinfo=userinfo,
            host=host,
            port=port,
            path=_new(("path", *match.span(3), path)),
            query=None if query is None else _new(("query", *match.span(4), query)),
            fragment=None if fragment is None else _new(("fragment", *match.span(5), fragment)),
        )

    def __iter__(self) -> Iterator[Component]:
        found = (self.scheme, self.userinfo, self.host, self.port, self.path, self.query, self.fragment)
        return (part for part in found if part is not None)

    @property
    def scheme_name(self) -> str:
        """The scheme in lowercase, or ""."""
        return "" if self.scheme is None else self.scheme.text.lower()
