"""A segment: text that a reader takes out of a file, and where in the file each character comes from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from extract.detect.finder import Finder, find_links
from extract.detect.link import Kind, Link
from extract.iri.components import match_head
from extract.iri.errors import IRIError
from extract.readers.triggers import SCHEME, in_browsers, looks_like_address
from extract.redirects.following import follow, is_usual_uri
from extract.text.positions import Edit as Edit
from extract.text.positions import Edited, cut_out
from extract.text.positions import Piece as Piece

_WITHIN = ("cid:", "mid:")  # RFC 2392: another part of this message, or another message
_LONGEST_BASE = 1 << 13  # characters: it is copied to each relative link


class Outer(Protocol):
    """What a segment was taken out of, if not out of the source itself."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where its ``text[start:end]`` is in the source."""
        ...


@dataclass(frozen=True, slots=True)
class Passage(Edited):
    """Text without the format's markup and escapes, and where in the decoded source it comes from."""

    target: bool = False  # the text is the target of an explicit link, as a whole
    label: str | None = None  # and this is its text, which the reader sees
    attribute: str | None = None  # name of the HTML attribute or the header field with this value
    outer: Outer | None = None  # what it was taken out of, if not out of the source
    identifies: bool = False  # the target is a name that programs compare letter by letter: it must stay as it is

    def links(self, profile: tuple[str, ...] = ("prose",)) -> list[Link]:
        """Return the links: a target as a whole if it has a scheme; in prose what is found, broken links too.

        ``profile`` is that of the format.
        """
        if not self.target:
            return list(find_links(self.text, broken=True, profile=profile))
        if SCHEME.match(self.text) or (self.attribute is not None and SCHEME.match(in_browsers(self.text))):
            return [Link(0, len(self.text), self.text, "iri", self.text)]
        return []

    @property
    def is_relative(self) -> bool:
        """Whether it is a target without a scheme, and was not meant to have one."""
        return self.target and not looks_like_address(self.text, 0, len(self.text))

    def followed(self, base: str | None = None, *, is_elsewhere: bool = False) -> list[Link]:
        """Return the link of a target as a browser follows it on a page with the address ``base`` (RFC 2557 §5).

        Not those to another part of a message, and relative ones only with a base. Without a base ``//host`` is
        ``https://host``. If the base ``is_elsewhere`` (HTML §4.2.3), ``#name`` and an empty address lead there, too.
        """
        if is_usual_uri(self.text):
            return [Link(0, len(self.text), self.text, "iri", self.text)]
        written = in_browsers(self.text)
        match = SCHEME.match(written)
        scheme = match[0].lower() if match else ""
        leads_elsewhere = is_elsewhere and self.attribute == "href" and written[:1] in ("", "#")
        if not leads_elsewhere and not self._leads_on(written, scheme, base):
            return []
        iri = _followed(written, base if base and len(base) < _LONGEST_BASE else None)
        if iri is None and scheme == "//":
            written = f"https:{written}"
            iri = _followed(written, None)
        elif iri is None and not scheme:
            return []
        kind: Kind = "email" if scheme == "mailto:" else "iri"
        return [Link(0, len(self.text), self.text, kind, iri or written)]

    def _leads_on(self, written: str, scheme: str, base: str | None) -> bool:
        """Return whether a target leads to another document."""
        if scheme in _WITHIN or (scheme == "data:" and self.attribute != "href"):
            return False
        return bool(written and not written.startswith("#") and (scheme or base))

    def read_otherwise(self) -> str | None:
        """Return the IRI that browsers follow from an attribute of HTML, if it is not the scheme and host written."""
        followed = self.followed() if self.target and self.attribute is not None else []
        if not followed or followed[0].iri == self.text:
            return None
        (*_, scheme, host), written = match_head(followed[0].iri).groups(), match_head(self.text).groups()
        is_same = written == (scheme, host) or (host is not None and written == (None, host))
        return None if is_same else followed[0].iri

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where ``text[start:end]`` is in the source."""
        found = Edited.span(self, start, end)
        return found if self.outer is None else self.outer.span(*found)

    @property
    def shift(self) -> int | None:
        """What to add to an offset to get its place in the source; ``None`` if that depends on the offset."""
        piece = self.pieces[0]
        if len(self.pieces) > 1 or piece.source_end - piece.source_start != len(self.text):
            return None
        if self.outer is None:
            return piece.source_start
        return piece.source_start + self.outer.start if isinstance(self.outer, Shift) else None

    def byte_start(self, offset: int) -> int:
        """Return where a character of a header field's value starts in the message."""
        return self.span(offset, offset)[0]

    def inside(self, outer: Outer) -> Passage:
        """Return the segment with its places in the source, if it was cut from the text of ``outer``."""
        nested = outer if self.outer is None else _Nested(self.outer, outer)
        return Passage(self.text, self.pieces, self.target, self.label, self.attribute, nested, self.identifies)


def _followed(address: str, base: str | None) -> str | None:
    """Return the IRI that a browser follows, if it has a scheme."""
    try:
        iri = follow(address, base).iri
    except IRIError:
        return None
    return iri if SCHEME.match(iri) and not iri.startswith("//") else None


class _Nested(NamedTuple):
    inner: Outer
    outer: Outer

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.outer.span(*self.inner.span(start, end))


class Shift(NamedTuple):
    """An `Outer` whose text is the source from ``start`` on."""

    start: int

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.start + start, self.start + end


class Translated(NamedTuple):
    """A text that was translated."""

    originals: list[list[Passage]]  # those of each form of the original, singular and plural
    text: Passage  # the whole translation
    passages: list[Passage]  # those of the translation


def bare_links(
    passages: Iterable[Passage], finder: Finder, spans: Iterable[tuple[int, int]]
) -> Iterator[tuple[Passage, Link]]:
    """Yield the links without a scheme in what is text, but not within ``spans`` of the source."""
    known = sorted(spans)
    for passage in passages:
        if not passage.target:
            for link in finder.find(passage.text):
                if link.kind != "iri" and not is_inside(known, passage.span(link.start, link.end)[0] + 1):
                    yield passage, link


def blank(start: int, end: int) -> Edit:
    """Return an edit that replaces markup or code by as many spaces, which end a link."""
    try:
        return Edit(start, end, " " * (end - start))
    except TypeError:  # only where it is wrong: readers call this for each piece of markup
        raise TypeError("start and end must be offsets, each an int") from None


def is_inside(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    """Return whether an offset is inside one of the spans, not at its start. The spans are in order and disjoint."""
    last = bisect_left(spans, (offset, 0)) - 1
    return last >= 0 and offset < spans[last][1]


def cut(
    source: str,
    start: int,
    end: int,
    edits: Iterable[Edit] = (),
    *,
    target: bool = False,
    label: str | None = None,
    attribute: str | None = None,
) -> Passage:
    """Return ``source[start:end]`` with edits applied; an edit that overlaps an earlier one is left out.

    ``target``, ``label`` and ``attribute`` become those of the segment.
    """
    try:
        in_order = sorted(edits)
        if not in_order:
            return Passage("" + source[start:end], (Piece(0, start, max(start, end)),), target, label, attribute)
        return Passage(*cut_out(source, start, end, in_order), target, label, attribute)
    except (TypeError, AttributeError):
        raise TypeError("source must be a str, start and end offsets, and edits a collection of Edit") from None
