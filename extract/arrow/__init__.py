"""Find links in columns of texts or files with Apache Arrow (extra ``arrow``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports, needed_by

with needed_by("extract.arrow", "pyarrow"):
    import pyarrow as pyarrow

if TYPE_CHECKING:
    from extract.arrow.column import Unit as Unit
    from extract.arrow.column import link_column as link_column
    from extract.arrow.schema import LINK as LINK
    from extract.arrow.schema import LINK_TABLE as LINK_TABLE
    from extract.arrow.schema import LINKS as LINKS
    from extract.arrow.table import link_table as link_table

# Imported on first use (PEP 562), because few programs use all names.
__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "column": "Unit link_column",
        "schema": "LINK LINKS LINK_TABLE",
        "table": "link_table",
    },
)
