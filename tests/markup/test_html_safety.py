"""Links are all that is added to HTML, as html5lib reads it, whatever the HTML."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.iri.schemes import MARKED_SCHEMES
from extract.markup.callbacks import Callback
from extract.markup.linker import HTML, Linker, linkify
from tests.examples import examples
from tests.payloads import BODIES, CLOSERS, OPENERS, payloads, tree

MARK = "data-new"


def marked(attrs, new):
    return attrs | {(None, MARK): ""} if new else attrs


LINKERS = {
    "Linker": Linker([marked], parse_email=True, hosts="all").linkify,
    "linkify": lambda html: linkify(
        HTML(html), attributes=lambda _link, attributes: attributes | {MARK: ""}, hosts="all"
    ),
}


def assert_only_links_are_added(name: str, html: str) -> None:
    linked = LINKERS[name](html)
    assert re.sub(rf'<a href="[^"<>]*" {MARK}="">([^<>]*)</a>', r"\1", linked) == html
    schemes = {scheme.lower() for scheme in re.findall(rf'<a href="([^":]*):[^"]*" {MARK}', linked)}
    assert schemes <= MARKED_SCHEMES
    for scripting in (False, True):
        assert tree(linked, without=MARK, scripting=scripting) == tree(html, scripting=scripting)


@pytest.mark.parametrize("name", LINKERS)
def test_payloads(name: str) -> None:
    hostile = payloads()
    for html in hostile:
        assert_only_links_are_added(name, html)
    assert sum(f" {MARK}=" in LINKERS[name](html) for html in hostile) > 100


@examples(300)
@given(st.lists(st.sampled_from([*OPENERS, *BODIES, *CLOSERS, " "]), max_size=9).map("".join))
def test_any_markup(html: str) -> None:
    assert_only_links_are_added("Linker", html)
    linked = LINKERS["Linker"](html)
    assert LINKERS["Linker"](linked) == linked, "what is linked is not linked again"


@pytest.mark.parametrize(
    "html",
    [
        '<a href=x title="a onmouseover=alert(1) b',
        '<a href=x title="a onmouseover=alert(1) b>',
        "<a href=x title='a>b</a> <i>c</i>",
        '<a href="http://a.example>b</a> onclick=alert(1)',
        "<a onmouseover=alert(1)",
        "<a href=x/",
        "<a href=x",
        "<a",
    ],
)
@pytest.mark.parametrize(
    "callback", [marked, lambda _attrs, _new: None, lambda attrs, _new: attrs | {(None, "rel"): "x"}]
)
def test_a_tag_that_never_ends_is_copied(html: str, callback: Callback) -> None:
    """HTML "eof-in-tag": browsers drop it, and what its value holds is no attribute."""
    assert Linker([callback]).linkify(html) == html
    assert Linker([callback]).linkify(f"<p>b</p>{html}") == f"<p>b</p>{html}"
