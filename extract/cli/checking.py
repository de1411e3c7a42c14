"""Check files: from the cache, in this process, or in several."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from extract.cli.files import STDIN, Entry, plain, read_bytes, refuse_document
from extract.cli.originals import is_original, is_there, original_of, require_in_project
from extract.cli.saying import Unread, UnreadableError, progress, reason, say
from extract.cli.settings import Configurations, Settings, SettingsError, left
from extract.cli.surroundings import refusals, source_encoding, surroundings
from extract.detect.finder import Finder
from extract.files.near import common_folder, in_time
from extract.files.reading import read_file
from extract.linter.finding import Checked
from extract.linter.linting import lint_file
from extract.readers.document import Document, Surroundings
from extract.rules.chosen import ChosenRules
from extract.rules.iri.spoofing import protecting
from extract.rules.registry import RULES, Rule, rules_of

if TYPE_CHECKING:
    from extract.cli.cache import Cache, Known

Result = TypeVar("Result")

_LARGEST = 1 << 26  # bytes of what was translated
_WORTH_A_PROCESS = 50  # files: its start takes as long as some hundred small ones
_PROGRESS = 50  # files


@dataclass(frozen=True)
class Checks:
    """What files are checked for; processes get the names of rules' parts, not the rules."""

    sub_rules: tuple[str, ...]
    asked_for: tuple[str, ...]
    protect: tuple[str, ...]
    bare_domains: bool = False
    email: bool = False

    def rules(self) -> ChosenRules:
        return _chosen(self)

    @functools.cached_property
    def mark(self) -> bytes:
        """What distinguishes it from others."""
        return repr((self.sub_rules, self.asked_for, self.protect, self.bare_domains, self.email)).encode(
            "utf-8", "surrogatepass"
        )


class Job(NamedTuple):
    """A file to check."""

    path: str
    within: str | None  # the directory it was found in
    name: str  # in findings
    checks: Checks
    encoding: str | None
    baseline: str | None = None  # the file of its known findings
    data: bytes | None = None  # instead of the file's content
    original: str | None = None  # the file that it translates
    home: str | None = None  # the folder that the working directory and the paths given have in common

    def read(self) -> bytes:
        return refuse_document(read_bytes(self.path, self.within), self.name) if self.data is None else self.data

    def document(self) -> Document:
        """Read it, and what is around it."""
        around = surroundings(self.name, self.home)
        if self.original is not None:
            read = functools.partial(read_file, self.original, at_most=_LARGEST)
            try:
                original = in_time(read, path=self.original)
            except OSError as error:
                raise UnreadableError(f"its original {self.original} {error.strerror}") from error
            same = Surroundings(suffix=around.suffix)
            around = replace(around, original=Document(original, self.original, surroundings=same))
        return Document(self.read(), self.name, self.encoding, around)


@functools.cache
def _chosen(checks: Checks) -> ChosenRules:
    rules = rules_of(checks.sub_rules)
    is_bare = checks.bare_domains or checks.email
    finder = Finder(bare_domains=checks.bare_domains, email=checks.email) if is_bare else None
    return ChosenRules([*rules, protecting(checks.protect)] if checks.protect else rules, checks.asked_for, finder)


def _checks(settings: Settings, ignored: tuple[str, ...]) -> Checks:
    sub_rules = tuple(sub_rule.name for rule in left(settings.rules(), ignored) for sub_rule in rule.sub_rules)
    return Checks(sub_rules, settings.asked_for(), settings.protect, settings.bare_domains, settings.email)


Unchecked = dict[str, list[str]]  # names of files that are not checked, by what is wrong with their settings


def jobs_of(
    entries: Sequence[Entry], configurations: Configurations, stdin_name: str | None, unchecked: Unchecked
) -> Iterator[Job]:
    """Yield what to do for each file, by its settings; those with wrong settings are added to ``unchecked``."""
    prepared: dict[tuple[int, tuple[str, ...]], Checks] = {}  # by settings and rules ignored in a file
    of_folder: dict[str, Settings] = {}
    home = common_folder({entry.within or os.path.dirname(entry.path) for entry in entries if entry.path != STDIN})
    for path, within in entries:
        name = (plain(stdin_name) if stdin_name else "<stdin>") if path == STDIN else path
        folder = os.path.dirname(name)
        try:
            if folder not in of_folder:
                settings = configurations.of(folder)
                require_in_project(settings)
                of_folder[folder] = settings
            settings = of_folder[folder]
            kind = id(settings), settings.ignored_in(name)
            if kind not in prepared:
                prepared[kind] = _checks(settings, kind[1])
        except SettingsError as error:
            unchecked.setdefault(str(error), []).append(name)
            continue
        original = None
        if settings.original:  # in a folder outside of that of the settings it has the same path
            original = original_of(path, os.path.dirname(settings.origin or "") or os.curdir, settings.original)
        encoding = settings.encoding or source_encoding(name, home)
        yield Job(path, within, name, prepared[kind], encoding, settings.baseline, original=original, home=home)


_NAMED = 3  # files that have no original, or are not checked


