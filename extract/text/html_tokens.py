"""The tokens of HTML and XML with their offsets, in linear time.

Implements HTML §13.2.5 ("Tokenization"). Python's `html.parser` gives lines and columns instead of offsets, and before
2025 took quadratic time for tags, comments and declarations without an end. Two things depend on the document tree:
whether the content of an element is text only, and whether CDATA exists. `Tokenizer` tracks SVG and MathML for them.
XML has the same tokens, and declarations of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from extract.text.regexes import re

WHITE_SPACE = r"\t\n\f\r "
_S = WHITE_SPACE
# §13.2.5.8 "tag name state"
_NAME = re.compile(rf"<[^{_S}/>]*+|")
# §13.2.5.33 "attribute name state" to §13.2.5.39 "after attribute value (quoted) state".
_ATTRIBUTE = re.compile(
    rf"""([^{_S}/>][^{_S}/>=]*+)(?:[{_S}]*+=[{_S}]*+(?:"([^"]*+)"|'([^']*+)'|([^{_S}>"'][^{_S}>]*+))?+)?+"""
)


def _tokens(name: str, others: str, stop: str = "") -> re.Pattern[str]:
    """Return the pattern of a tag, a comment or one of the ``others``.

    Tokens without an end extend to the end of the document ("eof-in-tag", "eof-in-comment", "eof-in-cdata"), a tag only
    to the character ``stop``.
    """
    attributes = (
        rf"""(?:[{_S}/]++|[^{_S}/>{stop}][^{_S}/>={stop}]*+"""
        rf"""(?:[{_S}]*+=[{_S}]*+(?:"[^"{stop}]*+"?+|'[^'{stop}]*+'?+|(?P<unquoted>[^{_S}>"'{stop}][^{_S}>{stop}]*+))?+)?+)*+"""
    )
    # §13.2.5.43 "comment start state" to §13.2.5.52 "comment end bang state"
    comment = r"!--(?:-?>|(?s:.*?)(?:--!?>|\Z))"
    return re.compile(rf"<(?:(?P<slash>/?+)(?P<name>{name}){attributes}(?P<ends>>)?+|{comment}|{others})")


