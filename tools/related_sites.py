"""Write which sites are of one owner into extract/present/_related_sites.py.

usage: python tools/related_sites.py APPLE GOOGLE

APPLE is quirks/shared-credentials.json of apple/password-manager-resources, sites that share their accounts; GOOGLE is
related_website_sets.JSON of GoogleChrome/related-website-sets, sites that their owners declared as theirs. `SHORT` has
what both lack: the names that services give to their own pages in short links, and their other domains.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from extract.iri.tld import registrable_domain
from extract.present.likeness import known_sites

TARGET = Path(__file__).parents[1] / "extract" / "present" / "_related_sites.py"

# From the services' own pages and help.
SHORT = """
amazon.com a.co amzn.asia amzn.com amzn.eu amzn.to
apple.com apple.co apple.news icloud.com itunes.com mac.com me.com
bahn.de bahn.com deutschebahn.com
bbc.co.uk bbc.com bbc.in
bsky.app bsky.social
dhl.com dhl.de
discord.com discord.gg discord.gift discordapp.com
dropbox.com db.tt dropboxmail.com
facebook.com facebookmail.com fb.com fb.gg fb.me fb.watch m.me messenger.com meta.com
flickr.com flic.kr
github.com gh.io git.io github.blog githubapp.com
google.com android.com blog.google c.gle chrome.com g.co g.page gmail.com goo.gl google.dev googlemail.com gstatic.com \
withgoogle.com youtu.be youtube.com yt.be
imdb.com imdb.to
instagram.com ig.me instagr.am
kickstarter.com kck.st
linkedin.com lnkd.in
meetup.com meetu.ps
microsoft.com aka.ms azure.com bing.com hotmail.com live.com microsoft365.com microsoftonline.com msft.it msn.com \
office.com office365.com onedrive.com outlook.com skype.com visualstudio.com windows.com xbox.com
netflix.com nflx.it
nytimes.com nyt.com nyti.ms
openstreetmap.org osm.org
paypal.com paypal-community.com paypal-corp.com paypal.me
pinterest.com pin.it
quora.com qr.ae
reddit.com redd.it
slack.com slack-edge.com slackhq.com
spotify.com spoti.fi spotify.link
stackoverflow.com s.tk serverfault.com stackexchange.com stackoverflow.email superuser.com askubuntu.com
telegram.me t.me telegram.dog
theguardian.com gu.com guardian.co.uk
tiktok.com tiktokv.com
tumblr.com tmblr.co
twitter.com t.co x.com
washingtonpost.com wapo.st
wetransfer.com we.tl
whatsapp.com wa.me whatsapp.net wl.co
wise.com transferwise.com
wikipedia.org w.wiki wikimedia.org
wordpress.com wp.me
yahoo.com yahoo.net yhoo.it
zoom.us zoom.com
""".replace("\\\n", "")


def given(apple: Path, google: Path) -> Iterator[list[str]]:
    """Yield the sets of both lists that have a well-known site, and ours."""
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
    yield from (line.split() for line in SHORT.strip().splitlines())


def merged(sets: Iterator[list[str]]) -> list[list[str]]:
    """Return the sets, joined where they have a domain in common; hosts below registered domains are left out."""
    found: list[set[str]] = []
    for names in sets:
        domains = {name for one in names if registrable_domain(name := one.removeprefix("www.")) == name}
        apart = [known for known in found if not known & domains]
        found = [*apart, domains.union(*(known for known in found if known & domains))]
    return sorted(sorted(names) for names in found if len(names) > 1)


def generate(apple: Path, google: Path) -> str:
    """Return the text of the module."""
    sets = merged(given(apple, google))
    text = "|".join(" ".join(names) for names in sets)
    assert re.fullmatch(r"[a-z0-9.| -]+", text)
    packed = base64.b85encode(zlib.compress(text.encode(), 9)).decode()
    lines = "\n".join(f'    "{packed[at : at + 110]}"' for at in range(0, len(packed), 110))
    return (
        f'"""{sum(map(len, sets))} sites of {len(sets)} owners, packed by tools/related_sites.py: do not edit.\n\n'
        "From apple/password-manager-resources (August 2026), GoogleChrome/related-website-sets (November 2025), and\n"
        'the pages of the services themselves.\n"""\n\n'
        f"SETS = (\n{lines}\n)\n"
    )


if __name__ == "__main__":
    TARGET.write_text(generate(*map(Path, sys.argv[1:3])), "utf-8")
