"""Write benchmarks/results/programs.md: the links of each program, alone and with our integration.

The documentation shows the table. The rows of programs that are not installed stay.

python -m tools.integrations_table
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import bleach
import markdown
import mistletoe
import mistune
from django.utils.html import urlize as django_urlize
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers import Parser
from docutils.parsers.rst import Parser as RSTParser
from jinja2 import Environment
from markdown_it import MarkdownIt
from myst_parser.parsers.docutils_ import Parser as MySTParser
from rich.highlighter import Highlighter, ReprHighlighter

from extract import Finder
from extract.integrations.pandoc import linked
from extract.integrations.rich import IRIHighlighter
from sphinx_iri import myst, rst
from tests.integrations.drop_ins import DROP_INS

PAGE = Path(__file__).parents[1] / "docs" / "integrations" / "table.rst"
RESULTS = Path(__file__).parents[1] / "benchmarks" / "results" / "programs.md"
PROGRAM = re.compile(r"\| \[([^]]+)\]")

Links = Callable[[str], list[str]]


def lines_of_the_page() -> list[str]:
    """Return the lines that the page shows, with the links that readers expect between ⟦ and ⟧."""
    return re.findall(r"(?m)^    (.*⟦.*)$", PAGE.read_text("utf-8"))


def _in_html(render: Callable[[str], object]) -> Links:
    anchor = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL)
    return lambda text: [unescape(re.sub(r"<[^>]*>", "", shown)) for shown in anchor.findall(str(render(text)))]


def _in_terminal(highlighter: Highlighter) -> Links:
    def links(text: str) -> list[str]:
        marked = highlighter(text)
        shown = (span for span in marked.spans if span.style == "repr.url" or getattr(span.style, "link", None))
        return [marked.plain[start:end] for start, end in sorted({(span.start, span.end) for span in shown})]

    return links


def _in_docutils(parser: type[Parser], **settings: Any) -> Links:
    def links(text: str) -> list[str]:
        document = publish_doctree(text, parser=parser(), settings_overrides={"report_level": 5, **settings})
        return [node.astext() for node in document.findall(nodes.reference)]

    return links


def _in_pandoc(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Links:
    """Return a function that returns the links of pandoc for GFM, after ``change`` is applied to the document."""

    def pandoc(given: str, *formats: str) -> str:
        command = ["pandoc", "--wrap=none", "-f", formats[0], "-t", formats[1]]
        return subprocess.run(command, input=given.encode(), capture_output=True, check=True).stdout.decode()

    return _in_html(lambda text: pandoc(json.dumps(change(json.loads(pandoc(text, "gfm", "json")))), "json", "html"))


def hosts() -> dict[str, tuple[Links, Links]]:
    """Return each program with two functions for its links: alone, and with the integration."""
    jinja = Environment().from_string("{{ text|urlize }}")
    alone: dict[str, tuple[str, Callable[[str], object]]] = {
        "bleach.linkify": ("bleach", partial(bleach.linkify, parse_email=True)),
        "Django": ("Django", partial(django_urlize, autoescape=True)),
        "Jinja": ("Jinja", lambda text: jinja.render(text=text)),
        "Python-Markdown": ("Python-Markdown", partial(markdown.markdown, extensions=["pymdownx.magiclink"])),
        "markdown-it-py": ("markdown-it", MarkdownIt("gfm-like").render),
        "mistletoe": ("mistletoe", mistletoe.markdown),
        "mistune": ("mistune", mistune.create_markdown(plugins=["url"])),
    }
    finder = Finder(bare_domains=True, email=True)
    made = {name: (_in_html(before), _in_html(DROP_INS[ours].with_links)) for name, (ours, before) in alone.items()}
    return made | {
        "docutils": (_in_docutils(RSTParser), _in_docutils(rst.Parser, iri_bare_domains=True)),
        "MyST": (
            _in_docutils(MySTParser, myst_enable_extensions=["linkify"]),
            _in_docutils(myst.Parser, iri_myst=True, iri_bare_domains=True),
        ),
        "pandoc": (_in_pandoc(lambda document: document), _in_pandoc(partial(linked, bare_domains=True))),
        "rich": (_in_terminal(ReprHighlighter()), _in_terminal(IRIHighlighter(None, finder=finder))),
    }


def is_right(links: Links, marked: str) -> bool:
    """Return whether a program finds exactly the marked links, as text or as HTML, where ``&amp;`` is ``&``."""
    meant = re.findall("⟦(.*?)⟧", marked)
    return links(re.sub("[⟦⟧]", "", marked)) in (meant, [unescape(link) for link in meant])


def renewed(row: str) -> str:
    """Return a row of the results with the counts of today. A row whose program is missing stays."""
    (name,) = PROGRAM.findall(row)
    lines = lines_of_the_page()
    try:
        counts = [sum(is_right(links, line) for line in lines) for links in hosts()[name]]
    except (FileNotFoundError, ModuleNotFoundError):
        return row
    return " | ".join([row.partition(" | ")[0], *(f"{count} of {len(lines)}" for count in counts)]) + " |"


if __name__ == "__main__":
    rows = RESULTS.read_text("utf-8").splitlines()
    RESULTS.write_text("".join(f"{renewed(row) if PROGRAM.match(row) else row}\n" for row in rows), "utf-8")
