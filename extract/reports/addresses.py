"""Identifiers for other programs: URIs of paths, URLs of rules, fingerprints of findings."""

from __future__ import annotations

import hashlib
import os
from pathlib import PurePath
from urllib.parse import quote

from extract.linter.finding import Finding


def uri(path: str) -> str:
    """Return a path as a URI reference (RFC 8089 for absolute paths)."""
    pure = PurePath(path)
    try:
        # Undecodable bytes of a file name are lone surrogates (PEP 383).
        return pure.as_uri() if pure.is_absolute() else quote(os.fsencode(pure.as_posix()))
    except UnicodeEncodeError:  # not a possible file name on this system
        return uri(path.encode("utf-8", "replace").decode())


PAGES = "https://sphinx-iri.readthedocs.io/en/latest/"


def page_of_rule(code: str) -> str:
    """Return the URL of a rule's documentation page."""
    return f"{PAGES}rules/{code}.html"


def fingerprints(findings: list[Finding]) -> list[str]:
    """Return a fingerprint for each finding, for when the text around it moves. Equal ones are numbered."""
    seen: dict[str, int] = {}
    result = []
    for finding in findings:
        parts = (PurePath(finding.path).as_posix(), finding.problem.code, finding.link, finding.context)
        mark = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        seen[mark] = seen.get(mark, 0) + 1
        result.append(mark if seen[mark] == 1 else f"{mark}-{seen[mark]}")
    return result
