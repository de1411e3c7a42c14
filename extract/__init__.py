"""The engine: finds, reads, checks, converts and formats IRIs (RFC 3987)."""

from extract.decoding import Explanation, Kept, to_iri
from extract.detection import Link, find_links
from extract.errors import ConversionError, HostError, IRIError, IRISyntaxError
from extract.formatting import compose, minimal, readable
from extract.grammar import is_absolute_iri, is_iri, is_iri_reference, is_uri, is_uri_reference
from extract.host import host_to_ascii, host_to_unicode, is_known_tld, top_level_domains
from extract.iri import IRI
from extract.mapping import percent_encode, to_uri
from extract.rules import Problem, check

__all__ = [
    "IRI",
    "ConversionError",
    "Explanation",
    "HostError",
    "IRIError",
    "IRISyntaxError",
    "Kept",
    "Link",
    "Problem",
    "check",
    "compose",
    "find_links",
    "host_to_ascii",
    "host_to_unicode",
    "is_absolute_iri",
    "is_iri",
    "is_iri_reference",
    "is_known_tld",
    "is_uri",
    "is_uri_reference",
    "minimal",
    "percent_encode",
    "readable",
    "to_iri",
    "to_uri",
    "top_level_domains",
]
