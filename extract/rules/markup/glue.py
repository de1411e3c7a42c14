"""Separate a reStructuredText link from the adjoining text."""

from __future__ import annotations

from extract.rules.markup.repair import Piece

# docutils, "Inline markup recognition rules" 6 and 7, in ASCII.
_BEFORE = frozenset(["", *" \r\n-:/'\"<([{*|"])  # "*" and "|" may open other markup
_AFTER = frozenset(["", *" \r\n-:/'\")]}>.,;!?\\*|"])


def glue(piece: Piece, start: int, end: int) -> tuple[str, str]:
    """Return the separators that docutils needs before and after ``piece.text[start:end]``, each possibly ""."""
    before, after = piece.text[max(start - 1, 0) : start], piece.text[end : end + 1]
    left = "" if before in _BEFORE or _is_open(before) else " " if before in ",;.!?" else "\\ "
    right = "" if after in _AFTER or (not after.isalnum() and after not in "_(（「") else "\\ "
    return left, right


def _is_open(character: str) -> bool:
    return character in "（「『【〈《“‘«¡¿"
