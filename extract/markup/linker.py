"""Plain text or HTML in, the same with its links marked out: HTML, Markdown, reStructuredText."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from html import escape, unescape
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from extract.detect.finder import find_links
from extract.detect.link import Link
from extract.iri.as_uri import to_uri
from extract.iri.errors import IRIError
from extract.text.html_parser import WholeHTMLParser
from extract.text.regexes import re

Markup = Literal["html", "markdown", "rst"]
# What a hook gets and gives: the link, and the attributes of its <a>; None leaves the link as text.
Attributes = Callable[[Link, dict[str, str]], Mapping[str, str] | None]
# A link, and the attributes of its <a>, "href" first.
Target = tuple[Link, Mapping[str, str]]

# Text in these is not linked: code, what is a link, and where HTML has no place for a link (HTML "phrasing content").
UNLINKED = frozenset(
    {"a", "button", "code", "iframe", "math", "noembed", "noframes", "noscript", "plaintext", "pre", "script"}
    | {"select", "style", "svg", "textarea", "title", "xmp"}
)


class HTML(str):
    """A string that is HTML: templates of Jinja, Django and the like take it as it is, for it has ``__html__``."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def linkify(
    text: str,
    *,
    to: Markup = "html",
    schemes: Iterable[str] | None = None,
    schemeless: bool = False,
    email: bool = False,
    profile: str | Collection[str] = "prose",
    rel: str | None = None,
    target: str | None = None,
    attributes: Attributes | None = None,
) -> str:
    """Mark the links of a text as HTML, Markdown or reStructuredText.

    Plain text is escaped, so that it reads the same when the result is rendered. A string that says it is HTML (one
    with ``__html__``, such as `HTML` or markupsafe's ``Markup``) stays as it is but for the links added to its text,
    none of them inside an element of `UNLINKED`; the result can only be HTML then. It is not sanitised.

    A link shows the IRI as it was written and leads to its URI (RFC 3987 §3.1); one that has no URI stays text.
    ``schemes``, ``schemeless``, ``email`` and ``profile`` are those of `find_links`. ``rel`` and ``target`` become
    attributes of every ``<a>``. ``attributes`` is called with each `Link` and the attributes (``href``, ``rel``,
    ``target``) and returns those to write, or ``None`` to leave the link as text.

    Returns an `HTML` or a ``str``. Raises ``ValueError`` for an unknown ``to``, for ``rel`` and ``target`` where the
    language has none, and for HTML that should become another language.
    """
    if to not in ("html", "markdown", "rst"):
        raise ValueError(f'to must be "html", "markdown" or "rst", not {to!r}')
    if to != "html" and not (rel is None and target is None):
        raise ValueError(f"rel and target are for HTML; {to} has no attributes of links: leave them out")
    fixed = {name: value for name, value in (("rel", rel), ("target", target)) if value is not None}

    def targets(text: str) -> Iterator[Target]:
        for link in find_links(text, schemes=schemes, schemeless=schemeless, email=email, profile=profile):
            try:
                written: Mapping[str, str] | None = {"href": to_uri(link.iri, invalid="encode"), **fixed}
            except IRIError:
                continue
            if attributes is not None:
                written = attributes(link, dict(written or {}))
            if written is not None:
                yield link, written

    if hasattr(text, "__html__"):
        if to != "html":
            raise ValueError(f"the text is HTML and cannot become {to}: give plain text")
        return HTML(_in_html(text.__html__(), targets))
    if to == "html":
        return HTML(_as_html(text, targets(text)))
    return (_as_markdown if to == "markdown" else _as_rst)(text, targets(text))


def _as_html(text: str, targets: Iterable[Target]) -> str:
    pieces = []
    end = 0
    for link, attributes in targets:
        pieces += [escape(text[end : link.start]), _start_tag(attributes), escape(link.text), "</a>"]
        end = link.end
    return "".join([*pieces, escape(text[end:])])


def _start_tag(attributes: Mapping[str, str]) -> str:
    return "<a" + "".join(f' {name}="{escape(value)}"' for name, value in attributes.items()) + ">"


