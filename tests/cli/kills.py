"""Kill the command while it writes, again and again: each file must have its old or its new content.

python -m tests.cli.kills NUMBER DIRECTORY      kills each of four ways to write so often
"""

from __future__ import annotations

import io
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from extract.cli import lint, main, table  # noqa: F401  (loaded before the forks)
from extract.files import writing

FILLER = b"words and words, no link in them at all\n" * 2_000
OLD, NEW = (FILLER + b"See http://example.com/gr%" + code + b"sse now.\n" + FILLER for code in (b"c3%b6", b"C3%B6"))
CHUNK = 1 << 12  # bytes that are written together, so that a kill comes in between


def run(*arguments: str) -> None:
    """Run the command, silently."""
    with redirect_stdout(io.TextIOWrapper(io.BytesIO())), redirect_stderr(io.TextIOWrapper(io.BytesIO())):
        assert main(arguments) in (0, 1)


def killed(work: Callable[[], None], seconds: float) -> bool:
    """Do the work in a process that is killed, after a time from when it starts to write; return whether it was."""
    reading, telling = os.pipe()
    child = os.fork()
    if not child:
        started = writing._locked
        flush, write = writing._flush, os.write

        def told(directory: str, mode: int) -> tuple[int, str]:
            write(telling, b"x")
            return started(directory, mode)

        def flushed(descriptor: int) -> None:
            time.sleep(0.001)
            flush(descriptor)

        os.write = lambda descriptor, data: write(descriptor, memoryview(data)[:CHUNK])
        writing._locked, writing._flush = told, flushed
        try:
            work()
        finally:
            os._exit(0)
    os.close(telling)
    os.read(reading, 1)  # it starts to write, or has ended
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(reading)
    return os.WIFSIGNALED(status)


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"a mixture: {what}")


def fix(linked: bool) -> tuple[Callable[[], None], Callable[[], None]]:
    def prepare() -> None:
        for path in Path().iterdir():
            if not writing.is_temporary(path.name):
                path.unlink()
        Path("a.md").write_bytes(OLD)
        if linked:
            os.link("a.md", "b.txt")

    def check() -> None:
        copies = [path for path in Path().iterdir() if writing.is_own_name(path.name, ".old")]
        kept = [path.read_bytes() for path in [Path("a.md"), *copies]]
        expect(kept[0] in (OLD, NEW) or OLD in kept[1:], "a.md")

    return prepare, check


def written(name: str, whole: Callable[[bytes], bool]) -> tuple[Callable[[], None], Callable[[], None]]:
    def prepare() -> None:
        if not Path("a.md").exists():
            Path("a.md").write_bytes(b"http://example.com/gr%c3%b6sse http://exa..mple/\n" * 500)

    def check() -> None:
        expect(not Path(name).exists() or whole(Path(name).read_bytes()), name)

    return prepare, check


def is_json(data: bytes) -> bool:
    return isinstance(json.loads(data), list)


def is_table(data: bytes) -> bool:
    return data.count(b"\n") == 501 and data.endswith(b"\n")


WAYS = {
    "--fix": (["lint", "--select", "IRI204", "--fix", "."], *fix(linked=False)),
    "--fix of hard links": (["lint", "--select", "IRI204", "--fix", "."], *fix(linked=True)),
    "baseline": (["lint", "--write-baseline", "known.json", "."], *written("known.json", is_json)),
    "table": (["table", ".", "-o", "links.csv"], *written("links.csv", is_table)),
}


def kill(way: str, number: int, directory: Path) -> int:
    """Kill one way to write so often; return how often the kill came in time."""
    arguments, prepare, check = WAYS[way]
    directory.mkdir(parents=True)
    os.chdir(directory)
    chosen = random.Random(4)
    count = 0
    for _ in range(number):
        prepare()
        count += killed(lambda: run(*arguments), chosen.uniform(0, chosen.choice([0.002, 0.01, 0.05])))
        check()
    prepare()
    for path in directory.iterdir():
        if writing.is_own_name(path.name, ".old"):
            path.unlink()
    run(*arguments)
    expect(not [path for path in directory.iterdir() if path.name.startswith(".iri-")], "temporary files are left")
    return count


if __name__ == "__main__":
    for way in WAYS:
        print(f"{way}: {kill(way, int(sys.argv[1]), Path(sys.argv[2]).absolute() / way.strip('-'))} killed", flush=True)
