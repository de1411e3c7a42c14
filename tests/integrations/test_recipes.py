"""The recipes of docs/integrations/recipes.rst, run by the libraries that they are for."""

from __future__ import annotations

import asyncio
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from extract import find_links, to_uri
from extract.integrations.rich import IRIHighlighter

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_URI = "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"
# libraries warn of their own dependencies
pytestmark = [pytest.mark.all, pytest.mark.filterwarnings("default")]


def recipe(name: str) -> str:
    """Return the code that follows a heading."""
    page = (Path(__file__).parents[2] / "docs" / "integrations" / "recipes.rst").read_text("utf-8")
    (code,) = re.findall(
        rf"^{name}\n-+\n(?:.+\n|\n)*?\.\. code-block:: python\n\n((?:   .*\n|\n)+)", page, re.MULTILINE
    )
    return textwrap.dedent(code)


def test_scrapy() -> None:
    scrapy: Any = pytest.importorskip("scrapy")
    from scrapy.http import HtmlResponse
    from scrapy.linkextractors import LinkExtractor

    body = f'<p>見て https://faß.de/straße。<b>{JA}</b>。</p><a href="https://faß.de/é">x</a>'
    response = HtmlResponse("https://a.example/", body=body.encode(), encoding="utf-8")
    names: dict[str, Any] = {"find_links": find_links, "to_uri": to_uri, "scrapy": scrapy}
    exec(recipe("Scrapy"), names)

    class Spider:
        parse = names["parse"]

    assert [request.url for request in Spider().parse(response)] == ["https://xn--fa-hia.de/stra%C3%9Fe", JA_URI]
    extractor = LinkExtractor(process_value=to_uri)
    assert [link.url for link in extractor.extract_links(response)] == ["https://xn--fa-hia.de/%C3%A9"]


def test_trafilatura() -> None:
    trafilatura: Any = pytest.importorskip("trafilatura")
    page = f"<html><body><article><h1>題</h1><p>{'これは長い段落です。' * 30}詳細は {JA}。</p></article></body></html>"
    assert [link.text for link in find_links(trafilatura.extract(page))] == [JA]


def test_requests_are_sent_to_the_host_that_is_meant() -> None:
    httpx: Any = pytest.importorskip("httpx")
    asked = []

    def answer(request: Any) -> Any:
        asked.append((request.headers["Host"], request.url.raw_path))
        return httpx.Response(200)

    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        client.get(to_uri("https://faß.de/straße?größe=1"))
    assert asked == [("xn--fa-hia.de", b"/stra%C3%9Fe?gr%C3%B6%C3%9Fe=1")]


def test_textual() -> None:
    """A widget shows the text with links that the terminal opens."""
    pytest.importorskip("textual")
    from textual.app import App
    from textual.widgets import Static

    class Messages(App):  # type: ignore[type-arg]
        def compose(self) -> Any:
            yield Static(IRIHighlighter()(f"詳細は {JA}。"), id="message")

    async def first_line() -> list[tuple[str, str | None]]:
        app = Messages()
        async with app.run_test(size=(80, 5)):
            line = app.query_one("#message").render_line(0)
            return [(passage.text, passage.style.link if passage.style else None) for passage in line]

    pieces = asyncio.run(first_line())
    assert "".join(text for text, uri in pieces if uri == JA_URI) == JA
    assert "".join(text for text, uri in pieces if uri is None).strip() == "詳細は 。"
