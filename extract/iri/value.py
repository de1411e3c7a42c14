"""`IRI`: an immutable string with parts ("absent" is None, "empty" is ""), changed, built, joined and resolved."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from itertools import zip_longest
from typing import Any, Literal, Self

from extract.iri import grammar
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.components import (
    Authority,
    Components,
    Split,
    hide_password,
    join_authority,
    split,
    split_authority,
    unsplit,
)
from extract.iri.diagnosis import authority_errors, bidi_control, refused, syntax_errors
from extract.iri.errors import IRISyntaxError, IRIText, text_of
from extract.iri.host import PLAIN_NAME, name_to_look_up
from extract.iri.normalization import Level, normalize
from extract.iri.percent import decode_text, encode_all, lone_surrogate
from extract.iri.resolution import refuse_dot_segment, resolve_components
from extract.iri.schemes import DEFAULT_PORTS, DNS_SCHEMES
from extract.text.characters import SURROGATES
from extract.text.regexes import re

__all__ = ["IRI", "QueryPairs"]

Value = str | float | None
"""The value of a query's name; ``None`` is a name without "="."""
_Pair = tuple[str, Value]
# Not Iterable: type checkers could then not tell which of them a dict with values of several types is.
QueryInput = Mapping[str, Value | Sequence[Value]] | Sequence[_Pair] | Set[_Pair] | Iterator[_Pair]


