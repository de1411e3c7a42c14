"""linkcheck asks for exactly the right URI, and never waits for ever."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from extract import to_uri
from sphinx_iri.linkcheck import _as_read
from tests.sphinx.building import Built, build_text

CONF = "linkcheck_timeout = 5\nlinkcheck_retries = 1\n"
# What a server says to a request: status, header fields, body.
Answer = Callable[[BaseHTTPRequestHandler], tuple[int, dict[str, str], bytes]]


@contextmanager
def serving(answer: Answer) -> Iterator[str]:
    """Serve on this machine, and yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, fields, body = answer(self)
            self.send_response(status)
            for name, value in fields.items():
                self.send_header(name, value)
            if not body:
                self.send_header("Content-Length", "0")
            self.end_headers()
            with suppress(ConnectionError):  # the anchor was found
                self.wfile.write(body)

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, *_arguments: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()


def titled(addresses: Iterable[str]) -> str:
    """Return a list of links."""
    return "\n".join(f"* `t <{address}>`__" for address in addresses) + "\n"


def checked(folder: Path, text: str, conf: str = "", **documents: str) -> tuple[Built, list[dict[str, Any]]]:
    """Check the links of a text, and return the build and its results."""
    built = build_text(folder, text, CONF + conf, "linkcheck", **documents)
    return built, [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]


def by_uri(results: list[dict[str, Any]], key: str = "status") -> dict[str, str]:
    return {result["uri"]: result[key] for result in results}


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
}
BAD = ["http://exämple..com/", "http://[::1/x", "http://ü" + "b" * 70 + ".example/", "http://[::1/ü"]


