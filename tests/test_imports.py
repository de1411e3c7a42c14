"""The packages of the engine: imports go to the left, those inside functions too, and in no circle."""

from __future__ import annotations

import ast
import functools
import importlib
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import extract

ROOT = Path(__file__).parents[1]
# A package imports from itself and from those to its left. A module at the top level is one of its own.
ENGINE = (
    "_exports text files parsers iri tree redirects detect present readers rules mail markup linter reports "
    "integrations arrow spark cli testing __main__"
).split()
EXTENSION = (
    "_compat,_patches config placeholders doctree parsing,roles writing grouping domain,standalone "
    "builder,linkcheck extension,rst,myst"
).split()


# The rank of each package; those with a comma between them import nothing from each other.
RANKS = {
    package: {room: rank for rank, side_by_side in enumerate(order) for room in side_by_side.split(",")}
    for package, order in (("extract", ENGINE), ("sphinx_iri", EXTENSION))
}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path, *, everywhere: bool = True) -> Iterator[str]:
    """Yield what a file imports: each module, and the module of each name; at its top level only, or everywhere.

    Names that a package only re-exports from its own modules do not count (under TYPE_CHECKING, or when asked for).
    """
    tree = parsed(path)
    face = {node for branch in ast.walk(tree) if _is_type_checking(branch) for node in ast.walk(branch)}
    for node in ast.walk(tree) if everywhere else tree.body:
        if path.name == "__init__.py" and node in face:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are absolute here"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if is_module(name) else node.module or ""


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def room(module: str) -> str:
    """Return the package of a module in ``extract`` or ``sphinx_iri``; "" for these themselves."""
    return module.split(".")[1] if "." in module else ""


# What connects to another machine, or asks for a name.
NETWORK = frozenset(
    "aiohttp asyncio ftplib http http.client httpx imaplib poplib requests smtplib socket socketserver ssl "
    "urllib.request urllib3 xmlrpc xmlrpc.client".split()
)


def test_nothing_imports_what_reaches_the_network() -> None:
    paths = [path for package in RANKS for path in modules(package)]
    assert {(dotted(path), target) for path in paths for target in imports(path) if target in NETWORK} == {
        ("extract.cli.opened", "urllib.request"),  # for the path of a URL of a file
        ("extract.cli.server", "asyncio"),  # which waits while an editor's user types
    }


@pytest.mark.parametrize("package", RANKS)
def test_imports_go_to_the_left(package: str) -> None:
    ranks = RANKS[package]
    wrong = []
    for path in modules(package):
        here = dotted(path)
        for target in imports(path):
            if target.partition(".")[0] != package or target == package or not room(here):
                continue  # the package's face hands names on
            if room(target) != room(here) and ranks[room(target)] >= ranks[room(here)]:
                wrong.append(f"{here} imports {target}")
    assert wrong == []


@pytest.mark.parametrize("package", RANKS)
def test_no_module_imports_itself_by_a_detour(package: str) -> None:
    graph = {
        dotted(path): {name for name in imports(path) if name.partition(".")[0] == package} for path in modules(package)
    }
    TopologicalSorter(graph).prepare()  # which names the way of a circle


def test_the_engine_does_not_know_the_extension() -> None:
    assert [path for path in modules("extract") if any("sphinx_iri" in name for name in imports(path))] == []


# What a drop-in plugs into is there where it is used.
HOSTS = {
    "django": {"django", "rest_framework"},
    "jinja": {"jinja2", "markupsafe"},
    "markdown": {"markdown"},
    "mistletoe": {"mistletoe"},
    "mistune": {"mistune"},
    "rich": {"rich"},
    "weblate": {"weblate"},
}


def host(path: Path) -> set[str]:
    """Return the packages that a drop-in may import, or what is about Arrow."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[1] == "arrow":
        return {"pyarrow"}
    return HOSTS.get(parts[2], set()) if parts[1] == "integrations" else set()


def test_the_engine_is_imported_with_little() -> None:
    allowed = {"extract", "regex", "idna", *sys.stdlib_module_names}
    needed = {
        f"{dotted(path)}: {name}"
        for path in modules("extract")
        if path.name != "testing.py"  # for tests, with hypothesis
        for name in imports(path, everywhere=False)
        if name.partition(".")[0] not in allowed | host(path)
    }
    assert needed == set()


def test_the_house_has_few_doors() -> None:
    top = [path for path in (ROOT / "extract").iterdir() if path.suffix == ".py"]
    assert len(top) <= 8
    assert len(vars(extract)["__all__"]) <= 34


FACES = [dotted(path) for package in RANKS for path in modules(package) if path.name == "__init__.py"]


@pytest.mark.parametrize("face", FACES)
def test_what_a_package_exports_is_there(face: str) -> None:
    if face == "extract.arrow":
        pytest.importorskip("pyarrow")
    package = importlib.import_module(face)
    path = Path(package.__file__ or "")
    tree = ast.parse(path.read_text("utf-8"))
    exported = set(getattr(package, "__all__", ()))
    assert {name for name in exported if not hasattr(package, name)} == set()
    # a module of that name would hide what is exported, or be hidden
    assert {name for name in exported if is_module(f"{face}.{name}")} == set()
    handed_on = {
        alias.asname
        for branch in ast.walk(tree)
        if _is_type_checking(branch)
        for node in ast.walk(branch)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert not handed_on - {None} or handed_on == exported
    assert exported <= set(dir(package))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'find_link'"):
        extract.find_link  # type: ignore[attr-defined]  # noqa: B018
