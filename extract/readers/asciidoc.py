"""AsciiDoc: finds the prose, and the destinations of macros.

The blocks that delimit prose are parsed line by line, then inline markup in the paragraphs that may have a link, as in
Asciidoctor. (AsciiDoc Language Documentation, docs.asciidoctor.org/asciidoc/latest: "Blocks", "Link Macro", "URL
Macro", "Autolinks", "Passthroughs".)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from extract.readers.paragraph import Paragraph, Worth
from extract.readers.passage import Edit, Passage, blank, cut, is_inside, path_in, replacing
from extract.readers.triggers import asks_for_relative, has_trigger, is_address
from extract.text.references import IN_ASCIIDOC, unescape
from extract.text.regexes import re

_LINE = re.compile(r"(?m)^([ \t]*+)(\S.*)$")
_FRONT = re.compile(r"---[ \t]*\r?\n(?:.*\n)*?---[ \t]*\r?(?:\n|\Z)")  # "Skip Front Matter"
# "Delimited Blocks", "Tables" and "Nested Tables". The first group is not prose. CSV and DSV are skipped.
_DELIMITER = re.compile(
    r"(?P<verbatim>-{4,}|\.{4,}|\+{4,}|/{4,}|[,:]={3,}|(?P<fence>```)[ \t]*[^`\s]*)|(?P<open>--)|={4,}|\*{4,}|_{4,}"
    r"|(?P<table>[|!]={3,})"
)
_UNDERLINE = re.compile(r"=+|-+|\++")  # of a title ("Section Titles": setext-style); "~" and "^" never open a block
_ATTRIBUTES = re.compile(r"\[(?:[\w.#%{,\"'].*|\[.*\])?\]")
_STYLE = re.compile(r"\[([a-z0-9]+)[\],%#.]|\[,[ \t]*[\w+#-]")
# Styles of blocks and paragraphs that are not prose, with those of Asciidoctor Diagram.
_CODE_STYLES = frozenset(
    """source listing literal pass stem latexmath asciimath comment actdiag barcode blockdiag bpmn bytefield d2 dbml
    diagrams ditaa dpic erd gnuplot graphviz lilypond meme mermaid mscgen msc nomnoml nwdiag packetdiag pikchr plantuml
    rackdiag seqdiag shaape smcat structurizr svgbob symbolator syntrax tikz umlet vega vegalite wavedrom""".split()
)
_IGNORED = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif)::.*\]|//(?!/).*", re.DOTALL)  # also comments
_INCLUDE = re.compile(r"include::([^\[\s]+)\[")
_ENTRY = re.compile(r":!?\w[\w -]*!?:(?:[ \t]+|$)")
_HEADING = re.compile(r"(?:={1,6}|#{1,6})[ \t]+(?=\S)")
# "Author Information": below the document title, where "<" and ">" are not part of the text.
_AUTHORS = re.compile(r"(?=[^<]*<)(?:[^<>;\s][^<>;]{0,99}(?:<https?://[^<>\s]{1,500}>)?(?:;[ ]*|\Z))+")
_OF_AUTHOR = re.compile(r"<(https?://[^<>\s]{1,500})>")
_BLOCK_TITLE = re.compile(r"\.(?=\.?[^\s.])")
_BLOCK_MACRO = re.compile(
    r"(?P<media>image|video|audio)?(?(media)|\w[\w-]*)::(?P<target>(?!\s)[^\[]*?)(?<!\s)\[(?P<rest>.*)\]"
)
_ITEM = re.compile(r"(?:-|\*{1,5}|\.{1,5}|•|\d+\.|[A-Za-z]\.|[IVXivx]+\)|<(?:\d+|\.)>)[ \t]")
_TERM = re.compile(r"(?::{2,4}|;;)(?:[ \t]|\Z)")
_SEPARATOR = re.compile(r"\bseparator=\"?(\S)")
_LINK_ATTRIBUTE = re.compile(r"\blink=\"?(https?:[^\s\",\]]+)")


def read(source: str) -> Iterator[Passage]:
    """Yield the prose that may have a link, and the destinations of macros."""
    if has_trigger(source):
        yield from _passages(source, has_trigger)


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs. A NUL separates the URL of a macro from its "["."""
    inner = is_worth.within(source, "asciidoc")
    if inner is not None:
        for passage in _passages(source, lambda text: inner(text, "asciidoc")):
            if not passage.target:
                known = _ids(source) if "<" in passage.text else frozenset[str]()
                yield Paragraph(passage, "asciidoc", known)