def test_linkcheck(tmp_path: Path) -> None:
    asked: set[str] = set()

    def answer(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
        asked.add(request.path)
        return 200 if request.path in PATHS.values() else 404, {}, b""

    with serving(answer) as address:
        lines = [f"* {address}{path} and `t <{address}{path}>`__\n" for path in PATHS]
        bad = [f"* {iri} and `t <{iri}>`__\n\n.. image:: {iri}\n" for iri in BAD]
        built, results = checked(tmp_path, "\n".join([*lines, *bad]))
    assert asked == set(PATHS.values())
    working = {result["uri"]: result.get("requested") for result in results if result["status"] == "working"}
    assert working == {address + path: address + uri if path != uri else None for path, uri in PATHS.items()}
    # what has no URI was reported when it was read; a picture of that kind is broken, and waits for nobody
    assert all(iri in "".join(built.warnings) for iri in BAD)
    assert {result["uri"] for result in results if result["status"] == "broken"} <= {*BAD}


def test_linkcheck_ignore_matches_what_is_written(tmp_path: Path) -> None:
    written = ["https://a.example/{x}", "https://例え.jp/é"]
    images = "\n\n".join(f"`t <{address}>`__\n\n.. image:: {address}?i" for address in written)
    conf = r"linkcheck_ignore = [r'https://a\.example/\{x\}', 'http://localhost:PORT', 'https://例え.jp/']"
    _, results = checked(tmp_path, f"http://localhost:PORT/x\n\n{images}", conf)
    addresses = ["http://localhost:PORT/x", *written, *(f"{address}?i" for address in written)]
    assert by_uri(results) == dict.fromkeys(addresses, "ignored")


def test_a_file_is_called_by_its_name(tmp_path: Path) -> None:
    others = ["s3://bucket/ü", "git+https://h.example/a.git", "urn:a:b", "ssh://user@host:port/x"]
    _, results = checked(tmp_path, f"`a <ü.txt>`_ `b <ö.txt>`_ {' '.join(others)}\n", ü_txt="")
    assert by_uri(results) == {"ü.txt": "working", "ö.txt": "broken", **dict.fromkeys(others, "unchecked")}


def test_redirects_are_followed(tmp_path: Path) -> None:
    """To another IRI, permanently and not, with anchors in the page that is found."""
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
        asked.append(request.path)
        status = {"/alt-%C3%BC": 301, "/tempor%C3%A4r": 302}.get(request.path, 200)
        fields = {"Content-Type": "text/html; charset=utf-8"} | ({"Location": "/%E6%96%B0"} if status > 200 else {})
        return status, fields, '<h1 id="節">1</h1>'.encode()

    with serving(answer) as address:
        paths = ["alt-ü", "temporär", "alt-ü#節", "temporär#無", "新"]
        _, results = checked(tmp_path, titled(f"{address}/{path}" for path in paths))
    assert {result["uri"].removeprefix(address): (result["status"], result["code"]) for result in results} == {
        "/alt-ü": ("redirected", 301),
        "/temporär": ("redirected", 302),
        "/alt-ü#節": ("redirected", 301),
        "/temporär#無": ("broken", 0),
        "/新": ("working", 0),
    }
    assert set(asked) == {"/alt-%C3%BC", "/tempor%C3%A4r", "/%E6%96%B0"}


WITH_ANCHORS = (
    """<html><head><meta charset="utf-8"></head><body>
<h1 id="節">1</h1><a name="名前"></a><h2 id="%E7%AB%A0">2</h2><p id="100%25">3</p></body></html>"""
    + "あ" * 5000
    + '<i id="末">'
)


@pytest.mark.parametrize("content_type", ["text/html; charset=utf-8", "text/html"])
def test_anchors(tmp_path: Path, content_type: str) -> None:
    """As browsers find them: an ``id`` or ``name`` that is the fragment, or what the fragment decodes to."""
    status = dict.fromkeys(["節", "%E7%AF%80", "名前", "章", "%E7%AB%A0", "100%25", "100%2525", "末"], "working")
    status |= dict.fromkeys(["無", "%E7%84%A1", "節名"], "broken")
    with serving(lambda _: (200, {"Content-Type": content_type}, WITH_ANCHORS.encode())) as address:
        _, results = checked(tmp_path, titled(f"{address}/ü{number}#{name}" for number, name in enumerate(status)))
    found = {result["requested"].partition("%BC")[2].partition("#")[0]: result["status"] for result in results}
    assert found == {str(number): wanted for number, wanted in enumerate(status.values())}


LATIN_1 = "<p id=a><p id=caf\xe9>\xa0".encode("latin-1")
SHIFT_JIS = '<meta charset="shift_jis"><p id=a><p id="節">'.encode("shift_jis")
UTF_8 = "<p id=a><p id='café'><p id='節'>".encode()
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + b"1 0 obj\n" * 1000
# A file, its Content-Type, and the anchors that are found with the extension alone.
FILES: list[tuple[bytes, str | None, str]] = [
    *((PDF, kind, "") for kind in ("application/pdf", "text/html", None)),
    (bytes(range(256)) * 40, "image/png", ""),
    *((SHIFT_JIS, kind, "") for kind in ("text/html", "text/html; charset=shift_jis", "application/xhtml+xml", None)),
    (LATIN_1, "text/html", ""),
    *((LATIN_1, f"text/html; charset={charset}", "") for charset in ("iso-8859-1", "utf-8", "unknown")),
    *((UTF_8, kind, "café 節") for kind in ("text/html", "text/html; charset=iso-8859-1", "text/plain")),
    *((UTF_8, kind, "") for kind in ("TEXT/HTML;CHARSET=UTF-8", "application/xhtml+xml", None)),
    (UTF_8 * 3000, "text/html", "café 節"),
    (gzip.compress(UTF_8), "text/html", "café 節"),
]


def test_files_of_any_kind(tmp_path: Path) -> None:
    """A file is never reported for an anchor for which Sphinx alone does not report it."""

    def answer(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
        body, content_type, _ = FILES[int(request.path.strip("/"))]
        fields = {"Content-Type": content_type} if content_type else {}
        return 200, fields | ({"Content-Encoding": "gzip"} if body.startswith(b"\x1f\x8b") else {}), body

    anchors = ("a", "café", "節", "page=226", "!x", "ignored-ü")
    broken: list[set[str]] = []
    with serving(answer) as address:
        text = titled(f"{address}/{number}#{anchor}" for number in range(len(FILES)) for anchor in anchors)
        for extensions in ("extensions = []\n", ""):
            conf = f"{extensions}linkcheck_anchors_ignore = ['^!', 'ignored-']\n"
            _, results = checked(tmp_path / str(len(broken)), text, conf)
            assert len(results) == len(FILES) * len(anchors)
            broken.append({result["uri"] for result in results if result["status"] == "broken"})
    alone, extended = broken
    assert extended <= alone
    for number, (body, content_type, found) in enumerate(FILES):
        more = [anchor for anchor in anchors if f"{address}/{number}#{anchor}" in alone - extended]
        assert " ".join(more) == found, (body[:50], content_type)


def test_hosts_by_idna_2008(tmp_path: Path) -> None:
    """IDNA 2003 would ask another name (strasse.example), or drop the joiner."""
    text = "http://straße.invalid/ http://نامه‌ای.invalid/\n"
    assert by_uri(checked(tmp_path, text, "linkcheck_ignore = ['.*']")[1], "requested") == {
        "http://straße.invalid/": "http://xn--strae-oqa.invalid/",
        "http://نامه‌ای.invalid/": "http://xn--mgba3gch31f060k.invalid/",
    }


def redirecting(request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str], bytes]:
    """Redirect ``/from…`` to ``/to…``, and want a password or a header for others."""
    wanted = {"auth": ("Authorization", "Basic dTpw"), "header": ("X-Header", "yes"), "none": ("Host", "")}
    kind = request.path.strip("/").partition("-")[0].partition("#")[0]
    if kind == "from":
        return 302, {"Location": request.path.replace("from", "to")}, b""
    name, value = wanted.get(kind, ("Host", request.headers["Host"]))
    return 200 if request.headers[name] == value else 404, {}, b""


SETTINGS = """
at = "http://HOST/".__add__
linkcheck_ignore = [at("none-ignored-ü"), at("none-%C3%A9")]
linkcheck_anchors_ignore = ["節", "%E7%AB%A0"]
linkcheck_anchors_ignore_for_url = [at("page-ü"), at("page-%C3%A9")]
linkcheck_allowed_redirects = {at("from-ü"): at("to-ü"), at("from-%C3%A9"): at("to-%C3%A9")}
linkcheck_auth = [(at("auth-ü"), ("u", "p")), (at("auth-%C3%A9"), ("u", "p"))]
linkcheck_request_headers = {at("header-ü"): {"X-Header": "yes"}, at("header-%C3%A9"): {"X-Header": "yes"}}
"""
WRITTEN = {
    "ignored": "none-ignored-ü none-é",
    "working": "other#節 other#章 page-ü#x page-é#x from-ü from-é auth-ü auth-é header-ü header-é",
    "broken": "other#項 auth-ö header-ö none-ö",
    "redirected": "from-ö",
}


@pytest.mark.parametrize("write", [str, lambda path: to_uri(path)], ids=["IRI", "URI"])
def test_settings_match_both_forms(tmp_path: Path, write: Callable[[str], str]) -> None:
    """Each setting once as an IRI and once as a URI, for links that are written as IRIs, then as URIs."""
    with serving(redirecting) as site:
        addresses = {f"{site}/{write(path)}": status for status, paths in WRITTEN.items() for path in paths.split()}
        settings = SETTINGS.replace("http://HOST", site)
        built, results = checked(tmp_path, titled(addresses), settings)
    assert by_uri(results) == addresses
    said = (built.out / "output.txt").read_text("utf-8")
    for result in results:
        if result["status"] == "redirected":
            target = f"{site}/to-%C3%B6"
            assert (result["info"], result["redirected"]) == (f"{site}/to-ö", target)
            assert f" to {site}/to-ö ({target})\n" in said
        elif "#" in result["uri"] and result["status"] == "broken":
            assert result["info"] == f"Anchor '{write('項')}' not found"
            assert f": Anchor '{write('項')}' not found\n" in said
        elif result["status"] == "broken":
            assert result["info"].endswith(f" for url: {result['uri']}")


def test_what_is_shown(tmp_path: Path) -> None:
    """The address as its author wrote it, and what was requested where that is another."""
    requested = {"é": " (http://127.0.0.1:1/%C3%A9)", "%C3%BC": "", "a": "", "{x}": " (http://127.0.0.1:1/%7Bx%7D)"}
    built, _ = checked(tmp_path, titled(f"http://127.0.0.1:1/{path}" for path in requested))
    shown = sorted(f"http://127.0.0.1:1/{path}{uri}" for path, uri in requested.items())
    lines = [line.partition("] ")[2] for line in (built.out / "output.txt").read_text("utf-8").splitlines()]
    assert sorted(line.partition(": ")[0] for line in lines) == shown
    said = [line.partition("broken link: ")[2].rpartition(" (HTTPConn")[0] for line in built.warnings]
    assert sorted(said) == shown


def test_a_destination_in_ascii_is_shown_as_it_is() -> None:
    assert _as_read("https://a.example/x.", "https://a.example/", {}) == "https://a.example/x."
