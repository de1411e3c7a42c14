"""Detection beside other detectors, over the same documents, in one run.

`test_detection` takes the samples that are shipped and prints megabytes of UTF-8 per second of processor time, and what
that is of the first line's. A detector that is slow gets fewer of the documents. Not all of them find the same: those
that find bare domains and e-mail addresses too are marked.

`python -m benchmarks.speed_table` compares on real files and on short lines.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterable
from functools import partial

import pytest

from benchmarks.samples import samples
from extract import find_links

Detector = Callable[[str], object]

SECONDS = 0.6  # of processor time, at least, for each detector and kind


def _ours(**options: object) -> Detector:
    return lambda text: list(find_links(text, **options))  # type: ignore[arg-type]


def _turbohtml(**options: bool) -> Detector:
    from turbohtml.clean import LinkDetector

    return LinkDetector(**options).find


def _linkify_it() -> Detector:
    from linkify_it import LinkifyIt

    return LinkifyIt().match


def _urlextract() -> Detector:
    from urlextract import URLExtract

    extractor = URLExtract(extract_email=True)
    return partial(extractor.find_urls, get_indices=True)


def _bleach() -> Detector:
    from bleach.linkifier import URL_RE

    return lambda text: list(URL_RE.finditer(text))


def _django() -> Detector:
    from django.conf import settings
    from django.utils.html import urlize

    if not settings.configured:
        settings.configure()
    return urlize


def _jinja2() -> Detector:
    from jinja2.utils import urlize

    return urlize


def _twitter() -> Detector:
    from twitter_text.extract_urls import extract_urls_with_indices

    return extract_urls_with_indices


def _docutils() -> Detector:
    from docutils.frontend import get_default_settings
    from docutils.parsers.rst import Parser
    from docutils.parsers.rst.states import Inliner

    inliner = Inliner()
    inliner.init_customizations(get_default_settings(Parser))
    return lambda text: list(inliner.patterns.uri.finditer(text))


# Name: the module it needs and how it is made; * finds bare domains and addresses too.
DETECTORS: dict[str, tuple[str, Callable[[], Detector]]] = {
    "extract": ("extract", _ours),
    "extract, uts58": ("extract", partial(_ours, profile="uts58")),
    "extract, bare *": ("extract", partial(_ours, bare_domains=True, email=True)),
    "extract, bare, uts58 *": ("extract", partial(_ours, bare_domains=True, email=True, profile="uts58")),
    "turbohtml, compiled": ("turbohtml", partial(_turbohtml, emails=False, bare_domains=False)),
    "turbohtml, compiled *": ("turbohtml", _turbohtml),
    "docutils' pattern": ("docutils", _docutils),
    "django urlize *": ("django", _django),
    "bleach's pattern": ("bleach", _bleach),
    "jinja2 urlize *": ("jinja2", _jinja2),
    "linkify-it-py *": ("linkify_it", _linkify_it),
    "twitter-text-parser": ("twitter_text", _twitter),
    "urlextract *": ("urlextract", _urlextract),
}


def _run(detector: Detector, documents: Iterable[str]) -> None:
    for document in documents:
        detector(document)


def _megabytes_per_second(detector: Detector, documents: list[str]) -> float:
    """Measure processor time over as many of the documents, again and again, as SECONDS take."""
    detector(documents[0])
    done = 0
    start = time.process_time()
    while True:
        for document in documents:
            detector(document)
            done += len(document.encode()) if not document.isascii() else len(document)
            if (used := time.process_time() - start) > SECONDS:
                return done / used / 1e6


@pytest.mark.parametrize("kind", samples())
@pytest.mark.benchmark(group="detection")
def test_detection(benchmark, kind: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    documents = samples()[kind]
    benchmark.pedantic(_run, (_ours(), documents), rounds=5, warmup_rounds=1)
    lines = []
    speeds: dict[str, float] = {}
    for name, (module, make) in DETECTORS.items():
        if importlib.util.find_spec(module) is None:
            lines.append(f"  {name:24} not installed: python -m pip install --group bench")
            continue
        speeds[name] = _megabytes_per_second(make(), documents)
        lines.append(f"  {name:24} {speeds[name]:8.2f} MB/s   {speeds[name] / speeds['extract']:8.4f}")
    pure = max(
        speed
        for name, speed in speeds.items()
        if "*" in name and not name.startswith(("extract", "turbohtml", "docutils"))
    )
    lines.append(f"  bare: {speeds['extract, bare *'] / pure:.1f} x the fastest in Python that finds those too")
    if "turbohtml, compiled *" in speeds:
        schemes = speeds["extract"] / speeds["turbohtml, compiled"]
        bare = speeds["extract, bare *"] / speeds["turbohtml, compiled *"]
        lines.append(f"  to turbohtml: {schemes:.2f} x, bare {bare:.2f} x")
    with capsys.disabled():
        print(f"\n{kind}", *lines, sep="\n")
