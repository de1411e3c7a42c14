"""Statistics of the documentation pages: lines, words per sentence, longest sentence, semicolons.

python -m tools.prose     prints a line for each page with sentences, and the total
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_INDENTED = re.compile(r"(?m)^([ \t]*)(?:\.\. (?!_).*|.*::)$(?:\n(?:\1[ \t]+.*)?$)*")  # directives, literal blocks
_NOT_PROSE = re.compile(r"(?m)^\s*(?:[|$#+]|>>>|\.\.\.|={3,}|-{3,}|\.\. )")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z\"“(`])")
COUNTS = re.compile(r"\b\d[\d,]* of (?:the )?\d")  # results of measurements


class Prose(NamedTuple):
    """The prose of a page."""

    lines: int
    sentences: list[str]

    def words(self) -> list[int]:
        """Return the number of words of each sentence."""
        return [len(re.findall(r"[A-Za-z][\w’'-]*", sentence)) for sentence in self.sentences]

    def semicolons(self) -> int:
        """Return the number of semicolons in the sentences."""
        return sum(sentence.count(";") for sentence in self.sentences)


def pages() -> list[Path]:
    """Return the English pages that are written by hand."""
    found = [path for path in (ROOT / "docs").rglob("*.rst") if not {"rules", "_build"} & {*path.parts}]
    english = (path for path in found if not path.stem.endswith(("-ja", "-zh")))
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(english)]


def read(path: Path) -> Prose:
    """Return the prose of a page, without code, tables, directives and headings."""
    text = path.read_text("utf-8")
    return Prose(text.count("\n"), list(_sentences(re.sub(r"(?s)```.*?```", "\n\n", text))))


def _sentences(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", _INDENTED.sub("\n", text)):
        if _NOT_PROSE.search(paragraph):
            continue
        for item in re.split(r"(?m)^\s*(?:[-*•]|\d+\.)\s+", paragraph):
            shown = re.sub(r"`([^`<]+?) <[^>]*>`__?|\[([^\]]*)\]\([^)]*\)", r"\1\2", item)
            shown = re.sub(r"``.*?``|`[^`]*`", "CODE", " ".join(shown.split()))
            yield from (one for one in _SENTENCE.split(shown) if re.search(r"[.!?:]\W*\Z", one) and " " in one)


def report() -> str:
    """Return a line for each page, and the total."""
    lines = []
    for path in pages():
        prose = read(path)
        words = prose.words()
        if words:
            name = f"{path.relative_to(ROOT).as_posix():42} {prose.lines:4} lines"
            lines += [f"{name}, {sum(words) / len(words):4.1f} words, at most {max(words):2}, {prose.semicolons()} ;"]
    total = sum(path.read_text("utf-8").count("\n") for path in (ROOT / "docs").rglob("*.rst") if path in pages())
    return "\n".join([*lines, f"docs/ in English: {total} lines"])


if __name__ == "__main__":
    print(report())
