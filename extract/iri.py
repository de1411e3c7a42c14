"""IRI: an immutable value; parse, components ("absent" is None, "empty" is ""), join, resolve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from extract import grammar
from extract.errors import ConversionError, IRISyntaxError
from extract.syntax import BIDI_CONTROLS, SPLIT, refused, split_authority, syntax_errors

__all__ = ["IRI", "Components", "Split", "resolve", "split", "split_authority", "syntax_errors", "unsplit"]


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


def remove_dot_segments(path: str) -> str:
    """Take ``.`` and ``..`` out of a path, RFC 3986 §5.2.4; empty segments stay (R-68)."""
    if "." not in path or ("/." not in path and path[0] != "."):
        return path
    # Steps A and D: leading dot segments of a relative path go.
    segments = path.split("/")
    rooted = path.startswith("/")
    first = 0
    if not rooted:
        while first < len(segments) and segments[first] in (".", ".."):
            first += 1
        if first == len(segments):
            return ""
    kept: list[str] = []
    rest = segments[1:] if rooted else segments[first:]
    # Steps B, C and E. What "../" takes away from a relative path is its first segment with no "/" before it, so the
    # path is rooted from then on.
    for segment in rest:
        if segment == "..":
            if kept:
                kept.pop()
            rooted = rooted or not kept
        elif segment != ".":
            kept.append(segment)
    if rest[-1] in (".", ".."):
        kept.append("")
    return ("/" if rooted else "") + "/".join(kept)


def resolve(base: str, reference: str) -> str:
    """Resolve a reference against an IRI, both as text (RFC 3986 §5.2.2, strict; RFC 3987 §6.5; R-89).

    A base without scheme is an ``IRISyntaxError``.
    """
    # Both match every string.
    return _resolve(_split(base).groups(), _split(reference).groups())  # type: ignore[union-attr]


_Parts = tuple[Any, ...]  # as in Split, which costs more to make


def _resolve(base: _Parts, reference: _Parts) -> str:
    base_scheme, base_authority, base_path, base_query, _ = base
    if base_scheme is None:
        message = f'base "{unsplit(base)}" has no scheme; only an IRI with a scheme can resolve references'
        raise IRISyntaxError(message, component="scheme", rule="RFC 3986 §5.1")
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
        # RFC 3986 §3.3: without authority no path begins with "//", or its first segment would be read as a host.
        path = f"/.{path}"
    return unsplit((scheme, authority, path, query, fragment))


@dataclass(frozen=True, slots=True, order=True)
class IRI:
    """An IRI or a relative reference (RFC 3987 ``IRI-reference``): a text and its parts.

    ``str(iri)`` is the very text it was made from; two IRIs are equal when their texts are (RFC 3987 §5.3.1, R-63).
    Make one with ``IRI.parse``; ``IRI(text)`` takes any text as it is, unchecked, and never fails.
    """

    text: str
    _parts: Split = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parts", split(self.text))

    @classmethod
    def parse(cls, text: str, *, strict: bool = True, relative: bool = True) -> IRI:
        """Read an IRI.

        The strict reading raises an ``IRISyntaxError`` for the first fault: what the grammar refuses, and characters
        that control direction (RFC 3987 §4.1, C20). The lenient one takes every text (R-22); see ``problems`` and
        ``repaired``. ``relative=False`` refuses relative references in the strict reading.
        """
        return _read_strictly(text, relative=relative) if strict else cls(text)

    @property
    def scheme(self) -> str | None:
        return self._parts.scheme

    @property
    def authority(self) -> str | None:
        return self._parts.authority

    @property
    def userinfo(self) -> str | None:
        return self.components().userinfo

    @property
    def host(self) -> str | None:
        """The host as written, an IP literal with its brackets; ``None`` where there is no authority."""
        return self.components().host

    @property
    def port(self) -> str | None:
        return self.components().port

    @property
    def path(self) -> str:
        return self._parts.path

    @property
    def query(self) -> str | None:
        return self._parts.query

    @property
    def fragment(self) -> str | None:
        return self._parts.fragment

    def components(self) -> Components:
        """The seven parts."""
        scheme, authority, path, query, fragment = self._parts
        userinfo, host, port = (None, None, None) if authority is None else split_authority(authority)
        return Components(scheme, userinfo, host, port, path, query, fragment)

    def authority_readings(self) -> tuple[Components, ...]:
        """Both ways to read a second "@" (C6): the host after the first (RFC 3986), and after the last (WHATWG).

        One reading if there is no second "@".
        """
        components = self.components()
        if components.host is None or "@" not in components.host:
            return (components,)
        userinfo, _, rest = (self.authority or "").rpartition("@")
        _, host, port = split_authority(rest)
        return components, components._replace(userinfo=userinfo, host=host, port=port)

    def problems(self) -> list[IRISyntaxError]:
        """What the strict reading would refuse, every place of it."""
        return list(syntax_errors(self.text))

    def repaired(self) -> IRI:
        """The IRI in which is percent-encoded what userinfo, name, path, query and fragment do not allow (R-26).

        An ``IRISyntaxError`` says what no encoding mends: scheme, port, IP literal, a second "@". Half of a surrogate
        pair is a ``ConversionError``: it stands for no character.
        """
        scheme, authority, path, query, fragment = self._parts
        if authority is not None:
            userinfo, host, port = split_authority(authority)
            authority = "" if userinfo is None else _encode("userinfo", userinfo) + "@"
            unmendable = "@" in host or ":" in host or host.startswith("[")
            authority += host if unmendable else _encode("host", host)
            authority += "" if port is None else f":{port}"
        path = _encode("path", path)
        query = None if query is None else _encode("query", query)
        fragment = None if fragment is None else _encode("fragment", fragment)
        try:
            return IRI.parse(unsplit(Split(scheme, authority, path, query, fragment)))
        except IRISyntaxError as left:
            # Said of the text that was given, whose offsets the caller knows.
            raise next(error for error in syntax_errors(self.text) if error.component == left.component) from None

    def replace(self, **parts: str | None) -> IRI:
        """The IRI with some parts changed; ``None`` takes one away.

        The names are scheme, authority or userinfo, host, port, path, query, fragment. An ``IRISyntaxError`` says that
        the result is no IRI, or would be read as other parts. An unknown name, or an authority beside its own parts,
        is a ``TypeError``.
        """
        for name, value in parts.items():
            if value is not None and not isinstance(value, str):
                raise TypeError(f"{name} is a str or None, not {type(value).__name__}")
        wanted = self._parts._asdict()
        inner = {name: parts.pop(name) for name in ("userinfo", "host", "port") if name in parts}
        unknown = parts.keys() - wanted.keys()
        if unknown or (inner and "authority" in parts):
            raise TypeError(f"not parts that can be replaced together: {', '.join(sorted(parts | inner))}")
        if inner:
            present = dict(zip(("userinfo", "host", "port"), self.components()[1:4], strict=True)) | inner
            wanted["authority"] = _join_authority(present["userinfo"], present["host"], present["port"])
        wanted |= parts
        wanted["path"] = wanted["path"] or ""
        iri = _read_strictly(unsplit(Split(**wanted)))
        for name, value in wanted.items():
            if getattr(iri, name) != value:
                message = f'{name} "{value}" would not be read as such in "{iri}"'
                raise IRISyntaxError(message, component=name, end=len(iri.text), rule="RFC 3986 §3")
        for name, value in inner.items():
            if getattr(iri, name) != value:
                message = f'{name} "{value}" would not be read as such in "{iri}"'
                raise IRISyntaxError(message, component=name, end=len(iri.text), rule="RFC 3986 §3.2")
        return iri

    def resolve(self, reference: str | IRI) -> IRI:
        """The IRI that a reference means beside this one (RFC 3986 §5.2.2, strict; R-89); this one needs a scheme."""
        parts = reference._parts if isinstance(reference, IRI) else split(reference)
        return IRI(_resolve(self._parts, parts))

    def relative_to(self, base: str | IRI) -> IRI:
        """The short reference to this IRI from a base: ``base.resolve(iri.relative_to(base)) == base.resolve(iri)``."""
        base = IRI(base) if isinstance(base, str) else base
        target = base.resolve(self)
        for reference in _short_references(base._parts, target._parts):
            if base.resolve(reference) == target:
                return IRI(reference)
        return target

    def __str__(self) -> str:
        return self.text


def _read_strictly(text: str, *, relative: bool = True) -> IRI:
    if not grammar.is_iri_reference(text) or not (text.isascii() or BIDI_CONTROLS.search(text) is None):
        raise next(syntax_errors(text))
    iri = IRI(text)
    if iri.scheme is None and not relative:
        message = f'"{text}" has no scheme: it is a relative reference; write one such as "https:" before it'
        raise IRISyntaxError(message, component="scheme", rule="RFC 3987 §2.2 IRI")
    return iri


def _join_authority(userinfo: str | None, host: str | None, port: str | None) -> str | None:
    if host is None:
        if userinfo is not None or port is not None:
            raise IRISyntaxError("user information and a port need a host", component="host", rule="RFC 3986 §3.2")
        return None
    return ("" if userinfo is None else f"{userinfo}@") + host + ("" if port is None else f":{port}")


def _encode(component: str, text: str) -> str:
    try:
        return refused(component).sub(lambda match: "".join(f"%{octet:02X}" for octet in match[0].encode()), text)
    except UnicodeEncodeError as error:
        character = text[error.start]
        message = f"{component} has half of a surrogate pair, which stands for no character: U+{ord(character):04X}"
        raise ConversionError(message, component=component, character=character, rule="RFC 3629 §3") from None


def _short_references(base: Split, target: Split) -> Iterator[str]:
    """References that may mean the target, the shortest forms first; the caller tries them."""
    if base.scheme != target.scheme:
        return
    tail = Split(None, None, "", target.query, target.fragment)
    if base.authority == target.authority:
        yield unsplit(tail._replace(query=None))
        yield unsplit(tail)
        here, there = base.path.split("/")[:-1], target.path.split("/")
        common = next((i for i, (a, b) in enumerate(zip_longest(here, there[:-1])) if a != b), len(here))
        path = "../" * (len(here) - common) + "/".join(there[common:])
        yield unsplit(tail._replace(path=path))
        yield unsplit(tail._replace(path=f"./{path}"))
        yield unsplit(tail._replace(path=target.path))
    yield unsplit(target._replace(scheme=None))
