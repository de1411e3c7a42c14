"""Find broken links in Markdown, and align their delimiters with ``[text](destination "title")`` and ``<IRI>``."""

from __future__ import annotations

from collections.abc import Iterator

from extract.detect.run_on import words_in
from extract.iri.tld import is_known_tld
from extract.parsers import Reading, markdown
from extract.readers.paragraph import Paragraph, folded
from extract.rules.markup import html, intent
from extract.rules.markup.foreign import Link, foreign
from extract.rules.markup.patterns import Hit, Pattern, searching
from extract.rules.markup.repair import AFTER, BEFORE, BETWEEN, Edit, Piece, Repairer, Spot, repaired
from extract.rules.markup.spaces import respaced
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, re

_CLOSERS = dict(zip("])}】」］）〉＞>", "[({【「［（〈＜<", strict=True))
# Certain destinations: an IRI, a page or image, a fragment, a bare domain.
_URL = r"https?://(?:[^\s()（）\[\]<>{}】」\"\0]|\([^\s()\[\]<>\"\0]*\)|（[^\s()（）\"\0]*）)+"
_FILE = rf"[\w.%/~-]{{1,200}}\.(?:{FILE_SUFFIXES})(?![\w-]|\.\w)(?:#[^\s()（）\[\]<>{{}}\0]*)?"
_LOCAL = r"(?:\.{1,2}/|/(?=[^\W\d_])|#(?=[^\W\d]))[^\s()（）\[\]<>{}\0]+|[^\W\d_][\w./-]{2,200}#[^\W\d][\w-]{2,200}"
_SITE = r"(?:[\w-]{1,63}\.){1,4}(?P<tld>[a-z]{2,12})(?:/[^\s()\[\]<>{}\0]*)?(?=\))"
_AT = rf"(?P<at>{_URL}|mailto:[^\s()<>@\0]+@[^\s()<>\0]+|{_FILE}|{_LOCAL}|{_SITE})"
_TITLE = r"(?P<title>[ \t]+\"[^\"\n]*\")?"
_END = rf"(?P<end>{_TITLE}[ \t]*(?P<closing>[)）\]】」}}>]{{0,3}}))"
_JOINT = re.compile(
    r"(?P<closer>(?:\\?[\]】］」）)}][ \t]?){1,2}(?<![ \t]))(?P<gap>[ \t]{0,3}(?:\r?\n[ \t]{0,3})?|[.:;,=_-])"
    rf"(?P<opener>(?:[(（\[{{<][(<\[]?)?(?:/?[ \t])?){_AT}{_END}"
)
_NEVER_CLOSED = re.compile(
    rf"(?<![\]\\A-Za-z0-9_])\[(?P<label>(?:[^\[\]()\s]|[ ](?![ ])"
    rf"|[ ]\([^\[\]()\n]{{1,50}}\)){{1,300}}?)(?P<joint>[ ]?[(（]\]?){_AT}{_END}"
)
_SPACED = re.compile(
    r"\](?P<gap>[ \t]?)\((?P<inside>(?=[^()]{0,400}\s)(?:[^()\n]|\([^()\n]{0,100}\)|\n(?!\s*\n)){1,400})\)"
)
# An IRI with spaces next to its delimiters or at its end. Sentences in parentheses do not have these.
_CUT = re.compile(
    r"#[ \t]+[^\W\d].*|https?://[^\s()]*(?:(?:(?<=[/\-_.?=&])[ \t]+|[ \t]+(?=[/\-_?=&]|[^\s()]*(?:/|\.[a-z]{2,4}\Z)))"
    r"[^\s()]+)*+[ \t]*"
)
_AUTOLINK = re.compile(
    r"<(?P<left>\(?[ \t]*)(?P<scheme>https?)(?P<colon>[ \t]*[:：;]?[ \t]*/[ \t]*/[ \t]*|/:/)"
    r"(?P<rest>(?:[^\s<>()\0]|\([^\s()<>]*\))+)(?P<right>\)?[ \t]*)(?P<closing>[>〉＞]?)"
)
_MARKS = ".,;:!?。，、；*_'"  # not the end of an IRI


def _opening(view: str, end: int, closer: str, opener: str) -> int:
    """Return the offset of the bracket that opens the link text before ``end``, or -1.

    Prefer the nearest bracket of the kind of ``closer``, then a square bracket, then other kinds.
    """
    own = _CLOSERS[closer]
    kinds = [own, "[", *"(【［「{（"] if not (own == "(" and opener.startswith("(")) else ["[", "【", "［"]
    start = max(view.rfind("\n\n", 0, end) + 1, end - 300, 0)
    for kind in dict.fromkeys(kinds):
        depth = 0
        closing = next(mark for mark, opened in _CLOSERS.items() if opened == kind)
        for at in range(end - 1, start - 1, -1):
            depth += view[at] == closing
            if view[at] == kind and view[max(at - 1, 0)] != "\\":
                depth -= 1
                if depth < 0:
                    return at
    return -1


