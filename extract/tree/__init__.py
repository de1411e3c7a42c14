"""Links inside a project: to which file and which place in it a relative reference leads, and whether they are there."""
