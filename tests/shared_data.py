"""The standards' data files, read where they lie: in the folder ``shared`` beside the project, or in $IRI_SHARED."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_NEAR = [parent / "shared" for parent in Path(__file__).resolve().parents]
_SHARED = Path(os.environ.get("IRI_SHARED") or next(filter(Path.is_dir, _NEAR), _NEAR[2]))


def shared(*parts: str) -> Path:
    """Return a file of the shared folder; the test that asks is skipped where it is not there."""
    path = _SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"no shared/{'/'.join(parts)} beside the project (or in $IRI_SHARED)", allow_module_level=True)
    return path
