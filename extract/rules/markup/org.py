"""Mistakes in the markup of Org, in the order in which they are looked for."""

from __future__ import annotations

from html import unescape

from extract.detect.around import REACH, line_before
from extract.parsers import Reading, org
from extract.readers.paragraph import Paragraph
from extract.rules.markup.shared import HTML, HTML_NEEDLE, RST, RST_NEEDLE, URL, WIKI, WIKI_NEEDLE, is_sample, wiki_link
from extract.rules.markup.slip import Hit, Slip, Slips
from extract.rules.problem import Problem
from extract.text.regexes import FILE_SUFFIXES

_PATH = rf"(?:\.{{1,2}}/[^\[\]\n\0|]{{1,200}}|[\w./-]{{1,200}}\.(?:org|{FILE_SUFFIXES})(?=[\[\](){{}}]|[ ]\]))"
_SURE = rf"(?:https?://[^\s\[\]|\0]{{1,600}}|(?:file|mailto|attachment):[^\[\]\n\0|]{{1,200}}|{_PATH})"
_AT = rf"(?:{_SURE}|(?:id:|doi:|[*#](?=\w))[^\[\]\n\0|]{{1,200}})"
_LABEL = r"[^\[\]]{1,300}"
# "[[" or "]]" with one mark missing, apart or another one.
_OPEN = r"(?:\[[ ]\[|[({]\[|\[[({]|\[)"
_CLOSE = r"(?:\][ ]+\]|\][)}]|\](?![\]\[])|(?<=[)}])\])"


def _described(hit: Hit, name: str) -> Problem:
    return _whole(hit, name, hit["a"] or hit["c"] or hit["e"] or hit["g"], hit["b"] or hit["d"] or hit["f"] or hit["h"])


def _alone(hit: Hit, name: str) -> Problem:
    return _whole(hit, name, hit["a"] or hit["c"], "")


def _whole(hit: Hit, name: str, at: str, label: str) -> Problem:
    start, end = hit.span(name)
    text = hit[name]
    if text[0] in "({" and text[1:2] == "[" and hit.after == _CLOSING[text[0]]:
        start += 1  # the bracket belongs to the text
    if label[-1:] in _OPENED and label.count(_OPENED[label[-1]]) < label.count(label[-1]):
        label = label[:-1]
    if at[-1] in _OPENED and at.count(_OPENED[at[-1]]) < at.count(at[-1]):
        at = at[:-1]
    meant = f"[[{at.strip()}][{label}]]" if label else f"[[{at.strip()}]]"
    message = f"no link: a bracket is missing, apart or another one; write {meant}"
    return Problem(start=start, end=end, message=message, fix=meant, safe=True)


def _padded(hit: Hit, name: str) -> Problem:
    start, end = hit.span(name if hit[name] else "padded_after")
    message = "no link: a space before or after the target; remove it"
    return Problem(start=start, end=end, message=message, fix="", safe=True)


def _scheme(hit: Hit, name: str) -> Problem:
    start, end = hit.span(name if hit[name] else "scheme_other")
    message = 'no link: one colon alone belongs after the scheme; write ":"'
    return Problem(start=start, end=end, message=message, fix=":", safe=True)


_CLOSING = {"(": ")", "{": "}"}
_OPENED = {")": "(", "}": "{"}


def _link(hit: Hit, kind: str, words: str, address: str) -> Problem:
    meant = f"[[{address}][{' '.join(words.split())}]]"
    message = f"no link: this is {kind}; write {meant}"
    return Problem(start=hit.start(), end=hit.end(), message=message, fix=meant, safe=True)


def _markdown(hit: Hit, name: str) -> Problem:
    words, address = hit[name], hit["target"]
    if hit["image"] or not words:
        return Problem(start=hit.start(), end=hit.end(), message=f"no link: this is Markdown; write [[{address}]]")
    return _link(hit, "Markdown", words, address)


def _wiki(hit: Hit, _name: str) -> Problem:
    return _link(hit, "the markup of a wiki", *wiki_link(hit))


def _is_in_row(hit: Hit) -> bool:
    """Whether it may be in a table."""
    before = line_before(hit.text, hit.start())
    return len(before) == REACH or before.lstrip()[:1] == "|"


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return org.read(text)


