"""linkcheck asks for exactly the right URI, and never waits for ever."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from extract import to_uri
from tests.sphinx.building import build, write_project

# Written in the page behind the server's address, and what the server must be asked for.
PATHS = {
    "/日本語": "/%E6%97%A5%E6%9C%AC%E8%AA%9E",
    "/a%20ü": "/a%20%C3%BC",
    "/ü;v=1,2": "/%C3%BC;v=1,2",
    "/ü+b": "/%C3%BC+b",
    "/wiki/Москва_(город)": "/wiki/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0_(%D0%B3%D0%BE%D1%80%D0%BE%D0%B4)",
    "/?q=日本&empty=&x": "/?q=%E6%97%A5%E6%9C%AC&empty=&x",
    "/%2Fü": "/%2F%C3%BC",
    "/plain?a=%20b": "/plain?a=%20b",
    "/قرآن": "/%D9%82%D8%B1%D8%A2%D9%86",
}


@pytest.fixture
def server() -> Iterator[tuple[str, set[str]]]:
    """A server that knows the paths above, and logs what it is asked for."""
    asked: set[str] = set()

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            asked.add(self.path)
            self.send_response(200 if self.path in PATHS.values() else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_HEAD  # noqa: N815

        def log_message(self, *_arguments: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}", asked
        httpd.shutdown()


BAD = ["http://exämple..com/", "http://[::1/x", "http://ü" + "b" * 70 + ".example/", "http://[::1/ü"]


def test_linkcheck(tmp_path: Path, server: tuple[str, set[str]]) -> None:
    address, asked = server
    lines = [f"* {address}{path} and `t <{address}{path}>`__\n" for path in PATHS]
    bad = [f"* {iri} and `t <{iri}>`__\n\n.. image:: {iri}\n" for iri in BAD]
    source = write_project(
        tmp_path / "source",
        "linkcheck_timeout = 5\nlinkcheck_retries = 1",
        index_rst="Page\n====\n\n" + "\n".join([*lines, *bad]),
    )
    built = build(source, tmp_path, "linkcheck")
    assert asked == set(PATHS.values())
    results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
    working = {result["uri"]: result.get("requested") for result in results if result["status"] == "working"}
    assert working == {address + path: address + uri if path != uri else None for path, uri in PATHS.items()}
    # what has no URI was reported when it was read; a picture of that kind is broken, and waits for nobody
    assert all(iri in "".join(built.warnings) for iri in BAD)
    assert {result["uri"] for result in results if result["status"] == "broken"} <= {*BAD}


def test_linkcheck_ignore_matches_what_is_written(tmp_path: Path) -> None:
    written = ["https://a.example/{x}", "https://例え.jp/é"]
    source = write_project(
        tmp_path / "source",
        r"linkcheck_ignore = [r'https://a\.example/\{x\}', 'http://localhost:PORT', 'https://例え.jp/']",
        index_rst="T\n=\n\nhttp://localhost:PORT/x\n\n"
        + "\n\n".join(f"`t <{address}>`__\n\n.. image:: {address}?i" for address in written),
    )
    built = build(source, tmp_path, "linkcheck")
    results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
    addresses = ["http://localhost:PORT/x", *written, *(f"{address}?i" for address in written)]
    assert {result["uri"]: result["status"] for result in results} == dict.fromkeys(addresses, "ignored")


def test_a_file_is_called_by_its_name(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", index_rst="T\n=\n\n`a <ü.txt>`_ `b <ö.txt>`_\n")
    (source / "ü.txt").touch()
    built = build(source, tmp_path, "linkcheck")
    results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
    assert {result["uri"]: result["status"] for result in results} == {"ü.txt": "working", "ö.txt": "broken"}


PAGE = (
    """<html><head><meta charset="utf-8"></head><body>
<h1 id="節">1</h1><a name="名前"></a><h2 id="%E7%AB%A0">2</h2><p id="100%25">3</p></body></html>"""
    + "あ" * 5000
    + '<i id="末">'
)


@pytest.mark.parametrize("content_type", ["text/html; charset=utf-8", "text/html"])
def test_anchors(tmp_path: Path, content_type: str) -> None:
    """As browsers find them: an ``id`` or ``name`` that is the fragment, or what the fragment decodes to."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", content_type)
            self.end_headers()
            self.wfile.write(PAGE.encode())

        def log_message(self, *_arguments: object) -> None: ...

    fragments = ["節", "%E7%AF%80", "名前", "章", "%E7%AB%A0", "100%25", "100%2525", "末"]
    missing = ["無", "%E7%84%A1", "節名"]
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{httpd.server_port}/ü"
        text = "\n".join(f"* `t <{address}{number}#{name}>`__" for number, name in enumerate([*fragments, *missing]))
        conf = "linkcheck_timeout = 5\nlinkcheck_retries = 1"
        source = write_project(tmp_path / "source", conf, index_rst=f"Page\n====\n\n{text}\n")
        built = build(source, tmp_path, "linkcheck")
        httpd.shutdown()
    results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
    numbers = {int(result["requested"].partition("%BC")[2].partition("#")[0]): result for result in results}
    assert [numbers[number]["status"] for number in range(len(fragments))] == ["working"] * len(fragments)
    assert [numbers[number]["status"] for number in range(len(fragments), len(numbers))] == ["broken"] * len(missing)


