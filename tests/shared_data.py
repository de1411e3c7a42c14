"""Data files of Unicode, and corpora: in the folder ``shared`` beside the project, or in $IRI_SHARED.

``unicode/18.0.0`` there has, in one folder, files of https://www.unicode.org/Public/: ``LinkDetectionTest.txt`` and the
others of UTS #58, ``IdnaTestV2.txt`` and ``IdnaMappingTable.txt``, ``confusables.txt`` and those of UTS #39. ``url``
there has ``urltestdata.json`` and ``toascii.json`` of web-platform-tests. ``chromium`` has the
test of Chromium's spoof checker and its list of sites.
"""

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
        where = "a file of unicode.org; " if parts[0] == "unicode" else ""
        pytest.skip(
            f"no {'/'.join(parts)} ({where}IRI_SHARED is the folder, see tests/shared_data.py)", allow_module_level=True
        )
    return path