ORG = Slips(
    "org",
    (
        Slip(
            "described",  # [http://a/][b]], [[http://a/] [b]], [[http://a/][b]
            "wrong-bracket",
            r"\[\[|\]\]",
            rf"(?<![\w\[\\])(?P<described>(?:{_OPEN}(?P<a>{_AT})\]\[(?P<b>{_LABEL})\]\]"
            rf"|\[\[(?P<c>{_AT})(?:\][ ]+\[|[)}}]\[|\][({{]|\[|\](?=\w)|\]\]\[|\]\[\[)(?P<d>{_LABEL})\]\]"
            rf"|\[\[(?P<e>{_AT})\]\[(?P<f>{_LABEL}){_CLOSE}"
            rf"|\[\[(?P<g>{_SURE})\][ ]?(?P<h>[^\[\]\s][^\[\]\n]{{0,300}})\](?![\[\]])))",
            _described,
            bad=(
                "See ⟦[https://example.com/größe][die Größe]]⟧ now.",
                "See ⟦[[https://example.com/größe] [die Größe]]⟧ now.",
                "See ⟦[[https://example.com/größe](die Größe]]⟧ now.",
                "See ⟦[[https://example.com/größe[die Größe]]⟧ now.",
                "See ⟦[[https://example.com/größe]die Größe]]⟧ now.",
                "See ⟦[[https://example.com/größe]die Größe]⟧ and ⟦[[https://example.com/größe] die Größe]⟧ now.",
                "See ⟦[[https://example.com/größe]][die Größe]]⟧ now.",
                "See ⟦[[file:größe.org][die Größe]⟧ now and [[https://example.com/][more]].",
                "See (⟦[https://example.com/größe][die Größe]]⟧) now.",
            ),
            good=(
                "See [[https://example.com/größe][die Größe]] and a[i][j] and [fn:1] and [[a][b].",
                "See =[https://example.com/größe][die Größe]]= now.",
                "#+begin_src\n[https://example.com/größe][die Größe]]\n#+end_src",
            ),
        ),
        Slip(
            "alone",  # [http://a/]], [[http://a/]
            "wrong-bracket",
            r"\[\[|\]\]",
            rf"(?<![\w\[\\])(?P<alone>(?:{_OPEN}(?P<a>{_SURE})\]\]|\[\[(?P<c>{_SURE}){_CLOSE}))",
            _alone,
            bad=("See ⟦[https://example.com/größe]]⟧ now.", "See ⟦[[./größe.png]⟧ now."),
            good=("See [https://example.com/größe] and [[ -f ./größe ]] now.",),
        ),
        Slip(
            "padded",  # [[ http://a/][b]]
            "space-in-destination",
            (r"\[\[[ \t]", r"[ \t]\](?<=\S[ \t]\])[\[\]]"),
            rf"\[\[(?:(?P<padded>[ \t]+)(?={_AT}\])"
            r"|(?:file:|id:|#|\.{1,2}/)[^\s\[\]\0]{1,200}(?P<padded_after>[ \t]+)\])",
            _padded,
            bad=("See [[⟦ ⟧file:größe.org][die Größe]] now.", "See [[#größe⟦ ⟧][die Größe]] now."),
        ),
        Slip(
            "scheme",  # [[http: //a/][b]], [[file;a][b]]
            "space-in-destination",
            r"\[\[(?:https?|file|id|mailto)(?:[ ]+:|: //|;|::)",
            r"\[\[(?:https?(?P<scheme>[ ]+:[ ]*|:[ ]+)(?=//[^\s\[\]\0])"
            r"|(?:file|id|mailto)(?P<scheme_other>[ ]+:|;|::)(?=\w))",
            _scheme,
            bad=("See [[https⟦: ⟧//example.com/größe][die Größe]] now.", "See [[file⟦;⟧größe.org][die Größe]] now."),
        ),
        Slip(
            "markdown",  # [a](http://a/)
            "other-markup",
            r"\]\(http",
            rf"(?P<image>!?)(?<![\]\[\0\\])\[(?P<markdown>[^\[\]\0]{{0,300}})\]\((?P<target>{URL})\)",
            _markdown,
            against=(is_sample,),
            bad=("See ⟦[Größe](https://größe.example/)⟧ now.",),
            good=("See =[Größe](https://größe.example/)= now.",),
        ),
        Slip(
            "rst",  # `a <http://a/>`_
            "other-markup",
            RST_NEEDLE,
            RST,
            lambda hit, name: _link(hit, "reStructuredText", hit[name], hit["rst_address"]),
            against=(is_sample,),
            bad=("See ⟦`Größe <https://größe.example/>`_⟧ now.",),
        ),
        Slip(
            "html",  # <a href="http://a/">a</a>
            "other-markup",
            HTML_NEEDLE,
            HTML,
            lambda hit, _: _link(hit, "HTML", unescape(hit["html_text"]), unescape(hit["href"])),
            against=(is_sample,),
            bad=('See ⟦<a href="https://größe.example/">Größe</a>⟧ now.',),
            good=('See @@html:<a href="https://größe.example/">Größe</a>@@ now.',),
        ),
        Slip(
            "wiki",  # [[http://a/|a]]
            "other-markup",
            WIKI_NEEDLE,
            WIKI,
            _wiki,
            against=(_is_in_row, is_sample),
            of_wiki=True,
            bad=("See ⟦[[https://größe.example/|Größe]]⟧ now.",),
            good=("See [[https://größe.example/][Größe]] now.",),
        ),
    ),
    _read,
)