def _is_open(view: str, kind: str, end: int) -> bool:
    """Return whether a bracket of this kind is open in the line before ``end``."""
    line = view[max(view.rfind("\n", 0, end) + 1, end - 600) : end]
    return line.count(kind) > line.count(next(mark for mark, opened in _CLOSERS.items() if opened == kind))


def _closing(view: str, joint: re.Match[str], first: int) -> tuple[int, str]:
    """Return the end of a link and its correct closing mark. A link has as many closing marks as opening ones."""
    opener, closing = joint["opener"].strip(" \t/"), joint["closing"]
    number = min(len(closing), max(len(opener), 1))
    if not opener and (not closing.startswith(")") or _is_open(view, "(", first)):
        number = 0
    if number and closing[0] != ")" and closing[0] in _CLOSERS and not opener.endswith(_CLOSERS[closing[0]]):
        number = 0 if closing[:2] != closing[0] * 2 and _is_open(view, _CLOSERS[closing[0]], first) else 1
    if opener == "(<" and closing.startswith(">"):
        return joint.start("closing") + min(number, 1), ">)"
    return joint.start("closing") + number if number else joint.end("title") if joint["title"] else joint.end("at"), ")"


def _aligned(piece: Piece) -> Iterator[Spot]:
    """Yield links whose delimiters between a closing bracket and an IRI are wrong."""
    for joint in _JOINT.finditer(piece.view):
        if joint["tld"] and (not is_known_tld(joint["tld"]) or joint["tld"] in FILE_SUFFIXES.split("|")):
            continue
        spot = _joined(piece, joint)
        if spot is not None:
            yield spot


def _text_before(piece: Piece, joint: re.Match[str]) -> tuple[int, int]:
    """Return the offset of the opening bracket of a link text and the end of the text. The first is -1 if missing."""
    start, end = joint.span("closer")
    opener = joint["opener"].strip(" \t/")
    if re.match(r".*[^\\]\]\Z", joint["closer"]) and (first := _opening(piece.view, end - 1, "]", opener)) >= 0:
        return first, end - 1
    bracket = joint["closer"].lstrip("\\")[0]
    first = _opening(piece.view, start, bracket, opener)
    label = piece.text[first + 1 : start]
    if bracket == ")" and label.count("(") > label.count(")"):
        return first, end  # the ")" is part of the link text
    return first, start


def _joined(piece: Piece, joint: re.Match[str]) -> Spot | None:
    """Return the spot of a malformed link around ``joint``, or ``None``."""
    view, text = piece.view, piece.text
    first, last = _text_before(piece, joint)
    opener = joint["opener"].strip(" \t/")
    closer = text[last : joint.end("closer")]
    is_exact = closer == "]" and not joint["gap"] and opener.startswith("(")
    if first < 0:
        return _unopened(piece, joint) if is_exact else None
    label = text[first + 1 : last]
    end, right = _closing(view, joint, first)
    at, target = joint.end("title") if joint["title"] else joint.end("at"), joint["at"]
    if end == at and not joint["title"]:
        target = target.rstrip(_MARKS)
        target = target[: words_in(target, len(target))]  # words of a sentence are after the link: 頁を参照
        end = at = joint.start("at") + len(target)
        if opener and (not is_exact or _closes_later(view, at)):
            return None
    if intent.against(intent.Brackets(piece, first, label, closer, joint["gap"], opener, target, end)):
        return None
    edits = [
        Edit(first, first + 1, view[first], "[", BEFORE),
        Edit(last, joint.start("at"), text[last : joint.start("at")], "](<" if right == ">)" else "](", BETWEEN),
        Edit(at, end, text[at:end], right, AFTER),
    ]
    if not any(edit.written != edit.right for edit in edits):
        message = Message("not a link: its text has a link already; end the text before that")
        has_link = any(first < one.start < last for one in piece.made(["link"]))
        return Spot("unclosed", last, joint.start("at"), message) if has_link and is_exact else None
    # An added delimiter may belong elsewhere. Square brackets and braces may be other markup.
    is_whole = all(edit.written for edit in edits) and len(edits[1].written) >= len(edits[1].right)
    is_safe = (
        is_whole
        and not text.startswith(">\n", at)
        and opener[:1] in ("(", "（")
        and "\\" not in closer
        and view[first] == "["
    )
    is_certain = is_exact or view[first] == "["
    rule = "wrong-bracket" if text[at:end] else "unclosed"
    return repaired(text, edits, rule, whole=not opener, safe=is_safe, target=target, certain=is_certain)


