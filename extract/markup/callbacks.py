"""Callbacks of `Linker`, compatible with bleach: they take and return the attributes of a link.

A callback is called with a dict and with ``new``, which is ``True`` for a new link and ``False`` for an existing one.
The keys of the dict are pairs such as ``(None, "href")``, and ``"_text"`` for the link text. A callback may change the
dict. Attributes with the value ``None`` are not written. If a callback returns ``None``, a new link stays text, and an
existing one loses its tags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import regex

from extract.text.arguments import require

# (namespace, name) or "_text" to value.
Attrs = dict[Any, Any]
Callback = Callable[[Attrs, bool], Attrs | None]

HREF, REL, TARGET, TEXT = (None, "href"), (None, "rel"), (None, "target"), "_text"
_GRAPHEMES = regex.compile(r"\X")


def run(callbacks: Iterable[Callback], attrs: Attrs, new: bool) -> Attrs | None:
    """Return the attributes after all callbacks; ``None`` if one of them removes the link."""
    for callback in callbacks:
        changed = callback(attrs, new)
        require_attributes("a callback", changed)
        if changed is None:
            return None
        attrs = {name: value for name, value in changed.items() if value is not None}
    return attrs


def require_attributes(function: str, result: object) -> None:
    """Raise a TypeError unless a function returned attributes or ``None``."""
    require(result is None or hasattr(result, "items"), f"the result of {function}", "a dict or None", result)


def _leads_to_a_page(attrs: Attrs) -> bool:
    return HREF in attrs and not attrs[HREF].startswith("mailto:")


def target_blank(attrs: Attrs, new: bool = False) -> Attrs:
    """Open links in a new tab, except ``mailto:``."""
    if _leads_to_a_page(attrs):
        attrs[TARGET] = "_blank"
    return attrs


def https_only(attrs: Attrs, new: bool = False) -> Attrs | None:
    """Create new links only for ``https:`` and ``mailto:``; existing links stay."""
    return attrs if not new or attrs.get(HREF, "").lower().startswith(("https:", "mailto:")) else None


def add_rel(words: str) -> Callable[[Attrs, bool], Attrs]:
    """Return a callback that adds ``words`` to ``rel``, without duplicates, except for ``mailto:``."""
    added = words.split()
    once = " ".join(dict.fromkeys(added))

    def callback(attrs: Attrs, _new: bool = False) -> Attrs:
        if not _leads_to_a_page(attrs):
            return attrs
        if REL not in attrs:
            attrs[REL] = once
        else:
            there = attrs[REL].split()
            known = {word.lower() for word in there}
            attrs[REL] = " ".join(there + [word for word in added if word.lower() not in known])
        return attrs

    return callback


_nofollow = add_rel("nofollow")


def nofollow(attrs: Attrs, new: bool = False) -> Attrs:
    """Add "nofollow" to ``rel``, except for ``mailto:``."""
    return _nofollow(attrs, new)


def shorten(limit: int) -> Callback:
    """Return a callback that shortens the text of new links to ``limit`` code points, including the "…".

    It never separates a character from its combining marks (UAX #29).
    """

    def callback(attrs: Attrs, new: bool = False) -> Attrs:
        if new and TEXT in attrs:
            attrs[TEXT] = shortened(attrs[TEXT], limit)
        return attrs

    return callback


def shortened(text: str, limit: int | None) -> str:
    """Return the text, shortened with "…" to at most ``limit`` code points; ``None`` is no limit."""
    if limit is None or len(text) <= limit:
        return text
    return first_characters(text, limit - 1) + "…"


def first_characters(text: str, limit: int) -> str:
    """Return the whole characters, with their combining marks (UAX #29), that fit into ``limit`` code points."""
    end = 0
    for match in _GRAPHEMES.finditer(text):
        if match.end() > limit:
            break
        end = match.end()
    return text[:end]
