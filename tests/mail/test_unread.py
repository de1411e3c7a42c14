"""Every part of a message is read, or there is a note that says that it was not."""

from __future__ import annotations

import base64
import email
import quopri
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract.mail import Limits, Note, links_in_message, rewrite_links
from extract.readers.mime import parts_of
from tests.examples import examples
from tests.mail.test_links import SCRAPS, iris, message, multipart, notes

INNER = (
    b"Subject: a@b.example\nContent-Type: text/html; charset=iso-8859-1\n\n<p>\xe9<a href='http://a.example/x'>x</a>\n"
)
ENCODERS = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}


@pytest.mark.parametrize("encoding", ENCODERS)
def test_an_encoded_message_is_read(encoding: str) -> None:
    data = message(ENCODERS[encoding](INNER), "message/rfc822", f"Content-Transfer-Encoding: {encoding}")
    found = list(links_in_message(data))
    assert [(link.iri, link.part) for link in found] == [("mailto:a@b.example", "1"), ("http://a.example/x", "1.1")]
    for link in found:
        assert link.byte_start is not None
        assert link.byte_start >= data.index(b"\n\n") + 2
    assert found[0].line == 4
    if encoding == "quoted-printable":
        assert data[found[1].byte_start :].startswith(b"http://a.example/x")
    of_object = links_in_message(email.message_from_bytes(data))
    assert [(link.iri, link.part) for link in of_object] == [(link.iri, link.part) for link in found]
    assert notes(data) == []


def test_encoded_messages_within_each_other_are_limited() -> None:
    data = INNER
    for _ in range(3):
        data = message(base64.encodebytes(data), "message/rfc822", "Content-Transfer-Encoding: base64")
    assert iris(data) == ["http://a.example/x"]
    (link,) = links_in_message(data, headers=False)
    assert link.byte_start is not None
    assert 0 < link.byte_start < len(data)
    data = message(base64.encodebytes(data), "message/rfc822", "Content-Transfer-Encoding: base64")
    assert (iris(data), [note.kind for note in notes(data)]) == ([], ["limit"])


def of(type: str, disposition: str = "attachment", name: str = "") -> str:
    fields = f"Content-Type: {type}\nContent-Disposition: {disposition}; filename={name}\n"
    return f"{fields}Content-Transfer-Encoding: base64\n\neA==\n"


# The type of a part, and the kind of note that it gets, whatever is in it.
OPENED_BY_NOBODY = {
    "text/plain attachment a.txt": "document",
    "text/csv attachment a.csv": "document",
    "text/calendar attachment a.ics": "document",
    "text/vcard attachment a.vcf": "document",
    "text/rtf inline": "document",
    "application/pdf attachment a.pdf": "document",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document attachment a.docx": "document",
    "application/octet-stream attachment a.url": "document",
    "application/octet-stream": "document",
    "image/svg+xml inline a.svg": "document",
    "text/javascript inline": "document",
    "text/html attachment a.html": "attachment",
    "application/octet-stream attachment a.HTM": "attachment",
    "application/octet-stream inline a.eml": "attachment",
    "application/ms-tnef attachment winmail.dat": "attachment",
    "image/png inline a.png": "unread",
    "audio/mpeg": "unread",
    "application/pgp-signature": "unread",
    "application/pkcs7-signature": "unread",
    "application/pkcs7-mime": "encrypted",
    "application/pgp-encrypted": "encrypted",
}
PARTS = {
    **{of(*key.split()): kind for key, kind in OPENED_BY_NOBODY.items()},
    "Content-Type: message/rfc822\nContent-Transfer-Encoding: x-uuencode\n\nx": "attachment",
    "Content-Type: message/external-body; access-type=URL; URL='http://no.example'\n\nX: x\n\n": "document",
    "Content-Type: text/plain\n\nbegin 644 a\n#86)C\n`\nend\n": "encoding",
    "Content-Type: text/plain\nContent-Transfer-Encoding: x-gzip\n\nx": "encoding",
    "Content-Type: text/plain\nContent-Transfer-Encoding: uuencode\n\nx": "encoding",
    "Content-Type: text/plain\n\n(This file must be converted with BinHex 4.0)\n\n:$f*TEQKPH#jd:\n": "encoding",
    "Content-Type: message/partial; id=a; number=1\n\nContent-Transfer-Encoding: base64\n\neA==\n": "document",
    "Content-Type: text/plain\nContent-Type: text/html\n\nx": "structure",
    "Content-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: base64\n\neA==": "structure",
    "Content-Type: multipart/mixed; boundary=c; boundary=d\n\n--c\n\nx\n--c--\n--d\n\nx\n--d--\n": "structure",
    "X: a\nb\nContent-Type: text/html\n\nx": "structure",
    "x\r\nContent-Transfer-Encoding: base64\r\n\r\neA==": "structure",
    "\ufeffContent-Transfer-Encoding: base64\n\neA==": "structure",
    " x\nContent-Type: text/plain\n\nx": "structure",
    "Content-Type: text/html\n\n<a href=x href='http://no.example'>": "ignored",
    "Content-Type: text/html\n\n<iframe srcdoc=\"<img src=x src='http://no.example'>\">": "ignored",
}


