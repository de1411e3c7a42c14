"""Characters and places: knows nothing of the syntax of IRIs."""
