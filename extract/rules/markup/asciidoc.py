"""Mistakes in the markup of AsciiDoc's links, in the order in which they are looked for."""

from __future__ import annotations

from extract.parsers import Reading
from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.readers.paragraph import Paragraph
from extract.rules.markup.shared import (
    HTML,
    HTML_NEEDLE,
    OF_A_SOURCE,
    RST,
    RST_NEEDLE,
    URL,
    WIKI,
    WIKI_NEEDLE,
    wiki_link,
)
from extract.rules.markup.slip import Hit, Slip, Slips, says
from extract.rules.problem import Problem
from extract.text.characters import LETTER
from extract.text.regexes import IMAGE_SUFFIXES, re

# Its reader writes NUL between an address and "[" where these are no macro.
_ADDRESS = r"https?://[^\s\[\]<>{}\0]{1,2000}+"
_NAMED = r"[ \t]*(?:window|role|opts|title|id)="
# "link" in the languages to which programs translate it too.
_TRANSLATED = "リンク|링크|链接|鏈接|連結|ссылка|enlace|lien"
_IMAGE = rf"[^\s\[\]<>{{}}:\0]{{1,200}}\.(?:{IMAGE_SUFFIXES})"
_PAGE = (
    rf"(?:[\w./-]{{1,200}}\.(?:adoc|html?|pdf|{IMAGE_SUFFIXES})(?:#[\w-]{{1,100}})?"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64})"
)
_NAME = r"(?:link|xref|mailto|image)"
_ALONE = "|".join(rf"{name}(?<![\w:/.-]{name})" for name in ("link", "xref", "mailto", "image"))
_SPACE = 'no link: space before "["; remove it'


def without_marks(address: str, marks: str = ".,;:!?\"'") -> str:
    """Return an address without the marks of the sentence, and brackets that it does not open, after it."""
    end = len(address)
    unopened = address.count(")") - address.count("(")
    while end and (address[end - 1] in marks or (address[end - 1] == ")" and unopened > 0)):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _other_markup(hit: Hit, kind: str, target: str, words: str, *, image: bool = False) -> Problem:
    """Report a link in other markup, and how it is written in AsciiDoc."""
    words = " ".join(words.split())
    before = hit.rest[hit.start() - 1] if hit.start() else " "
    prefix = "image:" if image else "" if before.isspace() or before in BEFORE_ADDRESS else "link:"
    if CHANGED.search(target):
        prefix, target = prefix or "link:", f"++{target}++"
    quoted = f'"{words}"' if "=" in words else words
    meant = f"{prefix}{target}[{quoted}]"
    safe = ('"' not in words or quoted == words) and "[" not in words and "]" not in words and "++" not in target[2:-2]
    message = f"no {'image' if image else 'link'}: this is {kind}; write {meant}"
    return Problem(start=hit.start(), end=hit.end(), message=message, fix=meant if safe else None, safe=safe)


def _markdown(hit: Hit, name: str) -> Problem:
    return _other_markup(hit, "Markdown", hit["target"], hit[name], image=bool(hit["image"]))


def _rst(hit: Hit, name: str) -> Problem:
    return _other_markup(hit, "reStructuredText", hit["rst_address"], hit[name])


def _html(hit: Hit, _name: str) -> Problem:
    return _other_markup(hit, "HTML", hit["href"], hit["html_text"])


def _wiki(hit: Hit, _name: str) -> Problem:
    words, target = wiki_link(hit)
    return _other_markup(hit, "the markup of a wiki", target, words)


def _name(hit: Hit, name: str) -> Problem:
    return Problem(
        start=hit.start(name),
        end=hit.end(name),
        message=f'no link: the macro is called "link"; write "link" for "{hit[name]}"',
        fix="link",
        safe=True,
    )


def _glued(hit: Hit, name: str) -> Problem | None:
    before = hit.rest[hit.start() - 1]
    # After a mark in ASCII it may be in a path or a list, unless the label has words.
    if before in ",.?/-" and not re.search(r"[^\W\d_]", hit["glued_text"]):
        return None
    message = f'no link directly after "{before}"; write "link:" before the address, or a space'
    return Problem(start=hit.start(name), end=hit.end(name), message=message, fix="link:", safe=True)


