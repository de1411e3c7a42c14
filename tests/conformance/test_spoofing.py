"""Chromium's table of IDN cases: what is hidden and what is shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from extract.present.displaying import display
from extract.rules import check
from extract.rules.iri.spoofing import protecting
from tests.shared_data import shared

# components/url_formatter/spoof_checks/idn_spoof_checker_unittest.cc and top_domains/test_domains.list of Chromium.
TABLE = shared("chromium", "idn_spoof_checker_unittest.cc")
SITES = tuple(re.findall(r"(?m)^(?!#)\S+", shared("chromium", "test_domains.list").read_text("utf-8")))
_TOKEN = re.compile(r'//[^\n]*|u?"((?:[^"\\]|\\.)*)"|\{|\}|,|k(Safe|Unsafe|Invalid)\b')
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]+)|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")


def cases(source: str) -> Iterator[tuple[str, str]]:
    """Yield the host in ASCII and the verdict of each row of the table ``kIdnCases`` that is about IDNs."""
    start = source.index("kIdnCases[] = {") + len("kIdnCases[] = {")
    fields: list[str] = []
    for match in _TOKEN.finditer(source[start : source.index("\n};", start)]):
        token = match[0]
        if token == "{":
            fields = [""]
        elif token == "}":
            if len(fields) == 3 and ("xn--" in fields[0] or not fields[1].isascii()):
                yield fields[0], fields[2]
            fields = []
        elif fields and token == ",":
            fields.append("")
        elif fields and not token.startswith("//"):
            fields[-1] += match[2] or _ESCAPE.sub(_character, match[1])


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    return chr(int(code, 16)) if code else match[4]


def test_unsafe_names_are_in_punycode_and_reported_and_safe_ones_are_shown() -> None:
    rule = protecting(SITES)
    counts: Counter[tuple[str, bool]] = Counter()
    for host, verdict in cases(TABLE.read_text("utf-8")):
        iri = f"http://{host}/"
        hidden = display(iri, protect=SITES).isascii()
        counts[verdict, hidden and bool(check(iri) or check(iri, [rule]))] += 1
    assert counts["Unsafe", True] >= 0.98 * (counts["Unsafe", True] + counts["Unsafe", False])
    assert counts["Safe", True] == 0
