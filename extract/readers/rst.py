"""reStructuredText: finds the prose in a single pass over the lines.

docutils' parser gives no columns and changes the text, so the constructs that delimit prose are parsed here:
indentation, literal blocks, explicit markup, and inline markup in the paragraphs that may have a link.
(docutils reference: reStructuredText Markup Specification.)
"""

from __future__ import annotations

import functools
import string
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import regex

from extract.detect.finder import find_links
from extract.readers import rst_tables
from extract.readers.paragraph import Paragraph, Worth, within
from extract.readers.passage import Edit, Passage, blank, cut, is_inside, path_in, replacing
from extract.readers.triggers import has_trigger, is_address
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.tree.targets import LeadsTo

# Any whitespace indents, also U+00A0 and U+3000 (docutils, `str.lstrip`).
_LINE = re.compile(r"(?m)^([ \t]*+(?:[\u00a0\u3000][^\S\r\n]*+)?+)(\S.*)$")
# Bullets, enumerators and field names: the text after them sets the indentation of the item.
_ITEM = re.compile(r"(?:[-+*•‣⁃]|\(?(?:\d+|[A-Za-z]|[ivxlcdmIVXLCDM]+|#)[.)])(?:[ \t]+|$)")
_NUMBER = re.compile(r"\(?(?:\d+|[A-Za-z]|[ivxlcdmIVXLCDM]+|#)[.)][ \t]")
_FIELD = re.compile(r":(?!:)((?:[^:\\\n]++|\\.|:(?![\s`]|$))++):(?:[ \t]+|$)")
_EXPLICIT = re.compile(r"\.\.(?:[ \t]+|$)")
# docutils, `explicit.patterns.target`: a space is allowed before the colon.
_TARGET = re.compile(r"(?:\.\.[ \t]+_(?:`[^`\n]+`|(?:\\.|[^:\\\n`]|:(?!\s|$))*)(?<!\s)[ ]?:|__)(?:[ \t]+|$)")
# "_label https://…" or "_label:https://…": meant as a target.
_NO_TARGET = re.compile(
    r"\.\.[ \t]+_(?:`[^`\n]+`|[^:：\n`]{1,100}?)(?:：[ \t]*|:[\u00a0\u3000]*|[ \t]+)https?://\S+[ \t]*$", re.MULTILINE
)
_GAP = re.compile(r"\.\.[ \t]+_(?:[ \t]|_[^\W_]|[\w.-]+::(?:[ \t]*$|[ \t]+http))", re.MULTILINE)  # a malformed target
# A target whose URI is a delimiter or prose, or is enclosed like a reference.
_NO_ADDRESS = re.compile(
    r"\.\.[ \t]+_[^\s:`_][^:\n]{0,100}:[ \t]+(?:[<>]|[^\W\d_]{2,30}(?:[ ][^\W\d_]{1,30}){1,15}"
    r"|(?:`[^`<>\n]{1,200}[ ])?<https?://[^\s<>`]{1,600}>(?:`_{0,2}|_{1,2}))[ \t]*$",
    re.MULTILINE,
)
_NO_IMAGE = re.compile(
    r"(?:image|figure)(?:[ \t]*[:：；][^\n]*\.\w+|[ \t]+[\w./-]+\.(?:png|jpe?g|gif|svg))[ \t]*$", re.MULTILINE
)  # meant as a directive
_NOTE = re.compile(r"\[(?:\d+|[#*]|#?[\w.+:-]+)\](?:[ \t]+|$)")
_DIRECTIVE = re.compile(r"(?:\|[^|\n]+\|[ \t]+)?([\w.+:-]+?)[ \t]?::(?:[ \t]+|$)")
_QUOTING = frozenset(string.punctuation)
_BLANK_LINE = re.compile(r"[ \t\r]*\n[ \t\r]*(?:\n|\Z)|\s*\Z")
_DOCTEST = re.compile(r">>>(?: |$)")

