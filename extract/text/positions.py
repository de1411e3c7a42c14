"""Offsets of a text to lines and columns and back; code points to bytes of UTF-8 and units of UTF-16."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from functools import cached_property

_LINE_END = re.compile(r"\r\n?|\n")


class Lines:
    """Converts offsets of a text to lines and columns, which count from 1; offsets and columns are code points.

    Lines end at LF, CR LF or CR, as in editors; with ``lf_only`` only at LF, as in some parsers.
    """

    def __init__(self, text: str, *, lf_only: bool = False) -> None:
        self.text = text
        self._lf_only = lf_only
        self._excerpt = 0, ""  # a line and its text: what is found in a long line shares it

    @cached_property
    def starts(self) -> array[int]:
        """The offset of each line."""
        text = self.text
        starts = array("q", [0])  # a short line takes less in the text than a number in a list
        if not self._lf_only and text.count("\r") > text.count("\r\n"):
            starts.extend(match.end() for match in _LINE_END.finditer(text))
        else:
            position = text.find("\n")
            while position >= 0:
                starts.append(position + 1)
                position = text.find("\n", position + 1)
        return starts

    @property
    def last(self) -> int:
        """The number of the last line."""
        return len(self.starts)

    def line(self, offset: int) -> int:
        """Return the line of an offset."""
        return bisect_right(self.starts, offset)

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column."""
        return self.starts[line - 1] + column - 1

    def excerpt(self, line: int) -> str:
        """Return a line without its end."""
        if self._excerpt[0] != line:
            stop = self.starts[line] if line < len(self.starts) else len(self.text)
            self._excerpt = line, self.text[self.starts[line - 1] : stop].rstrip("\r\n")
        return self._excerpt[1]


def utf8_offset(text: str, offset: int) -> int:
    """Convert an offset in code points to one in bytes of UTF-8."""
    return len(text[:offset].encode("utf-8", "surrogatepass"))


def utf16_offset(text: str, offset: int) -> int:
    """Convert an offset in code points to one in units of UTF-16."""
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
