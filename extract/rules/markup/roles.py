"""Find malformed reStructuredText roles, and align their delimiters with ":name:`text`"."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from extract.rules.markup.glue import glue
from extract.rules.markup.patterns import Pattern, searching
from extract.rules.markup.repair import Edit, Piece, Spot, glued, repaired
from extract.text.messages import Message
from extract.text.regexes import re

# The roles of Sphinx that create links.
ROLES = (
    r"(?:any|download|(?:std:)?(?:ref|doc|term|numref)|envvar|option|keyword|token|confval|pep|rfc|eq"
    r"|cite(?::[a-z]{1,9})?"
    r"|(?:(?:py|c|cpp|js|php):)?(?:class|func|meth|mod|attr|exc|data|obj|const|macro|type|member|enum|struct))"
)
_LINKING = (
    "iri|issue|pr|pull|commit|user|ghissue|ghpull|pypi|cve"  # of sphinx-iri, and usual ones of `extlinks` (Sphinx)
)
_OF_PAGE = re.compile(r"(?:(?:std:)?(?:ref|doc|term|numref)|any|download)\Z")
# Role names that are not words of a sentence, or that have a domain prefix.
_SURE = re.compile(
    r"ref|doc|term|numref|download|any|class|func|meth|mod|attr|exc|data|obj|const|issue|pull|commit|user|gh\w+|pypi"
    r"|cve|\w+:\w+"
)
# The marks that people write for a backtick, with the marks that may open a text that each closes.
QUOTES = {"'": "'‘´", "´": "´", "’": "‘'", "”": '“"', '"': '"', "｀": "｀"}
_NO_TICKS = "".join(dict.fromkeys("".join(closing + opening for closing, opening in QUOTES.items())))
TICKS = f"`{_NO_TICKS}"
_NAME = rf"(?:{ROLES}|(?:py|cpp|js|php|std):[a-z]{{2,12}}|c:(?:func|type|macro|member|struct|enum|data|var)|{_LINKING})"
_ANY = r"[a-z][\w.+-]{1,30}"
_ROLE = re.compile(
    rf"(?:(?<![`\w\\\0])(?P<tick>`)(?=:))?(?P<left>(?<![\w:\\\0])(?(tick)|(?<!`))(?:(?<=[\s(\[]):[ ](?=\w+:`))?(?:::?"
    rf"|[：;{{])?|(?<=[\w,.;!?)\]}}…、。，（]):|(?<=\w)：)"
    rf"(?P<name>(?<=[:：;{{]){_NAME}(?![\w-])|(?<=:)(?:{_ANY}(?::[a-z]+)?)(?=::?`)"
    rf"|(?<![:\w.`\0/-]){_NAME}(?=:`|[:：]?`[^`<>\n]{{1,200}}[ ]<))"
    rf"(?P<right>[ \t]*(?:::|[:：;}}])|)(?P<gap>[ \t]*(?:\r?\n[ \t]*)?)(?P<tilde>~?)(?P<open>[{TICKS}]{{0,2}})"
)
_IN_TICKS = re.compile(r"(?P<text>[^`]{1,400})(?P<close>`{1,2})(?P<low>_{0,2})(?![`])")
_IN_QUOTES = re.compile(rf"(?P<text>[^{TICKS}\n]{{1,200}})(?P<close>[{TICKS}])(?P<low>)(?!\w)")
_BARE = re.compile(
    r"(?P<text>[^`<>\n:'\"‘’“´\s][^`<>\n:]{0,100}<[^`<>\s]{1,200}>|<[\w./-]{3,100}>"
    r"|[A-Za-z_/.!][\w./-]*\w(?:<[\w./-]+>)?)(?P<close>`?)(?P<low>)(?![`:])"
)
_TITLED = re.compile(
    r"(?P<label>[^<>＜＞〈〉]*?)(?P<gap>[ \t\u00a0\u3000\n]*)(?P<open>[<＜〈(（]{0,2}[ \t]*)"
    r"(?P<at>[^<>＜＞〈〉\s]{1,200}?)(?P<close>[ \t]*[>＞〉]{0,2})"
)
_WHERE = (
    Message("before the role name"),
    Message("after the role name"),
    Message("before the text of the role"),
    Message("after the text of the role"),
)
# Prefilters for texts with and without backticks, after removing well-formed roles.
WORTH = (
    rf":{_NAME}(?:[ ]?[:：;]{{0,2}}|[:：;]\s*)~?`|:(?<=[\w,.;!?)\]}}…、。，（]:){_ANY}:`|[:：;]{_NAME}[：;][ \t]*`"
    rf"|:`(?<=\w:`)|`(?:(?<=ref`)|(?<=doc`))[^`]*<|\{{{_NAME}\}}`"
    rf"|:{_ANY}:`(?:[^`]*(?:``|`_|`\w|\Z|<[^>`]*`|<https?:|_`|<>?`)|`)|`:{_ANY}:"
    rf"|`(?:doc|ref|numref|term):[\w/]|:{_NAME}:[^`\n]{{1,100}}`"
)
BARE = (
    r":(?:class|func|meth|mod|attr|exc|ref|doc|term):[A-Za-z_/!]|:doc:[ \t]+[\w.]+/|:(?:ref|doc|term|numref|download"
    r"|any):[ ]?[^\s`:<][^`<>\n:]{0,100}<"
    rf"|:(?:ref|doc|term|numref):<|:{_NAME}:[{_NO_TICKS}\[]"
)


def _titled(text: str, name: str) -> str:
    """Correct the delimiters of the target in ``text``, the text of role ``name``, if they are recognizable."""
    if not _OF_PAGE.fullmatch(name) or not re.search("[<>＜＞〈〉]", text):
        return text.strip()
    found = _TITLED.fullmatch(text.strip())
    if found is None or not (found["open"] or found["close"].strip()) or not re.search(r"\w", found["at"]):
        return text.strip()
    if not found["label"].strip():
        return found["at"]
    gap = found["gap"]
    if not gap or gap.strip("\u00a0\u3000") != gap:
        gap = "" if found["open"].strip() == "<" else " "
    at = found["at"].rstrip(")）") if found["open"].strip() in ("(", "（") else found["at"]
    return f"{found['label'].rstrip()}{gap}<{at}>"


def roles(piece: Piece) -> Iterator[Spot]:
    """Yield roles with a delimiter that is missing, doubled, wrong, or separated by a space."""
    end = 0
    for match in _ROLE.finditer(piece.view):
        if match.start() < end:
            continue
        spot, after = _role(piece, match)
        end = max(end, after)
        if spot is not None:
            yield spot
    yield from _others(piece)
    for code in piece.made(["code"]):
        before = _ALMOST.search(piece.rest, max(code.start - 40, 0), code.start)
        if before and (words := _DOUBLED.match(piece.text, code.start)):
            meant = f"{before[0]}`{words['text']}`"
            message = Message('not a role: wrong "``" around its text; write {text}', text=meant)
            yield Spot("role", before.start(), words.end(), message, meant, safe=True, target="")


_NAME_STARTS = re.compile(r"[~!./]*\w")  # not "`:mod:`, `:class:`", which names roles
_SECOND_END = re.compile(r"\w[\w.:~-]*`(?![`\w])")  # :mod:`os.`path`
_ALMOST = re.compile(rf"(?<![\w:`\\]):{ROLES}:\Z")
_DOUBLED = re.compile(r"``(?P<text>[^`\s](?:[^`]*[^`\s])?)``?(?!`)")


def _role(piece: Piece, match: re.Match[str]) -> tuple[Spot | None, int]:
    """Return the spot of a malformed role, or ``None``, and the offset at which the search continues."""
    text, name = piece.text, match["name"]
    left, right, gap, opened = match["left"], match["right"].strip(" \t"), match["gap"], match["open"]
    is_ticked = opened[:1] == "`"
    body = (_IN_TICKS if is_ticked else _IN_QUOTES if opened else _BARE).match(text, match.end())
    if body is None or (is_ticked and body["text"][:1] == "`"):
        return _unclosed(piece, match), match.end()
    end = body.end()
    if is_ticked and text[end : end + 1] == ">" and "<" in body["text"] and ">" not in body["text"]:
        end += 1  # "`a <b`>"
    if (body["close"] == "``" and body["text"][-1:].isspace()) or (
        opened and text[max(match.start() - 1, 0) : match.start()] == opened[0]
    ):
        return None, match.end()
    if "://" in body["text"] and match["right"] and name != "iri":
        return _with_address(match, body, end), end
    if body["text"].lstrip(" \t")[:1] in ("", "\n") or not _is_meant(match, left, right, gap, opened, body["text"]):
        return None, match.end()
    if is_ticked and left and right and (inner := re.search(r"[\s(<]+:[a-z:]+:\Z", body["text"])):
        return Spot("unclosed", match.start("left"), match.end() + inner.start(), _UNCLOSED), end - 1
    words = _titled(body["text"], name)
    if opened == "":
        words = words.strip("<>") if words.startswith("<") else re.sub(r"\s*<", " <", words)
    start = match.start()
    if match["tick"] and (gap or not is_ticked or not _NAME_STARTS.match(body["text"])):
        return None, match.end()
    if is_ticked and _SECOND_END.match(text, end):
        return None, match.end()
    left_glue, right_glue = glue(piece, start, end)
    edits = [
        Edit(start, start, "", left_glue, Message("before the link")),
        Edit(start, match.start("name"), text[start : match.start("name")], ":", _WHERE[0]),
        Edit(match.end("name"), match.start("open"), text[match.end("name") : match.start("open")], ":", _WHERE[1]),
        Edit(match.start("open"), match.end("open"), opened, "`" + match["tilde"], _WHERE[2]),
        Edit(match.end(), body.start("close"), body["text"], words, Message("in the text of the role")),
        Edit(body.start("close"), end, text[body.start("close") : end], "`", _WHERE[3]),
        Edit(end, end, "", right_glue, Message("after the link")),
    ]
    is_sure = bool(opened) and match["left"] not in (": ",)
    spot = glued(text, edits, "role") or repaired(text, edits, "role", safe=is_sure, target="")
    return spot, end


def _is_meant(match: re.Match[str], left: str, right: str, gap: str, opened: str, body: str) -> bool:
    """Return whether the delimiters show that a role was meant."""
    name = match["name"]
    is_known = re.fullmatch(_NAME, name) is not None
    is_titled = re.search(r"\S <[\w./-]{2,100}>", body) is not None
    if left.strip() == "{" or right == "}":
        return left == "{" and right == "}" and opened == "`" and not gap
    is_glued = opened[:1] == "`" and not gap
    if not left.strip():
        return is_glued and right != "" and _SURE.fullmatch(name) is not None
    if not right:
        return is_glued and (is_known or is_titled)
    if not is_known:
        after = match.string[match.end() + len(body) : match.end() + len(body) + 2]
        return (
            is_glued
            and name not in ("math", "guilabel", "menuselection", "kbd", "samp")
            and (is_titled or after in ("``", "`_"))
        )
    if opened == "":
        is_ended = gap == " " and _OF_PAGE.fullmatch(name) and match.string[match.end() + len(body) :][:1] == "`"
        return bool(is_ended) or _is_bare(name, gap, body)
    return opened[:1] == "`" or not gap


def _is_bare(name: str, gap: str, body: str) -> bool:
    """Return whether a text without backticks is certainly the text of a role."""
    if gap:
        return name in ("doc",) and "/" in body and "\n" not in gap and " " not in body
    if "<" in body:
        return _OF_PAGE.fullmatch(name) is not None
    return name in ("class", "func", "meth", "mod", "attr", "exc", "ref", "doc", "term") and " " not in body


_UNCLOSED = Message('not a role: missing "`" after the text of the role; add it')


def _unclosed(piece: Piece, match: re.Match[str]) -> Spot | None:
    """Return the spot of a role without a closing backtick in its paragraph, or ``None``."""
    after = piece.text[match.end() :]
    delimiters = match["left"], match["right"], match["gap"], match["open"]
    if delimiters != (":", ":", "", "`") or match["tick"] or piece.format.kind == "docstrings":
        return None  # also a text that names the role
    if "`" in after or not 2 <= len(after) <= 500 or after[0].isspace():
        return None
    is_last = piece.paragraph.text.endswith(piece.text[match.start() :])
    return Spot("unclosed", match.start("left"), match.end(), _UNCLOSED) if is_last else None


def _with_address(match: re.Match[str], body: re.Match[str], end: int) -> Spot | None:
    """Return a spot that replaces a role with an IRI by a link, or ``None``."""
    name, found = match["name"], re.fullmatch(r"(?P<label>[^<>]*)<(?P<at>https?://[^\s<>]+)>_{0,2}", body["text"])
    is_of_page = name in ("doc", "ref", "any")
    if found is None or match["left"] != ":" or not (is_of_page or body["low"]):
        return None  # the role of an extension may accept an IRI
    meant = f"`{found['label']}<{found['at']}>`__"
    message = Message('not a link: role "{name}" does not take an IRI; write {text}', name=name, text=meant)
    return Spot("role", match.start("left"), end, message, meant, safe=is_of_page, target=found["at"])


_others = searching(  # roles with parts in the wrong order
    [
        Pattern(
            "role",
            rf"(?<![`:\\\0>\w])`(?P<text>:?(?P<name>(?<=:){ROLES}|(?<!:)(?:doc|ref|numref"
            rf"|term)):(?P<at>[^\W_](?:[^`:<>\n\0]|\0\0){{1,100}}(?:<[\w./-]{{2,100}}>)?|/[\w./-]{{1,100}}))`_{{0,2}}(?![`\w]|:\w)",
            Message("not a role: the backtick must be after the role name; write {text}", text="fix"),
            ":{name}:`{at}`",
            safe=True,
            target="",
            default_role=False,
        ),
        Pattern(
            "role",
            r"(?<![\w:`\\\0]):(?:(?:std:)?(?:ref|doc|term|numref)|any|download):"
            r"`[^`<>\0]{1,300}\s<[^`<>\s\0]{1,200}>(?P<place>[^\w`<>\0]{1,5})`(?![`_])",
            Message("not a role: text after the destination; write it after the backtick"),
        ),
    ]
)


# Sphinx, "Roles": "~" shortens the name of an object.
_OBJECT = re.compile(r"(?<![\w:`\\])`~[\w.]+`")


@functools.lru_cache(maxsize=1)
def names_objects(source: str) -> bool:
    """Return whether ``source`` has an object name in backticks, so that the default role creates links."""
    return _OBJECT.search(source) is not None
