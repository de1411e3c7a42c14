"""`Finder`: options in, links out. `find_links` and `find_links_in` are its short forms."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, final

from extract.detect.around import REACH
from extract.detect.link import Link
from extract.detect.scanner import Plan, scan
from extract.detect.stream import Readable, find_each, read_links, settled
from extract.detect.tailorings import PROSE, tailorings_of
from extract.iri.grammar import is_scheme
from extract.text.arguments import items, require
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.detect.rewritten import Find
    from extract.detect.why import Reason

_NAME = re.compile(r"[^\s.:/?#@*]*(?:\.[^\s.:/?#@*]+)+")

# How links may be broken over lines.
Wrapped = bool | Literal["columns", "hyphen"]


class FinderOptions(TypedDict, total=False):
    """The options of a `Finder`, each by its name."""

    schemes: Iterable[str] | None
    bare_domains: bool
    always: Iterable[str]
    never: Iterable[str]
    email: bool
    profile: str | Collection[str]
    broken: bool
    wrapped: Wrapped
    width: int | None
    refang: bool


@final
@dataclass(frozen=True, slots=True, init=False, repr=False)
class Finder:
    """Finds the links of texts, in order and disjoint, with options that are checked once.

    ``schemes``: the scheme names to find, in any case; by default those of `DEFAULT_SCHEMES`, each with "//", and
    ``mailto:``. Schemes that are named here are also found without "//", if they allow it (``urn:…``, ``xmpp:…``); of
    ``DEFAULT_SCHEMES | {"magnet"}`` those that are added.
    ``bare_domains``: also bare domain names with a known top-level domain (``example.com/ü``).
    ``always``, ``never``: bare names to link always and never, such as ``"wiki.corp"``; ``".corp"`` stands for all that
    end so, and the longest that fits decides. Any ending will do.
    ``email``: also e-mail addresses.
    ``profile``: ``"prose"``, ``"uts58"``, or the names of the tailorings to add to UTS #58.
    ``broken``: also what is clearly meant as a link but invalid (``http://a..b/``); `check` says why.
    ``wrapped``: links may be broken over lines. True: in ``<…>`` and ``<URL:…>`` (RFC 3986 appendix C); ``"columns"``:
    if a line fills ``width`` columns, as in terminals; ``"hyphen"``: after a hyphen at the end of a line, as
    in the text of PDFs. ``text`` is then the raw span, ``spans`` the spans of its pieces, ``iri`` the joined form.
    ``width``: the columns of a line, only for ``wrapped="columns"``.
    ``refang``: also defanged links, written so that nobody follows them (``hxxps://bad[.]example``); ``iri`` is the
    address that is meant.

    A finder is immutable. It compares and hashes by its options, can be pickled, and may be shared between threads.
    The links found depend only on the options and the text.

    Raises ValueError for an unknown profile, an invalid scheme name, another ``wrapped``, a ``width`` that is
    missing, too small or not needed, and what is no name in ``always`` or ``never``, or is there without
    ``bare_domains``; TypeError if one of these is a single str, or has anything else than str.
    """

    schemes: frozenset[str] | None  # in lower case; None: the default
    bare_domains: bool  # also bare domain names
    always: frozenset[str]  # bare names to link always, in lower case
    never: frozenset[str]  # and never
    email: bool  # also e-mail addresses
    profile: frozenset[str]  # the tailorings
    broken: bool  # also invalid links
    wrapped: Wrapped  # how a link may be broken: True, "columns" or "hyphen"; False: a line break ends it
    width: int | None  # columns of a line; None unless wrapped is "columns"
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
        wrapped: Wrapped = False,
        width: int | None = None,
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
            "wrapped": _way_of_wrapping(wrapped, width),
            "width": width,
            "refang": bool(refang),
        }
        for name, value in (options | {"_plan": Plan(options)}).items():
            object.__setattr__(self, name, value)

    def find(self, text: str) -> Iterator[Link]:
        """Find the links of a text; offsets are code points. Raises TypeError if ``text`` is not a ``str``."""
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        if not self.refang and isinstance(self.wrapped, bool):  # nearly always
            return scan(text, self._plan)
        from extract.detect.rewritten import links_over_columns, links_over_hyphens

        find = self._one_line()
        if self.wrapped == "hyphen":
            return links_over_hyphens(text, find)
        if self.width is not None:
            return links_over_columns(text, find, self.width)
        return iter(find(text))

    def _one_line(self) -> Find:
        if not self.refang:
            return self._scan
        from extract.detect.rewritten import refanged_links

        return partial(refanged_links, find=self._scan)

    def _scan(self, text: str) -> Iterator[Link]:
        return scan(text, self._plan)

    def find_many(self, texts: Iterable[str]) -> Iterator[list[Link]]:
        """Find the links of many short texts, such as messages or cells: for each a list, as ``list(find(text))``.

        They are joined and scanned together, which is several times as fast; up to 128 texts are read ahead.
        Raises TypeError if ``texts`` is a single ``str``, or contains anything but ``str``.
        """
        if isinstance(texts, str):
            raise TypeError("find_many() takes an iterable of texts; for a single text use find()")
        require(isinstance(texts, Iterable), "texts", "an iterable of texts", texts)
        if self.wrapped:  # such links go on over line ends
            return (list(self.find(text)) for text in texts)
        return find_each(texts, self._one_line())

    def settled(self, text: str) -> int:
        """Return the offset up to which links stay as they are, whatever is written after the text: for typing, chat.

        A link that ends after it may still grow, shrink or go. Links end with white space at the latest; but whether
        a name is a link (``bare_domains``) depends on the next 200 characters of its line. Raises ValueError with
        ``wrapped``, because such links contain white space, and TypeError if ``text`` is not a ``str``.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        if self.wrapped:
            raise ValueError("settled() does not know wrapped links: they may go on in the next line")
        return settled(text, REACH if self.bare_domains else 0, not self.refang)

    def find_in(self, file: Readable) -> Iterator[Link]:
        """Find the links of a file opened as text, in bounded memory; the same links as in the whole text.

        Offsets are code points from where reading began. The file is read in pieces that end with white space, which no
        link contains; after four million characters a piece ends anyway. Raises TypeError if
        ``file`` is not open as text, and ValueError with ``wrapped``, because such links contain white space.
        """
        if self.wrapped:
            raise ValueError("find_in() does not find wrapped links; give find() the whole text")
        if not hasattr(file, "read"):
            raise TypeError(f"file must be opened as text, not {type(file).__name__}")
        return read_links(file, self.find)

    def why(self, text: str) -> Iterator[Reason]:
        """Yield what set the start, the end and the being of each link of a text, and what made others none.

        Each `Reason` names a tailoring, or a sign around a bare name with its weight. It takes as long as thirty
        searches. Raises TypeError if ``text`` is not a ``str``.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        from extract.detect.why import reasons

        def find(profile: Collection[str]) -> Iterator[Link]:
            return Finder(**self._options() | {"profile": profile or "uts58"}).find(text)

        return reasons(text, self.profile, find)

    def __repr__(self) -> str:
        return f"Finder({', '.join(f'{name}={_shown(value)}' for name, value in self._options().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _finder_with, (self._options(),)

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {} if self.schemes is None else {"schemes": self.schemes}
        options |= {name: True for name in ("bare_domains", "email") if getattr(self, name)}
        if self.profile != PROSE:
            options["profile"] = self.profile or "uts58"
        more = ("always", "never", "broken", "wrapped", "width", "refang")
        return options | {name: getattr(self, name) for name in more if getattr(self, name)}


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


def _way_of_wrapping(wrapped: Wrapped, width: int | None) -> Wrapped:
    require(width is None or isinstance(width, int), "width", "a number of columns, an int, or None", width)
    if wrapped not in (False, True, "columns", "hyphen"):
        raise ValueError(f"unknown wrapped {wrapped!r}: use True, 'columns' or 'hyphen'")
    if (width is not None) != (wrapped == "columns") or (width is not None and width < 2):
        message = f"wrapped={wrapped!r} with width={width!r}: 'columns' needs a width of 2 or more; others take none"
        raise ValueError(message)
    return wrapped


def _names(option: str, names: Iterable[str], bare_domains: bool) -> frozenset[str]:
    names = _collected(option, names)
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{option}: {name!r} is neither a domain name such as 'wiki.corp' nor an ending, '.corp'")
    if names and not bare_domains:
        raise ValueError("'always' and 'never' are for bare domains: bare_domains=True finds these")
    return frozenset(map(str.lower, names))


def find_links(text: str, **options: Unpack[FinderOptions]) -> Iterator[Link]:
    """Find the links of a text, in order and disjoint; offsets are code points of ``text``.

    The options are those of `Finder`, and so are the errors.
    """
    return (shared_finder(**options) if options else _cached_finder()).find(text)


def find_links_in(file: Readable, **options: Unpack[FinderOptions]) -> Iterator[Link]:
    """Find the links of a file opened as text: those of `find_links` on all of its text, with the same options.

    Memory is bounded: see `Finder.find_in`.
    """
    return shared_finder(**options).find_in(file)


def shared_finder(**options: Unpack[FinderOptions]) -> Finder:
    """Return the finder with these options, the same one as long as it is in use."""
    schemes, profile = options.get("schemes"), options.get("profile", "")
    if not (schemes is None or isinstance(schemes, str)):
        options["schemes"] = _collected("schemes", schemes)
    always, never = options.get("always", ()), options.get("never", ())
    if not isinstance(always, str | tuple):
        options["always"] = _collected("always", always)
    if not isinstance(never, str | tuple):
        options["never"] = _collected("never", never)
    if not isinstance(profile, str | tuple):
        options["profile"] = _collected("profile", profile)
    try:
        return _cached_finder(**options)
    except TypeError:
        return Finder(**options)  # a list, perhaps, which the cache cannot take: the error says of which option


_cached_finder: Callable[..., Finder] = lru_cache(maxsize=64)(Finder)