# Directives whose body is not prose.
CODE = frozenset(
    """code code-block sourcecode highlight highlightlang literalinclude math raw parsed-literal doctest testcode
    testoutput testsetup testcleanup graphviz digraph graph productionlist prompt ipython plot jupyter-execute
    command-output program-output plantuml mermaid uml index meta role default-role tabularcolumns currentmodule module
    include inheritance-diagram autosummary click:example click:run""".split()
)
# Directives whose argument is a URI, and those whose argument is the path of an included file.
ADDRESSED = ("image", "figure", "video", "youtube")
INCLUDING = ("include", "literalinclude")
# Roles of Sphinx that lead into the project.
LEADING: dict[str, LeadsTo] = {"doc": "doc", "download": "download", "ref": "ref", "numref": "ref"}
# Directives whose argument is running text.
_SPOKEN = frozenset(
    """note warning attention caution danger error hint important tip admonition seealso rubric topic sidebar
    versionadded versionchanged deprecated versionremoved todo replace table list-table csv-table epigraph centered
    container title""".split()
)
ADDRESS_OPTION = ("target", "url", "link")
_SPOKEN_OPTION = {"caption": "prose", "header": "prose", "alt": "words"}  # "words" have no inline markup


def read(source: str) -> Iterator[Passage]:
    """Yield the prose that may have a link, and the destinations of explicit links."""
    if not has_trigger(source):
        return
    for start, end, kind in _blocks(source):
        if kind == "include":
            yield from path_in(source, start, end, "include")
        elif kind in ("target", "image"):
            yield from _target(source, start, end, kind=kind)
        elif kind == "entry":
            yield from _entry(source, start, end)
        elif not has_trigger(source[start:end]):
            continue
        elif kind != "explicit":  # prose
            cells = rst_tables.cells(source, start, end)
            for cell in cells:
                if has_trigger(cell.text):
                    yield from within(cell, _inline(cell.text, 0, len(cell.text)))
            if not cells:
                yield from _inline(source, start, end)
        elif _NO_TARGET.match(source, start, end):
            yield from _inline(source, start, end)


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the blocks of inline markup that ``is_worth`` accepts, and malformed targets, which are comments."""
    inner = is_worth.within(source, "rst")
    if inner is None:
        return
    for start, end, kind in _blocks(source):
        if kind == "explicit":
            label = _LABEL.match(source, start, end)
            is_used = label and (
                normalized(label[1].rstrip("_")) in _used(source) or _BEFORE_TITLE.match(source, label.end())
            )
            used = frozenset([label[1]]) if label and is_used else frozenset[str]()
            yield Paragraph(cut(source, start, end), "rst", repeated=used, is_explicit=True)
        elif kind == "prose" and inner(source[start:end], "rst"):
            cells = rst_tables.cells(source, start, end)
            known = names(source) if _REFERS.search(source, start, end) else frozenset()
            for cell in cells:
                yield Paragraph(cut(cell.text, 0, len(cell.text)), "rst", known, is_cell=True).inside(cell)
            if not cells:
                yield Paragraph(cut(source, start, end, replacing(_MARGIN, source, start, end)), "rst", known)


_MARGIN = re.compile(r"(?<=\n)[^\S\r\n]+")
# The name in a malformed target.
_LABEL = re.compile(r"\.\.[ \t]+_?[ \t]*`?([^\s:`_][^:`\n]{0,100}?)[ \t]*(?:`|:|$)", re.MULTILINE)


# The text after a target that lacks its colon: a section title.
_BEFORE_TITLE = re.compile(
    r"(?<=[\w.-])[ \t]*\r?\n\s*\n(?:([^\w\s.]|_)\1{2,}[ \t]*\r?\n)?[^\n]*\w[^\n]*\n([^\w\s.]|_)\2{2,}[ \t]*\r?$",
    re.MULTILINE,
)
_USE = re.compile(r"[`<]([^`<>\n]{1,100})(?=[`>])|(?<![\w`.])([\w.-]{1,100})_(?![\w:])|\|([^|\n]{1,100})\|_")


@functools.lru_cache(maxsize=1)
def _used(source: str) -> frozenset[str]:
    """Return the names that references use but no target defines."""
    used = {normalized(match[1] or match[2] or match[3]) for match in _USE.finditer(source)}
    return frozenset(used.difference(normalized(match[1]) for match in _EXPLICIT_NAME.finditer(source)))


_NAME_OF_TARGET = r"(?:\\.|[^:\\\n`]|:(?!\s|$))+"  # may continue on the next line
_EXPLICIT_NAME = re.compile(
    rf"\.\.[ \t]+_({_NAME_OF_TARGET}(?:\n[ \t]+(?!\.\.[ \t]){_NAME_OF_TARGET})?):", re.MULTILINE
)
_CONTENTS = re.compile(r"\.\.[ \t]+contents::[ \t]+(\S.*)")
# Constructs that define a name for references.
_NAMES = (
    _EXPLICIT_NAME,
    re.compile(r"_`([^`]{1,300})`"),
    re.compile(r"\.\.[ \t]+_`([^`\n]{1,300})`[ ]?:"),  # separate, since an earlier target may lack its second backtick
    _CONTENTS,
    re.compile(r"\.\.[ \t]+(contents)::"),
    re.compile(r":name:[ \t]+(\S.*)"),
    re.compile(r"\.\.(?<!\.\.\.)[ \t]+\[#?([^\]\n]+)\]"),
    re.compile(r"\.\.[ \t]+(\|[^|\n]+\|)\s"),  # a substitution, with its vertical bars
    re.compile(r"(__)(?<!\S__)(?::|[ \t]+\S)"),  # an anonymous target
    re.compile(r"\.\.[ \t]+([^\W_][^:\n]{0,80}?)_?:[ \t]+https?://"),  # a malformed target, which another rule reports
)
# Markup that is not part of a title's name: roles, embedded targets, footnotes, marks of references and substitutions.
_IN_TITLE = re.compile(
    r":[\w.+:-]{1,60}:(?=`)|\s+<[^<>`]{1,2000}>(?=`_)|\s*\[(?:#\w*|\*|\d+)\]_|(?<=[\w`])_{1,2}(?=\s|\Z)"
    r"|\|(?=[^\s|][^|]{0,100}\|)|(?<=[^\s|])\|(?=\W|\Z)"
)
_EMBEDDING = re.compile(r"<[^<>`]{1,2000}>`_(?!_)")
# Two punctuation characters suffice under two letters. ".." and "::" alone have other meanings.
_UNDER_TITLE = re.compile(r"\n[ \t]*([^\w\s]|_)\1(?:\1+|(?<![.:]))[ \t]*\r?$", re.MULTILINE)
_NUMBERED = re.compile(r"^[ \t]*\.\.[ \t]+\[#", re.MULTILINE)
_OWN_NOTE = re.compile(r"\.\.(?<!\.\.\.)[ \t]+(\[(?:\d{1,3}|#?[A-Za-z][\w.-]{2,60})\])(?=[ \t\r\n])")
_NOTE_USED = re.compile(r"(\[[\w#.-]{1,62}\])_")
_INCLUDE = re.compile(r"(?m)^[ \t]*\.\.[ \t]+include::[ \t]*(\S*)")


@functools.lru_cache(maxsize=8)  # for a source and paragraphs in it
def names(source: str) -> frozenset[str]:
    """Return the names that references may use, normalized, without names in included files."""
    if not _UNDER_TITLE.search(source):
        return frozenset()  # a file without a title is only part of a page
    return defined(source)


@functools.lru_cache(maxsize=1)  # called for each name that may be undefined
def includes(source: str) -> tuple[str, ...]:
    """Return the paths of the files that a source includes, without duplicates."""
    return tuple(dict.fromkeys(_INCLUDE.findall(source)))


def defined(source: str) -> frozenset[str]:
    """Return the names that a source defines, normalized.

    A name of two titles has "=" before it, since references to it fail (docutils, "Implicit Hyperlink Targets"). A
    footnote without a reference keeps its brackets.
    """
    found = [match[1] for pattern in _NAMES for match in pattern.finditer(source)]
    found += map(str, range(1, len(_NUMBERED.findall(source)) + 1))  # the numbers of auto-numbered footnotes
    found += [source[source.rfind("`", 0, match.start()) + 1 : match.start()] for match in _EMBEDDING.finditer(source)]
    known, titles, own, repeated = set(map(normalized, found)), set[str](), set[str](), set[str]()
    listed = {normalized(match[1]): match.start() for match in _CONTENTS.finditer(source)}
    for match in _UNDER_TITLE.finditer(source):
        begin = source.rfind("\n", 0, match.start()) + 1
        line = source[begin : match.start()]
        title = in_title(line)
        over = source[source.rfind("\n", 0, begin - 1) + 1 : begin].rstrip()
        is_title = not line[:1].isspace() or (over and over == match[0].strip())  # an indented line may be a quotation
        if is_title and source[match.start() + 1] == match[1]:
            is_second = title in own or listed.get(title, match.start()) < match.start()
            (repeated if is_second else own).add(title)
        titles.add(title)
    repeated -= (known - listed.keys()) | {""}
    known -= repeated
    notes = {match[1] for match in _OWN_NOTE.finditer(source)}
    notes.difference_update(match[1] for match in _NOTE_USED.finditer(source))
    return frozenset((known | titles) - repeated).union((f"={title}" for title in repeated), notes)


# Each alternative begins with a delimiter, which `re` finds quickly.
_REFERENCE = re.compile(
    r"`_(?!_)|`__(?<=_>`__)|\[(?:\d{1,3}|#[\w-]{0,60})\]_|\|(?<![\w|]\|)(?=\S)[^|\n]{2,60}(?<=\S)\|(?![^\W_]|\|)"
    r"|_(?<=[^\W_]_)(?=[\s.,;:!?)\]]|\Z)"
)
_PLAIN_NOTE = re.compile(r"\[(?:\d{1,3}|#?[A-Za-z][\w.-]{2,60})\](?![_(\[:\w])")
_REFERS = re.compile(rf"[_＿](?!\w)|\||{_PLAIN_NOTE.pattern}")
_WORD = re.compile(r"(?<![^\s(])(?:[^\W\d_](?:[.+-]?[^\W_]){2,60}|\d+(?:\.\d+){1,3})\Z")


def refers(source: str) -> bool:
    """Return whether a source may have a reference to a name, or the name of a footnote."""
    return _REFERENCE.search(source) is not None or _PLAIN_NOTE.search(source) is not None


def has_undefined(source: str, known: frozenset[str]) -> bool:
    """Return whether ``known`` may lack a referenced name, or a footnote reference lacks its underscore."""
    referred: set[str] = set()
    for match in _REFERENCE.finditer(source):
        tick = source.rfind("`", max(match.start() - 300, 0), match.start())
        if match[0][0] in "[|":
            referred.add(named(match[0]))
        elif match[0] == "_":
            if word := _WORD.search(source[max(match.start() - 64, 0) : match.start()]):
                referred.add(normalized(word[0]))
        elif tick >= 0 and source[match.start() - 1] != ">":
            referred.add(normalized(source[tick + 1 : match.start()]))
        elif tick >= 0 and source[match.start() - 2] == "_":  # an alias
            opening = source.rfind("<", tick, match.start())
            referred.add(normalized(source[max(opening, tick) + 1 : match.start() - 2]))
    return not referred <= known or any(one[0] in known for one in _PLAIN_NOTE.finditer(source))


_ALIAS = re.compile(r"(?s).*\s<([^<>]+)_>")


def named(reference: str) -> str:
    """Return the normalized name in a reference (docutils, "Embedded URIs and Aliases").

    A labeled footnote loses its "#". A substitution keeps its vertical bars.
    """
    name = reference.rstrip("_")
    if name.startswith("["):
        name = name.strip("[]")
        return normalized(name[1:] if len(name) > 1 and name[0] == "#" else name)
    alias = _ALIAS.fullmatch(name.strip("`"))
    return normalized(alias[1] if alias else name.strip("`"))


def in_title(text: str) -> str:
    """Return the name that a title defines, without the marks of references in it."""
    return normalized(_IN_TITLE.sub("", text))


def normalized(name: str) -> str:
    """Return a reference name in the form in which names are compared (docutils, "Reference Names")."""
    return " ".join(name.translate(_UNMARKED).lower().split())


_UNMARKED = str.maketrans("", "", "\\`*")


# The start of a line in a paragraph that would be markup after a blank line.
_UNDERLINE = re.compile(r"([!-/:-@\[-`{-~])\1{3,}[ \t]*\Z")


@functools.lru_cache(maxsize=1)  # called for the links and for the markup of the same source
def _blocks(source: str) -> list[tuple[int, int, str]]:
    """Return spans of kind "prose", "words" (no markup), "target", "explicit" (markup) or "entry" (of a toctree).

    An "image" is a destination, an "include" a path. Code, comments and other markup are not returned.
    """
    return _Lines(source).read()


class _Lines:
    """The state of the line parser: how the lines so far affect the next one."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.spans: list[tuple[int, int, str]] = []
        self.stack: list[tuple[int, str]] = []  # open constructs: indentation of the first line, kind of the body
        self.options = False  # directly below the first line of a directive
        self.verbatim = False  # in a doctest or a quoted literal block, up to a blank line
        self.literal_at = -1  # indentation of a paragraph that ended with "::"
        # The open paragraph:
        self.begin = -1  # -1 if there is none
        self.stop = 0
        self.text_at = -1  # indentation
        self.number_at = -1  # indentation of the number, directly below its line

    def read(self) -> list[tuple[int, int, str]]:
        """Return the spans in all lines."""
        source = self.source
        previous = 0
        for match in _LINE.finditer(source):
            start, end = match.span(2)
            if source[end - 1] == "\r":
                end -= 1
            indent = len(match[1].expandtabs()) if start > match.start() else 0
            after_blank = not previous or source.count("\n", previous, start) > 1
            previous = end
            # docutils: a line below a number and not indented makes both a paragraph, unless it has a number itself.
            if not after_blank and indent == self.number_at and not _NUMBER.match(source, start):
                self.text_at = indent
            self.number_at = -1
            # docutils: a line indented less ends an item or a quotation.
            if self.begin >= 0 and (after_blank or indent < self.text_at or source.startswith("..", start)):
                self.end_paragraph()
            if after_blank:
                self.after_blank(source[start], indent)
            self.literal_at = -1
            body = self.body(indent) if self.stack else "prose"
            if self.verbatim or (self.options and self.option(start, end)) or body in ("code", "target"):
                continue
            if body == "prose":
                self.prose(start, end, indent, after_blank)
            else:
                self.spans.append((start, end, body))
        self.end_paragraph()
        return self.spans

    def end_paragraph(self) -> None:
        if self.begin >= 0:
            self.spans.append((self.begin, self.stop, "prose"))
            self.begin = -1

    def body(self, indent: int) -> str:
        """Close the constructs that end before a line; return the kind of body that the line is in."""
        while self.stack and self.stack[-1][0] >= indent:
            self.stack.pop()
            self.options = False
        return self.stack[-1][1] if self.stack else "prose"

    def after_blank(self, character: str, indent: int) -> None:
        """Process a blank line, given the first character and the indentation of the line below it."""
        self.options = False
        if self.stack and self.stack[-1][1] == "target":
            self.stack.pop()  # docutils: a target ends at a blank line
        self.verbatim = indent == self.literal_at and character in _QUOTING
        if indent > self.literal_at >= 0:
            self.stack.append((self.literal_at, "code"))

    def option(self, start: int, end: int) -> bool:
        """Parse an option of a directive; return whether the line is one."""
        field = _FIELD.match(self.source, start, end)
        if field is None:
            return False
        if field[1] in ADDRESS_OPTION:
            self.spans.append((field.end(), end, "target"))
        elif field[1] in _SPOKEN_OPTION:
            self.spans.append((field.end(), end, _SPOKEN_OPTION[field[1]]))
        return True

    def prose(self, start: int, end: int, indent: int, after_blank: bool) -> None:
        source = self.source
        # Markers of items and fields: the text after them sets the indentation.
        text, number_at = start, indent
        while item := (_FIELD if source[text] == ":" and text == start else _ITEM).match(source, text, end):
            text = item.end()
            indent += text - item.start() if source[item.start()] != ":" else 0  # except for a field
            if text >= end:
                break
        first = source[text : text + 1]  # most lines are told by it, without a pattern
        if first == "." and (explicit := _EXPLICIT.match(source, text, end)):
            self.explicit(text, explicit.end(), end, indent)
        elif first == "_" and (target := _TARGET.match(source, text, end)):  # anonymous
            self.target(target.end(), end, indent)
        elif text >= end and self.begin < 0:
            pass  # only the marker of an item
        elif after_blank and first == ">" and _DOCTEST.match(source, text, end):
            self.verbatim = True
        else:
            if self.begin < 0:
                self.begin = text
                self.text_at = indent
                self.number_at = number_at if text > start and _NUMBER.match(source, start) else -1
            self.stop = end
            if self.begin < start and not indent and source[start] in _QUOTING and _UNDERLINE.match(source, start, end):
                self.end_paragraph()  # a section title needs no blank line below it
            if (source[end - 1] == ":" or source[end - 1].isspace()) and source[start:end].rstrip().endswith("::"):
                self.literal_at = indent

    def explicit(self, start: int, text: int, end: int, indent: int) -> None:
        """Parse the first line of explicit markup, whose text starts at ``text``, after the two periods."""
        self.end_paragraph()  # in a list, each item may be explicit markup
        source = self.source
        target = _TARGET.match(source, start, end)
        if target and not (_NO_ADDRESS.match(source, start, end) or _GAP.match(source, start)):
            self.target(target.end(), end, indent)
        elif source.startswith("_", text):
            self.spans.append((start, end, "explicit"))
            self.stack.append((indent, "code"))
        elif note := _NOTE.match(source, text, end):
            self.begin, self.stop, self.text_at = note.end(), end, -1
            self.stack.append((indent, "prose"))
        elif directive := _DIRECTIVE.match(source, text, end):
            self.directive(directive, end, indent)
        elif text < end or not _BLANK_LINE.match(source, end):  # a comment
            if "://" in source[start:end] or _NO_IMAGE.match(source, text, end):
                self.spans.append((start, end, "explicit"))
            self.stack.append((indent, "code"))

    def target(self, start: int, end: int, indent: int) -> None:
        """Parse an explicit target, which may continue on indented lines."""
        lines = re.compile(rf"(?:\r?\n[ \t]{{{indent + 1},}}\S.*)*").match(self.source, end)
        assert lines is not None
        self.spans.append((start, lines.end(), "target"))
        self.stack.append((indent, "target"))

    def directive(self, directive: re.Match[str], end: int, indent: int) -> None:
        name = directive[1].lower()
        self.stack.append(
            (indent, "code" if name in CODE or "code-" in name else "entry" if name == "toctree" else "prose")
        )
        self.options = True
        if name in ADDRESSED:
            self.spans.append((directive.end(), end, "image" if name in ("image", "figure") else "target"))
        elif name in INCLUDING:
            self.spans.append((directive.end(), end, "include"))
        elif name in _SPOKEN or not name.isascii():  # docutils translates names
            self.begin, self.stop, self.text_at = directive.end(), end, -1


