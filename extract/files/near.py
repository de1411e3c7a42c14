"""Read files around a checked file, within limits: only small files of the same project, and only for a short time."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple, TypeVar, cast

from extract.files.reading import open_file

Result = TypeVar("Result")

_LARGEST = 1 << 20  # bytes of a file
_SECONDS = 5.0  # for one disk operation
# Budget for the first file, and for each later one. A file costs 1, and 1 more per 4 KiB. A directory costs 1, and 1
# more per 64 names. The whole budget lasts two to four seconds.
_CREDIT, _CREDIT_OF_FILE = 30_000, 100
_MOST_LINKS = 40  # as in Linux
_OF_REPOSITORY = (".git", ".hg")  # one of these, or pyproject.toml, marks the root of a project


class _Reader(Thread):
    """A thread that runs one disk operation after the other. It ends if an operation blocks."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.asked: SimpleQueue[tuple[Callable[[], object], SimpleQueue[_Answer]]] = SimpleQueue()
        self.is_left = False  # the caller stopped waiting

    def run(self) -> None:
        while not self.is_left:
            work, answer = self.asked.get()
            try:
                answer.put(_Answer(work()))
            except BaseException as error:
                answer.put(_Answer(None, error))
            del work, answer


class _Answer(NamedTuple):
    result: object
    error: BaseException | None = None


_idle: list[_Reader] = []  # starting a thread takes longer than reading a small file
_left: list[_Reader] = []  # threads that are still blocked
_MOST_LEFT = 10
if hasattr(os, "register_at_fork"):  # a forked process does not have the threads
    os.register_at_fork(after_in_child=_idle.clear)


def in_time(work: Callable[..., Result], *given: object, path: str) -> Result:
    """Return ``work(*given)``, which reads ``path``; TimeoutError if it takes too long.

    A network file system may not respond. Neither a signal nor a CPU timer can end such a wait, so a thread does the
    work. The more threads are blocked, the shorter the timeout.
    """
    _left[:] = filter(Thread.is_alive, _left)
    if len(_left) >= _MOST_LEFT:
        raise TimeoutError(errno.ETIMEDOUT, "is not read: other files gave no answer", path)
    seconds = _SECONDS / (1 + len(_left))
    try:
        reader = _idle.pop()
    except IndexError:
        reader = _Reader()
        try:
            reader.start()
        except RuntimeError:  # no threads, as in WebAssembly, or too many
            return work(*given)
    answer: SimpleQueue[_Answer] = SimpleQueue()
    reader.asked.put((partial(work, *given), answer))
    try:
        result, error = answer.get(timeout=seconds)
    except Empty:
        reader.is_left = True
        reader.asked.put((tuple, SimpleQueue()))  # wakes the thread, so that it ends
        _left.append(reader)
        raise TimeoutError(errno.ETIMEDOUT, f"gives no answer within {seconds:.0f} seconds", path) from None
    _idle.append(reader)
    if error is not None:
        raise error
    return cast(Result, result)


class ProjectFolder(NamedTuple):
    """A directory, and the root directories of its project. All paths are absolute."""

    folder: str
    roots: tuple[str, ...]

    def holds(self, path: str) -> bool:
        """Return whether a path is in the project by its name alone, without disk access."""
        return any(is_in(os.path.normpath(path), root) for root in self.roots)

    def above(self) -> ProjectFolder | None:
        """Return the parent directory; ``None`` if it is outside of the project."""
        folder = os.path.dirname(self.folder)
        return ProjectFolder(folder, self.roots) if folder != self.folder and self.holds(folder) else None


