"""AsciiDoc: finds what is prose, and the targets of macros.

The blocks that decide what is prose are read line by line, then inline markup in the paragraphs that may have a link,
as Asciidoctor does. (AsciiDoc Language Documentation, docs.asciidoctor.org/asciidoc/latest: "Blocks", "Link Macro",
"URL Macro", "Autolinks", "Passthroughs".)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from extract.readers.paragraph import Paragraph, Worth
from extract.readers.segment import Edit, Segment, blank, cut
from extract.readers.triggers import has_trigger, is_address
from extract.text.references import unescape
from extract.text.regexes import re

_LINE = re.compile(r"(?m)^([ \t]*+)(\S.*)$")
_FRONT = re.compile(r"---[ \t]*\r?\n(?:.*\n)*?---[ \t]*\r?(?:\n|\Z)")  # "Skip Front Matter"
# "Delimited Blocks", "Tables" and "Nested Tables"; what comes first is not prose. CSV and DSV are left out.
_DELIMITER = re.compile(
    r"(?P<verbatim>-{4,}|\.{4,}|\+{4,}|/{4,}|[,:]={3,}|(?P<fence>```)[ \t]*[^`\s]*)|(?P<open>--)|={4,}|\*{4,}|_{4,}"
    r"|(?P<table>[|!]={3,})"
)
_UNDERLINE = re.compile(r"=+|-+|\++")  # of a title ("Section Titles": setext-style); others never open a block
_ATTRIBUTES = re.compile(r"\[(?:[\w.#%{,\"'].*|\[.*\])?\]")
_STYLE = re.compile(r"\[([a-z0-9]+)[\],%#.]|\[,[ \t]*[\w+#-]")
# Styles of blocks and paragraphs that are not prose, with those of Asciidoctor Diagram.
_CODE_STYLES = frozenset(
    """source listing literal pass stem latexmath asciimath comment actdiag barcode blockdiag bpmn bytefield d2 dbml
    diagrams ditaa dpic erd gnuplot graphviz lilypond meme mermaid mscgen msc nomnoml nwdiag packetdiag pikchr plantuml
    rackdiag seqdiag shaape smcat structurizr svgbob symbolator syntrax tikz umlet vega vegalite wavedrom""".split()
)
_CONDITIONAL = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif)::.*\]")
_ENTRY = re.compile(r":!?\w[\w -]*!?:(?:[ \t]+|$)")
_HEADING = re.compile(r"(?:={1,6}|#{1,6})[ \t]+(?=\S)")
_BLOCK_TITLE = re.compile(r"\.(?=\.?[^\s.])")
_BLOCK_MACRO = re.compile(
    r"(?P<media>image|video|audio)?(?(media)|\w[\w-]*)::(?P<target>(?!\s)[^\[]*?)(?<!\s)\[(?P<rest>.*)\]"
)
_ITEM = re.compile(r"(?:-|\*{1,5}|\.{1,5}|•|\d+\.|[A-Za-z]\.|[IVXivx]+\)|<(?:\d+|\.)>)[ \t]")
_TERM = re.compile(r"(?::{2,4}|;;)(?:[ \t]|\Z)")
_SEPARATOR = re.compile(r"\bseparator=\"?(\S)")
_LINK_ATTRIBUTE = re.compile(r"\blink=\"?(https?:[^\s\",\]]+)")


def read(source: str) -> Iterator[Segment]:
    """Yield the prose that may have a link, and the targets of macros."""
    if has_trigger(source):
        yield from _segments(source, has_trigger)


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs without what is no prose: between the address and the "[" of a macro stands a NUL."""
    inner = is_worth.within(source, "asciidoc")
    if inner is not None:
        for segment in _segments(source, lambda text: inner(text, "asciidoc")):
            if not segment.target:
                yield Paragraph(segment, "asciidoc")


def _segments(source: str, is_wanted: Callable[[str], bool]) -> Iterator[Segment]:
    for start, end, kind in _blocks(source):
        if kind == "target":
            yield from _target(source, start, end)
        elif len(kind) == 1:
            for cell in _cells(kind).finditer(source, start, end):
                if is_wanted(cell[0]):
                    yield from _inline(source, *cell.span())
        elif kind == "value" and _ADDRESS.fullmatch(source, start, end):
            yield from _target(source, start, end)
        # passthroughs are not read in values
        elif (kind != "value" or not CHANGED.search(source, start, end)) and is_wanted(source[start:end]):
            yield from _inline(source, start, end)


