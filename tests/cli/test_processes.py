"""Jobs in several processes, some of which kill theirs."""

import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from extract.cli import processes
from extract.cli.processes import KILLED, in_processes
from tests.cli.running import workers_of
from tests.conftest import PYTHONPATH

pytestmark = [
    pytest.mark.all,  # starts processes
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
    results = list(in_processes(doubled, jobs, 2))
    assert results == [KILLED if job < 0 else 2 * job for job in jobs]


def test_an_error_is_the_callers() -> None:
    with pytest.raises(ValueError, match="zero"):
        list(in_processes(doubled, [1, 0, 2], 2))


def test_what_was_killed_is_a_line_and_the_others_are_checked(iri, monkeypatch) -> None:
    def killed(work, jobs, count):
        yield work(jobs[0])
        yield KILLED
        yield work(jobs[2])

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
    results = []
    for result in in_processes(long_result, jobs, 2):
        time.sleep(0.4)  # nobody reads the rest of the other result
        results.append(result)
    assert results == [data for _, data in jobs]
    assert len(list(tmp_path.iterdir())) == 2


def test_processes_are_not_given_the_arguments(monkeypatch) -> None:
    monkeypatch.setattr(sys, "argv", ["iri", "x" * LONG])  # for which a process that is killed would be waited
    assert list(in_processes(arguments, [0, 0], 2)) == [1, 1]
    assert len(sys.argv) == 2


def arguments(_job: int) -> int:
    return len(sys.argv)


FILES = 4
TIME = 200  # seconds after which a run counts as hanging
WAYS = {"lint": ["lint", "--no-cache", "--format", "json"], "table": ["table", "-o", "../links.csv"]}
LINK = "see http://exa..mple/{} and https://ja.example/日本語。\n"
# What is found in a file for `lint` fills a pipe; one for `table` is a piece of its own.
FILLER = {"lint": "", "table": "words and words, no link in them at all\n" * 15_000}


def run(way: str, folder: Path, waits: list[float]) -> tuple[int, str, str, int]:
    """Run a command, and kill one of its processes after each wait; return its status, what it wrote, and the kills."""
    command = [sys.executable, "-m", "extract", *WAYS[way], "-j", "2", "."]
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True) as running:
        kills = 0
        ended = threading.Event()

        def kill() -> None:
            nonlocal kills
            for wait in waits:
                while not ended.is_set() and not (workers := list(workers_of(running.pid))):
                    time.sleep(0.01)
                if ended.wait(wait):
                    return
                try:
                    os.kill(random.choice(workers), signal.SIGKILL)
                except ProcessLookupError:  # it has ended meanwhile
                    continue
                kills += 1

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            out, err = running.communicate(timeout=TIME)
        except subprocess.TimeoutExpired:
            running.kill()
            pytest.fail(f"{way} hangs after {kills} kills")
        finally:
            ended.set()
            killer.join()
    return running.returncode, out, err, kills


def found(way: str, out: str, folder: Path) -> tuple[dict[str, list[Any]], set[str]]:
    """Return what a run has found, by file, and the files of which the table says that they were not read."""
    files: dict[str, list[Any]] = {}
    unread: set[str] = set()
    if way == "lint":
        for finding in json.loads(out):
            files.setdefault(finding["path"], []).append(finding)
    else:
        for row in csv.DictReader(io.StringIO((folder.parent / "links.csv").read_text("utf-8"))):
            if row["error"]:
                assert KILLED in row["error"]
                unread.add(row["source"])
            else:
                files.setdefault(row["source"], []).append(row)
    return files, unread


def check(way: str, folder: Path, waits: list[float], whole: dict[str, list[Any]]) -> int:
    """Run a command whose processes are killed; return how many were."""
    (folder.parent / "links.csv").unlink(missing_ok=True)
    status, out, err, kills = run(way, folder, waits)
    files, unread = found(way, out, folder)
    told = re.findall(rf"(?m)^iri: (.*): {re.escape(KILLED)}$", err) if way == "lint" else unread
    assert {**files, **{name: whole[name] for name in told}} == whole, err
    assert not files.keys() & set(told)
    assert status == (2 if told else 1 if way == "lint" else 0), (status, err)
    assert {path.name for path in folder.parent.iterdir()} <= {folder.name, "links.csv"}  # no part is left
    assert "Traceback" not in err
    return kills


def kill(number: int, directory: Path) -> Counter[str]:
    """Run each command so often; return how often processes of each were killed."""
    chosen = random.Random(7)
    count: Counter[str] = Counter()
    for way in WAYS:
        folder = directory / way / "files"
        folder.mkdir(parents=True)
        for name in range(FILES):
            (folder / f"{name}.md").write_text(FILLER[way] + LINK.format(name) * 500, "utf-8")
        whole, _ = found(way, run(way, folder, [])[1], folder)
        assert len(whole) == FILES
        for _ in range(number):
            longest = chosen.choice([0.05, 0.3, 1])
            waits = [chosen.uniform(0, longest) for _ in range(chosen.choice([1, 2, 5, 20]))]
            count[way] += check(way, folder, waits, whole)
    return count


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc to find the processes")
def test_commands_whose_processes_are_killed_at_random(tmp_path) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")
    assert kill(2, tmp_path / "kills").keys() == {"lint", "table"}


def test_ctrl_c_is_as_before_once_processes_have_started() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert list(in_processes(interrupted, [0, 0], 2)) == [signal.SIG_DFL] * 2
    assert signal.getsignal(signal.SIGINT) == before


def interrupted(_job: int) -> object:
    return signal.getsignal(signal.SIGINT)