LATIN_1 = "<p id=a><p id=caf\xe9>\xa0".encode("latin-1")
SHIFT_JIS = '<meta charset="shift_jis"><p id=a><p id="節">'.encode("shift_jis")
UTF_8 = "<p id=a><p id='café'><p id='節'>".encode()
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + b"1 0 obj\n" * 1000
# A file, its Content-Type, and the anchors that are found with the extension alone.
FILES: list[tuple[bytes, str | None, str]] = [
    (PDF, "application/pdf", ""),
    (PDF, "application/octet-stream", ""),
    (PDF, "text/html", ""),
    (PDF, None, ""),
    (bytes(range(256)) * 40, "image/png", ""),
    (SHIFT_JIS, "text/html", ""),
    (SHIFT_JIS, "text/html; charset=shift_jis", ""),
    (SHIFT_JIS, "application/xhtml+xml", ""),
    (SHIFT_JIS, None, ""),
    (LATIN_1, "text/html", ""),
    (LATIN_1, "text/html; charset=iso-8859-1", ""),
    (LATIN_1, "text/html; charset=utf-8", ""),
    (LATIN_1, "text/html; charset=unknown", ""),
    (UTF_8, "text/html", "café 節"),
    (UTF_8, "TEXT/HTML;CHARSET=UTF-8", ""),
    (UTF_8, "text/html; charset=iso-8859-1", "café 節"),
    (UTF_8, "text/plain", "café 節"),
    (UTF_8, "application/xhtml+xml", ""),
    (UTF_8, None, ""),
    (UTF_8 * 3000, "text/html", "café 節"),
    (gzip.compress(UTF_8), "text/html", "café 節"),
]


