"""Write files atomically: whatever happens, each has either its old or its new content.

The content is written to a temporary file in the same directory and flushed to the disk. Then the file replaces the old
one (POSIX rename).
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from functools import partial

from extract.files.near import is_in
from extract.files.reading import is_stream, read_file, refuse_others

# The directory is not writable, or the file is a mount point.
_NOT_REPLACEABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV)
# File systems without fsync.
_NO_SYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)


class ChangedError(OSError):
    """A file has changed since it was read."""


def replace_content(path: str | os.PathLike[str], old: bytes, new: bytes) -> None:
    """Replace the content ``old`` of a file by ``new``; keep mode, owner and extended attributes.

    A symbolic link is followed and kept; see `destination`. A file with several hard links, or of another owner, is
    refused, because it could only be written in place, not atomically.

    Raises:
        OSError: it cannot be written, or its content is not ``old`` (`ChangedError`); the file is unchanged
    """
    real = os.path.realpath(path)
    status = os.stat(real)
    _look(real, old, path)
    if not os.access(real, os.W_OK):  # rename ignores write permission
        raise PermissionError(errno.EACCES, "is read-only", os.fspath(path))
    if status.st_nlink > 1:
        raise OSError(errno.EMLINK, "has several hard links, which would come apart", os.fspath(path))
    if os.name == "posix" and os.geteuid() not in (0, status.st_uid):
        raise PermissionError(errno.EPERM, "belongs to somebody else", os.fspath(path))
    with whole(real, check=partial(_look, real, old, path)) as temporary, open(temporary, "wb") as file:
        file.write(new)


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file. An existing file keeps its mode. Pipes and devices receive the bytes directly.

    Raises:
        OSError: it cannot be written; the old content is kept
    """
    try:
        if _takes_bytes(path):
            # do not wait for a reader of a pipe
            with open(os.open(path, os.O_WRONLY | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0)), "wb") as stream:
                if hasattr(os, "set_blocking"):
                    os.set_blocking(stream.fileno(), True)
                stream.write(data)
            return
        try:
            with whole(path) as temporary, open(temporary, "wb") as file:
                file.write(data)
        except OSError as error:
            real = os.path.realpath(path)
            if error.errno not in _NOT_REPLACEABLE or not os.path.isfile(real) or not os.access(real, os.W_OK):
                raise
            with open(destination(path), "wb") as file:
                file.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


@contextlib.contextmanager
def whole(
    path: str | os.PathLike[str],
    folder: str | os.PathLike[str] | None = None,
    check: Callable[[], object] = bool,
) -> Iterator[str]:
    """Yield the path of a temporary file to write. It then replaces ``path``, or is deleted after an error.

    It is created in ``folder``, on the same file system, by default in the directory of ``path``. ``check`` is called
    before the replacement and may raise an error.
    """
    real = destination(path)
    status = os.stat(real) if os.path.lexists(real) else None
    if status is not None:
        refuse_others(status, path)
    place = os.path.dirname(real) if folder is None else os.fspath(folder)
    temporary = os.path.join(place, f".iri-{os.urandom(8).hex()}.tmp")
    os.close(os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666))
    try:
        if status is not None:
            _take_over(temporary, real, status)
        yield temporary
        _flush(temporary)
        check()
        os.replace(temporary, real)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
    if os.name == "posix":
        with contextlib.suppress(OSError):
            _flush(os.path.dirname(real) or os.curdir)


def is_temporary(name: str) -> bool:
    """Return whether `whole` created the file with this name. It remains if the process is killed."""
    return re.fullmatch(r"\.iri-[0-9a-f]{16}\.tmp", name) is not None


def destination(path: str | os.PathLike[str], within: str | None = None) -> str:
    """Return the real path of a file to write; OSError if a symbolic link leads outside of a directory.

    The directory is ``within``, in which the file was found. A named link may lead into its own directory or the
    current one. An untrusted tree may contain links to anywhere.
    """
    real = os.path.realpath(path)
    if within is None and not os.path.islink(path):
        return real
    homes = [os.path.dirname(path), os.curdir] if within is None else [within]
    if not any(is_in(real, os.path.realpath(home or os.curdir)) for home in homes):
        raise OSError(errno.EPERM, f"is a symbolic link to {real}; name that file to write it", os.fspath(path))
    return real


def _takes_bytes(path: str | os.PathLike[str]) -> bool:
    """Return whether a path leads to a pipe, a device or an open stream, such as /dev/stdout."""
    if is_stream(path) or os.fspath(path).startswith(("/dev/stdout", "/dev/stderr")):
        return True
    try:
        return stat.S_IFMT(os.stat(path).st_mode) in (stat.S_IFIFO, stat.S_IFCHR)
    except OSError:
        return False


def _look(real: str, old: bytes, path: str | os.PathLike[str]) -> None:
    if read_file(real) != old:
        raise ChangedError(None, "changed since it was read", os.fspath(path))


def _take_over(temporary: str, path: str, status: os.stat_result) -> None:
    """Copy owner, mode and extended attributes (on Linux also access control lists) to the temporary file."""
    import shutil  # its compression modules load in 6 ms, and most runs write nothing

    if os.name == "posix":
        with contextlib.suppress(PermissionError):
            os.chown(temporary, status.st_uid, status.st_gid)
    shutil.copystat(path, temporary)
    os.utime(temporary)


def _flush(path: str) -> None:
    """Flush a file or directory to the disk."""
    descriptor = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(descriptor)
