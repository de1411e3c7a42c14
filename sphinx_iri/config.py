"""The configuration values: one table for conf.py and for docutils' settings, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, NamedTuple

from extract import DEFAULT_SCHEMES, Link, Problem, check, find_links, to_uri


class Value(NamedTuple):
    """A configuration value: its default, what Sphinx rebuilds when it changes, and the types it may have."""

    default: Any
    rebuild: Literal["", "env", "html"]
    types: tuple[type, ...]


VALUES = {
    "iri_detect": Value(True, "env", (bool,)),
    "iri_schemes": Value(("urn",), "env", (list, tuple, set, frozenset)),
    "iri_schemeless": Value(False, "env", (bool,)),
    "iri_email": Value(True, "env", (bool,)),
    "iri_profile": Value("prose", "env", (str, list, tuple, set, frozenset)),
    "iri_myst": Value("auto", "env", (str, bool)),
    "iri_host_mapping": Value("uts46", "env", (str,)),
    "iri_ignore_patterns": Value((), "env", (list, tuple)),
}

HOST_MAPPINGS: dict[str, dict[str, Any]] = {
    "uts46": {},
    "idna2008": {"strict2008": True},
    "percent": {"host": "percent"},
}


def setting(settings: Any, name: str) -> Any:
    """Return a value from docutils settings: from conf.py under Sphinx, else from the settings."""
    env = getattr(settings, "env", None)
    return getattr(settings if env is None else env.config, name, VALUES[name].default)


def finder(settings: Any, *, broken: bool = True) -> Callable[[str], Iterator[Link]]:
    """Return the function that finds the links of a text as the settings ask, the broken ones too unless told."""
    schemes = DEFAULT_SCHEMES.union(map(str.lower, setting(settings, "iri_schemes")))
    return partial(
        find_links,
        schemes=schemes,
        schemeless=setting(settings, "iri_schemeless"),
        email=setting(settings, "iri_email"),
        profile=setting(settings, "iri_profile"),
        broken=broken,
    )


def converter(settings: Any) -> Callable[[str], str]:
    """Return the function from an IRI to the URI that is followed; it raises IRIError."""
    return partial(to_uri, invalid="encode", **HOST_MAPPINGS[setting(settings, "iri_host_mapping")])


def checker(settings: Any) -> Callable[[str], list[Problem]]:
    """Return the function from an IRI to the problems that are reported."""
    ignored = [re.compile(pattern) for pattern in setting(settings, "iri_ignore_patterns")]

    def problems(iri: str) -> list[Problem]:
        if any(pattern.fullmatch(iri) for pattern in ignored):
            return []
        return [problem for problem in check(iri) if problem.severity != "info"]

    return problems
