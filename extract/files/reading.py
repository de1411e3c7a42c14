"""Read files that somebody else made: whatever a path leads to, the answer is its bytes or an OSError, soon."""

from __future__ import annotations

import errno
import io
import os
import stat
from typing import BinaryIO

_KINDS = {
    stat.S_IFDIR: "is a directory",
    stat.S_IFIFO: "is a pipe, not a file",
    stat.S_IFSOCK: "is a socket, not a file",
    stat.S_IFCHR: "is a device, not a file",
    stat.S_IFBLK: "is a device, not a file",
}
# Not to wait for the other end of a pipe; on Windows not to translate line ends.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_GROWN = 1 << 20  # bytes that a file may have which says that it is empty
_STREAMS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether a path names a stream that this process was given, as ``<(command)`` in a shell does."""
    return os.fspath(path).startswith(_STREAMS)


def read_file(path: str | os.PathLike[str], *, at_most: int | None = None) -> bytes:
    """Return the bytes of a file; nothing is waited for.

    Raises:
        OSError: it is not there, not a file, cannot be read, is longer than ``at_most``, or than memory
    """
    try:
        with open_file(path) as file:
            data = file.read() if at_most is None else file.read(at_most + 1)
    except (MemoryError, OverflowError) as error:
        raise OSError(errno.ENOMEM, "is too large for the memory", os.fspath(path)) from error
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error), os.fspath(path)) from error
    if at_most is not None and len(data) > at_most:
        raise OSError(errno.EFBIG, f"has more than {at_most:,} bytes", os.fspath(path))
    return data


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file; OSError if it is something else, such as a pipe that would be waited for."""
    if is_stream(path):
        return open(path, "rb")
    descriptor = os.open(path, _FLAGS)
    try:
        status = os.fstat(descriptor)
        refuse_others(status, path)
        first = b"" if status.st_size else _unsized(descriptor, path)
    except OSError:
        os.close(descriptor)
        raise
    if not first:
        return open(descriptor, "rb")
    os.close(descriptor)
    return io.BytesIO(first)


def _unsized(descriptor: int, path: str | os.PathLike[str]) -> bytes:
    """Return what a file has that says that it is empty, as those of /proc do; OSError if it has no end."""
    pieces = []
    left = _GROWN
    while piece := os.read(descriptor, 4096):
        pieces.append(piece)
        left -= len(piece)
        if left < 0:
            raise OSError(errno.EFBIG, "has no end", os.fspath(path))
    return b"".join(pieces)


def refuse_others(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    """Raise OSError for what is not a file; the empty device (``/dev/null``) is one."""
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFREG or (kind == stat.S_IFCHR and os.path.samestat(status, os.stat(os.devnull))):
        return
    raise OSError(errno.EINVAL, _KINDS.get(kind, "is not a file"), os.fspath(path))


def check_file(path: str | os.PathLike[str]) -> None:
    """Raise OSError for what `read_file` would refuse by its kind, for readers that open the file themselves."""
    if not is_stream(path):
        refuse_others(os.stat(path), path)
