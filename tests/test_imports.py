"""The imports point one way; the engine needs nothing but regex, idna and the standard library to be imported."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import extract

ROOT = Path(__file__).parents[1]
# From what stands on nothing to what a user calls. A module imports from its own row or from those above.
ROWS = """
characters errors link html_parsing patterns version visible _confusables scheme_registry
grammar
syntax
iri
bidi charsets comparison decoding host leiri mapping preprocessing scheme_rules schemes spoofing
bare candidates common_links detection display formatting linkify_it linking profiles streaming termination strategies
rules
readers suppression
reports fixing linting
cli
__init__ __main__
""".strip().splitlines()
ROW = {name: row for row, names in enumerate(ROWS) for name in names.split()}


def imports(path: Path, *, everywhere: bool = True) -> Iterator[tuple[str, str]]:
    """Yield module and name of each import in a file; those at its top level only, if not ``everywhere``."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute here"
            yield from ((node.module or "", alias.name) for alias in node.names)


def room(path: Path) -> str:
    """Return the module of the engine, or its package, that a file belongs to."""
    return path.relative_to(ROOT / "extract").parts[0].removesuffix(".py")


def modules() -> list[Path]:
    return sorted((ROOT / "extract").rglob("*.py"))


def test_imports_point_one_way() -> None:
    wrong = []
    for path in modules():
        for module, name in imports(path):
            if module.partition(".")[0] == "extract":
                target = module.split(".")[1] if "." in module else name if name in ROW else "__init__"
                if ROW[target] > ROW[room(path)]:
                    wrong.append(f"{path.relative_to(ROOT)} imports {target}")
    assert wrong == []


def test_no_module_imports_itself_by_a_detour() -> None:
    graph: dict[str, set[str]] = {}
    for path in modules():
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        graph[name] = {
            f"{module}.{target}" if (ROOT.joinpath(*module.split(".")) / f"{target}.py").exists() else module
            for module, target in imports(path, everywhere=False)
            if module.startswith("extract.")
        }
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join((*path, name))
        if name not in done:
            for target in graph.get(name, ()):
                visit(target, (*path, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_the_engine_is_imported_with_little() -> None:
    allowed = {"extract", "regex", "idna", *sys.stdlib_module_names}
    needed = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in modules()
        if path.name != "strategies.py"  # for tests, with hypothesis
        for module, _ in imports(path, everywhere=False)
        if module.partition(".")[0] not in allowed
    }
    assert needed == set()


def test_the_engine_does_not_know_the_extension() -> None:
    assert [path for path in modules() if any("sphinx_iri" in module for module, _ in imports(path))] == []


def test_the_extension_uses_what_the_engine_exports() -> None:
    # the builder writes the linter's reports, which the engine does not load for everybody
    inner = {
        f"{path.name}: {module}"
        for path in (ROOT / "sphinx_iri").glob("*.py")
        for module, _ in imports(path)
        if module.startswith("extract.")
    }
    assert inner <= {"builder.py: extract.linting", "builder.py: extract.reports"}


def test_every_name_is_there_whether_loaded_at_once_or_when_asked_for() -> None:
    tree = ast.parse((ROOT / "extract/__init__.py").read_text("utf-8"))
    written = {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names}
    assert set(extract.__all__) == written - {"import_module", "TYPE_CHECKING", "Any"}
    assert all(hasattr(extract, name) for name in extract.__all__)
    assert set(extract.__all__) <= set(dir(extract))
    with pytest.raises(AttributeError, match="no attribute 'find_link'"):
        extract.find_link  # noqa: B018
