"""The links of a message: where they are, in every encoding, charset and part."""

from __future__ import annotations

import email
import email.policy
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract.mail import MailLink, links_in_message, rewrite_links
from extract.readers import Document, mime
from extract.readers.mime import Note, parts_of
from tests.marking import Read, assert_rows, table

LINK = "http://a.example/größe"


def message(body: str | bytes, content_type: str = "text/plain; charset=utf-8", *fields: str) -> bytes:
    header = [*fields, f"Content-Type: {content_type}", "", ""]
    return "\n".join(header).encode() + (body.encode() if isinstance(body, str) else body)


def iris(data: bytes, **options: Any) -> list[str]:
    return [link.iri for link in links_in_message(data, headers=False, **options)]


def multipart(kind: str, *parts: str, boundary: str = "b") -> str:
    body = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return f"Content-Type: multipart/{kind}; boundary={boundary}\n\n{body}--{boundary}--\n"


# Pieces of documents, of which browsers read few as they look.
PIECES = [
    *(f"<{slash}{name}>" for name in
      "style script title textarea xmp iframe noembed noframes noscript svg math p table td b a form button object"
      " desc foreignObject mi annotation-xml".split() for slash in ("", "/")),
    *"<!-- --> --!> <!--> <![CDATA[ ]]> <!x <?x </> < > \" ' = /> x".split(),
    "<p title='", "<!--[if mso]>", "<![endif]-->", "<style/>", "<title/>", "<svg/>", "<style\xa0>", "</style\xa0>",
    "<p x=\xa0 ",
    *['<a href="http://a.example/">a</a>'] * 9,
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
@example("<svg><math></svg><style><p>")
@example("<svg></div><style>")
def test_what_a_browser_shows_is_found(before: str) -> None:
    html5lib = pytest.importorskip("html5lib", reason="needs html5lib")
    text = f'{before}<a href="http://b.example/">b</a>'
    anchors = html5lib.parse(text, namespaceHTMLElements=False).iter("a")
    followed = {anchor.get("href") for anchor in anchors} & {"http://a.example/", "http://b.example/"}
    assert followed <= set(iris(message(text, "text/html; charset=utf-8")))


MAIL = table("mail.txt")


def kinds(found: list[Note]) -> list[str]:
    return [note.kind for note in found]


@pytest.mark.parametrize("type", MAIL)
def test_links_are_found_in_their_places(type: str) -> None:
    """From the bytes, and from a message object, which has no places."""

    def read(source: str) -> Read:
        data = message(source, type if "charset" in type else f"{type}; charset=utf-8")
        told: list[Note] = []
        links = list(links_in_message(data, headers=False, report=told.append))
        for link in links:
            assert source[link.start : link.end] == link.text
            assert_is_at(data, link, link.text.encode())
        of_object: list[Note] = []
        parsed = links_in_message(email.message_from_bytes(data), headers=False, report=of_object.append)
        assert ([link.iri for link in parsed], kinds(of_object)) == ([link.iri for link in links], kinds(told))
        return [(link.start, link.end, link.iri) for link in links], kinds(told)

    assert_rows(MAIL[type], read)


def assert_is_at(data: bytes, link: MailLink, written: bytes) -> None:
    assert link.byte_start is not None
    assert link.line is not None
    assert link.column is not None
    assert data[link.byte_start : link.byte_start + len(written)] == written
    assert data.split(b"\n")[link.line - 1][link.column - 1 :].startswith(written.partition(b"\n")[0])


@pytest.mark.parametrize("width", range(1, 9))
def test_folds_may_cut_a_character(width: int) -> None:
    octets = "URL:http://a.example/größe日本😀/x".encode()
    folded = b"\r\n ".join(octets[start : start + width] for start in range(0, len(octets), width))
    data = message(b"BEGIN:VEVENT\r\n" + folded + b"\r\nEND:VEVENT\r\n", "text/calendar; charset=utf-8")
    found: list[Note] = []
    (link,) = links_in_message(data, report=found.append)
    assert (link.iri, found) == ("http://a.example/größe日本😀/x", [])
    assert link.byte_start is not None
    assert data[link.byte_start :].startswith(b"h")
    document = Document(folded, "a.ics")
    found_in_file = [one.text for passage in document.format.read(document.source) for one in passage.links()]
    assert found_in_file == [link.iri]


# Parts ---------------------------------------------------------------------------------------------------------------


def test_parts_are_numbered_as_imap_does() -> None:
    inner = multipart("mixed", "\nhttp://a.example/3.2.1", "\nhttp://a.example/3.2.2", boundary="i")
    nested = f"Content-Type: message/rfc822\n\nSubject: http://a.example/3.2\n{inner}"
    single = "Content-Type: message/rfc822\n\nSubject: x\n\nhttp://a.example/3.1.1"
    outer = multipart("mixed", single, nested, boundary="o")
    data = multipart("mixed", "\nhttp://a.example/1", "\nhttp://a.example/2", outer).encode()
    links = list(links_in_message(data))
    assert [link.iri.rpartition("/")[2] for link in links] == [link.part for link in links]
    assert [link.part for link in links] == ["1", "2", "3.1.1", "3.2", "3.2.1", "3.2.2"]
    assert [link.part for link in links_in_message(email.message_from_bytes(data))] == [link.part for link in links]


@pytest.mark.parametrize("type", ["text/rfc822-headers", "message/global-headers"])
def test_the_header_of_a_returned_message(type: str) -> None:
    fields = "Received: from host.example.org\nMessage-ID: <x@example.org>\nSubject: http://a.example/x\n"
    returned = f"Content-Type: {type}\n\n{fields}"
    data = multipart("report", "\nhello", returned, "\nhttp://b.example/").encode()
    links = list(links_in_message(data))
    assert [(link.iri, link.part, link.header) for link in links] == [
        ("http://a.example/x", "2", "subject"),
        ("http://b.example/", "3", None),
    ]
    assert_is_at(data, links[0], b"http://a.example/x")
    parsed = links_in_message(email.message_from_bytes(data))
    assert [(link.iri, link.part) for link in parsed] == [(link.iri, link.part) for link in links]


# Notes and limits ----------------------------------------------------------------------------------------------------


def notes(data: bytes, **options: Any) -> list[Note]:
    found: list[Note] = []
    list(links_in_message(data, report=found.append, **options))
    return found


# Laws ----------------------------------------------------------------------------------------------------------------

SCRAPS = st.sampled_from(
    [
        *(f"Content-{field}\n".encode() for field in (
            "Type: multipart/alternative; boundary=b\n", "Type: text/html; charset=utf-8", "Type: message/rfc822\n",
            "Type: text/plain; charset=iso-2022-jp; format=flowed; delsp=yes", "Type: text/calendar\n\nURL:http://a.example/\n",
            "Transfer-Encoding: base64", "Transfer-Encoding: quoted-printable",
        )),
        *(b"--b\n", b"--b--\n", b"\r\n", b"\n", b"=", b" \n", b" ", b">", b"=?", b"\xff", b"begin 644 a\n"),
        *(b"From: a@b.com\n", b"Subject: =?utf-8?q?http=3A//a.example/=C3?= =?utf-8?q?=BC?=\n"),
        *(b"http://a.example/=C3=BC=\nx ", "http://a.example/ü ".encode(), b"aHR0cDovL2EuZXhhbXBsZS8="),
        *(b"\x1b$BFM\x1b(B", b"<a href='http://a.example/x'>", b"</a>", b"<http://a.example/\n> x>"),
    ]
)  # fmt: skip


@given(st.lists(st.one_of(SCRAPS, st.binary(max_size=6)), max_size=30).map(b"".join))
def test_any_bytes_will_do_and_places_lead_back(data: bytes) -> None:
    bodies = {part.number: part.body.text for part in parts_of(data) if part.body is not None}
    for link in links_in_message(data):
        assert link.byte_start is not None
        assert link.line is not None
        assert link.column is not None
        assert 0 <= link.byte_start < len(data)
        lines = data.split(b"\n")
        assert sum(len(line) + 1 for line in lines[: link.line - 1]) + link.column - 1 == link.byte_start
        if link.header is None:
            assert bodies[link.part][link.start : link.end] == link.text
    list(links_in_message(email.message_from_bytes(data)))


NAMES = st.sampled_from(
    "From To Received References Reply-To Return-Path Re Message-ID MIME-Version Date X-Y Subject List-Post".split()
)
VALUES = st.sampled_from(["http://a.example/", "x\n\ty: http://b.example/", "", "a@b.org", "x\r\n z"])


@given(st.lists(st.tuples(NAMES, st.sampled_from([":", ": ", ""]), VALUES)))
def test_the_fields_are_those_of_the_email_package(lines: list[tuple[str, str, str]]) -> None:
    data = "".join(f"{name}{colon}{value}\n" for name, colon, value in lines).encode() + b"\nFrom: http://c.example/\n"
    head, body = parts_of(data)
    theirs = email.message_from_bytes(data)
    expected = [(name.lower(), value) for name, value in theirs.items() if name.lower() in mime.FIELDS.values()]
    assert [(one.name, one.value.decode().strip()) for one in head.fields] == [
        (name, value.strip()) for name, value in expected
    ]
    assert body.body is not None
    if not theirs.defects:
        assert body.body.text == theirs.get_payload()


@pytest.mark.parametrize(
    ("field", "base", "found"),
    [
        ("Content-Location: page.html", "", ["http://evil.example/a"]),
        ("Content-Base: http://[", "", ["http://[", "http://evil.example/a"]),
        (
            "Content-Base: http://b.example/c/",
            "d/",
            ["http://b.example/c/", "http://evil.example/a", "http://b.example/c/d/x"],
        ),
        ("Content-Location: cid:a", "/d/", ["http://evil.example/a"]),
    ],
)
def test_a_base_that_browsers_ignore_hides_no_link(field: str, base: str, found: list[str]) -> None:
    html = rf"<base href='{base}'><a href='http:\\evil.example\a'>a</a> <a href=x>b</a>"
    data = f"{field}\nContent-Type: text/html\n\n{html}".encode()
    assert [link.iri for link in links_in_message(data)] == found
    assert b"http://gate.example/" in rewrite_links(data, lambda link: "http://gate.example/")
