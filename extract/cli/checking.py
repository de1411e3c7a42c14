"""Check files: from the cache, in this process, or in several processes."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from extract.cli.documents import Asked, Job, Result
from extract.cli.saying import progress, reason, say_first
from extract.cli.surroundings import refusals
from extract.linter.linting import lint_file
from extract.readers.document import Document, Surroundings

if TYPE_CHECKING:
    from extract.cli.cache import Cache

_WORTH_A_PROCESS = 2_000_000  # bytes, which take half a second to check, as long as a process to start
_PER_FILE = 2000  # bytes that take as long to check as a file to open
_PROGRESS = 50  # files
REFUSED = "{} more files are not read"


# CPU seconds allowed for each file, and for each byte.
_LONGEST, _PER_BYTE = 10.0, 20e-6


class _TooLongError(BaseException):
    """A time limit was exceeded. Not an Exception, so that the checking code does not catch it."""


@contextlib.contextmanager
def _limited(size: int) -> Iterator[None]:
    """Abort the block after 10 s of CPU time plus 20 µs per byte. Wall time would depend on the machine's load."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield  # Windows, or not the main thread, which alone handles signals
        return
    _handle_timer()
    signal.setitimer(signal.ITIMER_PROF, _seconds(size))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _seconds(size: int) -> float:
    return _LONGEST + _PER_BYTE * size


@functools.cache  # setting it for each file takes 2 % of a run over small files
def _handle_timer() -> None:
    signal.signal(signal.SIGPROF, _end)


def _end(*_: object) -> None:
    raise _TooLongError


_QUESTIONS = ("is_included", "names_in", "exists", "missing")  # of `Surroundings`


def check(job: Job, *, is_cached: bool = False) -> Result:
    """Check one file. If ``is_cached``, the result has a key for the cache."""
    try:
        document, key, asked = job.document(), "", None
        if is_cached:
            key = _key(job, document)
            around, asked = _recording(document.surroundings)
            document = replace(document, surroundings=around)
        with _limited(len(document.data)):
            findings = lint_file(document, job.rules()).findings
        return Result(findings, refusals(), key=key, asked=asked)
    except _TooLongError:
        seconds = f"{_seconds(len(document.data)):.0f}"
        return Result(error=f"takes more than {seconds} seconds of the processor, and is left out; please report it")
    except Exception as error:
        return Result(error=reason(error))


def _key(job: Job, document: Document) -> str:
    from extract.cli.cache import key_of

    return key_of(document, job.mark())


def _recording(around: Surroundings) -> tuple[Surroundings, Asked]:
    """Return a copy of the surroundings that records calls, and the dictionary of calls and results."""
    asked: Asked = {}

    def ask(name: str, *given: Any) -> Any:
        if (name, *given) not in asked:
            asked[name, *given] = getattr(around, name)(*given)
        return asked[name, *given]

    questions: dict[str, Any] = {name: functools.partial(ask, name) for name in _QUESTIONS}
    return replace(around, **questions), asked


def results(jobs: list[Job], processes: int | None, cache: Cache | None) -> Iterator[Result]:
    """Yield the result of each job in order, with a progress bar on a terminal if there are many files.

    ``processes`` is the number of processes. 0 means one per processor, and None means as many as are worthwhile.
    """
    known = {} if cache is None else _from_cache(jobs, cache)
    left = [job for number, job in enumerate(jobs) if number not in known]
    many = os.cpu_count() or 1
    worth = sum(_PER_FILE + job.size() for job in left) // _WORTH_A_PROCESS if processes is None else len(left)
    number = min(processes or many, worth)
    one = functools.partial(check, is_cached=cache is not None)
    checked: Iterator[Result | str] = map(one, left)
    if number > 1:
        from extract.cli.processes import in_processes

        checked = in_processes(one, left, number)
    refused: dict[str, None] = {}
    with progress("checking", len(jobs) if len(jobs) >= _PROGRESS else 0) as advance:
        for at in range(len(jobs)):
            if at in known:
                result = known.pop(at)
            else:
                found = next(checked)
                result = Result(error=found) if isinstance(found, str) else found
                if cache is not None:
                    cache.put(result)
            refused |= dict.fromkeys(result.refused)
            yield result
            advance(1)
    say_first(refused | dict.fromkeys(refusals()), REFUSED)
    if cache is not None:
        cache.save()


def _from_cache(jobs: list[Job], cache: Cache) -> dict[int, Result]:
    known = {}
    for number, job in enumerate(jobs):
        with contextlib.suppress(Exception):  # `check` reports the error
            document = job.document()
            known[number] = cache.get(_key(job, document), document.surroundings)
    return {number: found for number, found in known.items() if found is not None}
