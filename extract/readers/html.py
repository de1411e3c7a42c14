"""HTML: text between tags is prose, URLs in attributes are destinations."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from html.entities import html5
from typing import NamedTuple

from extract.iri.errors import IRIError
from extract.readers import css, strings
from extract.readers.paragraph import Paragraph, Worth, within
from extract.readers.passage import Edit, Outer, Passage, Piece, Shift, cut, stripped
from extract.readers.triggers import SCHEME, has_trigger, in_browsers, is_address
from extract.redirects.following import follow, is_usual_uri
from extract.text import html_tokens
from extract.text.html_tokens import TEXT_ONLY, Tag, Tokenizer, has_any
from extract.text.messages import Message
from extract.text.references import IN_HTML, unescape
from extract.text.regexes import re

XML = frozenset(["text/xml", "application/xhtml+xml"])
TYPES = XML.union(["text/html", "text/x-amp-html", "text/watch-html"])
# Elements that readers do not see, and elements whose text is not prose.
_UNSEEN = frozenset(["script", "style", "textarea", "template", "math"])
_CODE = frozenset(["code", "kbd", "samp"])
# HTML §13.2.6.4.7: browsers show their content as text, but simpler programs may parse its markup.
_RAW = ("iframe", "noembed", "noframes", "xmp")
# Elements in which `lint` and `shown` parse no markup. ``<title/>`` is empty there, as in XHTML and templates.
_TEXT_ONLY_FOR_ALL = ("script", "style", "textarea", "title")
# Classes of a <pre> with code, and the colored words at its start.
_CODE_PRE = re.compile(
    r"""(?i)<pre\b[^<>]{0,300}\bclass\s*=\s*["']?[^"'<>]{0,200}"""
    r"(?:highlight|code|literal|pretty|program|listing|screen|brush|lang|src|sourc|console|terminal|shell|bash|doctest)"
)
_COLOURED = re.compile(r"(?i)\s*(?:<span></span>\s*)?<(?:span|code)\b")
# HTML §13.2.6.4.7: "/>" does not close these. The "/" is mostly part of the URL: <a href=http://example.com/>.
_NEVER_EMPTY = ("a", "form", "button")
# Jinja, Django, Jekyll, ERB, PHP, pandoc: the inserted text is unknown.
_TEMPLATE = re.compile(r"\{\{|\{%|<%|<\?|\$\{|\$[\w.]+\$")
# A text without any of these characters has no link, not even one without a scheme.
_MAY_HAVE = re.compile("[:@.。．｡&]")
_REFERENCE = re.compile(IN_HTML)
# SVG §2, "animation elements": attributes with URLs that replace the URL of a link.
_OF_ANIMATIONS = frozenset(["values", "from", "to", "by"])
_ANIMATES = re.compile(r"""(?i)\battributeName\s*+=\s*+["']?+\s*+(?:xlink:)?href\b""")
_VALUES_OF = re.compile(r"[^\s;]++")
_SHADOW_ROOT = re.compile(r"(?i)\bshadowroot(?:mode)?\b")
_ADDRESSES = _OF_ANIMATIONS.union(
    "href src cite action formaction poster longdesc data background xlink:href srcset imagesrcset content"
    " srcdoc ping itemid action-xhr verify-xhr lowsrc dynsrc codebase archive manifest pluginspage".split()
)
_HAS_ADDRESS = re.compile(rf"[\s\"'/=>](?:{'|'.join(sorted(_ADDRESSES))})\s*+=", re.IGNORECASE)
_AFTER_EMPTY = re.compile(r"(?i)https?://[^\s\"'<>]+(?=[\"'])")
_BASE = re.compile(r"(?i)<base\b")
# Open Graph, Twitter Cards: URLs that programs show for the page.
_OPEN_GRAPH = re.compile(
    r"""(?i)\b(?:property|name|itemprop)\s*+=\s*+["']?+\s*+(?:(?:og|twitter):(?:url|image|video|audio|player)|\w*url|target)\b"""
)
# Mail programs show buttons for linked data.
_LINKED_DATA = re.compile(r"""(?i)\btype\s*+=\s*+["']?+\s*+application/ld\+json\b""")
# Tags and comments that divide the text of a link and show nothing. Comments for Outlook are excluded.
_PIECE = (
    r"<(?:!--(?!\[if)(?:[^-]|-(?!->)){0,500}+-->|wbr\b[^<>]*+>"
    r"|(/?)(b|big|em|font|i|o:p|s|small|span|strong|sub|sup|tt|u)(?:\s[^<>]*+)?+>)"
)
_PIECES = re.compile(rf"(?i){_PIECE}")
_NOTHING = re.compile(rf"(?i)(?<=[^\s<>])(?:{_PIECE})++(?=[^\s<])")
# The fast path: text and tags without a URL, links with text, and pictures, which are most of a page. No host has a
# period before whitespace or a closing tag. `_NOTHING` handles inline elements that may be empty.
_TEXT = r"[^<:@.。．｡&]*+(?:(?:\.(?=\s|</)|&(?:nbsp|amp|copy|reg|[lr][sd]quo|[mn]dash);)[^<:@.。．｡&]*+)*+"
_PLAIN_VALUE = r'(?:"[^"<>(@]*+(?:(?<![lLtTcC\s])\([^"<>(@]*+)*+"|[\w#%.,+-]++)'  # without URLs in styles
_VALUES = (
    r"(?:\s++(?i:style|class|id|width|height|v?align|bgcolor|border|cellpadding|cellspacing|colspan|rowspan|target"
    rf"|title|alt|color|face|size|dir|lang|rel|role|name|(?:data|aria)-[a-z-]++)={_PLAIN_VALUE})*+"
)
_INLINE = "(?i:b|em|font|i|small|span|strong|u)"
_PLAIN = (
    rf"(?:{_TEXT}<(?![Aa]\s)(?:/?(?i:t(?:able|body|head|[dhr])|p|br|hr|div|d[dlt]|[ou]l|li|h[1-6]|center){_VALUES}\s*+/?+>"
    rf"|/{_INLINE}>|(?<=[^\s<>]<){_INLINE}{_VALUES}>(?!<)|(?<![^\s<>]<){_INLINE}{_VALUES}>))*+"
)
_PLAIN_LABEL = rf"([^<]*+(?:<(?!/[Aa]>)(?:/{_INLINE}|{_INLINE}{_VALUES}|br\s*+/?+)>[^<]*+)*+)"
# Destinations with which, in mail, the link text is checked like other text.
_LEADS_NOWHERE = r"\#|(?i:[cm]id|javascript|vbscript):"
_PLAIN_ANCHOR = rf'[Aa]{_VALUES}\s++(?i:href)="(?!{_LEADS_NOWHERE})([^"<>\s]++)"{_VALUES}\s*+>{_PLAIN_LABEL}</[Aa]>'
_NOWHERE = re.compile(rf"\s*+(?:{_LEADS_NOWHERE}|\Z)")
_PLAIN_LINK = re.compile(
    rf'{_PLAIN}(?:{_TEXT}<(?:{_PLAIN_ANCHOR}|(?i:img){_VALUES}\s++(?i:src)="([^"<>\s]++)"{_VALUES}\s*+/?+>))?+'
)
_GROUP = 500  # passages
Tell = Callable[[str, str, int], None]
_NEW = tuple.__new__  # twice as fast as Address()
_WORD = re.compile(r"\S++")
# HTML §15.3: elements on lines of their own, or in cells, before which a word ends.
_APART = frozenset(
    "address blockquote br center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul".split()
)
_DEEPEST = 3  # documents in attributes of documents; each level repeats the text of those inside it
# Outlook shows these, but browsers treat them as comments: <!--[if gte mso 9]> … <![endif]-->, but not [if !mso].
_CONDITION = re.compile(r"(?i)<!--\[if\b([^\]]{1,200}+)\]>")
_OF_OUTLOOK = re.compile(r"(?i)\b(?:mso|vml)\b")
_OF_OTHERS = re.compile(r"(?i)!\s*+\(?+\s*+(?:[lg]te?\s++)?(?:mso|vml)\b")
_END_OF_OUTLOOK = re.compile(r"(?i)(?:<!\[endif\])?-->\Z")
_IGNORED = re.compile(r"[\x00-\x1f\\]")  # characters that browsers remove from a URL, or treat as a slash
_WHITE_SPACE = re.compile(r"[ \t\r\n\f]++")
_SHOWS = re.compile(r"(?i)<(?:img|area|input\b[^<>]*\btype\s*=\s*[\"']?(?:image|(?P<button>submit)))\b")
_VALUE = re.compile(r"""(?i)(?<![\w-])(alt|src|value)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
_BUTTON = re.compile(r"(?is)<button\b.*?(?:</button[^<>]*>|\Z)|<input\b[^<>]*>")
_HOST = re.compile(r"\s*[A-Za-z]+://([^/?#\s]+)")
# HTML §4.8.4.2.1: a URL and its descriptors, up to a comma outside parentheses.
_CANDIDATE = re.compile(r"[\s,]*+([^\s,]\S*+)(?<=[^,])(?:[^(,]|\([^)]*+\)?+)*+,?+|[\s,]*+([^\s,]\S*?),+(?=\s|\Z)")
# HTML §4.2.5.3.
_REFRESHES = re.compile(r"""(?i)\bhttp-equiv\s*+=\s*+["']?+\s*+refresh\b""")
_REFRESH = re.compile(r"""(?i)\s*[\d.]*+\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']+)""")


def read(source: str) -> Iterator[Passage]:
    """Yield the prose that may have a link, and the destinations in attributes."""
    if has_trigger(source):
        yield from _passages(_Parser(source, False, 0))


# The sign that a value is HTML, which no format declares.
_IN_VALUE = re.compile(r"(?i)<a\s[^<>]{0,300}?\bhref\s{0,9}=")


def of_value(text: Passage) -> Iterator[Passage]:
    """Yield ``text``, or if it contains an HTML link, its passages parsed as HTML."""
    if "<" in text.text and _IN_VALUE.search(text.text):
        yield from within(text, read(text.text))
    else:
        yield text


# The certain end of an unclosed tag: a block element or an empty line. Code and hidden text have no tags.
_APART_OR_HIDDEN = re.compile(
    r"(?i)<(?P<hidden>!--|(?:script|style|textarea|template|pre|code|kbd|samp|xmp|iframe)(?=[\s>]))"
    rf"|</?(?:{'|'.join(sorted(_APART))})(?=[\s>])|\n[ \t\r]*(?=\n)"
)


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the pieces of a page between two block elements, with their tags."""
    inner = is_worth.within(source, "html")
    if inner is None:
        return
    endless: set[str] = set()
    position = at = 0
    while found := _APART_OR_HIDDEN.search(source, at):
        if inner(source[position : found.start()], "html"):
            yield Paragraph(cut(source, position, found.start()), "html")
        position, at = found.span()
        hidden = (found["hidden"] or "").lower()
        if hidden and hidden not in endless:
            end = _end_of_hidden(hidden).search(source, at)
            if end is None:
                endless.add(hidden)
            else:
                position = at = end.end()
    if inner(source[position:], "html"):
        yield Paragraph(cut(source, position, len(source)), "html")


@functools.cache
def _end_of_hidden(hidden: str) -> re.Pattern[str]:
    return re.compile("-->" if hidden == "!--" else rf"(?i)</{hidden}\s*>")


class Address(NamedTuple):  # a Passage takes seven times as long to create
    """The destination of a link that is a usual URI, with "&amp;" as its only escape."""

    text: str
    start: int
    end: int
    label: str | None
    attribute: str

    def passage(self) -> Passage:
        return Passage(self.text, (Piece(0, self.start, self.end),), True, self.label, self.attribute)

    def inside(self, outer: Outer) -> Passage:
        return self.passage().inside(outer)


def groups(source: str, *, whole: bool = False, tell: Tell | None = None) -> Iterator[list[Passage | Address]]:
    """Yield all passages of a document in groups that do not overlap.

    With ``tell``, URLs that a program loads to show the document are included, and ``tell`` is called for skipped
    content with the kind of note, the message and the offset.
    """
    return _Parser(source, whole, 0, tell).feed()


def base_address(written: str) -> str:
    """Return the base IRI of a ``<base>`` on a page of unknown IRI: ``//host`` becomes ``https://host``."""
    address = in_browsers(written)
    address = f"https:{address}" if address.startswith("//") else address
    if SCHEME.match(address):
        with suppress(IRIError):
            return follow(address).iri
    return address


def base_of(source: str) -> str | None:
    """Return the base IRI in the ``<base>`` of a document; ``None`` without one."""
    if not _BASE.search(source):
        return None
    parser = _Parser(source, True, 0)
    for _ in parser.feed():
        if parser.base is not None:
            break
    return None if parser.base is None else base_address(parser.base)


def parse(source: str, *, whole: bool = False, depth: int = 0, tell: Tell | None = None) -> Parsed:
    """Return all passages of a document.

    With ``whole``, everything that a browser shows is parsed: also relative destinations and code, and template markup
    as plain text.
    """
    parser = _Parser(source, whole, depth, tell)
    return Parsed([*_passages(parser)], parser.base)


class Parsed(NamedTuple):
    """The passages of a document, and the URL in its ``<base>``, or ``None``."""

    passages: list[Passage]
    base: str | None


def _passages(parser: _Parser) -> Iterator[Passage]:
    return (one.passage() if isinstance(one, Address) else one for group in parser.feed() for one in group)


class _Opened(NamedTuple):
    """An open link, button or form, with the span of its destination."""

    tag: str
    attribute: str
    start: int
    end: int
    text_start: int


class _Parser:
    """Collects passages. The text between two tags is one passage."""

    def __init__(self, source: str, whole: bool, depth: int, tell: Tell | None = None) -> None:
        self.source = source
        self.whole = whole
        self.tell = tell
        self.tokens = Tokenizer(source, is_lenient=not whole, text_only=TEXT_ONLY if whole else _TEXT_ONLY_FOR_ALL)
        self.in_foreign = False  # the last tag is in SVG or MathML
        self.has_style = tell is not None and css.may_have(source)
        self.has_data = tell is not None and has_any(source, "ld+json")
        self.in_data = False  # the last script is linked data
        self.depth = depth  # number of documents around this one, in whose attributes it is nested
        self.no_prose = _UNSEEN - {"textarea", "math"} if whole else _UNSEEN | _CODE
        self.base: str | None = None
        self.passages: list[Passage | Address] = []
        self.gaps: list[Edit] = []  # in the text before the next tag
        self.gap_end = 0  # end of the last gap
        self.code: dict[str, int] = {}  # open elements without prose: how many were open before the first of that name
        self.code_depth = 0
        self.anchor: _Opened | None = None
        self.labels: list[tuple[int, int, list[Edit]]] = []  # text spans in the anchor, with their gaps
        self.button: _Opened | None = None
        self.in_form = False
        self.form: _Opened | None = None
        self.form_texts: list[str] = []  # texts in the form, outside anchors

    def feed(self) -> Iterator[list[Passage | Address]]:
        source = self.source
        position = at = 0  # start of the text before the next tag, and start of the search for that tag
        while True:
            if len(self.passages) > _GROUP and not (self.anchor or self.button or self.form):
                yield self.passages
                self.passages = []
            if position == at and self.is_plain():
                position = at = self.plain(position)
            tag = self.tokens.next(at)
            if tag is None:
                break
            self.in_foreign = self.tokens.is_foreign()
            at = self.tokens.after(tag)
            if self.is_in_gap(tag):
                continue
            if position < tag.start:
                self.text(position, tag.start)
            self.gaps = []
            position = at if tag.name in _RAW else tag.end
            self.tag(tag, at)
        if position < len(source):
            self.text(position, len(source))
        self.end_anchor(len(source), is_closed=False)
        self.end_button(len(source))
        self.end_form(len(source))
        yield self.passages

    def is_plain(self) -> bool:
        """Return whether the fast path may be used: no open element affects the parsing of the next tags."""
        return self.whole and not (self.anchor or self.code or self.form or self.tokens.follows)

    def tag(self, tag: Tag, after: int) -> None:
        if not tag.name:
            self.comment(tag.start, tag.end)
            return
        if not tag.closes:
            self.start_tag(tag.name, tag.start, tag.end)
            self.raw(tag, after)
        if tag.closes or (tag.name not in _NEVER_EMPTY and self.is_empty(tag)):
            self.end_tag(tag.name, tag.start)

    def is_empty(self, tag: Tag) -> bool:
        # HTML §13.2.6.4.4: "/>" does not close elements whose text has no tags, so their text is not prose.
        return tag.ending == "/>" and (not self.whole or self.in_foreign or tag.name not in self.no_prose)

    def raw(self, tag: Tag, end: int) -> None:
        """Parse an element whose content browsers treat as text; its open elements end with it."""
        if tag.name == "style" and tag.end < end == len(self.source) and self.tell is not None:
            self.tell("unread", "a <style> never ends: only its addresses are read", tag.start)
        if tag.name in _RAW and tag.end < end and not self.depth and not self.code:
            self.within(tag.end, end, self.depth + 1)

    def plain(self, position: int) -> int:
        """Parse text and links by the fast path; return the start of the rest."""
        source, found = self.source, self.passages
        while len(found) <= _GROUP:
            link = _PLAIN_LINK.match(source, position)
            if link is None:
                return position
            position = link.end()
            address, label = link.group(1, 2)
            if address is not None:
                start, end = link.span(1)
                label, attribute = shown(label), "href"
            elif link.lastindex:
                start, end = link.span(3)
                address, attribute = link[3], "src"
            else:
                break
            is_simple = address.count("&") == address.count("&amp;")
            address = address.replace("&amp;", "&")
            if is_simple and is_usual_uri(address):
                found.append(_NEW(Address, (address, start, end, label, attribute)))
            else:
                edits = references(source, start, end, in_attribute=True)
                found.append(cut(source, start, end, edits, target=True, label=label, attribute=attribute))
        return position

    def is_in_gap(self, tag: Tag) -> bool:
        """Return whether a tag only divides a word, so that the text continues after it."""
        if self.whole and tag.start >= self.gap_end and not self.code:
            gap = _NOTHING.match(self.source, tag.start)
            if gap is not None and _is_balanced(gap[0]):
                self.gaps.append(Edit(*gap.span(), ""))
                self.gap_end = gap.end()
        is_in_gap = tag.end <= self.gap_end
        if is_in_gap and tag.name and not tag.closes:
            self.style(tag.start, tag.end)
        return is_in_gap

    def start_tag(self, tag: str, start: int, end: int) -> None:
        is_anchor = tag == "a" or tag.startswith("v:")  # VML: shown by Outlook as a button
        if is_anchor:
            self.end_anchor(start)  # HTML: a second <a> ends the first
        elif tag == "button":
            self.end_button(start)
        if _HAS_ADDRESS.search(self.source, start, end):
            label = _shown_of_tag(self.source[start:end]) if tag in ("area", "input") else None
            for name, value_start, value_end in self.addresses(tag, start, end):
                self.address(tag, name, value_start, value_end, end, label)
        self.in_form |= tag == "form"  # HTML §13.2.6.4.7: browsers ignore a form in a form
        self.style(start, end)
        self.in_data = self.has_data and tag == "script" and _LINKED_DATA.search(self.source, start, end) is not None
        if self.begins_code(tag, start, end):
            if tag != "style" and not self.in_data and self.tell is not None:
                self.tell("unread", Message("the text of <{tag}> is not read", tag=tag), start)
            self.code.setdefault(tag, self.code_depth)
            self.code_depth += 1

    def address(self, tag: str, name: str, start: int, end: int, tag_end: int, label: str | None) -> None:
        if name in ("href", "xlink:href") and self.anchor is None and (tag == "a" or tag.startswith("v:")):
            self.anchor = _Opened(tag, name, start, end, tag_end)
        elif name == "srcdoc":
            self.document(start, end)
        elif name == "formaction" and tag == "button":
            self.button = _Opened(tag, name, start, end, tag_end)
        elif tag == "form" and name == "action" and not self.in_form and self.form is None:
            self.form = _Opened(tag, name, start, end, tag_end)
        else:
            self.passages += target(
                self.source, start, end, None if name == "src" else label, name, relative=self.whole
            )
        if tag == "base" and name == "base" and self.base is None:
            self.base = unescape(self.source[start:end]).strip()

    def begins_code(self, tag: str, start: int, end: int) -> bool:
        """Return whether the text of an element is not prose."""
        if tag in self.no_prose:
            # HTML §4.12.3: browsers show a shadow root.
            is_shown = tag == "template" and self.whole and _SHADOW_ROOT.search(self.source, start, end)
            return not is_shown and not (self.whole and self.in_foreign)
        if tag != "pre" or self.whole:
            return False
        # Other <pre> contain text, such as messages of an archive.
        return bool(_CODE_PRE.match(self.source, start, end) or _COLOURED.match(self.source, end))

    def style(self, start: int, end: int) -> None:
        if not self.has_style or self.code or not css.MAY_HAVE.search(self.source, start, end):
            return
        for _, value_start, value_end in attributes(self.source, start, end, ("style",)):
            value = cut(
                self.source, value_start, value_end, references(self.source, value_start, value_end, in_attribute=True)
            )
            self.passages += within(value, css.addresses(value.text, attribute="style"))

    def addresses(self, tag: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """Yield the URLs in the attributes of a tag: name, start and end."""
        if "template" in self.code:
            return
        before: set[str] = set()
        for name, value_start, value_end in attributes(self.source, start, end):
            if name in before and not name.endswith("srcset"):
                self.duplicate(name, value_start, value_end)
                continue
            before.add(name)
            if name == "content":
                if tag == "meta" and (span := self.content(start, end, value_start, value_end)):
                    yield name, *span
            elif name in _OF_ANIMATIONS:
                if tag in ("animate", "set") and _ANIMATES.search(self.source, start, end):
                    yield from ((name, *one.span()) for one in _VALUES_OF.finditer(self.source, value_start, value_end))
            elif name == "ping":  # HTML §4.6.5: several URLs, separated by spaces
                for one in _WORD.finditer(self.source, value_start, value_end):
                    yield name, *one.span()
            elif tag == "base" and name == "href":  # not a link, but the base of relative ones
                yield "base", value_start, value_end
            else:
                yield name, value_start, value_end

    def content(self, start: int, end: int, value_start: int, value_end: int) -> tuple[int, int] | None:
        """Return the span of the URL in the ``content`` of a ``<meta>``, or ``None``."""
        if self.tell is not None and _OPEN_GRAPH.search(self.source, start, end):
            return value_start, value_end
        refresh = _REFRESHES.search(self.source, start, end) and _REFRESH.match(self.source, value_start, value_end)
        return refresh.span(1) if refresh else None

    def duplicate(self, name: str, start: int, end: int) -> None:
        """Report a duplicate attribute, which browsers remove (HTML §13.2.5.33, "duplicate-attribute")."""
        if self.tell is not None and name != "content":
            value = unescape(self.source[start:end])[:200]
            self.tell("ignored", Message("browsers ignore a second {field}: {value}", field=name, value=value), start)

    def end_tag(self, tag: str, start: int) -> None:
        if tag in self.code:
            self.code_depth = self.code[tag]
            self.code = {name: before for name, before in self.code.items() if before < self.code_depth}
        if self.anchor is not None and tag == self.anchor.tag:
            self.end_anchor(start)
        elif tag == "button":
            self.end_button(start)
        elif tag == "form":
            self.end_form(start)

    def end_anchor(self, end: int, is_closed: bool = True) -> None:
        if (anchor := self.anchor) is not None:
            self.linked(anchor, shown(self.source[anchor.text_start : end]))
            is_text = not is_closed or (self.whole and _NOWHERE.match(self.source, anchor.start, anchor.end))
            labels, self.anchor, self.labels = self.labels, None, []
            for start, end, self.gaps in labels if is_text else ():
                self.text(start, end)

    def end_button(self, end: int) -> None:
        if self.button is not None:
            self.linked(self.button, shown(self.source[self.button.text_start : end]))
            self.button = None

    def linked(self, opened: _Opened, label: str) -> None:
        start, end, attribute = opened.start, opened.end, opened.attribute
        self.passages += target(self.source, start, end, label, attribute, relative=self.whole)

    def document(self, start: int, end: int) -> None:
        """Parse ``srcdoc``, which contains a document (HTML §4.8.5)."""
        if self.depth < _DEEPEST:
            value = cut(self.source, start, end, references(self.source, start, end, in_attribute=True))
            inner = parse(value.text, whole=self.whole, depth=self.depth + 1, tell=self.tell_in(value))
            self.passages += within(value, inner.passages)
        elif self.tell is not None:
            said = Message("more than {number} documents in attributes of each other are not read", number=_DEEPEST)
            self.tell("limit", said, start)

    def tell_in(self, inner: Passage | Shift) -> Tell | None:
        """Return the ``tell`` function for a document nested in this one, which maps its offsets."""
        tell = self.tell
        return None if tell is None else lambda kind, said, at: tell(kind, said, inner.span(at, at)[0])

    def comment(self, start: int, end: int) -> None:
        if self.whole and self.source.startswith("<![CDATA[", start):  # XML §2.7; in HTML it is a comment
            self.passages.append(cut(self.source, start + len("<![CDATA["), end))
            return
        if self.whole and self.source.startswith("<?xml-stylesheet", start):  # Associating Style Sheets with XML §3
            for name, value_start, value_end in attributes(self.source, start + 1, end):
                self.passages += target(self.source, value_start, value_end, None, name, relative=True)
            return
        opening = _CONDITION.match(self.source, start, end)
        if opening is None or self.code or not _OF_OUTLOOK.search(_OF_OTHERS.sub("", opening[1])):
            return
        closing = _END_OF_OUTLOOK.search(self.source, max(opening.end(), end - len("<![endif]-->")), end)
        if closing:
            self.within(opening.end(), closing.start(), self.depth)

    def within(self, start: int, end: int, depth: int) -> None:
        shift = Shift(start)
        within = parse(self.source[start:end], whole=self.whole, depth=depth, tell=self.tell_in(shift)).passages
        # Text inside an anchor is its link text.
        self.passages += (one.inside(shift) for one in within if one.target or self.anchor is None)

    def end_form(self, end: int) -> None:
        self.in_form = False
        if self.form is not None:
            # HTML §4.10.6: readers expect the form to be sent to a host that its buttons name.
            buttons = _BUTTON.finditer(self.source, self.form.text_start, end)
            label = " ".join(shown(button[0]) for button in buttons).strip()
            if "." not in label:  # else to a host that its texts name, if they do not name its own
                host = _HOST.match(self.source, self.form.start, self.form.end)
                texts = (text for text in self.form_texts if host is None or host[1] not in text)
                label = " ".join([label, *texts]).strip()
            self.linked(self.form, label)
            self.form, self.form_texts = None, []

    def text(self, start: int, end: int) -> None:
        if self.code:
            if self.has_style and next(iter(self.code)) == "style":
                self.passages += css.addresses(self.source, start, end)
            elif self.in_data:
                self.passages += strings.linked_data(self.source, start, end)
            return
        if self.anchor is not None:  # the link text, which is compared with the destination
            self.labels.append((start, end, self.gaps))
        elif _MAY_HAVE.search(self.source, start, end) if self.whole else has_trigger(self.source[start:end]):
            edits = references(self.source, start, end)
            self.passages.append(cut(self.source, start, end, [*edits, *self.gaps] if self.gaps else edits))
            if self.form is not None:
                self.form_texts.append(self.passages[-1].text.strip())


def _is_balanced(gap: str) -> bool:
    """Return whether all elements are closed."""
    opened: list[str] = []
    for piece in _PIECES.finditer(gap):
        name = (piece[2] or "").lower()
        if not piece[1]:
            opened += [name] * bool(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened


def shown(source: str) -> str:
    """Return the visible text of a link or button: text, alternative texts, values of inputs."""
    if "<" not in source:
        return _WHITE_SPACE.sub(" ", unescape(source)).strip()
    pieces = []
    position, hidden = 0, False
    for tag in Tokenizer(source, is_lenient=True, text_only=_TEXT_ONLY_FOR_ALL).tags():
        pieces.append("" if hidden else source[position : tag.start])
        hidden = tag.name in _UNSEEN and not tag.closes
        pieces.append(" " if tag.name in _APART else _shown_of_tag(source[tag.start : tag.end]))
        position = tag.end
    pieces.append("" if hidden else source[position:])
    return _WHITE_SPACE.sub(" ", unescape("".join(pieces))).strip()


def _shown_of_tag(tag: str) -> str:
    shows = _SHOWS.match(tag)
    if shows is None:
        return ""
    values = {name.lower(): value.strip("\"'") for name, value in _VALUE.findall(tag)}
    text = values.get("value" if shows["button"] else "alt", "")
    return "" if text and text in values.get("src", "") else text


def references(source: str, start: int, end: int, *, in_attribute: bool = False) -> Iterator[Edit]:
    """Yield edits that resolve character references, which come before any other step (RFC 3987 §5.1)."""
    for match in _REFERENCE.finditer(source, start, end):
        # HTML §13.2.5.73: "?a=1&copy=2" has no character reference.
        is_open = in_attribute and match[0][-1] != ";" and match[0][1] != "#"
        if is_open and (match[0][1:] not in html5 or source.startswith("=", match.end())):
            continue
        meant = unescape(match[0])
        if meant != match[0]:
            yield Edit(match.start(), match.end(), meant)


def attributes(
    source: str, start: int, end: int, names: Collection[str] = _ADDRESSES
) -> Iterator[tuple[str, int, int]]:
    """Yield the attributes of a start tag that may contain a URL: name, start and end of the value or of a URL in it.

    In doubled quotation marks the value is empty. The URL after it is returned, from its opening quotation mark on.
    """
    for match in html_tokens.attributes(source, start, end):
        if match.lastindex and match.lastindex > 1 and (name := match[1].lower()) in names:
            value_start, value_end = match.span(match.lastindex)
            if value_start == value_end and (outside := _AFTER_EMPTY.match(source, match.end(), end)):
                value_start, value_end = match.end() - 1, outside.end()
            if not name.endswith("srcset"):
                yield name, value_start, value_end
                continue
            for candidate in _CANDIDATE.finditer(source, value_start, value_end):
                yield name, *candidate.span(candidate.lastindex or 1)


def target(
    source: str, start: int, end: int, label: str | None = None, attribute: str | None = None, *, relative: bool = False
) -> Iterator[Passage]:
    """Yield the destination, without surrounding whitespace. Without a scheme, only if it may be ``relative``."""
    start, end = stripped(source, start, end)
    edits = references(source, start, end, in_attribute=True)
    passage = cut(source, start, end, edits, target=True, label=label, attribute=attribute)
    if relative or (
        is_address(in_browsers(passage.text) if _IGNORED.search(passage.text) else passage.text)
        and not _TEMPLATE.search(passage.text)
    ):
        yield passage
