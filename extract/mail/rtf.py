"""RTF (specification 1.9.1): the text of every destination, and the HTML that Outlook stores in it ([MS-OXRTFEX]).

striprtf 0.0.35 takes 17 s for 29 kB of unfinished fields, and drops destinations of links. RTFDE 0.1.2 and rtfparse
0.9.5 extract only the HTML.
"""

from __future__ import annotations

from typing import NamedTuple

from extract.text.labels import codecs_of
from extract.text.regexes import re

_TOKEN = re.compile(
    rb"(?s)\\(?:'([0-9A-Fa-f]{2})|([A-Za-z]{1,32}+)(-?[0-9]{1,9}+)? ?|(.))|([{}])|([^\\{}\r\n]++)|[\r\n]++|\\"
)
_HYPERLINK = re.compile(r'(?i)HYPERLINK\s++(?:\\[a-z]\s++)*+"([^"]++)"')
_BREAKS = frozenset("par line tab cell row sect page column lbr nestcell nestrow".split())
_SYMBOLS = {"~": "\xa0", "_": "-", "\n": "\n", "\r": "\n", "\\": "\\", "{": "{", "}": "}"}
_DESTINATIONS = {"htmltag": "tag", "fldinst": "field", "fldrslt": "text", "pict": "data", "objdata": "data"}
_DEEPEST = 10_000  # groups


class _Group(NamedTuple):
    kind: str = "text"  # "text", "tag" (of HTML), "field", "data" or "none"
    fallback: int = 1  # characters after \u for programs without Unicode
    hidden: bool = False  # not part of the HTML


class Rtf:
    """The content of a document: ``text``, and ``html`` ("" if it was not converted from HTML)."""

    def __init__(self, source: bytes) -> None:
        self.group = _Group()
        self.outer: list[_Group] = []
        self.codec = "cp1252"
        self.octets = bytearray()  # not decoded yet
        self.skipped = 0  # number of fallback characters still to skip
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.fields: list[str] = []
        self.is_html = False
        position = 0
        while token := _TOKEN.match(source, position):
            position = token.end() + self.read(*token.groups())
        for _ in range(len(self.outer) + 1):
            self.brace(b"}")
        self.text, self.html = _whole(self.texts), _whole(self.tags) if self.is_html else ""

    def read(self, octet: bytes, word: bytes, number: bytes, symbol: bytes, brace: bytes, text: bytes) -> int:
        """Process a token; return the number of bytes after it that are not RTF."""
        if octet or text:
            octets = bytes.fromhex(octet.decode()) if octet else text
            self.octets += octets[self.skipped :]
            self.skipped = max(self.skipped - len(octets), 0)
        elif word:
            return self.word(word.decode().lower(), None if number is None else int(number))
        elif brace:
            self.brace(brace)
        elif symbol == b"*":
            self.begin("none")
        elif symbol:
            self.emit(_SYMBOLS.get(symbol.decode("latin-1"), ""))
        return 0

    def brace(self, brace: bytes) -> None:
        self.flush()
        self.skipped = 0
        if brace == b"{" and len(self.outer) < _DEEPEST:
            self.outer.append(self.group)
        elif brace == b"}" and self.outer:
            inner, self.group = self.group, self.outer.pop()
            if inner.kind == "field" != self.group.kind:
                self.texts += ("\n", _HYPERLINK.sub(r" <\1> ", "".join(self.fields)), "\n")
                self.fields.clear()
            elif inner.kind != self.group.kind:
                self.texts.append("\n")

    def word(self, word: str, number: int | None) -> int:
        if word == "u" and number is not None:
            self.emit(chr(number & 0xFFFF))
            self.skipped = self.group.fallback
        elif word == "bin":
            return max(number or 0, 0)
        elif word in _BREAKS:
            self.emit("\n")
        elif word == "uc":
            self.group = self.group._replace(fallback=max(number or 0, 0))
        elif word == "htmlrtf":
            self.flush()
            self.group = self.group._replace(hidden=number != 0)
        elif word == "ansicpg":
            self.flush()
            self.codec = next(iter(codecs_of(f"cp{number}")), self.codec)
        elif word == "fromhtml":
            self.is_html = True
        elif word in _DESTINATIONS:
            self.begin(_DESTINATIONS[word])
        return 0

    def begin(self, kind: str) -> None:
        """Begin a destination."""
        self.flush()
        if self.group.kind not in ("tag", "field"):
            self.texts.append("\n")
        self.group = self.group._replace(kind=kind)

    def emit(self, text: str) -> None:
        if self.skipped:
            self.skipped -= 1
            return
        self.flush()
        kind = self.group.kind
        if kind == "field":
            self.fields.append(text)
        elif kind not in ("tag", "data"):
            self.texts.append(text)
        if kind == "tag" or (kind == "text" and not self.group.hidden):
            self.tags.append(text)

    def flush(self) -> None:
        if self.octets:
            text, skipped = self.octets.decode(self.codec, "replace"), self.skipped
            self.octets.clear()
            self.skipped = 0
            self.emit(text)
            self.skipped = skipped


def _whole(pieces: list[str]) -> str:
    """Return a text with its surrogate pairs joined."""
    return "".join(pieces).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
