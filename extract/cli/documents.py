"""Documents that an editor has open: their text, what is found in them, and their links."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from extract import to_uri
from extract.cli.checking import check, jobs_of
from extract.cli.files import Entry
from extract.cli.lint import add_arguments
from extract.cli.settings import Configurations, SettingsError
from extract.cli.surroundings import forget, refusals
from extract.iri.errors import IRIError
from extract.linter.finding import Checked, Finding
from extract.readers.formats import format_in_folder, format_of
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
        self._links: list[LinkAt] | None = None
        self.replace(text)
        path = path_of(uri)
        self.name = path if path is not None else "untitled"
        if format_in_folder(self.name) is None:
            suffix = _SUFFIXES.get(language)
            self._is_read = suffix is not None
            self._shown_as = self.name + (suffix or "")
        else:
            self._is_read = True
            self._shown_as = self.name

    # --- the text ---------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text as it is in the editor."""
        return self._text

    def replace(self, text: str) -> None:
        """Replace the whole text."""
        self._text = text
        self._lines = Lines(text)
        self._starts, self._places = UnitOffsets(text, self._unit), UnitOffsets(text, self._unit)
        self._links = None

    def forget(self) -> None:
        """Forget what was found, and what was read of other files."""
        forget()
        self._links = None

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace what is between two positions."""
        first, last = sorted((self.offset(*start), self.offset(*end)))
        self.replace(self._text[:first] + text + self._text[last:])

    def offset(self, line: int, character: int) -> int:
        """Return the offset of a position; LSP 3.17, Position: beyond the end of a line it is that end."""
        starts = self._lines.starts
        if line < 0 or line >= len(starts):
            return 0 if line < 0 else len(self._text)
        # Within a character it is the place before it.
        before = self._lines.excerpt(line + 1).encode(self._codec, "surrogatepass")[: max(character, 0) * self._size]
        return starts[line] + len(before.decode(self._codec, "ignore"))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the units before an offset; it counts on, for many places in one line."""
        offset = min(offset, len(self._text))
        line = self._lines.line(offset)
        return line - 1, self._places(offset) - self._starts(self._lines.starts[line - 1])

    # --- what is in it ----------------------------------------------------------------------------------------------

    def check(self, settings: dict[str, Any]) -> str:
        """Find what is wrong; return what is wrong with the settings, or is not read, or ""."""
        self.findings = []
        if not self._is_read:
            return ""
        try:
            configurations = Configurations(_no_arguments(), settings)
            folder = os.path.dirname(self.name)
            if os.path.isabs(self.name) and configurations.excluded(folder).leaves_out(self.name):
                return ""
            (job,) = jobs_of([Entry(self._shown_as)], configurations, None)
            result = check(job._replace(data=self._data()))
            if not isinstance(result, Checked):
                return str(result)
            found = [one for one in result.findings if one.problem.sub_rule not in _OF_FILES]
            if job.baseline and os.path.isabs(self.name):
                from extract.cli.baseline import Baseline

                found = Baseline(job.baseline).new(found)
            self.findings = sorted(found, key=lambda one: (one.problem.start, one.problem.end))
        except (OSError, SettingsError) as error:
            return str(error)
        return next(iter(refusals()), "")

    def _data(self) -> bytes:
        """Return the text as a file of UTF-8, whatever charset it declares."""
        is_bytes = format_of(self._shown_as).own_charsets
        return (b"" if is_bytes else b"\xef\xbb\xbf") + self._text.encode("utf-8", "replace")

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
        format = format_of(self._shown_as, self._text)
        if format.own_charsets:  # offsets are bytes
            return
        for passage in format.read(self._text):
            for link in passage.links():
                start, end = passage.span(link.start, link.end)
                try:
                    uri = to_uri(link.iri)
                except IRIError:
                    uri = None
                yield LinkAt(start, end, link.iri, uri)

    def link_at(self, offset: int) -> LinkAt | None:
        """Return the link at a place."""
        return next((link for link in self.links() if link.start <= offset < link.end), None)


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