@functools.cache
def _cells(separator: str) -> re.Pattern[str]:
    other = rf"[^{re.escape(separator)}\\]"
    return re.compile(rf"(?:{other}|\\.)++", re.DOTALL)


@functools.lru_cache(maxsize=1)  # the same source is read for its links and for its markup
def _blocks(source: str) -> tuple[tuple[int, int, str], ...]:
    return tuple(_spans(source))


def _spans(source: str) -> Iterator[tuple[int, int, str]]:
    """Yield spans: "prose", a "target", the "value" of a document attribute, or the separator of cells of a table."""
    begin = -1  # of the paragraph that is being read
    stop = previous = 0
    inside = False  # of a paragraph, whose lines may be indented
    lines = 0  # of it
    skipping = False  # a paragraph that is not prose
    expected = False  # a description, which may be indented, after its term
    continued = False  # the value of an attribute
    until = ""  # the delimiter of a block that is not prose
    table = ""
    separator = "|"
    declared = ""  # a separator, in the attributes of the table that follows
    style = ""
    header = False  # below the title of the document, up to a blank line
    front = _FRONT.match(source)
    for match in _LINE.finditer(source, front.end() if front else 0):
        start = match.start(2)
        text = match[2].rstrip()
        end = start + len(text)
        at_margin = not match[1]
        after_blank = source.count("\n", previous, start) > 1
        previous = match.end()
        if until:
            if at_margin and text == until:
                until = ""
            continue
        kind = separator if table else "prose"
        if after_blank:
            header = False
            if begin >= 0:
                yield begin, stop, kind
            begin = -1
            inside = skipping = False
        if continued:
            continued = text.endswith(" \\")
            yield start, end - 2 * continued, "value"
            continue
        is_title = inside and lines == 1 and not table and at_margin and abs(stop - begin - len(text)) < 2
        delimiter = _DELIMITER.fullmatch(text) if at_margin else None
        is_apart = at_margin and (
            delimiter
            or text == "+"
            or (text.startswith("//") and not text.startswith("///"))
            or _CONDITIONAL.fullmatch(text)
            or (text[0] == "[" and _ATTRIBUTES.fullmatch(text))
        )
        if is_apart and begin >= 0:
            yield begin, stop, kind
            begin = -1
        if is_title and begin < 0 and _UNDERLINE.fullmatch(text):
            inside = False
        elif delimiter:
            inside = skipping = False
            if delimiter["verbatim"] or (delimiter["open"] and style in _CODE_STYLES):
                until = delimiter["fence"] or text
            elif delimiter["table"]:
                separator = separator if table else declared or text[0]
                table = "" if table == text else table or text
                until = text if table and style == "csv" else ""
                declared = ""
            style = ""
        elif is_apart and text == "+":  # "Join Elements to a List Item"
            inside = skipping = False
        elif is_apart and text[0] == "[":
            inside = skipping = False
            style = _style(text) or style
            if separated := _SEPARATOR.search(text):
                declared = separated[1]
            if linked := _LINK_ATTRIBUTE.search(source, start, end):
                yield *linked.span(1), "target"
        elif skipping or is_apart:
            if style in _CODE_STYLES and text.startswith("include::"):
                style = ""
                skipping = True
        elif (header or not inside) and at_margin and (entry := _ENTRY.match(source, start, end)):
            if begin >= 0:
                yield begin, stop, kind
                begin = -1
            continued = text.endswith(" \\")
            yield entry.end(), end - 2 * continued, "value"
        elif not inside and at_margin and (title := _HEADING.match(text) or _BLOCK_TITLE.match(text)):
            header = header or text.startswith("= ")
            yield start + title.end(), end, "prose"
        elif not inside and at_margin and (macro := _BLOCK_MACRO.fullmatch(source, start, end)):
            style = ""
            if macro["media"]:
                yield *macro.span("target"), "target"
            if linked := _LINK_ATTRIBUTE.search(source, *macro.span("rest")):
                yield *linked.span(1), "target"
        elif not inside and style in _CODE_STYLES:
            style = ""
            skipping = True
        elif (is_item := bool(_ITEM.match(text) or _TERM.search(text))) or inside or at_margin or table or expected:
            if is_item and begin >= 0:
                yield begin, stop, kind
                begin = -1
            lines = lines + 1 if inside else 1
            inside = True
            style = ""
            begin = start if begin < 0 else begin
            stop = end
            expected = text.endswith(("::", ";;"))
        else:  # "Literal Blocks": an indented paragraph
            skipping = True
    if begin >= 0:
        yield begin, stop, separator if table else "prose"


