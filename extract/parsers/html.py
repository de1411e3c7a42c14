"""Parse HTML tags as browsers do: start tags that create a link, and tags that are probably mistakes.

In a piece of a page, a malformed tag does not affect other tags, unlike in browsers.
"""

from __future__ import annotations

from dataclasses import replace

from extract.parsers.reading import Construct, Reading, in_order
from extract.text.html_tokens import attributes, next_tag
from extract.text.regexes import re

# Template markup, and text shown as code.
_HIDDEN = r"(?s:\{\{.*?\}\}|\{%.*?%\}|<%.*?%>|<\?.*?\?>|<!--.*?-->)|\$\{[^{}\n]*\}|`[^`\n]*<[^`\n]*`"
_VALUE = r"(?:\"[^\"<>]*+\"|'[^'<>]*+'|(?![“”‘’„«»])[^\s\"'<>=`]++(?<![“”‘’„«»]))"
_NAME = r"[^\s\"'<>/=“”‘’`&]++"
# HTML §13.1.2.1, without syntax that is allowed there but hardly ever intended.
_S = r"[ \t\r\n\f]"  # HTML whitespace
TAG = rf"(?:{_S}++{_NAME}(?:{_S}*+={_S}*+{_VALUE})?+)*+{_S}*+/?+>"
_ELEMENT = re.compile(rf"<(?P<closes>/?+)(?P<name>[A-Za-z][\w:-]*+){TAG}")
_ADDRESS = re.compile(rf"(?i)\s(?:xlink:)?(?:href|src)\s*+=\s*+(?P<value>{_VALUE})")
MISSPELT = "herf|hrf|hreff|hhref|rhef|hef|heref|hre|hrefs|hfref|scr|srcc|ssrc|rsc|sr|sc|srd"
_MISSPELT = re.compile(rf"(?i)<(?:a|img)(?![^<>]*\s(?:href|src|srcset|id|name)\s*=)[^<>]*\s(?:{MISSPELT})\s*=")
_SPACED = re.compile(r"(?i)[\"']?\s*https?(?:\s+:?/|:\s+//)")
# The space after the element name is missing, or is another character.
GLUED = r"<(?:[aA](?:[-\u00a0\u3000]?href\s?=|h ref=)|img(?:[-\u00a0\u3000]?src\s?=)|im gsrc=|imgs rc=)"
_GLUED = re.compile(GLUED)
_BARE = re.compile(r"(?i)<a\s*/?>")
_QUOTED = re.compile(r"=\s*(?:\"[^\"]*\"|'[^']*')(?=[\s/>])")
_NO_ADDRESS = re.compile(r"[<\"“”„«»‘’`]|\A'|'\Z|\s[a-z-]+\s*=\s*\Z")
_HIDES = re.compile(_HIDDEN)
_START = re.compile(r"<(?=[A-Za-z/])")
_ANCHOR = re.compile(r"(?i)<a\b")
_CLOSING = re.compile(r"(?i)</a\b")


def read(text: str) -> Reading:
    """Parse a piece of a page: its tags, with the destinations of ``<a>`` and ``<img>``."""
    found = [Construct(*one.span(), "code" if one[0][0] == "`" else "template") for one in _HIDES.finditer(text)]
    plain = _HIDES.sub(lambda hidden: "x" * len(hidden[0]), text) if found else text
    position = 0
    while start := _START.search(plain, position):
        one = construct(plain, start.start())
        position = start.end() if one is None else one.end
        if one is not None:
            found.append(one)
    return Reading(text, paired(text, in_order(found)))


def construct(text: str, start: int) -> Construct | None:
    """Return the tag that begins at ``start``, or ``None`` if it is malformed."""
    if _GLUED.match(text, start):
        return None
    if element := _ELEMENT.match(text, start):
        name, end = element["name"].lower(), element.end()
        if element["closes"] or name not in ("a", "img"):
            return Construct(start, end, "html")
        if _BARE.match(text, start) or _MISSPELT.match(text, start):
            return Construct(start, end, "problem")
        address = _ADDRESS.search(text, start, end)
        if address is None or _SPACED.match(address["value"]):
            return Construct(start, end, "problem" if address else "html")
        return Construct(start, end, "link" if name == "a" else "image", address["value"].strip("\"'"))
    if not text[start + 1 : start + 2].isalpha():
        return None
    tag = next_tag(text, start)
    if tag is None or tag.start != start or tag.end - start > _LONGEST:
        return None
    if tag.name not in ("a", "img"):
        return Construct(start, tag.end, "html") if "<" not in text[start + 1 : tag.end] else None
    made = _in_browsers(text, start, tag.end)
    return None if made is None else Construct(start, tag.end, "link" if tag.name == "a" else "image", made)


def _in_browsers(text: str, start: int, end: int) -> str | None:
    """Return the destination of a start tag with a mistake that browsers repair, or ``None``."""
    if text[end - 1] != ">" or "<" in _QUOTED.sub("", text[start + 1 : end]):
        return None
    for match in attributes(text, start, end):
        if match.lastindex and match.lastindex > 1 and match[1].lower() in _OF_LINKS:
            address = match[match.lastindex].strip()
            return address if address and not _NO_ADDRESS.search(address) else None
    return None


_OF_LINKS = ("href", "src")
_LONGEST = 2000


def paired(text: str, constructs: tuple[Construct, ...]) -> tuple[Construct, ...]:
    """Return the constructs in which only anchors closed by ``</a>`` remain links."""
    found = list(constructs)
    opened = -1
    for number, one in enumerate(found):
        if one.kind not in ("link", "html", "problem") or not text.startswith("<", one.start):
            continue
        if one.kind == "html":
            if opened >= 0 and _CLOSING.match(text, one.start):
                found[opened] = replace(found[opened], closed=one.end)
                opened = -1
        elif _ANCHOR.match(text, one.start) and one.target is not None:
            if opened >= 0:
                found[opened] = _unclosed(found[opened])
            opened = number
    if opened >= 0:
        found[opened] = _unclosed(found[opened])
    return tuple(found)


def _unclosed(one: Construct) -> Construct:
    return replace(one, kind="other")
