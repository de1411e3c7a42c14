"""Work in several processes, of which some may be killed, by a system without memory for example."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

# The result of a job that kills its process, also if it is alone there.
KILLED = "the process that read it was killed: is there enough memory?"


def in_processes(work: Callable[[Job], Result], jobs: Sequence[Job], processes: int) -> Iterator[Result | str]:
    """Yield the result of each job, in order."""
    if processes <= 1:
        yield from map(work, jobs)
        return
    done: dict[int, Any] = {}
    following = 0
    suspects = []
    for number, result in _results(work, jobs, range(len(jobs)), processes):
        if result is KILLED:
            suspects.append(number)
        else:
            done[number] = result
        while following in done:
            yield done.pop(following)
            following += 1
    done.update(_results(work, jobs, suspects, 1))  # alone: others may have taken the memory
    yield from (done[number] for number in sorted(done))


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
                    yield number, KILLED
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
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # until it is set up, Ctrl-C would make it print a traceback
    with far:
        del sys.argv[1:]
        try:
            process.start()
        finally:
            sys.argv[1:] = arguments
            signal.signal(signal.SIGINT, before)
    return near, process


def _send(near: Any, job: Any) -> None:
    with suppress(OSError):  # killed: there will be no result
        near.send(job)


def _serve(far: Any, work: Any) -> None:
    """Do the jobs that come, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # only the one that started it says that it was stopped
    with suppress(EOFError, OSError):
        while True:
            job = far.recv()
            try:
                done: Any = None, work(job)
            except Exception as error:
                done = error, None
            far.send(done)
