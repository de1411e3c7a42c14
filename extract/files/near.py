"""Read files around a checked file, within limits: only small files of the same project, and only for a short time."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import accumulate, islice, takewhile
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar, cast

from extract.files.reading import read_file

Result = TypeVar("Result")

_LARGEST = 1 << 20  # bytes of a file
_SECONDS = 5.0  # for one disk operation
# Budget for the first file, and for each later one. A file costs 1, and 1 more per 4 KiB. A directory costs 1, and 1
# more per 64 names. The whole budget lasts two to four seconds.
_CREDIT, _CREDIT_OF_FILE = 30_000, 100
_MOST_LINKS = 40  # as in Linux
_AT_ONCE = 32  # files that one operation reads
_OF_REPOSITORY = (".git", ".hg")  # one of these, or pyproject.toml, marks the root of a project


class _Reader(Thread):
    """A thread that reads files. None as a question ends it."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.asked: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self.answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

    def run(self) -> None:
        while work := self.asked.get():
            try:
                self.answers.put((work(), None))
            except BaseException as error:
                self.answers.put((None, error))


_idle: list[_Reader] = []
_left: list[_Reader] = []  # threads that are still blocked
_MOST_LEFT = 10
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # a fork copies no threads


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
    reader.asked.put(partial(work, *given))
    try:
        result, error = reader.answers.get(timeout=seconds)
    except Empty:
        reader.asked.put(None)
        _left.append(reader)
        raise TimeoutError(errno.ETIMEDOUT, f"gives no answer within {seconds:.0f} seconds", path) from None
    _idle.append(reader)
    try:
        if error is not None:
            raise error
    finally:
        del error  # its traceback refers to it
    return cast(Result, result)


def read_in_time(path: str, at_most: int) -> bytes:
    """Return the bytes of a file that was not named; OSError if it is longer than ``at_most``, or takes too long."""
    return in_time(partial(read_file, path, at_most=at_most), path=path)


def upward(folder: str) -> Iterator[str]:
    """Yield an absolute directory and all directories above it."""
    below = ""
    while folder != below:
        yield folder
        folder, below = os.path.dirname(folder), folder


def nearest(known: dict[str, Result], folder: str, find: Callable[[str], Result]) -> Result:
    """Return what ``find`` returns for the nearest directory, here or above, for which it is not None.

    ``known`` are the results of earlier calls.
    """
    passed: list[str] = []
    for one in upward(folder):
        passed.append(one)
        found = known[one] if one in known else find(one)
        if found is not None or one in known:
            break
    known |= dict.fromkeys(passed, found)
    return found


