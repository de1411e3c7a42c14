"""Read what is around a file, and was not named: small files of the same project, and never for long."""

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
_SECONDS = 5.0  # for one answer of the disk
# How much is read around the first file, and around each later one: a file costs 1, and 1 more for 4 KiB. A folder
# costs 1, and 1 more for 64 names. All of it takes two to four seconds.
_CREDIT, _CREDIT_OF_FILE = 30_000, 100
_MOST_LINKS = 40  # as Linux
_OF_PROJECT = (".git", ".hg", "pyproject.toml")  # what the folder of a project has


class _Reader(Thread):
    """A thread that reads, one thing after the other; one that gets no answer ends with that."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.asked: SimpleQueue[tuple[Callable[[], object], SimpleQueue[_Answer]]] = SimpleQueue()
        self.is_left = False  # nobody waits for it

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


_idle: list[_Reader] = []  # to start a thread takes longer than to read a small file
_left: list[_Reader] = []  # wait for an answer
_MOST_LEFT = 10
if hasattr(os, "register_at_fork"):  # the new process has none of them
    os.register_at_fork(after_in_child=_idle.clear)


def in_time(work: Callable[..., Result], *given: object, path: str) -> Result:
    """Return what a function returns that reads ``path``; TimeoutError if it takes too long.

    A file system of a network may not answer. Neither a signal nor a clock of the processor ends that wait, so that
    it is left to a thread. The more of them wait, the less another one is waited for.
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
        except RuntimeError:  # no threads, as in WebAssembly, or no more of them
            return work(*given)
    answer: SimpleQueue[_Answer] = SimpleQueue()
    reader.asked.put((partial(work, *given), answer))
    try:
        result, error = answer.get(timeout=seconds)
    except Empty:
        reader.is_left = True
        reader.asked.put((tuple, SimpleQueue()))  # so that it ends, if it has had its answer now
        _left.append(reader)
        raise TimeoutError(errno.ETIMEDOUT, f"gives no answer within {seconds:.0f} seconds", path) from None
    _idle.append(reader)
    if error is not None:
        raise error
    return cast(Result, result)


class ProjectFolder(NamedTuple):
    """A folder, and the folders of its project; both are absolute."""

    folder: str
    roots: tuple[str, ...]

    def holds(self, path: str) -> bool:
        """Return whether a path is in the project by its name alone; the disk is not asked."""
        return any(is_in(os.path.normpath(path), root) for root in self.roots)

    def above(self) -> ProjectFolder | None:
        """Return the folder above; ``None`` at the end of the project."""
        folder = os.path.dirname(self.folder)
        return ProjectFolder(folder, self.roots) if folder != self.folder and self.holds(folder) else None


def project_folder(folder: str, home: str | None = None, *, real: str | None = None) -> ProjectFolder:
    """Return the place of a file in a folder.

    Its project is the next folder, here or above, with ``.git``, ``.hg`` or ``pyproject.toml``. If there is none, it is
    the folder above ``home``, which the working directory and the paths given have in common. The project of ``real``,
    the folder that links lead to, counts too, since some programs for building make trees of links.
    """
    folder = os.path.abspath(folder)
    real = os.path.realpath(folder if real is None else real)
    roots = [root_of(folder, home)]
    roots.append(os.path.realpath(roots[0]))
    if real != folder:
        roots.append(root_of(real, home))
    return ProjectFolder(folder, tuple(dict.fromkeys(roots)))


def root_of(folder: str, home: str | None = None) -> str:
    """Return the folder of the project that an absolute folder is in."""
    above = folder
    while not any(os.path.lexists(os.path.join(above, name)) for name in _OF_PROJECT):
        if os.path.dirname(above) == above:
            return _above(home if home and is_in(folder, home) and os.path.dirname(home) != home else folder)
        above = os.path.dirname(above)
    return above


def _above(folder: str) -> str:
    """Return the folder above, but not the top of a disk."""
    above = os.path.dirname(folder)
    return folder if os.path.dirname(above) == above else above


def common_folder(paths: Iterable[str]) -> str | None:
    """Return the folder that the working directory has in common with others; ``None`` if there is none."""
    try:
        return os.path.commonpath([os.getcwd(), *map(os.path.abspath, paths)])
    except (ValueError, OSError):  # two drives, or the folder is gone
        return None


def is_in(path: str, folder: str) -> bool:
    """Return whether a path is that of a folder, or of something in it; both are absolute."""
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(os.path.join(folder, ""))


class Above(NamedTuple):
    """A file in a folder or above it."""

    place: ProjectFolder
    data: bytes


class Found(NamedTuple):
    """Of a folder: its files of some suffixes, and the folders in it."""

    files: list[bytes]
    folders: list[str]


class Near:
    """Reads around files.

    What is there, but is not read, is an OSError, and remembered in ``refused``: it must not count as if it were not
    there.
    """

    def __init__(self) -> None:
        self.refused: dict[str, str] = {}  # by path: why
        self.forget()

    def forget(self) -> None:
        """Forget what was refused: it may have changed."""
        self.refused.clear()
        self._credit = _CREDIT
        self._has_ended = False  # a disk gave no answer

    def go_on(self) -> None:
        """Allow more to be read, for another file."""
        self._credit = min(self._credit + _CREDIT_OF_FILE, _CREDIT)

    def ask(self, work: Callable[..., Result], *given: object, path: str) -> Result:
        """Return what a function returns that reads; OSError if it is refused, or takes too long."""
        try:
            if self._has_ended:
                raise TimeoutError(errno.ETIMEDOUT, "is not read: another file gave no answer", path)
            return in_time(work, *given, path=path)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            told = error if isinstance(error, OSError) else OSError(errno.EINVAL, str(error), path)
            self._has_ended = self._has_ended or isinstance(told, TimeoutError)
            self.refused.setdefault(os.fsdecode(told.filename or path), told.strerror or str(told))
            raise told from None

    def pay(self, credit: int, path: str) -> None:
        """Count work on what was read; OSError if there was too much."""
        self.ask(self._pay, credit, path, path=path)

    def read(self, path: str, place: ProjectFolder) -> bytes | None:
        """Return the content of a file; ``None`` if there is none."""
        return self.ask(self._read, path, place, path=path)

    def above(self, place: ProjectFolder, name: str) -> Above | None:
        """Return the next file of a name, here or above."""
        return self.ask(self._above, place, name, path=place.folder)

    def files(self, place: ProjectFolder, suffixes: tuple[str, ...], *, heads: bool = False) -> Found:
        """Return what a folder has; with ``heads`` only the first bytes of long files."""
        return self.ask(self._files, place, suffixes, heads, path=place.folder)

    def names(self, place: ProjectFolder) -> dict[str, bool] | None:
        """Return the names in a folder, and whether each is that of a folder; ``None`` if there is no such folder."""
        return self.ask(self._names, place, path=place.folder)

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
        if not is_in(place.folder, os.path.dirname(path)):  # of what is above, only a file that is there
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
    """Raise OSError for a path that is not in the project, by its name or by where its links lead."""
    if not place.holds(path) or not _stays(path, place) or not place.holds(os.path.realpath(path)):
        raise OSError(errno.EPERM, "is outside of the project", path)


def _stays(path: str, place: ProjectFolder) -> bool:
    """Return whether the links in a path lead to other places in the project.

    Each link is read, and none is followed: it may lead to another computer (UNC), which Windows would then ask.
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
    return True  # a circle, which cannot be opened
