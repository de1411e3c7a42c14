"""Write files so that, whatever happens, each has its old or its new content, never a part of it.

The content is written to a temporary file in the same directory and flushed to the disk, and takes the place of the old
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

from extract.files.reading import is_stream, read_file, refuse_others

# A directory that must not be written, or a file that is mounted by itself.
_NOT_REPLACEABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV)
# File systems without fsync.
_NO_SYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)


class ChangedError(OSError):
    """The file has changed since it was read."""


def replace_content(path: str | os.PathLike[str], old: bytes, new: bytes) -> None:
    """Replace the content of a file that has been read as ``old``, and keep mode, owner and extended attributes.

    A symbolic link is followed and stays; see `destination`. A file with several hard links, or of another owner, would
    have to be written in place, which may leave a part of it: it is refused.

    Raises:
        OSError: it cannot be written, or is not ``old`` any more (`ChangedError`); the file is as it was
    """
    real = os.path.realpath(path)
    status = os.stat(real)
    _look(real, old, path)
    if not os.access(real, os.W_OK):  # a rename ignores write permission
        raise PermissionError(errno.EACCES, "is read-only", os.fspath(path))
    if status.st_nlink > 1:
        raise OSError(errno.EMLINK, "has several hard links, which would come apart", os.fspath(path))
    if os.name == "posix" and os.geteuid() not in (0, status.st_uid):
        raise PermissionError(errno.EPERM, "belongs to somebody else", os.fspath(path))
    with whole(real, check=partial(_look, real, old, path)) as temporary, open(temporary, "wb") as file:
        file.write(new)


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file; one that is there keeps its mode. Pipes and devices take the bytes as they are.

    Raises:
        OSError: it cannot be written; what was there stays
    """
    try:
        if _takes_bytes(path):
            # not to wait for a reader that does not come
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
    """Give the name of a file to write; it replaces ``path`` when all is written, and is removed if that fails.

    It is made in a folder of the same file system: that of ``path``, if none is given. ``check`` is called before it
    takes its place, and may raise an error.
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
    """Return whether a name is that of a file that is being written, or was when its process was killed."""
    return re.fullmatch(r"\.iri-[0-9a-f]{16}\.tmp", name) is not None


def destination(path: str | os.PathLike[str], within: str | None = None) -> str:
    """Return the file that a path leads to.

    A tree that somebody else made may have symbolic links to anywhere. OSError if one leads out of ``within``, the
    directory in which it was found; if it was named, out of its directory and the current one.
    """
    real = os.path.realpath(path)
    if within is None and not os.path.islink(path):
        return real
    homes = [os.path.dirname(path), os.curdir] if within is None else [within]
    if not any(_is_below(real, os.path.realpath(home or os.curdir)) for home in homes):
        raise OSError(errno.EPERM, f"is a symbolic link to {real}; name that file to write it", os.fspath(path))
    return real


def _is_below(path: str, directory: str) -> bool:
    try:
        return os.path.commonpath([path, directory]) == directory
    except ValueError:  # two drives
        return False


def _takes_bytes(path: str | os.PathLike[str]) -> bool:
    """Whether a path leads to a pipe or a device, or to an open file, as /dev/stdout does."""
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
    """Give a new file the owner, mode and extended attributes (on Linux, access control lists too) of the old one."""
    import shutil  # loads compressors: 6 ms, and most runs write nothing

    if os.name == "posix":
        with contextlib.suppress(PermissionError):
            os.chown(temporary, status.st_uid, status.st_gid)
    shutil.copystat(path, temporary)
    os.utime(temporary)


def _flush(path: str) -> None:
    """Write what a file, or a folder, has to the disk."""
    descriptor = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(descriptor)
