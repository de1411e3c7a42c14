"""Telephone numbers: told where no telephone dials, and everywhere by `check`."""

from __future__ import annotations

import importlib.util

import pytest

from extract import check
from extract.linter.linting import lint


@pytest.mark.parametrize(
    ("iri", "in_text", "in_attribute"),
    [
        ("tel:+49-6221-1", False, False),
        ("tel:112", False, False),  # local: IRI708, off
        ("tel:+49/6221", True, False),
        ("tel:+1%20555", True, False),
        ("tel:1-800-BÜCHER", True, False),
        ("tel:über", True, True),
        ("tel:abc", True, True),
    ],
)
def test_what_no_telephone_dials_is_told(iri: str, in_text: bool, in_attribute: bool) -> None:
    told = [problem for problem in check(iri) if problem.sub_rule == "tel"]
    assert bool(told) == in_text
    if importlib.util.find_spec("sphinx"):
        from sphinx_iri.config import works_as_written

        assert not told or works_as_written(iri, told[0]) != in_attribute
    for name, text, expected in (("a.md", f"[a]({iri})", in_text), ("a.html", f'<a href="{iri}">a</a>', in_attribute)):
        found = {finding.problem.sub_rule for finding in lint(text.encode(), name)}
        assert ("tel" in found) == expected
