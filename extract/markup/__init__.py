"""Write text with its links marked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.markup.linker import HTML as HTML
    from extract.markup.linker import Linker as Linker
    from extract.markup.linker import linkify as linkify
    from extract.markup.linkify_it import LinkifyIt as LinkifyIt
else:
    # Imported on first use (PEP 562), because few programs use every module.
    __getattr__, __dir__, __all__ = exports(__name__, {"linker": "HTML Linker linkify", "linkify_it": "LinkifyIt"})
