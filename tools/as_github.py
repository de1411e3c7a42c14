"""List the parts of a reST page that GitHub, which renders it with docutils, does not show.

python -m tools.as_github PAGE ...
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from docutils.core import publish_parts

# as in github/markup, lib/github/commands/rest2html, except the report level, which is 5 there and hides messages
SETTINGS = {"file_insertion_enabled": False, "syntax_highlight": "none"}
SETTINGS |= {"report_level": 2, "halt_level": 5, "warning_stream": False}
# Sphinx directives that GitHub shows as source, which is still readable. It ignores the option "name", and what
# docs/conf.py writes from the code is only on the site.
KNOWN = re.compile(
    r'Unknown directive type "(?:confval|literalinclude|names|rst:directive|auto\w+)"|.*unknown option: "name"'
    r'|Duplicate implicit target|"include" directive disabled|no such file: .*rules/index\.rst'
)


def messages(page: Path) -> Iterator[str]:
    """Yield messages about unknown markup, and about links to missing files. Sphinx checks links to places."""
    html = publish_parts(page.read_text("utf-8"), writer="html5", settings_overrides=SETTINGS)["html_body"]
    for message in re.findall(r'(?s)class="system-message.*?</p>\s*<p>(.*?)</p>', html):
        yield unescape(re.sub("<[^>]*>", "", message))
    for target in map(unescape, re.findall(r'(?:href|src)="([^"]*)"', html)):
        path = unquote(target).partition("#")[0]
        if not re.match("[a-z]+:", path) and not (page.parent / path).exists():
            yield f"no such file: {path}"


def not_shown(page: Path) -> list[str]:
    """Return the messages about a page that are not known."""
    return [f"{page.name}: {said}" for said in messages(page) if not KNOWN.match(said)]


if __name__ == "__main__":
    print(*(said for name in sys.argv[1:] for said in not_shown(Path(name))), sep="\n")
