"""All links of a source, of any format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from extract.detect.finder import Finder, find_links
from extract.detect.link import Link
from extract.readers.formats import Format
from extract.readers.segment import is_inside

_find = partial(find_links, broken=True)


def links_in_source(
    source: str, format: Format, find: Callable[[str], Iterable[Link]] = _find, bare: Finder | None = None
) -> list[tuple[int, int, Link]]:
    """Return the links of a source, in order: where each starts and ends in the source, in code points, and the link.

    ``find`` finds those in prose, by default those with a scheme, broken ones too; explicit targets are links if they
    have a scheme. ``bare`` finds those without a scheme in the source as it stands, outside of other links.
    """
    found = []
    for segment in format.read(source):
        links = segment.links() if segment.target else find(segment.text)
        found += [(*segment.span(link.start, link.end), link) for link in links]
    if bare is not None:
        spans = sorted((start, end) for start, end, _ in found)
        found += [
            (link.start, link.end, link)
            for link in bare.find(source)
            if link.kind != "iri" and not is_inside(spans, link.start + 1)
        ]
    return sorted(found)
