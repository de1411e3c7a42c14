"""Parse a piece of text in a markup: its links and other constructs, and the text between them."""

from __future__ import annotations

from extract.parsers.reading import Construct, Reading

__all__ = ["Construct", "Reading"]
