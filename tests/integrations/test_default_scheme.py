"""A bare domain leads to https everywhere, and one option changes it."""

from __future__ import annotations

import pytest

from extract import find_links
from extract.mail import links_in_message
from tests.integrations.drop_ins import WITH_OPTIONS

WORD = "www.example.com"
HOSTS = [name for name in WITH_OPTIONS if not name.startswith("bleach")]


@pytest.mark.parametrize("host", HOSTS)
def test_https_and_the_option(host: str) -> None:
    assert f"https://{WORD}" in WITH_OPTIONS[host](WORD)
    assert f"http://{WORD}" in WITH_OPTIONS[host](WORD, default_scheme="http")


@pytest.mark.parametrize(
    ("words", "are_links"),
    [
        ("www.build.sh notes.md/draft neal.example.fun:80/ü", True),
        ("README.md setup.py self.id config.ru tx.to, Enum.map/2", False),
    ],
)
def test_what_is_a_site_is_decided_once(words: str, are_links: bool) -> None:
    asked = {name: {"bare_domains": True} for name in ("Python-Markdown", "mistletoe", "mistune", "pandoc")}
    for word in words.split():
        linked = {name: "https://" in WITH_OPTIONS[name](word, **asked.get(name, {})) for name in HOSTS}
        linked["find_links"] = any(find_links(word, bare_domains=True))
        linked["mail"] = any(links_in_message(f"Subject: a\n\n{word}\n".encode()))
        assert linked == dict.fromkeys(linked, are_links), word
