"""The engine: finds, reads, checks, converts and formats IRIs (RFC 3987)."""

from extract.detection import Link, find_links
from extract.errors import ConversionError, HostError, IRIError, IRISyntaxError
from extract.formatting import compose, minimal, readable
from extract.grammar import is_absolute_iri, is_iri, is_iri_reference, is_uri, is_uri_reference
from extract.iri import IRI
from extract.mapping import to_iri, to_uri
from extract.rules import Problem, check

__all__ = [
    "IRI",
    "ConversionError",
    "HostError",
    "IRIError",
    "IRISyntaxError",
    "Link",
    "Problem",
    "check",
    "compose",
    "find_links",
    "is_absolute_iri",
    "is_iri",
    "is_iri_reference",
    "is_uri",
    "is_uri_reference",
    "minimal",
    "readable",
    "to_iri",
    "to_uri",
]
