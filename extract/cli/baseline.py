"""A file of known findings, which are not reported again.

An entry is recognized by its context (path, rule, link and line of the source), not by the number of its line, so that
it stays when text moves. Paths are relative to the folder of the baseline, wherever the command runs. If the file of an
entry is gone, a finding of the same rule, link and line in another file is taken for it: the file was renamed.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path, PurePath
from typing import NamedTuple

from extract.cli.settings import SettingsError
from extract.files.near import in_time
from extract.files.reading import open_file, read_file
from extract.files.writing import write_file
from extract.linter.finding import Finding
from extract.text.terminal import json_text

_LARGEST = 1 << 26  # bytes of the file


class Entry(NamedTuple):
    """A known finding."""

    path: str  # relative to the folder of the baseline, with "/"
    code: str
    iri: str
    context: str  # of the finding


class Baseline:
    """The known findings, and those of them that have been met."""

    def __init__(self, path: str | os.PathLike[str], known: Counter[Entry] | None = None) -> None:
        self.path = os.fspath(path)
        self.known = _read(Path(path)) if known is None else known
        self._folder = os.path.realpath(os.path.dirname(self.path) or os.curdir)
        self._met: Counter[Entry] = Counter()
        self._real = functools.cache(os.path.realpath)  # of folders
        self._is_gone = functools.cache(functools.partial(_is_missing, self._folder))

    def place(self, name: str) -> str:
        """Return the path of a file from the baseline's folder; symbolic links to its folder are resolved."""
        folder, base = os.path.split(name)
        path = os.path.join(self._real(folder or os.curdir), base)
        try:
            return PurePath(os.path.relpath(path, self._folder)).as_posix()
        except ValueError:  # another drive of Windows
            return PurePath(path).as_posix()

    def entry(self, finding: Finding) -> Entry:
        """Return what is recorded of a finding."""
        return Entry(self.place(finding.path), finding.problem.code, finding.link, finding.context)

    def new(self, findings: Sequence[Finding], *, remember: bool = True) -> list[Finding]:
        """Return those of a file's findings that are not known.

        One in the line of a known one has no fix. Nor have findings that look like known ones: which of them are new,
        nobody can tell.
        """
        met = self._met if remember else Counter[Entry]()
        known: dict[Entry, list[Finding]] = {}
        left: list[tuple[Entry, Finding]] = []
        for finding in findings:
            entry = self.entry(finding)
            candidates = [entry] if entry in self.known else self._gone.get(entry[1:], [])
            taken = next((one for one in candidates if met[one] < self.known[one]), None)
            if taken is None:
                left.append((entry, finding))
            else:
                met[taken] += 1
                known.setdefault(entry, []).append(finding)
        touch = _touching(_lines(finding) for group in known.values() for finding in group)
        return [_without_fix(one) if entry in known or touch(_lines(one)) else one for entry, one in left]

    @cached_property
    def _gone(self) -> dict[tuple[str, ...], list[Entry]]:
        """The entries of files that are gone, by all but their path."""
        gone: dict[tuple[str, ...], list[Entry]] = {}
        for entry in sorted(self.known):
            if self._is_gone(entry.path):
                gone.setdefault(entry[1:], []).append(entry)
        return gone

    def unused(self, names: Iterable[str], *, all_read: bool, judged: Callable[[str], bool]) -> Counter[Entry]:
        """Return the entries whose finding no longer exists.

        ``names`` are those of the files that were read. Of a file that is gone, the findings may be in a file that was
        not read, unless ``all_read``. ``judged`` says whether a code was looked for.
        """
        read = {self.place(name) for name in names}
        left = self.known - self._met
        return Counter(
            {
                entry: left[entry]
                for entry in sorted(left)
                if judged(entry.code) and (entry.path in read or (all_read and self._is_gone(entry.path)))
            }
        )

    def write(
        self, findings: Iterable[Finding], names: Iterable[str], left_out: Container[str] = ()
    ) -> tuple[int, int]:
        """Write the findings as the known ones; return how many they are, and how many others are kept.

        Those are of other files, or of rules that were left out.
        """
        found = Counter(map(self.entry, findings))
        read = {self.place(name) for name in names}
        kept = Counter(
            {
                entry: count
                for entry, count in self.known.items()
                if (entry.path not in read or entry.code in left_out) and not self._is_gone(entry.path)
            }
        )
        self._save(found + kept)
        return found.total(), kept.total()

    def prune(self, unused: Counter[Entry]) -> None:
        """Write the file without some entries."""
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


def covers(baseline: str, path: str) -> bool:
    """Return whether a path is a baseline's folder, or one above it."""
    real = os.path.realpath(path)
    folder = os.path.realpath(os.path.dirname(baseline) or os.curdir)
    return os.path.isdir(real) and PurePath(folder).is_relative_to(real)


Span = tuple[int, int]  # the first and last line


def _touching(spans: Iterable[Span]) -> Callable[[Span], bool]:
    """Return what says whether lines share one with any of the spans."""
    ordered = sorted(spans)
    lasts = list(accumulate((last for _, last in ordered), max))

    def touch(span: Span) -> bool:
        at = bisect_right(ordered, span[1], key=lambda known: known[0])
        return at > 0 and lasts[at - 1] >= span[0]

    return touch


def _lines(finding: Finding) -> Span:
    return finding.line, max(finding.line, finding.end_line - (finding.end_column == 1))


def _without_fix(finding: Finding) -> Finding:
    return dataclasses.replace(finding, problem=dataclasses.replace(finding.problem, fix=None))


def to_write(path: str) -> Baseline:
    """Return the baseline that a file has, to be written anew; SettingsError if the file is something else."""
    try:
        head = b""
        if os.path.isfile(path):
            with open_file(path) as file:
                head = file.read(7)
    except OSError:  # said when it is written
        head = b""
    if head.lstrip() and not head.lstrip().startswith((b"[", b"<<<<<<<")):  # git's mark of a conflict
        raise SettingsError(f"{path} is not a baseline, and is not replaced by one; delete it, or name another file")
    try:
        return Baseline(path)
    except SettingsError:  # damaged, or there is none
        return Baseline(path, Counter())


def _read(path: Path) -> Counter[Entry]:
    try:
        read = functools.partial(read_file, path, at_most=_LARGEST)
        entries = json.loads(in_time(read, path=str(path)).decode("utf-8"))
        if not isinstance(entries, list):
            raise ValueError("it is not a list")
        known: Counter[Entry] = Counter()
        for item in entries:
            entry, count = _known(item)
            known[entry] += count
        return known
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise SettingsError(f"{path} is not a baseline: {why}; write one with --write-baseline") from error


def _known(item: object) -> tuple[Entry, int]:
    """Return an entry and its count; ValueError if the item is none."""
    if not isinstance(item, dict):
        raise ValueError("an entry is not an object")
    texts = [text for name in Entry._fields if isinstance(text := item.get(name), str)]
    number = item.get("count")
    if len(texts) < len(Entry._fields) or type(number) is not int or number < 1:
        raise ValueError(f'{", ".join(Entry._fields)} of an entry are strings, and "count" is a number above zero')
    return Entry(*texts), number
