"""Source text to doctree: the parsers find whole IRIs."""
