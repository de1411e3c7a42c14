"""Mistakes in the markup of reStructuredText's links, in the order in which they are looked for."""

from __future__ import annotations

import functools
import string
from dataclasses import replace
from html import unescape

from extract.iri.tld import is_known_tld
from extract.parsers import Construct, Reading, rst
from extract.readers.paragraph import Paragraph
from extract.readers.rst import has_plain_note, has_swallowed, has_undefined, named, normalized
from extract.rules.markup.shared import (
    HTML,
    HTML_NEEDLE,
    MEDIAWIKI,
    MEDIAWIKI_NEEDLE,
    NO_LABEL,
    URL,
    WIKI,
    WIKI_NEEDLE,
    wiki_link,
)
from extract.rules.markup.slip import Hit, Report, Slip, Slips, says
from extract.rules.problem import Problem
from extract.text.characters import LETTER
from extract.text.regexes import FILE_SUFFIXES, re

_ADDRESS = r"<https?://[^\s<>`]+>"
# With "`_" after it, this surely is the target of a reference.
_PLACE = r"<(?:https?://|#\w|\.{0,2}/|[\w.-]+/)[^\s<>`]{0,600}>"
_URL = URL.replace(r"\0", "")  # with escapes
_PAGE = rf"\.{{0,2}}/?[\w./-]{{1,200}}\.(?:{FILE_SUFFIXES})(?:#[\w-]*)?"
# Where a phrase begins: a backtick that is no part of a literal or of a role.
_TICK = r"(?<![`:\\\0>\w])`(?![`\s])"
_LABEL = r"[^`<>\0]{1,300}"
_STAR = r"\*(?<![^\s(\[\"'*-]\*)(?=[^\s*])"  # may open emphasis
# The roles of Sphinx that lead somewhere.
_ROLES = (
    r"(?:any|download|(?:std:)?(?:ref|doc|term|numref)|envvar|option|keyword|token|confval|pep|rfc|eq|cite(?::[a-z]{1,9})?"
    r"|(?:(?:py|c|cpp|js|php):)?(?:class|func|meth|mod|attr|exc|data|obj|const|macro|type|member|enum|struct))"
)
_LINKING = "issue|pull|commit|user|ghissue|ghpull|pypi|cve"  # Sphinx, `extlinks`, as many projects name them
_OF_C = r"(?:func|type|macro|member|struct|enum|data|var)"
_PAGE_ROLES = r"(?:(?:std:)?(?:ref|doc|term|numref)|any|download)"
_ROLE_OF_LINK = (
    rf":{_ROLES}:`(?![`\s])[^`\0]{{1,200}}|:[a-z][\w.+-]{{1,30}}:`(?![`\s])[^`<>\0]{{1,200}}\s<[^`<>\n\0]{{1,200}}>"
)
_GLUED_ROLE_NEEDLE = (
    rf":(?<=[\w,.;!?)\]}}…*]:)(?<!:py:)(?<!:cpp:)(?<!:c:)(?<!:js:)(?<!:std:)(?<!:cite:)(?:{_ROLES}:`|[a-z][\w.+"
    rf"-]{{1,30}}:`[^`<>\n]{{1,200}} <)"
    rf"|:{_ROLES}:`[^`\n]{{1,200}}`[\w(（「]"
)
# After ":`": the name of a frequent role, without a colon before it.
_AFTER_ROLE = "|".join(
    rf"(?<=(?<![:\w`]){name}:`)"
    for name in [
        *"ref doc term numref download any class func meth mod attr exc data obj const".split(),
        *_LINKING.split("|"),
    ]
)
# The first word of what is code.
_ROLE_BEFORE = re.compile(rf":{_PAGE_ROLES}:`[^`<>]{{1,200}}`\Z")
_COMMAND = r"(?:curl|wget|git|pip|ssh|docker|open|get|post|put|delete|npm|go|sudo|http|https|svn|hg)\b"
_OF_PAGES = frozenset([":doc:", ":ref:", ":any:"])
# docutils, "Inline markup recognition rules" 6 and 7, in ASCII.
_BEFORE = frozenset(["", *" \r\n-:/'\"<([{"])
_AFTER = frozenset(["", *" \r\n-:/'\")]}>.,;!?\\"])


_LINKED = re.compile(rf"<https?://[^\s<>`]{{1,600}}>(?:`__?|__?)(?![\w`])|{_PLACE}`__?(?![\w`])")
# Marks after which docutils begins nothing (rule 6), as authors write them before a link; with the image of Markdown.
_NO_START = r",.;!?)\]}…"
_OPENS = re.compile(rf"(?:(?<![\w`{_NO_START}])|(?<=_))`(?![\s`_])")


def _has_strange_start(text: str) -> bool:
    """Return whether the backtick before an address is none that may open a reference, or is missing."""
    for match in _LINKED.finditer(text):
        tick = text.rfind("`", max(match.start() - 500, 0), match.start())
        if tick < 0 or not _OPENS.match(text, tick):
            return True
    return False


_ALONE = re.compile(r"<(?:https?://[^\s<>`]{1,600}|[\w./-]{1,200}\.(?:rst|html?))>(?![`_])")


def _has_never_ended(text: str) -> bool:
    """Return whether an address follows a backtick that may open a reference, and none follows it."""
    for match in _ALONE.finditer(text):
        tick = text.rfind("`", max(match.start() - 300, 0), match.start())
        if tick >= 0 and _OPENS.match(text, tick):
            return True
    return False


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_"


def _link(words: str, address: str) -> str:
    return f"`{' '.join(words.split())} <{address}>`__"


def _replaced(hit: Hit, message: str, meant: str) -> Problem:
    """Report a hit that is to be written anew; a letter beside it is set apart by an escaped space."""
    left, right = "\\ " if hit.before not in _BEFORE else "", "\\ " if hit.after not in _AFTER else ""
    fix = f"{left}{meant}{right}"
    is_in_emphasis = "*" in hit.rest[: hit.start()]  # where there is no other markup
    return Problem(
        start=hit.start(),
        end=hit.end(),
        message=f"no link: {message}; write " + (meant if fix == meant else f'"{fix}"'),
        fix=None if hit.paragraph.is_cell or is_in_emphasis else fix,
        safe=True,
    )


def _role_address(hit: Hit, name: str) -> Problem | None:
    role, meant = hit["role"], f"`{hit['role_label']}{hit['role_target']}`__"
    if role not in _OF_PAGES and not hit["role_underscores"]:
        return None  # a role of an extension, which may take an address
    message = f'no link: "{role}" takes no address; write {meant}'
    return Problem(start=hit.start(name), end=hit.end(name), message=message, fix=meant, safe=role in _OF_PAGES)


def _doubled(hit: Hit, name: str) -> Problem:
    meant = _link(hit[name], hit[f"{name}_address"].strip("<>"))
    return _replaced(hit, "one backtick belongs before and after", meant)


def _glued_bracket(hit: Hit, name: str) -> Problem:
    meant = _link(hit[name], hit[f"{name}_address"].strip("<>"))
    return _replaced(hit, 'a space belongs before "<", and no letter directly before or after the link', meant)


def _glued(hit: Hit, _name: str) -> Problem:
    if hit.before == "!" and not hit.rest[max(hit.start() - 2, 0) : hit.start() - 1].strip():
        message = 'no image: "!" before a link is Markdown; write it in reStructuredText'
        return Problem(start=hit.start() - 1, end=hit.end(), message=message)
    before = hit.before
    left = "" if before in _BEFORE else " " if before in ",;.!?" else "\\ "
    right = "\\ " if _is_letter(hit.after) or (hit.after and hit.after in "(（「") else ""
    meant = f"{left}{hit[0]}{right}"
    what = "letter" if _is_letter(hit.after) or _is_letter(before) else "mark"
    message = f'no link: a {what} stands directly before or after it; write "{meant}"'
    return Problem(start=hit.start(), end=hit.end(), message=message, fix=meant, safe=True)


def _as_note(hit: Hit) -> str:
    return f"{hit['note_mark'].strip('_ ')}_"


def _as_name(hit: Hit) -> str:
    return f"`{hit['ended'].strip()}`_"


def _unopened(hit: Hit, _name: str) -> Problem:
    ticks = hit.rest.count("`", 0, hit.start())
    message = "no link: the backtick before the text is missing"
    if ticks > 1 and ticks % 2:
        message = "no link: backticks in its text end it; write a backslash before each"
    return Problem(start=hit.start(), end=hit.end(), message=message)


def _tripled(hit: Hit, name: str) -> Problem:
    meant = _link(hit[name] + hit["tripled_rest"], hit["tripled_address"].strip("<>"))
    return Problem(
        start=hit.start(),
        end=hit.end(),
        message=f"no link: its text has markup, which it cannot have; write {meant}",
        fix=meant,
    )


def _address_in_name(hit: Hit, name: str) -> Problem:
    words = " ".join(hit["name_words"].split())
    meant = f"`{words} <{hit['name_at']}>`__"
    return _replaced(hit, 'a space and "<" belong before the address, ">" after it', meant)


def _bracketed_role(hit: Hit, name: str) -> Problem | None:
    text = hit[name]
    if not re.search("[<>＜＞〈〉]", text):
        return None
    label = text[1 : hit.start("role_open_at") - hit.start(name)].rstrip("<＜〈(（ \t\u00a0\u3000")
    meant = f"`{label} <{hit['role_open_at'].rstrip(')）')}>`"
    message = f'no link: one "<" belongs before the target and one ">" after it; write {meant}'
    end = hit.end(name) + (hit.after == ">" and not text.endswith(">`"))  # `a <b`>
    return Problem(start=hit.start(name), end=end, message=message, fix=meant, safe=True)


def _bare_role(hit: Hit, name: str) -> Problem:
    role = hit[name]
    is_whole = role.endswith(">") or not role.startswith(_OF_TITLES) or re.search("[/_.]", role)
    message = "no link: a role has backticks before and after its text"
    return Problem(
        start=hit.start(name), end=hit.end(name), message=message, fix=_with_backticks(role) if is_whole else None
    )


_OF_TITLES = (":ref:", ":doc:", ":term:")  # their text may have more words


def _with_backticks(role: str) -> str:
    name, text = role.lstrip(":").split(":", 1)
    if text.startswith("<"):
        text = text.strip("<>")
    return f":{name}:`{re.sub(' *<', ' <', text.strip())}`"


def _no_dots(hit: Hit, _name: str) -> Problem:
    meant = f".. _{hit['no_dots'].strip()}: {hit['no_dots_address']}"
    return Problem(
        start=hit.start(),
        end=hit.end(),
        message=f"no target: two full stops and a space belong before it; write {meant}",
    )


def _role(hit: Hit, name: str) -> Problem:
    meant = f":{hit[name].strip(':：;' + string.whitespace)}:"
    message = f"no link: the name of a role has a colon before and after it, and no space; write {meant}"
    # In French the colon of the sentence has a space before it, too.
    is_sure = not hit[name].startswith(": ") or not re.search(r"\w\s*\Z", hit.text[: hit.start(name)])
    return Problem(start=hit.start(name), end=hit.end(name), message=message, fix=meant, safe=is_sure)


_OPENING = {")": "(", "）": "（", "]": "[", "}": "{", "＞": "＜", "〉": "〈", "》": "《", "›": "‹", "»": "«"}
_CLOSERS = "".join(map(re.escape, _OPENING))


def _closed(address: str) -> str:
    """Return an address without the bracket at its end that nothing in it opens: it stands in place of ">"."""
    opening = _OPENING.get(address[-1])
    return address[:-1] if opening and address.count(opening) < address.count(address[-1]) else address


def _label(hit: Hit) -> str:
    """Return the text before an address, without the bracket that opens the address and those of Markdown."""
    label = hit["words"].rstrip("(（〈＜《‹«[{ ")
    is_markdown = hit["opened"] in "(（" and re.fullmatch(r"\[[^\[\]]+\]", label)
    return label[1:-1] if hit["opened"] and is_markdown else label


def _no_angle(hit: Hit, name: str) -> Problem:
    start = hit.start("no_angle_at") + len(_closed(hit["no_angle_at"]))
    message = 'no link: the closing ">" is missing'
    return Problem(start=start, end=hit.end(name), message=message, fix=">", safe=True)


def _role_doubled(hit: Hit, name: str) -> Problem | None:
    role = _DOUBLED_ROLE.match(hit[name])  # another literal may follow, whose mark ends the first one
    if role is None:
        return None
    meant = f"{role['role']}`{role['words']}`"
    message = f"no link: a role has one backtick before and after its text; write {meant}"
    start = hit.start(name)
    return Problem(start=start, end=start + role.end(), message=message, fix=meant, safe=True)


_DOUBLED_ROLE = re.compile(r"(?P<role>:[^`]+:)``(?P<words>[^`\s](?:[^`]*[^`\s])?)``?(?!`)")


# docutils, the role "raw": roles based on it have a name of one's own
_RAW = re.compile(r":[\w-]{0,20}(?:raw|html)[\w-]{0,20}:`[^`]*\Z")
_OTHER_TAG = re.compile(r"<(?!/?[aA]\b)/?[A-Za-z][^<>]*>")


