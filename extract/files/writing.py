"""Write files so that, whatever happens, each has its old or its new content, never a part of it.

The content is written to a temporary file in the same directory and flushed to the disk, and takes the place of the old
one (POSIX rename). What a killed process leaves is removed by the next one that writes in that directory: a temporary
file is known by its name, and as long as its process lives, it is locked.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterator

from extract.files.reading import is_stream, read_file, refuse_others

try:
    import fcntl
except ModuleNotFoundError:  # Windows, where an open file cannot be removed
    fcntl = None  # type: ignore[assignment]

_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
# A directory that must not be written, or a file that is mounted by itself.
_NOT_REPLACEABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV)
# File systems without fsync.
_NO_SYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)


class ChangedError(OSError):
    """The file has changed since it was read."""


def replace_content(path: str | os.PathLike[str], old: bytes, new: bytes) -> None:
    """Replace the content of a file that has been read as ``old``, and keep mode, owner and extended attributes.

    A symbolic link is followed and stays; see `destination`. A file with several hard links, or of an owner that cannot
    be kept, is written in place: its new size is reserved, and a copy of the old content stands beside it until the new
    one is on the disk.

    Raises:
        OSError: it cannot be written, or is not ``old`` any more (`ChangedError`); the file is as it was
    """
    real = os.path.realpath(path)
    status = os.stat(real)
    _look(real, old, path)
    if not os.access(real, os.W_OK):  # a rename ignores write permission
        raise PermissionError(errno.EACCES, "is read-only", os.fspath(path))
    with _made(os.path.dirname(real)) as (descriptor, temporary):
        if status.st_nlink == 1 and _take_over(descriptor, temporary, real, status):
            _write(descriptor, new)
            _look(real, old, path)
            _rename(descriptor, temporary, real)
        else:
            _write(descriptor, old)
            copy = _copy_of(real, old)
            _rename(descriptor, temporary, copy)
            _sync(os.path.dirname(real))
            try:
                _look(real, old, path)
                _overwrite(real, old, new)
            except ChangedError:
                os.unlink(copy)
                raise
            finally:
                # If even the old content could not be restored, the copy is needed.
                if os.path.exists(copy) and read_file(real) in (old, new):
                    os.unlink(copy)
    _sync(os.path.dirname(real))


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file; one that is there keeps its mode. Pipes and devices take the bytes as they are.

    Raises:
        OSError: it cannot be written; what was there stays
    """
    if _takes_bytes(path):
        try:
            # not to wait for a reader that does not come
            with open(os.open(path, os.O_WRONLY | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0)), "wb") as stream:
                if hasattr(os, "set_blocking"):
                    os.set_blocking(stream.fileno(), True)
                stream.write(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        return
    try:
        with whole(path) as temporary, open(temporary, "wb") as file:
            file.write(data)
    except OSError as error:
        real = os.path.realpath(path)
        if error.errno not in _NOT_REPLACEABLE or not os.path.isfile(real) or not os.access(real, os.W_OK):
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        destination(path)
        _overwrite(real, read_file(real), data)


@contextlib.contextmanager
def whole(path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None) -> Iterator[str]:
    """Give the name of a file to write; it replaces ``path`` when all is written, and is removed if that fails.

    It is made in a folder of the same file system: that of ``path``, if none is given.
    """
    real = destination(path)
    status = os.stat(real) if os.path.lexists(real) else None
    if status is not None:
        refuse_others(status, path)
    with _made(os.path.dirname(real) if folder is None else os.fspath(folder), 0o666) as (descriptor, temporary):
        if status is not None:
            _take_over(descriptor, temporary, real, status)
        yield temporary
        _flush(descriptor)
        _rename(descriptor, temporary, real)
    _sync(os.path.dirname(real))


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


# --- temporary files ------------------------------------------------------------------------------------------------


def own_name(stem: str, suffix: str) -> str:
    """Return a name for a file of ours: nobody else's has it by accident."""
    return f".iri-{stem}-{_mark(stem + suffix)}{suffix}"


def is_own_name(name: str, suffix: str) -> bool:
    """Return whether `own_name` has made a name."""
    match = re.fullmatch(r"\.iri-([0-9a-f]+)-[0-9a-f]{8}" + re.escape(suffix), name)
    return match is not None and name == own_name(match[1], suffix)


def _mark(text: str) -> str:
    return _hash(f"sphinx-iri {text}".encode())[:8]


def _hash(name: bytes) -> str:
    import hashlib  # loads OpenSSL: 3 ms, and most runs write nothing

    return hashlib.sha256(name).hexdigest()


_TEMPORARY = ".tmp"


def is_temporary(name: str) -> bool:
    """Return whether a name is that of a file that is being written, or was when its process was killed."""
    return is_own_name(name, _TEMPORARY)


@contextlib.contextmanager
def _made(directory: str, mode: int = 0o600) -> Iterator[tuple[int, str]]:
    """Make a temporary file in a directory; it is removed at the end, whatever happens."""
    _remove_left(directory)
    descriptor, temporary = _locked(directory, mode)
    try:
        yield descriptor, temporary
    finally:
        with contextlib.suppress(OSError):  # closed before
            os.close(descriptor)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)


