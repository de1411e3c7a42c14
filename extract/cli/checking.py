"""Check many files: from the cache, in this process, or in several."""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from extract.cli.files import STDIN, Entry, read_bytes
from extract.cli.progress import progress
from extract.cli.saying import reason
from extract.cli.settings import Configurations, left
from extract.cli.surroundings import source_encoding, surroundings
from extract.linter.finding import Checked
from extract.linter.linting import FAILURE, ChosenRules, lint_file
from extract.rules.iri.spoofing import protecting
from extract.rules.registry import rules_of
from extract.rules.subjects import Surroundings

if TYPE_CHECKING:
    from extract.cli.cache import Cache, Known

_WORTH_A_PROCESS = 50  # files: to start a process takes as long as to check some hundred small ones
_TOGETHER = 32  # files at most that are sent to a process at once
_PROGRESS = 50  # files


class Job(NamedTuple):
    """A file to check; it is sent to another process, so it has the names of the rules' parts, not the rules."""

    path: str
    within: str | None  # the directory in which it was found
    name: str  # in findings
    parts: tuple[str, ...]
    asked_for: tuple[str, ...]
    encoding: str | None
    protect: tuple[str, ...]
    baseline: str | None = None  # path of the file with its known findings
    data: bytes | None = None  # instead of the content of the file
    is_cached: bool = False

    def read(self) -> bytes:
        return read_bytes(self.path) if self.data is None else self.data

    def rules(self) -> ChosenRules:
        return _chosen(self.parts, self.asked_for, self.protect)


@functools.cache
def _chosen(parts: tuple[str, ...], asked_for: tuple[str, ...], protect: tuple[str, ...]) -> ChosenRules:
    rules = rules_of(parts)
    return ChosenRules([*rules, protecting(protect)] if protect else rules, asked_for)


@functools.cache
def _of_settings(*settings: object) -> bytes:
    return hashlib.blake2b(repr(settings).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def jobs_of(entries: Iterable[Entry], configurations: Configurations, stdin_name: str | None) -> Iterator[Job]:
    """Yield what to do for each file, by its settings."""
    prepared: dict[tuple[int, tuple[str, ...]], Job] = {}  # by settings, and by the rules ignored in a file
    for path, within in entries:
        name = (stdin_name or "<stdin>") if path == STDIN else path
        settings = configurations.of(os.path.dirname(name))
        kind = id(settings), settings.ignored_in(name)
        if kind not in prepared:
            rules = left(settings.rules(), kind[1])
            parts = tuple(part.name for rule in rules for part in rule.parts)
            prepared[kind] = Job(
                "", None, "", parts, settings.asked_for(), settings.encoding, settings.protect, settings.baseline
            )
        encoding = settings.encoding or source_encoding(name)
        yield prepared[kind]._replace(path=path, within=within, name=name, encoding=encoding)


def check(job: Job) -> Checked | str | Known:
    """Check one file; a string says why it cannot be read."""
    try:
        around = surroundings(job.name)
        if not job.is_cached:
            return lint_file(job.read(), job.name, job.rules(), encoding=job.encoding, surroundings=around)
        from extract.cli.cache import Known, recording

        data = job.read()
        key = _key(job, data, around)
        around, asked = recording(around)
        checked = lint_file(data, job.name, job.rules(), encoding=job.encoding, surroundings=around)
        return Known(key, checked, asked)
    except Exception as error:
        return reason(error)


def _key(job: Job, data: bytes, around: Surroundings) -> str:
    from extract.cli.cache import key_of

    settings = _of_settings(job.parts, job.asked_for, job.encoding, job.protect)
    return key_of(data, job.name, settings, around)


def _check_all(jobs: list[Job]) -> list[Checked | str | Known]:
    return list(map(check, jobs))


def results(jobs: list[Job], processes: int | None, cache: Cache | None) -> Iterator[Checked | str]:
    """Check the files, in their order, with a progress bar if it takes long and a terminal is there.

    ``processes`` is their number; 0: one a processor; ``None``: as many as are worth it.
    """
    known = {} if cache is None else _from_cache(jobs, cache)
    left = [job._replace(is_cached=cache is not None) for number, job in enumerate(jobs) if number not in known]
    many = os.cpu_count() or 1
    number = min(many, len(left) // _WORTH_A_PROCESS) if processes is None else min(processes or many, len(left))
    checked = _in_order(left, number) if number > 1 else map(check, left)
    in_order = (known.pop(at) if at in known else _kept(next(checked), cache) for at in range(len(jobs)))
    yield from _progress(in_order, len(jobs))
    if cache is not None:
        cache.save()


def _from_cache(jobs: list[Job], cache: Cache) -> dict[int, Checked]:
    known = {}
    for number, job in enumerate(jobs if len(cache) else ()):
        try:
            data = job.read()
        except OSError:  # said when it is checked
            continue
        around = surroundings(job.name)
        found = cache.get(_key(job, data, around), job.name, around)
        if found is not None:
            known[number] = found
    return known


def _kept(result: Checked | str | Known, cache: Cache | None) -> Checked | str:
    if isinstance(result, str | Checked):
        return result
    if cache is not None and not any(finding.problem.part == FAILURE for finding in result.checked.findings):
        cache.put(result)
    return result.checked


def _in_order(jobs: list[Job], processes: int) -> Iterator[Checked | str | Known]:
    from extract.cli.processes import KILLED, Killed, in_processes

    size = max(min(_TOGETHER, len(jobs) // (4 * processes)), 1)
    pieces = [jobs[at : at + size] for at in range(0, len(jobs), size)]
    done: dict[int, list[Checked | str | Known]] = {}
    following = 0
    for number, result in in_processes(_check_all, pieces, processes):
        if not isinstance(result, Killed):
            done[number] = result
        elif len(pieces[number]) == 1:
            done[number] = [KILLED]
        else:  # one of them
            done[number] = list(_in_order_alone(pieces[number]))
        while following in done:
            yield from done.pop(following)
            following += 1


def _in_order_alone(jobs: list[Job]) -> Iterator[Checked | str | Known]:
    from extract.cli.processes import KILLED, Killed, in_processes

    alone = dict(in_processes(check, jobs, 1))
    for number in range(len(jobs)):
        result = alone[number]
        yield KILLED if isinstance(result, Killed) else result


def _progress(results: Iterable[Checked | str], total: int) -> Iterator[Checked | str]:
    if total < _PROGRESS:
        yield from results
        return
    with progress("checking", total) as advance:
        for result in results:
            yield result
            advance(1)
