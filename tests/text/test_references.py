"""Character references of HTML, whatever their length."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extract.linter.linting import lint
from extract.markup.linker import Linker
from extract.readers.formats import format_of
from extract.rules.registry import RULES

LONG = "9" * 5000


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
