"""`IRI`: an immutable string with components, and methods to change, build, join and resolve it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, partial
from posixpath import commonprefix
from typing import Any, Self

from extract.iri import grammar
from extract.iri.as_uri import to_uri
from extract.iri.components import (
    Components,
    Split,
    hide_password,
    join_authority,
    match_components,
    split,
    split_authority,
    unsplit,
)
from extract.iri.diagnosis import authority_errors, bidi_control, refused, syntax_errors
from extract.iri.errors import IRISyntaxError, IRIText, text_of
from extract.iri.host import name_to_look_up
from extract.iri.normalization import Level, normalize
from extract.iri.percent import decode_text, encode_all, lone_surrogate
from extract.iri.resolution import refuse_dot_segment, resolve_components
from extract.iri.schemes import DEFAULT_PORTS, DNS_SCHEMES
from extract.text.characters import RESERVED, is_surrogate
from extract.text.regexes import re

__all__ = ["IRI", "QueryPairs"]

Value = str | float | None
"""A value of the query. ``None`` stands for a name without "="."""
_Pair = tuple[str, Value]
_Inner = tuple[str | None, str | None, str | None]  # user information, host and port
# Not Iterable, because type checkers could then not decide which member a dict with mixed value types matches.
QueryInput = Mapping[str, Value | Sequence[Value]] | Sequence[_Pair] | Set[_Pair] | Iterator[_Pair]


class IRI(IRIText):
    """An IRI or a relative reference (RFC 3987 ``IRI-reference``), which is a sequence of characters (§1.2).

    It is a ``str``, equal to the same text (§5.3.1), with attributes for its components. ``IRI(text)`` checks the text
    (see `parse`), but `IRI.unchecked` accepts any. Methods of ``str`` and ``str(iri)`` return a plain ``str``.
    """

    __slots__ = ("_is_checked", "_split")
    _is_checked: bool  # whether it is known to be an IRI
    _split: Split

    # --- construction -------------------------------------------------------------------------------------------------

    def __new__(cls, text: str) -> Self:
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str, *, strict: bool = True, relative: bool = True) -> Self:
        """Parse an IRI.

        With ``strict``, raises an `IRISyntaxError` for the first violation of the grammar, and for characters that
        control direction (RFC 3987 §4.1); with ``relative=False``, for a relative reference too. Otherwise every text
        is accepted; see ``errors``. Anything other than a ``str`` is a TypeError.
        """
        text = text_of(text, "text")
        iri = str.__new__(cls, text)
        if strict:
            if not grammar.is_iri_reference(text) or not (text.isascii() or bidi_control(text) is None):
                raise next(syntax_errors(text))
            if not relative and iri.scheme is None:
                shown = hide_password(text)
                message = f'"{shown}" has no scheme: it is a relative reference; write one such as "https:" before it'
                raise IRISyntaxError(message, kind="scheme", component="scheme", rule="RFC 3987 §2.2 IRI")
            iri._is_checked = True
        return iri

    @classmethod
    def unchecked(cls, text: str) -> Self:
        """Return any text as an `IRI` without checks; raise TypeError if it is not a ``str``."""
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
    ) -> Self:
        """Build an IRI from components; characters that they do not allow are percent-encoded (RFC 3987 §2.2).

        ``path`` has segments as in `with_path`: ``("a", "b/c", "")`` gives ``/a/b%2Fc/`` after a host and ``a/b%2Fc/``
        without one, where ``("", "a")`` gives ``/a``. ``query`` is as in `with_query`, ``host`` a name or an IP
        address. ``host`` and ``scheme`` are not escaped. Raises `IRISyntaxError` for text that escaping cannot repair,
        and for the segments ``.`` and ``..``, and `ConversionError` for a lone surrogate.
        """
        userinfo = None if user is None and password is None else _userinfo(user or "", password)
        name = None if host is None else _literal(host)
        iri = cls.unchecked("").with_(scheme=scheme, userinfo=userinfo, host=name, port=port)
        return iri.with_path(path).with_query(query).with_fragment(fragment)

    def __reduce__(self) -> tuple[Callable[[type[IRI], str], IRI], tuple[type[IRI], str]]:
        return _unchecked, (type(self), str(self))

    def __repr__(self) -> str:
        """Return the text with its password as "***", for logs and tracebacks."""
        return f"{type(self).__name__}({hide_password(str(self))!r})"

    # --- components, as written ---------------------------------------------------------------------------------------

    @property
    def _parts(self) -> Split:
        try:
            return self._split
        except AttributeError:
            self._split = split(self)
            return self._split

    @property
    def _inner(self) -> _Inner:
        authority = self._parts.authority
        return (None, None, None) if authority is None else split_authority(authority)

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
        return self._inner[0]

    @property
    def host(self) -> str | None:
        """The host as written, an IP literal with its brackets; ``None`` if there is no authority."""
        return self._inner[1]

    @property
    def port(self) -> int | None:
        """The port as a number; ``None`` if there is none, or it is not a number."""
        port = self._inner[2]
        digits = (port or "").lstrip("0") or (port or "")[:1]
        return int(digits) if re.fullmatch("[0-9]{1,19}", digits) else None

    @property
    def effective_port(self) -> int | None:
        """The port to connect to: as written, or the default of the scheme; ``None`` if it is unknown or no number."""
        return self.port if self._inner[2] else DEFAULT_PORTS.get((self._parts.scheme or "").lower())

    @property
    def path(self) -> str:
        """The path as written."""
        return self._parts.path

    @property
    def query(self) -> str | None:
        """The query as written; "" if it is empty, ``None`` if there is none."""
        return self._parts.query

    @property
    def raw_fragment(self) -> str | None:
        """The fragment as written."""
        return self._parts.fragment

    def components(self) -> Components:
        """Return the components, each with its offsets in the text."""
        return Components(str(self))

    # --- components, decoded ------------------------------------------------------------------------------------------

    @property
    def user(self) -> str | None:
        """The user information before its first ":", decoded."""
        userinfo = self.userinfo
        return None if userinfo is None else decode_text(userinfo.partition(":")[0])

    @property
    def password(self) -> str | None:
        """The user information after its first ":", decoded; ``None`` without a ":"."""
        _, colon, password = (self.userinfo or "").partition(":")
        return decode_text(password) if colon else None

    @property
    def origin(self) -> Self | None:
        """Scheme, host and port in their normal form, without a default port (RFC 6454 §6.1).

        ``None`` without a scheme or an authority. Raises `IRISyntaxError` if the authority is invalid.
        """
        scheme, authority, *_ = self._parts
        if scheme is None or authority is None:
            return None
        self._refuse_host()
        bare = join_authority(None, *split_authority(authority)[1:])
        scheme, authority, *_ = split(normalize(f"{scheme}://{bare}"))
        return self._made(f"{scheme}://{authority}")

    @property
    def ascii_host(self) -> str | None:
        """The host to connect to: a name in the form of the DNS, in lowercase, or an IP address without brackets.

        ``None`` without an authority. Raises `IRISyntaxError` if the host is invalid, and `HostError` for a name that
        cannot be looked up.
        """
        host = self._inner[1]
        if host is None:
            return None
        self._refuse_host()
        if not host or host.startswith("["):
            return host[1:-1]
        scheme = (self._parts.scheme or "https").lower()
        if scheme not in DNS_SCHEMES:
            return split_authority(split(to_uri(f"{scheme}://{host}")).authority or "").host
        userinfo, at, _ = (self._parts.authority or "").rpartition("@")
        return name_to_look_up(host, self.index("//") + len("//" + userinfo + at))

    def _refuse_host(self) -> None:
        for error in authority_errors(self._parts.authority or "", match_components(self).start(2)):
            if error.component != "userinfo":
                raise error

    @property
    def raw_segments(self) -> tuple[str, ...]:
        """The segments of the path as written: ``/a/b%20c/`` has "a", "b%20c" and ""."""
        path = self._parts.path
        return tuple(path.removeprefix("/").split("/")) if path else ()

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path, decoded: ``/a/b%20c/`` has "a", "b c" and "".

        Reserved characters and "%" stay encoded ("%2F", "%25"), and so do bytes that are not UTF-8, so that `with_path`
        writes them unchanged.
        """
        return tuple(map(_readable, self.raw_segments))

    @property
    def fragment(self) -> str | None:
        """The fragment, decoded like ``segments``; "" if it is empty, ``None`` if there is none."""
        fragment = self._parts.fragment
        return None if fragment is None else _readable(fragment)

    @property
    def name(self) -> str:
        """The last segment, decoded like ``segments``; "" if the path ends with a slash."""
        return _readable(self._parts.path.rpartition("/")[2])

    @property
    def stem(self) -> str:
        """The name without its last extension."""
        return self.name.removesuffix(self.suffix)

    @property
    def suffix(self) -> str:
        """The last extension of the name with its dot, such as ".html", or ""."""
        return self.suffixes[-1] if self.suffixes else ""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The extensions of the name: "a.tar.gz" has ".tar" and ".gz"."""
        # Dots at the beginning of a name do not begin an extension, nor does one at its end.
        name = self.name.lstrip(".")
        return () if name.endswith(".") else tuple(f".{extension}" for extension in name.split(".")[1:])

    @property
    def parent(self) -> Self:
        """The IRI without the last segment, the query and the fragment.

        ``i.parent / i.name`` is the IRI again, without its query and fragment, if the name is not "".
        """
        scheme, authority, path, _, _ = self._parts
        above, slash, name = path.rpartition("/")
        if slash and (not above or (name and above.endswith("/"))):
            above += "/"  # the root, or after an empty segment, which the name would otherwise replace
        return self._made(unsplit((scheme, authority, above, None, None)))

    @property
    def query_pairs(self) -> QueryPairs:
        """Names and values of the query, decoded; "+" stays "+"."""
        return QueryPairs(map(_pair, _pieces(self._parts.query)))

    @property
    def form_pairs(self) -> QueryPairs:
        """Names and values of the query, decoded as from HTML forms: "+" is a space, and "&&" adds no pair."""
        return QueryPairs(_pair(piece.replace("+", " ")) for piece in _pieces(self._parts.query) if piece)

    # --- conversion ---------------------------------------------------------------------------------------------------

    @property
    def uri(self) -> str:
        """The URI (`to_uri`), as a plain ``str``."""
        return to_uri(self)

    def normalized(self, level: Level = "idn", *, fragment: bool = True) -> Self:
        """Return the normal form at a level of the comparison ladder; see `normalize`."""
        return normalize(self, level=level, fragment=fragment)

    def display(self, **options: Any) -> str:
        """Return the text to show to readers; for the options see `extract.display`."""
        from extract import display  # imported here, because few programs use it

        return display(str(self), **options)

    def errors(self) -> list[IRISyntaxError]:
        """Return all errors that a strict `parse` would raise."""
        return list(syntax_errors(str(self)))

    # --- changing components ------------------------------------------------------------------------------------------

    def with_(self, **parts: str | int | None) -> Self:
        """Return the IRI with some components replaced, each given in escaped form; ``None`` removes a component.

        The names are scheme, authority or userinfo, host, port (a number or text), path, query, fragment. Raises
        `IRISyntaxError` if the result is not an IRI, or would be split differently, and TypeError for an unknown name,
        or for an authority together with userinfo, host or port.
        """
        given = {name: _component(name, value) for name, value in parts.items()}
        inner = {name: given.pop(name) for name in _INNER if name in given}
        if inner and "authority" in given:
            raise TypeError(f"cannot change authority and its parts together: {', '.join(sorted(given | inner))}")
        if given.get("path", "") is None:
            given["path"] = ""
        changed = self._parts._replace(**given)  # type: ignore[arg-type]
        return self._rebuilt(changed, (*map(inner.get, _INNER, self._inner),) if inner else None)  # type: ignore[arg-type]

    def _rebuilt(self, parts: Split, inner: _Inner | None = None) -> Self:
        """Return the IRI of these parts and parts of its authority; raise if it would be split differently."""
        if inner is not None:
            parts = parts._replace(authority=_authority(*inner))
        iri = self.parse(unsplit(parts))
        if iri._parts == parts and inner in (None, iri._inner):
            return iri
        wanted, read = _named(parts, inner), _named(iri._parts, iri._inner)
        name = next(name for name, value in wanted.items() if read[name] != value)
        moved = "path" if wanted[name] is None else name
        message = f'the {moved} would be read differently in "{hide_password(iri)}"'
        rule = "RFC 3986 §3.2" if name in _INNER else "RFC 3986 §3"
        raise IRISyntaxError(message, kind="parts", component=name, end=len(iri), rule=rule)

    def _escaped(self, parts: tuple[str | None, str | None, str, str | None, str | None]) -> Self:
        """Return the IRI of these parts. One of them is escaped text, so that the others cannot change."""
        text = unsplit(parts)
        if not getattr(self, "_is_checked", False):
            return self.parse(text)
        iri = self._made(text)
        iri._is_checked = True
        return iri

    def with_scheme(self, scheme: str | None) -> Self:
        """Return the IRI with another scheme."""
        return self.with_(scheme=scheme)

    def with_host(self, host: str) -> Self:
        """Return the IRI with another host: a name or an IP address, with or without brackets."""
        scheme, authority, path, query, fragment = self._parts
        userinfo, _, port = self._inner
        host = _literal(host)
        if authority is None or not _UNRESERVED.fullmatch(host):
            return self._rebuilt(self._parts, (userinfo, host, port))
        return self._escaped((scheme, join_authority(userinfo, host, port), path, query, fragment))

    def with_port(self, port: int | None) -> Self:
        """Return the IRI with another port, or none."""
        return self.with_(port=port)

    def with_user(self, user: str | None, password: str | None = None) -> Self:
        """Return the IRI with other user information, given as any text; ``None`` removes it."""
        return self.with_(userinfo=None if user is None else _userinfo(user, password))

    def with_password(self, password: str | None) -> Self:
        """Return the IRI with another password, given as any text, and the same user; ``None`` removes it."""
        user, colon, _ = (self.userinfo or "").partition(":")
        if password is not None:
            return self.with_(userinfo=f"{user}:{_user_data(password, '')}")
        return self.with_(userinfo=user) if colon else self

    def with_path(self, segments: Iterable[str]) -> Self:
        """Return the IRI with a path of these segments, in the form of `segments` or `raw_segments`.

        A "/" in a segment is encoded, and a "%" without two hexadecimal digits. The path begins with a slash unless the
        IRI has neither an authority nor a rooted path. "." and ".." are an `IRISyntaxError` in a new path.
        """
        texts = list_of_texts(segments, "path", "segment")
        if tuple(texts) in (self.raw_segments, self.segments):
            return self
        path = "/".join(map(_segment, texts))
        rooted = self._parts.authority is not None or self._parts.path.startswith("/")
        return self.with_(path=f"/{path}" if texts and rooted else self._below(path))

    def with_name(self, name: str) -> Self:
        """Return the IRI with another last segment, in the form of `with_path`, and the rest unchanged."""
        name = text_of(name, "name")
        if name in (self.name, self._parts.path.rpartition("/")[2]):
            return self
        before, slash, _ = self._parts.path.rpartition("/")
        if not self._parts.path and self._parts.authority is not None:
            slash = "/"
        segment = _segment(name)
        return self.with_(path=before + slash + segment if slash else self._below(segment))

    def with_suffix(self, suffix: str) -> Self:
        """Return the IRI with another last extension of its name, such as ".html"; "" removes it.

        Raises ValueError for a suffix without a dot, and for a path without a name.
        """
        suffix, stem = text_of(suffix, "suffix"), self.stem
        if suffix and (suffix[0] != "." or len(suffix) == 1):
            raise ValueError(f'suffix must be a dot and more, such as ".html", or "", not {suffix!a:.60}')
        if suffix and stem in ("", ".", ".."):
            raise ValueError(f"the path has no name that could get the suffix {suffix!a:.60}")
        return self.with_name(stem + suffix)

    def with_fragment(self, fragment: str | None) -> Self:
        """Return the IRI with another fragment, in the form of `fragment` or `raw_fragment`; ``None`` removes it."""
        if fragment is not None and text_of(fragment, "fragment") == self.fragment:
            return self
        escaped = None if fragment is None else _written("fragment", fragment, "")
        return self._escaped((*self._parts[:4], escaped))

    def with_query(self, query: QueryInput | None = None, /, **values: Value | Sequence[Value]) -> Self:
        """Return the IRI with another query of any names and values; ``None`` or no pairs remove it.

        The query is a mapping of names to values or lists of values, or pairs, or ``name=value``. A value is text, a
        number, or ``None`` for a name without "=". "+" and space become "%2B" and "%20", which all programs decode
        alike. For an escaped query use ``with_(query=…)``.
        """
        pieces = _query_pairs(query, values)
        return self._with_query("&".join(pieces) if pieces else None)

    def add_query(self, query: QueryInput | None = None, /, **values: Value | Sequence[Value]) -> Self:
        """Return the IRI with more names and values at the end of its query. Existing pairs stay as written."""
        more = _query_pairs(query, values)
        return self._with_query("&".join([*_pieces(self._parts.query), *more])) if more else self

    def update_query(self, query: QueryInput | None = None, /, **values: Value | Sequence[Value]) -> Self:
        """Return the IRI with the names of a query set to its values, in place; new names are added at the end.

        ``update_query({"page": 2, "sort": []})``, or ``iri % {…}``, sets one name and removes the other. All other
        pairs stay as written.
        """
        named: dict[str, list[str]] = {}
        for one in (query, values):
            if isinstance(one, Mapping):
                named |= {text_of(name, "query name"): [] for name in one}
            for name, value in pairs_of(one or ()):
                named.setdefault(name, []).append(_query_pair(name, value))
        pieces: list[str] = []
        written = set()
        for piece in _pieces(self._parts.query):
            known = next((name for name in _names(piece) if name in named), None)
            if known is None:
                pieces.append(piece)
            elif known not in written:
                written.add(known)
                pieces += named[known]
        pieces += [piece for name, added in named.items() if name not in written for piece in added]
        return self._with_query("&".join(pieces) if pieces or self._parts.query == "" else None)

    def __mod__(self, query: Any) -> Self:
        """Return the IRI with some values of its query set, as in `update_query`."""
        return self.update_query(query)

    def remove_query(self, *names: str) -> Self:
        """Return the IRI without the pairs of these names, and without a query if no pair remains."""
        wanted = {text_of(name, "query name") for name in names}
        pieces = _pieces(self._parts.query)
        kept = [piece for piece in pieces if wanted.isdisjoint(_names(piece))]
        return self if len(kept) == len(pieces) else self._with_query("&".join(kept) if kept else None)

    def _with_query(self, query: str | None) -> Self:
        scheme, authority, path, _, fragment = self._parts
        return self._escaped((scheme, authority, path, query, fragment))

    def __truediv__(self, path: str) -> Self:
        """Return the IRI with the segments of a relative path added, without query and fragment; see `with_path`.

        A slash at its start is an `IRISyntaxError`. For untrusted text, which must not change the path above, use
        `joinpath`.
        """
        if not isinstance(path, str):
            return NotImplemented
        if path.startswith("/"):
            message = f'"{path}" begins with a slash; resolve a reference, or remove the slash'
            raise IRISyntaxError(message, kind="parts", component="path", end=1, character="/", rule="RFC 3986 §3.3")
        return self._joined(list(map(_segment, text_of(path, "path").split("/"))))

    def joinpath(self, *segments: str) -> Self:
        """Return the IRI with one more segment for each text, without query and fragment.

        The texts may be untrusted: "/", "?", "#" and "%" in them are encoded, and "." and ".." are an
        `IRISyntaxError`. If the path ends with a slash, the first segment is added after it.
        """
        return self._joined([_segment(text.replace("%", "%25")) for text in list_of_texts(segments, "path", "segment")])

    def _joined(self, segments: list[str]) -> Self:
        scheme, authority, path, _, _ = self._parts
        if not segments:
            return self._made(unsplit((scheme, authority, path, None, None)))
        if (path or authority is not None) and not path.endswith("/"):
            path += "/"
        path += "/".join(segments) if path else self._below("/".join(segments))
        if authority is None and path.startswith("//"):
            return self.with_(path=path)  # raises, since the path would become an authority (RFC 3986 §3.3)
        return self._escaped((scheme, authority, path, None, None))

    def _below(self, path: str) -> str:
        """Return a relative path in which a ":" in the first segment cannot end a scheme (RFC 3986 §4.2)."""
        return f"./{path}" if self._parts.scheme is None and ":" in path.partition("/")[0] else path

    # --- references ---------------------------------------------------------------------------------------------------

    def resolve(self, reference: str) -> Self:
        """Resolve a reference with this IRI as the base (RFC 3986 §5.2.2, strict); this IRI must have a scheme."""
        parts = reference._parts if isinstance(reference, IRI) else split(text_of(reference, "reference"))
        return self._made(resolve_components(self._parts, parts))

    def join(self, reference: str) -> Self:  # type: ignore[override]
        """Resolve a reference like ``resolve``. Several texts, which ``str.join`` accepts, are a TypeError."""
        if not isinstance(reference, str):
            message = "join takes one reference and resolves it"
            raise TypeError(f"{message}; to join texts, write str.join(iri, texts), or joinpath(*segments)")
        return self.resolve(reference)

    def relative_to(self, base: str) -> Self:
        """Return a short reference to this IRI: ``base.resolve(iri.relative_to(base)) == base.resolve(iri)``."""
        base = IRI.unchecked(base)
        target = base.resolve(self)
        for reference in _short_references(base._parts, target._parts):
            if base.resolve(reference) == target:
                return self._made(reference)
        return self._made(target)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """Return a pydantic schema: a field of this type accepts and checks text, not bytes, and is written as text."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(
            cls, core_schema.str_schema(strict=True), serialization=core_schema.to_string_ser_schema()
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        """Return the JSON Schema with the format for IRIs (JSON Schema §7.3.5)."""
        return {**handler(schema), "format": "iri-reference"}


