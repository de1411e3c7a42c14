"""Guess the encoding of bytes with charset-normalizer."""

from __future__ import annotations

from extract.text.regexes import lazy, re

# Encoding Standard §4.2 without UTF-16, most of ISO 8859, and encodings that are obsolete on the web. First the
# encodings in which other text is rarely valid, then the others, sorted by frequency.
_WEB_CHARSETS = """gb18030 euc_jp cp932 big5 cp949 cp1252 cp1251 cp1250 cp1254 cp1253 cp1256 cp1255 cp874 cp1257 koi8_r
koi8_u cp1258 iso8859_2 iso8859_7 iso8859_5 cp866 mac_roman shift_jis iso2022_jp euc_kr utf_8""".split()


def guess(data: bytes) -> str | None:
    """Return the likely encoding of ``data``, or ``None`` if it is unknown or charset-normalizer is missing."""
    try:
        from charset_normalizer import from_bytes
    except ModuleNotFoundError:
        return None

    known = list(from_bytes(data, cp_isolation=_WEB_CHARSETS))
    if not known:
        return None
    # Short texts are equally likely in many encodings, so return the most frequent one.
    chaos, coherence = known[0].chaos, max(match.coherence for match in known)
    likely = {
        name
        for match in known
        if match.chaos == chaos and match.coherence >= coherence / 2
        for name in match.could_be_from_charset
    }
    named = sorted((likely or {known[0].encoding}) - {"mac_roman"}, key=_WEB_CHARSETS.index)
    named += ["mac_roman"] if _OF_MAC.search(data) else []
    best = next((name for name in named if _reads_well(data, name)), "utf_8")
    return None if best == "utf_8" else best.replace("_", "-")


# Signs of a wrong encoding: a capital after a lowercase letter, or a symbol between letters. Dashes and quotation marks
# of Mac OS Roman are capitals in windows-1252.
_MISREAD = lazy(
    r"(?=[^\x00-\x7f])(?:(?<=\p{Ll})\p{Lu}|(?<=\p{L})[\p{S}\p{Cc}¡¿§¶†‡•‰‚„“”‹›](?=\p{L})"
    r"|(?<!\S)[ÐÑÒÓÔÕ](?!\S)|(?<!\w)[ÒÔ]\p{Lu}\p{Ll})"
)
_EAST_ASIAN = lazy(r"[\p{Han}\p{Kana}\p{Hira}\p{Hang}]")
_TWO_EAST_ASIAN = lazy(r"[\p{Han}\p{Kana}\p{Hira}\p{Hang}]{2}")
_OF_MAC = re.compile(b"[\xd0-\xd5]")  # dashes and quotation marks of Mac OS Roman
_MUCH = 1 << 18  # maximum bytes to decode


def _reads_well(data: bytes, charset: str) -> bool:
    """Return whether ``data``, decoded with ``charset``, contains few signs of a wrong encoding."""
    text = data[:_MUCH].decode(charset, "ignore")
    if _EAST_ASIAN.search(text) and not _TWO_EAST_ASIAN.search(text):
        return False
    return 20 * len(_MISREAD.findall(text)) <= sum(character > "\x7f" for character in text)


def can_guess() -> bool:
    """Return whether charset-normalizer is installed."""
    try:
        import charset_normalizer  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True
