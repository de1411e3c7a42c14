"""What the integrations make of a text: ``cases/hosts.txt``."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import Any

import pytest
from bleach.sanitizer import Cleaner
from django.utils.safestring import mark_safe
from jinja2 import Environment
from markupsafe import Markup

import tests.integrations.conftest  # noqa: F401 Django is set up
from extract.integrations import bleach
from tests.calls import wrong_calls
from tests.integrations.test_django import render as django
from tests.integrations.test_markdown import render
from tests.marking import table, unmark


def by_patterns(marked: str, **options: Any) -> list[str]:
    """Return what bleach's linker links, by our names; its filter links the same."""
    text, _ = unmark(marked)
    found = re.findall("<a [^>]*>([^<]*)</a>", bleach.Linker(**options).linkify(text))
    filtered = Cleaner(filters=[partial(bleach.LinkifyFilter, **options)]).clean(text)
    assert re.findall("<a [^>]*>([^<]*)</a>", filtered) == found
    return found


def jinja(call: str, value: Any) -> str:
    """Return what a filter of Jinja makes of a value, with and without autoescape."""
    made: list[str] = []
    for autoescape in (False, True):
        env = Environment(extensions=["extract.integrations.jinja.IRIExtension"], autoescape=autoescape)
        made.append(env.from_string(f"{{{{ a|{call} }}}}").render(a=value))
        assert env.from_string(f"{{{{ (a|{call}) is escaped }}}}").render(a=value) == str(autoescape)
    assert made[0] == made[1]
    return made[0]


KNOWN = {name: getattr(bleach, name) for name in dir(bleach)} | {
    one.__name__: one for one in (by_patterns, jinja, render, unescape, mark_safe, Markup)
}
KNOWN |= {"django": django, "re": re}
CALLS = table("hosts.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
