"""Jinja's filter ``urlize``: its arguments and policies."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_LINK = f'<a href="https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E" rel="noopener">{JA}</a>'


def environment(**options: Any) -> Environment:
    return Environment(extensions=["extract.integrations.jinja.IRIExtension"], **options)


def test_policies() -> None:
    env = environment()
    env.policies["urlize.rel"], env.policies["urlize.target"] = None, "_top"
    env.policies["urlize.extra_schemes"] = ["geo:"]
    template = env.from_string("{{ a|urlize }}")
    assert template.render(a="http://a.example/") == '<a href="http://a.example/" target="_top">http://a.example/</a>'
    assert template.render(a="geo:1,2") == '<a href="geo:1,2" target="_top">geo:1,2</a>'


def test_other_environments_keep_their_filter() -> None:
    environment()
    assert JA_LINK not in Environment().from_string("{{ a|urlize }}").render(a=f"{JA}。")
