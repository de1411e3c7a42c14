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
# What a file may have beyond its size: files of /proc say that they are empty, and some have no end.
_GROWN = 1 << 20
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
        if not is_stream(path):
            return _read_whole(path, at_most)
        with open_file(path) as file:
            data = file.read() if at_most is None else file.read(at_most + 1)
    except (MemoryError, OverflowError) as error:
        raise OSError(errno.ENOMEM, "is too large for the memory", os.fspath(path)) from error
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error), os.fspath(path)) from error
    _refuse_larger(len(data), at_most, path)
    return data


def _refuse_larger(size: int, at_most: int | None, path: str | os.PathLike[str]) -> None:
    if at_most is not None and size > at_most:
        raise OSError(errno.EFBIG, f"has more than {at_most:,} bytes", os.fspath(path))


def _read_whole(path: str | os.PathLike[str], at_most: int | None) -> bytes:
    # Without a buffer: for a small file, to make one takes longer than to read.
    descriptor = os.open(path, _FLAGS)
    try:
        status = os.fstat(descriptor)
        refuse_others(status, path)
        _refuse_larger(status.st_size, at_most, path)
        data = _rest(descriptor, status.st_size, path)
    finally:
        os.close(descriptor)
    _refuse_larger(len(data), at_most, path)
    return data


def _rest(descriptor: int, size: int, path: str | os.PathLike[str]) -> bytes:
    pieces = []
    left = size + _GROWN
    while piece := os.read(descriptor, max(size, 4095) + 1):
        pieces.append(piece)
        left -= len(piece)
        if left < 0:
            raise OSError(errno.EFBIG, "has no end", os.fspath(path))
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file; OSError if it is something else, such as a pipe that would be waited for."""
    if is_stream(path):
        return open(path, "rb")
    descriptor = os.open(path, _FLAGS)
    try:
        status = os.fstat(descriptor)
        refuse_others(status, path)
        first = b"" if status.st_size else _rest(descriptor, 0, path)
    except OSError:
        os.close(descriptor)
        raise
    if first:
        os.close(descriptor)
        return io.BytesIO(first)
    return open(descriptor, "rb")


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
