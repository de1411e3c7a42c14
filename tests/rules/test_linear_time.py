"""Hostile targets and markup: the rules take linear time, or the timeout of these tests ends them."""

import pytest

from extract.linter import lint

N = 100_000
HOSTILE = {
    "an encoded space again and again": f"[a](http://a/{'%20' * N}x)",
    "quotation marks": "[a](http://a/" + '"' * N + "x)",
    "brackets that nothing closes": "[" * N + "(http://a/é",
    "spaces after the text and in the target": "[a] (http://a/ b " * (N // 17),
    "Japanese brackets": "【a】(http://a" * (N // 13),
    "angle brackets that nothing closes": "<http://a\n" * (N // 10),
    "words of label and target": f"[http://a.example/{'ab-cd/' * N}](http://b.example/{'xy-zt/' * N})",
    "what may be a message's number": f"[a](12345{'-' * N}@a.com)",
    "zero-width spaces in a scheme": "[a](h" + "\u200b" * N + "ttp://a)",
}


@pytest.mark.linear
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_markup(text: str) -> None:
    lint(text.encode(), "a.md")
