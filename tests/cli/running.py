"""Files for the command to read, and processes that it starts."""

from collections.abc import Iterator
from pathlib import Path


def write(name: str, text: str | bytes) -> None:
    """Write a file of the current directory, with the directories it needs."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def workers_of(parent: int) -> Iterator[int]:
    """Yield the processes that a process has spawned to work."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            is_child = path.read_text().rpartition(")")[2].split()[1] == str(parent)
            if is_child and b"spawn_main" in path.with_name("cmdline").read_bytes():
                yield int(path.parent.name)
        except OSError:
            continue