def _style(attributes: str) -> str:
    """Return the style in a line of attributes; "csv" of a table whose cells commas or colons separate."""
    if "csv" in attributes or "dsv" in attributes:
        return "csv"
    if "subs=" in attributes:
        return "literal"  # other substitutions than in prose
    style = _STYLE.match(attributes)
    return (style[1] or "source") if style else ""


_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s\[\]<>{}]+")
# Passthroughs first, then macros: "Substitutions". A bare address that ends at "[" is a macro.
_INLINE = re.compile(
    r"""(?x)
      (?P<escape>\\(?:(?:https?|ftp|irc|file)://|(?:link|mailto|image|icon|xref):)[^\s\[\]<>]*|\\(?:\+{1,3}|\$\$|`{1,2}))
    | (?P<raw>(?:link|image|icon):(?P<opened>\+\+\+?|\$\$|pass:[a-z,-]*\[))
    | (?P<until>\+\+\+?|\$\$|``+)
    | (?P<bracket>(?:pass|stem|latexmath|asciimath):[a-z,-]*\[)
    | (?P<curved>["']`(?=\S))
    | (?<!\w)`(?=[^\s`])[^`]++(?<=\S)`(?!\w)(?P<code>)
    | (?<![\w;:])\+(?=[^\s+])[^+]++(?<=\S)\+(?!\w)(?P<plus>)
    | (?P<macro>link|mailto|image|icon):(?P<aim>[^\s\[\]<>]*)
    | (?P<url>(?:https?|ftp|irc|file)://[^\s\[\]<>`]*)
    """
)
# What Asciidoctor replaces or takes for markup within an address, before it reads the macro it is in ("Troubleshooting
# Complex URLs", "Character Replacement Substitutions"): such an address stays in the text, for the rules.
CHANGED = re.compile(
    r"(?<=\w)--(?=\w)|(?<=\w)\.{3}(?=\w)|(?<=[^\W_])'(?=[^\W\d_])|(?<!\\)(?:\((?:C|R|TM)\)|__(?=[^\s_])\S+?__"
    r"|\*\*(?=[^\s*])\S+?\*\*|\+\+(?=[^\s+])\S+?\+\+|(?<![\w;:}])(?:_[^\s_]+_|\*[^\s*]+\*)(?!\w)|~[^\s~]+~|\^[^\s^]+\^)"
)
_ESCAPED = re.compile(
    r"\\(?=\.{3}|--|[_*#'~^`])|(?P<entity>&(?:\#[0-9]{2,6}|\#x[0-9A-Fa-f]{2,5}|[A-Za-z]{2,}\d{0,2});)"
)
# Of a link: it may have images in it, which are read before it.
_LABEL = re.compile(r"(?:\\.|i(?:mage|con):[^\s\[\]]{0,500}\[[^\[\]]{0,500}\]|[^\]\\])*+\]", re.DOTALL)
_NAMED = re.compile(r"(?s)\s*(?:\"(?P<quoted>(?:\\.|[^\"\\])*)\"|(?P<first>[^,=]*))(?:,|\Z)")
# What may come before an address; elsewhere Asciidoctor does not see that it is one ("Autolinks"). Marks of emphasis
# have been read before.
BEFORE_ADDRESS = frozenset("<>()[];\"'*_#~^}+|")


