"""Encode and decode percent-encoded bytes (RFC 3986 §2.1, RFC 3987 §3.1)."""

from __future__ import annotations

from binascii import b2a_qp
from collections.abc import Callable, Iterator

from extract.iri.errors import ConversionError, text_of
from extract.text.characters import GEN_DELIMS, SUB_DELIMS, SURROGATES, UNRESERVED, is_surrogate
from extract.text.positions import Edit, edited
from extract.text.regexes import re

TRIPLET = "%[0-9A-Fa-f]{2}"
TRIPLETS = re.compile(f"(?:{TRIPLET})++")
# Percent-encoded bytes that may be decoded. After a stray "%", an ASCII one stays: "%%41" would become a new one.
ESCAPES = re.compile(r"(?:(?<!%)(?<!%[0-9A-Fa-f])|(?=%[89A-Fa-f]))" + TRIPLETS.pattern)
# The output of JavaScript's escape(), not valid in any standard for IRIs.
PERCENT_U = "%u[0-9A-Fa-f]{4}"

# RFC 3986 §2: characters that a URI cannot contain, without "%", "#", "[" and "]", which are delimiters.
NOT_IN_URI = re.compile(rf"[^{UNRESERVED}{GEN_DELIMS}{SUB_DELIMS}%]++")
_NOT_ASCII = re.compile("[^\x00-\x7f]++").sub
_NOT_PRINTABLE_ASCII = re.compile("[^!-~]++")
_SURROGATE = re.compile(f"[{SURROGATES}]")

# --- encoding -------------------------------------------------------------------------------------------------------


def encode_bytes(data: bytes) -> str:
    """Return each byte as ``%HH``, in uppercase (RFC 3986 §2.1, §6.2.2.1)."""
    return "%" + data.hex("%").upper() if data else ""


def encode_all(text: str, surrogates: str = "strict") -> str:
    """Percent-encode every character of a text as UTF-8, including ASCII.

    ``surrogates`` decides about lone surrogates, which UTF-8 cannot encode: ``"strict"`` raises a
    `UnicodeEncodeError`, ``"surrogatepass"`` writes three bytes, ``"surrogateescape"`` writes the byte that the
    surrogate represents in Python.
    """
    return encode_bytes(text.encode("utf-8", surrogates))


def percent_encode(text: str) -> str:
    """Percent-encode, as UTF-8, each character that a URI cannot contain (draft-ietf-iri-3987bis §3.3).

    ``text`` may be any text or component, valid or not. Percent-encoded bytes and delimiters stay. Raises
    `ConversionError` for a lone surrogate.
    """
    if type(text) is not str:
        text = text_of(text, "text")
    try:
        return NOT_IN_URI.sub(_encode_match, text)
    except UnicodeEncodeError:
        found = _SURROGATE.search(text)
        assert found is not None
        raise lone_surrogate(found[0], found.start()) from None


def lone_surrogate(character: str, at: int, component: str | None = None) -> ConversionError:
    """Return the error for a surrogate at an offset, which UTF-8 cannot encode (RFC 3629 §3)."""
    where = f"{component} has a" if component else "a"
    message = f"{where} lone surrogate U+{ord(character):04X} at {at}, which cannot be encoded; decode the text again"
    return ConversionError(
        message, kind="surrogate", component=component, start=at, end=at + 1, character=character, rule="RFC 3629 §3"
    )


def encode_letters(text: str) -> str:
    """Percent-encode, as UTF-8, the non-ASCII characters of a valid IRI."""
    if text.isascii():
        return text
    if text[-1] == ".":  # quoted-printable may encode it
        return _NOT_ASCII(_encode_match, text)
    # Quoted-printable is percent-encoding with "=" and line breaks, and binascii encodes it fast, in C.
    encoded = b2a_qp(text.encode()).decode("ascii").replace("=\n", "")
    return encoded.replace("=3D", "\0").replace("=", "%").replace("\0", "=")


def encode_non_ascii(text: str) -> str:
    """Percent-encode, as UTF-8, everything except printable ASCII (RFC 3987 §3.1 step 2), even surrogates."""
    return _NOT_PRINTABLE_ASCII.sub(lambda match: encode_all(match[0], "surrogatepass"), text)


def _encode_match(match: re.Match[str]) -> str:
    # RFC 3987 §3.1 steps 2.1 to 2.3. A match has at least one byte.
    return "%" + match[0].encode("utf-8").hex("%").upper()


# --- decoding -------------------------------------------------------------------------------------------------------


def decode_triplets(triplets: str) -> bytes:
    """Return the bytes of a text that consists of percent-encoded bytes."""
    return bytes.fromhex(triplets.replace("%", ""))


def decode_to_bytes(text: str) -> bytes:
    """Return a text as bytes: percent-encoded bytes decoded, the rest in UTF-8, with three bytes per surrogate."""
    from urllib.parse import unquote_to_bytes  # imported here, since it takes 3 ms and an IRI in Unicode needs none

    return unquote_to_bytes(text.encode("utf-8", "surrogatepass"))


def decode_characters(triplets: str) -> str:
    """Decode a text that consists of percent-encoded bytes, as strict UTF-8.

    Each invalid byte becomes a lone surrogate (RFC 3987 §3.2 step 3), for `character_spans`. Do not show these to
    readers.
    """
    return decode_triplets(triplets).decode("utf-8", "surrogateescape")


def decode_text(text: str, stays: re.Pattern[str] = _SURROGATE) -> str:
    """Return a text with percent-encoded bytes decoded, unless they are invalid UTF-8 or match ``stays``."""

    def decoded(match: re.Match[str]) -> str:
        characters = decode_characters(match[0])
        if not (stays.search(characters) or _SURROGATE.search(characters)):
            return characters
        spans = character_spans(characters, match.start())
        return "".join(text[at:end] if is_surrogate(one) or stays.match(one) else one for one, at, end in spans)

    return TRIPLETS.sub(decoded, text) if "%" in text else text


def character_spans(characters: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """Yield each character that `decode_characters` returned, with start and end of its percent-encoded bytes."""
    for character in characters:
        # RFC 3629 §3; a surrogate represents one byte.
        size = 1 if character < "\x80" or is_surrogate(character) else 2 if character < "\u0800" else 3
        end = start + 3 * (size if character < "\U00010000" else 4)
        yield character, start, end
        start = end


def decode_name(host: str) -> str | None:
    """Return a host with percent-encoded bytes decoded (draft-ietf-iri-3987bis §3.4.2); ``None`` for invalid UTF-8."""
    if "%" not in host:
        return host
    try:
        return TRIPLETS.sub(lambda match: decode_triplets(match[0]).decode("utf-8"), host)
    except UnicodeDecodeError:
        return None


def decoded(host: str) -> tuple[str, Callable[[int], int]]:
    """Return a host decoded like `decode_name`, and a function that maps its offsets to offsets in the host."""
    if "%" not in host:
        return host, lambda at: at
    runs = ((decode_characters(run[0]), run.start()) for run in TRIPLETS.finditer(host))
    spans = (span for characters, start in runs for span in character_spans(characters, start))
    name = edited(host, [Edit(start, end, character) for character, start, end in spans])
    return name.text, lambda at: name.span(at, at)[0] if at < len(name.text) else len(host)


def capitalize_triplets(text: str) -> str:
    """Return a text with the hexadecimal digits of percent-encoded bytes in uppercase (RFC 3986 §6.2.2.1)."""
    return TRIPLETS.sub(lambda match: match[0].upper(), text) if "%" in text else text
