"""``sphinx-build -b iri``: report all problems of links on the terminal and in files, including cached ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.builders.dummy import DummyBuilder
from sphinx.util import logging

from sphinx_iri.doctree.places import source_lines
from sphinx_iri.domain import Reported, iri_domain

if TYPE_CHECKING:
    from extract import Finding

logger = logging.getLogger(__name__)

REPORTS = {"output.txt": "concise", "output.json": "json", "output.sarif": "sarif"}


class IRIBuilder(DummyBuilder):
    """Read changed documents and report problems, without writing pages. The exit status is 1 if there are any."""

    name = "iri"
    has_problems = False
    epilog = "The problems of links are in %(outdir)s/output.txt, output.json and output.sarif."

    def finish(self) -> None:
        """Write the reports."""
        from extract.files.writing import write_file
        from extract.reports import report  # slow to import, and only this builder needs it
        from extract.text.terminal import escape_invisible

        findings = list(self._findings())
        named = list(map(_named, findings))
        forms = {"concise": named, "json": findings, "sarif": list(map(_in_file, named))}
        for name, form in REPORTS.items():
            write_file(Path(self.outdir) / name, report(forms[form], form).encode())
        for finding in named:
            logger.info(
                "%s:%s:%s: %s [%s]",
                *(finding.path, finding.line, finding.column),
                escape_invisible(finding.problem.message),
                f"iri.{finding.problem.name}",
            )
        logger.info("%d problems of links", len(findings))
        self.has_problems = bool(findings)

    def _findings(self) -> Iterator[Finding]:
        seen: Counter[Reported] = Counter()
        for reported in iri_domain(self.env).problems():
            if {"iri", "iri.*", f"iri.{reported.problem.name}"}.isdisjoint(self.config.suppress_warnings):
                alike = reported._replace(before=0)
                before = max(reported.before, seen[alike])
                seen[alike] = before + 1
                yield _finding(reported._replace(before=before), Path(self.srcdir))


def fail(app: Sphinx, _error: Exception | None) -> None:
    """Set the exit status to 1 if there are problems."""
    if isinstance(app.builder, IRIBuilder) and app.builder.has_problems:
        app.statuscode = 1


def _named(finding: Finding) -> Finding:
    """Add the IRI to the message of ``finding``, as in the warnings."""
    from extract.text.terminal import escape_invisible

    return _with_message(finding, f"'{escape_invisible(finding.link)}': {finding.problem.message}")


def _in_file(finding: Finding) -> Finding:
    """Move a finding in a docstring to line 1 of the module, for programs that open the file (SARIF §3.4.3)."""
    path, docstring, name = finding.path.partition(":docstring of ")
    if not docstring:
        return finding
    said = _with_message(finding, f"docstring of {name}, line {finding.line}: {finding.problem.message}")
    return replace(said, path=path, line=1, column=1, end_line=1, end_column=1)


def _with_message(finding: Finding, message: str) -> Finding:
    return replace(finding, problem=replace(finding.problem, message=message))


def _finding(reported: Reported, root: Path) -> Finding:
    """Return a finding whose column is the place of the link in its line, or 1 if the link is not found."""
    from extract import Finding

    source, line, iri, problem, before = reported
    path = Path(source)
    lines = source_lines(source)
    excerpt = lines[line - 1].rstrip("\r\n") if 0 < line <= len(lines) else ""
    at = excerpt.find(iri)
    for _ in range(before):
        following = excerpt.find(iri, at + len(iri))
        at = at if following < 0 else following
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else source
    if at < 0:
        line = line or 1  # SARIF 2.1.0 §3.30.5: the first line is 1
        somewhere = replace(problem, start=0, end=0, fix=None, safe=False)  # a fix needs a known place
        return Finding(name, somewhere, line, 1, line, 1, excerpt, iri)
    offset = sum(map(len, lines[: line - 1])) + at
    start, end = problem.start, problem.end
    moved = replace(problem, start=offset + start, end=offset + end)
    return Finding(name, moved, line, at + start + 1, line, at + end + 1, excerpt, iri)