def _html(hit: Hit, _name: str) -> Problem | None:
    if _OTHER_TAG.search(hit.rest) or _RAW.search(hit.text[max(hit.start() - 300, 0) : hit.start()]):
        return None  # the text is about HTML, or passed on as it is
    return _replaced(hit, "this is HTML", _link(unescape(hit["html_text"]), unescape(hit["href"])))


def _page(hit: Hit, _name: str) -> Problem | None:
    if hit["page_image"] or (hit["page_text"] and not _is_letter(hit.before) and hit.before not in ("]", ")")):
        kind = "an image" if hit["page_image"] else "a link"
        return Problem(
            start=hit.start(),
            end=hit.end(),
            message=f"no link: this is {kind} of Markdown; write it in reStructuredText",
        )
    return None


def _markdown(hit: Hit, _name: str) -> Problem:
    if hit["image"] or not hit["text"]:
        return Problem(
            start=hit.start(), end=hit.end(), message="no link: this is Markdown; write it in reStructuredText"
        )
    return _replaced(hit, "this is Markdown", _link(hit["text"], hit["target"]))


def _wiki(hit: Hit, _name: str) -> Problem:
    return _replaced(hit, "this is the markup of a wiki", _link(*wiki_link(hit)))


def _leads(one: Construct, text: str, paragraph: Paragraph) -> bool:
    """Return whether the name of a role, a reference or a note is known, as far as this file tells."""
    if one.kind == "role":
        return text.startswith("`", one.start) or text[one.start + 1].isascii()
    if not paragraph.defined or one.kind not in ("name", "note", "template"):
        return True
    name = text[one.start : one.end]
    if one.kind == "name" and name.startswith("`") and not name.endswith((">`_", ">`__")):
        if name.endswith("__") and "__" not in paragraph.defined:
            return False
        if "`" in name[1:].rstrip("_")[:-1]:
            return False  # it counts in the name of a reference, but not in that of a title
    if one.kind == "note" and not (one.label.isdigit() or text[one.start + 1] == "#"):
        return True  # a citation, which another file may have
    return named(name) in paragraph.defined


def _known(text: str, paragraph: Paragraph, one: Construct) -> Construct:
    """Return a construct as this file has it: a note that leads to one is a link, and so is a name with an address."""
    written = text[one.start : one.end]
    if one.kind == "phrase" and written.endswith("`_") and named(written) in paragraph.defined:
        return replace(one, kind="name")
    if not _leads(one, text, paragraph):
        return replace(one, kind="phrase")
    return replace(one, kind="name") if one.kind == "note" else one


_TARGET = re.compile(r"\.\.[ \t]+_(?![ _])(?:`[^`]+`|[^:\n`]+)(?<!\s)[ ]?:(?:[ \t]+(?P<at>[^\s<>]\S*))?[ \t]*\Z")


# Jinja and Django, a tag: what the page becomes is decided elsewhere.
_TAG_OF_TEMPLATE = re.compile(r"\{%[-+]?\s*[a-z]\w*(?:\s[^{}\n]{0,300})?%\}")


def _read(text: str, paragraph: Paragraph, next_to_letters: bool) -> Reading:
    if not paragraph.is_explicit:
        if _TAG_OF_TEMPLATE.search(text):
            return Reading(text, (Construct(0, len(text), "other"),))
        reading = rst.read(text, next_to_letters=next_to_letters)
        return Reading(
            text,
            tuple(map(functools.partial(_known, text, paragraph), reading.constructs)),
        )
    target = _TARGET.match(text)
    return Reading(text, (Construct(0, len(text), "link", target["at"]),) if target else ())


# An ellipsis in place of an address, and an address in which something is to be filled in.
_STAND_IN = re.compile(r"https?://(?:[^\s<>]*\.{3}|…|[^\s/]*[{\[$%*])")


def _is_in_literal(hit: Hit) -> bool:
    """Whether a literal was opened before it, and never closed: the text is about markup, or all of it is broken."""
    return hit.rest.count("``", 0, hit.start()) % 2 == 1


def _is_shown(hit: Hit) -> bool:
    """Whether it is a role alone in italics, which show how to write it."""
    around = hit.text[max(hit.start() - 2, 0) : hit.start()], hit.text[hit.end() : hit.end() + 2]
    return hit[0][0] == ":" and all(side.strip(" \n.,;:()，。") == "*" for side in around)


def _touches_markup(hit: Hit) -> bool:
    """Whether a construct follows directly; an escaped space does not count."""
    return hit.rest[hit.end() : hit.end() + 1] == "\0" and hit.text[hit.end() : hit.end() + 2] not in ("\\ ", "\\\n")


_COMMAS = re.compile(r"[,;](?=\S)")


_NO_UNDERSCORE = says('no link: the underscore belongs after the backtick; write "`__"', "`__", safe=True)


def _no_underscore(hit: Hit, name: str) -> Problem | None:
    found = _NO_UNDERSCORE(hit, name)
    if found and hit.text[hit.start(name) - 2] == "_":  # that one is perhaps meant
        return replace(found, fix=None, safe=False)
    return found


def _is_row(hit: Hit) -> bool:
    """Whether the mark before it is one of several that separate cells."""
    return hit.before in (",", ";") and len(_COMMAS.findall(hit.text[: hit.start()])) > 0


def _is_placeholder(hit: Hit) -> bool:
    return _STAND_IN.search(hit[0]) is not None


def _is_named(hit: Hit) -> bool:
    """Whether the name of a reference may be known: the file defines it, or has no names at all."""
    return not hit.paragraph.defined or named(hit[0]) in hit.paragraph.defined


# Sphinx, "Substitutions".
_OF_SPHINX = frozenset(["|version|", "|release|", "|today|", "|translation progress|"])


def _may_be_no_substitution(hit: Hit) -> bool:
    """Whether it is one of Sphinx, or may be no reference: it has no underscore, and no other name has such marks."""
    if hit[0].rstrip("_").lower() in _OF_SPHINX:
        return True
    return hit[0].endswith("|") and not any(name.startswith("|") for name in hit.paragraph.defined)


def _is_in_row(hit: Hit) -> bool:
    """Whether its paragraph has a row of a table of Markdown: a line between bars, with more than those of one name."""
    return _has_row(hit.text)


@functools.lru_cache(maxsize=1)  # many stand in one text
def _has_row(text: str) -> bool:
    return _ROW.search(text) is not None


_ROW = re.compile(r"(?m)^[ \t]*\|[^|\n]*\|[^|\n]*\|(?:[^|\n]*\|)*[ \t\r]*$")


def _begins_line(hit: Hit) -> bool:
    """Whether nothing stands before it in its line: it is the note itself."""
    before = hit.text[max(hit.start() - 100, 0) : hit.start()].rstrip("| \t")  # for linear time
    return not before or before.endswith("\n")


def _is_emphasis(hit: Hit) -> bool:
    """Whether a low line before a word of the paragraph opens what this one closes, as in Markdown."""
    return re.search(r"(?<!\w)_\w", hit.text[: hit.start()].rpartition("_ ")[2]) is not None


def _is_command(hit: Hit) -> bool:
    """Whether a word in small letters, which the target does not repeat, stands before the place: that of a command."""
    words = hit["relative_words"]
    at = re.sub(r"\W|_", "", hit["relative_at"]).lower()
    if " -" in words or "=" in words or re.match(_COMMAND, words):
        return True
    return "a" <= words[0] <= "z" and re.sub(r"\W|_", "", words).lower() not in at and not words.count(" ")


_LETTERS = re.compile(r"[^\W\d_]+")
_PARTS_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _is_usage(hit: Hit) -> bool:
    """Whether a word between "<" and ">" is a stand-in; the name of a page repeats words, or follows foreign ones."""
    label, at = hit["word_label"], hit["word_at"]
    if at.endswith("_"):  # docutils, "Embedded URIs and Aliases"
        return False
    if re.search(r" --?\w|[=|:/{}()\[\]$]", label) or re.match(_COMMAND, label):
        return True
    parts = {part.lower() for part in _PARTS_OF_NAME.findall(at)}
    words = {word.lower() for word in _LETTERS.findall(label)}
    if not label.isascii():
        return len(at) < 6 or (len(parts) < 2 and len(words) < 2 and len(label) < 7)
    if re.fullmatch(r"[a-z]\w*(?:\.\w+)*\.[A-Z]\w+", at) and label[0].isupper():
        return False  # an object of Python
    return len(parts & words) < 2


_WORD_AT_END = re.compile(r"<(?:[A-Za-z][\w.-]{3,100}|[^\W\d][^<>`]{2,60}_)>`(?![`_])")


def _has_phrase_with_word(text: str) -> bool:
    """Return whether a phrase that is no role ends in a word between "<" and ">"."""
    for match in _WORD_AT_END.finditer(text):
        tick = text.rfind("`", max(match.start() - 300, 0), match.start())
        if tick >= 0 and text[tick - 1 : tick] != ":":
            return True
    return False


_END = re.compile(r"`_(?<=[\w)]`_)_?(?![\w`])")


def _has_stray_end(text: str) -> bool:
    """Return whether a phrase ends that may not have begun: before it, its paragraph has pairs of backticks."""
    for match in _END.finditer(text):
        first = max(match.start() - 600, 0)
        start = max(text.rfind("\n\n", first, match.start()), first)
        if text.count("`", start, match.start()) % 2 == 0:
            return True
    return False


_ESCAPED_LITERAL = re.compile(
    r"``(?P<words>[^`<>]{1,200}?)\s+<(?P<at>https?://[^\s<>`]{1,600})>``(?:(?:\\ )?(?:\\_){1,2}|__?(?!\w))"
)


def _literal_escaped(hit: Hit, name: str) -> Problem | None:
    literal = _ESCAPED_LITERAL.search(hit[name])
    if literal is None:
        return None
    meant = _link(literal["words"], literal["at"])
    start = hit.start(name)
    return Problem(
        start=start + literal.start(),
        end=start + literal.end(),
        message=f"no link: this is code; write {meant}",
        fix=meant,
        safe=True,
    )


def _is_no_word(hit: Hit) -> bool:
    """Whether it is the name of a field, ``type_: 1``, of code, or what is left in a line of a cell of a long name."""
    begin = hit.text.rfind("\n", 0, hit.start()) + 1
    line = hit.text[begin:].partition("\n")[0]
    if (begin == hit.start() and hit.after == ":") or (hit.paragraph.is_cell and line.strip() == hit[0]):
        return True
    end = hit[0].rpartition(".")[2].rstrip("_")
    if "." not in hit[0] or not end.isalpha() or is_known_tld(end):
        return False
    return not any("." in name and " " not in name for name in hit.paragraph.defined)  # "a.b_" is an object of code


def _undefined(remedy: str) -> Report:
    def report(hit: Hit, name: str) -> Problem:
        message = f"no link: nothing in this file has that name; {remedy}"
        if f"={named(hit[name])}" in hit.paragraph.defined:
            message = (
                "no link: several titles in this file have that name; define a target before the one that is meant"
            )
        return Problem(start=hit.start(name), end=hit.end(name), message=message)

    return report


def _plain_note(hit: Hit, name: str) -> Problem:
    meant = f"{'' if hit.before in _BEFORE else ' '}{hit[name]}_"
    message = f'no link: an underscore belongs after the name of a note; write "{meant}"'
    return Problem(start=hit.start(name), end=hit.end(name), message=message, fix=meant)


# In the order in which they are looked for.
# docutils and Sphinx: these show their text
_OF_TEXT = (
    "(?:abbr|code|command|dfn|emphasis|expr|file|guilabel|index|kbd|literal|mailheader|makevar|manpage|math|menu"
    "|menuselection|mimetype|newsgroup|program|raw|regexp|samp|strong|sub|subscript|sup|superscript|title)"
)

