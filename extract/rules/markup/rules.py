"""Links that are none, or lead elsewhere, by the markup of their format."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator

from extract.readers.document import Document
from extract.readers.paragraph import folded
from extract.readers.passage import is_inside
from extract.rules.markup.foreign import URL
from extract.rules.markup.targets import UNCLOSED
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.messages import Message
from extract.text.regexes import lazily, re

_BETTER_TOLD = ("misspelled-label",)


@rule("IRI824", "wrong-bracket", "error", scope="prose", mends=True, yields_to=_BETTER_TOLD)
def wrong_bracket(_prose: Prose) -> Iterable[Problem]:
    r"""A bracket of the link is missing, of the wrong kind, in the wrong place, or set apart by a space.

    Nothing is linked, and readers see the source.
    Source: CommonMark §6.3 (inline link); AsciiDoc Language Documentation, "Link Macro"; reStructuredText Markup
    Specification, "Embedded URIs and Aliases".

    Bad (markdown):
        See [größe]⟦ ⟧(https://example.com/größe) now.
        参照[大きさ]⟦（https://example.com/größe）⟧。
        See [größe](⟦(⟧#größe) now.

    Bad (rst):
        See `Größe <⟦<⟧https://example.com/größe>`__ now.

    Bad (asciidoc):
        See link:https://example.com/größe⟦⟧ now.

    Bad (org):
        See ⟦[[https://example.com/größe](die Größe]]⟧ now.

    Good (markdown):
        See [größe] (weight) (https://example.com/größe) now.
        Note[^1]([größe](https://example.com/größe))

    Good (asciidoc):
        See https://example.com/größe[Größe] now.
        See \https://example.com/größe[Größe] now.
    """
    return ()


@rule("IRI824", "wrong-bracket", "error", sub_rule="unclosed", scope="prose", mends=True, yields_to=_BETTER_TOLD)
def unclosed(prose: Prose) -> Iterator[Problem]:
    r"""A bracket, backtick or quotation mark is opened and not closed, or closed and not opened.

    Nothing is linked, or the link goes on to the next bracket or quotation mark.
    Source: CommonMark §6.3 (inline link); HTML §13.1.2.3; docutils, reStructuredText Markup Specification, "Inline
    Markup".

    Bad (html):
        ⟦<a href="https://example.com/größe>⟧größe</a> <b class="a">und</b>

    Bad (vue):
        <template><a href="https://example.com/größe⟦⟧>größe</a> <b class="a">und</b></template>

    Bad (markdown):
        See [größe](https://example.com/größe⟦⟧ now.
        See größe⟦]⟧(https://example.com/größe) now.
        See [größe⟦(https://example.com/größe)]⟧ now.

    Bad (rst):
        See `Größe ⟦⟧https://example.com/größe>`_ now.
        See `Größe <https://example.com/größe⟦⟧`__ now.
        See Größe ⟦<https://example.com/größe>`_⟧ now.

    Bad (asciidoc):
        See https://example.com/größe⟦[⟧Größe now.

    Good (markdown):
        See <a href="https://example.com/?a=größe">größe</a> now.
        <td><a href=https://example.com/?a=größe>größe</a></td>

    Good (html):
        <a href="https://example.com/größe">größe</a>
    """
    if (
        prose.target
        and prose.format.tags
        and "paragraphs" not in prose.format.offers
        and (found := UNCLOSED.match(prose.text))
    ):
        message = Message("the closing quotation mark is missing; add it")
        yield Problem(start=found.end(), end=found.end(), message=message, fix='"', severity="warning")


@rule("IRI826", "space-in-destination", "error", scope="prose", mends=True, yields_to=_BETTER_TOLD)
def space_in_destination(_prose: Prose) -> Iterable[Problem]:
    """A space or line break in the target, or a title that is not set apart from it as it must be.

    A space ends the target, so that nothing is linked, and readers see the source.
    Source: CommonMark §6.3 (link destination, link title); docutils, reStructuredText Markup Specification, "Embedded
    URIs and Aliases".

    Bad (markdown):
        [größe](⟦https://example.com/größe und gewicht⟧)
        [größe](⟦https: //example.com/größe⟧)
        [größe](⟦https://example.com/größe "gewicht⟧)

    Bad (rst):
        See `Größe <⟦ ⟧https://example.com/größe>`__ now.

    Bad (org):
        See [[⟦ ⟧file:größe.org][die Größe]] now.

    Good (markdown):
        [größe](<größe und gewicht.md>)
        [größe](tel:+49-30-1234)
    """
    return ()


# What shows the values of data may read Markdown in them.
@rule("IRI827", "other-markup", "error", scope="prose", mends=True, yields_to=_BETTER_TOLD, not_in=["data"])
def other_markup(prose: Prose) -> Iterator[Problem]:
    r"""The link is in the markup of another format.

    Markdown in reStructuredText, AsciiDoc or HTML, reStructuredText in Markdown, HTML in the others, or the markup of a
    wiki or a forum: readers see the source. Links to the pages of a wiki are reported in sites of MkDocs and Docusaurus
    whose settings name nothing that reads them. In files that GitHub shows, such as README.md, Markdown in a block of
    HTML is reported too: there nothing is Markdown.
    Source: CommonMark §4.6 (HTML blocks), §6.3; docutils, reStructuredText Markup Specification; HTML §4.5.1.

    Bad (html):
        <p>See ⟦[größe](https://example.com/größe)⟧ now.</p>

    Bad (markdown):
        See ⟦`größe <https://example.com/größe>`_⟧ now.
        See ⟦[[https://example.com/größe|größe]]⟧ now.
        See ⟦[url=https://example.com/größe]größe[/url]⟧ now.

    Bad (rst):
        See ⟦[Größe](https://example.com/größe)⟧ now.
        See ⟦<a href="https://example.com/größe">Größe</a>⟧ now.
        See ⟦[https://example.com/größe größe und gewicht]⟧ now.

    Bad (asciidoc):
        See ⟦[Größe](https://example.com/größe)⟧ now.

    Good (markdown):
        See [[größe|https://example.com/größe]] and [[Gewicht]].
        <div>\n\n[größe](https://example.com/größe)\n\n</div>

    Good (rst):
        a[größe](x.y) and größe.

    Good (python):
        # See `größe` and [Größe](https://example.com/größe) now.

    Good (asciidoc):
        See `[Größe](https://example.com/größe)` now.
        ----\n[Größe](https://example.com/größe)\n----

    Good (html):
        <p>See <code>[größe](https://example.com/größe)</code> now.</p>
    """
    if prose.target:
        return
    if "GitHub" in prose.format.read_by and _LINK.fullmatch(prose.text):
        # Its reader yields a link alone, as text, if it is in a block of HTML.
        if "\0" in prose.text or "{{" in prose.text or not _ON_GITHUB.match(os.path.basename(prose.document.path)):
            return  # a template, which a program fills in before; or a page of a site, of which some link it
        yield Problem(
            start=0,
            end=len(prose.text),
            message=Message("no link: in a block of HTML nothing is Markdown; leave a line empty before it"),
        )
    elif prose.format.tags and "](" in prose.text and not _OF_MARKDOWN.search(prose.text):
        for match in _IN_HTML.finditer(prose.text):
            yield Problem(
                start=match.start(),
                end=match.end(),
                message=Message(
                    "no link: this is Markdown; write {text}", text=prose.format.tags.format(match["address"])
                ),
            )


# Files that GitHub shows. The generators of sites have other rules: Hexo and MDX read Markdown in elements.
_ON_GITHUB = re.compile(r"(?i)(?:readme|contributing|change|code_of_conduct|security|support|governance)")
_LINK = re.compile(
    r"!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*+\]\(\s*(?:[^()\s\0]|\([^()\s]*\))++(?:\s+(?:\"[^\"]*\""
    r"|'[^']*'))?\s*\)"
)
_IN_HTML = lazily(lambda: re.compile(rf"(?<![\]\\\w])!?\[[^\[\]\n]{{1,200}}\]\((?P<address>{URL})\)"))
# An example of Markdown, in "pre"; or a template, which may be included in Markdown.
_OF_MARKDOWN = re.compile(r"\n[ \t]*\n[ \t]*\S|(?m:^[ \t]*(?:[#>*|-]|\d+\.)\s)|\{[{%]")


@rule("IRI828", "role", "error", scope="prose", mends=True)
def role(_prose: Prose) -> Iterable[Problem]:
    r"""A role or macro that is not read as one: its name, or a mark before or after it, is wrong.

    A role of reStructuredText has a colon before and after its name, and backticks around its text; a macro of AsciiDoc
    has one colon after its name. A letter directly before or after it prevents it too. Readers see the source.
    Source: docutils, reStructuredText Markup Specification, "Interpreted Text"; AsciiDoc Language Documentation, "Link
    Macro".

    Bad (markdown):
        See ⟦{ref} `die Größe <größe>`⟧ now.
        See ⟦:doc:⟧`größe` now.

    Bad (rst):
        See :ref:⟦ ⟧`Größe <größe>` now.
        See ⟦⟧doc:`/größe` now.
        See :class:`größe`⟦`⟧ now.

    Bad (asciidoc):
        See ⟦Link⟧:https://example.com/größe[Größe] now.

    Good (rst):
        See :foo:`größe https://example.com/größe` now.

    Good (asciidoc):
        参照 https://example.com/größe[大きさ]
        参照link:https://example.com/größe[大きさ]
    """
    return ()


@rule("IRI829", "rst-markup", "error", scope="prose", mends=True)
def rst_markup(_prose: Prose) -> Iterable[Problem]:
    r"""A backtick, an underscore, a space or an empty line of reStructuredText is missing or in the wrong place.

    The underscore after the closing backtick is missing or comes before it, the space before "<" is missing, a letter
    follows directly (unless ``docutils.conf`` sets ``character_level_inline_markup``), or there is markup in markup.
    Docutils links nothing, and readers see the source.
    Source: docutils, reStructuredText Markup Specification, "Inline Markup", "Embedded URIs and Aliases".

    Bad (rst):
        See `Größe <https://example.com/größe>`⟦⟧ now.
        See `Größe⟦⟧<https://example.com/größe>`__ now.
        See `⟦`⟧Größe <https://example.com/größe>`_ now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
    """
    return ()


_DEFINITION = re.compile(r"(?m)^[ >]{0,6}\[(?!\^)(?P<label>[^\[\]\n]{1,50})\]:[ \t]*<?(?:https?://|[./#\w])")
_ANY_DEFINITION = re.compile(r"(?m)^[ >]{0,6}\[(?P<label>[^\[\]\n]{1,50})\]:[ \t]*\S")  # of notes too
_REFERENCE = re.compile(r"(?<![\]\\])\[(?P<text>[^\[\]]{1,200})\][ ]?\[(?P<label>[^\[\]\n]{4,50})\](?![(:\[])")
_BRACKETED = re.compile(r"\[([^\[\]]{1,200})\]")
_FENCED = re.compile(r"(?ms)^[ >\t]*(?P<fence>`{3,}|~{3,}).*?^[ >\t]*(?P=fence)")
_RUN = re.compile(r"`+|\n")
# However its target is written, and wherever it stands.
_DEFINED = re.compile(r"\[(?!\^)([^\[\]\n]{1,50})\]:")
_MARKS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of fenced code, and of code in backticks on one line."""
    fenced = [match.span() for match in _FENCED.finditer(text)]
    yield from fenced
    open_runs: dict[str, int] = {}  # in this line; a run is closed by the next one as long
    for match in _RUN.finditer(text):
        if match[0] == "\n":
            open_runs.clear()
        elif not is_inside(fenced, match.start() + 1):
            begin = open_runs.pop(match[0], -1)
            if begin < 0:
                open_runs[match[0]] = match.start()
            else:
                open_runs.clear()  # what was open stands before or inside
                yield begin, match.end()


def _variants(label: str) -> set[str]:
    """Return a label without its marks, and the same without each of its letters: two with one in common are alike."""
    bare = _MARKS.sub("", label)
    return {bare, *(bare[:at] + bare[at + 1 :] for at in range(len(bare)))}


@rule("IRI823", "undefined-name", "error", scope="prose", mends=True, yields_to=_BETTER_TOLD)
def undefined_name(_prose: Prose) -> Iterable[Problem]:
    r"""A name that nothing defines, or a definition that is not read as one.

    Of a label or target no definition is seen: it is missing, malformed, or part of the paragraph before it; or the
    attribute "href" is misspelled. Readers see the source, or a text that leads nowhere.
    Source: CommonMark §4.7 (link reference definitions); docutils, reStructuredText Markup Specification, "Hyperlink
    Targets"; HTML §4.5.1 (the element "a").

    Bad (markdown):
        See [die Größe]⟦[gewicht]⟧ now.\n\n[größe]: https://example.com/größe
        See [größe].\n⟦[größe]:⟧ https://example.com/größe

    Bad (html):
        See ⟦<a>⟧https://example.com/größe</a> now.

    Bad (rst):
        Größe\n=====\n\nSee ⟦`die Größe`_⟧ and ⟦[1]_⟧ and ⟦Gewicht_⟧ now.
        .. _größe⟦⟧ https://example.com/größe
        .. _größe:⟦⟧https://example.com/größe

    Good (markdown):
        See [größe] now.\n\n[größe]: https://example.com/größe
        :link: [größe](https://example.com/größe)
    """
    return ()


@rule("IRI823", "undefined-name", "error", sub_rule="misspelled-label", scope="document")
def misspelled_label(source: Document) -> Iterator[Problem]:
    r"""A reference of Markdown to a label that is written otherwise where it is defined.

    Nothing else uses that definition, and the two labels differ by a letter or by marks. Readers see the brackets.
    Source: CommonMark §6.3 (full reference link), §4.7.

    Bad (markdown):
        See [die Größe][⟦groesse⟧].\n\n[grosse]: https://example.com/größe
        See [die Größe][⟦groesse-haus⟧].\n\n[groessehaus]: https://example.com/größe

    Good (markdown):
        See [die Größe][groesse].\n\n[groesse]: https://example.com/größe
        See [die Größe][groesse] and [grosse].\n\n[grosse]: https://example.com/größe
    """
    if not (source.format and source.format.labels) or not source.text or "]:" not in source.text:
        return
    used = Counter(folded(match[1]) for match in _BRACKETED.finditer(source.text))
    written = {folded(match["label"]): match["label"] for match in _DEFINITION.finditer(source.text)}
    unused: dict[str, str] = {}
    for label in written:
        if used[label] == 1:
            unused.update(dict.fromkeys(_variants(label), written[label]))
    if not unused:
        return
    defined = {folded(match[1]) for match in _DEFINED.finditer(source.text)}
    code = sorted(_code(source.text))
    line = seen = 0
    for match in _REFERENCE.finditer(source.text):
        label = folded(match["label"])
        line = source.text.rfind("\n", seen, match.start()) + 1 or line
        seen = match.start()
        is_indented = source.text.startswith(("    ", "\t"), line)
        if label in defined or is_inside(code, match.start() + 1) or is_indented:
            continue
        meant = next((unused[variant] for variant in sorted(_variants(label)) if variant in unused), None)
        if meant and len(_MARKS.sub("", meant)) > 3 and _DIGITS.findall(meant) == _DIGITS.findall(label):
            message = Message(
                'no link: this label is not defined, but "{near}" is, and nothing uses it; write "{text}"',
                near=meant,
                text=meant,
            )
            yield Problem(start=match.start("label"), end=match.end("label"), message=message, fix=meant)


@rule("IRI823", "undefined-name", "warning", sub_rule="unused-definition", on=False, scope="document")
def unused_definition(source: Document) -> Iterator[Problem]:
    r"""A definition of Markdown that nothing uses, or the second one of a label.

    Readers see nothing of it: its link was forgotten, or goes to the first definition.
    Source: CommonMark §4.7 (link reference definitions); markdownlint, MD053.

    Bad (markdown):
        See [die Größe][größe].\n\n[größe]: https://example.com/größe\n[⟦gewicht⟧]: https://example.com/gewicht
        See [größe].\n\n[größe]: https://example.com/größe\n[⟦größe⟧]: https://example.com/gewicht
        See größe.\n\n[⟦^1⟧]: Die Größe.

    Good (markdown):
        See [größe].\n\n[Größe]: https://example.com/größe\n[//]: # (ein Kommentar)
    """
    if not (source.format and source.format.labels) or not source.text or "]:" not in source.text:
        return
    code = sorted(_code(source.text))
    definitions = [one for one in _ANY_DEFINITION.finditer(source.text) if not is_inside(code, one.start() + 1)]
    used = Counter(folded(one[1]) for one in _BRACKETED.finditer(source.text) if not is_inside(code, one.start() + 1))
    used.subtract(folded(one["label"]) for one in definitions)
    seen: set[str] = set()
    for one in definitions:
        label = folded(one["label"])
        if label == "//":
            continue
        if label in seen:
            yield Problem(
                start=one.start("label"),
                end=one.end("label"),
                message=Message("this label is defined above, and the first definition counts; leave this one out"),
            )
        elif used[label] <= 0:
            yield Problem(
                start=one.start("label"),
                end=one.end("label"),
                message=Message("nothing uses this definition; refer to it, or leave it out"),
            )
        seen.add(label)
