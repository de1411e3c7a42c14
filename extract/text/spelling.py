"""Slips of the pen: words that are one mistake apart."""

from __future__ import annotations


def is_one_slip(word: str, meant: str) -> bool:
    """Return whether one letter is missing, added, another one, or swapped with the next."""
    if word == meant or abs(len(word) - len(meant)) > 1:
        return False
    start = next((index for index, pair in enumerate(zip(word, meant, strict=False)) if pair[0] != pair[1]), None)
    if start is None:
        return True  # the last letter
    rest, other = word[start:], meant[start:]
    return rest[1:] in (other, other[1:]) or rest == other[1:] or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
