"""Unicode normalization forms in linear time."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from extract.text.regexes import lazy

if TYPE_CHECKING:
    import regex

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

# Python sorts combining marks by insertion, which is slow for thousands of them. Words have only a few.
_MANY_MARKS = lazy(r"\p{M}{64,}+")
_SHORT = 256


def to_form(form: Form, text: str) -> str:
    """Return a text in a normalization form, as `unicodedata.normalize` does."""
    if len(text) > _SHORT and not unicodedata.is_normalized(form, text):
        text = _MANY_MARKS.sub(_in_order, text)
    return unicodedata.normalize(form, text)


def _in_order(match: regex.Match[str]) -> str:
    """Decompose a run of marks, and put them into canonical order (Unicode 3.11 D109) with a stable sort."""
    marks = "".join(unicodedata.normalize("NFD", mark) for mark in match[0])
    runs = groupby(marks, key=lambda mark: unicodedata.combining(mark) > 0)
    return "".join("".join(sorted(run, key=unicodedata.combining) if moves else run) for moves, run in runs)
