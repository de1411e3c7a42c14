"""What `tools.built_pages` says of two pages: the same, listed with the reason, or a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.built_pages import FAULTS, Source, count, differences

SOURCE = r"""
See http://a.example/日本 and http://a.example/a\_b and http://a.example/a\를, also <a href="http://raw.example/é">.
http://g.example/(x) and "http://a.example/%E6%97%A5"
"""

# What the page of plain Sphinx has, what the other has, and what is said of the difference; ~ is
# http://a.example, and ^ http://g.example.
PAGES = """
<p>x</p> | <p>x</p> |
<a href="~/é">t</a> | <a href="~/%C3%A9">t</a> |
<a href="~/é">t</a> | <a href="~/é">t</a> | not ASCII
<form action="/é"> | <form action="/é"> | of Sphinx
<form action="/e"> | <form action="/é"> | bytes, not ASCII
<a href="http://raw.example/é">t</a> | <a href="http://raw.example/é">t</a> | raw
<a href="~">~</a>/日本 | <a href="~/%E6%97%A5%E6%9C%AC">~/日本</a> | longer
<a href="~/a">~/a</a>를 | <a href="~/a%EB%A5%BC">~/a를</a> | grown
<a href="~/a">~/a</a>_b | <a href="~/a_b">~/a_b</a> | longer
<a href="^/(x">^/(x</a>) | <a href="^/(x)">^/(x)</a> | longer
<a href="~/b">b</a> | <a href="~/">b</a> | cut
<a href="~/b">b</a> | b | lost
<a href="http://">http://</a> | http:// | no address
<a href="javascript:x">javascript:x</a> | javascript:x | no address
<a href="javascript:x">t</a> | t | lost
[<a href="~](^">~](^</a>) | [<a href="~">~</a>](<a href="^">^</a>) | apart
<a href="mailto:'me@a.example">'me@a.example</a>' | '<a href="mailto:me@a.example">me@a.example</a>' | apart
^/(x) | <a href="^/(x)">^/(x)</a> | more
http://h.example | <a href="http://h.example">http://h.example</a> | invented
<img src="é.png"> | <img src="%C3%A9.png"> |
<img src="a.png"> | | bytes, image
<a href="x">~</a> | <a dir="ltr" href="x">~</a> | direction
<a href="x">x</a> | <a class="c" href="x">x</a> | bytes
<p>x</p> | <p><b>x</b></p> | bytes
a--b | a–b | text
"""
ROWS = [
    [cell.strip().replace("~", "http://a.example").replace("^", "http://g.example") for cell in row.split("|")]
    for row in PAGES.strip().splitlines()
]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """Return the source of all pages."""
    folder = tmp_path_factory.mktemp("source")
    (folder / "index.rst").write_text(SOURCE, "utf-8")
    return Source(folder)


def test_two_pages(tmp_path: Path, source: Source) -> None:
    one, two = tmp_path / "plain", tmp_path / "built"
    one.mkdir()
    two.mkdir()
    for plain, built, said in ROWS:
        (one / "index.html").write_text(f"<p>{plain}", "utf-8")
        (two / "index.html").write_text(f"<p>{built}", "utf-8")
        assert ", ".join(sorted(found.what for found in differences(one, two, source))) == said, plain
        assert count(one, two) == (1, plain == built)


def test_every_kind_of_fault_is_shown_here() -> None:
    assert {kind for *_, said in ROWS for kind in said.split(", ")} >= FAULTS.keys()


def test_a_message_of_a_catalog_may_have_several_lines(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text('msgstr ""\n"see http://a.example/日"\n"本"\n', "utf-8")
    assert Source(tmp_path).wrote("http://a.example/日本")
