"""Links are replaced, and nothing else."""

from __future__ import annotations

import base64
import binascii
import email
import quopri
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract import IRIError
from extract.mail import MailLink, Note, links_in_message, rewrite_links, text_of
from tests.examples import examples
from tests.mail.test_links import SCRAPS, message, multipart
from tests.marking import hidden, table

GATE = "https://gate.example/?u="


def gate(link: MailLink) -> str | None:
    return GATE + link.uri if link.kind == "iri" and link.uri else None


def iris(data: bytes) -> list[str]:
    return [link.iri for link in links_in_message(data, headers=False)]


SIGNED = {
    "multipart/signed": multipart("signed", "\nhttp://a.example/", "Content-Type: application/pgp-signature\n\nx"),
    "parts of it": multipart(
        "signed",
        multipart("mixed", "\nhttp://a.example/", boundary="c"),
        "Content-Type: application/pkcs7-signature\n\nx",
    ),
    "clearsigned": "\n-----BEGIN PGP SIGNED MESSAGE-----\n\nhttp://a.example/\n-----BEGIN PGP SIGNATURE-----\nx",
}


@pytest.mark.parametrize("name", SIGNED)
def test_what_is_signed_is_left_alone(name: str) -> None:
    data = SIGNED[name].encode()
    calls: list[MailLink] = []
    assert rewrite_links(data, lambda link: calls.append(link) or GATE) == data  # type: ignore[func-returns-value]
    assert calls == []
    assert rewrite_links(data, gate, signed=True) == data.replace(
        b"http://a.example/", f"{GATE}http://a.example/".encode()
    )


def test_a_message_object_is_taken_too() -> None:
    data = message("http://a.example/", "text/plain")
    assert rewrite_links(email.message_from_bytes(data), gate) == rewrite_links(data, gate)


def test_what_has_no_uri_is_refused() -> None:
    with pytest.raises(IRIError, match=r"an empty address for http:"):
        rewrite_links(b"\nhttp://a.example/", lambda link: "")
    with pytest.raises(IRIError):
        rewrite_links(message("http://a.example/", "text/plain"), lambda link: "http://a b/")
    assert rewrite_links(b"\nhttp://a.example/", lambda link: "javascript:alert(1)") == b"\n<javascript:alert(1)>"


# Messages whose lines end with CRLF, and in which a part has none of its own, or other line ends.
CRLF = {
    "one line": (b"text/plain", b"quoted-printable", b"http://a.example/x " * 9),
    "iso-2022-jp": (
        b"text/plain; charset=iso-2022-jp", b"quoted-printable", "見 http://a.example/見 ".encode("iso-2022-jp") * 9,
    ),
    "utf-16": (
        b"text/plain; charset=utf-16", b"quoted-printable",
        binascii.b2a_qp("http://a.example/x ".encode("utf-16-le") * 9),
    ),
    "encoded line ends": (
        b"text/plain; charset=iso-2022-jp", b"quoted-printable",
        "見 http://a.example/見=0D=0A=0Ax=0D".encode("iso-2022-jp") * 9,
    ),
    "encoded line ends in UTF-7": (
        b"text/plain; charset=utf-7", b"7bit", b"+AA0ACg- +AAo-http://a.example/x +AA0-" * 9,
    ),
    "base64": (b"text/plain", b"base64", base64.b64encode(b"http://a.example/x " * 9)),
    "broken base64": (b"text/plain", b"base64", base64.b64encode(b"http://a.example/x ") + b"=*YQ==Y"),
    "folds of a calendar": (b"text/calendar", b"quoted-printable", b"NOTE:http://a.example/x " * 9),
    "HTML": (b"text/html", b"quoted-printable", b"<a href=3D'http://a.example/x'>http://a.example/</a>" * 9),
}  # fmt: skip


