"""Markup mistakes in AsciiDoc links, in the order of the search."""

from __future__ import annotations

from collections.abc import Iterator

from extract.parsers import Reading
from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.readers.paragraph import Paragraph
from extract.rules.markup.foreign import OF_A_SOURCE, Link, foreign
from extract.rules.markup.patterns import Hit, Pattern, searching
from extract.rules.markup.repair import Piece, Repairer, Spot
from extract.text.characters import LETTER
from extract.text.messages import Message
from extract.text.regexes import IMAGE_SUFFIXES, re

# The AsciiDoc reader writes NUL between an IRI and "[" that are not a macro.
_ADDRESS = r"https?://[^\s\[\]<>{}\0]{1,2000}+"
_NAMED = r"[ \t]*(?:window|role|opts|title|id)="
# "link" in other languages: translation programs translate the macro name too.
_TRANSLATED = "リンク|링크|链接|鏈接|連結|ссылка|enlace|lien"
_IMAGE = rf"[^\s\[\]<>{{}}:\0]{{1,200}}\.(?:{IMAGE_SUFFIXES})"
_PAGE = (
    rf"(?:[\w./-]{{1,200}}\.(?:adoc|html?|pdf|{IMAGE_SUFFIXES})(?:#[\w-]{{1,100}})?"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64})"
)
_NAME = r"(?:link|xref|mailto|image)"


def without_marks(address: str, marks: str = ".,;:!?\"'") -> str:
    """Remove punctuation (``marks``) and unopened closing parentheses from the end of ``address``."""
    end = len(address)
    unopened = address.count(")") - address.count("(")
    while end and (address[end - 1] in marks or (address[end - 1] == ")" and unopened > 0)):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _is_path(hit: Hit) -> bool:
    """Whether an ASCII character before the IRI may be part of a path or a list: the link text has no letters."""
    return hit.before in ",.?/-" and not re.search(r"[^\W\d_]", hit["text"])


def _is_open(hit: Hit) -> bool:
    return "]" in hit.piece.rest[hit.match.start("place") : hit.match.start("place") + 1000]


def _is_inside(hit: Hit) -> bool:
    """Whether a "[" is open before the hit, so that the macro is inside another one."""
    before = hit.piece.rest[: hit.match.start()]
    return before.count("[") > before.count("]")


def _end_of_address(hit: Hit) -> tuple[int, int]:
    end = hit.match.start("at") + len(without_marks(hit["at"], ".,;:!?\"'*_`"))
    return end, end


def _is_remark(hit: Hit) -> bool:
    """Whether the brackets contain a remark about the IRI: in capital letters, an IRI, or after a mark."""
    words = hit.piece.text[hit.match.end() + 1 : hit.piece.text.find("]", hit.match.end())]
    return words.isupper() or "://" in words or words[:1] in "@#$-|"


def _is_no_reference(hit: Hit) -> bool:
    """Whether the anchor is undefined and its text has no words, or the hit is "<<…  >>", which is code."""
    at, label = hit["at"] or hit["at_last"], hit["label"] or hit["label_last"]
    is_known = at in hit.piece.paragraph.defined or _WORDS.search(label)
    return not is_known or (hit["place"].startswith("<<") and hit["place"].endswith("  >>"))