_TAG_NAME = rf"[A-Za-z][^{_S}/>]*+"
_BOGUS = r"[!?][^>]*+>?+|/(?:>|[^A-Za-z>][^>]*+>?+)"  # §13.2.5.41 "bogus comment state"; §13.2.5.7: "</>" is ignored
_CDATA = r"!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)"  # §13.2.5.69 "CDATA section state"
TOKEN = _tokens(_TAG_NAME, _BOGUS)
_IN_FOREIGN = _tokens(_TAG_NAME, rf"{_CDATA}|{_BOGUS}")
# XML 1.0 §2.5 to §2.8, §3.1: a processing instruction, and a declaration that may contain others.
_QUOTED = r""""[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)"""
_DECLARATION = (
    rf"""!DOCTYPE(?:[^\[>"']++|{_QUOTED})*+"""
    rf"""(?:\[(?:[^\]"'<]++|{_QUOTED}|<!--(?s:.*?)(?:-->|\Z)|<)*+(?:\]\s*+|\Z))?+>?+"""
)
XML_TOKEN = _tokens(r"""[^\s/<>!?"'=&]++""", rf"{_CDATA}|\?(?s:.*?)(?:\?>|\Z)|{_DECLARATION}", stop="<")
# §13.2.5.2 "RCDATA state", §13.2.5.3 "RAWTEXT state", §13.2.5.4 "script data state": the only tag is their end tag.
TEXT_ONLY = frozenset("iframe noembed noframes script style textarea title xmp".split())
_END_TAGS = {name: re.compile(rf"</{name}(?=[{_S}/>])", re.ASCII | re.IGNORECASE) for name in TEXT_ONLY | {"noscript"}}
# §13.2.5.18 "script data escape start state" to §13.2.5.31 "script data double escape end state"
_SCRIPT = re.compile(rf"<!--|-->|</?script(?=[{_S}/>])", re.ASCII | re.IGNORECASE)
_ROOTS = ("svg", "math")
# §13.2.6.5 "The rules for parsing tokens in foreign content": these tags end it.
_LEAVES = frozenset(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta"
    " nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
_LEAVING_FONT = re.compile(rf"(?i)[{_S}/\"'](?:color|face|size)(?=[{_S}=/>])")
# §13.2.6.1 "HTML integration point", "MathML text integration point": they contain HTML.
_POINTS = {"svg": ("foreignobject", "desc", "title"), "math": ("mi", "mo", "mn", "ms", "mtext")}
_HTML_ENCODING = re.compile(
    rf"""(?i)[{_S}/]encoding[{_S}]*=[{_S}]*["']?(?:text/html|application/xhtml\+xml)["'{_S}>]"""
)
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # §13.1.2
_DEEPEST = 100  # elements in SVG or MathML that are tracked


class Tag(NamedTuple):
    """A tag. A comment or a declaration has an empty name."""

    name: str  # in lowercase
    closes: bool  # </name>
    start: int
    end: int
    ending: str  # ">"; "/>", §13.2.5.40 "self-closing start tag state"; or "": browsers drop the tag ("eof-in-tag")


class _Element(NamedTuple):
    name: str
    kind: str  # "svg", "math", "point" (an integration point), or "html" (inside one)


def next_tag(source: str, position: int = 0, pattern: re.Pattern[str] = _IN_FOREIGN) -> Tag | None:
    """Return the first tag, comment or declaration from ``position`` on, or ``None``."""
    match = pattern.search(source, position)
    if match is None:
        return None
    slash, name, unquoted, ending = match.group("slash", "name", "unquoted", "ends")
    start, end = match.span()
    if name is None:
        return _NEW(Tag, ("", False, start, end, ">"))
    if ending and source[end - 2] == "/" and not (unquoted and match.end("unquoted") == end - 1):
        ending = "/>"
    return _NEW(Tag, (name.lower(), slash != "", start, end, ending or ""))


def attributes(source: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the attributes of a start tag as matches: group 1 is the name, the last other group the value, if any."""
    name = _NAME.match(source, start, end)
    return _ATTRIBUTE.finditer(source, name.end() if name else start, end)


_NEW = tuple.__new__  # twice as fast as Tag()


class Tokenizer:
    """Finds the tags of a document in order. ``open`` has the elements from the outermost SVG or MathML on.

    With ``is_lenient``, the document may be XHTML or a template: CDATA may occur everywhere, and ``<title/>`` is empty.
    ``text_only`` has the elements that contain only text.
    """

    def __init__(self, source: str, *, is_lenient: bool = False, text_only: Collection[str] = TEXT_ONLY) -> None:
        self.source = source
        self.is_lenient = is_lenient
        self.text_only = text_only
        self.follows = has_any(source, "<svg", "<math")
        self.open: list[_Element] = []
        self.outside: Counter[str] = Counter()  # number of open elements around them, by name

    def tags(self) -> Iterator[Tag]:
        """Yield the tags, comments and declarations. The source between them is text."""
        position = 0
        while tag := self.next(position):
            yield tag
            position = self.after(tag)

    def next(self, position: int) -> Tag | None:
        """Return the first tag, comment or declaration from ``position`` on, or ``None``."""
        has_cdata = self.is_lenient or (bool(self.open) and self.open[-1].kind != "html")
        return next_tag(self.source, position, _IN_FOREIGN if has_cdata else TOKEN)

    def after(self, tag: Tag) -> int:
        """Return the position from which to find the next tag. Call it once for each tag, in order."""
        was_foreign = self.is_foreign()
        if self.follows and tag.name:
            (self._end if tag.closes else self._start)(tag)
        if was_foreign or tag.closes or tag.name not in self.text_only or (self.is_lenient and tag.ending == "/>"):
            return tag.end
        return end_of_text(self.source, tag.name, tag.end)

    def is_foreign(self) -> bool:
        """Return whether the current element is SVG or MathML, so that its content is not HTML."""
        return bool(self.open) and self.open[-1].kind in _ROOTS

    def _start(self, tag: Tag) -> None:
        name = tag.name
        if self.is_foreign():
            written = self.source[tag.start : tag.end]
            if name in _LEAVES or (name == "font" and _LEAVING_FONT.search(written)):
                self._leave()
            else:
                self._push(tag, self._kind(name, written))
                return
        if name in _ROOTS:
            self._push(tag, name)
        elif name not in VOID:
            if self.open:
                self._push(tag, "html")
            else:
                self.outside[name] += 1

    def _kind(self, name: str, written: str) -> str:
        parent, kind = self.open[-1]
        is_html = kind == "math" and name == "annotation-xml" and _HTML_ENCODING.search(written)
        if is_html or name in _POINTS[kind]:
            return "point"
        return "svg" if kind == "math" and (parent, name) == ("annotation-xml", "svg") else kind

    def _push(self, tag: Tag, kind: str) -> None:
        is_empty = tag.ending == "/>" and kind != "html"
        if not is_empty and len(self.open) < _DEEPEST:
            self.open.append(_Element(tag.name, kind))

    def _leave(self) -> None:
        """Close elements up to an integration point, or HTML."""
        while self.is_foreign():
            self.open.pop()

    def _end(self, tag: Tag) -> None:
        name, elements = tag.name, self.open
        if self.is_foreign() and name in ("br", "p"):
            self._leave()
        is_html = bool(elements) and elements[-1].kind == "html"
        for index in range(len(elements) - 1, -1, -1):
            one = elements[index]
            if is_html and one.kind != "html":
                return  # an HTML end tag does not close elements around an integration point
            is_html = one.kind == "html"
            if one.name == name:
                del elements[index:]
                return
        if self.outside[name]:
            self.outside[name] -= 1
            elements.clear()


def end_of_text(source: str, name: str, start: int) -> int:
    """Return the end of a text-only element's content, which starts at ``start``: its end tag, or the end of all."""
    if name == "script":
        return _end_of_script(source, start)
    closing = _END_TAGS[name].search(source, start) if name in _END_TAGS else None
    return closing.start() if closing else len(source)


def _end_of_script(source: str, position: int) -> int:
    """Return the end of a script, which may contain another script after "<!--"."""
    is_escaped = is_nested = False
    while match := _SCRIPT.search(source, position):
        found = match[0].lower()
        position = match.end()
        if found == "<!--":
            if not is_escaped:
                is_escaped, position = True, position - 2  # its hyphens may also be part of "-->"
        elif found == "-->":
            is_escaped = is_nested = False
        elif found == "<script":
            is_nested = is_escaped
        elif is_nested:
            is_nested = False
        else:
            return match.start()
    return len(source)


_LONGEST_TAG = 2000  # characters: the search ends at this distance from the offset
_CANDIDATES = 8


def tag_around(source: str, name: str, offset: int) -> Tag | None:
    """Return the start tag around ``offset`` if its name matches ``name``, a pattern; else ``None``."""
    low, high = max(offset - _LONGEST_TAG, 0), offset + _LONGEST_TAG
    piece = source[low:high]
    starts = [one.start() for one in re.finditer("<(?=[A-Za-z])", piece[: offset - low])]
    for start in starts[-_CANDIDATES:]:  # the first one, because an attribute value may contain another
        tag = next_tag(piece, start)
        if tag is not None and tag.end > offset - low:
            is_it = tag.ending and re.fullmatch(name, tag.name)
            return tag._replace(start=low + tag.start, end=low + tag.end) if is_it else None
    return None


def has_any(text: str, *words: str) -> bool:
    """Return whether a text contains one of ``words``, short and in lowercase, in any case.

    The text is searched in pieces, since `str.lower` takes twelve bytes per character for non-ASCII text.
    """
    pieces = (text[start : start + 10_050].lower() for start in range(0, len(text), 10_000))
    return any(word in piece for piece in pieces for word in words)