@pytest.mark.parametrize("name", CRLF)
@pytest.mark.parametrize("line_end", [b"\r\n", b"\n"])
def test_what_is_written_has_the_line_ends_of_the_message(name: str, line_end: bytes) -> None:
    type, encoding, body = CRLF[name]
    body = body.replace(b"\n", line_end)
    fields = b"Content-Type: %s\nContent-Transfer-Encoding: %s\n\n" % (type, encoding)
    data = multipart("mixed", (fields + b"\0").decode(), "\npreamble").encode().replace(b"\n", line_end)
    data = data.replace(b"\0", body)
    changed = rewrite_links(data, gate)
    assert changed.count(GATE.encode().replace(b"=", b"=3D" * (encoding[:1] == b"q") or b"=")) or changed != data
    assert bare(changed) == (0, 0 if line_end == b"\r\n" else changed.count(b"\n"))
    assert structure(changed) == structure(data)


def bare(data: bytes) -> tuple[int, int]:
    """Return how many CR and LF are not a CRLF (RFC 5321 §2.3.8)."""
    whole = data.count(b"\r\n")
    return data.count(b"\r") - whole, data.count(b"\n") - whole


def structure(data: bytes) -> list[tuple[str, int]]:
    parts = email.message_from_bytes(data).walk()
    return [(one.get_content_type(), len(one.items())) for one in parts]


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_utf_7_keeps_its_text(line_end: str) -> None:
    text = "é\rx\n--b\r\nFrom é\n+é\rhttp://a.example/x é\r"
    head = f"Content-Type: text/plain; charset=utf-7{line_end * 2}".encode()
    changed = rewrite_links(head + text.encode("utf-7"), lambda link: "http://b.example/y")
    body = changed.removeprefix(head)
    assert body.decode("utf-7") == text.replace("a.example/x", "b.example/y")
    assert b"\n--" not in body
    assert b"\nFrom" not in body


QP = "Content-Transfer-Encoding: quoted-printable"
BOUNDARY = f"{GATE}http://a.example/x"


@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable"])
@pytest.mark.parametrize("boundary", [BOUNDARY, f"<{BOUNDARY}>", "b" * 40, "="])
def test_nobody_can_start_a_part_with_a_link(boundary: str, encoding: str) -> None:
    """Whoever knows the address of the gateway could otherwise smuggle parts past it."""
    hidden = "Content-Type: text/html\n\n<a href='http://evil.example/'>x</a>"
    for link in ("http://a.example/x", f"http://a.example/{'a' * 200}--{boundary}"):
        body = f"Content-Transfer-Encoding: {encoding}\n\n--{link.replace('=', '=3D')}\n{hidden}\n"
        data = multipart("mixed", body, boundary=boundary).replace("boundary=" + boundary, f'boundary="{boundary}"')
        for target in (lambda one: BOUNDARY, gate):
            changed = rewrite_links(data.encode(), target)
            assert structure(changed) == structure(data.encode())


@pytest.mark.parametrize(
    ("charset", "escaped"), [("iso-2022-jp", "\x1b(B--b\x1b(B"), ("utf-7", "+AC0--b"), ("iso-2022-jp", "\x1b(BFrom x")]
)
@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable"])
def test_escapes_that_are_not_needed_may_hide_a_delimiter(charset: str, escaped: str, encoding: str) -> None:
    fields = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    for text in (
        f"{escaped}\nhttp://a.example/x",
        f"{escaped} http://a.example/x",
        f"\x1b$B\n{escaped}\nhttp://a.example/x",
    ):
        data = multipart("mixed", fields + text).encode()
        changed = rewrite_links(data, gate)
        assert structure(changed) == structure(data)
        assert b"\nFrom " not in changed


def encoded(octets: bytes, transfer: str, line_end: str) -> bytes:
    """Return what is sent of a text whose lines end so."""
    if transfer == "base64":
        return base64.encodebytes(octets).replace(b"\n", line_end.encode())
    if transfer == "quoted-printable":
        return quopri.encodestring(octets.replace(b"\r\n", b"\n")).replace(b"\n", line_end.encode())
    return octets


