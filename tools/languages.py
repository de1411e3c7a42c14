"""Update and compile the message catalogs: extract/rules/*.po to *.mo.gz, which are installed.

python dev.py messages

A msgid is the template of a `Message`, or a word. A value whose name begins with "what" or "name" is translated if it
is a word of the catalog, and all others are quoted unchanged. `tests/rules/test_languages.py` reports missing messages.
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
# Components, scripts and punctuation, which are not templates.
_WORDS = (
    *"path query fragment host scheme authority userinfo port IRI . Latin Cyrillic Greek Armenian Georgian".split(),
    *"Cherokee Hebrew Arabic Devanagari Thai Han Hiragana Katakana Hangul".split(),
    ", ",
)
# Functions with a template as an argument, and its place.
_PLACES = {"Message": 0, "template": 0, "problem_with": 1}
_ANY = datetime(2026, 1, 1, tzinfo=UTC)


def templates() -> list[str]:
    """Return the templates of all messages in order, and the words."""
    nodes = (node for path in sorted(ENGINE.rglob("*.py")) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    calls = ((node, getattr(node.func, "id", "")) for node in nodes if isinstance(node, ast.Call))
    given = (call.args[_PLACES[name]] for call, name in calls if name in _PLACES and len(call.args) > _PLACES[name])
    return list(dict.fromkeys([*(str(one.value) for one in given if isinstance(one, ast.Constant)), *_WORDS]))


def update(path: Path) -> None:
    """Add missing entries to a catalog for translators, and remove unused ones."""
    heads = [f'msgid "{_escaped(template)}"' for template in templates()]
    header, *entries = path.read_text("utf-8").rstrip("\n").split("\n\n")
    kept = {head: entry for entry in entries if (head := entry.partition("\n")[0]) in heads}
    new = [f'{head}\nmsgstr ""' for head in heads if head not in kept]
    path.write_text("\n\n".join([header, *kept.values(), *new]) + "\n", "utf-8")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def read(path: Path) -> Catalog:
    """Parse a catalog."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def compiled(path: Path) -> bytes:
    """Return a compiled catalog, with the same bytes at any time."""
    # gettext files contain the times of their creation
    catalog, short = read(path), Catalog(path.stem, fuzzy=False, creation_date=_ANY, revision_date=_ANY)
    for message in catalog:
        if message.id and message.string and not message.fuzzy:
            short.add(message.id, message.string)
    made = io.BytesIO()
    write_mo(made, short)
    return gzip.compress(made.getvalue(), 9, mtime=0)


def main() -> None:
    """Update and compile all catalogs."""
    for path in sorted(FOLDER.glob("*.po")):
        update(path)
        path.with_suffix(".mo.gz").write_bytes(compiled(path))


if __name__ == "__main__":
    main()
