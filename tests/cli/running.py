"""Files for the command to read."""

from pathlib import Path


def write(name: str, text: str | bytes) -> None:
    """Write a file of the current directory, with the directories it needs."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
