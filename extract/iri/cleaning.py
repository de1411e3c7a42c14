"""What comes before parsing: bytes, character references, white space, and what people type (RFC 3987 §3.1, §7.2)."""

from __future__ import annotations

from html.entities import html5
from typing import Literal, NamedTuple, get_args

from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import ConversionError, IRISyntaxError, Kind, require_choice, text_of
from extract.iri.percent import PERCENT_U, encode_all
from extract.text.characters import is_surrogate
from extract.text.charsets import codec_name
from extract.text.forms import to_form
from extract.text.references import IN_ATTRIBUTE, IN_XML, unescape
from extract.text.regexes import re

Format = Literal["plain", "xml", "html"]
Spaces = Literal["error", "remove", "encode"]
Backslashes = Literal["error", "slash", "encode"]

# draft-weber-iri-guidelines-01 §4.1: these four and no other white space.
_MARGIN = " \r\n\t"
_REFERENCE = {
    "xml": re.compile(IN_XML),
    "html": re.compile(IN_ATTRIBUTE),
}


def iri_from_bytes(data: bytes, charset: str = "utf-8", *, nfc: bool | None = None) -> str:
    """Decode the bytes of an IRI from the charset of what carries it (RFC 3987 §3.1 step 1 b).

    By default the text is converted to NFC unless the charset is a Unicode encoding; ``nfc`` decides otherwise.
    A byte order mark is dropped. Raises `ConversionError` for an unknown charset and for bytes invalid in it;
    the offsets are bytes.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, not {type(data).__name__}")
    data, charset = bytes(data), text_of(charset, "charset")
    try:
        codec = codec_name(charset)
        text = data.decode(charset).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        start, end = error.start, error.end
        wrong = data[start:end].hex(" ").upper()
        message = f"bytes {wrong} at offset {start} are not valid {charset}; pass the source encoding"
        raise ConversionError(message, kind="bytes", start=start, end=end, rule="RFC 3987 §3.1 step 1") from None
    except (LookupError, UnicodeError):
        message = f"{charset!a} is not a charset known to Python; name one such as windows-1252"
        raise ConversionError(message, kind="charset", rule="RFC 3987 §3.1 step 1") from None
    if nfc is None:
        nfc = not codec.startswith("utf")
    return from_presentation(text) if nfc else text


def from_presentation(text: str) -> str:
    """Return the IRI that someone read, heard or typed, in NFC (RFC 3987 §3.1 step 1 a)."""
    return to_form("NFC", text_of(text, "text"))


def preprocess(
    text: str, *, format: Format = "plain", spaces: Spaces = "error", backslashes: Backslashes = "error"
) -> str:
    """Take an IRI out of the format that carries it.

    First the format's character references are resolved: those of HTML (as in attributes), of XML, or none in plain
    text (RFC 3987 §5.1). Then white space at both ends is removed: only U+0020, CR, LF and TAB. ``spaces`` inside are
    an error, are removed or become ``%20``; ``backslashes`` are an error, or become slashes or ``%5C``.

    Raises `IRISyntaxError` at the first space or backslash; its offsets are code points of the text given.
    """
    pieces = _pieces(text, format)
    require_choice("spaces", spaces, get_args(Spaces))
    require_choice("backslashes", backslashes, get_args(Backslashes))
    if spaces == "error":
        _refuse(pieces, " ", "%20")
    if backslashes == "error":
        _refuse(pieces, "\\", "%5C")
    result = "".join(piece.text for piece in pieces).strip(_MARGIN)
    result = result.replace(" ", "" if spaces == "remove" else "%20")
    return result.replace("\\", "/" if backslashes == "slash" else "%5C")


def preprocess_list(text: str, *, format: Format = "plain", backslashes: Backslashes = "error") -> list[str]:
    """Take the IRIs out of a text that may contain several, separated by spaces (U+0020); otherwise as `preprocess`."""
    pieces = _pieces(text, format)
    require_choice("backslashes", backslashes, get_args(Backslashes))
    if backslashes == "error":
        _refuse(pieces, "\\", "%5C")
    result = "".join(piece.text for piece in pieces).strip(_MARGIN)
    result = result.replace("\\", "/" if backslashes == "slash" else "%5C")
    return [part for part in result.split(" ") if part]


class _Piece(NamedTuple):
    start: int
    end: int
    text: str
    is_reference: bool


def _pieces(text: str, format: Format) -> list[_Piece]:
    """The text with its character references resolved, in pieces, each with its place in the text given."""
    text = text_of(text, "text")
    require_choice("format", format, get_args(Format))
    pieces = []
    end = 0
    for match in _REFERENCE[format].finditer(text) if format != "plain" else ():
        start = match.start()
        pieces.append(_Piece(end, start, text[end:start], False))
        end = match.end()
        resolved = _xml_character(match) if format == "xml" and match[0][1] == "#" else _resolved(match[0])
        pieces.append(_Piece(start, end, resolved, True))
    return [*pieces, _Piece(end, len(text), text[end:], False)]


# XML 1.0 §2.2 Char: not these.
_not_in_xml = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]|[\ud800-\udfff]|[\ufffe\uffff]").match


def _xml_character(match: re.Match[str]) -> str:
    """Return the very character that a numeric reference of XML names (XML 1.0 §4.1); HTML has exceptions."""
    digits = match[0][2:-1]
    base = 16 if digits[0] == "x" else 10
    digits = digits.lstrip("x").lstrip("0") or "0"
    code = int(digits, base) if len(digits) <= 7 else -1
    if 0 <= code <= 0x10FFFF and not _not_in_xml(chr(code)):
        return chr(code)
    start, end = match.span()
    shown = match[0] if len(match[0]) <= 20 else f"{match[0][:18]}…"
    message = f"{shown} at {start} is not a character that XML allows; write the character that is meant"
    raise IRISyntaxError(message, kind="reference", start=start, end=end, rule="XML 1.0 §4.1 Legal Character")


def _resolved(reference: str) -> str:
    if reference[1] != "#":
        return html5.get(reference[1:], reference)
    # HTML has rules of its own for some numbers. It takes controls and noncharacters as they are; Python drops them.
    digits = reference[2:].rstrip(";")
    return unescape(reference) or chr(int(digits[1:], 16) if digits[0] in "xX" else int(digits.lstrip("0")))


def _refuse(pieces: list[_Piece], character: str, encoded: str) -> None:
    """Raise at the first such character that is not in the margin."""
    text = "".join(piece.text for piece in pieces)
    at = text.find(character, len(text) - len(text.lstrip(_MARGIN)), len(text.rstrip(_MARGIN)))
    if at < 0:
        return
    for piece in pieces:
        if at < len(piece.text):
            start, end = piece[:2] if piece.is_reference else (piece.start + at, piece.start + at + 1)
            what = "a space" if character == " " else "a backslash"
            message = f'the text has {what} at {start}; write "{encoded}" if it belongs to the IRI'
            kind: Kind = "space" if character == " " else "backslash"
            raise IRISyntaxError(message, kind=kind, start=start, end=end, character=character, rule="RFC 3987 §2.2")
        at -= len(piece.text)


# --- what people type ------------------------------------------------------------------------------------------------


class Replacement(NamedTuple):
    """A character of an entry that no IRI may have there; ``replacement`` is ``None`` if it was kept."""

    start: int  # its offset in the text given, in code points
    character: str  # as in the entry
    replacement: str | None  # "" if it was dropped; None if it was kept


class CleanedInput(NamedTuple):
    """The cleaned text of an entry, and what was done with each bad character."""

    text: str  # without white space at its ends
    changes: tuple[Replacement, ...]  # in order; () if nothing was bad


def clean_entry(text: str, *, bad: Literal["encode", "drop", "keep"] = "encode") -> CleanedInput:
    """Percent-encode, drop or keep the characters of an entry that no IRI may have, and list them (RFC 3987 §7.2).

    White space at both ends is removed, but not listed. Offsets are code points of the text given. An unknown value of
    ``bad`` is a ValueError.
    """
    require_choice("bad", bad, ("encode", "drop", "keep"))
    text = text_of(text, "text")
    start = len(text) - len(text.lstrip(_MARGIN))
    text = text.strip(_MARGIN)
    result: list[str] = []
    changes = []
    end = 0
    for error in syntax_errors(text):
        character = error.character
        if character is None or error.component in ("scheme", "port", "authority") or error.start < end:
            continue
        replacement = None
        if bad == "drop":
            replacement = ""
        elif bad == "encode" and not is_surrogate(character):
            replacement = encode_all(character)
        changes.append(Replacement(start + error.start, character, replacement))
        result += [text[end : error.start], character if replacement is None else replacement]
        end = error.end
    return CleanedInput("".join([*result, text[end:]]), tuple(changes))


class EncodingHint(NamedTuple):
    """Text in an encoding that IRIs do not have; ``meant`` is what its writer may have meant."""

    start: int  # offset of its first code point
    end: int  # offset after its last code point
    text: str  # as written: "%u00fc"
    meant: str  # decoded
    name: Literal["percent-u", "utf-7"]  # the encoding: that of JavaScript's escape(), or UTF-7


_PERCENT_US = re.compile(f"(?:{PERCENT_U})+")
_UTF_7 = re.compile(r"\+[A-Za-z0-9/]{3,}+-")


def encoding_hints(text: str) -> list[EncodingHint]:
    """Find ``%uHHHH`` (JavaScript's ``escape``) and UTF-7; an IRI may use neither (RFC 3987 A.2, A.3)."""
    text = text_of(text, "text")
    hints = []
    for match in _PERCENT_US.finditer(text):
        octets = bytes.fromhex(match[0].replace("%u", ""))
        hints.append(EncodingHint(*match.span(), match[0], octets.decode("utf-16-be", "replace"), "percent-u"))
    for match in _UTF_7.finditer(text):
        try:
            meant = match[0].encode("ascii").decode("utf-7")
        except UnicodeDecodeError:
            continue
        if not meant.isascii():
            hints.append(EncodingHint(*match.span(), match[0], meant, "utf-7"))
    return sorted(hints)
