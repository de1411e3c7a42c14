"""bleach's linker by its names: bleach's contract, with whole links."""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module
from typing import Any

import bleach
import html5lib
import hypothesis
import pytest
from bleach.sanitizer import Cleaner
from hypothesis.strategies import lists, sampled_from

from extract.integrations.bleach import (
    Linker,
    LinkifyFilter,
    linkify,
)
from tests.examples import examples
from tests.integrations.test_safety import elements_of
from tests.payloads import BODIES, CLOSERS, OPENERS, payloads, tree

PIECES = [
    *OPENERS, *CLOSERS, *BODIES,
    *"<svg/> <mglyph> <template> </template> </select> <col> <caption> </form> <form> <body onload=a> <h1>".split(),
    *"</h2> <li> </li> <object> </object> <font> <x:y> <?x <!x> </> <img/src=x/onerror=a> <b/onclick=a> \0 \f".split(),
    "<p title='</style></noscript></title></select>--><img src=x onerror=a>'>",
    '<b title="<img src=x onerror=a>', "<a b\"='<'>",
]  # fmt: skip


def test_a_program_that_sanitizes_gets_advice() -> None:
    with pytest.raises(AttributeError, match=r"sanitize with nh3\.clean or bleach\.clean"):
        import_module("extract.integrations.bleach").clean  # noqa: B018


def shorter(attrs: dict[Any, str], new: bool = False) -> dict[Any, str] | None:
    if attrs[None, "href"].startswith("http://drop."):
        return None
    return {**attrs, "_text": attrs["_text"].upper(), (None, "class"): "new" if new else "old"}


FILTERED = [
    ("a.com &amp; <b>x</b>", '<a class="new" href="http://a.com">A.COM</a> &amp; <b>x</b>'),
    ("http://a.com/?a&amp;b=ü", '<a class="new" href="http://a.com/?a&amp;b=%C3%BC">HTTP://A.COM/?A&amp;B=Ü</a>'),
    ("&lt;a.com&gt;", '&lt;<a class="new" href="http://a.com">A.COM</a>&gt;'),
    ('<a href="http://b.com">b <b>c</b></a> c', '<a class="old" href="http://b.com">B C</a> c'),
    ('<a href="http://drop.com">b</a> drop.com', "b drop.com"),
    ("<code>a.com <code>b.com</code> c.com</code> d.com",
     '<code>a.com <code>b.com</code> c.com</code> <a class="new" href="http://d.com">D.COM</a>'),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), FILTERED)
def test_the_filter_in_bleach(given: str, expected: str) -> None:
    cleaner = Cleaner(
        attributes=["class", "href"],
        tags={"a", "b", "code"},
        filters=[partial(LinkifyFilter, callbacks=[shorter], skip_tags={"code"})],
    )
    assert "".join(sorted(cleaner.clean(given))) == "".join(sorted(expected))


# bleach's skip_tags: "a" keeps callbacks from existing links; other elements only keep text from being linked
SKIPPED = [
    ("<a href=x>a.com</a> b.com", ["a"], '<a href="x">a.com</a> <a href="http://b.com" n="new">b.com</a>'),
    ("<a href=x>a.com", ["a", "code"], '<a href="x">a.com</a>'),
    ("<A HREF=x><b>a</b></A><b>c</b>", "a", '<a href="x"><b>a</b></a><b>c</b>'),
    ("<code><a href=x>a</a> b.com</code>", ["code"], '<code><a href="x" n="old">a</a> b.com</code>'),
    ("<a href=x><code>a</code></a>", ["code"], '<a href="x" n="old"><code>a</code></a>'),
]