# "Assign an ID": before a block, in its attributes, or in the text.
_ID = re.compile(r"\[\[([^\[\],\n]{1,100})|(?<=\[)[^\[\]\n#]{0,60}#([\w:-]{1,100})|anchor:([^\s\[\]]{1,100})\[")


@functools.lru_cache(maxsize=1)
def _ids(source: str) -> frozenset[str]:
    """Return the IDs that a source declares."""
    return frozenset(match[match.lastindex or 0] for match in _ID.finditer(source))


def _passages(source: str, is_wanted: Callable[[str], bool]) -> Iterator[Passage]:
    for start, end, kind in _blocks(source):
        if kind in ("target", "image"):
            yield from _target(source, start, end, kind=kind)
        elif kind == "include":
            yield from path_in(source, start, end, "include")
        elif len(kind) == 1:
            for cell in _cells(kind).finditer(source, start, end):
                if is_wanted(cell[0]):
                    yield from _Inline(source, *cell.span()).passages()
        elif kind == "value" and _ADDRESS.fullmatch(source, start, end):
            yield from _target(source, start, end)
        # Passthroughs in values are not parsed.
        elif (kind != "value" or not CHANGED.search(source, start, end)) and is_wanted(source[start:end]):
            yield from _Inline(source, start, end).passages()


@functools.cache
def _cells(separator: str) -> re.Pattern[str]:
    other = rf"[^{re.escape(separator)}\\]"
    return re.compile(rf"(?:{other}|\\.)++", re.DOTALL)


@functools.lru_cache(maxsize=1)  # called for the links and for the markup of the same source
def _blocks(source: str) -> list[tuple[int, int, str]]:
    """Return spans of kind "prose", "target", "image", "include", "value", or the cell separator of a table."""
    return _Lines(source).read()


