"""What docutils links of a text with our parsers, as in ``cases/docutils.txt``."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from docutils import nodes
from docutils.core import publish_doctree

from sphinx_iri import myst, rst
from tools.built_pages import same_address

TABLE = Path(__file__).parents[1] / "cases" / "docutils.txt"
PARSERS = {"rst": rst.Parser, "md": myst.Parser}
_LISTS = ("iri_schemes", "myst_enable_extensions")


class Row(NamedTuple):
    """A text, the parser and the settings for it, the links, and the subtypes of the warnings."""

    options: str
    text: str
    links: list[str]
    warnings: list[str]


def rows() -> Iterator[tuple[str, Row]]:
    """Yield each row with its heading."""
    heading = options = ""
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif line.startswith("@ "):
            options = line[2:]
        elif line:
            line, _, warnings = line.partition(" ! ")
            text, *links = re.split(r" →(?: |$)", line)
            yield heading, Row(options, text, [link for link in links if link], warnings.split())


TABLES: dict[str, list[Row]] = {}
for _heading, _row in rows():
    TABLES.setdefault(_heading, []).append(_row)


def settings_of(written: str) -> tuple[Any, dict[str, Any]]:
    """Return the parser and the settings of ``md iri_email=False myst_enable_extensions=linkify``."""
    parser, *pairs = written.split()
    values = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
    words: dict[str, Any] = {"True": True, "False": False}
    settings = {name: value.split(",") if name in _LISTS else words.get(value, value) for name, value in values.items()}
    return PARSERS[parser](), settings


def linked(row: Row) -> tuple[list[str], str]:
    """Return the links of a row, as it writes them, and what docutils says."""
    parser, settings = settings_of(row.options)
    said = io.StringIO()
    settings |= {"_disable_config": True, "warning_stream": said}
    document = publish_doctree(row.text.replace("⏎", "\n"), parser=parser, settings_overrides=settings)
    for part in [*document.findall(nodes.system_message), *document.findall(nodes.substitution_definition)]:
        part.parent.remove(part)  # type: ignore[attr-defined]
    links = [node for node in document.findall(nodes.reference) if node.astext()]
    shown = [node.astext().replace("\n", "⏎") for node in links]
    for number, (node, wanted) in enumerate(zip(links, row.links, strict=False)):
        if " ⇒ " in wanted:
            shown[number] += f" ⇒ {same_address(node.get('refuri', ''))}"
    return shown, said.getvalue()


@pytest.mark.parametrize("heading", TABLES)
def test_links_of_a_text(heading: str) -> None:
    wrong = []
    for row in TABLES[heading]:
        found, said = linked(row)
        warned = re.findall(r"\[iri\.([\w-]+)\]", said)
        if (found, warned) != (row.links, row.warnings) or (said and not warned):
            wrong.append(f"{row.options} | {row.text}\nwanted {row.links} {row.warnings}\ncame   {found} {said}")
    assert not wrong, "\n\n".join(["", *wrong])
