"""WebVTT: the text of cues, without tags, and with references of HTML; not comments, styles and regions."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.passage import Passage
from extract.readers.text import Token, read_tokens
from extract.text.references import CLOSED, unescape
from extract.text.regexes import re

# WebVTT §4.1 (blocks), §4.2.2 (tags, references): what is no cue ends at an empty line; a cue's identifier is the line
# between such a line and the timing.
_TOKEN = re.compile(
    r"(?m)^(?:NOTE|STYLE|REGION)(?:[ \t].*+)?$(?:\n.*\S.*+)*+|(?:(?<=\n\n)|(?<=\n\r\n))(?!.*-->).++\n(?=.*-->)"
    rf"|<[^<>\n]*+>|(?P<reference>{CLOSED})|`"
)


def read(source: str) -> Iterator[Passage]:
    """Yield the paragraphs that may have a link."""
    return read_tokens(source, _TOKEN, _token)


def _token(match: re.Match[str]) -> Token:
    return unescape(match["reference"]) if match["reference"] else match.end()
