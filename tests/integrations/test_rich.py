"""rich: whole links in a terminal."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console
from rich.text import Text

from extract import Finder
from extract.integrations.rich import IRIHighlighter

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_URI = "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"


def links(highlighter: IRIHighlighter, text: str) -> list[tuple[str, str]]:
    marked = highlighter(text)
    found = [(span, span.style.link) for span in marked.spans if not isinstance(span.style, str) and span.style.link]
    return [(marked.plain[span.start : span.end], uri) for span, uri in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"詳細は {JA}。", [(JA, JA_URI)]),
        ("me@a.example.com", [("me@a.example.com", "mailto:me@a.example.com")]),
        ("a.example.com http://xn--é/ file:///x", []),
    ],
)
def test_links(text: str, expected: list[tuple[str, str]]) -> None:
    assert links(IRIHighlighter(), text) == expected
    assert links(IRIHighlighter(None), text) == expected


def test_options() -> None:
    highlighter = IRIHighlighter(None, finder=Finder(schemes=["file"]), style="bold")
    assert links(highlighter, f"file:///x {JA}") == [("file:///x", "file:///x")]
    assert "bold" in [span.style for span in highlighter("file:///x").spans]
    assert highlighter(Text("x")).spans == []


def test_one_link_is_one_to_the_terminal() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, highlighter=IRIHighlighter(), width=30)
    console.print("see https://user.a.example/日本/path?a=1&b=True#x, www.example.com/é; 'x' 12")
    numbers = re.findall(r"\x1b]8;id=([0-9]+);(https?:[^\x1b]+)", out.getvalue())
    assert len(set(numbers)) == 2
    assert {uri for _number, uri in numbers} == {
        "https://user.a.example/%E6%97%A5%E6%9C%AC/path?a=1&b=True#x",
        "https://www.example.com/%C3%A9",
    }
