"""Characters and positions in text, independent of the syntax of IRIs."""
