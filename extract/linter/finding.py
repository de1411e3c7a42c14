"""A problem at a place in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from extract.rules import Problem, Use

# Characters. What is said of each finding in one long line is bounded, or a report would be quadratic.
_LONG, _BEFORE, _AFTER = 1000, 200, 300


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem at a place in a file. Lines and columns count from 1; columns and offsets are code points."""

    path: str  # name of the file, as given
    problem: Problem  # its offsets are in the decoded file, or in bytes if it could not be decoded
    line: int  # from 1, where the problem starts
    column: int  # from 1, where it starts in that line
    end_line: int  # from 1, where it ends
    end_column: int  # from 1, after its last character
    excerpt: str  # the line of the source where it starts
    link: str  # the IRI that it is about, or ""

    @property
    def context(self) -> str:
        """The line without white space around it; of a line over 1,000 characters, what is around the place."""
        at = self.column - 1
        shown = self.excerpt if len(self.excerpt) <= _LONG else self.excerpt[max(at - _BEFORE, 0) : at + _AFTER]
        return shown.strip()


class Checked(NamedTuple):
    """The result for one file: its findings, and its links if a rule compares those of all files."""

    findings: list[Finding]  # in order of place; in mail, those that may deceive come first
    uses: list[Use]  # its links; [] if no rule of the scope "tree" was given
    refused: tuple[str, ...] = ()  # what around it is not read, and why, each in a line
