"""Tables of files and of what the linter finds in them: ``name | text → findings ⇒ the text with safe fixes``.

Findings are codes of rules or names of sub-rules, in order. Where the text has ⟦ and ⟧, they are around each place that
is reported. "⇒" may follow, or "⇛" for unsafe fixes too: the text that results, or "=" if it stays the same. In the
name, ``--select A,B`` counts these sub-rules alone. "⏎" ends a line, "‹U+00A0›" is a character, "‹xE9›" a byte,
"‹9×ab›" is "ab" nine times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from extract import Finding, lint
from extract.linter import fix
from extract.readers import Document
from extract.rules import usual_rules
from extract.rules.registry import rules_of

CASES = Path(__file__).parent / "cases"
_SIGN = re.compile("‹(?:U[+]([0-9A-F]+)|x([0-9A-F]{2})|([0-9]+)×([^›]+))›")


class Row(NamedTuple):
    """A file, and what is expected of it."""

    name: str
    text: str  # with marks
    findings: str
    how: str  # "⇒", "⇛" or ""
    fixed: str


def table(name: str) -> dict[str, list[Row]]:
    """Return the rows of a table, by their headings."""
    found: dict[str, list[Row]] = {}
    heading = ""
    for line in (CASES / name).read_text("utf-8").splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif match := re.fullmatch(r"(\S+(?: --select \S+)?) \| (.*) →([^⇒⇛]*)(?:([⇒⇛]) (.*))?", line):
            found.setdefault(heading, []).append(Row(match[1], match[2], match[3].strip(), match[4] or "", match[5]))
        elif line:
            raise ValueError(f"{name}: no row: {line}")
    return found


def _meant(sign: re.Match[str]) -> str:
    if sign[3]:
        return sign[4] * int(sign[3])
    return chr(int(sign[1], 16)) if sign[1] else chr(0xDC00 + int(sign[2], 16))


def data_of(written: str) -> bytes:
    """Return the bytes of a file that is written in a row."""
    text = _SIGN.sub(_meant, re.sub("[⟦⟧]", "", written).replace("⏎", "\n"))
    return text.encode("utf-8", "surrogateescape")


def _written(text: str) -> str:
    """Write a text as a row has it."""
    text = re.sub("[\udc80-\udcff]", lambda byte: f"‹x{ord(byte[0]) - 0xDC00:02X}›", text.replace("\n", "⏎"))
    return "".join(one if one.isprintable() else f"‹U+{ord(one):04X}›" for one in text)


def _marked(text: str, found: list[Finding]) -> str:
    """Put marks around the places of findings: at one place, first the ends, then the starts of the longest."""
    marks = []
    for start, end in {(one.problem.start, one.problem.end) for one in found}:
        marks += [(start, 2, -end, "⟦"), (end, 0, -start, "⟧")] if start < end else [(start, 1, 0, "⟦⟧")]
    for at, *_, mark in sorted(marks, reverse=True):
        text = text[:at] + mark + text[at:]
    return text


def assert_places(text: str, found: list[Finding]) -> None:
    """Compare the lines and columns of findings with their offsets."""
    lines = re.split("\r?\n", text)
    for one in found:
        assert one.excerpt == lines[one.line - 1]
        shown = lines[one.line - 1 : one.end_line]
        shown[-1] = shown[-1][: one.end_column - 1]
        assert text[one.problem.start : one.problem.end] == "\n".join(shown)[one.column - 1 :]


def _came(row: Row) -> str:
    """Return what comes of a row, written as it is."""
    name, _, selected = row.name.partition(" --select ")
    data = data_of(row.text)
    rules = rules_of(selected.split(",")) if selected else usual_rules()
    found = lint(data, name, rules=rules)
    text = row.text
    if "⟦" in text:
        assert_places(data.decode(), found)
        text = _written(_marked(data.decode(), found))
    expected = row.findings.split() + [""] * len(found)
    names = [word if word == one.problem.sub_rule else one.problem.code for one, word in zip(found, expected)]  # noqa: B905
    came = f"{row.name} | {text} → {' '.join(names)}".rstrip()
    if row.how:
        unsafe = row.how == "⇛"
        done = fix(Document(data, name), lambda document: lint(document.data, name, rules=rules), unsafe=unsafe).data
        came += f" {row.how} {'=' if done == data else _written(done.decode())}"
    return came


def assert_rows(rows: Iterable[Row]) -> None:
    """Lint each row; a failure says of each that differs what was wanted and what came."""
    wrong = []
    for row in rows:
        wanted = f"{row.name} | {row.text} → {row.findings}".rstrip() + (f" {row.how} {row.fixed}" if row.how else "")
        if (came := _came(row)) != wanted:
            wrong.append(f"wanted {wanted}\ncame   {came}")
    assert not wrong, "\n\n".join(["", *wrong])
