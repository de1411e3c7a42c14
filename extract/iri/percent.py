"""The one encoder and decoder of percent-encoded bytes (RFC 3986 §2.1, RFC 3987 §3.1)."""

from __future__ import annotations

from extract.iri.errors import ConversionError
from extract.text.regexes import re

# RFC 3986 §2: characters that no URI has. "%", "#", "[" and "]" are never encoded.
_NO_URI_HAS = re.compile(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]++")


TRIPLETS = re.compile("(?:%[0-9A-Fa-f]{2})++")


def percent_encode(text: str) -> str:
    """Percent-encode, as UTF-8, each character that no URI has (draft-ietf-iri-3987bis §3.3, R-43).

    Any text or component may be given, valid or not; percent-encoded octets and delimiters stay. Raises
    `ConversionError` for half of a surrogate pair, which has no UTF-8.
    """
    try:
        return _NO_URI_HAS.sub(_triplets, text)
    except UnicodeEncodeError:
        found = re.search("[\ud800-\udfff]", text)
        assert found is not None
        at = found.start()
        message = (
            f"half of a surrogate pair stands for no character: U+{ord(found[0]):04X} at {at}; decode the text again"
        )
        raise ConversionError(message, start=at, end=at + 1, character=found[0], rule="RFC 3629 §3") from None


def _triplets(match: re.Match[str]) -> str:
    # RFC 3987 §3.1 steps 2.1 to 2.3; upper-case hexadecimal.
    return "%" + match[0].encode("utf-8").hex("%").upper()


def decoded_name(host: str) -> str | None:
    """draft-ietf-iri-3987bis §3.4.2: the host, percent-encoded UTF-8 decoded; ``None`` if some of it is no UTF-8."""
    if "%" not in host:
        return host
    try:
        return TRIPLETS.sub(lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8"), host)
    except UnicodeDecodeError:
        return None
