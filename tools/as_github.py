"""List the parts of a page that GitHub does not show. It renders reST with docutils, Markdown with cmark-gfm.

python -m tools.as_github PAGE ...
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from docutils.core import publish_parts

ROOT = Path(__file__).parents[1]
# as in github/markup, lib/github/commands/rest2html, except the report level, which is 5 there and hides messages
SETTINGS = {
    "cloak_email_addresses": False,
    "file_insertion_enabled": False,
    "strip_comments": True,
    "initial_header_level": 2,
    "syntax_highlight": "none",
    "embed_stylesheet": False,
    "report_level": 2,
    "warning_stream": False,
    "halt_level": 5,
}
# Sphinx directives that GitHub shows as source, which is still readable. It ignores the option "name".
SHOWN_AS_WRITTEN = re.compile(
    r'Unknown directive type "(?:confval|rst:directive|auto\w+)"|.*unknown option: "name"|Duplicate implicit target'
)


def html_of(page: Path) -> str:
    """Return a page as HTML that includes docutils' messages."""
    text = page.read_text("utf-8")
    if page.suffix == ".md":
        import cmarkgfm

        return str(cmarkgfm.github_flavored_markdown_to_html(text))
    parts = publish_parts(text, source_path=str(page), writer="html5", settings_overrides=SETTINGS)
    return str(parts["html_body"])


def not_shown(page: Path, html: str) -> Iterator[str]:
    """Yield messages about unknown markup, and about links to missing files or anchors."""
    for message in re.findall(r'(?s)class="system-message.*?</p>\s*<p>(.*?)</p>', html):
        said = unescape(re.sub("<[^>]*>", "", message))
        if not SHOWN_AS_WRITTEN.match(said):
            yield said
    visible = re.sub(r"(?s)<(pre|code|aside)\b.*?</\1>", "", html)
    yield from (f"not rendered: {one}" for one in re.findall(r":[a-z:]+:`[^`]*`|\{[a-z]+\}`[^`]*`|^:::.*", visible))
    for target in map(unescape, re.findall(r'(?:href|src)="([^"]*)"', html)):
        path, _, place = unquote(target).partition("#")
        if re.match("[a-z]+:", path) or not (path or place):
            continue
        file = (
            ROOT / posixpath.normpath(posixpath.join(page.relative_to(ROOT).parent.as_posix(), path)) if path else page
        )
        if not file.exists():
            yield f"no such file: {path}"
        elif place and file.suffix == ".rst" and f'id="{place}"' not in html_of(file):
            yield f"no such place: {target}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name).resolve()
        print(*(f"{name}: {said}\n" for said in not_shown(page, html_of(page))), sep="", end="")
