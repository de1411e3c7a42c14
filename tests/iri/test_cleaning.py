"""What comes before parsing."""

import json
from pathlib import Path

import pytest

from extract import follow, preprocess, to_uri
from extract.iri.cleaning import Format, clean_entry
from tests.rows import rows

# Pastes of mail, chat, PDF, word processors, input methods and right-to-left text, after those in public trackers.
CASES = Path(__file__).parents[1] / "cases"


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
def test_an_entry_without_faults_stays() -> None:
    fine = """
        https://a.example/wiki/A_(b) https://fa.example/می\u200cخواهم https://a.example/👩\u200d💻?ü=ö#ä
        https://a.example/–’ｃｍ（x） https://a.example/Apple_Inc. https://a.example/Jeopardy! https://a.example/हिन्दी
        https://a.example/你好，世界 https://a.example/x? urn:a:b a'b'c (see) //a.example/x
    """
    assert [text for text in ["", *fine.split()] if clean_entry(text) != (text, ())] == []
