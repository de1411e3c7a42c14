"""A command that is killed while it writes, again and again, leaves the old or the new content of each file.

python -m tests.cli.test_kills NUMBER DIRECTORY      kills each of four ways to write so often
"""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from extract.cli import lint, main, table  # noqa: F401  (loaded before the forks)
from extract.files import writing

FILLER = b"words and words, no link in them at all\n" * 2_000
OLD, NEW = (FILLER + b"See http://example.com/gr%" + code + b"sse now.\n" + FILLER for code in (b"c3%b6", b"C3%B6"))
MANY = b"http://example.com/gr%c3%b6sse http://exa..mple/\n" * 500
CHUNK = 1 << 12  # bytes that are written together, so that a kill comes in between


def is_fixed(files: dict[str, bytes]) -> bool:
    return files["a.md"] in (OLD, NEW) or OLD in [files[name] for name in files if writing.is_own_name(name, ".old")]


def has_baseline(files: dict[str, bytes]) -> bool:
    return isinstance(json.loads(files["known.json"]), list)


def has_table(files: dict[str, bytes]) -> bool:
    written = files["links.csv"]
    return written == b"old\n" or written.count(b"\n") == 501


# Arguments, the files before, what must hold at every moment, and the file that is written.
Way = tuple[list[str], dict[str, bytes], Callable[[dict[str, bytes]], bool], str]
FIX = ["lint", "--select", "IRI204", "--fix", "."]
BASELINE = ["lint", "--write-baseline", "known.json", "."]
WAYS: dict[str, Way] = {
    "--fix": (FIX, {"a.md": OLD}, is_fixed, "a.md"),
    "--fix of hard links": (FIX, {"a.md": OLD, "b.txt": OLD}, is_fixed, "a.md"),
    "baseline": (BASELINE, {"a.md": MANY, "known.json": b"[]\n"}, has_baseline, "known.json"),
    "table": (["table", ".", "-o", "links.csv"], {"a.md": MANY, "links.csv": b"old\n"}, has_table, "links.csv"),
}


def prepare(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files; what is not ours goes, and b.txt is another name of a.md."""
    for path in folder.iterdir():
        if path.is_file() and not writing.is_temporary(path.name):
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    if "b.txt" in files:
        (folder / "b.txt").unlink()
        os.link(folder / "a.md", folder / "b.txt")


def killed(arguments: list[str], seconds: float) -> bool:
    """Run the command in a process that is killed, after a time from when it starts to write; return whether it was."""
    reading, telling = os.pipe()
    child = os.fork()
    if not child:
        started, flush, write = writing._locked, writing._flush, os.write

        def told(directory: str, mode: int) -> tuple[int, str]:
            write(telling, b"x")
            return started(directory, mode)

        def flushed(descriptor: int) -> None:
            time.sleep(0.001)
            flush(descriptor)

        os.write = lambda descriptor, data: write(descriptor, memoryview(data)[:CHUNK])
        writing._locked, writing._flush = told, flushed
        try:
            run(arguments)
        finally:
            os._exit(0)
    os.close(telling)
    os.read(reading, 1)  # it starts to write, or has ended
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(reading)
    return os.WIFSIGNALED(status)


def run(arguments: list[str]) -> None:
    """Run the command, silently."""
    with redirect_stdout(io.TextIOWrapper(io.BytesIO())), redirect_stderr(io.TextIOWrapper(io.BytesIO())):
        assert main(arguments) in (0, 1)


def kill(way: str, number: int, folder: Path) -> int:
    """Kill one way to write so often; return how often the kill came in time."""
    arguments, files, is_whole, _ = WAYS[way]
    folder.mkdir(parents=True)
    os.chdir(folder)
    chosen = random.Random(4)
    count = 0
    for _ in range(number):
        prepare(folder, files)
        count += killed(arguments, chosen.uniform(0, chosen.choice([0.002, 0.01, 0.05])))
        if not is_whole({path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}):
            sys.exit(f"a mixture: {way}")
    prepare(folder, files)
    run(arguments)
    if [path for path in folder.iterdir() if path.name.startswith(".iri-") and not path.name.endswith(".old")]:
        sys.exit(f"temporary files are left: {way}")
    return count


@pytest.mark.all  # kills processes
@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_no_file_is_a_mixture(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")
    command = [sys.executable, "-m", "tests.cli.test_kills", "15", str(tmp_path)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    numbers = [int(line.rpartition(": ")[2].split()[0]) for line in done.stdout.splitlines()]
    assert len(numbers) == 4
    assert sum(numbers) > 15  # most kills come in time


if __name__ == "__main__":
    for way in WAYS:
        print(f"{way}: {kill(way, int(sys.argv[1]), Path(sys.argv[2]).absolute() / way.strip('-'))} killed", flush=True)
