"""The engine: finds, parses, checks, converts and displays IRIs (RFC 3987).

The names that most programs need. The rest is in subpackages (`extract.iri`, `extract.detect`, …).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

__version__ = "0.1.0"

if TYPE_CHECKING:
    from extract.detect.finder import Finder as Finder
    from extract.detect.finder import find_links as find_links
    from extract.detect.finder import find_links_in as find_links_in
    from extract.detect.link import Link as Link
    from extract.detect.spans import link_end as link_end
    from extract.detect.spans import mask as mask
    from extract.detect.spans import replace_links as replace_links
    from extract.iri.as_iri import to_iri as to_iri
    from extract.iri.as_uri import to_uri as to_uri
    from extract.iri.cleaning import preprocess as preprocess
    from extract.iri.errors import ConversionError as ConversionError
    from extract.iri.errors import HostError as HostError
    from extract.iri.errors import IRIError as IRIError
    from extract.iri.errors import IRISyntaxError as IRISyntaxError
    from extract.iri.grammar import is_iri as is_iri
    from extract.iri.grammar import is_uri as is_uri
    from extract.iri.host import host_to_ascii as host_to_ascii
    from extract.iri.host import host_to_unicode as host_to_unicode
    from extract.iri.normalization import equivalent as equivalent
    from extract.iri.normalization import normalize as normalize
    from extract.iri.resolution import resolve as resolve
    from extract.iri.value import IRI as IRI
    from extract.linter.finding import Finding as Finding
    from extract.linter.linting import lint as lint
    from extract.markup.linker import linkify as linkify
    from extract.present.displaying import display as display
    from extract.present.escaping import readable_iri as readable_iri
    from extract.redirects.chain import redirect_chain as redirect_chain
    from extract.redirects.following import follow as follow
    from extract.rules.checking import check as check
    from extract.rules.problem import Problem as Problem
else:
    # Imported on first use (PEP 562), because few programs use all names.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "detect.finder": "Finder find_links find_links_in",
            "detect.link": "Link",
            "detect.spans": "link_end mask replace_links",
            "iri.as_iri": "to_iri",
            "iri.as_uri": "to_uri",
            "iri.cleaning": "preprocess",
            "iri.errors": "ConversionError HostError IRIError IRISyntaxError",
            "redirects.following": "follow",
            "iri.grammar": "is_iri is_uri",
            "iri.host": "host_to_ascii host_to_unicode",
            "iri.normalization": "equivalent normalize",
            "iri.resolution": "resolve",
            "redirects.chain": "redirect_chain",
            "iri.value": "IRI",
            "linter.finding": "Finding",
            "linter.linting": "lint",
            "markup.linker": "linkify",
            "present.displaying": "display",
            "present.escaping": "readable_iri",
            "rules": "Problem check",
        },
    )
