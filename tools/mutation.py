"""Change the code in one place at a time, and list the changes that no test notices: python -m tools.mutation iri

The argument is a package of ``extract``, or one module: ``iri/host``. The tests of the package run once, to record the
lines that each reaches. Then each mutant runs in a fork with the tests that reach its line, until one fails. Patterns,
tables and defaults are not changed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gc
import importlib
import io
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from dev import ROOT, USUAL

PLUGINS = ("-p", "pytest_timeout", "-p", "_hypothesis_pytestplugin")
SECONDS = 30  # CPU seconds for the tests of a mutant
_PAIRS = "Lt LtE, Gt GtE, Eq NotEq, Is IsNot, In NotIn, And Or, Add Sub, Mult FloorDiv, BitOr BitAnd"
_OTHER: dict[Any, Any] = {
    getattr(ast, one): getattr(ast, two) for pair in _PAIRS.split(",") for one, two in permutations(pair.split())
}


class Mutant(NamedTuple):
    """A module with one change."""

    lines: range  # from the statement to the change; only tests that reach one of them can notice it
    change: str  # and where it is
    code: CodeType


def _changed(node: Any) -> ast.AST | None:
    """Return the replacement for a node; None if it is not changed."""
    new = copy.copy(node)
    match node:
        case ast.Compare():
            new.ops = [_OTHER[type(node.ops[0])](), *node.ops[1:]]
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign() if type(node.op) in _OTHER:
            new.op = _OTHER[type(node.op)]()
        case ast.If() | ast.While() | ast.IfExp():
            new.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool()):
            new.value = not node.value
        case ast.Constant(value=int()):
            new.value = node.value + 1
        case ast.Constant(value=str()) if node.value.count(" ") < 2:  # not a message
            new.value = f"{node.value}~0"
        case ast.Return(value=ast.AST()) if not (isinstance(node.value, ast.Constant) and not node.value.value):
            new.value = ast.Constant(None)
        case ast.Expr(value=ast.Call()):
            new = ast.Pass()
        case _:
            new = None
    return new  # type: ignore[no-any-return]


def _places(node: ast.AST, first: int = 0) -> Iterator[tuple[int, Any, str, int | None, Any]]:
    """Yield each node in functions: the line of its statement, its parent, field and index, and the node."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
            continue
        for number, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, (ast.Raise, ast.JoinedStr, ast.Assert)):
                continue
            begin = child.lineno if first and isinstance(child, ast.stmt) else first
            if first:
                yield begin, node, name, number, child
            yield from _places(child, child.lineno if isinstance(child, ast.FunctionDef) else begin)


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module, in source order."""
    tree = ast.parse(path.read_text("utf-8"))
    for first, parent, name, number, old in _places(tree):
        if (new := _changed(old)) is None:
            continue
        field, key = (parent.__dict__, name) if number is None else (getattr(parent, name), number)
        field[key] = ast.fix_missing_locations(ast.copy_location(new, old))
        change = " -> ".join(ast.unparse(each).partition("\n")[0][:70] for each in (old, new))
        code = compile(tree, str(path), "exec", dont_inherit=True)
        field[key] = old
        yield Mutant(range(first, old.lineno + 1), f"{path.relative_to(ROOT)}:{old.lineno} {change}", code)


@lru_cache
def _loaded(attribute: str, _modules: int) -> list[Any]:
    """Return the objects of the project that have an attribute, such as caches, when so many modules are loaded."""
    gc.unfreeze()  # what the collection of tests and `extract.cli` have frozen is not listed
    found = (value for value in gc.get_objects() if hasattr(type(value), attribute))
    return [value for value in found if str(getattr(value, "__module__", "")).startswith("extract")]


def _run(item: pytest.Item) -> bool:
    """Clear all caches, run a test, and return whether it passes."""
    for cache in _loaded("cache_clear", len(sys.modules)):
        cache.cache_clear()
    before = item.session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed == before


def _kills(mutant: Mutant, tests: list[tuple[pytest.Item, float]]) -> bool:
    """Return whether a test fails, or does not end, in a fork with the mutant's functions."""
    if child := os.fork():
        return os.waitpid(child, 0)[1] != 0
    with contextlib.suppress(BaseException):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        codes = [mutant.code]
        for code in codes:
            codes += (constant for constant in code.co_consts if isinstance(constant, CodeType))
        new = {(code.co_filename, code.co_qualname, code.co_firstlineno): code for code in codes}
        for function in _loaded("__code__", len(sys.modules)):
            with contextlib.suppress(KeyError, ValueError):  # another module, or other closure variables
                code = function.__code__
                function.__code__ = new[code.co_filename, code.co_qualname, code.co_firstlineno]
        end = time.process_time() + SECONDS
        for item, usual in tests:
            signal.setitimer(signal.ITIMER_PROF, max(5, 20 * usual))  # ends this process when it expires
            if not _run(item):
                os._exit(1)
            if time.process_time() > end:
                break
        os._exit(0)
    os._exit(1)


class Trial(NamedTuple):
    """A pytest plugin that tries the mutants instead of running the tests normally."""

    chosen: list[Mutant]
    survivors: list[Mutant]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run each test once, then run the tests that reach each mutant."""
        for path in {mutant.code.co_filename for mutant in self.chosen}:
            importlib.import_module(".".join(Path(path).relative_to(ROOT).with_suffix("").parts))
        tests = sorted(((item, *self._traced(item)) for item in session.items), key=lambda test: test[2])
        for mutant in self.chosen:
            places = {(mutant.code.co_filename, line) for line in mutant.lines}
            if not _kills(mutant, [(item, usual) for item, lines, usual in tests if places & lines]):
                self.survivors.append(mutant)
        return True

    def _traced(self, item: pytest.Item) -> tuple[set[tuple[str, int]], float]:
        """Run a test. Return the lines that it reaches, if it passes, and its CPU seconds."""
        files = {mutant.code.co_filename for mutant in self.chosen}
        lines: set[tuple[str, int]] = set()

        def trace(frame: FrameType, _event: str, _argument: object) -> Any:
            if frame.f_code.co_filename not in files:
                return None
            lines.add((frame.f_code.co_filename, frame.f_lineno))
            return trace

        start = time.process_time()
        threading.settrace(trace)
        sys.settrace(trace)
        if not _run(item):
            lines.clear()
        sys.settrace(None)
        threading.settrace(None)
        item.session.testsfailed = 0
        return lines, time.process_time() - start


def main() -> int:
    """Try mutants of a package, and list those that survive."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("package", help="of extract, or a module: detect, iri/host")
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ |= {"HYPOTHESIS_PROFILE": "few", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    os.chdir(ROOT)
    folder, top = ROOT / "extract" / options.package, options.package.partition("/")[0]
    paths = sorted(folder.glob("[!_]*.py")) or [folder.with_suffix(".py")]
    known = [mutant for path in paths for mutant in mutants(path)]
    trial = Trial(random.Random(options.seed).sample(known, min(options.number, len(known))), [])
    with contextlib.redirect_stdout(io.StringIO()) as said:
        if pytest.main(["-q", "-p", "no:cacheprovider", *PLUGINS, *USUAL, f"tests/{top}"], plugins=[trial]):
            sys.exit(said.getvalue())
    print(*(f"survives: {mutant.change}" for mutant in trial.survivors), sep="\n")
    print(f"{options.package}: {len(trial.chosen) - len(trial.survivors)} of {len(trial.chosen)} killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
