"""Find links with options: `Finder`, and the shortcuts `find_links` and `find_links_in`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, final

from extract.detect.around import REACH
from extract.detect.link import Link
from extract.detect.scanner import Plan, scan
from extract.detect.stream import Readable, find_each, read_links, settled
from extract.detect.tailorings import PROSE, tailorings_of
from extract.iri.grammar import is_scheme
from extract.text.arguments import items, require
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.detect.why import Reason

_NAME = re.compile(r"[^\s.:/?#@*]*(?:\.[^\s.:/?#@*]+)+")


class FinderOptions(TypedDict, total=False):
    """The options of a `Finder`."""

    schemes: Iterable[str] | None
    bare_domains: bool
    always: Iterable[str]
    never: Iterable[str]
    email: bool
    profile: str | Collection[str]
    broken: bool
    wrapped: bool
    refang: bool


@final
@dataclass(frozen=True, slots=True, init=False, repr=False)
class Finder:
    """Find the links of texts, in order and without overlap, with options that are checked once.

    ``schemes``: the scheme names to find, in any case. By default `DEFAULT_SCHEMES`, each with "//", and ``mailto:``.
    Schemes in this option are also found without "//" if they allow it (``urn:…``, ``xmpp:…``). If the option includes
    all `DEFAULT_SCHEMES`, only the additional schemes are found without "//".
    ``bare_domains``: also bare domains with a known top-level domain (``example.com/ü``).
    ``always``, ``never``: bare domains to link always or never, such as ``"wiki.corp"``. ``".corp"`` means all names
    with this ending. The longest matching entry decides. Any ending is allowed.
    ``email``: also email addresses.
    ``profile``: ``"prose"``, ``"uts58"``, or the names of the tailorings to add to UTS #58.
    ``broken``: also invalid text that is clearly meant as a link (``http://a..b/``). `check` returns the reason.
    ``wrapped``: links in ``<…>`` and ``<URL:…>`` may be broken over lines (RFC 3986 appendix C). ``text`` is then the
    raw text, ``spans`` the spans of its pieces, and ``iri`` the joined form.
    ``refang``: also defanged links, which are disabled on purpose (``hxxps://bad[.]example``). ``iri`` is the intended
    IRI.

    A finder is immutable and thread-safe. Finders with equal options are equal, and can be hashed and pickled.
    The links depend only on the options and the text.

    Raises ValueError for an unknown profile, an invalid scheme name, an invalid name in ``always`` or ``never``, and if
    these are used without ``bare_domains``. Raises TypeError if one of these is a single str, or contains other values
    than str.
    """

    schemes: frozenset[str] | None  # lowercase; None: the default
    bare_domains: bool  # also bare domains
    always: frozenset[str]  # bare domains to link always, in lowercase
    never: frozenset[str]  # bare domains to link never, in lowercase
    email: bool  # also email addresses
    profile: frozenset[str]  # the tailorings
    broken: bool  # also invalid links
    wrapped: bool  # also links that are broken over lines
    refang: bool  # also defanged links
    _plan: Plan = field(compare=False)

    def __init__(
        self,
        *,
        schemes: Iterable[str] | None = None,
        bare_domains: bool = False,
        always: Iterable[str] = (),
        never: Iterable[str] = (),
        email: bool = False,
        profile: str | Collection[str] = "prose",
        broken: bool = False,
        wrapped: bool = False,
        refang: bool = False,
    ) -> None:
        options = {
            "schemes": None if schemes is None else _scheme_names(schemes),
            "bare_domains": bool(bare_domains),
            "always": _names("always", always, bare_domains),
            "never": _names("never", never, bare_domains),
            "email": bool(email),
            "profile": tailorings_of(profile if isinstance(profile, str) else _collected("profile", profile)),
            "broken": bool(broken),
            "wrapped": bool(wrapped),
            "refang": bool(refang),
        }
        for name, value in (options | {"_plan": Plan(options)}).items():
            object.__setattr__(self, name, value)

    def find(self, text: str) -> Iterator[Link]:
        """Find the links of ``text``. Offsets are code points. Raises TypeError if ``text`` is not a ``str``."""
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        if not self.refang:
            return scan(text, self._plan)
        from extract.detect.rewritten import refanged_links

        return refanged_links(text, partial(scan, plan=self._plan))

    def find_many(self, texts: Iterable[str]) -> Iterator[list[Link]]:
        """Yield ``list(find(text))`` for each of many short texts, such as messages or cells.

        They are joined and scanned together, which is several times faster. Up to 128 texts are read ahead.
        Raises TypeError if ``texts`` is a single ``str``, or contains other values than ``str``.
        """
        if isinstance(texts, str):
            raise TypeError("find_many() takes an iterable of texts; for a single text use find()")
        require(isinstance(texts, Iterable), "texts", "an iterable of texts", texts)
        if self.wrapped:  # such links continue after line breaks
            return (list(self.find(text)) for text in texts)
        return find_each(texts, self.find)

    def settled(self, text: str) -> int:
        """Return the offset up to which links do not change if more text is added, for editors and chats.

        Links after this offset may still change. Whitespace ends a link, but whether a name is a link
        (``bare_domains``) depends on the next 200 characters of its line. Raises ValueError with ``wrapped``, because
        such links contain whitespace, and TypeError if ``text`` is not a ``str``.
        """
        require(isinstance(text, str), "text", "a str", text)
        if self.wrapped:
            raise ValueError("settled() does not know wrapped links: they may go on in the next line")
        return settled(text, REACH if self.bare_domains else 0, not self.refang)

    def find_in(self, file: Readable) -> Iterator[Link]:
        """Find the links of a file opened as text, in bounded memory. The links are the same as in the whole text.

        Offsets are code points from the position at which reading starts. The file is read in pieces that end with
        whitespace, or after four million characters. Raises TypeError if ``file`` is not opened as text, and ValueError
        with ``wrapped``, because such links contain whitespace.
        """
        if self.wrapped:
            raise ValueError("find_in() does not find wrapped links; give find() the whole text")
        if not hasattr(file, "read"):
            raise TypeError(f"file must be opened as text, not {type(file).__name__}")
        return read_links(file, self.find)

    def why(self, text: str) -> Iterator[Reason]:
        """Yield the reasons for the start and end of each link of ``text``, and for text that is not a link.

        Each `Reason` is a tailoring, or a sign around a bare domain with its weight. This takes about as long as thirty
        searches. Raises TypeError if ``text`` is not a ``str``.
        """
        require(isinstance(text, str), "text", "a str", text)
        from extract.detect.why import reasons

        def find(profile: Collection[str]) -> Iterator[Link]:
            return Finder(**self._options() | {"profile": profile or "uts58"}).find(text)

        return reasons(text, self.profile, find)

    def __repr__(self) -> str:
        return f"Finder({', '.join(f'{name}={_shown(value)}' for name, value in self._options().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _finder_with, (self._options(),)

    def _options(self) -> dict[str, Any]:
        options = {name: getattr(self, name) for name in FinderOptions.__annotations__}
        options["profile"] = None if self.profile == PROSE else self.profile or "uts58"
        return {name: value for name, value in options.items() if value or (name == "schemes" and value is not None)}


def _shown(value: object) -> str:
    return f"{{{', '.join(map(repr, sorted(value)))}}}" if isinstance(value, frozenset) and value else repr(value)


def _finder_with(options: dict[str, Any]) -> Finder:
    return Finder(**options)


def _scheme_names(schemes: Iterable[str]) -> frozenset[str]:
    names = _collected("schemes", schemes)
    for name in names:
        if not is_scheme(name):
            raise ValueError(f"invalid scheme name {name!r}; write one such as 'https' (RFC 3986 §3.1)")
    return frozenset(map(str.lower, names))


def _collected(option: str, given: Iterable[str]) -> frozenset[str]:
    if isinstance(given, str):
        raise TypeError(f"{option} must be a collection of names, such as {{{given!r}}}, not {given!r}")
    return frozenset(items(option, str, given, "names"))


def _names(option: str, names: Iterable[str], bare_domains: bool) -> frozenset[str]:
    names = _collected(option, names)
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{option}: {name!r} is neither a domain name such as 'wiki.corp' nor an ending, '.corp'")
    if names and not bare_domains:
        raise ValueError("'always' and 'never' are for bare domains: bare_domains=True finds these")
    return frozenset(map(str.lower, names))


def find_links(text: str, **options: Unpack[FinderOptions]) -> Iterator[Link]:
    """Find the links of ``text``, in order and without overlap. Offsets are code points.

    The options and errors are the same as for `Finder`.
    """
    return (shared_finder(**options) if options else _cached_finder()).find(text)


def find_links_in(file: Readable, **options: Unpack[FinderOptions]) -> Iterator[Link]:
    """Find the links of a file opened as text, in bounded memory (see `Finder.find_in`).

    The links and options are the same as for `find_links` with the whole text.
    """
    return shared_finder(**options).find_in(file)


def shared_finder(**options: Unpack[FinderOptions]) -> Finder:
    """Return a cached finder with these options."""
    for name, given in options.items():
        if type(given) not in _CONSTANT and name in _COLLECTIONS and not isinstance(given, str):
            options[name] = _collected(name, given)  # type: ignore[literal-required, arg-type]
    try:
        return _cached_finder(**options)
    except TypeError:
        return Finder(**options)  # an option is not hashable, such as a list: raise the error of `Finder`


_COLLECTIONS = ("schemes", "always", "never", "profile")
_CONSTANT = frozenset((bool, int, str, tuple, frozenset, type(None)))
_cached_finder: Callable[..., Finder] = lru_cache(maxsize=64)(Finder)
