"""Mail that was made to take long, or much memory: both are linear in its size."""

from __future__ import annotations

import base64
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.mail import MailLink, deceptive_links, links_in_message, rewrite_links
from extract.readers import calendar, html, mail, mbox, transfer
from tests.linear import assert_linear_time
from tests.mail.test_links import message
from tests.mail.test_rewriting import gate

LINK = base64.b64encode(b"http://a.example/ ")


def part(body: bytes, type: str = "text/plain; charset=utf-8", encoding: str = "8bit") -> bytes:
    return message(body, type, f"Content-Transfer-Encoding: {encoding}")


def quoted(body: bytes) -> bytes:
    return part(body, encoding="quoted-printable")


def utf_7(body: bytes) -> bytes:
    return part(body, "text/plain; charset=utf-7")


def multiparts(body: bytes) -> bytes:
    return b"Content-Type: multipart/mixed; boundary=b\n\n" + body


def label_and_target(body: bytes) -> bytes:
    return part(b"<a href='http://b.example/" + body + b"'>" + body + b"</a>", "text/html")


# What is repeated, and the message that it is in.
UNITS: dict[str, tuple[bytes, Callable[[bytes], bytes]]] = {
    "links on one line of quoted-printable": (b"http://a.example/x ", quoted),
    "escapes": (b"=41", quoted),
    "soft line breaks": (b"=\r\nhttp://a.example/=0D=0A", quoted),
    "ends of base64": (b"YQ==", lambda body: part(LINK + body, encoding="base64")),
    "links in base64": (LINK, lambda body: part(body, encoding="base64")),
    "garbage in base64": (b"Y*Q\xff", lambda body: part(LINK + body, encoding="base64")),
    "one run of UTF-7": (b"AOkA", lambda body: utf_7(b"http://a.example/ +" + body + b" http://a.example/")),
    "links in UTF-7": (b"+AOk- http://a.example/", utf_7),
    "links in iso-2022-jp": (
        "見 http://a.example/".encode("iso-2022-jp"), lambda body: part(body, "text/plain; charset=iso-2022-jp"),
    ),
    "addresses without names": (b"a@b, ", lambda body: b"To: " + body + b"\n\n"),
    "encoded words": (b"=?utf-8?q?=C3=A9?= ", lambda body: b"Subject: " + body + b"\n\n"),
    "raw letters": ("é".encode(), lambda body: b"Subject: " + body + b"\n\n"),
    "folds": (b"\n a", lambda body: b"Subject: http://a.example/" + body + b"\n\n"),
    "addresses in angle brackets": (b"<a:b>,", lambda body: b"List-Archive: " + body + b"\n\n"),
    "open elements": (b"<math></b>", lambda body: part(body, "text/html")),
    "open elements of several kinds": (b"<math></style><style></style>", lambda body: part(body, "text/html")),
    "open anchors": (b"x:<b>", lambda body: part(b"<a href=x:>" + body, "text/html")),
    "strings in JSON-LD": (b'\\"', lambda body: part(b"<script type=application/ld+json>" + body, "text/html")),
    "escapes in JSON-LD": (b"\\u0061", lambda body: part(b'<script type=application/ld+json>"' + body, "text/html")),
    "references": (b"&amp;", lambda body: part(b"http://a.example/" + body, "text/html")),
    "an attribute": (b"a b", lambda body: part(b"<a href='x:" + body + b"'>", "text/html")),
    "code": (b"`a", lambda body: part(body)),
    "joined lines": (b"a \r\n", lambda body: part(b"http://a.example/" + body, "text/plain; format=flowed; delsp=yes")),
    "broken links": (b"<a:\nb\nc>", lambda body: part(body)),
    "escapes of calendars": (b"\\,", lambda body: part(b"NOTE:a:" + body, "text/calendar")),
    "folded lines of calendars": (b"\n a", lambda body: part(b"NOTE:http://a.example/" + body, "text/calendar")),
    "styles": (b"url(", lambda body: part(b"<style>" + body + b"</style>", "text/html")),
    "comments of styles": (b"url(/*", lambda body: part(b"<style>" + body, "text/html")),
    "imports": (b"@import/**/", lambda body: part(b"<style>" + body, "text/html")),
    "strings of styles": (b"image-set('\\", lambda body: part(b"<style>" + body, "text/html")),
    "pictures": (b'<img src="http://a.example/">', lambda body: part(body, "text/html")),
    "plain links": (b'<a href="http://a.example/">b</a>', lambda body: part(body, "text/html")),
    "elements with styles": (b"<p style='a:url(http://a.example/)'>", lambda body: part(body, "text/html")),
    "empty elements": (b"a<b></b>", lambda body: part(b"http://a.example/" + body, "text/html")),
    "nested empty elements": (b"<b><i></i>", lambda body: part(b"http://a.example/x" + body, "text/html")),
    "words in nested elements": (b"a<b><i></i>", lambda body: part(b"http://a.example/x" + body, "text/html")),
    "comments with tags": (b"a<!-- <b> -", lambda body: part(b"http://a.example/" + body, "text/html")),
    "comments in words": (b"a<!-- -", lambda body: part(b"http://a.example/" + body, "text/html")),
    "forms in forms": (b"<form a='<form =' action=http://a.example/>", lambda body: part(body, "text/html")),
    "addresses in a label and its target": (b"http://a.) ", label_and_target),
    "names in a label and its target": (b"www.g00gle.com ", label_and_target),
    "files in a label and its target": (b"setup.cc ", label_and_target),
    "addresses in a label": (b"http://a.) ", lambda body: part(b"<a href='http://b.example/'>" + body, "text/html")),
    "second attributes": (b" href=http://a.example/", lambda body: part(b"<a" + body, "text/html")),
    "commands": (b"<param><", lambda body: part(body, "text/enriched")),
    "parameters that never end": (b"<param>", lambda body: part(body, "text/enriched")),
    "commands in a word": (b"a<b>", lambda body: part(b"http://a.example/" + body, "text/enriched")),
    "properties": (b"A;B=c.org;D=\"e.org\":x.org\n", lambda body: part(b"BEGIN:VEVENT\n" + body, "text/calendar")),
    "lines that are no properties": (b"http://a.example/\n", lambda body: part(b"URL:\n" + body, "text/calendar")),
    "data in addresses": (b"<img src=data:>", lambda body: part(body, "text/html")),
    "buttons in attributes": (b"<button formaction=http://a.example/?a='", lambda body: part(body, "text/html")),
    "after the parts": (b"--b--\nwww.a\n--b\n", multiparts),
    "dash escapes": (
        b"- <http://a.example/\n", lambda body: part(b"-----BEGIN PGP SIGNED MESSAGE-----\n\n" + body),
    ),
    "carriage returns": (b"A: b\r", bytes),
    "carriage returns in parts": (b"--b\nA: b\r\rC: d\n", multiparts),
    "long lines": (b"http://a.example/x ", lambda body: part(b"x\n" * 50 + body)),
    "lines that become long": (b"http://a.example/x " * 30 + b"\n", lambda body: part(body)),
    "small parts": (b"--b\n\nhttp://a.example/\n", multiparts),
    "delimiters that are none": (b"--c\n", multiparts),
    "messages within messages": (b"Content-Type: message/rfc822\n\n", bytes),
    "multiparts that never end": (b"Content-Type: multipart/mixed; boundary=b\n\n--b\n", bytes),
    "lines like those of an mbox": (b"From a@b 1:11\n", bytes),
}  # fmt: skip
WORK: dict[str, Callable[[bytes], object]] = {
    "links": lambda data: list(links_in_message(data)),
    "rewriting": lambda data: rewrite_links(data, gate),
    "mbox": lambda data: list(mbox.read("From -\n" + data.decode("latin-1"))),
    "deception": lambda data: list(deceptive_links(data)),
}