# Sphinx, "toctree": pages that it makes, and the page itself.
_NO_DOCUMENTS = ("self", "genindex", "modindex", "search")


def _entry(source: str, start: int, end: int) -> Iterator[Passage]:
    """Yield the target of an entry of a toctree: an address, or a document."""
    titled = re.search(r"<([^<>\n]*)>\s*$", source[start:end])
    end = start + len(source[start:end].rstrip())  # as docutils reads lines
    span = (start + titled.start(1), start + titled.end(1)) if titled else (start, end)
    if has_trigger(source[start:end]):
        yield from _target(source, *span)
    elif source[slice(*span)] not in _NO_DOCUMENTS:
        yield from path_in(source, *span, "doc")


def _target(source: str, start: int, end: int, label: str | None = None, *, kind: str = "target") -> Iterator[Passage]:
    """Yield the destination of an explicit link if it has a scheme. Its whitespace is removed, as in docutils."""
    edits = [*replacing(_REMOVED_SPACE, source, start, end)]
    # docutils joins the lines before it resolves escapes.
    edits += [
        one._replace(end=one.end - 1, text="") if source[one.end - 1].isspace() else one
        for one in _escapes(source, start, end)
    ]
    if source.endswith("\\", start, end):  # an escaped line break
        end -= 1
    passage = cut(source, start, end, edits, target=True, label=label, leads_to="image" if kind == "image" else "")
    is_name = passage.text.endswith("_") and passage.is_relative  # docutils, "Indirect hyperlink targets"
    if is_address(passage.text) and not is_name:
        yield passage