RST = Slips(
    "rst",
    (
        Slip(
            "role_address",  # :doc:`a <http://a/>`
            "role",
            r":`[^`<>]*<https?://",
            rf"(?P<role_address>(?P<role>:[\w.+:-]+:)`(?!`)(?P<role_label>[^`<>\0]*)(?P<role_target>{_ADDRESS})_{{0,2}}`"
            r"(?P<role_underscores>_{0,2}))",
            _role_address,
            docstrings=True,
            bad=(
                "See ⟦:doc:`Größe <https://example.com/größe>`⟧ now.",
                "See ⟦:guilabel:`Größe <https://example.com/größe>`_⟧ now.",
            ),
            good=("See :foo:`Größe <https://example.com/größe>` now.",),
        ),
        Slip(
            "in_emphasis",  # **a `b <http://a/>`_**
            "rst-markup",
            (rf"{_STAR}[^*]{{0,500}}<https?://[^\s<>`]+>`_", rf"{_STAR}[^*]{{0,500}}:(?:ref|doc|term):`"),
            rf"(?<![`\w])(?P<in_emphasis>`(?![`\s])[^`<>\0]{{1,200}}\s{_ADDRESS}`__?(?![\w`])"
            r"|:(?:ref|doc|term):`(?:[^`<>\0]{1,200}|[^`<>\0]{1,200}<[^`<>\n\0]{1,200}>)`(?![\w`]))",
            says("no link: it is inside emphasis, where there is no other markup; end the emphasis before it"),
            against=(_is_shown, lambda hit: '", "' in hit.rest),  # of a table in CSV
            bad=(
                "**See ⟦`Größe <https://example.com/größe>`__⟧ now.**",
                "See *⟦`Größe <https://example.com/größe>`_⟧* now.",
                "*See ⟦:ref:`die\nGröße <groesse>`⟧ now.*",
            ),
            good=(
                "**See** `Größe <https://example.com/größe>`__ **now.**",
                "Write *:ref:`größe`* now.",
                '"*größe*", "**"\n":ref:`größe <maß>` *maß*"',
            ),
        ),
        Slip(
            "no_brackets",  # `a b http://a/`
            "wrong-bracket",
            r" https?://[^\s<>`]+`(?![`_])",
            rf"{_TICK}(?P<no_brackets>(?!{_COMMAND}){LETTER}+(?:[ ]{LETTER}+)+)[ ](?P<no_brackets_at>https?://"
            r"[^\s<>`\0]+)`(?![`_\w:])",
            lambda hit, name: _replaced(
                hit, '"<" and ">" belong around the address, and "__" after it', _link(hit[name], hit["no_brackets_at"])
            ),
            bad=(
                "See ⟦`die große Größe https://example.com/größe`⟧ now.",
                "अब ⟦`यह दस्तावेज़ https://example.com/größe`⟧ देखें।",
            ),
            good=("Use `curl https://example.com/größe` now.",),
        ),
        Slip(
            "gap_after",  # ` a <http://a/>`_
            "rst-markup",
            r"`[ \t]+[^`<>\n]{1,200}<[^`<>\s]{1,600}>`_",
            r"`(?<![^\s(].)(?P<gap_after>[ \t]+)[^`<>\s\0][^`<>\n\0]{0,200}\s<[^`<>\s\0]+>`__?(?![\w`])",
            says("no link: a space after the opening backtick; remove it", "", safe=True),
            bad=("See `⟦ ⟧die Größe <https://example.com/größe>`__ now.",),
            good=("See `größe` and `gewicht <https://example.com/größe>`__ now.",),
        ),
        Slip(
            "gap_inside",  # `a <http://a/> `_
            "rst-markup",
            r"<https?://[^\s<>`]+>[ \t]+`_",
            rf"{_TICK}[^`<>\0]{{1,300}}{_ADDRESS}(?P<gap_inside>[ \t]+)`__?(?![\w`])",
            says("no link: a space before the closing backtick; remove it", "", safe=True),
            bad=("See `Größe <https://example.com/größe>⟦ ⟧`_ now.",),
        ),
        Slip(
            "role_inside",  # `a :ref:`<b>`
            "role",
            r":`<[^`<>\s]{1,200}>`",
            rf"{_TICK}(?P<role_inside>[^`<>\0]{{1,200}}?)\s(?P<inner_role>:{_PAGE_ROLES}:)`(?P<inner_at><[^`<>\s\0]{{1,200}}>)`(?![`_\w])",
            says(
                "no link: the role belongs before the first backtick; write {}",
                lambda hit: f"{hit['inner_role']}`{hit['role_inside']} {hit['inner_at']}`",
                whole=True,
            ),
            bad=("See ⟦`die Größe :ref:`<größe>`⟧ now.",),
        ),
        Slip(
            "role_as_text",  # `:ref:a`, `doc:a/b`
            "role",
            (rf"`:{_ROLES}:[^\s`:<]", r"`(?:doc|ref|numref|term):[\w/]"),
            rf"{_TICK}(?P<role_as_text>:?(?P<text_role>(?<=:){_ROLES}|(?<!:)(?:doc|ref|numref|term)):"
            r"(?P<text_at>[^\W_][^`:<>\n\0]{1,100}(?:<[\w./-]{2,100}>)?|/[\w./-]{1,100}))`_{0,2}(?![`\w]|:\w)",
            lambda hit, _: _replaced(
                hit, "the backtick belongs after the name of the role", f":{hit['text_role']}:`{hit['text_at']}`"
            ),
            default_role=False,
            bad=("See ⟦`:ref:groesse`⟧ and ⟦`doc:größe/gewicht`⟧ and ⟦`:ref:Größe <groesse>`⟧ now.",),
            good=("Use `:ref:` or `größe:gewicht` now.",),
        ),
        Slip(
            "role_apart",  # :ref:`a` <b>
            "role",
            rf":{_PAGE_ROLES}:`[^`<>]{{1,200}}` <",
            r"(?<=\0)(?P<role_apart>`?[ ]<[^\W\d][\w./-]{2,100}>)(?![`\w])",
            says("no link: the target belongs before the closing backtick, after the text of the role"),
            against=(lambda hit: not _ROLE_BEFORE.search(hit.text, max(hit.start() - 300, 0), hit.start()),),
            bad=("See :ref:`die Größe`⟦ <größe>⟧ now.",),
            good=("See :func:`größe` <größe> and :ref:`Größe <größe>` now.",),
        ),
        Slip(
            "page_without_underscore",  # `a <../b>`
            "rst-markup",
            r"<(?:\.{0,2}/)[^\s<>`]+>`(?![_`])",
            rf"{_TICK}[^`<>\0]{{1,300}}\s<(?:\.{{1,2}}/|/)[\w./#-]+>(?P<page_without_underscore>`)(?![`_\w]|:\w)",
            says('no link: a role is missing before it, such as ":doc:", or "__" after it'),
            against=(_touches_markup, lambda hit: " -" in hit[0] or "=" in hit[0]),
            default_role=False,
            bad=("See `die Größe <../größe>⟦`⟧ now.",),
            good=("Use `cp -r <../größe>` now.", "See :doc:`die Größe <../größe>` now."),
        ),
        Slip(
            "relative",  # `a <b/c>`
            "rst-markup",
            r"<(?<=\s<)(?:[\w-]{1,100}(?:/[\w.-]{1,100})+/?|[\w./-]{1,200}\.(?:rst|html?))>`(?![_`])",
            rf"{_TICK}(?P<relative_words>[^`<>\0]{{1,200}})\s"
            r"<(?P<relative_at>[\w-]+(?:/[\w.-]+)+/?|[\w./-]+\.(?:rst|html?))>(?P<relative>`)(?![`_\w]|:\w)",
            says('no link: a role is missing before it, such as ":doc:", or "__" after it'),
            against=(_touches_markup, _is_command),
            default_role=False,
            bad=("See `die Größe <die/größe>⟦`⟧ now.",),
            good=("Use `cat <die/datei>` and `Größe <int>` now.",),
        ),
        Slip(
            "word_without_underscore",  # `a b<c>`
            "rst-markup",
            _has_phrase_with_word,
            rf"{_TICK}(?P<word_label>[^`<>\0]{{1,200}}?)\s?<(?P<word_at>[A-Za-z][\w.-]{{3,100}}|[^\W\d][^<>`\n\0]{{2,60}}_)>(?P<word_without_underscore>`)(?![`_\w]|:\w)",
            says('no link: a role is missing before it, such as ":ref:", or "_" after it'),
            against=(_touches_markup, _is_usage),
            default_role=False,
            bad=(
                "Voir `les préférences<Preferences>⟦`⟧ ici.",
                "See `the page of sizes <page-of-sizes>⟦`⟧ now.",
                "See `die Größe <das Gewicht_>⟦`⟧ now.",
            ),
            good=("Use `git commit <message>` and `Größe <int>` now.", "See `größe` <größe> now."),
        ),
        Slip(
            "underscore_escaped",  # `a <http://a/>`\\_
            "rst-markup",
            r"<https?://[^\s<>`]+>`\\_",
            rf"{_TICK}{_LABEL}(?<=\s){_ADDRESS}(?P<underscore_escaped>`\0\0)(?!\w)",
            says('no link: the underscore is escaped; write "`__"', "`__", safe=True),
            bad=("See `Größe <https://example.com/größe>⟦`\\_⟧ now.",),
        ),
        Slip(
            "no_underscore",  # `a <http://a/>`
            "rst-markup",
            r"<https?://[^\s<>`]+>`(?!_)",
            rf"{_TICK}(?:{_LABEL}(?<=[^!-/:-@\[-`{{-~]))?{_ADDRESS}(?P<no_underscore>`)"
            r"(?![`_\w]|:\w|[ \t]__?(?:[\s.,;:)。，、；：）」』]|\Z))",
            _no_underscore,
            docstrings=True,
            against=(_touches_markup, _is_placeholder),
            bad=(
                "See `Größe <https://example.com/größe>⟦`⟧ now.",
                "See `<https://example.com/größe>⟦`⟧ now.",
                "See `Größe<https://example.com/größe>⟦`⟧ now.",
                "See `Größe\n<https://example.com/größe>⟦`⟧ now.",
                "`대시보드 <https://example.com/größe>⟦`⟧\\ 를 본다.",
            ),
        ),
        Slip(
            "underscore_inside",  # `a <http://a/>_`
            "rst-markup",
            r"<https?://[^\s<>`]+>_",
            rf"{_TICK}{_LABEL}{_ADDRESS}(?P<underscore_inside>__?`_{{0,2}})(?![`_\w]|:\w)",
            says('no link: the underscore belongs after the backtick; write "`__"', "`__", safe=True),
            docstrings=True,
            bad=("See `Größe <https://example.com/größe>⟦_`⟧: now.",),
        ),
        Slip(
            "underscore_apart",  # `a <http://a/>` __
            "rst-markup",
            r"<https?://[^<>`]{1,600}>`\s",
            rf"{_TICK}{_LABEL}(?<=\s)<https?://[^<>`\0]{{1,600}}>(?P<underscore_apart>`\s__?)(?=[\s.,;:)。，、；：）」』]|\Z)",
            says('no link: the underscore belongs after the backtick; write "`__"', "`__", safe=True),
            docstrings=True,
            bad=("See `Größe <https://example.com/größe>⟦` __⟧ now, 见 `大小 <https://example.com/größe>⟦` __⟧。",),
        ),
        Slip(
            "mark_before",  # `a <http://a/>`:_
            "rst-markup",
            r"<https?://[^\s<>`]+>`[.,:;]_",
            rf"{_TICK}{_LABEL}(?<=\s){_ADDRESS}(?P<mark_before>`[.,:;]__?)(?=\s|\Z)",
            says('no link: the underscore belongs after the backtick; write "`__"'),
            bad=("See `Größe <https://example.com/größe>⟦`:_⟧ now.",),
        ),
        Slip(
            "no_space",  # `a<http://a/>`_
            "rst-markup",
            r"<(?<=[^\s`]<)https?://[^\s<>`]+>`_",
            rf"{_TICK}[^`<>\0]{{0,300}}[^\s`<>\0](?P<no_space><)https?://[^\s<>`]+>`__?(?!\w)",
            says('no link: missing space before "<"; add it', " <", safe=True),
            docstrings=True,
            bad=("See `Größe⟦<⟧https://example.com/größe>`__ now.",),
        ),
        Slip(
            "no_angle",  # `a <http://a/`_
            "unclosed",
            r"<https?://[^\s<>`]+`_",
            rf"{_TICK}{_LABEL}<(?P<no_angle_at>https?://[^\s<>`]+)(?P<no_angle>)`__?(?!\w)",
            _no_angle,
            docstrings=True,
            bad=("See `Größe <https://example.com/größe⟦⟧`__ now.",),
        ),
        Slip(
            "no_start",  # `http://a/>`
            "unclosed",
            r"`https?://[^\s<>`]+>`(?!_)",
            rf"{_TICK}(?P<no_start>(?<=`)https?://[^\s<>`\0]+>`)(?![`_\w]|:\w)",
            says(
                'no link: "<" belongs before the address, and "__" after the backtick; write `{}',
                lambda hit: f"<{hit['no_start']}__",
            ),
            bad=("See `⟦https://example.com/größe>`⟧ now.",),
        ),
        Slip(
            "no_end",  # `a <http://a/`
            "unclosed",
            r"<https?://[^\s<>`]+`(?![_`])",
            rf"{_TICK}{_LABEL}(?<=\s)<https?://[^\s<>`\0]+(?P<no_end>`)(?![`_\w>]|:\w)",
            says('no link: ">" belongs after the address, and "__" after the backtick; write ">`__"', ">`__"),
            against=(_is_placeholder,),
            bad=("See `Größe <https://example.com/größe⟦`⟧ now.",),
        ),
        Slip(
            "bracket",  # `a http://a/>`_
            "wrong-bracket",
            r"https?://(?<!<http://)(?<!<https://)[^\s<>`]+>?`_",
            rf"(?P<bracket>{_TICK}(?P<words>[^`<>]{{1,300}}?)(?<![ \t\n\r])(?P<gap>[ \t\n\r]*+)"
            rf"(?P<opened>[（(〈＜《‹«\[{{]?)(?P<at>https?://[^\s<>`（）〈〉＜＞]{{1,2000}}[{_CLOSERS}]?)>?`__?)(?![\w`])",
            says(
                'no link: "<" and ">" belong around the address; write {}',
                lambda hit: _link(_label(hit), _closed(hit["at"])),
                safe=True,
            ),
            bad=(
                "See ⟦`Größe https://example.com/größe>`_⟧ now.",
                "See ⟦`Größe [https://example.com/größe]`_⟧ and ⟦`[Größe](https://example.com/größe)`_⟧ now.",
                "参照 ⟦`大きさ （https://example.com/größe>`_⟧ 。",
            ),
        ),
        Slip(
            "bracket_glued",  # `a http://a/>`__あ
            "wrong-bracket",
            r"https?://(?<!<http://)(?<!<https://)[^\s<>`]+>`_",
            rf"{_TICK}[^`<>\0]{{1,300}}(?<=\s)(?P<bracket_glued>https?://[^\s<>`\0]{{1,600}}>`__?)(?=[^\W_])",
            says('no link: "<" belongs before the address, and a space or "\\ " after the link'),
            bad=("参照 `大きさ ⟦https://example.com/größe>`__⟧に",),
        ),
        Slip(
            "nested_literal",  # `a ``b`` <http://a/>`_
            "rst-markup",
            _has_strange_start,
            rf"(?<![`\w\0])(?P<nested_literal>`(?![`\s])[^`<>\0]{{1,200}}``[^`\s][^`]{{0,100}}``[^`<>\0]{{0,200}}{_PLACE}`__?)(?!\w)",
            says(
                "no link: its text has markup, which it cannot have; write {}",
                lambda hit: hit["nested_literal"].replace("``", ""),
            ),
            bad=("See ⟦`die ``Größe`` hier <https://example.com/größe>`__⟧ now.",),
            good=("See ``größe`` and `die Größe <https://example.com/größe>`__ now.",),
        ),
        Slip(
            "doubled",  # ``a <http://a/>``_
            "rst-markup",
            (_has_strange_start, r"``[^`<>]{1,200}<https?://[^\s<>`]+>``"),
            rf"``(?!`)(?P<doubled>[^`<>]{{1,200}})(?P<doubled_address>{_ADDRESS})`{{1,2}}__?(?!\w)",
            _doubled,
            bad=(
                "See ⟦``Größe <https://example.com/größe>``_⟧ now.",
                "See ⟦``Größe <https://example.com/größe>`_⟧ now.",
                "See ⟦``Größe <https://example.com/größe>`_⟧ and ``gewicht`` now.",
            ),
        ),
        Slip(
            "doubled_end",  # `a <http://a/>``
            "rst-markup",
            r"<https?://[^\s<>`]+>``",
            rf"{_TICK}(?P<doubled_end>[^`<>]{{1,200}})(?P<doubled_end_address>{_ADDRESS})``(?:__?)?(?![`\w])",
            _doubled,
            bad=("See ⟦`Größe <https://example.com/größe>``⟧ now.",),
        ),
        Slip(
            "glued",  # a`a <http://a/>`_
            "rst-markup",
            (_has_strange_start, r">`__?[^\W_]"),
            rf"(?P<after_letter>(?<=[\w{_NO_START}]))?`(?P<glued>(?![`_\s])[^`<>\0]{{1,200}}(?<=\s)(?:{_PLACE}|<[\w.-]{{2,100}}>))`__?(?![`_])"
            r"(?(after_letter)|(?=\w))",
            _glued,
            against=(_is_row,),
            bad=(
                "See the⟦`Größe <https://example.com/größe>`_⟧ now.",
                "参照⟦`大きさ <https://example.com/größe>`_⟧参照",
                "See größe,⟦`gewicht <https://example.com/größe>`__⟧ now.",
                "See (größe)⟦`gewicht <https://example.com/größe>`__⟧ now.",
                "See ⟦!`größe <https://example.com/größe.png>`_⟧ now.",
            ),
            good=("Große,Größe,`Gewicht <https://example.com/größe>`__",),
        ),
        Slip(
            "quoted",  # 'a <http://a/>'_
            "rst-markup",
            r"<https?://[^\s<>`]+>['´‘’\"”｀]_",
            rf"['´‘’\"“”`｀](?<!\w.)(?P<quoted>[^'´‘’\"“”`｀<>\0]{{1,200}})(?P<quoted_address>{_ADDRESS})['´‘’\"”｀]__?(?!\w)",
            _doubled,
            bad=(
                "See ⟦'Größe <https://example.com/größe>'_⟧ now.",
                "参照 ⟦｀大きさ <https://example.com/größe>｀_⟧ 。",
            ),
        ),
        Slip(
            "unopened",  # a <http://a/>`_
            "unclosed",
            _has_strange_start,
            r"<(?P<unopened>https?://[^\s<>`]+>(?:`__?|__?)|(?:#\w|\.{0,2}/|[\w.-]+/)[^\s<>`]{0,600}>`__?)(?![\w`])",
            _unopened,
            bad=(
                "See Größe ⟦<https://example.com/größe>`_⟧ now.",
                "参照 <mailto:größe@example.com>`_ と、⟦<https://example.com/größe>`_⟧ 参照",
                "See `Größe` ⟦<https://example.com/größe>`__⟧ now.",
                'See "größe ⟦<https://example.com/größe>_⟧ now.',
                "See Größe ⟦<../größe>`_⟧ now.",
                "See `die `Größe` hier ⟦<https://example.com/größe>`_⟧ now.",
            ),
            good=(r"See `die \`Größe\` hier <https://example.com/größe>`_ now.",),
        ),
        Slip(
            "tick_before",  # `a `<http://a/>`_
            "rst-markup",
            r"`<https?://[^\s<>`]+>`_",
            rf"(?<![`\w\0])`(?![`\s])[^`<>\0]{{1,200}}?(?P<tick_before>[ ]?`)(?={_ADDRESS}`__?(?![\w`]))",
            says('no link: a backtick before "<"; leave it out', " ", safe=True),
            bad=("See `Größe⟦ `⟧<https://example.com/größe>`__ now.",),
        ),
        Slip(
            "tick_after",  # `a <http://a/>`_`
            "rst-markup",
            r"<https?://[^\s<>`]+>`__?`(?![`\w])",
            rf"(?<![`\w\0])`{{1,2}}(?![`\s])[^`<>\0]{{1,200}}\s{_ADDRESS}`__?(?P<tick_after>`{{1,2}})(?![`\w])",
            says("no link: a backtick after the underscore; leave it out", "", safe=True),
            bad=("See `Größe <https://example.com/größe>`_⟦`⟧ now.",),
            good=("See ```Größe <https://example.com/größe>`_`` now.",),
        ),
        Slip(
            "swapped",  # `a <http://a/`>_
            "rst-markup",
            r"<[^\s<>`]+[/.:][^\s<>`]+`>_",
            rf"{_TICK}(?P<swapped>[^`<>\0]{{1,200}}?)\s+<(?P<swapped_address>(?:https?://|\.{{0,2}}/|[\w-]+[/.]|\{{[a-z]+\}})[^\s<>`]+)`>__?(?!\w)",
            says(
                "no link: the backtick belongs after the bracket; write {}",
                lambda hit: _link(hit["swapped"], hit["swapped_address"]),
                safe=True,
                whole=True,
            ),
            bad=(
                "See ⟦`Größe <https://example.com/größe`>__⟧ now.",
                "See ⟦`Größe <{filename}größe.rst`>_⟧ now.",
            ),
        ),
        Slip(
            "padded",  # `a < http://a/>`_
            "space-in-destination",
            r"<[ \t]+(?:https?://|\.{1,2}/)[^\s<>`]+[ \t]*>`_|<(?:https?://|\.{1,2}/)[^\s<>`]+[ \t]+>`_",
            rf"{_TICK}(?P<padded>[^`<>\0]{{1,200}}?)\s+<(?P<padded_gap>[ \t]+)?(?P<padded_address>(?:https?://|\.{{1,2}}/)[^\s<>`]+)"
            r"(?(padded_gap)[ \t]*|[ \t]+)>`__?(?!\w)",
            says(
                "no link: a space stands beside the address; write {}",
                lambda hit: _link(hit["padded"], hit["padded_address"]),
                safe=True,
                whole=True,
            ),
            bad=(
                "See ⟦`Größe < https://example.com/größe>`__⟧ now.",
                "See ⟦`Größe < ../größe.html>`__⟧ now.",
            ),
        ),
        Slip(
            "no_dots",  # _a: http://a/
            "undefined-name",
            (r"\.\._[ \t]?[\w -]{1,80}:[ \t]+http", r"_(?<!\S_)(?<!\.\. _)[\w -]{1,80}:[ \t]+http"),
            r"(?m:^)(?:\.\._[ \t]?|_)(?!_)(?P<no_dots>[\w -]{1,80})(?<!_):[ \t]+(?P<no_dots_address>https?://\S+)"
            r"[ \t\r]*(?m:$)",
            _no_dots,
            bad=("⟦.._größe: https://example.com/größe⟧",),
        ),
        Slip(
            "tripled",  # ```a`` <http://a/>`_
            "rst-markup",
            rf"```[^`<>]{{1,200}}``[^`<>]{{0,200}}{_PLACE}`_",
            rf"(?<![`\w])```(?P<tripled>[^`<>]{{1,200}})``(?P<tripled_rest>[^`<>]{{0,200}}?)\s*"
            rf"(?P<tripled_address>{_PLACE})`__?(?!\w)",
            _tripled,
            bad=("See ⟦```Größe`` <https://example.com/größe>`__⟧ now.",),
        ),
        Slip(
            "name",  # `a＜http://a/>`_
            "wrong-bracket",
            (
                r"https?://[^\s<>`]+(?:[^`\n>]{1,5}|>[^`\n]{1,5})`_",
                r"<(?<![ \t\r\n`]<)[^\s<>`]+>`_",
                r"＞`_",
                r"〉`_",
            ),
            r"(?<![`\w\0>])(?P<name>`(?![`\s_])(?P<name_words>[^`<>＜＞〈〉\0]{1,200}?)[\s\u00a0\u3000<＜〈(（]*[<＜〈(（\s]\s*"
            r"(?P<name_at>(?:https?://|\.{0,2}/|[\w-]+[/.])[^\s<>`＜＞〈〉]{1,600}?)[\s>＞〉)）]*`__?)(?![\w`])",
            _address_in_name,
            bad=(
                "See ⟦`Größe <<https://example.com/größe>`__⟧ now.",
                "See ⟦`Größe <https://example.com/größe>>`__⟧ now.",
                "See ⟦`Größe\u00a0<../größe.pdf>`__⟧ now.",
            ),
            good=("See `operator<größe>`_ now.\n\n.. _operator<größe>: https://example.com/",),
        ),
        Slip(
            "empty",  # `a <>`_
            "wrong-destination",
            r"<[ \t]*>`_",
            r"`(?![`\s])[^`<>\0]{1,200}\s(?P<empty><[ \t]*>)`__?(?!\w)",
            says('no link: there is no address between "<" and ">"'),
            bad=("See `Größe ⟦<>⟧`__ now.",),
        ),
        Slip(
            "myst_role",  # {ref}`a`
            "role",
            rf"\{{{_ROLES}\}}`",
            rf"(?<![\w`\\\0])(?P<myst_role>\{{{_ROLES}\}})`(?!`)[^`\n\0]{{1,200}}`(?![`_])",
            says(
                "no link: this is a role of MyST; write {}", lambda hit: f":{hit['myst_role'].strip('{}')}:", safe=True
            ),
            bad=("See ⟦{ref}⟧`Größe <größe>` now.",),
        ),
        Slip(
            "role_unopened",  # :term: a <b>`
            "role",
            rf":{_ROLES}:[ \t]?[^\s`:<][^`\n:]{{0,100}}`",
            rf"(?<![\w:`\\\0])(?P<role_unopened>:{_ROLES}:[ \t]?(?=[^\s`:<])[^`\n:\0]{{1,100}}(?<!\s)`)(?=[\s.,"
            rf";:!?)\]]|\Z)",
            says(
                "no link: the backtick before the text of the role is missing; write {}",
                lambda hit: _with_backticks(hit["role_unopened"].rstrip("`")),
            ),
            bad=("See ⟦:term: Größe <größe>`⟧ now.",),
            good=("See :ref:`größe` now.",),
        ),
        Slip(
            "role_bare",  # :func:a.b(), :doc: a/b
            "role",
            (
                r":(?:class|func|meth|mod|attr|exc|ref|doc|term):[A-Za-z_/]|:doc:[ \t]+[\w.]+/",
                r":(?:ref|doc|term|numref|download):[^\s`:<][^`<>\n:]{0,100}<[^`<>\s]{1,200}>",
                r":(?:ref|doc|term|numref):<[\w./-]{3,100}>",
            ),
            r"(?<![\w:`\\\0])(?P<role_bare>:??(?::(?:ref|doc|term|numref|download):(?=[^\s`:<'\"‘’“´])[^`<>\n:\0]{1,100}<[^`<>\s\0]{1,200}>"
            r"|:(?:ref|doc|term|numref):<[\w./-]{3,100}>|:(?:class|func|meth|mod|attr|exc|ref|doc|term):(?=[A-Za-z_/])[\w./-]*\w(?:<[\w./-]+>)?"
            r"|:doc:[ \t]+[\w./-]*/[\w./-]*\w))(?![`:])",
            _bare_role,
            bad=(
                "See ⟦:func:größe.los⟧() now.",
                "See ⟦:doc: ../größe/los⟧ now.",
                "See ⟦:doc:Die Größe <../größe>⟧ now.",
                "See ⟦:ref:<groesse>⟧ and ⟦::ref:gewicht⟧ now.",
            ),
            good=("See :func:`größe` now.",),
        ),
        Slip(
            "role_markdown",  # :ref:[a](b)
            "role",
            rf":{_PAGE_ROLES}:[ ]?\[[^\[\]\n`]{{1,200}}\]\(",
            rf"(?<![\w:`\\\0])(?P<role_markdown>(?P<markdown_role>:{_PAGE_ROLES}:)[ ]?\["
            r"(?P<markdown_text>[^\[\]\n`<>\0]{1,200})\]"
            r"\((?P<markdown_at>[\w./#-]{2,200})\))",
            lambda hit, _: _replaced(
                hit,
                "this is Markdown",
                f"{hit['markdown_role']}`{hit['markdown_text'].strip()} <{hit['markdown_at']}>`",
            ),
            bad=("See ⟦:ref:[die Größe](groesse)⟧ now.",),
        ),
        Slip(
            "backtick_before",  # `:ref:`a`
            "role",
            r"`:[a-z][\w.+:-]{1,30}:`",
            r"(?<![`\w\\\0])(?P<backtick_before>`)(?=:[a-z][\w.+:-]{1,30}:`(?![`\s])[^`\n]{1,200}`(?![`_\w]))",
            says("no link: a backtick before the role; leave it out", "", safe=True),
            bad=("See ⟦`⟧:ref:`größe` now.",),
            good=("Use `:ref:` (or `{ref}`) now.",),
        ),
        Slip(
            "role_doubled_start",  # :ref:``a`
            "role",
            r":``[^`\n]{1,200}`(?!`)",
            r"(?<![\w:`\\\0]):[\w.+:-]{2,40}:(?P<role_doubled_start>``)(?!`)[^`\n]{1,200}`(?![`_])",
            says("no link: a role has one backtick before and after its text; write one", "`", safe=True),
            against=(_is_in_literal,),
            docstrings=True,
            bad=("See :class:⟦``⟧größe` now.",),
        ),
        Slip(
            "role_tilde",  # :class:~`a.b`
            "role",
            rf":{_ROLES}:~`",
            rf"(?<![\w:`\\\0]):{_ROLES}:(?P<role_tilde>~`)(?=[\w.]+`(?![`_]))",
            says('no link: "~" belongs after the backtick; write "`~"', "`~", safe=True),
            docstrings=True,
            bad=("See :class:⟦~`⟧größe.los` now.",),
        ),
        Slip(
            "role_half_doubled",  # :ref:`a``
            "role",
            r":`[^`\n]{1,200}``(?!`)",
            r"(?<![\w:`\\\0]):[\w.+:-]{2,40}:`(?!`)[^`\n]{1,200}(?<!\s)(?P<role_half_doubled>``)(?![`_])",
            says("no link: a role has one backtick before and after its text; write one", "`", safe=True),
            against=(_is_in_literal,),
            docstrings=True,
            bad=("See :class:`größe⟦``⟧.",),
            good=("See :class:`größe` and ``gewicht``.", "See :strike:`größe - ``gewicht``` now."),
        ),
        Slip(
            "role_foreign",  # :参照:`a <b>`
            "role",
            r":[^\W\d_a-zA-Z]{1,20}:`",
            r"(?<![\w`\\\0])(?P<role_foreign>:[^\W\d_a-zA-Z]{1,20}:)`(?!`)(?:[^`<>\n\0]{1,200}<[\w./-]{2,100}>|[a-z][\w-]{3,100})[`'>]?",
            says("no link: the name of the role was translated; write the original one"),
            bad=("参照 ⟦:参照:⟧`大きさ <groesse>` です", "참조 ⟦:참고:⟧`size-of-it`를"),
        ),
        Slip(
            "role_underscore",  # :ref:`a`_
            "role",
            r":`[^`]{1,200}`_",
            r"(?<![\w:`\\\0]):[\w.+:-]{2,40}:`(?!`)[^`]{1,200}`(?P<role_underscore>__?)(?![\w`])",
            says("no link: a role has no underscore after it; leave it out", "", safe=True),
            bad=("See :ref:`größe`⟦_⟧ now.",),
        ),
        Slip(
            "role_quoted",  # :ref:'a'
            "role",
            rf":{_ROLES}:['\"‘’“´]",
            rf"(?<![\w:`\\\0'\"‘’“”]):{_ROLES}:(?P<role_quoted>['‘’´][^\s'\"‘’“”´`][^'\"‘’“”´`\n]{{0,200}}(?<!\s)['’´`]"
            r"|\"[^\s\"`][^\"`\n]{0,200}(?<!\s)\"|“[^\s”`][^“”`\n]{0,200}(?<!\s)”)(?!\w)",
            says(
                "no link: a role has backticks before and after its text; write {}",
                lambda hit: f"`{hit['role_quoted'][1:-1]}`",
                safe=True,
            ),
            bad=(
                "See :ref:⟦'größe'⟧ now.",
                'See :doc:⟦"größe"⟧ now.',
                "See :ref:⟦'die Größe <größe>'⟧ now.",
                "See :ref:⟦\"l'ordre de l'index\"⟧ now.",
            ),
            good=("The roles \":ref:\" and \":doc:\" and ':ref:' or ':doc:'.",),
        ),
        Slip(
            "role_unclosed",  # :ref:`a
            "unclosed",
            r":[a-z][\w+:-]{1,30}:`[^`]{1,500}?(?:\n[ \t]*\n|\Z)",
            r"(?<![\w:`\\\0])(?P<role_unclosed>:[a-z][\w+:-]{1,30}:`)(?!`)(?=[^`]{2,500}\Z)",
            says("no link: the backtick after the text of the role is missing"),
            against=(lambda hit: not hit.paragraph.text.endswith(hit.text[hit.start() :]),),
            bad=("See ⟦:ref:`⟧größe <gewicht> now.", "Die :code:`größe' und ⟦:code:`⟧_gewicht'."),
        ),
        Slip(
            "role_gap",  # :ref: `a`
            "role",
            (
                rf":{_ROLES}:(?:[ \t]+|[ \t]*\r?\n[ \t]*)`",
                rf":{_ROLES}(?:[ \t]+[:：;]|::|[：;])[ \t]*`",
                rf"：{_ROLES}[:：;]`",
                rf";{_ROLES}[:：;]`",
                rf"::{_ROLES}::?`",
                rf"：{_ROLES}：[ \t]*`",
            ),
            rf"(?P<role_gap>(?<![\w:`\\\0])(?:::?{_ROLES}:(?:[ \t]+|[ \t]*\r?\n[ \t]*)"
            rf"|::?{_ROLES}(?:[ \t]+[:：;]|::|[：;])[ \t]*|::{_ROLES}:|[：;]{_ROLES}[:：;])|：{_ROLES}：[ \t]*)"
            r"`(?!`)[^`]{1,200}`(?![`_])",
            _role,
            docstrings=True,
            bad=(
                "See ⟦:ref: ⟧`Größe <größe>` now.",
                "See ⟦:ref:\n⟧`größe` now.",
                "See ⟦:ref :⟧`größe` now.",
                "參照 ⟦：ref：⟧`größe` 。",
                "參照⟦：ref： ⟧`größe` 。",
                "See ⟦::ref::⟧`größe` now.",
            ),
            good=("See :ref:`Größe <größe>` and ``:ref: `größe`.`` now.",),
        ),
        Slip(
            "half_role",  # ref:`a`, :ref`a`
            "role",
            (
                rf":`(?:{_AFTER_ROLE})",
                r":[a-z]{2,12}`(?!`)",
                r"`(?<=ref`|doc`)[^`<>\n]{1,200} <[\w./-]{2,100}>`",
                *(rf"{domain}:(?<![:\w]{domain}:)[a-z]{{2,12}}:`" for domain in ("py", "cpp", "js", "php", "std")),
                rf"c:(?<![:\w]c:){_OF_C}:`",
            ),
            rf"(?<![:\w`\\.\0-])(?P<half_role>(?:(?<![^\s(\[]):[ ])?"
            rf"(?:(?:py|cpp|js|php|std):[a-z]{{2,12}}|c:{_OF_C}|{_LINKING}|{_ROLES}):"
            rf"|:(?:{_ROLES}|[a-z]{{2,12}})(?!:)|(?:numref|ref|doc)(?=`[^`<>\n]{{1,200}}[ ]<[\w./-]{{2,100}}>`))"
            r"`(?!`)[^`\n]{1,200}`(?![`_])",
            _role,
            docstrings=True,
            bad=(
                "See ⟦doc:⟧`/größe` now.",
                "See ⟦py:mod:⟧`größe` now.",
                "See größe (⟦c:func:⟧`größe`) now.",
                "See ⟦ref⟧`die Größe <größe>` now.",
            ),
        ),
        Slip(
            "role_swallows",  # :ref:`a b (:ref:`c`
            "unclosed",
            rf":{_ROLES}:`[^`]{{1,200}}[\s(]:{_ROLES}:`[^\s`]",
            rf"(?<![\w:`\\])(?P<role_swallows>:{_ROLES}:`(?![`\s])[^`]{{1,200}}?)[\s(]+(?=:{_ROLES}:`[^\s`\0])",
            says("no link: the backtick after the text of the role is missing"),
            bad=("See ⟦:ref:`größe) now⟧ (:ref:`gewicht`) and more.",),
        ),
        Slip(
            "glued_role",  # あ:ref:`a`
            "role",
            _GLUED_ROLE_NEEDLE,
            rf"(?P<letter_before>(?<=[^\W_]|[*{_NO_START}]))?(?P<glued_role>(?:{_ROLE_OF_LINK})`)(?![`_])"
            r"(?P<letter_after>(?=[\w(（「]))?(?(letter_before)|(?(letter_after)|(?!)))",
            _glued,
            bad=(
                "参照⟦:ref:`大きさ <größe>`⟧ 参照",
                "See ⟦:term:`Größe`⟧n now.",
                "See größe,⟦:doc:`/größe`⟧ now.",
                "參照 ⟦:ref:`大小 <größe>`⟧（重量）",
            ),
            good=("See :foo:ref:`größe` and :ref:`Größe <größe>`, now.",),
        ),
        Slip(
            "role_padded",  # :ref:` a`, :ref:`a `
            "role",
            (rf":{_ROLES}:`[ \t]", rf":{_ROLES}:`[^`\n]{{1,200}}[ \t]`"),
            rf"(?<![\w:`\\\0]):{_ROLES}:(?P<role_padded>`(?:[ \t]+[^`\s\0][^`\n\0]{{0,200}}|[^`\s\0][^`\n\0"
            rf"]{{0,200}}[ \t]+)`)"
            r"(?=[\s.,;:!?)\]，。、：；！？）」]|\Z)",
            says(
                "no link: a space stands directly after or before a backtick; write {}",
                lambda hit: f"`{hit['role_padded'].strip('` ' + chr(9))}`",
                safe=True,
            ),
            bad=("See :ref:⟦` größe`⟧ now.", "See :ref:⟦`größe `⟧, now.", ":ref:⟦`größe `⟧：參照"),
        ),
        Slip(
            "role_open",  # :doc:`a <a`, :doc:`a a>`, :doc:`a < a>`
            "role",
            (
                rf":{_PAGE_ROLES}:`[^`<>]{{1,200}}[<＜〈][^`<>]{{0,200}}`",
                rf":{_PAGE_ROLES}:`[^`<]{{1,200}}[>＞〉]`",
                rf":{_PAGE_ROLES}:`[^`<>]{{1,200}}<(?:[ \t][^`<>]{{1,200}}|[^`<>]{{1,200}}[ \t])>`",
                rf":{_PAGE_ROLES}:`[^`>]{{1,200}}>>`",
                rf":{_PAGE_ROLES}:`[^`]{{1,200}}[＞〉]`",
            ),
            rf"(?<![\w:`\\]):{_PAGE_ROLES}:(?P<role_open>`[^`<>＜＞〈〉\0]{{1,200}}?[ \t\u00a0\u3000]*(?:[<＜〈"
            rf"(（]\s*|[ ](?=[^\s`]+[>＞〉]`))"
            r"(?P<role_open_at>[^`<>＜＞〈〉\s\0]{1,200})\s*[>＞〉)）]{0,2}`)(?![`_])",
            _bracketed_role,
            bad=(
                "See :doc:⟦`Größe <größe`⟧ now.",
                "See :ref:⟦`Größe größe>`⟧ now.",
                "See :ref:⟦`Größe ＜größe>`⟧ now.",
                "See :ref:⟦`Größe < größe>`⟧ now.",
                "See :ref:⟦`Größe <größe`>⟧ now.",
            ),
            good=("See :ref:`Größe<größe>` now.", "See :ref:`größe (gewicht)` now."),
        ),
        Slip(
            "role_empty",  # :ref:`a <`
            "wrong-destination",
            r":`[^`<>\n]{1,200} <>?`",
            rf"(?<![\w:`\\\0])(?::{_PAGE_ROLES}:|:(?!{_OF_TEXT}:)[a-z]{{3,12}}:(?=`[A-Z]))`(?P<role_empty_label>[^`<>\n\0]{{1,200}})"
            r"[ ](?P<role_empty><>?)`(?![`_])",
            says('no link: there is no target after "<"; add it'),
            bad=("See :ref:`die Größe ⟦<⟧` now.", "See :home:`Große Größe ⟦<>⟧` now."),
            good=("See :math:`A <` and :guilabel:`A <` now.",),
        ),
        Slip(
            "role_after",  # :ref:`a <b>.`
            "role",
            rf":{_PAGE_ROLES}:`[^`<>]{{1,300}}<[^`<>\s]{{1,200}}>[^`<>]{{1,5}}`",
            rf"(?<![\w:`\\\0]):{_PAGE_ROLES}:`(?!`)[^`<>\0]{{1,300}}\s<[^`<>\s\0]{{1,200}}>(?P<role_after>[^\w`<>\0]{{1,5}})`(?![`_])",
            says('no link: the target must end the text of the role; write what follows ">" after the backtick'),
            bad=("See :ref:`die Größe <größe>⟦.⟧` now.",),
            good=("See :ref:`Größe <größe>`. Now.",),
        ),
        Slip(
            "role_doubled",  # :ref:``a``
            "role",
            rf":{_ROLES}:``",
            rf"(?<![\w:`\\])(?P<role_doubled>:{_ROLES}:\0{{5,200}})(?![`_\0])",
            _role_doubled,
            against=(lambda hit: not hit["role_doubled"].endswith("``"),),
            bad=("See ⟦:ref:``größe``⟧ now.",),
        ),
        Slip(
            "mediawiki",  # [http://a/ a]
            "other-markup",
            MEDIAWIKI_NEEDLE,
            MEDIAWIKI,
            says(
                "no link: this is the markup of a wiki; write {}",
                lambda hit: _link(hit["mediawiki_words"], hit["mediawiki"]),
                whole=True,
            ),
            against=(lambda hit: hit["mediawiki"][-1:] in ".:;",),
            bad=("See ⟦[https://example.com/größe größe und gewicht]⟧ (⟦[https://example.com/größe größe]⟧) now.",),
        ),
        Slip(
            "unclosed",  # `a <http://a/>_
            "unclosed",
            r"<https?://[^\s<>`]+>__?(?![\w`])",
            rf"`[^`<>\0]{{1,200}}{_ADDRESS}(?P<unclosed>__?)(?![\w`])",
            says('no link: the backtick before "_" is missing', lambda hit: f"`{hit['unclosed']}", safe=True),
            bad=("See `Größe <https://example.com/größe>⟦_⟧ now.",),
        ),
        Slip(
            "target_link",  # _`a <http://a/>`_
            "rst-markup",
            r"_`[^`<>]{1,200}<https?://[^\s<>`]+>`_",
            rf"(?<![\w`\0])(?P<target_link>_)(?=`(?![`\s])[^`<>\0]{{1,200}}\s{_ADDRESS}`__?(?![\w`]))",
            says("no link: an underscore before the opening backtick; remove it", "", safe=True),
            bad=("See ⟦_⟧`die Größe <https://example.com/größe>`_ now.",),
        ),
        Slip(
            "literal_escaped",  # ``a <http://a/>``\\_
            "rst-markup",
            r"<https?://[^\s<>`]+>``(?:(?:\\ )?\\_|__?(?!\w))",
            r"(?P<literal_escaped>\0{15,600})",
            _literal_escaped,
            bad=(
                "See ⟦``die Größe <https://example.com/größe>``\\ \\_\\_⟧ now.",
                "See ⟦``die Größe <https://example.com/größe>``_⟧ of the ``weight``.",
            ),
            good=("See ``die Größe <https://example.com/größe>``\\ now.",),
        ),
        Slip(
            "half_closed",  # `a <http://a/`_b, `a <http://a/_ b
            "unclosed",
            r"<https?://[^\s<>`]+(?:`__?\w|_ )",
            rf"{_TICK}[^`<>\0]{{1,300}}\s(?P<half_closed><[^\s<>`]{{8,600}}(?:`__?(?=\w)|(?=[ \t])))",
            says('no link: ">`__" and a space belong after the address'),
            against=(lambda hit: not re.fullmatch(r"<https?://\S+_", hit["half_closed"]),),
            bad=(
                "See `die Größe ⟦<https://example.com/größe`_⟧and more.",
                "See `die Größe ⟦<https://example.com/größe_⟧ and more.",
            ),
        ),
        Slip(
            "never_ended",  # `a <http://a/> b
            "unclosed",
            _has_never_ended,
            rf"{_TICK}[^`<>\0]{{1,200}}\s<(?:https?://[^\s<>`\0]+|[\w./-]+\.(?:rst|html?))>(?P<never_ended>)(?=[\s.,;:!?)])"
            r"(?=[^`\0]{0,800}\Z)",
            says('no link: a backtick and "__" are missing after ">"'),
            against=(_is_placeholder,),
            bad=("See `die Größe <https://example.com/größe>⟦⟧ now.", "See `Größe <größe.html>⟦⟧ and more."),
            good=("See `Größe` <https://example.com/größe> now.",),
        ),
        Slip(
            "set_apart",  # a <http://a/>` _
            "rst-markup",
            r"<https?://[^\s<>`]+>[ \t]*`[ \t]+_",
            rf"{_ADDRESS}(?P<set_apart>[ \t]*`[ \t]+__?)(?=[\s.,;:!?)。，、；：！？）」』]|\Z)",
            says("no link: a space stands before the underscore; remove it"),
            bad=("See the ` <https://example.com/größe>⟦` _⟧",),
        ),
        Slip(
            "stray_end",  # a b`_
            "rst-markup",
            _has_stray_end,
            r"(?<=[\w)])(?P<stray_end>`__?)(?![\w`])",
            says("no link: the backtick before the text is missing"),
            against=(lambda hit: "`" in hit.rest[: hit.start()],),
            bad=("See die Größe (Gewicht)⟦`_⟧ now.",),
            good=("See `die Größe`_ now.",),
            catalogs=False,
        ),
        Slip(
            "wiki_page",  # [[A: b|c]]
            "other-markup",
            r"\[\[[A-Z][^\[\]\n]{1,80}(?:\||: ?\w)",
            r"(?<![\[\w\0])(?P<wiki_page>\[\[(?=[^\[\]\n]{0,100}(?:\||:[ ]?\w))[A-Z][\w:/ .'-]{2,80}"
            r"(?:\|(?!https?:)[^\[\]|\n`\0]{2,100})?\]\])(?![\]\w])",
            says("no link: this is the markup of a wiki; write it in reStructuredText"),
            of_wiki=True,
            bad=("See ⟦[[Size: die Größe]]⟧ and ⟦[[Size:Install|die Größe]]⟧ now.",),
            good=("Use [[nodes]] and [[ -f größe ]] now.",),
        ),
        Slip(
            "target_gap",  # .. _a:http://a/
            "undefined-name",
            r"\.\.[ \t]+_[^\n:：]{1,100}(?:：[ \t]*|:[\u00a0\u3000]*|[ \t]+)https?://",
            r"\A\.\.[ \t]+_[^\n:：]{1,100}?(?P<target_gap>：[ \t]*|:[\u00a0\u3000]*|[ \t]+)(?=https?://\S+[ \t]*\Z)",
            says('no target: a colon and a space belong before the address; write ": "', ": ", safe=True),
            explicit=True,
            bad=(
                ".. _größe⟦:⟧https://example.com/größe",
                ".. _größe⟦ ⟧https://example.com/größe",
            ),
        ),
        Slip(
            "no_low_line",  # .. `a`: http://a/
            "undefined-name",
            r"\.\.[ \t]+`[^`\n]{1,100}`_?:[ \t]+http",
            r"\A\.\.[ \t]+(?P<no_low_line>`)[^`\n]{1,100}`_?:[ \t]+https?://\S+[ \t]*\Z",
            says('no target: an underscore belongs before the name; write "_`"', "_`", safe=True),
            explicit=True,
            bad=(".. ⟦`⟧Größe`: https://example.com/größe",),
            good=(".. größe: https://example.com/größe",),
        ),
        Slip(
            "target_space",  # .. _ a:
            "undefined-name",
            r"\.\.[ \t]+_[ \t]",
            r"\A\.\.[ \t]+_(?P<target_space>[ \t]+)(?=[^\s:`][^\n:]{0,100}:(?:[ \t]|\Z))",
            says("no target: a space after the underscore; remove it", "", safe=True),
            explicit=True,
            bad=(".. _⟦ ⟧größe:\n\nSee `größe`_ now.", ".. _⟦ ⟧größe: https://example.com/größe"),
        ),
        Slip(
            "two_low_lines",  # .. __a:
            "undefined-name",
            r"\.\.[ \t]+__[^\W_]",
            r"\A\.\.[ \t]+(?P<two_low_lines>__)(?=[^\W_][^\s:]{0,100}:(?:[ \t]+\S+)?[ \t]*\Z)",
            says('no target: one underscore belongs before its name; write "_"', "_", safe=True),
            explicit=True,
            bad=(".. ⟦__⟧größe:\n\nSee größe_ now.", ".. ⟦__⟧größe: https://example.com/größe"),
            good=(".. __: https://example.com/größe",),
        ),
        Slip(
            "space_before_colon",  # .. _a :
            "undefined-name",
            r"\.\.[ \t]+_[^\s:`_][^:\n]{0,100}\s:",
            r"\A\.\.[ \t]+_[^\s:`_][^:\n]{0,100}?(?P<space_before_colon>[^\S\n]+)(?=:(?:[ \t]+\S+)?[ \t]*\Z)",
            says("no target: a space before the colon; remove it", "", safe=True),
            against=(lambda hit: _TARGET.match(hit.text.expandtabs()),),  # docutils expands them
            explicit=True,
            bad=(".. _größe⟦  ⟧:", ".. _größe⟦\u00a0⟧:", ".. _die Größe⟦ \t⟧: https://example.com/größe"),
            good=(".. größe :", ".. _größe : https://example.com/größe"),
        ),
        Slip(
            "literal_name",  # .. _``a`` b: http://a/
            "undefined-name",
            r"\.\.[ \t]+_``",
            r"\A\.\.[ \t]+_(?P<literal_name>``[^\n]{1,200}):[ \t]+[^\s`]+[ \t]*\Z",
            says("no target: its name may not begin with two backticks; write it between single ones"),
            explicit=True,
            bad=(".. _⟦``größe`` und gewicht⟧: https://example.com/größe",),
        ),
        Slip(
            "no_address",  # .. _a: <
            "undefined-name",
            r"\.\.[ \t]+_[^\s:`_][^:\n]{0,100}:[ \t]+(?:[<>]|[^\W\d_]{2,30}[ ])",
            r"\A\.\.[ \t]+_(?!(?:FIXME|NOTE|TODO|XXX)\b)[^\s:`_][^:\n]{0,100}:[ \t]+"
            r"(?P<no_address>[<>]|[^\W\d_]{2,30}(?:[ ][^\W\d_]{1,30}){1,15})[ \t]*\Z",
            says("no target: this is not an address; write the address"),
            explicit=True,
            bad=(".. _größe: ⟦<⟧", ".. _größe: ⟦die große Größe⟧"),
            good=(".. _größe: gewicht", ".. _größe: `die Größe`_", ".. _TODO: die große Größe"),
        ),
        Slip(
            "marked_address",  # .. _a: <http://a/>`_
            "undefined-name",
            r"\.\.[ \t]+_[^\s:`_][^:\n]{0,100}:[ \t]+(?:`[^`<>\n]{1,200}[ ])?<https?://",
            r"\A\.\.[ \t]+_[^\s:`_][^:\n]{0,100}:[ \t]+(?P<marked_address>(?:`[^`<>\n]{1,200}[ ])?"
            r"<(?P<marked_at>https?://[^\s<>`]{1,600})>(?:`_{0,2}|_{1,2}))[ \t]*\Z",
            says("no target: its address stands alone; write {}", lambda hit: hit["marked_at"], safe=True),
            explicit=True,
            bad=(
                ".. _größe: ⟦<https://example.com/größe>`_⟧",
                ".. _größe: ⟦`Größe <https://example.com/größe>`__⟧",
            ),
        ),
        Slip(
            "target_colon",  # .. _a
            "undefined-name",
            r"\.\.[ \t]+_[\w.-]+[ \t]*(?:\n|\Z)",
            r"\A\.\.[ \t]+_[\w.-]+(?P<target_colon>)[ \t]*\Z",
            says('no target: a colon belongs after its name; write ":"', ":", safe=True),
            against=(lambda hit: not hit.paragraph.repeated,),
            explicit=True,
            bad=(
                ".. _größe⟦⟧\n\nSee :ref:`Die Größe <größe>` now.",
                ".. _größe.py⟦⟧\n\nSee :ref:`größe.py` now.",
                ".. _größe⟦⟧\n\nDie Größe\n=========",
            ),
            good=(".. _größe\n\nSee größe now.",),
        ),
        Slip(
            "target_colons",  # .. _a::
            "undefined-name",
            r"\.\.[ \t]+_[\w.-]+(?:::|[：;])",
            r"\A\.\.[ \t]+_[\w.-]+(?P<target_colons>::|[：;])(?=[ \t]*\Z|[ \t]+https?://\S+[ \t]*\Z)",
            says('no target: one colon belongs after its name; write ":"', ":", safe=True),
            explicit=True,
            bad=(".. _größe⟦::⟧", ".. _größe⟦：⟧", ".. _größe⟦::⟧ https://example.com/größe"),
        ),
        Slip(
            "note_mark",  # _[1], [1] _
            "rst-markup",
            (r"_\[(?:\d{1,3}|#\w{0,30}|\*)\](?!_)", r"\[(?:\d{1,3}|#\w{0,30})\][ ]_(?!\w)"),
            r"(?<![\w\]\0])(?P<note_mark>_\[(?:\d{1,3}|#\w{0,30}|\*)\](?!_)|\[(?:\d{1,3}|#\w{0,30})\][ ]_(?!\w))",
            says("no link: the underscore belongs directly after the bracket; write {}", _as_note),
            bad=("Die Größe ⟦_[#]⟧ und ⟦[1] _⟧.\n\n.. [#] größe\n.. [1] gewicht",),
            good=("Die Größe [#]_ und a_[1].\n\n.. [#] größe",),
        ),
        Slip(
            "glued_note",  # a[1]_
            "rst-markup",
            r"\](?<=[0-9\w#*]\])_(?!\w)",
            r"(?<=[^\W_])(?P<glued_note>\[(?:\d{1,3}|#\w{0,30})\]_)(?![\w_])",
            says(
                'no link: a letter stands directly before or after it; write "{}"',
                lambda hit: (" " if hit.before.isascii() else "\\ ") + hit[0],
            ),
            against=(
                lambda hit: "`" in hit.rest[: hit.start()],
                lambda hit: hit[0] != "[#]_" and named(hit[0]) not in hit.paragraph.defined,
            ),
            bad=("Maß\n===\n\nDie Größe⟦[#]_⟧ und 大きさ⟦[1]_⟧\n\n.. [#] größe\n.. [1] gewicht",),
            good=("Maß\n===\n\nDie Größe [#]_ und ``a[1]_`` und a[3]_.\n\n.. [#] größe\n.. [1] gewicht",),
        ),
        Slip(
            "name_end",  # ``a`_, `a'_, `a` _, `a_`, if a is defined
            "rst-markup",
            (
                r"``_(?![\w`])",
                r"_(?<=['´’\"”｀]_)(?![\w`'\"])",
                r"`_(?<=[ ]`_)(?![\w`])",
                r"`[ ]?[_＿](?!\w)(?<!`_)",
                r"_`(?![`_\w])",
            ),
            r"(?P<name_end>(?<!\w)[`'´‘“\"｀]{1,2}[ ]?(?P<ended>[^`'´‘’“”\"<>\n\0｀]{2,100}?)"
            r"(?:(?:[ ]?[`'´’”\"｀]|``)[ ]?[_＿]{1,2}|_{1,2}[`'´]))(?![\w`])",
            says("no link: one backtick belongs before and after; write {}", _as_name, whole=True),
            against=(lambda hit: normalized(hit["ended"]) not in hit.paragraph.defined,),
            last=True,
            bad=("Größe\n=====\n\nSee ⟦`Größe'_⟧ and ⟦`Größe_`⟧ and ⟦``Größe`_⟧ now.",),
            good=("Größe\n=====\n\nSee `Größe`_ and 'Gewicht'_ and ``_Größe_`` now.",),
        ),
        Slip(
            "name_unclosed",  # `a_, if a is defined
            "rst-markup",
            r"`[^`<>\n]{1,99}\w_(?=[\s.,;:!?)]|\Z)",
            rf"{_TICK}(?P<name_unclosed>[^`<>\n\0]{{1,99}}[^\W_]_)(?=[\s.,;:!?)]|\Z)",
            says(
                "no link: one backtick belongs before and after; write {}",
                lambda hit: f"`{hit['name_unclosed'].rstrip('_')}`_",
                whole=True,
            ),
            against=(lambda hit: normalized(hit["name_unclosed"].rstrip("_")) not in hit.paragraph.defined,),
            bad=("Die Größe\n=========\n\nSee ⟦`Die Größe_⟧ now.",),
            good=("Größe\n=====\n\nSee `gewicht_ now.",),
        ),
        Slip(
            "word_apart",  # a _, if a is defined
            "rst-markup",
            r"[ ]_(?<=[^\W\d_][ ]_)(?=[\s.,;:!?)]|\Z)",
            r"(?<![^\s(])(?P<word_apart>[^\W\d_a-z][\w.-]{2,60}(?<!_)[ ]_)(?=[.,;:!?)\n]|\Z)",
            says("no link: a space stands before the underscore; remove it", lambda hit: hit[0].replace(" ", "")),
            against=(lambda hit: normalized(hit[0].strip(" _")) not in hit.paragraph.defined,),
            last=True,
            bad=("Größe\n=====\n\nSee ⟦Größe _⟧.",),
            good=("Größe\n=====\n\nSee gewicht _, Größe_ and Größe _ now.",),
        ),
        Slip(
            "path_end",  # `a (b/c.html>`_
            "wrong-bracket",
            r"\.(?:html?|rst|pdf)(?:#[\w-]{1,100})?(?!>`_)[ \t]?[>)»＞]{0,2}[ \t]?[`'´’\"”｀]{0,2}[ \t]?_",
            r"(?<![\w`])[`'´‘“\"｀](?P<path_end>[^`'´<>\0]{1,200}?[ <＜(（«]{1,3}[\w./-]{1,200}\.(?:html?|rst|pdf)"
            r"(?:#[\w-]+)?[ \t]?[>＞)）»]{0,2}[ \t]?[`'´’\"”｀]{0,2}[ \t]?__?`?)(?!\w)",
            says('no link: "<" and ">" belong around the address'),
            last=True,
            bad=("See '⟦die Größe <docs/größe.html>'_⟧ now.", "See `⟦die Größe <docs/größe.html>_⟧ now."),
            good=("See `die Größe <docs/größe.html>`__ now.",),
        ),
        Slip(
            "image_colons",  # .. image: a.png
            "rst-markup",
            r"\.\.[ \t]+(?:image|figure)[ \t]*[:：]",
            r"\A\.\.[ \t]+(?:image|figure)(?P<image_colons>(?!::[ \t])[ \t]*[:：][:：\s]*)(?=[^\s:：][^\n]*\Z)",
            says("no image: two colons and a space belong before its address"),
            explicit=True,
            bad=(".. image⟦: ⟧größe.png", ".. figure⟦::⟧größe.png"),
            good=(".. image of the size: größe", "text\n\n.. image:: größe.png"),
        ),
        Slip(
            "image_no_colons",  # .. image a.png
            "rst-markup",
            r"\.\.[ \t]+(?:image|figure)[ \t]+[\w./-]{1,200}\.(?:png|jpe?g|gif|svg)",
            r"\A\.\.[ \t]+(?:image|figure)(?P<image_no_colons>[ \t]+)(?=[\w./-]{1,200}\.(?:png|jpe?g|gif|svg)[ \t]*\Z)",
            says("no image: two colons and a space belong before its address"),
            explicit=True,
            bad=(".. image⟦ ⟧bilder/größe.png",),
            good=(".. image of größe.png",),
        ),
        Slip(
            "marker",  # . image:: a.png, .._a:
            "rst-markup",
            (
                r"\.[ \t\u00a0\u3000]*(?:image|figure)::?[ \t]*\S",
                r"\.[ \t\u00a0\u3000]?_[\w-]+:[ \t]*(?:\r?\n|\Z|http)",
            ),
            r"(?m:^)(?P<marker>(?!\.\.[ \t])\.[ \t]?\.{0,2}[ \t\u00a0\u3000]*)(?="
            r"(?m:(?:image|figure)::?[ \t]*[^\s:]+[ \t\r]*$|_[\w-]{2,80}:[ \t]*(?:https?://\S+[ \t]*)?\r?$))",
            says('no link: two full stops and a space belong before it; write ".. "', ".. "),
            bad=("⟦. ⟧image:: größe.png", "⟦..⟧image:: größe.png\n   :width: 5", "⟦..⟧_größe:"),
            good=("Use .. image:: größe.png now.", "+---------------+\n| .. image:: ü  |\n+---------------+"),
        ),
        Slip(
            "low_line_after",  # .. a_: http://a/
            "undefined-name",
            r"\.\.[ \t]+[^\W_][\w.-]{0,80}_:[ \t]+https?://",
            r"\A\.\.[ \t]+(?P<low_line_after>[^\W_][\w.-]{0,80}_)(?=:[ \t]+https?://\S+[ \t]*\Z)",
            says(
                "no target: an underscore belongs before the name; write {}", lambda hit: f"_{hit[0][2:].strip(' _')}"
            ),
            against=(lambda hit: not hit.paragraph.repeated,),
            explicit=True,
            bad=(".. ⟦größe_⟧: https://example.com/größe\n\nSee größe_ now.",),
            good=(
                ".. größe_: https://example.com/größe\n\nSee größe now.",
                ".. größe_: https://example.com/größe\n\nSee größe_ now.\n\n.. _größe: https://example.com/maß",
            ),
        ),
        Slip(
            "target_mark",  # .. a: http://a/
            "undefined-name",
            r"\.\.[ \t]+[^\s_`|\[][^:\n]{0,80}:[ \t]+https?://\S+[ \t]*(?:\n|\Z)",
            r"\A\.\.[ \t]+(?P<target_mark>)[^\s_`|\[][^:\n]{0,80}:[ \t]+https?://\S+[ \t]*\Z",
            says('no target: an underscore belongs before its name; write "_"', "_", safe=True),
            against=(lambda hit: not hit.paragraph.repeated,),
            explicit=True,
            bad=(".. ⟦⟧größe: https://example.com/größe\n\nSee größe_ now.",),
            good=(".. größe: https://example.com/größe\n\nSee größe now.",),
        ),
        Slip(
            "swallowed",  # a paragraph and .. image:: a.png below it
            "rst-markup",
            (has_swallowed, r"\A\.\.[ \t]+(?:image|figure|_)"),
            r"\A(?P<swallowed>\0+\Z|\.\.[ \t]+(?:image|figure)::)",
            says("this is read as text of the paragraph before it; leave a line empty before it"),
            explicit=True,
            bad=("See größe.\n⟦.. image::⟧ größe.png", "See größe_.\n⟦.. _größe: https://example.com/größe⟧"),
            good=(
                "Größe\n-----\n.. image:: größe.png",
                "- größe\n.. image:: größe.png",
                "* - größe\n  - | gewicht\n* -\n    .. image:: größe.png",
                "====================  =\nGröße                 1\n.. image:: größe.png  2\n====================  =",
            ),
        ),
        Slip(
            "address_name",  # `http://a/`_
            "rst-markup",
            r"`https?://[^\s`<>]+`_",
            r"(?<![\w`:\\\0])`(?P<address_name>https?://[^\s<>`\0]{1,600})`_(?![\w`_])",
            lambda hit, name: _replaced(
                hit, "in backticks stands a text, before its address", _link(hit[name], hit[name])
            ),
            against=(lambda hit: normalized(hit["address_name"]) in hit.paragraph.defined,),
            bad=("See ⟦`https://example.com/größe`_⟧ now.",),
            good=("Größe\n=====\n\nSee `https://a/`_ now.\n\n.. _`https://a/`: https://example.com/größe",),
        ),
        Slip(
            "undefined",  # `a`_
            "undefined-name",
            has_undefined,
            r"(?<![\w`:\0])(?P<undefined>`(?![`\s])(?:[^`<>\0]{1,200}`_|[^`<>\0]{1,200}\s<[^`<>/:\0]{1,200}_>`__?)"
            r"|\[(?:\d{1,3}|#[\w-]{0,60})\]_)(?![\w_])",
            _undefined("define it as a target, or correct it"),
            against=(_is_named,),
            whole_file=True,
            bad=(
                "Größe\n=====\n\nSee ⟦`die Größe`_⟧ and ⟦[1]_⟧ now.",
                "Größe\n=====\n\nSee ⟦`die Größe <gewicht_>`_⟧ and ⟦`das Maß <gewicht_>`__⟧ now.",
                "Maß\n===\n\nGröße\n-----\n\nSee ⟦`Größe`_⟧ and ⟦Größe_⟧ now.\n\nGröße\n-----",
                "Maß\n===\n\n.. contents:: Größe\n\nSee ⟦`Größe`_⟧ now.\n\n-------\n Größe\n-------",
                "Maß\n===\n\n---\n a\n---\n\nSee ⟦`A`_⟧ now.\n\n---\n a\n---",
            ),
            good=(
                "Größe\n=====\n\nSee Größe_, `GRÖSSE  und`_ and [1]_.\n\n.. [1] Größe\n.. _grösse und: https://example.com/",
                "Maß\n===\n\n.. _größe:\n\nGröße\n-----\n\nSee `Größe`_ now.\n\nGröße\n-----",
                "`Größe`_\n========\n\nSee `Ei`_ and `Maß`_.\n\n.. _`gewicht: https://a/\n.. _`Maß`: ../ü\n\nEi\n--",
            ),
            catalogs=False,
        ),
        Slip(
            "anonymous",  # `a`__
            "undefined-name",
            r"`__(?<=[^>\s`]`__)(?![\w_])",
            r"(?<![\w`:\0])(?P<anonymous>`(?![`\s])[^`<>\0]{1,200}(?<!\s)`__)(?![\w_])",
            says("no link: this file has no target without a name, to which it would lead; define one, or correct it"),
            against=(lambda hit: not hit.paragraph.defined or "__" in hit.paragraph.defined,),
            whole_file=True,
            last=True,
            bad=("Größe\n=====\n\nSee ⟦`die Größe`__⟧ now.",),
            good=(
                "Größe\n=====\n\nSee `die Größe`__ now.\n\n__ https://example.com/",
                "Größe\n=====\n\nSee `die Größe`__ now.\n\n.. __: https://example.com/",
            ),
            catalogs=False,
        ),
        Slip(
            "plain_note",  # [1], .. [1] a
            "undefined-name",
            has_plain_note,
            r"(?<![\]\0`_/=&?#.-])(?<!\b\w)(?P<plain_note>\[(?:\d{1,3}|#?[A-Za-z][\w.-]{2,60})\])(?![_(\[:>\w\0`])",
            _plain_note,
            against=(_begins_line, lambda hit: hit["plain_note"] not in hit.paragraph.defined),
            last=True,
            bad=("Größe\n=====\n\nSee größe ⟦[1]⟧ and ⟦[Mas99]⟧ now.\n\n.. [1] gewicht\n.. [Mas99] größe",),
            good=(
                "Größe\n=====\n\nSee größe[0], [1] and [2]_.\n\n.. [2] gewicht",
                "Größe\n=====\n\n| [2] maß\n| [1] gewicht\n\n.. [1] größe",
                "Größe\n=====\n\nSee <https://example.com/[1]> and a[1].\n\n.. [1] größe",
                "Größe\n=====\n\n.. image:: ü.png\n   :alt: die [1]\n\n.. [1] größe",
            ),
            catalogs=False,
        ),
        Slip(
            "undefined_substitution",  # |a|
            "undefined-name",
            has_undefined,
            r"(?<![\w|\\\0])(?P<undefined_substitution>\|[^\W\d][\w .-]{1,60}(?<!\s)\|_{0,2})(?![\w|])",
            says("nothing in this file or conf.py defines this substitution; define it, or correct it"),
            against=(_is_named, _may_be_no_substitution, _is_in_row),
            whole_file=True,
            bad=("Größe\n=====\n\nSee ⟦|große|⟧ and ⟦|maß|_⟧ now.\n\n.. |größe| replace:: Größe",),
            good=(
                "Größe\n=====\n\nSee |größe| and |version| now.\n\n.. |größe| replace:: Größe",
                "Größe\n=====\n\nSee |gewicht| now.",
                "Größe\n=====\n\n|der maß |die größe|\n|größe    |ü|\n\n.. |größe ü| replace:: Größe",
                "Größe\n=====\n\n|||a\n|--|--|\n|maß| ü\n\n.. |größe ü| replace:: Größe",
            ),
            catalogs=False,
        ),
        Slip(
            "glued_bracket",  # あ`a<http://a/>`_, `a<http://a/>`_あ
            "rst-markup",
            (
                r"<(?<=[^\s`]<)(?:https?://|\.{1,2}/)[^\s<>`]+>`__?(?!_)\w",
                r"`(?<=\w`)[^`<>\s][^`<>]{0,200}<(?<=[^\s`]<)(?:https?://|\.{1,2}/)[^\s<>`]+>`_",
            ),
            r"(?P<bracket_after>(?<=\w))?`(?P<glued_bracket>(?![`_\s])[^`<>\0]{0,200}[^\s`<>\0])"
            r"(?P<glued_bracket_address><(?:https?://|\.{1,2}/)[^\s<>`\0]+>)`__?(?!_)(?(bracket_after)|(?=\w))",
            _glued_bracket,
            bad=("參照⟦`大小<https://example.com/größe>`_⟧參照", "⟦`大小<../größe>`__⟧參照"),
        ),
        Slip(
            "glued_name",  # あ`a`_, `a`_あ
            "rst-markup",
            (r"`(?<=[^\W\d_]`)[^`<>\s:][^`<>\n]{0,100}`_(?![\w`])", r"`_(?<=[^`\s>]`_)[^\W_]"),
            r"(?P<name_after_letter>(?<=[^\W\d_]))?`(?<!\w:`)(?P<glued_name>(?![`_\s:])[^`<>\n\0]{1,100}(?<![\s:]))`_(?![`_])"
            r"(?(name_after_letter)(?!\w)|(?=[^\W_]))",
            _glued,
            against=(
                lambda hit: hit.rest.count("`", 0, hit.start()) % 2,
                lambda hit: hit.paragraph.defined and normalized(hit["glued_name"]) not in hit.paragraph.defined,
            ),
            bad=("参照⟦`大きさ`_⟧ 参照", "⟦`大きさ`_⟧で参照"),
            good=(
                "参照\\ `大きさ`_\\ 参照",
                "See `größe` and `gewicht`_ now.\n\n.. _gewicht: https://example.com/",
            ),
        ),
        Slip(
            "undefined_word",  # a_
            "undefined-name",
            has_undefined,
            r"(?<![^\s(])(?<!\| )(?P<undefined_word>(?:[^\W\d_](?:[.+-]?[^\W_]){2,60}|\d+(?:\.\d+){1,3})_)"
            r"(?=[.,;:!?)\]]{0,3}(?:\s|\Z))",
            _undefined("define it as a target, or leave out the underscore"),
            against=(_is_named, _is_emphasis, _is_no_word),
            whole_file=True,
            bad=(
                "Größe\n=====\n\nSee ⟦höhe_⟧ and ⟦Gewicht_⟧ now.\n\n.. _grösse: https://example.com/",
                "Größe\n=====\n\nSee ⟦4.0.0_⟧.\n\n.. _3.0.0: https://example.com/",
                "Größe\n=====\n\nSee ⟦größe.example.com_⟧ now.",
            ),
            good=(
                "Größe\n=====\n\nSee Größe_ and _die größe_ now.",
                "Größe\n=====\n\nSee 4.0.0_ now.\n\n.. _4.0.0: https://example.com/",
                "Maß\n===\n\nGröße\n_____\n\nSee Größe_ now.",
                ":strong:`Die` Größe\n=================\n\nSee `Die Größe`_ now.",
                "`Die <https://a/>`__ Größe\n==========================\n\nSee `Die Größe`_.",
                "Größe\n=====\n\nSee ``gewicht_``, gewicht_?.log and x_ now.",
                "größe.maß_ module\n=================\n\nid: 1\ngewicht_: 1",
                "Größe\n=====\n\n+-------+\n| GEWI_ |\n| CHT** |\n+-------+",
                "Größe\n=====\n\n.. contents::\n\nSee contents_ and gewicht_ now.\n\n.. [#gewicht] Größe",
            ),
            catalogs=False,
        ),
        Slip(
            "html",  # <a href="http://a/">a</a>
            "other-markup",
            HTML_NEEDLE,
            HTML,
            _html,
            catalogs=False,
            bad=('See ⟦<a href="https://example.com/größe">Größe</a>⟧ now.',),
            good=(
                'See ``<a href="https://example.com/größe">Größe</a>`` and ``[Größe](größe.rst)`` now.',
                "\"A <img src='ü.png'> <a href='https://example.com/größe'>größe</a>\" becomes text.",
                ':raw-html:`<a class="a" href="https://example.com/größe">Größe</a>\n<a href="https://example.com/maß"></a>`',
            ),
        ),
        Slip(
            "html_target",  # `a <a href="http://a/">`_
            "other-markup",
            r"<a\s+href=[^<>`]{1,600}>[^<>`]{0,100}`_",
            rf"{_TICK}(?P<html_target>[^`<>\0]{{1,200}}?)\s*<a\s+href=[\"']?(?P<html_at>https?://[^\s<>`\"']{{1,600}})[\"']?[^<>`]{{0,200}}>`__?(?!\w)",
            lambda hit, name: _replaced(hit, "this is HTML", _link(hit[name], hit["html_at"])),
            bad=('See ⟦`Größe <a href="https://example.com/größe">`_⟧ now.',),
        ),
        Slip(
            "html_image",  # <img src="http://a/">
            "other-markup",
            r"<img\s[^<>]{0,200}src=",
            r"\A(?P<html_image><img\s(?:[^<>]{0,200}\s)?src=[\"'](?:https?://|[\w./-]{1,200}\.(?:png|jpe?g|gif|svg))[^<>]{0,500}>)\s*\Z",
            says("no image: this is HTML; write it in reStructuredText"),
            catalogs=False,
            bad=('⟦<img src="https://example.com/größe.png" width="200">⟧',),
            good=('Use ``<img src="größe.png">`` now.',),
        ),
        Slip(
            "markdown",  # [a](http://a/)
            "other-markup",
            r"\]\(<?http",
            rf"(?P<image>!?)(?<!\])\[(?P<markdown>(?P<text>[^\[\]`]{{0,200}})\]\(<?(?P<target>{_URL})>?\))",
            _markdown,
            bad=(
                "See ⟦[Größe](https://example.com/größe)⟧ now.",
                "See ⟦[Größe](<https://example.com/größe)⟧ now.",
            ),
        ),
        Slip(
            "markdown_apart",  # [a] (http://a/)
            "other-markup",
            (r"\] \(http", r"\][ \t]?[(（](?:\\ )?https?://", r"\][ \t]?（"),
            rf"\[(?<![\]A-Za-z0-9_\0].){NO_LABEL}(?P<markdown_apart>[^\[\]`\0]{{2,200}})\](?:[ ]\(|[ ]?（|[ ]?"
            rf"\((?=\0))(?:\0\0)?"
            rf"(?P<apart_target>{URL})(?:\0\0)?[)）]",
            lambda hit, name: _replaced(hit, "this is Markdown", _link(hit[name], hit["apart_target"])),
            bad=(
                "See ⟦[Größe] (https://example.com/größe)⟧ now.",
                "參照⟦[大小]（\\ https://example.com/größe\\ ）⟧。",
            ),
            good=("See [1] (https://example.com/größe) now.",),
        ),
        Slip(
            "place_apart",  # [a] (#b)
            "other-markup",
            r"\] ?\(#\w",
            rf"(?P<place_apart>\[(?<![\]A-Za-z0-9_\0].){NO_LABEL}[^\[\]`\0\n]{{2,100}}\][ ]?\(#[\w\0-]+\))",
            says("no link: this is Markdown; write it in reStructuredText"),
            bad=("See ⟦[Größe] (#größe)⟧ now.", "See ⟦[Größe] (#die\\_größe)⟧ now."),
            good=("See [Größe] (#1 of 2) now.",),
            catalogs=False,
        ),
        Slip(
            "page",  # [a](a.rst)
            "other-markup",
            rf"\]\(<?\.{{0,2}}/?[\w./-]{{1,200}}\.(?:{FILE_SUFFIXES})",
            rf"(?P<page_image>!?)(?<!\])\[(?P<page>(?P<page_text>[^\[\]`]{{0,200}})\]\(<?{_PAGE}>?\))",
            _page,
            catalogs=False,
            bad=(
                "See ⟦[Größe](größe.rst)⟧ now.",
                "See ⟦![Größe](../größe.png)⟧ now.",
            ),
        ),
        Slip(
            "wiki",  # [[http://a/|a]]
            "other-markup",
            WIKI_NEEDLE,
            WIKI,
            _wiki,
            of_wiki=True,
            bad=("See ⟦[[https://example.com/größe|größe]]⟧ now.", "See ⟦[[Größe|https://example.com/größe]]⟧ now."),
        ),
    ),
    _read,
)
