"""Find broken links in reStructuredText, and align their delimiters with "`text <IRI>`__"."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

from extract.parsers import Construct, Reading, rst
from extract.readers.paragraph import Paragraph
from extract.readers.rst import has_undefined, named, normalized, refers
from extract.readers.rst import names as names_of
from extract.rules.markup import intent
from extract.rules.markup.explicit import WELL, explicit
from extract.rules.markup.foreign import Link, foreign
from extract.rules.markup.glue import glue
from extract.rules.markup.names import names
from extract.rules.markup.patterns import Pattern, searching
from extract.rules.markup.repair import AFTER, BEFORE, BETWEEN, Edit, Piece, Repairer, Spot, Worth, glued, repaired
from extract.rules.markup.roles import BARE as BARE_ROLES
from extract.rules.markup.roles import QUOTES, TICKS, roles
from extract.rules.markup.roles import WORTH as OF_ROLES
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, re

_OPENING = "<＜〈《‹«(（[{"
_CLOSING = ">＞〉》›»)）]}"
_PAIRS = dict(zip(_CLOSING, _OPENING, strict=True))
_NOT_IN_ADDRESS = TICKS.replace("'", "")  # IRIs may contain apostrophes
_IN_ADDRESS = rf"[^\s<>{_NOT_IN_ADDRESS}＜＞〈〉《》‹›«»（）\0]"
_AT = (
    rf"(?:https?://|mailto:)(?!\s){_IN_ADDRESS}{{1,2000}}|(?:\.{{1,2}}/|/|#(?=\w)|[\w-]{{1,100}}/"
    rf"|\{{[a-z]+\}}){_IN_ADDRESS}{{1,600}}"
    rf"|[\w.-]{{1,200}}\.(?:{FILE_SUFFIXES})(?![\w.])(?:#[\w-]+)?"
)
_PHRASE = re.compile(
    rf"(?P<joint>(?:[ \t]?(?<!`)`(?!`))?[<＜〈《‹«(（\[{{]{{1,2}}[ \t\u00a0\u3000]*(?:\r?\n[ \t]*)?"
    rf"|(?<=[ \t.])(?=https?://)|(?<=[`'])(?=http))(?P<at>{_AT})"
    rf"(?P<tail>(?:\r?\n(?=[ \t]*>))?[ \t]*[>＞〉》›»)）\]}}]{{0,2}}(?:[ \t]*[{TICKS}]{{1,2}}(?:-(?=[\s.,;:!?)]|\Z))?)?"
    r"(?:(?:[ \t]|\\(?:\ \\)?|[.,:;])?_(?:\\?_)?(?![\w`_]|\s*_)|_{1,2}`{1,2}|_{1,2}(?=\w))?`{0,2}[>＞]?_{0,2})"
)
_WORD = re.compile(r"(?P<joint>[<])(?P<at>[A-Za-z][\w.-]{3,100}|[^\W\d][^<>`\n\0]{2,60}_)(?P<tail>>`)(?![`_\w]|:\w)")
_IS_ROLE = re.compile(r":[\w:+.-]+:[ ]?\Z")
_NO_ROLE = Message(
    'not a link: missing "__" after the closing backtick; add it, or write a role such as ":doc:" before it'
)


def _phrases(piece: Piece) -> Iterator[Spot]:
    """Yield references in which a bracket, a backtick or an underscore next to the IRI is wrong."""
    for pattern in (_PHRASE, _WORD):
        for match in pattern.finditer(piece.view):
            spot = _phrase(piece, match)
            if spot is not None:
                yield spot


def _text_before(view: str, end: int, mark: str) -> tuple[int, int]:
    """Return the span of the opening mark of the link text that ends before ``end``, or (-1, -1)."""
    first = max(view.rfind("\n\n", 0, end) + 1, end - 300, 0)
    for kind in "`" + QUOTES.get(mark, ""):
        at = view.rfind(kind, first, end)
        if at < 0 or "\0" in view[at:end] or (kind != "`" and view[max(at - 1, 0) : at].isalnum()):
            continue
        start = at
        while start > first and view[start - 1] == kind == "`":
            start -= 1
        closes = view[max(start - 1, 0) : start].strip() and view[at + 1 : at + 2].isspace()
        if at - start < 2 and not closes:
            return start, at + 1
    return -1, -1


def _phrase(piece: Piece, match: re.Match[str]) -> Spot | None:
    """Return the spot of a malformed reference around one IRI, or ``None``."""
    text, joint, at, tail = piece.text, match["joint"], match["at"], match["tail"]
    bracket = joint.strip(" \t\r\n\u00a0\u3000`")
    at, tail = _split(at, tail)
    start, end = match.start("at"), match.end()
    ticks = re.sub(rf"[^{TICKS}]", "", tail)
    low = tail.count("_")
    is_web = at.startswith(("http", "mailto:"))
    first, label_at = _text_before(piece.view, match.start("joint"), ticks[:1])
    label = text[label_at : match.start("joint")]
    if first < 0 and "`" in joint:  # no link text
        first, label_at, label = match.start() + joint.index("`"), match.start() + joint.index("`") + 1, ""
    is_reference = low > 0 and (bool(ticks) or ((is_web or first >= 0) and tail.startswith((">_", "_"))))
    if first < 0:
        return _unopened(piece, match, tail) if is_reference and bracket and at[:4] != "mail" else None
    if not bracket and not label.strip() and not tail.startswith(">"):
        return None
    is_round = bracket == "(" and is_web and label.endswith(" ")
    if not (is_reference or ticks) or not (bracket in ("<", "") or is_reference or is_round or bracket in "＜〈《"):
        return _never_ended(piece, match, label) if bracket == "<" and tail.strip() == ">" else None
    if not low and (intent.is_filled_in(at) or intent.is_usage(label, at, bracket) or re.match(r"\w|:\w", text[end:])):
        return None
    before = text[max(first - 1, 0) : first]
    if _IS_ROLE.search(text, max(first - 50, 0), first):
        return None
    if before in (",", ";") and re.search(r"[,;](?=\S)", text[: first - 1]):
        return None  # a list of values
    if not low and not is_web:
        return Spot("rst-markup", end - 1, end, _NO_ROLE, default_role=False) if ticks == "`" else None
    return _aligned(piece, (first, label_at), label, (start, end), at, tail)


def _split(at: str, tail: str) -> tuple[str, str]:
    """Move unbalanced closing brackets from the end of the IRI to the start of ``tail``."""
    while at[-1] in _PAIRS and at.count(_PAIRS[at[-1]]) < at.count(at[-1]):
        at, tail = at[:-1], at[-1] + tail
    return at, tail


def _aligned(
    piece: Piece, opening: tuple[int, int], label: str, address: tuple[int, int], at: str, tail: str
) -> Spot | None:
    """Return a spot that corrects the delimiters of a reference, or ``None`` if they are correct."""
    text = piece.text
    stripped = label.strip()
    is_markdown = re.fullmatch(r"\[[^\[\]]+\]", stripped) is not None
    words = stripped[1:-1] if is_markdown else stripped
    begin = opening[1] + label.index(words) if words else opening[1]
    gap = text[begin + len(words) : address[0]]
    space = "" if not words else (gap[: len(gap) - len(gap.lstrip())] or " ") if gap[:1] in " \n\r\t" else " "
    right = ">`" + ("_" if tail.count("_") == 1 else "__")
    left_glue, right_glue = glue(piece, opening[0], address[1])
    edits = [
        Edit(opening[0], opening[0], "", left_glue, Message("before the link")),
        Edit(opening[0], begin, text[opening[0] : begin], "`", BEFORE),
        Edit(begin + len(words), address[0], gap, f"{space}<", BETWEEN),
        Edit(address[1] - len(tail), address[1], tail, right, AFTER),
        Edit(address[1], address[1], "", right_glue, Message("after the link")),
    ]
    if whole := glued(text, edits, "rst-markup"):
        return whole
    rule = "rst-markup" if gap.strip() == "<" and tail.count(">") == 1 else "wrong-bracket"
    if tail.startswith((" ", "\t")) or (gap.strip() and gap.endswith((" ", "\t"))):
        rule = "space-in-destination"
    spot = repaired(text, edits, rule, safe="_" in tail or tail == ">`", target=at)
    if spot is not None and spot.start == spot.end and rule == "wrong-bracket":
        return spot._replace(rule="unclosed")
    return spot


def _never_ended(piece: Piece, match: re.Match[str], label: str) -> Spot | None:
    """Return the spot of a reference without its last delimiters, or ``None``."""
    after = piece.rest[match.end() :]
    if not re.search(r"://|\.(?:rst|html?)\Z", match["at"]) or not re.match(r"[\s.,;:!?)]", after) or "`" in after:
        return None
    message = Message('not a link: missing "`__" after the destination; add it')
    return Spot("unclosed", match.end(), match.end(), message) if label.strip() and label == label.lstrip() else None


def _unopened(piece: Piece, match: re.Match[str], tail: str) -> Spot | None:
    if not re.fullmatch(r"[ \t]*>(?:`__?|__?)", tail):
        return None
    message = Message('not a link: missing "`" before the link text; add it')
    if piece.rest.count("`", 0, match.start()) % 2:
        message = Message('not a link: backticks in the link text end it; write "\\" before each')
    return Spot("unclosed", match.start(), match.end(), message)


_LITERAL = re.compile(
    r"``(?P<label>[^`<>]{1,200}?)\s+<(?P<at>https?://[^\s<>`]{1,600})>``(?:(?:\\ )?(?:\\_){1,2}|__?(?!\w))"
)
# A link text with another opening backtick: docutils displays both.
_TWICE = re.compile(
    r"(?P<first>`(?P<label>[^`<>]{1,200}?)\s*)`(?P<again>[^`<>]{1,200})\s<(?P<at>https?://[^\s<>`]+)>`__?\Z"
)
_without_part = searching(
    [
        Pattern(
            "unfinished-destination",
            r"`(?![`\s])[^`<>\0]{1,200}\s(?P<place><[ \t]*>)`__?(?!\w)",
            Message('empty link destination; write an IRI between "<" and ">"'),
        ),
        Pattern(
            "rst-markup",
            r"(?<![\w`:\\\0])`(?P<at>https?://[^\s<>`\0]{1,600})`_(?![\w`_])",
            Message("not a link: missing destination after the link text; write {text}", text="fix"),
            "`{at} <{at}>`__",
            safe=True,
            target="at",
            against=lambda hit: normalized(hit["at"]) in hit.piece.paragraph.defined,
        ),
    ]
)


def _others(piece: Piece) -> Iterator[Spot]:
    """Yield mistakes that are not wrong delimiters of a single reference."""
    yield from _without_part(piece)
    for one in piece.made(["code", "phrase"]):
        if match := _TWICE.match(piece.text, one.start, one.end):
            written = match["first"] if match["label"] == match["again"] else "`"
            spot = repaired(piece.text, [Edit(one.start, one.start + len(written), written, "", BEFORE)], "rst-markup")
            if spot is not None:
                yield spot
        elif literal := _LITERAL.match(piece.text, one.start):
            meant = f"`{' '.join(literal['label'].split())} <{literal['at']}>`__"
            message = Message("not a link: this is code; write {text}", text=meant)
            yield Spot("rst-markup", *literal.span(), message, meant, safe=True, target=literal["at"])


def _foreign(piece: Piece) -> Iterator[Spot]:
    def render(link: Link) -> str | None:
        if link.is_image or piece.paragraph.is_cell:
            return None
        left, right = glue(piece, link.start, link.end)
        separator = "\\ " if left else ""
        return f"{separator}`{link.label} <{link.target}>`__{right}"

    for spot in foreign(piece, "rst", "reStructuredText", render):
        if piece.text[spot.start] != "<" or not intent.is_about_html(piece.rest, piece.text, spot.start):
            yield spot


def _spots(piece: Piece) -> Iterator[Spot]:
    if piece.paragraph.is_explicit:
        yield from explicit(piece)
        return
    # A docstring may be in another markup, so fewer searches apply.
    in_docstring = piece.format.kind == "docstrings"
    for part in (roles, _phrases) if in_docstring else (_foreign, _others, roles, _phrases, names):
        yield from part(piece)


def _leads(one: Construct, text: str, paragraph: Paragraph) -> bool:
    """Return whether the name of a role, reference or note is defined, as far as this file shows."""
    if one.kind == "role":
        return text.startswith("`", one.start) or text[one.start + 1].isascii()
    if not paragraph.defined or one.kind not in ("name", "note", "template"):
        return True
    name = text[one.start : one.end]
    if one.kind == "name" and name.startswith("`") and not name.endswith((">`_", ">`__")):
        if name.endswith("__") and "__" not in paragraph.defined:
            return False
        if "`" in name[1:].rstrip("_")[:-1]:
            return False  # a backtick is part of a reference name, but not of the name of a title
    if one.kind == "note" and not (one.label.isdigit() or text[one.start + 1] == "#"):
        return True  # a citation, which another file may define
    return named(name) in paragraph.defined


def _known(text: str, paragraph: Paragraph, one: Construct) -> Construct:
    """Change the kind of ``one``: "name" if this file defines the name, "phrase" if it does not."""
    written = text[one.start : one.end]
    if one.kind == "phrase" and written.endswith("`_") and named(written) in paragraph.defined:
        return replace(one, kind="name")
    if not _leads(one, text, paragraph):
        return replace(one, kind="phrase")
    return replace(one, kind="name") if one.kind == "note" else one


def _read(text: str, paragraph: Paragraph, next_to_letters: bool) -> Reading:
    if not paragraph.is_explicit:
        reading = rst.read(text, next_to_letters=next_to_letters)
        return Reading(text, tuple(map(functools.partial(_known, text, paragraph), reading.constructs)))
    target = WELL.match(text)
    return Reading(text, (Construct(0, len(text), "link", target["at"]),) if target else ())


# Well-formed literals, references and roles, with whitespace or punctuation around them. Each alternative begins with
# its delimiter, which `re` finds quickly.
_IN_TICKS = r"``(?<![^\s(\[\"'/-]``)(?!`)(?:[^`<]|<(?!https?:))+``"
_AFTER = r"(?=[\s.,;:!?)\]}'\"/>\\-]|\Z)"
_LITERALS = re.compile(_IN_TICKS + _AFTER)
_WELL = re.compile(
    rf"(?:{_IN_TICKS}|`(?<![^\s(\[\"'/-]`)(?:[^`<>\s:\\][^`<>\\]*[ \n]<(?:[^\s<>`]+[^_<>`\s]|[^<>`:/]+_)>`__?"
    r"|[^\s`<>:_\\][^`<>:\\\n]*(?:\n[^`<>:\\\n]+)?(?<=[\w)])`_)"
    r"|:(?<![^\s(\[\"'/-]:)(?:[a-z][\w.+-]*:){1,3}`[^`<>\s\\]+(?:[ \n]+[^`<>\s\\]+)*"
    rf"(?:[ \n]*<(?!https?:)[^`<>\s]+(?:[ \n]+[^`<>\s]+)*>)?`){_AFTER}"
)
# An IRI up to the next one: adjacent IRIs stay linear.
_WEB = r"(?:https?://|mailto:)(?:(?!https?://)[^\s<>`])+"
# Each pattern is searched for only if the text has the character before it.
_SUSPECTS = (
    (
        "<",
        re.compile(
            rf"<(?:[^<>`\n]*[>＞〉)）»]?[ \t]*[{TICKS}][ \t.,:;\\>]*_|{_WEB}(?:`|[>＞]?_|>[\s.,;:!?)])"
            r"|/[^\s<>`]{0,500}>`|[\w.-]>`|[\w./-]{1,200}\.(?:rst|html?)>(?![`_])|/[aA]>)|`\s*<"
        ),
    ),
    (">", re.compile(r">(?:[ \t]*`|_[\s.,;:!?)])")),
    ("＞", re.compile("＞")),
    ("〉", re.compile("〉")),
    ("`", re.compile(rf"{_WEB}>?`|_>`|``_|_`(?![\w`])|{OF_ROLES}")),
    ("[", re.compile(r"\][ ]?[(（](?:<?https?:|#|\.{0,2}/|\\|[\w./-]+\.\w)|\w\]\[\]")),
    (":", re.compile(BARE_ROLES)),
)


def _is_worth(text: str) -> bool:
    rest = _WELL.sub("\0", text) if "`" in text else text
    if "\0" in rest and rest.count("`") % 2:
        return True
    return any(mark in rest and pattern.search(rest) for mark, pattern in _SUSPECTS)


def _for_source(source: str) -> Worth:
    known = names_of(source) if refers(source) else frozenset[str]()
    if not known or not has_undefined(_LITERALS.sub("\0", source), known):
        return _is_worth
    return lambda text: _is_worth(text) or has_undefined(_LITERALS.sub("\0", text), known)


RST = Repairer("rst", _is_worth, _read, _spots, _for_source)
