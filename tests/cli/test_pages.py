"""A page has the same links as a file, in a message, in a table and on a line of `iri find`."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

import pytest

from extract import follow
from extract.mail import links_in_message

# As an attribute may have them; each leads to evil.example or 127.0.0.1, or runs a script.
NASTY = [
    r"\\evil.example\c", r"/\evil.example/c", "java\nscript:alert(1)", "\x01javascript:alert(1)",
    "https:/evil.example/a",
    "///evil.example", "//evil.example/x", "http:evil.example", r"https:\\\evil.example", "https:///evil.example/x",
    "\thttps://evil.example/ö ", "https\n://evil.example/", "https://evil.exa\tmple/", "https://a@b@evil.example/",
    "https://evil.example\\@good.example/", "https://good.example@evil.example", "https://evil.example:080/",
    "http://127.1./", "http://0x7f.1/", "http://2130706433/", "http://0177.0.0.0x1", "http://１２７.0.0.1/",
    "http://%65vil.example/", "http://evil%2eexample/", "http://evil。example/", "http://evil.example/%2e%2e/a b|c",
    "http://evil_ü.example/", "HTTPS:evil.example", "ftp:/evil.example/", "ws:\\\\evil.example",
    "file:c:\\x", "file:///C|/x", "data:text/html,<script>", "mailto:x@evil.example", "tel:+49 30",
    "http://256.0.0.1/", "http://evil.example:99999/", "http://a b.example/", "http://xn--zz.example/",
]  # fmt: skip


def page(charset: str) -> str:
    links = "".join(f'<p><a href="{escape(href)}">{number}</a></p>\n' for number, href in enumerate(NASTY))
    return f"<!doctype html><meta charset={charset}><body>\n{links}"


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252", "gbk"])
def test_a_page_has_the_same_links_everywhere(tmp_path: Path, iri, charset: str) -> None:
    pytest.importorskip("pyarrow")
    body = page(charset).encode(charset, "xmlcharrefreplace")
    message = b"Content-Type: text/html\nContent-Transfer-Encoding: 8bit\n\n" + body
    in_mail = [link.iri for link in links_in_message(message, bare_domains=False)]
    assert len(in_mail) == len(NASTY)
    (tmp_path / "page.html").write_bytes(body)
    found = iri("find", "--json", str(tmp_path / "page.html")).out
    assert [json.loads(line)["iri"] for line in found.splitlines()] == in_mail
    table = tmp_path / "links.jsonl"
    iri("table", str(tmp_path / "page.html"), "-o", str(table))
    assert [json.loads(line)["iri"] for line in table.read_text("utf-8").splitlines()] == in_mail


def test_what_a_page_in_a_legacy_charset_requests(tmp_path: Path, iri) -> None:
    pytest.importorskip("pyarrow")
    body = "<meta charset=iso-8859-1><a href='http://a.example/ö?€'>".encode("cp1252")
    message = b"Content-Type: text/html\nContent-Transfer-Encoding: 8bit\n\n" + body
    (link,) = links_in_message(message)
    utf_8, legacy = "http://a.example/%C3%B6?%E2%82%AC", "http://a.example/%C3%B6?%80"
    assert link.uris == (utf_8, legacy)
    assert link.uri == utf_8
    assert link.lookup_key is not None
    assert link.lookup_key.uri == utf_8
    assert follow(link.iri, charset=link.charset).uri == legacy
    (tmp_path / "page.html").write_bytes(body)
    iri("table", str(tmp_path / "page.html"), "-o", str(tmp_path / "links.jsonl"))
    assert json.loads((tmp_path / "links.jsonl").read_text("utf-8"))["uri"] == legacy
