"""What encoding a file is in."""

import pytest

from extract import lint
from extract.readers import FORMATS, Document
from extract.rules.registry import rules_of

NO_CHARSETS = ["idna", "punycode", "undefined", "hex", "rot13", "nonsense"]  # all but the last are codecs of Python


@pytest.mark.parametrize(
    ("format", "data", "encoding", "text"),
    [
        # labels of the web mean what the Encoding Standard says
        ("html", b'<meta charset="iso-8859-1"><p>\x93\xe9', "cp1252", "“é"),
        ("html", b'<meta charset="gb2312"><p>' + "镕".encode("gbk"), "gb18030", "镕"),
        ("html", b"<meta charset=x-sjis><p>" + "①".encode("cp932"), "cp932", "①"),
        ("html", b"<meta charset=iso-8859-1><p>\x81", "cp1252", None),
        ("python", b"# coding: iso-8859-1\n# \x93", "iso8859-1", "\x93"),
        ("html", b"<?xml version='1.0' encoding='koi8-r'?>\xc1", "koi8-r", "а"),
        ("html", '<meta charset="iso-8859-1"><p>é'.encode(), "utf-8", "é"),  # no Latin-1 text reads as UTF-8 by chance
        ("html", b'<meta charset="utf-8">' + "日".encode("utf-16-le"), "utf-8", None),
        ("python", b"#!/usr/bin/python\n# -*- coding: cp1251 -*-\n# \xe0", "cp1251", "а"),
        ("po", b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=EUC-JP\\n"\n#\xc6\xfc', "euc_jp", "日"),
        ("po", 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=CHARSET\\n"\n#日'.encode(), "utf-8", "日"),
        ("markdown", b"charset=latin-1 \xe9", "utf-8", None),  # Markdown has no declaration
        ("mail", b"\n\xe9", "latin-1", "é"),
        ("org", b"# -*- mode: org; coding: iso-latin-1-unix -*-\n\xe9", "iso8859-1", "é"),
        ("org", b"\xc1\n# Local Variables:\n# coding: koi8-r\n# End:\n", "koi8-r", "\n"),
        ("org", b"# -*- coding: utf-8-emacs -*-\n\xe9", "utf-8", None),
        ("org", b"coding: latin-1\n\xe9", "utf-8", None),
        # a declaration that is read as ASCII is in no charset without it
        *(
            ("xml", f"<?xml version='1.0' encoding='{label}'?>{end}".encode(), "utf-8", end)
            for label in ["utf-16", "UTF-16LE", "utf-16be", "UCS-4", "ISO-10646-UCS-2", "utf-32", "IBM037", "nonsense"]
            for end in ["<é>", "<e>", "<e> ", "<e>  ", "<e>   "]
        ),
        ("html", b"<meta charset=utf-16><p>x", "utf-8", "<p>x"),  # HTML §13.2.3.2
        ("css", b'@charset "utf-16le";x', "utf-8", "x"),  # CSS Syntax §3.2
        ("xml", b"<?xml version='1.0' encoding='utf-16'?>\xe9", "utf-8", None),
        *(("python", f"# coding: {codec}\n# é".encode(), "utf-8", "é") for codec in NO_CHARSETS),
        *(("python", f"# coding: {codec}\n# ".encode() + b"\xe9", "utf-8", None) for codec in NO_CHARSETS),
    ],
)
def test_declared_charsets(format: str, data: bytes, encoding: str, text: str | None) -> None:
    document = Document(data, "a" + FORMATS[format].suffixes[0])
    assert document.codec == encoding
    assert document.text is None if text is None else (document.text or "").endswith(text)


@pytest.mark.parametrize(
    ("name", "data", "codes"),
    [
        ("a.html", '<meta charset="iso-8859-1"><p>é'.encode(), ["IRI901"]),
        ("a.html", b'<meta charset="iso-8859-1"><p>e', []),
        ("a.html", b'<meta charset="iso-8859-1"><p>\xe9', []),
        ("a.py", b"# coding: nonsense\n# \xe9", ["IRI901"]),
        ("a.xml", b"<?xml version='1.0' encoding='utf-16'?><a/>", ["IRI901"]),
        ("a.xml", b"\xef\xbb\xbf<?xml version='1.0' encoding='utf-16'?><a/>", ["IRI901"]),
        ("a.xml", b"<?xml version='1.0' encoding='nonsense'?><a/>", ["IRI901"]),
        ("a.xml", "<?xml version='1.0' encoding='utf-16'?><a/>".encode("utf-16"), []),
        ("a.xml", b"<?xml version='1.0' encoding='Shift_JIS'?><a/>", []),
        ("a.html", b"<meta charset=nonsense><p>e", []),
        ("a.txt", b"caf\xe9", ["IRI901"]),
        ("a.txt", "café".encode("utf-16"), []),
    ],
)
def test_charsets_that_are_wrong_are_told(name: str, data: bytes, codes: list[str]) -> None:
    findings = lint(data, name)
    assert [finding.problem.code for finding in findings] == codes


def test_the_message_names_an_encoding_that_fits() -> None:
    text = "Съешь же ещё этих мягких французских булок да выпей чаю. Эй, жлоб, где туз? Прячь юных съёмщиц в шкаф. " * 5
    (finding,) = lint(text.encode("cp1251"), "a.txt", rules=rules_of(["undecodable"]))
    assert finding.problem.message.startswith("byte 0xD1 at offset 0 is not valid utf-8; it may be ")
    assert "--config encoding=" in finding.problem.message


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        ("é".encode(), None, "é"),
        (b"\xef\xbb\xbf\xc3\xa9", None, "é"),
        ("é".encode("utf-16"), None, "é"),
        ("é".encode("utf-32"), None, "é"),
        (b"\xe9", "latin-1", "é"),
        (b"\xef\xbb\xbf\xc3\xa9", "latin-1", "é"),  # the mark says more than the option
    ],
)
def test_bytes_are_decoded(data: bytes, encoding: str | None, text: str) -> None:
    assert Document(data, "a.txt", encoding).text == text


def test_what_cannot_be_decoded_is_told_by_its_byte() -> None:
    document = Document(b"\xef\xbb\xbfab\xff")
    assert (document.text, document.invalid) == (None, (5, 6))
