"""Locate, check and convert the links of a doctree."""