_REMOVED_SPACE = re.compile(r"\s+")


def _escapes(source: str, start: int, end: int) -> list[Edit]:
    """Return edits for backslashes: they are removed, but become spaces before whitespace, which end a link."""
    return [
        blank(match.start(), match.end()) if match[1].isspace() else Edit(match.start(), match.end(), match[1])
        for match in _ESCAPE.finditer(source, start, end)
    ]


_ESCAPE = re.compile(r"(?s)\\(.)")


# The characters allowed before and after inline markup.
_BEFORE = r"(?<=\A|[\s<\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}])(?<!\\)"
_AFTER = r"(?=\Z|[\s>\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}])"


@functools.cache
def _markup() -> regex.Pattern[str]:
    """Compile the pattern of inline markup ("Inline markup recognition rules" of the specification).

    For literals and strong emphasis it matches only the opening delimiter. `_Closings` finds the end.
    """
    # "Reference Names": no two punctuation characters in a row, so a run of colons does not begin a role.
    name = r"(?:(?!_)\w)++(?:[\-._+:](?:(?!_)\w)++)*+"
    return regex.compile(
        "(?s)"
        + "|".join(
            _BEFORE + marked
            for marked in (
                r"(?P<open>``(?=\S)|\*\*(?=[^\s*]))",
                rf"(?P<role>:{name}:)?`(?=[^\s`])(?P<phrase>(?:\\.|[^`\\]){{1,2000}}?)(?<=\S)`(?P<suffix>__?|:[\w.+:-]+:)?{_AFTER}",
                rf"\|(?=[^\s|])[^|\n]+?(?<=\S)\|_{{0,2}}{_AFTER}",  # a substitution
                rf"(?P<emphasis>\*)(?=[^\s*])[^*]{{1,2000}}?(?<=\S)\*{_AFTER}",
            )
        )
    )


