"""What the writers share: a link with its attributes, and the backslash that escapes."""

from __future__ import annotations

from collections.abc import Mapping

from extract.detect.link import Link
from extract.text.regexes import re

# A link, and the attributes of its <a>, "href" first.
Target = tuple[Link, Mapping[str, str]]


def backslashed(match: re.Match[str]) -> str:
    return "\\" + match[0]
