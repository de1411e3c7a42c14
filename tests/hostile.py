"""Texts that are read over and over again where nothing prevents it: each was slow once, or is a neighbour of one.

The tests of linear time and `benchmarks/bench_hostile.py` repeat them. `tools/hostile_search.py` looks for more.
"""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """A text of any size: a beginning, what is repeated, and an ending.

    With a ``rest``, it is in lines: each begins with the unit once more than the one before, and ends with that.
    """

    before: str
    unit: str
    after: str = ""
    rest: str = ""

    def text(self, size: int) -> str:
        """Return the text with about this many characters."""
        size -= len(self.before) + len(self.after)
        repeated = growing(self.unit, self.rest, size) if self.rest else self.unit * max(size // len(self.unit), 1)
        return self.before + repeated + self.after


def growing(unit: str, rest: str, size: int) -> str:
    """Return lines of growing length with about so many characters in all."""
    lines: list[str] = []
    while size > 0:
        lines.append(unit * (len(lines) + 1) + rest)
        size -= len(lines[-1])
    return "".join(lines)


UNITS = ["http://", "a.", "(", "@", "a@", "www.", ":", "%", "/", "a-", "。", "http://a.", "[", "<"]
UNITS += [
    "http://a/(",
    "http://a/?",
    "é.",
    "a.b@",
    "a@b.c",
    "http://[",
    "//a@",
    "mailto:",
    "urn:",
    "x+",
    ".",
    "_",
    "'http://a/",
    "http://a/(b",
    "http://a/1,",
    "http://a/{/b}",
    "a.md#b",
    "1,https://",
    ",https://a/",
    "http://a/—a",
    "http://é/a–a”",
    "・“”a’가",
    "・http://a/é",
    "〜«»",
    "_—a—a/",
    'http://a/_"b"',
    '/"a',
    "a=b@",
    "--a=b@c.de",
    "a.io..",
    "a@b.io..",
    "http://a.io...",
    "http://a/b*/",
    "'a http://a/','",
    "a:\\/\\/",
    "\x1b[34ma.io",
    "http://a:b#@",
    "http://a/bを参照",
    "http://a/b에서",
    "http://a/b.git下载",
    "はhttp://a/w/のa",
    "a.io/の",
    "ב-",
    "?a=@",
    "~a@b.de*",
    "a:b@c.de:",
    "jdbc:http://",
    "=magnet:?a=http://a",
    "\\nhttp://a",
    "a.com.Ab",
    "[.]a.com",
    "a[.]",
    "http://a[.]",
    "http://a:b:",
    "http://a%",
    "http://a${b}",
    "http://a/b然",
    "然a",
    "рф🙂.",
    "1.2.3.4/",
    "::1 ",
    "1:",
    "1.",
    "x(/",
    "http://a/(b/",
    "http://a.<b>/",
    "http://a.<b",
    "<a ",
    "http://a/{{<",
    "http://a/{{ ",
    "a.com:?",
    "1.2.3.4:?",
    "@a@a.com",
    "@a/a@a.com",
    "@a-a+",
    "a_.com",
    "/a.com",
    "a.com_",
    "a.com(",
    "地a.com",
    "地a",
    "%2Fa.com",
    "a.com，",
    "://#a",
    "://#:a.",
    "://?:a.",
    "x://#:a.",
    "_a.com/",
    ",a.com:1.2.3.4/",
    "ana at a.de ",
    ", a-b at ",
    " at a.io",
    "#a #a.ch ",
    "an[b.in] ",
    "a.it<-1",
    "a.to, a.b ",
    "a.it,b it.c ",
    "http://a/b.cを参照下さい ",
    "http://a/をb使って",
]
MIXED = "http://a.(@a@www.:%/a-。http://a.[<é.com然后mailto:"
# After a unit: what makes a pattern look at all of it again.
ENDINGS = ["", "\u200d"]

# What was found by search, by the name of the function in `tests.surfaces`.
FOUND: list[tuple[str, Shape]] = [
    ("lint rst", Shape("http://a/", ":")),
    ("lint rst", Shape("http://a/", "::1")),
    ("read python", Shape("", '[a](http://a\\"')),
    ("check", Shape("", "//&amp;")),
    ("check", Shape("http://a.example/", " ")),
    ("check", Shape("http://a.example/", "%F0%90")),
    ("lint html, as usual", Shape('<a href="http://a.example/', " ", 'b">c</a>')),
    ("find_in, small reads", Shape("", "-http://a/🙂")),
    ("lint markdown", Shape("", "- ", "http://a.example/é")),
    ("lint markdown", Shape("", "- - - a ", "http://a.example/é")),
    ("report rdjson", Shape("", "http://a..b/日本を ")),
    ("report junit", Shape("", "[a](http://a/é%2e%zz ")),
    ("read latex", Shape("\\url{http://a/", "% ", "\n}")),
    ("read org", Shape("http://a/ ", "src_a[b]{{c} ")),
    ("read org", Shape("http://a/ ", "call_a[b](c")),
    ("read webvtt", Shape("http://a/", "\n\nhttp://a b")),
    ("lint vue", Shape("", "\u0301b.de")),
    ("lint rst, as usual", Shape("", "_>`_![a]")),
    ("report gitlab", Shape("<", "http://a.)", ">")),
    ("read vue", Shape("", "<!-->`_", "http://a")),
    ("read vue", Shape("", "<a></a>", "http://a")),
    ("rewrite mail, quoted", Shape("", "http://a.example/x ")),
    ("rewrite mail, whole", Shape("", "http://a.example/x ")),
    ("bleach, patterns", Shape("http://", "a.")),
    ("lint rst, as usual", Shape("", "`_", "", "a\n")),
    ("lint markdown", Shape("", "```{note}\n", "http://a.example/")),
    ("lint markdown", Shape("", "`", "http://a.example/", "{note}\n")),
    ("read rst", Shape("", "**a ", "http://a.example/")),
    ("read rst", Shape("", "``a ", "http://a.example/")),
]
