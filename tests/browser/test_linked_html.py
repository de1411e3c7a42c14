"""Links are all that is added to HTML, as Chromium reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.integrations.drop_ins import DROP_INS
from tests.payloads import payloads

pytestmark = pytest.mark.all


# Returns the pairs with a new element, a new attribute, or a link of another kind; what is new is anchors alone.
NEW_PARTS = """pairs => pairs.filter(([plain, linked]) => {
  const read = html => {
    const box = document.implementation.createHTMLDocument("").createElement("div");
    box.innerHTML = html;
    return [...box.querySelectorAll("*")].map(element => element.cloneNode(false).outerHTML);
  };
  const there = read(plain);
  return read(linked).some(tag => {
    const at = there.indexOf(tag);
    if (at >= 0) return there.splice(at, 1), false;
    return !/^<a href="(https?|mailto):[!-~]*"( rel="[a-z ]*")?><\\/a>$/i.test(tag);
  });
})"""


@pytest.fixture(scope="module")
def page(chromium: Any) -> Iterator[Any]:
    browser = chromium(
        args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND"]
    )
    page = browser.new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.goto("about:blank")
    yield page
    browser.close()


@pytest.mark.parametrize("name", DROP_INS)
def test_every_drop_in(page: Any, name: str) -> None:
    drop_in = DROP_INS[name]
    pairs = [[str(drop_in.without(text)), str(drop_in.with_links(text))] for text in payloads()]
    if drop_in.reads == "raw":  # Markdown copies HTML, which has to be sanitized afterwards
        nh3 = pytest.importorskip("nh3")
        pairs = [[nh3.clean(html, link_rel=None) for html in pair] for pair in pairs]
    assert sum(plain != linked for plain, linked in pairs) > 100
    for worse in ("<b>x<i>", "<b onclick=x>", '<b>x</b><a href="javascript:x">', '<b>x</b><a href="http:" onclick="">'):
        assert page.evaluate(NEW_PARTS, [["<b>x", worse]]), "a difference is seen"
    assert page.evaluate(NEW_PARTS, pairs) == []
