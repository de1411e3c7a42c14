"""Family 8: broken links of Markdown, which readers see with their brackets."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.brackets import wrong_brackets
from extract.rules.left_over import left_over
from extract.rules.registry import Found, rule
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

URL = r"https?://[^\s()（）\[\]<>\0]*(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"
_UNSPACED = r"(?:[^()\s\"'{}<>\0]|\([^()\s]*\))"
_WORD = r"[^\s()\"'<>\[\]\0]+"
# An address cut by spaces next to its own marks, or with one at its end: in a sentence in brackets none stands there.
_CUT_AT = r"(?<=[/\-_.?=&])[ \t]+|[ \t]+(?=[/\-_?=&]|[^\s()]*(?:/|\.[a-z]{2,4}\)))"
_CUT = rf"https?://(?=[^()\0]*[ \t]){_UNSPACED}+(?:(?:{_CUT_AT}){_UNSPACED}+)*+[ \t]*"
# Of most wikis, "[[address|words]]", and of some, "[[words|address]]".
WIKI = (
    r"\[\[(?:(?P<wiki>https?://[^\s\[\]|\0]+)(?:\||\]\[)(?P<words_wiki>[^\[\]|\0`]{1,200})"
    r"|(?P<words_first>[^\[\]|\0`]{1,200})\|(?P<wiki_last>https?://[^\s\[\]|\0]+))\]\]"
)
# A place in the document, or a page beside it.
_PAGE = r"\.[ \t]?(?:md|html?|rst|png|jpe?g|gif|svg|webp|pdf|ipynb)"
_LOCAL = rf"(?:#[^\W\d]|\.{{0,2}}/|[\w./-]+{_PAGE}(?=[#（）()]))[^\s()（）\[\]<>\0]*"
_TITLE = r"(?:[ \t]+\"[^\"\n]*\")?"
# What a label may be: a number is a note, "x" and " " are boxes to tick.
_LABEL = r"(?<![\]\\])\[(?![0-9*†‡]{1,3}\]|[ xX]\])[^\[\]]{1,300}"
_MARKDOWN = lazily(
    lambda: re.compile(
        rf"{_LABEL}\](?:(?P<space>[ \t]{{1,3}}|[.:;,=_-]|[ \t]{{0,3}}\r?\n[ \t]{{0,3}}|[ \t]{{0,3}}\][ \t]{{0,3}})"
        rf"(?=\({URL}{_TITLE}[ \t]*\))|(?P<apart>[ \t]{{1,3}}\((?P<cut>{_CUT})\))"
        rf"|(?P<anchor>[ \t]{{1,3}})(?=\((?:#|\.{{0,2}}/)[^\W\d_][^\s()]*\))"
        rf"|(?P<square>\[(?P<address>{URL})[ \t]?\]|\{{(?P<in_braces>https?://[^\s(){{}}\[\]<>\0]+)\}})"
        rf"|(?P<wide>[ \t]?(?:（[ \t]?(?P<in_wide>{URL}|{_LOCAL})[ \t]?[）)]|\((?P<half_wide>{URL})）)))"
        rf"|(?<![A-Za-z0-9_\]\\])(?P<turned>[(（](?P<label>[^()（）\[\]\n]{{1,200}})[)）\]]\[(?P<in_square>{URL})\])"
        rf"|[【［](?P<heavy>[^【】［］\n\0]{{1,200}})[】］][ \t]?[(（](?P<in_heavy>https?://[^\s()（）\[\]<>，。；\0]+)[)）]"
        rf"|(?P<double>[<‹〈＜]\((?P<in_double>{URL})\)[>›〉＞])"
        rf"|\]\((?P<broken>[ \t]*(?:\r?\n[ \t]*)?https?://{_WORD}(?:[ \t]*\r?\n[ \t]*{_WORD})++){_TITLE}\s*\)"
        rf"|{WIKI}"
        rf"|(?P<extra>\]\(\()(?=(?:{URL}|{_LOCAL})\))"
        r"|<(?P<padded>https?://[^\s<>\0]+)(?P<padding>[ \t]+)>"
        rf"|\](?:[ \t]?\((?!https?:)(?=[^()\[\]\0]*\s)|[ \t]\()(?P<phrase>[^()\[\]\n\0]{{1,200}})\)(?=\({URL}\))"
        rf"|\]\((?P<spaced>https?:(?://{_UNSPACED}*(?:[ \t]+{_UNSPACED}+)+"
        rf"|(?:(?://)?[ \t]+(?://|https?://)|/[ \t]+/?){_UNSPACED}+(?:[ \t]+{_UNSPACED}+)*+)){_TITLE}[ \t]*\)"
        r"|\]\((?P<tel>tel:(?=[+\d(][\d()]*[ \t])(?:[\d+.-]|\(\d{1,6}\)|[ \t]){3,40})\)"
        r"|\]\((?P<half_titled>https?://[^\s()<>\"“”]+[ \t]+(?:\"[^\"()\n]{1,200}|[^\s\"()][^\"()\n]{0,200}\"))\)"
        r"|\]\((?P<scheme_apart>https?[ \t]+:[ \t]*//[ \t]*[^\s()<>]+)\)"
        r"|<(?P<gapped>https?://[^\s<>\0]+(?:[ \t]+[^\s<>\0]+){1,10})>"
        r"|(?P<rst>`(?P<rst_label>[^`<>]{1,200}?)\s+<(?P<rst_address>https?://[^\s<>`]+)>`__?(?!\w))"
        r"|(?<!\S)!(?P<image_apart>[ ])"
        r"(?=\[[^\[\]]{0,300}\]\([^()\s?#]+\.(?i:png|jpe?g|gif|svg|webp|bmp)(?:[?#][^()\s]*)?\))"
        r"|<(?i:a|img)\s[^<>\n]{0,300}?\b(?i:href|src)\s*=\s*(?P<tag_address>[\"'“”]{0,2}https?://[^\s\"'<>“”]+[\"'“”]{0,2})"
        r"(?=[\s>/])[^<>\n]{0,300}>"
        r"|(?<=\n)[ ]{0,3}(?P<late>\[(?!\^)[^\[\]\n]{1,100}\]:)[ \t]*<?(?:https?://|#|\.{1,2}/)[^\s<>]+>?"
        r"(?:[ \t]+\"[^\"\n]*\")?[ \t]*(?=\r?\n|\Z)"
        r"|\]\((?P<mail>mailto:(?=[^()\n\0]{0,300}[ \t])[ \t]*[^\s()<>@?\0]+@[^\s()<>@?\0]+"
        r"(?:\?[^()<>\n\0]{0,300})?)[ \t]*\)"
        rf"|(?:(?<=[^\s\[\]\\\0!])(?P<unopened>\][ \t]?)|(?<= {{3}})(?P<after_code>\]))(?=\({URL}\))"
        r"|(?<=[^\s\[\]\\\0!])(?P<unopened_page>\])(?=\(\.{1,2}/[^\s()\[\]<>\0]+\))"
        rf"|\]\((?P<open>https?://(?:[^\s()（）\[\]<>\0]|\([^\s()（）\[\]<>\0]*\))+?)(?P<other>[\]】」}}])?(?=\s|\Z)(?!.{{0,500}}\))"
        r"|(?<![^\s（])<(?P<unclosed>https?://[^\s<>\0]+)(?=[ \t]*(?:\r?\n|\Z))(?![^<]{0,300}>)"
        r"|\]\((?!\s*https?:)(?P<local>(?:[^()<>\"'“”\n\0]|\([^()\n\0]{0,100}\)){1,300})\)(?![ \t]?\()"
    )
)
_LINK = re.compile(
    r"!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*+\]\(\s*(?:[^()\s\0]|\([^()\s]*\))++(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)
_BRACKETED = lazily(lambda: re.compile(rf"[(（](?P<address>{URL})[)）]|\[(?P<in_square>{URL})\]?"))
_NESTED = lazily(lambda: re.compile(rf"\[(?P<label>[^\[\]]*)\]\((?P<address>{URL})\)"))
_LOCAL_WITH_SPACE = lazily(
    lambda: re.compile(rf"(?i)(?=\s*[^\s])(?=.*[ \t])(?:\s*#[ \t]?[^\W\d][^()]*\Z|.*?{_PAGE}[ \t]*(?:#|\Z))")
)
# Targets that have no scheme, and lead nowhere.
_INNER_LOCAL = re.compile(r"\((#[^\s()]+|[^\s()]+\.(?:md|html?|rst|png|jpe?g|gif|svg|webp|pdf)(?:#[^\s()]*)?)\)")
_BACKSLASHES = re.compile(r"(?!https?:)[^\s:()\\]*(?:\\[^\s:()\\]+)+")
# Not of channels of chats: "https://web.libera.chat/##größe".
_TWO_MARKS = re.compile(r"(?![^#]*(?:irc|chat))[^\s#]*(##+)(?=[\w/])")
_NO_TARGET = frozenset(["nan", "null", "undefined"])
_GLUED_TITLE = re.compile(r"(https?://[^\s\"]*[^\s\"=:+&?/,(])\"([^\"\n]+)\"")
_WITH_WORDS = re.compile(r"[ \t]*[^\W\d_][^:/()]{1,100}[:：]?[ \t]*(https?://\S+)[ \t]*")
_URL_ALONE = re.compile(r"\s*https?://\S+\s*\Z")
_BEFORE_TARGET = re.compile(r"\](?: {1,3}\(|（)")
# Quotation marks of word processors around a title.
_TITLED = re.compile(r"(?P<address>\S+)[ \t]+[“”„«»‘’](?P<title>[^“”„«»‘’]*)[“”«»‘’]")


@rule("IRI812", "no-markdown-link", "error", scope="prose")
def no_markdown_link(prose: Prose) -> Iterator[Found]:
    r"""Markdown does not link this.

    There is a space between the brackets or in the target, or a bracket is missing, of the wrong kind, or in the wrong
    order. Readers see the source, or a link that leads nowhere.
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
        <div>\n⟦[größe](https://example.com/größe)⟧\n</div>
        <center>⟦![größe](https://example.com/größe.png)⟧</center>
        <p>⟦[![größe](https://example.com/größe.png)](https://example.com/größe)⟧</p>
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
        return
    if _LINK.fullmatch(prose.text):
        # Its reader yields a link alone, as text, if it is in a block of HTML.
        yield Found(0, len(prose.text), "no link: in a block of HTML nothing is Markdown; leave a line empty before it")
        return
    if "](" not in prose.text and "http" not in prose.text and not _BEFORE_TARGET.search(prose.text):
        return
    taken = []
    for match in _MARKDOWN.finditer(prose.text):
        taken.append(match.span())
        if match["space"]:
            what = 'extra "]"' if match["space"].endswith("]") else "space"
            yield Found(*match.span("space"), f'no link: {what} between "]" and "("; remove it', None, "", safe=True)
        elif match["wide"]:
            meant = f"({match['in_wide'] or match['half_wide']})"
            yield Found(*match.span("wide"), f"no link: full-width brackets; write {meant}", None, meant, safe=True)
        elif match["turned"]:
            meant = f"[{match['label']}]({match['in_square']})"
            yield Found(
                *match.span("turned"), f"no link: brackets in the wrong order; write {meant}", None, meant, True
            )
        elif match["heavy"]:
            meant = f"[{match['heavy']}]({match['in_heavy']})"
            yield Found(*match.span(), f'no link: "【" and "】" around the text; write {meant}', None, meant)
        elif match["double"]:
            meant = f"<{match['in_double']}>"
            yield Found(*match.span("double"), f"no link: two kinds of brackets; write {meant}", None, meant, safe=True)
        elif match["square"]:
            meant = f"({match['address'] or match['in_braces']})"
            kind = "square brackets" if match["address"] else "braces"
            yield Found(*match.span("square"), f"no link: {kind} around the target; write {meant}", None, meant)
        elif match["apart"]:
            meant = f"({_without_spaces(match['cut'])})"
            message = f'no link: spaces after "]" and in the target; write {meant}'
            yield Found(*match.span("apart"), message, None, meant)
        elif match["mail"]:
            address, question, query = match["mail"].partition("?")
            meant = "".join(address.split()) + question + query.strip().replace(" ", "%20").replace("\t", "%09")
            yield Found(*match.span("mail"), f"no link: a space ends the target; write {meant}", None, meant, safe=True)
        elif match["tel"]:
            meant = "".join(match["tel"].split())
            yield Found(*match.span("tel"), f"no link: a space ends the target; write {meant}", None, meant, safe=True)
        elif group := next((name for name in _SLIPS if match[name]), None):
            if found := _SLIPS[group](match):
                yield found
        elif match["unclosed"]:
            yield Found(match.end("unclosed"), match.end("unclosed"), 'no link: the closing ">" is missing', None, ">")
        elif match["anchor"]:
            message = 'no link: no space may stand between "]" and "("'
            yield Found(*match.span("anchor"), message, None, "", safe=True)
        elif match["broken"]:
            meant = "".join(match["broken"].split())
            is_one = meant.isascii() and meant.count("://") == 1  # or else the ")" is missing, and text follows
            message = "no link: a line break ends the target; " + (
                f"write {meant}" if is_one else "write it on one line"
            )
            yield Found(*match.span("broken"), message, "path", meant if is_one else None)
        elif match["wiki"] or match["wiki_last"]:
            meant = f"[{match['words_wiki'] or match['words_first']}]({match['wiki'] or match['wiki_last']})"
            yield Found(*match.span(), f"no link: this is the markup of a wiki; write {meant}", None, meant, safe=True)
        elif match["local"]:
            label = _label(prose.text, match.start())
            if label is not None and (
                _LOCAL_WITH_SPACE.match(match["local"]) or (" " in label and match["local"] == f"#{label}")
            ):
                message = "no link: a space ends the target; leave it out, or write %20"
                yield Found(*match.span("local"), message)
            elif label and (with_words := _WITH_WORDS.fullmatch(match["local"])):
                message = f"no link: words before the address; write {with_words[1]}"
                yield Found(*match.span("local"), message, None, with_words[1])
            elif " " in match["local"] and label and _is_of_words(match["local"], label):
                message = "no link: these are words, not an address; write the address here"
                yield Found(*match.span("local"), message)
        elif match["padded"]:
            yield Found(*match.span("padding"), 'no link: space before ">"; remove it', None, "", safe=True)
        elif match["extra"]:
            message = 'no link: one "(" too many before the target; leave it out'
            yield Found(*match.span("extra"), message, None, "](", safe=True)
        elif match["phrase"]:
            message = f'no link: "({match["phrase"]})" stands between the text and the target; leave it out'
            yield Found(*match.span(), message, None, "]")
        elif match["spaced"]:
            yield _spaced(match)
        elif match["unopened"] and (match["unopened"] == "]" or _is_first(prose.text, match.start("unopened"))):
            yield Found(*match.span("unopened"), 'no link: the opening "[" is missing; write it before the text')
        elif group := next((name for name in ("after_code", "unopened_page") if match[name]), None):
            if _is_first(prose.text, match.start(group)):
                yield Found(*match.span(group), 'no link: the opening "[" is missing; write it before the text')
            elif group == "after_code":
                message = "no link: there is a link in its text already; close the text before that"
                yield Found(*match.span(group), message)
        elif match["open"]:
            other = match["other"] or ""
            # A mark at the end belongs to the sentence.
            end = match.end("open") if other else match.start("open") + len(match["open"].rstrip(".,:;!?"))
            message = f'"{other}" does not close the target; write ")"' if other else 'the closing ")" is missing'
            yield Found(end, end + len(other), f"no link: {message}", None, ")")

    yield from wrong_brackets(prose.text, taken)


def _half_titled(match: re.Match[str]) -> Found:
    address, title = match["half_titled"].split(None, 1)
    meant = f'{address} "{title.strip(chr(34))}"'
    return Found(*match.span("half_titled"), f"no link: a quotation mark is missing; write {meant}", None, meant, True)


def _scheme_apart(match: re.Match[str]) -> Found:
    meant = "".join(match["scheme_apart"].split())
    return Found(*match.span("scheme_apart"), f"no link: a space ends the target; write {meant}", None, meant, True)


def _gapped(match: re.Match[str]) -> Found:
    message = 'no link: a space may not stand between "<" and ">"; write %20, or close the address before it'
    return Found(*match.span("gapped"), message)


def _rst(match: re.Match[str]) -> Found:
    meant = f"[{' '.join(match['rst_label'].split())}]({match['rst_address']})"
    return Found(*match.span("rst"), f"no link: this is reStructuredText; write {meant}", None, meant, safe=True)


def _image_apart(match: re.Match[str]) -> Found:
    return Found(*match.span("image_apart"), 'no image: space after "!"; remove it', None, "", safe=True)


def _tag(match: re.Match[str]) -> Found | None:
    if match.string[:1] in " <" and not re.match(r"<(?:a|img)\s", match.string):
        return None  # a block of HTML, which browsers read
    address = match["tag_address"]
    meant = f'"{address.strip(_QUOTES)}"'
    message = f"no link: the address in a tag needs quotation marks, one before and one after; write {meant}"
    return Found(*match.span("tag_address"), message, None, meant, safe=True)


_QUOTES = "\"'“”"
_BLOCK = re.compile(r"[ \t>]*(?:#{1,6}(?:\s|$)|[-=*_ \t]{2,}\r?$|\[[^\]\n]{1,100}\]:|`{3}|~{3}|:{3}|!{3}|[<{|])")


def _late(match: re.Match[str]) -> Found | None:
    line = match.string.rfind("\n", 0, match.start() - 1) + 1
    if _BLOCK.match(match.string, line, match.start() - 1):
        return None
    place = match.start("late")
    message = "no definition: it belongs to the paragraph before it; leave a line empty between them"
    return Found(place, match.end("late"), message)


# Mistakes that need no other context than their match.
_SLIPS = {
    "half_titled": _half_titled,
    "scheme_apart": _scheme_apart,
    "gapped": _gapped,
    "rst": _rst,
    "image_apart": _image_apart,
    "tag_address": _tag,
    "late": _late,
}


def _label(text: str, position: int) -> str | None:
    """Return the text in the brackets that the "]" at a position closes."""
    before = text[max(position - 300, 0) : position]
    return before.rpartition("[")[2] if before.count("[") > before.count("]") else None


def _is_of_words(target: str, label: str) -> bool:
    """Whether a target with spaces repeats the words of its label, or the label is the address."""
    return label.startswith(target) or label.endswith(target.strip()) or _URL_ALONE.match(label) is not None


def _is_first(text: str, position: int) -> bool:
    """Whether no bracket stands open before a "]"; of a number in brackets one does."""
    before = text[max(position - 300, 0) : position].rpartition("\n")[2]
    return before.count("[") <= before.count("]")


def _spaced(match: re.Match[str]) -> Found:
    """Report a target with a space: before a title, after the scheme by mistake, or within the address."""
    target = match["spaced"]
    if titled := _TITLED.fullmatch(target):
        meant, safe = f'{titled["address"]} "{titled["title"]}"', '"' not in titled["title"]
    elif slip := re.match(r"(https?:)[ \t]*/[ \t]*/?[ \t]*(?=\S+\Z)", target):
        meant, safe = f"{slip[1]}//{target[slip.end() :]}", True
    elif twice := re.fullmatch(r"(https?:(?://)?)[ \t]+(https?://\S+)|(https?://\S+)[ \t]+(https?:(?://)?)", target):
        meant, safe = twice[2] or twice[3], True
    elif re.match(r"https?:[ \t]", target):  # machine translation does so at every mark
        meant, safe = re.sub(r"[ \t]+", "", target), False
    else:
        meant, safe = _without_spaces(target), False
    return Found(*match.span("spaced"), f"no link: a space ends the target; write {meant}", "path", meant, safe)


def _without_spaces(target: str) -> str:
    """Return a target without the spaces that are mistakes: in the host, next to a slash or hyphen, at the end.

    Elsewhere a space may be part of a name, and is encoded.
    """
    joined = re.sub(r"(?<=[/-])[ \t]+|[ \t]+(?=[/-])", "", target.rstrip(" \t"))
    host = re.match(r"https?://[^/?#]*", joined)
    split = host.end() if host else 0
    return re.sub(r"[ \t]", "", joined[:split]) + re.sub(r"[ \t]", "%20", joined[split:])
