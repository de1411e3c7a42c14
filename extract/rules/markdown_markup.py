"""Family 8: broken links of Markdown, which readers see with their brackets."""

from __future__ import annotations

import os
from collections.abc import Iterator

from extract.rules.left_over import left_over
from extract.rules.markdown_slips import slips
from extract.rules.registry import Found, rule
from extract.rules.slips import URL
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

# Files that GitHub shows. The generators of sites have other rules: Hexo and MDX read Markdown in elements.
_ON_GITHUB = re.compile(r"(?i)(?:readme|contributing|change|code_of_conduct|security|support|governance)")
_LINK = re.compile(
    r"!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*+\]\(\s*(?:[^()\s\0]|\([^()\s]*\))++(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)
_BRACKETED = lazily(lambda: re.compile(rf"[(（](?P<address>{URL})[)）]|\[(?P<in_square>{URL})\]?"))
_NESTED = lazily(lambda: re.compile(rf"\[(?P<label>[^\[\]]*)\]\((?P<address>{URL})\)"))
# Targets that have no scheme, and lead nowhere.
_INNER_LOCAL = re.compile(r"\((#[^\s()]+|[^\s()]+\.(?:md|html?|rst|png|jpe?g|gif|svg|webp|pdf)(?:#[^\s()]*)?)\)")
_BACKSLASHES = re.compile(r"(?!https?:)[^\s:()\\]*(?:\\[^\s:()\\]+)+")
# Not of channels of chats: "https://web.libera.chat/##größe".
_TWO_MARKS = re.compile(r"(?![^#]*(?:irc|chat))[^\s#]*(##+)(?=[\w/])")
_NO_TARGET = frozenset(["nan", "null", "undefined"])
_GLUED_TITLE = re.compile(r"(https?://[^\s\"]*[^\s\"=:+&?/,.(])\"([^\"\n]+)\"")


@rule("IRI812", "no-markdown-link", "error", scope="prose")
def no_markdown_link(prose: Prose) -> Iterator[Found]:
    r"""Markdown does not link this.

    There is a space between the brackets or in the target, or a bracket is missing, of the wrong kind, or in the wrong
    order. Readers see the source, or a link that leads nowhere. In files that GitHub shows, such as README.md, links in
    a block of HTML are reported too: there nothing is Markdown.
    Source: CommonMark §6.3 (inline link, link destination).

    Bad (markdown):
        See [größe]⟦ ⟧(https://example.com/größe) now.
        参照[大きさ]⟦（https://example.com/größe）⟧。
        参照[大きさ]⟦(https://example.com/größe）⟧。
        参照[大きさ]⟦（ https://example.com/größe ）⟧。
        [größe](⟦(https://example.com/größe)⟧)
        [größe](⟦[https://example.com/größe](https://example.com/größe)⟧)
        See ⟦(größe)[https://example.com/größe]⟧ now.
        See ⟦(größe][https://example.com/größe]⟧ now.
        See ⟦<(https://example.com/größe)>⟧ now.
        See [größe](https://example.com/größe⟦⟧
        [größe](https://example.com/größe⟦）⟧)
        [大きさ](https://example.com/größe⟦）⟧と重さ)
        See [größe]⟦]⟧(https://example.com/größe) now.
        See [größe]⟦\n⟧(https://example.com/größe) now.
        See größe⟦]⟧(https://example.com/größe) now.
        See größe⟦]⟧(./größe.md) now.
        [größe](https://example.com/#größe⟦⟧: und gewicht
        參照⟦【大小】(https://example.com/größe)⟧
        [größe](⟦https: //example.com/größe⟧)
        [größe](⟦https://example.com/größe und gewicht⟧)
        [größe](⟦https://example.com/größe “und gewicht”⟧)
        [größe](⟦https://example.com/ größe⟧ "und gewicht")
        [größe](⟦https://example.com/größe\nund.html⟧)
        [größe](https://example.com/größe⟦"⟧)
        [größe](https://example.com/größe⟦”⟧)
        [größe](https://example.com/größe⟦」⟧)
        [größe](https://example.com/größe⟦'⟧)
        [größe](⟦https: http://example.com/größe⟧)
        [größe](⟦https://example.com/größe https://⟧)
        [größe](⟦mailto: jürgen@example.com⟧)
        [größe]⟦ (https://example.com/grö- ße/ )⟧
        [größe]⟦ (https://example.com/größe und/gewicht.html)⟧
        [größe](https://example.com/größe⟦】⟧
        [größe]⟦{https://example.com/größe}⟧
        See <https://example.com/größe⟦⟧
        參照⟦（大小）[https://example.com/größe]⟧
        [größe]⟦] ⟧(https://example.com/größe)
        größe⟦] ⟧(https://example.com/größe)
        See [größe]⟦ ⟧(#größe) now.
        See [größe]⟦ ⟧(/größe) now.
        ![größe]⟦[https://example.com/größe]⟧
        See ⟦[[https://example.com/größe|größe]]⟧ now.
        See ⟦[[größe|https://example.com/größe]]⟧ now.
        See [größe⟦]((⟧https://example.com/größe) now.
        See [größe⟦](und gewicht)⟧(https://example.com/größe) now.
        [größe](https://example.com/größe⟦]⟧)
        [größe](https://example.com/größe⟦,⟧)
        [größe](⟦[größe](https://example.com/größe)⟧)
        [größe](https://example.com/größe⟦%20⟧)
        [größe](https://example.com/größe⟦%22⟧)
        [größe](⟦[https://example.com/größe]⟧)
        [größe](⟦https:/ /example.com/größe⟧)
        [größe](⟦mailto:jürgen@example.com?subject=größe und gewicht⟧)
        [größe und gewicht](⟦größe und gewicht⟧)
        [https://example.com/größe](⟦größe und gewicht⟧)
        See `größe`⟦]⟧(https://example.com/größe) now.
        [größe](⟦größe .md⟧)
        ![](⟦bilder/größe 1.png⟧)
        ![](⟦größe (1).assets/a b.png⟧)
        [größe](⟦siehe https://example.com/größe⟧)
        [größe](⟦#größe und gewicht⟧)
        参照[大きさ]⟦（#größe）⟧。
        參照[大小]⟦（größe.md）⟧。
        See [größe⟦]((⟧#größe) now.
        See <https://example.com/größe⟦ ⟧> now.
        See [größe]⟦:⟧(https://example.com/größe) now.
        參照⟦［大小］(https://example.com/größe)⟧
        [größe](⟦tel:+49 30 1234⟧)
        [größe](⟦https://example.com/größe "gewicht⟧)
        [größe](⟦https ://example.com/größe⟧)
        See <⟦https://example.com/größe AND gewicht⟧> now.
        See ⟦`größe <https://example.com/größe>`_⟧ now.
        See !⟦(größe)[https://example.com/größe.png]⟧ now.
        See !⟦ ⟧[größe](größe.png) now.
        See <a href=⟦https://example.com/?a=größe⟧>größe</a> now.
        See <a href=⟦https://example.com/größe"⟧>größe</a> now.
        See [größe].\n⟦[größe]:⟧ https://example.com/größe
        See [größe [1](https://example.com/#1)⟦]⟧(https://example.com/größe) now.
        [größe](https://example.com/größe⟦;⟧)
        [größe](https://example.com/größe⟦>⟧)
        [größe](https://example.com/größe.html⟦.⟧)
        [größe](https://example.com/größe⟦%EF%BC%8C⟧)
        [größe](https://größe.test/grö⟦...⟧)
        [größe](https://example.com/⟦。⟧weight)
        [größe](https://example.com/größe_(gewicht)⟦⟧ und mehr
        See [größe].\n⟦[größe]:⟧https://example.com/größe
        [zur größe und gewicht](⟦größe und gewicht⟧)
        [größe](⟦https://example.com/größe\nund.html⟧ "gewicht")
        See [größe]⟦https://example.com/größe⟧, and more.
        See [größe]⟦https://example.com/größe)⟧ now.
        See ⟦[größe)⟧(https://example.com/größe) now.
        See ⟦{größe}⟧(https://example.com/größe) now.
        参照⟦[大きさ】⟧(https://example.com/größe) now.
        See ⟦[größe (https://example.com/größe)⟧ now.
        See ⟦[größe(https://example.com/größe)]⟧ now.
        See ![größe]⟦ ⟧(bilder/größe.png) now.
        See ![]⟦ ⟧(https://example.com/größe.png) now.
        See ⟦[https://example.com/größe größe und gewicht]⟧ now.
        [größe](⟦https://example.com/größe target="_blank"⟧)
        [größe](⟦https://example.com/größe 'gewicht⟧)
        See <⟦ ⟧https://example.com/größe> now.
        [größe](⟦(größe.md)⟧)
        [größe](⟦bilder\größe.png⟧)
        [größe](⟦##⟧größe)
        [größe](https://example.com/⟦##⟧größe)
        [größe](⟦nan⟧)
        [9-mal Größe](⟦#9-mal Größe⟧)
        See ⟦[größe (2020)(https://example.com/größe)⟧ now.
        See (⟦[https://example.com/größe größe]⟧) now.
        [größe](⟦https://example.com/größe"gewicht"⟧)
        [größe](⟦https://example.com/größe"und gewicht"⟧)

    Good (markdown):
        [größe](https://example.com/größe%20und%20gewicht)
        [größe](https://example.com/größe "und gewicht")
        [größe](https://example.com/größe?q="größe")
        See [1] (https://example.com/größe) now.
        See [größe] (#3) now.
        See [größe] (https://example.com/größe and more) now.
        [größe](https://example.com/“größe”)
        [größe](https://example.com/%22größe%22)
        [größe](https://example.com/?q=größe%20)
        [größe](https://example.com/größe#%20)
        See <https://example.com/größe\nund> now.
        [größe](https://example.com/größe\n"und gewicht")
        See größe\](https://example.com/größe) now.
        See [größe](https://example.com/[x](./größe) now.
        參照【大小】（https://example.com/größe，重量）
        - [x] (https://example.com/größe)
        See [größe] (weight) (https://example.com/größe) now.
        Note[^1]([größe](https://example.com/größe))
        [größe](https://example.com/größe?at=1,)
        [größe](https://example.com/größe[1])
        [größe](größe.md "und gewicht")
        [größe](<größe und gewicht.md>)
        die Größe[^1]（Gewicht）
        [größe](https://github.com/größe/gewicht/compare/v1...)
        [größe](https://example.com/größe_Inc.)
        [größe](https://example.com/?x=%20...)
        [größe](tel:+49-30-1234)
        See `größe` and `gewicht <https://example.com/größe>` now.
        Great! [größe](größe.md) now.
        See <a href="https://example.com/?a=größe">größe</a> now.
        <td><a href=https://example.com/?a=größe>größe</a></td>
        Größe:\n[größe]: https://example.com/größe
        # [größe]\n[größe]: https://example.com/größe
        [![größe](https://example.com/größe.png)](https://example.com/größe)
        <div>\n\n[größe](https://example.com/größe)\n\n</div>
        <div markdown="1">\n[größe](https://example.com/größe)\n</div>
        </div>\n[größe](https://example.com/größe)
        <summary>größe</summary>\n[größe](https://example.com/größe)
        :link: [größe](https://example.com/größe)
        <img src="https://example.com/?a<b>=größe">
        [![größe](https://example.com/größe.png) [1]](https://example.com/größe)
        See [[größe|https://example.com/größe]] and [[Gewicht]].
        [größe](https://example.com/größe."gewicht")
        Write \\<a href='https://example.com/größe"\\> now.
        $c[x](x \\ge 1)$ and f[i](#1 and #2)
        [größe](https://example.com/##)
        [größe](https://irc.example.com/##größe)
        - [größe\n  und gewicht]({% größe "/gewicht/" %})
        Größe, in: Gewicht [Online]https://example.com/größe
        See [größe (https://example.com/größe) und gewicht] now.
        See [größe (https://example.com/größe)] now.
        See {#größe}(https://example.com/größe) now.
    """
    if "GitHub" not in prose.format.read_by:
        return
    if prose.target:
        yield from _in_target(prose)
    elif _LINK.fullmatch(prose.text):  # its reader yields a link alone, as text, if it is in a block of HTML
        if "\0" in prose.text or "{{" in prose.text or not _ON_GITHUB.match(os.path.basename(prose.path)):
            return  # a template, which a program fills in before; or a page of a site, of which some link it
        yield Found(0, len(prose.text), "no link: in a block of HTML nothing is Markdown; leave a line empty before it")
    else:
        yield from slips(prose.text, in_wiki=prose.in_wiki)


def _in_target(prose: Prose) -> Iterator[Found]:
    """Report what does not belong into the target of a link."""
    if prose.label and prose.label.startswith("^"):
        return  # the mark of a footnote, and text in brackets
    if bracketed := _BRACKETED.fullmatch(prose.text):
        message = "two pairs of brackets around the target, so that the inner pair belongs to it; remove one pair"
        yield Found(0, len(prose.text), message, None, bracketed["address"] or bracketed["in_square"], safe=True)
    elif nested := _NESTED.fullmatch(prose.text):
        message = f"the target is itself a link; write {nested['address']}"
        same = nested["label"] == nested["address"]
        yield Found(0, len(prose.text), message, None, nested["address"], safe=same)
    elif inner := _INNER_LOCAL.fullmatch(prose.text):
        message = "two pairs of brackets around the target, so that the inner pair belongs to it; remove one pair"
        yield Found(0, len(prose.text), message, None, inner[1], safe=True)
    elif _BACKSLASHES.fullmatch(prose.text):
        meant = prose.text.replace("\\", "/")
        yield Found(0, len(prose.text), f'"\\" separates no directories in an address; write {meant}', None, meant)
    elif prose.text in _NO_TARGET:
        yield Found(0, len(prose.text), "a program wrote this where it had no address; write the address")
    elif two := _TWO_MARKS.match(prose.text):
        yield Found(*two.span(1), 'the name of a place in a page follows one "#"; write "#"', None, "#")
    elif titled := _GLUED_TITLE.fullmatch(prose.text):
        meant = f'{titled[1]} "{titled[2]}"'
        yield Found(0, len(prose.text), f"a space belongs before the title; write {meant}", None, meant, safe=True)
    elif left := left_over(prose.text):
        yield left
    elif (wide := prose.text.find("）")) >= 0 and "（" not in prose.text[:wide]:
        message = 'the target does not end at "）", but at the next ")"; write ")"'
        yield Found(wide, wide + 1, message, None, ")")
