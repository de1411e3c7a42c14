"""Top-level domains and registrable domains, from the list in the package publicsuffixlist."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import Any
from unicodedata import normalize

from extract.iri.errors import text_of
from extract.text.regexes import re


@cache
def top_level_domains() -> frozenset[str]:
    """Return every top-level domain in lowercase, both as A-label and as U-label.

    They are the last labels in the ICANN section of the list, which is loaded at the first call (about 4 ms).
    """
    # The last label of each line that is not a comment: rules contain no slashes.
    names = set(re.findall(rb"(?m)^(?:[^\s/]*\.)?([^\s./]+)[ \t\r]*$", _rules_of_registries()))
    unicode = {name.decode("utf-8") for name in names}
    return frozenset(
        unicode | {"xn--" + name.encode("punycode").decode("ascii") for name in unicode if not name.isascii()}
    )


def _rules_of_registries() -> bytes:
    spec = find_spec("publicsuffixlist")  # finds the file without importing the package
    assert spec is not None
    assert spec.origin is not None
    with open(os.path.join(os.path.dirname(spec.origin), "public_suffix_list.dat"), "rb") as file:
        octets = file.read()
    return octets[: octets.index(b"===END ICANN DOMAINS===")]


@cache
def _long_suffixes() -> frozenset[str]:
    rules = re.findall(rb"(?m)^([^\s/*!]+\.[^\s./]+)[ \t\r]*$", _rules_of_registries())
    return frozenset(rule.decode("utf-8") for rule in rules)


def is_registry_suffix(name: str) -> bool:
    """Return whether a lowercase name ends with a suffix of several labels below which registries sell names."""
    labels = name.split(".")
    return any(
        ".".join(labels[first:]) in _long_suffixes() for first in range(max(len(labels) - 3, 0), len(labels) - 1)
    )


def is_known_tld(label: str) -> bool:
    """Return whether a label, in either form and any case, is a top-level domain."""
    return normalize("NFC", text_of(label, "label").casefold()) in top_level_domains()


def registrable_domain(host: str) -> str | None:
    """Return the registrable domain of a host: ``example.co.uk`` for ``www.example.co.uk``.

    It is a public suffix and the label before it (publicsuffix.org, ICANN and private sections; an unlisted suffix
    has one label), in Unicode and lowercase, without a final dot. ``None`` for a public suffix, an IP address,
    a single label, and an invalid name. The list is loaded at the first call (about 0.1 s).
    """
    return _below(public_suffixes(), host)


def registered_domain(host: str) -> str | None:
    """Return the domain that a registry sold: ``github.io`` for ``ann.github.io``, which is a site for browsers.

    Only the ICANN section of the list counts. It is loaded separately at the first call (about 0.1 s).
    """
    return _below(public_suffixes(only_icann=True), host)


def _below(suffixes: Any, host: str) -> str | None:
    from extract.iri.errors import HostError
    from extract.iri.grammar import is_ipv4_address
    from extract.iri.host import host_to_ascii, host_to_unicode

    host = text_of(host, "host")
    if host.startswith("[") or is_ipv4_address(host.rstrip(".")):
        return None
    try:
        name = host_to_ascii(host).rstrip(".")
    except HostError:
        return None
    registered = suffixes.privatesuffix(name)
    return None if registered is None else host_to_unicode(registered)


@cache
def public_suffixes(*, only_icann: bool = False) -> Any:
    """Return the public suffix list, or only its ICANN section, loaded once."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(only_icann=only_icann)
