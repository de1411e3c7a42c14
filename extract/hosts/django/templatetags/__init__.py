"""The template library ``iri``."""
