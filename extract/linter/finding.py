"""The results of checking a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from extract.rules import Problem

# Limits in characters. Without them, the report on many findings in one long line would grow quadratically.
_LONG, _BEFORE, _AFTER = 1000, 200, 300


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem at a place in a file. Lines and columns count from 1; columns and offsets are code points."""

    path: str  # name of the file, as given
    problem: Problem  # its offsets are in the decoded file, or in bytes if it could not be decoded
    line: int  # from 1, of the start of the problem
    column: int  # from 1, of the start in that line
    end_line: int  # from 1, of the end
    end_column: int  # from 1, after the last character
    excerpt: str  # the source line of the start
    link: str  # the IRI with the problem, or ""

    @property
    def context(self) -> str:
        """The line without whitespace around it. A line over 1,000 characters is cut around the finding."""
        at = self.column - 1
        shown = self.excerpt if len(self.excerpt) <= _LONG else self.excerpt[max(at - _BEFORE, 0) : at + _AFTER]
        return shown.strip()


class Checked(NamedTuple):
    """The result for one file."""

    findings: list[Finding]  # sorted by position; in mail, deceptive links come first
