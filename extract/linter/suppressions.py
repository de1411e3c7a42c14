"""Comments that switch rules off for a line, a range or a file: ``iri: ignore-next-line IRI401``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from extract.linter.selection import Named, matches
from extract.readers.segment import is_inside

# What begins a comment in each format.
_OPENERS = {
    "rst": r"\.\.[ \t]+",
    "markdown": r"<!--[ \t]*|%[ \t]*",
    "html": r"<!--[ \t]*",
    "notebook": r"<!--[ \t]*|%[ \t]*",
}
_FENCE = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,})(?!\{).*?(?:^[ \t]*\1|\Z)")
_SCOPES = "ignore-next-line|ignore-start|ignore-end|ignore-file|ignore"


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment and the lines it is about."""

    start: int  # of the comment in the source
    end: int
    names: tuple[str, ...]  # of rules; none are all rules
    first_line: int
    last_line: int
    missed: bool = True  # whether it is told if it switches nothing off: not where it may be an example in code

    def covers(self, rule: Named, line: int) -> bool:
        """Whether it switches a rule off in a line."""
        named = not self.names or any(matches(known, rule) for known in self.names)
        return named and self.first_line <= line <= self.last_line


def suppressions(source: str, markup: str, line_of: Callable[[int], int]) -> list[Suppression]:
    """Read the comments of a source, in order; a range without its end goes on to the end of the file."""
    if "iri:" not in source:
        return []
    opener = _OPENERS.get(markup, r"#[.:,|~]?[ \t]*")
    pattern = re.compile(rf"(?:{opener})iri:[ \t]*({_SCOPES})(?![\w-])[ \t]*([\w ,-]*?)[ \t]*(?=-->|[\r\n\"]|\\n|\Z)")
    found: list[Suppression] = []
    open_at: list[tuple[re.Match[str], tuple[str, ...]]] = []
    end_of_all = source.count("\n") + source.count("\r") + 1
    fences = [fence.span() for fence in _FENCE.finditer(source)] if markup == "markdown" else []
    for match in pattern.finditer(source):
        if is_inside(fences, match.start()):
            continue
        scope, codes = match[1], tuple(filter(None, re.split(r"[ ,]+", match[2])))
        line = line_of(match.start())
        if scope == "ignore-start":
            open_at.append((match, codes))
        elif scope == "ignore-end":
            if open_at:
                begun, codes = open_at.pop()
                found.append(Suppression(*begun.span(), codes, line_of(begun.start()), line))
        elif scope == "ignore-file":
            found.append(Suppression(*match.span(), codes, 1, end_of_all))
        elif scope == "ignore" and markup != "rst":  # there a comment has a line of its own
            found.append(Suppression(*match.span(), codes, line, line))
        else:
            # The next line with text; in a catalogue the entry up to its end.
            text = re.compile(r"[^\n]*\n\s*" + (r"(?:.+\n?)*" if markup == "po" else "")).match(source, match.end())
            first = line_of(text.end() if text and markup != "po" else match.end()) + (markup == "po")
            last = line_of(max(text.end() - 1, 0)) if text and markup == "po" else first
            found.append(Suppression(*match.span(), codes, first, last))
    found += [Suppression(*begun.span(), codes, line_of(begun.start()), end_of_all) for begun, codes in open_at]
    if markup == "rst":  # an indented comment may be in a literal block
        found = [replace(comment, missed=source[comment.start - 1 : comment.start] in ("", "\n")) for comment in found]
    return sorted(found, key=lambda suppression: suppression.start)
