"""The pages for developers follow the code."""

from __future__ import annotations

import re
from pathlib import Path

from tools.develop_pages import DEVELOP, PICTURE, marked_tests, pictures, requirements

ROOT = Path(__file__).parents[1]


def test_the_picture_of_the_rooms_is_current() -> None:
    assert PICTURE.read_text("utf-8") == pictures(), "run: python -m tools.develop_pages"


def test_every_requirement_has_a_test_and_every_number_a_requirement() -> None:
    assert list(requirements()) == [*range(1, 97)]
    tests = marked_tests()
    assert sorted(number for number, named in tests.items() if named) == list(requirements())


def test_numbers_of_requirements_stay_in_their_table() -> None:
    folders = ("extract", "sphinx_iri", "docs", "example_docs", "benchmarks", "tools")
    pages = [
        path for folder in folders for suffix in ("py", "rst", "md") for path in (ROOT / folder).rglob(f"*.{suffix}")
    ]
    own = {ROOT / "tools" / "develop_pages.py", *DEVELOP.iterdir()}
    named = [path for path in pages if path not in own and re.search(r"\bR-[1-9]\d?\b", path.read_text("utf-8"))]
    assert named == []


def test_the_files_that_the_guide_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(
        re.findall(r"`((?:extract|sphinx_iri|tests|docs|tools|benchmarks|example_docs)/[\w./-]*|[\w.]+\.toml)`", text)
    )
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
