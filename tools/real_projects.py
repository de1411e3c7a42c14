"""Build a Sphinx project with and without the extension, and compare the results.

usage: python -m tools.real_projects [options] DOCS...

DOCS is the directory of a project's conf.py, in a writable copy: conf.py is changed for the build and restored.
Extensions and themes that are not installed are removed from both builds, and so is intersphinx, which needs a network.

Every link of the plain build must have the same destination in the other build, or a longer one from the source, or a
listed reason. Anything else is a fault, marked "!" (see ``tools/built_pages.py``). Other faults are a page that differs
outside of its links, and a non-ASCII URL (except in raw HTML and templates). Without a changed link, so is a change of
the search index or of objects.inv. New warnings are printed with their source line.

Pages are built with ``-W``: in "-W 0 -> 1", the numbers are the exit statuses of Sphinx. The exit status is 1 if there
is a fault, 2 if ``-W`` fails a build that passes without the extension. It is 3 if the plain build fails.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tools.built_pages import FAULTS, Source, count, differences

ROOT = Path(__file__).resolve().parent.parent
# Modules that conf.py imports and that are not installed are replaced by callable strings.
PREPENDED = """
import importlib.abc as _abc, importlib.machinery as _machinery, sys as _sys
class _Anything(str):
    __slots__ = ()
    def __call__(self, *_arguments, **_more):
        return type(self)("0")
    def __reduce_ex__(self, _protocol):
        return str, (str(self),)
    def __getattr__(self, name):
        if name.startswith("__") and name != "__version__":
            raise AttributeError(name)
        return type(self)("0")
class _Missing(_abc.MetaPathFinder, _abc.Loader):
    file = "/nowhere/missing.py"
    def find_spec(self, name, path=None, target=None):
        caller = _sys._getframe(1)
        while caller and "importlib" in caller.f_code.co_filename:
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename.endswith("conf.py"):
            return _machinery.ModuleSpec(name, self, is_package=True)
    def exec_module(self, module):
        module.__getattr__ = _Anything.__getattr__.__get__(_Anything())
        module.__file__ = self.file
_missing = _Missing()
_sys.meta_path.append(_missing)
"""
APPENDED = """

# --- tools/real_projects.py
import importlib.util as _util, os as _os
_sys.meta_path.remove(_missing)
_stubs = [name for name, module in list(_sys.modules.items()) if getattr(module, "__file__", "") == _Missing.file]
def _is_there(name):
    try:
        return name not in _stubs and _util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
extensions = [name for name in globals().get("extensions", []) if _is_there(name) and name != "sphinx.ext.intersphinx"]
extensions = ["sphinx.ext.autodoc", *extensions]  # whose events others connect to
if _os.environ["IRI_BUILD"] == "with":
    extensions += ["sphinx_iri"]
if not _is_there(globals().get("html_theme", "alabaster")):
    html_theme, html_theme_options = "alabaster", {}
html_last_updated_fmt, intersphinx_mapping = None, {}
if "setup" in globals():
    def _tolerant(theirs):
        def setup(app):
            try:
                return theirs(app)
            except Exception:
                return None
        return setup
    setup = _tolerant(setup)
    del _tolerant
del _util, _os, _sys, _abc, _machinery, _missing, _Missing, _Anything, _is_there, _stubs
"""


class Build(NamedTuple):
    """A build: its exit status, output directory, warnings, and CPU time in seconds."""

    status: int
    out: Path
    warnings: Counter[str]
    cpu: float


def build(docs: Path, out: Path, kind: str, options: Iterable[str] = (), timeout: float = 600) -> Build:
    """Build a project in its own process. ``kind`` is "plain" or "with"."""
    conf = docs / "conf.py"
    original = conf.read_text("utf-8")
    future = "from __future__ import annotations\n"
    changed = future * (future in original) + PREPENDED + original.replace(future, "") + APPENDED
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "IRI_BUILD": kind, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "sphinx", "-q", "-d", f"{out}.doctrees", *options, "-E", "-W", "--keep-going"]
    try:
        conf.write_text(changed, "utf-8")
        before = os.times()
        done = subprocess.run(
            [*command, str(docs), str(out)],
            cwd=docs,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
        after = os.times()
    finally:
        conf.write_text(original, "utf-8")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    printed = (line.replace(str(out), "OUT") for line in done.stderr.splitlines())
    warnings = Counter(line for line in printed if re.search(r"\b(WARNING|ERROR|CRITICAL|SEVERE)\b", line))
    return Build(done.returncode, out, warnings, cpu)


def compare(docs: Path, folder: Path, options: list[str], timeout: float) -> int:
    """Build a project both ways, print the differences, and return the exit status."""
    plain, built = (build(docs, folder / kind, kind, options, timeout) for kind in ("plain", "with"))
    seen: set[tuple[str, str]] = set()
    for difference in differences(plain.out, built.out, Source(docs)):
        if difference[1:] not in seen:  # print a difference in a sidebar only once
            mark = "!" if difference.what in FAULTS else " "
            print(f"{mark} {difference.what:12}{difference.detail} [{difference.page}]")
            seen.add(difference[1:])
    new = built.warnings - plain.warnings
    for sign, lines in (("+", new), ("-", plain.warnings - built.warnings)):
        for line in lines:
            print(f"warning {sign}   {line}{_line_of(line) if sign == '+' else ''}")
    pages, same = count(plain.out, built.out)
    print(
        f"== {docs}: {pages} pages, {same} of them equal; -W {plain.status} -> {built.status}, "
        f"{dict(Counter(what for what, _ in seen))}, {sum(new.values())} more warnings, "
        f"CPU {plain.cpu:.1f} s -> {built.cpu:.1f} s",
        flush=True,
    )
    if not pages:
        print(*plain.warnings, sep="\n")
        return 3
    if built.status > plain.status:
        return 2
    return int(any(what in FAULTS for what, _ in seen))


def _line_of(warning: str) -> str:
    """Return the source line of a warning, or ""."""
    place = re.match(r"(/.*?):(\d+): ", warning)
    try:
        return f"\n            | {Path(place[1]).read_text('utf-8').splitlines()[int(place[2]) - 1]}" if place else ""
    except (OSError, IndexError):
        return ""


def main() -> int:
    """Compare the named projects."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docs", nargs="+", type=Path, help="the folder of a conf.py, in a copy")
    parser.add_argument("-o", "--option", action="append", default=[], help="an argument for sphinx-build, as -o=-Dx=y")
    parser.add_argument("-t", "--timeout", type=float, default=600, help="seconds a build may take")
    given = parser.parse_args()
    status = 0
    for docs in given.docs:
        with tempfile.TemporaryDirectory() as folder:
            status = max(status, compare(docs.resolve(), Path(folder), given.option, given.timeout))
    return status


if __name__ == "__main__":
    sys.exit(main())
