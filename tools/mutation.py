"""Change the code, one place at a time, and see whether a fast test fails: python -m tools.mutation iri --number 300

Rooms are named as in ``extract``, or one module is: ``iri/host``. The tests of a room are collected once; each mutant
is tried in a fork, in which the function has other code, by the tests that called that function, fast ones first. What
stands outside of functions, such as patterns and tables, is not changed. Survivors are listed; the same seed gives the
same mutants.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gc
import io
import os
import pickle
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
# What stands for a room in the fast tests, besides the tests of its name.
ALSO = {
    "detect": ["tests/property/test_detection_laws.py"],
    "iri": ["tests/property/test_core_laws.py", "tests/property/test_mapping_laws.py"],
    "linter": ["tests/property/test_lint_laws.py", "tests/rules/test_slips.py"],
    "readers": ["tests/mail/test_links.py", "tests/mail/test_unread.py", "tests/mail/test_rewriting.py"],
    "arrow": ["tests/cli/test_table.py"],
}
_LONGEST = 30  # seconds that the tests of one mutant may take

_OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr, ast.Continue: ast.Break, ast.Break: ast.Continue,
}  # fmt: skip


class Mutant(NamedTuple):
    """A function with one change."""

    module: str  # its path in ``extract``
    function: tuple[str, int]  # qualified name and first line
    line: int
    change: str
    code: CodeType  # of the module with the change


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node can be replaced by."""
    if isinstance(node, ast.Compare):
        for number, operator in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[number] = _OTHERS[type(operator)]()  # type: ignore[call-overload]
            yield changed
    elif isinstance(node, (ast.BoolOp, ast.BinOp, ast.AugAssign)) and type(node.op) in _OTHERS:
        changed = copy.deepcopy(node)
        changed.op = _OTHERS[type(node.op)]()  # type: ignore[assignment]
        yield changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        changed = copy.deepcopy(node)
        changed.test = ast.UnaryOp(ast.Not(), changed.test)
        yield changed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(" ") < 2:  # no message
        yield ast.Constant(node.value + "~")
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, (ast.Continue, ast.Break)):
        yield _OTHERS[type(node)]()
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_documentation(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Yield where in the body of a function something can be changed: the parent, the field, the place in a list.

    Types, messages of errors and docstrings are not.
    """
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for number, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, (ast.Raise, ast.JoinedStr, ast.Assert)):
                continue
            if _is_documentation(child):
                continue
            yield node, name, number
            yield from _places(child)


def _functions(tree: ast.AST, before: str = "") -> Iterator[tuple[tuple[str, int], ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = before + node.name
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                yield (name, first), node
            else:
                yield from _functions(node, name + ".")
        elif isinstance(node, (ast.If, ast.Try)):
            yield from _functions(node, before)


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the order of its source."""
    tree = ast.parse(source)
    for function, node in _functions(tree):
        for parent, name, number in _places(node):
            field = getattr(parent, name)
            old: ast.AST = field if number is None else field[number]
            for new in _changes(old):
                if number is None:
                    setattr(parent, name, new)
                else:
                    field[number] = new
                ast.copy_location(new, old)
                ast.fix_missing_locations(parent)
                with contextlib.suppress(SyntaxError):  # a `break` outside of its loop
                    code = compile(tree, str(ROOT / "extract" / f"{module}.py"), "exec", dont_inherit=True)
                    yield Mutant(module, function, old.lineno, f"{_shown(old)} -> {_shown(new)}", code)  # type: ignore[attr-defined]
                if number is None:
                    setattr(parent, name, old)
                else:
                    field[number] = old


def _shown(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0][:70]


# --- a mutant at work


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def put_in(mutant: Mutant) -> int:
    """Give the functions of this process the code of the mutant; return how many changed."""
    new = {(code.co_qualname, code.co_firstlineno): code for code in _codes(mutant.code)}  # type: ignore[attr-defined]
    changed = 0
    for function in gc.get_objects():
        if not isinstance(function, FunctionType) or function.__code__.co_filename != mutant.code.co_filename:
            continue
        key = function.__code__.co_qualname, function.__code__.co_firstlineno  # type: ignore[attr-defined]
        if key in new and (key[0] + ".").startswith(mutant.function[0] + "."):
            with contextlib.suppress(ValueError):  # it closes over other variables
                function.__code__ = new[key]
                changed += 1
    for value in gc.get_objects():
        if hasattr(type(value), "cache_clear") and getattr(value, "__module__", "").startswith("extract"):
            value.cache_clear()
    return changed


class _Trial:
    """A plugin of pytest: instead of running the tests, tries the mutants on them."""

    def __init__(self, chosen: list[Mutant]) -> None:
        self.chosen = chosen
        self.survivors: list[Mutant] = []
        self.uncalled: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        called, seconds = self._traced(session)
        order = sorted(range(len(session.items)), key=lambda number: seconds[number])
        for number, mutant in enumerate(self.chosen):
            key = (mutant.code.co_filename, *mutant.function)
            tests = [session.items[each] for each in order if key in called[each]]
            if not tests:
                self.uncalled.append(mutant)
            elif not _is_killed(session, mutant, tests):
                self.survivors.append(mutant)
                print(f"survives: {mutant.module}:{mutant.line} {mutant.change}", file=sys.__stderr__, flush=True)
            if number % 50 == 49:
                print(f"{number + 1} tried", file=sys.__stderr__, flush=True)
        return True

    def _traced(self, session: pytest.Session) -> tuple[list[set[tuple[str, str, int]]], list[float]]:
        """Run each test once, in a fork, and return the functions that it called, and its seconds."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            with open(os.devnull, "w") as nowhere, open(writing, "wb") as result:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
                pickle.dump(_called(session), result)
            os._exit(0)
        os.close(writing)
        with open(reading, "rb") as result:
            called, seconds, failed = pickle.load(result)
        os.waitpid(child, 0)
        if failed:
            sys.exit(f"tests fail without a change: {failed[:5]}")
        return called, seconds


def _called(session: pytest.Session) -> tuple[list[set[tuple[str, str, int]]], list[float], list[str]]:
    codes: set[CodeType] = set()

    def trace(frame: FrameType, event: str, _argument: Any) -> None:
        codes.add(frame.f_code)

    ours = str(ROOT / "extract") + os.sep
    called, seconds, failed = [], [], []
    for item in session.items:
        codes.clear()
        before, start = session.testsfailed, time.process_time()
        sys.settrace(trace)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        finally:
            sys.settrace(None)
        seconds.append(time.process_time() - start)
        if session.testsfailed > before:
            failed.append(item.nodeid)
        called.append(
            {
                (code.co_filename, code.co_qualname, code.co_firstlineno)  # type: ignore[attr-defined]
                for code in codes
                if code.co_filename.startswith(ours)
            }
        )
    return called, seconds, failed


def _is_killed(session: pytest.Session, mutant: Mutant, tests: list[pytest.Item]) -> bool:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, _LONGEST)  # ends this process
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        with contextlib.suppress(BaseException):
            put_in(mutant)
            for item in tests:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if session.testsfailed:
                    os._exit(1)
            os._exit(0)
        os._exit(1)
    return os.waitpid(child, 0)[1] != 0


# --- the command


def main() -> int:
    """Try mutants of the rooms named, and list those that survive; the status is 1 if more than 15 of 100 do."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rooms", nargs="+", help="of extract, or a module: detect iri markup mail linter iri/host")
    parser.add_argument("--number", type=int, default=300, help="mutants of each (default: 300)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not hasattr(os, "fork"):
        sys.exit("tools.mutation tries each change in a fork(): run it on Linux or macOS")
    os.environ["HYPOTHESIS_PROFILE"] = "few"
    os.chdir(ROOT)
    bad = False
    for room in options.rooms:
        folder = ROOT / "extract" / room
        paths = sorted(folder.glob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
        every = [
            mutant
            for path in paths
            if not path.name.startswith("_")
            for mutant in mutants(
                path.relative_to(ROOT / "extract").with_suffix("").as_posix(), path.read_text("utf-8")
            )
        ]
        chosen = random.Random(options.seed).sample(every, min(options.number, len(every)))
        trial = _Trial(chosen)
        top = room.partition("/")[0]
        tests = [path for path in (f"tests/{top}", *ALSO.get(top, [])) if Path(path).exists()]
        arguments = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow and not linear", *tests]
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main(arguments, plugins=[trial])
        for mutant in trial.uncalled:
            print(f"in no fast test of the room: {mutant.module}:{mutant.line} {mutant.change}")
        lost = len(trial.survivors) + len(trial.uncalled)
        print(
            f"{room}, seed {options.seed}: {len(chosen) - lost} of {len(chosen)} killed (of {len(every)})", flush=True
        )
        bad |= lost > 0.15 * len(chosen)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
