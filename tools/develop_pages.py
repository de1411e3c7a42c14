"""What docs/develop/ shows of the code itself: the rooms and what they import, the requirements and their tests.

python -m tools.develop_pages      writes docs/develop/rooms.txt; docs/conf.py writes the table of requirements
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DEVELOP = ROOT / "docs" / "develop"
PICTURE = DEVELOP / "rooms.txt"


def rooms(package: str) -> dict[str, Path]:
    """Return the rooms of a package by name: its folders, and the modules beside them."""
    found = {path.stem: path for path in (ROOT / package).iterdir() if (path / "__init__.py").exists()}
    return found | {path.stem: path for path in (ROOT / package).glob("*.py") if path.stem != "__init__"}


def imported_rooms(package: str) -> dict[str, set[str]]:
    """Return the other rooms of its package from which each room imports, at the top or inside functions."""
    return {name: set(_imported(package, path)) - {name} for name, path in rooms(package).items()}


def _imported(package: str, room: Path) -> Iterator[str]:
    for path in room.rglob("*.py") if room.is_dir() else [room]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
                yield str(node.module).split(".")[1]
            elif isinstance(node, ast.ImportFrom) and node.module == package:
                yield from (alias.name for alias in node.names if alias.name in rooms(package))


def picture(package: str) -> str:
    """Return a table of the rooms, each with a line for what it imports: every mark is left of the diagonal."""
    imports = imported_rooms(package)
    order = _sorted(imports)
    columns = [name for name in order if any(name in targets for targets in imports.values())]
    width = max(map(len, order)) + 2
    lines = [package.ljust(width) + " ".join(columns)]
    for name in order:
        cells = ("■" if column == name else "←" if column in imports[name] else "·" for column in columns)
        row = " ".join(cell.center(len(column)) for cell, column in zip(cells, columns, strict=True))
        lines.append(f"{name.ljust(width)}{row}".rstrip())
    return "\n".join(lines) + "\n"


def _sorted(imports: Mapping[str, set[str]]) -> list[str]:
    """Return rooms after those from which they import; where the order is free, those that import least first."""
    order: list[str] = []
    while len(order) < len(imports):
        free = [name for name, targets in imports.items() if name not in order and targets <= {*order}]
        if not free:
            raise ValueError(f"rooms import each other in a circle: {sorted(imports.keys() - {*order})}")
        order.append(min(free, key=lambda name: (len(imports[name]), name)))
    return order


def pictures() -> str:
    """Return the picture of both packages."""
    return "\n".join(picture(package) for package in ("extract", "sphinx_iri"))


class Requirement(NamedTuple):
    """What a standard asks for, and whether it is done: "met", or what differs."""

    source: str
    summary: str
    verdict: str = "met"


def requirements() -> dict[int, Requirement]:
    """Return the requirements by number."""
    lines = (DEVELOP / "requirements.txt").read_text("utf-8").splitlines()
    found = (line.split(" | ", 3) for line in lines)
    return {int(number): Requirement(*fields) for number, *fields in found}


def marked_tests() -> dict[int, list[str]]:
    """Return the tests that carry ``@pytest.mark.requirement(number, …)``, by number, as pytest names them."""
    tests = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.requirement":
                    for number in mark.args:
                        tests[ast.literal_eval(number)].append(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return tests


def checked_modules(tests: Iterable[str]) -> list[str]:
    """Return the modules of the engine that do what tests check: those that the tests' modules import and call there.

    ``tests/iri/test_as_uri.py`` stands for ``extract.iri.as_uri``; of others the rooms that a test names count.
    """
    found = set()
    for test in tests:
        path, _, name = test.partition("::")
        own = ROOT / "extract" / path.removeprefix("tests/").replace("/test_", "/")
        if own.exists():
            found.add(".".join(own.relative_to(ROOT).with_suffix("").parts))
        else:
            found |= _called(path, name)
    return sorted(found - {"extract.testing"})


def _called(path: str, name: str) -> set[str]:
    """Return the modules of what a test function names."""
    tree = _tree(path)
    homes = {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("extract", "sphinx_iri")
        for alias in node.names
    }
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    todo, seen, found = [name], {name}, set()
    while todo:
        for node in ast.walk(functions[todo.pop()]):
            if isinstance(node, ast.Name) and node.id in homes:
                found.add(_home(*homes[node.id]))
            elif isinstance(node, ast.Name) and node.id in functions and node.id not in seen:
                seen.add(node.id)
                todo.append(node.id)
    return found


@cache
def _tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


def _home(module: str, name: str) -> str:
    """Return the module that defines what a package offers."""
    found = getattr(import_module(module), name, None)
    if found is None or isinstance(found, ModuleType):
        return f"{module}.{name}"
    return getattr(found, "__module__", None) or module


def _readable(test: str) -> str:
    """Return a test as a line that can be broken: its file, and its name in words."""
    path, _, name = test.removeprefix("tests/").partition("::test_")
    return f"{path}: {name.replace('_', ' ')}"


def requirements_table() -> str:
    """Return the table of the requirements in reST."""
    tests = marked_tests()
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 6 14 26 14 14 26", ""]
    rows = [("Number", "Source", "What it asks for", "Modules", "Verdict", "Tests")]
    for number, (source, summary, verdict) in requirements().items():
        named = "; ".join(map(_readable, tests[number]))
        modules = ", ".join(f"``{module.removeprefix('extract.')}``" for module in checked_modules(tests[number]))
        rows.append((f"R-{number}", source, summary, modules, verdict, named))
    for first, *others in rows:
        lines += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(pictures(), "utf-8")
