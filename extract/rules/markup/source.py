"""Recognize wiki links and object names in a source, which show how its markup is rendered."""

from __future__ import annotations

import functools

from extract.text.regexes import re

# Gollum, the wiki software of GitHub and GitLab: "[[Page]]", "[[words|Page]]".
_TO_PAGE = re.compile(r"\[\[(?!https?:)[^\[\]\n|]{1,100}(?:\|(?!\s*https?:)[^\[\]\n]{1,100})?\]\](?![(\[])")
# Sphinx, "Roles": "~" shortens the name of an object.
_OBJECT = re.compile(r"(?<![\w:`\\])`~[\w.]+`")


@functools.lru_cache(maxsize=1)
def is_of_wiki(source: str) -> bool:
    """Return whether ``source`` has links to wiki pages."""
    return "[[" in source and _TO_PAGE.search(source) is not None


@functools.lru_cache(maxsize=1)
def names_objects(source: str) -> bool:
    """Return whether ``source`` has an object name in backticks, so that the default role creates links."""
    return _OBJECT.search(source) is not None
