"""Extend the parsers to find whole IRIs in source text."""