def _words(hit: Hit, name: str) -> Problem:
    end = hit.start(name) + hit[name].index("[")
    return Problem(
        start=hit.start("cut"), end=end, message="no link: a space ends the target; leave it out, or write %20"
    )


def _bare(hit: Hit, name: str) -> Problem:
    end = hit.start(name) + len(without_marks(hit[name], ".,;:!?\"'*_`"))
    return Problem(
        start=end,
        end=end,
        message='no link: the brackets are missing; write "[]" after the address',
        fix="[]",
        safe=True,
    )


def _open(hit: Hit, name: str) -> Problem | None:
    if "]" in hit.rest[hit.start(name) : hit.start(name) + 1000]:
        return None
    return Problem(start=hit.start(name), end=hit.end(name), message='no link: the closing "]" is missing')


def _no_colon(hit: Hit, name: str) -> Problem:
    macro = hit[name].rstrip(" :")
    message = f'no link: the colon after "{macro}" is missing; write "{macro}:"'
    is_sure = hit.text.startswith("http", hit.end(name))
    return Problem(start=hit.start(name), end=hit.end(name), message=message, fix=f"{macro}:", safe=is_sure)


def _two_colons(hit: Hit, name: str) -> Problem:
    macro = hit[name].rstrip(":")
    message = f'no link: one colon follows "{macro}"; write "{macro}:"'
    return Problem(start=hit.start(name), end=hit.end(name), message=message, fix=f"{macro}:")


def _never_opened(hit: Hit) -> bool:
    """Whether an earlier bracket is closed by the one of the hit: the macro is inside another one."""
    return hit.rest.count("[", 0, hit.start()) > hit.rest.count("]", 0, hit.start())


def _reference(hit: Hit, name: str) -> Problem | None:
    at, label = hit["at"] or hit["at_last"], hit["label"] or hit["label_last"]
    if at not in hit.paragraph.defined and not _WORDS.search(label):
        return None
    if hit[name].startswith("<<") and hit[name].endswith("  >>"):
        return None  # it is whole, and its text ends with code, which is blank here
    start, end = hit.span(name)
    start += hit[name][0] in "[(" and hit.after in ("]", ")")  # it belongs to the text
    meant = f"<<{at}{label}>>"
    message = f"no reference: two brackets belong before and after it; write {meant}"
    return Problem(start=start, end=end, message=message, fix=meant, safe=at in hit.paragraph.defined)


_WORDS = re.compile(rf"{LETTER}{{2}}[ ]?{LETTER}{{2}}")
_ID = r"[^\W\d][\w:-]{0,80}"
_LABEL = r",[^<>\n\0\[\]()]{1,200}"


def _is_remark(hit: Hit) -> bool:
    """Whether the brackets have a remark about the address: in capital letters, or no words."""
    words = hit.text[hit.end() + 1 : hit.text.find("]", hit.end())]
    return words.isupper() or "://" in words or words[:1] in "@#$-|"


def _image_gap(hit: Hit, name: str) -> Problem:
    group = name if hit[name] else "image_gap_after"
    return Problem(
        start=hit.start(group),
        end=hit.end(group),
        message="no image: a space in the macro; remove it",
        fix="",
        safe=True,
    )


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return Reading(text, ())  # the reader of AsciiDoc has taken out what it found


