"""Change the code, one place at a time, and see whether a fast test fails: python -m tools.mutation iri --number 300

Rooms are named as in ``extract``, or one module is: ``iri/host``. The tests are those of `dev.py test --fast`, as they
are where no more than its packages are installed: those of the room and, for survivors, with --all those of others.
They are run once; each mutant is then tried in a fork, in which the function has other code, by the tests that reached
the line, fast ones first, until one fails or --seconds of them have passed. What stands outside of functions, such as
patterns and tables, is not changed. Survivors are listed; the same seed gives the same mutants.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gc
import importlib
import importlib.metadata
import io
import mmap
import os
import pickle
import random
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement

from dev import FAST

ROOT = Path(__file__).parents[1]
# What stands for a room in the fast tests, besides the tests of its name.
ALSO = {
    "detect": ["property/test_detection_laws.py"],
    "iri": ["property/test_core_laws.py", "property/test_mapping_laws.py"],
    "linter": ["property/test_lint_laws.py", "rules/test_slips.py"],
    "readers": ["mail/test_links.py", "mail/test_unread.py", "mail/test_rewriting.py"],
}
_PLUGINS = ("pytest_timeout", "_hypothesis_pytestplugin")  # the others would import what is hidden
_LONGEST = 5  # seconds that a test may take at least

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
    reached: range  # lines: a test that reached none of them cannot notice it
    default: tuple[str | int, Any] | None  # of the function: its name, or its place from the end, and the value

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.change}"


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
        yield ast.Constant(node.value + "~0")  # codecs pass over a mark at the end of their name
    elif isinstance(node, ast.Return) and node.value is not None and not _is_false(node.value):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, (ast.Continue, ast.Break)):
        yield _OTHERS[type(node)]()
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()


def _is_false(node: ast.AST) -> bool:
    """Return whether a constant counts as false, so that few callers would notice None."""
    return isinstance(node, ast.Constant) and not node.value


def _is_documentation(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _places(node: ast.AST, statement: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, str, int | None]]:
    """Yield where in a function something can be changed: the statement, the parent, the field, the place in a list.

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
            inner = child if isinstance(child, ast.stmt) else statement
            yield inner, node, name, number
            yield from _places(child, inner)


def _functions(tree: ast.AST, before: str = "") -> Iterator[tuple[tuple[str, int], ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list):
                continue
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
    path = str(ROOT / "extract" / f"{module}.py")
    for function, node in _functions(tree):
        for statement, parent, name, number in _places(node, node):
            field = getattr(parent, name)
            old: Any = field if number is None else field[number]
            for new in _changes(old):
                if number is None:
                    setattr(parent, name, new)
                else:
                    field[number] = new
                ast.copy_location(new, old)
                ast.fix_missing_locations(parent)
                change = f"{_shown(old)} -> {_shown(new)}"
                default = _default(node, parent, name, number, new)
                with contextlib.suppress(SyntaxError):  # a `break` outside of its loop
                    code = compile(tree, path, "exec", dont_inherit=True)
                    yield Mutant(module, function, old.lineno, change, code, _lines(statement), default)
                if number is None:
                    setattr(parent, name, old)
                else:
                    field[number] = old


def _lines(statement: Any) -> range:
    """Return the lines of a statement without those that are in it."""
    body = getattr(statement, "body", None)
    end = statement.end_lineno if not isinstance(body, list) else max(statement.lineno, body[0].lineno - 1)
    return range(min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))]), end + 1)


def _default(function: Any, parent: ast.AST, name: str, number: int | None, new: Any) -> tuple[str | int, Any] | None:
    """Return which default of the function a change is of, and its value: it is no part of the code."""
    if parent is not function.args or number is None or not isinstance(new, ast.Constant):
        return None
    if name == "kw_defaults":
        return parent.kwonlyargs[number].arg, new.value  # type: ignore[attr-defined]
    return number - len(parent.defaults), new.value  # type: ignore[attr-defined]


def _shown(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0][:70]


# --- a mutant at work


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


