r"""Patterns that are compiled when they are first used: ``from extract.text.regexes import re``.

To compile all of them takes 60 ms, and most runs of a command use few. The module that compiles them is `re`, except
before Python 3.11.5, in which groups with possessive quantifiers match wrongly and searches may never end (CPython
issue 106052). `regex` reads the same patterns there, more slowly.

Of ``\w`` the two differ. Only `regex` has marks and connectors ("‿"), only `re` has numbers that are no digits ("½").
Where that matters, `and_non_ascii` and `latin_class` write such a set out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import regex

from extract.text.characters import LATIN_END

if TYPE_CHECKING:
    import re
else:
    if sys.version_info >= (3, 11, 5):
        import re as _module
    else:
        import regex as _module
    re = ModuleType("re")
    re.__dict__.update(vars(_module))
    re.compile = lambda pattern, flags=0: lazily(lambda: _module.compile(pattern, flags))

__all__ = ["FILE_SUFFIXES", "IMAGE_SUFFIXES", "LANGUAGE", "and_non_ascii", "latin_class", "lazily", "lazy", "re"]

# As parts of patterns: suffixes of files that pages show, and of those that they link to, in lower case.
IMAGE_SUFFIXES = "png|jpe?g|gif|svg|webp|bmp|ico"
FILE_SUFFIXES = f"md|html?|rst|pdf|ipynb|{IMAGE_SUFFIXES}"

# BCP 47: a language, and a script or region, as sites write them in hosts, paths and queries.
_CODES = """
    af ar az be bg bn bs ca cn cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja jp
    ka kk km kn ko kr ku ky lo lt lv mk ml mn mr ms my nb ne nl no pa pl ps pt ro ru si sk sl sq sr sv sw ta te tg
    th tl tr tw ua uk ur uz vi zh
""".split()
LANGUAGE = rf"(?:{'|'.join(_CODES)})(?:[-_](?:[a-z]{{2}}|hans|hant|latn|cyrl|419))?"


def latin_class(has: Callable[[str], bool]) -> str:
    """Return the inside of a set: the characters of Latin text for which a method such as `str.isalpha` is true."""
    return "".join(re.escape(character) for character in map(chr, range(ord(LATIN_END))) if has(character))


def and_non_ascii(members: str) -> str:
    """Return a set of all non-ASCII characters and some of ASCII, which are given as the inside of a set.

    It is written as what it excludes: for each set that reaches beyond the BMP, `re` fills a table of 1.1 MB.
    """
    has = re.compile(f"[{members}]").match
    return "[^" + "".join(rf"\x{code:02x}" for code in range(0x80) if not has(chr(code))) + "]"


def lazy(pattern: str) -> regex.Pattern[str]:
    """Return a pattern of `regex` that is compiled when it is first used; most programs use few of them."""
    return cast("regex.Pattern[str]", _Lazy(lambda: regex.compile(pattern)))


def lazily(compiled: Callable[[], re.Pattern[str]]) -> re.Pattern[str]:
    """Return the pattern of `re` that a function makes when it is first used."""
    return cast("re.Pattern[str]", _Lazy(compiled))


class _Lazy:
    def __init__(self, compiled: Callable[[], Any]) -> None:
        self._compiled = compiled

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what `copy` and `pickle` ask for
            raise AttributeError(name)
        method = getattr(self._compiled(), name)
        setattr(self, name, method)  # later look-ups find it directly
        return method
