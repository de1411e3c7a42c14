"""Replace private names of Sphinx, docutils and MyST, for which there are no public hooks.

If a name is not as expected, the warning ``iri.patch`` reports this once, and the build continues without the patch.
``docs/develop/upstream.rst`` proposes a hook for each of them. No other module replaces names.
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

logger = getLogger("sphinx.sphinx_iri")  # Sphinx handles loggers below "sphinx"; without Sphinx, Python prints warnings


def _takes(*parameters: str) -> Expected:
    """Return a test whether the required parameters of a function or class are ``parameters``."""

    def expected(value: Any) -> bool:
        known = inspect.signature(value).parameters.values()
        wanted = [one.name for one in known if one.default is one.empty and one.kind is not one.VAR_POSITIONAL]
        return wanted == [*parameters]

    return expected


def _is_class(base: type, *methods: str) -> Expected:
    """Return a test whether a value is a subclass of ``base`` and defines ``methods`` itself."""
    return lambda value: issubclass(value, base) and all(callable(vars(value).get(name)) for name in methods)


class _Entry(str):
    __slots__ = ()

    def translate(self, _table: Any) -> str:
        return f"translated {self}"


# Keys are module and name, or only the name of an attribute of any object.
EXPECTED: dict[str, Expected] = {
    "sphinx.builders.linkcheck.AnchorCheckParser": _is_class(HTMLParser, "handle_starttag"),
    "myst_parser.mdit_to_docutils.base.MockRSTParser": _is_class(Parser, "parse"),
    "create_md_parser": _takes("config", "renderer"),
    "get_refnodes": _takes("doctree", "result"),
    "sphinx.util.texescape.escape": lambda escape: escape(_Entry("_")) == "translated _",
    "_raw_config": lambda value: isinstance(value, dict),
}

# All threads share the modules.
_replacing = RLock()


@contextmanager
def replaced(owner: Any, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    """Replace the attribute ``name`` of ``owner`` by the result of ``make`` within the block, if it is as expected."""
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
    """Return the private attribute ``name`` of ``owner``, or warn and return None if it is not as expected."""
    place = getattr(owner, "__name__", type(owner).__name__)
    value = getattr(owner, name, None)
    expected = EXPECTED.get(f"{place}.{name}") or EXPECTED[name]
    try:
        if value is not None and expected(value):
            return value
    except (TypeError, ValueError):  # not a class, or without a signature
        pass
    _warn(f"{place}.{name}")
    return None


@cache
def _warn(name: str) -> None:
    message = "%s is not as this version of sphinx-iri expects it, and is left alone: the build may lack what needs it"
    logger.warning(message, name, extra={"type": "iri", "subtype": "patch"})
