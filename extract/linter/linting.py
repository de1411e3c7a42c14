"""A file's octets to findings: problems at their places in the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from extract.detect.finder import find_links
from extract.detect.link import Link
from extract.linter.finding import Checked, Finding
from extract.linter.suppressions import Suppression, suppressions
from extract.readers import Decoded, Segment, decode, markup_of, read
from extract.rules import Problem, Prose, Rule, Source, Use, check
from extract.text.positions import Lines


def links_of(segment: Segment) -> list[Link]:
    """The links of a segment: all of a target, what is found in prose."""
    if segment.target:
        return [Link(0, len(segment.text), segment.text, "iri", segment.text)]
    return list(find_links(segment.text, broken=True))


def lint(
    path: str, data: bytes, rules: Iterable[Rule], *, encoding: str | None = None, markup: str | None = None
) -> Checked:
    """Check the octets of a file with the rules.

    ``path`` stands in the findings, and tells the format where ``markup`` does not.
    """
    chosen = tuple(rules)
    markup = markup or markup_of(path)
    decoded = decode(data, encoding, markup)
    about_files = [known for known in chosen if known.scope == "document"]
    source = Source(
        data, decoded.text, decoded.encoding, decoded.start, decoded.end, decoded.declared, decoded.contradicted
    )
    if decoded.text is None:
        return Checked(_undecodable(path, source, about_files), [])
    text = decoded.text
    problems: list[tuple[Problem, str]] = []
    places: list[tuple[int, int, str]] = []
    look_at_all = any(known.scope == "tree" for known in chosen)
    for segment in read(text, markup):
        links = links_of(segment)
        problems += _problems(text, segment, links, markup, chosen)
        if look_at_all:
            places += [(*segment.span(link.start, link.end), link.iri) for link in links]
    if not problems and not places and not about_files:
        return Checked([], [])
    lines = Lines(text)
    problems += [(problem, "") for known in about_files for problem in known.problems(source)]
    known_comments = suppressions(text, markup, lines.line)
    problems, used = _not_suppressed(problems, known_comments, lines)
    idle = tuple((comment.start, comment.end) for comment in known_comments if comment.missed and comment not in used)
    if idle:
        only_idle = replace(source, declared=None, unused=idle)
        problems += [
            (problem, "") for known in about_files for problem in known.problems(only_idle) if known.code == "IRI904"
        ]
    findings = [_finding(path, lines, problem, link) for problem, link in problems]
    findings.sort(key=lambda finding: (finding.problem.start, finding.problem.end, finding.problem.code))
    uses = [
        Use(path, *lines.place(start), start, end, iri, lines.excerpt(lines.line(start)))
        for start, end, iri in sorted(places)
    ]
    return Checked(findings, uses)


def lint_tree(uses: Sequence[Use], rules: Iterable[Rule]) -> list[Finding]:
    """Check the links of all files together."""
    findings = []
    for known in rules:
        if known.scope == "tree":
            for problem in known.problems(uses):
                use = uses[problem.start]
                # A fix replaces the whole IRI, so it must be written in the source as it is.
                verbatim = use.end - use.start == len(use.iri)
                moved = replace(problem, start=use.start, end=use.end, fix=problem.fix if verbatim else None)
                end_column = use.column + use.end - use.start
                findings.append(
                    Finding(use.path, moved, use.line, use.column, use.line, end_column, use.excerpt, use.iri)
                )
    return findings


def _problems(
    source: str, segment: Segment, links: list[Link], markup: str, rules: tuple[Rule, ...]
) -> Iterator[tuple[Problem, str]]:
    """The problems of a segment with the link each is about, at their places in the source."""
    for link in links:
        for problem in check(link.iri, rules):
            yield _in_source(source, segment, problem, link.start), link.iri
    prose = Prose(segment.text, tuple(links), markup, segment.target, segment.label)
    for known in rules:
        if known.scope == "prose":
            for problem in known.problems(prose):
                last = bisect_right(links, problem.start, key=lambda link: link.start) - 1
                meant = links[last].iri if last >= 0 and problem.start <= links[last].end else ""
                yield _in_source(source, segment, problem, 0), meant


def _in_source(source: str, segment: Segment, problem: Problem, offset: int) -> Problem:
    """Move a problem to its place in the source; what is escaped there cannot be replaced as it is."""
    start, end = problem.start + offset, problem.end + offset
    source_start, source_end = segment.span(start, end)
    verbatim = source[source_start:source_end] == segment.text[start:end]
    split = None if problem.split is None else segment.span(start, problem.split + offset)[1]
    fix = problem.fix if verbatim else None
    return replace(problem, start=source_start, end=source_end, fix=fix, split=split)


def _not_suppressed(
    problems: list[tuple[Problem, str]], comments: list[Suppression], lines: Lines
) -> tuple[list[tuple[Problem, str]], set[Suppression]]:
    """The problems that no comment switches off, and the comments that switched one off."""
    if not comments:
        return problems, set()
    kept = []
    used: set[Suppression] = set()
    for problem, link in problems:
        line = lines.line(problem.start)
        covering = [comment for comment in comments if comment.covers(problem.code, problem.name, line)]
        used.update(covering)
        if not covering:
            kept.append((problem, link))
    return kept, used


def _finding(path: str, lines: Lines, problem: Problem, link: str) -> Finding:
    line, column = lines.place(problem.start)
    end_line, end_column = lines.place(problem.end)
    return Finding(path, problem, line, column, end_line, end_column, lines.excerpt(line), link)


def _undecodable(path: str, source: Source, rules: list[Rule]) -> list[Finding]:
    data, start = source.data, source.bad_start
    line_start = data.rfind(b"\n", 0, start) + 1
    line = data.count(b"\n", 0, start) + 1
    column = len(data[line_start:start].decode(source.encoding, "replace")) + 1
    line_end = data.find(b"\n", start)
    octets = data[line_start : line_end if line_end >= 0 else len(data)]
    excerpt = octets.decode(source.encoding, "backslashreplace").rstrip("\r")
    return [
        Finding(path, problem, line, column, line, column + 4, excerpt, "")
        for known in rules
        for problem in known.problems(source)
    ]


__all__ = ["Checked", "Decoded", "Finding", "Lines", "links_of", "lint", "lint_tree"]