@pytest.mark.linear
@pytest.mark.parametrize("name", UNITS)
@pytest.mark.parametrize("work", WORK)
def test_time_is_linear(name: str, work: str) -> None:
    unit, made = UNITS[name]
    assert_linear_time(
        lambda text: WORK[work](made(text.encode("latin-1"))),
        lambda size: (unit * (size // len(unit))).decode("latin-1"),
    )


# How much is held for a byte of a part, with text whose characters take one byte in memory.
ENCODED = {
    "escapes": (b"=41", "quoted-printable"),
    "escapes between letters": (b"=41a", "quoted-printable"),
    "letters of two bytes": (b"=C3=A9 a ", "quoted-printable"),
    "soft line breaks": (b"=\r\na ", "quoted-printable"),
    "empty lines": (b"=\n", "quoted-printable"),
    "escaped line ends": (b"http://a.example/ and some more text=0D=0A", "quoted-printable"),
    "signs that are no escapes": (b"= =4 ", "quoted-printable"),
    "base64": (b"YSBi", "base64"),
    "groups that end": (b"YQ==", "base64"),
    "signs at the end": (b"=", "base64"),
    "lines of one group": (b"YSBi\r\n", "base64"),
    "garbage": (b"YSBi*Y\xff=", "base64"),
    "plain": (b"some text, and http://a.example/ with more\r\n", "8bit"),
}
MOST = 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ENCODED)
def test_memory_is_a_small_multiple_of_a_part(name: str) -> None:
    unit, encoding = ENCODED[name]
    first = LINK + b"\r\n" if encoding == "base64" else b"http://a.example/ "
    data = part(first + unit * (300_000 // len(unit)), encoding=encoding)
    links = [0]

    def one(link: MailLink) -> str | None:
        links[0] += 1
        return "http://b.example/" if links[0] == 1 else None

    source = data.decode("latin-1")
    for work in (
        lambda: sum(1 for _ in links_in_message(data)),
        lambda: rewrite_links(data, one),
        lambda: sum(1 for _ in mail.read(source)),
        lambda: sum(1 for _ in mbox.read(source)),
    ):
        tracemalloc.start()
        work()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MOST * len(data)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "plain; format=flowed; delsp=yes", "html", "calendar", "enriched", "css"])
@pytest.mark.parametrize("line", [b"some text, and more of it\r\n", b"some text, and more of it "])
def test_memory_is_a_small_multiple_where_one_character_takes_four_bytes(kind: str, line: bytes) -> None:
    data = part(line * 12_000 + "😀".encode(), f"text/{kind}")
    works = [lambda: [*links_in_message(data)], lambda: rewrite_links(data, gate), lambda: [*deceptive_links(data)]]
    for work in works:
        work()
        tracemalloc.start()
        work()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MOST * len(data)


TYPES = ["text/plain; format=flowed; delsp=yes", "text/plain", "text/html", "text/calendar", "text/enriched"]
PIECES = [
    *"http://a.example/x a.example ` &amp; <b> </b> <a\xa0href='http://c.example/'> </a> - > =C3=A9 \\,".split(" "),
    *"<base\xa0href='http://f.example/'> <form\xa0action=x> NOTE:http://d.example/ URL:http://e.example/".split(" "),
    *["<http://b.example/\ny>", " ", "\r\n", " \n", "\n\n", "\n ", "\n", "=\n"],
    *["\n-----BEGIN PGP SIGNED MESSAGE-----\n", "\n-----BEGIN PGP SIGNATURE-----\n", "\n-----END PGP SIGNATURE-----\n"],
]
PROSE = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).replace("\xa0", " "))


