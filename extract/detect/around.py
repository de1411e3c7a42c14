"""The text around a link, as far as it may affect the link: within the line, and at most REACH characters each side.

So the links of a file read in pieces are those of its whole text, and looking costs the same at every link.
"""

from __future__ import annotations

from typing import Literal

from extract.text.regexes import re

REACH = 200

# The escape of a terminal for a color, as a control character and as source code, `cat -v` and logs show it.
_ESCAPED = r"(?:\x1b|\\(?:[eE]|0?33|x1[bB]|u001[bB])|\^\[)\[[0-9;:]{0,20}"
_COLOUR = re.compile(rf"{_ESCAPED}[mK]")
_COLOUR_OR_REST = re.compile(rf"(?:{_ESCAPED}|\[[0-9;:]{{1,20}})[mK]")  # a log that lost its control characters
_LONGEST_COLOUR = 28
COLOUR_STARTS = frozenset("0123456789mK")  # what it has after "[", ";" and ":"
# RFC 5322 §3.6.4, RFC 2045 §7, RFC 5536 §3.1: what these fields have between "<" and ">" is no mailbox; nor is what is
# cited so: In article <a1$b2@a.example>
_IDS = re.compile(
    r"(?:([>\s|*\-`]*+(?:(?:resent-)?message-id|in-reply-to|references|content-id|supersedes)[\s*]*+:[\s*]*+"
    r"|.*\b(?:article|in message|posting|msgid:?|news:) ?)|[>\s|*`]*+(?:[^<>\s]*+>[\s,]*+)?)"
    r"[`\s]*+(?:<[^<>\s]*+>[\s,`]*+)*+<",
    re.ASCII | re.IGNORECASE,
)
# a line that goes on with ids has nothing else to tell them by
_AN_ID = re.compile(r"[^@]*\$|[^@]*[0-9]{4}[^@]*[.\-][^@]*[0-9]{4}|Pine\.|[^@]*-p[0-9]+@usenetarchives", re.ASCII)
# RFC 5536 §3.1.4: names of groups
_GROUPS = re.compile(r"[ *>\-]*(?:newsgroups|followup-to)[ *]*:", re.IGNORECASE)
# A person who comes or goes in a chat, with the host: * ana (~ana@a.example) has joined #b
_COMES = re.compile(
    r"(?:\A|.*[\s>])(?:(?:\*{1,3}|-!-|-{1,2}>|<-{1,2}|[←→⇐])\s+(?:Join|Part|Quit)s?:?"
    r"|-!-|-{2}>|<-{2}|[←→⇐])\s+\S+\s+[\[(<]"
)
_CAME = re.compile(r"[\])>][^\S\n]{1,3}(?:has )?(?:joined|left|quit|parted|parts)\b", re.IGNORECASE)
_COMES_AT = re.compile(r"[*←→⇐]|-!-|->|<-")  # as nearly no line has
_CITES = ("article", "message", "posting", "msgid")
# what logs in to the host of `user@host`, and its options
_LOGS_IN = re.compile(
    r"(?:.*[$#%>`;&|(:])?[ \t]{0,4}(?:sudo )?(?:mosh|sftp|ssh(?:-copy-id)?)(?: -\w+(?: [^\s@\-][^\s@]*+)?+)*+ ",
    re.ASCII,
)
_LINE_STARTS = re.compile(r"[ \t]*(?:(?:[>*+\-•]|[0-9]{1,3}[.)]|\[[^\]]*\]:|\.\. _[^:]*:)[ \t]+)?")


def line_before(text: str, end: int) -> str:
    """Return what stands before an offset, within reach."""
    start = max(end - REACH, 0)
    return text[max(start, text.rfind("\n", start, end) + 1) : end]


def line_after(text: str, start: int) -> str:
    """Return what stands after an offset, within reach."""
    end = text.find("\n", start, start + REACH)
    return text[start : start + REACH if end < 0 else end]


def after_color(text: str, start: int, *, cut: bool = False) -> int:
    r"""Return where a color of the terminal ends whose last characters seem to be a name's first: ``ESC[34mhttp:``.

    ``cut`` takes ``[34m`` alone for one too.
    """
    if text[start - 1 : start] not in ("[", ";", ":") or text[start : start + 1] not in COLOUR_STARTS:
        return start
    first = max(start - _LONGEST_COLOUR, 0)
    for match in (_COLOUR_OR_REST if cut else _COLOUR).finditer(text, first, start + 4):
        if match.end() > start:
            return match.end()
    return start


def in_quotes(text: str, start: int) -> bool:
    """Return whether an apostrophe that opens a quotation stands before ``start`` and is not closed: ``f('see …``."""
    before = line_before(text, start)
    here = before.rfind("'")
    while here >= 0:
        opens, closes = not before[here - 1 : here].isalnum(), not before[here + 1 : here + 2].isalnum()
        if opens or closes:
            return opens and not closes
        here = before.rfind("'", 0, here)  # it's
    return False


def in_comment(text: str, start: int) -> bool:
    """Return whether ``/*`` stands before ``start`` and is not closed."""
    before = line_before(text, start)
    return before.rfind("/*") > before.rfind("*/")


Speaker = Literal["ids", "groups", "event", "command", "person"]


def speaker(before: str, name: str, after: str) -> Speaker:
    """Return who names a host or an address in a line: a field of ids or groups, a log, a command, or a person.

    ``before`` is what the line has before it, as `line_before` returns, ``after`` the characters after it.
    """
    mark = before[-1:]
    if mark in ("<", "(", "[", "="):  # [n=ana@a.example]
        if _CAME.match(after) or (_COMES_AT.search(before) and _COMES.fullmatch(before)):
            return "event"
        if mark == "<" and _may_cite(before) and (ids := _IDS.fullmatch(before)) and (ids[1] or _AN_ID.match(name)):
            return "ids"
    if mark == " " and may_log_in(before, len(before)) and _LOGS_IN.fullmatch(before):
        return "command"
    return "groups" if _GROUPS.match(before) else "person"


def may_log_in(text: str, start: int) -> bool:
    """Return whether a command that logs in is near enough before ``start`` to look at the line."""
    first = max(start - 64, 0)
    return any(text.find(name, first, start) >= 0 for name in ("ssh", "mosh ", "sftp "))


def _may_cite(before: str) -> bool:
    """Return whether no name stands right before a "<", as in ``Ana <ana@a.example>``."""
    words = before[:-1].rstrip()
    return not words[-1:].isalnum() or words[-7:].lower().endswith(_CITES)


def is_line(text: str, start: int, end: int) -> bool:
    """Return whether a link is a whole line."""
    line, rest = line_before(text, start), line_after(text, end)
    return len(line) < REACH > len(rest) and not rest.strip(" \t\r") and _LINE_STARTS.fullmatch(line) is not None
