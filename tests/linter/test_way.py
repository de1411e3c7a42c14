"""A file's way through the linter, counted as one who reads the code walks it.

The way leads through the functions that hand on a whole document: all of ``linter``, and those of ``rules.document``,
``rules.fixable``, ``rules.chosen``, ``readers.document``, ``readers.formats`` and ``readers.decoding``. What a rule, a
parser or the reader of a format does when it is called is a way of its own. Each call from one function to another
counts once, depth first, in the order of the first call. Inner functions are part of theirs, and a property of a value
is no call.

A **stay** is an unbroken run of calls into one room: a module, or a folder of rules. A **climb** is a stay in a higher
package than the one before.
"""

import ast
import inspect
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import extract
from extract.linter import lint
from extract.rules.document import _has_references
from tests.test_imports import RANKS

HERE = Path(extract.__file__).parent
PACKAGES = list(RANKS["extract"])
ROOMS = {"linter", "rules", "readers", "parsers"}
HANDING_ON = {"rules": "document fixable chosen", "readers": "document formats decoding"}
STAGES = {f"{package}/{name}.py" for package, names in HANDING_ON.items() for name in names.split()}

# A link with a mistake in prose, in markup and in HTML, two mistakes in markup, a comment that is used.
PAGE = """# Größe

See http://a.example/ü) and [x](http://b..example/) and ![img](http://c.example/a b).
A [link] (http://d.example/) here, https://exämple.org/x%zz. <a href="http://e.example/">e</a>

<!-- iri: ignore-next-line IRI101 -->
<http://[x/>
"""
Function = tuple[str, str]  # the path of its module, and its name


def properties() -> set[Function | None]:
    """The properties of the classes that are loaded."""
    modules = [module for name, module in sys.modules.items() if name.startswith("extract")]
    classes = [one for module in modules for one in vars(module).values() if inspect.isclass(one)]
    values = [value for one in classes for value in vars(one).values()]
    getters = [getattr(value, "fget", None) or getattr(value, "func", None) for value in values]
    return {function_of(getter.__code__) for getter in getters if inspect.isfunction(getter)}


def function_of(code: Any) -> Function | None:
    path = Path(code.co_filename)
    if not path.is_relative_to(HERE):
        return None
    return path.relative_to(HERE).as_posix(), code.co_qualname.partition(".<locals>")[0]


def calls() -> dict[Function, dict[Function, None]]:
    """Which function calls which while the page is linted, in the order of the first calls."""
    lint(PAGE.encode(), "a.md")  # what is imported and compiled once is not on the way
    found: dict[Function, dict[Function, None]] = defaultdict(dict)

    def note(frame: FrameType | None, event: str, _argument: Any) -> None:
        called = function_of(frame.f_code) if frame and event == "call" else None
        if called is None or frame is None:
            return
        above = frame.f_back
        while above is not None and function_of(above.f_code) is None:
            above = above.f_back
        caller = function_of(above.f_code) if above else None
        if caller is not None and caller != called:
            found[caller].setdefault(called)

    sys.setprofile(note)
    try:
        findings = lint(PAGE.encode(), "a.md")
    finally:
        sys.setprofile(None)
    assert len(findings) == 5
    return found


def stays() -> list[str]:
    """The rooms of the way, in order."""
    called, skipped, walked, rooms = calls(), properties(), set(), [""]

    def walk(function: Function) -> None:
        walked.add(function)
        for one in called[function]:
            parts = Path(one[0]).parts
            if one in skipped or parts[0] not in ROOMS:
                continue
            room = "/".join(parts[:2])
            rooms.extend([room] if rooms[-1] != room else [])
            if one not in walked and (parts[0] == "linter" or one[0] in STAGES):
                walk(one)

    walk(("linter/linting.py", "lint_file"))
    return rooms[1:]


def test_the_way_is_short() -> None:
    way = [PACKAGES.index(room.partition("/")[0]) for room in stays()]
    assert len(way) <= 45
    assert sum(after > before for before, after in pairwise(way)) <= 8


def test_no_function_of_the_linter_takes_many_arguments() -> None:
    """One value goes down the way, so four are enough."""
    for path in [*(HERE / "linter").glob("*.py"), *(HERE / "rules").glob("[cdf]*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                given = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
                assert len([one for one in given if one not in ("self", "cls")]) <= 4, f"{path.name}: {node.name}"


def test_the_linter_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / "docutils.conf").write_text("[restructuredtext parser]\ncharacter_level_inline_markup = yes\n", "utf-8")
    data, page = "参照`大きさ <https://example.com/größe>`_参照".encode(), str(tmp_path / "a.rst")
    expected = lint(data, page)  # what it loads when it is first used
    assert expected
    opened: list[object] = []
    watching = True
    on_disk = ("open", "os.listdir", "os.scandir")
    sys.addaudithook(lambda event, args: opened.append(args[0]) if watching and event in on_disk else None)
    assert lint(data, page) == expected
    watching = False
    assert opened == []


def test_the_references_of_a_source_are_looked_for_once() -> None:
    _has_references.cache_clear()
    lint(("Größe\n=====\n\n" + "See abc_ now.\n\n" * 50).encode(), "a.rst")
    assert (_has_references.cache_info().misses, _has_references.cache_info().hits) == (1, 49)
