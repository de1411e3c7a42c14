"""IRI to URI and back beside other libraries, over the same ten thousand IRIs, in one run.

The last test prints the ratios: ours to each of them, in conversions per second of processor time, over distinct IRIs
with the caches of all libraries emptied before each pass. Only some of the others convert hosts, and none of them
converts all that it should.
"""

from __future__ import annotations

import functools
import gc
import time
from collections.abc import Callable
from urllib.parse import quote, unquote

import can_ada
import hyperlink
import pytest
import yarl
from django.utils import encoding as django
from werkzeug import urls as werkzeug

from benchmarks.iris import mixed
from extract import normalize, to_iri, to_uri

DISTINCT = list(dict.fromkeys(mixed(40_000)))
ASCII = [iri for iri in DISTINCT if iri.isascii()][:10_000]
NON_ASCII = [iri for iri in DISTINCT if not iri.isascii()][:10_000]
IRIS = DISTINCT[:10_000]
URIS = [to_uri(iri) for iri in IRIS]


TO_URI: dict[str, Callable[[str], object]] = {
    "extract": to_uri,
    "urllib, no IDNA": lambda iri: quote(iri, safe="%!#$&'()*+,/:;=?@[]~"),
    "django, no IDNA": django.iri_to_uri,
    "werkzeug": werkzeug.iri_to_uri,
    "yarl": lambda iri: str(yarl.URL(iri)),
    "hyperlink": lambda iri: hyperlink.URL.from_text(iri).to_uri().to_text(),
    "can_ada, compiled": can_ada.parse,
}
TO_IRI: dict[str, Callable[[str], object]] = {
    "extract": to_iri,
    "extract, rfc3987": lambda uri: to_iri(uri, profile="rfc3987"),
    "urllib, wrong": unquote,
    "django, no IDNA": django.uri_to_iri,
    "werkzeug": werkzeug.uri_to_iri,
    "yarl": lambda uri: yarl.URL(uri, encoded=True).human_repr(),
}
NORMALIZE: dict[str, Callable[[str], object]] = {
    "extract": normalize,
    "yarl": lambda iri: str(yarl.URL(iri)),
    "hyperlink": lambda iri: hyperlink.URL.from_text(iri).normalize().to_text(),
}


def _all(convert: Callable[[str], object], texts: list[str]) -> None:
    for text in texts:
        convert(text)


_LIBRARIES = ("django", "extract", "hyperlink", "idna", "urllib", "werkzeug", "yarl")


def _empty_caches() -> None:
    """Forget results; what is compiled once stays."""
    for found in gc.get_objects():
        is_cache = isinstance(found, functools._lru_cache_wrapper) and found.cache_parameters()["maxsize"] is not None
        if is_cache and str(found.__module__).startswith(_LIBRARIES):
            found.cache_clear()


def _seconds(convert: Callable[[str], object], texts: list[str]) -> float:
    _empty_caches()
    start = time.process_time()
    _all(convert, texts)
    return time.process_time() - start


def _per_second(converters: dict[str, Callable[[str], object]], texts: list[str]) -> dict[str, float]:
    """Return conversions per second of each, from the best of five passes that take turns."""
    passes = [{name: _seconds(convert, texts) for name, convert in converters.items()} for _ in range(5)]
    return {name: len(texts) / min(times[name] for times in passes) for name in converters}


@pytest.mark.parametrize("name", TO_URI)
@pytest.mark.benchmark(group="to URI, mixed")
def test_to_uri(benchmark, name: str) -> None:
    benchmark(_all, TO_URI[name], IRIS)


@pytest.mark.parametrize("name", TO_IRI)
@pytest.mark.benchmark(group="to IRI")
def test_to_iri(benchmark, name: str) -> None:
    benchmark(_all, TO_IRI[name], URIS)


@pytest.mark.timeout(900)
@pytest.mark.benchmark(group="ratios")
def test_ratios(benchmark, capsys: pytest.CaptureFixture[str]) -> None:
    jobs: list[tuple[str, dict[str, Callable[[str], object]], list[str]]] = [
        ("to URI, ASCII", TO_URI, ASCII),
        ("to URI, mixed", TO_URI, IRIS),
        ("to URI, other", TO_URI, NON_ASCII),
        ("to IRI", TO_IRI, URIS),
        ("normalize, ASCII", NORMALIZE, ASCII),
        ("normalize, other", NORMALIZE, NON_ASCII),
    ]
    lines = []
    for title, converters, texts in jobs:
        speeds = _per_second(converters, texts)
        lines += [
            f"{title:16} {name:18} {speed / 1000:7.0f} thousand a second, extract {speeds['extract'] / speed:5.2f} x"
            for name, speed in speeds.items()
        ]
    with capsys.disabled():
        print("", *lines, sep="\n")
    benchmark(lambda: None)
