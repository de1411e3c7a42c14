"""Mistakes in the markup of AsciiDoc's links, in the order in which they are looked for."""

from __future__ import annotations

from collections.abc import Iterator

from extract.parsers import Reading
from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.readers.paragraph import Paragraph
from extract.rules.markup.foreign import OF_A_SOURCE, Link, foreign
from extract.rules.markup.patterns import Found, Hit, Pattern, says, searching
from extract.rules.markup.repair import Mender, Piece, Spot
from extract.text.characters import LETTER
from extract.text.messages import Message
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
_MARKS = Message(
    'not a link: wrong marks of a macro; write one ":" after its name, and square brackets after the destination'
)
_SPACE = Message('not a link: space before "["; remove it')


def without_marks(address: str, marks: str = ".,;:!?\"'") -> str:
    """Return an address without the marks of the sentence, and brackets that it does not open, after it."""
    end = len(address)
    unopened = address.count(")") - address.count("(")
    while end and (address[end - 1] in marks or (address[end - 1] == ")" and unopened > 0)):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _name(hit: Hit, name: str) -> Found:
    return Found(
        hit.start(name),
        hit.end(name),
        message=Message('not a link: unknown macro "{mark}"; write "link"', mark=hit[name]),
        fix="link",
        safe=True,
    )


def _glued(hit: Hit, name: str) -> Found | None:
    before = hit.rest[hit.start() - 1]
    # After a mark in ASCII it may be in a path or a list, unless the label has words.
    if before in ",.?/-" and not re.search(r"[^\W\d_]", hit["glued_text"]):
        return None
    message = Message(
        'not a link: "{mark}" directly before it; write "link:" before the destination, or a space', mark=before
    )
    return Found(hit.start(name), hit.end(name), message=message, fix="link:", safe=True)


def _words(hit: Hit, name: str) -> Found:
    end = hit.start(name) + hit[name].index("[")
    return Found(
        hit.start("cut"),
        end,
        message=Message('not a link: the destination contains a space; remove it, or write "%20"'),
    )


def _bare(hit: Hit, name: str) -> Found:
    end = hit.start(name) + len(without_marks(hit[name], ".,;:!?\"'*_`"))
    return Found(
        end,
        end,
        message=Message('not a link: missing "[]" after the destination; add it'),
        fix="[]",
        safe=True,
    )


def _open(hit: Hit, name: str) -> Found | None:
    if "]" in hit.rest[hit.start(name) : hit.start(name) + 1000]:
        return None
    return Found(hit.start(name), hit.end(name), message=Message('not a link: missing "]" after the link text; add it'))


def _no_colon(hit: Hit, name: str) -> Found:
    macro = hit[name].rstrip(" :")
    message = Message('not a link: missing ":" {name}; add it', name=Message('after "{mark}"', mark=macro))
    is_sure = hit.text.startswith("http", hit.end(name))
    return Found(hit.start(name), hit.end(name), message=message, fix=f"{macro}:", safe=is_sure)


def _two_colons(hit: Hit, name: str) -> Found:
    macro = hit[name].rstrip(":")
    message = Message('not a link: extra ":" {name}; remove it', name=Message('after "{mark}"', mark=macro))
    return Found(hit.start(name), hit.end(name), message=message, fix=f"{macro}:")


def _never_opened(hit: Hit) -> bool:
    """Whether an earlier bracket is closed by the one of the hit: the macro is inside another one."""
    return hit.rest.count("[", 0, hit.start()) > hit.rest.count("]", 0, hit.start())


def _reference(hit: Hit, name: str) -> Found | None:
    at, label = hit["at"] or hit["at_last"], hit["label"] or hit["label_last"]
    if at not in hit.paragraph.defined and not _WORDS.search(label):
        return None
    if hit[name].startswith("<<") and hit[name].endswith("  >>"):
        return None  # it is whole, and its text ends with code, which is blank here
    start, end = hit.span(name)
    start += hit[name][0] in "[(" and hit.after in ("]", ")")  # it belongs to the text
    meant = f"<<{at}{label}>>"
    message = Message("not a link: wrong delimiters; write {text}", text=meant)
    return Found(start, end, message=message, fix=meant, safe=at in hit.paragraph.defined)


_WORDS = re.compile(rf"{LETTER}{{2}}[ ]?{LETTER}{{2}}")
_ID = r"[^\W\d][\w:-]{0,80}"
_LABEL = r",[^<>\n\0\[\]()]{1,200}"


def _is_remark(hit: Hit) -> bool:
    """Whether the brackets have a remark about the address: in capital letters, or no words."""
    words = hit.text[hit.end() + 1 : hit.text.find("]", hit.end())]
    return words.isupper() or "://" in words or words[:1] in "@#$-|"


