"""Why a link begins and ends where it does, or why a name is none: `Finder.why` and ``iri explain --at``."""

from __future__ import annotations

from extract import Finder
from tests.rows import rows

FINDER = Finder(bare_domains=True, email=True)


# A text, the place that a reason is about, and the reason.
REASONS = r"""
https://a.example/b.htmlを参照 → https://a.example/b.html → end glued-words
(https://a.example/b（c）→ https://a.example/b → end cjk-brackets
to=ana@a.example → ana@a.example → start address-edges
In article <a1$b@c.example> → a1$b@c.example → no link message-ids
"""


def test_tailorings() -> None:
    for text, place, reason in rows(REASONS):
        reasons = [one for one in FINDER.why(text) if one.aspect != "sign"]
        assert {(text[one.start : one.end], f"{one.aspect} {one.by}") for one in reasons} == {(place, reason)}
    for text in ("see example.com", "see https://a.example/é"):
        assert [one for one in FINDER.why(text) if one.aspect != "sign"] == []


def test_the_signs_of_a_name_add_up() -> None:
    for text, is_site in (
        ("Edit self.id", False),
        ("the quick brown fox of docs.rs here", False),
        ("at bps.go.id", True),
    ):
        signs = [one for one in FINDER.why(text) if one.aspect == "sign"]
        assert signs[0].by.startswith("its ending")
        assert (sum(one.weight for one in signs) > 0) == is_site
