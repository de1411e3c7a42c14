"""Files: read without waiting, written whole or not at all, named so that a terminal only shows the name."""
