"""Find links in running text (UTS #58).

`finder` checks the options and creates a plan. `scanner` searches the text for triggers. At a trigger, `fast_path`
parses a common link with one pattern. For other links, the slow path scans to the left for the start of the link
(`schemed`, `bare_domains`, `address`), and to the right for its end (`end`). `tailorings` defines the characters of
each profile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.detect.finder import Finder as Finder
    from extract.detect.finder import find_links as find_links
    from extract.detect.finder import find_links_in as find_links_in
    from extract.detect.link import Link as Link
    from extract.detect.spans import find_between as find_between
    from extract.detect.spans import in_units as in_units
    from extract.detect.spans import link_end as link_end
    from extract.detect.spans import mask as mask
    from extract.detect.spans import replace_links as replace_links
else:
    # Loaded on first use (PEP 562): few programs need all of it.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "finder": "Finder find_links find_links_in",
            "link": "Link",
            "spans": "find_between in_units link_end mask replace_links",
        },
    )
