"""Mail that was made to take long, or much memory: both are linear in its size."""

from __future__ import annotations

import base64
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.mail import MailLink, deceptive_links, links_in_message, rewrite_links
from extract.readers import calendar, html, mail, mbox, transfer
from tests.mail.test_links import message
from tests.mail.test_rewriting import gate

LINK = base64.b64encode(b"http://a.example/ ")


def part(body: bytes, type: str = "text/plain; charset=utf-8", encoding: str = "8bit") -> bytes:
    return message(body, type, f"Content-Transfer-Encoding: {encoding}")


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


@pytest.mark.all
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


@pytest.mark.all
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
    found = [link._replace(context="") for link in links_in_message(data)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mail, "_WINDOW", size)
        patch.setattr(html, "_GROUP", size // 20)
        patch.setattr(calendar, "_BLOCK", size)
        patch.setattr(transfer, "_BLOCK", size)
        assert [link._replace(context="") for link in links_in_message(data)] == found


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
