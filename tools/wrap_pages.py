"""Wrap the lines of the documentation that are longer than a screen; nothing else is flowed anew.

python -m tools.wrap_pages [PAGE ...]      by default all pages in reST
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 140  # what tests/test_docs.py allows
WIDTH = 120

# A line that begins so would begin something else: a list, a directive, a doctest, a table.
_BEGINS_SOMETHING = re.compile(r"(?:[-*+•] |\.\. |>>> |\.\.\. |\||\(?[\w#]+[.)] |=+ |-+$)")


def wrapped(text: str) -> str:
    """Return a page with its long lines of prose wrapped between words; code, tables and literals stay."""
    return "".join(f"{line}\n" for line in _lines(text.splitlines()))


def _lines(lines: list[str]) -> Iterator[str]:
    literal: int | None = None  # the indentation of what introduces a literal block
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if literal is not None and line.strip() and indent <= literal:
            literal = None
        if (
            len(line) > LONGEST
            and literal is None
            and not line.lstrip().startswith((">>> ", "... ", "==", "--", ":alt:"))
        ):
            shown = lines[max(0, number - 30) : number]
            if not _is_output(shown, indent):
                yield from _pieces(line, indent)
                continue
        if literal is None and (
            (line.rstrip().endswith("::") and not line.lstrip().startswith(".. "))
            or re.match(r"\s*\.\. (?:code-block|literalinclude)::", line)
        ):
            literal = indent
        yield line


def _is_output(before: list[str], indent: int) -> bool:
    """Return whether a line after these is the output of a doctest: no empty line stands between."""
    for line in reversed(before):
        if not line.strip():
            return False
        if line[indent:].startswith((">>> ", "... ")):
            return True
    return False


def _pieces(line: str, indent: int) -> Iterator[str]:
    """Yield the pieces of a line; those after the first are indented as its text is, behind a bullet too."""
    bullet = re.match(r"\s*(?:[-*] (?:[-*] )?|\d+\. )?", line)
    is_field = re.match(r"\s*:[^:`]+: ", line)
    hanging = " " * (indent + 3 if is_field else len(bullet[0]) if bullet else indent)
    while len(line) > WIDTH:
        place = _place(line, len(hanging))
        if place is None:
            break
        yield line[:place]
        line = hanging + line[place + 1 :]
    yield line


def _place(line: str, least: int) -> int | None:
    """Return where a line may be broken: outside literals, roles and links, and not before what begins something."""
    closed = [match.span() for match in re.finditer(r"``.*?``|`[^`]*`_{0,2}", line)]
    spaces = [match.start() for match in re.finditer(" ", line[: WIDTH + 1]) if match.start() > least]
    for place in reversed(spaces):
        inside = any(start < place < end for start, end in closed)
        if not inside and not _BEGINS_SOMETHING.match(line[place + 1 :]):
            return place
    return None


def main(arguments: list[str]) -> None:
    """Wrap the pages that are named, or all."""
    pages = [Path(name) for name in arguments] or [
        path for path in (ROOT / "docs").rglob("*.rst") if not {"_build", "rules"} & {*path.parts}
    ]
    for page in pages:
        text = page.read_text("utf-8")
        if (new := wrapped(text)) != text:
            page.write_text(new, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