@pytest.mark.parametrize(("given", "skipped", "expected"), SKIPPED)
def test_skipped_links_keep_their_attributes(given: str, skipped: Any, expected: str) -> None:
    def marked(attrs: dict[Any, str], new: bool = False) -> dict[Any, str]:
        return attrs | {(None, "n"): "new" if new else "old"}

    cleaner = {"tags": ["a", "b", "code"], "attributes": ["href", "n"]}
    ours = partial(LinkifyFilter, callbacks=[marked], skip_tags=skipped)
    theirs = partial(bleach.linkifier.LinkifyFilter, callbacks=[marked], skip_tags=skipped)
    assert tree(Linker([marked], skipped).linkify(given)) == tree(expected)
    assert tree(Cleaner(**cleaner, filters=[ours]).clean(given)) == tree(expected)
    assert tree(Cleaner(**cleaner, filters=[theirs]).clean(given)) == tree(expected)


@pytest.mark.parametrize(("given", "expected"), FILTERED)
def test_the_filter_in_html5lib(given: str, expected: str) -> None:
    stream = html5lib.getTreeWalker("etree")(html5lib.parseFragment(given))
    made = html5lib.serializer.HTMLSerializer(quote_attr_values="always", omit_optional_tags=False).render(
        LinkifyFilter(stream, [shorter], ["code"])
    )
    assert tree(made) == tree(expected)


def hrefs_and_names(nodes: list[Any]) -> set[str]:
    return {
        name
        for _, element, attributes in elements_of(nodes)
        for name in (element, *(value if name == "href" else name for name, value in attributes.items()))
    }


def acts(nodes: list[Any]) -> set[str]:
    """Return the elements and the attributes that may run something."""
    found: set[str] = set()
    for _, element, attributes in elements_of(nodes):
        found |= {element} & {"script", "iframe", "object", "style"}
        found |= {f"{name}={value}" for name, value in attributes.items() if name.startswith("on")}
    return found


HARMLESS = re.compile(r"|(?:https?|mailto):.*|href|rel|title|alt|class|[a-z0-9]{1,10}", re.DOTALL)


@pytest.mark.parametrize(
    "pipeline",
    [
        lambda text: linkify(import_module("nh3").clean(text, link_rel=None), parse_email=True),
        lambda text: import_module("nh3").clean(linkify(text, parse_email=True)),
        lambda text: linkify(bleach.clean(text), parse_email=True),
        lambda text: bleach.clean(linkify(text, parse_email=True)),
        Cleaner(filters=[partial(LinkifyFilter, parse_email=True)]).clean,
    ],
    ids=["nh3, linkify", "linkify, nh3", "bleach, linkify", "linkify, bleach", "filter"],
)
def test_payloads_stay_safe(pipeline: Any) -> None:
    """No href that runs something, no attribute that does, and no element but what sanitizers leave."""
    for given in payloads():
        found = hrefs_and_names(tree(f'<div class="around">{pipeline(given)}</div>'))
        assert [name for name in found if not HARMLESS.fullmatch(name)] == []
        assert not found & {"script", "iframe", "object", "style", "svg", "math", "onerror", "onclick"}


def test_payloads_stay_inside() -> None:
    """What follows on the page is beside what was linked, not in it."""
    for given in payloads():
        nodes = tree(f'<div class="around">{linkify(given)}</div><hr>')
        assert [node[1] for node in nodes] == ["div", "hr"], given


@pytest.mark.all
@examples(1000)
@hypothesis.given(lists(sampled_from(PIECES), max_size=12).map("".join))
@hypothesis.example("<noscript><p title='</noscript><img src=x onerror=a>'>")
@hypothesis.example("<xmp><b onclick=a></xmp>")
@hypothesis.example("<plaintext><table><tr><b onclick=a>")
@hypothesis.example("<select><td><iframe>")
@hypothesis.example("<svg><title><p title='</title><img src=x onerror=a>'></title></svg>")
@hypothesis.example("<svg><![CDATA[><img src=x onerror=a>]]></svg>")
def test_nothing_comes_to_life(given: str) -> None:
    """Nothing acts that does not in the source or after bleach."""
    made = linkify(given, [])
    for scripting in (False, True):
        acting = acts(tree(made, scripting=scripting))
        assert acting <= acts(tree(given, scripting=scripting)) | acts(tree(bleach.linkify(given, []))), made
