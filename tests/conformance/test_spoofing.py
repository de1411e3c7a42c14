"""Chromium's table of IDN cases: what is hidden and what is shown, counted in place (see tools/spoof_table.py)."""

from __future__ import annotations

import re
from collections import Counter

from extract.present.displaying import display
from extract.rules import check
from extract.rules.iri.spoofing import protecting
from tests.shared_data import shared
from tools.spoof_table import cases

# components/url_formatter/spoof_checks/idn_spoof_checker_unittest.cc and top_domains/test_domains.list of Chromium.
TABLE = shared("chromium", "idn_spoof_checker_unittest.cc")
SITES = tuple(re.findall(r"(?m)^(?!#)\S+", shared("chromium", "test_domains.list").read_text("utf-8")))


def test_unsafe_names_are_in_punycode_and_reported_and_safe_ones_are_shown() -> None:
    rule = protecting(SITES)
    counts: Counter[tuple[str, bool]] = Counter()
    for case in cases(TABLE.read_text("utf-8")):
        iri = f"http://{case.host}/"
        hidden = display(iri, protect=SITES).isascii()
        counts[case.verdict, hidden and bool(check(iri) or check(iri, [rule]))] += 1
    assert counts["Unsafe", True] >= 0.98 * (counts["Unsafe", True] + counts["Unsafe", False])
    assert counts["Safe", True] == 0
