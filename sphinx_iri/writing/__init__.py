"""Doctree to output: how each writer gets a link that shows an IRI and leads to a URI."""
