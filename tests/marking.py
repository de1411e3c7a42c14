"""Tests of detection in one line each: the links expected are marked in the text itself.

``assert_links("see ⟦http://a/é⟧.")`` says that the text ``see http://a/é.`` has exactly one link, ``http://a/é``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote

from extract import Link, find_links

_MARKED = re.compile("⟦([^⟦⟧]*)⟧")


def unmark(marked: str) -> tuple[str, list[str]]:
    """Take the marks out: the text itself, and the spans that were marked, in order."""
    text = _MARKED.sub(r"\1", marked)
    assert not {"⟦", "⟧"} & set(text), f"⟦ and ⟧ do not pair in {marked!r}"
    return text, _MARKED.findall(marked)


def mark_links(text: str, links: Iterable[Link]) -> str:
    """Put marks around the links of a text."""
    pieces = []
    end = 0
    for link in links:
        pieces += [text[end : link.start], "⟦", text[link.start : link.end], "⟧"]
        end = link.end
    return "".join([*pieces, text[end:]])


def assert_links(marked: str, **options: Any) -> list[Link]:
    """Find the links of the text, with the options of ``find_links``, and compare them with the marks.

    Returns the links, for what else a test may ask of them.
    """
    text, _ = unmark(marked)
    links = list(find_links(text, **options))
    assert mark_links(text, links) == marked
    for link in links:
        assert text[link.start : link.end] == link.text
        assert options.keys() & {"wrapped", "refang"} or "\\" in link.text or _is_implied(link), link
    return links


_SCHEME = re.compile("(?i)[a-z][a-z0-9+.-]*:")


def _is_implied(link: Link) -> bool:
    """Return whether the IRI is the text, with the scheme that its kind implies; not where the text was mended."""
    if link.kind == "email" and link.text[:7].lower() != "mailto:":
        return link.iri.startswith("mailto:") and unquote(link.iri[7:]) == unquote(link.text)
    if link.kind == "domain":
        return link.iri in (f"https://{link.text}", f"https://[{link.text}]")
    return link.kind in ("iri", "email") and _SCHEME.match(link.text) is not None and link.iri == link.text


CASES = Path(__file__).parent / "cases"
_VISIBLE = {"\r\n": "␍", "\n": "↵", "\t": "⇥", "\xa0": "⍽"}


def table(name: str) -> dict[str, list[str]]:
    """Return the rows of a table in tests/cases, by section: "──── name" begins one, "── " a comment."""
    found: dict[str, list[str]] = {}
    for line in (CASES / name).read_text("utf-8").split("\n"):
        if line.startswith("──── "):
            rows = found.setdefault(line[5:], [])
        elif line and not line.startswith("── "):
            rows.append(line)
    return found


Read: TypeAlias = tuple[list[tuple[int, int, str]], list[str]]  # start, end and IRI of each link, and notes


def hidden(row: str) -> str:
    """Return a row with the characters that its signs stand for: ↵ a line end, ␍ CRLF, ⇥ a tab, ⍽ a no-break space."""
    for character, shown in _VISIBLE.items():
        row = row.replace(shown, character)
    return row


def assert_rows(rows: Iterable[str], read: Callable[[str], Read]) -> None:
    """Compare rows with what is read: marked links, after "⇒" IRIs that are not as written, after "‼" notes."""
    wrong = []
    for row in rows:
        source = hidden(_MARKED.sub(r"\1", re.split(" ⇒ | ‼ ", row)[0]))
        links, notes = read(source)
        came = _row(source, sorted(links), notes)
        if came != row:
            wrong.append(f"wanted {row}\ncame   {came}")
    assert not wrong, "\n\n".join(wrong)


def _row(source: str, links: list[tuple[int, int, str]], notes: list[str]) -> str:
    row = source
    for start, end, _ in reversed(links):
        row = f"{row[:start]}⟦{row[start:end]}⟧{row[end:]}"
    if any(iri not in _meant(source[start:end]) for start, end, iri in links):
        row += " ⇒ " + " ".join(iri for _, _, iri in links)
    row += " ‼ " + " ".join(notes) if notes else ""
    for character, shown in _VISIBLE.items():
        row = row.replace(character, shown)
    return row


def _meant(written: str) -> tuple[str, ...]:
    return written, f"https://{written}", f"mailto:{written}"
