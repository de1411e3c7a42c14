"""Jobs: the files to check, each with its rules, its surroundings and its original."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from extract.cli.files import STDIN, Entry, plain, read_bytes, refuse_document
from extract.cli.options import finder_of
from extract.cli.originals import is_original, is_there, original_of, require_in_project
from extract.cli.saying import Unread, UnreadableError, say
from extract.cli.settings import Configurations, Settings, SettingsError, left
from extract.cli.surroundings import know, surroundings
from extract.files.near import common_folder, read_in_time
from extract.readers.document import Document, Surroundings
from extract.rules.chosen import ChosenRules
from extract.rules.iri.spoofing import protecting

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


@functools.cache
def _rules(settings: Settings, ignored: tuple[str, ...]) -> ChosenRules:
    protected = [protecting(settings.protect)] if settings.protect else []
    return ChosenRules([*left(settings.rules(), ignored), *protected], settings.asked_for(), finder_of(settings))


Unchecked = dict[str, list[str]]  # names of unchecked files, grouped by the error in their settings


def jobs_of(entries: Sequence[Entry], configurations: Configurations, unchecked: Unchecked) -> Iterator[Job]:
    """Yield a job for each file. Files with invalid settings are added to ``unchecked`` instead."""

    @functools.cache
    def settings_in(folder: str) -> Settings:
        settings = configurations.of(folder)
        _rules(settings, ())  # raises an error for an unknown rule
        require_in_project(settings)
        return settings

    options = configurations.options
    home = common_folder({entry.within or os.path.dirname(entry.path) for entry in entries if entry.path != STDIN})
    for path, within in entries:
        name = plain(options.stdin_filename or "<stdin>") if path == STDIN else path
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
