"""Links of strangers' text show no host that deceives, unless the caller chooses so."""

from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from extract import display, linkify
from extract.markup import Linker, LinkifyIt
from tests.integrations.drop_ins import DROP_INS, WITH_OPTIONS

DECEIVES, IN_ASCII = "www.раураӏ.com", "www.xn--80aa0cbo65f.com"


@pytest.mark.parametrize("name", [name for name in DROP_INS if not name.startswith("markdown-it")])
def test_only_the_text_of_its_link_changes(name: str) -> None:
    text = f"a https://{DECEIVES}/ü b https://bücher.example/ü c /{DECEIVES} d"
    html = str(DROP_INS[name].with_links(text))
    assert f">https://{IN_ASCII}/ü</a> b <a " in html
    assert f">https://bücher.example/ü</a> c /{DECEIVES} d" in html


WITH_HOSTS = [name for name in WITH_OPTIONS if name not in ("markdown-it", "rich")]


@pytest.mark.parametrize("name", WITH_HOSTS)
@pytest.mark.parametrize(
    ("hosts", "shows_it", "shows_others"),
    [
        ("browser", False, True),
        ("all", True, True),
        ("none", False, False),
        (["раураӏ.com"], True, True),
        (["example"], False, True),
    ],
)
def test_the_choices_of_display(name: str, hosts: Any, shows_it: bool, shows_others: bool) -> None:
    assert ("раураӏ" in WITH_OPTIONS[name](DECEIVES, hosts=hosts)) == shows_it
    assert ("bücher" in WITH_OPTIONS[name]("www.bücher.de", hosts=hosts)) == shows_others


@pytest.mark.parametrize("name", WITH_HOSTS)
def test_another_choice_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="hosts must be one of"):
        WITH_OPTIONS[name]("a", hosts="some")


def test_protected_names() -> None:
    html = linkify("exámple.com", bare_domains=True, protect=["example.com"])
    assert ">xn--exmple-qta.com</a>" in html
    assert ">xn--exmple-qta.com</a>" in Linker(protect="example.com").linkify("exámple.com")
    assert ">exámple.com</a>" in Linker().linkify("exámple.com")


def test_text_that_is_linked_already_stays() -> None:
    html = f'<a href="http://{DECEIVES}/">http://{DECEIVES}/</a>'
    assert f">http://{DECEIVES}/</a>" in Linker().linkify(html)


def test_hooks_and_callbacks_have_the_last_word() -> None:
    def as_written(attrs: Any, new: bool) -> Any:
        return {**attrs, "_text": "as I like"}

    html = linkify(f"http://{DECEIVES}", attributes=lambda link, attributes: attributes | {"title": link.text})
    assert f'title="http://{DECEIVES}">http://{IN_ASCII}</a>' in html
    assert ">as I like</a>" in Linker([as_written]).linkify(DECEIVES)


def test_markdown_it_asks_its_own_function() -> None:
    md = MarkdownIt("gfm-like")
    md.linkify = LinkifyIt()  # type: ignore[assignment]
    md.normalizeLinkText = display  # type: ignore[assignment, method-assign]
    html = md.render(f"http://{DECEIVES}/ {DECEIVES} <http://{DECEIVES}/> http://bücher.example/%C3%BC")
    assert DECEIVES not in html
    assert html.count(f"{IN_ASCII}") == 6
    assert ">http://bücher.example/ü</a>" in html
