"""Family 8: broken links of Markdown, which readers see with their brackets."""

from __future__ import annotations

import os
from collections.abc import Iterator

from extract.rules.markup.markdown import MARKDOWN
from extract.rules.markup.targets import in_target
from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.regexes import re

# Files that GitHub shows. The generators of sites have other rules: Hexo and MDX read Markdown in elements.
_ON_GITHUB = re.compile(r"(?i)(?:readme|contributing|change|code_of_conduct|security|support|governance)")
_LINK = re.compile(
    r"!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*+\]\(\s*(?:[^()\s\0]|\([^()\s]*\))++(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)


@rule("IRI812", "no-markdown-link", "error", scope="prose", slips=MARKDOWN, yields_to=["misspelt-label"])
def no_markdown_link(prose: Prose) -> Iterator[Found]:
    r"""Markdown does not link this.

    There is a space between the brackets or in the target, or a bracket is missing, of the wrong kind, or in the wrong
    order. Readers see the source, or a link that leads nowhere. In files that GitHub shows, such as README.md, links in
    a block of HTML are reported too: there nothing is Markdown.
    Source: CommonMark §6.3 (inline link, link destination).

    Bad (markdown):
        [größe](⟦(https://example.com/größe)⟧)
        [größe](⟦[https://example.com/größe](https://example.com/größe)⟧)
        [größe](https://example.com/größe⟦）⟧)
        [大きさ](https://example.com/größe⟦）⟧と重さ)
        [größe](https://example.com/größe⟦"⟧)
        [größe](https://example.com/größe⟦”⟧)
        [größe](https://example.com/größe⟦」⟧)
        [größe](https://example.com/größe⟦'⟧)
        [größe](https://example.com/größe⟦]⟧)
        [größe](https://example.com/größe⟦,⟧)
        [größe](⟦[größe](https://example.com/größe)⟧)
        [größe](https://example.com/größe⟦%20⟧)
        [größe](https://example.com/größe⟦%22⟧)
        [größe](⟦[https://example.com/größe]⟧)
        [größe](https://example.com/größe⟦;⟧)
        [größe](https://example.com/größe⟦>⟧)
        [größe](https://example.com/größe.html⟦.⟧)
        [größe](https://example.com/größe⟦%EF%BC%8C⟧)
        [größe](https://größe.test/grö⟦...⟧)
        [größe](https://example.com/⟦。⟧weight)
        [größe](⟦(größe.md)⟧)
        [größe](⟦bilder\größe.png⟧)
        [größe](⟦##⟧größe)
        [größe](⟦＃⟧größe)
        [größe](⟦https://example.com/"größe"⟧)
        [größe](https://example.com/⟦##⟧größe)
        [größe](⟦nan⟧)
        [größe](⟦https://example.com/größe"gewicht"⟧)

    Good (markdown):
        See [[größe|https://example.com/größe]] and [[Gewicht]].
        [größe](https://example.com/größe%20und%20gewicht)
        [größe](https://example.com/“größe”)
        [größe](https://example.com/%22größe%22)
        [größe](https://example.com/?q=größe%20)
        [größe](https://example.com/größe#%20)
        See [größe] (weight) (https://example.com/größe) now.
        Note[^1]([größe](https://example.com/größe))
        [größe](https://example.com/größe?at=1,)
        [größe](https://example.com/größe[1])
        [größe](<größe und gewicht.md>)
        [größe](https://github.com/größe/gewicht/compare/v1...)
        [größe](https://example.com/größe_Inc.)
        [größe](https://example.com/?x=%20...)
        [größe](tel:+49-30-1234)
        See `größe` and `gewicht <https://example.com/größe>` now.
        See <a href="https://example.com/?a=größe">größe</a> now.
        <td><a href=https://example.com/?a=größe>größe</a></td>
        <div>\n\n[größe](https://example.com/größe)\n\n</div>
        <div markdown="1">\n[größe](https://example.com/größe)\n</div>
        </div>\n[größe](https://example.com/größe)
        <summary>größe</summary>\n[größe](https://example.com/größe)
        :link: [größe](https://example.com/größe)
        Write \\<a href='https://example.com/größe"\\> now.
        [größe](https://example.com/##)
        [größe](https://irc.example.com/##größe)
    """
    if "GitHub" not in prose.format.read_by:
        return
    if prose.target:
        yield from in_target(prose)
    elif _LINK.fullmatch(prose.text):  # its reader yields a link alone, as text, if it is in a block of HTML
        if "\0" in prose.text or "{{" in prose.text or not _ON_GITHUB.match(os.path.basename(prose.path)):
            return  # a template, which a program fills in before; or a page of a site, of which some link it
        yield Found(0, len(prose.text), "no link: in a block of HTML nothing is Markdown; leave a line empty before it")
