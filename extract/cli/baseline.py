"""Baselines: files of known findings, which are not reported again.

An entry is recognized by its context (path, rule, link and source line), not by its line number, so it still matches
when text moves. Paths are relative to the directory of the baseline, wherever the command runs. If the file of an entry
is missing, a finding with the same rule, link and line in another file matches the entry: the file was renamed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple

from extract.cli.saying import reason
from extract.cli.settings import SettingsError
from extract.files.near import is_in, read_in_time
from extract.files.reading import open_file
from extract.files.writing import write_file
from extract.linter.finding import Finding
from extract.text.terminal import json_text

_LARGEST = 1 << 26  # bytes of a baseline


class Entry(NamedTuple):
    """A known finding."""

    path: str  # relative to the directory of the baseline, with "/"
    code: str
    iri: str
    context: str  # `Finding.context`


class Baseline:
    """The known findings, and which of them occurred in this run."""

    def __init__(self, path: str | os.PathLike[str], known: Counter[Entry] | None = None) -> None:
        self.path = os.fspath(path)
        self.known = _read(self.path) if known is None else known
        self._folder = os.path.realpath(os.path.dirname(self.path) or os.curdir)
        self._met: Counter[Entry] = Counter()
        self._real = functools.cache(os.path.realpath)  # for directories
        self._is_gone = functools.cache(functools.partial(_is_missing, self._folder))

    def place(self, name: str) -> str:
        """Return the path of a file relative to the baseline's directory. Resolve symbolic links in its directory."""
        folder, base = os.path.split(name)
        path = os.path.join(self._real(folder or os.curdir), base)
        try:
            return PurePath(os.path.relpath(path, self._folder)).as_posix()
        except ValueError:  # another drive on Windows
            return PurePath(path).as_posix()

    def entry(self, finding: Finding) -> Entry:
        """Return the baseline entry for a finding."""
        return Entry(self.place(finding.path), finding.problem.code, finding.link, finding.context)

    def new(self, findings: Sequence[Finding], *, remember: bool = True) -> list[Finding]:
        """Return the findings of one file that are not in the baseline.

        A new finding loses its fix if it shares a line with a known one. It also loses its fix if it has the same entry
        as a known one, because the baseline does not distinguish them.
        """
        met = self._met if remember else Counter[Entry]()
        known: list[Finding] = []
        left: list[tuple[Entry, Finding]] = []
        for finding in findings:
            entry = self.entry(finding)
            candidates = [entry] if entry in self.known else self._gone.get(entry[1:], [])
            taken = next((one for one in candidates if met[one] < self.known[one]), None)
            if taken is None:
                left.append((entry, finding))
            else:
                met[taken] += 1
                known.append(finding)
        entries = {self.entry(finding) for finding in known}
        lines = {line for finding in known for line in _lines(finding)}
        return [
            one if entry not in entries and lines.isdisjoint(_lines(one)) else _without_fix(one) for entry, one in left
        ]

    @cached_property
    def _gone(self) -> dict[tuple[str, ...], list[Entry]]:
        """The entries of missing files, grouped by all fields except the path."""
        gone: dict[tuple[str, ...], list[Entry]] = {}
        for entry in sorted(self.known):
            if self._is_gone(entry.path):
                gone.setdefault(entry[1:], []).append(entry)
        return gone

    def unused(self, names: Iterable[str], tops: Iterable[str], is_judged: Callable[[str], bool]) -> Counter[Entry]:
        """Return the entries whose finding no longer exists.

        ``names`` are the checked files. The finding of a missing file may be in an unchecked file, so its entry counts
        only if one of the paths in ``tops``, of which all files were checked, is the directory of the baseline or
        above it. ``is_judged`` returns whether the rule with a code was active.
        """
        read = {self.place(name) for name in names}
        is_all = any(os.path.isdir(top) and is_in(self._folder, os.path.realpath(top)) for top in tops)
        unmet = self.known - self._met
        return _only(
            unmet,
            lambda one: is_judged(one.code) and (one.path in read or (is_all and self._is_gone(one.path))),
        )

    def write(self, findings: Iterable[Finding], names: Iterable[str]) -> tuple[int, int]:
        """Write the findings to the file. Return the number of findings and the number of other entries that were kept.

        An old entry is kept if its file exists but was not checked.
        """
        found = Counter(map(self.entry, findings))
        read = {self.place(name) for name in names}
        kept = _only(self.known, lambda entry: entry.path not in read and not self._is_gone(entry.path))
        self._save(found + kept)
        return found.total(), kept.total()

    def prune(self, unused: Counter[Entry]) -> None:
        """Remove the unused entries from the file."""
        if unused:
            self._save(self.known - unused)

    def _save(self, known: Counter[Entry]) -> None:
        entries = [entry._asdict() | {"count": count} for entry, count in sorted(known.items())]
        write_file(self.path, (json_text(entries, indent=1) + "\n").encode())


def _is_missing(folder: str, path: str) -> bool:
    try:
        return not os.path.lexists(os.path.join(folder, path))
    except ValueError:  # a NUL
        return True


def _only(entries: Counter[Entry], is_kept: Callable[[Entry], bool]) -> Counter[Entry]:
    return Counter({entry: entries[entry] for entry in sorted(entries) if is_kept(entry)})


def _lines(finding: Finding) -> range:
    return range(finding.line, max(finding.line, finding.end_line - (finding.end_column == 1)) + 1)


def _without_fix(finding: Finding) -> Finding:
    return dataclasses.replace(finding, problem=dataclasses.replace(finding.problem, fix=None))


def to_write(path: str) -> Baseline:
    """Return the baseline in a file, ready to be overwritten; SettingsError if the file is not a baseline."""
    head = b""
    with contextlib.suppress(OSError):  # writing reports the error
        if os.path.isfile(path):
            with open_file(path) as file:
                head = file.read(7).lstrip()
    if head and not head.startswith((b"[", b"<<<<<<<")):  # git's conflict marker
        raise SettingsError(f"{path} is not a baseline, and is not replaced by one; delete it, or name another file")
    try:
        return Baseline(path)
    except SettingsError:  # damaged or missing
        return Baseline(path, Counter())


def _read(path: str) -> Counter[Entry]:
    try:
        entries = json.loads(read_in_time(path, _LARGEST).decode("utf-8"))
        if not isinstance(entries, list):
            raise ValueError("it is not a list")
        known: Counter[Entry] = Counter()
        for item in entries:
            known.update(_known(item))
        return known
    except OSError as error:
        raise SettingsError(f"{path}: {reason(error)}") from error
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise SettingsError(f"{path} is not a baseline: {why}; write one with --write-baseline") from error


def _known(item: object) -> dict[Entry, int]:
    """Return an entry and its count from a JSON value; ValueError if the value is not an entry."""
    if not isinstance(item, dict):
        raise ValueError("an entry is not an object")
    texts = [text for name in Entry._fields if isinstance(text := item.get(name), str)]
    number = item.get("count")
    if len(texts) < len(Entry._fields) or type(number) is not int or number < 1:
        raise ValueError(f'{", ".join(Entry._fields)} of an entry are strings, and "count" is a number above zero')
    return {Entry(*texts): number}
