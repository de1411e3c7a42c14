"""The pages for developers follow the code."""

from __future__ import annotations

import ast
import re
import runpy
import types
from pathlib import Path

from extract.readers import Format, formats
from extract.rules import RULES
from tools.develop_pages import marked_tests, requirements

ROOT = Path(__file__).parents[1]


def test_every_requirement_has_a_test_and_every_number_a_requirement() -> None:
    assert list(requirements()) == [*range(1, 97)]
    tests = marked_tests()
    assert sorted(number for number, named in tests.items() if named) == list(requirements())


def test_every_requirement_is_met() -> None:
    assert [number for number, found in requirements().items() if not found.verdict.startswith("met")] == []


def test_every_rule_has_a_page(tmp_path: Path) -> None:
    conf = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    conf["write_rule_pages"](types.SimpleNamespace(srcdir=tmp_path))
    assert sorted(path.stem for path in (tmp_path / "rules").iterdir()) == sorted(["index", *RULES])
    index = (tmp_path / "rules" / "index.rst").read_text("utf-8")
    assert [rule.name for rule in RULES.values() if f":doc:`{rule.code} {rule.name} <{rule.code}>`" not in index] == []


def test_the_record_of_the_guide_can_be_made() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n( *Format\(.*?)```", text, re.DOTALL)
    assert isinstance(eval(code.strip(), vars(formats)), Format)


def test_the_files_that_the_guide_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    # in commands too, but not with a placeholder: tests/integrations/test_<program>.py
    folders = "extract|sphinx_iri|tests|docs|tools|benchmarks|example_docs"
    named = set(re.findall(rf"(?<![\w/-])(?:{folders})/(?:\.?[\w/-])*+(?![<*])|[\w.]+\.toml", text))
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_private_names_that_the_guide_gives_are_there() -> None:
    names = set(re.findall(r"`(_\w+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    paths = (path for folder in ("extract", "sphinx_iri", "tests", "tools") for path in (ROOT / folder).rglob("*.py"))
    code = "\n".join(path.read_text("utf-8") for path in paths)
    assert len(names) > 15
    assert [name for name in sorted(names) if not re.search(rf"(?<!\w){name}(?!\w)", code)] == []


def test_a_long_pattern_is_made_of_named_parts_or_of_a_table() -> None:
    # generated; a table with a line for each form of addresses
    paths = (
        path
        for path in sorted((ROOT / "extract").rglob("*.py"))
        if path.name not in ("_confusables.py", "_related_sites.py", "_well_known.py")
    )
    literals = (
        (f"{path.relative_to(ROOT)}:{node.lineno}", node.value)
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    )
    long = [place for place, text in literals if isinstance(text, str) and len(text) > 300 and "(?:" in text]
    assert long == [], 'give each alternative a line of its own, and join them with "|"'
