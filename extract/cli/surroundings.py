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
        _links_next_to_letters(absolute), _defines_names(absolute), functools.partial(_is_beside, directory)
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


def _is_beside(directory: str, name: str) -> bool:
    try:
        return os.path.lexists(os.path.join(directory, name))
    except ValueError:  # a NUL
        return False
