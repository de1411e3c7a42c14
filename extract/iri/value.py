"""IRI: an immutable value; parse, components ("absent" is None, "empty" is ""), join, resolve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from extract.iri import grammar
from extract.iri.diagnosis import BIDI_CONTROLS, refused, syntax_errors
from extract.iri.errors import ConversionError, IRISyntaxError
from extract.iri.parts import Components, Split, split, split_authority, unsplit
from extract.iri.resolution import _resolve

__all__ = ["IRI"]


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