class _Loaded:
    """What this process has loaded of the project: its functions, and its caches."""

    def __init__(self) -> None:
        gc.collect()
        ours = str(ROOT / "extract") + os.sep
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        self.caches: list[Any] = []
        for value in gc.get_objects():
            if isinstance(value, FunctionType):
                code: Any = value.__code__
                if code.co_filename.startswith(ours):
                    key = code.co_filename, code.co_qualname, code.co_firstlineno
                    self.functions.setdefault(key, []).append(value)
            elif hasattr(type(value), "cache_clear") and getattr(value, "__module__", "").startswith("extract"):
                self.caches.append(value)

    def forget(self) -> None:
        for cache in self.caches:
            cache.cache_clear()

    def put_in(self, mutant: Mutant) -> None:
        """Give the functions of this process the code of the mutant."""
        for code in _codes(mutant.code):
            if not (code.co_qualname + ".").startswith(mutant.function[0] + "."):  # type: ignore[attr-defined]
                continue
            key = code.co_filename, code.co_qualname, code.co_firstlineno  # type: ignore[attr-defined]
            for function in self.functions.get(key, ()):
                with contextlib.suppress(ValueError):  # it closes over other variables
                    function.__code__ = code
                if mutant.default and key[1:] == mutant.function:
                    _set_default(function, *mutant.default)
        self.forget()


def _set_default(function: FunctionType, name: str | int, value: Any) -> None:
    if isinstance(name, str):
        function.__kwdefaults__ = {**(function.__kwdefaults__ or {}), name: value}
    else:
        defaults = list(function.__defaults__ or ())
        defaults[name] = value
        function.__defaults__ = tuple(defaults)


class _Tried(NamedTuple):
    """What a test of the project did without a change."""

    lines: frozenset[tuple[str, int]]  # which it reached: module and line
    seconds: float
    failed: bool


class _Trial:
    """A plugin of pytest: instead of running the tests, tries the mutants on them."""

    def __init__(self, chosen: list[Mutant], seconds: float) -> None:
        self.chosen = chosen
        self.seconds = seconds
        self.survivors: list[Mutant] = []
        self.unreached: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for module in {mutant.module for mutant in self.chosen}:  # some are loaded late
            importlib.import_module("extract." + module.replace("/", "."))
        loaded = _Loaded()
        gc.freeze()
        start = time.monotonic()
        tried = self._tried(session, loaded)
        _say(f"{len(tried)} tests traced in {time.monotonic() - start:.0f} s")
        for item in (item for item, one in zip(session.items, tried, strict=True) if one.failed):
            _say(f"left out, since it fails without a change: {item.nodeid}")  # some measure time, which tracing takes
        passed = [number for number, one in enumerate(tried) if not one.failed]
        order = sorted(passed, key=lambda number: tried[number].seconds)
        killers: dict[str, Counter[int]] = {}  # of each module: those that failed for other mutants come first
        for number, mutant in enumerate(self.chosen, 1):
            lines = {(mutant.module, line) for line in mutant.reached}
            counted = killers.setdefault(mutant.module, Counter())
            tests = [each for each in order if lines & tried[each].lines]
            tests.sort(key=lambda each: -counted[each])
            killer = _killer(session, loaded, mutant, [(each, tried[each].seconds) for each in tests], self.seconds)
            if not tests:
                self.unreached.append(mutant)
            elif killer is None:
                self.survivors.append(mutant)
                _say(f"survives: {mutant} ({len(tests)} tests)")
            else:
                counted[killer] += 1
            if not number % 50:
                _say(f"{number} tried")
        _say(f"{len(self.chosen)} tried in {time.monotonic() - start:.0f} s")
        gc.unfreeze()
        return True

    def _tried(self, session: pytest.Session, loaded: _Loaded) -> list[_Tried]:
        """Run each test once, in a fork, and return what it did."""
        functions = {(mutant.code.co_filename, mutant.function[0]): mutant.module for mutant in self.chosen}
        lines = {(mutant.module, line) for mutant in self.chosen for line in mutant.reached}
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            with open(os.devnull, "w") as nowhere, open(writing, "wb") as result:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
                pickle.dump(_traced(session, loaded, functions, lines), result)
            os._exit(0)
        os.close(writing)
        with open(reading, "rb") as result:
            tried: list[_Tried] = pickle.load(result)
        os.waitpid(child, 0)
        return tried


