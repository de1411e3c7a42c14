r"""The module that compiles possessive patterns: ``from extract.patterns import re``.

It is `re`, except before Python 3.11.5, where groups with possessive quantifiers match wrongly and searches with them
may never end (CPython issue 106052). `regex` reads the same patterns there, more slowly; its ``\w`` has marks too.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 11, 5):
    import re
else:
    import regex as re

__all__ = ["re"]
