"""List the undocumented names of Sphinx, docutils and MyST that the extension uses.

usage: python -m tools.private_names FOLDER...

Each FOLDER contains documentation pages of Sphinx or docutils. A name is documented if it occurs there in code, or has
a docstring in a documented class. For docutils, the module ``nodes`` counts as documented. For MyST, every name with a
docstring does. docutils' parser takes an Inliner, whose used names count as one.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

CODE = re.compile(r"``?[^`\n]+``?|^\s*\.\. [\w:-]+::.*|^[ \t]{3,}.*", re.MULTILINE)
DEFINED = (ast.FunctionDef, ast.ClassDef)
BY_NAME = ("getattr", "hasattr", "setattr", "found", "replaced")
STANDARD = {name for kind in (str, list, dict, set, re.Match, Path, ast, HTMLParser) for name in dir(kind)}
words = re.compile(r"\w+").findall


def used(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module imports from these packages, its attributes, and the methods of its subclasses."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            ("sphinx.", "docutils", "myst_parser")
        ):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ClassDef) and node.bases:
            yield from (each.name for each in node.body if isinstance(each, ast.FunctionDef))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in BY_NAME:
            yield from words(str(getattr(node.args[1], "value", "")))


def defined(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names of the functions, classes and attributes that the nodes define."""
    for node in nodes:
        if isinstance(node, DEFINED):
            yield node.name
        elif isinstance(node, (ast.Attribute, ast.Name)) and isinstance(node.ctx, ast.Store):
            yield node.attr if isinstance(node, ast.Attribute) else node.id


def documents(node: ast.AST) -> bool:
    """Return whether a node is a function or class with a docstring."""
    return isinstance(node, DEFINED) and ast.get_docstring(node) is not None


def read(*packages: str) -> Iterator[tuple[ast.Module, Path]]:
    """Yield the parsed modules of packages, each with its path."""
    for package in packages:
        for path in Path(str(find_spec(package).origin)).parent.rglob("*.py"):  # type: ignore[union-attr]
            yield ast.parse(path.read_text("utf-8")), path


def main() -> None:
    """Print the names, and their number."""
    pages = [path for folder in sys.argv[1:] for path in Path(folder).rglob("*") if path.suffix in (".rst", ".txt")]
    known = {name for path in pages for code in CODE.findall(path.read_text("utf-8")) for name in words(code)}
    theirs, inliner = set[str](), {"MarkupMismatch"}
    for tree, path in read("sphinx", "docutils", "myst_parser"):
        for node in tree.body:
            names, name = {*defined(ast.walk(node))}, getattr(node, "name", "")
            theirs |= names
            if path.match("docutils/nodes.py") or name == "MdParserConfig":  # each of its fields is documented
                known |= names
            elif isinstance(node, DEFINED) and (name in known or ("myst_parser" in path.parts and documents(node))):
                known |= {name, *defined(filter(documents, node.body)), *words(ast.get_docstring(node) or "")}
            inliner |= names if name == "Inliner" else set()
    known.update(*(defined(ast.walk(tree)) for tree, _ in read("extract")))
    ours = [tree for tree, _ in read("sphinx_iri")]
    attributes = [each for tree in ours for each in ast.walk(tree) if isinstance(each, ast.Attribute)]
    known |= {each.attr for each in attributes if isinstance(each.ctx, ast.Store) and ast.unparse(each.value) == "self"}
    found = {name for tree in ours for name in used(tree) if not name.startswith(("visit_", "depart_", "__"))}
    found = (found & theirs) - known - STANDARD
    print(*sorted(found - inliner), f"Inliner: {sorted(found & inliner)}", len(found - inliner) + 1, sep="\n")


if __name__ == "__main__":
    main()
