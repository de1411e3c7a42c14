"""Markdown and MyST: finds what is prose.

markdown-it-py knows the lines of a block but not the columns within it, so the constructs that decide what is prose are
read here: containers, fences, indented code, HTML, and inline markup in the paragraphs that may have a link.
(CommonMark 0.31 §4–6, MyST's directives, roles and comments.)
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from extract.detect.finder import find_links
from extract.readers import html, rst
from extract.readers.paragraph import Markup, Paragraph, Worth, folded
from extract.readers.rst import ADDRESS_OPTION, ADDRESSED, CODE
from extract.readers.segment import Edit, Segment, blank, cut, is_inside
from extract.readers.triggers import SCHEME, has_trigger, is_address
from extract.text.references import unescape
from extract.text.regexes import re

_LINE = re.compile(r"(?m)^([ \t]*+)([^ \t\r\n].*)$")  # a no-break space makes a line that is not blank
_QUOTE = re.compile(r">([ \t]*)")
_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)")
_FENCE = re.compile(r"(?P<run>`{3,}(?=[^`\n]*$)|~{3,}|:{3,})[ \t]*(?P<info>.*?)[ \t\r]*$", re.MULTILINE)
_DIRECTIVE = re.compile(r"\{([\w.+:-]+)\}[ \t]*(.*)")
# CommonMark §4.7: a label has at most 999 characters.
_DEFINITION = re.compile(r"\[(?!\^)((?:\\.|[^\\\[\]]){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|\S+)")
_AFTER_TARGET = re.compile(r"(?<=[^-+*>\s])[ \t]*(?:[\"'(].*)?\r?$", re.MULTILINE)
_BRACKETED = re.compile(r"\[((?:\\.|[^\\\[\]]){1,999})\]")
_THEMATIC = re.compile(r"(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})\r?$")
_OPTION = re.compile(r":([\w-]+):[ \t]*+(?![\[(])(.*)")  # not an emoji, as in ":link: [text](target)"
_FRONT = re.compile(r"---[ \t]*\r?\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)")
# CommonMark §4.6: kinds 1 to 5 have end markers. Kinds 6 and 7 end at a blank line and are read as inline HTML.
_RAW_BLOCK = re.compile(r"(?i)<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![a-z]))")
_RAW_ENDS = ("</{}>", "-->", "?>", "]]>", ">")


def read(source: str) -> Iterator[Segment]:
    """Yield the prose that may have a link, and the targets of explicit links."""
    if not has_trigger(source):
        return
    labels = _labels(source)
    may_be_html = _OF_BLOCK.search(source) is not None and not _MARKDOWN_IN_HTML.search(source)
    for start, end, kind in _blocks(source)[0]:
        is_raw = may_be_html and kind == "prose" and "](" in source[start:end] and _OF_BLOCK.match(source, start)
        if kind != "target" and not is_raw and not has_trigger(source[start:end]):
            continue
        if kind == "prose":
            for row_start, row_end in _rows(source, start, end):
                yield from _inline(source, row_start, row_end, labels, may_be_html)
        elif kind == "target":
            yield from _target(source, start, end)
        else:  # the body of a directive
            body = cut(source, start, end)
            for segment in (rst.read if kind == "rst" else read)(body.text):
                yield segment.inside(body)


@functools.lru_cache(maxsize=1)
def _labels(source: str) -> Counter[str]:
    """Return how often each label that looks defined stands in brackets."""
    defined = {folded(definition[1]) for definition in _DEFINITION.finditer(source)}
    return Counter(label for match in _BRACKETED.finditer(source) if (label := folded(match[1])) in defined)


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield what is read as inline markup, but not what is in a block of HTML."""
    markups: list[Markup] = ["markdown", "rst"] if "{eval-rst}" in source else ["markdown"]
    inner = is_worth.within(source, *markups)
    if inner is None:
        return
    found, labels = _blocks(source)
    defined = frozenset(labels)
    repeated = frozenset(label for label, times in _labels(source).items() if times > 1)
    in_html = not _MARKDOWN_IN_HTML.search(source)
    for start, end, kind in found:
        if not inner(source[start:end], "rst" if kind == "rst" else "markdown"):
            continue
        if kind == "prose":
            if in_html and _OF_BLOCK.match(source, start):
                continue
            rows = list(_rows(source, start, end))
            for row in rows:
                yield Paragraph(
                    cut(source, *row, _margins(source, *row)), "markdown", defined, repeated, is_cell=len(rows) > 1
                )
        elif kind != "target":  # the body of a directive
            body = cut(source, start, end)
            for paragraph in (rst.paragraphs if kind == "rst" else paragraphs)(body.text, inner):
                yield paragraph.inside(body)


