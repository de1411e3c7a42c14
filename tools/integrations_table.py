"""Write docs/integrations/table.rst: what each host links, before and after.

python -m tools.integrations_table
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import bleach
import markdown
import mistletoe
import mistune
from django.conf import settings
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
from extract.integrations.bleach import linkify
from extract.integrations.django.templatetags.iri import urlize
from extract.integrations.jinja import IRIExtension
from extract.integrations.mistletoe import IRIRenderer
from extract.integrations.mistune import iri
from extract.integrations.pandoc import linked
from extract.integrations.rich import IRIHighlighter
from extract.markup import LinkifyIt
from sphinx_iri import myst, rst

TARGET = Path(__file__).parents[1] / "docs" / "integrations" / "table.rst"
# What people write; what is between ⟦ and ⟧ is a link to them.
TEXTS = {
    "sentence in Japanese": "詳細は ⟦https://ja.wikipedia.org/wiki/日本語⟧。",
    "no space after it": "参照⟦https://ja.wikipedia.org/wiki/日本語⟧、次に",
    "brackets": "(⟦https://ru.wikipedia.org/wiki/Россия_(страна)⟧)",
    "brackets in Chinese": "（⟦https://zh.wikipedia.org/wiki/北京市⟧）",
    "bare domain": "см. ⟦пример.рф/путь⟧",
    "quotes": "„⟦https://de.wikipedia.org/wiki/Größe⟧“",
    "emphasis": "*⟦https://example.com/é⟧*",
    "IDN": "⟦https://faß.de/straße⟧",
    "e-mail": "⟦jörg@bücher.example.com⟧",
}

# The same links in every host: lines as people write them.
LINES = [
    *TEXTS.values(),
    # Chinese, Japanese, Korean
    "「⟦https://ja.wikipedia.org/wiki/東京都⟧」を見る",
    "详见⟦https://zh.wikipedia.org/wiki/北京市⟧；另见⟦https://zh.wikipedia.org/wiki/上海市⟧！",
    "위키 ⟦https://ko.wikipedia.org/wiki/한국어⟧, 그리고",
    "⟦https://例え.テスト/パス⟧？はい",
    "【⟦https://example.com/資料.pdf⟧】",
    # right to left
    "انظر ⟦https://ar.wikipedia.org/wiki/القاهرة⟧، ثم",
    "(⟦https://he.wikipedia.org/wiki/ירושלים⟧)",
    "⟦https://fa.wikipedia.org/wiki/تهران⟧؟",
    "⟦https://ar.wikipedia.org/wiki/مصر_(توضيح)⟧.",
    "«⟦https://fa.wikipedia.org/wiki/ایران⟧»",
    # emphasis
    "これは**⟦https://example.com/日本⟧**です",
    "**⟦https://example.com/é⟧**, and",
    "~~⟦https://example.com/é⟧~~",
    "_⟦https://example.com/é⟧_",
    "**⟦www.example.com/é⟧**",
    # quotation marks
    "“⟦https://example.com/é⟧”",
    '"⟦https://example.com/é⟧"',
    '"⟦http://a.example.com/x⟧"',
    "'⟦https://example.com/é⟧'",
    "« ⟦https://fr.wikipedia.org/wiki/Été⟧ »",
    # names of files and objects
    "see README.md and setup.py",
    "docs/index.rst, main.rs:42, java.io.File",
    "self.id and console.log(x)",
    "open photo.jpg, e.g. v1.2.3",
    # references
    "⟦https://example.com/?a=1&amp;b=é⟧",
    "⟦https://example.com/?a=1&b=é⟧ &amp; more",
    "a &amp; ⟦https://example.com/é⟧; b",
    # domains and addresses
    "⟦www.bücher.example.com⟧, then",
    "⟦example.com/é?q=ü#ä⟧!",
    "mail: ⟦user@例え.jp⟧。",
    "⟦https://example.com/a_(b)_c/é⟧...",
]
_PLAIN = "the text is no Markdown: ``**`` before a letter is part of the address (UTS #58)"
# Where a host links something else, and why: the beginning of the line, the hosts, the reason.
REASONS = (
    ("これは**", ("bleach.linkify", "Django", "Jinja", "docutils", "rich"), _PLAIN),
    ("~~", ("docutils", "MyST"), "no strikethrough is enabled there"),
)


def links_of_html(html: str) -> list[str]:
    return [unescape(re.sub(r"<[^>]*>", "", shown)) for shown in re.findall(r"<a\b[^>]*>(.*?)</a>", html, re.DOTALL)]


def in_terminal(highlighter: Highlighter) -> Callable[[str], list[str]]:
    def links(text: str) -> list[str]:
        marked = highlighter(text)
        spans = {
            (span.start, span.end)
            for span in marked.spans
            if span.style == "repr.url" or getattr(span.style, "link", None)
        }
        return [marked.plain[start:end] for start, end in sorted(spans)]

    return links


def in_docutils(parser: type[Parser], **settings: Any) -> Callable[[str], list[str]]:
    def links(text: str) -> list[str]:
        document = publish_doctree(text, parser=parser(), settings_overrides={"report_level": 5, **settings})
        return [node.astext() for node in document.findall(nodes.reference)]

    return links


def in_pandoc(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[str], list[str]]:
    """Return what links pandoc's reader of GitHub's Markdown makes, with its document changed."""

    def pandoc(given: str, *formats: str) -> str:
        command = ["pandoc", "--wrap=none", "-f", formats[0], "-t", formats[1]]
        return subprocess.run(command, input=given.encode(), capture_output=True, check=True).stdout.decode()

    return lambda text: links_of_html(
        pandoc(json.dumps(change(json.loads(pandoc(text, "gfm", "json")))), "json", "html")
    )


def _linkified(md: MarkdownIt) -> MarkdownIt:
    md.linkify = LinkifyIt()  # type: ignore[assignment]
    return md


def _jinja(env: Environment) -> Callable[..., str]:
    return env.from_string("{{ text|urlize }}").render


def _mistletoe() -> IRIRenderer:
    return IRIRenderer(bare_domains=True)


Links = Callable[[str], list[str]]
Render = Callable[[str], object]


def renderers() -> dict[str, tuple[Render, Render]]:
    """Return each host that writes HTML: by itself, and with the one line changed."""
    if not settings.configured:
        settings.configure()
    before, after = _jinja(Environment()), _jinja(Environment(extensions=[IRIExtension]))
    return {
        "`bleach.linkify <bleach.rst>`__": (
            lambda text: bleach.linkify(text, parse_email=True),
            lambda text: linkify(text, parse_email=True),
        ),
        "`Django <django.rst>`__": (lambda text: django_urlize(text, autoescape=True), urlize),
        "`Jinja <jinja.rst>`__": (lambda text: before(text=text), lambda text: after(text=text)),
        "`Python-Markdown <markdown.rst>`__": (
            lambda text: markdown.markdown(text, extensions=["pymdownx.magiclink"]),
            lambda text: markdown.markdown(text, extensions=["iri"], extension_configs={"iri": {"bare_domains": True}}),
        ),
        "`markdown-it-py <markdown-it.rst>`__": (
            MarkdownIt("gfm-like").render,
            _linkified(MarkdownIt("gfm-like")).render,
        ),
        "`mistletoe <mistletoe.rst>`__": (mistletoe.markdown, partial(mistletoe.markdown, renderer=_mistletoe)),
        "`mistune <mistune.rst>`__": (
            mistune.create_markdown(plugins=["url"]),
            mistune.create_markdown(plugins=[partial(iri, bare_domains=True)]),
        ),
    }


def hosts() -> dict[str, tuple[Links, Links]]:
    """Return each host: what it links by itself, and what with the one line changed."""
    made: dict[str, tuple[Links, Links]] = {
        name: tuple(lambda text, render=render: links_of_html(str(render(text))) for render in pair)  # type: ignore[misc]
        for name, pair in renderers().items()
    }
    made["`docutils <../sphinx.rst>`__"] = (
        in_docutils(RSTParser),
        in_docutils(rst.Parser, iri_bare_domains=True),
    )
    made["`MyST <../sphinx.rst>`__"] = (
        in_docutils(MySTParser, myst_enable_extensions=["linkify"]),
        in_docutils(myst.Parser, iri_myst=True, iri_bare_domains=True),
    )
    made["`pandoc <pandoc.rst>`__"] = (
        in_pandoc(lambda document: document),
        in_pandoc(partial(linked, bare_domains=True)),
    )
    made["`rich <terminal.rst>`__"] = (
        in_terminal(ReprHighlighter()),
        in_terminal(IRIHighlighter(None, finder=Finder(bare_domains=True, email=True))),
    )
    return made


def name_of(host: str) -> str:
    """Return the name of a host without its markup."""
    return re.sub(r"`(.*) <.*", r"\1", host)


def reason(line: str, host: str) -> str | None:
    """Return why a host links something else in a line; ``None`` if it should link what is marked."""
    text = re.sub("[⟦⟧]", "", line)
    return next((why for start, names, why in REASONS if text.startswith(start) and name_of(host) in names), None)


def links_meant(line: str) -> tuple[list[str], list[str]]:
    """Return the links of a line, as text and as HTML or Markdown, where ``&amp;`` is ``&``."""
    links = re.findall("⟦(.*?)⟧", line)
    return links, [unescape(link) for link in links]


INTRODUCTION = """\
Before and after
================

