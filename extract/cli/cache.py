"""Cache of lint results, keyed by content, rules, settings and the versions of the code that computed them.

It is an SQLite database in the user's cache directory. If anything is wrong with it, all files are checked.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sqlite3
import stat
import sys
import time
from importlib.util import find_spec

import extract
from extract.cli.documents import Result
from extract.linter.linting import FAILURE
from extract.readers.document import Document, Surroundings

_DAYS = 30  # an unused entry is deleted after this time
# Other packages that influence the results.
_PACKAGES = ("regex", "idna", "publicsuffixlist", "docutils", "markdown_it", "charset_normalizer")


class Cache:
    """The results of earlier runs."""

    def __init__(self) -> None:
        self._signature = _signature()
        self._today = int(time.time() // 86400)
        self._new: dict[str, bytes] = {}  # written at the end, because other runs may write in the meantime
        self._base: sqlite3.Connection | None = None
        with contextlib.suppress(Exception):
            path = _path()
            self._base = sqlite3.connect(path)
            os.chmod(path, 0o600)  # It contains text from the files.
            self._base.execute("CREATE TABLE IF NOT EXISTS found (key TEXT PRIMARY KEY, day INTEGER, result BLOB)")

    def get(self, key: str, around: Surroundings) -> Result | None:
        """Return the cached result for a key; None if there is none or the surroundings changed."""
        with contextlib.suppress(Exception):
            rows = self._base.execute(_GET, (self._signature + key,)) if self._base else ()
            for day, stored in rows:
                result: Result = pickle.loads(stored)
                asked = (result.asked or {}).items()
                if all(getattr(around, name)(*given) == answer for (name, *given), answer in asked):
                    self._new |= {} if day == self._today else {key: stored}
                    return result
        return None

    def put(self, result: Result) -> None:
        """Add a result, unless the check failed or could not read a file around the document."""
        is_failed = any(finding.problem.sub_rule == FAILURE for finding in result.findings)
        if not (result.error or result.refused or is_failed):
            self._new[result.key] = pickle.dumps(result)

    def save(self) -> None:
        """Write new results to the database, and delete results that were not used for 30 days."""
        if self._base and self._new:
            rows = [(self._signature + key, self._today, result) for key, result in self._new.items()]
            with contextlib.suppress(Exception), self._base:
                self._base.executemany("INSERT OR REPLACE INTO found VALUES (?, ?, ?)", rows)
                self._base.execute("DELETE FROM found WHERE day < ?", (self._today - _DAYS,))


_GET = "SELECT day, result FROM found WHERE key = ?"


def _path() -> str:
    """Return the path of the database; OSError if another user can write it, because unpickling runs code."""
    base = os.environ.get("XDG_CACHE_HOME", "")  # XDG Base Directory Specification: a relative path is not valid
    folder = os.path.join(base if os.path.isabs(base) else os.path.expanduser("~/.cache"), "iri")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, "found.sqlite")
    for one in filter(os.path.lexists, (folder, path)):
        status = os.lstat(one)
        is_own = not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)
        if not is_own or stat.S_ISREG(status.st_mode) is not (one == path):
            raise PermissionError(one)
    return path


def key_of(document: Document, of_checks: bytes) -> str:
    """Return a hash of everything that a result depends on, except calls to the surroundings."""
    around = document.surroundings
    facts = (
        document.path,  # rules check directory names too: "tests", "templates"
        document.encoding,
        around.character_level_inline_markup,
        around.default_role,
        around.in_wiki,
        around.suffix,
        None if around.added_names is None else sorted(around.added_names),
    )
    original = b"" if around.original is None else around.original.data
    found = hashlib.blake2b(of_checks, digest_size=16)
    for data in (repr(facts).encode("utf-8", "surrogatepass"), original, document.data):
        found.update(b"%d " % len(data))
        found.update(data)
    return found.hexdigest()


def _signature() -> str:
    """Return a hash of the code that computes results. In a clone, the version number is not enough."""
    marks: list[object] = [sys.version, sys.platform, extract.__file__]
    for top in extract.__path__:
        for directory, _, names in os.walk(top):
            marks += sorted(_mark(os.path.join(directory, name)) for name in names if not name.endswith(".pyc"))
    for name in _PACKAGES:
        spec = find_spec(name)
        marks.append(_mark(spec.origin) if spec and spec.origin else name)
    return hashlib.blake2b(repr(marks).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _mark(path: str) -> tuple[str, int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return path, 0, 0
    return path, status.st_size, status.st_mtime_ns
