"""Comments that switch rules off for a line, a range or a file: ``iri: ignore-next-line IRI401``."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from extract.linter.selection import sub_rules_named, weight
from extract.readers.document import Document
from extract.readers.formats import Format
from extract.rules.files.input import SCOPES
from extract.rules.registry import SUB_RULES, SubRule
from extract.text.positions import Lines


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment, and the lines that it applies to."""

    start: int  # of the comment in the source
    end: int
    names: tuple[str, ...]  # of rules; empty for all rules
    first_line: int
    last_line: int
    report_if_unused: bool = True  # not where it may be an example in code

    def names_sub_rule(self, sub_rule: SubRule) -> bool:
        """Return whether it switches a sub-rule off."""
        return not self.names or weight(self.names, sub_rule) > 0

    def has_line(self, lines: Sequence[int]) -> bool:
        """Return whether it applies to one of the lines, which are in order."""
        at = bisect_left(lines, self.first_line)
        return at < len(lines) and lines[at] <= self.last_line


@dataclass(frozen=True, slots=True)
class Switches:
    """The lines in which comments switch a rule off: ranges in order, none of which touches another."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, comments: Iterable[Suppression]) -> Switches:
        """Return where any of the comments applies."""
        starts: list[int] = []
        ends: list[int] = []
        for first, last in sorted((comment.first_line, comment.last_line) for comment in comments):
            if starts and first <= ends[-1] + 1:
                ends[-1] = max(ends[-1], last)
            elif first <= last:
                starts.append(first)
                ends.append(last)
        return cls(tuple(starts), tuple(ends))

    def off_in(self, line: int) -> bool:
        """Return whether the rule is off in a line."""
        at = bisect_right(self.starts, line) - 1
        return at >= 0 and line <= self.ends[at]


class Suppressions:
    """The comments of a document that switch rules off."""

    def __init__(self, document: Document) -> None:
        self.lines = Lines(document.source)
        self.comments = suppressions(document.source, document.format, self.lines)
        self._switches: dict[str, Switches] = {}  # by sub-rule

    def off_in(self, name: str, line: int) -> bool:
        """Return whether a sub-rule is off in a line."""
        if name not in self._switches:
            self._switches[name] = Switches.of(self._about(name))
        return self._switches[name].off_in(line)

    def idle(self, lines: Mapping[str, list[int]]) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return where the comments are that suppress nothing, each with the names that no rule has.

        ``lines`` are those of each sub-rule's problems.
        """
        in_order = {name: sorted(some) for name, some in lines.items()}
        used = {one for name, some in in_order.items() for one in self._about(name) if one.has_line(some)}
        return [
            (comment.start, comment.end, tuple(name for name in comment.names if not sub_rules_named(name)))
            for comment in self.comments
            if comment.report_if_unused and comment not in used
        ]

    def _about(self, name: str) -> Iterator[Suppression]:
        return (comment for comment in self.comments if comment.names_sub_rule(SUB_RULES[name]))


def suppressions(source: str, format: Format, lines: Lines) -> list[Suppression]:
    """Read the comments of a source, in order; a range that is never ended goes to the end of the file."""
    if "iri:" not in source:
        return []
    found: list[Suppression] = []
    open_ranges: list[Suppression] = []
    for match in _comments(source, format):
        start, end = match.span()
        scope, names = match["scope"], tuple(filter(None, re.split(r"[ ,]+", match["names"])))
        line = lines.line(start)
        if scope not in SCOPES:
            found.append(Suppression(start, end, (scope,), line, line - 1))
        elif scope == "ignore-start":
            open_ranges.append(Suppression(start, end, names, line, lines.last))
        elif scope == "ignore-end":
            if open_ranges:
                found.append(replace(open_ranges.pop(), last_line=line))
        elif scope == "ignore-file":
            found.append(Suppression(start, end, names, 1, lines.last))
        elif scope == "ignore" and not format.comments.has_own_line:
            found.append(Suppression(start, end, names, line, line))
        else:
            found.append(Suppression(start, end, names, *_next(source, end, format, lines)))
    found += open_ranges
    if format.comments.has_own_line:  # an indented one may be in a literal block
        found = [replace(comment, report_if_unused=lines.place(comment.start)[1] == 1) for comment in found]
    return sorted(found, key=lambda suppression: suppression.start)


def _comments(source: str, format: Format) -> Iterator[re.Match[str]]:
    """Yield the comments with their scope and the names of rules, after which there may be a reason; not in code."""
    comments = format.comments
    end = rf"{comments.end}|[\r\n\"]|\\n|\Z"
    names = r"(?P<names>[\w ,-]*?)[ \t]*(?:[^\w\s,-][^\r\n]*?)?"
    comment = rf"(?:{comments.start})iri:[ \t]*(?P<scope>ignore(?:-[\w-]*)?)(?![\w-])[ \t]*{names}(?={end})"
    pattern = f"{comments.code}|{comment}" if comments.code else comment
    return (match for match in re.finditer(pattern, source) if match["scope"])


def _next(source: str, end: int, format: Format, lines: Lines) -> tuple[int, int]:
    """Return the first and last line of what follows a comment: the next line with text, or the entry."""
    if format.comments.of_entry:
        entry = re.compile(r"[^\n]*\n\s*(?:.+\n?)*").match(source, end)
        first = lines.line(end) + 1
        return first, lines.line(max(entry.end() - 1, 0)) if entry else first
    text = re.compile(r"[^\n]*\n\s*").match(source, end)
    line = lines.line(text.end() if text else end)
    return line, line
