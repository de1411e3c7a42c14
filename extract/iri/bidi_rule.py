"""The Bidi Rule of RFC 5893 for the labels of a host, and whether a text has right-to-left characters."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import regex

from extract.iri.errors import text_of
from extract.text.regexes import lazy

RTL = lazy(r"[\p{bc=R}\p{bc=AL}]")
LTR = lazy(r"\p{bc=L}")
EUROPEAN = lazy(r"\p{bc=EN}")
ARABIC = lazy(r"\p{bc=AN}")
_BIDI = lazy(r"[\p{bc=R}\p{bc=AL}\p{bc=AN}]")


def has_rtl(text: str) -> bool:
    """Return whether a text has a right-to-left letter or an Arabic number, so that its direction matters."""
    if type(text) is not str:
        text = text_of(text, "text")
    return not text.isascii() and _BIDI.search(text) is not None


class _BidiRule(NamedTuple):
    not_in_rtl: regex.Pattern[str]  # condition 2
    rtl_end: regex.Pattern[str]  # condition 3
    not_in_ltr: regex.Pattern[str]  # condition 5
    ltr_end: regex.Pattern[str]  # condition 6


@cache
def _bidi_rule() -> _BidiRule:
    either = r"\p{bc=EN}\p{bc=ES}\p{bc=CS}\p{bc=ET}\p{bc=ON}\p{bc=BN}\p{bc=NSM}"
    return _BidiRule(
        regex.compile(rf"[^\p{{bc=R}}\p{{bc=AL}}\p{{bc=AN}}{either}]"),
        regex.compile(r"[\p{bc=R}\p{bc=AL}\p{bc=EN}\p{bc=AN}]\p{bc=NSM}*+\Z"),
        regex.compile(rf"[^\p{{bc=L}}{either}]"),
        regex.compile(r"[\p{bc=L}\p{bc=EN}]\p{bc=NSM}*+\Z"),
    )


class BidiRuleBreach(NamedTuple):
    """Which condition of RFC 5893 §2 a label breaks, and the offset of the character."""

    condition: int
    offset: int


def bidi_rule(label: str) -> BidiRuleBreach | None:
    """Apply the Bidi Rule of RFC 5893 §2 to one label (Unicode, not empty) of a Bidi domain name.

    A host is one if it has a right-to-left label (``has_rtl(host)``, RFC 5893 §1.4); the rule then holds for all its
    labels, left-to-right ones too.
    """
    rule, last = _bidi_rule(), len(label) - 1
    if RTL.match(label):
        if bad := rule.not_in_rtl.search(label):
            return BidiRuleBreach(2, bad.start())
        if not rule.rtl_end.search(label):
            return BidiRuleBreach(3, last)
        european, arabic = EUROPEAN.search(label), ARABIC.search(label)
        return BidiRuleBreach(4, max(european.start(), arabic.start())) if european and arabic else None
    if not LTR.match(label):
        return BidiRuleBreach(1, 0)
    if bad := rule.not_in_ltr.search(label):
        return BidiRuleBreach(5, bad.start())
    return None if rule.ltr_end.search(label) else BidiRuleBreach(6, last)
