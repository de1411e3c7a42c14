"""The subjects of rules besides `Document`: components of an IRI, and prose with links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from extract.detect.link import Link
from extract.iri.components import Component, Components
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRISyntaxError
from extract.iri.host import is_socket
from extract.iri.scheme_rules import SchemeFault, faults_of
from extract.iri.schemes import DNS_SCHEMES

if TYPE_CHECKING:
    from extract.readers.document import Document
    from extract.readers.formats import Format
    from extract.tree.targets import LeadsTo


@dataclass(frozen=True)
class CheckedComponents(Components):
    """The components of any string, with lazily computed syntax errors and violations of scheme rules."""

    @cached_property
    def name(self) -> Component | None:
        """The host if it is a DNS name that follows the grammar."""
        host = self.host
        if host is None or not host.text or host.text.startswith("[") or is_socket(host.text):
            return None
        if self.scheme is not None and self.scheme_name not in DNS_SCHEMES:
            return None
        is_wrong = any(host.start <= error.start <= host.end for error in self.errors)
        return None if is_wrong else host

    @cached_property
    def non_ascii(self) -> tuple[Component, ...]:
        """The components with non-ASCII characters, except the host, which has its own rules (family 3)."""
        return tuple(one for one in self if not one.text.isascii() and one.component != "host")

    @cached_property
    def errors(self) -> tuple[IRISyntaxError, ...]:
        """The violations of the grammar of IRI-reference (RFC 3987 §2.2)."""
        return tuple(syntax_errors(self.text))

    @cached_property
    def faults(self) -> tuple[SchemeFault, ...]:
        """The violations of the rules of the scheme."""
        return tuple(faults_of(self))


@dataclass(frozen=True, slots=True)
class Prose:
    """Running text with its links, or the destination of a link."""

    text: str  # without the format's markup and escapes
    links: tuple[Link, ...]  # in order, with offsets in the text
    document: Document  # the document with the text
    target: bool = False  # whether the text is the destination of a link
    label: str | None = None  # the link text of this destination, or None
    attribute: str | None = None  # the HTML attribute whose value the text is, or None
    leads_to: LeadsTo = ""  # what the destination leads to, if the markup declares it

    @property
    def format(self) -> Format:
        """The format of the file."""
        return self.document.format
