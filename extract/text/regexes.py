r"""Patterns that are compiled at their first use: ``from extract.text.regexes import re``.

Compiling all of them takes 60 ms, and most runs of a command use few. The module that compiles them is `re`. Before
Python 3.11.5 it is `regex`, which is slower, because groups with possessive quantifiers in `re` matched wrongly and
searches could run forever (CPython issue 106052).

The two differ in ``\w``: only `regex` includes marks and connectors ("‿"), only `re` numbers that are not digits ("½").
Where that matters, `and_non_ascii` lists the characters of such a set.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import regex

if TYPE_CHECKING:
    import re
else:
    if sys.version_info >= (3, 11, 5):
        import re as _module
    else:
        import regex as _module
    re = ModuleType("re")
    re.__dict__.update(vars(_module))
    re.compile = lambda pattern, flags=0: _Lazy(lambda: _module.compile(pattern, flags), pattern=pattern)

__all__ = ["FILE_SUFFIXES", "IMAGE_SUFFIXES", "LANGUAGE", "and_non_ascii", "lazily", "lazy", "re"]

# Parts of patterns, in lowercase: suffixes of files that pages show, and of files that they link to.
IMAGE_SUFFIXES = "png|jpe?g|gif|svg|webp|bmp|ico"
FILE_SUFFIXES = f"md|html?|rst|pdf|ipynb|{IMAGE_SUFFIXES}"

# BCP 47: a language with a script or region, as sites write them in hosts, paths and queries.
_CODES = """
    af ar az be bg bn bs ca cn cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja jp
    ka kk km kn ko kr ku ky lo lt lv mk ml mn mr ms my nb ne nl no pa pl ps pt ro ru si sk sl sq sr sv sw ta te tg
    th tl tr tw ua uk ur uz vi zh
""".split()
LANGUAGE = rf"(?:{'|'.join(_CODES)})(?:[-_](?:[a-z]{{2}}|hans|hant|latn|cyrl|419))?"


def and_non_ascii(members: str) -> str:
    """Return a set of all non-ASCII characters and the ASCII ones in ``members``, the inside of a set.

    It is written as a negated set: for each set that extends beyond the BMP, `re` fills a table of 1.1 MB.
    """
    has = re.compile(f"[{members}]").match
    return "[^" + "".join(rf"\x{code:02x}" for code in range(0x80) if not has(chr(code))) + "]"


def lazy(pattern: str | Callable[[], str]) -> regex.Pattern[str]:
    """Return a pattern of `regex` that is made and compiled at its first use, because most programs use few of them."""
    return cast("regex.Pattern[str]", _Lazy(lambda: regex.compile(pattern if isinstance(pattern, str) else pattern())))


def lazily(compiled: Callable[[], re.Pattern[str]]) -> re.Pattern[str]:
    """Return a pattern of `re` that calls ``compiled`` at its first use."""
    return cast("re.Pattern[str]", _Lazy(compiled))


class _Lazy:
    def __init__(self, compiled: Callable[[], Any], **known: Any) -> None:
        self._compiled = compiled
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # looked up by `copy` and `pickle`
            raise AttributeError(name)
        method = getattr(self._compiled(), name)
        setattr(self, name, method)  # later lookups do not call __getattr__
        return method
