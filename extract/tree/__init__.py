"""Links inside a project: whether the file and the anchor that a relative reference leads to are there."""
