"""The charsets that Python knows."""

from __future__ import annotations

import codecs

# Codecs of Python that are no charsets: they write all of Unicode in escapes of their own, or have no fixed repertoire.
_NO_CHARSETS = frozenset(["charmap", "idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"])


def codec_name(charset: str) -> str:
    """Return the name that Python has for a charset.

    Raises:
        LookupError: the charset is unknown
    """
    try:
        known = codecs.lookup(charset).name
    except ValueError as error:  # it has a NUL
        raise LookupError(f"unknown encoding: {charset!a}") from error
    if known in _NO_CHARSETS:
        raise LookupError(f"unknown encoding: {charset}")
    "".encode(known)  # a LookupError for a codec from bytes to bytes
    return known
