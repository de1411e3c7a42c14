"""What was found in files before, by their content, the rules, the settings and the versions of what reads them.

It is one file for each folder in which the command runs, in the user's folder for caches. Whatever is wrong with it,
the files are checked as if there were none.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import json
import os
import re
import sys
import time
from dataclasses import fields, replace
from importlib.util import find_spec
from typing import Any, NamedTuple

import extract
from extract.files.reading import read_file
from extract.files.writing import write_file
from extract.linter.finding import Checked, Finding
from extract.linter.linting import FAILURE
from extract.readers.document import Document, Surroundings
from extract.rules.problem import Problem
from extract.rules.subjects import Use
from extract.text.messages import of_parts, to_parts
from extract.tree.targets import Missing

_LARGEST = 1 << 26  # bytes of the file
_OFTEN = 10  # characters of a value that many entries have, a day alone: it is one string
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
        self._used: dict[str, str] = {}
        self._is_new = False

    def __len__(self) -> int:
        return len(self._stored)

    def get(self, key: str, document: Document) -> Checked | None:
        """Return the result for a document, if what is around it is the same."""
        name = document.path
        day, _, text = self._stored.get(key, "").partition(" ")
        if not day.isdecimal():
            return None
        checked = _NOTHING
        if text:
            try:
                asked, excerpts, rows, links = json.loads(text)
                if any(_answer(document.surroundings, what) != answer for what, answer in asked):
                    return None
                uses = [
                    Use(name, line, column, start, end, iri, excerpts[number], frozenset(off))
                    for line, column, start, end, iri, number, off in links
                ]
                checked = Checked([_finding(name, row, excerpts) for row in rows], uses)
            except (TypeError, ValueError, LookupError, RecursionError):
                return None
        self._used[key] = text
        return checked

    def put(self, known: Known) -> None:
        """Remember a result, unless it depends on what was refused, or the check failed."""
        findings, uses, refused = known.checked
        if refused or any(finding.problem.sub_rule == FAILURE for finding in findings):
            return
        self._is_new = True
        if not findings and not uses and not known.asked:
            self._used[known.key] = ""
            return
        excerpts = [finding.excerpt for finding in findings] + [use.excerpt for use in uses]
        places = {excerpt: number for number, excerpt in enumerate(dict.fromkeys(excerpts))}
        rows = [
            [
                _row(finding.problem),
                finding.line,
                finding.column,
                finding.end_line,
                finding.end_column,
                places[finding.excerpt],
                finding.link,
            ]
            for finding in findings
        ]
        links = [[*use[1:-2], places[use.excerpt], sorted(use.off)] for use in uses]
        self._used[known.key] = json.dumps([known.asked, list(places), rows, links], separators=(",", ":"))

    def save(self) -> None:
        """Write what is new; another run may have written meanwhile."""
        if not self._is_new:
            return
        self._stored = {}  # there are many
        entries = self._load()
        today = str(self._today)
        entries.update((key, f"{today} {text}" if text else today) for key, text in self._used.items())
        # The last used first, as long as there is room.
        body = bytearray()
        for key in sorted(entries, key=lambda key: _day(entries[key]), reverse=True):
            value = entries[key]
            if len(body) + len(key) + len(value) + 2 > _LARGEST // 2 or _day(value) < self._today - _DAYS:
                break
            body += f"{key} {value}\n".encode()
        head = f"{self._signature} {_digest(body)}\n".encode()
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            write_file(self._path, head + body)
            self._remove_old()

    def _load(self) -> dict[str, str]:
        """Return the entries by key: the day of their last use, and what was found, if anything was found or asked.

        What was found stays the text that it is until it is needed, which takes a tenth of the memory.
        """
        try:
            if hasattr(os, "geteuid") and os.stat(self._path).st_uid != os.geteuid():
                return {}
            head, _, body = read_file(self._path, at_most=_LARGEST).partition(b"\n")
            if head != f"{self._signature} {_digest(body)}".encode():
                return {}
            lines = io.StringIO(body.decode("ascii"))  # one after the other: there are many
        except (OSError, ValueError):
            return {}
        split = (line.rstrip("\n").partition(" ") for line in lines)
        return {key: value if len(value) > _OFTEN else sys.intern(value) for key, _, value in split}

    def _remove_old(self) -> None:
        """Remove the files of folders in which the command has not run for long."""
        folder = os.path.dirname(self._path)
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if _NAME.fullmatch(name) and os.lstat(path).st_mtime < (self._today - 2 * _DAYS) * 86400:
                os.unlink(path)


def _day(value: str) -> int:
    day = value.partition(" ")[0]
    return int(day) if day.isdecimal() and len(day) < 10 else 0


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


def key_of(document: Document, of_checks: bytes) -> str:
    """Return what a result depends on, apart from what is asked of the surroundings."""
    around = document.surroundings
    facts = (
        around.character_level_inline_markup,
        around.default_role,
        around.in_wiki,
        around.suffix,
    )
    added = None if around.added_names is None else tuple(sorted(around.added_names))
    found = _begun(of_checks, document.encoding, (*facts, added)).copy()
    path = document.path.encode("utf-8", "surrogatepass")  # rules ask for folders too: "tests", "templates"
    found.update(b"%d %b" % (len(path), path))
    if around.original is not None:
        found.update(hashlib.blake2b(around.original.data, digest_size=16).digest())
    found.update(document.data)
    return found.hexdigest()


@functools.lru_cache(maxsize=256)
def _begun(of_checks: bytes, encoding: str | None, of_parser: tuple[object, ...]) -> hashlib.blake2b:
    """Return the beginning of the keys, which is the same for most files."""
    return hashlib.blake2b(of_checks + repr((encoding, of_parser)).encode("utf-8", "surrogatepass"), digest_size=16)


def recording(around: Surroundings) -> tuple[Surroundings, list[list[Any]]]:
    """Return the surroundings, and a list of what is asked of them."""
    asked: dict[str | None, Any] = {}
    listed: list[list[Any]] = []

    def ask(what: str | None) -> Any:
        if what not in asked:
            asked[what] = _answer(around, what)
            listed.append([what, asked[what]])
        return asked[what]

    def ask_missing(target: str, in_html: bool) -> Missing | None:
        answer = ask(f"{target}{_IN_HTML if in_html else _IN_MARKUP}")
        return Missing(*answer) if answer else None

    def ask_of(path: str, name: str) -> bool:
        return bool(ask(f"{path}\0{name}"))

    def has_charset() -> bool:
        return bool(ask(_CHARSET))

    return replace(
        around,
        is_included=lambda: ask(None),
        declares_charset=has_charset,
        exists=ask,
        may_define=ask_of,
        missing=ask_missing,
    ), listed


_CHARSET = "\0"  # what is asked for the charset of a project
_IN_MARKUP, _IN_HTML = "\1", "\2"  # after a target, what is asked for what it lacks


def _answer(around: Surroundings, what: str | None) -> Any:
    """What is told of a question: yes or no, or what is not there of what a target leads to."""
    if what and what[-1] in (_IN_MARKUP, _IN_HTML):
        found = around.missing(what[:-1], what[-1] == _IN_HTML)
        return list(found) if found else None
    if what is None:
        return around.is_included()
    if what == _CHARSET:
        return around.declares_charset()
    path, mark, name = what.partition("\0")
    return around.may_define(path, name) if mark else around.exists(what)


def _row(problem: Problem) -> list[Any]:
    return [to_parts(getattr(problem, name)) for name in _FIELDS]


def _finding(name: str, row: list[Any], excerpts: list[str]) -> Finding:
    problem, line, column, end_line, end_column, excerpt, link = row
    values = dict(zip(_FIELDS, problem, strict=True))
    told = Problem(**values | {"message": of_parts(values["message"])})
    return Finding(name, told, line, column, end_line, end_column, excerpts[excerpt], link)


def _digest(data: bytes | bytearray) -> str:
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
