"""Work in several processes, of which some may be killed, by a system without memory for example."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

KILLED = "the process that read it was killed: is there enough memory?"


class Killed:
    """Stands for the result of a job that kills its process, also if it is alone there."""


def in_processes(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[tuple[int, Result | Killed]]:
    """Yield the number of each job and its result, as they come."""
    waiting = deque(range(len(jobs)))
    while waiting:
        suspects = yield from _until_one_is_killed(work, jobs, waiting, processes)
        for number in suspects:  # alone, so that one that kills its process harms no other
            alone = deque([number])
            if (yield from _until_one_is_killed(work, jobs, alone, 1)) or alone:
                yield number, Killed()


def _until_one_is_killed(
    work: Callable[[Job], Result], jobs: Sequence[Job], waiting: deque[int], processes: int
) -> Generator[tuple[int, Result | Killed], None, list[int]]:
    """Yield results; return the numbers of the jobs under way when a process was killed."""
    running: dict[Future[Result], int] = {}
    # Threads of Arrow or of a progress bar would not be there after a fork.
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _end_silently) as pool:
        try:
            while True:
                while waiting and len(running) < 2 * processes:
                    with _without_interrupts():
                        future = pool.submit(work, jobs[waiting[0]])  # raises if a process was just killed
                    running[future] = waiting.popleft()
                if not running:
                    return []
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    yield running.pop(future), result
        except BrokenProcessPool:
            return sorted(running.values())
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


@contextlib.contextmanager
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
