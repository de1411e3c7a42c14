"""What was found in files before, by their content, the rules, the settings and the versions of what reads them.

It is one file for each folder in which the command runs, in the user's folder for caches. Whatever is wrong with it,
the files are checked as if there were none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sys
import time
from dataclasses import astuple, fields, replace
from importlib.util import find_spec
from typing import Any, NamedTuple

import extract
from extract.files.reading import read_file
from extract.files.writing import write_file
from extract.linter.finding import Checked, Finding
from extract.readers.formats import format_of
from extract.rules.problem import Problem
from extract.rules.subjects import Surroundings

_LARGEST = 1 << 26  # bytes of the file
_DAYS = 30  # that an entry is kept without being used
_NAME = re.compile(r"[0-9a-f]{32}\.json")
# What decides, besides ourselves, what is found.
_PACKAGES = ("regex", "idna", "publicsuffixlist", "docutils", "markdown_it", "charset_normalizer")
_NOTHING = Checked([], [])
_FIELDS = [field.name for field in fields(Problem)]


class Known(NamedTuple):
    """The result for a content."""

    key: str
    checked: Checked
    asked: list[list[Any]]  # what was asked of the surroundings, and the answers


class Cache:
    """The results of earlier runs in this folder."""

    def __init__(self, folder: str) -> None:
        here = os.fsencode(os.path.realpath(os.curdir))
        self._path = os.path.join(folder, _digest(here) + ".json")
        self._signature = _signature()
        self._today = int(time.time() // 86400)
        self._stored = self._load()
        self._used: dict[str, Any] = {}
        self._is_new = False

    def __len__(self) -> int:
        return len(self._stored)

    def get(self, key: str, name: str, around: Surroundings) -> Checked | None:
        """Return the result for a content, if what is around the file is the same."""
        stored = self._stored.get(key)
        if stored is None:
            return None
        if isinstance(stored, int):  # the day on which it was used last: nothing was found, nor asked
            self._used[key] = self._today
            return _NOTHING
        try:
            _, asked, excerpts, rows = stored
            if any(_answer(around, what) != answer for what, answer in asked):
                return None
            checked = Checked([_finding(name, row, excerpts) for row in rows], [])
        except (TypeError, ValueError, LookupError):
            return None
        self._used[key] = [self._today, *stored[1:]]
        return checked

    def put(self, known: Known) -> None:
        """Remember a result."""
        self._is_new = True
        findings = known.checked.findings
        if not findings and not known.asked:
            self._used[known.key] = self._today
            return
        places = {excerpt: number for number, excerpt in enumerate(dict.fromkeys(one.excerpt for one in findings))}
        rows = [
            [
                astuple(finding.problem),
                finding.line,
                finding.column,
                finding.end_line,
                finding.end_column,
                places[finding.excerpt],
                finding.link,
            ]
            for finding in findings
        ]
        self._used[known.key] = [self._today, known.asked, list(places), rows]

    def save(self) -> None:
        """Write what is new; another run may have written meanwhile."""
        if not self._is_new:
            return
        entries = {**self._load(), **self._used}
        # The last used first, as long as there is room.
        ordered = sorted(entries.items(), key=lambda item: _day(item[1]), reverse=True)
        kept: list[str] = []
        size = 0
        for key, value in ordered:
            text = f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}"
            size += len(text) + 1
            if size > _LARGEST // 2 or _day(value) < self._today - _DAYS:
                break
            kept.append(text)
        body = f"{{{','.join(kept)}}}".encode()
        head = f"{self._signature} {_digest(body)}\n".encode()
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            write_file(self._path, head + body)
            self._remove_old()

    def _load(self) -> dict[str, Any]:
        try:
            if hasattr(os, "geteuid") and os.stat(self._path).st_uid != os.geteuid():
                return {}
            head, _, body = read_file(self._path, at_most=_LARGEST).partition(b"\n")
            if head != f"{self._signature} {_digest(body)}".encode():
                return {}
            entries = json.loads(body)
        except (OSError, ValueError, RecursionError):
            return {}
        return entries if isinstance(entries, dict) else {}

    def _remove_old(self) -> None:
        """Remove the files of folders in which the command has not run for long."""
        folder = os.path.dirname(self._path)
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if _NAME.fullmatch(name) and os.lstat(path).st_mtime < (self._today - 2 * _DAYS) * 86400:
                os.unlink(path)


def _day(value: Any) -> int:
    day = value[0] if isinstance(value, list) and value else value
    return day if isinstance(day, int) else 0


def folder() -> str | None:
    """Return the user's folder for caches of this command; ``None`` if there is none."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:  # XDG Base Directory Specification: a relative path is not valid
        base = os.environ.get("XDG_CACHE_HOME", "")
        base = base if os.path.isabs(base) else os.path.expanduser("~/.cache")
    return os.path.join(base, "iri") if os.path.isabs(base) else None


def key_of(data: bytes, name: str, of_settings: bytes, around: Surroundings) -> str:
    """Return what a result depends on, apart from what is asked of the surroundings."""
    added = None if around.added_names is None else sorted(around.added_names)
    of_parser = around.character_level_inline_markup, around.default_role, added
    facts = format_of(name).name, os.path.basename(name), *of_parser
    found = hashlib.blake2b(repr(facts).encode("utf-8", "surrogatepass"), digest_size=16)
    found.update(of_settings)
    found.update(data)
    return found.hexdigest()


def recording(around: Surroundings) -> tuple[Surroundings, list[list[Any]]]:
    """Return the surroundings, and a list of what is asked of them."""
    asked: dict[str | None, bool] = {}
    listed: list[list[Any]] = []

    def ask(what: str | None) -> bool:
        if what not in asked:
            asked[what] = _answer(around, what)
            listed.append([what, asked[what]])
        return asked[what]

    return replace(around, is_included=lambda: ask(None), exists=ask), listed


def _answer(around: Surroundings, what: str | None) -> bool:
    """Whether a file includes this one, or whether there is one of a name."""
    return around.is_included() if what is None else around.exists(what)


def _finding(name: str, row: list[Any], excerpts: list[str]) -> Finding:
    problem, line, column, end_line, end_column, excerpt, link = row
    told = Problem(**dict(zip(_FIELDS, problem, strict=True)))
    return Finding(name, told, line, column, end_line, end_column, excerpts[excerpt], link)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _signature() -> str:
    """Return a mark of all code that decides what is found: a version is not enough in a clone."""
    marks: list[object] = [sys.version, sys.platform, extract.__file__]
    for top in extract.__path__:
        for directory, _, names in os.walk(top):
            marks += sorted(_mark(os.path.join(directory, name)) for name in names if not name.endswith(".pyc"))
    for name in _PACKAGES:
        spec = find_spec(name)
        marks.append(_mark(spec.origin) if spec and spec.origin else name)
    return _digest(repr(marks).encode("utf-8", "surrogatepass"))


def _mark(path: str) -> tuple[str, int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return path, 0, 0
    return path, status.st_size, status.st_mtime_ns
