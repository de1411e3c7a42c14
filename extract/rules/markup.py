"""Family 8: broken markup of links, which readers see with its brackets."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.registry import Found, rule
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

_URL = r"https?://[^\s()（）\[\]<>\0]*(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"
_UNSPACED = r"(?:[^()\s\"'{}<>\0]|\([^()\s]*\))"
_WORD = r"[^\s()\"'<>\[\]\0]+"
# An address cut by spaces next to its own marks, or with one at its end: in a sentence in brackets none stands there.
_CUT_AT = r"(?<=[/\-_.?=&])[ \t]+|[ \t]+(?=[/\-_?=&]|[^\s()]*(?:/|\.[a-z]{2,4}\)))"
_CUT = rf"https?://(?=[^()\0]*[ \t]){_UNSPACED}+(?:(?:{_CUT_AT}){_UNSPACED}+)*+[ \t]*"
# Of most wikis, "[[address|words]]", and of some, "[[words|address]]".
_WIKI = (
    r"\[\[(?:(?P<wiki>https?://[^\s\[\]|\0]+)(?:\||\]\[)(?P<words>[^\[\]|\0`]{1,200})"
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
        rf"{_LABEL}\](?:(?P<space>[ \t]{{1,3}}|[ \t]{{0,3}}\r?\n[ \t]{{0,3}}|[ \t]{{0,3}}\][ \t]{{0,3}})"
        rf"(?=\({_URL}{_TITLE}[ \t]*\))|(?P<apart>[ \t]{{1,3}}\((?P<cut>{_CUT})\))"
        rf"|(?P<anchor>[ \t]{{1,3}})(?=\((?:#|\.{{0,2}}/)[^\W\d_][^\s()]*\))"
        rf"|(?P<square>\[(?P<address>{_URL})[ \t]?\]|\{{(?P<in_braces>https?://[^\s(){{}}\[\]<>\0]+)\}})"
        rf"|(?P<wide>[ \t]?(?:（[ \t]?(?P<in_wide>{_URL}|{_LOCAL})[ \t]?[）)]|\((?P<half_wide>{_URL})）)))"
        rf"|(?<![A-Za-z0-9_\]\\!])(?P<turned>[(（](?P<label>[^()（）\[\]\n]{{1,200}})[)）]\[(?P<in_square>{_URL})\])"
        rf"|【(?P<heavy>[^【】\n\0]{{1,200}})】[ \t]?[(（](?P<in_heavy>https?://[^\s()（）\[\]<>，。；\0]+)[)）]"
        rf"|(?P<double>[<‹〈＜]\((?P<in_double>{_URL})\)[>›〉＞])"
        rf"|\]\((?P<broken>[ \t]*(?:\r?\n[ \t]*)?https?://{_WORD}(?:[ \t]*\r?\n[ \t]*{_WORD})++)\s*\)"
        rf"|{_WIKI}"
        rf"|(?P<extra>\]\(\()(?=(?:{_URL}|{_LOCAL})\))"
        r"|<(?P<padded>https?://[^\s<>\0]+)(?P<padding>[ \t]+)>"
        rf"|\](?:[ \t]?\((?!https?:)(?=[^()\[\]\0]*\s)|[ \t]\()(?P<phrase>[^()\[\]\n\0]{{1,200}})\)(?=\({_URL}\))"
        rf"|\]\((?P<spaced>https?:(?://{_UNSPACED}*(?:[ \t]+{_UNSPACED}+)+"
        rf"|(?:(?://)?[ \t]+(?://|https?://)|/[ \t]+/?){_UNSPACED}+(?:[ \t]+{_UNSPACED}+)*+)){_TITLE}[ \t]*\)"
        r"|\]\((?P<mail>mailto:(?=[^()\n\0]{0,300}[ \t])[ \t]*[^\s()<>@?\0]+@[^\s()<>@?\0]+"
        r"(?:\?[^()<>\n\0]{0,300})?)[ \t]*\)"
        rf"|(?:(?<=[^\s\[\]\\\0!])(?P<unopened>\][ \t]?)|(?<= {{3}})(?P<after_code>\]))(?=\({_URL}\))"
        r"|(?<=[^\s\[\]\\\0!])(?P<unopened_page>\])(?=\(\.{1,2}/[^\s()\[\]<>\0]+\))"
        rf"|\]\((?P<open>https?://[^\s()（）\[\]<>\0]+?)(?P<other>[\]】」}}])?(?=\s|\Z)(?!.{{0,500}}\))"
        r"|(?<![^\s（])<(?P<unclosed>https?://[^\s<>\0]+)(?=[ \t]*(?:\r?\n|\Z))(?![^<]{0,300}>)"
        r"|\]\((?!\s*https?:)(?P<local>(?:[^()<>\"'“”\n\0]|\([^()\n\0]{0,100}\)){1,300})\)(?![ \t]?\()"
    )
)
_BRACKETED = lazily(lambda: re.compile(rf"[(（](?P<address>{_URL})[)）]|\[(?P<in_square>{_URL})\]?"))
_NESTED = lazily(lambda: re.compile(rf"\[(?P<label>[^\[\]]*)\]\((?P<address>{_URL})\)"))
_LOCAL_WITH_SPACE = lazily(
    lambda: re.compile(rf"(?i)(?=\s*[^\s])(?=.*[ \t])(?:\s*#[ \t]?[^\W\d][^()]*\Z|.*?{_PAGE}[ \t]*(?:#|\Z))")
)
_WITH_WORDS = re.compile(r"[ \t]*[^\W\d_][^:/()]{1,100}[:：]?[ \t]*(https?://\S+)[ \t]*")
_URL_ALONE = re.compile(r"\s*https?://\S+\s*\Z")
_BEFORE_TARGET = re.compile(r"\](?: {1,3}\(|（)")
_QUOTED = re.compile(r"""(?:(?<!")"++|(?<!')'++)[>,.;]?\Z""")
# White space, zero-width characters and backticks; a quotation mark that is the only one.
_ENCODED_AT_END = re.compile(r"(?i)(?:%20|%0[ad]|%09|%c2%a0|%e2%80%8[b-f]|%60|%22)\Z")
_LONGEST_ENCODED = len("%e2%80%8b")
_OPENING = {")": "(", "]": "[", "）": "（", "」": "「", "』": "『", "》": "《", "”": "“", "’": "‘", "“": "„", "»": "«"}
_WIDE_END = frozenset("】。，、；")
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
        $c[x](x \\ge 1)$ and f[i](#1 and #2)
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
        elif left := _left_over(prose.text):
            yield left
        elif (wide := prose.text.find("）")) >= 0 and "（" not in prose.text[:wide]:
            message = 'the target does not end at "）", but at the next ")"; write ")"'
            yield Found(wide, wide + 1, message, None, ")")
        return
    if "](" not in prose.text and "http" not in prose.text and not _BEFORE_TARGET.search(prose.text):
        return
    for match in _MARKDOWN.finditer(prose.text):
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
            meant = f"[{match['words'] or match['words_first']}]({match['wiki'] or match['wiki_last']})"
            yield Found(*match.span(), f"no link: this is the markup of a wiki; write {meant}", None, meant, safe=True)
        elif match["local"]:
            label = _label(prose.text, match.start())
            if label is not None and _LOCAL_WITH_SPACE.match(match["local"]):
                message = "no link: a space ends the target; leave it out, or write %20"
                yield Found(*match.span("local"), message)
            elif label and (with_words := _WITH_WORDS.fullmatch(match["local"])):
                message = f"no link: words before the address; write {with_words[1]}"
                yield Found(*match.span("local"), message, None, with_words[1])
            elif " " in match["local"] and label and (label.startswith(match["local"]) or _URL_ALONE.match(label)):
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
        elif match["open"]:
            other = match["other"] or ""
            # A mark at the end belongs to the sentence.
            end = match.end("open") if other else match.start("open") + len(match["open"].rstrip(".,:;!?"))
            message = f'"{other}" does not close the target; write ")"' if other else 'the closing ")" is missing'
            yield Found(end, end + len(other), f"no link: {message}", None, ")")


def _label(text: str, position: int) -> str | None:
    """Return the text in the brackets that the "]" at a position closes."""
    before = text[max(position - 300, 0) : position]
    return before.rpartition("[")[2] if before.count("[") > before.count("]") else None


def _is_first(text: str, position: int) -> bool:
    """Whether no bracket stands open before a "]"; of a number in brackets one does."""
    before = text[max(position - 300, 0) : position].rpartition("\n")[2]
    return before.count("[") <= before.count("]")


def _left_over(target: str) -> Found | None:
    """Report what ends a target and belongs to the text: a mark, or what nothing in the target opens."""
    last = target[-1:]
    left, shown = last, f'"{last}"'
    in_path = target.startswith("http") and not {"?", "#"} & set(target)
    kept = _without_encoded_end(target) if in_path else target
    encoded = target[len(kept) :]
    if encoded and not any(mark in encoded and not target.count(mark) % 2 for mark in ("%22", "%60")):
        message = f'"{encoded}" at the end was a space or a quotation mark of the text; leave it out'
        return Found(len(kept), len(target), message, None, "")
    quote = _QUOTED.search(target) if target.startswith("http") else None
    if quote and target.count(quote[0][0]) % 2:
        left = shown = quote[0]
    elif last in _OPENING:
        if target.count(_OPENING[last]) >= target.count(last) or not target.startswith(("http", "www")):
            return None
    elif last == ",":
        if "?" in target or not target.startswith("http"):
            return None
    elif last not in _WIDE_END or target.count("（") > target.count("）"):
        return None
    return Found(
        len(target) - len(left), len(target), f"{shown} belongs to the text, not to the target; leave it out", None, ""
    )


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


def _without_encoded_end(target: str) -> str:
    """Return the target without encoded spaces and marks at its end, from there one by one: the time stays linear."""
    end = len(target)
    while found := _ENCODED_AT_END.search(target, max(end - _LONGEST_ENCODED, 0), end):
        end = found.start()
    return target[:end]


def _without_spaces(target: str) -> str:
    """Return a target without the spaces that are mistakes: in the host, next to a slash or hyphen, at the end.

    Elsewhere a space may be part of a name, and is encoded.
    """
    joined = re.sub(r"(?<=[/-])[ \t]+|[ \t]+(?=[/-])", "", target.rstrip(" \t"))
    host = re.match(r"https?://[^/?#]*", joined)
    split = host.end() if host else 0
    return re.sub(r"[ \t]", "", joined[:split]) + re.sub(r"[ \t]", "%20", joined[split:])


_RST = lazily(
    lambda: re.compile(
        r"\A(?P<role>:\w+:)?`(?P<label>[^`<>]*)(?P<address><https?://[^\s<>`]+(?P<closed>>)?)"
        r"(?P<inside>_{0,2})`(?P<mark>_{0,2})(?:[ \t]__?)?\Z"
        rf"|(?<![!\]\\])(?P<markdown>\[(?P<text>[^\[\]`]{{1,200}})\]\((?P<target>{_URL})\))"
        rf"|{_WIKI}"
    )
)


_RST_BEFORE = frozenset(["", *" \n-:/'\"<([{"])
_RST_AFTER = frozenset(["", *" \n-:/'\")]}>.,;!?\\"])


@rule("IRI813", "no-rst-link", "error", scope="prose")
def no_rst_link(prose: Prose) -> Iterator[Found]:
    """Docutils does not link this.

    The underscore after the closing backtick is missing or comes before it, the space before "<" is missing, or the
    link is in Markdown. Readers see the source.
    Source: docutils, reStructuredText Markup Specification, "Embedded URIs and Aliases".

    Bad (rst):
        See `Größe <https://example.com/größe>⟦`⟧ now.
        See `Größe <https://example.com/größe>⟦_`⟧ now.
        See `Größe <https://example.com/größe>⟦` __⟧ now.
        See `Größe⟦<⟧https://example.com/größe>`__ now.
        See ⟦[Größe](https://example.com/größe)⟧ now.
        See ⟦[[https://example.com/größe|größe]]⟧ now.
        See ⟦[[Größe|https://example.com/größe]]⟧ now.
        See `Größe <https://example.com/größe⟦⟧`__ now.
        See ⟦:doc:`Größe <https://example.com/größe>`⟧ now.
        See `Größe <https://example.com/größe⟦"⟧>`__ now.
        See `Größe <https://example.com/größe⟦)⟧>`__ now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
        See :foo:`Größe <https://example.com/größe>` now.
        See `Größe <https://example.com/größe_(kleidung)>`__ now.

    Good (python):
        # See `größe` and [Größe](https://example.com/größe) now.
    """
    if "docutils" not in prose.format.read_by or "http" not in prose.text:
        return
    if prose.target:
        if left := _left_over(prose.text):
            yield left
        return
    is_rst = prose.format.name != "python"  # docstrings and comments may be in Markdown
    for match in _RST.finditer(prose.text):
        if not is_rst and not match["address"]:
            continue
        if match["markdown"] or match["wiki"] or match["wiki_last"]:
            kind = "Markdown" if match["markdown"] else "the markup of a wiki"
            words = match["text"] or match["words"] or match["words_first"]
            meant = f"`{words} <{match['target'] or match['wiki'] or match['wiki_last']}>`__"
            before, after = prose.text[: match.start()][-1:], prose.text[match.end() :][:1]
            # "Inline markup recognition rules" 6 and 7, in ASCII.
            stands_alone = before in _RST_BEFORE and after in _RST_AFTER
            fix = meant if stands_alone else None
            yield Found(*match.span(), f"no link: this is {kind}; write {meant}", None, fix, safe=True)
        elif match["role"]:
            meant = f"`{match['label']}{match['address']}`__"
            message = f'no link: "{match["role"]}" takes the name of a page or place; write {meant}'
            yield Found(0, len(prose.text), message, None, meant, safe=True)
        elif not match["closed"]:
            end = match.end("address")
            yield Found(end, end, 'no link: the closing ">" is missing', None, ">", safe=True)
        elif not match["mark"]:
            start = match.start("inside")
            message = 'no link: the underscore belongs after the backtick; write "`__"'
            yield Found(start, len(prose.text), message, None, "`__", safe=True)
        else:
            start = match.start("address")
            yield Found(start, start + 1, 'no link: missing space before "<"; add it', None, " <", safe=True)