def _traced(
    session: pytest.Session, loaded: _Loaded, functions: dict[tuple[str, str], str], wanted: set[tuple[str, int]]
) -> list[_Tried]:
    reached: set[tuple[str, int]] = set()
    watch, unwatch = (
        _monitoring(loaded, functions, reached) if sys.version_info >= (3, 12) else _tracing(functions, reached)
    )
    tried = []
    for item in session.items:
        loaded.forget()  # so that it calls what it needs by itself
        reached.clear()
        before, start = session.testsfailed, time.process_time()
        watch()
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        finally:
            unwatch()
        tried.append(_Tried(frozenset(reached & wanted), time.process_time() - start, session.testsfailed > before))
    return tried


_Switches = tuple[Callable[[], object], Callable[[], object]]  # begin to watch a test, and end it


def _monitoring(loaded: _Loaded, functions: dict[tuple[str, str], str], reached: set[tuple[str, int]]) -> _Switches:
    """Watch the functions that are changed, and nothing else (PEP 669): several times as fast as a trace."""
    monitor: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]  # since Python 3.12
    of_code: dict[CodeType, str] = {}
    for found in loaded.functions.values():
        for code in (each for function in found for each in _codes(function.__code__)):
            if module := functions.get((code.co_filename, code.co_qualname.partition(".<locals>")[0])):
                of_code[code] = module

    def line(code: CodeType, number: int) -> Any:
        reached.add((of_code[code], number))
        return monitor.DISABLE  # once in a test is enough

    def start(code: CodeType, _offset: int) -> Any:
        return line(code, code.co_firstlineno)

    tool, events = monitor.PROFILER_ID, monitor.events
    monitor.use_tool_id(tool, "mutation")
    monitor.register_callback(tool, events.LINE, line)
    monitor.register_callback(tool, events.PY_START, start)
    for code in of_code:
        monitor.set_local_events(tool, code, events.LINE | events.PY_START)
    return monitor.restart_events, lambda: None


