"""IRI to URI and back beside other libraries, over the same ten thousand IRIs, in one run.

The last test prints the ratios: ours to each of them, in conversions per second of processor time. Only some of the
others convert hosts, and none of them converts all that it should.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest
from iris import mixed

from extract import to_iri, to_uri

IRIS = mixed()
ASCII = [iri for iri in IRIS if iri.isascii()]
URIS = [to_uri(iri) for iri in IRIS]


def _quote(iri: str) -> str:
    return quote(iri, safe="%!#$&'()*+,/:;=?@[]~")


def _to_uri_converters() -> dict[str, Callable[[str], object]]:
    converters: dict[str, Callable[[str], object]] = {"extract": to_uri, "urllib quote (no IDNA)": _quote}
    try:
        from django.utils.encoding import iri_to_uri

        converters["django (no IDNA)"] = iri_to_uri
    except ImportError:
        pass
    try:
        from werkzeug.urls import iri_to_uri as werkzeug_iri_to_uri

        converters["werkzeug"] = werkzeug_iri_to_uri
    except ImportError:
        pass
    try:
        from yarl import URL

        converters["yarl"] = lambda iri: str(URL(iri))
    except ImportError:
        pass
    try:
        import hyperlink

        converters["hyperlink"] = lambda iri: hyperlink.URL.from_text(iri).to_uri().to_text()
    except ImportError:
        pass
    try:
        import can_ada

        converters["can_ada (C++)"] = can_ada.parse
    except ImportError:
        pass
    return converters


def _to_iri_converters() -> dict[str, Callable[[str], object]]:
    converters: dict[str, Callable[[str], object]] = {
        "extract": to_iri,
        "extract, rfc3987": lambda uri: to_iri(uri, profile="rfc3987"),
        "urllib unquote (wrong)": unquote,
    }
    try:
        from django.utils.encoding import uri_to_iri

        converters["django (no IDNA)"] = uri_to_iri
    except ImportError:
        pass
    try:
        from werkzeug.urls import uri_to_iri as werkzeug_uri_to_iri

        converters["werkzeug"] = werkzeug_uri_to_iri
    except ImportError:
        pass
    try:
        from yarl import URL

        converters["yarl"] = lambda uri: URL(uri, encoded=True).human_repr()
    except ImportError:
        pass
    return converters


def _all(convert: Callable[[str], object], texts: list[str]) -> None:
    for text in texts:
        convert(text)


def _per_second(convert: Callable[[str], object], texts: list[str]) -> float:
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        _all(convert, texts)
        best = min(best, time.process_time() - start)
    return len(texts) / best


@pytest.mark.parametrize("name", _to_uri_converters())
@pytest.mark.benchmark(group="to URI, mixed")
def test_to_uri(benchmark, name: str) -> None:
    benchmark(_all, _to_uri_converters()[name], IRIS)


@pytest.mark.parametrize("name", _to_iri_converters())
@pytest.mark.benchmark(group="to IRI")
def test_to_iri(benchmark, name: str) -> None:
    benchmark(_all, _to_iri_converters()[name], URIS)


@pytest.mark.benchmark(group="ratios")
def test_ratios(benchmark, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [
        ("to URI, ASCII", _to_uri_converters(), ASCII),
        ("to URI, mixed", _to_uri_converters(), IRIS),
        ("to IRI", _to_iri_converters(), URIS),
    ]
    lines = []
    for title, converters, texts in jobs:
        speeds = {name: _per_second(convert, texts) for name, convert in converters.items()}
        lines += [
            f"{title:14} {name:24} {speed / 1000:7.0f} thousand a second   extract is {speeds['extract'] / speed:5.2f} x"
            for name, speed in speeds.items()
        ]
    with capsys.disabled():
        print("", *lines, sep="\n")
    benchmark(lambda: None)
