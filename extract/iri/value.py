"""IRI: an immutable value; parse, components ("absent" is None, "empty" is ""), join, resolve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from extract.iri import grammar
from extract.iri.diagnosis import bidi_control, refused, syntax_errors
from extract.iri.errors import ConversionError, IRISyntaxError
from extract.iri.parts import Authority, Parts, Split, join_authority, split, split_authority, unsplit
from extract.iri.percent import encode_all
from extract.iri.resolution import resolve_parts

__all__ = ["IRI"]


@dataclass(frozen=True, slots=True, order=True)
class IRI:
    """An IRI or a relative reference (RFC 3987 ``IRI-reference``): a text and its parts.

    ``str(iri)`` is the very text it was made from; two IRIs are equal when their texts are (RFC 3987 §5.3.1).
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
        that control direction (RFC 3987 §4.1). The lenient one takes every text; see ``problems`` and
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
        return None if self.authority is None else split_authority(self.authority).userinfo

    @property
    def host(self) -> str | None:
        """The host as written, an IP literal with its brackets; ``None`` where there is no authority."""
        return None if self.authority is None else split_authority(self.authority).host

    @property
    def port(self) -> str | None:
        return None if self.authority is None else split_authority(self.authority).port

    @property
    def path(self) -> str:
        return self._parts.path

    @property
    def query(self) -> str | None:
        return self._parts.query

    @property
    def fragment(self) -> str | None:
        return self._parts.fragment

    def parts(self) -> Parts:
        """Return the parts, each with its place in the text."""
        return Parts(self.text)

    def authority_readings(self) -> tuple[Authority, ...]:
        """Return both ways to read a second "@": the host after the first (RFC 3986), and after the last (WHATWG).

        One reading if there is no second "@", none if there is no authority.
        """
        if self.authority is None:
            return ()
        reading = split_authority(self.authority)
        if "@" not in reading.host:
            return (reading,)
        userinfo, _, rest = self.authority.rpartition("@")
        return reading, split_authority(rest)._replace(userinfo=userinfo)

    def problems(self) -> list[IRISyntaxError]:
        """What the strict reading would refuse, every place of it."""
        return list(syntax_errors(self.text))

    def repaired(self) -> IRI:
        """Return the IRI in which is percent-encoded what userinfo, name, path, query and fragment do not allow.

        An ``IRISyntaxError`` says what no encoding mends: scheme, port, IP literal, a second "@". Half of a surrogate
        pair is a ``ConversionError``: it stands for no character.
        """
        scheme, authority, path, query, fragment = self._parts
        if authority is not None:
            userinfo, host, port = split_authority(authority)
            unmendable = "@" in host or ":" in host or host.startswith("[")
            authority = join_authority(
                None if userinfo is None else _encode("userinfo", userinfo),
                host if unmendable else _encode("host", host),
                port,
            )
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
            present = {name: getattr(self, name) for name in ("userinfo", "host", "port")} | inner
            wanted["authority"] = _authority(**present)
        wanted |= parts
        wanted["path"] = wanted["path"] or ""
        iri = _read_strictly(unsplit(Split(**wanted)))
        for name, value in (wanted | inner).items():
            if getattr(iri, name) != value:
                message = f'{name} "{value}" would not be read as such in "{iri}"'
                rule = "RFC 3986 §3.2" if name in inner else "RFC 3986 §3"
                raise IRISyntaxError(message, kind="parts", component=name, end=len(iri.text), rule=rule)
        return iri

    def resolve(self, reference: str | IRI) -> IRI:
        """Return the IRI that a reference means beside this one (RFC 3986 §5.2.2, strict); this one needs a scheme."""
        parts = reference._parts if isinstance(reference, IRI) else split(reference)
        return IRI(resolve_parts(self._parts, parts))

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
    if not grammar.is_iri_reference(text) or not (text.isascii() or bidi_control(text) is None):
        raise next(syntax_errors(text))
    iri = IRI(text)
    if iri.scheme is None and not relative:
        message = f'"{text}" has no scheme: it is a relative reference; write one such as "https:" before it'
        raise IRISyntaxError(message, kind="scheme", component="scheme", rule="RFC 3987 §2.2 IRI")
    return iri


def _authority(userinfo: str | None, host: str | None, port: str | None) -> str | None:
    if host is not None:
        return join_authority(userinfo, host, port)
    if userinfo is not None or port is not None:
        message = "user information and a port need a host"
        raise IRISyntaxError(message, kind="parts", component="host", rule="RFC 3986 §3.2")
    return None


def _encode(component: str, text: str) -> str:
    try:
        return refused(component).sub(lambda match: encode_all(match[0]), text)
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        message = f"{component} has half of a surrogate pair, which stands for no character: U+{ord(character):04X}"
        raise ConversionError(
            message, kind="surrogate", component=component, character=character, rule="RFC 3629 §3"
        ) from None


def _short_references(base: Split, target: Split) -> Iterator[str]:
    """Yield references that may mean the target, the shortest forms first; the caller tries them."""
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