def _locked(directory: str, mode: int) -> tuple[int, str]:
    while True:
        name = os.path.join(directory, own_name(os.urandom(8).hex(), _TEMPORARY))
        try:
            descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | _FLAGS, mode)
        except FileExistsError:
            continue
        # Another process may have taken it for one that was left, between these two steps.
        if _lock(descriptor) and os.fstat(descriptor).st_nlink:
            return descriptor, name
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Lock a file as long as this process has it open; return whether no other process has."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True


_CLEANED: set[str] = set()


def _remove_left(directory: str) -> None:
    """Remove what killed processes have left in a directory, once in the life of this one."""
    if directory in _CLEANED:
        return
    _CLEANED.add(directory)
    remove_left(directory)


def remove_left(directory: str) -> None:
    """Remove the temporary files of processes that no longer live; never another file."""
    try:
        names = [name for name in os.listdir(directory) if is_temporary(name)]
    except OSError:
        return
    for name in names:
        path = os.path.join(directory, name)
        with contextlib.suppress(OSError):
            if not stat.S_ISREG(os.lstat(path).st_mode):
                continue
            if fcntl is None:
                os.unlink(path)
                continue
            descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK | _FLAGS)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.unlink(path)
            finally:
                os.close(descriptor)


# --- the steps ------------------------------------------------------------------------------------------------------


def _look(real: str, old: bytes, path: str | os.PathLike[str]) -> None:
    if read_file(real) != old:
        raise ChangedError(None, "changed since it was read", os.fspath(path))


def _take_over(descriptor: int, temporary: str, path: str, status: os.stat_result) -> bool:
    """Copy owner, mode and extended attributes of the old file to the new one; return whether the owner is the same."""
    is_same = True
    if os.name == "posix":
        mine = os.fstat(descriptor)
        if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
            try:
                os.chown(temporary, status.st_uid, status.st_gid)
            except PermissionError:
                is_same = False
    os.chmod(temporary, stat.S_IMODE(status.st_mode))
    if hasattr(os, "listxattr"):  # Linux: access control lists too
        names: list[str] = []
        with contextlib.suppress(OSError):
            names = os.listxattr(path)
        for name in names:
            with contextlib.suppress(OSError):  # some may be set by few
                os.setxattr(temporary, name, os.getxattr(path, name))
    return is_same


def _rename(descriptor: int, temporary: str, path: str) -> None:
    if fcntl is None:
        os.close(descriptor)
    os.replace(temporary, path)


def _copy_of(path: str, old: bytes) -> str:
    """Return the name for the copy of a file that is written in place; OSError if there is one that is needed."""
    directory, name = os.path.split(path)
    stem = _hash(os.fsencode(name))[:16]
    copy = os.path.join(directory, own_name(stem, ".old"))
    if os.path.lexists(copy) and read_file(copy) != old:
        said = f"a process that wrote it was killed; {copy} has what was there before: put it back or delete it"
        raise OSError(errno.EEXIST, said, path)
    return copy


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    _flush(descriptor)


def _flush(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def _overwrite(path: str, old: bytes, new: bytes) -> None:
    """Write a file in place; if that fails, restore it."""
    descriptor = os.open(path, os.O_RDWR | _FLAGS)
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


def _sync(directory: str) -> None:
    """Flush the entries of a directory to the disk, if the system can."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
