"""Integrations with other programs. Each module imports its program, which is an extra of the package."""