def _image_gap(hit: Hit, name: str) -> Found:
    group = name if hit[name] else "image_gap_after"
    return Found(
        hit.start(group),
        hit.end(group),
        message=Message("not an image: space in the macro; remove it"),
        fix="",
        safe=True,
    )


_PATTERNS = (
    Pattern(
        "in_brackets",  # link:[http://a/]
        "wrong-bracket",
        rf"link:\[(?P<in_brackets>{_ADDRESS})\]",
        says(
            Message("not a link: brackets around the destination; write {text}", text=""),
            lambda hit: f"link:{hit['in_brackets']}[]",
            safe=True,
            whole=True,
        ),
    ),
    Pattern(
        "in_angles",  # link:<http://a/>[a]
        "wrong-bracket",
        rf"link:<(?P<in_angles>{_ADDRESS})>\0?(?P<angled_text>\[[^\[\]\0]{{0,300}}\])",
        says(
            Message("not a link: brackets around the destination; write {text}", text=""),
            lambda hit: f"link:{hit['in_angles']}{hit['angled_text']}",
            safe=True,
            whole=True,
        ),
    ),
    Pattern(
        "rst_image",  # .. image:: a.png
        "other-markup",
        rf"(?m:^)[ \t]*(?P<rst_image>\.\.[ \t]+(?:image|figure)::[ \t]+{_IMAGE})(?=[ \t]*(?:\r?\n|\Z))",
        says(Message("reStructuredText in AsciiDoc; write image::path[]")),
    ),
    Pattern(
        "name",  # Link:http://a/[a]
        "role",
        rf"(?<![\w-])(?P<name>L(?:ink|INK)|(?i:url|href)|{_TRANSLATED}):{_ADDRESS}\0\[",
        _name,
    ),
    Pattern(
        "no_colon",  # linkhttp://a/[a], xrefa.adoc[a]
        "role",
        rf"(?<![\w:/.-])(?P<no_colon>link(?:[ ]+:)?(?={_ADDRESS}\0\[)|{_NAME}(?={_PAGE}\0?\[))",
        _no_colon,
    ),
    Pattern(
        "scheme_gap",  # http: //a/[a]
        "space-in-destination",
        r"(?<!\w)https?:(?P<scheme_gap>[ ]+)(?=//[^\s\[\]\0]+\0?\[)",
        says(Message("not a link: space in the scheme; remove it"), "", safe=True),
    ),
    Pattern(
        "glued",  # あhttp://a/[a]
        "role",
        r"(?:(?<=[^\x00-\x7f\s]|[,.?/`-])|(?<=[^\x00-\x7f\s]:))"
        rf"(?P<glued>(?={_ADDRESS}\0\[(?P<glued_text>[^\[\]\0]{{0,300}})\]))",
        _glued,
    ),
    Pattern(
        "in_line",  # a image::http://a/[]
        "role",
        rf"(?<=\S[ \t])(?P<in_line>image::)(?=(?:{_ADDRESS}|{_IMAGE})\0?\[)",
        says(Message('not an image: "image::" must have a line of its own; write "image:"'), "image:", safe=True),
    ),
    Pattern(
        "gap",  # link:http://a/ [a]
        "wrong-bracket",
        rf"(?<!\w)link:{_ADDRESS}(?![\0{{])(?P<gap>[ \t]+|[ \t]*\r?\n)(?=\[[^\[\]\0\n]{{1,200}}\])",
        says(_SPACE, "", safe=True),
    ),
    Pattern(
        "never_opened",  # link:a.html b]
        "wrong-bracket",
        rf"(?<![\w:])(?P<never_opened>{_NAME}::?(?:{_PAGE}|{_ADDRESS})[^\[\]\n\0]{{0,100}}\])",
        says(_MARKS),
        _never_opened,
    ),
    Pattern(
        "words",  # link:http://a/b c[a]
        "space-in-destination",
        rf"(?<!\w)link:(?P<cut>{_ADDRESS})(?![\0{{])(?P<words>[ \t][^\s\[\]\0]{{1,100}}\[[^\[\]\0\n]{{1,200}}\])",
        _words,
    ),
    Pattern(
        "bare",  # link:http://a/
        "wrong-bracket",
        rf"(?<!\w)link:(?P<bare>{_ADDRESS})(?![\0{{])",
        _bare,
    ),
    Pattern(
        "apart",  # http://a/ [a^]
        "wrong-bracket",
        rf"{_ADDRESS}(?P<apart>[ \t]+)(?=\[[^\[\]\0\n]{{1,200}}(?:\^|,{_NAMED}[^\[\]\0\n]{{1,60}})\])",
        says(_SPACE, "", safe=True),
    ),
    Pattern(
        "apart_words",  # http://a/ [a b]
        "wrong-bracket",
        rf"{_ADDRESS}(?<![.,;:!?)])(?P<apart_words>[ \t]+)(?=\[{OF_A_SOURCE}[^\[\]\0\n]{{0,100}}{LETTER}"
        rf"{{3}}[^\[\]\0\n]{{0,100}}\])",
        says(_SPACE, ""),
        _is_remark,
    ),
    Pattern(
        "image_gap",  # image: a.png[], image::a.png []
        "wrong-bracket",
        rf"(?<![\w:])image::?(?:(?P<image_gap>[ \t]+)(?={_IMAGE}\[)|{_IMAGE}(?P<image_gap_after>[ \t]+)(?="
        rf"\[[^\[\]\n]*\]))",
        _image_gap,
    ),
    Pattern(
        "image_colons",  # image: :a.png[], image:::a.png[]
        "wrong-bracket",
        r"(?m:^)(?P<image_colons>image(?:[ ]+::?|:[ ]+:|:{3,5}|[;；：]:|:[;；：]))"
        rf"(?={_IMAGE}\0?\[[^\[\]\n]*\][ \t]*$)",
        says(Message('not an image: wrong colons after the macro name; write "image::"'), "image::", safe=True),
    ),
    Pattern(
        "image_bare",  # image::a.png
        "wrong-bracket",
        rf"(?m:^)image::{_IMAGE}(?P<image_bare>)[ \t]*$",
        says(Message('not an image: missing "[]" after the destination; add it'), "[]", safe=True),
    ),
    Pattern(
        "reference",  # <a>>, <<a>, < <a>>, << a,b>>
        "wrong-bracket",
        rf"(?<![\w<\0&;])(?P<reference>(?:<[ ]<|[\[(]<|<[\[(]|<<[ ]|<)(?P<at>{_ID})(?P<label>(?:{_LABEL})?)>>"
        rf"|<<(?P<at_last>{_ID})(?P<label_last>(?:{_LABEL})?)(?:[ ]>>|>[ ]>|[\])]>|>[\])]|>))(?!>)",
        _reference,
    ),
    Pattern(
        "reference_space",  # xref:a.adoc #b[c]
        "space-in-destination",
        r"(?<!\w)xref:[\w./-]+\.(?:adoc|html)(?P<reference_space>[ ]+#|#[ ]+)(?=[\w-]+\[)",
        says(Message("not a link: space in the macro; remove it"), "#"),
    ),
    Pattern(
        "reference_gap",  # xref:a.adoc#b, [a]
        "wrong-bracket",
        r"(?<!\w)xref:[^\s\[\]\0]*(?:\.adoc|#)[^\s\[\]\0]*?(?P<reference_gap>[,;:]?[ \t]+)"
        r"(?=\[[^\[\]\n\0]{1,200}\])",
        says(_SPACE, ""),
    ),
    Pattern(
        "open",  # http://a/[a, xref:a.adoc[b
        "unclosed",
        rf"(?:{_ADDRESS}\0|(?<!\w){_NAME}::?{_PAGE}\0?)(?P<open>\[)",
        _open,
    ),
    Pattern(
        "angle",  # http://a/>[a]
        "wrong-bracket",
        rf"(?<!<){_ADDRESS}(?P<angle>>)\0?(?=\[[^\[\]\0\n]{{1,200}}\])",
        says(Message('not a link: extra ">" after the destination; remove it'), ""),
    ),
    Pattern(
        "two_colons",  # a link::http://a/[]
        "role",
        r"(?<!\w)(?P<two_colons>(?:link|mailto)::)(?=[^\s:\[\]])",
        _two_colons,
    ),
    Pattern(
        "place",  # [a](#b)
        "other-markup",
        r"(?<![\w\]\\\0])(?P<place>\[[^\[\]\0]{1,300}\]\(#[\w-]+\))",
        says(Message("Markdown in AsciiDoc; write <<place,text>>")),
    ),
    Pattern(
        "macro",  # link: a.html[b], xref；a.adoc[b], link:a.html(b]
        "role",
        rf"(?<![\w-])(?P<macro>{_NAME}(?:(?:[：;.]|[ \t]:|:[ \t])[ \t]?{_PAGE}[ \t]?[\[［]"
        rf"|::?{_PAGE}(?:[(［{{]|[ \t]\[|\[\[))"
        r"[^\[\]\n\0]{1,200}?[\]］)}])",
        says(_MARKS),
        last=True,
    ),
)

_search = searching(_PATTERNS, None)
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
        if not (spot.message.startswith("HTML") and piece.format.name == "po"):
            start = spot.start - 5 if piece.text.startswith("link:", spot.start - 5) and spot.start >= 5 else spot.start
            yield spot._replace(start=start, target=None)
    yield from _search(piece)


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return Reading(text, ())  # the reader of AsciiDoc has taken out what it found


ASCIIDOC = Mender("asciidoc", _is_worth, _read, _spots)
