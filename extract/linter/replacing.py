"""Replace the content of a file: whatever happens, it has the old or the new content, never a part of it."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path


class ChangedError(OSError):
    """The file has changed since it was read."""


def replace_content(path: str | os.PathLike[str], old: bytes, new: bytes) -> None:
    """Replace the content of a file that has been read as ``old``; a symbolic link is followed and stays.

    A temporary file beside it takes its place (POSIX rename), with its mode, owner and extended attributes. A file with
    several hard links, or of an owner that cannot be kept, is written in place: its new size is reserved and a copy of
    the old content stands beside it until the new one is on the disk.

    Raises:
        OSError: it cannot be written, or is not ``old`` any more (`ChangedError`); the file is as it was
    """
    real = Path(path).resolve(strict=True)
    status = real.stat()
    if real.read_bytes() != old:
        raise ChangedError(None, "changed since it was read", str(path))
    if not os.access(real, os.W_OK):  # a rename ignores write permission
        raise PermissionError(None, "is read-only", str(path))
    with _beside(real) as (descriptor, temporary):
        if status.st_nlink == 1 and _take_over(descriptor, temporary, real, status):
            _write(descriptor, new)
            temporary.replace(real)
        else:
            _write(descriptor, old)
            _sync(real.parent)
            _overwrite(real, old, new)
    _sync(real.parent)


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[tuple[int, Path]]:
    """Make a temporary file in the same directory; it is removed at the end, whatever happens."""
    descriptor, name = tempfile.mkstemp(prefix=".iri-", suffix=".tmp", dir=path.parent)
    try:
        yield descriptor, Path(name)
    finally:
        os.close(descriptor)
        Path(name).unlink(missing_ok=True)


def _take_over(descriptor: int, temporary: Path, path: Path, status: os.stat_result) -> bool:
    """Copy owner, mode and extended attributes of the old file to the new one; return whether the owner is the same."""
    if os.name == "posix":
        mine = os.fstat(descriptor)
        if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
            try:
                os.chown(temporary, status.st_uid, status.st_gid)
            except PermissionError:
                return False
    temporary.chmod(stat.S_IMODE(status.st_mode))
    if hasattr(os, "listxattr"):  # Linux: access control lists too
        with contextlib.suppress(OSError):
            for name in os.listxattr(path):
                os.setxattr(temporary, name, os.getxattr(path, name))
    return True


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    os.fsync(descriptor)


def _overwrite(path: Path, old: bytes, new: bytes) -> None:
    """Write a file in place; if that fails, restore it."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        if len(new) > len(old) and hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, len(new))
        _write(descriptor, new)
        os.ftruncate(descriptor, len(new))
    except BaseException:
        os.lseek(descriptor, 0, os.SEEK_SET)
        _write(descriptor, old)
        os.ftruncate(descriptor, len(old))
        raise
    finally:
        os.close(descriptor)


def _sync(directory: Path) -> None:
    """Flush the entries of a directory to the disk, if the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
