"""The Bidi Rule of RFC 5893 for host labels, and a test for right-to-left characters."""

from __future__ import annotations

from typing import NamedTuple

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


_EITHER = r"\p{bc=EN}\p{bc=ES}\p{bc=CS}\p{bc=ET}\p{bc=ON}\p{bc=BN}\p{bc=NSM}"
_NOT_IN_RTL = lazy(rf"[^\p{{bc=R}}\p{{bc=AL}}\p{{bc=AN}}{_EITHER}]")
_RTL_END = lazy(r"[\p{bc=R}\p{bc=AL}\p{bc=EN}\p{bc=AN}]\p{bc=NSM}*+\Z")
_NOT_IN_LTR = lazy(rf"[^\p{{bc=L}}{_EITHER}]")
_LTR_END = lazy(r"[\p{bc=L}\p{bc=EN}]\p{bc=NSM}*+\Z")


class BidiRuleBreach(NamedTuple):
    """The condition of RFC 5893 §2 that a host label breaks, and the offset of the character."""

    condition: int
    offset: int


def bidi_rule(label: str) -> BidiRuleBreach | None:
    """Apply the Bidi Rule of RFC 5893 §2 to one label (Unicode, not empty) of a Bidi domain name; ``None`` if it holds.

    A host is a Bidi domain name if it has a right-to-left label (``has_rtl(host)``, RFC 5893 §1.4). The rule then
    applies to all its labels, also to left-to-right ones.
    """
    last = len(label) - 1
    if RTL.match(label):
        if bad := _NOT_IN_RTL.search(label):
            return BidiRuleBreach(2, bad.start())
        if not _RTL_END.search(label):
            return BidiRuleBreach(3, last)
        european, arabic = EUROPEAN.search(label), ARABIC.search(label)
        return BidiRuleBreach(4, max(european.start(), arabic.start())) if european and arabic else None
    if not LTR.match(label):
        return BidiRuleBreach(1, 0)
    if bad := _NOT_IN_LTR.search(label):
        return BidiRuleBreach(5, bad.start())
    return None if _LTR_END.search(label) else BidiRuleBreach(6, last)