def _closes_later(view: str, at: int) -> bool:
    """Return whether a template or, in the line before any "[", a ")" follows."""
    return view[at : at + 1] == "\0" or ")" in view[at : at + 500].partition("\n")[0].partition("[")[0]


def _unopened(piece: Piece, joint: re.Match[str]) -> Spot | None:
    """Return the spot of a link without its "[", or ``None``."""
    start = joint.end("closer") - 1
    before = piece.text[max(start - 300, 0) : start]
    if not joint["closing"].startswith(")") or before[-1:] in ("", "!", "[", " ", "\\") or "\\[" in before:
        return None
    return Spot(
        "unclosed", start, joint.start("opener"), Message('not a link: missing "[" before the link text; add it')
    )


def _never_closed(piece: Piece) -> Iterator[Spot]:
    """Yield link texts without "]" before the destination: ``[text (IRI)``, ``[text(IRI)]``."""
    for match in _NEVER_CLOSED.finditer(piece.view):
        closing, after = match["closing"], piece.view[match.end("end") : match.end("end") + 300]
        is_double = closing[1:2] == "]"
        if match["tld"] or closing[:1] not in (")", "）") or (match["joint"][0] == " " and is_double):
            continue
        if not is_double and "]" in after.partition("[")[0]:
            continue
        end = match.start("closing") + 1 + is_double
        edits = [
            Edit(*match.span("joint"), match["joint"], "](", BETWEEN),
            Edit(match.start("closing"), end, piece.text[match.start("closing") : end], ")", AFTER),
        ]
        spot = repaired(piece.text, edits, "unclosed", target=match["at"], certain=match["at"].startswith("http"))
        if spot is not None:
            yield spot


def _with_spaces(piece: Piece) -> Iterator[Spot]:
    """Yield destinations that contain whitespace."""
    for match in _SPACED.finditer(piece.view):
        first = _opening(piece.view, match.start(), "]", "(")
        start, end = match.span("inside")
        inside, label = piece.text[start:end], piece.text[first + 1 : match.start()]
        if first < 0 or intent.is_filled_in(inside) or intent.is_sized(inside):
            continue
        read = respaced(inside, label)
        if read is None or (match["gap"] and not _CUT.fullmatch(inside)):
            continue
        fix = read.meant
        title = re.search(r'\s+"', fix or "")
        target = fix[: title.start()].strip("<>") if fix and title else fix
        if match["gap"]:  # the space before "(" is also a mistake
            start, end, fix = match.start("gap"), match.end(), f"({fix})" if fix else None
        message = Message("not a link: {what}", what=read.message)
        yield Spot("space-in-destination", start, end, message, fix, read.safe, target)


# An IRI in "<" and ">" with a space.
_TORN = re.compile(r"<(?P<at>https?://[^\s<>\0]+(?:[ \t]+[^\s<>\0]+){1,10})>")


def _autolinks(piece: Piece) -> Iterator[Spot]:
    """Yield malformed autolinks (``<IRI>``)."""
    for match in _AUTOLINK.finditer(piece.view):
        if piece.view[max(match.start() - 1, 0) : match.start()] in ("\0", "(", "="):
            continue
        start, end, rest, right = match.start("left"), match.end(), match["rest"], match["right"] + match["closing"]
        if not match["closing"]:
            if ">" in piece.view[end : end + 300].partition("<")[0]:
                continue
            rest, right = rest.rstrip(_MARKS), ""
            end = match.start("rest") + len(rest)
        edits = [
            Edit(start, match.start("scheme"), match["left"], "", Message('after "{mark}"', mark="<")),
            Edit(*match.span("colon"), match["colon"], "://", Message("after the scheme")),
            Edit(match.start("rest") + len(rest), end, right, ">", AFTER),
        ]
        rule = "space-in-destination" if match["closing"] else "unclosed"
        spot = repaired(piece.text, edits, rule, safe=bool(match["closing"]), target=f"{match['scheme']}://{rest}")
        if spot is not None:
            yield spot
    for match in _TORN.finditer(piece.view):
        message = Message('not a link: "<…>" must not contain a space; write "%20", or move ">" before the space')
        yield Spot("space-in-destination", *match.span("at"), message)


# --- mistakes that are not wrong delimiters ---------------------------------------------------------------------------

