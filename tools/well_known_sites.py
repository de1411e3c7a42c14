"""Write the well-known sites that a host may be taken for into extract/present/_well_known.py.

usage: python tools/well_known_sites.py CHROMIUM MOZILLA UMBRELLA

CHROMIUM is domains.list of components/url_formatter/spoof_checks/top_domains in Chromium's sources, of which the 500
most visited are taken; MOZILLA is data/icons-top2000.json of mozilla/tippy-top-sites. UMBRELLA has the names that are
looked up most often, one a line, from Cisco Umbrella: the first of them that CHROMIUM has too are taken.
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


LOOKED_UP = 175  # more would make the installed file larger by a block


def sites(chromium: Path, mozilla: Path, umbrella: Path) -> set[str]:
    """Return the registrable domains of the lists, in ASCII."""
    most_visited, _, others = chromium.read_text("utf-8").partition("###END_TOP_500###")
    entries = json.loads(mozilla.read_text("utf-8"))
    names = [*most_visited.split(), *(domain for entry in entries for domain in entry["domains"])]
    known = {*others.split()} - {*names}
    looked_up = dict.fromkeys(registrable_domain(name) or name for name in umbrella.read_text("utf-8").split())
    names += [name for name in looked_up if name in known][:LOOKED_UP]
    # Names of one or two characters look like many others.
    found = {registrable_domain(name.lower()) or name.lower() for name in names if name.isascii()}
    return {
        name for name in found if len(name.partition(".")[0]) > 2 and re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", name)
    }


def generate(chromium: Path, mozilla: Path, umbrella: Path) -> str:
    """Return the text of the module."""
    endings: defaultdict[str, list[str]] = defaultdict(list)
    known = sorted(sites(chromium, mozilla, umbrella))
    for site in known:
        name, _, ending = site.partition(".")
        endings[ending].append(name)
    text = "|".join(f"{ending}:{' '.join(names)}" for ending, names in sorted(endings.items()))
    packed = base64.b85encode(zlib.compress(text.encode(), 9)).decode()
    lines = "\n".join(f'    "{packed[at : at + 110]}"' for at in range(0, len(packed), 110))
    return (
        f'"""{len(known)} well-known sites, packed by tools/well_known_sites.py: do not edit.\n\n'
        "Chromium's list of top domains (January 2023): the 500 most visited, and those looked up most often by Cisco\n"
        "Umbrella's list (July 2026); Mozilla's list of top sites (mozilla/tippy-top-sites, January 2025). They are\n"
        'registrable domains.\n"""\n\n'
        f"SITES = (\n{lines}\n)\n"
    )


if __name__ == "__main__":
    TARGET.write_text(generate(*map(Path, sys.argv[1:4])), "utf-8")