_WORDS = re.compile(rf"{LETTER}{{2}}[ ]?{LETTER}{{2}}")
_ID = r"[^\W\d][\w:-]{0,80}"
_LABEL = r",[^<>\n\0\[\]()]{1,200}"
_SPACE = Message('not a link: space before "["; remove it')
_BRACKETS = Message("not a link: brackets around the destination; write {text}", text="fix")
_MACRO = Message(
    'not a link: wrong delimiters of a macro; write one ":" after its name, and square brackets after the destination'
)
_AFTER_NAME = Message('after "{mark}"', mark="macro")
_PATTERNS = (
    Pattern("wrong-bracket", rf"link:\[(?P<at>{_ADDRESS})\]", _BRACKETS, "link:{at}[]", safe=True),
    Pattern(
        "wrong-bracket",
        rf"link:<(?P<at>{_ADDRESS})>\0?(?P<text>\[[^\[\]\0]{{0,300}}\])",
        _BRACKETS,
        "link:{at}{text}",
        safe=True,
    ),
    Pattern(
        "other-markup",
        rf"(?m:^)[ \t]*(?P<place>\.\.[ \t]+(?:image|figure)::[ \t]+{_IMAGE})(?=[ \t]*(?:\r?\n|\Z))",
        Message("reStructuredText in AsciiDoc; write image::path[]"),
    ),
    Pattern(
        "role",
        rf"(?<![\w-])(?P<place>L(?:ink|INK)|(?i:url|href)|{_TRANSLATED}):{_ADDRESS}\0\[",
        Message('not a link: unknown macro "{mark}"; write "link"', mark="place"),
        "link",
        safe=True,
    ),
    Pattern(
        "role",
        rf"(?<![\w:/.-])(?P<place>(?P<macro>{_NAME})(?:[ ]+:(?=http))?)"
        rf"(?:(?=(?P<web>{_ADDRESS})\0\[)|(?={_PAGE}\0?\[))",
        Message('not a link: missing ":" {name}; add it', name=_AFTER_NAME),
        "{macro}:",
        safe="web",
    ),
    Pattern(
        "space-in-destination",
        r"(?<!\w)https?:(?P<place>[ ]+)(?=//[^\s\[\]\0]+\0?\[)",
        Message("not a link: space in the scheme; remove it"),
        "",
        safe=True,
    ),
    Pattern(
        "role",
        r"(?:(?<=[^\x00-\x7f\s]|[,.?/`-])|(?<=[^\x00-\x7f\s]:))"
        rf"(?P<place>)(?={_ADDRESS}\0\[(?P<text>[^\[\]\0]{{0,300}})\])",
        Message(
            'not a link: "{mark}" directly before it; write "link:" before the destination, or a space', mark="before"
        ),
        "link:",
        safe=True,
        against=_is_path,
    ),
    Pattern(
        "role",
        rf"(?<=\S[ \t])(?P<place>image::)(?=(?:{_ADDRESS}|{_IMAGE})\0?\[)",
        Message('not an image: "image::" must have a line of its own; write "image:"'),
        "image:",
        safe=True,
    ),
    Pattern(
        "wrong-bracket",
        rf"(?<!\w)link:{_ADDRESS}(?![\0{{])(?P<place>[ \t]+|[ \t]*\r?\n)(?=\[[^\[\]\0\n]{{1,200}}\])",
        _SPACE,
        "",
        safe=True,
    ),
    Pattern(
        "wrong-bracket",
        rf"(?<![\w:])(?P<place>{_NAME}::?(?:{_PAGE}|{_ADDRESS})[^\[\]\n\0]{{0,100}}\])",
        _MACRO,
        against=_is_inside,
    ),
    Pattern(
        "space-in-destination",
        rf"(?<!\w)link:(?P<place>{_ADDRESS}(?![\0{{])[ \t][^\s\[\]\0]{{1,100}})\[[^\[\]\0\n]{{1,200}}\]",
        Message('not a link: the destination contains a space; remove it, or write "%20"'),
    ),
    Pattern(
        "wrong-bracket",
        rf"(?<!\w)link:(?P<at>{_ADDRESS})(?![\0{{])",
        Message('not a link: missing "[]" after the destination; add it'),
        "[]",
        safe=True,
        place=_end_of_address,
    ),
    Pattern(
        "wrong-bracket",
        rf"{_ADDRESS}(?P<place>[ \t]+)(?=\[[^\[\]\0\n]{{1,200}}(?:\^|,{_NAMED}[^\[\]\0\n]{{1,60}})\])",
        _SPACE,
        "",
        safe=True,
    ),
    Pattern(
        "wrong-bracket",
        rf"{_ADDRESS}(?<![.,;:!?)])(?P<place>[ \t]+)(?=\[{OF_A_SOURCE}[^\[\]\0\n]{{0,100}}{LETTER}"
        rf"{{3}}[^\[\]\0\n]{{0,100}}\])",
        _SPACE,
        "",
        against=_is_remark,
    ),
    Pattern(
        "wrong-bracket",
        rf"(?<![\w:])image::?(?:(?P<place>[ \t]+)(?={_IMAGE}\[)|{_IMAGE}(?P<place_after>[ \t]+)(?=\[[^\[\]\n]*\]))",
        Message("not an image: space in the macro; remove it"),
        "",
        safe=True,
    ),
    Pattern(
        "wrong-bracket",
        r"(?m:^)(?P<place>image(?:[ ]+::?|:[ ]+:|:{3,5}|[;；：]:|:[;；：]))"
        rf"(?={_IMAGE}\0?\[[^\[\]\n]*\][ \t]*$)",
        Message('not an image: wrong colons after the macro name; write "image::"'),
        "image::",
        safe=True,
    ),
    Pattern(
        "wrong-bracket",
        rf"(?m:^)image::{_IMAGE}(?P<place>)[ \t]*$",
        Message('not an image: missing "[]" after the destination; add it'),
        "[]",
        safe=True,
    ),
    Pattern(  # <a>>, <<a>, < <a>>, << a,b>>
        "wrong-bracket",
        rf"(?<![\w<\0&;])(?P<place>(?:<[ ]<|[\[(]<|<[\[(]|<<[ ]|<)(?P<at>{_ID})(?P<label>(?:{_LABEL})?)>>"
        rf"|<<(?P<at_last>{_ID})(?P<label_last>(?:{_LABEL})?)(?:[ ]>>|>[ ]>|[\])]>|>[\])]|>))(?!>)",
        Message("not a link: wrong delimiters; write {text}", text="fix"),
        "<<{at}{at_last}{label}{label_last}>>",
        lambda hit: (hit["at"] or hit["at_last"]) in hit.piece.paragraph.defined,
        against=_is_no_reference,
        place=lambda hit: (hit.match.start() + (hit["place"][0] in "[(" and hit.after in ("]", ")")), hit.match.end()),
    ),
    Pattern(
        "space-in-destination",
        r"(?<!\w)xref:[\w./-]+\.(?:adoc|html)(?P<place>[ ]+#|#[ ]+)(?=[\w-]+\[)",
        Message("not a link: space in the macro; remove it"),
        "#",
    ),
    Pattern(
        "wrong-bracket",
        r"(?<!\w)xref:[^\s\[\]\0]*(?:\.adoc|#)[^\s\[\]\0]*?(?P<place>[,;:]?[ \t]+)(?=\[[^\[\]\n\0]{1,200}\])",
        _SPACE,
        "",
    ),
    Pattern(
        "unclosed",
        rf"(?:{_ADDRESS}\0|(?<!\w){_NAME}::?{_PAGE}\0?)(?P<place>\[)",
        Message('not a link: missing "]" after the link text; add it'),
        against=_is_open,
    ),
    Pattern(
        "wrong-bracket",
        rf"(?<!<){_ADDRESS}(?P<place>>)\0?(?=\[[^\[\]\0\n]{{1,200}}\])",
        Message('not a link: extra ">" after the destination; remove it'),
        "",
    ),
    Pattern(
        "role",
        r"(?<!\w)(?P<place>(?P<macro>link|mailto)::)(?=[^\s:\[\]])",
        Message('not a link: extra ":" {name}; remove it', name=_AFTER_NAME),
        "{macro}:",
    ),
    Pattern(
        "other-markup",
        r"(?<![\w\]\\\0])\[[^\[\]\0]{1,300}\]\(#[\w-]+\)",
        Message("Markdown in AsciiDoc; write <<place,text>>"),
    ),
    Pattern(
        "role",
        rf"(?<![\w-]){_NAME}(?:(?:[：;.]|[ \t]:|:[ \t])[ \t]?{_PAGE}[ \t]?[\[［]"
        rf"|::?{_PAGE}(?:[(［{{]|[ \t]\[|\[\[))"
        r"[^\[\]\n\0]{1,200}?[\]］)}]",
        _MACRO,
    ),
)

