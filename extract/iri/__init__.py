"""RFC 3987 and 3986: an IRI as a value, and what can be asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.iri.as_iri import Explanation as Explanation
    from extract.iri.as_iri import KeptEscape as KeptEscape
    from extract.iri.as_iri import to_iri as to_iri
    from extract.iri.as_uri import to_uri as to_uri
    from extract.iri.bidi_rule import has_rtl as has_rtl
    from extract.iri.chain import Target as Target
    from extract.iri.chain import targets as targets
    from extract.iri.charsets import Interpretation as Interpretation
    from extract.iri.charsets import encode_for_document as encode_for_document
    from extract.iri.charsets import from_file_name as from_file_name
    from extract.iri.charsets import interpretations as interpretations
    from extract.iri.cleaning import CleanedInput as CleanedInput
    from extract.iri.cleaning import EncodingHint as EncodingHint
    from extract.iri.cleaning import Replacement as Replacement
    from extract.iri.cleaning import clean_entry as clean_entry
    from extract.iri.cleaning import encoding_hints as encoding_hints
    from extract.iri.cleaning import from_presentation as from_presentation
    from extract.iri.cleaning import iri_from_bytes as iri_from_bytes
    from extract.iri.cleaning import preprocess as preprocess
    from extract.iri.cleaning import preprocess_list as preprocess_list
    from extract.iri.errors import ConversionError as ConversionError
    from extract.iri.errors import HostError as HostError
    from extract.iri.errors import IRIError as IRIError
    from extract.iri.errors import IRISyntaxError as IRISyntaxError
    from extract.iri.following import Followed as Followed
    from extract.iri.following import Repair as Repair
    from extract.iri.following import follow as follow
    from extract.iri.following import web_address as web_address
    from extract.iri.grammar import is_absolute_iri as is_absolute_iri
    from extract.iri.grammar import is_iri as is_iri
    from extract.iri.grammar import is_iri_reference as is_iri_reference
    from extract.iri.grammar import is_uri as is_uri
    from extract.iri.grammar import is_uri_reference as is_uri_reference
    from extract.iri.host import host_to_ascii as host_to_ascii
    from extract.iri.host import host_to_unicode as host_to_unicode
    from extract.iri.leiri import LeiriFinding as LeiriFinding
    from extract.iri.leiri import is_leiri as is_leiri
    from extract.iri.leiri import leiri_findings as leiri_findings
    from extract.iri.leiri import leiri_to_iri as leiri_to_iri
    from extract.iri.normalization import canonically_equivalent as canonically_equivalent
    from extract.iri.normalization import equivalent as equivalent
    from extract.iri.normalization import is_nfc as is_nfc
    from extract.iri.normalization import is_nfkc as is_nfkc
    from extract.iri.normalization import normalize as normalize
    from extract.iri.percent import percent_encode as percent_encode
    from extract.iri.resolution import resolve as resolve
    from extract.iri.schemes import DEFAULT_SCHEMES as DEFAULT_SCHEMES
    from extract.iri.schemes import MARKED_SCHEMES as MARKED_SCHEMES
    from extract.iri.schemes import UNSAFE_SCHEMES as UNSAFE_SCHEMES
    from extract.iri.schemes import scheme_status as scheme_status
    from extract.iri.schemes import suggest_scheme as suggest_scheme
    from extract.iri.tld import is_known_tld as is_known_tld
    from extract.iri.tld import registrable_domain as registrable_domain
    from extract.iri.tld import top_level_domains as top_level_domains
    from extract.iri.value import IRI as IRI
    from extract.iri.value import QueryPairs as QueryPairs
else:
    # Loaded when asked for (PEP 562): few programs use all of it.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "as_iri": "Explanation KeptEscape to_iri",
            "as_uri": "to_uri",
            "bidi_rule": "has_rtl",
            "charsets": "Interpretation encode_for_document from_file_name interpretations",
            "cleaning": "CleanedInput EncodingHint Replacement clean_entry encoding_hints from_presentation "
            "iri_from_bytes preprocess preprocess_list",
            "errors": "ConversionError HostError IRIError IRISyntaxError",
            "following": "Followed Repair follow web_address",
            "grammar": "is_absolute_iri is_iri is_iri_reference is_uri is_uri_reference",
            "host": "host_to_ascii host_to_unicode",
            "leiri": "LeiriFinding is_leiri leiri_findings leiri_to_iri",
            "normalization": "canonically_equivalent equivalent is_nfc is_nfkc normalize",
            "percent": "percent_encode",
            "resolution": "resolve",
            "schemes": "DEFAULT_SCHEMES MARKED_SCHEMES UNSAFE_SCHEMES scheme_status suggest_scheme",
            "chain": "Target targets",
            "tld": "is_known_tld registrable_domain top_level_domains",
            "value": "IRI QueryPairs",
        },
    )
