"""Batches of documents to tables of links."""

import inspect
from typing import get_type_hints

import pytest

from extract import Finder, check, to_uri
from tests.arrow.generated import documents

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")

from extract.arrow import LINK_TABLE, link_table  # noqa: E402
from extract.arrow.table import TableOptions  # noqa: E402


def rows(table, *names):
    return [tuple(row[name] for name in names) for row in table.to_pylist()]


def files(*given):
    return pa.record_batch(
        {"path": [name for name, _ in given], "content": pa.array([data for _, data in given], pa.binary())}
    )


def test_the_schema_is_stable():
    names = "source part ord start end kind text iri uri scheme host host_ascii registrable_domain codes context error"
    mail = "message_id header attribute link_text line redirect_chain severity note"
    assert LINK_TABLE.names == f"{names} {mail}".split()
    assert {str(field.type) for field in LINK_TABLE} == {"string", "int32", "int64", "list<item: string>"}


def test_the_options_are_those_of_the_function():
    _, *options = inspect.signature(link_table, eval_str=True).parameters.values()
    assert get_type_hints(TableOptions) == {option.name: option.annotation for option in options}


def test_a_row_for_each_link():
    texts = documents(200)
    table = link_table(pa.record_batch({"n": range(len(texts)), "text": texts}), text="text", source="n", check=True)
    assert table.schema == LINK_TABLE
    table.validate(full=True)
    expected = [
        (str(number), ord, link.start, link.end, link.kind, link.text, link.iri)
        for number, text in enumerate(texts)
        for ord, link in enumerate(Finder().find(text or ""))
    ]
    assert rows(table, "source", "ord", "start", "end", "kind", "text", "iri") == expected
    for row in table.to_pylist():
        assert row["codes"] == list(dict.fromkeys(problem.code for problem in check(row["iri"])))
        assert (row["uri"] is None) == (row["error"] is not None)
        if row["uri"] is not None:
            assert row["uri"] == to_uri(row["iri"])


def test_what_an_iri_tells():
    text = "HTTP://www.Bücher.co.uk:80/ mailto:a@例え.jp http://[::1]/ http://192.0.2.1/ http://a.example/^ urn:isbn:1"
    table = link_table(
        pa.record_batch({"t": [text]}), text="t", finder=Finder(schemes=["http", "mailto", "urn"], broken=True)
    )
    assert rows(table, "scheme", "host", "host_ascii", "registrable_domain") == [
        ("http", "www.Bücher.co.uk", "www.xn--bcher-kva.co.uk", "bücher.co.uk"),
        ("mailto", "例え.jp", "xn--r8jz45g.jp", "例え.jp"),
        ("http", "[::1]", "[::1]", None),
        ("http", "192.0.2.1", "192.0.2.1", None),
        ("http", "a.example", None, None),
        ("urn", None, None, None),
    ]
    assert "'^' at 17" in table["error"][4].as_py()
    plain = link_table(pa.record_batch({"t": [text]}), text="t", uri=False)
    assert plain["uri"].null_count == len(plain)
    assert plain["host"].null_count == 0


def test_hosts_are_those_that_are_looked_up():
    """RFC 3986 §3.2.2: percent-encoded names are decoded; a root dot changes nothing."""
    looked_up = {
        "ex%61mple.com": ("example.com", "example.com"),
        "b%C3%BCcher.example": ("xn--bcher-kva.example", "bücher.example"),
        "%31%32%37.0.0.1": ("127.0.0.1", None),
        "0x7f.1": ("127.0.0.1", None),
        "example.com.": ("example.com", "example.com"),
    }
    table = link_table(pa.record_batch({"t": [f"http://{host}/" for host in looked_up]}), text="t")
    assert rows(table, "host_ascii", "registrable_domain") == list(looked_up.values())


def test_context_and_units():
    batch = pa.record_batch({"t": ["😀 see http://a.example/é, and", "http://b.example"]})
    table = link_table(batch, text="t", context=4, unit="utf16")
    assert rows(table, "start", "end", "context") == [
        (7, 25, "see http://a.example/é, an"),
        (0, 16, "http://b.example"),
    ]


HTML = '<meta charset=shift_jis><base href="/b/"><p>見 http://a.example/日 <a href="x?a&amp;b">y</a>'
EML = b"Subject: http://a.example/x\nContent-Type: text/html\n\n<a href=http://b.example>www.example.org</a>"