@pytest.mark.parametrize("part", PARTS)
def test_what_is_not_read_is_told(part: str) -> None:
    data = multipart("mixed", "\nhttp://a.example/", part).encode()
    found = notes(data)
    assert [(note.kind, note.part) for note in found] == [(PARTS[part], "2")]
    assert found[0].start is not None
    assert data.index(part.encode()) <= found[0].start < len(data)
    of_object: list[Note] = []
    list(links_in_message(email.message_from_bytes(data), report=of_object.append))
    if " header " not in found[0].message:  # which the email package has read
        assert of_object == [note._replace(start=None) for note in found]
    assert ("no.example" in found[0].message) == ("no.example" in part)
    assert iris(data) == ["http://a.example/"]


LINK = "http://evil.example/x"
BASE64 = "Content-Transfer-Encoding: base64"
PLAIN = "text/plain; charset=utf-8"


def wide(codec: str, type: str) -> bytes:
    return message(base64.encodebytes(f"ü {LINK}".encode(codec)), type, BASE64)


def parts(body: str, type: str = "mixed", *fields: str) -> bytes:
    return message(body, f"multipart/{type}; boundary=b", *fields)


# Messages that are more than a type and a body (see cases/mail.txt), the links in them, and the kinds of notes.
MESSAGES_TOLD: list[tuple[bytes, list[str], list[str]]] = [
    *((wide("utf-32-le", f"text/plain; charset={label}"), [LINK], []) for label in ("utf-32", "UCS-4", "utf-32be")),
    (wide("utf-32-be", "text/plain; charset=utf-32"), [LINK], []),
    (wide("utf-32-be", "text/plain; charset=utf-16"), [LINK], ["charset"]),
    (wide("utf-32", "text/plain; charset=utf-16"), [LINK], []),
    (wide("utf-32-le", PLAIN), [], ["structure", "charset"]),  # no program reads it
    (message(f"ü {LINK}".encode("utf-32"), "text/plain"), [LINK], []),
    (message(f"ä {LINK}".encode("cp037"), "text/plain; charset=cp037"), [LINK], ["charset"]),
    (message(f"ä {LINK}".encode("cp1026"), "text/plain; charset=cp1026"), [LINK], ["charset"]),
    (message(f"--b\n{BASE64}\n\naHR0cDovL2EuYg==\n--b--\n", "(x) multipart/mixed"), [], ["structure"]),
    (message("<a href='#f'>a</a><a href=''>a</a>", "text/html", f"Content-Base: {LINK}"), [], []),
    (message(f"<a href='ht\0tp://no.example/'>a</a>{LINK}", "text/html"), [LINK], ["structure"]),
    (parts(f"--b\n\n{LINK}\n--b--", "mixed", "Content-Transfer-Encoding: quoted-printable"), [LINK], ["ignored"]),
    (parts("http://b.example/\n--b\n\nx\n--b--\n"), [], ["ignored"]),
    (parts("--b\n\nx\n--b--\nhttp://b.example/"), [], ["ignored"]),
    (parts("--b\n\nx\n--b--\n--b\nContent-Type: text/html\n\nx\n--b--"), [], ["structure"]),
    (parts("In MIME.\n--b\n\nx\n--b--\na.b"), [], []),
    (
        parts("--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\n\nx\n", "encrypted"),
        [], ["encrypted", "encrypted"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("data", "links", "told"), MESSAGES_TOLD)
def test_the_whole_message_is_read_or_told(data: bytes, links: list[str], told: list[str]) -> None:
    for source in (data, email.message_from_bytes(data)):
        found: list[Note] = []
        assert [link.iri for link in links_in_message(source, headers=False, report=found.append)] == links
        assert [note.kind for note in found] == told
        assert told != ["ignored"] or re.search("http://b.example/|quoted-printable", found[0].message)


@pytest.mark.parametrize("label", ["utf-32", "utf-32-be", "utf-16", "utf-16-le"])
def test_wide_characters_in_a_header(label: str) -> None:
    for codec in ("utf-32", "utf-32-le", "utf-32-be", "utf-16", "utf-16-be", "utf-8"):
        word = base64.b64encode(LINK.encode(codec)).decode()
        data = f"Subject: =?{label}?B?AAAA?= =?{label}?B?{word}?=\n\n".encode()
        assert [link.iri for link in links_in_message(data)] == [LINK], codec


def nested(children: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    kinds = st.sampled_from(["mixed", "alternative", "digest", "signed", "encrypted", "x"])
    encoded = st.tuples(children, st.sampled_from(sorted(ENCODERS)))
    return st.one_of(
        st.tuples(kinds, st.lists(children, max_size=4), st.integers(0, 999)).map(
            lambda one: (
                f"Content-Type: multipart/{one[0]}; boundary=b{one[2]}\n\n".encode()
                + b"".join(f"\n--b{one[2]}\n".encode() + child for child in one[1])
                + f"\n--b{one[2]}--\n".encode()
            )
        ),
        children.map(lambda child: b"Content-Type: message/rfc822\n\n" + child),
        encoded.map(
            lambda one: (
                f"Content-Type: message/rfc822\nContent-Transfer-Encoding: {one[1]}\n\n".encode()
                + ENCODERS[one[1]](one[0])
            )
        ),
    )


TYPES = st.sampled_from(
    "text/plain text/html text/css text/rtf text/calendar image/png application/pdf application/pkcs7-mime message/x"
    " message/rfc822 message/delivery-status application/octet-stream x application/xhtml+xml"
    " text/rfc822-headers".split()
)
FIELDS = st.sampled_from(
    ["", "Content-Disposition: attachment\n", "Content-Disposition: inline; filename=a.html\n", "X: y\rZ: a\n"]
    + [f"Content-Transfer-Encoding: {one}\n" for one in "base64 quoted-printable 8bit x-uuencode x-unknown".split()]
)
LEAF = st.tuples(TYPES, FIELDS, FIELDS, st.one_of(SCRAPS, st.binary(max_size=9))).map(
    lambda one: f"Content-Type: {one[0]}\n{one[1]}{one[2]}\n".encode() + one[3]
)
MESSAGES = st.one_of(
    st.recursive(LEAF, nested, max_leaves=8), st.lists(st.one_of(SCRAPS, st.binary(max_size=6))).map(b"".join)
)


@given(MESSAGES)
@examples(200)
@example(b"Content-Type: multipart/mixed; boundary=b\r\r--b\r\rhttp://a.example\r--b--")
def test_every_part_is_read_or_there_is_a_note(data: bytes) -> None:
    for source in (data, email.message_from_bytes(data)):
        found: list[Note] = []
        parts = list(parts_of(source, Limits(depth=5, parts=20), found.append))
        told = {note.part for note in found}
        assert all(part.is_message or part.body is not None or part.number in told for part in parts)
        assert all(note.start is None or 0 <= note.start <= len(data) for note in found)
    assert rewrite_links(data, lambda link: None, signed=True) == data


@given(MESSAGES)
def test_the_parts_that_email_knows_are_all_there(data: bytes) -> None:
    """But for those that it reads differently: encoded messages, statuses, and the lines of a header."""
    if any(mark in data for mark in (b"message/", b"digest", b"\r", b"rfc822")):
        return
    theirs = [part for part in email.message_from_bytes(data).walk() if not part.is_multipart()]
    assert len([part for part in parts_of(data) if not part.is_message]) == len(theirs)