Nine lines as people write them; what is between ⟦ and ⟧ should be a link, nothing else::

    {texts}

How many of them each host links so, by itself and with the one line changed:

.. list-table::
   :header-rows: 1
   :widths: 50 25 25

   * - host
     - alone
     - with it
{counts}

By itself, Python-Markdown uses ``pymdownx.magiclink``, MyST ``linkify``, and pandoc reads ``gfm``. With the change,
these three, mistletoe, mistune, docutils and rich are set to link bare domains too. In the pictures, ✓ is a line with
exactly its link, ✗ any other. ``tools/integrations_table.py`` makes this page.

{pictures}
The same links in every host
----------------------------

{many} more lines, as text of a comment, a page or a cell, become the same links in every host, in Chinese, Japanese,
Korean, Arabic, Hebrew and Persian, in quotation marks, brackets and emphasis. Names of files and objects stay text. The
exceptions:

{exceptions}
"""


def right(links: Links, marked: str) -> bool:
    """Return whether a host links exactly what is marked."""
    return links(re.sub("[⟦⟧]", "", marked)) == re.findall("⟦(.*)⟧", marked)


def page() -> str:
    """Return the page."""
    made = hosts()
    counts = []
    for host, pair in made.items():
        counts += [f"   * - {host}"]
        counts += [f"     - {sum(right(links, text) for text in TEXTS.values())} of {len(TEXTS)}" for links in pair]
    return INTRODUCTION.format(
        texts="\n    ".join(TEXTS.values()),
        counts="\n".join(counts),
        pictures="\n".join(picture(host) for host in renderers()),
        many=len(LINES),
        exceptions="\n".join(exceptions(made)),
    )


def picture(host: str) -> str:
    """Return the section of a host with its picture."""
    name = name_of(host)
    return f"""\
{name}
{"-" * len(name)}

.. image:: ../images/host-{file_of(host)}.png
   :alt: The nine lines twice, above with the links of {name} alone, below with exactly the links that are meant.
"""


def file_of(host: str) -> str:
    """Return the name of the page of a host."""
    return re.findall(r"<(?:.*/)?(.*)\.rst>", host)[0]


def exceptions(made: dict[str, tuple[Links, Links]]) -> Iterator[str]:
    """Yield an item for each line that is not linked as marked in some hosts."""
    for line in LINES:
        found = [host for host, (_, after) in made.items() if after(re.sub("[⟦⟧]", "", line)) not in links_meant(line)]
        if found:
            why = reason(line, found[0]) or "not yet"
            yield f"- ``{line}`` in {', '.join(map(name_of, found))}: {why}."


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
