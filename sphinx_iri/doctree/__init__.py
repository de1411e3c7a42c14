"""The doctree: its links, their places in the source, whether they can be followed, and what replaces them."""
