"""Character references of HTML: their patterns, by parser, and their values."""

from __future__ import annotations

import html
from html.entities import html5

from extract.text.regexes import re

# CommonMark §2.5.
REFERENCE = "&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
# Asciidoctor's `CharRef`.
IN_ASCIIDOC = r"&(?:\#[0-9]{2,6}|\#x[0-9A-Fa-f]{2,5}|[A-Za-z]{2,}\d{0,2});"
# XML 1.0 §4.1, §4.6.
IN_XML = "&(?:#[0-9]++|#x[0-9A-Fa-f]++|amp|lt|gt|quot|apos);"
# HTML §13.2.5.72 ff.: of any length, and some without ";".
CLOSED = "&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);"
IN_HTML = f"{CLOSED}?"
# In attributes, a name without ";" must not be followed by a letter, a digit or "=".
IN_ATTRIBUTE = "&(?:#[0-9]++;?|#[xX][0-9A-Fa-f]++;?|[A-Za-z0-9]++(?:;|(?!=)))"
# `html.unescape` parses numbers with `int`, which raises for more than 4,300 digits.
_LONG_NUMBER = re.compile("&#([0-9]{8,})")


def in_text() -> str:
    """Return the pattern of references in the text of HTML (§13.2.5.73).

    Letters may follow names that need no ";". "&q=" in a query is not a reference.
    """
    names = "|".join(sorted(name for name in html5 if not name.endswith(";")))
    return f"&(?:#(?:[0-9]++|[xX][0-9A-Fa-f]++);?|[A-Za-z][A-Za-z0-9]*+;|(?:{names})[A-Za-z0-9]*+)"


def unescape(text: str) -> str:
    """Return a text with its character references resolved, as in `html.unescape`. Numbers may have any length."""
    return html.unescape(_LONG_NUMBER.sub(_shortened, text) if "&#" in text else text)


def _shortened(match: re.Match[str]) -> str:
    # No character has eight digits, so these become U+FFFD.
    return f"&#{match[1].lstrip('0')[:8] or '0'}"
