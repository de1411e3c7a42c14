"""The text around a link, as far as it may affect the link: within the line, and at most REACH characters each side.

So the links of a file read in pieces are those of its whole text, and looking costs the same at every link.
"""

from __future__ import annotations

from extract.text.regexes import re

REACH = 200

# The escape of a terminal for a color, as a control character and as source code, `cat -v` and logs show it.
_ESCAPED = r"(?:\x1b|\\(?:[eE]|0?33|x1[bB]|u001[bB])|\^\[)\[[0-9;:]{0,20}"
_COLOUR = re.compile(rf"{_ESCAPED}[mK]")
_COLOUR_OR_REST = re.compile(rf"(?:{_ESCAPED}|\[[0-9;:]{{1,20}})[mK]")  # a log that lost its control characters
_LONGEST_COLOUR = 28
COLOUR_STARTS = frozenset("0123456789mK")  # what it has after "[", ";" and ":"
# RFC 5322 §3.6.4, RFC 2045 §7: what these fields have between "<" and ">" is no mailbox
_IDS = re.compile(
    r"[>\s|*]*+(?:(?:resent-)?message-id|in-reply-to|references|content-id)[\s*]*+:[\s*]*+(?:<[^<>\s]*+>[\s,]*+)*+<",
    re.ASCII | re.IGNORECASE,
)
# what logs in to the host of `user@host`, and its options
_LOGS_IN = re.compile(
    r"(?:^|[$#%>`;&|(:])[ \t]{0,4}(?:sudo )?(?:mosh|sftp|ssh(?:-copy-id)?)(?: -\w+(?: [^\s@\-][^\s@]*+)?+)*+ \Z",
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


def is_message_id(text: str, start: int) -> bool:
    """Return whether what begins at ``start`` is the value of Message-ID, In-Reply-To, References or Content-ID."""
    if not text.endswith("<", 0, start):
        return False
    reach = max(start - REACH, 0)
    return _IDS.fullmatch(text, max(reach, text.rfind("\n", reach, start) + 1), start) is not None


def is_after_ssh(text: str, start: int) -> bool:
    """Return whether a command before ``start`` logs in to what begins there: ``ssh -p 22 ana@a.example``."""
    first = max(start - 64, 0)
    found = any(text.find(name, first, start) >= 0 for name in ("ssh", "mosh ", "sftp "))
    return found and _LOGS_IN.search(text[max(first, text.rfind("\n", first, start) + 1) : start]) is not None


def is_line(text: str, start: int, end: int) -> bool:
    """Return whether a link is a whole line."""
    line, rest = line_before(text, start), line_after(text, end)
    return len(line) < REACH > len(rest) and not rest.strip(" \t\r") and _LINE_STARTS.fullmatch(line) is not None