def project_folder(folder: str, home: str | None = None, *, real: str | None = None) -> ProjectFolder:
    """Return a directory with the roots of its project.

    The root is the nearest directory, here or above, with ``.git``, ``.hg`` or ``pyproject.toml``. A part of ``home``,
    the common directory of the working directory and the given paths, may have its own ``pyproject.toml``: it is in
    the project of ``home``. Without a root, it is the parent of ``home``. The project of ``real``, where symbolic links
    lead, also counts, because some build tools create trees of links.
    """
    folder = os.path.abspath(folder)
    real = os.path.realpath(folder if real is None else real)
    roots = [root_of(folder, home)]
    roots.append(os.path.realpath(roots[0]))
    if real != folder:
        roots.append(root_of(real, home))
    return ProjectFolder(folder, tuple(dict.fromkeys(roots)))


def root_of(folder: str, home: str | None = None) -> str:
    """Return the root directory of the project that contains an absolute directory."""
    above, part = folder, ""
    while not any(os.path.lexists(os.path.join(above, name)) for name in _OF_REPOSITORY):
        is_below = home is not None and is_in(above, home) and not is_in(home, above)
        if os.path.lexists(os.path.join(above, "pyproject.toml")):
            if not is_below:
                return above
            part = part or above  # of the repository, if that is home
        if os.path.dirname(above) == above or (part and not is_below):
            return part or _above(home if home and is_in(folder, home) and os.path.dirname(home) != home else folder)
        above = os.path.dirname(above)
    return above


def _above(folder: str) -> str:
    """Return the parent directory; the directory itself if the parent is the root of a disk."""
    above = os.path.dirname(folder)
    return folder if os.path.dirname(above) == above else above


def common_folder(paths: Iterable[str]) -> str | None:
    """Return the common directory of the working directory and the paths; ``None`` if there is none."""
    try:
        return os.path.commonpath([os.getcwd(), *map(os.path.abspath, paths)])
    except (ValueError, OSError):  # two drives, or the directory was deleted
        return None


def is_in(path: str, folder: str) -> bool:
    """Return whether a path is a directory itself or inside it. Both are absolute."""
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(os.path.join(folder, ""))


class Above(NamedTuple):
    """A file found in a directory or above it."""

    place: ProjectFolder
    data: bytes


class Found(NamedTuple):
    """The contents of the files in a directory with some suffixes, and the names of its subdirectories."""

    files: list[bytes]
    folders: list[str]