def _tracing(functions: dict[tuple[str, str], str], reached: set[tuple[str, int]]) -> _Switches:
    modules: dict[CodeType, str | None] = {}  # of what is changed, and None for others

    def module_of(code: Any) -> str | None:
        return functions.get((code.co_filename, code.co_qualname.partition(".<locals>")[0]))

    def trace(frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        try:
            module = modules[code]
        except KeyError:
            module = modules[code] = module_of(code)
        if module is None:
            return None
        reached.add((module, code.co_firstlineno))

        def lines(frame: FrameType, _event: str, _argument: Any) -> Any:
            reached.add((module, frame.f_lineno))
            return lines

        return lines

    set_trace = sys.settrace

    def set_both(function: Any) -> None:
        """Let what is tested watch its calls too."""

        def both(frame: FrameType, event: str, argument: Any) -> Any:
            function(frame, event, argument)
            return trace(frame, event, argument)

        set_trace(trace if function in (None, trace) else both)

    sys.settrace = set_both
    return partial(set_trace, trace), partial(set_trace, None)


def _killer(
    session: pytest.Session, loaded: _Loaded, mutant: Mutant, tests: list[tuple[int, float]], seconds: float
) -> int | None:
    """Return which test fails for a mutant, or never ends; None if none does."""
    running = mmap.mmap(-1, 4)  # shared with the child: the number of the test
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        with contextlib.suppress(BaseException):
            loaded.put_in(mutant)
            start = time.process_time()
            for number, usual in tests:
                running[:] = number.to_bytes(4)
                signal.setitimer(signal.ITIMER_PROF, max(_LONGEST, 20 * usual))  # ends this process
                item = session.items[number]
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if session.testsfailed:
                    os._exit(1)
                if time.process_time() - start > seconds:
                    break
            os._exit(0)
        os._exit(1)
    status = os.waitpid(child, 0)[1]
    with running:
        return int.from_bytes(running[:]) if status else None


# --- the packages of the fast tests


def _hidden_modules() -> frozenset[str]:
    """Return the names of installed modules that are not there where only `dev.py test --fast` has installed any."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = ["pip", "setuptools", "packaging", *groups["project"]["dependencies"], *groups["dependency-groups"]["dev"]]
    known: set[str] = set()
    while wanted:
        name = Requirement(wanted.pop()).name.lower().replace("_", "-")
        if name not in known:
            known.add(name)
            with contextlib.suppress(importlib.metadata.PackageNotFoundError):
                needed = map(Requirement, importlib.metadata.requires(name) or ())
                wanted += [each.name for each in needed if not each.marker or each.marker.evaluate({"extra": ""})]
    packages = importlib.metadata.packages_distributions()
    return frozenset(
        module
        for module, names in packages.items()
        if not any(name.lower().replace("_", "-") in known for name in names) and module not in sys.modules
    ) - {"extract", "sphinx_iri", "_sphinx_iri"}


class _WithoutHidden(PathFinder):
    """Finds what Python finds in its path, but for the modules of hidden packages."""

    hidden: frozenset[str] = frozenset()

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Return where a module is."""
        return None if fullname.partition(".")[0] in cls.hidden else super().find_spec(fullname, path, target)


# --- the command


def main() -> int:
    """Try mutants of the rooms named, and list those that survive; the status is 1 if more than 15 of 100 do."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rooms", nargs="+", help="of extract, or a module: detect iri markup mail linter iri/host")
    parser.add_argument("--number", type=int, default=300, help="mutants of each (default: 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="that the tests of a mutant may take (default: 30)")
    parser.add_argument("--all", action="store_true", help="try survivors with the fast tests of all rooms")
    options = parser.parse_args()
    if not hasattr(os, "fork"):
        sys.exit("tools.mutation tries each change in a fork(): run it on Linux or macOS")
    os.environ |= {"HYPOTHESIS_PROFILE": "few", "IRI_FAST_TESTS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    _WithoutHidden.hidden = _hidden_modules()
    sys.meta_path[sys.meta_path.index(PathFinder)] = _WithoutHidden  # type: ignore[arg-type]
    os.chdir(ROOT)
    if unknown := [
        room
        for room in options.rooms
        if not (folder := ROOT / "extract" / room).is_dir() and not folder.with_suffix(".py").exists()
    ]:
        parser.error(f"not in extract: {', '.join(unknown)}")
    every = {room: list(_mutants_of(room)) for room in options.rooms}
    chosen: dict[str, list[Mutant]] = {}
    lost: dict[str, list[Mutant]] = {}
    for room, known in every.items():
        chosen[room] = random.Random(options.seed).sample(known, min(options.number, len(known)))
        top = room.partition("/")[0]
        own = [
            path for path in (f"tests/{top}", *(f"tests/{also}" for also in ALSO.get(top, ()))) if Path(path).exists()
        ]
        lost[room] = _not_killed(chosen[room], own, options.seconds)
        if not options.all:
            _report(room, chosen[room], lost[room])
    if options.all:
        left = _not_killed([mutant for some in lost.values() for mutant in some], ["tests"], options.seconds)
        for room in options.rooms:
            lost[room] = [mutant for mutant in left if mutant in lost[room]]
            _report(room, chosen[room], lost[room])
    return int(any(len(lost[room]) > 0.15 * len(chosen[room]) for room in options.rooms))


def _report(room: str, chosen: list[Mutant], lost: list[Mutant]) -> None:
    for mutant in sorted(lost, key=lambda one: (one.module, one.line)):
        print(f"survives: {mutant}")
    print(f"{room}: {len(chosen) - len(lost)} of {len(chosen)} killed", flush=True)


def _not_killed(chosen: list[Mutant], tests: list[str], seconds: float) -> list[Mutant]:
    """Return which of the mutants no fast test of these files notices."""
    trial = _Trial(chosen, seconds)
    plugins = [part for name in _PLUGINS for part in ("-p", name)]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = pytest.main(["-q", "-p", "no:cacheprovider", *plugins, *FAST, *tests], plugins=[trial])
    if status:
        sys.exit(said.getvalue())
    for mutant in trial.unreached:
        _say(f"not reached: {mutant}")
    return trial.survivors + trial.unreached


def _say(text: str) -> None:
    print(text, file=sys.__stderr__, flush=True)


def _mutants_of(room: str) -> Iterator[Mutant]:
    folder = ROOT / "extract" / room
    for path in sorted(folder.glob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]:
        if not path.name.startswith("_"):
            module = path.relative_to(ROOT / "extract").with_suffix("").as_posix()
            yield from mutants(module, path.read_text("utf-8"))


if __name__ == "__main__":
    sys.exit(main())
