"""Top-level domains, from the list that publicsuffixlist carries."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from extract.text.regexes import re

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


@cache
def top_level_domains() -> frozenset[str]:
    """Return every top-level domain, in lower case, both as A-label and as U-label.

    They are the last labels of the ICANN section of the public suffix list that publicsuffixlist carries. The list
    is read at the first call (about 4 ms) and kept.
    """
    spec = find_spec("publicsuffixlist")  # finds the file without running the package
    assert spec is not None
    assert spec.origin is not None
    octets = Path(spec.origin).with_name("public_suffix_list.dat").read_bytes()
    end = octets.index(b"===END ICANN DOMAINS===")
    # the last label of each line that is no comment; their slashes are in no rule
    names = set(re.findall(rb"(?m)^(?:[^\s/]*\.)?([^\s./]+)[ \t\r]*$", octets[:end]))
    unicode = {name.decode("utf-8") for name in names}
    return frozenset(
        unicode | {"xn--" + name.encode("punycode").decode("ascii") for name in unicode if not name.isascii()}
    )


def is_known_tld(label: str) -> bool:
    """Say whether a label, in either form and any case, is a top-level domain."""
    return label.casefold() in top_level_domains()


@cache
def _public_suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def registrable_domain(host: str) -> str | None:
    """Return the part of a host that somebody has registered, "example.co.uk" of "www.example.co.uk"; of a public
    suffix or an empty host ``None``. The host is in lower case, in Unicode form (publicsuffix.org).
    """
    found: str | None = _public_suffixes().privatesuffix(host)
    return found