class IRI(IRIText):
    """An IRI or a relative reference (RFC 3987 ``IRI-reference``), which is a sequence of characters (§1.2).

    A ``str`` that equals the same text (§5.3.1), with attributes for its parts. ``IRI(text)`` checks the text and
    raises an `IRISyntaxError` for the first error; `IRI.unchecked` takes any text. The methods of ``str`` (slices,
    ``replace``, ``split``, ``+``) return a plain ``str``, and so does ``str(iri)``.
    """

    __slots__ = ("_split",)
    _split: Split

    # --- making one ---------------------------------------------------------------------------------------------------

    def __new__(cls, text: str) -> Self:
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str, *, strict: bool = True, relative: bool = True) -> Self:
        """Read an IRI.

        The strict reading raises an `IRISyntaxError` for the first fault: what the grammar refuses, and characters
        that control direction (RFC 3987 §4.1). The lenient one takes every text; see ``problems`` and ``repaired``.
        ``relative=False`` refuses relative references in the strict reading. Anything but a ``str`` is a TypeError.
        """
        if not isinstance(text, str):
            text = text_of(text, "text")
        iri = str.__new__(cls, text)
        if strict:
            if not grammar.is_iri_reference(text) or not (text.isascii() or bidi_control(text) is None):
                raise next(syntax_errors(str(text)))
            if not relative and iri.scheme is None:
                shown = hide_password(text)
                message = f'"{shown}" has no scheme: it is a relative reference; write one such as "https:" before it'
                raise IRISyntaxError(message, kind="scheme", component="scheme", rule="RFC 3987 §2.2 IRI")
        return iri

    @classmethod
    def unchecked(cls, text: str) -> Self:
        """Return any text as an `IRI`, without a check; raises TypeError if it is not a ``str``."""
        return cls.parse(text, strict=False)

    @classmethod
    def build(
        cls,
        *,
        scheme: str | None = None,
        user: str | None = None,
        password: str | None = None,
        host: str | None = None,
        port: int | None = None,
        path: Iterable[str] = (),
        query: QueryInput | None = None,
        fragment: str | None = None,
        form: bool = False,
    ) -> Self:
        """Make an IRI of text that is not escaped; what a part cannot hold is percent-encoded (RFC 3987 §2.2).

        ``path`` are its segments: ``("a", "b/c", "")`` gives ``/a/b%2Fc/`` after a host and ``a/b%2Fc/`` without one;
        there ``("", "a")`` gives ``/a``. ``query`` is a mapping or pairs, as `with_query` takes it. ``host`` is a name
        or an IP address, with or without brackets; it and ``scheme`` are not escaped. Raises `IRISyntaxError` for what
        escaping cannot repair, and for the segments ``.`` and ``..``, which would lead elsewhere; `ConversionError` for
        a lone surrogate.
        """
        userinfo = None if user is None and password is None else _userinfo(user or "", password)
        name = None if host is None else _literal(host)
        iri = cls.unchecked("").with_(scheme=scheme, userinfo=userinfo, host=name, port=port)
        iri = iri.with_path(path)
        if query is not None:
            iri = iri.with_query(query, form=form)
        return iri if fragment is None else iri.with_fragment(fragment)

    @classmethod
    def from_uri(cls, uri: str) -> Self:
        """Return the IRI of a URI (`to_iri`); raises what `IRI` raises."""
        return cls.parse(to_iri(str(uri) if isinstance(uri, str) else uri))

    def __reduce__(self) -> tuple[Callable[[str], IRI], tuple[str]]:
        return type(self).unchecked, (str(self),)

    def __repr__(self) -> str:
        """Return the text with its password as "***": what logs and tracebacks show."""
        return f"{type(self).__name__}({hide_password(str(self))!r})"

    # --- its parts, as written ----------------------------------------------------------------------------------------

    @property
    def _parts(self) -> Split:
        try:
            return self._split
        except AttributeError:
            self._split = split(self)
            return self._split

    @property
    def _inner(self) -> Authority:
        authority = self._parts.authority
        return Authority(None, "", None) if authority is None else split_authority(authority)

    @property
    def scheme(self) -> str | None:
        """The scheme as written."""
        return self._parts.scheme

    @property
    def authority(self) -> str | None:
        """User information, host and port as written."""
        return self._parts.authority

    @property
    def userinfo(self) -> str | None:
        """The user information as written."""
        return self._inner.userinfo

    @property
    def host(self) -> str | None:
        """The host as written, an IP literal with its brackets; ``None`` if there is no authority."""
        return None if self._parts.authority is None else self._inner.host

    @property
    def port(self) -> int | None:
        """The port as a number; ``None`` if none is written, or what is written is not a number."""
        port = self._inner.port
        digits = (port or "").lstrip("0") or (port or "")[:1]
        return int(digits) if re.fullmatch("[0-9]{1,19}", digits) else None

    @property
    def port_text(self) -> str | None:
        """The port as written: "" in "http://e:/", ``None`` in "http://e/"."""
        return self._inner.port

    @property
    def default_port(self) -> int | None:
        """The port that the scheme has where none is written; ``None`` if it has none or is not known."""
        scheme = self._parts.scheme
        return None if scheme is None else DEFAULT_PORTS.get(scheme.lower())

    @property
    def path(self) -> str:
        """The path as written."""
        return self._parts.path

    @property
    def query(self) -> str | None:
        """The query as written; "" if it is empty, ``None`` if there is none."""
        return self._parts.query

    @property
    def fragment(self) -> str | None:
        """The fragment as written."""
        fragment = self._parts.fragment
        return fragment if fragment is None or "%" not in fragment else Piece(fragment, fragment, "fragment")

    def components(self) -> Components:
        """Return the parts, each with its place in the text."""
        return Components(str(self))

    def authority_readings(self) -> tuple[Authority, ...]:
        """Return both ways to read a second "@": the host after the first (RFC 3986), or after the last (WHATWG).

        One reading without a second "@", none without an authority.
        """
        if self.authority is None:
            return ()
        reading = split_authority(self.authority)
        if "@" not in reading.host:
            return (reading,)
        userinfo, _, rest = self.authority.rpartition("@")
        return reading, split_authority(rest)._replace(userinfo=userinfo)

    # --- its parts, decoded -------------------------------------------------------------------------------------------

    @property
    def is_absolute(self) -> bool:
        """Whether it has a scheme, and so is not a relative reference."""
        return self._parts.scheme is not None

    @property
    def user(self) -> str | None:
        """What is before the first ":" of the user information, decoded."""
        userinfo = self.userinfo
        return None if userinfo is None else _read("userinfo", userinfo.partition(":")[0])

    @property
    def password(self) -> str | None:
        """What is after the first ":" of the user information, decoded."""
        _, colon, password = (self.userinfo or "").partition(":")
        return _read("userinfo", password) if colon else None

    @property
    def origin(self) -> str | None:
        """Scheme, host and port in their normal form, the default port left out (RFC 6454 §6.1).

        ``None`` without a scheme or an authority. Raises `IRISyntaxError` if the authority is invalid.
        """
        scheme, authority, *_ = self._parts
        if scheme is None or authority is None:
            return None
        if scheme in ("https", "http") and _PLAIN_AUTHORITY.fullmatch(authority):
            return f"{scheme}://{authority}"
        self._refuse_host()
        bare = join_authority(None, *split_authority(authority)[1:])
        scheme, authority, *_ = split(normalize(f"{scheme}://{bare}"))
        return f"{scheme}://{authority}"

    @property
    def ascii_host(self) -> str | None:
        """The host to connect to: a name in the form of the DNS, in lower case, or an IP address without brackets.

        ``None`` without an authority. Raises `IRISyntaxError` if the host is invalid, `HostError` for a name that
        cannot be looked up; low lines can, though they are in no host name (RFC 2181 §11).
        """
        if self._parts.authority is None:
            return None
        self._refuse_host()
        host = self._inner.host
        if not host or host.startswith("["):
            return host[1:-1]
        scheme = (self._parts.scheme or "https").lower()
        if scheme not in DNS_SCHEMES:
            return split_authority(split(to_uri(f"{scheme}://{host}")).authority or "").host
        userinfo, at, _ = (self._parts.authority or "").rpartition("@")
        return name_to_look_up(host, self.index("//") + len("//" + userinfo + at))

    def _refuse_host(self) -> None:
        for error in authority_errors(self._parts.authority or "", len(f"{self._parts.scheme or ''}://")):
            if error.component != "userinfo":
                raise error

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path, decoded except "%2F": ``/a/b%20c/`` has "a", "b c" and "".

        Bytes that are not UTF-8 stay encoded. Each is written back as it was: ``i.with_path(i.segments) == i``.
        """
        path = self._parts.path
        if not path:
            return ()
        return tuple([_read_segment(segment) for segment in path.removeprefix("/").split("/")])

    @property
    def name(self) -> str:
        """The last segment, decoded as in ``segments``; "" where the path ends in a slash."""
        name = self._parts.path.rpartition("/")[2]
        return name if "%" not in name and name[:1] != "." else _read_segment(name)

    @property
    def suffix(self) -> str:
        """The extension of the name with its dot, such as ".html", or ""."""
        return _read_segment(self._stem_and_suffix()[1])

    def _stem_and_suffix(self) -> tuple[str, str]:
        """Return the last segment before and from its extension, as written."""
        name = self._parts.path.rpartition("/")[2]
        dots = list(_DOT.finditer(name, _DOTS(name).end()))
        # Dots at the beginning begin no extension, and one at the end does not.
        if not dots or dots[-1].end() == len(name):
            return name, ""
        return name[: dots[-1].start()], name[dots[-1].start() :]

    @property
    def parent(self) -> Self:
        """The IRI without the last segment, the query and the fragment.

        ``i.parent / i.name`` is the IRI again, without its query and fragment, if the name is not "".
        """
        scheme, authority, path, _, _ = self._parts
        above, slash, name = path.rpartition("/")
        if slash and (not above or (name and above.endswith("/"))):
            above += "/"  # the root, or after an empty segment, whose place the name would take
        return self._made(unsplit((scheme, authority, above, None, None)))

    @property
    def query_pairs(self) -> QueryPairs:
        """Names and values of the query, decoded; "+" is "+". They are written back as they were, like segments."""
        return _read_query(self._parts.query, "query")

    @property
    def form_pairs(self) -> QueryPairs:
        """Names and values of the query, read as HTML forms write them: "+" is a space."""
        return _read_query(self._parts.query, "form")

    # --- conversion ---------------------------------------------------------------------------------------------------

    @property
    def uri(self) -> str:
        """The URI (`to_uri`), which is a plain ``str``."""
        return to_uri(self)

    @property
    def request_target(self) -> str:
        """Path and query of the URI as the first line of an HTTP request has them; "/" for an empty path.

        RFC 9112 §3.2.1; raises what `to_uri` raises.
        """
        _, _, path, query, _ = split(to_uri(self))
        return (path or "/") if query is None else f"{path or '/'}?{query}"

    def normalized(self, level: Level = "idn", *, fragment: bool = True) -> Self:
        """Return the normal form by a level of the comparison ladder, see `normalize`."""
        return normalize(self, level=level, fragment=fragment)

    def errors(self) -> list[IRISyntaxError]:
        """All errors that the strict reading would raise."""
        return list(syntax_errors(str(self)))

    def repaired(self) -> Self:
        """Return the IRI with characters percent-encoded that user information, host, path, query or fragment forbid.

        Raises `IRISyntaxError` for what encoding cannot repair: scheme, port, IP literal, a second "@"; and
        `ConversionError` for a lone surrogate, which UTF-8 cannot encode.
        """
        scheme, authority, path, query, fragment = self._parts
        if surrogate := _SURROGATE.search(self):
            at = surrogate.start()
            raise lone_surrogate(surrogate[0], at, _component_at(self, at))
        if authority is not None:
            userinfo, host, port = split_authority(authority)
            unmendable = "@" in host or ":" in host or host.startswith("[")
            authority = join_authority(
                None if userinfo is None else _repair("userinfo", userinfo),
                host if unmendable else _repair("host", host),
                port,
            )
        path = _repair("path", path)
        query = None if query is None else _repair("query", query)
        fragment = None if fragment is None else _repair("fragment", fragment)
        try:
            return self.parse(unsplit((scheme, authority, path, query, fragment)))
        except IRISyntaxError as left:
            # Said of the text that was given, whose offsets the caller knows.
            raise next(error for error in syntax_errors(str(self)) if error.component == left.component) from None

    # --- changing parts -----------------------------------------------------------------------------------------------

    def with_(self, **parts: str | int | None) -> Self:
        """Return the IRI with some parts replaced, each given in its escaped form; ``None`` removes a part.

        The names are scheme, authority or userinfo, host, port (a number or text), path, query, fragment. Raises
        `IRISyntaxError` if the result is not an IRI, or would be split into other parts; TypeError for an unknown name,
        or for an authority together with userinfo, host or port.
        """
        wanted = self._parts._asdict()
        given = {name: _component(name, value) for name, value in parts.items()}
        inner = {name: given.pop(name) for name in _INNER if name in given}
        if inner and "authority" in given:
            raise TypeError(f"cannot change authority and its parts together: {', '.join(sorted(given | inner))}")
        if inner:
            present = {"userinfo": self.userinfo, "host": self.host, "port": self._inner.port} | inner
            wanted["authority"] = _authority(**present)
        wanted |= given
        wanted["path"] = wanted["path"] or ""
        iri = self.parse(unsplit(Split(**wanted)))
        read = iri._parts._asdict() | {"userinfo": iri.userinfo, "host": iri.host, "port": iri._inner.port}
        for name, expected in (wanted | inner).items():
            if read[name] != expected:
                raise _read_differently(iri, name, expected, read[name])
        return iri

    def with_scheme(self, scheme: str | None) -> Self:
        """Return the IRI with another scheme."""
        return self.with_(scheme=scheme)

    def with_host(self, host: str) -> Self:
        """Return the IRI with another host: a name or an IP address, with or without brackets."""
        return self.with_(host=_literal(host))

    def with_port(self, port: int | None) -> Self:
        """Return the IRI with another port, or none."""
        return self.with_(port=port)

    def with_user(self, user: str | None, password: str | None = None) -> Self:
        """Return the IRI with other user information, given as text that is not escaped; ``None`` removes it."""
        return self.with_(userinfo=None if user is None else _userinfo(user, password))

    def with_path(self, segments: Iterable[str]) -> Self:
        """Return the IRI with a path of these segments, given as text that is not escaped.

        The path begins with a slash unless the IRI has neither an authority nor such a path. A path that is written
        already is for ``with_(path=…)``. Segments that were read are written as they were, "." and ".." too.
        """
        escaped = _segments(segments, steps=True)
        path = "/".join(escaped)
        rooted = self._parts.authority is not None or self._parts.path.startswith("/")
        return self.with_(path=f"/{path}" if escaped and rooted else self._below(path))

    def with_name(self, name: str) -> Self:
        """Return the IRI with another last segment, given as text that is not escaped, and the rest as it is."""
        if not name and not self._parts.path and isinstance(name, str):
            return self
        return self._with_last(_segment(text_or_piece(name, "name"), steps=name == self.name))

    def with_suffix(self, suffix: str) -> Self:
        """Return the IRI with another extension of its name, such as ".html"; "" removes it. The rest stays.

        ValueError for a suffix without a dot and for a path without a name.
        """
        suffix = text_or_piece(suffix, "suffix")
        stem, present = self._stem_and_suffix()
        if not present and not suffix:
            return self
        if suffix and (suffix[0] != "." or len(suffix) == 1):
            raise ValueError(f'suffix must be a dot and more, such as ".html", or "", not {suffix!a:.60}')
        if stem in ("", ".", ".."):
            raise ValueError(f"the path has no name that could get the suffix {suffix!a:.60}")
        return self._with_last(stem + _segment(suffix))

    def _with_last(self, segment: str) -> Self:
        before, slash, _ = self._parts.path.rpartition("/")
        if not self._parts.path and self._parts.authority is not None:
            slash = "/"
        return self.with_(path=before + slash + segment if slash else self._below(segment))

    def with_fragment(self, fragment: str | None) -> Self:
        """Return the IRI with another fragment, given as text that is not escaped; ``None`` removes it."""
        escaped = None if fragment is None else _write("fragment", fragment, "")
        return self.parse(unsplit(self._parts._replace(fragment=escaped)))

    def with_query(self, query: QueryInput | None, *, form: bool = False) -> Self:
        """Return the IRI with another query, given as text that is not escaped; ``None`` or no pairs remove it.

        It is a mapping of names to values or lists of values, or pairs; a value is text, a number, or ``None`` for a
        name without "=". "+" is written as "%2B", which all programs read alike; ``form`` writes a space as "+", as
        HTML forms do. Names and values that were read are written as they were. A query that is escaped already is
        for ``with_(query=…)``, in which "" makes an empty query.
        """
        return self._with_query(None if query is None else _query(query, form))

    def add_query(self, query: QueryInput, *, form: bool = False) -> Self:
        """Return the IRI with more names and values at the end of its query; what is there stays as it is written."""
        more = _query(query, form)
        if not more:
            return self
        return self._with_query(f"{self._parts.query}&{more}" if self._parts.query else more)

    def update_query(self, query: QueryInput, *, form: bool = False) -> Self:
        """Return the IRI with the names of a query set to its values, in their place; new names go to the end.

        A name with an empty list of values goes: ``update_query({"page": 2, "sort": []})`` sets one and drops the
        other. All other pairs stay as they are written. ``form`` as in ``with_query``.
        """
        values: dict[_Name, list[str]] = {}
        if isinstance(query, Mapping):
            values = {_name_in_query(name, form): [] for name in query}
        for name, value in pairs_of(query):
            values.setdefault(_name_in_query(name, form), []).append(_query_pair(name, value, form))
        pieces = []
        written = set()
        for piece in _pieces(self._parts.query):
            key = _named_by(piece, values)
            if key is None:
                pieces.append(piece)
            elif key not in written:
                written.add(key)
                pieces += values[key]
        for key, added in values.items():
            if key not in written:
                pieces += added
        return self._with_query("&".join(pieces) if pieces or self._parts.query == "" else None)

    def remove_query(self, *names: str, form: bool = False) -> Self:
        """Return the IRI without the pairs of these names; without a query if none is left. The rest stays.

        ``form`` as in ``with_query``.
        """
        wanted = {_name_in_query(name, form) for name in names}
        pieces = _pieces(self._parts.query)
        kept = [piece for piece in pieces if _named_by(piece, wanted) is None]
        return self if len(kept) == len(pieces) else self._with_query("&".join(kept) if kept else None)

    def _with_query(self, query: str | None) -> Self:
        # Escaped as it is, it makes no other part to be read differently.
        return self.parse(unsplit(self._parts._replace(query=query)))

    def __truediv__(self, segment: str) -> Self:
        """Return the IRI with one more segment, given as text: ``/``, ``?``, ``#`` and ``%`` in it are escaped.

        A segment that was read is written as it was. Query and fragment go.
        """
        if not isinstance(segment, str):
            return NotImplemented
        return self.joinpath(segment)

    def joinpath(self, *segments: str) -> Self:
        """Return the IRI with more segments, given as text that is not escaped; query and fragment go.

        If the path ends with a slash, the first one follows that slash. "." and ".." are an `IRISyntaxError`; see
        ``resolve``.
        """
        scheme, authority, path, _, _ = self._parts
        added = "/".join(_segments(segments))
        if not segments:
            return self._made(unsplit((scheme, authority, path, None, None)))
        if path and not path.endswith("/"):
            path += "/"
        elif not path and authority is not None:
            path = "/"
        elif not path:
            added = self._below(added)
        path += added
        if authority is None and path.startswith("//"):
            return self.with_(path=path)  # raises: it would be read as an authority (RFC 3986 §3.3)
        return self.parse(unsplit((scheme, authority, path, None, None)))

    def _below(self, path: str) -> str:
        """Return a relative path so that a ":" in its first segment does not end a scheme (RFC 3986 §4.2)."""
        return f"./{path}" if self._parts.scheme is None and ":" in path.partition("/")[0] else path

    # --- references ---------------------------------------------------------------------------------------------------

    def resolve(self, reference: str) -> Self:
        """Resolve a reference with this IRI as the base (RFC 3986 §5.2.2, strict); this IRI must have a scheme."""
        parts = reference._parts if isinstance(reference, IRI) else split(text_of(reference, "reference"))
        return self._made(resolve_components(self._parts, parts))

    def join(self, reference: str) -> Self:  # type: ignore[override]
        """Resolve a reference, as ``resolve`` does; several texts are a TypeError, as ``str.join`` takes them."""
        if not isinstance(reference, str):
            message = "join takes one reference and resolves it"
            raise TypeError(f"{message}; to join texts, write str.join(iri, texts), or joinpath(*segments)")
        return self.resolve(reference)

    def relative_to(self, base: str) -> Self:
        """The short reference to this IRI from a base: ``base.resolve(iri.relative_to(base)) == base.resolve(iri)``."""
        base = IRI.unchecked(base)
        target = base.resolve(self)
        for reference in _short_references(base._parts, target._parts):
            if base.resolve(reference) == target:
                return self._made(reference)
        return self._made(target)

    # --- other programs -----------------------------------------------------------------------------------------------

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """A field of this type takes text and no bytes, checks it, and is written as text; pydantic asks for this."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(
            cls, core_schema.str_schema(strict=True), serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        """JSON Schema §7.3.5 has a format for it."""
        return {**handler(schema), "format": "iri-reference"}