class _Lines:
    """The state of the line parser. Each method with a result returns whether it consumed the line."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.spans: list[tuple[int, int, str]] = []
        self.header = False  # below the document title, up to a blank line
        self.continued = False  # the next line continues the value of an attribute
        self.style = ""  # of the next block
        # The open paragraph:
        self.begin = -1  # start; -1 if there is none
        self.stop = 0
        self.inside = False  # its next lines may be indented
        self.lines = 0
        self.skipping = False  # it is not prose
        self.expected = False  # a term precedes, whose description may be indented
        # The block around it:
        self.until = ""  # closing delimiter of a block that is not prose
        self.table = ""
        self.separator = "|"
        self.declared = ""  # separator in the attributes of the next table

    def read(self) -> list[tuple[int, int, str]]:
        """Return the spans in all lines."""
        front = _FRONT.match(self.source)
        previous = 0
        for match in _LINE.finditer(self.source, front.end() if front else 0):
            start = match.start(2)
            text = match[2].rstrip()
            at_margin = not match[1]
            after_blank = self.source.count("\n", previous, start) > 1
            previous = match.end()
            if self.until:
                if at_margin and text == self.until:
                    self.until = ""
                continue
            if after_blank:
                self.header = self.inside = self.skipping = False
                self.end_paragraph()
            if self.continued:
                self.value(start, start, text)
            elif at_margin:
                self.at_margin(start, text)
            elif not self.skipping:
                self.indented(start, text)
        self.end_paragraph()
        return self.spans

    def end_paragraph(self) -> None:
        if self.begin >= 0:
            self.spans.append((self.begin, self.stop, self.separator if self.table else "prose"))
            self.begin = -1

    def at_margin(self, start: int, text: str) -> None:
        if self.apart(start, text) or self.skipping or ((self.header or not self.inside) and self.entry(start, text)):
            return
        if self.header and not self.inside and _AUTHORS.fullmatch(text):
            self.spans += [(start + one.start(1), start + one.end(1), "target") for one in _OF_AUTHOR.finditer(text)]
        elif self.inside or not (self.title(start, text) or self.macro(start, text) or self.code()):
            self.prose(start, text, _is_item(text))

    def indented(self, start: int, text: str) -> None:
        if not self.inside and self.code():
            return
        is_item = _is_item(text)
        if is_item or self.inside or self.table or self.expected:
            self.prose(start, text, is_item)
        else:  # "Literal Blocks": an indented paragraph
            self.skipping = True

    def apart(self, start: int, text: str) -> bool:
        """Parse a line that ends a paragraph; return whether it is one."""
        delimiter = _DELIMITER.fullmatch(text)
        is_mark = text == "+" or (text[0] == "[" and _ATTRIBUTES.fullmatch(text) is not None)
        if not (delimiter or is_mark or _IGNORED.fullmatch(text)):
            return False
        is_below_line = self.inside and self.lines == 1 and abs(self.stop - self.begin - len(text)) < 2
        self.end_paragraph()
        if included := _INCLUDE.match(text):
            self.spans.append((start + included.start(1), start + included.end(1), "include"))
        if is_below_line and not self.table and _UNDERLINE.fullmatch(text):  # the underline of a title
            self.inside = False
        elif delimiter:
            self.inside = self.skipping = False
            self.delimiter(delimiter, text)
        elif is_mark:  # "+": "Join Elements to a List Item"
            self.inside = self.skipping = False
            if text != "+":
                self.attributes(start, text)
        elif self.style in _CODE_STYLES and text.startswith("include::"):
            self.style = ""
            self.skipping = True
        return True

    def delimiter(self, delimiter: re.Match[str], text: str) -> None:
        if delimiter["verbatim"] or (delimiter["open"] and self.style in _CODE_STYLES):
            self.until = delimiter["fence"] or text
        elif delimiter["table"]:
            if not self.table:
                self.separator = self.declared or text[0]
            self.table = "" if self.table == text else self.table or text
            self.until = text if self.table and self.style == "csv" else ""
            self.declared = ""
        self.style = ""

    def attributes(self, start: int, text: str) -> None:
        self.style = _style(text) or self.style
        if separated := _SEPARATOR.search(text):
            self.declared = separated[1]
        if linked := _LINK_ATTRIBUTE.search(self.source, start, start + len(text)):
            self.spans.append((*linked.span(1), "target"))

    def entry(self, start: int, text: str) -> bool:
        """Parse a document attribute; return whether the line is one."""
        entry = _ENTRY.match(text)
        if entry is None:
            return False
        self.end_paragraph()
        self.value(start + entry.end(), start, text)
        return True

    def value(self, value_start: int, start: int, text: str) -> None:
        self.continued = text.endswith(" \\")
        self.spans.append((value_start, start + len(text) - 2 * self.continued, "value"))

    def title(self, start: int, text: str) -> bool:
        title = _HEADING.match(text) or _BLOCK_TITLE.match(text)
        if title is None:
            return False
        self.header = self.header or text.startswith("= ")
        self.spans.append((start + title.end(), start + len(text), "prose"))
        return True

    def macro(self, start: int, text: str) -> bool:
        macro = _BLOCK_MACRO.fullmatch(self.source, start, start + len(text))
        if macro is None:
            return False
        self.style = ""
        if macro["media"]:
            self.spans.append((*macro.span("target"), "image" if macro["media"] == "image" else "target"))
        if linked := _LINK_ATTRIBUTE.search(self.source, *macro.span("rest")):
            self.spans.append((*linked.span(1), "target"))
        return True

    def code(self) -> bool:
        if self.style not in _CODE_STYLES:
            return False
        self.style = ""
        self.skipping = True
        return True

    def prose(self, start: int, text: str, is_item: bool) -> None:
        if is_item:
            self.end_paragraph()
        self.lines = self.lines + 1 if self.inside else 1
        self.inside = True
        self.style = ""
        self.begin = start if self.begin < 0 else self.begin
        self.stop = start + len(text)
        self.expected = text.endswith(("::", ";;"))


def _is_item(text: str) -> bool:
    return (_ITEM.match(text) or _TERM.search(text)) is not None


def _style(attributes: str) -> str:
    """Return the style in a line of attributes, "csv" for tables of CSV and DSV, or ""."""
    if "csv" in attributes or "dsv" in attributes:
        return "csv"
    if "subs=" in attributes:
        return "literal"  # the substitutions differ from prose
    style = _STYLE.match(attributes)
    return (style[1] or "source") if style else ""


_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s\[\]<>{}]+")
# Passthroughs before macros: "Substitutions". A bare URL before "[" is a macro.
_INLINE = re.compile(
    "|".join(
        (
            r"(?P<escape>\\(?:(?:https?|ftp|irc|file)://|(?:link|mailto|image|icon|xref):)[^\s\[\]<>]*"
            r"|\\(?:\+{1,3}|\$\$|`{1,2}))",
            r"(?P<raw>(?:link|image|icon):(?P<opened>\+\+\+?|\$\$|pass:[a-z,-]*\[))",  # a macro with a passthrough
            r"(?P<until>\+\+\+?|\$\$|``+)",  # a passthrough or code, which the same delimiter closes
            r"(?P<bracket>(?:pass|stem|latexmath|asciimath):[a-z,-]*\[)",
            r"""(?P<curved>["']`(?=\S))""",  # opens quotation marks
            r"(?<!\w)`(?=[^\s`])[^`]++(?<=\S)`(?!\w)(?P<code>)",
            r"(?<![\w;:])\+(?=[^\s+])[^+]++(?<=\S)\+(?!\w)(?P<plus>)",
            r"(?P<macro>link|mailto|image|icon):(?P<aim>[^\s\[\]<>]*)",
            r"(?P<url>(?:https?|ftp|irc|file)://[^\s\[\]<>`]*)",
        )
    )
)
# Text in a URL that Asciidoctor replaces or parses as markup before it parses the macro ("Troubleshooting Complex
# URLs", "Character Replacement Substitutions"). Rules check such URLs, so they stay in the text.
CHANGED = re.compile(
    r"(?<=\w)--(?=\w)|(?<=\w)\.{3}(?=\w)|(?<=[^\W_])'(?=[^\W\d_])|(?<!\\)(?:\((?:C|R|TM)\)|__(?=[^\s_])\S+?__"
    r"|\*\*(?=[^\s*])\S+?\*\*|\+\+(?=[^\s+])\S+?\+\+|(?<![\w;:}])(?:_[^\s_]+_|\*[^\s*]+\*)(?!\w)|~[^\s~]+~|\^[^\s^]+\^)"
)
# "Cross References": the macro, and its short form.
_XREF = re.compile(r"(?<!\\)xref:([^\s\[\]:]+)\[|(?<!\\)<<([^\s<>,]+)(?:,[^<>]*)?>>")
_ESCAPED = re.compile(rf"\\(?=\.{{3}}|--|[_*#'~^`])|(?P<entity>{IN_ASCIIDOC})")
# A link text may contain images, which are parsed before it.
_LABEL = re.compile(r"(?:\\.|i(?:mage|con):[^\s\[\]]{0,500}\[[^\[\]]{0,500}\]|[^\]\\])*+\]", re.DOTALL)
_NAMED = re.compile(r"(?s)\s*(?:\"(?P<quoted>(?:[^\"\\]++|\\.)*+)\"|(?P<first>[^,=]*))(?:,|\Z)")
# The characters after which Asciidoctor detects a URL ("Autolinks"). Emphasis was parsed before.
BEFORE_ADDRESS = frozenset("<>()[];\"'*_#~^}+|")


