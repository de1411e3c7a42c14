"""Django REST framework: a serializer field with the URI beside the IRI.

A ``ModelSerializer`` validates and shows an `IRIField` without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from extract._exports import needed_by
from extract.integrations.django.fields import IRIText
from extract.integrations.django.validators import SCHEMES, IRIValidator
from extract.iri.errors import IRIError

with needed_by("extract.integrations.django.rest", "djangorestframework"):
    from rest_framework import serializers


class IRISerializerField(serializers.CharField):
    """An IRI as it was written, validated by `IRIValidator`; with ``with_uri``, an object of ``iri`` and ``uri``."""

    def __init__(self, *, schemes: Iterable[str] = SCHEMES, with_uri: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.with_uri = with_uri
        self.validators.append(IRIValidator(schemes))

    def to_representation(self, value: Any) -> Any:
        """Return the IRI, or both forms; ``uri`` is ``None`` where what is stored has none."""
        iri = IRIText(super().to_representation(value))
        return {"iri": str.__str__(iri), "uri": _uri(iri)} if self.with_uri else str.__str__(iri)

    def to_internal_value(self, data: Any) -> Any:
        """Return the IRI; of an object, its ``iri``."""
        return super().to_internal_value(data.get("iri") if self.with_uri and isinstance(data, dict) else data)


def _uri(iri: IRIText) -> str | None:
    try:
        return iri.uri
    except IRIError:  # stored without validation: one row must not fail a whole list
        return None
