"""The pandoc filter, over JSON as pandoc writes it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from extract.hosts.pandoc import linked, run

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_URI = "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"


def string(text: str) -> dict[str, Any]:
    return {"t": "Str", "c": text}


def link(shown: str, target: str, *classes: str) -> dict[str, Any]:
    return {"t": "Link", "c": [["", list(classes), []], [string(shown)], [target, ""]]}


def document(*inlines: dict[str, Any], meta: Any = None) -> dict[str, Any]:
    blocks = [{"t": "Para", "c": list(inlines)}]
    return {"pandoc-api-version": [1, 23, 1], "meta": meta or {}, "blocks": blocks}


A = link(JA, JA_URI, "uri")
SPACE = {"t": "Space"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([string(f"({JA})。"), SPACE, string("x")], [string("("), A, string(")。"), SPACE, string("x")]),
        ([string("www.a.example.com")], [link("www.a.example.com", "https://www.a.example.com", "uri")]),
        ([string("README.md")], [string("README.md")]),
        # what pandoc's gfm takes too far
        ([link(f"{JA}。次", f"{JA}。次", "uri")], [A, string("。次")]),
        ([link(JA, JA, "uri")], [A]),
        ([link("http://a..b/。", "http://a..b/。", "uri")], [link("http://a..b/。", "http://a..b/%E3%80%82", "uri")]),
        # explicit links, code, raw markup, images
        ([link(f"{JA}。", "http://é.example/")], [link(f"{JA}。", "http://xn--9ca.example/")]),
        ([link("x", "/é"), link("x", "javascript:é")], [link("x", "/é"), link("x", "javascript:é")]),
        ([{"t": "Code", "c": [["", [], []], JA]}], [{"t": "Code", "c": [["", [], []], JA]}]),
        ([{"t": "RawInline", "c": ["html", JA]}], [{"t": "RawInline", "c": ["html", JA]}]),
        ([{"t": "Image", "c": [["", [], []], [string(JA)], ["é.png", ""]]}],) * 2,
        ([{"t": "Emph", "c": [string(JA)]}], [{"t": "Emph", "c": [A]}]),
        ([{"t": "Note", "c": [{"t": "Para", "c": [string(JA)]}]}], [{"t": "Note", "c": [{"t": "Para", "c": [A]}]}]),
    ],
)
def test_inlines(given: list[Any], expected: list[Any]) -> None:
    assert linked(document(*given)) == document(*expected)


def test_metadata_stays() -> None:
    given = document(meta={"title": {"t": "MetaInlines", "c": [string(JA)]}})
    assert linked(given) == given


def test_options() -> None:
    given = document(string("пример.рф"), SPACE, string("me@a.example.com"))
    (para,) = linked(given, schemeless=True, email=False)["blocks"]
    assert [inline["t"] for inline in para["c"]] == ["Link", "Space", "Str"]


@pytest.mark.parametrize(
    "command", [["-m", "extract", "pandoc-filter", "html"], ["-c", "import extract.hosts.pandoc as p; exit(p.main())"]]
)
def test_commands(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *command], input=json.dumps(document(string(JA))).encode(), capture_output=True, check=True
    )
    assert json.loads(done.stdout) == document(A)
    done = subprocess.run([sys.executable, *command], input=b"[]", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"pandoc -t json" in done.stderr


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 100_000, b"\xff", b'{"blocks": 1}'])
def test_what_is_no_document(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        run(io.BytesIO(data), io.BytesIO())
