"""Jobs in several processes, some of which kill theirs."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from extract.cli import processes
from extract.cli.processes import Killed, in_processes

pytestmark = [
    pytest.mark.slow,  # starts processes
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
]


def doubled(number: int) -> int:
    if number < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 0:
        raise ValueError("zero")
    return 2 * number


@pytest.mark.parametrize("jobs", [[1, 2, 3, 4, 5, 6, 7], [1, -2, 3, 4, -5, 6], [-1], []])
def test_a_job_that_kills_its_process_costs_no_other(jobs: list[int]) -> None:
    results = dict(in_processes(doubled, jobs, 2))
    assert sorted(results) == list(range(len(jobs)))
    for number, job in enumerate(jobs):
        assert isinstance(results[number], Killed) if job < 0 else results[number] == 2 * job


def test_an_error_is_the_callers() -> None:
    with pytest.raises(ValueError, match="zero"):
        list(in_processes(doubled, [1, 0, 2], 2))


def test_what_was_killed_is_a_line_and_the_others_are_checked(iri, monkeypatch) -> None:
    def killed(work, jobs, count):
        yield 1, Killed()
        for number in (2, 0):
            yield number, work(jobs[number])

    monkeypatch.setattr(processes, "in_processes", killed)
    for name in "abc":
        with open(f"{name}.md", "w") as file:
            file.write("http://a..b/")
    result = iri("lint", "-j", "2", "--format", "concise", ".")
    assert result.status == 2
    assert result.err == "iri: b.md: the process that read it was killed: is there enough memory?\n"
    assert [line.partition(":")[0] for line in result.out.splitlines()] == ["a.md", "c.md"]


def test_a_process_that_is_killed_while_jobs_are_handed_out(monkeypatch) -> None:
    submit, calls = ProcessPoolExecutor.submit, iter(range(99))

    def broken_at_the_third(pool, *arguments):
        if next(calls) == 2:
            raise BrokenProcessPool
        return submit(pool, *arguments)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", broken_at_the_third)
    assert sorted(in_processes(doubled, [1, 2, 3, 4, 5], 2)) == [(0, 2), (1, 4), (2, 6), (3, 8), (4, 10)]


@pytest.fixture
def interruptible():
    """A shell starts what runs in the background with interrupts ignored (POSIX.1 XCU §2.11)."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_while_a_process_starts(interruptible) -> None:
    masked = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    set_up = f"from extract.cli.processes import _end_silently; _end_silently(); {masked}"
    seen = []

    def start() -> None:
        with processes._without_interrupts():
            signal.raise_signal(signal.SIGINT)  # for this thread
            seen.append(subprocess.check_output([sys.executable, "-c", masked]))
            seen.append(subprocess.check_output([sys.executable, "-c", set_up]))

    with pytest.raises(KeyboardInterrupt):
        start()
    assert seen == [b"True\n", b"False\n"]
