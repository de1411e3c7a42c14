"""Links are replaced, and nothing else."""

from __future__ import annotations

import base64
import email
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import IRIError
from extract.mail import MailLink, links_in_message, rewrite_links, text_of
from tests.mail.test_links import SCRAPS, message, multipart

GATE = "https://gate.example/?u="


def gate(link: MailLink) -> str | None:
    return GATE + link.uri if link.kind == "iri" and link.uri else None


def iris(data: bytes) -> list[str]:
    return [link.iri for link in links_in_message(data, headers=False)]


def test_links_in_text_and_html_are_replaced() -> None:
    html = "Content-Type: text/html\n\n<a href='http://a.example/?a&amp;b'>http://a.example/</a> \xff"
    data = (
        f"Subject: http://s.example/\n{multipart('alternative', chr(10) + 'see http://a.example/ü, x', html)}".encode()
    )
    expected = data.replace(b"see http://a.example/\xc3\xbc,", f"see {GATE}http://a.example/%C3%BC,".encode())
    expected = expected.replace(b"http://a.example/?a&amp;b'", f"{GATE}http://a.example/?a&amp;b'".encode())
    assert rewrite_links(data, gate) == expected


@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-2022-jp", "gb18030", "utf-7", "shift_jis"])
def test_the_part_stays_in_its_encoding(charset: str, encoding: str) -> None:
    text = "= 見る http://a.example/日本。次 " + "x" * 60 + " http://b.example/?a=b\n終\n" * 3
    octets = text.encode(charset)
    octets = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes}.get(encoding, bytes)(octets)
    data = message(octets, f"text/plain; charset={charset}", f"Content-Transfer-Encoding: {encoding}")
    changed = rewrite_links(data, gate)
    assert text_of(changed) == text.replace(
        "http://a.example/日本", GATE + "http://a.example/%E6%97%A5%E6%9C%AC"
    ).replace("http://b", GATE + "http://b")
    assert max(map(len, changed.split(b"\n"))) <= (76 if encoding != "7bit" else 998)
    payload = email.message_from_bytes(changed).get_payload(decode=True)
    assert isinstance(payload, bytes)
    assert payload.decode(charset) == text_of(changed)


def test_a_link_ends_where_it_did() -> None:
    assert rewrite_links(
        message("a http://a.example[1]\n", "text/plain"), lambda link: "https://b.example/?c="
    ).endswith(b"\n\na <https://b.example/?c=>[1]\n")


def test_broken_links_are_made_whole() -> None:
    assert rewrite_links(message("> <http://a.example/\n> x>\n", "text/plain"), gate).endswith(
        f"> <{GATE}http://a.example/x>\n".encode()
    )


def test_a_message_object_is_taken_too() -> None:
    data = message("http://a.example/", "text/plain")
    assert rewrite_links(email.message_from_bytes(data), gate) == rewrite_links(data, gate)


def test_what_has_no_uri_is_refused() -> None:
    with pytest.raises(IRIError):
        rewrite_links(message("http://a.example/", "text/plain"), lambda link: "http://a b/")


@given(st.lists(st.one_of(SCRAPS, st.binary(max_size=6)), max_size=30).map(b"".join))
def test_without_replacements_nothing_changes(data: bytes) -> None:
    assert rewrite_links(data, lambda link: None) == data
    rewrite_links(data, gate)
