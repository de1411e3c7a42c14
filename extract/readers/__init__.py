"""Split files into passages of text. A reader for each format finds the prose and its offsets in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.readers.document import NOWHERE as NOWHERE
    from extract.readers.document import Document as Document
    from extract.readers.document import Surroundings as Surroundings
    from extract.readers.formats import FORMATS as FORMATS
    from extract.readers.formats import SUFFIXES as SUFFIXES
    from extract.readers.formats import Format as Format
    from extract.readers.formats import format_of as format_of
    from extract.readers.passage import Passage as Passage
else:
    # Imported on first use (PEP 562), because few programs use every module.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "document": "NOWHERE Document Surroundings",
            "formats": "FORMATS SUFFIXES Format format_of",
            "passage": "Passage",
        },
    )
