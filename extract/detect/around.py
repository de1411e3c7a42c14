"""The text around a link that may affect it: the rest of the line, at most REACH characters on each side.

So a file in pieces has the same links as its whole text, and each link takes the same time.
"""

from __future__ import annotations

from typing import Literal

from extract.text.regexes import re

REACH = 200

# A terminal's escape sequence for a color, as control characters, or as written in source code, `cat -v` and logs.
_ESCAPED = r"(?:\x1b|\\(?:[eE]|0?33|x1[bB]|u001[bB])|\^\[)\[[0-9;:]{0,20}"
_COLOUR = re.compile(rf"{_ESCAPED}[mK]")
_COLOUR_OR_REST = re.compile(rf"(?:{_ESCAPED}|\[[0-9;:]{{1,20}})[mK]")  # a log without its control characters
_LONGEST_COLOUR = 28
COLOUR_STARTS = frozenset("0123456789mK")  # characters after "[", ";" and ":"
# RFC 5322 §3.6.4, RFC 2045 §7, RFC 5536 §3.1: these fields have message IDs in "<" and ">". So do citations:
# In article <a1$b2@a.example>
# A field may be quoted, or in a comment: ;; Message-ID: <…>, <!-- X-Message-Id: <…> -->
_MARGIN = r"(?:<!--)?+[>\s|*\-`;#/%]*+(?:x-)?+"
_IDS = re.compile(
    rf"(?:({_MARGIN}(?:(?:resent-)?message-id|in-reply-to|references|content-id|supersedes)[\s*]*+:[\s*]*+"
    r"|.*\b(?:article|in message|posting|msgid:?|news:) ?)|[>\s|*`;#/%]*+(?:[^<>\s]*+>[\s,]*+)?)"
    r"[`\s]*+(?:<[^<>\s]*+>[\s,`]*+)*+<",
    re.ASCII | re.IGNORECASE,
)
# The form of message IDs in continuation lines, which have no field name: group 1 of `_IDS` did not match.
_AN_ID = re.compile(r"[^@]*\$|[^@]*[0-9]{4}[^@]*[.\-][^@]*[0-9]{4}|Pine\.|[^@]*-p[0-9]+@usenetarchives", re.ASCII)
# RFC 5536 §3.1.4: names of newsgroups
_GROUPS = re.compile(rf"{_MARGIN}(?:newsgroups|followup-to)[ *]*:", re.IGNORECASE)
# A person who joins or leaves a chat, with the host: * ana (~ana@a.example) has joined #b
_COMES = re.compile(
    r"(?:\A|.*[\s>])(?:(?:\*{1,3}|-!-|-{1,2}>|<-{1,2}|[←→⇐])\s+(?:Join|Part|Quit)s?:?"
    r"|-!-|-{2}>|<-{2}|[←→⇐])\s+\S+\s+[\[(<]"
)
_CAME = re.compile(r"[\])>][^\S\n]{1,3}(?:has )?(?:joined|left|quit|parted|parts)\b", re.IGNORECASE)
_COMES_AT = re.compile(r"[*←→⇐\-<](?:(?<=[*←→⇐])|(?<=-)(?:!-|>)|(?<=<)-)")  # a set is searched quickly
_CITES = ("article", "message", "posting", "msgid")
# Commands that log in to `user@host`, with options.
_LOGS_IN = re.compile(
    r"(?:.*[$#%>`;&|(:])?[ \t]{0,4}(?:sudo )?(?:mosh|sftp|ssh(?:-copy-id)?)(?: -\w+(?: [^\s@\-][^\s@]*+)?+)*+ ",
    re.ASCII,
)
_LINE_STARTS = re.compile(r"[ \t]*(?:(?:[>*+\-•]|[0-9]{1,3}[.)]|\[[^\]]*\]:|\.\. _[^:]*:)[ \t]+)?")


def line_before(text: str, end: int) -> str:
    """Return the text of the line before ``end``, at most REACH characters."""
    start = end - REACH if end > REACH else 0
    return text[text.rfind("\n", start, end) + 1 or start : end]


def line_after(text: str, start: int) -> str:
    """Return the text of the line after ``start``, at most REACH characters."""
    end = text.find("\n", start, start + REACH)
    return text[start : start + REACH if end < 0 else end]


def after_color(text: str, start: int, *, cut: bool = False) -> int:
    r"""Return the end of a terminal color sequence around ``start``, else ``start``: ``ESC[34mhttp:``.

    The end of the sequence looks like the start of a name. ``cut``: also recognize ``[34m`` without ``ESC``.
    """
    if text[start - 1 : start] not in ("[", ";", ":") or text[start : start + 1] not in COLOUR_STARTS:
        return start
    first = max(start - _LONGEST_COLOUR, 0)
    for match in (_COLOUR_OR_REST if cut else _COLOUR).finditer(text, first, start + 4):
        if match.end() > start:
            return match.end()
    return start


def in_quotes(text: str, start: int) -> bool:
    """Return whether an apostrophe opens a quotation in the line before ``start``, as in ``f('see …``."""
    before = line_before(text, start)
    here = before.rfind("'")
    while here >= 0:
        opens, closes = not before[here - 1 : here].isalnum(), not before[here + 1 : here + 2].isalnum()
        if opens or closes:
            return opens and not closes
        here = before.rfind("'", 0, here)  # it's
    return False


def in_comment(text: str, start: int) -> bool:
    """Return whether the line before ``start`` has an unclosed ``/*``."""
    before = line_before(text, start)
    return before.rfind("/*") > before.rfind("*/")


def in_emphasis(text: str, start: int) -> bool:
    """Return whether the last "*" of the line before ``start`` opens emphasis: *see …, but not * see …."""
    before, mark, rest = line_before(text, start).rpartition("*")
    return mark != "" and not rest[:1].isspace() and not (before[-1:].isalnum() or before.endswith(("*", "\\")))


Speaker = Literal["ids", "groups", "event", "command", "person"]


def speaker(before: str, name: str, after: str) -> Speaker:
    """Return the context of a host or address in a line: a field of message IDs or groups, a log, a command, or prose.

    ``before`` is the result of `line_before`, ``after`` the characters after ``name``.
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
    """Return whether a login command may be in the line, since its name occurs shortly before ``start``."""
    first = max(start - 64, 0)
    return any(text.find(name, first, start) >= 0 for name in ("ssh", "mosh ", "sftp "))


def _may_cite(before: str) -> bool:
    """Return whether a citation may end with the "<": no name is before it, as in ``Ana <ana@a.example>``."""
    words = before[:-1].rstrip()
    return not words[-1:].isalnum() or words[-7:].lower().endswith(_CITES)


def is_line(text: str, start: int, end: int) -> bool:
    """Return whether the link is a whole line, except a list marker or the like."""
    line, rest = line_before(text, start), line_after(text, end)
    return len(line) < REACH > len(rest) and not rest.strip(" \t\r") and _LINE_STARTS.fullmatch(line) is not None