def test_files_of_any_kind(tmp_path: Path) -> None:
    """A file is never reported for an anchor for which Sphinx alone does not report it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body, content_type, *_ = FILES[int(self.path.strip("/"))]
            self.send_response(200)
            if content_type:
                self.send_header("Content-Type", content_type)
            if body.startswith(b"\x1f\x8b"):
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            with suppress(ConnectionError):  # the anchor was found
                self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None: ...

    anchors = ("a", "café", "節", "page=226", "!x", "ignored-ü")
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{httpd.server_port}"
        page = "\n".join(f"* `t <{address}/{number}#{anchor}>`__" for number in range(len(FILES)) for anchor in anchors)
        conf = "linkcheck_timeout = 5\nlinkcheck_anchors_ignore = ['^!', 'ignored-']\n"
        broken = []
        for name, extensions in (("alone", "extensions = []"), ("extended", "")):
            source = write_project(tmp_path / name, conf + extensions, index_rst=f"Page\n====\n\n{page}\n")
            built = build(source, tmp_path / f"{name}-out", "linkcheck", raw=True)
            results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
            assert len(results) == len(FILES) * len(anchors)
            broken.append({result["uri"] for result in results if result["status"] == "broken"})
        httpd.shutdown()
    alone, extended = broken
    assert extended <= alone
    for number, (body, content_type, found) in enumerate(FILES):
        more = [anchor for anchor in anchors if f"{address}/{number}#{anchor}" in alone - extended]
        assert " ".join(more) == found, (body[:50], content_type)


def test_hosts_by_idna_2008(tmp_path: Path) -> None:
    """IDNA 2003 would ask another name (strasse.example), or drop the joiner."""
    source = write_project(
        tmp_path / "source",
        "linkcheck_timeout = 1\nlinkcheck_retries = 1\nlinkcheck_ignore = ['.*']",
        index_rst="Page\n====\n\nhttp://straße.invalid/ http://نامه‌ای.invalid/\n",
    )
    built = build(source, tmp_path, "linkcheck")
    results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
    assert {result["uri"]: result["requested"] for result in results} == {
        "http://straße.invalid/": "http://xn--strae-oqa.invalid/",
        "http://نامه‌ای.invalid/": "http://xn--mgba3gch31f060k.invalid/",
    }


class Redirecting(BaseHTTPRequestHandler):
    """Redirects ``/from…`` to ``/to…``, wants a password or a header for others, and logs what it is asked for."""

    def do_GET(self) -> None:
        wanted = {"auth": ("Authorization", "Basic dTpw"), "header": ("X-Header", "yes"), "none": ("Host", "")}
        kind = self.path.strip("/").partition("-")[0].partition("#")[0]
        if kind == "from":
            self.send_response(302)
            self.send_header("Location", self.path.replace("from", "to"))
        else:
            name, value = wanted.get(kind, ("Host", self.headers["Host"]))
            self.send_response(200 if self.headers[name] == value else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_arguments: object) -> None: ...


SETTINGS = """
at = "http://HOST/".__add__
linkcheck_timeout = 5
linkcheck_ignore = [at("none-ignored-ü"), at("none-%C3%A9")]
linkcheck_anchors_ignore = ["節", "%E7%AB%A0"]
linkcheck_anchors_ignore_for_url = [at("page-ü"), at("page-%C3%A9")]
linkcheck_allowed_redirects = {at("from-ü"): at("to-ü"), at("from-%C3%A9"): at("to-%C3%A9")}
linkcheck_auth = [(at("auth-ü"), ("u", "p")), (at("auth-%C3%A9"), ("u", "p"))]
linkcheck_request_headers = {at("header-ü"): {"X-Header": "yes"}, at("header-%C3%A9"): {"X-Header": "yes"}}
"""
WRITTEN = {
    "ignored": ["none-ignored-ü", "none-é"],
    "working": [
        *(
            "other#節",
            "other#章",
            "page-ü#x",
            "page-é#x",
            "from-ü",
            "from-é",
            "auth-ü",
            "auth-é",
            "header-ü",
            "header-é",
        ),
    ],
    "broken": ["other#項", "auth-ö", "header-ö", "none-ö"],
    "redirected": ["from-ö"],
}


@pytest.mark.parametrize("write", [str, lambda path: to_uri(path)], ids=["IRI", "URI"])
def test_settings_match_both_forms(tmp_path: Path, write: Callable[[str], str]) -> None:
    """Each setting once as an IRI and once as a URI, for links that are written as IRIs, then as URIs."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        host = f"127.0.0.1:{httpd.server_port}"
        addresses = {f"http://{host}/{write(path)}": status for status, paths in WRITTEN.items() for path in paths}
        page = "Page\n====\n\n" + "\n".join(f"* `t <{address}>`__" for address in addresses)
        source = write_project(tmp_path / "source", SETTINGS.replace("HOST", host), index_rst=page)
        built = build(source, tmp_path, "linkcheck")
        httpd.shutdown()
    results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
    assert {result["uri"]: result["status"] for result in results} == addresses
    said = (built.out / "output.txt").read_text("utf-8")
    for result in results:
        if result["status"] == "redirected":
            target = f"http://{host}/to-%C3%B6"
            assert (result["info"], result["redirected"]) == (f"http://{host}/to-ö", target)
            assert f" to http://{host}/to-ö ({target})\n" in said
        elif "#" in result["uri"] and result["status"] == "broken":
            assert result["info"] == f"Anchor '{write('項')}' not found"
            assert f": Anchor '{write('項')}' not found\n" in said
        elif result["status"] == "broken":
            assert result["info"].endswith(f" for url: {result['uri']}")


def test_what_is_shown(tmp_path: Path) -> None:
    """The address as its author wrote it, and what was requested where that is another."""
    written = ["http://127.0.0.1:1/é", "http://127.0.0.1:1/%C3%BC", "http://127.0.0.1:1/a", "http://127.0.0.1:1/{x}"]
    page = "Page\n====\n\n" + "\n".join(f"* `t <{address}>`__" for address in written)
    source = write_project(tmp_path / "source", "linkcheck_timeout = 1", index_rst=page)
    built = build(source, tmp_path, "linkcheck")
    shown = [
        "http://127.0.0.1:1/é (http://127.0.0.1:1/%C3%A9)",
        "http://127.0.0.1:1/%C3%BC",
        "http://127.0.0.1:1/a",
        "http://127.0.0.1:1/{x} (http://127.0.0.1:1/%7Bx%7D)",
    ]
    lines = [line.partition("] ")[2] for line in (built.out / "output.txt").read_text("utf-8").splitlines()]
    assert sorted(line.partition(": ")[0] for line in lines) == sorted(shown)
    assert sorted(line.partition("broken link: ")[2].rpartition(" (HTTPConn")[0] for line in built.warnings) == sorted(
        shown
    )
