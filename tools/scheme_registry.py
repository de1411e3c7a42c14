"""Write extract/iri/_scheme_registry.py from a copy of the IANA registry: ``scheme_registry.py uri-schemes.csv``."""

from __future__ import annotations

import csv
import sys
import textwrap
from pathlib import Path

TARGET = Path(__file__).parents[1] / "extract" / "iri" / "_scheme_registry.py"


def main(source: str) -> None:
    names: dict[str, set[str]] = {"Permanent": set(), "Provisional": set(), "Historical": set()}
    with open(source, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            names[row["Status"]].add(row["URI Scheme"].lower())
    names["Historical"] -= names["Permanent"] | names["Provisional"]
    lines = [
        '"""The names of the IANA registry of URI schemes by status; written by tools/scheme_registry.py."""',
        "",
    ]
    for status, members in names.items():
        body = textwrap.fill(" ".join(sorted(members)), 118, break_on_hyphens=False, break_long_words=False)
        lines += [f'{status.upper()} = """', body, '"""']
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
