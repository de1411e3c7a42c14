"""Markdown and MyST: finds the prose.

markdown-it-py gives the lines of a block but not the columns in it, so the constructs that delimit prose are parsed
here: containers, fences, indented code, HTML, and inline markup in the paragraphs that may have a link.
(CommonMark 0.31 §4–6, MyST's directives, roles and comments.)
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from extract.detect.finder import find_links
from extract.readers import components, html, rst
from extract.readers.paragraph import Markup, Paragraph, Worth, folded, within
from extract.readers.passage import Edit, Passage, blank, cut, is_inside, path_in, replacing
from extract.readers.rst import ADDRESS_OPTION, ADDRESSED, CODE, INCLUDING, LEADING
from extract.readers.triggers import SCHEME, has_trigger, is_address, looks_like_address
from extract.text.references import REFERENCE, unescape
from extract.text.regexes import FILE_SUFFIXES, re

_LINE = re.compile(r"(?m)^([ \t]*+)([^ \t\r\n].*)$")  # a line with only a no-break space is not blank
_QUOTE = re.compile(r">([ \t]*)")
_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)")
_FENCE = re.compile(r"(?P<run>`{3,}(?=[^`\n]*$)|~{3,}|:{3,})[ \t]*(?P<info>.*?)[ \t\r]*$", re.MULTILINE)
_DIRECTIVE = re.compile(r"\{([\w.+:-]+)\}[ \t]*(.*)")
# knitr and Quarto, "Language engines". No directives of MyST have these names.
_ENGINES = frozenset(
    "asis awk bash c coffee cpp css d3 dot fortran go groovy haskell javascript js julia mermaid node observable octave"
    " ojs perl psql py python r rcpp ruby rust sas sass scala scss sed sh sql stan stata ts typescript zsh".split()
)
# CommonMark §4.7: a label has at most 999 characters.
_DEFINITION = re.compile(r"\[(?!\^)((?:\\.|[^\\\[\]]){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|\S+)")
_DEFINED = re.compile(rf"(?m)^[ \t>*+.)\d-]*+{_DEFINITION.pattern}")
_TITLE = re.compile(r"[ \t]*(?:[\"'(].*)?\r?$", re.MULTILINE)  # or nothing
_AFTER_TARGET = re.compile(r"(?<=[^-+*>\s])[ \t]*(?:[\"'(].*)?\r?$", re.MULTILINE)
_BRACKETED = re.compile(r"\[((?:\\.|[^\\\[\]]){1,999})\]")
_HEADING_LINE = re.compile(r"#{1,6}(?:[ \t]|\r?$)")
_OPTION = re.compile(r":([\w-]+):[ \t]*+(?![\[(])(.*)")  # not an emoji, as in ":link: [text](target)"
FRONT = re.compile(r"---[ \t]*\r?\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)")
# CommonMark §4.6: kinds 1 to 5 have end markers. Kinds 6 and 7 end at a blank line, and are parsed as inline HTML.
_RAW_BLOCK = re.compile(r"(?i)<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![a-z]))")
_RAW_ENDS = ("</{}>", "-->", "?>", "]]>", ">")


# Nested directives. Deeper ones are parsed as one paragraph, so that time stays linear in the number of fences.
_DEEPEST = 10


def read(source: str, *, is_mdx: bool = False, depth: int = 0) -> Iterator[Passage]:
    """Yield the prose that may have a link, and the destinations of explicit links; ``depth`` counts directives."""
    if not has_trigger(source):
        return
    labels = _labels(source)
    may_be_html = not is_mdx and _has_html_blocks(source)
    for start, end, kind, column in _blocks(source, is_mdx, depth)[0]:
        is_raw = may_be_html and "](" in source[start:end] and _OF_BLOCK.match(source, start)
        if kind == "include":
            yield from path_in(source, start, end, "include")
        elif kind in ("target", "image"):
            yield from _target(source, start, end, kind=kind)
        elif not is_raw and not has_trigger(source[start:end]):
            continue
        elif kind == "prose":
            for cell in _cells(source, start, end):
                yield from _Inline(source, *cell, labels, may_be_html, is_mdx).passages()
        else:  # the body of a directive
            body = _body(source, start, end, column)
            yield from within(body, rst.read(body.text) if kind == "rst" else read(body.text, depth=depth + 1))


@functools.lru_cache(maxsize=1)  # called for the links and for the markup of the same source
def _has_html_blocks(source: str) -> bool:
    """Return whether a source may have HTML blocks without Markdown in them."""
    return _OF_BLOCK.search(source) is not None and not _MARKDOWN_IN_HTML.search(source)


@functools.lru_cache(maxsize=1)
def _labels(source: str) -> Counter[str]:
    """Return how often each label that looks defined occurs in square brackets."""
    defined = {folded(definition[1]) for definition in _DEFINED.finditer(source)}
    if not defined:
        return Counter()
    return Counter(label for match in _BRACKETED.finditer(source) if (label := folded(match[1])) in defined)


_HEADING = re.compile(r"(?m)^#{1,6}[ \t]+([^\n{#]{1,200})|^(\S[^\n]{0,200})\r?\n(?:=+|-+)[ \t]*\r?$")


@functools.lru_cache(maxsize=1)
def _headings(source: str) -> frozenset[str]:
    """Return the texts of the headings."""
    return frozenset(folded(match[1] or match[2]) for match in _HEADING.finditer(source))


def paragraphs(source: str, is_worth: Worth, *, is_mdx: bool = False, depth: int = 0) -> Iterator[Paragraph]:
    """Yield the blocks of inline markup and HTML that ``is_worth`` accepts; ``depth`` counts directives."""
    markups: list[Markup] = ["markdown", "html", "rst"] if "{eval-rst}" in source else ["markdown", "html"]
    inner = is_worth.within(source, *markups)
    if inner is None:
        return
    found, labels = _blocks(source, is_mdx, depth)
    defined = frozenset(labels)
    repeated = frozenset(label for label, times in _labels(source).items() if times > 1)
    headings = _headings(source) if "][" in source else frozenset[str]()
    in_html = not is_mdx and _has_html_blocks(source)
    for start, end, kind, column in found:
        is_html = kind == "prose" and in_html and _OF_BLOCK.match(source, start) is not None
        markup: Markup = "html" if is_html else "rst" if kind == "rst" else "markdown"
        if not inner(source[start:end], markup):
            continue
        if kind == "prose":
            rows = list(_rows(source, start, end))
            for row in rows:
                yield Paragraph(
                    cut(source, *row, _margins(source, *row)),
                    markup,
                    defined,
                    repeated,
                    headings,
                    is_cell=len(rows) > 1,
                )
        elif kind not in _OF_TARGETS:  # the body of a directive
            body = _body(source, start, end, column)
            yield from within(
                body,
                rst.paragraphs(body.text, inner) if kind == "rst" else paragraphs(body.text, inner, depth=depth + 1),
            )


_MARGIN = re.compile(r"(?<=\n)[ \t]+")
_QUOTED_MARGIN = re.compile(r"(?<=\n)[ \t>]+")


def _margins(source: str, start: int, end: int) -> Iterator[Edit]:
    """Return edits that remove the indentation and quote marks of all lines of a paragraph except the first."""
    is_quoted = ">" in source[source.rfind("\n", 0, start) + 1 : start]
    return replacing(_QUOTED_MARGIN if is_quoted else _MARGIN, source, start + 1, end)


# GFM §4.10: the delimiter row of a table.
_DELIMITER_ROW = re.compile(
    r"(?m)^(?=[^\n]*\|)[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+\r?$"
)


# GFM §4.10: "|" ends a cell even in code, unless it is escaped.
_CELL = re.compile(r"(?:[^|\\\n]|\\.?)++")


def _cells(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the table cells that may have a link, or of the whole paragraph if it is not a table."""
    for row in _rows(source, start, end):
        if row == (start, end):
            yield row
        else:
            yield from (cell.span() for cell in _CELL.finditer(source, *row) if has_trigger(cell[0]))


