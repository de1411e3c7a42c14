"""The tables of running text in ``cases``: a text a line, its links between ⟦ and ⟧, under headings that begin with #.

"##" begins a comment. "= OPTIONS" is for all lines that follow, "OPTIONS<tab>text" for one. ``\\u{200B}`` stands for a
character that cannot be seen, ``{64*x}`` for many.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from extract import find_links
from extract.detect.tailorings import PROSE
from tests.marking import assert_links, mark_links, unmark

CASES = Path(__file__).parents[1] / "cases"


class Row(NamedTuple):
    """A text with its links marked, and the options that find them."""

    marked: str
    options: dict[str, Any]


def options_of(written: str) -> dict[str, Any]:
    """Return the options of ``find_links`` that are written as ``email schemes=urn,tel``."""
    pairs = (word.partition("=") for word in written.split())
    options: dict[str, Any] = {name: tuple(value.split(",")) if equals else True for name, equals, value in pairs}
    return options | {"profile": "uts58"} if options.get("profile") == ("uts58",) else options


def _text(line: str) -> str:
    line = re.sub(r"\\u\{([0-9A-F]+)\}", lambda escape: chr(int(escape[1], 16)), line)
    return re.sub(r"\{([0-9]+)\*([^{}]+)\}", lambda repeated: int(repeated[1]) * repeated[2], line)


def table(name: str) -> dict[str, list[Row]]:
    """Return the rows of a table by their headings."""
    found: dict[str, list[Row]] = {}
    heading, options = "", options_of("")
    for line in (CASES / name).read_text("utf-8").splitlines():
        if line.startswith("##"):
            continue
        if line.startswith("# "):
            heading = line[2:]
        elif line.startswith("="):
            options = options_of(line[1:])
        elif line:
            own, tab, text = line.rpartition("\t")
            row = Row(_text(text), options_of(own) if tab else options)
            found.setdefault(heading, []).append(row)
    return found


class Tailored(NamedTuple):
    """A text with its links marked, as a tailoring finds them and as UTS #58 does, and the options that find them."""

    prose: str
    uts58: str
    options: dict[str, Any]


class Tailoring(NamedTuple):
    """A tailoring: its name, the reason for it (reStructuredText), and examples."""

    name: str
    reason: str
    examples: list[Tailored]

    @property
    def profile(self) -> tuple[str, ...]:
        """The profile that the examples are for: prose, with this tailoring."""
        return ("prose",) if self.name in PROSE else ("prose", self.name)


@cache
def tailorings() -> tuple[Tailoring, ...]:
    """Return the tailorings as ``tailorings.txt`` describes them."""
    _, *entries = (CASES / "tailorings.txt").read_text("utf-8").split("\n# ")
    found = []
    for entry in entries:
        name, *lines = entry.strip().split("\n")
        reason = "\n".join(line for line in lines if not line.startswith("> "))
        rows = (line[2:].split("\t") for line in lines if line.startswith("> "))
        found.append(Tailoring(name, reason, [Tailored(prose, uts58, options_of(own)) for own, prose, uts58 in rows]))
    return tuple(found)


def assert_rows(rows: list[Row]) -> None:
    """Find the links of each row; a failure says what came, what was wanted, and the options, of each that differs."""
    wrong = []
    for marked, options in rows:
        text, _ = unmark(marked)
        if (came := mark_links(text, find_links(text, **options))) == marked:
            links = assert_links(marked, **options)
            assert options.get("profile") == "uts58" or not any("\\" in link.iri for link in links), marked
        else:
            lines = zip(came.splitlines(), marked.splitlines(), strict=True)
            wrong += [f"came   {one}\nwanted {two}\nwith   {options}" for one, two in lines if one != two]
    assert not wrong, "\n".join(["", *wrong])
