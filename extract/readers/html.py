"""HTML: the text between tags is prose, addresses in attributes are targets (html.parser does the parsing)."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from extract.readers.segment import Edit, Segment, cut
from extract.readers.triggers import has_trigger, is_address
from extract.text.html_parser import WholeHTMLParser
from extract.text.positions import Lines
from extract.text.regexes import re

# Elements whose text is no prose.
_CODE = frozenset(["script", "style", "code", "kbd", "samp", "textarea", "template", "math"])
# Of Jinja, Django, Jekyll, ERB, PHP: what they put in is not known here.
_TEMPLATE = re.compile(r"\{\{|\{%|<%|<\?|\$\{")
_REFERENCE = re.compile(r"&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);?")
# HTML §13.1.2.3: a name, and a value with quotes or without.
_ATTRIBUTE = re.compile(
    r"""[\s"'/]*+([^\s"'/>=][^\s/>=]*+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>][^\s>]*+)))?+"""
)
_NAME, _TAG = re.compile(r"<?[^\s/>]*+"), re.compile(r"<[^<>]*>")
_ADDRESSES = frozenset(
    "href src cite action formaction poster longdesc data background xlink:href srcset imagesrcset content".split()
)
_SHOWS = re.compile(r"(?i)<(?:img|input\b[^<>]*\btype\s*=\s*[\"']?(?:image|(?P<button>submit)))\b")
_VALUE = re.compile(r"""(?i)\b(alt|src|value)\s*=\s*("[^"]*"|'[^']*')""")
_BUTTON = re.compile(r"(?is)<button\b.*?(?:</button|\Z)|<input\b[^<>]*>")
# HTML §4.8.4.2.1: an address, then what it is for, up to a comma that is in no brackets.
_CANDIDATE = re.compile(r"[\s,]*+([^\s,]\S*+)(?<=[^,])(?:(?:[^(,]|\([^)]*+\))*+,)?|[\s,]*+([^\s,]\S*?),+(?=\s|\Z)")
# HTML §4.2.5.3, "Refresh".
_REFRESH = re.compile(r"""(?i)\s*[\d.]*\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']+)""")


def read(source: str) -> Iterator[Segment]:
    """Yield the stretches of prose that may have a link, and the addresses in attributes."""
    if has_trigger(source):
        yield from parse(source).segments


def parse(source: str, *, whole: bool = False) -> Parsed:
    """Return all segments of a document; with ``whole`` those that may have addresses without a scheme too."""
    parser = _Parser(source, whole)
    parser.feed(source)
    parser.close()
    parser.end_text(len(source))
    return Parsed(parser.segments, parser.base)


class Parsed(NamedTuple):
    """A document: its segments, and the address that relative ones are relative to, if it says."""

    segments: list[Segment]
    base: str | None


