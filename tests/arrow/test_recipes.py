"""The recipes of the page on many documents."""

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "scale.rst").read_text("utf-8")
RECIPES = dict(re.findall(r":name: (\w+)\n\n((?:   .*\n|\n)+)", PAGE))


@pytest.mark.filterwarnings("ignore")  # those of the libraries
@pytest.mark.parametrize("library", ["polars", "duckdb", "pandas", "daft"])
def test_recipe(library):
    pytest.importorskip(library, reason=f"needs {library}")
    names: dict[str, Any] = {}
    exec(compile(textwrap.dedent(RECIPES[library]), "scale.rst", "exec"), names)
    assert [link for link in names["links"] if link] == ["http://é.example", "http://b.example"]