class ProjectFolder(NamedTuple):
    """A directory, and the root directories of its project. All paths are absolute."""

    folder: str
    roots: tuple[str, ...]

    def holds(self, path: str) -> bool:
        """Return whether a path is in the project by its name alone, without disk access."""
        return any(is_in(os.path.normpath(path), root) for root in self.roots)

    def upward_inside(self) -> Iterator[ProjectFolder]:
        """Return the directory and the directories of the project above it."""
        inside = takewhile(lambda folder: folder == self.folder or self.holds(folder), upward(self.folder))
        return (ProjectFolder(folder, self.roots) for folder in inside)


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
    part = ""  # the nearest part of `home` with its own pyproject.toml
    for above in upward(folder):
        is_below = home is not None and is_in(above, home) and not is_in(home, above)
        if any(os.path.lexists(os.path.join(above, name)) for name in _OF_REPOSITORY):
            return above
        if os.path.lexists(os.path.join(above, "pyproject.toml")):
            if not is_below:
                return above
            part = part or above
        if part and not is_below:
            return part
    return part or _above(home if home and is_in(folder, home) and os.path.dirname(home) != home else folder)


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
        _is_inside.cache_clear()
        self._known: dict[str, dict[str, bool] | None] = {}  # names by directory
        self._credit = _CREDIT
        self._has_ended = False  # an operation timed out

    def go_on(self) -> None:
        """Increase the budget for the next file."""
        self._credit = min(self._credit + _CREDIT_OF_FILE, _CREDIT)

    def read(self, path: str, place: ProjectFolder) -> bytes | None:
        """Return the content of a file; ``None`` if it does not exist or is a directory."""
        if self._is_own(path):
            return self.own[1]
        return next(self.read_all([(path, place)]))

    def _is_own(self, path: str) -> bool:
        return path == self.own[0] and len(self.own[1]) <= _LARGEST

    def read_all(self, asked: Sequence[tuple[str, ProjectFolder]]) -> Iterator[bytes | None]:
        """Yield what `read` returns for each file, up to one that is not read. Many files are one disk operation."""
        for start in range(0, len(asked), _AT_ONCE):
            some = asked[start : start + _AT_ONCE]
            first = some[0][0]
            with self._refusing(first):
                contents = self._ask(_contents, first, some)
            for (path, _), content in zip(some, contents, strict=True):
                if self._is_own(path):
                    yield self.own[1]
                    continue
                with self._refusing(path):
                    if isinstance(content, Exception):
                        raise content
                    self._spend(0 if content is None else 1 + (len(content) >> 12), path)
                yield content

    def names(self, place: ProjectFolder) -> dict[str, bool] | None:
        """Return the names in a directory, and whether each is a directory; ``None`` if it does not exist."""
        folder = place.folder
        if folder not in self._known:
            with self._refusing(folder):
                names = self._ask(_names, folder)
                self._spend(1 + (len(names or ()) >> 6), folder)
                self._known[folder] = names
        return self._known[folder]

    def pay(self, credit: int, path: str) -> None:
        """Charge the budget for work on a file; OSError if the budget is exhausted."""
        with self._refusing(path):
            self._spend(credit, path)

    def _ask(self, work: Callable[..., Result], path: str, *given: object) -> Result:
        if self._has_ended:
            raise TimeoutError(errno.ETIMEDOUT, "is not read: another file gave no answer", path)
        return in_time(work, path, *given, path=path)

    def _spend(self, credit: int, path: str) -> None:
        self._credit -= credit
        if self._credit < 0:
            self._credit = 0
            raise OSError(errno.EFBIG, "is not read: there is too much around the files", path)

    @contextmanager
    def _refusing(self, path: str) -> Iterator[None]:
        """Remember why a file is not read."""
        try:
            yield
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = error if isinstance(error, OSError) else OSError(errno.EINVAL, str(error), path)
            self._has_ended = self._has_ended or isinstance(reason, TimeoutError)
            self.refused.setdefault(os.fsdecode(reason.filename or path), reason.strerror or str(reason))
            raise reason from None


def _names(folder: str) -> dict[str, bool] | None:
    try:
        with os.scandir(folder) as entries:
            return {entry.name: entry.is_dir(follow_symlinks=False) for entry in entries}
    except (FileNotFoundError, NotADirectoryError):
        return None


def _content(path: str, place: ProjectFolder) -> bytes | None:
    path = os.path.normpath(path)
    folder = os.path.dirname(path)
    if not is_in(place.folder, folder):  # in directories above, refuse only existing files
        _refuse_outside(path, path, place)
    try:
        is_file = stat.S_ISREG(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return None
    _refuse_outside(path, folder if is_file else path, place)
    return None if not is_file and os.path.isdir(path) else read_file(path, at_most=_LARGEST)


def _contents(_first: str, asked: Iterable[tuple[str, ProjectFolder]]) -> list[bytes | Exception | None]:
    contents: list[bytes | Exception | None] = []
    for path, place in asked:
        try:
            contents.append(_content(path, place))
        except (OSError, ValueError) as error:
            contents.append(error)
    return contents


def _refuse_outside(path: str, part: str, place: ProjectFolder) -> None:
    """Raise OSError if a part of a path is outside of the project."""
    if not _is_inside(part, place.roots):
        raise OSError(errno.EPERM, "is outside of the project", path)


@lru_cache(maxsize=256)
def _is_inside(path: str, roots: tuple[str, ...]) -> bool:
    """Return whether a path is in the project, by its name and after following its symbolic links."""
    place = ProjectFolder(path, roots)
    return _stays(path, place) and place.holds(os.path.realpath(path))


def _stays(path: str, place: ProjectFolder) -> bool:
    """Return whether all symbolic links in a path stay in the project.

    Links are read, not followed: a target may be on another computer (UNC), which Windows would contact.
    """
    for _ in range(_MOST_LINKS):
        root = next((root for root in place.roots if is_in(path, root)), None)
        if root is None:
            return False
        names = filter(None, path[len(root) :].split(os.sep))
        below = islice(accumulate(names, os.path.join, initial=root), 1, None)
        link = next(filter(os.path.islink, below), None)
        if link is None:
            return True
        path = os.path.normpath(
            os.path.join(os.path.dirname(link), os.readlink(link), path[len(link) :].lstrip(os.sep))
        )
    return True  # a cycle, which cannot be opened
