"""The targets of guided fuzzing hold for their seeds, and fail where something is wrong."""

from __future__ import annotations

import pytest

from tests.fuzzing import TARGETS, seeds, words


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    if name == "grammar":
        pytest.importorskip("abnf", reason="needs abnf: the group ``fuzz``")
    every = list(seeds(name))
    assert len(every) > 10
    for data in [b"", b"\xff", *every[:: 1 + len(every) // 25]]:
        TARGETS[name](data)
    assert all(words(name))
