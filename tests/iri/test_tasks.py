"""What the page of everyday tasks says of other libraries is true."""

import re
from pathlib import Path
from typing import Any
from urllib import parse

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "urls.rst"
TEXT = PAGE.read_text("utf-8")
CLAIMS = dict(re.findall(r"(?m)^   [^|]+ \| ``(.+)`` \| ``(.+)``$", TEXT))


def test_there_are_30_tasks() -> None:
    assert len(re.findall(r"(?m)^>>> # ", TEXT)) == 30
    assert len(CLAIMS) > 20


def test_what_the_standard_library_gives() -> None:
    names: dict[str, Any] = {**vars(parse)}
    claims = {call: result for call, result in CLAIMS.items() if not call.startswith("URL")}
    assert {call: repr(eval(call, names)) for call in claims} == claims


@pytest.mark.all  # yarl
def test_what_yarl_gives() -> None:
    yarl = pytest.importorskip("yarl")
    claims = {call: result for call, result in CLAIMS.items() if call.startswith("URL")}
    assert len(claims) > 10
    assert {call: _shown(eval(call, {"URL": yarl.URL})) for call in claims} == claims


def _shown(value: Any) -> str:
    """Return how the page shows a result: an URL as its text."""
    return repr(value if isinstance(value, (str, int, bool, tuple, type(None))) else str(value))
