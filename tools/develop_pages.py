"""What docs/develop/ shows of the code itself: the packages and what they import, the requirements and their tests."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DEVELOP = ROOT / "docs" / "develop"


def packages(top: str) -> dict[str, Path]:
    """Return the packages of ``extract`` or ``sphinx_iri`` by name: folders, and the modules beside them."""
    found = {path.stem: path for path in (ROOT / top).iterdir() if (path / "__init__.py").exists()}
    return found | {path.stem: path for path in (ROOT / top).glob("*.py") if path.stem != "__init__"}


def imported_packages(top: str) -> dict[str, set[str]]:
    """Return the other packages from which each package imports, at the top or inside functions."""
    return {name: set(_imported(top, path)) - {name} for name, path in packages(top).items()}


def _imported(top: str, package: Path) -> Iterator[str]:
    for path in package.rglob("*.py") if package.is_dir() else [package]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{top}."):
                yield str(node.module).split(".")[1]
            elif isinstance(node, ast.ImportFrom) and node.module == top:
                yield from (alias.name for alias in node.names if alias.name in packages(top))


def picture(top: str) -> str:
    """Return a table of the packages, each with a line for what it imports: every mark is left of the diagonal."""
    imports = imported_packages(top)
    order = _sorted(imports)
    columns = [name for name in order if any(name in targets for targets in imports.values())]
    width = max(map(len, order)) + 2
    lines = [top.ljust(width) + " ".join(columns)]
    for name in order:
        cells = ("■" if column == name else "←" if column in imports[name] else "·" for column in columns)
        row = " ".join(cell.center(len(column)) for cell, column in zip(cells, columns, strict=True))
        lines.append(f"{name.ljust(width)}{row}".rstrip())
    return "\n".join(lines) + "\n"


def _sorted(imports: Mapping[str, set[str]]) -> list[str]:
    """Return packages after those from which they import; where the order is free, those that import least first."""
    order: list[str] = []
    while len(order) < len(imports):
        free = [name for name, targets in imports.items() if name not in order and targets <= {*order}]
        if not free:
            raise ValueError(f"packages import each other in a circle: {sorted(imports.keys() - {*order})}")
        order.append(min(free, key=lambda name: (len(imports[name]), name)))
    return order


def pictures() -> str:
    """Return the picture of both packages."""
    return "\n".join(picture(top) for top in ("extract", "sphinx_iri"))


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


def _readable(test: str) -> str:
    """Return a test as a line that can be broken: its file, and its name in words."""
    path, _, name = test.removeprefix("tests/").partition("::test_")
    return f"{path}: {name.replace('_', ' ')}"


def requirements_table() -> str:
    """Return the table of the requirements in reST."""
    tests = marked_tests()
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 6 14 30 16 34", ""]
    rows = [("Number", "Source", "What it asks for", "Verdict", "Tests")]
    for number, (source, summary, verdict) in requirements().items():
        named = "; ".join(map(_readable, tests[number]))
        rows.append((f"R-{number}", source, summary, verdict, named))
    for first, *others in rows:
        lines += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
    return "\n".join(lines) + "\n"