_MARGIN = re.compile(r"(?<=\n)[ \t]+")
_QUOTED_MARGIN = re.compile(r"(?<=\n)[ \t]*(?:>[ \t]*)+|(?<=\n)[ \t]+")


def _margins(source: str, start: int, end: int) -> list[Edit]:
    """Return edits that remove what stands before the lines of a paragraph but the first."""
    if "\n" not in source[start:end]:
        return []
    is_quoted = ">" in source[source.rfind("\n", 0, start) + 1 : start]
    margins = (_QUOTED_MARGIN if is_quoted else _MARGIN).finditer(source, start, end)
    return [Edit(*margin.span(), "") for margin in margins]


# GFM §4.10: the delimiter row of a table.
_DELIMITER_ROW = re.compile(
    r"(?m)^(?=[^\n]*\|)[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+\r?$"
)


def _rows(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans that inline markup does not leave: the rows of a table, or else the whole paragraph."""
    if "|" not in source[start:end] or not _DELIMITER_ROW.search(source, start, end):
        yield start, end
        return
    for match in re.compile(r".+").finditer(source, start, end):
        yield match.span()


class _Fence(NamedTuple):
    closing: re.Pattern[str]
    column: int
    body: int  # where it starts in the source
    kind: str  # of the body; "" for code


@functools.lru_cache(maxsize=1)  # the same source is read for its links and for its markup
def _blocks(source: str) -> tuple[tuple[tuple[int, int, str], ...], tuple[str, ...]]:
    """Return spans as `_spans` yields them, and the labels of the definitions."""
    front = _FRONT.match(source)
    labels: list[str] = []
    return tuple(_spans(source, front.end() if front else 0, labels)), tuple(labels)


def _spans(source: str, begin_at: int, labels: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield spans: "prose" (a paragraph, heading or row), a "target", or a directive's body, "markdown" or "rst".

    The labels of definitions are added to ``labels``.
    """
    containers: list[int] = []  # for each open list item the column of its content, for each quotation 0
    fence: _Fence | None = None
    raw_end = ""  # what ends the HTML block that is open
    begin = -1  # of the paragraph that is open
    stop = previous = defined_to = begin_at
    for match in _LINE.finditer(source, begin_at):
        start, end = match.span(2)
        if start < defined_to:
            previous = end
            continue
        after_blank = source.count("\n", previous, start) > 1
        previous = end
        if begin >= 0 and after_blank:
            yield begin, stop, "prose"
            begin = -1
        if raw_end:
            if raw_end in match[2].lower():
                raw_end = ""
            continue
        column = len(match[1].expandtabs(4))
        position, column, base, going_on = _continued(containers, source, start, end, column)
        if fence is not None and going_on == len(containers):
            if column - fence.column < 4 and fence.closing.match(source, position, end):
                if fence.kind:
                    yield fence.body, match.start(), fence.kind
                fence = None
            continue
        fence = None  # its container has ended
        opens = _FENCE.match(source, position, end) or _ITEM.match(source, position, end)
        if begin < 0 or opens or source.startswith(">", position):  # otherwise a lazy continuation line
            del containers[going_on:]
        inner, inner_column, base = _opened(containers, source, position, end, column, base)
        if inner > position and begin >= 0:
            yield begin, stop, "prose"
            begin = -1
        position, column = inner, inner_column
        if position >= end:  # nothing but markers: a blank line of these containers
            if begin >= 0:
                yield begin, stop, "prose"
                begin = -1
            continue
        if column - base >= 4 and begin < 0:
            continue  # indented code
        if opening := _FENCE.match(source, position, end):
            if begin >= 0:
                yield begin, stop, "prose"
                begin = -1
            run = opening["run"]
            if run[0] == ":":
                continue  # the body of such a directive is read like the text around it
            directive = _DIRECTIVE.match(source, opening.start("info"), opening.end("info"))
            kind = "" if directive is None or directive[1] in CODE else "markdown"
            if directive and kind:
                yield *directive.span(2), "target" if directive[1] in ADDRESSED else "prose"
                kind = "rst" if directive[1] == "eval-rst" else kind
            closing = re.compile(rf"{run[0]}{{{len(run)},}}[ \t\r]*\Z")
            fence = _Fence(closing, column, min(end + 1, len(source)), kind)
            continue
        if raw := _RAW_BLOCK.match(source, position, end):
            kind_of_raw = next(index for index, group in enumerate(raw.groups()) if group)
            wanted = _RAW_ENDS[kind_of_raw].format((raw[1] or "").lower())
            if wanted not in source[raw.end() : end].lower():
                raw_end = wanted
            if begin < 0:
                continue
        if begin < 0:
            if source.startswith("%", position):
                continue  # a comment of MyST
            if definition := _DEFINITION.match(source, position):
                yield *definition.span(2), "target"
                labels.append(definition[1])
                if _AFTER_TARGET.match(source, definition.end()):
                    defined_to = definition.end()  # it may stand on the next line
                continue
            if (option := _OPTION.match(source, position, end)) and option[1] in ADDRESS_OPTION:
                yield *option.span(2), "target"
                continue
            begin = position
        stop = end
    if begin >= 0:
        yield begin, stop, "prose"
    if fence is not None and fence.kind:
        yield fence.body, len(source), fence.kind


def _continued(containers: list[int], source: str, position: int, end: int, column: int) -> tuple[int, int, int, int]:
    """Skip the markers of the containers that continue in this line.

    Returns the new position and column, the column where the content of the last container starts, and their number.
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
    while position < end and column - base < 4:
        if quote := _QUOTE.match(source, position, end):
            containers.append(0)
            position, column, base = _after_quote(quote, column)
        elif (item := _ITEM.match(source, position, end)) and not _THEMATIC.match(source, position, end):
            marker = len(item[0].rstrip())
            spaces = len(item[0]) - marker
            # CommonMark §5.2: up to four spaces belong to the marker; of more, one does, and indented code follows.
            base = column + marker + (1 if spaces > 4 or item.end() == end else spaces)
            containers.append(base)
            column += len(item[0])
            position = item.end()
        else:
            break
    return position, column, base


# In order of precedence (CommonMark §6): escapes, code spans, autolinks, HTML, then brackets.
_INLINE = re.compile(
    r"""(?x)
      (?P<escape>\\[!-/:-@\[-`{-~])
    | (?P<role>\{[\w.+:-]+\})?(?P<code>`+)(?!`)
    | <(?P<autolink>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>
    | (?P<until><!--|\{\{|\{%)  # a comment, a template of Hugo, Jekyll or Jinja, a substitution of MyST
    | (?P<html><img(?:\s[^<>"']*)?\ssrc="[^"\n]{0,2000}"[^<>"']*>
      |<(?!https?:)/?[A-Za-z](?:[^<>"']|"[^"<>]*"|'[^'<>]*')*+>)
    | (?P<entity>&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
    | (?P<open>!?\[)
    | (?P<close>\])
    | (?P<mark>\*{1,3}|_{1,3}|~~)
    """,
    re.DOTALL,
)
# CommonMark §4.6, kind 6, without void elements: in such a block, up to a blank line, nothing is Markdown.
_ELEMENT = (
    r"(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure"
    r"|footer|form|h[1-6]|header|html|legend|li|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead"
    r"|tr|ul)(?=[\s>/]|$)"
)
_OF_BLOCK = re.compile(rf"(?im)<(?P<closes>/?){_ELEMENT}")
# What makes it Markdown: an attribute or an option of some programs; or the file is MDX.
_MARKDOWN_IN_HTML = re.compile(
    r"(?m)<[A-Za-z][^<>]{0,300}\smarkdown[\s=>]|parse_block_html|^import\s[^\n]*['\"];?[ \t]*$|\sclassName="
)
_FULL_TARGET = re.compile(r"(?i)https?://|\.{0,2}/|#|[\w./%-]+\.(?:md|html?|png|jpe?g|gif|svg|webp)(?:#|\Z)")
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
# Parts of a label that readers do not see as text.
_IMAGE = re.compile(
    r"!\[(?P<alt>[^\[\]]*)\]\((?P<source>[^()]*(?:\([^()]*\)[^()]*)*)\)|</?[A-Za-z][\w-]*(?:\s[^<>]*)?>"
)
_UNTIL = {"<!--": "-->", "{{": "}}", "{%": "%}"}
_TEMPLATE = re.compile(r"\{\{|\{%|<%|\$\{|\$[\w.]+\$")  # the last one is of pandoc
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)")


def _inline(source: str, start: int, end: int, labels: Mapping[str, int], may_be_html: bool) -> Iterator[Segment]:
    """Yield a paragraph with code, HTML and explicit links blanked, and the targets of these links.

    ``labels`` are those that the document defines, which make ``[label]`` a link, and how often each stands there.
    ``may_be_html``: if the paragraph is a block of HTML, what looks like a link in it is yielded as a whole, as text.
    """
    edits: list[Edit] = []
    openings: list[int] = []  # of brackets
    closed = 0  # so many of them have a link in them, and can open an image only (CommonMark §6.3)
    links = [(link.start + start, link.end + start) for link in find_links(source[start:end])]
    emphasis: Counter[str] = Counter()  # the number of open marks
    unclosed: set[str] = set()  # marks that nothing closes
    runs: dict[str, list[int]] = {}  # where each run of backticks starts, by what closes it: a run as long
    for ticks in re.compile("`+").finditer(source, start, end):
        runs.setdefault(ticks[0], []).append(ticks.start())
    may_be_html = may_be_html and _OF_BLOCK.match(source, start, end) is not None
    open_elements = 0
    position = start
    while match := _INLINE.search(source, position, end):
        opening, position = match.span()
        if match["escape"]:
            edits.append(Edit(opening, position, match["escape"][1]))
        elif match["code"]:
            run = match["code"]
            starts = runs.get(run, [])
            next_one = bisect_left(starts, position)
            if next_one < len(starts):
                if match["role"] == "{iri}":
                    yield from _titled(source, position, starts[next_one])
                position = starts[next_one] + len(run)
                edits.append(blank(opening, position))
        elif match["until"]:
            closing_mark = _UNTIL[match["until"]]
            found = -1 if closing_mark in unclosed else source.find(closing_mark, position, end)
            if found < 0:
                unclosed.add(closing_mark)
            else:
                position = found + len(closing_mark)
                # Not white space: what follows may still belong to a link's target.
                edits.append(Edit(opening, position, "\0" * (position - opening)))
        elif match["autolink"]:
            edits.append(blank(opening, position))
            yield from _target(source, *match.span("autolink"), label=match["autolink"])  # readers see the address
        elif match["html"] and (code := _CODE_TAG.match(match["html"])):
            closing_tag = f"</{code[1].lower()}>"
            found = -1 if closing_tag in unclosed else _find_tag(source, closing_tag, position, end)
            if found < 0:
                unclosed.add(closing_tag)
            elif source.find("](", position, found) < 0:  # or else links are shown as code
                position = found + len(closing_tag)
            edits.append(blank(opening, position))
        elif match["html"] and html.MISSPELT_HREF.match(match["html"]):
            yield cut(source, opening, position)
            edits.append(blank(opening, position))
        elif match["html"]:
            edits.append(blank(opening, position))
            if may_be_html and (element := _OF_BLOCK.match(source, opening, position)):
                open_elements += -1 if element["closes"] else 1
            for name, value_start, value_end in html.attributes(source, opening, position):
                label = _until_closed(source, position, end) if name == "href" else None
                yield from html.target(source, value_start, value_end, label, name)
        elif match["entity"]:
            edits.append(Edit(opening, position, unescape(match["entity"])))
        elif match["open"]:
            openings.append(opening)
        elif match["close"]:
            destination = _DESTINATION.match(source, position, end)
            if not openings:
                continue
            bracket = openings.pop()
            is_closed, closed = len(openings) < closed, min(closed, len(openings))
            if destination is None:
                times = labels.get(folded(source[bracket:opening].lstrip("![")), 0) if labels else 0
                # A definition in a paragraph, which is none, stays if its label is used.
                if times and not (source.startswith(":(" if times == 1 else ":", position)):
                    edits += blank(bracket, bracket + 1), blank(opening, position)
                continue
            image = source[bracket] == "!"
            if not image:
                if is_closed:
                    continue
                closed = len(openings)
            label = _IMAGE.sub(_alt, source[bracket + 1 + image : opening])
            kind = "angle" if destination["angle"] is not None else "bare"
            position = destination.end()
            if open_elements > 0 and not openings and _FULL_TARGET.match(source, *destination.span(kind)):
                yield cut(source, bracket, position)
            yield from _target(source, *destination.span(kind), label=None if image else label)
            edits.append(blank(bracket if SCHEME.match(label) else opening, position))
        elif not (is_inside(links, opening) and is_inside(links, position)):
            # A closing mark of emphasis ends a link only if one is open.
            mark = match["mark"]
            before = source[opening - 1] if opening > start else " "
            after = source[position] if position < end else " "
            if not after.isspace() and not before.isalnum():
                emphasis[mark] += 1
                edits.append(blank(opening, position))
            elif emphasis[mark] and not before.isspace() and not after.isalnum():
                emphasis[mark] -= 1
                edits.append(blank(opening, position))
    yield cut(source, start, end, edits)


def _find_tag(source: str, tag: str, start: int, end: int) -> int:
    """Return where a closing tag, in lower case, is; -1 if it is not there."""
    match = re.compile(tag, re.IGNORECASE).search(source, start, end)
    return match.start() if match else -1


def _alt(match: re.Match[str]) -> str:
    """Return the alternative text of an image in a label, unless it is the address of the image."""
    alt = match["alt"] or ""
    return "" if alt in (match["source"] or "") else alt


def _until_closed(source: str, start: int, end: int) -> str | None:
    """Return the text shown by an HTML anchor that is open at a place."""
    closing = source.find("</a", start, min(end, start + 1000))
    return None if closing < 0 else html.shown(source[start:closing])


def _titled(source: str, start: int, end: int) -> Iterator[Segment]:
    """Yield the target of the role ``{iri}``: of ``title <IRI>``, or the IRI itself."""
    titled = re.compile(r"(?s)(.*?)\s<([^<>]+)>\Z").match(source[start:end])
    if titled:
        yield from _target(source, start + titled.start(2), start + titled.end(2), label=titled[1].strip())
    else:
        yield from _target(source, start, end)


def _target(source: str, start: int, end: int, label: str | None = None) -> Iterator[Segment]:
    """Yield the target of an explicit link, where it has a scheme."""
    if source.startswith("<", start) and source.endswith(">", start, end):
        start, end = start + 1, end - 1
    while end > start and source[end - 1] in " \t\r\n":
        end -= 1
    if is_address(source, start, end) and not _TEMPLATE.search(source, start, end):
        edits = [
            Edit(match.start(), match.end(), match[1] or unescape(match[2]))
            for match in _ESCAPED.finditer(source, start, end)
        ]
        yield cut(source, start, end, edits, target=True, label=label)
