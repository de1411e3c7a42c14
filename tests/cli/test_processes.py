"""Jobs in several processes, some of which kill theirs."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from extract.cli import processes
from extract.cli.processes import Killed, in_processes
from tests.cli.worker_kills import workers_of

ROOT = Path(__file__).parents[2]

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


LONG = 1 << 21  # more than a pipe holds


def long_result(job: tuple[str, bytes]) -> bytes:
    marker, data = job
    if marker and not os.path.exists(marker):  # the first time
        open(marker, "w").close()
        threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGKILL]).start()
    return data


@pytest.mark.timeout(60)
def test_a_process_that_is_killed_while_it_sends_a_result(tmp_path) -> None:
    jobs = [(str(tmp_path / str(number)) if number % 2 else "", bytes([number]) * LONG) for number in range(5)]
    results = {}
    for number, result in in_processes(long_result, jobs, 2):
        time.sleep(0.4)  # nobody reads the rest of the other result
        results[number] = result
    assert results == {number: data for number, (_, data) in enumerate(jobs)}
    assert len(list(tmp_path.iterdir())) == 2


def slowly(data: bytes) -> int:
    time.sleep(0.1)
    return len(data)


@pytest.mark.timeout(60)
@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc to find the processes")
def test_a_process_that_is_killed_while_it_gets_a_job() -> None:
    ended = threading.Event()

    def kill() -> None:
        for _ in range(5):
            for process in list(workers_of(os.getpid()))[:1]:
                os.kill(process, signal.SIGKILL)
            ended.wait(0.3)

    killer = threading.Thread(target=kill)
    killer.start()
    results = dict(in_processes(slowly, [b"x" * LONG] * 12, 2))
    ended.set()
    killer.join()
    assert results.keys() == set(range(12))
    assert {result for result in results.values() if not isinstance(result, Killed)} <= {LONG}


def test_processes_are_not_given_the_arguments(monkeypatch) -> None:
    monkeypatch.setattr(sys, "argv", ["iri", "x" * LONG])  # for which a process that is killed would be waited
    assert list(in_processes(arguments, [0], 1)) == [(0, 1)]
    assert len(sys.argv) == 2


def arguments(_job: int) -> int:
    return len(sys.argv)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc to find the processes")
def test_commands_whose_processes_are_killed_at_random(tmp_path) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")
    command = [sys.executable, "-m", "tests.cli.worker_kills", "2", str(tmp_path / "kills")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"(?m)^(\w+): [1-9]", done.stdout) == ["lint", "table"]


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
