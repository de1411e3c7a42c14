"""Running text to links (UTS #58)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.detect.link import Link as Link
    from extract.detect.scanner import find_links as find_links
    from extract.detect.stream import find_links_in as find_links_in

# Loaded when asked for (PEP 562): few programs use all of it.
__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "link": "Link",
        "scanner": "find_links",
        "stream": "find_links_in",
    },
)
