"""Documents that an editor has open: their text, what is found in them, and their links."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from extract.cli.checking import check
from extract.cli.documents import Unchecked, jobs_of
from extract.cli.files import Entry
from extract.cli.lint import add_arguments
from extract.cli.settings import Configurations, SettingsError
from extract.cli.surroundings import refusals
from extract.linter.finding import Checked, Finding
from extract.readers.formats import format_in_folder, format_of
from extract.redirects.chain import uri_or_none
from extract.text.positions import Lines, Unit, UnitOffsets

# Identifiers of languages (LSP 3.17, TextDocumentItem), for documents whose names do not tell.
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
# What columns count (LSP 3.17, PositionEncodingKind): our name of it, a codec, and bytes of a unit in that.
_UNITS: dict[str, tuple[Unit, str, int]] = {
    "utf-8": ("utf8", "utf-8", 1),
    "utf-16": ("utf16", "utf-16-le", 2),
    "utf-32": ("codepoint", "utf-32-le", 4),
}
# What would be said of a charset: the text comes from the editor, which has decoded the file.
_OF_FILES = ("wrong-charset", "undecodable")


class LinkAt(NamedTuple):
    """A link in a document."""

    start: int  # offset of its first code point
    end: int
    iri: str
    uri: str | None  # that software follows; None: there is none


class Document:
    """An open document. Offsets are code points, positions are lines and units of the encoding agreed upon, from 0."""

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
        self._links: list[LinkAt] | None = None

    def offset(self, line: int, character: int) -> int:
        """Return the offset of a position; LSP 3.17, Position: beyond the end of a line it is that end."""
        starts = self._lines.starts
        if line < 0 or line >= len(starts):
            return 0 if line < 0 else len(self.text)
        # Within a character it is the place before it.
        before = self._lines.excerpt(line + 1).encode(self._codec, "surrogatepass")[: max(character, 0) * self._size]
        return starts[line] + len(before.decode(self._codec, "ignore"))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the units before an offset; it counts on, for many places in one line."""
        offset = min(offset, len(self.text))
        line = self._lines.line(offset)
        return line - 1, self._places(offset) - self._starts(self._lines.starts[line - 1])

    # --- what is in it ----------------------------------------------------------------------------------------------

    def check(self, settings: dict[str, Any]) -> str:
        """Find what is wrong; return what is wrong with the settings, or is not read, or ""."""
        self.findings = []
        try:
            return self._check(settings) if self._is_read else ""
        except (OSError, SettingsError) as error:
            return str(error)

    def _check(self, settings: dict[str, Any]) -> str:
        configurations = Configurations(_no_arguments(), settings)
        is_absolute = os.path.isabs(self.name)
        if is_absolute and configurations.excluded(os.path.dirname(self.name)).leaves_out(self.name):
            return ""
        wrong: Unchecked = {}
        for job in jobs_of([Entry(self._shown_as)], configurations, None, wrong):
            # As a file of UTF-8, whatever charset it declares.
            mark = b"" if format_of(self._shown_as).own_charsets else b"\xef\xbb\xbf"
            result = check(job._replace(data=mark + self.text.encode("utf-8", "replace")))
            if not isinstance(result, Checked):
                return str(result)
            found = [one for one in result.findings if one.problem.sub_rule not in _OF_FILES]
            if job.baseline and is_absolute:
                from extract.cli.baseline import Baseline

                found = Baseline(job.baseline).new(found)
            self.findings = sorted(found, key=lambda one: (one.problem.start, one.problem.end))
        return next(iter(wrong), "") or next(iter(refusals()), "")

    def safe_fixes(self) -> list[Finding]:
        """Return the findings with safe fixes, of overlapping ones the first."""
        chosen = []
        position = 0
        for finding in self.findings:
            problem = finding.problem
            if problem.fix is not None and problem.safe and problem.start >= position:
                chosen.append(finding)
                position = max(problem.end, problem.start)
        return chosen

    def links(self) -> list[LinkAt]:
        """Return the links, in order."""
        if self._links is None:
            self._links = sorted(set(self._found())) if self._is_read else []
        return self._links

    def _found(self) -> Iterator[LinkAt]:
        format = format_of(self._shown_as, self.text)
        for passage in () if format.own_charsets else format.read(self.text):  # of these, offsets are bytes
            for link in passage.links():
                yield LinkAt(*passage.span(link.start, link.end), link.iri, uri_or_none(link.iri))


def path_of(uri: str) -> str | None:
    """Return the path of a file's URI (RFC 8089); ``None`` for what is no file."""
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file":
            return None
        path = url2pathname(parts.path) if os.name == "nt" else unquote(parts.path, errors="surrogateescape")
    except ValueError:
        return None
    return None if "\0" in path else path


def settings_of(given: object) -> dict[str, Any]:
    """Return the settings of a client, by our names: ``{"iri": {"extendSelect": […]}}``."""
    table = given.get("iri", given) if isinstance(given, dict) else given
    if not isinstance(table, dict):
        return {}
    return {re.sub(r"[A-Z]", lambda one: f"-{one[0].lower()}", str(key)): value for key, value in table.items()}


def _no_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args([])
