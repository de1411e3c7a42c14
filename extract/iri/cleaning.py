"""Prepare text for parsing: character references, whitespace, and text that people type (RFC 3987 §5.1, §7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html.entities import html5
from typing import Any, Literal, NamedTuple, get_args

from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRISyntaxError, Kind, require_choice, text_of
from extract.iri.leiri import from_leiri
from extract.iri.percent import encode_all
from extract.text.characters import INVISIBLE, JOINERS, UCSCHAR, is_surrogate
from extract.text.positions import Edit, edited
from extract.text.references import IN_ATTRIBUTE, IN_XML, unescape
from extract.text.regexes import lazy, re

Format = Literal["plain", "xml", "html", "leiri"]
Spaces = Literal["error", "remove", "encode"]
Backslashes = Literal["error", "slash", "encode"]

# draft-weber-iri-guidelines-01 §4.1: these four and no other whitespace.
_MARGIN = " \r\n\t"
_LINE_ENDS = re.compile(r"[\r\n]++")
_REFERENCE = {
    "xml": re.compile(IN_XML),
    "html": re.compile(IN_ATTRIBUTE),
}


def preprocess(
    text: str, *, format: Format = "plain", spaces: Spaces = "error", backslashes: Backslashes = "error"
) -> str:
    """Extract an IRI from the format that contains it.

    First the character references of the format are resolved: in HTML as in attributes, in XML, but not in plain
    text (RFC 3987 §5.1). Then whitespace at both ends is removed: only U+0020, CR, LF and TAB. ``spaces`` inside are
    an error, are removed (with line ends) or become ``%20``. ``backslashes`` are an error, or become slashes or
    ``%5C``. From a ``"leiri"``, used by XML formats, nothing is removed. Characters that IRIs do not allow are
    percent-encoded (3987bis §6.2).

    Raises `IRISyntaxError` at the first space or backslash. Its offsets count code points of ``text``.
    """
    require_choice("spaces", spaces, get_args(Spaces))
    is_leiri = format == "leiri"
    result = _carried(text, format, backslashes, " " if spaces == "error" and not is_leiri else "")
    if is_leiri:
        return from_leiri(text)
    if spaces == "remove":
        result = _LINE_ENDS.sub("", result)  # IRI guidelines §4.2; RFC 3986 appendix C
    return result.replace(" ", "" if spaces == "remove" else "%20")


def preprocess_list(text: str, *, format: Format = "plain", backslashes: Backslashes = "error") -> list[str]:
    """Extract the IRIs of a text, separated by spaces (U+0020); otherwise like `preprocess`."""
    return [part for part in _carried(text, format, backslashes, "").split(" ") if part]


def _carried(text: str, format: Format, backslashes: Backslashes, refused: str) -> str:
    """Return a text without character references and margins, and with its backslashes converted."""
    text = text_of(text, "text")
    require_choice("format", format, get_args(Format))
    require_choice("backslashes", backslashes, get_args(Backslashes))
    found = _REFERENCE[format].finditer(text) if format in _REFERENCE else ()
    carried = edited(text, [Edit(*match.span(), _resolved(match[0], format)) for match in found])
    result = carried.text.strip(_MARGIN)
    refused += "\\" if backslashes == "error" and format != "leiri" else ""
    if refused and (bad := re.search(f"[{re.escape(refused)}]", result)):
        at = bad.start() + len(carried.text) - len(carried.text.lstrip(_MARGIN))
        start, end = carried.span(at, at + 1)
        what, kind, meant = _REFUSED[bad[0]]
        message = f'the text has {what} at {start}; write "{meant}" if it belongs to the IRI'
        raise IRISyntaxError(message, kind=kind, start=start, end=end, character=bad[0], rule="RFC 3987 §2.2")
    return result.replace("\\", "/" if backslashes == "slash" else "%5C")


_REFUSED: dict[str, tuple[str, Kind, str]] = {
    " ": ("a space", "space", "%20"),
    "\\": ("a backslash", "backslash", "%5C"),
}


def _resolved(reference: str, format: Format) -> str:
    if reference[1] != "#":
        return html5.get(reference[1:], reference)
    digits = reference[2:].rstrip(";")
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits.lstrip("0")[:8] or "0")
    if format == "xml":  # XML 1.0 §4.1: the character, if it is one
        return chr(code) if code <= 0x10FFFF and not is_surrogate(chr(code)) else reference
    # HTML has its own rules for some numbers. It keeps controls and noncharacters, which Python drops.
    return unescape(reference) or chr(code)


# --- text that people type --------------------------------------------------------------------------------------------

Bad = Literal["encode", "drop", "keep"]


class Replacement(NamedTuple):
    """A change of an entry: characters that IRIs do not allow, or that nobody intended."""

    start: int  # offset in the original text, in code points
    character: str  # as in the entry; several characters if they form a unit, such as a line break
    replacement: str | None  # "" if it was removed; None if it was kept


class CleanedInput(NamedTuple):
    """The cleaned text of an entry, and its changes."""

    text: str  # without whitespace at its ends
    changes: tuple[Replacement, ...]  # in order; () if there were none


# draft-masinter-url-i18n-07 §4.2: invisible characters, and joiners without letters to join.
_UNSEEN = lazy(rf"(?V1)[{INVISIBLE}]++|(?<![{UCSCHAR}])[{JOINERS}]++|[{JOINERS}]++(?![{UCSCHAR}])")
_AROUND = lazy(rf"(?V1)[\s{INVISIBLE}{JOINERS}]")
# RFC 3986 appendix C: delimiters of an IRI, "URL:", and line breaks with adjacent whitespace.
_PAIRS = frozenset("<> ＜＞ 〈〉 ⟨⟩ （） () [] \"\" '' `` «» »« „“ „” “” ”” ‘’ 「」 『』 【】 《》".split())
_URL = re.compile(r"URL:(?=\s*+[A-Za-z])", re.IGNORECASE)
_IS_ADDRESS = re.compile(r"\w[\w+\-]*+[:：.．]\s*+\S").match
_BEFORE_ADDRESS = re.compile(r"(?<!\s)\s++(?=[A-Za-z][A-Za-z0-9+.\-]*+://)")
_LINE_BREAK = re.compile("(?<![ \t])[ \t]*+(?:[\n\v\f\r\x85\u2028\u2029][ \t]*+)++|\t++")
# Input methods write full-width letters. They mean ASCII up to the path, and in the rest if it has no other ASCII.
_IS_WIDE = re.compile(r"[A-Za-z]*[Ａ-Ｚａ-ｚ]++[：:]|[A-Za-z]++：[/／]{2}|[Ｗｗ]{3}[.．]").match
_HEAD = re.compile(r"(?:\w++[:：][/／]{2})?[^/／?？#＃]*+[/／?？#＃]?").match
_WIDE = re.compile("[！-～]++")
_TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_IS_WEB = re.compile("https?://", re.IGNORECASE).match
_FULL_STOP = re.compile("[。．｡]")  # UTS #46 §2.3: they separate labels
_BACKSLASHES = re.compile(r"\\++")
_ONE = re.compile("(?s:.)")
_BEFORE_QUERY = re.compile(r"(?:https?|ftp|wss?):[^?#]*+", re.IGNORECASE).match


class _Entry:
    """An entry, with the original offset of each character."""

    def __init__(self, text: str) -> None:
        self.source = self.text = text
        self.places = list(range(len(text)))
        self.changes: list[Replacement] = []

    def replace(self, found: Iterable[Any], new: Callable[[str], str] = lambda _: "") -> None:
        """Replace matches."""
        pieces: list[str] = []
        places: list[int] = []
        end = 0
        for match in found:
            start, last, meant = match.start(), match.end() - 1, new(match[0])
            self._changed(start, match.end(), meant)
            pieces += [self.text[end:start], meant]
            places += self.places[end:start]
            places += [self.places[min(start + at, last)] for at in range(len(meant))]
            end = match.end()
        if end:
            self.text, self.places = "".join([*pieces, self.text[end:]]), places + self.places[end:]

    def cut(self, start: int, end: int) -> None:
        """Keep only ``text[start:end]``. Removed whitespace is not listed as a change."""
        for part, at in ((self.text[:start], 0), (self.text[end:], end)):
            if part.strip():
                self._changed(at + len(part) - len(part.lstrip()), at + len(part.rstrip()), "")
        self.text, self.places = self.text[start:end], self.places[start:end]

    def _changed(self, start: int, end: int, meant: str | None) -> None:
        first, after = self.places[start], self.places[end - 1] + 1
        self.changes.append(Replacement(first, self.source[first:after], meant))

    def unwrap(self) -> None:
        """Remove whitespace, invisible characters, ``URL:``, and pairs of brackets or quotation marks around an IRI."""
        text, start, end = self.text, 0, len(self.text)
        whole = 0, end  # without whitespace, but with the innermost pair
        while start < end:
            if _AROUND.match(text, start):
                start += 1
            elif _AROUND.match(text, end - 1):
                end -= 1
            elif prefix := _URL.match(text, start, end):
                start = prefix.end()
            elif end - start > 2 and text[start] + text[end - 1] in _PAIRS:
                whole = start, end
                start, end = start + 1, end - 1
            else:
                break
        before = text[start - 1 : start]
        if whole[0] < start and before + text[end : end + 1] in _PAIRS and not self._is_inside(start, end, before):
            start, end = whole  # "(a)(b)" is not a pair, nor is "(see)"
        self.cut(start, max(start, end))

    def _is_inside(self, start: int, end: int, opening: str) -> bool:
        """Return whether the brackets or quotation marks around a part are a pair, with an IRI between them."""
        part, closing = self.text[start:end], self.text[end]
        if closing in part and part.find(closing) < (part.find(opening) if opening in part else len(part)):
            return False
        return opening == "<" or _IS_ADDRESS(part) is not None

    def to_ascii(self) -> None:
        """Convert a full-width scheme and host, and the dots between host labels, to ASCII."""
        if _IS_WIDE(self.text):
            end = _HEAD(self.text).end()  # type: ignore[union-attr]  # it always matches
            limit = end if re.search("[A-Za-z0-9]", self.text[end:]) else len(self.text)
            self.replace(_WIDE.finditer(self.text, 0, limit), lambda wide: wide.translate(_TO_ASCII))
        if _IS_WEB(self.text):
            end = _HEAD(self.text).end()  # type: ignore[union-attr]
            self.replace(_FULL_STOP.finditer(self.text, 0, end), lambda _: ".")

    def treat(self, bad: Bad) -> None:
        """Encode, remove or list the characters that the grammar rejects."""
        treated = []
        for error in syntax_errors(self.text):
            stays = error.component in ("scheme", "port", "authority") or error.kind == "ip-literal"
            if error.character is None or stays:
                continue
            if bad == "keep" or (bad == "encode" and is_surrogate(error.character)):
                self._changed(error.start, error.end, None)
            else:
                treated.append(_ONE.match(self.text, error.start))
        self.replace(treated, encode_all if bad == "encode" else lambda _: "")


def clean_entry(text: str, *, bad: Bad = "encode") -> CleanedInput:
    r"""Return the IRI that someone typed or pasted, and list the changes (RFC 3987 §7.2).

    Removed are direction marks, byte order marks and other invisible characters, surrounding brackets or quotation
    marks, ``URL:``, and line breaks with adjacent whitespace (RFC 3986 appendix C). Of several lines with an IRI each,
    the first is used. Full-width characters become ASCII in scheme and host (``ｈｔｔｐ：／／``, ``例え。jp``), and
    ``\`` before the query of a web IRI becomes ``/``. Other characters that IRIs do not allow are percent-encoded,
    dropped, or kept and listed, depending on ``bad``.

    Whitespace at both ends is removed, but not listed. Offsets count code points of ``text``. Cleaning the result again
    does not change it. To extract an IRI from a sentence or from markup, use `find_links`.
    """
    require_choice("bad", bad, get_args(Bad))
    entry = _Entry(text_of(text, "text"))
    before = None
    while entry.text != before:  # removed characters may have separated "URL:", and so on: three rounds at most
        before = entry.text
        entry.unwrap()
        ends = (space.start() for space in _BEFORE_ADDRESS.finditer(entry.text) if len(f"{space[0]}x".splitlines()) > 1)
        entry.cut(0, next(ends, len(entry.text)))
        entry.replace(_LINE_BREAK.finditer(entry.text))
        if not entry.text.isascii():
            entry.replace(_UNSEEN.finditer(entry.text))
            entry.to_ascii()
        if "\\" in entry.text and (part := _BEFORE_QUERY(entry.text)):
            entry.replace(_BACKSLASHES.finditer(part[0]), lambda run: "/" * len(run))
        if bad == "drop":
            entry.treat(bad)
    if bad != "drop":
        entry.treat(bad)
    return CleanedInput(entry.text, tuple(sorted(entry.changes, key=lambda change: change.start)))
