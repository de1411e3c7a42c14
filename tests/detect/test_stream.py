"""Links of a file, in bounded memory."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from extract import Finder, find_links, find_links_in
from extract.detect import stream as streaming
from extract.detect.link import Link


def test_a_link_at_every_border_of_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "日本 http://例え.jp/ü?q=é#f, and https://example.com/a(b). " * 3
    expected = list(find_links(text))
    for size in range(1, len(text)):
        monkeypatch.setattr(streaming, "_CHUNK", size)
        assert list(find_links_in(io.StringIO(text))) == expected


def test_text_without_white_space_is_cut_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "_CHUNK", 10)
    monkeypatch.setattr(streaming, "_LONGEST", 40)
    text = "x" * 100 + "\nhttp://a/é"
    assert list(find_links_in(io.StringIO(text))) == [Link(101, 111, "http://a/é", "iri", "http://a/é")]


def test_wrong_use_is_told_at_once() -> None:
    with pytest.raises(ValueError, match="gfm"):
        find_links_in(io.StringIO(), profile="gfm")
    with pytest.raises(ValueError, match="all of its text"):
        Finder(wrapped=True).find_in(io.StringIO())


MEASURE = """
from extract import find_links_in

class Gigabyte:
    line = ("word " * 30 + "https://ja.example.org/日本語/é, ") * 50
    left = 1 << 30

    def read(self, size):
        if self.left <= 0:
            return ""
        text = (self.line * (size // len(self.line) + 1))[:size]
        self.left -= len(text.encode())
        return text

assert sum(1 for _ in find_links_in(Gigabyte())) > 1_000_000
print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_a_gigabyte_needs_less_than_a_hundred_megabytes() -> None:
    run = subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 100_000  # kB
