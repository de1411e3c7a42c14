"""Calls of the functions for text, and what they return: ``cases/text.txt``."""

import html

import pytest

from extract import preprocess
from extract.text import html_tokens, labels, messages, positions, references, terminal
from tests.calls import wrong_calls
from tests.marking import table

KNOWN = {"html": html, "preprocess": preprocess}
for module in (html_tokens, labels, messages, positions, references, terminal):
    KNOWN |= vars(module)
CALLS = table("text.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