_LONGEST = 2000  # characters between the delimiters


class _Closings:
    """The positions where each delimiter of a text may close inline markup."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[str, list[int]] = {}

    def after(self, mark: str, start: int) -> int:
        """Return the end of the first closing ``mark`` after ``start``, or -1."""
        if mark not in self._places:
            pattern = regex.compile(rf"(?<=\S)(?={regex.escape(mark)}{_AFTER})")
            self._places[mark] = [match.start() for match in pattern.finditer(self._text)]
        places = self._places[mark]
        at = bisect_right(places, start)
        return places[at] + len(mark) if at < len(places) and places[at] <= start + _LONGEST else -1


def _inline(source: str, start: int, end: int) -> Iterator[Passage]:
    """Yield the destinations in a paragraph, and the paragraph with literals, roles and references blanked."""
    text = source[start:end]
    edits: list[Edit] = []
    inside = [(link.start, link.end) for link in find_links(text)] if "*" in text or "|" in text else []
    position = 0
    closings = _Closings(text)
    while match := _markup().search(text, position):
        opening, closing = match.span()
        mark = match["open"] or match["emphasis"]
        if match["open"]:
            closing = closings.after(mark, closing)
        position = closing
        if closing < 0 or (mark != "``" and match["phrase"] is None and is_inside(inside, opening)):
            position = opening + 1  # nothing closes it, or "*" and "|" are part of that link
        elif match["phrase"] is not None:
            edits.append(blank(start + opening, start + closing))
            yield from _reference(source, start, match)
        elif mark == "``":
            edits.append(blank(start + opening, start + closing))
        elif mark:
            width = len(mark)
            edits += blank(start + opening, start + opening + width), blank(start + closing - width, start + closing)
            position = opening + width
        else:  # a substitution
            edits.append(blank(start + opening, start + closing))
    yield cut(source, start, end, edits + _escapes(source, start, end))


_EMBEDDED = re.compile(r"(?s)(?P<label>.*?)(?:\s|\A)<(?P<target>[^<>]+)>\Z")


def _reference(source: str, start: int, match: Any) -> Iterator[Passage]:
    """Yield the destination of `` `label <target>`_ ``, or of the roles ``:iri:``, ``:doc:`` and ``:download:``."""
    role = match["role"] or (match["suffix"] if (match["suffix"] or "").startswith(":") else None)
    leads_to = LEADING.get(role.strip(":")) if role else None
    if not leads_to and (role not in (None, ":iri:") or (role is None and not match["suffix"])):
        return
    offset = start + match.start("phrase")
    embedded = _EMBEDDED.match(match["phrase"])
    if leads_to:
        span = embedded.span("target") if embedded else (0, len(match["phrase"]))
        yield from path_in(source, offset + span[0], offset + span[1], leads_to)
    elif embedded:
        span = offset + embedded.start("target"), offset + embedded.end("target")
        if not embedded["target"].endswith("_"):
            yield from _target(source, *span, label=embedded["label"].strip() or None)
    elif role == ":iri:":
        yield from _target(source, offset, offset + len(match["phrase"]))
