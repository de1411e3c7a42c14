"""UTS #46: every line of IdnaTestV2.txt, both ways."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
import regex

from extract import HostError, host_to_ascii, host_to_unicode
from tests.shared_data import shared

DATA = shared("unicode", "18.0.0", "IdnaTestV2.txt")


def _unknown() -> frozenset[str]:
    """What Unicode 18 has added, if the data of the installed regex is older."""
    if regex.match(r"\P{Cn}", "\u20c2"):
        return frozenset()
    table = shared("unicode", "18.0.0", "IdnaMappingTable.txt").read_text("utf-8")
    ranges = re.findall(r"(?m)^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;.*# +18\.0 ", table)
    return frozenset(chr(code) for first, last in ranges for code in range(int(first, 16), int(last or first, 16) + 1))


class Line(NamedTuple):
    number: int
    source: str
    unicode: str
    unicode_errors: set[str]
    ascii: str
    ascii_errors: set[str]


def _unescaped(text: str) -> str:
    text = re.sub(r"\\u([0-9A-Fa-f]{4})|\\x\{([0-9A-Fa-f]+)\}", lambda m: chr(int(m[1] or m[2], 16)), text)
    return "" if text == '""' else text


def _errors(text: str, default: set[str]) -> set[str]:
    return set(text.strip("[]").replace(",", " ").split()) if text else default


def lines() -> Iterator[Line]:
    unknown = _unknown()
    for number, text in enumerate(DATA.read_text("utf-8").split("\n"), 1):
        columns = [column.strip(" \t") for column in text.partition("#")[0].split(";")]
        if len(columns) < 7:
            continue
        source = _unescaped(columns[0])
        unicode = _unescaped(columns[1]) if columns[1] else source
        unicode_errors = _errors(columns[2], set())
        ascii_form = _unescaped(columns[3]) if columns[3] else unicode
        if unknown.isdisjoint(source + unicode):
            yield Line(number, source, unicode, unicode_errors, ascii_form, _errors(columns[4], unicode_errors))


# A root dot is kept on purpose (RFC 3986 §3.2.2): A4_2 is no error for us where the name ends with a dot.
def _expects_error(errors: set[str], form: str) -> bool:
    return bool(errors - {"A4_2"}) or ("A4_2" in errors and not _only_root_dot(form))


def _only_root_dot(form: str) -> bool:
    labels = form.split(".")
    return (
        len(labels) > 1 and not labels[-1] and all(0 < len(label) <= 63 for label in labels[:-1]) and len(form) <= 254
    )


def _disagreement(convert: Callable[[str], str], line: Line, expected: str, refused: bool) -> str | None:
    try:
        result = convert(line.source)
    except HostError as error:
        return None if refused else f"line {line.number}: {line.source!a} refused: {error}"
    if refused:
        return f"line {line.number}: {line.source!a} accepted as {result!a}"
    return None if result == expected else f"line {line.number}: {line.source!a} became {result!a}, not {expected!a}"


@pytest.mark.requirement(33, 36, 37)
def test_to_ascii() -> None:
    found = [_disagreement(host_to_ascii, x, x.ascii, _expects_error(x.ascii_errors, x.ascii)) for x in lines()]
    assert len(found) > 6000
    assert [text for text in found if text] == []


@pytest.mark.requirement(57)
def test_to_unicode() -> None:
    found = [_disagreement(host_to_unicode, x, x.unicode, _expects_error(x.unicode_errors, x.unicode)) for x in lines()]
    assert len(found) > 6000
    assert [text for text in found if text] == []
