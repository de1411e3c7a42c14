"""Legacy extended IRIs: syntax, conversion, and the reasons against them (draft-ietf-iri-3987bis §6).

New formats should not use LEIRIs (§6, SHOULD NOT).
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from extract.iri.components import match_components
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import text_of
from extract.iri.grammar import is_iri_reference
from extract.iri.percent import percent_encode
from extract.text import characters as sets

Group = Literal["space", "delims", "unwise", "controls", "bidi", "specials", "private", "tags", "noncharacters"]

# §6.3, in its order, with its advice. "bidi" also has the controls added in Unicode 6.1 and 6.3. XML 1.0 §2.2 allows
# neither U+FFFE nor U+FFFF.
_GROUPS: dict[Group, tuple[str, str]] = {
    "space": (" ", "formats and people separate IRIs with spaces"),
    "delims": (sets.DELIMS, "text around IRIs uses these to mark where they begin and end"),
    "unwise": (sets.UNWISE, "some systems show or use these differently"),
    "controls": (sets.CONTROLS, "these do not survive transport"),
    "bidi": (sets.BIDI_CONTROLS, "these change the order in which an IRI is shown, so that it cannot be typed again"),
    "specials": (sets.SPECIALS, "these are marks for software, not characters of names"),
    "private": (sets.IPRIVATE, "nobody but its owner knows what a private use character means"),
    "tags": (sets.TAGS, "these cannot be seen or typed"),
    "noncharacters": (sets.NONCHARACTERS.replace(r"\U0000FFFE-\U0000FFFF", ""), "these are not for interchange"),
}
_EXTRA = re.compile("|".join(f"(?P<{group}>[{characters}]+)" for group, (characters, _) in _GROUPS.items()))
_NOT_PRIVATE = re.compile(
    "[" + "".join(characters for group, (characters, _) in _GROUPS.items() if group != "private") + "]+"
)


class LeiriFinding(NamedTuple):
    """A run of characters of one group of §6.3, allowed in a LEIRI but not in an IRI. Offsets count code points."""

    group: Group  # as in §6.3, abbreviated
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    text: str  # the characters
    message: str  # one sentence with the offset and the advice of §6.3


def is_leiri(text: str) -> bool:
    """Return whether a text is a LEIRI reference (§6.1), which has ``leiri-ucschar`` in place of ``ucschar``."""
    return is_iri_reference(_EXTRA.sub(lambda match: "é" * len(match[0]), text_of(text, "text")))


def from_leiri(text: str) -> str:
    """Convert a LEIRI to an IRI: percent-encode only the characters that IRIs do not allow (§6.2 MUST).

    Raises `IRISyntaxError` unless ``text`` is a LEIRI reference.
    """
    if not is_leiri(text):
        errors = list(syntax_errors(text))
        raise next((error for error in errors if not _EXTRA.match(error.character or "")), errors[0])
    start, end = match_components(text).span(4)
    before, query, after = (text[:start], text[start:end], text[end:]) if start >= 0 else (text, "", "")
    return _EXTRA.sub(_encoded, before) + _NOT_PRIVATE.sub(_encoded, query) + _EXTRA.sub(_encoded, after)


def leiri_findings(text: str) -> list[LeiriFinding]:
    """Return the characters of a LEIRI that IRIs do not allow, by the nine groups of §6.3 and with its advice."""
    text = text_of(text, "text")
    query_start, query_end = match_components(text).span(4)
    findings = []
    for match in _EXTRA.finditer(text):
        group: Group = match.lastgroup  # type: ignore[assignment]  # each alternative is a group
        start, end = match.span()
        if group == "private" and query_start <= start < query_end:
            continue  # RFC 3987 §2.2 iprivate
        message = f"{group} at {start}: {_GROUPS[group][1]}; write {percent_encode(match[0])}"
        findings.append(LeiriFinding(group, start, end, match[0], message))
    return findings


def _encoded(match: re.Match[str]) -> str:
    return percent_encode(match[0])
