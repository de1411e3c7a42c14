"""The example book in a real browser: where a click goes, and in which order an address is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from extract.iri.bidi_rule import has_rtl
from extract.present.bidi import visual_order

pytestmark = pytest.mark.slow


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


# The characters of an element in the order they are drawn, from left to right; those without a width are left out.
DRAWN = """element => {
    const boxes = [], walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());)
        for (let i = 0; i < node.length; i++) {
            const range = document.createRange();
            range.setStart(node, i);
            range.setEnd(node, i + 1);
            const box = range.getBoundingClientRect();
            if (box.width > 0) boxes.push([box.left + box.right, node.data[i]]);
        }
    return boxes.sort((a, b) => a[0] - b[0]).map(box => box[1]).join("");
}"""
ONE_LINE = "a { white-space: nowrap !important; overflow-wrap: normal !important }"


@pytest.mark.requirement(79)
@pytest.mark.parametrize("name", ["arabic", "hebrew", "persian", "urdu", "index", "addresses"])
@pytest.mark.parametrize("direction", ["rtl", "ltr"])
def test_right_to_left_addresses_are_drawn_as_in_a_left_to_right_embedding(
    open_book: Any, name: str, direction: str
) -> None:
    """RFC 3987 §4.1, whatever the direction of the paragraph around; the order is that of UAX #9."""
    pytest.importorskip("bidi", reason="python-bidi is not installed")
    page, server = open_book
    page.goto(f"{server.url}/{name}.html")
    page.add_style_tag(content=f"{ONE_LINE} div.body {{ direction: {direction} !important }}")
    links = [link for link in page.locator("div.body a").all() if is_rtl_address(link.inner_text())]
    assert links
    for link in links:
        iri = link.inner_text()
        # a joiner has no width
        assert link.evaluate(DRAWN) == visual_order(iri).replace("\u200c", ""), iri


def is_rtl_address(text: str) -> bool:
    return "://" in text and has_rtl(text)
