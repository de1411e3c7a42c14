"""What is on the disk if the power fails while the command writes: at every moment the old content or the new one.

The calls of the system that a run makes are recorded. For each number of them, and for what a file system may have
written of those that nothing forced to the disk, the files that result are read: POSIX promises no more than that what
`fsync` was called for is there, and file systems keep the order in which names change.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from extract.files import writing
from tests.conftest import PYTHONPATH

pytestmark = [pytest.mark.all, pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")]

FILLER = b"words and words, no link in them at all\n" * 2_000
OLD, NEW = (FILLER + b"See http://example.com/gr%" + code + b"sse now.\n" + FILLER for code in (b"c3%b6", b"C3%B6"))
MANY = b"http://example.com/gr%c3%b6sse http://exa..mple/\n" * 500


def is_fixed(files: dict[str, bytes]) -> bool:
    return files["a.md"] in (OLD, NEW)


def has_baseline(files: dict[str, bytes]) -> bool:
    return isinstance(json.loads(files["known.json"]), list)


def has_table(files: dict[str, bytes]) -> bool:
    written = files["links.csv"]
    return written == b"old\n" or written.count(b"\n") == 501


# Arguments, the files before, what must hold at every moment, and the file that is written.
Way = tuple[list[str], dict[str, bytes], Callable[[dict[str, bytes]], bool], str]
FIX = ["lint", "--select", "IRI202", "--fix", "."]
BASELINE = ["lint", "--write-baseline", "known.json", "."]
WAYS: dict[str, Way] = {
    "--fix": (FIX, {"a.md": OLD}, is_fixed, "a.md"),
    "baseline": (BASELINE, {"a.md": MANY, "known.json": b"[]\n"}, has_baseline, "known.json"),
    "table": (["table", ".", "-o", "links.csv"], {"a.md": MANY, "links.csv": b"old\n"}, has_table, "links.csv"),
}


def prepare(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files; what is not ours goes."""
    for path in folder.iterdir():
        if path.is_file() and not writing.is_temporary(path.name):
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


_CALLS = "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,ftruncate,fallocate,close"
_CALL = re.compile(r"(?:\[pid +\d+\] |\d+ +)?(\w+)\((.*)\)\s+= (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass
class Content:
    """A file, whatever its name: what is surely on the disk, and what may be."""

    sure: bytes = b""
    later: list[bytes] = field(default_factory=list)  # what it is after each change since it was flushed

    @property
    def now(self) -> bytes:
        return self.later[-1] if self.later else self.sure

    def cut(self, way: str) -> bytes:
        """Return what the disk has: what was flushed, everything, or a half of the last change."""
        if way == "sure" or not self.later:
            return self.sure
        if way == "all":
            return self.later[-1]
        before = self.later[-2] if len(self.later) > 1 else self.sure
        return self.later[-1][: (len(before) + len(self.later[-1])) // 2]


class Disk:
    """The files of a folder, as the calls change them."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.names = [{name: Content(data) for name, data in files.items()}]  # the last is what programs see
        self.open: dict[int, tuple[Content | None, int]] = {}  # and the offset; None is a folder

    def states(self) -> Iterator[dict[str, bytes]]:
        """Yield what may be on the disk."""
        for names in self.names:
            for way in ("sure", "half", "all"):
                yield {name: content.cut(way) for name, content in names.items()}

    def call(self, name: str, arguments: str, result: int) -> bool:
        """Take in a call; return whether it changed anything."""
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
        number = int(re.match(r"\d*", arguments)[0] or -1)  # type: ignore[index]
        if name == "openat":
            return self._opened(os.path.basename(texts[0]).decode(), arguments, result)
        if name.startswith("rename"):
            return self._named(os.path.basename(texts[0]).decode(), os.path.basename(texts[1]).decode())
        if name.startswith("unlink"):
            return self._named(os.path.basename(texts[0]).decode(), None)
        if name == "close" or number not in self.open:
            self.open.pop(number, None)
            return False
        content, offset = self.open[number]
        if name in ("fsync", "fdatasync"):
            if content is None:
                self.names = self.names[-1:]
            else:
                content.sure, content.later = content.now, []
        elif content is not None:
            now = content.now
            if name in ("write", "pwrite64"):
                now = now[:offset].ljust(offset, b"\0") + texts[0][:result] + now[offset + result :]
                self.open[number] = content, offset + result
            else:
                size = int(arguments.rpartition(",")[2])
                now = now.ljust(size, b"\0") if name == "fallocate" else now[:size].ljust(size, b"\0")
            content.later.append(now)
        return True

    def _opened(self, name: str, arguments: str, descriptor: int) -> bool:
        if "O_DIRECTORY" in arguments or name not in self.names[-1]:
            if "O_CREAT" not in arguments:
                self.open[descriptor] = None, 0
                return False
            self.names.append(self.names[-1] | {name: Content()})
        content = self.names[-1][name]
        self.open[descriptor] = content, 0
        if "O_TRUNC" in arguments and content.now:
            content.later.append(b"")
        return True

    def _named(self, old: str, new: str | None) -> bool:
        if old not in self.names[-1]:
            return False
        names = dict(self.names[-1])
        content = names.pop(old)
        self.names.append(names if new is None else names | {new: content})
        return True


def _run(before: list[str], folder: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": PYTHONPATH}
    command = [*before, sys.executable, "-m", "extract", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("way", WAYS)
def test_every_moment(tmp_path: Path, way: str) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    arguments, files, is_whole, name = WAYS[way]
    files = dict(files)
    folder = tmp_path / "files"
    folder.mkdir()
    prepare(folder, files)
    log = tmp_path / "calls"
    options = ["-f", "-xx", "-s", "10000000", "-y", "-e", f"trace={_CALLS}", "-e", "signal=none", "-o", str(log)]
    done = _run(["strace", *options], folder, arguments)
    if "PTRACE" in done.stderr or "ptrace" in done.stderr:
        pytest.skip("this process may not trace others")
    assert done.returncode in (0, 1), done.stderr
    moments, after = replayed(log, folder, files, is_whole)
    assert moments > 5
    assert after[Path(name).name] == (folder / name).read_bytes() != files[Path(name).name]


def replayed(
    log: Path, folder: Path, files: dict[str, bytes], is_whole: Callable[[dict[str, bytes]], bool]
) -> tuple[int, dict[str, bytes]]:
    """Check every state that the calls lead to; return how many changes there were, and the last state."""
    disk = Disk(files)
    place = "".join(f"\\x{byte:02x}" for byte in os.fsencode(folder))
    moments = 0
    for line in log.read_text("ascii", "replace").splitlines():
        match = _CALL.match(line)
        if match is None or int(match[3]) < 0 or not _is_here(match[2], place, str(folder)):
            continue
        if disk.call(match[1], re.sub(r"(\d)<[^>]*>", r"\1", match[2]), int(match[3])):
            moments += 1
            for state in disk.states():
                assert is_whole(state), (line[:200], {name: data[:80] for name, data in state.items()})
    return moments, {name: content.now for name, content in disk.names[-1].items()}


def _is_here(arguments: str, place: str, folder: str) -> bool:
    """Return whether a call is about the folder: by a path, the folder of a relative one, or what a descriptor is."""
    return place in arguments or folder in arguments
