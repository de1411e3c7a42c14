"""What rules look at, besides a `Document`: the components of an IRI, prose with its links, the links of all files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from extract.detect.link import Link
from extract.iri.components import Component, Components
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRISyntaxError
from extract.iri.scheme_rules import SchemeFault, faults_of

if TYPE_CHECKING:
    from extract.readers.document import Document
    from extract.readers.formats import Format


@dataclass(frozen=True)
class CheckedComponents(Components):
    """The components of any string, with its violations of the grammar and of its scheme's rules, when asked for."""

    @cached_property
    def non_ascii(self) -> tuple[Component, ...]:
        """The parts with non-ASCII characters, without the host, which has its own rules (family 3)."""
        return tuple(one for one in self if not one.text.isascii() and one.component != "host")

    @cached_property
    def errors(self) -> tuple[IRISyntaxError, ...]:
        """The violations of the grammar of IRI-reference."""
        return tuple(syntax_errors(self.text))

    @cached_property
    def faults(self) -> tuple[SchemeFault, ...]:
        """The violations of its scheme's rules."""
        return tuple(faults_of(self))


@dataclass(frozen=True, slots=True)
class Prose:
    """Running text with its links, or the target of an explicit link."""

    text: str  # without the format's markup and escapes
    links: tuple[Link, ...]  # in order, with offsets in the text
    document: Document  # in which it is
    target: bool = False  # the whole text is the target of an explicit link
    label: str | None = None  # of that link: the text that the reader sees; None: it has none
    attribute: str | None = None  # of HTML, whose value the text is

    @property
    def format(self) -> Format:
        """The format of the file."""
        return self.document.format


class Use(NamedTuple):
    """A link of a file, for the rules that look at all files."""

    path: str  # name of the file
    line: int  # from 1
    column: int  # from 1, in code points
    start: int  # offset in the file, in code points
    end: int  # offset after it
    iri: str  # with the implied scheme
    excerpt: str  # the line that it starts in
    off: frozenset[str] = frozenset()  # the sub-rules that a comment switches off there
