"""The pandoc filter, over JSON as pandoc writes it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from extract.integrations.pandoc import linked, run

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_URI = "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"

RU = "https://ru.wikipedia.org/wiki/Россия_(страна)"
RU_URI = "https://ru.wikipedia.org/wiki/%D0%A0%D0%BE%D1%81%D1%81%D0%B8%D1%8F_(%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B0)"


def string(text: str) -> dict[str, Any]:
    return {"t": "Str", "c": text}


def link(shown: str, target: str, *classes: str) -> dict[str, Any]:
    return {"t": "Link", "c": [["", list(classes), []], [string(shown)], [target, ""]]}


def document(*inlines: dict[str, Any], meta: Any = None) -> dict[str, Any]:
    blocks = [{"t": "Para", "c": list(inlines)}]
    return {"pandoc-api-version": [1, 23, 1], "meta": meta or {}, "blocks": blocks}


A = link(JA, JA_URI, "uri")
SPACE = {"t": "Space"}


def code(element: str, *content: Any) -> dict[str, Any]:
    return {"t": element, "c": list(content)}


STAYS = [
    link("http://a.example/;", "http://a.example/;", "uri"),
    # bare links of pandoc's never end so: it was written as a link
    link("http://a.example/Inc.", "http://a.example/Inc.", "uri"),
    # explicit links, code, raw markup, images
    link("x", "/é"),
    link("x", "javascript:é"),
    code("Code", ["", [], []], JA),
    code("RawInline", "html", JA),
    code("Image", ["", [], []], [string(JA)], ["é.png", ""]),
    string("README.md"),
]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([string(f"({JA})。"), SPACE, string("x")], [string("("), A, string(")。"), SPACE, string("x")]),
        ([string("www.a.example.com")], [link("www.a.example.com", "https://www.a.example.com", "uri")]),
        # what pandoc's gfm takes too far
        ([string('"'), link(f'{JA}"', f'{JA}"')], [string('"'), A, string('"')]),
        ([string("('"), link(f"{JA}')", f"{JA}')")], [string("('"), A, string("')")]),
        ([link(f"{JA};", f"{JA};")], [A, string(";")]),
        ([string("は**"), link(f"{JA}**で", f"{JA}**で")], [string("は**"), A, string("**で")]),
        ([link(f"{JA}。次", f"{JA}。次", "uri")], [A, string("。次")]),
        ([link(f"{JA}。次", f"{JA}。次")], [A, string("。次")]),
        (
            [link("www.a.com。次", "http://www.a.com。次")],
            [link("www.a.com", "https://www.a.com", "uri"), string("。次")],
        ),
        ([link(JA, JA, "uri")], [A]),
        ([link("http://a..b/。", "http://a..b/。", "uri")], [link("http://a..b/。", "http://a..b/%E3%80%82", "uri")]),
        ([link(f"{JA}。", "http://é.example/")], [link(f"{JA}。", "http://xn--9ca.example/")]),
        ([code("Emph", string(JA))], [code("Emph", A)]),
        ([code("Note", code("Para", string(JA)))], [code("Note", code("Para", A))]),
        *(([inline], [inline]) for inline in STAYS),
    ],
)
def test_inlines(given: list[Any], expected: list[Any]) -> None:
    assert linked(document(*given)) == document(*expected)


def test_metadata_stays() -> None:
    given = document(meta={"title": {"t": "MetaInlines", "c": [string(JA)]}})
    assert linked(given) == given


def test_options() -> None:
    given = document(string("пример.рф"), SPACE, string("me@a.example.com"))
    (para,) = linked(given, bare_domains=True, email=False)["blocks"]
    assert [inline["t"] for inline in para["c"]] == ["Link", "Space", "Str"]


@pytest.mark.parametrize(
    "command",
    [["-m", "extract", "pandoc-filter", "html"], ["-c", "import extract.integrations.pandoc as p; exit(p.main())"]],
)
def test_commands(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *command], input=json.dumps(document(string(JA))).encode(), capture_output=True, check=True
    )
    assert json.loads(done.stdout) == document(A)
    done = subprocess.run([sys.executable, *command], input=b"[]", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"pandoc -t json" in done.stderr


def test_a_wrong_scheme_is_told_in_one_line() -> None:
    command = [sys.executable, "-m", "extract", "pandoc-filter", "--default-scheme", "https:"]
    done = subprocess.run(command, input=b"{}", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"must be a scheme" in done.stderr


@pytest.mark.parametrize("source", ["markdown", "commonmark_x", "gfm", "rst", "org", "docx"])
def test_pandoc_itself(source: str, tmp_path: Path) -> None:
    """What is read by pandoc comes out with whole links, whatever links it finds by itself."""
    if (pandoc := shutil.which("pandoc")) is None:
        pytest.skip("no pandoc on PATH")

    def run_pandoc(*arguments: str, given: str | None = None) -> str:
        done = subprocess.run([pandoc, *arguments], input=given, capture_output=True, check=True, encoding="utf-8")
        return done.stdout

    program = tmp_path / "iri-pandoc-filter.py"  # pandoc runs it by "python"
    program.write_text("from extract.integrations.pandoc import main\n\nraise SystemExit(main())\n")
    chapter = tmp_path / f"chapter.{source}"
    written = f"参照 {JA}。次に ({RU}) me@a.example.com"
    if source == "docx":
        run_pandoc("-f", "markdown", "-o", str(chapter), given=written)
    else:
        chapter.write_text(written, "utf-8")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    command = [pandoc, "-f", source, "-t", "html", "--wrap=preserve", "--filter", str(program), str(chapter)]
    html = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PATH": path}).stdout.decode()
    links = {unescape(shown): uri for uri, shown in re.findall(r'<a\s+href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL)}
    assert links == {JA: JA_URI, RU: RU_URI, "me@a.example.com": "mailto:me@a.example.com"}


WRONG = [b"", b"{", b"null", b"[]", b"\xff", b'{"blocks": 1}']
WRONG += [b'{"blocks": [{"t": "Str"}]}', b'{"blocks": [{"t": []}]}', b'{"blocks": [{"t": "Str", "c": 5}]}']
WRONG += [b'{"blocks": [{"t": "Link", "c": ["", [], [1, 2]]}]}']


@pytest.mark.parametrize("data", WRONG)
def test_what_is_no_document(data: bytes) -> None:
    with pytest.raises(ValueError, match="write it with"):
        run(io.BytesIO(data), io.BytesIO())


def test_what_is_nested_too_deeply() -> None:
    data = b"[" * 100_000
    with pytest.raises(ValueError, match="too deeply"):
        run(io.BytesIO(data), io.BytesIO())
