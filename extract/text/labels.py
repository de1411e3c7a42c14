"""Python's codecs for charset labels of the Encoding Standard, which browsers and mail programs use.

By that standard (§4.2 "Names and labels"), ``iso-8859-1`` is windows-1252, and ``gb2312`` is gbk. Charsets that it no
longer supports (``iso-2022-kr``, ``hz-gb-2312``, ``utf-7``) are decoded if declared.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

# Python's codecs that are not charsets: they encode all of Unicode by escapes, or have no fixed repertoire.
_NO_CHARSETS = frozenset(["charmap", "idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"])
# Codecs in which every character, even ASCII, has two or four bytes.
WIDE = ("utf-16", "utf-32")
# Codecs with only ASCII bytes, which represent other characters after an escape sequence.
SHIFTING = ("iso2022", "hz", "utf-7")
_OF_INPUTENC = {"ansinew": "cp1252", "applemac": "mac-roman"}  # LaTeX, inputenc, "ansinew.def", "applemac.def"
# Python's codecs by label, best first, where Python lacks the label, or its codec lacks characters that senders use.
_CODECS = {
    label: names.split()
    for labels, names in (
        ("ascii us-ascii ansi_x3.4-1968 iso-ir-6 646 iso646-us", "cp1252"),
        ("iso-8859-1 iso8859-1 iso_8859-1 iso88591 latin1 latin-1 l1 cp819 x-cp1252 ansi x-user-defined", "cp1252"),
        ("iso-8859-9 iso8859-9 iso88599 iso_8859-9 latin5 l5 x-cp1254", "cp1254"),
        ("iso-8859-11 iso8859-11 iso885911 tis-620 tis620 windows-874 dos-874", "cp874"),
        ("iso-8859-8-i iso-8859-8-e csiso88598i csiso88598e logical visual", "iso8859-8"),
        ("iso-8859-6-i iso-8859-6-e csiso88596i csiso88596e iso88596", "iso8859-6"),
        *((f"iso8859{part}", f"iso8859-{part}") for part in (2, 3, 4, 5, 7, 8, 10, 13, 14, 15)),
        ("csisolatin9", "iso8859-15"),
        ("sun_eu_greek", "iso8859-7"),
        *((f"x-{page}", page) for page in ("cp1250", "cp1251", "cp1253", "cp1255", "cp1256", "cp1257", "cp1258")),
        ("koi koi8", "koi8-r"),
        ("koi8-ru koi8_u", "koi8-u"),
        ("x-mac-roman x-macroman mac macintosh csmacintosh", "mac-roman"),
        ("x-mac-cyrillic x-mac-ukrainian", "mac-cyrillic"),
        ("gb2312 gb_2312 gb_2312-80 gb2312-80 chinese csgb2312 iso-ir-58 csiso58gb231280", "gb18030"),
        ("gbk x-gbk cp936 ms936 euc-cn", "gb18030"),
        ("big5 big5-hkscs cn-big5 x-x-big5 csbig5 big5-tw", "big5hkscs cp950"),
        ("euc-kr euckr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 ks_c_5601", "cp949"),
        ("iso-ir-149 windows-949 x-windows-949 csksc56011987", "cp949"),
        ("shift_jis shift-jis sjis x-sjis ms_kanji csshiftjis windows-31j ms932", "cp932 shift_jisx0213"),
        ("euc-jp x-euc-jp eucjp cseucpkdfmtjapanese", "euc_jp euc_jis_2004"),
        ("iso-2022-jp csiso2022jp iso-2022-jp-1 iso-2022-jp-ms cp50221", "iso2022_jp_ext iso2022_jp_2004"),
        ("iso-2022-kr csiso2022kr", "iso2022_kr"),
        ("hz-gb-2312 hz", "hz"),
        ("unicode-1-1-utf-8 unicode11utf8 utf8 x-unicode20utf8 utf8mb4 utf-8-sig unicode20utf8", "utf-8"),
        ("utf-16 unicode ucs-2 iso-10646-ucs-2 csunicode unicodefeff", "utf-16-le"),
        ("unicodefffe", "utf-16-be"),
        ("utf-32 ucs-4 iso-10646-ucs-4", "utf-32-le"),
        ("unicode-1-1-utf-7 utf7 utf-7", "utf-7"),
    )
    for label in labels.split()
}  # fmt: skip


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
    if name in _CODECS:
        return _CODECS[name]
    try:
        known = codec_name(name)
    except LookupError:
        return []
    return [] if _is_ebcdic(known) else _CODECS.get(known, [known])


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
