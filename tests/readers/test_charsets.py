"""A text in any charset that can carry it has the same links, in every format."""

from __future__ import annotations

import pytest

from extract.readers import FORMATS, decode

CHARSETS = (
    "utf-8 iso-8859-1 shift_jis euc-jp iso-2022-jp gb18030 big5 euc-kr koi8-r windows-1251 windows-1252 windows-1255"
    " windows-1256 windows-1258 macintosh"
).split()
PATHS = ["résumé", "日本語", "中文", "한국어", "привет", "שלום", "سلام", "plain"]
FORMS = {
    "text": "see {} now, {}\n",
    "html": '<meta charset="{{charset}}"><p>{}</p><a href="{}">x</a>',
    "rst": "See {} and `x <{}>`__.\n",
    "mail": "Content-Type: text/plain; charset={{charset}}\n\n{} or {}",
}
CODECS = {("windows-1258", form): "cp1258" for form in FORMS}
CODECS["big5", "mail"] = "big5hkscs"  # the kana and Cyrillic letters of the Encoding Standard


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("form", FORMS)
def test_the_charset_makes_no_difference(form: str, charset: str) -> None:
    tried = 0
    for path in PATHS:
        link = f"http://a.example/{path}"
        source = FORMS[form].format(link, link).replace("{charset}", charset)
        try:
            data = source.encode(CODECS.get((charset, form), charset))
        except UnicodeEncodeError:
            continue
        tried += 1
        format = FORMATS[form]
        text = decode(data, charset if form in ("text", "rst") else None, format).text
        assert text is not None
        links = [one.text for segment in format.read(text) for one in segment.links()]
        assert links == [link, link]
    assert tried >= 2
