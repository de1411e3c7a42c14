"""Checks of the arguments of public functions: an error names an argument of a wrong type or form before its use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

_Item = TypeVar("_Item")


def require(is_right: bool, name: str, wanted: str, value: object) -> None:
    """Raise a TypeError that names an argument and the ``wanted`` value, unless ``is_right``."""
    if not is_right:
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}")


def require_text(name: str, value: object) -> None:
    """Raise a TypeError unless ``value`` is a ``str`` or ``None``."""
    require(value is None or isinstance(value, str), name, "a str or None", value)


def require_function(name: str, value: object) -> None:
    """Raise a TypeError unless ``value`` is callable."""
    require(callable(value), name, "a function", value)


def items(name: str, kind: type[_Item], values: Iterable[_Item], wanted: str) -> tuple[_Item, ...]:
    """Return a collection as a tuple. Raise a TypeError for a single text, and for items of another type."""
    is_one = isinstance(values, (str, bytes, bytearray, memoryview)) or not isinstance(values, Iterable)
    require(not is_one, name, f"a collection of {wanted}", values)
    found = tuple(values)
    for item in found:
        require(isinstance(item, kind), f"each of {name}", f"one of {wanted}", item)
    return found


def as_names(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """Return one or more names as a tuple."""
    return (values,) if isinstance(values, str) else items(name, str, values, "names")


def is_domain(text: str) -> bool:
    """Return whether ``text`` may be a domain: no IRI, no pattern, and not empty."""
    return text.strip(".") != "" and set(text).isdisjoint(" /:?#*")


def as_domains(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """Return one or more domains as a tuple. Raise a ValueError for another text: no host would match it."""
    domains = as_names(name, values)
    for domain in domains:
        if not is_domain(domain):
            raise ValueError(f'{name} must be domains, such as "example.com", not {domain!r}')
    return domains
