"""Write benchmarks/results/speed.md: detection beside other detectors, and the linter, from one run.

python -m benchmarks.speed_table

The detectors take turns, and the least processor time counts. Each detector gets the options that make it find what the
others find: links with a scheme only, or bare domains and email addresses too.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path

from django.conf import settings
from django.utils.html import urlize as django_urlize
from jinja2.utils import urlize as jinja_urlize
from linkify_it import LinkifyIt
from turbohtml.clean import LinkDetector

from extract import Finder
from extract.linter import lint_file
from extract.readers.document import Document
from extract.rules.chosen import ChosenRules
from extract.rules.registry import usual_rules
from tests.shared_data import shared

Detector = Callable[[str], object]

CORPORA = {
    "English reStructuredText": "peps-rst",
    "Chinese Markdown": "kubernetes-zh-md",
    "Japanese catalogs": "python-docs-ja-po",
    "Russian AsciiDoc": "progit2-ru-asciidoc",
    "lists of links": "link-lists",
}
ROUNDS = 5
CHARACTERS, FEW = 400_000, 60_000  # of each corpus, for compiled and for slow detectors

PAGE = """\
# Speed

Written by `python -m benchmarks.speed_table` on {date}, Python {python}, {machine}, a shared machine. Compared
with turbohtml {turbohtml}, linkify-it-py {linkify}, Django {django} and Jinja {jinja}.

Each number is the time of the other detector, divided by the time of sphinx-iri. Above 1, sphinx-iri is faster.

{schemes}

{bare}

- turbohtml is written in C. It does not weigh whether a bare domain is a site or the name of a file, and it does
  not look for words that adjoin a link. Without email addresses it finds no `mailto:`, and sphinx-iri does.
- `urlize` of Django and Jinja also writes HTML. linkify-it-py, Django and Jinja find bare domains and email
  addresses by default, so the first table leaves them out.
- Two others are not in the tables, because they make no Python objects: `linkify` for Rust, and linkify-it for
  Node.js, the original of linkify-it-py. Neither weighs bare domains, and neither looks for words that adjoin a
  link.

{lint}
"""


def least(calls: dict[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the least processor time of each call, in seconds, while they take turns."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.process_time()
            call()
            best[name] = min(best[name], time.process_time() - start)
    return best


def texts_of(corpus: str, characters: int = CHARACTERS) -> list[str]:
    """Return the first texts of a corpus with so many characters in all, at least one."""
    files = (file for file in sorted(shared("corpora", corpus).rglob("*")) if file.is_file())
    texts = [file.read_bytes().decode(errors="replace") for file in files]
    ends = accumulate(map(len, texts))
    return [text[:characters] for text, end in zip(texts, ends, strict=True) if end - len(text) < characters]


def materials(characters: int) -> dict[str, list[str]]:
    """Return the texts of each kind: documents, their lines, and a document with one ``mailto:``."""
    found = {kind: texts_of(corpus, characters) for kind, corpus in CORPORA.items()}
    lines = [
        line for kind, texts in found.items() if kind != "lists of links" for line in "\n".join(texts).splitlines()
    ]
    short = [line for line in lines if 24 <= len(line) <= 100]
    found["short lines"] = short
    found["short lines with a link"] = [line for line in short if "://" in line]
    found["English, `mailto:` in each text"] = [
        text + "\nmailto:a@example.com\n" for text in found["English reStructuredText"]
    ]
    return found


def run(detect: Detector, texts: list[str]) -> None:
    """Detect the links of all texts."""
    for text in texts:
        detect(text)


def table(title: str, ours: Detector, others: dict[str, Detector], slow: dict[str, Detector]) -> str:
    """Return a Markdown table of ratios."""
    rows = [f"| {title} | {' | '.join([*others, *slow])} |", f"| --- |{' --- |' * len([*others, *slow])}"]
    few = materials(FEW)
    for kind, texts in materials(CHARACTERS).items():
        times = least({name: partial(run, detect, texts) for name, detect in {"": ours, **others}.items()})
        some = least({name: partial(run, detect, few[kind]) for name, detect in {"": ours, **slow}.items()})
        ratios = [f"{times[name] / times['']:.2f}" for name in others] + [
            f"{some[name] / some['']:.0f}" for name in slow
        ]
        rows.append(f"| {kind} | {' | '.join(ratios)} |")
    return "\n".join(rows)


def lint_table() -> str:
    """Return a Markdown table of the linter's speed, without its start."""
    rules = ChosenRules(usual_rules())
    rows = ["| `iri lint`, without its start | MB/s |", "| --- | --- |"]
    for kind, corpus in CORPORA.items():
        files = [file for file in sorted(shared("corpora", corpus).rglob("*")) if file.is_file()]
        documents = [Document(file.read_bytes(), file.name) for file in files]
        seconds = least({kind: lambda: [lint_file(one, rules) for one in documents]}, 3)[kind]  # noqa: B023
        rows.append(f"| {kind} | {sum(len(one.data) for one in documents) / seconds / 1e6:.1f} |")
    return "\n".join(rows)


def main() -> None:
    """Write the page."""
    settings.configure()  # of Django
    schemes, bare = Finder(), Finder(bare_domains=True, email=True)
    page = PAGE.format(
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        python=platform.python_version(),
        machine=platform.machine(),
        turbohtml=version("turbohtml"),
        linkify=version("linkify-it-py"),
        django=version("django"),
        jinja=version("jinja2"),
        schemes=table(
            "links with a scheme only",
            lambda text: list(schemes.find(text)),
            {"turbohtml, `emails=False, bare_domains=False`": LinkDetector(emails=False, bare_domains=False).find},
            {},
        ),
        bare=table(
            "bare domains and email addresses too",
            lambda text: list(bare.find(text)),
            {"turbohtml": LinkDetector().find},
            {"linkify-it-py": LinkifyIt().match, "Django's `urlize`": django_urlize, "Jinja's `urlize`": jinja_urlize},
        ),
        lint=lint_table(),
    )
    (Path(__file__).parent / "results" / "speed.md").write_text(page, "utf-8")


if __name__ == "__main__":
    main()
