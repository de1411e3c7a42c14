"""Weblate: a check that a translation has the same links as its source.

In settings: CHECK_LIST = (*DEFAULT_CHECK_LIST, "extract.integrations.weblate.AddressCheck")
"""

from __future__ import annotations

from typing import Any

from extract._exports import needed_by
from extract.readers.formats import FORMATS
from extract.rules.files.translation import compared

with needed_by("extract.integrations.weblate", "weblate"):
    from weblate.checks.base import TargetCheck

# Weblate's flags for the markup of texts.
_MARKUP = {"md-text": "markdown", "rst-text": "rst"}


class AddressCheck(TargetCheck):
    """Fails for a translation that lacks a link of its source, or has it with a mistake.

    A link to the page in another language passes, and so does another link: see ``iri explain translated-iri``.
    """

    check_id = "iri_address"
    name = "Address"
    description = "The translation lacks an address of the source, or has it with a mistake."

    def check_single(self, source: str, target: str, unit: Any) -> bool:
        """Return whether the check fails for one form."""
        markup = next((name for flag, name in _MARKUP.items() if flag in unit.all_flags), "text")
        return any(compared(source, target, FORMATS[markup]))