@given(PROSE, st.sampled_from(TYPES), st.sampled_from(["8bit", "quoted-printable"]), st.integers(1, 60))
def test_the_size_of_what_is_read_at_once_makes_no_difference(text: str, type: str, encoding: str, size: int) -> None:
    data = part(text.encode(), type, encoding)
    found = [link._replace(context="", joined=None) for link in links_in_message(data)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mail, "_WINDOW", size)
        patch.setattr(html, "_GROUP", size // 20)
        patch.setattr(calendar, "_BLOCK", size)
        patch.setattr(transfer, "_BLOCK", size)
        assert [link._replace(context="", joined=None) for link in links_in_message(data)] == found


@given(
    st.lists(st.sampled_from([b"YQ==", b"YWE=", b"Y", b"=", b"AAAA", b"\n", b"*", b"\xff", LINK]), max_size=30).map(
        b"".join
    )
)
def test_base64_is_read_in_blocks(data: bytes) -> None:
    whole = transfer.Body(data, 7, "base64", "windows-1252")
    for size in (1, 2, 3, 5, 8):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(transfer, "_BLOCK", size)
            body = transfer.Body(data, 7, "base64", "windows-1252")
        assert body.data == whole.data
        assert [body.span(at, at + 1) for at in range(len(body.text))] == [
            whole.span(at, at + 1) for at in range(len(body.text))
        ]


def test_parameters_that_email_cannot_read_are_none() -> None:
    for name in ("Content-Type: text/html; name", "Content-Type: text/html\nContent-Disposition: attachment; filename"):
        assert list(links_in_message(f"{name}*0=a;{name.rpartition(' ')[2]}*=b; charset*0=a\n\nx".encode())) == []


# What the name of a sender may be made of: RFC 5322 §3.4, §4.4, RFC 2047, and letters that are compared by their looks.
@pytest.mark.linear
@pytest.mark.parametrize(
    "unit",
    [
        '"', '"\\', "<", "<>", "a,", "a:", "(a", "(a) ", "@a,", "x@b.example ", "A <x{}@b.example>, ", "a.",
        "=?utf-8?q?=22?= ", "paypal ", "pa0", "р", "ｐ", "e\u0301", "p\u200d",
    ],
)  # fmt: skip
def test_senders_in_linear_time(unit: str) -> None:
    def sender(size: int) -> str:
        return "".join(unit.replace("{}", str(number)) for number in range(size // len(unit)))

    def read(name: str) -> object:
        data = f"From: {name}<x@evil.example>\n\n".encode()
        return list(deceptive_links(data, protect=["paypal.com", "example.com"]))

    assert_linear_time(read, sender)