_search = searching(_PATTERNS)
_SIGNS = ("http", "link", "xref", "image", "mailto", "<<", ">>", "](", "`_", "</", "[[", "::")


def _is_worth(text: str) -> bool:
    return any(sign in text for sign in _SIGNS)


def _spots(piece: Piece) -> Iterator[Spot]:
    def render(link: Link) -> str | None:
        before = piece.rest[link.start - 1] if link.start else " "
        prefix = "image:" if link.is_image else "" if before.isspace() or before in BEFORE_ADDRESS else "link:"
        target = link.target
        if CHANGED.search(target):
            prefix, target = prefix or "link:", f"++{target}++"
        label = f'"{link.label}"' if "=" in link.label else link.label
        is_plain = not {*'"[]'}.intersection(link.label) and "++" not in target[2:-2]
        return f"{prefix}{target}[{label}]" if is_plain else None

    for spot in foreign(piece, "asciidoc", "AsciiDoc", render):
        if not (spot.message.startswith("HTML") and piece.format.kind == "messages"):
            start = spot.start - 5 if piece.text.startswith("link:", spot.start - 5) and spot.start >= 5 else spot.start
            yield spot._replace(start=start, target=None)
    yield from _search(piece)


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return Reading(text, ())  # the AsciiDoc reader has already removed the constructs


ASCIIDOC = Repairer("asciidoc", _is_worth, _read, _spots)