class _Inline:
    """A paragraph with passthroughs, code and macros blanked, and the destinations of the macros.

    Each method processes a match of its group in `_INLINE`, and returns the position after it.
    """

    def __init__(self, source: str, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.edits: list[Edit] = []
        self.targets: list[Passage] = []
        self.unclosed: set[str] = set()  # delimiters without an end; not searched again, so that time is linear
        self.quoted = ""  # the open curved quotation mark
        self.marked = -1  # end of the last code or opening curved quotation mark

    def passages(self) -> Iterator[Passage]:
        """Yield the destinations of the macros, then the paragraph."""
        position = self.start
        while match := _INLINE.search(self.source, position, self.end):
            position = match.end()
            if match.lastgroup == "curved":
                self.quoted = self.source[match.start()]
                self.marked = position
            elif match.lastgroup in ("escape", "plus"):
                self.edits.append(blank(*match.span()))
            elif match.lastgroup == "code":
                position = self.code(match)
            elif match.lastgroup in ("until", "bracket"):
                position = self.passthrough(match)
            elif match.lastgroup == "raw":
                position = self.raw_macro(match)
            else:
                position = self.macro(match)
        yield from self.targets
        if asks_for_relative():
            hidden = sorted((edit.start, edit.end) for edit in self.edits)
            for inside in _XREF.finditer(self.source, self.start, self.end):
                if not is_inside(hidden, inside.start() + 1):
                    yield from path_in(self.source, *inside.span(inside.lastindex or 0), "xref")
        yield cut(self.source, self.start, self.end, self.edits)

    def code(self, match: re.Match[str]) -> int:
        opening, position = match.span()
        if self.quoted and self.source[opening + 1] == self.quoted:
            self.quoted = ""
            return opening + 2
        self.edits.append(blank(opening, position))
        return position

    def passthrough(self, match: re.Match[str]) -> int:
        opening, position = match.span()
        closing = match["until"] or "]"
        found = self.find(closing, position)
        if found < 0:
            return position
        self.marked = found + len(closing)
        self.edits.append(blank(opening, self.marked))
        return self.marked

    def raw_macro(self, match: re.Match[str]) -> int:
        """Parse a macro whose destination is a passthrough."""
        opening, position = match.span()
        closing = "]" if match["opened"][-1] == "[" else match["opened"]
        found = self.find(closing, position)
        bracket = found + len(closing)
        closed = self.closed(bracket) if found >= 0 else -1
        if closed < 0:
            return position
        label = None if match["raw"][0] == "i" else _label(self.source[bracket + 1 : closed - 1])
        self.targets += _target(self.source, position, found, label)
        self.edits.append(blank(opening, closed))
        return closed

    def macro(self, match: re.Match[str]) -> int:
        opening, position = match.span()
        is_image = match["macro"] in ("image", "icon")
        place = match.start("aim") if match["macro"] in ("link", "image", "icon") else opening
        is_first = opening - self.start < 50 and not self.source[self.start : opening].strip()
        is_block = is_image and match["aim"][:1] == ":" and is_first  # in a cell
        place += is_block
        target = match["aim"] if match["macro"] == "mailto" else self.source[place:position]
        is_link = target[:1] not in ("", ":") and (
            match["macro"] or opening == self.marked or _may_be_link(self.source, match, self.start)
        )
        closed = self.closed(position) if is_link else -1
        # It refers to an attribute, or continues in code.
        stands_for_more = "{" in target or (target[-3:] == "://" and self.source.startswith("`", position))
        if closed < 0 and stands_for_more:
            self.edits.append(blank(opening, position))
            return position
        if closed < 0 or ("://" in target and not is_block and CHANGED.search(target)):
            if self.source.startswith("[", position) and target[-1:] not in ("", ".", ","):
                self.edits.append(Edit(position, position, "\0"))  # it ends the URL
            return max(position, closed)
        end = (self.image if is_image else self.link)(place, position, closed)
        self.edits.append(blank(opening, end))
        return end

    def image(self, place: int, bracket: int, closed: int) -> int:
        """Collect the destinations of an image; return the position after it."""
        self.targets += _target(self.source, place, bracket, kind="image")
        if linked := _LINK_ATTRIBUTE.search(self.source, bracket, closed):
            self.targets += _target(self.source, *linked.span(1))
        return closed

    def link(self, place: int, bracket: int, closed: int) -> int:
        """Collect the destination of a link; return the position from which to continue."""
        label = self.source[bracket + 1 : closed - 1]
        self.targets += _target(self.source, place, bracket, _label(label))
        if "image:" not in label or len(label) >= 1000:
            return closed
        self.edits.append(blank(closed - 1, closed))
        return bracket + 1

    def find(self, closing: str, position: int) -> int:
        """Return the end of a passthrough, or -1."""
        found = -1 if closing in self.unclosed else self.source.find(closing, position, self.end)
        while closing == "]" and found > 0 and self.source[found - 1] == "\\":
            found = self.source.find(closing, found + 1, self.end)
        if found < 0:
            self.unclosed.add(closing)
        return found

    def closed(self, position: int) -> int:
        """Return the end of a macro's brackets, or -1."""
        if position >= self.end or self.source[position] != "[" or "[" in self.unclosed:
            return -1
        label = _LABEL.match(self.source, position + 1, self.end)
        if label is None:
            self.unclosed.add("[")
            return -1
        return label.end()


def _may_be_link(source: str, match: re.Match[str], start: int) -> bool:
    """Return whether Asciidoctor detects a URL without "link:"."""
    opening = match.start()
    before = source[opening - 1] if opening > start else " "
    return (before.isspace() or before in BEFORE_ADDRESS) and match["url"][-1] not in ".,"


def _label(attributes: str) -> str | None:
    """Return the link text: the text in the brackets, or the part before named attributes.

    ("Link & URL Macro Attribute Parsing".)
    """
    text = attributes.replace("\\]", "]")
    if "=" in text:
        named = _NAMED.match(text)
        text = "" if named is None else named["quoted"] or named["first"] or ""
    return text.strip().removesuffix("^") or None


def _target(source: str, start: int, end: int, label: str | None = None, *, kind: str = "target") -> Iterator[Passage]:
    """Yield the destination of a macro if it has a scheme and no references to attributes."""
    if "{" not in source[start:end] and is_address(source, start, end):
        edits = replacing(_ESCAPED, source, start, end, lambda found: unescape(found["entity"] or ""))
        yield cut(source, start, end, edits, target=True, label=label, leads_to="image" if kind == "image" else "")
