"""What is around a file on the disk: docutils' settings, and the files beside it."""

from __future__ import annotations

import functools
import os
import re
from pathlib import Path

from extract.rules.subjects import Surroundings

# docutils, Configuration, "[restructuredtext parser]".
_CHARACTER_LEVEL = re.compile(
    r"(?im)^[ \t]*character[_-]level[_-]inline[_-]markup[ \t]*[:=][ \t]*(?:1|on|yes|true)[ \t]*$"
)


def surroundings(path: str) -> Surroundings:
    """Return what is around a file."""
    directory = os.path.dirname(path)
    absolute = os.path.abspath(directory)
    return Surroundings(
        _links_next_to_letters(absolute),
        _defines_names(absolute),
        functools.partial(_is_included, absolute, os.path.basename(path)),
        functools.partial(_is_beside, directory),
    )


@functools.lru_cache(maxsize=1024)
def _links_next_to_letters(directory: str) -> bool:
    """Return whether the next ``docutils.conf``, here or above, allows markup next to letters."""
    try:
        text = Path(directory, "docutils.conf").read_text("utf-8", "replace")
    except (OSError, ValueError):  # there is none, or the name has a NUL
        above = os.path.dirname(directory)
        return above != directory and _links_next_to_letters(above)
    return _CHARACTER_LEVEL.search(text) is not None


# Sphinx, "rst_prolog" and "rst_epilog": text that is added to each file.
_ADDED_TEXT = re.compile(r"(?m)^[ \t]*rst_(?:prolog|epilog)\b")


@functools.lru_cache(maxsize=1024)
def _defines_names(directory: str) -> bool:
    """Return whether the next ``conf.py``, here or above, adds text to each file."""
    try:
        text = Path(directory, "conf.py").read_text("utf-8", "replace")
    except (OSError, ValueError):
        above = os.path.dirname(directory)
        return above != directory and _defines_names(above)
    return _ADDED_TEXT.search(text) is not None


_INCLUDE = re.compile(r"(?m)^[ \t]*\.\.[ \t]+include::[ \t]+(\S+)")
_HIGHEST = 4  # directories in which a file that includes another one is looked for
_MOST_FILES = 500  # of a directory


def _is_included(directory: str, name: str) -> bool:
    """Return whether a file here, or in one of the directories above, includes a file of that name."""
    path, above = os.path.join(directory, name), directory
    for _ in range(_HIGHEST):
        if path in _included(above):
            return True
        if os.path.lexists(os.path.join(above, "conf.py")):
            break
        above = os.path.dirname(above)
    return False


@functools.lru_cache(maxsize=1024)
def _included(directory: str) -> frozenset[str]:
    """Return the paths of the files that a directory's files in reStructuredText include."""
    found: set[str] = set()
    try:
        files = [entry for entry in os.scandir(directory) if entry.name.endswith((".rst", ".txt")) and entry.is_file()]
        for file in files[:_MOST_FILES]:
            text = Path(file.path).read_text("utf-8", "replace")
            found.update(os.path.normpath(os.path.join(directory, match[1])) for match in _INCLUDE.finditer(text))
    except (OSError, ValueError):
        pass
    return frozenset(found)


def _is_beside(directory: str, name: str) -> bool:
    try:
        return os.path.lexists(os.path.join(directory, name))
    except ValueError:  # a NUL
        return False


def forget() -> None:
    """Forget what was read of the disk: it may have changed."""
    for known in (_links_next_to_letters, _defines_names, _included):
        known.cache_clear()
