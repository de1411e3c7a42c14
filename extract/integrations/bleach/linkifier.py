"""The functions and classes of bleach's module of this name."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from extract.detect.finder import Finder
from extract.detect.link import Link
from extract.integrations.bleach.callbacks import nofollow
from extract.integrations.bleach.patterns import PatternFinder, build_email_re, build_url_re, finder_for, targets
from extract.integrations.bleach.repairs import repaired
from extract.iri.tld import top_level_domains
from extract.markup.callbacks import HREF, TEXT, Attrs, Callback, run
from extract.markup.html_text import NO_PLACE
from extract.markup.linker import Linker as HTMLLinker
from extract.markup.target import checked_hosts, checked_scheme, shown_text
from extract.text.references import unescape

__all__ = ["DEFAULT_CALLBACKS", "HTML_TAGS", "Linker", "LinkifyFilter", "build_email_re", "build_url_re", "linkify"]

if TYPE_CHECKING:
    import re

    from extract.present.displaying import Hosts

    TLDS: list[str]
    URL_RE: re.Pattern[str]
    EMAIL_RE: re.Pattern[str]

DEFAULT_CALLBACKS: list[Callback] = [nofollow]
# HTML "Index of elements", and "Obsolete features" §16.2, which browsers still render. Elements that replace the page,
# or the rest of it, are excluded, and so are SVG and MathML, as in bleach, because HTML in them is parsed differently.
HTML_TAGS = frozenset(
    """
    a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
    colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3
    h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta
    meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search
    section select selectedcontent slot small source span strong style sub summary sup table tbody td template
    textarea tfoot th thead time title tr track u ul var video wbr
    acronym basefont bgsound big center dir font keygen listing marquee nobr rb rtc strike tt
    """.split()
)
_HTML = "http://www.w3.org/1999/xhtml"


def linkify(
    text: str,
    callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
    skip_tags: Collection[str] | None = None,
    parse_email: bool = False,
    *,
    default_scheme: str = "http",
    hosts: Hosts = "browser",
) -> str:
    """Add links to HTML, and call callbacks for new and existing ones (`Linker`)."""
    return Linker(callbacks, skip_tags, parse_email, default_scheme=default_scheme, hosts=hosts).linkify(text)


class Linker:
    """Adds links to HTML with the arguments of bleach's ``Linker``.

    Everything except links is copied, with these exceptions: tags outside ``recognized_tags`` (``<svg>``), tags without
    ``>``, and single ``<``, ``>`` and ``&`` become text (``&lt;``). Unclosed elements are closed. End tags without a
    start tag, ``<html>``, ``<head>`` and ``<body>`` are removed. Nothing is sanitized: run nh3 after it.

    ``url_re``, ``email_re``: patterns of `build_url_re` and `build_email_re`. Other patterns replace link detection.
    ``default_scheme``: of bare domains, here ``http`` as in bleach. ``hosts``: hosts shown in Unicode (`display`).
    """

    def __init__(
        self,
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Collection[str] | None = None,
        parse_email: bool = False,
        url_re: Any = None,
        email_re: Any = None,
        recognized_tags: Iterable[str] = HTML_TAGS,
        *,
        default_scheme: str = "http",
        hosts: Hosts = "browser",
    ) -> None:
        self._known = frozenset(recognized_tags)
        self._linker = _HTMLLinker(
            None if callbacks is DEFAULT_CALLBACKS and callbacks == [nofollow] else callbacks or (),
            _names(skip_tags),
            finder=cast(Finder, finder_for(url_re, email_re, email=parse_email)),
            default_scheme=default_scheme,
            hosts=hosts,
        )

    def linkify(self, text: str) -> str:
        """Return the HTML with its links; TypeError if ``text`` is not a ``str``."""
        if isinstance(text, str):
            text = repaired(str.__str__(text), self._known)  # as str, since markupsafe's Markup overrides replace()
        return str.__str__(self._linker.linkify(text))


def _names(tags: Collection[str] | None) -> Collection[str]:
    return [tags] if isinstance(tags, str) else tags or ()  # bleach also accepts one name


class _HTMLLinker(HTMLLinker):
    def _links(self, text: str) -> Iterator[tuple[Link, str]]:
        return targets(self._finder, text, self._default)


Token = dict[str, Any]
_TEXT = frozenset(["Characters", "SpaceCharacters", "Entity"])


class LinkifyFilter:
    """Adds links to html5lib's tokens: ``bleach.Cleaner(filters=[LinkifyFilter])``."""

    def __init__(
        self,
        source: Iterable[Token],
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Collection[str] | None = None,
        parse_email: bool = False,
        url_re: Any = None,
        email_re: Any = None,
        *,
        default_scheme: str = "http",
        hosts: Hosts = "browser",
    ) -> None:
        self.source = source
        self.callbacks = list(callbacks or ())
        self._unlinked = NO_PLACE.union(_names(skip_tags))
        self._changes_links = "a" not in _names(skip_tags)
        self._finder: Finder | PatternFinder = finder_for(url_re, email_re, email=parse_email)
        self._default = checked_scheme(default_scheme)
        self._hosts = checked_hosts(hosts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    def __iter__(self) -> Iterator[Token]:
        unlinked: Counter[str] = Counter()  # open elements without links
        anchor: list[Token] = []
        text: list[Token] = []
        for token in self.source:
            kind, name = token["type"], str(token.get("name"))
            if anchor:
                anchor.append(token)
                if kind == "EndTag" and name == "a":
                    yield from self._existing(anchor)
                    anchor = []
                continue
            if kind in _TEXT and not unlinked.total():
                text.append(token)
                continue
            yield from self._linked(text)
            text = []
            if kind == "StartTag" and name == "a" and self._changes_links:
                anchor = [token]
                continue
            if kind == "StartTag" and name in self._unlinked:
                unlinked[name] += 1
            elif kind == "EndTag" and unlinked[name]:
                unlinked[name] -= 1
            yield token
        yield from self._linked(text)
        yield from anchor

    def apply_callbacks(self, attrs: Attrs, is_new: bool) -> Attrs | None:
        """Return the attributes after all callbacks; ``None`` removes the link."""
        return run(self.callbacks, attrs, is_new)

    def _existing(self, tokens: list[Token]) -> Iterator[Token]:
        start, *inside, end = tokens
        text = "".join(map(_meant, inside))
        attrs = self.apply_callbacks({**(start["data"] or {}), TEXT: text}, False)
        if attrs is None:
            yield from inside
            return
        shown = attrs.pop(TEXT, "")
        yield {**start, "data": attrs}
        if shown == text:
            yield from inside
        else:
            yield {"type": "Characters", "data": str(shown)}
        yield end

    def _linked(self, tokens: list[Token]) -> Iterator[Token]:
        """Yield text tokens with links, each of which may span several tokens."""
        if not tokens:
            return
        pieces = _Pieces(tokens)
        end = 0
        for link, uri in targets(self._finder, pieces.text, self._default):
            made = self._new(link, uri)
            if made is not None:
                yield from pieces.cut(end, link.start)
                yield from made
                end = link.end
        yield from pieces.cut(end, len(pieces.text))

    def _new(self, link: Link, uri: str) -> list[Token] | None:
        attrs = self.apply_callbacks({HREF: uri, TEXT: shown_text(link.text, uri, self._hosts)}, True)
        if attrs is None:
            return None
        shown = str(attrs.pop(TEXT, ""))
        return [
            {"type": "StartTag", "name": "a", "namespace": _HTML, "data": attrs},
            {"type": "Characters", "data": shown},
            {"type": "EndTag", "name": "a", "namespace": _HTML},
        ]


class _Pieces:
    """Text tokens, which are split where links begin and end."""

    def __init__(self, tokens: list[Token]) -> None:
        self._left = deque((token, _meant(token)) for token in tokens)
        self._start = 0  # offset of the first remaining token
        self.text = "".join(meant for _, meant in self._left)

    def cut(self, start: int, end: int) -> Iterator[Token]:
        """Yield the tokens between two offsets. Calls must be in order."""
        while start < end:
            token, meant = self._left[0]
            stop = self._start + len(meant)
            if start < stop:
                is_whole = self._start == start and stop <= end
                inside = meant[start - self._start : end - self._start]
                yield token if is_whole else {"type": "Characters", "data": inside}
                start = min(stop, end)
            if start >= stop:
                self._left.popleft()
                self._start = stop


def _meant(token: Token) -> str:
    if token["type"] == "Entity":
        return unescape(f"&{token['name']};")
    return str(token["data"]) if token["type"] in _TEXT else ""


@cache
def _patterns() -> dict[str, Any]:
    tlds = sorted(top_level_domains())
    return {"TLDS": tlds, "URL_RE": build_url_re(), "EMAIL_RE": build_email_re()}


def __getattr__(name: str) -> Any:  # loads the list of top-level domains on first use
    if name in ("TLDS", "URL_RE", "EMAIL_RE"):
        return _patterns()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