class Near:
    """Reads files around checked files, within limits.

    If an existing file is not read, the methods raise OSError and store the reason in ``refused``, so that it does not
    count as missing.
    """

    def __init__(self) -> None:
        self.refused: dict[str, str] = {}  # reasons by path
        self.own = ("", b"")  # path and content of the file that is checked
        self.forget()

    def forget(self) -> None:
        """Reset the limits and forget the refused files, because they may have changed."""
        self.refused.clear()
        self._known: dict[str, dict[str, bool] | None] = {}  # names by directory
        self._credit = _CREDIT
        self._has_ended = False  # an operation timed out

    def go_on(self) -> None:
        """Increase the budget for the next file."""
        self._credit = min(self._credit + _CREDIT_OF_FILE, _CREDIT)

    def ask(self, work: Callable[..., Result], *given: object, path: str) -> Result:
        """Return ``work(*given)``; OSError if it is refused or takes too long."""
        try:
            if self._has_ended:
                raise TimeoutError(errno.ETIMEDOUT, "is not read: another file gave no answer", path)
            return in_time(work, *given, path=path)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = error if isinstance(error, OSError) else OSError(errno.EINVAL, str(error), path)
            self._has_ended = self._has_ended or isinstance(reason, TimeoutError)
            self.refused.setdefault(os.fsdecode(reason.filename or path), reason.strerror or str(reason))
            raise reason from None

    def pay(self, credit: int, path: str) -> None:
        """Charge the budget for work on a file; OSError if the budget is exhausted."""
        self.ask(self._pay, credit, path, path=path)

    def read(self, path: str, place: ProjectFolder) -> bytes | None:
        """Return the content of a file; ``None`` if it does not exist or is a directory."""
        if path == self.own[0] and len(self.own[1]) <= _LARGEST:
            return self.own[1]
        return self.ask(self._read, path, place, path=path)

    def above(self, place: ProjectFolder, name: str) -> Above | None:
        """Return the nearest file with a name, here or above; None if there is none."""
        return self.ask(self._above, place, name, path=place.folder)

    def files(self, place: ProjectFolder, suffixes: tuple[str, ...], *, heads: bool = False) -> Found:
        """Return the files and subdirectories of a directory. ``heads``: only the first bytes of large files."""
        return self.ask(self._files, place, suffixes, heads, path=place.folder)

    def names(self, place: ProjectFolder) -> dict[str, bool] | None:
        """Return the names in a directory, and whether each is a directory; ``None`` if it does not exist."""
        if place.folder not in self._known:
            self._known[place.folder] = self.ask(self._names, place, path=place.folder)
        return self._known[place.folder]

    # --- in the thread ----------------------------------------------------------------------------------------------

    def _names(self, place: ProjectFolder) -> dict[str, bool] | None:
        listed = self._listed(place)
        return None if listed is None else {entry.name: entry.is_dir(follow_symlinks=False) for entry in listed}

    def _above(self, place: ProjectFolder, name: str) -> Above | None:
        folder, below = place.folder, ""
        while folder != below:
            data = self._read(os.path.join(folder, name), place)
            if data is not None:
                return Above(ProjectFolder(folder, place.roots), data)
            folder, below = os.path.dirname(folder), folder
        return None

    def _read(self, path: str, place: ProjectFolder) -> bytes | None:
        path = os.path.normpath(path)
        if not is_in(place.folder, os.path.dirname(path)):  # in directories above, refuse only existing files
            _refuse_outside(path, place)
        if not os.path.lexists(path):
            return None
        _refuse_outside(path, place)
        return None if os.path.isdir(path) else self._content(path)

    def _content(self, path: str, *, head: bool = False) -> bytes:
        self._pay(1, path)
        with open_file(path) as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST and not head:
            raise OSError(errno.EFBIG, f"has more than {_LARGEST:,} bytes", path)
        self._pay(len(data) >> 12, path)
        return data[:_LARGEST]

    def _files(self, place: ProjectFolder, suffixes: tuple[str, ...], heads: bool) -> Found:
        found = Found([], [])
        for entry in self._listed(place) or ():
            if entry.is_dir(follow_symlinks=False):
                found.folders.append(entry.name)
            elif entry.name.endswith(suffixes):
                _refuse_outside(entry.path, place)
                if not entry.is_dir():
                    found.files.append(self._content(entry.path, head=heads))
        return found

    def _listed(self, place: ProjectFolder) -> list[os.DirEntry[str]] | None:
        try:
            with os.scandir(place.folder) as entries:
                listed = list(entries)
        except (FileNotFoundError, NotADirectoryError):
            return None
        self._pay(1 + (len(listed) >> 6), place.folder)
        return listed

    def _pay(self, credit: int, path: str) -> None:
        self._credit -= credit
        if self._credit < 0:
            self._credit = 0
            raise OSError(errno.EFBIG, "is not read: there is too much around the files", path)


def _refuse_outside(path: str, place: ProjectFolder) -> None:
    """Raise OSError for a path outside of the project, by its name or after following its symbolic links."""
    if not place.holds(path) or not _stays(path, place) or not place.holds(os.path.realpath(path)):
        raise OSError(errno.EPERM, "is outside of the project", path)


def _stays(path: str, place: ProjectFolder) -> bool:
    """Return whether all symbolic links in a path stay in the project.

    Links are read, not followed: a target may be on another computer (UNC), which Windows would contact.
    """
    for _ in range(_MOST_LINKS):
        root = next((root for root in place.roots if is_in(path, root)), None)
        if root is None:
            return False
        at = root
        for name in filter(None, path[len(root) :].split(os.sep)):
            at = os.path.join(at, name)
            if os.path.islink(at):
                break
        else:
            return True
        path = os.path.normpath(os.path.join(os.path.dirname(at), os.readlink(at), path[len(at) :].lstrip(os.sep)))
    return True  # a cycle, which cannot be opened
