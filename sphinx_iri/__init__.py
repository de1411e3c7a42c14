"""IRIs in docutils and Sphinx."""
