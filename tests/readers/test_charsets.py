"""A text in any charset that can carry it has the same links, in every format (Dürst, IUC 19, §5)."""

from __future__ import annotations

import base64
import codecs
import re

import pytest

from extract.mail import links_in_message
from extract.readers import FORMATS, Document
from extract.text.labels import codecs_of

CHARSETS = (
    "utf-8 utf-16 iso-8859-1 shift_jis euc-jp iso-2022-jp gb18030 big5 euc-kr koi8-r windows-1251 windows-1252"
    " windows-1255 windows-1256 windows-1258 macintosh"
).split()
PATHS = ["résumé", "日本語", "中文", "한국어", "привет", "שלום", "سلام", "plain"]
# Sources with two links, with a place for the charset where the format declares it; of others the example is read.
FORMS = {
    "text": "see {0} now, {0}\n",
    "rst": "See {0} and `x <{0}>`__.\n",
    "markdown": "See {0} and [x]({0}).\n",
    "asciidoc": "See {0}[x] and link:{0}[x].\n",
    "html": '<meta charset="{1}"><p>{0}</p><a href="{0}">x</a>',
    "xml": '<?xml version="1.0" encoding="{1}"?><a href="{0}">{0}</a>',
    "components": "<template><a href='{0}'>x</a> {0}</template>",
    "css": '@charset "{1}";/* {0} */a{{b:url({0})}}',
    "python": "# coding: {1}\n# {0}\n# {0}",
    "po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset={1}\\n"\n\nmsgid "{0}"\nmsgstr "{0}"',
    "notebook": '{{"cells": [{{"cell_type": "markdown", "source": ["{0} {0}"]}}]}}',
    "latex": "% -*- coding: {1} -*-\n\\url{{{0}}} {0}",
    "org": "# -*- coding: {1} -*-\n[[{0}][x]] {0}",
    "csv": "a,{0}\n{0},b",
    "json": '{{"a": "{0}", "b": "see {0}"}}',
    "yaml": "a: {0}\nb: see {0}",
    "strings": '"a" = "{0}"; "b" = "see {0}";',
    "calendar": "BEGIN:VEVENT\r\nURL:{0}\r\nDESCRIPTION:see {0}\r\nEND:VEVENT\r\n",
    "mail": "{2}\n{0} or {0}",
    "mbox": "From -\n{2}\n{0} or {0}",
}
# What the bytes of a label of the web are called in Python.
CODECS = {"windows-1258": "cp1258"}
CODECS_OF_WEB = {**CODECS, "big5": "big5hkscs"}  # the kana and Cyrillic letters of the Encoding Standard


# Encoding Standard §4.2: labels that Python does not have, or means otherwise.
LABELS = {
    "cp1252": "ascii us-ascii ansi_x3.4-1968 iso-ir-100 csisolatin1 iso88591 l1 x-cp1252",
    "cp1254": "iso-8859-9 iso88599 latin5 x-cp1254",
    "cp874": "iso-8859-11 iso885911 tis-620 dos-874",
    "iso8859-2": "iso88592 l2 csisolatin2",
    "iso8859-6": "csiso88596e csiso88596i ecma-114 iso-8859-6-i iso88596",
    "iso8859-7": "sun_eu_greek iso88597 ecma-118",
    "iso8859-8": "logical visual csiso88598e iso-8859-8-i iso88598",
    "iso8859-15": "csisolatin9 l9 iso885915",
    "koi8-r": "koi koi8 cskoi8r",
    "koi8-u": "koi8-ru",
    "mac-roman": "mac macintosh csmacintosh x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "cp1250": "x-cp1250",
    "cp1258": "x-cp1258",
    "gb18030": "gb2312 gbk chinese csgb2312 x-gbk csiso58gb231280 iso-ir-58",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "cp949": "euc-kr cseuckr korean ks_c_5601-1987 windows-949 iso-ir-149",
    "cp932": "shift_jis sjis x-sjis ms_kanji windows-31j ms932",
    "euc_jp": "euc-jp x-euc-jp cseucpkdfmtjapanese",
    "utf-8": "utf8 unicode11utf8 unicode20utf8 x-unicode20utf8 unicode-1-1-utf-8",
    "utf-16-le": "utf-16 ucs-2 unicode unicodefeff iso-10646-ucs-2 csunicode",
    "utf-16-be": "unicodefffe",
}


