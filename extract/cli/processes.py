"""Run jobs in several processes. A process may be killed, for example by a system without free memory."""

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

# The result of a job whose process is killed even if it is the only one.
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
    done.update(_results(work, jobs, suspects, 1))  # one at a time, because other processes may have used the memory
    yield from (done[number] for number in sorted(done))


def _results(work: Any, jobs: Any, numbers: Sequence[int], processes: int) -> Iterator[tuple[int, Any]]:
    # Each process has its own connection, which closes with it. With shared queues (concurrent.futures), a killed
    # process leaves half a message, and other processes wait forever for the rest.
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
    """Start a process. Return our end of its connection, and the process."""
    # A fork would not copy threads, such as Arrow's.
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_serve, args=(far, work))
    arguments = sys.argv[1:]  # would be sent too, and fill the pipe if the process is killed at its start
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # during setup, Ctrl-C would print a traceback
    with far:
        del sys.argv[1:]
        try:
            process.start()
        finally:
            sys.argv[1:] = arguments
            signal.signal(signal.SIGINT, before)
    return near, process


def _send(near: Any, job: Any) -> None:
    with suppress(OSError):  # The process was killed.
        near.send(job)


def _serve(far: Any, work: Any) -> None:
    """Run jobs until the other end of the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # only the parent process reports Ctrl-C
    with suppress(EOFError, OSError):
        while True:
            job = far.recv()
            try:
                done: Any = None, work(job)
            except Exception as error:
                done = error, None
            far.send(done)
