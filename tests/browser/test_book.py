"""The example book in a real browser: where a click goes, and in which order an address is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from extract.iri.bidi_rule import has_rtl
from extract.present.bidi import visual_order

pytestmark = pytest.mark.slow

# page | text of the link | the Host field | the path, as the server is asked for them
CLICKS = [
    ("japanese", "http://例え.テスト/メニュー", "xn--r8jz45g.xn--zckzah", "/%E3%83%A1%E3%83%8B%E3%83%A5%E3%83%BC"),
    (
        "chinese-traditional",
        "http://書店.example/目錄#第二章",
        "xn--hxt89p.example",
        "/%E7%9B%AE%E9%8C%84",
    ),
    ("german", "http://straße.example/", "xn--strae-oqa.example", "/"),
    ("russian", "http://пример.рф/главная", "xn--e1afmkfd.xn--p1ai", "/%D0%B3%D0%BB%D0%B0%D0%B2%D0%BD%D0%B0%D1%8F"),
    ("arabic", "http://مثال.إختبار/صفحة", "xn--mgbh0fb.xn--kgbechtv", "/%D8%B5%D9%81%D8%AD%D8%A9"),
    (
        "arabic",
        "http://مكتبة.example/بحث?كلمة=شعر&صفحة=2",
        "xn--ngbcb3hj.example",
        "/%D8%A8%D8%AD%D8%AB?%D9%83%D9%84%D9%85%D8%A9=%D8%B4%D8%B9%D8%B1&%D8%B5%D9%81%D8%AD%D8%A9=2",
    ),
    ("hebrew", "http://דוגמה.טעסט/דף", "xn--6dbbec0c.xn--deba0ad", "/%D7%93%D7%A3"),
    (
        "persian",
        "http://کتاب.example/جست\u200cوجو?نام=حافظ&برگ=۲",
        "xn--mgbce12c.example",
        "/%D8%AC%D8%B3%D8%AA%E2%80%8C%D9%88%D8%AC%D9%88?%D9%86%D8%A7%D9%85=%D8%AD%D8%A7%D9%81%D8%B8"
        "&%D8%A8%D8%B1%DA%AF=%DB%B2",
    ),
    (
        "thai",
        "http://ตัวอย่าง.example/หน้าแรก",
        "xn--72c1a1bt4awk9o.example",
        "/%E0%B8%AB%E0%B8%99%E0%B9%89%E0%B8%B2%E0%B9%81%E0%B8%A3%E0%B8%81",
    ),
]


@pytest.mark.parametrize(("name", "text", "host", "path"), CLICKS, ids=[click[1] for click in CLICKS])
def test_a_click_asks_the_right_server_for_the_right_page(
    open_book: Any, name: str, text: str, host: str, path: str
) -> None:
    page, server = open_book
    page.goto(f"{server.url}/{name}.html")
    page.get_by_role("link", name=text, exact=True).first.click()
    page.wait_for_url(f"http://{host}/**")
    assert server.asked == [(host, path)]


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
