"""Links of a file, and of many texts, in bounded memory."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from extract import Finder, find_links, find_links_in
from extract.detect import stream as streaming
from extract.detect.link import Link


def test_text_without_white_space_is_cut_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "_CHUNK", 10)
    monkeypatch.setattr(streaming, "_LONGEST", 40)
    text = "x" * 100 + "\nhttp://a/é"
    assert list(find_links_in(io.StringIO(text))) == [Link(101, 111, "http://a/é", "iri", "http://a/é")]


class Lines:
    """A pipe that gives a piece at a time."""

    def __init__(self, *pieces: str) -> None:
        self.left = list(pieces)

    def read(self, _size: int, /) -> str:
        return self.left.pop(0) if self.left else ""


def test_a_link_comes_when_its_line_was_read() -> None:
    pipe = Lines("see http://a.exa", "mple/x and\nhttp", "://b.example\n", "http://c.example ", "x", "\n")
    left = [(link.text, len(pipe.left)) for link in find_links_in(pipe)]
    assert left == [("http://a.example/x", 4), ("http://b.example", 3), ("http://c.example", 0)]


MEASURE = """
from extract import find_links_in

class Gigabyte:
    line = ("word " * 300 + "https://ja.example.org/日本語/é, ") * 5
    left = 1 << 30

    def read(self, size):
        if self.left <= 0:
            return ""
        text = (self.line * (size // len(self.line) + 1))[:size]
        self.left -= len(text.encode())
        return text

assert sum(1 for _ in find_links_in(Gigabyte())) > 600_000
print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.all
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_a_gigabyte_needs_less_than_a_hundred_megabytes() -> None:
    run = subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 100_000  # kB


# Where what one text ends with could change what the next one begins with, or the other way about.
NEIGHBOURS = [
    [],
    ["", ""],
    ["see http://a/", "é and more", ""],
    ["http://a/é(", "b) http://b/(", ")"],
    ['"', 'http://a/b"c', "http", "://a/b"],
    ["mailto:", "a@b.com", "mailto:a@b.com,", "c@d.com"],
    ["_", "example.com_", "foo.", "com", "user@", "example.com"],
    ["example.com\U0001f468", "http://a.b.", "c"],
    ["<http://a/b", "c>", "<http://a/\nb>"],
    ["x\r", "\nhttp://a/\n", "\n"],
    ["hxxps://bad[.]example/x[", ".]y", "a [.", "] b[.]example", "http[:]//c.example"],
]


@pytest.mark.parametrize("texts", NEIGHBOURS)
@pytest.mark.parametrize(
    "finder",
    [
        Finder(),
        Finder(bare_domains=True, email=True),
        Finder(schemes={"http", "mailto", "foo"}, email=True, profile="uts58", broken=True),
        Finder(wrapped=True),
        Finder(refang=True),
    ],
)
def test_the_links_of_many_texts_are_those_of_each(finder: Finder, texts: list[str]) -> None:
    assert list(finder.find_many(texts)) == [list(finder.find(text)) for text in texts]


def test_many_texts_are_read_as_they_are_needed() -> None:
    read = []

    def texts() -> Iterator[str]:
        for number in range(100_000):
            read.append(number)
            yield f"message {number}: http://a/é{number}"

    found = Finder().find_many(texts())
    assert next(found) == [Link(11, 22, "http://a/é0", "iri", "http://a/é0")]
    assert len(read) < 10_000


def test_what_stands_around_a_link_affects_it_across_chunks_too(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "words " * 40 + "f('see https://a.example/1','b') or time.is and ntfy.sh, " * 4
    text += "main.rs lib.rs " * 30 + "\nvisit docs.rs"
    expected = list(find_links(text, bare_domains=True))
    assert {link.text for link in expected} >= {"https://a.example/1", "docs.rs"}
    for size in range(300, len(text), 7):
        monkeypatch.setattr(streaming, "_CHUNK", size)
        assert list(find_links_in(io.StringIO(text), bare_domains=True)) == expected
