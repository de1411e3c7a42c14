"""Files that somebody else made are opened in one place, which refuses pipes and devices."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(path for package in ("extract", "sphinx_iri") for path in (ROOT / package).rglob("*.py"))
FUNCTIONS = {"open"}
METHODS = {"open", "open_code", "read_text", "read_bytes", "fdopen", "memmap", "FileInput", "getlines"} | {
    *("ParquetFile", "ZipFile", "TarFile", "copyfile", "copytree")
}
# Modules that open something else, and what that is.
EXEMPT = {
    "extract/files/reading.py": "the one place",
    "extract/files/writing.py": "writes",
    "extract/arrow/parts.py": "writes",
    "extract/arrow/pieces.py": "asks check_file before Arrow opens a file",
    "extract/cli/__init__.py": "the empty device",
    "extract/cli/server.py": "standard output",
    "extract/iri/tld.py": "data of a package",
    "extract/rules/languages.py": "data of this package",
    "extract/text/tables.py": "data of this package",
    "extract/mail/attachments.py": "what is in an archive, and an image in memory",
}


def opening(tree: ast.AST) -> Iterator[str]:
    """Yield what opens a file, also if it is passed on, or imported by another name."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in FUNCTIONS:
                yield name
            case ast.Attribute(value=base, attr=name, ctx=ast.Load()) if name in METHODS:
                if not isinstance(base, ast.Name) or base.id not in OWN:
                    yield name
            case ast.ImportFrom(names=names):
                yield from (one.name for one in names if one.name in FUNCTIONS)


OWN = {"self", "handlers", "delimiter"}  # have something else of that name


def test_all_files_are_opened_in_one_place() -> None:
    found = {path.relative_to(ROOT).as_posix(): set(opening(ast.parse(path.read_bytes()))) for path in MODULES}
    assert {name for name, opened in found.items() if opened} == set(EXEMPT)


@pytest.mark.parametrize(
    "source",
    [
        "open('a')",
        "Path('a').read_text()",
        "Path('a').open()",
        "os.open('a', 0)",
        "map(open, names)",
        "gzip.open('a')",
        "from io import open as opened",
        "np.memmap('a')",
    ],
)
def test_ways_to_open_a_file(source: str) -> None:
    assert list(opening(ast.parse(source)))
