"""A problem at a place in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from extract.rules import Problem, Use


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


class Checked(NamedTuple):
    """The result for one file: its findings, and its links if a rule compares those of all files."""

    findings: list[Finding]  # in order of place; in mail, those that may deceive come first
    uses: list[Use]  # its links; [] if no rule of the scope "tree" was given
