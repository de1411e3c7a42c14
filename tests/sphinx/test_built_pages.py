"""What `tools.built_pages` says of two pages: the same, listed with the reason, or a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.built_pages import FAULTS, Source, count, differences

SOURCE = r"""
See http://a.example/日本 and http://a.example/a\_b and http://a.example/a\를, also <a href="http://raw.example/é">.
http://g.example/(x) and "http://a.example/%E6%97%A5"
"""

# What the page of plain Sphinx has, what the other has, and what is said of the difference.
PAGES = [
    ("<p>x</p>", "<p>x</p>", []),
    ('<a href="http://a.example/é">t</a>', '<a href="http://a.example/%C3%A9">t</a>', []),
    ('<a href="http://a.example/é">t</a>', '<a href="http://a.example/é">t</a>', ["not ASCII"]),
    ('<form action="/é">', '<form action="/é">', ["of Sphinx"]),
    ('<form action="/e">', '<form action="/é">', ["bytes", "not ASCII"]),
    ('<a href="http://raw.example/é">t</a>', '<a href="http://raw.example/é">t</a>', ["raw"]),
    (
        '<a href="http://a.example">http://a.example</a>/日本',
        '<a href="http://a.example/%E6%97%A5%E6%9C%AC">http://a.example/日本</a>',
        ["longer"],
    ),
    (
        '<a href="http://a.example/a">http://a.example/a</a>를',
        '<a href="http://a.example/a%EB%A5%BC">http://a.example/a를</a>',
        ["grown"],
    ),
    (
        '<a href="http://a.example/a">http://a.example/a</a>_b',
        '<a href="http://a.example/a_b">http://a.example/a_b</a>',
        ["longer"],
    ),
    (
        '<a href="http://g.example/(x">http://g.example/(x</a>)',
        '<a href="http://g.example/(x)">http://g.example/(x)</a>',
        ["longer"],
    ),
    ('<a href="http://a.example/b">b</a>', '<a href="http://a.example/">b</a>', ["cut"]),
    ('<a href="http://a.example/b">b</a>', "b", ["lost"]),
    ('<a href="http://">http://</a>', "http://", ["no address"]),
    ('<a href="javascript:x">javascript:x</a>', "javascript:x", ["no address"]),
    ('<a href="javascript:x">t</a>', "t", ["lost"]),
    (
        """[<a href="http://a.example](http://b.example">http://a.example](http://b.example</a>)""",
        """[<a href="http://a.example">http://a.example</a>](<a href="http://b.example">http://b.example</a>)""",
        ["apart"],
    ),
    (
        """<a href="mailto:'me@a.example">'me@a.example</a>'""",
        """'<a href="mailto:me@a.example">me@a.example</a>'""",
        ["apart"],
    ),
    ("http://g.example/(x)", '<a href="http://g.example/(x)">http://g.example/(x)</a>', ["more"]),
    ("http://h.example", '<a href="http://h.example">http://h.example</a>', ["invented"]),
    ('<img src="é.png">', '<img src="%C3%A9.png">', []),
    ('<img src="a.png">', "", ["bytes", "image"]),
    ('<a href="x">http://a.example</a>', '<a dir="ltr" href="x">http://a.example</a>', ["direction"]),
    ('<a href="x">x</a>', '<a class="c" href="x">x</a>', ["bytes"]),
    ("<p>x</p>", "<p><b>x</b></p>", ["bytes"]),
    ("a--b", "a–b", ["text"]),
]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """Return the source of all pages."""
    folder = tmp_path_factory.mktemp("source")
    (folder / "index.rst").write_text(SOURCE, "utf-8")
    return Source(folder)


@pytest.mark.parametrize(("plain", "built", "said"), PAGES)
def test_two_pages(tmp_path: Path, source: Source, plain: str, built: str, said: list[str]) -> None:
    one, two = tmp_path / "plain", tmp_path / "built"
    for folder, html in ((one, plain), (two, built)):
        folder.mkdir()
        (folder / "index.html").write_text(html, "utf-8")
    assert sorted(found.what for found in differences(one, two, source)) == said
    assert count(one, two).same == (plain == built)


def test_every_kind_of_fault_is_shown_here() -> None:
    assert {kind for *_, said in PAGES for kind in said} >= FAULTS.keys()


def test_a_message_of_a_catalogue_may_have_several_lines(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text('msgstr ""\n"see http://a.example/日"\n"本"\n', "utf-8")
    assert Source(tmp_path).wrote("http://a.example/日本")
