"""The example book, built: every link is whole, and leads where it says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag

from extract import to_uri
from extract.rules import RULES
from tests.marking import table
from tests.sphinx.building import check_targets

SOURCE = Path(__file__).parents[1] / "example_docs"
OUTWARD = ("http:", "https:", "mailto:")


def read_pages(book: Path) -> dict[str, Tag]:
    """Return the body of each chapter by name."""
    pages = {}
    for source in sorted([*SOURCE.glob("*.rst"), *SOURCE.glob("*.md")]):
        path = book / f"{source.stem}.html"
        body = BeautifulSoup(path.read_text("utf-8"), "html5lib").select_one("div.body")
        assert body is not None
        pages[path.stem] = body
    return pages


def links_of(rows: list[str]) -> list[tuple[str, str]]:
    """Return the texts and targets in the rows of a page, in their order."""
    links: list[tuple[str, str]] = []
    for row in rows:
        text, arrow, target = map(str.strip, row.partition("→"))
        links += [(text, target)] if arrow else [(own, to_uri(own)) for own in row.split()]
    return links


def test_every_link_is_the_one_that_was_written(book: Path) -> None:
    wanted = table("example_docs.txt")
    for name, body in read_pages(book).items():
        links = [(link.get_text().strip(), str(link["href"])) for link in body.select("a[href]")]
        outward = [(text, target) for text, target in links if target.startswith(OUTWARD)]
        assert outward == links_of(wanted.pop(name, [])), name
    assert wanted == {}


def test_every_target_is_a_uri(book: Path) -> None:
    check_targets(book)


def test_nothing_that_is_a_link_is_left_as_text(book: Path) -> None:
    left = [
        (name, str(text))
        for name, body in read_pages(book).items()
        for text in body.find_all(string=lambda text: "://" in text or "mailto:" in text)
        if text.find_parent(["a", "code", "pre"]) is None
    ]
    assert left == []


def lint(*arguments: str) -> list[dict[str, Any]]:
    """Return the findings of ``iri lint``."""
    command = [sys.executable, "-m", "extract", "lint", "--format", "json", *arguments]
    return json.loads(subprocess.run(command, cwd=SOURCE.parent, capture_output=True, check=False).stdout)


def test_the_linter_finds_nothing_in_the_book() -> None:
    assert lint("example_docs", "--config", "extend-exclude=['broken']") == []


def test_the_linter_finds_something_in_each_item_of_the_broken_page() -> None:
    found = {finding["line"] for finding in lint("example_docs/broken/broken.rst", "--select", "ALL")}
    text = (SOURCE / "broken" / "broken.rst").read_text("utf-8")
    silent = []
    for item in re.finditer(r"(?m)^\* .*(?:\n  .*)*", text):
        first = text.count("\n", 0, item.start()) + 1
        if found.isdisjoint(range(first, first + item[0].count("\n") + 1)):
            silent.append(item[0])
    assert silent == []


# Those about bytes that are no text, and about what cannot be read.
NOT_SHOWN = {"IRI901", "IRI903"}


def test_the_broken_pages_show_every_rule() -> None:
    shown = {finding["code"] for finding in lint("example_docs/broken", "--select", "ALL")}
    assert RULES.keys() - shown == NOT_SHOWN, "add an example to a page of example_docs/broken"