def test_files_of_many_formats():
    table = link_table(
        files(
            ("a.html", HTML.encode("shift_jis")),
            ("b.eml", EML),
            ("c.mbox", b"From a@b Mon Jan  1 00:00:00 2024\n" + EML + b"\n\nFrom a@b Mon Jan  1 00:00:00 2024\n" + EML),
            ("d.md", b"[a](http://d.example/(x)) and `http://code.example`"),
            ("e.py", b"'http://e.example/\\u00e9'"),
            (None, b"\xef\xbb\xbfhttp://f.example/"),
            ("g.txt", None),
        ),
        content="content",
        source="path",
    )
    assert rows(table, "source", "part", "ord", "start", "iri") == [
        ("a.html", None, 0, 46, "http://a.example/日"),
        ("b.eml", ":subject", 0, 0, "http://a.example/x"),
        ("b.eml", "", 1, 8, "http://b.example"),
        ("c.mbox", "0/:subject", 0, 0, "http://a.example/x"),
        ("c.mbox", "0/", 1, 8, "http://b.example"),
        ("c.mbox", "133/:subject", 0, 0, "http://a.example/x"),
        ("c.mbox", "133/", 1, 8, "http://b.example"),
        ("d.md", None, 0, 4, "http://d.example/(x)"),
        ("e.py", None, 0, 1, "http://e.example/é"),
        (None, None, 0, 0, "http://f.example/"),
    ]


def test_a_broken_document_has_a_row_that_says_so_and_fails_no_batch(monkeypatch):
    batch = files(
        ("a.txt", b"http://a.example \xff http://b.example"),
        ("b.html", b"\x00" * 9),
        ("c.ipynb", b"{"),
        ("d.po", b"\xff"),
    )
    table = link_table(batch, content="content", source="path")
    assert rows(table, "source", "start", "error")[:3] == [
        ("a.txt", None, "bytes FF at offset 17 are not valid utf-8"),
        ("a.txt", 0, None),
        ("a.txt", 19, None),
    ]
    assert table["error"][len(table) - 1].as_py() == "bytes FF at offset 0 are not valid utf-8"

    def fails(*_):
        raise RecursionError("too deep")

    monkeypatch.setattr("extract.arrow.documents._source_links", fails)
    table = link_table(files(("a.md", b""), ("b.txt", b"http://b.example")), content="content", source="path")
    assert rows(table, "source", "error") == [("a.md", "RecursionError: too deep"), ("b.txt", None)]


def test_a_text_that_is_not_utf_8():
    offsets = pa.py_buffer(b"".join(n.to_bytes(4, "little") for n in (0, 16, 34)))
    column = pa.Array.from_buffers(
        pa.string(), 2, [None, offsets, pa.py_buffer(b"http://a.example" + b"\xff http://b.example")]
    )
    table = link_table(pa.record_batch({"t": column, "n": ["a", "b"]}), text="t", source="n", context=2)
    assert rows(table, "source", "ord", "start", "context", "error") == [
        ("a", 0, 0, "http://a.example", None),
        ("b", None, None, None, "the byte at offset 0 is not valid utf-8"),
        ("b", 0, 2, "\ufffd http://b.example", None),
    ]


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({}, ValueError, "text=… for strings, or content=…"),
        ({"text": "t", "content": "c"}, ValueError, "text=… for strings, or content=…"),
        ({"text": "x"}, KeyError, "no column 'x'; the columns are t, c"),
        ({"text": "c"}, TypeError, "strings, not binary"),
        ({"content": "t"}, TypeError, "binary data, not string"),
        ({"content": "c", "format": "docx"}, ValueError, "unknown format 'docx'"),
        ({"content": "c", "unit": "utf8"}, ValueError, "unit= is only for text"),
        ({"text": "t", "unit": "bytes"}, ValueError, "unknown unit 'bytes'"),
    ],
)
def test_wrong_use(options, error, said):
    with pytest.raises(error, match=said):
        link_table(pa.record_batch({"t": ["a"], "c": [b"a"]}), **options)


MAIL = b"""Message-ID: <1@a.example>
Subject: http://s.example/
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<a href='https://www.google.com/url?q=http://evil.example/x'>www.paypal.com</a>
--b
Content-Type: application/pdf; name=a.pdf

x
--b--
"""


def test_mail_has_columns_of_its_own():
    batch = files(("a.eml", MAIL), ("b.html", b"http://b.example/"))
    table = link_table(batch, content="content", source="path", check=True, notes=True)
    mail = ("message_id", "header", "attribute", "link_text", "line", "redirect_chain", "severity", "note")
    assert rows(table, *mail) == [
        ("1@a.example", "subject", None, None, 2, None, None, None),
        ("1@a.example", None, "href", "www.paypal.com", 8, ["http://evil.example/x"], "warning", None),
        ("1@a.example", *(None,) * 6, "document"),
        (None,) * 8,
    ]
    assert rows(table, "part", "ord", "error")[2] == ("2", None, "application/pdf (a.pdf) is not opened")
    without = link_table(batch, content="content", source="path")
    assert rows(without, "severity", "note") == [(None, None)] * 3


def test_the_severity_is_that_in_the_message():
    counted = [f"<a href='http://click.a.example/?{number}'>www.b{number}.example.com</a>" for number in range(12)]
    pages = ["\n".join(counted), counted[0]]
    for page, severity in zip(pages, ("info", "warning"), strict=True):
        batch = files(("a.eml", f"Content-Type: text/html\n\n{page}".encode()))
        table = link_table(batch, content="content", source="path", check=True)
        assert {one for (one,) in rows(table, "severity")} == {severity}
