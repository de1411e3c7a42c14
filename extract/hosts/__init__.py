"""Drop-ins: links where people already write. Each module imports its host, and is an extra of the package."""
