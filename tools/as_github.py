"""Say what of a page GitHub does not show: it reads reStructuredText by docutils alone, Markdown by cmark-gfm.

python -m tools.as_github PAGE ... [--to FOLDER]      --to also writes each page as HTML
"""

from __future__ import annotations

import argparse
import posixpath
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from docutils.core import publish_parts

ROOT = Path(__file__).parents[1]
# as in github/markup, lib/github/commands/rest2html, but for the level, which is 5 there: no message is shown
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
# Sphinx's directives that GitHub shows as they are written: they can be read. It drops the option "name".
SHOWN_AS_WRITTEN = re.compile(
    r'Unknown directive type "(?:confval|rst:directive|auto\w+)"|.*unknown option: "name"|Duplicate implicit target'
)
STYLE = """
:root { color-scheme: light dark } body { font: 16px/1.5 sans-serif; max-width: 860px; margin: 0 auto; padding: 0 16px }
body, code { overflow-wrap: break-word } table { border-collapse: collapse; display: block; overflow: auto }
td, th { border: 1px solid #8888; padding: 6px 13px } pre { overflow: auto; background: #8882; padding: 12px }
img { max-width: 100% } code { font-size: 85% } .system-message { display: none }
"""


def html_of(page: Path) -> str:
    """Return a page as HTML, with docutils' messages in it."""
    text = text_of(page)
    if page.suffix == ".md":
        import cmarkgfm

        return str(cmarkgfm.github_flavored_markdown_to_html(text))
    parts = publish_parts(text, source_path=str(page), writer="html5", settings_overrides=SETTINGS)
    return str(parts["html_body"])


def text_of(page: Path) -> str:
    """Return the source of a page."""
    return page.read_text("utf-8")


def not_shown(page: Path, html: str) -> Iterator[str]:
    """Yield what cannot be read in a page: unknown markup, links to files or places that are not there."""
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


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--to", type=Path)
    options = parser.parse_args()
    for page in options.pages:
        html = html_of(page.resolve())
        for said in not_shown(page.resolve(), html):
            print(f"{page}: {said}")
        if options.to:
            name = page.resolve().relative_to(ROOT).as_posix().replace("/", "-")
            base = f'<base href="{page.resolve().as_uri()}">'
            head = (
                f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">{base}<style>{STYLE}</style>'
            )
            (options.to / f"{name}.html").write_text(head + html, "utf-8")


if __name__ == "__main__":
    main()
