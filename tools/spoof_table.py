"""Count how Chromium's table of IDN cases fares: which hosts are shown, and which are reported.

usage: python -m tools.spoof_table TABLE SITES [--half write|count] [--list]

TABLE is components/url_formatter/spoof_checks/idn_spoof_checker_unittest.cc of Chromium's sources, SITES is
top_domains/test_domains.list beside it: the well-known sites of that test. A case belongs to one of two halves by the
hash of its name in ASCII; the rules were written with the cases of "write". Unsafe are, "by likeness", the names that
look like one of the sites and break no other rule.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from extract.present.deceptive import suspicions
from extract.present.displaying import display
from extract.rules import check
from extract.rules.iri.spoofing import protecting

_TOKEN = re.compile(r'//[^\n]*|u?"((?:[^"\\]|\\.)*)"|\{|\}|,|k(Safe|Unsafe|Invalid)\b')
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]+)|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")


class Case(NamedTuple):
    """A row of the table."""

    host: str  # in ASCII
    text: str  # in Unicode
    verdict: str  # "Safe", "Unsafe" or "Invalid"

    @property
    def half(self) -> str:
        return ("write", "count")[hashlib.sha256(self.host.encode()).digest()[0] % 2]


def cases(source: str) -> Iterator[Case]:
    """Yield the rows of the table ``kIdnCases`` that are about IDNs."""
    start = source.index("kIdnCases[] = {") + len("kIdnCases[] = {")
    fields: list[str] | None = None
    for match in _TOKEN.finditer(source[start : source.index("\n};", start)]):
        token = match[0]
        if token == "{":
            fields = [""]
        elif token == "}":
            if fields is not None and len(fields) == 3 and ("xn--" in fields[0] or not fields[1].isascii()):
                yield Case(*fields)
            fields = None
        elif fields is None or token.startswith("//"):
            continue
        elif token == ",":
            fields.append("")
        else:
            fields[-1] += match[2] or _ESCAPE.sub(_character, match[1])


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    return chr(int(code, 16)) if code else match[4]


def verdict(case: Case, sites: tuple[str, ...]) -> str:
    """Return the verdict of the table; the unsafe ones in two kinds."""
    if case.verdict != "Unsafe":
        return case.verdict
    found = {one.kind for one in suspicions(f"http://{case.host}/", sites)}
    return "Unsafe by likeness" if found == {"well-known"} else "Unsafe by rule"


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("sites", type=Path)
    parser.add_argument("--half", choices=("write", "count"))
    parser.add_argument("--list", action="store_true", help="print the cases that differ")
    options = parser.parse_args()
    sites = tuple(re.findall(r"(?m)^(?!#)\S+", options.sites.read_text("utf-8")))
    counts: Counter[tuple[str, str, str]] = Counter()
    for case in cases(options.table.read_text("utf-8")):
        if options.half in (None, case.half):
            iri = f"http://{case.host}/"
            shown = "in Punycode" if display(iri, protect=sites).isascii() else "shown"
            known = check(iri) or check(iri, [protecting(sites)])
            row = (verdict(case, sites), shown, "reported" if known else "silent")
            counts[row] += 1
            if options.list and (row[0] == "Safe") == (row[1] != "shown"):
                print(*row, case.host, ascii(case.text), case.text)
    for row, count in sorted(counts.items()):
        print(f"{count:5}  {', '.join(row)}")


if __name__ == "__main__":
    main()
