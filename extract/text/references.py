"""Character references of HTML."""

from __future__ import annotations

import html

from extract.text.regexes import re

# CommonMark §2.5: references that end in ";", as Markdown and most text have them
REFERENCE = "&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
# `html.unescape` reads numbers with `int`, which raises for more than 4,300 digits.
_LONG_NUMBER = re.compile("&#([0-9]{8,})")


def unescape(text: str) -> str:
    """Return a text with its character references resolved, as `html.unescape` does; numbers may be of any length."""
    return html.unescape(_LONG_NUMBER.sub(_shortened, text) if "&#" in text else text)


def _shortened(match: re.Match[str]) -> str:
    # No character has eight digits; these stand for U+FFFD.
    return f"&#{match[1].lstrip('0')[:8] or '0'}"
