"""Update and compile the catalogs of what is said to people: extract/rules/*.po to *.mo.gz, which are installed.

python dev.py messages

A msgid is the template of a `Message`, or a clause of a rule that makes none yet: its places are named, {what} is a
clause of its own, {name0} is translated if it is a word of the catalog, all others are as they were quoted.
`tests/rules/test_languages.py` says what is not translated.
"""

from __future__ import annotations

import ast
import gzip
import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGINE = Path(__file__).parents[1] / "extract"
FOLDER = ENGINE / "rules"
_ANY = datetime(2026, 1, 1, tzinfo=UTC)


def templates() -> list[str]:
    """Return the templates of all messages, in their order."""
    nodes = (node for path in sorted(ENGINE.rglob("*.py")) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    calls = (node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message")
    given = (first.value for call in calls for first in call.args[:1] if isinstance(first, ast.Constant))
    return list(dict.fromkeys(map(str, given)))


def update(path: Path) -> None:
    """Add what a catalog lacks, for a translator."""
    known = {message.id for message in read(path)}
    text = path.read_text("utf-8")
    for template in templates():
        if template not in known:
            escaped = template.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            text += f'\nmsgid "{escaped}"\nmsgstr ""\n'
    path.write_text(text, "utf-8")


def read(path: Path) -> Catalog:
    """Read a catalog."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def compiled(path: Path) -> bytes:
    """Return a catalog as it is installed: the same bytes at any time."""
    # a file of gettext has the times at which it was written
    catalog, short = read(path), Catalog(path.stem, fuzzy=False, creation_date=_ANY, revision_date=_ANY)
    for message in catalog:
        if message.id and message.string and not message.fuzzy:
            short.add(message.id, message.string)
    made = io.BytesIO()
    write_mo(made, short)
    return gzip.compress(made.getvalue(), 9, mtime=0)


def main() -> None:
    """Write what has changed."""
    for path in sorted(FOLDER.glob("*.po")):
        update(path)
        path.with_suffix(".mo.gz").write_bytes(compiled(path))


if __name__ == "__main__":
    main()
