"""The app, labeled ``iri``."""

from __future__ import annotations

from django.apps import AppConfig


class IRIConfig(AppConfig):
    """The app that provides the template library ``iri``."""

    name = "extract.integrations.django"
    label = "iri"
    verbose_name = "IRI"