def _body(source: str, start: int, end: int, column: int) -> Passage:
    """Return the body of a directive without the indentation of its fence."""
    return cut(source, start, end, replacing(re.compile(rf"(?m)^[ \t]{{0,{column}}}"), source, start, end))


def _rows(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of a table's rows, or of the whole paragraph. Inline markup does not cross them."""
    if "|" not in source[start:end] or not _DELIMITER_ROW.search(source, start, end):
        yield start, end
        return
    for match in re.compile(r".+").finditer(source, start, end):
        yield match.span()


# MDX: components are imported before their use (mdxjs.com, "ESM").
_IS_MDX = re.compile(r"\s*+import\s[^\n;]{1,300}?\sfrom\s+(['\"])[^'\"\n]{1,300}\1;?[ \t\r]*+(?:\n|\Z)")


def imports_components(source: str) -> bool:
    """Return whether a page begins by importing components."""
    front = FRONT.match(source)
    return _IS_MDX.match(source, front.end() if front else 0) is not None


_OF_TARGETS = ("target", "image", "include")


class _Fence(NamedTuple):
    closing: re.Pattern[str]
    column: int
    body: int  # start of the body in the source
    kind: str  # of the body; "" for code


class _Span(NamedTuple):
    start: int
    end: int
    kind: str  # "prose" (a paragraph, heading or table), one of `_OF_TARGETS`, or a directive's body: "markdown", "rst"
    column: int = 0  # of the fence around a body


@functools.lru_cache(maxsize=1)  # called for the links and for the markup of the same source
def _blocks(source: str, is_mdx: bool, depth: int) -> tuple[list[_Span], list[str]]:
    """Return the spans, and the labels of the definitions."""
    if depth > _DEEPEST:
        return [_Span(0, len(source), "prose")], []
    return _Lines(source, is_mdx, in_options=depth > 0).read()


class _Lines:
    """The state of the line parser: how the lines so far affect the next one."""

    def __init__(self, source: str, is_mdx: bool, *, in_options: bool) -> None:
        front = FRONT.match(source)
        self.source = source
        self.spans: list[_Span] = []
        self.labels: list[str] = []
        self.containers: list[int] = []  # column of the content of each open list item; 0 for a quotation
        self.fence: _Fence | None = None
        self.raw_end = ""  # end marker of the open HTML block
        self.begin = -1  # start of the open paragraph; -1 if there is none
        self.stop = front.end() if front else 0
        self.is_mdx = is_mdx or imports_components(source)
        self.defined_to = 0  # end of a definition
        self.in_options = in_options  # in the options below the first line of a directive

    def read(self) -> tuple[list[_Span], list[str]]:
        """Return the spans in all lines, and the labels of the definitions."""
        source = self.source
        previous = self.stop
        for match in _LINE.finditer(source, previous):
            start, end = match.span(2)
            if start >= self.defined_to:
                if source.count("\n", previous, start) > 1:
                    self.end_paragraph()
                    self.in_options = False
                if not self.raw_end:
                    self.line(match.start(), start, end)
                elif self.raw_end in match[2].lower():
                    self.raw_end = ""
            previous = end
        self.end_paragraph()
        if self.fence is not None and self.fence.kind:
            self.spans.append(_Span(self.fence.body, len(source), self.fence.kind, self.fence.column))
        return self.spans, self.labels

    def end_paragraph(self) -> None:
        if self.begin >= 0:
            self.spans.append(_Span(self.begin, self.stop, "prose"))
            self.begin = -1

    def line(self, line_start: int, position: int, end: int) -> None:
        source = self.source
        column = len(source[line_start:position].expandtabs(4))
        position, column, base, going_on = _continued(self.containers, source, position, end, column)
        if self.fence is not None and going_on == len(self.containers):
            self.fenced(line_start, position, end, column)
            return
        self.fence = None  # its container has ended
        is_text = source[position].isalpha() if position < end else False  # a letter never begins block markup
        if self.begin < 0 or not (is_text or self.continues(position, end)):
            del self.containers[going_on:]
        if not is_text:
            outer = position
            position, column, base = _opened(self.containers, source, position, end, column, base)
            if position > outer or position >= end:
                self.end_paragraph()
            if position >= end:  # only markers: a blank line of these containers
                return
        if self.begin < 0 and column - base >= 4 and not self.is_mdx:
            return
        self.in_options = self.in_options and not is_text
        if is_text or not self.special(position, end, column):
            self.begin = position if self.begin < 0 else self.begin
            self.stop = end

    def continues(self, position: int, end: int) -> bool:
        """Return whether a line may continue a paragraph outside its containers (CommonMark §5.1, "laziness")."""
        opens = _FENCE.match(self.source, position, end) or _ITEM.match(self.source, position, end)
        return not (opens or self.source.startswith(">", position))

    def special(self, position: int, end: int, column: int) -> bool:
        """Parse a line that is not text of a paragraph; return whether it is one."""
        if self.opening(position, end, column) or self.heading(position, end):
            return True
        self.in_options = self.in_options and _OPTION.match(self.source, position, end) is not None
        if self.in_options:
            self.end_paragraph()
        return self.raw(position, end) or self.apart(position, end)

    def fenced(self, line_start: int, position: int, end: int, column: int) -> None:
        """Parse a line of a fenced block."""
        fence = self.fence
        assert fence is not None
        if column - fence.column < 4 and fence.closing.match(self.source, position, end):
            if fence.kind:
                self.spans.append(_Span(fence.body, line_start, fence.kind, fence.column))
            self.fence = None

    def opening(self, position: int, end: int, column: int) -> bool:
        """Parse the first line of a fenced block; return whether it is one."""
        opening = _FENCE.match(self.source, position, end)
        if opening is None:
            return False
        self.end_paragraph()
        run = opening["run"]
        directive = _DIRECTIVE.match(self.source, *opening.span("info"))
        if directive and directive[1] in INCLUDING:
            self.spans.append(_Span(*directive.span(2), "include"))
        if run[0] == ":":
            self.in_options = True
            if directive and directive[1] in ("image", "figure"):
                self.spans.append(_Span(*directive.span(2), "image"))
            return True  # the body of a colon fence is parsed like the text around it
        kind = "" if directive is None or directive[1] in CODE or directive[1].lower() in _ENGINES else "markdown"
        if directive and kind:
            is_image = directive[1] in ("image", "figure")
            argument = "image" if is_image else "target" if directive[1] in ADDRESSED else "prose"
            self.spans.append(_Span(*directive.span(2), argument))
            kind = "rst" if directive[1] == "eval-rst" else kind
        closing = re.compile(rf"{run[0]}{{{len(run)},}}[ \t\r]*\Z")
        self.fence = _Fence(closing, column, min(end + 1, len(self.source)), kind)
        return True

    def heading(self, position: int, end: int) -> bool:
        """Parse an ATX heading (CommonMark §4.2); return whether the line is one."""
        if not _HEADING_LINE.match(self.source, position, end):
            return False
        self.end_paragraph()
        self.spans.append(_Span(position, end, "prose"))
        return True

    def raw(self, position: int, end: int) -> bool:
        """Parse the first line of an HTML block; return whether it is one, outside a paragraph."""
        raw = _RAW_BLOCK.match(self.source, position, end)
        if raw is None or (raw[1] and self.is_mdx):
            return False
        kind = next(index for index, group in enumerate(raw.groups()) if group)
        wanted = _RAW_ENDS[kind].format((raw[1] or "").lower())
        if wanted not in self.source[raw.end() : end].lower():
            self.raw_end = wanted
        return self.begin < 0

    def apart(self, position: int, end: int) -> bool:
        """Parse a line that cannot interrupt a paragraph: a comment, definition or option; return whether it is one."""
        if self.begin >= 0:
            return False
        if self.source.startswith("%", position):
            return True  # a MyST comment
        definition = _DEFINITION.match(self.source, position)
        if definition and (
            _TITLE.match(self.source, definition.end())
            or definition[2].startswith("{{")  # a shortcode of Hugo
            or looks_like_address(self.source, *definition.span(2))
        ):
            self.spans.append(_Span(*definition.span(2), "target"))
            self.labels.append(definition[1])
            if _AFTER_TARGET.match(self.source, definition.end()):
                self.defined_to = definition.end()  # it may end on the next line
            return True
        option = _OPTION.match(self.source, position, end)
        if option is None or option[1] not in ADDRESS_OPTION:
            return False
        self.spans.append(_Span(*option.span(2), "target"))
        return True


def _continued(containers: list[int], source: str, position: int, end: int, column: int) -> tuple[int, int, int, int]:
    """Skip the markers of the containers that continue in this line.

    Return the new position and column, the column where the content of the last container starts, and their number.
    """
    base = 0
    for number, content in enumerate(containers):
        if content:
            if column < content:
                return position, column, base, number
            base = content
        elif quote := _QUOTE.match(source, position, end):
            position, column, base = _after_quote(quote, column)
        else:
            return position, column, base, number
    return position, column, base, len(containers)


def _after_quote(quote: re.Match[str], column: int) -> tuple[int, int, int]:
    """Return position and column of the content of a quotation in this line, and the column where it may start."""
    base = column + 1 + bool(quote[1])
    return quote.end(), base + len(quote[1][1:]), base


def _opened(
    containers: list[int], source: str, position: int, end: int, column: int, base: int
) -> tuple[int, int, int]:
    """Skip the markers of containers that start in this line; return position, column, and column of the content."""
    # Where a thematic break may begin: after it, a line has only this marker and whitespace (CommonMark §4.1).
    breaks_from = {mark: position + len(source[position:end].rstrip(f"{mark} \t\r")) for mark in "-*"}
    while position < end and column - base < 4:
        if quote := _QUOTE.match(source, position, end):
            containers.append(0)
            position, column, base = _after_quote(quote, column)
        elif item := _ITEM.match(source, position, end):
            mark = item[0].rstrip()
            if breaks_from.get(mark, end) <= position and source.count(mark, position, end) > 2:
                break
            marker = len(mark)
            spaces = len(item[0]) - marker
            # CommonMark §5.2: up to four spaces are part of the marker. Of more, one is, and indented code follows.
            base = column + marker + (1 if spaces > 4 or item.end() == end else spaces)
            containers.append(base)
            column += len(item[0])
            position = item.end()
        else:
            break
    return position, column, base


_PUNCTUATION = r"[!-/:-@\[-`{-~]"
# In order of precedence (CommonMark §6): escapes, code spans, autolinks, HTML, then brackets.
_INLINE = re.compile(
    "|".join(
        (
            rf"\\(?P<escape>{_PUNCTUATION})",
            r"(?P<role>\{[\w.+:-]+\})?(?P<code>`+)(?!`)",  # a role of MyST
            r"<(?P<autolink>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>",
            r"(?P<until><!--|\{\{|\{%|\{/\*)",  # a comment, a template of Hugo, Jekyll or Jinja, a MyST substitution
            r"""(?P<html><img(?:\s[^<>"']*)?\ssrc="[^"\n]{0,2000}"[^<>"']*>"""
            r"""|<(?!https?:)/?[A-Za-z](?:[^<>"']|"[^"<>]*"|'[^'<>]*')*+>)""",
            rf"(?P<entity>{REFERENCE})",
            r"(?P<open>!\[)",
            r"(?P<mark>\*{1,3}|_{1,3}|~~)",  # emphasis
        )
    ),
    re.DOTALL,
)
_MARK = re.compile(r"[\\{`<&!\[\]*_~]")
# CommonMark §4.6, kind 6, without void elements. Up to a blank line, such a block contains no Markdown.
_ELEMENT = (
    r"(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure"
    r"|footer|form|h[1-6]|header|html|legend|li|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead"
    r"|tr|ul)(?=[\s>/]|$)"
)
_OF_BLOCK = re.compile(rf"(?im)<(?P<closes>/?){_ELEMENT}")
# Signs that it contains Markdown: an attribute or an option of some programs, or the file is MDX.
_MARKDOWN_IN_HTML = re.compile(
    r"(?m)<[A-Za-z][^<>]{0,300}\smarkdown[\s=>]|parse_block_html|^import\s[^\n]*['\"];?[ \t]*$|\sclassName="
)
_FULL_TARGET = re.compile(rf"(?i)https?://|\.{{0,2}}/|#|[\w./%-]+\.(?:{FILE_SUFFIXES})(?:#|\Z)")
# CommonMark §6.6: outside HTML blocks, text that is not a valid tag is prose.
_TAG = re.compile(
    r"""</[A-Za-z][\w:.-]*+\s*+>"""
    r"""|<[A-Za-z][\w:.-]*+(?:\s++[A-Za-z_:@#][\w:.@-]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++))?+)*+\s*+/?+>"""
)
_COMPONENT = re.compile(r"<[A-Z]\w*[a-z]")
_CODE_TAG = re.compile(r"(?i)<(code|kbd|samp|tt)\b")
_DESTINATION = re.compile(
    r"""(?x)
    \( [ \t\r\n]*
    (?: <(?P<angle>(?:\\.|[^<>\n\\])*)>
      | (?P<bare>
          (?: \\\S | [^\x00-\x20\x7F()\\] | \((?: \\\S | [^\x00-\x20\x7F()\\] | \([^\x00-\x20\x7F()]*\) )*+\) )*+
        )
    )
    (?:[ \t\r\n]+(?:"[^"]*"|'[^']*'|\([^()]*\)))? [ \t\r\n]* \)
    """
)
# Parts of a link text that readers do not see as text.
_IMAGE = re.compile(
    r"!\[(?P<alt>[^\[\]]*)\]\((?P<source>[^()]*(?:\([^()]*\)[^()]*)*)\)|</?[A-Za-z][\w-]*(?:\s[^<>]*)?>"
)
_TICKS = re.compile("`+")
_UNTIL = {"<!--": "-->", "{{": "}}", "{%": "%}", "{/*": "*/}"}
_TEMPLATE = re.compile(r"\{\{|\{%|<%|\$\{|\$[\w.]+\$")  # the last one is from pandoc
_ESCAPED = re.compile(rf"\\({_PUNCTUATION})|{REFERENCE}")


class _Inline:
    """A paragraph with code, HTML and explicit links blanked, and the destinations of these links.

    Each method processes a match of the group of its name in `_INLINE`, and returns the position after it.
    """

    def __init__(
        self, source: str, start: int, end: int, labels: Mapping[str, int], may_be_html: bool, is_mdx: bool
    ) -> None:
        """Take a paragraph.

        ``labels`` counts the labels that the document defines, which make ``[label]`` a link. With ``may_be_html``, the
        paragraph is parsed as HTML if it begins an HTML block, and markup that looks like a link stays in the text.
        """
        self.source = source
        self.start = start
        self.end = end
        self.labels = labels
        self.is_mdx = is_mdx
        self.may_be_html = may_be_html and _OF_BLOCK.match(source, start, end) is not None
        self.edits: list[Edit] = []
        self.found: list[Passage] = []
        self.openings: list[int] = []  # positions of open brackets
        self.closed = 0  # number of open brackets that contain a link and may only open an image (CommonMark §6.3)
        self.emphasis: Counter[str] = Counter()  # number of open delimiters
        self.unclosed: set[str] = set()  # delimiters without an end
        self.runs: dict[str, list[int]] = {}  # positions of the runs of backticks, by the run
        for ticks in _TICKS.finditer(source, start, end):
            self.runs.setdefault(ticks[0], []).append(ticks.start())
        self.open_elements = 0

    @functools.cached_property
    def links(self) -> list[tuple[int, int]]:
        """The spans of links in the paragraph, detected as if it had no markup."""
        return [
            (link.start + self.start, link.end + self.start) for link in find_links(self.source[self.start : self.end])
        ]

    def passages(self) -> Iterator[Passage]:
        """Yield the destinations, then the paragraph."""
        position = self.start
        while mark := _MARK.search(self.source, position, self.end):  # much faster than searching for markup
            if mark[0] == "[":
                position = self.open(mark)
            elif mark[0] == "]":
                position = self.close(mark)
            else:
                match = _INLINE.match(self.source, mark.start(), self.end)
                position = getattr(self, match.lastgroup or "")(match) if match else mark.end()
        yield from self.found
        yield cut(self.source, self.start, self.end, self.edits)

    def escape(self, match: re.Match[str]) -> int:
        self.edits.append(Edit(*match.span(), match["escape"]))
        return match.end()

    def code(self, match: re.Match[str]) -> int:
        opening, position = match.span()
        starts = self.runs.get(match["code"], [])
        next_one = bisect_left(starts, position)
        if next_one == len(starts):
            return position
        titled = _TITLED.match(self.source, position, starts[next_one]) if match["role"] else None
        span = titled.span(2) if titled else (position, starts[next_one])
        if match["role"] == "{iri}":
            self.found += _target(self.source, *span, label=titled[1].strip() if titled else None)
        elif match["role"] and (leads_to := LEADING.get(match["role"][1:-1])):
            self.found += path_in(self.source, *span, leads_to)
        end = starts[next_one] + len(match["code"])
        self.edits.append(blank(opening, end))
        return end

    def until(self, match: re.Match[str]) -> int:
        opening, position = match.span()
        closing = _UNTIL[match["until"]]
        found = -1 if closing in self.unclosed else self.source.find(closing, position, self.end)
        if found < 0:
            self.unclosed.add(closing)
            return position
        position = found + len(closing)
        # NULs instead of spaces, because the destination of a link may continue after it.
        self.edits.append(Edit(opening, position, "\0" * (position - opening)))
        return position

    def autolink(self, match: re.Match[str]) -> int:
        self.edits.append(blank(*match.span()))
        self.found += _target(self.source, *match.span("autolink"), label=match["autolink"])  # readers see the URI
        return match.end()

    def html(self, match: re.Match[str]) -> int:
        opening, position = match.span()
        if "://" in match["html"] and not (self.may_be_html or self.is_mdx or _TAG.match(match["html"])):
            return opening + 1  # not a tag, so it may contain a link
        if code := _CODE_TAG.match(match["html"]):
            position = self.code_element(f"</{code[1].lower()}>", position)
        else:
            if self.may_be_html and (element := _OF_BLOCK.match(self.source, opening, position)):
                self.open_elements += -1 if element["closes"] else 1
            known = set()
            is_component = self.is_mdx and _COMPONENT.match(self.source, opening) is not None
            for name, value_start, value_end in html.attributes(self.source, opening, position):
                if is_component and not looks_like_address(self.source, value_start, value_end):
                    continue  # the component decides what it is relative to
                known.add(value_start)
                label = _until_closed(self.source, position, self.end) if name == "href" else None
                self.found += html.target(self.source, value_start, value_end, label, name)
            if self.is_mdx:
                self.found += components.given(self.source, opening, position, known)
        self.edits.append(blank(opening, position))
        return position

    def code_element(self, closing: str, position: int) -> int:
        """Return the end of an element of code whose text starts at ``position``, or ``position``."""
        pattern = re.compile(closing, re.IGNORECASE)
        found = None if closing in self.unclosed else pattern.search(self.source, position, self.end)
        if found is None:
            self.unclosed.add(closing)
        elif self.source.find("](", position, found.start()) < 0:  # else it shows links in a code font
            return found.end()
        return position

    def entity(self, match: re.Match[str]) -> int:
        self.edits.append(Edit(*match.span(), unescape(match["entity"])))
        return match.end()

    def open(self, match: re.Match[str]) -> int:
        self.openings.append(match.start())
        return match.end()

    def close(self, match: re.Match[str]) -> int:
        opening, position = match.span()
        if not self.openings:
            return position
        bracket = self.openings.pop()
        is_closed = len(self.openings) < self.closed
        self.closed = min(self.closed, len(self.openings))
        destination = _DESTINATION.match(self.source, position, self.end)
        if destination is None:
            self.reference(bracket, opening, position)
            return position
        is_image = self.source[bracket] == "!"
        if is_closed and not is_image:
            return position
        if not is_image:
            self.closed = len(self.openings)
        label = _IMAGE.sub(_alt, self.source[bracket + 1 + is_image : opening])
        target = destination.span("bare" if destination["angle"] is None else "angle")
        if self.open_elements > 0 and not self.openings and _FULL_TARGET.match(self.source, *target):
            self.found.append(cut(self.source, bracket, destination.end()))
        self.found += _target(self.source, *target, label=None if is_image else label)
        self.edits.append(blank(bracket if SCHEME.match(label) else opening, destination.end()))
        return destination.end()

    def reference(self, bracket: int, opening: int, position: int) -> None:
        """Blank the brackets of a reference to a definition."""
        times = self.labels.get(folded(self.source[bracket:opening].lstrip("![")), 0)
        # A definition inside a paragraph has no effect, so it stays in the text if its label is used.
        if times and not (self.source.startswith(":(" if times == 1 else ":", position)):
            self.edits += blank(bracket, bracket + 1), blank(opening, position)

    def mark(self, match: re.Match[str]) -> int:
        """Blank a delimiter of emphasis that opens or closes, and so ends a link; skip those inside a link."""
        opening, position = match.span()
        mark = match["mark"]
        is_struck = mark == "~~" and self.emphasis[mark]
        if not is_struck and is_inside(self.links, opening) and is_inside(self.links, position):
            return position
        before = self.source[opening - 1] if opening > self.start else " "
        after = self.source[position] if position < self.end else " "
        if not after.isspace() and not before.isalnum():
            self.emphasis[mark] += 1
            self.edits.append(blank(opening, position))
        elif (
            self.emphasis[mark]
            and not before.isspace()
            and (not after.isalnum() or is_inside(self.links, opening - 1))  # *https://a.example/頁*を
        ):
            self.emphasis[mark] -= 1
            self.edits.append(blank(opening, position))
        return position


def _alt(match: re.Match[str]) -> str:
    """Return the alternative text of an image in a link text, or "" if it is part of the image's URL."""
    alt = match["alt"] or ""
    return "" if alt in (match["source"] or "") else alt


def _until_closed(source: str, start: int, end: int) -> str | None:
    """Return the text of the HTML anchor that is open at ``start``; ``None`` if it is not closed soon."""
    closing = source.find("</a", start, min(end, start + 1000))
    return None if closing < 0 else html.shown(source[start:closing])


_TITLED = re.compile(r"(?s)(.*?)\s<([^<>]+)>\Z")


def _target(source: str, start: int, end: int, label: str | None = None, *, kind: str = "target") -> Iterator[Passage]:
    """Yield the destination of an explicit link if it has a scheme and no template markup."""
    if source.startswith("<", start) and source.endswith(">", start, end):
        start, end = start + 1, end - 1
    while end > start and source[end - 1] in " \t\r\n":
        end -= 1
    if is_address(source, start, end) and not _TEMPLATE.search(source, start, end):
        edits = replacing(_ESCAPED, source, start, end, lambda match: match[1] or unescape(match[0]))
        yield cut(source, start, end, edits, target=True, label=label, leads_to="image" if kind == "image" else "")
