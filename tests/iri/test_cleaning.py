"""What comes before parsing."""

import json
from pathlib import Path

import pytest

from extract.iri.cleaning import clean_entry

# Pastes of mail, chat, PDF, word processors, input methods and right-to-left text, after those in public trackers.
CASES = Path(__file__).parents[1] / "cases"


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
