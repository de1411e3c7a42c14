"""Read untrusted paths: each read quickly returns the bytes of a file or raises OSError."""

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
# Do not block on a pipe. Do not translate line ends on Windows.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_GROWN = 1 << 20  # bytes read at most from a file with size 0
_STREAMS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether a path names an open stream of this process, such as ``<(command)`` in a shell."""
    return os.fspath(path).startswith(_STREAMS)


def read_file(path: str | os.PathLike[str], *, at_most: int | None = None) -> bytes:
    """Return the bytes of a file, without blocking.

    Raises:
        OSError: it does not exist, is not a file, cannot be read, or is longer than ``at_most`` or than memory
    """
    try:
        with open_file(path) as file:
            size = 0 if at_most is None else os.fstat(file.fileno()).st_size
            is_larger = at_most is not None and size > at_most
            # A buffer of the whole limit would be a mapping of its own, which takes 45 µs.
            data = b"" if is_larger else file.read(-1 if at_most is None else (size or at_most) + 1)
    except (MemoryError, OverflowError) as error:
        raise OSError(errno.ENOMEM, "is too large for the memory", os.fspath(path)) from error
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error), os.fspath(path)) from error
    if at_most is not None and (is_larger or len(data) > at_most):
        del data  # the traceback keeps it
        raise OSError(errno.EFBIG, f"has more than {at_most:,} bytes", os.fspath(path))
    return data


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file for reading; OSError if it is something else, such as a pipe, which could block."""
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
    """Return the content of a file with size 0, such as one in /proc; OSError if it is endless."""
    pieces = []
    left = _GROWN
    while piece := os.read(descriptor, 4096):
        pieces.append(piece)
        left -= len(piece)
        if left < 0:
            raise OSError(errno.EFBIG, "has no end", os.fspath(path))
    return b"".join(pieces)


def refuse_others(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    """Raise OSError for anything except regular files and ``/dev/null``."""
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFREG or (kind == stat.S_IFCHR and os.path.samestat(status, os.stat(os.devnull))):
        return
    raise OSError(errno.EINVAL, _KINDS.get(kind, "is not a file"), os.fspath(path))


def check_file(path: str | os.PathLike[str]) -> None:
    """Raise OSError if `read_file` would refuse the kind of file. For readers that open the file themselves."""
    if not is_stream(path):
        refuse_others(os.stat(path), path)
