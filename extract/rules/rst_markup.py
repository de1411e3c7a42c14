"""Family 8: broken links of reStructuredText, which readers see with their backticks."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.left_over import left_over
from extract.rules.markup import URL, WIKI
from extract.rules.registry import Found, rule
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

_ADDRESS = r"<https?://[^\s<>`]+>"
_PAGE = r"\.{0,2}/?[\w./-]{1,200}\.(?:rst|md|html?|png|jpe?g|gif|svg|pdf)(?:#[\w-]*)?"
# A reference as a whole, which its reader found; then what is left in a paragraph.
_RST = lazily(
    lambda: re.compile(
        r"\A(?P<role>:[\w.+:-]+:)?`(?!`)(?P<label>[^`<>]*)(?P<address><https?://[^\s<>`]+(?P<closed>>)?)"
        r"(?P<inside>_{0,2})`(?P<mark>_{0,2})(?:[ \t]__?)?\Z"
        r"|\A`(?!`)(?P<words>[^`<>]*?)(?<![ \t\n\r])[ \t\n\r]*+[（(〈＜《]?(?P<at>https?://[^\s<>`（）〈〉＜＞]+?)[>）)〉＞》]?`__?\Z"
        rf"|(?P<doubled>``(?!`)(?P<d_label>[^`<>]{{1,200}})(?P<d_address>{_ADDRESS})`{{1,2}}__?(?!\w))"
        rf"|(?P<glued>`(?![`_\s])[^`<>]{{1,200}}{_ADDRESS}`__?(?![`_]))"
        rf"|(?P<quoted>(?<!\w)['´‘’\"“](?P<q_label>[^'´‘’\"“”`<>]{{1,200}})(?P<q_address>{_ADDRESS})['´‘’\"”]__?(?!\w))"
        rf"|(?P<unopened>(?<=[\s、，。；`]){_ADDRESS}(?:`__?|__?)(?![\w`]))"
        rf"|(?P<swapped>`(?P<s_label>[^`<>]{{1,200}}?)\s+(?P<s_address><https?://[^\s<>`]+)`>__?(?!\w))"
        rf"|\A`(?P<p_label>[^`<>]{{1,200}}?)\s+<[ \t]*(?P<p_address>https?://[^\s<>`]+)[ \t]*>`__?\Z"
        r"|(?m:^)(?:\.\._[ \t]?|_)(?P<no_dots>[\w -]{1,80}):[ \t]+(?P<no_dots_address>https?://\S+)[ \t]*$"
        r"|\A(?P<role_gap>:(?:ref|doc|term|numref|download):[ \t]+)`"
        r"|(?P<half_role>\A(?:ref|doc|numref|download):|(?<![:\w`\\]):(?:ref|doc|numref|download))`(?!`)[^`\n]{1,200}`(?![`_])"
        r"|\A:(?:ref|doc):`[^`<>]{1,200}\s<[^`<>\s]{1,200}(?P<role_open>`)\Z"
        r"|(?<![\]\w\\!\[])(?<!\]\()\[(?P<bracketed>https?://[^\s\[\]`\0]+)[ ]+"
        r"(?P<b_words>[^\[\]\n`\0]{2,150})\](?![(\[:_])"
        rf"|`[^`<>]{{1,200}}{_ADDRESS}(?P<unclosed>__?)(?![\w`])"
        r"|\A\.\.[ \t]+_[^\n:：]{1,100}?(?P<target_gap>[:：]|[ \t]+)(?=https?://\S+[ \t]*\Z)"
        r"|(?P<anchor><[aA]\s[^<>]{0,200}?\b(?i:href)\s*=\s*[\"']?(?P<href>https?://[^\s<>\"']+)[\"']?[^<>]{0,200}>"
        r"(?P<anchor_text>[^<>`]{1,200})</[aA]>)"
        rf"|(?<!\\)(?P<markdown>(?P<image>!?)(?<!\])\[(?P<text>[^\[\]`]{{0,200}})\]\(<?(?P<target>{URL}|{_PAGE})>?\))"
        rf"|{WIKI}"
    )
)


_WORTH = re.compile(r"http|\]\(|(?:ref|doc|term|download):?[ \t]*`")
_RST_BEFORE = frozenset(["", *" \n-:/'\"<([{"])
_RST_AFTER = frozenset(["", *" \n-:/'\")]}>.,;!?\\"])


@rule("IRI813", "no-rst-link", "error", scope="prose")
def no_rst_link(prose: Prose) -> Iterator[Found]:
    r"""Docutils does not link this.

    The underscore after the closing backtick is missing or comes before it, the space before "<" or a bracket is
    missing or wrong, a letter follows directly, or the link is in Markdown or HTML. Readers see the source.
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
        See ⟦`Größe https://example.com/größe>`_⟧ now.
        参照 ⟦`大きさ （https://example.com/größe>`_⟧ 。
        See ⟦:guilabel:`Größe <https://example.com/größe>`_⟧ now.
        See ⟦``Größe <https://example.com/größe>``_⟧ now.
        See ⟦``Größe <https://example.com/größe>`_⟧ now.
        See the⟦`Größe <https://example.com/größe>`_⟧ now.
        参照⟦`大きさ <https://example.com/größe>`_⟧参照
        See ⟦'Größe <https://example.com/größe>'_⟧ now.
        See Größe ⟦<https://example.com/größe>`_⟧ now.
        See `Größe <https://example.com/größe>⟦_⟧ now.
        .. _größe⟦:⟧https://example.com/größe
        .. _größe⟦ ⟧https://example.com/größe
        See ⟦<a href="https://example.com/größe">Größe</a>⟧ now.
        See ⟦[Größe](größe.rst)⟧ now.
        See ⟦[Größe](<https://example.com/größe)⟧ now.
        参照 <mailto:größe@example.com>`_ と、⟦<https://example.com/größe>`_⟧ 参照
        See ⟦![Größe](../größe.png)⟧ now.

        See ⟦`Größe <https://example.com/größe`>__⟧ now.
        See ⟦`Größe < https://example.com/größe>`__⟧ now.
        See `Größe` ⟦<https://example.com/größe>`__⟧ now.
        See "größe ⟦<https://example.com/größe>_⟧ now.
        ⟦.._größe: https://example.com/größe⟧
        See ⟦:ref: ⟧`Größe <größe>` now.
        See ⟦doc:⟧`/größe` now.
        See :doc:`Größe <größe⟦`⟧ now.
        See ⟦[https://example.com/größe größe und gewicht]⟧ (⟦[https://example.com/größe größe]⟧) now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
        See :ref:`Größe <größe>` and ``:ref: `größe`.`` now.
        See :foo:`Größe <https://example.com/größe>` now.
        See `Größe <https://example.com/größe_(kleidung)>`__ now.
        参照\\ `大きさ <https://example.com/größe>`_\\ 参照
        See :foo:`größe https://example.com/größe` now.
        See *`Größe <https://example.com/größe>`_* now.
        .. größe: https://example.com/größe
        See ``<a href="https://example.com/größe">Größe</a>`` and ``[Größe](größe.rst)`` now.
        a[größe](x.y) and größe.

    Good (python):
        # See `größe` and [Größe](https://example.com/größe) now.
    """
    if "docutils" not in prose.format.read_by or not _WORTH.search(prose.text):
        return
    if prose.target:
        if left := left_over(prose.text):
            yield left
        return
    # Docstrings and comments may be in Markdown; the messages of a catalogue in HTML.
    name = prose.format.name
    for match in _RST.finditer(prose.text):
        is_html = match["anchor"] or (match["markdown"] and not match["target"].startswith("http"))
        if match["address"] or name == "rst" or (name != "python" and not is_html):
            for found in _no_link(prose.text, match):
                # In the strings of a catalogue a backslash is written twice.
                yield found if name == "rst" or "\\" not in (found.fix or "") else found._replace(fix=None)


def _no_link(text: str, match: re.Match[str]) -> Iterator[Found]:
    """Report what a match of `_RST` shows."""
    before, after = text[max(match.start() - 1, 0) : match.start()], text[match.end() : match.end() + 1]
    # "Inline markup recognition rules" 6 and 7, in ASCII.
    stands_alone = before in _RST_BEFORE and after in _RST_AFTER
    if match["address"]:
        yield _no_reference(text, match)
    elif match["at"]:
        meant = f"`{match['words']} <{match['at'].rstrip(')')}>`__"
        yield Found(*match.span(), f'no link: "<" and ">" belong around the address; write {meant}', None, meant, True)
    elif match["doubled"] or match["quoted"]:
        label, address = (
            (match["d_label"], match["d_address"]) if match["doubled"] else match.group("q_label", "q_address")
        )
        meant = f"`{label.rstrip()} {address}`__"
        fix = meant if stands_alone else None
        yield Found(*match.span(), f"no link: one backtick belongs before and after; write {meant}", None, fix, True)
    elif match["glued"]:
        left, right = _is_letter(before), _is_letter(after)
        if left or right:
            meant = f"{chr(92) * left}{' ' * left}{match['glued']}{chr(92) * right}{' ' * right}"
            message = f'no link: a letter stands directly before or after it; write "{meant}"'
            yield Found(*match.span(), message, None, meant, safe=True)
    elif match["swapped"] or match["p_address"]:
        label, address = (
            (match["s_label"], f"{match['s_address']}>")
            if match["swapped"]
            else (match["p_label"], f"<{match['p_address']}>")
        )
        meant = f"`{label} {address}`__"
        why = "the backtick belongs after the bracket" if match["swapped"] else "a space stands beside the address"
        yield Found(*match.span(), f"no link: {why}; write {meant}", None, meant, safe=True)
    elif match["no_dots"]:
        meant = f".. _{match['no_dots'].strip()}: {match['no_dots_address']}"
        yield Found(*match.span(), f"no target: two full stops and a space belong before it; write {meant}")
    elif match["role_gap"] or match["half_role"]:
        role = (match["role_gap"] or match["half_role"]).strip(": \t")
        group = "role_gap" if match["role_gap"] else "half_role"
        message = f"no link: the name of a role has a colon before and after it, and no space; write :{role}:"
        yield Found(*match.span(group), message, None, f":{role}:", safe=True)
    elif match["role_open"]:
        yield Found(*match.span("role_open"), 'no link: the closing ">" is missing', None, ">`", safe=True)
    elif match["bracketed"]:
        meant = f"`{match['b_words'].strip()} <{match['bracketed']}>`__"
        yield Found(*match.span(), f"no link: this is the markup of a wiki; write {meant}", None, meant)
    elif match["unopened"]:
        yield Found(*match.span(), "no link: the backtick before the text is missing")
    elif match["unclosed"]:
        message = 'no link: the backtick before "_" is missing'
        yield Found(*match.span("unclosed"), message, None, f"`{match['unclosed']}", safe=True)
    elif match["target_gap"]:
        message = 'no target: a colon and a space belong before the address; write ": "'
        yield Found(*match.span("target_gap"), message, None, ": ", safe=True)
    elif match["anchor"]:
        meant = f"`{' '.join(match['anchor_text'].split())} <{match['href']}>`__"
        fix = meant if stands_alone else None
        yield Found(*match.span(), f"no link: this is HTML; write {meant}", None, fix, safe=True)
    elif match["markdown"] and not match["target"].startswith("http"):
        if match["image"] or (match["text"] and not _is_letter(before) and before not in ("]", ")")):
            kind = "an image" if match["image"] else "a link"
            yield Found(*match.span(), f"no link: this is {kind} of Markdown; write it in reStructuredText")
    elif match["markdown"] and (match["image"] or not match["text"]):
        yield Found(*match.span(), "no link: this is Markdown; write it in reStructuredText")
    else:
        kind = "Markdown" if match["markdown"] else "the markup of a wiki"
        words = match["text"] or match["words_wiki"] or match["words_first"]
        meant = f"`{words} <{match['target'] or match['wiki'] or match['wiki_last']}>`__"
        fix = meant if stands_alone else None
        yield Found(*match.span(), f"no link: this is {kind}; write {meant}", None, fix, safe=True)


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_"


def _no_reference(text: str, match: re.Match[str]) -> Found:
    """Report a reference that lacks a character, or has a role."""
    if match["role"]:
        meant = f"`{match['label']}{match['address']}`__"
        message = f'no link: "{match["role"]}" takes no address; write {meant}'
        return Found(0, len(text), message, None, meant, safe=match["role"] in (":doc:", ":ref:", ":any:"))
    if not match["closed"]:
        end = match.end("address")
        return Found(end, end, 'no link: the closing ">" is missing', None, ">", safe=True)
    if not match["mark"]:
        message = 'no link: the underscore belongs after the backtick; write "`__"'
        return Found(match.start("inside"), len(text), message, None, "`__", safe=True)
    start = match.start("address")
    return Found(start, start + 1, 'no link: missing space before "<"; add it', None, " <", safe=True)
