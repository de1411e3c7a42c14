"""Suppression comments, which disable rules for a line, a range or a file: ``iri: ignore-next-line IRI401``."""

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
    """A suppression comment, and the lines that it applies to."""

    start: int  # offset of the comment in the source
    end: int
    names: tuple[str, ...]  # of rules; empty for all rules
    first_line: int
    last_line: int
    report_if_unused: bool = True  # False if it may be an example in code

    def names_sub_rule(self, sub_rule: SubRule) -> bool:
        """Return whether the comment disables a sub-rule."""
        return not self.names or weight(self.names, sub_rule) > 0

    def has_line(self, lines: Sequence[int]) -> bool:
        """Return whether the comment applies to one of the sorted lines."""
        at = bisect_left(lines, self.first_line)
        return at < len(lines) and lines[at] <= self.last_line


@dataclass(frozen=True, slots=True)
class Switches:
    """The lines in which comments disable a rule, as sorted ranges that neither overlap nor touch."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, comments: Iterable[Suppression]) -> Switches:
        """Return the lines to which any of the comments applies."""
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
        """Return whether the rule is disabled in a line."""
        at = bisect_right(self.starts, line) - 1
        return at >= 0 and line <= self.ends[at]


class Suppressions:
    """The suppression comments of a document."""

    def __init__(self, document: Document) -> None:
        self.lines = Lines(document.source)
        self.comments = suppressions(document.source, document.format, self.lines)
        self._switches: dict[str, Switches] = {}  # by sub-rule

    def off_in(self, name: str, line: int) -> bool:
        """Return whether a sub-rule is disabled in a line."""
        if name not in self._switches:
            self._switches[name] = Switches.of(self._about(name))
        return self._switches[name].off_in(line)

    def idle(self, lines: Mapping[str, list[int]]) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return the spans of unused comments, each with its unknown rule names.

        ``lines`` are the lines of problems by sub-rule.
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
    """Parse the suppression comments of a source, in order. A range without an end extends to the end of the file."""
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
    if format.comments.has_own_line:  # an indented comment may be in a literal block
        found = [replace(comment, report_if_unused=lines.place(comment.start)[1] == 1) for comment in found]
    return sorted(found, key=lambda suppression: suppression.start)


def _comments(source: str, format: Format) -> Iterator[re.Match[str]]:
    """Yield a match for each comment outside of code, with its scope and rule names. A reason may follow the names."""
    comments = format.comments
    end = rf"{comments.end}|[\r\n\"]|\\n|\Z"
    names = r"(?P<names>[\w ,-]*?)[ \t]*(?:[^\w\s,-][^\r\n]*?)?"
    comment = rf"(?:{comments.start})iri:[ \t]*(?P<scope>ignore(?:-[\w-]*)?)(?![\w-])[ \t]*{names}(?={end})"
    pattern = f"{comments.code}|{comment}" if comments.code else comment
    return (match for match in re.finditer(pattern, source) if match["scope"])


def _next(source: str, end: int, format: Format, lines: Lines) -> tuple[int, int]:
    """Return the first and last line that a comment applies to: the next line with text, or the next entry."""
    if format.comments.of_entry:
        entry = re.compile(r"[^\n]*\n\s*(?:.+\n?)*").match(source, end)
        first = lines.line(end) + 1
        return first, lines.line(max(entry.end() - 1, 0)) if entry else first
    text = re.compile(r"[^\n]*\n\s*").match(source, end)
    line = lines.line(text.end() if text else end)
    return line, line
