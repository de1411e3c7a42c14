"""Text with its links marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.markup.linker import HTML as HTML
    from extract.markup.linker import Linker as Linker
    from extract.markup.linker import linkify as linkify
    from extract.markup.linkify_it import LinkifyIt as LinkifyIt
else:
    # Loaded when asked for (PEP 562): few programs use all of it.
    __getattr__, __dir__, __all__ = exports(__name__, {"linker": "HTML Linker linkify", "linkify_it": "LinkifyIt"})
