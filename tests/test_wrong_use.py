"""Wrong use is refused with a message that says what is right."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from extract import IRI, display, equivalent, find_links, find_links_in, link_end, normalize, to_iri, to_uri
from extract.reports import report


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: to_uri(None), TypeError, "str or an IRI"),  # type: ignore[arg-type]
        (lambda: to_uri(b"http://a"), TypeError, "decode bytes first"),  # type: ignore[arg-type]
        (lambda: to_uri("http://ü/", host="dns"), ValueError, "'auto', 'idna', 'percent'"),  # type: ignore[arg-type]
        (lambda: to_uri("http://ü/", invalid="drop"), ValueError, "'error', 'encode'"),  # type: ignore[arg-type]
        (lambda: to_iri(b"%41"), TypeError, "decode bytes first"),  # type: ignore[call-overload]
        (lambda: to_iri("%41", profile="x"), ValueError, "'safe', 'rfc3987'"),  # type: ignore[call-overload]
        (lambda: normalize("a", level="all"), ValueError, "'simple'"),  # type: ignore[call-overload]
        (lambda: equivalent("a", "b", level="all"), ValueError, "'simple'"),  # type: ignore[arg-type]
        (lambda: display("a", hosts="careful"), ValueError, "'browser', 'all', 'none'"),  # type: ignore[arg-type]
        (lambda: find_links("", schemes=["ht tp"]), ValueError, "invalid scheme name 'ht tp'"),
        (lambda: find_links("", schemes=[1]), ValueError, "invalid scheme name 1"),  # type: ignore[list-item]
        (lambda: link_end("http://a", "x"), TypeError, "start must be the offset of a code point, an int, not str"),  # type: ignore[arg-type]
        (lambda: link_end(b"http://a", 0), TypeError, "text must be a str"),  # type: ignore[arg-type]
        (lambda: find_links_in("a.txt"), TypeError, "opened as text"),  # type: ignore[arg-type]
        (lambda: list(find_links_in(io.BytesIO(b"a"))), TypeError, "with an encoding"),  # type: ignore[arg-type]
        (lambda: report([], "addresses"), ValueError, "'full', 'concise'"),
        (lambda: IRI.parse("http://a/").with_(path=80), TypeError, "path must be a str or None"),
    ],
)
def test_wrong_use(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
