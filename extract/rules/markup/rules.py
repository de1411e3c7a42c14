"""Rules about markup mistakes that break a link or change its destination."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from extract.rules.markup.foreign import URL
from extract.rules.markup.targets import UNCLOSED
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.messages import Message
from extract.text.regexes import lazily, re

_MORE_SPECIFIC = ("misspelled-label",)


@rule("IRI808", "wrong-bracket", "error", scope="markup", repairs=True, yields_to=_MORE_SPECIFIC)
def wrong_bracket(_prose: Prose) -> Iterable[Problem]:
    r"""A bracket of a link is missing, of the wrong kind, misplaced, or separated by a space.

    There is no link, and readers see the source of the markup.
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


@rule("IRI808", "wrong-bracket", "error", sub_rule="unclosed", scope="target", repairs=True, yields_to=_MORE_SPECIFIC)
def unclosed(prose: Prose) -> Iterator[Problem]:
    r"""A bracket, backtick or quotation mark is opened but not closed, or closed but not opened.

    There is no link, or the link extends to the next bracket or quotation mark.
    Source: CommonMark §6.3 (inline link); HTML §13.1.2.3; docutils, reStructuredText Markup Specification, "Inline
    Markup".

    Bad (html):
        ⟦<a href="https://example.com/größe>⟧größe</a> <b class="a">und</b>

    Bad (components):
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
    if prose.format.tags and not prose.format.has_paragraphs and (found := UNCLOSED.match(prose.text)):
        message = Message("the closing quotation mark is missing; add it")
        yield Problem(start=found.end(), end=found.end(), message=message, fix='"', severity="warning")


@rule("IRI809", "space-in-destination", "error", scope="markup", repairs=True, yields_to=_MORE_SPECIFIC)
def space_in_destination(_prose: Prose) -> Iterable[Problem]:
    """The destination contains a space or line break, or the title after it is malformed.

    A space ends the destination. There is no link, and readers see the source of the markup.
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


