"""What a file tells about the markup in it."""

from __future__ import annotations

import functools

from extract.text.regexes import re

# Gollum, which GitHub and GitLab use for wikis: "[[Page]]", "[[words|Page]]".
_TO_PAGE = re.compile(r"\[\[(?!https?:)[^\[\]\n|]{1,100}(?:\|(?!\s*https?:)[^\[\]\n]{1,100})?\]\](?![(\[])")
# Sphinx, "Roles": "~" shortens the name of an object.
_OBJECT = re.compile(r"(?<![\w:`\\])`~[\w.]+`")


@functools.lru_cache(maxsize=1)
def is_of_wiki(source: str) -> bool:
    """Return whether a file has links to pages of a wiki."""
    return "[[" in source and _TO_PAGE.search(source) is not None


@functools.lru_cache(maxsize=1)
def names_objects(source: str) -> bool:
    """Return whether a file has the name of an object in backticks alone: the default role leads somewhere."""
    return _OBJECT.search(source) is not None
