"""Find broken links in AsciiDoc, and align their delimiters with ``name:target[text]``."""

from __future__ import annotations

from collections.abc import Iterator

from extract.parsers import Reading
from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.readers.paragraph import Paragraph
from extract.rules.markup.foreign import Link, foreign
from extract.rules.markup.patterns import Pattern, searching
from extract.rules.markup.repair import AFTER, BETWEEN, Edit, Piece, Repairer, Spot, repaired
from extract.text.messages import Message
from extract.text.regexes import IMAGE_SUFFIXES, re

# The AsciiDoc reader writes NUL between an IRI and "[" that are not a macro.
_ADDRESS = r"https?://[^\s\[\]<>{}\0]{1,2000}+"
_PAGE = (
    rf"(?:[\w./-]{{1,200}}\.(?:adoc|html?|pdf|{IMAGE_SUFFIXES})(?:#[\w-]{{1,100}})?(?!\w)"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64})"
)
_NAME = r"(?:link|xref|mailto|image)"
# A macro, of which each delimiter may be missing, repeated, of another kind, or set apart.
_MACRO = re.compile(
    rf"(?<![\w:/.-])(?P<name>{_NAME})(?P<colon>(?:[ \t]*[:：;]){{1,3}}[ \t]*)(?:\$\$)?"
    rf"(?P<at>{_ADDRESS}|{_PAGE})(?P<rest>[ \t][^\s\[\]\0]{{1,100}}(?=\[))?"
    r"(?:(?P<joint>\0?[,;>]?[ \t]*(?:\r?\n)?[ \t]*(?P<square>\[)|[(［])"
    r"(?(square)[^\[\]\n\0]{0,300}|[^\[\]\n\0)］]{0,300})(?P<close>(?(square)[\]］]|[)］\]]))"
    r"|(?=\s|\Z)(?![^\n\[]*\]))"
)
_SPACE = Message('not a link: the destination contains a space; remove it, or write "%20"')


def without_marks(address: str, marks: str = ".,;:!?\"'") -> str:
    """Remove punctuation (``marks``) and unopened closing parentheses from the end of ``address``."""
    end = len(address)
    unopened = address.count(")") - address.count("(")
    while end and (address[end - 1] in marks or (address[end - 1] == ")" and unopened > 0)):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _macros(piece: Piece) -> Iterator[Spot]:
    """Yield macros with a wrong delimiter."""
    text = piece.text
    for match in _MACRO.finditer(text):
        name, colon, is_web = match["name"], match["colon"], match["at"].startswith("http")
        if match["rest"]:
            yield Spot("space-in-destination", match.start("at"), match.end("rest"), _SPACE)
            continue
        if (is_web and colon[-1].isspace()) or (colon == "::" and name in ("xref", "image") and match["joint"] == "["):
            continue  # the IRI itself is a link; a description list
        is_block = name == "image" and colon.count(":") > 1 and text[: match.start()].rpartition("\n")[2] == ""
        edits = [
            Edit(
                match.start("name"),
                match.end("colon"),
                name + colon,
                f"{name}::" if is_block else f"{name}:",
                Message("after the macro name"),
            )
        ]
        if match["joint"]:
            edits.append(Edit(*match.span("joint"), match["joint"], "\0[" if "\0" in match["joint"] else "[", BETWEEN))
            edits.append(Edit(*match.span("close"), match["close"], "]", Message("after the link text")))
        elif (is_web and name == "link") or (is_block and text[match.end() : match.end() + 1] in ("", "\r", "\n")):
            end = match.start("at") + len(without_marks(match["at"], ".,;:!?\"'*_`"))
            edits.append(Edit(end, end, "", "[]", AFTER))
        else:
            continue
        rule = "wrong-bracket" if edits[0].written == edits[0].right else "role"
        spot = repaired(text, edits, rule, safe=is_web or name == "image")
        if spot is not None:
            yield spot._replace(fix=(spot.fix or "").replace("\0", ""))


_others = searching(
    [
        Pattern(
            "role",
            rf"(?:(?<=[^\x00-\x7f\s])|(?<=[^\x00-\x7f\s]:))(?P<place>)(?={_ADDRESS}\0\[)",
            Message(
                'not a link: "{mark}" directly before it; write "link:" before the destination, or a space',
                mark="before",
            ),
            "link:",
            safe=True,
        ),
        Pattern(
            "unclosed",
            rf"(?:{_ADDRESS}\0|(?<!\w){_NAME}::?{_PAGE}\0?)(?P<place>\[)",
            Message('not a link: missing "]" after the link text; add it'),
            against=lambda hit: "]" in hit.piece.rest[hit.match.start("place") :][:1000],
        ),
    ]
)
_SIGNS = ("http", "link", "xref", "image", "mailto", "](", "`_", "</")


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
        start = spot.start - 5 if piece.text.endswith("link:", 0, spot.start) else spot.start
        yield spot._replace(start=start, target=None)
    yield from _macros(piece)
    yield from _others(piece)


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return Reading(text, ())  # the AsciiDoc reader has already removed the constructs


ASCIIDOC = Repairer("asciidoc", _is_worth, _read, _spots)
