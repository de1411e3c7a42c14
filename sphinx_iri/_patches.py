"""What Sphinx, docutils and MyST have no public hook for: private names that are replaced, and what they must be.

Where a name is not as expected, the warning ``iri.patch`` says so once, and the build goes on without the patch.
``docs/develop/upstream.rst`` has the hook that would make each of them unnecessary; no other module replaces a name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from logging import getLogger
from threading import RLock
from typing import Any

from docutils.parsers import Parser

Expected = Callable[[Any], bool]

logger = getLogger("sphinx.sphinx_iri")  # Sphinx's loggers begin so; docutils without Sphinx prints what they say


def _takes(*parameters: str) -> Expected:
    """Return what tells whether a function or a class takes these arguments, and no others without a default."""

    def expected(value: Any) -> bool:
        known = inspect.signature(value).parameters.values()
        wanted = [one.name for one in known if one.default is one.empty and one.kind is not one.VAR_POSITIONAL]
        return wanted == [*parameters]

    return expected


def _is_class(base: type, *methods: str) -> Expected:
    """Return what tells whether a value is a subclass of a class, and has these methods itself."""
    return lambda value: issubclass(value, base) and all(callable(vars(value).get(name)) for name in methods)


class _Entry(str):
    __slots__ = ()

    def translate(self, _table: Any) -> str:
        return f"translated {self}"


# By module and name; a class of any module by its name alone.
EXPECTED: dict[str, Expected] = {
    "sphinx.builders.linkcheck.AnchorCheckParser": _is_class(HTMLParser, "handle_starttag"),
    "myst_parser.mdit_to_docutils.base.MockRSTParser": _is_class(Parser, "parse"),
    "create_md_parser": _takes("config", "renderer"),
    "get_refnodes": _takes("doctree", "result"),
    "sphinx.util.texescape.escape": lambda escape: escape(_Entry("_")) == "translated _",
    "_raw_config": lambda value: isinstance(value, dict),
}

# The modules are those of all threads.
_replacing = RLock()


@contextmanager
def replaced(owner: Any, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    """Replace what an object or a module has by that name for a while by what is made of it, if it is as expected."""
    owner = import_module(owner) if isinstance(owner, str) else owner
    with _replacing:
        value = found(owner, name)
        if value is None:
            yield
            return
        setattr(owner, name, make(value))
        try:
            yield
        finally:
            setattr(owner, name, value)


def found(owner: Any, name: str) -> Any:
    """Return what an object or a module has by a private name; None, with a warning, if that is not as expected."""
    place = getattr(owner, "__name__", type(owner).__name__)
    value = getattr(owner, name, None)
    expected = EXPECTED.get(f"{place}.{name}") or EXPECTED[name]
    try:
        if value is not None and expected(value):
            return value
    except (TypeError, ValueError):  # no class, no signature
        pass
    _warn(f"{place}.{name}")
    return None


@cache
def _warn(name: str) -> None:
    message = "%s is not as this version of sphinx-iri expects it, and is left alone: the build may lack what needs it"
    logger.warning(message, name, extra={"type": "iri", "subtype": "patch"})
