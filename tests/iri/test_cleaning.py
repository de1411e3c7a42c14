"""What comes before parsing."""

import json
from pathlib import Path

import pytest

from extract import ConversionError, IRISyntaxError, follow, preprocess, to_uri
from extract.iri.charsets import from_presentation, iri_from_bytes
from extract.iri.cleaning import Format, clean_entry, preprocess_list
from tests.rows import rows

# Pastes of mail, chat, PDF, word processors, input methods and right-to-left text, after those in public trackers.
CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.requirement(1, 2, 7)
@pytest.mark.parametrize(
    ("call", "result"),
    rows(r"""
        # four characters are stripped, and no others
        preprocess("\t http://a/\r\n") → "http://a/"
        preprocess("\xa0http://a/") → "\xa0http://a/"
        preprocess("\u3000x\u2003") → "\u3000x\u2003"
        preprocess("\vx\f") → "\vx\f"
        preprocess(" \n ") → ""
        # spaces inside
        preprocess("a b  c", spaces="remove") → "abc"
        preprocess("a b  c", spaces="encode") → "a%20b%20%20c"
        preprocess(" a\tb ", spaces="remove") → "a\tb"
        preprocess("http://a.example/\r\n  b\nc", spaces="remove") → "http://a.example/bc"
        preprocess_list(" a b  c\n") → ["a", "b", "c"]
        preprocess_list("") → []
        preprocess_list("a&#32;b", format="xml") → ["a", "b"]
        preprocess_list("http://a/\thttp://b/") → ["http://a/\thttp://b/"]
        # backslashes
        preprocess(r"http://a\b", backslashes="slash") → "http://a/b"
        preprocess_list(r"http://a\b", backslashes="encode") → ["http://a%5Cb"]
    """),
)
def test_white_space_and_backslashes(call: str, result: str) -> None:
    assert eval(call) == eval(result)


@pytest.mark.requirement(2, 6)
@pytest.mark.parametrize(
    ("text", "format", "start", "end", "message"),
    [
        (" http://a b c", "plain", 9, 10, 'the text has a space at 9; write "%20" if'),
        ("http://a\\b", "plain", 8, 9, 'the text has a backslash at 8; write "%5C" if'),
        ("&#32; &auml;/ä b", "html", 14, 15, "the text has a space at 14"),
        ("ab&#x5c;c", "xml", 2, 8, "the text has a backslash at 2"),
        ("&amp;a&#32;b", "xml", 6, 11, "the text has a space at 6"),
    ],
)
def test_the_strict_mode_says_what_and_where(text: str, format: Format, start: int, end: int, message: str) -> None:
    with pytest.raises(IRISyntaxError) as caught:
        preprocess(text, format=format)
    assert str(caught.value).startswith(message)
    assert (caught.value.start, caught.value.end) == (start, end)
    if "space" not in message:
        with pytest.raises(IRISyntaxError):
            preprocess_list(text, format=format)


ESCAPED = "htt&#x0070;://www.example.com/&#x0066;&#x006f;&#x006f;bar&#x002f;foo&#x003f;bar"


@pytest.mark.requirement(6)
@pytest.mark.parametrize(
    ("text", "format", "result"),
    [
        (ESCAPED, "plain", ESCAPED),
        *rows(rf"""
            {ESCAPED} → html → http://www.example.com/foobar/foo?bar
            {ESCAPED} → xml → http://www.example.com/foobar/foo?bar
            http://example.com/ros&eacute; → html → http://example.com/rosé
            ros&eacute; → xml → ros&eacute;
            ?a=1&amp;b=2&lt;&gt;&quot;&apos; → xml → ?a=1&b=2<>"'
            # a name without ";" in an attribute
            ?a=1&copy=2&reg → html → ?a=1&copy=2®
            ?a=1&copyright → html → ?a=1&copyright
            ?a&notit;&notin; → html → ?a&notit;∉
            &#x80;&#XE9&#233 → html → €éé
            /&#X41;&#65 → xml → /&#X41;&#65
            &#0;&#xD800;&#x110000; → html → \ufffd\ufffd\ufffd
            /&#8;&#xfffe; → html → /\x08\ufffe
            &#65536;&#x10FFFF; → xml → \U00010000\U0010ffff
            &#x00000000041;&#0001114111; → xml → A\U0010ffff
            # HTML reads these as Windows-1252
            &#x80;&#150; → xml → \x80\x96
            &amp;#233;&AMP; → html → &#233;&
            # no characters
            &#1114112;&#xD800;&#x1000000000000001; → xml → &#1114112;&#xD800;&#x1000000000000001;
        """),
    ],
)
def test_character_references_are_those_of_the_format(text: str, format: Format, result: str) -> None:
    assert preprocess(text, format=format) == result


@pytest.mark.requirement(3, 5)
@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        (b"Vi\xea\xf2t Nam", "windows-1258", "Việt Nam"),
        (b"ros\xe9", "iso-8859-1", "rosé"),
        ("re\u0301".encode(), "utf-8", "re\u0301"),
        (b"\xef\xbb\xbfa", "UTF-8", "a"),
        ("é".encode("utf-16"), "utf-16", "é"),
        ("納豆".encode("shift_jis"), "shift_jis", "納豆"),
    ],
)
def test_octets_in_a_charset(data: bytes, charset: str, text: str) -> None:
    assert iri_from_bytes(data, charset) == text


@pytest.mark.requirement(3, 4, 90)
def test_octets_and_normalization() -> None:
    assert iri_from_bytes(b"Vi\xea\xf2t", "windows-1258", nfc=False) == "Vie\u0302\u0323t".replace("e\u0302", "ê")
    assert iri_from_bytes("re\u0301".encode(), nfc=True) == "ré"
    assert from_presentation("re\u0301sume\u0301") == "résumé"
    assert iri_from_bytes(b"abc") == "abc"  # UTF-8 unless said otherwise


