"""A passage: text that a reader extracts from a file, with the source position of each character."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from extract.detect.finder import Finder, find_links
from extract.detect.link import Kind, Link
from extract.iri.components import match_head
from extract.iri.errors import IRIError
from extract.readers.triggers import SCHEME, asks_for_relative, in_browsers, looks_like_address
from extract.redirects.following import follow, is_usual_uri
from extract.text.positions import Edit as Edit
from extract.text.positions import Edited, cut_out
from extract.text.positions import Piece as Piece
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.tree.targets import LeadsTo

_WITHIN = ("cid:", "mid:")  # RFC 2392: another part of the same message, or another message
_LONGEST_BASE = 1 << 13  # characters: the base is copied to each relative link


class Outer(Protocol):
    """The text from which a passage was cut, if it was not cut from the source itself."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span of ``text[start:end]``."""
        ...


@dataclass(frozen=True, slots=True)
class Passage(Edited):
    """Text without the format's markup and escapes, with the source position of each character."""

    target: bool = False  # the whole text is the destination of an explicit link
    label: str | None = None  # the text of that link, which readers see
    attribute: str | None = None  # name of the HTML attribute or header field that has this value
    outer: Outer | None = None  # the text from which the passage was cut; None: the source
    identifies: bool = False  # programs compare the destination character by character, so it must not change
    leads_to: LeadsTo = ""  # what the destination leads to, if the markup declares it

    def links(self, profile: tuple[str, ...] = ("prose",)) -> list[Link]:
        """Return the links: a destination with a scheme as a whole; in prose all links, also broken ones.

        ``profile`` is the profile of the format.
        """
        if not self.target:
            return list(find_links(self.text, broken=True, profile=profile))
        if SCHEME.match(self.text) or (self.attribute is not None and SCHEME.match(in_browsers(self.text))):
            return [Link(0, len(self.text), self.text, "iri", self.text)]
        return []

    @property
    def is_relative(self) -> bool:
        """Whether the text is a destination that has no scheme and was not meant to have one."""
        is_path = self.leads_to not in ("", "image")
        return self.target and (is_path or not looks_like_address(self.text, 0, len(self.text)))

    def followed(self, base: str | None = None, *, is_elsewhere: bool = False) -> list[Link]:
        """Return the link that a browser follows from a destination on a page at ``base`` (RFC 2557 §5).

        The list is empty for a link to another part of a message, and for a relative link without a base. Without a
        base, ``//host`` becomes ``https://host``. With ``is_elsewhere`` (HTML §4.2.3), the base is another page, so
        ``#name`` and an empty destination are links too.
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
        """Return whether the destination is another document."""
        if scheme in _WITHIN or (scheme == "data:" and self.attribute != "href"):
            return False
        return bool(written and not written.startswith("#") and (scheme or base))

    def read_otherwise(self) -> str | None:
        """Return the IRI that browsers follow from an HTML attribute; ``None`` if scheme and host are as written."""
        followed = self.followed() if self.target and self.attribute is not None else []
        if not followed or followed[0].iri == self.text:
            return None
        (*_, scheme, host), written = match_head(followed[0].iri).groups(), match_head(self.text).groups()
        is_same = written == (scheme, host) or (host is not None and written == (None, host))
        return None if is_same else followed[0].iri

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span of ``text[start:end]``."""
        found = Edited.span(self, start, end)
        return found if self.outer is None else self.outer.span(*found)

    @property
    def shift(self) -> int | None:
        """The difference of source offset and text offset; ``None`` if it is not constant."""
        piece = self.pieces[0]
        if len(self.pieces) > 1 or piece.source_end - piece.source_start != len(self.text):
            return None
        if self.outer is None:
            return piece.source_start
        return piece.source_start + self.outer.start if isinstance(self.outer, Shift) else None

    def byte_start(self, offset: int) -> int:
        """Return the start, in the message, of a character of a header field's value."""
        return self.span(offset, offset)[0]

    def inside(self, outer: Outer) -> Passage:
        """Return the passage with source positions; it was cut from the text of ``outer``."""
        nested = outer if self.outer is None else _Nested(self.outer, outer)
        flags = self.identifies, self.leads_to
        return Passage(self.text, self.pieces, self.target, self.label, self.attribute, nested, *flags)

    def edited(self, edits: Iterable[Edit]) -> Passage:
        """Return the text with ``edits`` applied, and the same source positions."""
        return cut(self.text, 0, len(self.text), edits).inside(self)


def _followed(address: str, base: str | None) -> str | None:
    """Return the IRI that a browser follows from ``address``; ``None`` if it is invalid or has no scheme."""
    for page in dict.fromkeys((base, None)):  # HTML §4.2.3: a base that is invalid, or itself relative, is ignored
        with suppress(IRIError):
            iri = follow(address, page).iri
            if SCHEME.match(iri) and not iri.startswith("//"):
                return iri
    return None


class _Nested(NamedTuple):
    inner: Outer
    outer: Outer

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.outer.span(*self.inner.span(start, end))


class Shift(NamedTuple):
    """An `Outer` that is the source from ``start`` on."""

    start: int

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.start + start, self.start + end


class Translated(NamedTuple):
    """A translation and its original."""

    originals: list[list[Passage]]  # passages of each form of the original, singular and plural
    text: Passage  # the whole translation
    passages: list[Passage]  # passages of the translation


def bare_links(
    passages: Iterable[Passage], finder: Finder, spans: Iterable[tuple[int, int]]
) -> Iterator[tuple[Passage, Link]]:
    """Yield the links without a scheme in prose, except those within ``spans`` of the source."""
    known = sorted(spans)
    for passage in passages:
        if not passage.target:
            for link in finder.find(passage.text):
                if link.kind != "iri" and not is_inside(known, passage.span(link.start, link.end)[0] + 1):
                    yield passage, link


def blank(start: int, end: int) -> Edit:
    """Return an edit that replaces ``start`` to ``end``, markup or code, by as many spaces, which end a link."""
    return Edit(start, end, " " * (end - start))


def replacing(
    pattern: re.Pattern[str],
    source: str,
    start: int = 0,
    end: int | None = None,
    by: str | Callable[[re.Match[str]], str] = "",
) -> Iterator[Edit]:
    """Yield an edit for each match of a pattern, which ``by`` replaces: a text, or a function of the match."""
    for match in pattern.finditer(source, start, len(source) if end is None else end):
        yield Edit(*match.span(), by if isinstance(by, str) else by(match))


def stripped(source: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of a text without the whitespace around it."""
    text = source[start:end]
    start += len(text) - len(text.lstrip())
    return start, start + len(text.strip())


def is_inside(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    """Return whether ``offset`` is inside a span, but not at its start. The spans are sorted and disjoint."""
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
    identifies: bool = False,
    leads_to: LeadsTo = "",
) -> Passage:
    """Return ``source[start:end]`` as a passage with ``edits`` applied. Edits that overlap an earlier one are ignored.

    The other arguments are set on the passage.
    """
    in_order = sorted(edits)
    text, pieces = (
        cut_out(source, start, end, in_order) if in_order else (source[start:end], (Piece(0, start, max(start, end)),))
    )
    return Passage(text, pieces, target, label, attribute, None, identifies, leads_to)


def path_in(source: str, start: int, end: int, leads_to: LeadsTo) -> Iterator[Passage]:
    """Yield a path in markup where no address may be, if relative targets are asked for."""
    if asks_for_relative() and start < end and not SCHEME.match(source, start, end):
        yield cut(source, start, end, target=True, leads_to=leads_to)
