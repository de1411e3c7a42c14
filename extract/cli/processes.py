"""Work in several processes, of which some may be killed, by a system without memory for example."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

KILLED = "the process that read it was killed: is there enough memory?"


class Killed:
    """Stands for the result of a job that kills its process, also if it is alone there."""


def in_processes(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[tuple[int, Result | Killed]]:
    """Yield the number of each job and its result, as they come."""
    suspects = []
    for number, result in _results(work, jobs, range(len(jobs)), processes):
        if isinstance(result, Killed):
            suspects.append(number)
        else:
            yield number, result
    yield from _results(work, jobs, suspects, 1)  # alone: others may have taken the memory


def _results(work: Any, jobs: Any, numbers: Sequence[int], processes: int) -> Iterator[tuple[int, Any]]:
    # Each process has a connection of its own, which ends with it. Where they share queues (concurrent.futures), one
    # that is killed leaves half a message, and others wait forever for the rest.
    waiting = list(reversed(numbers))
    started: dict[Any, Any] = {}
    busy: dict[Any, int] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < processes:
                near, process = _start(work)
                started[near] = process
                busy[near] = waiting.pop()
                _send(near, jobs[busy[near]])
            ends = {near: near for near in busy} | {started[near].sentinel: near for near in busy}
            for near in {ends[end] for end in wait(ends)}:
                number = busy.pop(near)
                try:
                    if not near.poll():
                        raise EOFError
                    error, result = near.recv()
                except (EOFError, OSError):
                    yield number, Killed()
                    continue
                if error is not None:
                    raise error
                if waiting:
                    busy[near] = waiting.pop()
                    _send(near, jobs[busy[near]])
                yield number, result
    finally:
        for near in started:
            near.close()
        for process in started.values():
            process.join()


def _start(work: Any) -> tuple[Any, Any]:
    """Start a process; return our end of its connection, and it."""
    # Threads of Arrow or of a progress bar would not be there after a fork.
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_serve, args=(far, work))
    arguments = sys.argv[1:]  # would be sent along, and fill the pipe of a process that is killed as it starts
    with far, _without_interrupts():
        del sys.argv[1:]
        try:
            process.start()
        finally:
            sys.argv[1:] = arguments
    return near, process


def _send(near: Any, job: Any) -> None:
    with suppress(OSError):  # killed: there will be no result
        near.send(job)


def _serve(far: Any, work: Any) -> None:
    """Do the jobs that come, until the other end is closed."""
    _end_silently()
    with suppress(EOFError, OSError):
        while True:
            job = far.recv()
            try:
                done: Any = None, work(job)
            except Exception as error:
                done = error, None
            far.send(done)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait, also in a process that is started meanwhile: until it is set up, it would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # to start it lets interrupts in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_silently() -> None:
    """Let Ctrl-C end a process; only the one that started it says so."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
