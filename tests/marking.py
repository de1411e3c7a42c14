"""Tests of detection in one line each: the links expected are marked in the text itself.

``assert_links("see ⟦http://a/é⟧.")`` says that the text ``see http://a/é.`` has exactly one link, ``http://a/é``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from extract import Link, find_links
from extract.readers.formats import Format

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


def assert_read_at_places(format: Format, marked: str) -> None:
    """Read a source, and compare the places of its links with the marks."""
    source, _ = unmark(marked)
    spans = [segment.span(link.start, link.end) for segment in format.read(source) for link in segment.links()]
    again = source
    for start, end in sorted(spans, reverse=True):
        again = f"{again[:start]}⟦{again[start:end]}⟧{again[end:]}"
    assert again == marked


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
