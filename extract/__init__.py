"""The engine: finds, reads, checks, converts and formats IRIs (RFC 3987)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from extract.bidi import has_rtl, isolate, strip_isolates, visual_order
from extract.comparison import canonically_equivalent, equivalent, is_nfc, is_nfkc, normalize
from extract.decoding import Explanation, Kept, to_iri
from extract.detection import Link, find_links
from extract.display import display, encodable_in
from extract.errors import ConversionError, HostError, IRIError, IRISyntaxError
from extract.formatting import compose, minimal, readable
from extract.grammar import is_absolute_iri, is_iri, is_iri_reference, is_uri, is_uri_reference
from extract.host import host_to_ascii, host_to_unicode, is_known_tld, top_level_domains
from extract.iri import IRI, resolve
from extract.mapping import percent_encode, to_uri
from extract.rules import RULES, Problem, check
from extract.schemes import DEFAULT_SCHEMES, UNSAFE_SCHEMES, scheme_status, suggest_scheme
from extract.spoofing import confusable, skeleton
from extract.version import __version__
from extract.visible import visible

if TYPE_CHECKING:
    from extract.charsets import Interpretation, for_document, from_file_name, interpretations
    from extract.leiri import LeiriFinding, is_leiri, leiri_findings, leiri_to_iri
    from extract.linkify_it import LinkifyIt
    from extract.linking import HTML, linkify
    from extract.preprocessing import (
        Change,
        Entry,
        Hint,
        clean_entry,
        encoding_hints,
        from_bytes,
        from_presentation,
        preprocess,
        preprocess_list,
        web_address,
    )
    from extract.streaming import find_links_in

# What few programs use is loaded when it is asked for (PEP 562).
_LATER = {
    "charsets": "Interpretation for_document from_file_name interpretations",
    "leiri": "LeiriFinding is_leiri leiri_findings leiri_to_iri",
    "linkify_it": "LinkifyIt",
    "linking": "HTML linkify",
    "preprocessing": "Change Entry Hint clean_entry encoding_hints from_bytes from_presentation preprocess "
    "preprocess_list web_address",
    "streaming": "find_links_in",
}


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names.split():
            found = getattr(import_module(f"extract.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'extract' has no attribute {name!r}")


__all__ = [
    "DEFAULT_SCHEMES",
    "HTML",
    "IRI",
    "RULES",
    "UNSAFE_SCHEMES",
    "Change",
    "ConversionError",
    "Entry",
    "Explanation",
    "Hint",
    "HostError",
    "IRIError",
    "IRISyntaxError",
    "Interpretation",
    "Kept",
    "LeiriFinding",
    "Link",
    "LinkifyIt",
    "Problem",
    "__version__",
    "canonically_equivalent",
    "check",
    "clean_entry",
    "compose",
    "confusable",
    "display",
    "encodable_in",
    "encoding_hints",
    "equivalent",
    "find_links",
    "find_links_in",
    "for_document",
    "from_bytes",
    "from_file_name",
    "from_presentation",
    "has_rtl",
    "host_to_ascii",
    "host_to_unicode",
    "interpretations",
    "is_absolute_iri",
    "is_iri",
    "is_iri_reference",
    "is_known_tld",
    "is_leiri",
    "is_nfc",
    "is_nfkc",
    "is_uri",
    "is_uri_reference",
    "isolate",
    "leiri_findings",
    "leiri_to_iri",
    "linkify",
    "minimal",
    "normalize",
    "percent_encode",
    "preprocess",
    "preprocess_list",
    "readable",
    "resolve",
    "scheme_status",
    "skeleton",
    "strip_isolates",
    "suggest_scheme",
    "to_iri",
    "to_uri",
    "top_level_domains",
    "visible",
    "visual_order",
    "web_address",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
