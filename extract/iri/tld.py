"""Top-level domains, from the list that publicsuffixlist carries."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from extract.text.regexes import re


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
