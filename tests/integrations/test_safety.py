"""No drop-in adds more to a page than links of the usual schemes, whatever it is given."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any

import html5lib
import pytest

from extract import Finder
from extract.integrations.pandoc import linked
from extract.integrations.rich import IRIHighlighter
from tests.integrations.drop_ins import DROP_INS
from tests.payloads import UNSAFE, payloads, tree

_NEW = re.compile(r"(?:https?|mailto):[!-~]*", re.IGNORECASE)
_OUR_LINK = re.compile(r'<a href="[^"<>]*"(?: rel="[a-z ]*")?>([^<>]*)</a>')


def elements_of(nodes: list[Any]) -> Iterator[tuple[str | None, str, dict[str, str]]]:
    """Yield namespace, name and attributes of each element."""
    for node in nodes:
        if isinstance(node, tuple):
            yield node[:3]
            yield from elements_of(node[3])


def anchors(nodes: list[Any]) -> Counter[tuple[tuple[str, str], ...]]:
    """Return the attributes of each anchor, with how often it stands there."""
    found = (attributes for _, name, attributes in elements_of(nodes) if name == "a" and "href" in attributes)
    return Counter(tuple(sorted(attributes.items())) for attributes in found)


def elements(nodes: list[Any]) -> Counter[tuple[Any, ...]]:
    """Return the elements besides anchors, with their attributes, and how often each stands there."""
    found = (element for element in elements_of(nodes) if element[1] != "a")
    return Counter((namespace, name, *sorted(attributes.items())) for namespace, name, attributes in found)


def resolved(nodes: list[Any]) -> list[Any]:
    """Return nodes with character references resolved that a host shows as they are written."""
    return [unescape(unescape(node)) if isinstance(node, str) else (*node[:3], resolved(node[3])) for node in nodes]


def assert_only_links_are_added(html: str, without: str, *, raw: bool = False) -> int:
    """Return how many links are added; an anchor that is there already may lead to its URI instead."""
    for scripting in (False, True) if raw else (False,):
        assert resolved(tree(html, without="href", scripting=scripting)) == resolved(
            tree(without, without="href", scripting=scripting)
        )
    return assert_anchors_are_links(html, without)


def assert_anchors_are_links(html: str, without: str) -> int:
    added = anchors(tree(html)) - anchors(tree(without))
    for attributes in added:
        assert {name for name, _value in attributes} <= {"href", "rel", "class"}
        assert _NEW.fullmatch(dict(attributes)["href"])
    return added.total()


def nested_anchors(html: str) -> int:
    """Return how many anchors begin inside another, as written: parsers part them, and only note an error."""
    parser = html5lib.HTMLParser()
    parser.parseFragment(html)
    parted = [details for _place, error, details in parser.errors if error == "unexpected-start-tag-implies-end-tag"]
    return parted.count({"startName": "a", "endName": "a"})


LABELS = {
    "html": "<a href=/x>http://a.com/é <b>www.b.com</b> c@d.com</a> <a href=/y>e.com</a> http://f.com",
    "text": "<a href=/x>http://a.com/é</a>",
    "markdown": "[http://a.com/é](/x) [b **www.b.com** c@d.com](/y) <http://c.com> [![http://d.com](/i)](/z)"
    " [e.com][r]\n\n[r]: /r",
}
LABELS["raw"] = f"{LABELS['html']} {LABELS['markdown']}"


@pytest.mark.parametrize("name", DROP_INS)
def test_no_anchor_stands_in_another(name: str) -> None:
    html = str(DROP_INS[name].with_links(LABELS[DROP_INS[name].reads]))
    assert "<a " in html
    assert nested_anchors(html) == 0


@pytest.mark.parametrize("name", DROP_INS)
def test_no_program_and_no_data_in_running_text(name: str) -> None:
    for given in UNSAFE:
        assert assert_anchors_are_links(DROP_INS[name].with_links(given), DROP_INS[name].without(given)) == 0


@pytest.mark.all
@pytest.mark.parametrize("name", [name for name in DROP_INS if DROP_INS[name].reads != "raw"])
def test_payloads(name: str) -> None:
    drop_in = DROP_INS[name]
    added = 0
    for given in payloads():
        html, without = str(drop_in.with_links(given)), drop_in.without(given)
        assert nested_anchors(html) <= nested_anchors(without)
        added += assert_only_links_are_added(html, without, raw=drop_in.reads == "html")
        if drop_in.reads != "markdown":
            assert _OUR_LINK.sub(r"\1", html).replace("mailto:", "") == (
                _OUR_LINK.sub(r"\1", without).replace("mailto:", "")
            ), "every byte but the links is as it was"
    assert added > 100


@pytest.mark.all
@pytest.mark.parametrize("name", [name for name in DROP_INS if DROP_INS[name].reads == "raw"])
def test_markdown_with_raw_html(name: str) -> None:
    """What is sanitized afterwards, as it must be, has nothing new but links."""
    nh3 = pytest.importorskip("nh3")
    drop_in = DROP_INS[name]
    added = 0
    for given in payloads():
        html, without = (nh3.clean(render(given), link_rel=None) for render in drop_in[:2])
        assert not elements(tree(html)) - elements(tree(without))
        added += assert_anchors_are_links(html, without)
    assert added > 100


def _as_text(node: dict[str, Any]) -> dict[str, Any]:
    """Return raw HTML of pandoc's as text, the other nodes as they are."""
    text = {"t": "Str", "c": node["c"][1]} if node.get("t") in ("RawInline", "RawBlock") else node
    return {"t": "Para", "c": [text]} if node.get("t") == "RawBlock" else text


@pytest.mark.all
@pytest.mark.parametrize("source", ["commonmark_x", "gfm", "text"])
def test_pandoc(source: str) -> None:
    if shutil.which("pandoc") is None:
        pytest.skip("no pandoc on PATH")

    def pandoc(given: str, *options: str) -> str:
        command = ["pandoc", "--wrap=preserve", *options]
        return subprocess.run(command, input=given.encode(), capture_output=True, check=True).stdout.decode()

    if source == "text":
        document = json.loads(pandoc("x", "-f", "markdown", "-t", "json"))
        document["blocks"] = [{"t": "Para", "c": [{"t": "Str", "c": text}]} for text in payloads()]
    else:
        document = json.loads(pandoc("\n\n----\n\n".join(payloads()), "-f", source, "-t", "json"), object_hook=_as_text)
    html, without = (pandoc(json.dumps(one), "-f", "json", "-t", "html") for one in (linked(document), document))
    assert assert_only_links_are_added(html, without) > 100


def test_terminal() -> None:
    """What a terminal follows is a URI: no control character ends the sequence that holds it."""
    highlighter = IRIHighlighter(None, finder=Finder(bare_domains=True, email=True))
    for given in payloads():
        for text in (given, given.replace("/", "/\x1b\\\x07"), given.replace("é", "\x9cé\u202e")):
            for span in highlighter(text).spans:
                uri = getattr(span.style, "link", None)
                assert uri is None or _NEW.fullmatch(uri)
