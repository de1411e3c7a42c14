r"""Plain text of mail: flowed text, quotations, URLs in angle brackets across lines, signed text.

`removed` removes text that is not prose. `edits` joins broken links. `unflow` returns the text as readers see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from itertools import chain

from extract.readers.passage import Edit, blank, replacing
from extract.text.messages import Message
from extract.text.regexes import re

# RFC 3676 §4: a line that ends with a space continues after the quote marks and the stuffed space of the next line.
_SOFT_BREAK = re.compile(r" \r?\n(>*)( ?)")
_SEPARATOR = re.compile(r"-- (?:\r?\n|\Z)")
_QUOTE = re.compile(r">*")
# RFC 3986 appendix C: "<" or "<URL:", and a URL that continues on the next lines, after the ">" of quotations.
_BROKEN = re.compile(
    r"<(?:URL:[ \t]*+)?(?=[A-Za-z][A-Za-z0-9+.\-]*+:)[^<>\s]++"
    r"(?:[ \t]*+\r?\n(?:[ \t]*+>)*+[ \t]*+[^<>\s]++){1,20}+\s*+>",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[ \t]*+\r?\n(?:[ \t]*+>(?=[^\r\n]))*+[ \t]*+")
# RFC 9580 §6.2: headers and a line of base64. They may also be in HTML.
_ENCRYPTED = re.compile(
    r"-----BEGIN PGP MESSAGE[^-\n]{0,20}+-----"
    r"(?:\s++|&nbsp;|>|<[^<>]{0,300}+>|[A-Za-z]{1,20}+: [^\r\n<]{0,200}+){0,50}+"
    r"[A-Za-z0-9+/=]{2,100}+[ \t]*+(?=[\r\n<]|\Z)"
)
_SIGNED = re.compile(r"(?sm)^-----BEGIN PGP SIGNED MESSAGE-----.*?(?:\n(?=-----BEGIN PGP SIGNATURE-----)|\Z)")
_DASH_ESCAPE = re.compile(r"(?m)^- (?=\S)")
_UUENCODED = re.compile(r"(?m)^begin [0-7]{3,4} \S.*\r?\n(?=[!-`])")
_BINHEX = re.compile(r"(?m)^\(This file must be converted with BinHex.*\s*:")  # RFC 1741
_YENC = re.compile(r"(?m)^=ybegin .*\r?\n")
_ENCODED = (
    ("begin ", _UUENCODED, "\nend", Message("uuencoded data in the text is not read")),
    ("=ybegin ", _YENC, "\n=yend", Message("yEnc data in the text is not read")),
    ("with BinHex", _BINHEX, ":", Message("BinHex data in the text is not read")),
)


def removed(text: str, tell: Callable[[int, str], None] = lambda offset, said: None) -> list[Iterable[Edit]]:
    """Return the edits that remove text that is not prose. ``tell`` is called for encoded data, which is skipped."""
    found: list[Iterable[Edit]] = []
    if "-----BEGIN PGP SIGNED MESSAGE-----" in text:
        signed = (replacing(_DASH_ESCAPE, text, *match.span()) for match in _SIGNED.finditer(text))
        found.append(chain.from_iterable(signed))  # RFC 9580 §7
    for needle, begins, ends, said in _ENCODED:
        if needle in text and ends in text:
            found.append(_encoded(text, begins, ends, said, tell))
    return found


def edits(
    text: str, before: Iterable[Iterable[Edit]] = (), *, flowed: bool = False, delsp: bool = False
) -> Iterator[Edit]:
    """Yield the edits that join the broken links of plain text, merged in order with the edits in ``before``."""
    found = [*before]
    if "`" in text:  # encloses code, and never occurs in an IRI
        found.append(blank(*marks.span()) for marks in re.finditer("`++", text))
    if flowed and delsp:
        found.append(_joined(text))
    if "<" in text:
        broken = _BROKEN.finditer(text)
        found.append(chain.from_iterable(replacing(_BREAK, text, one.start(), one.end() - 1) for one in broken))
    return merge(*found)


def is_escaped(text: str) -> bool:
    """Return whether lines of signed text may begin with a dash escape (RFC 9580 §7)."""
    return "-----BEGIN PGP SIGNED MESSAGE-----" in text and "\n- " in text


def encrypted(text: str) -> Iterator[int]:
    """Yield the start of each encrypted text. It is not removed: base64 has no links, and the header may be forged."""
    if "-----BEGIN PGP MESSAGE" in text:
        yield from (match.start() for match in _ENCRYPTED.finditer(text))


def _encoded(
    text: str, begins: re.Pattern[str], ends: str, said: str, tell: Callable[[int, str], None]
) -> Iterator[Edit]:
    position = 0
    while match := begins.search(text, position):
        end = text.find(ends, match.end())
        if end < 0:
            return
        if begins is not _UUENCODED or _is_uuencoded(text, match.end()):
            tell(match.start(), said)
            yield blank(match.start(), end)
            position = end
        else:
            position = match.end()


def _is_uuencoded(text: str, start: int) -> bool:
    """Return whether the line at ``start`` has the length that its first character states."""
    end = text.find("\n", start)
    line = text[start:end].rstrip("\r") if end >= 0 else text[start:]
    size = (ord(line[0]) - 32) & 63
    return (size + 2) // 3 * 4 in (len(line) - 1, len(line) - 2)


def _joined(text: str) -> Iterator[Edit]:
    """Join flowed lines (RFC 3676 §4.2, DelSp=yes): remove space, line break, and quote marks of the next line."""
    line_start = 0
    for match in _SOFT_BREAK.finditer(text):
        line_start = max(line_start, text.rfind("\n", line_start, match.start()) + 1)
        quote = _QUOTE.match(text, line_start)
        depth = quote.end() - line_start if quote else 0
        # §4.3: the signature separator does not flow. §4.5: nor does a line before one of another quote depth.
        is_separator = text[line_start + depth : match.start() + 1].removeprefix(" ") == "-- "
        if depth == len(match[1]) and not is_separator and not _SEPARATOR.match(text, match.end()):
            yield Edit(*match.span(), "")
        line_start = match.start() + 1 + (text[match.start() + 1] == "\r") + 1


def unflow(text: str, *, delsp: bool = False) -> str:
    """Return flowed text as readers see it: a paragraph per line, quotations after "> ", lines ending with LF."""
    pieces: list[str] = []
    depth, flows = 0, False  # of the line before
    for line in text.replace("\r\n", "\n").split("\n"):
        quote = _QUOTE.match(line)
        this_depth = quote.end() if quote else 0
        content = line[this_depth:].removeprefix(" ")  # §4.4: the stuffed space
        is_separator = content == "-- "
        if not flows or this_depth != depth or is_separator:
            pieces.append("\n" + ">" * this_depth + " " * bool(this_depth))
        depth, flows = this_depth, content.endswith(" ") and not is_separator
        pieces.append(content[:-1] if flows and delsp else content)
    return "".join(pieces)[1:]
