"""Relative links of a project on the disk: what is found, again with the cache, and after a change beside the file."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from extract.cli.surroundings import forget
from tests.cli.running import write

PAGE = "# Größe\n\n[a](größe.md) [b](Docs/guide.md) [c](#grösse) [d](docs/guide.md#mas) [e](/docs/x.md) [f](../x.md)\n"


def found(iri, *arguments: str) -> list[tuple[str, str, str | None]]:
    forget()
    told = json.loads(iri("lint", "--format", "json", *arguments).out)
    fixes = [one["fix"]["text"] if isinstance(one["fix"], dict) else one["fix"] for one in told]
    return [
        (one["path"], one["iri"] or one["message"].partition(";")[0], fix) for one, fix in zip(told, fixes, strict=True)
    ]


def test_files_and_anchors(iri, monkeypatch) -> None:
    monkeypatch.delenv("IRI_NO_CACHE", raising=False)
    subprocess.run(["git", "init", "-q"], check=True)
    write("page.md", PAGE)
    write("docs/guide.md", "# Maß und Gewicht\n\n## Maß\n")
    write(".gitignore", "made/\n")
    write("docs/own.md", "[made](../made/x.md)\n")
    places = {
        'there is no file "größe.md"',
        'there is no file "/docs/x.md"',
        '"Docs/guide.md" is written in other letters than the file',
        'the page has no anchor "#grösse"',
        'the page has no anchor "#mas"',
    }
    first = found(iri, ".")
    assert {place for _, place, _ in first} == places
    assert found(iri, ".") == first  # from the cache
    write("größe.md", "# x\n")
    assert {place for _, place, _ in found(iri, ".")} == places - {'there is no file "größe.md"'}
    assert ("docs/own.md", 'there is no file "../made/x.md"', None) in found(iri, "--extend-select", "unsure-file", ".")


def test_settings_of_a_site_decide(iri) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    write("mkdocs.yml", "docs_dir: pages\n")
    write("pages/a.md", "# Größe\n\n[x](b.md) [y](/c.md) [z](c/) [w](#groe)\n")
    write("README.md", "[x](pages/d.md)\n")
    assert [(path, place) for path, place, _ in found(iri, ".")] == [
        ("README.md", 'there is no file "pages/d.md"'),
        ("pages/a.md", 'there is no file "b.md"'),
    ]


def test_a_moved_file_is_named_and_written(iri) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    write("a.md", "[x](old.md#y) [z](b.html)\n")
    write("new/old.md", "# y\n")
    write("b.md", "# b\n")
    iri("lint", "--fix", "--unsafe-fixes", "--select", "missing-file,missing-anchor", ".")
    assert Path("a.md").read_text("utf-8") == "[x](new/old.md#y) [z](b.md)\n"