class _Parser(WholeHTMLParser):
    """Collects segments; what is between two tags is one."""

    def __init__(self, source: str, whole: bool) -> None:
        super().__init__(convert_charrefs=False)
        self.source = source
        self.whole = whole
        self.base: str | None = None
        self.segments: list[Segment] = []
        self.lines = Lines(source, lf_only=True)
        self.code: list[str] = []  # open elements whose text is no prose
        self.text_start = -1
        self.anchor: tuple[int, int] | None = None  # the span of the open anchor's target, and
        self.label_start = 0
        self.form: tuple[int, int] | None = None  # the span of the open form's target

    def here(self) -> int:
        line, column = self.getpos()
        return self.lines.offset(line, column + 1)

    def handle_data(self, data: str) -> None:
        if self.text_start < 0:
            self.text_start = self.here()

    def handle_entityref(self, name: str) -> None:
        self.handle_data(name)

    def handle_charref(self, name: str) -> None:
        self.handle_data(name)

    def handle_comment(self, data: str) -> None:
        self.end_text(self.here())

    def handle_decl(self, decl: str) -> None:
        self.end_text(self.here())

    def handle_pi(self, data: str) -> None:
        self.end_text(self.here())

    def unknown_decl(self, data: str) -> None:
        self.end_text(self.here())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self.here()
        self.end_text(start)
        end = start + len(self.get_starttag_text() or "")
        if tag == "a":
            self.end_anchor(start)  # HTML: a second <a> ends the first
        for name, value_start, value_end in self.addresses(tag, attrs, start, end):
            if tag == "a" and name == "href" and self.anchor is None:
                self.anchor, self.label_start = (value_start, value_end), end
            elif tag == "form" and name == "action" and self.form is None:
                self.form = value_start, value_end
            else:
                self.segments += target(self.source, value_start, value_end, attribute=name, relative=self.whole)
            if tag == "base" and name == "href" and self.base is None:
                self.base = unescape(self.source[value_start:value_end]).strip()
        if tag in _CODE:
            self.code.append(tag)

    def addresses(
        self, tag: str, attrs: list[tuple[str, str | None]], start: int, end: int
    ) -> Iterator[tuple[str, int, int]]:
        """The addresses in the attributes of a tag: name, start and end."""
        for name, value_start, value_end in attributes(self.source, start, end):
            if name == "content":
                refreshes = tag == "meta" and (dict(attrs).get("http-equiv") or "").lower() == "refresh"
                refresh = _REFRESH.match(self.source, value_start, value_end) if refreshes else None
                if refresh:
                    yield name, *refresh.span(1)
            elif name.endswith("srcset"):
                for candidate in _CANDIDATE.finditer(self.source, value_start, value_end):
                    yield name, *candidate.span(candidate.lastindex or 1)
            else:
                yield name, value_start, value_end

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        start = self.here()
        self.end_text(start)
        if tag in self.code:
            del self.code[self.code.index(tag) :]
        if tag == "a" and self.anchor is not None:
            self.end_anchor(start)
        elif tag == "form":
            self.end_form(start)

    def end_anchor(self, end: int) -> None:
        if self.anchor is not None:
            label = shown(self.source[self.label_start : end])
            self.segments += target(self.source, *self.anchor, label=label, attribute="href", relative=self.whole)
            self.anchor = None

    def end_form(self, end: int) -> None:
        if self.form is not None:
            # HTML §4.10.6: what its buttons show is where readers think to send it.
            buttons = _BUTTON.finditer(self.source, self.form[1], end)
            label = " ".join(shown(button[0]) for button in buttons).strip()
            self.segments += target(self.source, *self.form, label=label, attribute="action", relative=self.whole)
            self.form = None

    def end_text(self, end: int) -> None:
        start, self.text_start = self.text_start, -1
        # The text of an anchor is its label, which is compared with the target.
        if start < 0 or self.code or self.anchor is not None:
            return
        if self.whole or has_trigger(unescape(self.source[start:end])):
            self.segments.append(cut(self.source, start, end, references(self.source, start, end)))

    def close(self) -> None:
        super().close()
        self.end_anchor(len(self.source))
        self.end_form(len(self.source))


def shown(source: str) -> str:
    """Return what readers see of the inside of a link or a button: its text, what stands in for images, and values."""
    return unescape(_TAG.sub(_shown_of_tag, source)).strip()


def _shown_of_tag(match: re.Match[str]) -> str:
    shows = _SHOWS.match(match[0])
    if shows is None:
        return ""
    values = {name.lower(): value[1:-1] for name, value in _VALUE.findall(match[0])}
    text = values.get("value" if shows["button"] else "alt", "")
    return "" if text and text in values.get("src", "") else text


def references(source: str, start: int, end: int) -> Iterator[Edit]:
    """Character references (RFC 3987 §5.1: they are resolved before anything else, R-6)."""
    for match in _REFERENCE.finditer(source, start, end):
        meant = unescape(match[0])
        if meant != match[0]:
            yield Edit(match.start(), match.end(), meant)


def attributes(source: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The attributes of a start tag that may hold an address: name, start and end of the value."""
    for match in _ATTRIBUTE.finditer(source, _NAME.match(source, start).end(), end):  # type: ignore[union-attr]
        name = match[1].lower()
        if name in _ADDRESSES and match.lastindex and match.lastindex > 1:
            yield name, *match.span(match.lastindex)


def target(
    source: str,
    start: int,
    end: int,
    label: str | None = None,
    attribute: str | None = None,
    *,
    relative: bool = False,
) -> Iterator[Segment]:
    """Yield the address, without white space around it (R-1); one without a scheme only if it may be ``relative``."""
    while start < end and source[start].isspace():
        start += 1
    while start < end and source[end - 1].isspace():
        end -= 1
    segment = cut(source, start, end, references(source, start, end), target=True, label=label, attribute=attribute)
    if (relative or is_address(segment.text)) and not _TEMPLATE.search(segment.text):
        yield segment
