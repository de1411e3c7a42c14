"""Drop-ins beside what they replace: bleach.linkify, Django's and Jinja's urlize, on comments and on HTML.

Prints microseconds of processor time a document, the best of seven rounds in one run, and ours to theirs;
`test_real_comments` by the kind of text, where the corpora are there. What is compared are the functions and filters:
rendering a template adds the same to both.
"""

from __future__ import annotations

import random
import re
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
from extract.integrations.django.templatetags.iri import linked
from extract.integrations.jinja import urlize
from extract.markup import Linker
from tests.shared_data import shared

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


def real_comments(count: int = 60) -> dict[str, list[str]]:
    """Return pieces of 300 characters of the corpora, each with a link: by corpus, with references, in paragraphs."""
    dice = random.Random(300)
    found: dict[str, list[str]] = {}
    for name in ("opensource-guide-md", "kubernetes-zh-md", "peps-rst", "mimekit-mail", *_LANGUAGES):
        files = (file for file in sorted(shared("corpora", _LANGUAGES.get(name, name)).rglob("*")) if file.is_file())
        text = "\n".join(file.read_bytes().decode(errors="replace") for file in files)
        if "without" in name:
            text = re.sub(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])", "", text)
        # several pieces around each link: there are few links in the mail
        places = [
            max(place.start() - dice.randrange(250), 0) for place in re.finditer("https?://", text) for _ in range(20)
        ]
        pieces = (text[place : place + 300].translate(_ROUND) for place in dice.sample(places, count))
        found[name] = list(pieces)
    mixed = [comment for pieces in found.values() for comment in pieces[::4]]
    found["with &"] = [comment.replace("&", "and")[:292] + " R & D." for comment in mixed]
    found["with &amp;"] = [comment.replace("&", "&amp;") for comment in found["with &"]]
    found["in <p>"] = ["<p>" + comment.replace("\n\n", "</p><p>") + "</p>" for comment in found["with &amp;"]]
    return found


_GUIDE = "opensource-guide-md/_articles/"
_LANGUAGES = {"Russian": _GUIDE + "ru", "Korean": _GUIDE + "ko", "Hindi": _GUIDE + "hi", "Persian": _GUIDE + "fa"}
_LANGUAGES |= {"Japanese": "python-docs-ja-po", "Japanese without spaces": "python-docs-ja-po"}
_ROUND = {ord("<"): "(", ord(">"): ")"}


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


WORKS: dict[str, tuple[Work, Work]] = {
    "bleach.linkify": (LINKER.linkify, bleach.linkify),
    "Django's urlize": (
        lambda text: linked(text, nofollow=True, autoescape=True),
        lambda text: django_urlize(text, nofollow=True, autoescape=True),
    ),
    "Jinja's urlize": (lambda text: urlize(JINJA, text), lambda text: do_urlize(JINJA, text)),
}


@pytest.mark.parametrize("name", WORKS)
def test_real_comments(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for kind, texts in real_comments().items():
        fast, slow = _microseconds(texts, *WORKS[name])
        with capsys.disabled():
            print(f"\n  {name:16} {kind:24} ours {fast:7.1f} us, theirs {slow:7.1f} us: {slow / fast:5.1f} x", end="")


@pytest.mark.parametrize(
    ("name", "documents", "ours", "theirs"),
    [
        ("bleach.linkify, comments", comments, *WORKS["bleach.linkify"]),
        ("bleach.linkify, HTML", articles, *WORKS["bleach.linkify"]),
        ("Django's urlize", comments, *WORKS["Django's urlize"]),
        ("Jinja's urlize", comments, *WORKS["Jinja's urlize"]),
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