# Markdown -----------------------------------------------------------------------------------------------------------

# CommonMark "Backslash escapes"; also what common extensions read: tables, strikethrough, mathematics, bare links.
# "!" at the end would make an image of the link that follows.
_MARKDOWN_INLINE = re.compile(r"[\\`*_{}\[\]<>&~|$^@]|!\Z|:(?=//)|(?<=www)\.")
_MARKDOWN_LABEL = re.compile(r"[\\`*_{}\[\]<>&~|$^]")
# CommonMark "Entity and numeric character references" are read in destinations too
_MARKDOWN_ENTITY = re.compile(r"&(?=#?\w+;)")
_MARKDOWN_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,31}:")
# CommonMark "Block structure": what begins a block at the start of a line; MyST has more such characters.
_MARKDOWN_LINE = re.compile(r"(?<![^\r\n])([ \t]*)(?:([-+=#:%(]|\d{1,9}(?=[.)]))|(?=[^\r\n]|\Z))")
_MARKDOWN_BREAK = re.compile(r" (?=[\r\n])")


def _as_markdown(text: str, targets: Iterable[Target]) -> str:
    pieces = []
    end = 0
    for link, attributes in targets:
        uri = _MARKDOWN_ENTITY.sub(_backslashed, attributes["href"])
        if link.text == uri and _MARKDOWN_AUTOLINK.match(uri):
            shown = f"<{uri}>"
        else:
            destination = uri if _is_balanced(uri) else f"<{uri}>"
            shown = f"[{_MARKDOWN_LABEL.sub(_backslashed, link.text)}]({destination})"
        pieces += [_markdown_text(text[end : link.start], begins_line=end == 0), shown]
        end = link.end
    return "".join([*pieces, _markdown_text(text[end:], begins_line=end == 0)])


def _markdown_text(text: str, *, begins_line: bool) -> str:
    text = _MARKDOWN_INLINE.sub(_backslashed, text)
    first_line = 0 if begins_line else 1 + min((i for i in map(text.find, "\r\n") if i >= 0), default=len(text))
    text = text[:first_line] + _MARKDOWN_LINE.sub(_markdown_line_start, text[first_line:])
    return _MARKDOWN_BREAK.sub("&#32;", text)  # two spaces would break the line


def _markdown_line_start(match: re.Match[str]) -> str:
    indent = "".join(f"&#{ord(space)};" for space in match[1])  # four spaces would begin code
    begins = match[2] or ""
    return indent + (begins + "\\" if begins.isdigit() else "\\" * bool(begins) + begins)


def _is_balanced(uri: str) -> bool:
    """CommonMark "Link destination": written without ``<>``, it has balanced parentheses, at most 32 deep."""
    depths = list(accumulate({"(": 1, ")": -1}.get(character, 0) for character in uri))
    return min(depths, default=0) >= 0 and max(depths, default=0) < 32 and depths[-1:] in ([], [0])


def _backslashed(match: re.Match[str]) -> str:
    return "\\" + match[0]


# reStructuredText ---------------------------------------------------------------------------------------------------

# reST "Inline markup"; "_" inside a word is none, ":" and "@" could make a standalone hyperlink, "::" a literal block.
_RST_INLINE = re.compile(r"[\\*`|@]|_(?![^\W_])|(?<![^\W_])_|:(?=:)|(?<=[A-Za-z0-9+.\-]):(?=\S)")
# reST "Body elements": a block begins with punctuation or with an enumerator.
_RST_LINE = re.compile(r"(?!\\)[\W_]|(?:[A-Za-z]|[0-9]++|[ivxlcdmIVXLCDM]++)[.)](?:\s|\Z)")
_RST_LABEL, _RST_URI = re.compile(r"[\\`]"), re.compile(r"[\\`]|_\Z")
# reST "Inline markup recognition rules": between these, markup begins and ends without a separator.
_RST_BEFORE, _RST_AFTER = re.compile(r"[\s(\[{]\Z"), re.compile(r"[\s.,;!?)\]}]")


