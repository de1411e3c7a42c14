"""What the parser of a format makes of a piece of text: which links there are, and what is left."""

from __future__ import annotations

from extract.parsers.reading import Construct, Reading

__all__ = ["Construct", "Reading"]
