"""Check at unicode.org whether Unicode has published newer data than the engine's. If so, the status is 1.

Then update `regex` (pyproject.toml), the conformance files of UTS #58 and UTS #46, and `UNICODE` in this file.
"""

from __future__ import annotations

import re
import sys
from urllib.request import urlopen

UNICODE = (17, 0)  # the version of `regex`, idna and the conformance files
_README = "https://www.unicode.org/Public/UCD/latest/ReadMe.txt"


def newest(readme: str) -> tuple[int, int]:
    """Return the version in a ReadMe.txt of the Unicode Character Database."""
    version = re.search(r"Version (\d+)\.(\d+)", readme)
    if version is None:
        raise ValueError(f"no version in {_README}")
    return int(version[1]), int(version[2])


def main() -> int:
    """Compare the newest version with the engine's; return 1 if it is newer."""
    with urlopen(_README, timeout=60) as answer:  # a fixed https address
        found = newest(answer.read().decode())
    print("Unicode {}.{} is the newest; the engine has {}.{}".format(*found, *UNICODE))
    return int(found > UNICODE)


if __name__ == "__main__":
    sys.exit(main())
