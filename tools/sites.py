"""Write lists of well-known sites and of sites with the same owner into extract/present.

python -m tools.sites known CHROMIUM MOZILLA UMBRELLA      writes _well_known.py
python -m tools.sites related APPLE GOOGLE                 writes _related_sites.py

CHROMIUM is domains.list in components/url_formatter/spoof_checks/top_domains of Chromium's sources, of which the 500
most visited sites are used. MOZILLA is data/icons-top2000.json of mozilla/tippy-top-sites. UMBRELLA contains the names
that are looked up most often, one per line, from Cisco Umbrella. The first of them that are also in CHROMIUM are used.

APPLE is quirks/shared-credentials.json of apple/password-manager-resources, with sites that share accounts. GOOGLE is
related_website_sets.JSON of GoogleChrome/related-website-sets, with sites that their owners declared.
tools/sites_of_owners.txt contains sites that are missing from both.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from extract.iri.tld import registrable_domain
from extract.present.likeness import known_sites
from tools.generate_confusables import TARGET, literal

LOOKED_UP = 175  # more would need another disk block for the installed file
OWNERS = Path(__file__).with_name("sites_of_owners.txt")
_KNOWN = '''"""{} well-known sites, packed by tools/sites.py: do not edit.

Chromium's list of top domains (January 2023): the 500 most visited, and those looked up most often by Cisco
Umbrella's list (July 2026); Mozilla's list of top sites (mozilla/tippy-top-sites, January 2025). They are
registrable domains.
"""

'''
_RELATED = '''"""{} sites of {} owners, packed by tools/sites.py: do not edit.

From apple/password-manager-resources (August 2026), GoogleChrome/related-website-sets (November 2025), and
the pages of the services themselves.
"""

'''


def well_known(chromium: Path, mozilla: Path, umbrella: Path) -> set[str]:
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


def write_well_known(chromium: Path, mozilla: Path, umbrella: Path) -> None:
    """Write the module of well-known sites, grouped by the rest of the name."""
    endings: defaultdict[str, list[str]] = defaultdict(list)
    known = sorted(well_known(chromium, mozilla, umbrella))
    for site in known:
        name, _, ending = site.partition(".")
        endings[ending].append(name)
    text = "|".join(f"{ending}:{' '.join(names)}" for ending, names in sorted(endings.items()))
    module = _KNOWN.format(len(known)) + literal("SITES", text.encode())
    TARGET.with_name("_well_known.py").write_text(module, "utf-8")


def _sets(apple: Path, google: Path) -> Iterator[list[str]]:
    """Yield Apple's sets with a well-known site or more than two sites, Google's with a well-known site, and ours."""
    for entry in json.loads(apple.read_text("utf-8")):
        names = [*entry.get("shared", ()), *entry.get("from", ()), *entry.get("to", ())]
        if known_sites() & set(names) or len(names) > 2:
            yield names
    for entry in json.loads(google.read_text("utf-8"))["sets"]:
        others = [name for names in entry.get("ccTLDs", {}).values() for name in names]
        found = [entry["primary"], *(entry.get("associatedSites") or ()), *(entry.get("serviceSites") or ()), *others]
        names = [name.removeprefix("https://") for name in found]
        if known_sites() & set(names):
            yield names
    yield from (line.split() for line in OWNERS.read_text("utf-8").splitlines()[1:])


def _merged(sets: Iterator[list[str]]) -> list[list[str]]:
    """Merge the sets that share a domain. Only registrable domains are kept."""
    found: list[set[str]] = []
    for names in sets:
        domains = {name for one in names if registrable_domain(name := one.removeprefix("www.")) == name}
        apart = [known for known in found if not known & domains]
        found = [*apart, domains.union(*(known for known in found if known & domains))]
    return sorted(sorted(names) for names in found if len(names) > 1)


def write_related(apple: Path, google: Path) -> None:
    """Write the module of sites with the same owner."""
    sets = _merged(_sets(apple, google))
    text = "|".join(map(" ".join, sets))
    assert re.fullmatch(r"[a-z0-9.| -]+", text)
    module = _RELATED.format(sum(map(len, sets)), len(sets)) + literal("SETS", text.encode())
    TARGET.with_name("_related_sites.py").write_text(module, "utf-8")


if __name__ == "__main__":
    {"known": write_well_known, "related": write_related}[sys.argv[1]](*map(Path, sys.argv[2:]))
