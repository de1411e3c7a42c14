"""What encoding a file is in."""

from extract import lint
from extract.readers import FORMATS, Document
from extract.rules.registry import rules_of
from tests.linted import data_of
from tests.rows import rows

# A format, a file, the codec that reads it, and what is read, "?" if that is not possible.
# Labels of the web mean what the Encoding Standard says.
DECLARED = r"""
html → <meta charset="iso-8859-1"><p>‹x93›‹xE9› → cp1252 → “é
html → <meta charset="gb2312"><p>‹xE9›F → gb18030 → 镕
html → <meta charset=x-sjis><p>‹x87›@ → cp932 → ①
html → <meta charset=iso-8859-1><p>‹x81› → cp1252 → ?
python → # coding: iso-8859-1⏎# ‹x93› → iso8859-1 → ‹U+0093›
html → <?xml version='1.0' encoding='koi8-r'?>‹xC1› → koi8-r → а
# no Latin-1 text reads as UTF-8 by chance
html → <meta charset="iso-8859-1"><p>é → utf-8 → é
html → <meta charset="utf-8">‹xE5›e → utf-8 → ?
python → #!/usr/bin/python⏎# -*- coding: cp1251 -*-⏎# ‹xE0› → cp1251 → а
po → msgid ""⏎msgstr ""⏎"Content-Type: text/plain; charset=EUC-JP\n"⏎#‹xC6›‹xFC› → euc_jp → 日
po → msgid ""⏎msgstr ""⏎"Content-Type: text/plain; charset=CHARSET\n"⏎#日 → utf-8 → 日
markdown → charset=latin-1 ‹xE9› → utf-8 → ?
mail → ⏎‹xE9› → latin-1 → é
org → # -*- mode: org; coding: iso-latin-1-unix -*-⏎‹xE9› → iso8859-1 → é
org → ‹xC1›⏎# Local Variables:⏎# coding: koi8-r⏎# End:‹U+0020› → koi8-r → а⏎# Local Variables:⏎# coding: koi8-r⏎# End:
org → # -*- coding: utf-8-emacs -*-⏎‹xE9› → utf-8 → ?
org → coding: latin-1⏎‹xE9› → utf-8 → ?
# a declaration that is read as ASCII is in no charset without it (HTML §13.2.3.2, CSS Syntax §3.2)
xml → <?xml version='1.0' encoding='utf-16'?><é> → utf-8 → <é>
xml → <?xml version='1.0' encoding='utf-16'?><e> → utf-8 → <e>
xml → <?xml version='1.0' encoding='utf-16'?><e>‹U+0020› → utf-8 → <e>
xml → <?xml version='1.0' encoding='utf-16'?><e>‹U+0020›‹U+0020› → utf-8 → <e>
xml → <?xml version='1.0' encoding='utf-16'?><e>‹U+0020›‹U+0020›‹U+0020› → utf-8 → <e>
xml → <?xml version='1.0' encoding='UTF-16LE'?><é> → utf-8 → <é>
xml → <?xml version='1.0' encoding='utf-16be'?><é> → utf-8 → <é>
xml → <?xml version='1.0' encoding='UCS-4'?><é> → utf-8 → <é>
xml → <?xml version='1.0' encoding='ISO-10646-UCS-2'?><é> → utf-8 → <é>
xml → <?xml version='1.0' encoding='utf-32'?><é> → utf-8 → <é>
xml → <?xml version='1.0' encoding='IBM037'?><é> → utf-8 → <é>
xml → <?xml version='1.0' encoding='nonsense'?><é> → utf-8 → <é>
html → <meta charset=utf-16><p>x → utf-8 → <p>x
css → @charset "utf-16le";x → utf-8 → x
xml → <?xml version='1.0' encoding='utf-16'?>‹xE9› → utf-8 → ?
# codecs of Python that are no charsets
python → # coding: idna⏎# é → utf-8 → é
python → # coding: punycode⏎# é → utf-8 → é
python → # coding: undefined⏎# é → utf-8 → é
python → # coding: hex⏎# é → utf-8 → é
python → # coding: rot13⏎# é → utf-8 → é
python → # coding: nonsense⏎# é → utf-8 → é
python → # coding: idna⏎# ‹xE9› → utf-8 → ?
python → # coding: punycode⏎# ‹xE9› → utf-8 → ?
python → # coding: undefined⏎# ‹xE9› → utf-8 → ?
python → # coding: hex⏎# ‹xE9› → utf-8 → ?
python → # coding: rot13⏎# ‹xE9› → utf-8 → ?
python → # coding: nonsense⏎# ‹xE9› → utf-8 → ?
"""


def test_declared_charsets() -> None:
    for format, data, codec, expected in rows(DECLARED):
        document = Document(data_of(data), "a" + FORMATS[format].suffixes[0])
        text = document.text if document.text is None else document.text.strip()
        read = text is None if expected == "?" else (text or "").endswith(data_of(expected).decode())
        assert (document.codec, read) == (codec, True), data


def test_the_message_names_an_encoding_that_fits() -> None:
    text = "Съешь же ещё этих мягких французских булок да выпей чаю. Эй, жлоб, где туз? Прячь юных съёмщиц в шкаф. " * 5
    (finding,) = lint(text.encode("cp1251"), "a.txt", rules=rules_of(["undecodable"]))
    assert finding.problem.message.startswith("byte 0xD1 at offset 0 is not valid utf-8; it may be ")
    assert "--config encoding=" in finding.problem.message


def test_bytes_are_decoded() -> None:
    for data in ("é".encode(), b"\xef\xbb\xbf\xc3\xa9", "é".encode("utf-16"), "é".encode("utf-32")):
        assert Document(data, "a.txt").text == "é"
    assert Document(b"\xe9", "a.txt", "latin-1").text == "é"
    assert Document(b"\xef\xbb\xbf\xc3\xa9", "a.txt", "latin-1").text == "é"  # the mark says more than the option


def test_what_cannot_be_decoded_is_told_by_its_byte() -> None:
    document = Document(b"\xef\xbb\xbfab\xff")
    assert (document.text, document.invalid) == (None, (5, 6))