class QueryPairs(tuple[tuple[str, str | None], ...]):
    """The pairs of a query in order, decoded; the value is ``None`` where there is no "="."""

    _query: str | None = None

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return the first value of a name, "" where it has no "="; ``default`` if the name is not there."""
        return next((value or "" for known, value in self if known == name), default)

    def get_all(self, name: str) -> list[str]:
        """Return all values of a name."""
        return [value or "" for known, value in self if known == name]


# --- pieces that were read ----------------------------------------------------------------------------------------

Component = Literal["path", "query", "form", "userinfo", "fragment"]


class Piece(str):
    """A text that was read from an IRI, and how it is written there: "é" as "%E9" or "%C3%A9", "+" as "+" or "%2B".

    What is made of it with the methods of ``str`` is a plain ``str``.
    """

    __slots__ = ("_component", "_written")
    _written: str
    _component: Component

    def __new__(cls, text: str, written: str, component: Component) -> Self:
        piece = str.__new__(cls, text)
        piece._written = written
        piece._component = component
        return piece

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, Component]]:
        return type(self), (str(self), self._written, self._component)


def text_or_piece(text: str, name: str) -> str:
    """Return an argument as a plain ``str``, or as a `Piece`, which knows how it is written."""
    return text if type(text) is Piece else text_of(text, name)


def _read(component: Component, written: str) -> str:
    """Return the text of a part; a `Piece` if writing it anew could give something else."""
    return Piece(decode_text(written), written, component) if "%" in written else written


def _read_segment(written: str) -> str:
    if "%" not in written:
        return Piece(written, written, "path") if written in (".", "..") else written
    # "%2F" stays, and "%252F" too, or it could not be told from "%2F".
    pieces = _KEPT_SLASH.split(written)
    text = "".join(piece if index % 2 else decode_text(piece) for index, piece in enumerate(pieces))
    return Piece(text, written, "path")


def _read_query(query: str | None, component: Component) -> QueryPairs:
    pairs = QueryPairs([_read_pair(piece, component) for piece in _pieces(query)])
    if query == "":
        pairs._query = query  # which no pair tells from an absent one
    return pairs


def _read_pair(piece: str, component: Component) -> tuple[str, str | None]:
    name, equals, value = piece.partition("=")
    return _read_data(name, component), _read_data(value, component) if equals else None


def _read_data(written: str, component: Component) -> str:
    if "+" in written:
        text = written.replace("+", " ") if component == "form" else written
        return Piece(decode_text(text), written, component)
    return Piece(decode_text(written), written, component) if "%" in written else written


# A name in a query, and how it was read.
_Name = tuple[str, Component]


def _name_in_query(name: str, form: bool) -> _Name:
    """Return a name that is looked for; one that was read from an IRI is looked for as it was read."""
    name = text_or_piece(name, "query name")
    reading: Component = "form" if form else "query"
    return str(name), name._component if type(name) is Piece else reading


def _named_by(piece: str, names: Container[_Name]) -> _Name | None:
    """Return which of the names a pair has."""
    for reading in _READINGS:
        key = str(_read_pair(piece, reading)[0]), reading
        if key in names:
            return key
    return None


_READINGS: tuple[Component, ...] = ("query", "form")


def _pieces(query: str | None) -> list[str]:
    return query.split("&") if query else []


# --- escaping ---------------------------------------------------------------------------------------------------------

_INNER = ("userinfo", "host", "port")
_SURROGATE = re.compile(f"[{SURROGATES}]")
# RFC 3986 §2.3: these are never escaped.
_UNRESERVED = re.compile(r"[A-Za-z0-9\-._~]*+")
# Without a default port: the normal form.
_PLAIN_AUTHORITY = re.compile(PLAIN_NAME + r"(?::(?!(?:80|443)\Z)[1-9][0-9]{0,3})?")
_KEPT_SLASH = re.compile("(%2[Ff]|%252[Ff])")
_DOT = re.compile(r"\.|%2[Ee]")
_DOTS: Callable[[str], re.Match[str]] = re.compile(rf"(?:{_DOT.pattern})*+").match  # type: ignore[assignment]


def _write(component: Component, text: str, more: str) -> str:
    """Return a text as it is written in a component: a `Piece` as it was, and text percent-encoded.

    ``more`` are the characters that would be read as delimiters there.
    """
    if type(text) is not Piece:
        return _escape(component, text, f"{more}%")
    written, before = text._written, text._component
    if before != component and {before, component} != {"query", "form"}:
        if not {before, component} <= {"path", "query", "form"}:
            return _escape(component, str(text), f"{more}%")
        # In a path "+" is always "+", in a query it may be a space.
        written = written.replace("+", {"path": "%2B", "form": "%20"}.get(before, "+"))
    for character in more:
        if character not in "+%":
            written = written.replace(character, encode_all(character))
    return _repair("query" if component == "form" else component, written)


def _escape(component: str, text: str, more: str) -> str:
    """Percent-encode in a text what a component does not allow, and some characters more."""
    text = text_of(text, component)
    if _UNRESERVED.fullmatch(text):
        return text
    if surrogate := _SURROGATE.search(text):
        raise lone_surrogate(surrogate[0], surrogate.start(), component)
    # "%" is data here, also where two digits follow.
    text = text.replace("%", "%25")
    for character in more:
        if character != "%":
            text = text.replace(character, encode_all(character))
    return _repair(component, text)


def _repair(component: str, text: str) -> str:
    return refused(component).sub(lambda match: encode_all(match[0]), text)


def _segment(text: str, *, steps: bool = False) -> str:
    """Return a segment as written; ``steps`` allows "." and ".." if they were read."""
    if not (steps and type(text) is Piece):
        refuse_dot_segment(text)
    return _write("path", text, "/?#")


def _segments(segments: Iterable[str], *, steps: bool = False) -> list[str]:
    return [_segment(segment, steps=steps) for segment in _list_of_texts(segments, "path", "segment", text_or_piece)]


def list_of_texts(texts: Iterable[str], name: str, item: str) -> list[str]:
    """Return texts as a list; one text in place of several, or what is none, is a TypeError."""
    return _list_of_texts(texts, name, item, text_of)


def _list_of_texts(texts: Iterable[str], name: str, item: str, one: Callable[[str, str], str]) -> list[str]:
    if isinstance(texts, str | bytes | bytearray) or not isinstance(texts, Iterable):
        raise TypeError(f'{name} must be {item}s, such as ("a", "b"), not {type(texts).__name__}')
    return [one(text, f"each {item} of {name}") for text in texts]


def _userinfo(user: str, password: str | None) -> str:
    name = _write("userinfo", user, ":")
    return name if password is None else f"{name}:{_write('userinfo', password, '')}"


def _literal(host: str) -> str:
    """Return a host with brackets if it is an IPv6 address without."""
    host = text_of(host, "host")
    return f"[{host}]" if ":" in host and grammar.is_ipv6_address(host) else host


def _query(query: QueryInput, form: bool) -> str | None:
    """Return a query of names and values; ``None`` for no pairs, as an absent query has none."""
    pieces = [_query_pair(name, value, form) for name, value in pairs_of(query)]
    return "&".join(pieces) if pieces else query._query if isinstance(query, QueryPairs) else None


def _query_pair(name: str, value: str | None, form: bool) -> str:
    escaped = _query_text(name, "&=#+%", form)
    return escaped if value is None else f"{escaped}={_query_text(value, '&#+%', form)}"


def pairs_of(query: QueryInput) -> Iterator[tuple[str, str | None]]:
    """Yield names and values of a query given as a mapping or as pairs; what is neither is a TypeError."""
    if isinstance(query, str | bytes | bytearray) or not isinstance(query, Iterable):
        raise TypeError(f"query must be a mapping or pairs, not {type(query).__name__}; with_(query=…) takes text")
    for pair in query.items() if isinstance(query, Mapping) else query:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise TypeError(f'query must be a mapping or pairs, such as [("a", "b")]; {pair!a:.60} is not a pair')
        name, values = pair
        for value in values if isinstance(values, list | tuple) else (values,):
            if type(value) is not str and value is not None:
                value = _value(value)
            yield name if type(name) is str else text_or_piece(name, "query name"), value


def _value(value: object) -> str:
    if isinstance(value, str):
        return text_or_piece(value, "query value")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"a query value must be a str, a number or None, not {type(value).__name__}")
    if not math.isfinite(value):
        raise ValueError(f"a query value must be a finite number, not {value}")
    return str(value)


def _query_text(text: str, more: str, form: bool) -> str:
    if type(text) is Piece:
        return _write("query", text, more)
    escaped = _escape("query", text, more)
    return escaped.replace("%20", "+") if form else escaped


# --- parts ------------------------------------------------------------------------------------------------------------


def _component_at(iri: IRI, at: int) -> str | None:
    return next((component.component for component in iri.components() if component.start <= at < component.end), None)


def _authority(userinfo: str | None, host: str | None, port: str | None) -> str | None:
    if host is not None:
        return join_authority(userinfo, host, port)
    if userinfo is not None or port is not None:
        message = "user information and a port need a host"
        raise IRISyntaxError(message, kind="parts", component="host", rule="RFC 3986 §3.2")
    return None


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


def _component(name: str, value: object) -> str | None:
    """Return a part given to `IRI.with_` as text."""
    if name not in Split._fields and name not in _INNER:
        raise TypeError(f'unknown part "{name}"; the parts are {", ".join([*Split._fields, *_INNER])}')
    if name == "port" and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is not None and not isinstance(value, str):
        types = "an int, a str" if name == "port" else "a str"
        raise TypeError(f"{name} must be {types} or None, not {type(value).__name__}")
    return None if value is None else text_of(value, name)


def _read_differently(iri: str, name: str, expected: str | None, read: str | None) -> IRISyntaxError:
    """Return the error of an IRI whose part ``name`` is not the one that was meant."""
    shown = hide_password(iri)
    may_hold_password = name in ("authority", "userinfo")
    if expected is None:
        message = f'the path would be read differently: "{shown}" has the {name} "{read}"'
    elif may_hold_password and ("@" if name == "authority" else ":") in expected:
        message = f'the {name} would be read differently in "{shown}"'
    else:
        message = f'{name} "{expected}" would be read differently in "{shown}"'
    rule = "RFC 3986 §3.2" if name in _INNER else "RFC 3986 §3"
    return IRISyntaxError(message, kind="parts", component=name, end=len(iri), rule=rule)
