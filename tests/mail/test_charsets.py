"""The declared charset decides; where the bytes do not fit it, the other reading is looked up too."""

from __future__ import annotations

import pytest

from extract.mail import Note, links_in_message, rewrite_links

LINK = "https://аррӏе.example/größe"
STRAY = b" \xa0" * 6
HTML, PLAIN = "text/html", "text/plain"


def message(body: bytes, label: str | None, type: str = HTML) -> bytes:
    declared = "" if label is None else f"; charset={label}"
    return f"Content-Type: {type}{declared}\nContent-Transfer-Encoding: 8bit\n\n".encode() + body


def page(link: str, codec: str, head: str = "") -> bytes:
    return f"{head}<p>x</p><a href='{link}'>a</a>\n".encode(codec)


A, U = "http://a.example/", "http://a.example/ü"
MISREAD = "http://a.example/Ã¼"
META = "<meta charset={}>".format

# Label, bytes, the IRI by the label, and what the note says.
READINGS = [
    ("utf-8", page(LINK, "utf-8"), LINK, ""),
    ("utf-8", page(LINK, "utf-8") + STRAY, LINK, "not valid utf-8"),
    ("UTF8", page(U, "utf-8") + STRAY, U, "not valid UTF8"),
    ("unicode-1-1-utf-8", page(U, "utf-8"), U, ""),
    ("utf-8", page(U, "cp1252"), f"{A}%EF%BF%BD", "not valid utf-8"),
    ("utf-8", page(f"{U}&#228;", "utf-8") + STRAY, f"{U}ä", "not valid utf-8"),
    ("latin1", page(U, "utf-8"), MISREAD, "but is UTF-8"),
    ("latin1", page(U, "utf-8") + b"\xa0", MISREAD, ""),
    ("latin1", page(U, "cp1252"), U, ""),
    ("iso-8859-9", page(f"{A}ğ", "cp1254"), f"{A}ğ", ""),
    ("shift_jis", page(f"{A}表", "cp932") + b"\x81 ", f"{A}表", "not valid shift_jis"),
    ("x-user-defined", page(U, "utf-8"), MISREAD, "but is UTF-8"),
    (None, page(U, "utf-8"), U, "undeclared charset"),
    (None, page(U, "utf-8") + STRAY, MISREAD, "read as windows-1252"),
    # a mark decides before the label, and the header before the page
    ("koi8-r", b"\xef\xbb\xbf" + page(U, "utf-8"), U, "has the mark of UTF-8"),
    ("no-such", page(f"{A}я", "koi8-r", META("koi8-r")), f"{A}я", "unknown charset"),
    ("utf-8", page(U, "utf-8", META("koi8-r")), U, ""),
    (None, page(U, "utf-8", META("utf-16")), U, ""),
    (None, page(f"{A}я", "koi8-r", META("koi8-r") + META("utf-8")), f"{A}я", ""),
    (None, page(U, "utf-8", f"<!--{META('koi8-r')}-->{META('utf-8')}"), U, ""),
    (None, page(U, "utf-8", f"<meta name=x content='charset=koi8-r'>{META('utf-8')}"), U, ""),
]


@pytest.mark.parametrize(("label", "body", "iri", "noted"), READINGS)
def test_the_label_decides(label: str | None, body: bytes, iri: str, noted: str) -> None:
    notes: list[Note] = []
    (link,) = links_in_message(message(body, label), report=notes.append)
    assert link.iri == iri
    assert [note.kind for note in notes] == ["charset"] * bool(noted)
    assert not noted or noted in notes[0].message


@pytest.mark.parametrize(
    ("parameters", "iri", "noted"),
    [
        ("charset*=utf-8''koi8-r", f"{A}я", []),
        ("charset*0=koi8; charset*1=-r", f"{A}я", []),
        ("charset=koi8-r; charset=KOI8-R", f"{A}я", []),
        ("charset=koi8-r; charset=utf-8", f"{A}я", ["the second charset is ignored: utf-8"]),
    ],
)
def test_the_parameters_of_the_header(parameters: str, iri: str, noted: list[str]) -> None:
    notes: list[Note] = []
    data = f"Content-Type: text/html; {parameters}\n\n".encode() + page(f"{A}я", "koi8-r")
    assert [link.iri for link in links_in_message(data, report=notes.append)] == [iri]
    assert [note.message for note in notes] == noted


@pytest.mark.parametrize("label", ["utf-8", None])
def test_a_link_before_stray_bytes_is_rewritten(label: str | None) -> None:
    text = "größe größe https://a.example/größe☃und <https://b.example/größe>\n"
    body = text.encode().replace("☃".encode(), b"\xa0")
    written = rewrite_links(
        message(body, label, PLAIN), lambda link: f"https://gate.example/{link.lookup_keys[0].host}"
    )
    for site in ("a", "b"):
        link = f"https://{site}.example/größe".encode()
        # what stands directly after it would be taken for a part of it
        written_as = f"https://gate.example/{site}.example" if site == "b" else "<https://gate.example/a.example>"
        body = body.replace(link, written_as.encode())
    assert written.endswith(body)
