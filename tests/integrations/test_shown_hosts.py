"""Links of strangers' text show no host that deceives, unless the caller chooses so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import markdown
import mistletoe
import mistune
import pytest
from django.test import override_settings
from jinja2 import Environment
from markdown_it import MarkdownIt

from extract import display, linkify
from extract.integrations import bleach
from extract.integrations.django.templatetags.iri import urlize, urlizetrunc
from extract.integrations.mistletoe import IRIRenderer
from extract.integrations.mistune import iri
from extract.integrations.pandoc import linked
from extract.markup import HTML, Linker, LinkifyIt
from extract.markup.callbacks import shorten
from tests.integrations.drop_ins import DROP_INS

DECEIVES, IN_ASCII = "www.раураӏ.com", "www.xn--80aa0cbo65f.com"


@pytest.mark.parametrize("name", [name for name in DROP_INS if not name.startswith("markdown-it")])
def test_only_the_text_of_its_link_changes(name: str) -> None:
    text = f"a https://{DECEIVES}/ü b https://bücher.example/ü c /{DECEIVES} d"
    html = str(DROP_INS[name].with_links(text))
    assert f">https://{IN_ASCII}/ü</a> b <a " in html
    assert f">https://bücher.example/ü</a> c /{DECEIVES} d" in html


Hosts = Any


def _django(filter_: Callable[[str], str], text: str, hosts: Hosts) -> str:
    with override_settings(IRI_HOSTS=hosts):
        return filter_(text)


def _jinja(text: str, hosts: Hosts) -> str:
    environment = Environment(extensions=["extract.integrations.jinja.IRIExtension"])
    environment.policies["urlize.hosts"] = hosts
    return environment.from_string("{{ a|urlize }}").render(a=text)


WITH_HOSTS: dict[str, Callable[[str, Hosts], str]] = {
    "Linker": lambda text, hosts: Linker(hosts=hosts).linkify(text),
    "Linker, callbacks": lambda text, hosts: Linker([shorten(99)], hosts=hosts).linkify(text),
    "Linker, anchors": lambda text, hosts: Linker(hosts=hosts).linkify(f"<a href=/x>x</a> {text}"),
    "linkify": lambda text, hosts: linkify(text, bare_domains=True, hosts=hosts),
    "linkify, HTML": lambda text, hosts: linkify(HTML(text), bare_domains=True, hosts=hosts),
    "linkify, Markdown": lambda text, hosts: linkify(text, bare_domains=True, hosts=hosts, to="markdown"),
    "linkify, reST": lambda text, hosts: linkify(text, bare_domains=True, hosts=hosts, to="rst"),
    "bleach": lambda text, hosts: bleach.linkify(text, hosts=hosts),
    "bleach, filter": lambda text, hosts: "".join(
        str(token.get("data")) for token in bleach.LinkifyFilter([{"type": "Characters", "data": text}], hosts=hosts)
    ),
    "Django": lambda text, hosts: _django(urlize, text, hosts),
    "Django, cut": lambda text, hosts: _django(lambda text: urlizetrunc(text, 99), text, hosts),
    "Jinja": lambda text, hosts: _jinja(text, hosts),
    "mistune": lambda text, hosts: str(mistune.create_markdown(plugins=[partial(iri, hosts=hosts)])(text)),
    "mistletoe": lambda text, hosts: mistletoe.markdown(text, partial(IRIRenderer, hosts=hosts)),
    "Python-Markdown": lambda text, hosts: markdown.markdown(
        text, extensions=["iri"], extension_configs={"iri": {"hosts": hosts}}
    ),
    "pandoc": lambda text, hosts: str(linked({"blocks": [{"t": "Str", "c": text}]}, hosts=hosts)),
}


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
def test_the_choices_of_display(name: str, hosts: Hosts, shows_it: bool, shows_others: bool) -> None:
    write = WITH_HOSTS[name]
    assert ("раураӏ" in write(DECEIVES, hosts)) == shows_it
    assert ("bücher" in write("www.bücher.de", hosts)) == shows_others


@pytest.mark.parametrize("name", WITH_HOSTS)
def test_another_choice_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="hosts must be one of"):
        WITH_HOSTS[name]("a", "some")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("раураӏ.com/ü?ü#ü", "xn--80aa0cbo65f.com/ü?ü#ü"),
        ("раураӏ.com:80", "xn--80aa0cbo65f.com:80"),
        ("HTTP://раураӏ.com/", "HTTP://xn--80aa0cbo65f.com/"),
        ("me@раураӏ.com", "me@xn--80aa0cbo65f.com"),
        ("mailto:me@раураӏ.com", "mailto:me@xn--80aa0cbo65f.com"),
        ("http://раураӏ。com/", "http://xn--80aa0cbo65f.com/"),
        ("http://bücher.example/%C3%BC", "http://bücher.example/%C3%BC"),
        ("http://example.com/раураӏ", "http://example.com/раураӏ"),
        ("http://xn--80aa0cbo65f.com", "http://xn--80aa0cbo65f.com"),
    ],
)
def test_what_is_shown(written: str, shown: str) -> None:
    assert f">{shown}</a>" in linkify(written, bare_domains=True, email=True)
    assert f">{shown}</a>" in Linker(parse_email=True).linkify(written)


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
