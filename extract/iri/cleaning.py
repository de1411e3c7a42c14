"""What comes before parsing: character references, white space, and what people type (RFC 3987 §5.1, §7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html.entities import html5
from typing import Any, Literal, NamedTuple, get_args

from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRISyntaxError, Kind, require_choice, text_of
from extract.iri.leiri import from_leiri
from extract.iri.percent import encode_all
from extract.text.characters import INVISIBLE, JOINERS, is_surrogate
from extract.text.positions import Edit, edited
from extract.text.references import IN_ATTRIBUTE, IN_XML, unescape
from extract.text.regexes import lazy, re

Format = Literal["plain", "xml", "html", "leiri"]
Spaces = Literal["error", "remove", "encode"]
Backslashes = Literal["error", "slash", "encode"]

# draft-weber-iri-guidelines-01 §4.1: these four and no other white space.
_MARGIN = " \r\n\t"
_LINE_ENDS = re.compile(r"[\r\n]++")
_REFERENCE = {
    "xml": re.compile(IN_XML),
    "html": re.compile(IN_ATTRIBUTE),
}


def preprocess(
    text: str, *, format: Format = "plain", spaces: Spaces = "error", backslashes: Backslashes = "error"
) -> str:
    """Take an IRI out of the format that carries it.

    First the format's character references are resolved: those of HTML (as in attributes), of XML, or none in plain
    text (RFC 3987 §5.1). Then white space at both ends is removed: only U+0020, CR, LF and TAB. ``spaces`` inside are
    an error, are removed (with line ends) or become ``%20``; ``backslashes`` are an error, or become slashes or
    ``%5C``. Of a ``"leiri"``, as XML formats have them, nothing is removed: what no IRI may have is percent-encoded
    (3987bis §6.2).

    Raises `IRISyntaxError` at the first space or backslash; its offsets are code points of the text given.
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
    """Take the IRIs out of a text that may contain several, separated by spaces (U+0020); otherwise as `preprocess`."""
    return [part for part in _carried(text, format, backslashes, "").split(" ") if part]


def _carried(text: str, format: Format, backslashes: Backslashes, refused: str) -> str:
    """Return a text without its character references and margins, and with its backslashes treated."""
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
    # HTML has rules of its own for some numbers. It takes controls and noncharacters as they are; Python drops them.
    return unescape(reference) or chr(code)


# --- what people type ------------------------------------------------------------------------------------------------

Bad = Literal["encode", "drop", "keep"]


class Replacement(NamedTuple):
    """What was changed in an entry: what no IRI may have, and what nobody meant."""

    start: int  # its offset in the text given, in code points
    character: str  # as in the entry; more than one if they belong together, such as a line break
    replacement: str | None  # "" if it was dropped; None if it was kept


class CleanedInput(NamedTuple):
    """The cleaned text of an entry, and what was done with each bad character."""

    text: str  # without white space at its ends
    changes: tuple[Replacement, ...]  # in order; () if nothing was bad


# draft-masinter-url-i18n-07 §4.2: what nobody sees, and joiners where there is nothing to join.
_UNSEEN = lazy(rf"(?V1)[{INVISIBLE}]++|(?<![^\x00-\x7f])[{JOINERS}]++|[{JOINERS}]++(?![^\x00-\x7f])")
_AROUND = lazy(rf"(?V1)[\s{INVISIBLE}{JOINERS}]")
# RFC 3986 appendix C: what delimits an address, "URL:", and line breaks with the white space beside them.
_PAIRS = frozenset("<> ＜＞ 〈〉 ⟨⟩ （） () [] \"\" '' `` «» »« „“ „” “” ”” ‘’ 「」 『』 【】 《》".split())
_URL = re.compile(r"URL:(?=\s*+[A-Za-z])", re.IGNORECASE)
_IS_ADDRESS = re.compile(r"\w[\w+\-]*+[:：.．]\s*+\S").match
_BEFORE_ADDRESS = re.compile(r"(?<!\s)\s++(?=[A-Za-z][A-Za-z0-9+.\-]*+://)")
_LINE_BREAK = re.compile("(?<![ \t])[ \t]*+(?:[\n\v\f\r\x85\u2028\u2029][ \t]*+)++|\t++")
# Input methods write full-width letters: ASCII up to the path is meant, and in the rest if there is no other ASCII.
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
    """An entry, and where its characters come from."""

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
        """Keep what is between; white space that goes is not listed."""
        for part, at in ((self.text[:start], 0), (self.text[end:], end)):
            if part.strip():
                self._changed(at + len(part) - len(part.lstrip()), at + len(part.rstrip()), "")
        self.text, self.places = self.text[start:end], self.places[start:end]

    def _changed(self, start: int, end: int, meant: str | None) -> None:
        first, after = self.places[start], self.places[end - 1] + 1
        self.changes.append(Replacement(first, self.source[first:after], meant))

    def unwrap(self) -> None:
        """Drop what is around it: white space, what nobody sees, ``URL:``, and pairs of marks around an address."""
        text, start, end = self.text, 0, len(self.text)
        whole = 0, end  # without white space, but with the marks of the pair inside
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
            start, end = whole  # "(a)(b)" is no pair, nor is "(see)"
        self.cut(start, max(start, end))

    def _is_inside(self, start: int, end: int, opening: str) -> bool:
        """Return whether the marks around a part belong together, and an address is between them."""
        part, closing = self.text[start:end], self.text[end]
        if closing in part and part.find(closing) < (part.find(opening) if opening in part else len(part)):
            return False
        return opening == "<" or _IS_ADDRESS(part) is not None

    def to_ascii(self) -> None:
        """Write a scheme and a host of full-width letters, and the marks between their labels, in ASCII."""
        if _IS_WIDE(self.text):
            end = _HEAD(self.text).end()  # type: ignore[union-attr]  # it always matches
            limit = end if re.search("[A-Za-z0-9]", self.text[end:]) else len(self.text)
            self.replace(_WIDE.finditer(self.text, 0, limit), lambda wide: wide.translate(_TO_ASCII))
        if _IS_WEB(self.text):
            end = _HEAD(self.text).end()  # type: ignore[union-attr]
            self.replace(_FULL_STOP.finditer(self.text, 0, end), lambda _: ".")

    def treat(self, bad: Bad) -> None:
        """Encode, drop or list what the grammar refuses."""
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
    r"""Return the address that someone typed or pasted, and list what was changed (RFC 3987 §7.2).

    Dropped are direction marks, byte order marks and other characters that nobody sees, the brackets or quotation marks
    around it, ``URL:``, and line breaks with the white space beside them (RFC 3986 appendix C); of several lines with
    an address each, the first is taken. What is full-width becomes ASCII in scheme and host (``ｈｔｔｐ：／／``,
    ``例え。jp``), and ``\`` before the query of a web address becomes ``/``. Other characters that no IRI may have are
    percent-encoded, dropped, or kept and listed, as ``bad`` says.

    White space at both ends is removed, but not listed. Offsets are code points of the text given. Cleaning twice is
    cleaning once. To take an address out of a sentence or out of markup, use `find_links`.
    """
    require_choice("bad", bad, get_args(Bad))
    entry = _Entry(text_of(text, "text"))
    before = None
    while entry.text != before:  # a word that was apart may be "URL:", and so on: three times at most
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
