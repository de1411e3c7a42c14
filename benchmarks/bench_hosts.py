"""Drop-ins beside what they replace: bleach.linkify, Django's and Jinja's urlize, on comments and on HTML.

Prints microseconds of processor time a document, the best of seven rounds in one run, and ours to theirs.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import bleach
import pytest
from django.conf import settings
from django.utils.html import urlize as django_urlize
from jinja2 import Environment
from jinja2.filters import do_urlize
from jinja2.nodes import EvalContext

from benchmarks.samples import samples
from extract.hosts.django.templatetags.iri import linked
from extract.hosts.jinja import urlize
from extract.markup import Linker

if not settings.configured:
    settings.configure()

Work = Callable[[str], object]
LINKER = Linker()
JINJA = EvalContext(Environment(autoescape=True))


def comments(count: int = 100) -> list[str]:
    """Return pieces of 300 characters of the samples, each with a link."""
    dice = random.Random(300)
    found: list[str] = []
    for kind in ("English prose", "multilingual prose", "mail"):
        texts = "".join(samples()[kind])
        wanted = len(found) + count
        while len(found) < wanted:
            start = dice.randrange(len(texts) - 300)
            if "://" in (piece := texts[start : start + 300]):
                found.append(piece.replace("<", "(").replace(">", ")"))
    return found


def articles() -> list[str]:
    """Return HTML: paragraphs with inline elements."""
    return [
        "".join(f"<p>{part.replace('.', '<b>.</b>', 2)}</p>" for part in text.split("\n\n"))
        for text in samples()["multilingual prose"][:10]
    ]


def _microseconds(documents: list[str], *works: Work) -> list[float]:
    """Return the processor time of each work a document: the best of seven rounds, in turns."""
    best = [float("inf")] * len(works)
    for _ in range(7):
        for index, work in enumerate(works):
            start = time.process_time()
            for document in documents:
                work(document)
            best[index] = min(best[index], time.process_time() - start)
    return [seconds / len(documents) * 1e6 for seconds in best]


@pytest.mark.parametrize(
    ("name", "documents", "ours", "theirs"),
    [
        ("bleach.linkify, comments", comments, LINKER.linkify, bleach.linkify),
        ("bleach.linkify, HTML", articles, LINKER.linkify, bleach.linkify),
        (
            "Django's urlize",
            comments,
            lambda text: linked(text, nofollow=True, autoescape=True),
            lambda text: django_urlize(text, nofollow=True, autoescape=True),
        ),
        ("Jinja's urlize", comments, lambda text: urlize(JINJA, text), lambda text: do_urlize(JINJA, text)),
    ],
)
@pytest.mark.benchmark(group="hosts")
def test_hosts(  # type: ignore[no-untyped-def]
    benchmark,
    name: str,
    documents: Callable[[], list[str]],
    ours: Work,
    theirs: Work,
    capsys: pytest.CaptureFixture[str],
) -> None:
    texts = documents()
    fast, slow = _microseconds(texts, ours, theirs)
    with capsys.disabled():
        print(f"\n  {name:26} ours {fast:8.1f} us, theirs {slow:9.1f} us: {slow / fast:5.1f} x")
    benchmark.pedantic(lambda: [ours(text) for text in texts[:50]], rounds=3)


@pytest.mark.parametrize(
    "unit", ["<a ", "<!--", "<", "&", "http://a", "a@", "<b>x", "<table>", "<script>", "</a", "a.b "]
)
def test_growth_on_hostile_html(unit: str, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = [_microseconds([unit * count], LINKER.linkify)[0] / 1e6 for count in (20_000, 40_000, 80_000)]
    with capsys.disabled():
        print(f"\n  {unit!r:12} {', '.join(f'{one:.4f}' for one in seconds)} s at 20, 40, 80 thousand")