_PLACEHOLDER = (
    r"(?i:todo|tbd|fixme|url|link|(?:your|insert|add)[-_ ]?(?:link|url)(?:[-_]?here)?|(?:link|url)[-_]?here"
    r"|your[-_]?(?:site|repo)[-_]?(?:link|url))"
)
# Link texts in examples of the markup.
_OF_EXAMPLE = re.compile(
    r"(?i)(?:an? |the |your |my |some )?(?:link|text|title|name|alt|label|url|image|img|caption|descr|here|foo|bar)"
)
_EMPTY = re.compile(
    r"\[(?P<label>[^\[\]]{0,300})\](?P<empty>\([ \t]*(?:<>)?[ \t]*(?:\"[^\"\n]*\"[ \t]*)?\)"
    rf"|\([ \t]*#[ \t]*(?:\"[^\"\n]*\"[ \t]*)?\)|\((?P<placeholder>[ ]?<?{_PLACEHOLDER}>?)[ ]?\))(?!\{{(?!:?target))"
)
_UNLABELED = re.compile(r"(?<![!\w\]\)\0\\])\[\](?=\(https?://[^\s()\0]+\)(?!\{(?!:?target)))")


def _leading_nowhere(piece: Piece) -> Iterator[Spot]:
    """Yield links whose destination or text is empty or a placeholder."""
    for match in _EMPTY.finditer(piece.rest):
        before, inside = piece.text[max(match.start() - 1, 0) : match.start()], match["empty"].strip("() \t")
        start, end = match.span("empty")
        if inside.startswith("#"):
            message = Message('"#" leads to the top of this page; write an IRI between "(" and ")"')
            yield Spot("placeholder-destination", start, end, message)
        elif re.fullmatch(r"[A-Za-z0-9*)\]_]", before) or piece.text[end : end + 1] == ";":
            continue
        elif match["placeholder"]:
            if not _OF_EXAMPLE.match(match["label"]):
                message = Message('"{text}" is a placeholder; write the IRI', text=inside.strip("<>"))
                yield Spot("unfinished-destination", *match.span("placeholder"), message, of_pages=False)
        elif match["label"].strip() or (
            before in ("", " ", "\t", "\n", "(") and re.match(r"(?!\s*[{\-<])(?:[\s.,;:!?)]|\Z)", piece.text[end:])
        ):
            message = Message('empty link destination; write an IRI between "(" and ")"')
            yield Spot("unfinished-destination", start, end, message, of_pages=False)
    for match in _UNLABELED.finditer(piece.rest):
        message = Message('empty link text, which nobody sees; write the text between "[" and "]"')
        yield Spot("empty-link-text", *match.span(), message)


_MADE = re.compile(r"\]\([^\s()]+\)\Z")


def _is_paired(hit: Hit) -> bool:
    """Whether the ")" is not directly after a link, or other parentheses around it may match it."""
    rest, at = hit.piece.rest, hit.match.start()
    is_made = _MADE.search(hit.piece.text, 0, at)
    return not is_made or re.search(r"[()（）]", rest[:at]) is not None


_stray = searching(  # stray delimiters next to a link: "[a](b))", "[[a](b)", "[a](b)(b)"
    [
        Pattern(
            "wrong-bracket",
            r"(?<=\0\0\0)\)(?!\))",
            Message('extra ")" after the link; remove it'),
            against=_is_paired,
        ),
        Pattern(
            "wrong-bracket",
            r"\](?P<place>[ \t]?\((?!https?:)[^()\[\]\n\0]{1,200}\))(?=\(https?://[^\s()]+\))",
            Message("not a link: words between the link text and the destination; write them elsewhere"),
        ),
        Pattern(
            "wrong-bracket",
            r"\[[^\[\]\0]*[ ][^\[\]\0]*\]\((?P<place>\0+)\)",
            Message("the target is itself a link; write {text}", text="fix"),
            lambda hit: hit["place"].rpartition("](")[2][:-1],
            against=lambda hit: "](" not in hit["place"],
        ),
        Pattern(
            "unclosed",
            r"(?<![\]\w\\\0!])\[(?=\0)(?![^\n]*\])",
            Message('extra "[" before the link; remove it'),
            "",
            # Not if no link text follows, or one with an escaped "]".
            against=lambda hit: re.match(r"(?!\[)|(?:(?!\]\()[\s\S]){0,200}\\\]", hit.piece.text[hit.match.end() :]),
        ),
    ]
)