def _inline(source: str, start: int, end: int) -> Iterator[Segment]:
    """Yield a paragraph with its passthroughs, code and macros blanked, and the targets of the macros."""
    edits: list[Edit] = []
    unclosed: set[str] = set()  # what nothing closes from here on: it is not searched again, so the time is linear
    quoted = ""  # the mark of the curved quotation marks that are open
    marked = -1  # where code or the opening of a curved quotation mark ends
    position = start
    while match := _INLINE.search(source, position, end):
        opening, position = match.span()
        if match["curved"]:
            quoted = source[opening]
            marked = position
        elif match["code"] is not None and quoted and source[opening + 1] == quoted:
            position = opening + 2
            quoted = ""
        elif match["escape"] or match["code"] is not None or match["plus"] is not None:
            edits.append(blank(opening, position))
        elif match["until"] or match["bracket"]:
            closing = match["until"] or "]"
            found = _find(source, closing, position, end, unclosed)
            if found >= 0:
                marked = position = found + len(closing)
                edits.append(blank(opening, position))
        elif match["raw"]:
            closing = "]" if match["opened"][-1] == "[" else match["opened"]
            found = _find(source, closing, position, end, unclosed)
            bracket = found + len(closing)
            closed = _closed(source, bracket, end, unclosed) if found >= 0 else -1
            if closed >= 0:
                label = None if match["raw"][0] == "i" else _label(source[bracket + 1 : closed - 1])
                yield from _target(source, position, found, label)
                position = closed
                edits.append(blank(opening, position))
        else:
            target = match["aim"] if match["macro"] else match["url"]
            place = match.start("aim") if match["macro"] in ("link", "image", "icon") else opening
            is_image = match["macro"] in ("image", "icon")
            is_block = is_image and target[:1] == ":" and opening - start < 50 and not source[start:opening].strip()
            if is_block:  # in a cell
                place += 1
                target = target[1:]
            is_link = target[:1] not in ("", ":") and (
                match["macro"] or opening == marked or _may_be_link(source, match, start)
            )
            closed = _closed(source, position, end, unclosed) if is_link else -1
            # A reference to an attribute, whose value is elsewhere; or code, which is a placeholder.
            if closed < 0 and ("{" in target or (target[-3:] == "://" and source.startswith("`", position))):
                edits.append(blank(opening, position))
            elif closed < 0 or ("://" in target and not is_block and CHANGED.search(target)):
                # The address ends here, though a bracket may be a part of it elsewhere.
                if source.startswith("[", position) and target[-1:] not in ("", ".", ","):
                    edits.append(Edit(position, position, "\0"))
                position = max(position, closed)
            else:
                label = source[position + 1 : closed - 1]
                yield from _target(source, place, position, None if is_image else _label(label))
                if is_image and (linked := _LINK_ATTRIBUTE.search(source, position, closed)):
                    yield from _target(source, *linked.span(1))
                if not is_image and "image:" in label and len(label) < 1000:
                    position += 1
                    edits.append(blank(closed - 1, closed))
                else:
                    position = closed
                edits.append(blank(opening, position))
    yield cut(source, start, end, edits)


def _may_be_link(source: str, match: re.Match[str], start: int) -> bool:
    """Return whether Asciidoctor sees an address that is not in "link:"."""
    opening = match.start()
    before = source[opening - 1] if opening > start else " "
    return (before.isspace() or before in BEFORE_ADDRESS) and match["url"][-1] not in ".,"


def _find(source: str, closing: str, position: int, end: int, unclosed: set[str]) -> int:
    """Return where a passthrough ends, or -1."""
    found = -1 if closing in unclosed else source.find(closing, position, end)
    while closing == "]" and found > 0 and source[found - 1] == "\\":
        found = source.find(closing, found + 1, end)
    if found < 0:
        unclosed.add(closing)
    return found


def _closed(source: str, position: int, end: int, unclosed: set[str]) -> int:
    """Return the place after the brackets of a macro, or -1 if there are none."""
    if position >= end or source[position] != "[" or "[" in unclosed:
        return -1
    label = _LABEL.match(source, position + 1, end)
    if label is None:
        unclosed.add("[")
        return -1
    return label.end()


def _label(attributes: str) -> str | None:
    """Return the text of a link: all between its brackets, or what comes before named attributes.

    ("Link & URL Macro Attribute Parsing".)
    """
    text = attributes.replace("\\]", "]")
    if "=" in text:
        named = _NAMED.match(text)
        text = "" if named is None else named["quoted"] or named["first"] or ""
    return text.strip().removesuffix("^") or None


def _target(source: str, start: int, end: int, label: str | None = None) -> Iterator[Segment]:
    """Yield the target of a macro if it is an address without references to attributes."""
    if "{" not in source[start:end] and is_address(source, start, end):
        edits = [
            Edit(*found.span(), unescape(found["entity"]) if found["entity"] else "")
            for found in _ESCAPED.finditer(source, start, end)
        ]
        yield cut(source, start, end, edits, target=True, label=label)
