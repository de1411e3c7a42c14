"""Find the files that a command reads, and read them."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from extract.cli.patterns import BY_SPHINX, LEFT_OUT, OF_TESTS, SETTINGS, Excluded
from extract.cli.saying import UnreadableError, say
from extract.files.near import in_time
from extract.files.reading import open_file, read_file
from extract.readers.document import Document
from extract.readers.formats import HEAD, PGP, SHARED, format_in_folder, is_xml, known_format
from extract.text.messages import Message
from extract.text.terminal import file_name

STDIN = "-"


class File(NamedTuple):
    """A file to read."""

    path: str
    within: str | None  # the directory in which it was found; None: it was named
    name: str  # the name in the output

    def data(self) -> bytes:
        """Return the bytes of the file; OSError if it cannot be read."""
        return read_bytes(self.path, self.within)

    def text(self, encoding: str | None) -> str:
        """Return the text of the file; UnreadableError if it is not text, or not valid in its encoding."""
        return readable(Document(self.data(), self.name, encoding)).source


Say = Callable[[OSError], None]


_MOST_NAMED = 5  # suffixes


class Passed:
    """Counts of the files that were skipped."""

    def __init__(self) -> None:
        self.unknown: Counter[str] = Counter()  # files of unknown formats, by suffix
        self.excluded = 0  # named files that the settings exclude
        self.usual: Counter[str] = Counter()  # by directory: test data and built pages, skipped by default

    def __str__(self) -> str:
        """Return the clauses, each after a semicolon, to append to a message."""
        return "".join(f"; {clause}" for clause in self.clauses())

    def clauses(self) -> Iterator[Message]:
        """Yield messages with the numbers of skipped files."""
        often = [suffix for suffix, _ in self.unknown.most_common() if re.fullmatch(r"\.[\w+-]{1,12}", suffix)]
        others, excluded = self.unknown.total(), Message("{number} excluded", number=self.excluded)
        of_formats = Message("{number} of other formats", number=others)
        if often:
            of_formats = Message("{number} of other formats ({suffixes})", number=others, suffixes=_first(often))
        if others and self.excluded:
            of_formats = Message("{what}, {what2}", what=of_formats, what2=excluded)
        if others or self.excluded:
            yield Message("passed over: {what}", what=of_formats if others else excluded)
        if self.usual:
            yield self.by_default

    @property
    def by_default(self) -> Message:
        """A message with the number of files skipped by default, and the directories with most of them."""
        return Message(
            "left out by default: {number} in {folders} (name them to read them)",
            number=self.usual.total(),
            folders=_first([file_name(folder) for folder, _ in self.usual.most_common()]),
        )

    def add_unknown(self, name: str) -> None:
        """Count a file under its suffix."""
        if name not in (*SETTINGS, *BY_SPHINX):
            self.unknown[os.path.splitext(name)[1].lower()] += 1

    def add_usual(self, directory: str, is_known: Callable[[str], object]) -> None:
        """Count the files below a directory that would be read if it were named."""
        for _, directories, files in os.walk(directory):
            directories[:] = [one for one in directories if one in OF_TESTS or one not in LEFT_OUT]
            number = sum(1 for name in files if is_known(name))
            if number:
                self.usual[directory] += number


def _first(names: list[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + ", …" * (len(names) > _MOST_NAMED)


def walk(
    paths: Sequence[str],
    excluded: Callable[[str], Excluded],
    say: Say,
    passed: Passed | None = None,
    *,
    is_known: Callable[[str], object] = format_in_folder,
    stdin_name: str | None = None,
) -> Iterator[File]:
    """Yield the named files, and the files of known formats in the named directories, sorted by name.

    ``is_known`` returns whether a path has a known format. ``excluded`` returns the exclusions for a directory, which
    include ``.gitignore`` files. A missing path is yielded like a file, and no path is yielded twice. ``say`` gets the
    errors of unreadable directories, and ``passed`` counts skipped files. ``stdin_name`` is the name of standard input.
    The path "./a" becomes "a".
    """
    passed = passed or Passed()
    seen: set[str] = set()
    for given in paths:
        path = plain(given)
        out = None if path == STDIN else excluded(os.path.dirname(path))
        if out and out.leaves_out_named(path):
            passed.excluded += 1
            continue
        found: Iterable[File] = [File(path, None, plain(stdin_name or "<stdin>") if path == STDIN else path)]
        if out and os.path.isdir(given):
            found = _below(path, excluded, is_known, say, passed)
        elif out and out.force and path.endswith(SHARED) and not _is_read(path):
            passed.add_unknown(path)  # TypeScript, because pre-commit selects by suffix
            continue
        for file in found:
            if file.path not in seen:
                seen.add(file.path)
                yield file


def plain(path: str) -> str:
    """Return a path without "." components. The current directory becomes "". The file "./-" is not changed."""
    separators = os.sep + (os.altsep or "")
    if f"{os.curdir}{os.sep}" not in path.replace(os.altsep or os.sep, os.sep) and path != os.curdir:
        return path
    shown = re.sub(rf"(?:(?<=[{re.escape(separators)}])|^)\.(?:[{re.escape(separators)}]+|$)", "", path)
    return path if shown == STDIN else shown


def _below(
    top: str, excluded: Callable[[str], Excluded], is_known: Callable[[str], object], say: Say, passed: Passed
) -> Iterator[File]:
    from extract.cli.ignored import Ignored

    ignored = Ignored(top or os.curdir, say)
    top_is = os.path.abspath(top)
    waiting = [""]  # directories relative to `top`; os.walk recurses for each level
    while waiting:
        directory = waiting.pop()
        here = os.path.join(top, directory) if directory else top
        out = excluded(here)
        is_ignored = ignored if out.gitignore else _nothing
        # Prefixes of names. Calling join for each name takes a tenth of a second run.
        above, before = (os.path.join(folder, "") if folder else "" for folder in (directory, here))
        absolute = os.path.join(top_is, directory) if directory else top_is
        directories, files = _listed(here, say)
        names = {name for name, _ in files}
        if directory and out.is_usual and not BY_SPHINX.isdisjoint((*names, *directories)):
            passed.add_usual(here, is_known)
            continue
        for name, is_regular in files:
            path = before + name
            if not (is_known(path) or path.endswith(SHARED)):
                passed.add_unknown(name)
            elif (
                out.matches_in(absolute, name)
                or is_ignored(above + name, False)
                or (not is_regular and _leads_to_directory(path))
            ):
                continue
            elif path.endswith(_BY_CONTENT) and not _is_read(path):
                passed.add_unknown(name)
            else:
                yield File(path, top, path)
        below = [name for name in directories if not is_ignored(above + name, True)]
        usual = {name for name in below if out.of_tests(absolute, name) or out.is_built(name, names)}
        for name in sorted(usual):
            passed.add_usual(before + name, is_known)
        read = [name for name in below if name not in usual and not out.matches_in(absolute, name)]
        waiting += [above + name for name in reversed(read)]


def _nothing(_path: str, _is_directory: bool) -> bool:
    return False


def _listed(directory: str, say: Say) -> tuple[list[str], list[tuple[str, bool]]]:
    """Return the directories in a directory, and the other names with whether they are regular files, both sorted.

    Symbolic links are neither.
    """
    try:
        kinds = in_time(_scanned, directory or os.curdir, path=directory)
    except OSError as error:
        say(error)
        return [], []
    return [name for name, is_folder, _ in kinds if is_folder], [
        (name, is_file) for name, is_folder, is_file in kinds if not is_folder
    ]


def _scanned(directory: str) -> list[tuple[str, bool, bool]]:
    with os.scandir(directory) as entries:
        return sorted((one.name, _is(one.is_dir), _is(one.is_file)) for one in entries)


def _is(kind: Callable[..., bool]) -> bool:
    try:
        return kind(follow_symlinks=False)
    except OSError:
        return False


LARGEST_FOUND = 1 << 28  # bytes
_OF_SYSTEM = ("/proc/", "/sys/", "/dev/")

# First bytes of a binary property list (CFBinaryPList.c), and of OpenPGP signatures and keys.
_NOT_READ = (b"bplist", PGP.encode())
_BY_CONTENT = (".strings", ".asc", *SHARED)


def _head(path: str) -> bytes:
    refuse_system(path)
    with open_file(path) as file:
        return file.read(HEAD)


def _leads_to_directory(path: str) -> bool:
    """Return whether a symbolic link leads to a directory; False after an error, which reading then reports."""
    try:
        return in_time(os.path.isdir, path, path=path)
    except OSError:
        return False


def _is_read(path: str) -> bool:
    """Return whether the content of a file is in a supported format. Reading reports a file that cannot be opened."""
    try:
        head = in_time(_head, path, path=path)
    except OSError:
        return not path.endswith(SHARED)
    return is_xml(head) if path.endswith(SHARED) else not head.startswith(_NOT_READ)


def read_bytes(path: str, within: str | None = None) -> bytes:
    """Return the bytes of a file or of standard input; ``OSError`` if it cannot be read.

    For a file found ``within`` a directory, there are limits of time and size.
    """
    if path != STDIN:
        return read_file(path) if within is None else in_time(read_found, path, path=path)
    if sys.stdin.isatty():
        say(f"reading standard input; {'Ctrl-Z and Enter' if os.name == 'nt' else 'Ctrl-D'} ends it")
    return sys.stdin.buffer.read()


def read_found(path: str) -> bytes:
    """Return the bytes of a file that was found in a directory.

    OSError for a huge file, such as a sparse file of gigabytes, and for a link into ``/proc``, ``/sys`` or ``/dev``,
    such as the environment of this process.
    """
    refuse_system(path)
    return read_file(path, at_most=LARGEST_FOUND)


def refuse_system(path: str) -> None:
    """Raise OSError for a symbolic link into ``/proc``, ``/sys`` or ``/dev``."""
    if os.path.islink(path) and os.path.realpath(path).startswith(_OF_SYSTEM):
        raise OSError(errno.EPERM, "leads to what the system tells of itself", path)


# PDF, Office (ZIP, and OLE before 2007), RTF.
_DOCUMENT = re.compile(rb"%PDF-|PK\x03\x04|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|\{\\rtf")
_BINARY = re.compile(rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|\x1f\x8b\x08|\x7fELF")  # images, archives, programs
# An empty file with one of these names is a damaged document, not an empty text.
_DOCUMENT_NAME = re.compile(r"(?i).*\.(?:pdf|rtf|epub|docx?|docm|xlsx?|pptx?|od[tspg])\Z")


def is_document(data: bytes, name: str) -> bool:
    """Return whether a file is a binary document, such as PDF, whatever encoding could decode its bytes."""
    return known_format(name) is None and bool(_DOCUMENT.match(data) if data else _DOCUMENT_NAME.match(name))


def refuse_document(data: bytes, name: str) -> bytes:
    """Return the bytes of a file; UnreadableError if it is a binary document, an image, an archive or a program."""
    if is_document(data, name):
        if not data:
            raise UnreadableError("is empty")
        raise UnreadableError('is no text; "iri find" lists its links')
    if _BINARY.match(data) and known_format(name) is None:
        raise UnreadableError("is no text")
    return data


def readable(document: Document) -> Document:
    """Return the document; UnreadableError if it is not text or not valid in its encoding."""
    refuse_document(document.data, document.path)
    if document.text is None:
        advice = 'name the right encoding with --encoding ("iri lint" suggests one)'
        raise UnreadableError(f"byte {document.invalid[0]} is not valid {document.codec}; {advice}")
    return document
