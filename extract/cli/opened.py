"""Documents that are open in an editor: their text, findings and links."""

from __future__ import annotations

import os
import re
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from extract.cli import parser
from extract.cli.checking import check
from extract.cli.documents import Unchecked, jobs_of
from extract.cli.files import File
from extract.cli.options import links_of
from extract.cli.settings import Configurations, SettingsError
from extract.cli.surroundings import refusals, tree_around
from extract.detect.link import Link
from extract.linter.finding import Finding
from extract.readers.formats import format_in_folder, format_of
from extract.rules import Problem
from extract.text.positions import Lines, Unit, UnitOffsets

# Suffixes by language identifier (LSP 3.17, TextDocumentItem), for documents without a known suffix.
_SUFFIXES = {
    "markdown": ".md",
    "restructuredtext": ".rst",
    "asciidoc": ".adoc",
    "html": ".html",
    "python": ".py",
    "plaintext": ".txt",
    "mail": ".eml",
    "po": ".po",
}
# Units of columns (LSP 3.17, PositionEncodingKind): our name, a codec, and bytes of a unit in the codec.
_UNITS: dict[str, tuple[Unit, str, int]] = {
    "utf-8": ("utf8", "utf-8", 1),
    "utf-16": ("utf16", "utf-16-le", 2),
    "utf-32": ("codepoint", "utf-32-le", 4),
}
# Findings about a charset do not apply: the editor has already decoded the file.
_OF_FILES = ("wrong-charset", "undecodable")


_BEGUN = re.compile(r"\]\(<?([^()<>\s:]*)\Z")  # CommonMark §6.3: the destination of a link


class Document:
    """An open document. Offsets count code points. Positions are 0-based lines and units of the agreed encoding."""

    def __init__(self, uri: str, language: str, text: str, version: int | None, encoding: str = "utf-16") -> None:
        self.uri = uri
        self.version = version
        self.findings: list[Finding] = []
        self._unit, self._codec, self._size = _UNITS.get(encoding, _UNITS["utf-16"])
        self.replace(text)
        self.name = path_of(uri) or "untitled"
        suffix = "" if format_in_folder(self.name) else _SUFFIXES.get(language)
        self._is_read = suffix is not None
        self._shown_as = self.name + (suffix or "")

    def replace(self, text: str) -> None:
        """Replace the whole text."""
        self.text = text
        self._lines = Lines(text)
        self._starts, self._places = UnitOffsets(text, self._unit), UnitOffsets(text, self._unit)
        self._links: list[tuple[int, int, Link]] | None = None

    def offset(self, line: int, character: int) -> int:
        """Return the offset of a position. Beyond the end of a line, it is the end of the line (LSP 3.17, Position)."""
        starts = self._lines.starts
        if not 0 <= line < len(starts):
            return 0 if line < 0 else len(self.text)
        # A position inside a character is the offset before it.
        before = self._lines.excerpt(line + 1).encode(self._codec, "surrogatepass")[: max(character, 0) * self._size]
        return starts[line] + len(before.decode(self._codec, "ignore"))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line of an offset and the units before it in the line. Increasing offsets are fast."""
        offset = min(offset, len(self.text))
        line = self._lines.line(offset)
        return line - 1, self._places(offset) - self._starts(self._lines.starts[line - 1])

    # --- findings and links -----------------------------------------------------------------------------------------

    def check(self, settings: dict[str, Any]) -> str:
        """Update the findings. Return an error in the settings, a message about an unread file, or ""."""
        self.findings = []
        try:
            return self._check(settings) if self._is_read else ""
        except (OSError, SettingsError) as error:
            return str(error)

    def _check(self, settings: dict[str, Any]) -> str:
        configurations = Configurations(parser(("lint",)).parse_args(["lint"]), settings)
        is_absolute = os.path.isabs(self.name)
        if is_absolute and configurations.excluded(os.path.dirname(self.name)).leaves_out(self.name):
            return ""
        wrong: Unchecked = {}
        # With a byte order mark, the text counts as UTF-8 whatever charset it declares.
        mark = b"" if format_of(self._shown_as).own_charsets else b"\xef\xbb\xbf"
        for job in jobs_of([File(self._shown_as, None, self._shown_as)], configurations, wrong):
            if is_absolute:
                tree_around(self.name, job.home).edit(self.name, self.text)
            result = check(job._replace(data=mark + self.text.encode("utf-8", "replace")))
            if result.error:
                return result.error
            found = [one for one in result.findings if one.problem.sub_rule not in _OF_FILES]
            if job.settings.baseline and is_absolute:
                from extract.cli.baseline import Baseline

                found = Baseline(job.settings.baseline).new(found)
            self.findings = sorted(found, key=lambda one: (one.problem.start, one.problem.end))
        return next(iter((*wrong, *refusals())), "")

    def completions(self, offset: int) -> list[str]:
        """Return what may follow in the relative destination of Markdown before an offset."""
        begun = _BEGUN.search(self.text, self.text.rfind("\n", 0, offset) + 1, offset)
        if begun is None or not os.path.isabs(self.name) or not self._shown_as.endswith(".md"):
            return []
        tree = tree_around(self.name, None)
        tree.edit(self.name, self.text)
        return tree.completions(self.name, begun[1])

    def safe_fixes(self) -> list[Problem]:
        """Return the problems with safe fixes. If some overlap, return only the first."""
        chosen: list[Problem] = []
        for problem in (finding.problem for finding in self.findings):
            if problem.fix is not None and problem.safe and (not chosen or problem.start >= chosen[-1].end):
                chosen.append(problem)
        return chosen

    def links(self) -> list[tuple[int, int, Link]]:
        """Return the links in order, each after its start and end."""
        if self._links is None:
            format = format_of(self._shown_as, self.text)
            is_listed = self._is_read and not format.own_charsets  # offsets in mail count bytes
            self._links = [*dict.fromkeys(links_of(self.text, format))] if is_listed else []
        return self._links


def path_of(uri: str) -> str | None:
    """Return the path in a file URI (RFC 8089); ``None`` for another URI."""
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file":
            return None
        path = url2pathname(parts.path) if os.name == "nt" else unquote(parts.path, errors="surrogateescape")
    except ValueError:
        return None
    return None if "\0" in path else path


def settings_of(given: object) -> dict[str, Any]:
    """Convert the settings of an LSP client to our names: ``{"iri": {"extendSelect": […]}}``."""
    table = given.get("iri", given) if isinstance(given, dict) else given
    if not isinstance(table, dict):
        return {}
    return {re.sub(r"[A-Z]", lambda one: f"-{one[0].lower()}", str(key)): value for key, value in table.items()}
