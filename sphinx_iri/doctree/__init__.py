"""The doctree: what its links are, where they stand, whether they can be followed, and what replaces them."""
