"""The declared charset decides; where the bytes do not fit it, the other reading is looked up too."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract.mail import Note, links_in_message, rewrite_links
from extract.redirects.chain import uri_or_none
from tests.examples import examples

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

# Label, bytes, the IRI by the label, the other IRIs, and what the note says.
READINGS = [
    ("utf-8", page(LINK, "utf-8"), LINK, [], ""),
    ("utf-8", page(LINK, "utf-8") + STRAY, LINK, [LINK.encode().decode("cp1252", "replace")], "not valid utf-8"),
    ("UTF8", page(U, "utf-8") + STRAY, U, [MISREAD], "not valid UTF8"),
    ("unicode-1-1-utf-8", page(U, "utf-8"), U, [], ""),
    ("utf-8", page(U, "cp1252"), f"{A}%EF%BF%BD", [U], "not valid utf-8"),
    ("utf-8", page(f"{U}&#228;", "utf-8") + STRAY, f"{U}ä", [f"{MISREAD}ä"], "not valid utf-8"),
    ("latin1", page(U, "utf-8"), MISREAD, [U], "but is UTF-8"),
    ("latin1", page(U, "utf-8") + b"\xa0", MISREAD, [U], ""),
    ("latin1", page(U, "cp1252"), U, [], ""),
    ("iso-8859-9", page(f"{A}ğ", "cp1254"), f"{A}ğ", [], ""),
    ("shift_jis", page(f"{A}表", "cp932") + b"\x81 ", f"{A}表", [f"{A}•/"], "not valid shift_jis"),
    ("x-user-defined", page(U, "utf-8"), MISREAD, [U], "but is UTF-8"),
    (None, page(U, "utf-8"), U, [], "undeclared charset"),
    (None, page(U, "utf-8") + STRAY, MISREAD, [U], "read as windows-1252"),
    # a mark decides before the label, and the header before the page
    ("koi8-r", b"\xef\xbb\xbf" + page(U, "utf-8"), U, [f"{A}ц╪"], "has the mark of UTF-8"),
    ("no-such", page(f"{A}я", "koi8-r", META("koi8-r")), f"{A}я", [], "unknown charset"),
    ("utf-8", page(U, "utf-8", META("koi8-r")), U, [], ""),
    (None, page(U, "utf-8", META("utf-16")), U, [], ""),
    (None, page(f"{A}я", "koi8-r", META("koi8-r") + META("utf-8")), f"{A}я", [], ""),
    (None, page(U, "utf-8", f"<!--{META('koi8-r')}-->{META('utf-8')}"), U, [], ""),
    (None, page(U, "utf-8", f"<meta name=x content='charset=koi8-r'>{META('utf-8')}"), U, [], ""),
]


@pytest.mark.parametrize(("label", "body", "iri", "others", "noted"), READINGS)
def test_the_label_decides(label: str | None, body: bytes, iri: str, others: list[str], noted: str) -> None:
    notes: list[Note] = []
    (link,) = links_in_message(message(body, label), report=notes.append)
    assert (link.iri, list(link.others)) == (iri, others)
    assert link.uris == tuple(uri for uri in map(uri_or_none, [iri, *others]) if uri)
    assert {key.uri for key in link.lookup_keys} == set(link.uris)
    assert [note.kind for note in notes] == ["charset"] * bool(noted)
    assert not noted or noted in notes[0].message


LABELS = [None, "utf-8", "us-ascii", "latin1", "koi8-r", "shift_jis", "gbk", "big5", "euc-kr", "iso-2022-jp", "no-such"]
LABELS += ["ibm037", "utf-7", "hz-gb-2312", "x-user-defined"]
FORMS = {
    HTML: "<p>größe</p><a href='{0}'>a</a> <p>x</p>\n",
    PLAIN: "größe\n<{0}>\n\n",
    "text/calendar": "BEGIN:VEVENT\nURL:{0}\nEND:VEVENT\n",
    "text/markdown": "[größe]({0})\n\n",
}
# What a charset is guessed by.
SCRAPS = [b"\xa0", b"\xff", b"\0", b"\x1b$B", b"\x1b(B", b"+AD4-", b"~{", b"\0x", b"x\0", b"\x81", b"\xc3\xa4 "]
SCRAPS += [f"<meta charset={label}>".encode() for label in ("gbk", "utf-16", "utf-7", "iso-2022-jp", "utf-8")]
APPENDED = st.lists(st.sampled_from(SCRAPS) | st.binary(max_size=4), max_size=40).map(b"".join)


@given(
    label=st.sampled_from(LABELS),
    codec=st.sampled_from(["utf-8", "cp1252", "koi8-r", "cp932", "gb18030", "big5", "iso2022_jp", "cp037"]),
    path=st.sampled_from(["größe", "日本", "привет", "plain", "a+b-", "ü"]),
    form=st.sampled_from(sorted(FORMS)),
    appended=APPENDED,
)
@example("utf-8", "utf-8", "größe", HTML, b"\xa0" * 6)
@examples(400)
def test_bytes_elsewhere_remove_nothing(label: str | None, codec: str, path: str, form: str, appended: bytes) -> None:
    """Whatever is added after a link, all that could be looked up before can be looked up."""
    body = FORMS[form].format(f"https://bücher.example/{path}").encode(codec, "replace")
    before, after = (
        {key for link in links_in_message(message(data, label, form)) for key in link.lookup_keys}
        for data in (body, body + b"\n" + appended)
    )
    assert before <= after


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