@pytest.mark.parametrize("codec", LABELS)
def test_labels_mean_what_the_encoding_standard_says(codec: str) -> None:
    for label in LABELS[codec].split():
        first = codecs_of(f' "{label.upper()}"')[0]
        assert codecs.lookup(first) == codecs.lookup(codec), label


@pytest.mark.parametrize(
    "label", ["utf-16", "x-user-defined", "replacement", "iso-2022-cn", "hex", "cp037", "idna", ""]
)
def test_a_document_is_read_whatever_it_declares(label: str) -> None:
    data = f"<meta charset='{label}'><a href=http://a.example/ü>a</a>".encode()
    (link,) = links_in_message(b"Content-Type: text/html\n\n" + data)
    assert "http://a.example/ü" in (link.iri, *link.others)  # HTML §13.2.3.2: x-user-defined is windows-1252 there
    text = Document(data, "a.html").text
    assert text is not None
    assert text.endswith("ü>a</a>")


@pytest.mark.parametrize(
    "declaration", ["<meta charset={}>", "<meta content='text/html; charset={}'>", "<?xml encoding='{}'?>"]
)
def test_a_part_may_say_itself_what_it_is_in(declaration: str) -> None:
    body = f"{declaration.format('koi8-r')}<a href='http://a.example/привет'>a</a>".encode("koi8-r")
    for header in ("text/html", 'text/html; charset=""', "text/html; charset=koi8-r"):
        (link,) = links_in_message(f"Content-Type: {header}\n\n".encode() + body)
        assert link.iri == "http://a.example/привет"
    (link,) = links_in_message(b"Content-Type: text/html; charset=windows-1251\n\n" + body)
    assert link.iri == "http://a.example/РТЙЧЕФ"  # the header decides
    (link,) = links_in_message(b"Content-Type: text/plain\n\n" + body.replace(b"'", b" "))
    assert "привет" not in link.iri


def source_of(form: str) -> tuple[str, int]:
    """Return a source of a format, with places for the link, and their number."""
    if form in FORMS:
        return FORMS[form], 2
    example = FORMATS[form].example
    number = example.count("⟦http://a.example/ü⟧")
    assert number, "give the example of the format ⟦http://a.example/ü⟧, or add a source with two links to FORMS"
    escaped = re.sub("[⟦⟧]", "", example).replace("{", "{{").replace("}", "}}")
    return escaped.replace("http://a.example/ü", "{0}"), number


def encoded(form: str, charset: str, link: str) -> bytes:
    """Return a file of a format in a charset, declared as the format has it; UnicodeEncodeError if it cannot be."""
    format = FORMATS[form]
    codec = (CODECS_OF_WEB if format.charset.web_labels or format.own_charsets else CODECS).get(charset, charset)
    header = f"Content-Type: text/plain; charset={charset}\n"
    if not format.own_charsets:
        return source_of(form)[0].format(link, charset).encode(codec)
    # RFC 2045 §2.8, §6.2: what has NUL or bare CR and LF is sent as base64
    lines = FORMS[form].rpartition("\n")[2].format(link).encode(codec)
    header += "Content-Transfer-Encoding: base64\n" if charset == "utf-16" else ""
    body = base64.b64encode(lines) if charset == "utf-16" else lines
    return FORMS[form].rpartition("\n")[0].format("", "", header).encode() + b"\n" + body


@pytest.mark.parametrize("form", FORMATS)
def test_the_charset_makes_no_difference(form: str) -> None:
    """All 16 charsets in all formats; what a format cannot declare, the caller names, or a byte order mark."""
    format = FORMATS[form]
    wrong = []
    for charset in CHARSETS:
        tried = 0
        for path in PATHS:
            link = f"http://a.example/{path}"
            try:
                data = encoded(form, charset, link)
            except UnicodeEncodeError:
                continue
            tried += 1
            encoding = None if format.charset.pattern or format.own_charsets else CODECS.get(charset, charset)
            text = Document(data, "a" + format.suffixes[0], encoding).text
            links = [] if text is None else [one.text for passage in format.read(text) for one in passage.links()]
            if [one for one in links if one.startswith("http://a.example/")] != [link] * source_of(form)[1]:
                wrong.append((charset, path, links))
        assert tried >= 2, charset
    assert wrong == []