# Not in data files: programs that display their values may parse them as Markdown.
@rule("IRI810", "other-markup", "error", scope="prose", repairs=True, yields_to=_MORE_SPECIFIC, not_in=["data"])
def other_markup(prose: Prose) -> Iterator[Problem]:
    r"""The link is written in the markup of another format.

    This may be Markdown, reStructuredText or HTML in another format. Readers see the source of the markup. In files
    that GitHub renders, such as README.md, Markdown in an HTML block is also reported, because GitHub does not parse
    it.
    Source: CommonMark §4.6 (HTML blocks), §6.3; docutils, reStructuredText Markup Specification; HTML §4.5.1.

    Bad (html):
        <p>See ⟦[größe](https://example.com/größe)⟧ now.</p>

    Bad (markdown):
        See ⟦`größe <https://example.com/größe>`_⟧ now.

    Bad (rst):
        See ⟦[Größe](https://example.com/größe)⟧ now.
        See ⟦<a href="https://example.com/größe">Größe</a>⟧ now.

    Bad (asciidoc):
        See ⟦[Größe](https://example.com/größe)⟧ now.

    Good (markdown):
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
    if "GitHub" in prose.format.read_by and "](" in prose.text and _LINK.fullmatch(prose.text):
        # The reader of Markdown yields a link as a separate text only if it is in an HTML block.
        if "\0" in prose.text or "{{" in prose.text or not _ON_GITHUB.match(os.path.basename(prose.document.path)):
            return  # a template, or a page of a site: some site generators parse Markdown in HTML blocks
        yield Problem(
            start=0,
            end=len(prose.text),
            message=Message("not a link: Markdown in an HTML block; add an empty line before it"),
        )
    elif prose.format.tags and "](" in prose.text and not _OF_MARKDOWN.search(prose.text):
        for match in _IN_HTML.finditer(prose.text):
            yield Problem(
                start=match.start(),
                end=match.end(),
                message=Message(
                    "not a link: Markdown in another format; write {text}",
                    text=prose.format.tags.format(match["address"]),
                ),
            )


# Files that GitHub renders. Site generators have other rules: Hexo and MDX parse Markdown in HTML elements.
_ON_GITHUB = re.compile(r"(?i)(?:readme|contributing|change|code_of_conduct|security|support|governance)")
_LINK = re.compile(
    r"!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*+\]\(\s*(?:[^()\s\0]|\([^()\s]*\))++(?:\s+(?:\"[^\"]*\""
    r"|'[^']*'))?\s*\)"
)
_IN_HTML = lazily(lambda: re.compile(rf"(?<![\]\\\w])!?\[[^\[\]\n]{{1,200}}\]\((?P<address>{URL})\)"))
# Signs of an example of Markdown in <pre>, or of a template that Markdown may include.
_OF_MARKDOWN = re.compile(r"\n[ \t]*\n[ \t]*\S|(?m:^[ \t]*(?:[#>*|-]|\d+\.)\s)|\{[{%]")


@rule("IRI811", "role", "error", scope="markup", repairs=True)
def role(_prose: Prose) -> Iterable[Problem]:
    r"""A role or macro is not recognized: its name, or a character before or after it, is wrong.

    A reStructuredText role has a colon before and after its name, and backticks around its text. An AsciiDoc macro has
    one colon after its name. A letter directly before or after it also breaks it. Readers see the source.
    Source: docutils, reStructuredText Markup Specification, "Interpreted Text"; AsciiDoc Language Documentation, "Link
    Macro".

    Bad (markdown):
        See ⟦:doc:⟧`größe` now.

    Bad (rst):
        See :ref:⟦ ⟧`Größe <größe>` now.
        See ⟦⟧doc:`/größe` now.
        See :class:`größe`⟦`⟧ now.

    Bad (asciidoc):
        See link:⟦:⟧https://example.com/größe[Größe] now.

    Good (rst):
        See :foo:`größe https://example.com/größe` now.

    Good (asciidoc):
        参照 https://example.com/größe[大きさ]
        参照link:https://example.com/größe[大きさ]
    """
    return ()


@rule("IRI812", "rst-markup", "error", scope="markup", repairs=True)
def rst_markup(_prose: Prose) -> Iterable[Problem]:
    r"""A backtick, an underscore, a space or an empty line of reStructuredText is missing or in the wrong place.

    The underscore after the closing backtick is missing or comes before it, or the space before "<" is missing. A
    letter directly after the link is also a mistake, unless ``docutils.conf`` sets ``character_level_inline_markup``.
    docutils creates no link, and readers see the source of the markup.
    Source: docutils, reStructuredText Markup Specification, "Inline Markup", "Embedded URIs and Aliases".

    Bad (rst):
        See `Größe <https://example.com/größe>`⟦⟧ now.
        See `Größe⟦⟧<https://example.com/größe>`__ now.
        See `⟦`⟧Größe <https://example.com/größe>`_ now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
    """
    return ()


@rule("IRI807", "undefined-name", "error", scope="markup", repairs=True, yields_to=_MORE_SPECIFIC)
def undefined_name(_prose: Prose) -> Iterable[Problem]:
    r"""A reference to an undefined name, or a definition that is not recognized.

    The definition of a label or target is missing or malformed. Readers see the source of the markup. Included files
    may define names. If one of them cannot be read, or includes another, the names of the page are not checked.
    Source: CommonMark §4.7 (link reference definitions); docutils, reStructuredText Markup Specification, "Hyperlink
    Targets".

    Bad (markdown):
        See [die Größe]⟦[gewicht]⟧ now.\n\n[größe]: https://example.com/größe
        See [größe].\n⟦[größe]:⟧ https://example.com/größe

    Bad (rst):
        Größe\n=====\n\nSee ⟦`die Größe`_⟧ and ⟦[1]_⟧ and ⟦Gewicht_⟧ now.
        .. _größe⟦⟧ https://example.com/größe
        .. _größe:⟦⟧https://example.com/größe

    Good (markdown):
        See [größe] now.\n\n[größe]: https://example.com/größe
        :link: [größe](https://example.com/größe)
    """
    return ()
