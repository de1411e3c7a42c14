"""IRIs as values (RFC 3987, RFC 3986): parse, convert, normalize, compare and resolve them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.iri.as_iri import to_iri as to_iri
    from extract.iri.as_uri import to_uri as to_uri
    from extract.iri.cleaning import preprocess as preprocess
    from extract.iri.errors import ConversionError as ConversionError
    from extract.iri.errors import HostError as HostError
    from extract.iri.errors import IRIError as IRIError
    from extract.iri.errors import IRISyntaxError as IRISyntaxError
    from extract.iri.grammar import is_iri as is_iri
    from extract.iri.grammar import is_iri_reference as is_iri_reference
    from extract.iri.grammar import is_uri as is_uri
    from extract.iri.grammar import is_uri_reference as is_uri_reference
    from extract.iri.host import host_to_ascii as host_to_ascii
    from extract.iri.host import host_to_unicode as host_to_unicode
    from extract.iri.normalization import equivalent as equivalent
    from extract.iri.normalization import normalize as normalize
    from extract.iri.percent import percent_encode as percent_encode
    from extract.iri.resolution import resolve as resolve
    from extract.iri.schemes import DEFAULT_SCHEMES as DEFAULT_SCHEMES
    from extract.iri.schemes import UNSAFE_SCHEMES as UNSAFE_SCHEMES
    from extract.iri.tld import is_known_tld as is_known_tld
    from extract.iri.tld import registrable_domain as registrable_domain
    from extract.iri.tld import top_level_domains as top_level_domains
    from extract.iri.value import IRI as IRI
    from extract.iri.value import QueryPairs as QueryPairs
else:
    # Imported on first use (PEP 562), because few programs use every module.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "as_iri": "to_iri",
            "as_uri": "to_uri",
            "cleaning": "preprocess",
            "errors": "ConversionError HostError IRIError IRISyntaxError",
            "grammar": "is_iri is_iri_reference is_uri is_uri_reference",
            "host": "host_to_ascii host_to_unicode",
            "normalization": "equivalent normalize",
            "percent": "percent_encode",
            "resolution": "resolve",
            "schemes": "DEFAULT_SCHEMES UNSAFE_SCHEMES",
            "tld": "is_known_tld registrable_domain top_level_domains",
            "value": "IRI QueryPairs",
        },
    )