def _unchecked(cls: type[IRI], text: str) -> IRI:  # a function, because PyYAML cannot name a method
    return cls.unchecked(text)


class QueryPairs(tuple[tuple[str, str | None], ...]):
    """The pairs of a query in order, decoded. A value is ``None`` if there is no "=".

    ``"q" in pairs`` tests for a name, and ``pairs["q"]`` is its first value.
    """

    def __contains__(self, item: object) -> bool:
        names: list[object] = [name for name, _ in self]
        return item in names if isinstance(item, str) else super().__contains__(item)

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        values = self.get_all(key)
        if not values:
            raise KeyError(key)
        return values[0]

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return the first value of a name, "" if it has no "="; ``default`` if there is no such name."""
        return next((value or "" for known, value in self if known == name), default)

    def get_all(self, name: str) -> list[str]:
        """Return all values of a name."""
        return [value or "" for known, value in self if known == name]


# --- decoding ---------------------------------------------------------------------------------------------------------


def _readable(written: str) -> str:
    """Return a segment or a fragment decoded, except for reserved characters and "%"."""
    return decode_text(written, stays=_STAYS) if "%" in written else written


_STAYS = re.compile(f"[{RESERVED}%]")


def _pieces(query: str | None) -> list[str]:
    return query.split("&") if query else []


def _pair(piece: str) -> tuple[str, str | None]:
    name, equals, value = piece.partition("=")
    return decode_text(name), decode_text(value) if equals else None


def _names(piece: str) -> tuple[str, str]:
    """Return the name of a pair as in `IRI.query_pairs` and as in `IRI.form_pairs`."""
    name = piece.partition("=")[0]
    return decode_text(name), decode_text(name.replace("+", " "))


# --- escaping ---------------------------------------------------------------------------------------------------------

_INNER = ("userinfo", "host", "port")
# RFC 3986 §2.3: these are never escaped.
_UNRESERVED = re.compile(r"[A-Za-z0-9\-._~]*+")


def _written(component: str, text: str, more: str) -> str:
    """Return a text for a component, with ``more`` and characters that it does not allow percent-encoded."""
    return text if _UNRESERVED.fullmatch(text) else _encoder(component, more)(text)


@cache
def _encoder(component: str, more: str) -> Callable[[str], str]:
    pattern = f"{refused(component).pattern}|[{re.escape(more)}]" if more else refused(component).pattern

    def encoded(match: re.Match[str]) -> str:
        if is_surrogate(match[0]):
            raise lone_surrogate(match[0], match.start(), component)
        return encode_all(match[0])

    return partial(re.compile(pattern).sub, encoded)


def _data(component: str, text: str, more: str) -> str:
    """Return a text for a component like `_written`, but with every "%" encoded."""
    return text.translate(_in_ascii(component, more)) if text.isascii() else _written(component, text, f"%{more}")


@cache
def _in_ascii(component: str, more: str) -> dict[int, str]:
    return {code: _encoder(component, f"%{more}")(chr(code)) for code in range(0x80)}


def _segment(text: str) -> str:
    refuse_dot_segment(decode_text(text))
    return _written("path", text, "/?#")


def list_of_texts(texts: Iterable[str], name: str, item: str) -> list[str]:
    """Return texts as a list; a single text, or a value that is not iterable, is a TypeError."""
    if isinstance(texts, str | bytes | bytearray) or not isinstance(texts, Iterable):
        raise TypeError(f'{name} must be {item}s, such as ("a", "b"), not {type(texts).__name__}')
    return [text_of(text, f"each {item} of {name}") for text in texts]


def _userinfo(user: str, password: str | None) -> str:
    name = _user_data(user, ":")
    return name if password is None else f"{name}:{_user_data(password, '')}"


def _user_data(text: str, more: str) -> str:
    return _data("userinfo", text_of(text, "userinfo"), more)


def _literal(host: str) -> str:
    """Return a host, in brackets if it is an IPv6 address."""
    host = text_of(host, "host")
    return f"[{host}]" if ":" in host and grammar.is_ipv6_address(host) else host


def _query_pairs(query: QueryInput | None, values: Mapping[str, Value | Sequence[Value]]) -> list[str]:
    given = [] if query is None else [_query_pair(name, value) for name, value in pairs_of(query)]
    return given + [_query_pair(name, value) for name, value in pairs_of(values)] if values else given


def _query_pair(name: str, value: str | None) -> str:
    escaped = _data("query", name, "&=#+")
    return escaped if value is None else f"{escaped}={_data('query', value, '&#+')}"


def pairs_of(query: QueryInput) -> Iterator[tuple[str, str | None]]:
    """Yield names and values of a query given as a mapping or as pairs; other types are a TypeError."""
    pairs: Any = query
    if isinstance(query, (dict, Mapping)):
        pairs = query.items()
    elif isinstance(query, (str, bytes, bytearray)) or not isinstance(query, Iterable):
        raise TypeError(f"query must be a mapping or pairs, not {type(query).__name__}; with_(query=…) takes text")
    for pair in pairs:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise TypeError(f'query must be a mapping or pairs, such as [("a", "b")]; {pair!a:.60} is not a pair')
        name, values = pair
        if type(name) is type(values) is str:
            yield name, values
            continue
        for value in values if isinstance(values, (list, tuple)) else (values,):
            yield text_of(name, "query name"), _value(value)


def _value(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value and text_of(value, "query value")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"a query value must be a str, a number or None, not {type(value).__name__}")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"a query value must be a finite number, not {value}")
    return str(value)


# --- components -------------------------------------------------------------------------------------------------------


def _authority(userinfo: str | None, host: str | None, port: str | None) -> str | None:
    if host is not None:
        return join_authority(userinfo, host, port)
    if userinfo is not None or port is not None:
        message = "user information and a port need a host"
        raise IRISyntaxError(message, kind="parts", component="host", rule="RFC 3986 §3.2")
    return None


def _short_references(base: Split, target: Split) -> Iterator[str]:
    """Yield references that may resolve to the target, the shortest forms first. The caller tests them."""
    if base.scheme != target.scheme:
        return
    tail = Split(None, None, "", target.query, target.fragment)
    if base.authority == target.authority:
        yield unsplit(tail._replace(query=None))
        yield unsplit(tail)
        here, there = base.path.split("/")[:-1], target.path.split("/")
        common = len(commonprefix((here, there[:-1])))
        path = "../" * (len(here) - common) + "/".join(there[common:])
        yield unsplit(tail._replace(path=path))
        yield unsplit(tail._replace(path=f"./{path}"))
        yield unsplit(tail._replace(path=target.path))
    yield unsplit(target._replace(scheme=None))


def _component(name: str, value: object) -> str | None:
    """Return a component given to `IRI.with_` as text."""
    if name not in Split._fields and name not in _INNER:
        raise TypeError(f'unknown component "{name}"; the components are {", ".join([*Split._fields, *_INNER])}')
    if name == "port" and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is not None and not isinstance(value, str):
        types = "an int, a str" if name == "port" else "a str"
        raise TypeError(f"{name} must be {types} or None, not {type(value).__name__}")
    return None if value is None else text_of(value, name)


def _named(parts: Split, inner: _Inner | None) -> dict[str, str | None]:
    return parts._asdict() | dict(zip(_INNER, inner or (), strict=False))
