"""Drop-ins for programs in which people already write. Each module imports its host, an extra of the package."""
