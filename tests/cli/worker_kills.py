"""Kill processes that `lint -j` and `table -j` have started, at random: all is read, or it is said what is not.

python -m tests.cli.worker_kills NUMBER DIRECTORY      runs each of the two so often
"""

from __future__ import annotations

import csv
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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extract.cli.processes import KILLED
from tests.conftest import PYTHONPATH

ROOT = Path(__file__).parents[2]
FILES = 4
TIME = 200  # seconds after which a run counts as hanging
WAYS = {"lint": ["lint", "--no-cache", "--format", "json"], "table": ["table", "-o", "../links.csv"]}
LINK = "see http://exa..mple/{} and https://ja.example/日本語。\n"
# What is found in a file for `lint` fills a pipe; one for `table` is a piece of its own.
FILLER = {"lint": "", "table": "words and words, no link in them at all\n" * 15_000}


def workers_of(parent: int) -> Iterator[int]:
    """Yield the processes that a process has spawned to work."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            is_child = path.read_text().rpartition(")")[2].split()[1] == str(parent)
            if is_child and b"spawn_main" in path.with_name("cmdline").read_bytes():
                yield int(path.parent.name)
        except OSError:
            continue


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
            sys.exit(f"{way} hangs after {kills} kills")
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
        for row in csv.DictReader((folder.parent / "links.csv").open(encoding="utf-8", newline="")):
            if row["error"]:
                assert KILLED in row["error"]
                unread.add(row["source"])
            else:
                files.setdefault(row["source"], []).append(row)
    return files, unread


def check(way: str, folder: Path, waits: list[float], whole: dict[str, list[Any]]) -> tuple[int, int]:
    """Run a command whose processes are killed; return how many were, and how many files were not read."""
    (folder.parent / "links.csv").unlink(missing_ok=True)
    status, out, err, kills = run(way, folder, waits)
    files, unread = found(way, out, folder)
    told = re.findall(rf"(?m)^iri: (.*): {re.escape(KILLED)}$", err) if way == "lint" else unread
    assert {**files, **{name: whole[name] for name in told}} == whole, err
    assert not files.keys() & set(told)
    assert status == (2 if told else 1 if way == "lint" else 0), (status, err)
    assert {path.name for path in folder.parent.iterdir()} <= {folder.name, "links.csv"}  # no part is left
    assert "Traceback" not in err
    return kills, len(told)


def kill(number: int, directory: Path) -> None:
    """Run each command so often, and print how often a process of it was killed."""
    chosen = random.Random(7)
    for way in WAYS:
        folder = directory / way / "files"
        folder.mkdir(parents=True)
        for name in range(FILES):
            (folder / f"{name}.md").write_text(FILLER[way] + LINK.format(name) * 500, "utf-8")
        whole, _ = found(way, run(way, folder, [])[1], folder)
        assert len(whole) == FILES
        count: Counter[str] = Counter()
        for _ in range(number):
            longest = chosen.choice([0.05, 0.3, 1])
            waits = [chosen.uniform(0, longest) for _ in range(chosen.choice([1, 2, 5, 20]))]
            kills, unread = check(way, folder, waits, whole)
            count += Counter({"killed": kills, "not read": unread})
        print(f"{way}: {count['killed']} killed, {count['not read']} files not read", flush=True)


if __name__ == "__main__":
    kill(int(sys.argv[1]), Path(sys.argv[2]).absolute())
