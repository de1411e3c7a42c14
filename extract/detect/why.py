"""Explain the start and end of links, and why text is not a link: `Finder.why`.

Detection does not record its decisions. Instead, it is repeated without each tailoring. If a link or its start or end
changes, this tailoring is the reason. For bare domains, the signs of the evidence are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from extract.detect.around import line_after, line_before
from extract.detect.evidence import NameInLine, weights_of
from extract.detect.link import Link
from extract.text.regexes import re

Aspect = Literal["link", "no link", "start", "end", "sign"]


class Reason(NamedTuple):
    """The effect of a tailoring, or of a sign around a name, on a link or on text that is not a link."""

    start: int  # start of the link, or of the text that is not a link
    end: int  # end of it
    aspect: Aspect  # the effect: it is a link or not, its start, its end, or "sign": evidence for a name
    by: str  # the name of the tailoring, or a description of the sign
    weight: int = 0  # weight of a sign: above zero for a site


def reasons(text: str, profile: frozenset[str], find: Callable[[Collection[str]], Iterable[Link]]) -> Iterator[Reason]:
    """Yield the reasons for each link of ``text``, and for text that would be a link without one of the tailorings.

    ``find`` finds the links of ``text`` with a set of tailorings.
    """
    found = {link.start: link for link in find(profile)}
    others = {name: {link.start: link for link in find(profile - {name})} for name in sorted(profile)}
    for link in found.values():
        yield from _of_link(link, others)
        if link.kind == "domain" and "evidence" in profile:
            yield from _signs(text, link)
    for name, links in others.items():
        for link in links.values():
            if not any(one.start < link.end and link.start < one.end for one in found.values()):
                yield Reason(link.start, link.end, "no link", name)
                if name == "evidence":
                    yield from _signs(text, link)


def _of_link(link: Link, others: dict[str, dict[int, Link]]) -> Iterator[Reason]:
    for name, links in others.items():
        if (other := links.get(link.start)) is not None:
            if other.end != link.end:
                yield Reason(link.start, link.end, "end", name)
        elif any(one.start < link.end and link.start < one.end for one in links.values()):
            yield Reason(link.start, link.end, "start", name)
        else:
            yield Reason(link.start, link.end, "link", name)


def _signs(text: str, link: Link) -> Iterator[Reason]:
    """Yield the ending of a bare domain and its signs, with their weights."""
    name = re.match(r"[^/?#:]*", link.text)[0].rstrip(".")  # type: ignore[index]
    place = NameInLine(name, line_before(text, link.start), line_after(text, link.start + len(name)))
    for weight, reason in weights_of(place):
        yield Reason(link.start, link.end, "sign", reason, weight)