@pytest.mark.parametrize(
    ("data", "charset", "message", "start"),
    [
        (b"ab\xff", "utf-8", "bytes FF at offset 2 are not valid utf-8", 2),
        (b"", "nope", "is not a charset", 0),
        (b"a", "rot13", "is not a charset", 0),
    ],
)
def test_octets_that_are_none_of_the_charset(data: bytes, charset: str, message: str, start: int) -> None:
    with pytest.raises(ConversionError, match=message) as caught:
        iri_from_bytes(data, charset)
    assert caught.value.start == start


@pytest.mark.requirement(8, 26)
@pytest.mark.parametrize(
    ("text", "iri"),
    rows(r"""
        http://a/100% → http://a/100%25
        \x20http://a/b c\x0a → http://a/b%20c
        http:\\a\b?c\d#e\f → http://a/b?c%5Cd#e%5Cf
        http://a/é<%41%4> → http://a/é%3C%41%254%3E
        http://a/?q[]={1}|2 → http://a/?q%5B%5D=%7B1%7D%7C2
        https://a/#/#room:b → https://a/#/%23room:b
        http://a/b\x0a\x09c → http://a/bc
        urn:a:b\c → urn:a:b%5Cc
        /\ue000\x80 → /%EE%80%80%C2%80
        ?\ue000 → ?\ue000
        http://{u}/ü → http://%7Bu%7D/ü
        http://[::1]/[ → http://[::1]/%5B
        ] → %5D
    """),
)
def test_web_addresses(text: str, iri: str) -> None:
    assert follow(text).iri == iri
    to_uri(iri)


@pytest.mark.requirement(9)
@pytest.mark.parametrize(
    ("bad", "text", "replacements"),
    [
        ("encode", "http://a/%3Cé%3E%7F/100%25", ["%3C", "%3E", "%7F", "%25"]),
        ("drop", "http://a/é/100", ["", "", "", ""]),
        ("keep", "http://a/<é>\x7f/100%", [None, None, None, None]),
    ],
)
def test_bad_characters_of_an_entry_are_told(bad: str, text: str, replacements: list[str | None]) -> None:
    entry = clean_entry("  http://a/<é>\x7f/100% ", bad=bad)  # type: ignore[arg-type]
    assert entry.text == text
    assert [(change.start, change.character) for change in entry.changes] == [
        (11, "<"),
        (13, ">"),
        (14, "\x7f"),
        (19, "%"),
    ]
    assert [change.replacement for change in entry.changes] == replacements


@pytest.mark.requirement(61)
def test_other_encodings_are_refused() -> None:
    with pytest.raises(IRISyntaxError, match=r"JavaScript.s escape\(\)"):
        to_uri("http://h/%u0041")
    with pytest.raises(IRISyntaxError, match="bracket"):
        to_uri("http://www.example.org/ros[iso-8859-1]é")


PASTES = [json.loads(line) for line in (CASES / "pastes.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.requirement(9)
def test_pastes_of_mail_chat_and_documents() -> None:
    """RFC 3987 §7.2: what was pasted becomes the address that was meant, and every change is told."""
    assert len(PASTES) == 94
    assert [case["paste"] for case in PASTES if clean_entry(case["paste"]).text != case["iri"]] == []
    for case in PASTES:
        entry = clean_entry(case["paste"])
        assert entry.changes or case["paste"].strip() == case["iri"], case
        assert clean_entry(entry.text) == (entry.text, ())


@pytest.mark.requirement(9)
@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (" <https://a.example/>", [(1, "<", ""), (20, ">", "")]),
        ("\u202ahttps://a.example/", [(0, "\u202a", "")]),
        ("URL:https://a.example/\n b", [(0, "URL:", ""), (22, "\n ", "")]),
        ("ｈｔｔｐ：／／a.example/", [(0, "ｈｔｔｐ：／／", "http://")]),
        ("http:\\\\a.example\\b", [(5, "\\\\", "//"), (16, "\\", "/")]),
        ("https://例え。jp/。b", [(10, "。", ".")]),
        ("ｈｔｔｐ：／／ａ｡example/", [(0, "ｈｔｔｐ：／／ａ", "http://a"), (8, "｡", ".")]),
        ("（（http://a.example/） ）", [(0, "（（", ""), (19, "） ）", "")]),
        ("(http://a.example/)(b)", []),
        ("https://a.example/\nhttps://b.example/", [(19, "https://b.example/", "")]),
        ("https://a.example/\u200bab/\u200b", [(18, "\u200b", ""), (22, "\u200b", "")]),
    ],
)
def test_what_was_changed_in_an_entry(text: str, changes: list[tuple[int, str, str]]) -> None:
    assert clean_entry(text).changes == tuple(changes)


@pytest.mark.requirement(9)
def test_an_entry_without_faults_stays() -> None:
    fine = """
        https://a.example/wiki/A_(b) https://fa.example/می\u200cخواهم https://a.example/👩\u200d💻?ü=ö#ä
        https://a.example/–’ｃｍ（x） https://a.example/Apple_Inc. https://a.example/Jeopardy! https://a.example/हिन्दी
        https://a.example/你好，世界 https://a.example/x? urn:a:b a'b'c (see) //a.example/x
    """
    assert [text for text in ["", *fine.split()] if clean_entry(text) != (text, ())] == []


@pytest.mark.requirement(9)
def test_what_is_left_to_others_in_an_entry() -> None:
    assert clean_entry("\u200e<http://a.example/b c>", bad="keep").text == "http://a.example/b c"
