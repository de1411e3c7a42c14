"""Recognize object names in a source, which show how its markup is rendered."""

from __future__ import annotations

import functools

from extract.text.regexes import re

# Sphinx, "Roles": "~" shortens the name of an object.
_OBJECT = re.compile(r"(?<![\w:`\\])`~[\w.]+`")


@functools.lru_cache(maxsize=1)
def names_objects(source: str) -> bool:
    """Return whether ``source`` has an object name in backticks, so that the default role creates links."""
    return _OBJECT.search(source) is not None
