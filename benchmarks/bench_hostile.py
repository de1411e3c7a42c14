"""Detection on hostile text: how processor time grows when the text doubles, in every mode; then readers, rules, mail.

Prints, for each text repeated to 10^4 ... 4*10^5 characters, the exponent of growth (1 is linear, 2 quadratic) and the
largest factor per doubling, of times that are long enough to be measured. A factor above 2.2 is marked.
"""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

from extract import Finder, find_links
from extract.markup.linkify_it import LinkifyIt
from tests.hostile import MIXED, SHAPES, UNITS, text
from tests.linear import growth
from tests.surfaces import MODES, SURFACES

SIZES = [10_000, 20_000, 40_000, 80_000, 100_000, 200_000, 400_000]
MEASURABLE = 0.004  # seconds
LIMIT = 2.2


def _seconds(text: str, options: dict[str, Any]) -> float:
    start = time.process_time()
    for _link in find_links(text, **options):
        pass
    return time.process_time() - start


def _growth(unit: str, options: dict[str, Any]) -> tuple[float, float, float]:
    """Return the exponent over the last doublings, the largest factor of one doubling, and the last time."""
    times = dict.fromkeys(SIZES, math.inf)
    for _ in range(3):
        for size in SIZES:
            times[size] = min(times[size], _seconds((unit * (size // len(unit) + 1))[:size], options))
        factor = max(
            (times[2 * size] / times[size] for size in SIZES if times[size] > MEASURABLE and 2 * size in times),
            default=0,
        )
        if factor <= LIMIT:
            break  # a single measurement is often disturbed: only what looks slow is measured again
    return math.log2(times[400_000] / times[100_000]) / 2, factor, times[400_000]


@pytest.mark.timeout(600)  # seconds for some seventy texts up to 400,000 characters
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.benchmark(group="hostile")
def test_hostile(benchmark, mode: str, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    lines = []
    for unit in [*UNITS, MIXED]:
        exponent, factor, last = _growth(unit, MODES[mode])
        name = "mixed" if unit is MIXED else unit
        measured = f"{factor:4.2f} x per doubling, exponent {exponent:4.2f}" if factor else "too fast to measure"
        lines.append(f"  {name:10} {last * 1000:8.1f} ms  {measured}{'  <-- SLOW' if factor > LIMIT else ''}")
    with capsys.disabled():
        print(f"\n{mode}, 400,000 characters", *lines, sep="\n")
    text = MIXED * 200
    benchmark.pedantic(lambda: list(find_links(text, **MODES[mode])), rounds=3)


@pytest.mark.benchmark(group="hostile")
def test_hostile_many(benchmark, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    """Many short hostile texts: twice as many take twice as long."""
    finder = Finder(bare_domains=True, email=True, broken=True)
    lines = []
    for unit in [*UNITS, MIXED]:
        times = []
        for count in (1_000, 2_000, 4_000):
            texts = [(unit * 60)[:60]] * count
            start = time.process_time()
            for _links in finder.find_many(texts):
                pass
            times.append((time.process_time() - start) / count * 1e6)
        name = "mixed" if unit is MIXED else unit
        lines.append(f"  {name:10} {'  '.join(f'{each:6.1f}' for each in times)}")
    with capsys.disabled():
        print("\nmicroseconds a text of 60 characters, of 1,000, 2,000 and 4,000 texts", *lines, sep="\n")
    benchmark.pedantic(lambda: list(finder.find_many([MIXED] * 100)), rounds=3)


@pytest.mark.benchmark(group="hostile")
def test_hostile_match_at_start(benchmark, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    """markdown-it-py asks at each "://" for the link that the rest of the document begins with."""
    linkify = LinkifyIt()
    lines = []
    for size in (100_000, 200_000, 400_000):
        text = ("http://a.example/é)" * (size // 19 + 1))[:size]
        start = time.process_time()
        for at in range(0, 19_000, 19):
            linkify.match_at_start(text[at:])
        lines.append(f"  {size:7} characters: {(time.process_time() - start) * 1000:5.0f} microseconds a call")
    with capsys.disabled():
        print("\nmatch_at_start in a document without spaces", *lines, sep="\n")
    benchmark.pedantic(linkify.match_at_start, (text,), rounds=3)


@pytest.mark.timeout(600)
@pytest.mark.benchmark(group="hostile")
def test_found(benchmark, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    surfaces = {name: surface for table in SURFACES.values() for name, surface in table.items()}
    with capsys.disabled():
        print()
        for name, shapes in SHAPES:
            factor, times = growth(surfaces[name], text(shapes[0]), 25_000)
            slow = "  <-- SLOW" if factor > LIMIT else ""
            print(f"  {name:24} {shapes[0]:24} {times[-1] * 1000:8.1f} ms  {factor:4.2f} x per doubling{slow}")
    name, shapes = SHAPES[0]
    benchmark.pedantic(surfaces[name], args=(text(shapes[0])(25_000),), rounds=3)