KEPT = st.lists(st.one_of(SCRAPS, st.binary(max_size=6)), max_size=30).map(b"".join)


@given(KEPT)
@example(b"Content-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8=*")
def test_without_replacements_nothing_changes(data: bytes) -> None:
    assert rewrite_links(data, lambda link: None, signed=True) == data
    assert rewrite_links(data, lambda link: link.iri, signed=True) == data


@given(KEPT)
@example(b"http://a.example/\r")
@example(b"http://a.example/\r\n")
def test_rewriting_adds_no_line_end_of_another_kind_and_no_part(data: bytes) -> None:
    changed = rewrite_links(data, gate, signed=True)
    if b"\r\n" in data:
        assert bare(changed)[1] <= bare(data)[1]
    if b"\n" in data:
        assert bare(changed)[0] <= bare(data)[0]
    elif b"\r" in data:  # alone, it ends the lines of this message
        assert b"\n" not in changed
    assert structure(changed) == structure(data)


def once(link: MailLink) -> str | None:
    return (
        None if link.iri.startswith(GATE) or link.kind == "email" or not link.uri else GATE + quote(link.uri, safe="")
    )


@given(KEPT)
@example(b'\n@l":"http:\\/\\/xample0026b"}e.org')
def test_rewriting_twice_changes_no_more(data: bytes) -> None:
    notes: list[Note] = []
    list(links_in_message(data, report=notes.append))
    if any(note.kind == "charset" for note in notes):
        return  # what is guessed from the bytes depends on all of them
    changed = rewrite_links(data, once, signed=True)
    assert rewrite_links(changed, once, signed=True) == changed


