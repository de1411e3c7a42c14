"""``iri server``, as an editor uses it: a client over standard input and output (Language Server Protocol 3.17)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from extract.cli.opened import Document, path_of, settings_of
from tests.conftest import PYTHONPATH, ROOT

BROKEN = "See http://exämple..com/ and 𝄞é http://example.com/%zz now.\n"
needs_pygls = pytest.mark.skipif(find_spec("pygls") is None, reason="needs pygls")


# --- documents --------------------------------------------------------------------------------------------------------

TEXT = "a𝄞b\u2028c\u0301d\r\nzweite\u0085Zeile\rdritte\n\nfünfte 🏳️‍🌈!"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_offset_has_a_position_and_back(encoding: str) -> None:
    document = Document("file:///a.md", "markdown", TEXT, 1, encoding)
    for offset in [*range(len(TEXT) + 1), *reversed(range(len(TEXT) + 1))]:
        inside_of_line_end = TEXT[offset - 1 : offset + 1] == "\r\n"
        assert document.offset(*document.position(offset)) == offset - inside_of_line_end


def test_a_position_that_is_nowhere() -> None:
    document = Document("file:///a.md", "markdown", TEXT, 1)
    assert [document.offset(*place) for place in ((-1, 5), (0, -5), (0, 99), (1, 7))] == [0, 0, 7, 16]


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a%20b/%C3%BC.md", "/a b/ü.md"),
        ("file:///a%FF.md", "/a\udcff.md"),
        ("file:///a%00.md", None),
        ("untitled:Untitled-1", None),
        ("file://[", None),
        ("", None),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="paths of POSIX")
def test_the_path_of_a_document(uri: str, path: str | None) -> None:
    assert path_of(uri) == path


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"iri": {"extendSelect": ["IRI801"]}}, {"extend-select": ["IRI801"]}),
        (None, {}),
        ([1], {}),
        ({"iri": None}, {}),
    ],
)
def test_settings_of_a_client(given: object, expected: dict[str, Any]) -> None:
    assert settings_of(given) == expected


@pytest.mark.parametrize(
    ("uri", "language", "text", "codes"),
    [
        ("untitled:1", "markdown", "`http://a..b/` http://a..b/", ["IRI301"]),
        ("untitled:1", "restructuredtext", ".. http://a..b/", []),
        ("untitled:1", "rust", "http://a..b/", []),
        ("file:///x/a.md", "rust", "http://a..b/", ["IRI301"]),
        ("file:///x/dist/a.md", "markdown", "http://a..b/", []),  # left out
        ("file:///x/a.html", "html", '<meta charset="latin-1">ü http://a..b/', ["IRI301"]),
        ("file:///x/a.py", "python", "# coding: latin-1\n# ü http://a..b/", ["IRI301"]),
        ("file:///x/a.eml", "mail", "Subject: a\n\nhttp://a..b/\n", ["IRI301"]),
        ("file:///x/a.md", "markdown", "\ud800 http://a..b/", ["IRI301"]),
    ],
)
def test_what_is_found(uri: str, language: str, text: str, codes: list[str]) -> None:
    document = Document(uri, language, text, 1)
    assert document.check({}) == ""
    assert [finding.problem.code for finding in document.findings] == codes


def test_relative_links_lead_into_what_is_open(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "größe (neu).md").write_text("# Maß\n", "utf-8")
    path = tmp_path / "a.md"
    path.write_text("# Alt\n", "utf-8")
    text = "# Größe\n\n[x](#größe) [y](#grösse) [z](gewicht.md) [w]("
    document = Document(path.as_uri(), "markdown", text, 1)
    document.check({})
    assert [finding.problem.code for finding in document.findings] == ["IRI814", "IRI813"]
    assert document.completions(len(text)) == [".git/", "a.md", "größe%20%28neu%29.md"]
    document.replace(text + "#")
    assert document.completions(len(text) + 1) == ["größe"]
    document.replace(text + "größe%20%28neu%29.md#")
    assert document.completions(len(document.text)) == ["maß"]
    assert document.completions(3) == []


# --- a session --------------------------------------------------------------------------------------------------------


class Client:
    """A client that waits for each answer; notifications of the server are kept."""

    def __init__(self, folder: Path, encodings: tuple[str, ...] = (), **settings: Any) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "extract", "server", "--stdio"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": PYTHONPATH},
        )
        self.notes: list[dict[str, Any]] = []
        self._number = 0
        offered = {"general": {"positionEncodings": encodings}} if encodings else {}
        begin = {"processId": None, "rootUri": folder.as_uri(), "initializationOptions": settings}
        self.capabilities = self.ask("initialize", capabilities=offered, **begin)["capabilities"]
        self.tell("initialized")

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self.process.stdout
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method} | ({"params": params} if params else {}))
        while True:
            message = self._receive()
            if message.get("id") == self._number and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self.notes.append(message)

    def next(self, method: str) -> Any:
        while True:
            for number, message in enumerate(self.notes):
                if message.get("method") == method:
                    return self.notes.pop(number)["params"]
            self.notes.append(self._receive())

    def open(self, name: str, text: str, language: str = "markdown") -> str:
        uri = (self.folder / name).as_uri()
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=item)
        return uri

    def found(self) -> list[tuple[str, int, int, int]]:
        """The code, line and columns of each diagnostic that comes next."""
        listed = self.next("textDocument/publishDiagnostics")["diagnostics"]
        ranges = [(one["code"], one["range"]["start"], one["range"]["end"]) for one in listed]
        return [(code, start["line"], start["character"], end["character"]) for code, start, end in ranges]

    def end(self) -> int:
        self.ask("shutdown")
        self.tell("exit")
        status = self.process.wait(20)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream
            stream.close()
        return status


@pytest.fixture
def session(tmp_path: Path):
    clients: list[Client] = []

    def begin(**settings: Any) -> Client:
        clients.append(Client(tmp_path, **settings))
        return clients[-1]

    yield begin
    for client in clients:
        if client.process.poll() is None:
            assert client.end() == 0


@needs_pygls
def test_a_session(session, tmp_path: Path) -> None:
    client = session()
    assert client.capabilities["textDocumentSync"]["change"] == 1  # the whole text
    uri = client.open("a.md", BROKEN)
    (first, second) = client.next("textDocument/publishDiagnostics")["diagnostics"]
    assert first["range"] == {"start": {"line": 0, "character": 11}, "end": {"line": 0, "character": 23}}
    assert (first["code"], first["source"], first["severity"]) == ("IRI301", "iri", 1)
    assert first["codeDescription"]["href"].endswith("/rules/IRI301.html")
    assert second["range"]["start"]["character"] == BROKEN.encode("utf-16-le").index("%zz".encode("utf-16-le")) // 2

    # Typing: of two changes, the second is the text.
    changes = [{"text": "no"}, {"text": "𝄞\n" + BROKEN.replace("..com", ".com")}]
    client.tell("textDocument/didChange", textDocument={"uri": uri, "version": 2}, contentChanges=changes)
    column = second["range"]["start"]["character"] - 1
    assert client.found() == [("IRI101", 1, column, column + 1)]

    hover = client.ask("textDocument/hover", textDocument={"uri": uri}, position={"line": 1, "character": 12})
    assert "leads to" in hover["contents"]["value"]
    assert hover["range"]["start"] == {"line": 1, "character": 4}
    nothing = client.ask("textDocument/hover", textDocument={"uri": uri}, position={"line": 1, "character": 1})
    assert nothing is None

    links = client.ask("textDocument/documentLink", textDocument={"uri": uri})
    assert links[0]["target"] == "http://xn--exmple-cua.com/"
    assert links[0]["range"] == {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 23}}

    client.tell("textDocument/didClose", textDocument={"uri": uri})
    assert client.found() == []
    assert client.end() == 0


@needs_pygls
def test_fixes(session) -> None:
    client = session(extendSelect=["IRI202"])
    uri = client.open("a.md", "𝄞 <https://example.com/%c3%b6> <https://example.com/%c3%bc>\n")
    assert [code for code, *_ in client.found()] == ["IRI202", "IRI202"]
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}

    def actions(span: Any, **context: Any) -> Any:
        document = {"uri": uri}
        return client.ask(
            "textDocument/codeAction", textDocument=document, range=span, context={"diagnostics": [], **context}
        )

    first, _, both = actions(everything)
    assert (first["title"], first["kind"], first["isPreferred"]) == ("Write %C3%B6", "quickfix", True)
    (edit,) = first["edit"]["changes"][uri]
    assert edit == {
        "range": {"start": {"line": 0, "character": 24}, "end": {"line": 0, "character": 30}},
        "newText": "%C3%B6",
    }
    assert (both["kind"], len(both["edit"]["changes"][uri])) == ("source.fixAll.iri", 2)
    assert actions(everything, only=["source.fixAll"]) == [both]
    place = {"start": {"line": 0, "character": 25}, "end": {"line": 0, "character": 25}}
    assert actions(place, only=["quickfix"]) == [first]


@needs_pygls
def test_settings_and_baselines_of_the_folder(session, tmp_path: Path) -> None:
    (tmp_path / "iri.toml").write_text('ignore = ["IRI301"]\nbaseline = "known.json"\n')
    (tmp_path / "known.json").write_text("[]")
    client = session()
    uri = client.open("a.md", BROKEN)
    assert [code for code, *_ in client.found()] == ["IRI101"]
    (tmp_path / "iri.toml").write_text("")
    client.tell("textDocument/didSave", textDocument={"uri": uri})
    assert [code for code, *_ in client.found()] == ["IRI301", "IRI101"]
    client.tell("workspace/didChangeConfiguration", settings={"iri": {"select": ["IRI301"]}})
    assert [code for code, *_ in client.found()] == ["IRI301"]
    client.tell("workspace/didChangeConfiguration", settings={"iri": {"slect": []}})
    assert 'unknown setting "slect"' in client.next("window/showMessage")["message"]
    assert client.found() == []
    (tmp_path / "iri.toml").write_text('baseline = "known.json"\n')
    (tmp_path / "known.json").write_text("damaged")
    client.tell("workspace/didChangeConfiguration", settings=None)
    assert "is not a baseline" in client.next("window/showMessage")["message"]


@needs_pygls
@pytest.mark.all
@pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
def test_what_is_around_a_document_is_not_waited_for(session, tmp_path: Path) -> None:
    for name in ("conf.py", "docutils.conf", "part.txt", "b.rst"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "mkdocs.yml").symlink_to("/dev/zero")
    client = session()
    client.open("a.rst", "Größe\n=====\n\nSee maß_ and http://exämple..com/ now.\n\n.. include:: part.txt\n")
    assert "conf.py: is a pipe, not a file" in client.next("window/showMessage")["message"]
    assert [code for code, *_ in client.found()] == ["IRI301"]
    os.mkfifo(tmp_path / "iri.toml")
    uri = client.open("a.md", BROKEN)
    assert "iri.toml: is a pipe, not a file" in client.next("window/showMessage")["message"]
    assert client.found() == []
    (tmp_path / "iri.toml").unlink()
    client.tell("textDocument/didSave", textDocument={"uri": uri})
    assert [[code for code, *_ in client.found()] for _ in range(2)] == [["IRI301"], ["IRI301", "IRI101"]]


@needs_pygls
def test_relative_links_of_a_page_with_a_base_are_links(session) -> None:
    client = session()
    uri = client.open("a.html", '<base href="http://a.example/é/"><a href="b">b</a>')
    client.found()
    links = client.ask("textDocument/documentLink", textDocument={"uri": uri})
    assert [link["target"] for link in links] == ["http://a.example/%C3%A9/", "http://a.example/%C3%A9/b"]


@needs_pygls
@pytest.mark.all
@pytest.mark.parametrize(
    ("offered", "codec", "size"),
    [((), "utf-16-le", 2), (("utf-8", "utf-16"), "utf-8", 1), (("utf-32", "utf-16"), "utf-32-le", 4)],
)
def test_places_are_in_the_units_that_the_client_offers(session, offered: tuple, codec: str, size: int) -> None:
    client = session(encodings=offered)
    text = "𝄞 e\u0301 🇯🇵 <https://ja.wikipedia.org/wiki/日本𠮷>"
    uri = client.open("a.md", text)
    assert client.found() == []
    (link,) = client.ask("textDocument/documentLink", textDocument={"uri": uri})
    units = [len(text[: text.index(mark)].encode(codec)) // size for mark in ("https", ">")]
    assert [link["range"][end]["character"] for end in ("start", "end")] == units
    nowhere = {"uri": "file:///nowhere.md"}  # was not opened
    assert client.ask("textDocument/hover", textDocument=nowhere, position={"line": 0, "character": 0}) is None
    assert client.ask("textDocument/documentLink", textDocument=nowhere) == []


def test_without_pygls_it_says_what_to_install(iri, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.setitem(sys.modules, "lsprotocol.types", type(sys)("lsprotocol.types"))
    result = iri("server")
    assert result.status == 2
    assert result.err.endswith('pip install "sphinx-iri[lsp]"\n')
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert any(one.startswith("pygls") for one in extras["lsp"])
