"""A file of known findings, which are not reported again.

An entry is recognised by its context (path, rule, link and line of the source), not by the number of its line, so that
it stays when text moves.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from extract.cli.settings import SettingsError
from extract.linter.finding import Finding


class Entry(NamedTuple):
    """A known finding."""

    path: str
    code: str
    iri: str
    context: str  # the line of the source, without white space around it


def _entry(finding: Finding) -> Entry:
    path = Path(finding.path).as_posix()
    return Entry(path, finding.problem.code, finding.link, finding.excerpt.strip())


def write(path: Path, findings: Iterable[Finding]) -> None:
    """Write the findings as the known ones."""
    known = Counter(map(_entry, findings))
    entries = [entry._asdict() | {"count": count} for entry, count in sorted(known.items())]
    text = json.dumps(entries, ensure_ascii=False, indent=1) + "\n"
    path.write_bytes(text.encode("utf-8", "backslashreplace"))  # a file's name may be no text: "\\udcff" is JSON


def compare(path: Path, findings: Iterable[Finding], names: Iterable[str]) -> tuple[list[Finding], list[Entry]]:
    """Return the findings that are not known, and the unused entries, whose finding no longer exists.

    ``names`` are those of the files that were read. Entries of other files are unused only if the file is gone.
    """
    try:
        known = Counter(
            {
                Entry(*(item[name] for name in Entry._fields)): item["count"]
                for item in json.loads(path.read_text("utf-8"))
            }
        )
    except (ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{path} is not a baseline: {error}; write one with --write-baseline") from error
    new = []
    for finding in findings:
        entry = _entry(finding)
        if known[entry] > 0:
            known[entry] -= 1
        else:
            new.append(finding)
    read = {Path(name).as_posix() for name in names}
    return new, sorted(
        entry
        for entry, count in known.items()
        for _ in range(count)
        if entry.path in read or not Path(entry.path).exists()
    )
