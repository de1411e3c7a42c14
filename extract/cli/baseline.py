"""A file of known findings, which are not reported again.

An entry is recognised by its context (path, rule, link and line of the source), not by the number of its line, so that
it stays when text moves.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from extract.cli.settings import SettingsError
from extract.files.reading import read_file
from extract.files.writing import write_file
from extract.linter.finding import Finding
from extract.text.terminal import json_text


class Entry(NamedTuple):
    """A known finding."""

    path: str
    code: str
    iri: str
    context: str  # of the finding


def _entry(finding: Finding) -> Entry:
    path = Path(finding.path).as_posix()
    return Entry(path, finding.problem.code, finding.link, finding.context)


def write(path: Path, findings: Iterable[Finding]) -> None:
    """Write the findings as the known ones."""
    known = Counter(map(_entry, findings))
    entries = [entry._asdict() | {"count": count} for entry, count in sorted(known.items())]
    write_file(path, (json_text(entries, indent=1) + "\n").encode())


def compare(path: Path, findings: Iterable[Finding], names: Iterable[str]) -> tuple[list[Finding], Counter[Entry]]:
    """Return the findings that are not known, and the unused entries, whose finding no longer exists.

    ``names`` are those of the files that were read. Entries of other files are unused only if the file is gone.
    """
    known = _read(path)
    new = []
    for finding in findings:
        entry = _entry(finding)
        if known[entry] > 0:
            known[entry] -= 1
        else:
            new.append(finding)
    read = {Path(name).as_posix() for name in names}
    unused = (entry for entry in sorted(known) if entry.path in read or not os.path.exists(entry.path))
    return new, Counter({entry: known[entry] for entry in unused if known[entry] > 0})


def _read(path: Path) -> Counter[Entry]:
    try:
        entries = json.loads(read_file(path).decode("utf-8"))
        if isinstance(entries, list):
            return Counter(dict(map(_known, entries)))
        why = "it is not a list"
    except RecursionError:
        why = "it is nested too deeply"
    except ValueError as error:
        why = str(error)
    raise SettingsError(f"{path} is not a baseline: {why}; write one with --write-baseline")


def _known(item: object) -> tuple[Entry, int]:
    """Return an entry and its count; ValueError if the item is none."""
    if not isinstance(item, dict):
        raise ValueError("an entry is not an object")
    texts = [text for name in Entry._fields if isinstance(text := item.get(name), str)]
    number = item.get("count")
    if len(texts) < len(Entry._fields) or type(number) is not int or number < 1:
        raise ValueError(f'{", ".join(Entry._fields)} of an entry are strings, and "count" is a number above zero')
    return Entry(*texts), number
