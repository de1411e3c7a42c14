"""Python's codecs for charset labels of the Encoding Standard, which browsers and mail programs use.

By that standard (§4.2 "Names and labels"), ``iso-8859-1`` is windows-1252, and ``gb2312`` is gbk. Charsets that it no
longer supports (``iso-2022-kr``, ``hz-gb-2312``, ``utf-7``) are decoded if declared.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from extract.text.tables import rows_of

# Python's codecs that are not charsets: they encode all of Unicode by escapes, or have no fixed repertoire.
_NO_CHARSETS = frozenset(["charmap", "idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"])
# Codecs in which every character, even ASCII, has two or four bytes.
WIDE = ("utf-16", "utf-32")
# Codecs with only ASCII bytes, which represent other characters after an escape sequence.
SHIFTING = ("iso2022", "hz", "utf-7")
_OF_INPUTENC = {"ansinew": "cp1252", "applemac": "mac-roman"}  # LaTeX, inputenc, "ansinew.def", "applemac.def"


@cache
def _codecs() -> dict[str, list[str]]:
    """Return Python's codecs by label, best first, where they differ from Python's own codec of the label."""
    return {label: names.split() for names, labels in rows_of("charset_labels.tsv") for label in labels.split()}


def codec_name(charset: str) -> str:
    """Return Python's name for a charset.

    Raises:
        LookupError: the charset is unknown
    """
    try:
        known = codecs.lookup(_OF_INPUTENC.get(charset, charset)).name
    except ValueError as error:  # the name contains a NUL
        raise LookupError(f"unknown encoding: {charset!a}") from error
    if known in _NO_CHARSETS:
        raise LookupError(f"unknown encoding: {charset}")
    "".encode(known)  # raises LookupError for a codec from bytes to bytes
    return known


@lru_cache(maxsize=256)
def codecs_of(label: str) -> Sequence[str]:
    """Return Python's codecs for a label, best first; an empty list if the label is unknown."""
    name = label.strip(" \t\r\n\"'").lower()
    known_codecs = _codecs()
    if name in known_codecs:
        return known_codecs[name]
    try:
        known = codec_name(name)
    except LookupError:
        return []
    return [] if _is_ebcdic(known) else known_codecs.get(known, [known])


def ebcdic_codec(label: str) -> str | None:
    """Return Python's codec for an EBCDIC label, else ``None``. Few mail programs and no browsers decode it."""
    try:
        known = codec_name(label.strip(" \t\r\n\"'"))
    except LookupError:
        return None
    return known if _is_ebcdic(known) else None


def _is_ebcdic(codec: str) -> bool:
    return not codec.startswith(WIDE) and "http".encode(codec) != b"http"


class PageCharset(NamedTuple):
    """The charset of a page, in which browsers encode the queries of its links."""

    label: str
    codec: str
    first: Mapping[int, int | str]  # character replacements before encoding

    def encoded(self, text: str) -> tuple[bytes, int]:
        """Return the bytes of a text up to the first character outside the charset, and their number of characters."""
        try:
            return text.encode(self.codec), len(text)
        except UnicodeError as error:
            end = error.start if isinstance(error, UnicodeEncodeError) else 0
        return text[:end].encode(self.codec), end


# Encoding Standard §14.1 "replacement", §14.2 and §14.3: their pages send UTF-8 (§4.3 "get an output encoding").
_SENT_AS_UTF_8 = frozenset("csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement".split())
# Python's codecs that encode as the standard does, where they differ from the codecs that decode.
_WRITERS = {"iso2022_jp_ext": "iso2022_jp"}
# Encoding Standard §13.1.2 to §13.3.2: U+2212 is encoded as U+FF0D. Python's JIS codecs map these differently.
_FIRST: Mapping[str, Mapping[int, int | str]] = {
    "cp932": str.maketrans("−¥‾", "－\\~"),
    "euc_jp": str.maketrans("－～¥‾", "−〜\\~"),
    "iso2022_jp": str.maketrans("－～", "−〜"),
}


def page_charset(label: str) -> PageCharset | None:
    """Return the charset of a page by its label in the Encoding Standard, or by its name in Python.

    Returns ``None`` if its queries are UTF-8. Raises LookupError if the charset is unknown.
    """
    name = label.strip("\t\n\f\r ").lower()
    if name in _SENT_AS_UTF_8:
        return None
    codec = next(iter(codecs_of(label)), "") or codec_name(label)
    if codec.startswith("utf-"):
        return None
    codec = "gbk" if codec == "gb18030" and name != codec else _WRITERS.get(codec, codec)
    return PageCharset(label, codec, _FIRST.get(codec, {}))
