"""Running text to links (UTS #58).

`finder` checks the options and makes a plan, `scanner` goes through the text from trigger to trigger. At a trigger,
`fast_path` reads a common link directly; otherwise a walk to the left finds where the link begins (`schemed`,
`bare_domains`, `address`), and one to the right where it ends (`end`). `tailorings` says what characters mean in each
profile.
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
    # Loaded when asked for (PEP 562): few programs use all of it.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "finder": "Finder find_links find_links_in",
            "link": "Link",
            "spans": "find_between in_units link_end mask replace_links",
        },
    )
