"""Safe fixes change no link of the document: what only looks like a link with a title is a reference."""

import pytest

from extract.linter.linting import lint_file
from extract.readers import Document
from extract.rules import RULES

ALL = list(RULES.values())


@pytest.mark.parametrize(
    ("text", "is_safe"),
    [
        ('[https ://i.example](foo "t)', False),
        ("[https ://i.example](foo 't)", False),
        ("[https ://i.example](foo (t)", False),
        ('[https ://i.example](foo "t")', True),
        ("[https ://i.example](foo 't')", True),
        ("[https ://i.example](foo (t))", True),
    ],
)
def test_a_title_that_does_not_end(text: str, is_safe: bool) -> None:
    document = f"{text}\n\n[https ://i.example]: https://a.example/x\n"
    found = lint_file(Document(document.encode(), "a.md"), ALL).findings
    safe = [one.problem for one in found if one.problem.end < len(text) and one.problem.safe and one.problem.fix]
    assert bool(safe) == is_safe
