"""Detection beside other detectors, over the same documents, in one run.

`test_detection` takes the samples that are shipped and prints megabytes of UTF-8 per second of processor time, and what
that is of the first line's. A detector that is slow gets fewer of the documents. Not all of them find the same: those
that find bare domains and e-mail addresses too are marked.

`test_corpora` and `test_short_lines` take real files and their lines, where they are there. The detectors take turns,
and what is printed are ratios of processor times: the machine may be busy. turbohtml's `LinkDetector` has its default
options: bare domains and e-mail addresses too.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial

import pytest

from benchmarks.samples import samples
from extract import Finder, find_links
from tests.shared_data import shared

Detector = Callable[[str], object]

SECONDS = 0.6  # of processor time, at least, for each detector and kind


def _ours(**options: object) -> Detector:
    return lambda text: list(find_links(text, **options))  # type: ignore[arg-type]


def _turbohtml() -> Detector:
    from turbohtml.clean import LinkDetector

    return LinkDetector().find


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
        compiled = speeds["turbohtml, compiled *"]
        lines.append(
            f"  to turbohtml: {speeds['extract'] / compiled:.2f} x, bare {speeds['extract, bare *'] / compiled:.2f} x"
        )
    with capsys.disabled():
        print(f"\n{kind}", *lines, sep="\n")


# The files of each corpus, by their suffixes (all of them: "").
CORPORA = {
    "peps-rst": (".rst",),
    "kubernetes-zh-md": (".md",),
    "opensource-guide-md": (".md",),
    "link-lists": (".md", ".csv"),
    "mimekit-mail": ("",),
}
RUNS, ROUNDS = 5, 3
PEERS = ("linkify-it-py *", "urlextract *", "django urlize *", "jinja2 urlize *", "bleach's pattern")
PEERS_CHARACTERS = 100_000  # of each corpus: they are slow


def _corpus(name: str) -> list[str]:
    files = (
        file
        for file in sorted(shared("corpora", name).rglob("*"))
        if file.is_file() and file.name.endswith(CORPORA[name])
    )
    return [file.read_bytes().decode(errors="replace") for file in files]


def _take_turns(calls: dict[str, Callable[[], object]], runs: int = RUNS) -> dict[str, list[float]]:
    """Return processor times of each call, in each run the best of some rounds in which they take turns."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _run_number in range(runs):
        best = dict.fromkeys(calls, float("inf"))
        for _round in range(ROUNDS):
            for name, call in calls.items():
                start = time.process_time()
                call()
                best[name] = min(best[name], time.process_time() - start)
        for name, seconds in best.items():
            times[name].append(seconds)
    return times


def _ratio(times: dict[str, list[float]], name: str, other: str) -> float:
    """Return how many times as fast the first is: the median of the runs."""
    return statistics.median(theirs / ours for ours, theirs in zip(times[name], times[other], strict=True))


@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.benchmark(group="corpora")
def test_corpora(benchmark, name: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    documents = _corpus(name)
    schemes, full = Finder(), Finder(bare_domains=True, email=True)
    detectors: dict[str, Detector] = {
        "schemes": lambda text: list(schemes.find(text)),
        "full": lambda text: list(full.find(text)),
        "uts58, full": _ours(bare_domains=True, email=True, profile="uts58"),
        "turbohtml": _turbohtml(),
    }
    times = _take_turns({key: partial(_run, detector, documents) for key, detector in detectors.items()})
    lines = [
        f"  {key:12} {min(times[key]) * 1000:8.1f} ms   {_ratio(times, key, 'turbohtml'):6.2f} x turbohtml"
        for key in detectors
    ]
    some: list[str] = []
    while documents[len(some) :] and sum(map(len, some)) < PEERS_CHARACTERS:
        some.append(documents[len(some)])
    peers = {peer: DETECTORS[peer][1]() for peer in PEERS if importlib.util.find_spec(DETECTORS[peer][0])}
    calls = {key: partial(_run, detector, some) for key, detector in (detectors | peers).items()}
    times = _take_turns(calls, runs=1)
    lines += [f"  full is {_ratio(times, 'full', peer):6.1f} x {peer}" for peer in peers]
    with capsys.disabled():
        print(
            f"\n{name}, {len(documents)} files, {sum(map(len, documents)) / 1e6:.2f} million characters",
            *lines,
            sep="\n",
        )
    benchmark.pedantic(_run, (detectors["full"], documents), rounds=3)


def _lines() -> dict[str, list[str]]:
    """Return lines of the corpora as long as messages: of all, of those with a scheme or an "@", of those with none."""
    lines = [
        line
        for name in CORPORA
        if name != "link-lists"
        for text in _corpus(name)
        for line in text.splitlines()
        if 24 <= len(line) <= 100
    ][::3]
    return {
        "any": lines,
        "with a scheme or an @": [line for line in lines if "://" in line or "@" in line],
        "with no trigger": [line for line in lines if not {*":.@"}.intersection(line)],
    }


@pytest.mark.parametrize("kind", ["any", "with a scheme or an @", "with no trigger"])
@pytest.mark.benchmark(group="short lines")
def test_short_lines(benchmark, kind: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    lines = _lines()[kind]
    finder, detector = Finder(bare_domains=True, email=True), _turbohtml()
    calls: dict[str, Callable[[], object]] = {
        "find": partial(_run, lambda text: list(finder.find(text)), lines),
        "find_many": lambda: sum(1 for _ in finder.find_many(lines)),
        "find_links": partial(_run, _ours(bare_domains=True, email=True), lines),
        "turbohtml": partial(_run, detector, lines),
    }
    times = _take_turns(calls)
    rows = [
        f"  {name:12} {min(times[name]) / len(lines) * 1e6:6.2f} µs a line   "
        f"{_ratio(times, 'turbohtml', name):5.2f} x the time of turbohtml"
        for name in calls
    ]
    mean = statistics.mean(map(len, lines))
    with capsys.disabled():
        print(f"\nshort lines, {kind}: {len(lines)} of {mean:.0f} characters", *rows, sep="\n")
    benchmark.pedantic(calls["find_many"], rounds=3)
