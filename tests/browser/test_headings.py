"""Ids of headings in a real browser: links of every theme's navigation, permalinks, old anchors, the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.conftest import Server, arguments
from tests.sphinx.building import build, write_project

pytestmark = pytest.mark.all

HEADINGS = {
    "概要": "概要",
    "2.0 新機能": "_2-0-新機能",
    "例": "例",
    "Überblick": "überblick",
    "می\u200cخواهم": "می\u200cخواهم",
    "עברית": "עברית",
}
TEXT = "text\n\n" * 60
GUIDE = "案内\n====\n\n" + "".join(f"{heading}\n{'-' * 40}\n\n{TEXT}" for heading in [*HEADINGS, "例"])
INDEX = "表紙\n====\n\n.. toctree::\n\n   guide\n\n:ref:`概要 <label>`\n"
# A link that shows, and is not beside its heading.
LINK = """
([...links], id) => {
    const wanted = link => decodeURIComponent(link.hash) === "#" + id && link.pathname === location.pathname
    return links.findIndex(link => wanted(link) && link.checkVisibility() && !link.classList.contains("headerlink"))
}
"""
TARGET = "() => { const t = document.querySelector(':target'); return t && [t.id, t.closest('section').id] }"
TOP = "() => document.querySelector(':target').closest('section').getBoundingClientRect().top"
CURRENT = {  # what a theme says is the section that is read
    "furo": ".toc-tree .scroll-current > a",
    "sphinx_rtd_theme": ".wy-menu li.current > a.current",
    "pydata_sphinx_theme": ".bd-toc-nav a.active, .page-toc a.active",
}


@pytest.fixture(scope="module", params=["alabaster", "furo", "sphinx_rtd_theme", "pydata_sphinx_theme"])
def opened(chromium: Any, request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str, str]]:
    """Open a project in a theme: the browser's page, the address of the site, the theme."""
    theme = request.param
    pytest.importorskip(theme)
    folder = tmp_path_factory.mktemp(theme)
    guide = GUIDE.replace("概要\n", ".. _label:\n\n概要\n", 1)
    conf = "iri_heading_ids = True\nlanguage = 'en'"
    source = write_project(folder / "source", conf, index_rst=INDEX, guide_rst=guide)
    silent = ("-D", "suppress_warnings=iri.config")  # the menu of Read the Docs
    built = build(source, folder, "html", "-D", f"html_theme={theme}", *silent)
    assert (built.status, built.warnings) == (0, [])
    with Server(built.out) as server:
        browser = chromium(args=arguments(server.port))
        page = browser.new_page(viewport={"width": 1600, "height": 900}, reduced_motion="reduce")
        yield page, server.url, theme
        browser.close()


def assert_target(page: Any, expected: list[str]) -> None:
    """Wait for the page that was opened; fail if what it leads to has not this id, in a section of that one."""
    page.wait_for_function(
        f"expected => JSON.stringify(({TARGET})()) === JSON.stringify(expected)", arg=expected, timeout=20000
    )


def assert_at_the_top(page: Any) -> None:
    page.wait_for_function(f"() => {{ const top = ({TOP})(); return top > -30 && top < 200 }}", timeout=20000)


@pytest.mark.parametrize("made", [*HEADINGS.values(), "例_2"])
def test_a_click_in_the_navigation_leads_to_the_heading(opened: tuple[Any, str, str], made: str) -> None:
    page, site, theme = opened
    page.goto(f"{site}/guide.html")
    links = page.locator("a[href*='#']")
    number = links.evaluate_all(LINK, made)
    if number >= 0:
        links.nth(number).click()
    else:  # alabaster shows sections only on the front page
        assert theme == "alabaster"
        page.locator(f"a.headerlink[href='#{quote(made)}']").click(force=True)
    assert page.url == f"{site}/guide.html#{quote(made)}"  # which browsers show as the words
    assert_target(page, [made, made])
    if made != "例_2":  # the last one cannot go to the top
        assert_at_the_top(page)
    if theme == "pydata_sphinx_theme":
        page.wait_for_function(
            "([which, id]) => [...document.querySelectorAll(which)].some(a => decodeURIComponent(a.hash) === '#' + id)",
            arg=[CURRENT[theme], made],
            timeout=20000,
        )


def test_permalinks_old_anchors_and_links_from_elsewhere(opened: tuple[Any, str, str]) -> None:
    page, site, _ = opened
    page.goto(f"{site}/guide.html")
    for made in HEADINGS.values():
        assert page.locator(f"[id='{made}'] > :is(h1, h2) > a.headerlink").get_attribute("href") == f"#{quote(made)}"
    for old, made in (("id1", "案内"), ("id3", "_2-0-新機能"), ("uberblick", "überblick"), ("label", "概要")):
        page.goto("about:blank")  # a bookmark loads the page
        page.goto(f"{site}/guide.html#{old}")
        assert_target(page, [old, made])
        assert_at_the_top(page)
    page.goto(f"{site}/index.html")
    page.locator("a:has(.std-ref)").first.click()
    assert_target(page, ["label", "概要"])
    page.goto(f"{site}/guide.html#{HEADINGS['עברית']}")  # as people type or paste it
    assert_target(page, ["עברית", "עברית"])