ASCIIDOC = Slips(
    "asciidoc",
    (
        Slip(
            "markdown",  # [a](http://a/)
            "other-markup",
            r"\]\(http",
            rf"(?<!\\)(?:link:)?(?P<image>!?)\[(?P<markdown>[^\[\]\0]{{1,300}})\]\((?P<target>{URL})\)",
            _markdown,
            bad=(
                "See ⟦[Größe](https://example.com/größe)⟧ now.",
                "See ⟦![Größe](https://example.com/größe.png)⟧ now.",
                "See ⟦link:[Größe](https://example.com/größe)⟧ now.",
            ),
        ),
        Slip(
            "in_brackets",  # link:[http://a/]
            "wrong-bracket",
            r"link:\[http",
            rf"link:\[(?P<in_brackets>{_ADDRESS})\]",
            says(
                "no link: brackets around the address; write {}",
                lambda hit: f"link:{hit['in_brackets']}[]",
                safe=True,
                whole=True,
            ),
            bad=("See ⟦link:[https://example.com/größe]⟧ now.",),
        ),
        Slip(
            "in_angles",  # link:<http://a/>[a]
            "wrong-bracket",
            r"link:<http",
            rf"link:<(?P<in_angles>{_ADDRESS})>\0?(?P<angled_text>\[[^\[\]\0]{{0,300}}\])",
            says(
                "no link: brackets around the address; write {}",
                lambda hit: f"link:{hit['in_angles']}{hit['angled_text']}",
                safe=True,
                whole=True,
            ),
            bad=("See ⟦link:<https://example.com/größe>[Größe]⟧ now.",),
        ),
        Slip(
            "rst_image",  # .. image:: a.png
            "other-markup",
            r"\.\.[ \t]+(?:image|figure)::[ \t]+\S",
            rf"(?m:^)[ \t]*(?P<rst_image>\.\.[ \t]+(?:image|figure)::[ \t]+{_IMAGE})(?=[ \t]*(?:\r?\n|\Z))",
            says("no image: this is reStructuredText; write image::path[]"),
            bad=("⟦.. image:: bilder/größe.png⟧\n   :align: center",),
            good=("image::bilder/größe.png[align=center]", ".. Bilder"),
        ),
        Slip(
            "rst",  # `a <http://a/>`_
            "other-markup",
            RST_NEEDLE,
            RST,
            _rst,
            bad=("See ⟦`Größe <https://example.com/größe>`_⟧ now.",),
        ),
        Slip(
            "wiki",  # [[http://a/|a]]
            "other-markup",
            WIKI_NEEDLE,
            WIKI,
            _wiki,
            of_wiki=True,
            bad=("See ⟦[[https://example.com/größe|Größe]]⟧ now.",),
        ),
        Slip(
            "html",  # <a href="http://a/">a</a>
            "other-markup",
            HTML_NEEDLE,
            HTML,
            _html,
            catalogs=False,
            bad=('See ⟦<a href="https://example.com/größe">Größe</a>⟧ now.',),
        ),
        Slip(
            "name",  # Link:http://a/[a]
            "role",
            r"[:：]https?://[^\s\[\]\0]+\0?\[",
            rf"(?<![\w-])(?P<name>L(?:ink|INK)|(?i:url|href)|{_TRANSLATED}):{_ADDRESS}\0\[",
            _name,
            bad=(
                "See ⟦Link⟧:https://example.com/größe[Größe] now.",
                "⟦リンク⟧:https://example.com/größe[大きさ]",
            ),
        ),
        Slip(
            "no_colon",  # linkhttp://a/[a], xrefa.adoc[a]
            "role",
            (r"link[ ]?:?https?:(?<!link:http:)(?<!link:https:)", rf"(?:{_ALONE}){_PAGE}\0?\["),
            rf"(?<![\w:/.-])(?P<no_colon>link(?:[ ]+:)?(?={_ADDRESS}\0\[)|{_NAME}(?={_PAGE}\0?\[))",
            _no_colon,
            bad=(
                "See ⟦link⟧https://example.com/größe[Größe] now.",
                "See ⟦link :⟧https://example.com/größe[Größe] now.",
                "See ⟦xref⟧größe.adoc[die Größe] now.",
            ),
            good=("See xref:links.adoc[die Größe] and include::images.adoc[] now.",),
        ),
        Slip(
            "scheme_gap",  # http: //a/[a]
            "space-in-destination",
            r"https?:[ ]+//[^\s\[\]]+\[",
            r"(?<!\w)https?:(?P<scheme_gap>[ ]+)(?=//[^\s\[\]\0]+\0?\[)",
            says("no link: a space in the scheme; remove it", "", safe=True),
            bad=("See https:⟦ ⟧//example.com/größe[Größe] now.",),
        ),
        Slip(
            "glued",  # あhttp://a/[a]
            "role",
            r"https?://[^\s\[\]\0]+\0?\[",
            r"(?:(?<=[^\x00-\x7f\s]|[,.?/`-])|(?<=[^\x00-\x7f\s]:))"
            rf"(?P<glued>(?={_ADDRESS}\0\[(?P<glued_text>[^\[\]\0]{{0,300}})\]))",
            _glued,
            bad=(
                "参照:⟦⟧https://example.com/größe[大きさ]",
                "See ``⟦⟧https://example.com/größe[]'' now.",
                "参照⟦⟧https://example.com/größe[大きさ]",
                "参照（⟦⟧https://example.com/größe[大きさ]）",
            ),
        ),
        Slip(
            "in_line",  # a image::http://a/[]
            "role",
            (r"image::http", r"[ \t]image::[^\s\[\]:]+\["),
            rf"(?<=\S[ \t])(?P<in_line>image::)(?=(?:{_ADDRESS}|{_IMAGE})\0?\[)",
            says('no image: two colons begin a block, which has its own line; write "image:"', "image:", safe=True),
            bad=("See ⟦image::⟧https://example.com/größe.png[] now.", "* ⟦image::⟧größe.png[]"),
            good=("|===\n| image::größe.png[]\n|===",),
        ),
        Slip(
            "gap",  # link:http://a/ [a]
            "wrong-bracket",
            r"link:http",
            rf"(?<!\w)link:{_ADDRESS}(?![\0{{])(?P<gap>[ \t]+|[ \t]*\r?\n)(?=\[[^\[\]\0\n]{{1,200}}\])",
            says(_SPACE, "", safe=True),
            bad=(
                "See link:https://example.com/größe⟦ ⟧[Größe] now.",
                "See link:https://example.com/größe⟦\n⟧[die Größe] now.",
            ),
        ),
        Slip(
            "never_opened",  # link:a.html b]
            "wrong-bracket",
            rf"{_NAME}::?(?:{_PAGE}|https?://[^\s\[\]])[^\[\]\n]*\]",
            rf"(?<![\w:])(?P<never_opened>{_NAME}::?(?:{_PAGE}|{_ADDRESS})[^\[\]\n\0]{{0,100}}\])",
            says("no link: a macro has one colon after its name, and square brackets directly after its target"),
            against=(_never_opened,),
            bad=("See ⟦link:größe.htmldie Größe]⟧ now.", "See ⟦link:https://example.com/größe die Größe]⟧ now."),
            good=("See footnote:[größe: link:https://example.com/größe[Größe]] now.",),
        ),
        Slip(
            "words",  # link:http://a/b c[a]
            "space-in-destination",
            r"link:http",
            rf"(?<!\w)link:(?P<cut>{_ADDRESS})(?![\0{{])(?P<words>[ \t][^\s\[\]\0]{{1,100}}\[[^\[\]\0\n]{{1,200}}\])",
            _words,
            bad=("See link:⟦https://example.com/die größe.html⟧[Größe] now.",),
        ),
        Slip(
            "bare",  # link:http://a/
            "wrong-bracket",
            r"link:http",
            rf"(?<!\w)link:(?P<bare>{_ADDRESS})(?![\0{{])",
            _bare,
            bad=("See link:https://example.com/größe⟦⟧ now.",),
        ),
        Slip(
            "apart",  # http://a/ [a^]
            "wrong-bracket",
            r"https?://[^\s\[\]]+[ \t]+\[",
            rf"{_ADDRESS}(?P<apart>[ \t]+)(?=\[[^\[\]\0\n]{{1,200}}(?:\^|,{_NAMED}[^\[\]\0\n]{{1,60}})\])",
            says(_SPACE, "", safe=True),
            bad=("See https://example.com/größe⟦ ⟧[Größe^] now.",),
            good=("See https://example.com/größe [2020] now.",),
        ),
        Slip(
            "apart_words",  # http://a/ [a b]
            "wrong-bracket",
            r"https?://[^\s\[\]]+[ \t]+\[",
            rf"{_ADDRESS}(?<![.,;:!?)])(?P<apart_words>[ \t]+)(?=\[{OF_A_SOURCE}[^\[\]\0\n]{{0,100}}{LETTER}"
            rf"{{3}}[^\[\]\0\n]{{0,100}}\])",
            says(_SPACE, ""),
            against=(_is_remark,),
            bad=(
                "See https://example.com/größe⟦ ⟧[die Größe] now.",
                "देखें https://example.com/größe⟦ ⟧[दस्तावेज़] अभी।",
            ),
            good=("See https://example.com/größe [PDF] and https://example.com/größe [accessed in May] now.",),
        ),
        Slip(
            "image_gap",  # image: a.png[], image::a.png []
            "wrong-bracket",
            (r"image::?[ \t]", r"image::?[^\s\[\]]+[ \t]+\["),
            rf"(?<![\w:])image::?(?:(?P<image_gap>[ \t]+)(?={_IMAGE}\[)|{_IMAGE}(?P<image_gap_after>[ \t]+)(?="
            rf"\[[^\[\]\n]*\]))",
            _image_gap,
            bad=("See image:⟦ ⟧größe.png[Größe] now.", "image::größe.png⟦ ⟧[Größe]"),
            good=("The image: größe.png is large.",),
        ),
        Slip(
            "image_colons",  # image: :a.png[], image:::a.png[]
            "wrong-bracket",
            r"image(?:[ ]+::?|:[ ]+:|:::|[;；：]:|:[;；：])[^\s\[\]]+\[",
            r"(?m:^)(?P<image_colons>image(?:[ ]+::?|:[ ]+:|:{3,5}|[;；：]:|:[;；：]))"
            rf"(?={_IMAGE}\0?\[[^\[\]\n]*\][ \t]*$)",
            says('no image: two colons follow its name; write "image::"', "image::", safe=True),
            bad=("⟦image: :⟧größe.png[Größe]",),
        ),
        Slip(
            "swallowed",  # a line of text, and image::a.png[] below it
            "role",
            r"\nimage::(?<=[^\n]\nimage::)[^\s\[\]:]+\[",
            rf"\n(?P<swallowed>image::)(?=(?:{_ADDRESS}|{_IMAGE})\0?\[[^\[\]\n]*\][ \t]*(?:\r?\n|\Z))",
            says("this is read as text of the paragraph before it; leave a line empty before it"),
            bad=("See größe.\n⟦image::⟧größe.png[Größe]",),
            good=(".Größe\nimage::größe.png[]", "[größe]\nimage::größe.png[]", "* größe\n+\nimage::größe.png[]"),
        ),
        Slip(
            "image_bare",  # image::a.png
            "wrong-bracket",
            rf"image::{_IMAGE}[ \t]*(?:\r?\n|\Z)",
            rf"(?m:^)image::{_IMAGE}(?P<image_bare>)[ \t]*$",
            says('no image: the brackets are missing; write "[]" after the name', "[]", safe=True),
            bad=("image::größe.png⟦⟧",),
            good=("The image::größe.png is large.",),
        ),
        Slip(
            "reference",  # <a>>, <<a>, < <a>>, << a,b>>
            "wrong-bracket",
            (
                r"[<(\[]{1,2}[ ]?[(\[<]?(?:[^\W\d])[\w:-]{0,80}(?:,[^<>\n]{1,200})?[ ]?>[ ]?>",
                rf"<<{_ID}(?:,[^<>\n]{{1,200}})?(?:[>)\]](?!>)|[)\]]>)",
            ),
            rf"(?<![\w<\0&;])(?P<reference>(?:<[ ]<|[\[(]<|<[\[(]|<<[ ]|<)(?P<at>{_ID})(?P<label>(?:{_LABEL})?)>>"
            rf"|<<(?P<at_last>{_ID})(?P<label_last>(?:{_LABEL})?)(?:[ ]>>|>[ ]>|[\])]>|>[\])]|>))(?!>)",
            _reference,
            bad=(
                "[[größe]]\n== Größe\n\nSee ⟦<größe>>⟧ and ⟦< <größe,die Größe>>⟧ and ⟦<<größe>⟧ now.",
                "See ⟦<größe,die schöne Größe>>⟧ now.",
                "See ⟦<<größe:1,die Größe>⟧ now.",
            ),
            good=(
                "[[größe]]\n== Größe\n\nSee <<größe:1,die Größe>> and x <<a, b> c and <<größe>> and <größe> now.",
                "[[größe]]\n== Größe\n\nSee << x >> and vector<pair<größe,int>> now.",
                "[[größe]]\n== Größe\n\nSee <<größe,die Größe `x`>> now.",
            ),
        ),
        Slip(
            "reference_space",  # xref:a.adoc #b[c]
            "space-in-destination",
            r"xref:[\w./-]+(?:[ ]+#|#[ ])",
            r"(?<!\w)xref:[\w./-]+\.(?:adoc|html)(?P<reference_space>[ ]+#|#[ ]+)(?=[\w-]+\[)",
            says("no link: a space in the macro; remove it", "#"),
            bad=("See xref:größe.adoc⟦ #⟧größe[die Größe] now.",),
        ),
        Slip(
            "reference_gap",  # xref:a.adoc#b, [a]
            "wrong-bracket",
            r"xref:[^\s\[\]]+[ \t]+\[",
            r"(?<!\w)xref:[^\s\[\]\0]*(?:\.adoc|#)[^\s\[\]\0]*?(?P<reference_gap>[,;:]?[ \t]+)"
            r"(?=\[[^\[\]\n\0]{1,200}\])",
            says(_SPACE, ""),
            bad=("See xref:größe.adoc#größe⟦, ⟧[die Größe] now.",),
        ),
        Slip(
            "open",  # http://a/[a, xref:a.adoc[b
            "unclosed",
            (r"https?://[^\s\[\]\0]+\0?\[", rf"{_NAME}::?{_PAGE}\0?\[[^\]\n]*(?:\n|\Z)"),
            rf"(?:{_ADDRESS}\0|(?<!\w){_NAME}::?{_PAGE}\0?)(?P<open>\[)",
            _open,
            bad=("See https://example.com/größe⟦[⟧Größe now.", "See xref:größe.adoc⟦[⟧die Größe now."),
        ),
        Slip(
            "angle",  # http://a/>[a]
            "wrong-bracket",
            r"https?://[^\s\[\]<>]+>\0?\[",
            rf"(?<!<){_ADDRESS}(?P<angle>>)\0?(?=\[[^\[\]\0\n]{{1,200}}\])",
            says('no link: the ">" before "[" has no opening bracket; remove it', ""),
            bad=("See https://example.com/größe⟦>⟧[Größe] now.",),
            good=("See <https://example.com/größe>[1] now.",),
        ),
        Slip(
            "two_colons",  # a link::http://a/[]
            "role",
            r"(?:link|mailto)::",
            r"(?<!\w)(?P<two_colons>(?:link|mailto)::)(?=[^\s:\[\]])",
            _two_colons,
            bad=("See ⟦link::⟧https://example.com/größe[Größe] now.", "See ⟦mailto::⟧maria@example.com[Maria] now."),
            good=("The link:: https://example.com/größe[Größe]", "See xref::größe.adoc[Größe] now."),
        ),
        Slip(
            "place",  # [a](#b)
            "other-markup",
            r"\]\(#\w",
            r"(?<![\w\]\\\0])(?P<place>\[[^\[\]\0]{1,300}\]\(#[\w-]+\))",
            says("no link: this is Markdown; write <<place,text>>"),
            bad=("See ⟦[die Größe](#größe)⟧ now.",),
        ),
        Slip(
            "macro",  # link: a.html[b], xref；a.adoc[b], link:a.html(b]
            "role",
            rf"{_NAME}[ \t]?[:：;.]{{0,2}}[ \t]?{_PAGE}[ \t]?[\[［({{]",
            rf"(?<![\w-])(?P<macro>{_NAME}(?:(?:[：;.]|[ \t]:|:[ \t])[ \t]?{_PAGE}[ \t]?[\[［]"
            rf"|::?{_PAGE}(?:[(［{{]|[ \t]\[|\[\[))"
            r"[^\[\]\n\0]{1,200}?[\]］)}])",
            says("no link: a macro has one colon after its name, and square brackets directly after its target"),
            last=True,
            bad=("See ⟦link: größe.html[die Größe]⟧ now.", "See ⟦xref:größe.adoc［die Größe］⟧ now."),
            good=("See xref:größe.adoc[die Größe] and the image: größe.png (large) now.",),
        ),
    ),
    _read,
    proves=False,
)