def _as_rst(text: str, targets: Iterable[Target]) -> str:
    pieces = []
    end = 0
    for link, attributes in targets:
        label, uri = _RST_LABEL.sub(_backslashed, link.text), _RST_URI.sub(_backslashed, attributes["href"])
        before, after = text[: link.start][-1:], text[link.end : link.end + 1]
        pieces += [
            _rst_text(text[end : link.start], begins_line=end == 0),
            "" if not before or _RST_BEFORE.match(before) else "\\ ",
            f"`{label} <{uri}>`__",
            "" if not after or _RST_AFTER.match(after) else "\\ ",
        ]
        end = link.end
    return "".join([*pieces, _rst_text(text[end:], begins_line=end == 0)])


def _rst_text(text: str, *, begins_line: bool) -> str:
    text = text.replace("\v", " ").replace("\f", " ")  # as docutils does before it splits lines
    lines = _RST_INLINE.sub(_backslashed, text).splitlines(keepends=True)
    for index, line in enumerate(lines):
        if index or begins_line:
            body = line.lstrip()
            if not body:
                body = "" if line.splitlines() == [line] else "\n"
            elif len(body) < len(line) or body.startswith("\\\\"):
                body = "\\ " + body  # a block quote, or a line of backslashes, otherwise
            elif _RST_LINE.match(body):
                body = "\\" + body
            lines[index] = body
    return "".join(lines)


# HTML ---------------------------------------------------------------------------------------------------------------


class _Run(NamedTuple):
    """Text between two tags: its pieces, where each starts in the text and in the source, and where the last ends."""

    pieces: list[str]
    starts: list[int]
    sources: list[int]

    def source(self, offset: int) -> int | None:
        """Return the place in the source of a place in the text; ``None`` inside what one reference stands for."""
        index = bisect_right(self.starts, offset) - 1
        within = offset - self.starts[index]
        if not within:
            return self.sources[index]
        literal = len(self.pieces[index]) == self.sources[index + 1] - self.sources[index]
        return self.sources[index] + within if literal else None


def _in_html(source: str, targets: Callable[[str], Iterable[Target]]) -> str:
    """Add links to the text of HTML; everything else is copied."""
    pieces = []
    end = 0
    for run in _text_runs(source):
        for link, attributes in targets("".join(run.pieces)):
            start, stop = run.source(link.start), run.source(link.end)
            if start is not None and stop is not None:
                pieces += [source[end:start], _start_tag(attributes), source[start:stop], "</a>"]
                end = stop
    return "".join([*pieces, source[end:]])


def _text_runs(source: str) -> Iterator[_Run]:
    spans = _TextFinder(source).spans
    breaks = [i for i in range(1, len(spans)) if spans[i - 1][1] != spans[i][0]]
    for first, last in pairwise([0, *breaks, len(spans)]):
        run = spans[first:last]
        pieces = [unescape(source[start:end]) for start, end in run]
        starts = list(accumulate(map(len, pieces), initial=0))
        yield _Run(pieces, starts, [start for start, _ in run] + [end for _, end in run[-1:]])


class _TextFinder(WholeHTMLParser):
    """Finds the text that may be linked: spans of characters and of character references."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.spans: list[tuple[int, int]] = []
        self._source = source
        self._lines = [0, *(match.end() for match in re.finditer("\n", source))]
        self._open: Counter[str] = Counter()
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._open[tag] = 1  # HTML: a second <a> ends the first
        elif tag in UNLINKED:
            self._open[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # HTML: "/" does not end an element

    def handle_endtag(self, tag: str) -> None:
        if self._open[tag] > 1:
            self._open[tag] -= 1
        else:
            del self._open[tag]

    def handle_data(self, data: str) -> None:
        self._text(data)

    def handle_charref(self, name: str) -> None:
        self._text(f"&#{name}")

    def handle_entityref(self, name: str) -> None:
        self._text(f"&{name}")

    def _text(self, written: str) -> None:
        line, column = self.getpos()
        start = self._lines[line - 1] + column
        if not self._open and self._source.startswith(written, start):
            end = start + len(written)
            reference = written[0] == "&" and len(written) > 1
            self.spans.append((start, end + (reference and self._source.startswith(";", end))))
