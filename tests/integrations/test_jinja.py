"""Jinja's filter ``urlize``: its arguments and policies."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import Environment
from jinja2.exceptions import FilterArgumentError
from markupsafe import Markup

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_LINK = f'<a href="https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E" rel="noopener">{JA}</a>'


def environment(**options: Any) -> Environment:
    return Environment(extensions=["extract.integrations.jinja.IRIExtension"], **options)


@pytest.mark.parametrize(
    ("call", "value", "expected"),
    [
        ("urlize", f"詳細は {JA}。 README.md", f"詳細は {JA_LINK}。 README.md"),
        ("urlize", "<b> a.example.com", '&lt;b&gt; <a href="https://a.example.com" rel="noopener">a.example.com</a>'),
        ("urlize", Markup(f"<b>{JA}</b><a href=/>x</a>"), f"<b>{JA_LINK}</b><a href=/>x</a>"),
        ("urlize", 7, "7"),
        ("urlize", f"mailto:a@a.com {JA}", f'<a href="mailto:a@a.com">a@a.com</a> {JA_LINK}'),
        ("urlize(10)", JA, JA_LINK.replace(f">{JA}", ">https://ja...")),
        ("urlize(nofollow=true, target='_blank')", JA,
         JA_LINK.replace('"noopener"', '"nofollow noopener" target="_blank"')),
        ("urlize(rel='me')", JA, JA_LINK.replace("noopener", "me noopener")),
        ("urlize", "tel:+1-514", "tel:+1-514"),
        ("urlize(extra_schemes=['tel:'])", f"tel:+1-514 dns:x README.md {JA}",
         f'<a href="tel:+1-514" rel="noopener">tel:+1-514</a> dns:x README.md {JA_LINK}'),
    ],
)  # fmt: skip
@pytest.mark.parametrize("autoescape", [False, True])
def test_filter(autoescape: bool, call: str, value: Any, expected: str) -> None:
    env = environment(autoescape=autoescape)
    assert env.from_string(f"{{{{ a|{call} }}}}").render(a=value) == expected
    assert isinstance(env.from_string(f"{{% set x = a|{call} %}}{{{{ x is escaped }}}}").render(a=value), str)
    assert env.from_string(f"{{{{ (a|{call}) is escaped }}}}").render(a=value) == str(autoescape)


def test_policies() -> None:
    env = environment()
    env.policies["urlize.rel"], env.policies["urlize.target"] = None, "_top"
    env.policies["urlize.extra_schemes"] = ["geo:"]
    template = env.from_string("{{ a|urlize }}")
    assert template.render(a="http://a.example/") == '<a href="http://a.example/" target="_top">http://a.example/</a>'
    assert template.render(a="geo:1,2") == '<a href="geo:1,2" target="_top">geo:1,2</a>'


@pytest.mark.parametrize(
    ("schemes", "message"),
    [
        (["é:"], "'é:' is not a valid URI scheme prefix"),
        ([5], "5 is not a valid URI scheme prefix"),
        ([["tel:"]], "is not a valid URI scheme prefix"),
        ("tel:", "collection of prefixes such as"),
        (5, "collection of prefixes such as"),
    ],
)
def test_bad_schemes(schemes: Any, message: str) -> None:
    with pytest.raises(FilterArgumentError, match=message):
        environment().from_string("{{ 'x'|urlize(extra_schemes=a) }}").render(a=schemes)


def test_other_environments_keep_their_filter() -> None:
    environment()
    assert JA_LINK not in Environment().from_string("{{ a|urlize }}").render(a=f"{JA}。")