def say_unchecked(unchecked: Unchecked, unread: Unread) -> None:
    """Say which settings are wrong, and which files are not checked for that."""
    for why, names in unchecked.items():
        unread.end(f"{why}; not checked: {_some(names)}" if names else why)


def _some(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def with_originals(jobs: list[Job], given: list[str] | None) -> list[Job]:
    """Return the jobs with the files that theirs translate: the one given, or those in a folder.

    It is said which have none.

    Raises:
        SettingsError: there is no such file
    """
    if not given:
        return jobs
    for original in given:
        if not is_there(original):
            raise SettingsError(f"{original}: --original names no file and no folder")
    jobs = [job._replace(original=original_of(job.path, job.within, given)) for job in jobs]
    alone = [job.name for job in jobs if job.original is None and not is_original(job.path, given)]
    if alone:
        say(f"{len(alone)} of {len(jobs)} files have no original in {', '.join(given)}: {_some(alone)}")
    return jobs


def comparing_rules(jobs: list[Job]) -> list[Rule]:
    """Return the rules that compare files, if any job has them."""
    sub_rules = set[str]().union(
        *(checks.sub_rules for checks in {id(job.checks): job.checks for job in jobs}.values())
    )
    return [rule for rule in rules_of(sub_rules) if any(sub_rule.scope == "tree" for sub_rule in rule.sub_rules)]


def without(codes: set[str], jobs: list[Job]) -> list[Job]:
    """Return the jobs without some rules."""
    left_out = {sub_rule.name for code in codes for sub_rule in RULES[code].sub_rules}

    @functools.cache
    def left_of(checks: Checks) -> Checks:
        return replace(checks, sub_rules=tuple(name for name in checks.sub_rules if name not in left_out))

    return [job._replace(checks=left_of(job.checks)) for job in jobs]


# Seconds of the processor for a file, and for each byte of it.
_LONGEST, _PER_BYTE = 10.0, 20e-6


class _TooLongError(BaseException):
    """Not an Exception: nothing that is checked may take it for its own."""


@contextlib.contextmanager
def _limited(size: int) -> Iterator[None]:
    """End what takes longer than any text should; time of the processor does not depend on the load."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield  # Windows, or a program that has its own signals
        return
    seconds = _LONGEST + _PER_BYTE * size

    def end(*_: object) -> None:
        raise _TooLongError(
            f"takes more than {seconds:.0f} seconds of the processor, and is left out; please report it"
        )

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def check(job: Job, *, is_cached: bool = False) -> Checked | str | Known:
    """Check one file; a string says why it cannot be read."""
    try:
        document = job.document()
        with _limited(len(document.data)):
            if not is_cached:
                return lint_file(document, job.checks.rules())._replace(refused=refusals())
            from extract.cli.cache import Known, key_of, recording

            key = key_of(document, job.checks.mark)
            around, asked = recording(document.surroundings)
            checked = lint_file(replace(document, surroundings=around), job.checks.rules())
            return Known(key, checked._replace(refused=refusals()), asked)
    except _TooLongError as error:
        return str(error)
    except Exception as error:
        return reason(error)


def results(jobs: list[Job], processes: int | None, cache: Cache | None) -> Iterator[Checked | str]:
    """Check the files, in their order, with a progress bar on a terminal if it takes long.

    ``processes`` is their number; 0: one a processor; ``None``: as many as are worth it.
    """
    known = {} if cache is None else _from_cache(jobs, cache)
    left = [job for number, job in enumerate(jobs) if number not in known]
    many = os.cpu_count() or 1
    number = min(many, len(left) // _WORTH_A_PROCESS) if processes is None else min(processes or many, len(left))
    one = functools.partial(check, is_cached=cache is not None)
    checked = _in_processes(one, left, number) if number > 1 else map(one, left)
    refused: dict[str, None] = {}
    with progress("checking", len(jobs) if len(jobs) >= _PROGRESS else 0) as advance:
        for at in range(len(jobs)):
            found = known.pop(at) if at in known else next(checked)
            if not isinstance(found, str | Checked):
                if cache is not None:
                    cache.put(found)
                found = found.checked
            if isinstance(found, Checked):
                refused |= dict.fromkeys(found.refused)
            yield found
            advance(1)
    say_refused(refused | dict.fromkeys(refusals()))
    if cache is not None:
        cache.save()


def _in_processes(work: Callable[[Job], Result], jobs: list[Job], processes: int) -> Iterator[Result | str]:
    from extract.cli.processes import in_processes

    return in_processes(work, jobs, processes)


_MOST_SAID = 10  # files


def say_refused(lines: Collection[str]) -> None:
    """Say what around the files is not read."""
    for line in [*lines][:_MOST_SAID]:
        say(line)
    if len(lines) > _MOST_SAID:
        say(f"{len(lines) - _MOST_SAID} more files are not read")


def _from_cache(jobs: list[Job], cache: Cache) -> dict[int, Checked]:
    from extract.cli.cache import key_of

    known = {}
    for number, job in enumerate(jobs):
        try:
            document = job.document()
        except OSError:  # said when checked
            continue
        found = cache.get(key_of(document, job.checks.mark), document.surroundings)
        if found is not None:
            known[number] = found
    return known
