"""Links are all that is added to HTML, as Chromium reads it, with and without scripts."""

from __future__ import annotations

from typing import Any

import pytest

from extract.markup import Linker
from tests.payloads import payloads

pytestmark = pytest.mark.slow

# Returns the pairs that differ once the links that are marked are taken out again.
COMPARE = """pairs => pairs.filter(([plain, linked]) => {
  const inert = document.implementation.createHTMLDocument("");
  return [document, inert].some(owner => {
    const read = html => {
      const box = owner.createElement("div");
      box.innerHTML = html;
      for (const link of box.querySelectorAll("a[data-new]")) link.replaceWith(...link.childNodes);
      box.normalize();
      return box;
    };
    return !read(plain).isEqualNode(read(linked));
  });
})"""


def test_payloads(chromium: Any) -> None:
    linker = Linker([lambda attrs, new: attrs | {(None, "data-new"): ""} if new else attrs], parse_email=True)
    pairs = [[html, str(linker.linkify(html))] for html in payloads()]
    assert sum(plain != linked for plain, linked in pairs) > 100
    browser = chromium(
        args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND"]
    )
    try:
        page = browser.new_page()
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.goto("about:blank")
        assert page.evaluate(COMPARE, [["<b>x", "<b><i>x"]]), "a difference is seen"
        assert page.evaluate(COMPARE, pairs) == []
    finally:
        browser.close()
