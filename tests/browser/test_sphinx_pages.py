"""Pages of Sphinx's and the example book in a real browser: what each click asks for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import Server, arguments
from tests.sphinx.building import ROOTS, build

pytestmark = pytest.mark.all

SOURCE = ROOTS / "test-browser"
ROWS = [line.split(" | ") for line in (SOURCE / "links.txt").read_text("utf-8").splitlines()[1:]]
LINKS = [(text, host, path) for text, host, path in ROWS]
FRAGMENT = "%D7%A9"  # of the one link that has one


@pytest.fixture(scope="module", params=["alabaster", "furo", "sphinx_rtd_theme", "epub"])
def opened(chromium: Any, request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Server, str]]:
    """Open the page in a theme, or as it is in an EPUB: the browser's page, the server, and the address."""
    theme = request.param
    if theme == "epub":
        built, name = build(SOURCE, tmp_path_factory.mktemp(theme), "epub"), "index.xhtml"
    else:
        pytest.importorskip(theme)
        built = build(SOURCE, tmp_path_factory.mktemp(theme), "html", "-D", f"html_theme={theme}")
        name = "index.html"
    assert built.status == 0
    with Server(built.out) as server:
        browser = chromium(args=arguments(server.port))
        yield browser.new_page(viewport={"width": 1200, "height": 900}), server, f"{server.url}/{name}"
        browser.close()


def test_each_click_asks_for_exactly_the_path(opened: tuple[Any, Server, str]) -> None:
    page, server, address = opened
    assert len(LINKS) >= 30
    asked = []
    for text, host, path in LINKS:
        page.goto(address)
        server.asked.clear()
        picture = page.locator("a:has(img[alt=picture])")
        link = picture if text == "picture" else page.get_by_role("link", name=text, exact=True)
        link.last.click()  # the first may be in a sidebar
        page.wait_for_url(f"http://{host}/**")
        asked.append((text, *server.asked[0]))
        assert page.url.partition("#")[2] == (FRAGMENT if "#" in text else "")
        if "://" in text:  # the browser itself reads the IRI so (WHATWG URL)
            read = page.evaluate(
                "text => { const url = new URL(text); return [url.host, url.pathname + url.search] }", text
            )
            assert read == [host, path]
    assert asked == LINKS


def test_every_link_of_the_book_goes_where_its_href_says(open_book: Any, book: Path) -> None:
    """The browser has nothing to repair: what it asks for is what is written in the page."""
    page, server = open_book
    gone: list[str] = []

    def stop(route: Any) -> None:
        gone.append(route.request.url)
        route.fulfill(status=204)  # No Content: the browser stays where it is

    page.route(lambda url: urlsplit(url).netloc != urlsplit(server.url).netloc, stop)
    clicked = 0
    for path in sorted(book.glob("*.html")):
        page.goto(f"{server.url}/{path.name}")
        for link in page.locator("div.body a[href^=http]").all():
            gone.clear()
            link.click()
            assert gone == [asked_for(link.get_attribute("href"))], path.name
            clicked += 1
    assert clicked > 200


def asked_for(href: str) -> str:
    """Return what is asked for: an empty path is "/" (RFC 9110 §4.2.3), and the fragment is left out."""
    parts = urlsplit(href)
    return parts._replace(path=parts.path or "/", fragment="").geturl()