# Lines of a body, with what has another form in some encodings, and links with white space around.
_LINES = (
    " http://a.example/x |http://b.example/見\n| http://c.example/?a=b\n"
    "|word |é見 | \n|\t\n|\n|=3D |=\n|+- |- |-- \n|.\n|From here\n"
)
BODY = st.lists(st.sampled_from([*_LINES.split("|"), "x" * 70, "見" * 30 + "\n", "y" * 900 + " "]), max_size=14).map(
    "".join
)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("transfer", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize(
    "charset",
    ["utf-8", "latin-1", "gb18030", "shift_jis", "iso-2022-jp", "iso-2022-kr", "hz", "utf-7", "utf-16"],
)
@examples(30)
@given(BODY, st.sampled_from(["http://d.example/", GATE, f"{GATE}{'z' * 60}", f"{GATE}{'z' * 1000}"]))
def test_a_text_is_what_it_was_with_other_links(
    charset: str, transfer: str, line_end: str, body: str, address: str
) -> None:
    """As the `email` package decodes it, and in lines that are not too long (RFC 2045 §6.7 and §6.8)."""
    if charset == "utf-16" and transfer != "base64":
        return  # no mail program writes it
    octets = body.replace("\n", line_end).encode(charset, "replace")
    fields = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {transfer}\n\n"
    data = fields.replace("\n", line_end).encode() + encoded(octets, transfer, line_end)
    text = expected = text_of(data)
    for link in reversed(list(links_in_message(data, headers=False))):
        expected = f"{expected[: link.start]}{address}{expected[link.end :]}"
    changed = rewrite_links(data, lambda link: address)
    assert text_of(changed) == expected
    payload = email.message_from_bytes(changed).get_payload(decode=True)
    assert isinstance(payload, bytes)
    assert payload.decode(charset) == expected
    before, after = (max(map(len, one.split(line_end.encode()))) for one in (data, changed))
    most = 998 if transfer == "8bit" else 76
    assert after <= most or before > most  # a line that came too long stays so
    assert (changed == data) == (text == expected)


NAMES = b"Dear Example.md User, visit Example.md. See b.example.com\n"


def test_the_function_is_asked_once_for_each_link() -> None:
    asked: list[str] = []

    def kept(link: MailLink) -> str | None:
        asked.append(link.iri)
        return once(link) if "b.example" in link.iri else None

    changed = rewrite_links(message(NAMES, "text/plain"), kept)
    assert asked == ["https://Example.md", "https://b.example.com"]
    assert changed.count(GATE.encode()) == 1


REWRITTEN = table("rewritten.txt")


@pytest.mark.parametrize("type", REWRITTEN)
def test_what_is_around_a_link_is_kept(type: str) -> None:
    """Also if they are written again."""
    wrong = []
    for row in REWRITTEN[type]:
        written, wanted = hidden(row).replace("→", GATE).split(" ⇒ ")
        changed = rewrite_links(message(written, type), gate)
        if changed != message(wanted, type) or rewrite_links(changed, once) != changed:
            wrong.append(f"{row}\ncame {changed!r}")
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize(
    "fields", ["", "X: y\n", "Content-Type: text/html\nContent-Transfer-Encoding: 8bit\n", "X: y\nZ: a\r"]
)
def test_a_link_in_the_first_line_does_not_become_a_field(fields: str) -> None:
    data = f"{fields}a.com is http://a.example/\nContent-Type: text/plain\n\nhttp://b.example/\n".encode()
    for source in (data, multipart("mixed", data.decode()).encode()):
        changed = rewrite_links(source, gate_all)
        assert structure(changed) == structure(source)
        assert len(iris(changed)) == len(iris(source))
        assert rewrite_links(changed, once) == changed


def gate_all(link: MailLink) -> str:
    return GATE + link.iri


LONG = "x" * 900


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_an_encoded_message_is_rewritten(encoding: str) -> None:
    inner = message("<p>=\n<a href=http://a.example/x>a</a>\n", "text/html")
    for boundary in ("b", "c"):
        octets = base64.encodebytes(inner) if encoding == "base64" else quopri.encodestring(inner)
        nested = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: " + encoding.encode() + b"\n\n" + octets
        inner = multipart("mixed", "\0", "\nhttp://b.example/", boundary=boundary).encode().replace(b"\0", nested)
    changed = rewrite_links(inner, gate)
    assert iris(changed) == [f"{GATE}http://a.example/x", f"{GATE}http://b.example/", f"{GATE}http://b.example/"]
    assert structure(changed) == structure(inner)
    assert rewrite_links(changed, once) == changed


# Where lines are at their longest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("length", [75, 76, 77])
@pytest.mark.parametrize("last", [b"", b"end"])
def test_a_line_of_quoted_printable_is_broken_only_if_it_is_too_long(length: int, last: bytes, line_end: bytes) -> None:
    fields = b"Content-Type: text/plain" + line_end + QP.encode() + line_end * 2
    for before, after in ((0, 0), (1, 0), (0, 1), (9, 20), (40, 0), (0, 40), (57, 1), (58, 0), (59, 0)):
        head, tail = b"x" * (before - 1) + b" " * (before > 0), b" " * (after > 0) + b"z" * (after - 1)
        link = b"http://b.e/".ljust(length - before - after, b"y")
        data = fields + head + b"http://a.example/" + tail + line_end + last
        changed = rewrite_links(data, lambda _, link=link: link.decode())  # type: ignore[misc]
        length = max(length, before + after + 11)
        body = changed.removeprefix(fields)
        if len(head + link + tail) <= 76:
            assert body == head + link + tail + line_end + last
        else:
            broken = body.removesuffix(line_end + last).split(b"=" + line_end)
            assert len(broken) > 1
            assert b"".join(broken) == head + link + tail
            assert all(len(one) < 76 for one in broken)


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("before", [b"-- ", b"From x ", b"F ", b"\t- "])
def test_what_begins_a_line_in_a_stateful_charset_stays(before: bytes, line_end: bytes) -> None:
    fields = b"Content-Type: text/plain; charset=iso-2022-jp" + line_end + QP.encode() + line_end * 2
    data = fields + b"=1B(B" + before + b"http://a.example/" + line_end + b"x"
    assert rewrite_links(data, lambda _: "http://b.example/") == data.replace(b"a.example", b"b.example")


@pytest.mark.parametrize("size", [4, 8, 60, 76])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_base64_is_written_in_whole_lines(size: int, line_end: bytes) -> None:
    for length in (0, 1, 2, 3, size - 1, size, size + 1, 20_000):
        text = b"x" * length + b" http://a.example/ " + b"z" * 9
        encoded = base64.b64encode(text)
        lines = [encoded[at : at + size] for at in range(0, len(encoded), size)]
        width = max(len(lines[0].rstrip(b"=")) // 4 * 4, 4)  # of the first line, without what is padded
        fields = b"Content-Transfer-Encoding: base64" + line_end * 2
        for last in (b"", line_end, line_end * 2):
            changed = rewrite_links(fields + line_end.join(lines) + last, lambda _: "http://b.example/longer")
            expected = base64.b64encode(text.replace(b"a.example/", b"b.example/longer"))
            lines_after = [expected[at : at + width] for at in range(0, len(expected), width)]
            assert changed == fields + line_end.join(lines_after) + last


@pytest.mark.parametrize(
    ("url", "is_delimiter"), [("b", True), ("b--", True), ("bb", False), ("b-", False), ("<b>", True), ("b  ", True)]
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_line_that_became_a_delimiter_is_none(url: str, is_delimiter: bool, line_end: str) -> None:
    boundary = "https://b.example/"
    target = boundary + url.strip("<> ")[1:]
    body = f"Content-Transfer-Encoding: 7bit\n\n--http://a.example/{' ' * url.count(' ')}\nend"
    data = multipart("mixed", body, boundary=boundary).replace(f"={boundary}", f'="{boundary}"')
    data = data.replace("\n", line_end)
    changed = rewrite_links(data.encode(), lambda _: target).decode()
    assert (f"{line_end} --{target}" in changed) == is_delimiter
    assert (f"{line_end}--{target}" in changed.partition(f"{line_end}end")[0].rpartition("7bit")[2]) != is_delimiter


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("first", ["", "first line\n"])
@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", "MIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\n"),
        ("X: y\n", "X: y\nMIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\n"),
        (
            "MIME-Version: 1.0\nContent-Transfer-Encoding: 8bit\n",
            "MIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\n",
        ),
        ("mime-version: 1.0\n", "mime-version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\n"),
        ("Content-Transfer-Encoding:7bit\nX: y\n", "Content-Transfer-Encoding: quoted-printable\nX: y\n"),
    ],
)
def test_a_header_that_does_not_end_is_not_part_of_the_text(
    header: str, expected: str, first: str, line_end: str
) -> None:
    body = f"{first}{LONG} http://a.example/\nend"
    data = f"{header}{body}".replace("\n", line_end).encode()
    target = "http://b.example/" + "y" * 90
    changed = rewrite_links(data, lambda link: None if link.iri == target else target)
    if header.count("\n") < 2 or not first:
        assert changed.startswith(expected.replace("\n", line_end).encode())
    payload = email.message_from_bytes(changed).get_payload(decode=True)
    assert isinstance(payload, bytes)
    assert payload.decode() == body.replace("http://a.example/", target).replace("\n", line_end)


def test_only_the_message_says_its_version_of_mime() -> None:
    part = f"X: y\n\n{LONG} http://a.example/"
    changed = rewrite_links(multipart("mixed", part).encode(), lambda _: "http://b.example/" + "y" * 90)
    assert b"\nX: y\nContent-Transfer-Encoding: quoted-printable\n\n" in changed
