"""What rules look at: the parts of one IRI, a piece of prose with its links, a whole file, the links of all files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from extract.detect.link import Link
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRISyntaxError
from extract.iri.parts import split, split_authority
from extract.iri.scheme_rules import SchemeFault, scheme_faults


class Part(NamedTuple):
    """One component and its place in the IRI's text, without its delimiter."""

    component: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Parts:
    """The components of any string, read leniently (RFC 3986 appendix B); ``None`` is absent."""

    text: str
    scheme: Part | None
    authority: Part | None
    userinfo: Part | None
    host: Part | None
    port: Part | None
    path: Part
    query: Part | None
    fragment: Part | None
    errors: tuple[IRISyntaxError, ...]  # of the grammar of IRI-reference
    faults: tuple[SchemeFault, ...]  # by the rules of its scheme

    def __iter__(self) -> Iterator[Part]:
        """The smallest components that are there, in order."""
        found = (self.scheme, self.userinfo, self.host, self.port, self.path, self.query, self.fragment)
        return (part for part in found if part is not None)

    @property
    def scheme_name(self) -> str:
        """The scheme in lower case, or ""."""
        return "" if self.scheme is None else self.scheme.text.lower()


def read_parts(text: str) -> Parts:
    """Read the parts of any string."""
    scheme, authority, path, query, fragment = split(text)
    position = 0

    def take(component: str, value: str | None, before: int = 0, after: int = 0) -> Part | None:
        nonlocal position
        if value is None:
            return None
        start = position + before
        position = start + len(value) + after
        return Part(component, start, start + len(value), value)

    scheme_part = take("scheme", scheme, after=1)
    userinfo_part = host_part = port_part = authority_part = None
    if authority is not None:
        userinfo, host, port = split_authority(authority)
        begin = position + 2
        authority_part = Part("authority", begin, begin + len(authority), authority)
        position = begin
        userinfo_part = take("userinfo", userinfo, after=1)
        host_part = take("host", host)
        port_part = take("port", port, before=1)
    path_part = Part("path", position, position + len(path), path)
    position += len(path)
    query_part = take("query", query, before=1)
    fragment_part = take("fragment", fragment, before=1)
    return Parts(
        text,
        scheme_part,
        authority_part,
        userinfo_part,
        host_part,
        port_part,
        path_part,
        query_part,
        fragment_part,
        tuple(syntax_errors(text)),
        tuple(scheme_faults(text)) if scheme is not None else (),
    )


@dataclass(frozen=True, slots=True)
class Prose:
    """A stretch of running text with its links, or the target of an explicit link."""

    text: str
    links: tuple[Link, ...]
    markup: str  # "text", "rst", "markdown", "html" ...
    target: bool = False  # the text is the target of an explicit link, as a whole
    label: str | None = None  # and this is the text that the reader sees


@dataclass(frozen=True, slots=True)
class Source:
    """A whole file. Offsets are code points of the text, or octets where there is none."""

    data: bytes
    text: str | None  # None: the octets from bad_start to bad_end are none of the encoding
    encoding: str
    bad_start: int = 0
    bad_end: int = 0
    declared: tuple[int, int, str] | None = None  # start and end of the charset's name, and the name
    contradicted: bool = False  # what is declared is not what the file is in
    unused: tuple[tuple[int, int], ...] = ()  # the comments that switched nothing off

    def guess(self) -> str | None:
        """An encoding that the octets may be in."""
        from charset_normalizer import from_bytes

        best = from_bytes(self.data).best()
        return None if best is None or best.encoding in ("ascii", "utf_8") else best.encoding.replace("_", "-")


class Use(NamedTuple):
    """A link of one of the files, for the rules that look at all of them."""

    path: str
    line: int
    column: int
    start: int  # in the file
    end: int
    iri: str
    excerpt: str
