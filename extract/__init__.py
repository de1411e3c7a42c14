"""The engine: finds, reads, checks, converts and formats IRIs (RFC 3987)."""

from extract.detection import Link, find_links
from extract.errors import ConversionError, HostError, IRIError, IRISyntaxError
from extract.mapping import to_iri, to_uri
from extract.rules import Problem, check

__all__ = [
    "ConversionError",
    "HostError",
    "IRIError",
    "IRISyntaxError",
    "Link",
    "Problem",
    "check",
    "find_links",
    "to_iri",
    "to_uri",
]
