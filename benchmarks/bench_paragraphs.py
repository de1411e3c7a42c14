"""What the links of one paragraph cost with docutils alone and with the extension, and how both grow.

Each link stands between emphasized words. docutils copies the rest of the paragraph at each piece of markup, with or
without the extension; "ours" is the part of the time inside the functions that the extension adds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from docutils.core import publish_doctree
from docutils.parsers.rst import Parser

import sphinx_iri.rst
from sphinx_iri.parsing.inliner import IRIInliner
from sphinx_iri.standalone import TRANSFORMS

SIZES = [5_000, 10_000, 20_000, 40_000]
UNITS = {"ASCII": "*a* https://a.example/{0}\n", "IRIs": "*a* https://例え.jp/é{0}\n"}
MOST = 2.2  # times as long for twice the links


def seconds(text: str, parser: Any) -> float:
    before = time.process_time()
    publish_doctree(text, parser=parser(), settings_overrides={"_disable_config": True})
    return time.process_time() - before


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", UNITS)
def test_growth(kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    inside = 0.0

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **named: Any) -> Any:
            nonlocal inside
            before = time.process_time()
            result = function(*arguments, **named)
            inside += time.process_time() - before
            return result

        return run

    monkeypatch.setattr(IRIInliner, "implicit_inline", timed(IRIInliner.implicit_inline))
    for transform in TRANSFORMS:
        monkeypatch.setattr(transform, "apply", timed(transform.apply))
    rows = []
    for size in SIZES:
        text = "".join(UNITS[kind].format(number) for number in range(size))
        alone = seconds(text, Parser)
        inside = 0.0
        rows.append((size, alone, seconds(text, sphinx_iri.rst.Parser), inside))
    with capsys.disabled():
        print(f"\n{kind}: links, docutils alone, with the extension, ours (seconds)")
        for row in rows:
            print("{:7} {:7.2f} {:7.2f} {:7.2f}".format(*row))
    assert all(larger[3] <= MOST * smaller[3] for smaller, larger in pairwise(rows))