_LATE = re.compile(r"(?<=\n)[ ]{0,3}(?P<late>\[(?!\^)(?P<label>[^\[\]\n]{1,100})\]:)[ \t]*<?(?:https?://|#|\.{1,2}/)\S")
_UNDEFINED = re.compile(
    r"(?P<image>!?)\[(?<![\]A-Za-z0-9_\0)}\\].)(?P<text>[^\W\d][^\[\]\n]{2,200}|[\u3040-\u30ff\u4e00-\u9fff]{2})\]"
    r"(?P<undefined>\[(?P<label>[^\[\]\0]{1,60}|)\])(?![(\[:{])"
)


def _names(piece: Piece) -> Iterator[Spot]:
    """Yield references with an undefined label, and definitions that are parsed as text."""
    for match in _LATE.finditer(piece.rest):
        if folded(match["label"]) in piece.paragraph.repeated:
            message = Message(
                "not a definition: it is read as text of the paragraph before it; add an empty line before it"
            )
            yield Spot("undefined-name", *match.span("late"), message)
    for match in _UNDEFINED.finditer(piece.rest):
        if not intent.is_no_label(piece, match):
            label = match["label"] or match["text"]
            message = Message(
                'undefined link label "{label}"; define it, or write the destination in parentheses', label=label
            )
            yield Spot("undefined-name", *match.span("undefined"), message)


_ROLE = r"(?:any|download|ref|doc|term|numref|(?:(?:py|cpp|js|php):)?(?:class|func|meth|mod|attr|exc))"
_OF_RST = re.compile(rf"(?<![\w:`\\\0}}\"'“]):{_ROLE}:(?=\0)")


def _roles(piece: Piece) -> Iterator[Spot]:
    """Yield roles of reStructuredText."""
    for match in _OF_RST.finditer(piece.rest) if piece.format.kind != "messages" else ():
        if piece.text[match.end()] == "`":
            message = Message("role of reStructuredText in Markdown; write it in the markup of this file")
            yield Spot("role", *match.span(), message)


def _render(link: Link) -> str:
    target = f"<{link.target}>" if {*"()"}.intersection(link.target) else link.target
    if link.is_image:
        return f"![{link.label}]({target})"
    return f"[{link.label}]({target})" if link.label else f"<{link.target}>"


def _spots(piece: Piece) -> Iterator[Spot]:
    yield from foreign(piece, "markdown", "Markdown", _render)
    yield from _roles(piece)
    yield from html.tags(piece)
    for part in (_with_spaces, _aligned, _never_closed, _leading_nowhere, _names, _stray, _autolinks):
        yield from part(piece)


# Well-formed links with a destination.
_WELL = re.compile(
    r"(?:!\[\]|!?\[[^\[\]`\\<]+\])\((?=[^\s()]*[./:])[^\s()<>\[\]\\#]+(?:#[^\s()<>\[\]\\]+)?(?:[ ]\"[^\"\n]*\")?\)"
)
_PLACE = (
    rf"(?:https?:|mailto:|#[ \t]?\w|\.{{0,2}}/\w|[\w.%/~-]{{1,200}}(?:\.(?:{FILE_SUFFIXES})\b|#\w)"
    r"|[\w.-]+\.[a-z]{2,12}[/)])"
)
_SUSPECT = re.compile(
    rf"\]\(|\]https?:|[\]】］」）)}}][ \t]{{0,3}}(?:\r?\n[ \t]{{0,3}})?[.:;,=_-]?[(（\[{{<][(<\[]?[ \t]?{_PLACE}"
    rf"|\][ \t]?\[(?![ xX]\])|\n[ ]{{0,3}}\[[^\[\]\n]{{1,100}}\]:|\[[^\[\]]{{1,300}}\(\]?(?:https?:"
    rf"|[\w./%-]+\.(?:{FILE_SUFFIXES})\b|[#.])"
    r"|<\(?[ \t]*https?(?:(?!://)[ \t:：;/]|://[^\s<>]*(?:[\s(]|\Z))|<[(]?[ \t]+http|<\(http|\0[(\[]|\[\0|(?<!\S)![ ]\0"
    r"|>`|\[/(?i:url|img)\]|\[https?://[^\s\[\]`]+\s|\[\[[^\]\n]{0,200}https?://|[:}]`|\{[ \t]?(?:ref|doc|term)\b"
)


def _is_worth(text: str) -> bool:
    rest = _WELL.sub("\0\0\0", text) if "](" in text else text
    if _SUSPECT.search(rest) or html.is_worth(rest):
        return True
    return "\0)" in rest and rest.count(")") > rest.count("(")


def _read(text: str, paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return markdown.read(text, paragraph.defined)


MARKDOWN = Repairer("markdown", _is_worth, _read, _spots)
