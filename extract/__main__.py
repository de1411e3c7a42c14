"""Run the command ``iri`` with ``python -m extract``."""

from __future__ import annotations

import sys

from extract.cli import main

if __name__ == "__main__":
    sys.exit(main())
