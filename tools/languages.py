"""Compile the catalogs of the linter's messages: extract/rules/*.po to *.mo.gz, which are installed.

python -m tools.languages

A clause is a msgid; its places are named: {what} is a clause of its own, {name0} is translated if it is a word of the
catalog, all others are as they were quoted. `tests/rules/test_languages.py` says which clauses are missing.
"""

from __future__ import annotations

import gzip
import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parents[1] / "extract" / "rules"
_ANY = datetime(2026, 1, 1, tzinfo=UTC)


def read(path: Path) -> Catalog:
    """Read a catalog."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def compiled(path: Path) -> bytes:
    """Return a catalog as it is installed: the same bytes at any time."""
    # a file of gettext has the times at which it was written
    catalog, short = read(path), Catalog(path.stem, fuzzy=False, creation_date=_ANY, revision_date=_ANY)
    for message in catalog:
        if message.id:
            short.add(message.id, message.string)
    made = io.BytesIO()
    write_mo(made, short)
    return gzip.compress(made.getvalue(), 9, mtime=0)


def main() -> None:
    """Write what has changed."""
    for path in sorted(FOLDER.glob("*.po")):
        path.with_suffix(".mo.gz").write_bytes(compiled(path))


if __name__ == "__main__":
    main()
