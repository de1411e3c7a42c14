"""The readers of reST and Markdown find the addresses that docutils and markdown-it-py find, in real documents."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.shared_data import shared
from tools.as_parsers import differences

ROOT = Path(__file__).parents[2]
FORMATS = {".md": "markdown", ".rst": "rst"}


def differing(paths: Iterable[Path]) -> list[str]:
    return [
        f"{path.name}: {one}"
        for path in paths
        if path.suffix in FORMATS
        for one in differences(path.read_text("utf-8"), FORMATS[path.suffix])
    ]


def test_shipped_samples() -> None:
    # what is wrong on purpose, the parsers read in ways of their own
    assert differing(path for path in (ROOT / "example_docs").rglob("*.*") if "broken" not in path.parts) == []


@pytest.mark.all
@pytest.mark.parametrize("tree", ["peps-rst", "kubernetes-zh-md", "opensource-guide-md"])
def test_real_documents(tree: str) -> None:
    assert differing(shared("corpora", tree).rglob("*.*")) == []
