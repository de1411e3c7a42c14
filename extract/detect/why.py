"""Why a link begins and ends where it does, or why a name is no link: `Finder.why`.

Detection keeps no record of its decisions. They are found again by leaving out: a tailoring set the start or the end of
a link, or that it is one, if that changes without it. For a bare name the signs of its evidence are listed.
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
    """What a tailoring, or a sign around a name, decided of a link or of a name that is none."""

    start: int  # of the link, or of what is none
    end: int  # of it
    aspect: Aspect  # what it decided: that it is a link or none, its start, or its end; "sign": weighed for a name
    by: str  # the name of the tailoring, or what the sign is
    weight: int = 0  # of a sign: above zero it speaks for a site


def reasons(text: str, profile: frozenset[str], find: Callable[[Collection[str]], Iterable[Link]]) -> Iterator[Reason]:
    """Yield the reasons for each link of a text, and for what would be a link without one of the tailorings.

    ``find`` finds the links with some of the tailorings of the profile.
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
    """Yield the ending of a bare name and the signs around it, with their weights."""
    name = re.match(r"[^/?#:]*", link.text)[0].rstrip(".")  # type: ignore[index]
    place = NameInLine(name, line_before(text, link.start), line_after(text, link.start + len(name)))
    for weight, reason in weights_of(place):
        yield Reason(link.start, link.end, "sign", reason, weight)
