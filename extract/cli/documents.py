"""Jobs: the files to check, each with its rules, its surroundings and its original, and their results."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from extract.cli.files import STDIN, File, read_bytes, refuse_document
from extract.cli.options import finder_of
from extract.cli.saying import Unread, UnreadableError, say
from extract.cli.settings import Configurations, Settings, SettingsError, left
from extract.cli.surroundings import know, surroundings
from extract.files.near import common_folder, project_folder, read_in_time
from extract.linter.finding import Finding
from extract.readers.document import Document, Surroundings
from extract.rules.chosen import ChosenRules
from extract.rules.iri.spoofing import protecting
from extract.text.regexes import LANGUAGE, re

_LARGEST = 1 << 26  # bytes of an original


class Job(NamedTuple):
    """A file to check."""

    path: str
    within: str | None  # the directory in which it was found; None: it was named
    name: str  # the name in findings
    settings: Settings
    ignored: tuple[str, ...]  # the names of rules that are ignored in this file
    data: bytes | None = None  # overrides the content of the file
    original: str | None = None  # the path of the file that it translates
    home: str | None = None  # the common directory of the working directory and the given paths

    def rules(self) -> ChosenRules:
        return _rules(self.settings, self.ignored)

    def mark(self) -> bytes:
        """Return bytes that identify the rules in the key of the cache."""
        settings = self.settings
        facts = settings.selection, self.ignored, settings.protect, settings.bare_domains, settings.email
        return repr(facts).encode("utf-8", "surrogatepass")

    def size(self) -> int:
        """Return the number of bytes of the file; 0 if it is not known."""
        try:
            return 0 if self.path == STDIN else os.path.getsize(self.path)
        except (OSError, ValueError):  # reading it tells why
            return 0

    def read(self) -> bytes:
        return refuse_document(read_bytes(self.path, self.within), self.name) if self.data is None else self.data

    def document(self) -> Document:
        """Read the file, its surroundings and its original."""
        around = surroundings(self.name, self.home)
        if self.original is not None:
            try:
                original = read_in_time(self.original, _LARGEST)
            except OSError as error:
                raise UnreadableError(f"its original {self.original} {error.strerror}") from error
            same = Surroundings(suffix=around.suffix)
            around = replace(around, original=Document(original, self.original, surroundings=same))
        data = self.read()
        know(self.name, data)
        return Document(data, self.name, self.settings.encoding, around)


Asked = dict[tuple[Any, ...], Any]  # calls to the methods of `Surroundings`, and their results


class Result(NamedTuple):
    """The result for one file."""

    findings: Sequence[Finding] = ()
    refused: tuple[str, ...] = ()  # messages about files around it that were not read
    error: str = ""  # why it could not be checked
    key: str = ""  # of the cache
    asked: Asked | None = None  # for the key


@functools.cache
def _rules(settings: Settings, ignored: tuple[str, ...]) -> ChosenRules:
    protected = [protecting(settings.protect)] if settings.protect else []
    return ChosenRules([*left(settings.rules(), ignored), *protected], settings.asked_for(), finder_of(settings))


Unchecked = dict[str, list[str]]  # names of unchecked files, grouped by the error in their settings


def jobs_of(files: Sequence[File], configurations: Configurations, unchecked: Unchecked) -> Iterator[Job]:
    """Yield a job for each file. Files with invalid settings are added to ``unchecked`` instead."""

    @functools.cache
    def settings_in(folder: str) -> Settings:
        settings = configurations.of(folder)
        _rules(settings, ())  # raises an error for an unknown rule
        require_in_project(settings)
        return settings

    options = configurations.options
    home = common_folder({file.within or os.path.dirname(file.path) for file in files if file.path != STDIN})
    for path, within, name in files:
        try:
            settings = settings_in(os.path.dirname(name))
        except SettingsError as error:
            unchecked.setdefault(str(error), []).append(name)
            continue
        # outside of the settings' directory, the path of the original may be the same
        top = within if options.original else os.path.dirname(settings.origin or "") or os.curdir
        original = original_of(path, top, options.original or settings.original)
        yield Job(path, within, name, settings, settings.ignored_in(name), original=original, home=home)


_NAMED = 3  # file names listed in a message


def say_unchecked(unchecked: Unchecked, unread: Unread) -> None:
    """Print the errors in settings, each with the files that are not checked because of it."""
    for why, names in unchecked.items():
        unread.end(why + (f"; not checked: {_some(names)}" if names else ""))


def _some(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def say_without_original(jobs: list[Job], given: list[str]) -> None:
    """Print the files without an original; SettingsError if a path in ``given`` does not exist."""
    missing = next((original for original in given if not is_there(original)), None)
    if missing is not None:
        raise SettingsError(f"{missing}: --original names no file and no folder; check its name")
    alone = [job.name for job in jobs if job.original is None and not is_original(job.path, given)]
    if alone:
        say(f"{len(alone)} of {len(jobs)} files have no original in {', '.join(given)}: {_some(alone)}")


# --- originals -------------------------------------------------------------------------------------------------------

# A language in a directory name: de/, guide-pt-BR/; Apple's de.lproj/; Android's values-pt-rBR/ ("Provide alternative
# resources"; in "values-car", "car" is not a language).
_IN_FOLDER = re.compile(
    rf"(?i)\A{LANGUAGE}\Z|[._-]{LANGUAGE}\Z|\A[\w-]+(?=\.lproj\Z)"
    r"|(?<=\Avalues)-(?:b\+[a-z0-9+]+|(?!car\b)[a-z]{2,3}(?:-r[a-z]{2})?)\Z"
)
_IN_NAME = re.compile(rf"(?i)(?:\A|[._-]){LANGUAGE}(?=\.\w+\Z)")  # README.ja.md, messages_pt_BR.properties, de.json
_OF_APPLE = ("en.lproj", "Base.lproj")


def original_of(path: str, within: str | None, given: Iterable[str]) -> str | None:
    """Return the original of a file, or None. Apart from languages, both have the same file and directory names.

    In a directory outside of ``within``, in which the file was found, the original may also have the same relative
    path. A named file (``within`` is None) is a translation of the only file given, if the suffix is the same.
    """
    if path == STDIN:
        return None
    known = list(given)
    if within is None and len(known) == 1 and not os.path.isdir(known[0]):
        return next(_usable(path, known), None)
    return next(_usable(path, (one for each in known for one in _candidates(path, within, each))), None)


def is_original(path: str, given: Iterable[str]) -> bool:
    """Return whether a file is one of the originals, not a translation."""
    whole = os.path.abspath(path)
    for one in map(os.path.abspath, given):
        below = _below(whole, one)
        if whole == one or (below and below == _neutral(below)):
            return True
    return False


def is_there(original: str) -> bool:
    """Return whether an original is an existing file or directory."""
    return os.path.isfile(original) or os.path.isdir(original)


def require_in_project(settings: Settings) -> None:
    """Raise SettingsError for an ``original`` that is missing, or in a settings file and outside of the project.

    Reports show its links, which the author of the settings may not be allowed to read.
    """
    if not settings.original:
        return
    origin = settings.origin or ""
    named = f'{origin or "--config"}: "original"'
    place = project_folder(os.path.dirname(origin), real=os.path.dirname(os.path.realpath(origin)))
    for original in settings.original:
        if origin and not (place.holds(os.path.abspath(original)) and place.holds(os.path.realpath(original))):
            raise SettingsError(f"{named} is outside of the project: {original}; name it with --original")
        if not is_there(original):
            raise SettingsError(f"{named} names no file and no folder: {original}")


def _candidates(path: str, within: str | None, given: str) -> Iterator[str]:
    whole, original = os.path.abspath(path), os.path.abspath(given)
    if not os.path.isdir(original):
        if _neutral(whole) == _neutral(original):
            yield given
        return
    neutral, folder, below = _neutral_folder(original), os.path.dirname(whole), ""
    own = _below(whole, os.path.commonpath([whole, original]))
    while folder != below and own != _neutral(own):
        if _neutral_folder(folder) == neutral:
            yield from _named(given, _below(whole, folder))
        folder, below = os.path.dirname(folder), folder
    found_in = os.path.abspath(os.path.dirname(path) if within is None else within)
    if original != found_in and not _below(original, found_in):
        yield from _named(given, _below(whole, found_in))


def _named(folder: str, name: str) -> Iterator[str]:
    """Yield the paths that the original of a file name may have in a directory."""
    yield os.path.join(folder, name)
    neutral = _neutral(name)
    yield os.path.join(folder, neutral)
    if ".lproj" in neutral:
        parts = neutral.split(os.sep)
        for one in _OF_APPLE:
            yield os.path.join(folder, *(one if part == ".lproj" else part for part in parts))


def _below(path: str, folder: str) -> str:
    """Return a path relative to a directory; "" if it is not in it."""
    above = os.path.join(folder, "")
    return path[len(above) :] if path.startswith(above) else ""


def _neutral(path: str) -> str:
    """Return a path without language names."""
    folder, name = os.path.split(path)
    return os.path.join(_neutral_folder(folder), _IN_NAME.sub("", name))


@functools.lru_cache(maxsize=1024)
def _neutral_folder(path: str) -> str:
    start = os.sep if path.startswith(os.sep) else ""
    return start + os.sep.join(filter(None, (_IN_FOLDER.sub("", name) for name in path.split(os.sep))))


def _usable(path: str, candidates: Iterable[str]) -> Iterator[str]:
    """Yield the candidates that are existing files with the same suffix, but not the file itself."""
    for one in candidates:
        is_one = os.path.splitext(one)[1] == os.path.splitext(path)[1] and os.path.isfile(one)
        if is_one and not (os.path.exists(path) and os.path.samefile(one, path)):
            yield one
