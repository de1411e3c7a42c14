"""Identifiers for programs: relative URIs of paths, pages of rules, fingerprints of findings."""

from __future__ import annotations

import hashlib
import os
from pathlib import PurePath
from urllib.parse import quote

from extract.linter.finding import Finding


def uri(path: str) -> str:
    """Return the path as a URI reference (RFC 8089 for absolute paths)."""
    pure = PurePath(path)
    try:
        # Bytes of a name that are not text are lone surrogates in it (PEP 383).
        return pure.as_uri() if pure.is_absolute() else quote(os.fsencode(pure.as_posix()))
    except UnicodeEncodeError:  # no name that a file can have here
        return uri(path.encode("utf-8", "replace").decode())


PAGES = "https://sphinx-iri.readthedocs.io/en/latest/"


def page_of_rule(code: str) -> str:
    """Return the address of the page of a rule."""
    return f"{PAGES}rules/{code}.html"


def fingerprint(finding: Finding) -> str:
    """Return a fingerprint that stays the same when the text around the finding moves."""
    parts = (PurePath(finding.path).as_posix(), finding.problem.code, finding.link, finding.context)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def fingerprints(findings: list[Finding]) -> list[str]:
    """Return a fingerprint for each finding; equal ones are numbered."""
    seen: dict[str, int] = {}
    result = []
    for finding in findings:
        mark = fingerprint(finding)
        seen[mark] = seen.get(mark, 0) + 1
        result.append(mark if seen[mark] == 1 else f"{mark}-{seen[mark]}")
    return result
