"""Extend the writers of each format for links that show an IRI and link to a URI."""
