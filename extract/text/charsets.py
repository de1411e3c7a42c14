"""The charsets that Python knows."""

from __future__ import annotations

import codecs

# Python's codecs that are not charsets: they write all of Unicode in their own escapes, or have no fixed repertoire.
_NO_CHARSETS = frozenset(["charmap", "idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"])


def codec_name(charset: str) -> str:
    """Return Python's name for a charset.

    Raises:
        LookupError: the charset is unknown
    """
    try:
        known = codecs.lookup(charset).name
    except ValueError as error:  # the name contains a NUL
        raise LookupError(f"unknown encoding: {charset!a}") from error
    if known in _NO_CHARSETS:
        raise LookupError(f"unknown encoding: {charset}")
    "".encode(known)  # raises LookupError for a codec from bytes to bytes
    return known
