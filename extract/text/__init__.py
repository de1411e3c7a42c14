"""Characters and places in text; does not know the syntax of IRIs."""
