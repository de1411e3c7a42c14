"""Present IRIs to people: escaping, display form, direction, look-alikes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports

if TYPE_CHECKING:
    from extract.present.bidi import isolate as isolate
    from extract.present.bidi import strip_isolates as strip_isolates
    from extract.present.bidi import visual_order as visual_order
    from extract.present.confusables import skeleton as skeleton
    from extract.present.displaying import display as display
    from extract.present.displaying import encodable_in as encodable_in
    from extract.present.displaying import hidden_labels as hidden_labels
    from extract.present.escaping import build_minimal_uri as build_minimal_uri
    from extract.present.escaping import readable_iri as readable_iri
else:
    # Imported on first use (PEP 562), because few programs use all names.
    __getattr__, __dir__, __all__ = exports(
        __name__,
        {
            "bidi": "isolate strip_isolates visual_order",
            "confusables": "skeleton",
            "displaying": "display encodable_in hidden_labels",
            "escaping": "build_minimal_uri readable_iri",
        },
    )
