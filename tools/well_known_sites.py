"""Write the well-known sites that a host may be taken for into extract/present/_well_known.py.

usage: python tools/well_known_sites.py CHROMIUM MOZILLA

CHROMIUM is domains.list of components/url_formatter/spoof_checks/top_domains in Chromium's sources, of which the 500
most visited are taken; MOZILLA is data/icons-top2000.json of mozilla/tippy-top-sites.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from collections import defaultdict
from pathlib import Path

from extract.iri.tld import registrable_domain

TARGET = Path(__file__).parents[1] / "extract" / "present" / "_well_known.py"


def sites(chromium: Path, mozilla: Path) -> set[str]:
    """Return the registrable domains of both lists, in ASCII."""
    most_visited = chromium.read_text("utf-8").partition("###END_TOP_500###")[0].split()
    entries = json.loads(mozilla.read_text("utf-8"))
    names = [*most_visited, *(domain for entry in entries for domain in entry["domains"])]
    # Names of one or two characters look like many others.
    found = {registrable_domain(name.lower()) or name.lower() for name in names if name.isascii()}
    return {
        name for name in found if len(name.partition(".")[0]) > 2 and re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", name)
    }


def generate(chromium: Path, mozilla: Path) -> str:
    """Return the text of the module."""
    endings: defaultdict[str, list[str]] = defaultdict(list)
    known = sorted(sites(chromium, mozilla))
    for site in known:
        name, _, ending = site.partition(".")
        endings[ending].append(name)
    text = "|".join(f"{ending}:{' '.join(names)}" for ending, names in sorted(endings.items()))
    packed = base64.b85encode(zlib.compress(text.encode(), 9)).decode()
    lines = "\n".join(f'    "{packed[at : at + 110]}"' for at in range(0, len(packed), 110))
    return (
        f'"""{len(known)} well-known sites, packed by tools/well_known_sites.py: do not edit.\n\n'
        "The 500 most visited of Chromium's list of top domains (January 2023), and Mozilla's list of top sites\n"
        '(mozilla/tippy-top-sites, January 2025), as registrable domains.\n"""\n\n'
        f"SITES = (\n{lines}\n)\n"
    )


if __name__ == "__main__":
    TARGET.write_text(generate(*map(Path, sys.argv[1:3])), "utf-8")
