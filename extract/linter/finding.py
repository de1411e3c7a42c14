"""A problem at a place in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from extract.rules import Problem, Use


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem at a place in a file. Lines and columns count from 1; columns and offsets are code points."""

    path: str
    problem: Problem  # its start and end are offsets in the decoded file; bytes where it could not be decoded
    line: int
    column: int
    end_line: int
    end_column: int
    excerpt: str  # the line of the source where it starts
    link: str  # the IRI that is meant, "" where there is none


class Checked(NamedTuple):
    """What one file gave: its findings, and its links if a rule wants to see all of them together."""

    findings: list[Finding]
    uses: list[Use]
