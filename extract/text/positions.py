"""Offset of a text to line and column, byte, UTF-16 unit."""

from __future__ import annotations

from bisect import bisect_right


class Lines:
    """Offsets of a text to lines and columns; lines end at LF, CR LF or CR, as editors have it."""

    def __init__(self, text: str) -> None:
        self.text = text
        starts = [0]
        if "\r" in text:
            position = 0
            for line in text.splitlines(keepends=True):
                position += len(line)
                if line[-1] in "\r\n":  # str.splitlines knows more ends than editors do
                    starts.append(position)
        else:
            position = text.find("\n")
            while position >= 0:
                starts.append(position + 1)
                position = text.find("\n", position + 1)
        self.starts = starts

    def line(self, offset: int) -> int:
        """Line of an offset."""
        return bisect_right(self.starts, offset)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def excerpt(self, line: int) -> str:
        """A line without its end."""
        stop = self.starts[line] if line < len(self.starts) else len(self.text)
        return self.text[self.starts[line - 1] : stop].rstrip("\r\n")
