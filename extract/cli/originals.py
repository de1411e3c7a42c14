"""Find the original of a translated file by the names of both."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache

from extract.cli.files import STDIN
from extract.cli.settings import Settings, SettingsError
from extract.files.near import project_folder
from extract.text.regexes import LANGUAGE, re

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
    """Raise SettingsError for an ``original`` in a settings file that is missing or outside of the project.

    Reports show its links, which the author of the settings may not be allowed to read.
    """
    if not settings.original or not settings.origin:
        return
    named = f'{settings.origin}: "original"'
    place = project_folder(os.path.dirname(settings.origin), real=os.path.dirname(os.path.realpath(settings.origin)))
    for original in settings.original:
        if not place.holds(os.path.abspath(original)) or not place.holds(os.path.realpath(original)):
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


@lru_cache(maxsize=1024)
def _neutral_folder(path: str) -> str:
    start = os.sep if path.startswith(os.sep) else ""
    return start + os.sep.join(filter(None, (_IN_FOLDER.sub("", name) for name in path.split(os.sep))))


def _usable(path: str, candidates: Iterable[str]) -> Iterator[str]:
    """Yield the candidates that are existing files with the same suffix, but not the file itself."""
    for one in candidates:
        is_one = os.path.splitext(one)[1] == os.path.splitext(path)[1] and os.path.isfile(one)
        if is_one and not (os.path.exists(path) and os.path.samefile(one, path)):
            yield one
