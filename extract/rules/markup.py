"""Family 8: broken markup of links, which readers see with its brackets."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.registry import Found, rule
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

_URL = r"https?://[^\s()（）\[\]<>\0]*(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"
_UNSPACED = r"(?:[^()\s\"'{}<>\0]|\([^()\s]*\))"
# What a label may be: a number is a note, "x" and " " are boxes to tick.
_LABEL = r"(?<![\]\\])\[(?![0-9*†‡]{1,3}\]|[ xX]\])[^\[\]]{1,300}"
_MARKDOWN = lazily(
    lambda: re.compile(
        rf"{_LABEL}\](?:(?P<space>[ \t]{{1,3}}|[ \t]{{0,3}}\r?\n[ \t]{{0,3}}|[ \t]{{0,3}}\])(?=\({_URL}[ \t]*\))"
        rf"|(?P<wide>[ \t]?(?:（(?P<in_wide>{_URL})[）)]|\((?P<half_wide>{_URL})）)))"
        rf"|(?<![\w\]\\!])(?P<turned>\((?P<label>[^()\[\]\n]{{1,200}})\)\[(?P<in_square>{_URL})\])"
        rf"|(?P<double>[<‹〈＜]\((?P<in_double>{_URL})\)[>›〉＞])"
        rf"|\]\((?P<spaced>https?:(?://{_UNSPACED}*(?:[ \t]+{_UNSPACED}+)+"
        rf"|[ \t]+//{_UNSPACED}+(?:[ \t]+{_UNSPACED}+)*+))[ \t]*\)"
        rf"|(?<=[^\s\[\]\\\0!])(?P<unopened>\])\({_URL}\)"
        rf"|\]\((?P<open>https?://[^\s()（）\[\]<>\0]+)(?!.{{0,500}}\))(?=\s|\Z)"
    )
)
_BRACKETED = lazily(lambda: re.compile(rf"[(（](?P<address>{_URL})[)）]"))
_NESTED = lazily(lambda: re.compile(rf"\[(?P<label>[^\[\]]*)\]\((?P<address>{_URL})\)"))
_WIDE_END = frozenset("）】。，、；")
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
        [größe](⟦https: //example.com/größe⟧)
        [größe](⟦https://example.com/größe und gewicht⟧)
        [größe](⟦https://example.com/größe “und gewicht”⟧)

    Good (markdown):
        [größe](https://example.com/größe%20und%20gewicht)
        [größe](https://example.com/größe "und gewicht")
        See [1] (https://example.com/größe) now.
        - [x] (https://example.com/größe)
    """
    if "GitHub" not in prose.format.read_by:
        return
    if prose.target:
        if bracketed := _BRACKETED.fullmatch(prose.text):
            message = "two pairs of brackets around the target, so that the inner pair belongs to it; remove one pair"
            yield Found(0, len(prose.text), message, None, bracketed["address"], safe=True)
        elif nested := _NESTED.fullmatch(prose.text):
            message = f"the target is itself a link; write {nested['address']}"
            same = nested["label"] == nested["address"]
            yield Found(0, len(prose.text), message, None, nested["address"], safe=same)
        elif prose.text[-1:] in _WIDE_END and prose.text.count("（") < prose.text.count("）") + (
            prose.text[-1:] != "）"
        ):
            message = f'"{prose.text[-1]}" belongs to the text, not to the target; leave it out'
            yield Found(len(prose.text) - 1, len(prose.text), message, None, "")
        elif (wide := prose.text.find("）")) >= 0 and "（" not in prose.text[:wide]:
            message = 'the target does not end at "）", but at the next ")"; write ")"'
            yield Found(wide, wide + 1, message, None, ")")
        return
    if "http" not in prose.text:
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
        elif match["double"]:
            meant = f"<{match['in_double']}>"
            yield Found(*match.span("double"), f"no link: two kinds of brackets; write {meant}", None, meant, safe=True)
        elif match["spaced"]:
            yield _spaced(match)
        elif match["unopened"]:
            yield Found(*match.span("unopened"), 'no link: the opening "[" is missing; add it before the text')
        else:
            yield Found(match.end("open"), match.end("open"), 'no link: the closing ")" is missing; add it', None, ")")


def _spaced(match: re.Match[str]) -> Found:
    """Report a target with a space: before a title, after the scheme by mistake, or within the address."""
    target = match["spaced"]
    if titled := _TITLED.fullmatch(target):
        meant, safe = f'{titled["address"]} "{titled["title"]}"', '"' not in titled["title"]
    elif slip := re.match(r"(https?:)[ \t]*//[ \t]*(?=\S+\Z)", target):
        meant, safe = f"{slip[1]}//{target[slip.end() :]}", True
    elif re.match(r"https?:[ \t]", target):  # machine translation does so at every mark
        meant, safe = re.sub(r"[ \t]+", "", target), False
    else:
        # Next to a slash it is a mistake; elsewhere it may be part of a name.
        meant, safe = re.sub(r"[ \t]", "%20", re.sub(r"(?<=/)[ \t]+|[ \t]+(?=/)", "", target)), False
    return Found(*match.span("spaced"), f"no link: a space ends the target; write {meant}", "path", meant, safe)


_RST = lazily(
    lambda: re.compile(
        r"\A`(?P<label>[^`<>]*)(?P<address><https?://[^\s<>]+>)(?P<inside>_{0,2})`(?P<mark>_{0,2})\Z"
        rf"|(?<![!\]\\])(?P<markdown>\[(?P<text>[^\[\]`]{{1,200}})\]\((?P<target>{_URL})\))"
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
        See `Größe⟦<⟧https://example.com/größe>`__ now.
        See ⟦[Größe](https://example.com/größe)⟧ now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
        See :foo:`Größe <https://example.com/größe>` now.
    """
    if prose.target or "docutils" not in prose.format.read_by or "http" not in prose.text:
        return
    for match in _RST.finditer(prose.text):
        if match["markdown"]:
            meant = f"`{match['text']} <{match['target']}>`__"
            before, after = prose.text[: match.start()][-1:], prose.text[match.end() :][:1]
            # "Inline markup recognition rules" 6 and 7, in ASCII.
            stands_alone = before in _RST_BEFORE and after in _RST_AFTER
            fix = meant if stands_alone else None
            yield Found(*match.span("markdown"), f"no link: this is Markdown; write {meant}", None, fix, safe=True)
        elif not match["mark"]:
            start = match.start("inside")
            message = 'no link: the underscore belongs after the backtick; write "`__"'
            yield Found(start, len(prose.text), message, None, "`__", safe=True)
        else:
            start = match.start("address")
            yield Found(start, start + 1, 'no link: missing space before "<"; add it', None, " <", safe=True)
