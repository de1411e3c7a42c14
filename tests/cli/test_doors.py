"""Names in settings that lead to what nobody gave, and files that hold up a run or show what the system tells."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from extract.cli import files
from extract.files import near
from extract.files.reading import read_file
from tests.cli.running import write
from tests.conftest import PYTHONPATH

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, streams and links of POSIX")
LINK = "See http://exämple..com/ now.\n"
COMMANDS = ["find .", "lint --no-cache --format concise .", "mask ."]


@pytest.mark.parametrize(
    "setting",
    [
        *('baseline = "/dev/stdin"', 'baseline = "/dev/fd/../fd/0"', 'baseline = "/dev/./fd/0"'),
        *('baseline = "/proc/self/fd/0"', 'original = "/dev/stdin"'),
    ],
)
def test_settings_do_not_take_what_was_sent(setting: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(LINK)
    (tmp_path / "iri.toml").write_text(setting)
    read, write = os.pipe()
    os.write(write, b"[]\n")
    command = [sys.executable, "-m", "extract", "lint", "--no-cache", "."]
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    try:
        done = subprocess.run(command, cwd=tmp_path, stdin=read, capture_output=True, timeout=30, env=environment)
        os.set_blocking(read, False)
        assert os.read(read, 9) == b"[]\n"
    finally:
        os.close(read)
        os.close(write)
    assert done.returncode == 2
    assert b"a.md" in done.stderr


@pytest.mark.skipif(not os.path.exists("/proc/self/pagemap"), reason="files of Linux that have no end")
@pytest.mark.parametrize("name", ["a.md", "a.mbox", "a.ts"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_link_to_what_the_system_tells(iri, monkeypatch, command: str, name: str) -> None:
    """What is found is named and not read; what is named is read, unless it has no end."""
    monkeypatch.setenv("TOKEN", "https://user:s3cret@example.com/%zz")
    os.symlink("/proc/self/environ", name)
    result = iri(*command.split())
    assert name == "a.ts" or "leads to what the system tells" in result.err
    assert "s3cret" not in result.out + result.err
    os.remove(name)
    os.symlink("/proc/self/pagemap", name)
    assert "has no end" in iri(*command.split()[:-1], name).err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_found_file_has_a_limit(iri, command: str) -> None:
    for name, size in {"sparse.md": files.LARGEST_FOUND + 1, "README.md": 1 << 30}.items():
        with open(name, "wb") as file:
            file.truncate(size)
    write("a.md", LINK)
    write("README.de.md", LINK)
    write("iri.toml", 'original = "README.md"')
    result = iri(*command.split())
    assert result.status == 2
    assert "sparse.md: has more than 268,435,456 bytes" in result.err
    assert "..com" in result.out or command == "mask ."
    assert "its original" in iri("lint", "--no-cache", "README.de.md").err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_gives_no_answer(iri, monkeypatch, command: str) -> None:
    monkeypatch.setattr(near, "_SECONDS", 0.2)
    for name in (*(f"{number}.md" for number in range(20)), "a.md"):
        write(name, LINK)
    end = threading.Event()

    def read(path: str, **limits: int) -> bytes:
        if not os.path.basename(path).startswith("a"):
            end.wait()
        return read_file(path, **limits)

    monkeypatch.setattr(files, "read_file", read)
    try:
        started = time.monotonic()
        result = iri(*command.split())
        assert time.monotonic() - started < 10
    finally:
        end.set()
    assert result.status == 2
    assert result.err.count("gives no answer") == 10
    assert result.err.count("other files gave no answer") == 11  # a.md too: nobody knows
    for reader in near._left:
        reader.join(10)
    monkeypatch.setattr(near, "_SECONDS", 5)
    result = iri(*command.split())
    assert result.status in (0, 1)
    assert "..com" in result.out or command == "mask ."
