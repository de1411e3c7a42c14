"""Character references of HTML, whatever their length."""

from __future__ import annotations

import html
from collections.abc import Callable

import pytest

from extract import preprocess
from extract.linter.linting import lint
from extract.markup.linker import Linker
from extract.readers.formats import format_of
from extract.rules.registry import RULES
from extract.text.references import unescape

LONG = "9" * 5000
ZEROS = "0" * 5000


KNOWN = ["", "é", "&amp;&eacute;&#233;&#xe9;", "&ampx &#65 &#065;&#0;&#00000000;&#128;", "&#1114111;&#1114112;"]


def test_it_is_what_the_standard_library_makes_of_it() -> None:
    for text in [*KNOWN, "&#0000000065x"]:
        assert unescape(text) == html.unescape(text)


def test_numbers_may_be_long() -> None:
    references = {
        f"{LONG};": "\ufffd",
        LONG: "\ufffd",
        f"{ZEROS}65;a": "Aa",
        f"{ZEROS};": "\ufffd",
        f"x{LONG};": "\ufffd",
    }
    for number, expected in references.items():
        assert unescape(f"&#{number}") == preprocess(f"&#{number}", format="html") == expected


def test_controls_of_long_numbers_are_kept() -> None:
    assert preprocess(f"&#{ZEROS}1;", format="html") == "\x01"


@pytest.mark.parametrize("name", ["a.html", "a.md", "a.rst", "a.xml", "a.po", "a.eml"])
def test_long_numbers_end_no_run(name: str) -> None:
    text = f"""<p title="&#{LONG};"><a href="http://e/&#{LONG};é">&#{LONG};</a> &#{LONG}; [a](http://e/&#{LONG};)
<base href="&#{LONG};"> [&#{LONG};](http://é..example/ü) <img src="&#{LONG};"> <a href="http://é..example/">&#{LONG};</a>
"""
    assert "check-failed" not in {
        finding.problem.sub_rule for finding in lint(text.encode(), name, rules=RULES.values())
    }
    for segment in format_of(name).read(text):
        segment.links()


@pytest.mark.parametrize("link", [Linker().linkify, Linker().linkify_text])
def test_long_numbers_are_linked_around(link: Callable[[str], str]) -> None:
    assert 'href="http://e/%C3%A9"' in link(f"&#{LONG}; http://e/é")
