"""A file's octets to findings: problems at their places in the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from extract.detection import Link, find_links
from extract.readers import Segment, decode, markup_of, read
from extract.rules import Problem, Prose, Rule, check


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem at a place in a file. Lines and columns count from 1; columns and offsets are code points."""

    path: str
    problem: Problem  # its start and end are offsets in the decoded file
    line: int
    column: int
    end_line: int
    end_column: int
    excerpt: str  # the line of the source where it starts
    link: str  # the IRI that is meant, "" where there is none


class Lines:
    """Offsets of a text to lines and columns; lines end at LF, CR LF or CR, as editors have it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.replace("\r\n", "\n\n").replace("\r", "\n").split("\n") if "\r" in text else text.split("\n")
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line) + 1)
        if "\r\n" in text:  # its two characters are one end: the empty line between them is none
            starts = [start for start in starts if not (text[start - 1 : start + 1] == "\r\n" and start)]
        self.starts = starts[:-1] or [0]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def excerpt(self, line: int) -> str:
        """A line without its end."""
        stop = self.starts[line] if line < len(self.starts) else len(self.text)
        return self.text[self.starts[line - 1] : stop].rstrip("\r\n")


def links_of(segment: Segment) -> list[Link]:
    """The links of a segment: all of a target, what is found in prose."""
    if segment.target:
        return [Link(0, len(segment.text), segment.text, "iri", segment.text)]
    return list(find_links(segment.text, broken=True))


def lint(path: str, data: bytes, rules: Iterable[Rule], *, encoding: str | None = None) -> list[Finding]:
    """Check the octets of a file with the rules; ``path`` tells the format and stands in the findings."""
    decoded = decode(data, encoding)
    if decoded.text is None:
        return [_undecodable(path, data, decoded.encoding, decoded.start, decoded.end)]
    chosen = tuple(rules)
    markup = markup_of(path)
    problems = [
        found for segment in read(decoded.text, markup) for found in _problems(decoded.text, segment, markup, chosen)
    ]
    if not problems:
        return []
    lines = Lines(decoded.text)
    findings = [_finding(path, lines, problem, link) for problem, link in problems]
    return sorted(findings, key=lambda finding: (finding.problem.start, finding.problem.end, finding.problem.code))


def _problems(source: str, segment: Segment, markup: str, rules: tuple[Rule, ...]) -> Iterator[tuple[Problem, str]]:
    """The problems of a segment with the link each is about, at their places in the source."""
    links = links_of(segment)
    for link in links:
        for problem in check(link.iri, rules):
            yield _in_source(source, segment, problem, link.start), link.iri
    prose = Prose(segment.text, tuple(links), markup, segment.target, segment.label)
    for known in rules:
        if known.scope == "prose":
            for problem in known.problems(prose):
                meant = next((link.iri for link in links if link.start <= problem.start <= link.end), "")
                yield _in_source(source, segment, problem, 0), meant


def _in_source(source: str, segment: Segment, problem: Problem, offset: int) -> Problem:
    """Move a problem to its place in the source; what is escaped there cannot be replaced as it is."""
    start, end = problem.start + offset, problem.end + offset
    source_start, source_end = segment.span(start, end)
    verbatim = source[source_start:source_end] == segment.text[start:end]
    return replace(problem, start=source_start, end=source_end, fix=problem.fix if verbatim else None)


def _finding(path: str, lines: Lines, problem: Problem, link: str) -> Finding:
    line, column = lines.place(problem.start)
    end_line, end_column = lines.place(problem.end)
    return Finding(path, problem, line, column, end_line, end_column, lines.excerpt(line), link)


def _undecodable(path: str, data: bytes, encoding: str, start: int, end: int) -> Finding:
    line_start = data.rfind(b"\n", 0, start) + 1
    line = data.count(b"\n", 0, start) + 1
    column = len(data[line_start:start].decode(encoding, "replace")) + 1
    line_end = data.find(b"\n", start)
    excerpt = data[line_start : line_end if line_end >= 0 else len(data)].decode(encoding, "backslashreplace")
    message = (
        f"octet 0x{data[start]:02X} at byte {start} is no {encoding}: save the file as UTF-8, or name its encoding"
    )
    problem = Problem("IRI901", "undecodable", message, "error", start, end)
    return Finding(path, problem, line, column, line, column + 1, excerpt.rstrip("\r"), "")
