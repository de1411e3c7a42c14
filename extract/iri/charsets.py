"""IRIs and charsets: bytes, file names, documents, and bytes that are not UTF-8 (RFC 3987 §3.1, §6.3, §7.4, §7.7)."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Literal, NamedTuple

from extract.iri.as_iri import to_iri
from extract.iri.errors import ConversionError, require_choice, text_of
from extract.iri.percent import TRIPLETS, decode_triplets, encode_all, percent_encode
from extract.text.arguments import as_names, require
from extract.text.characters import SUB_DELIMS, UNRESERVED
from extract.text.forms import to_form
from extract.text.labels import codec_name
from extract.text.regexes import re

# RFC 3986 §3.3 segment, without ":", which might end a scheme.
_NOT_IN_NAME = re.compile(f"[^{UNRESERVED}{SUB_DELIMS}@]++")
_NOT_IN_TEXT = re.compile(rf"[^{UNRESERVED}\x80-\U0010FFFF]")


def iri_from_bytes(data: bytes, charset: str = "utf-8", *, nfc: bool | None = None) -> str:
    """Decode the bytes of an IRI from the charset of its document or protocol (RFC 3987 §3.1 step 1 b).

    By default the text is converted to NFC unless the charset is a Unicode encoding. ``nfc`` overrides this.
    A byte order mark is removed. Raises `ConversionError` for an unknown charset and for invalid bytes. Its offsets
    count bytes.
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


def from_file_name(name: str | bytes, charset: str = "utf-8") -> str:
    """Return a file name as a path segment of a URI: decoded from its charset, percent-encoded as UTF-8 (RFC 3987
    §3.1).

    ``name`` is one name, without directories, as text or as bytes in ``charset``. ``/ ? # % :`` are encoded too.
    Raises `ConversionError` for invalid bytes (in a ``str``: surrogates), and for ``.``, ``..`` and an empty name,
    which would change the path.
    """
    require(isinstance(charset, str), "charset", "the name of a charset, a str", charset)
    name = iri_from_bytes(name, charset) if isinstance(name, bytes | bytearray) else text_of(name, "name")
    if name in ("", ".", ".."):
        what = "the name is empty" if not name else f'"{name}" is a step in the path, not a name'
        message, rule = f"{what}; give the name of a file (RFC 3986 §3.3)", "RFC 3986 §3.3 dot-segments"
        raise ConversionError(message, kind="dot-segment", component="path", end=len(name), rule=rule)
    percent_encode(name)  # raises for surrogates
    return _NOT_IN_NAME.sub(lambda match: encode_all(match[0]), name)


def encode_for_document(iri: str, charset: str, format: Literal["html", "xml", "plain"] = "html") -> str:
    """Return an IRI in the form that a document in ``charset`` can contain (RFC 3987 §6.3).

    Characters outside the charset become character references in HTML and XML, and are percent-encoded in plain
    text. ``& < > "`` are escaped in HTML and XML. Raises `ConversionError` for an unknown charset and for a lone
    surrogate.
    """
    iri, charset = text_of(iri), text_of(charset, "charset")
    require_choice("format", format, ("html", "xml", "plain"))
    percent_encode(iri)  # raises for surrogates
    try:
        codec = codec_name(charset)
    except LookupError:
        message = f"{charset!a} is not a charset known to Python; name one such as iso-8859-1"
        raise ConversionError(message, kind="charset", rule="RFC 3987 §6.3") from None
    text = iri if format == "plain" else escape(iri, quote=False).replace('"', "&quot;")
    lacking = percent_encode if format == "plain" else lambda character: f"&#x{ord(character):X};"
    return "".join(character if has_character(codec, character) else lacking(character) for character in text)


def has_character(codec: str, character: str) -> bool:
    """Return whether a Python codec can encode a character."""
    try:
        character.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


class Interpretation(NamedTuple):
    """A possible meaning of the percent-encoded bytes of a URI: a hint for people, not to be used as an IRI."""

    charset: str  # "utf-8" or one of the given names
    text: str  # the URI with those bytes decoded, except delimiters


def interpretations(uri: str, charsets: Iterable[str] = ("shift_jis", "euc-jp")) -> list[Interpretation]:
    """Return possible meanings of percent-encoded bytes that are not UTF-8 (RFC 3987 §7.7).

    If all bytes are valid UTF-8, this is the only meaning. Otherwise there is one for each of the ``charsets`` in which
    the other bytes are valid. Charsets unknown to Python are ignored.
    """
    uri = text_of(uri, "uri")
    found: list[Interpretation] = []
    for charset in ("utf-8", *as_names("charsets", charsets)):
        try:
            text = TRIPLETS.sub(lambda match: _read(match[0], charset), uri)  # noqa: B023  # used at once
        except (LookupError, ValueError):
            continue
        if all(candidate.text != text for candidate in found):
            found.append(Interpretation(charset, text))
        if charset == "utf-8":
            break
    return found


def _read(run: str, charset: str) -> str:
    octets = decode_triplets(run)
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError:
        text = octets.decode(charset)
        if not text.isprintable():
            raise ValueError("controls are not text") from None
        # Delimiters stay encoded.
        return _NOT_IN_TEXT.sub(lambda match: encode_all(match[0]), text)
    return to_iri(run)
