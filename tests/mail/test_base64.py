"""Bodies in base64 that a list has written to: after the padding, lines are base64 or text."""

from __future__ import annotations

import base64

import pytest

from extract.mail import Note, links_in_message, rewrite_links, text_of
from extract.readers.transfer import Body

HEADER = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
FOOTER = "_____\nMailing list\nUnsubscribe\nhttps://list.example/größe\n"
MORE = base64.b64encode(b"see https://more.example/\n").decode() + "\n"


def encoded(text: str) -> str:
    return base64.encodebytes(text.encode()).decode()


# What stands after the padding, and the lines of text that it is.
AFTER = {
    "footer": (FOOTER, FOOTER),
    "words": ("list\nunsubscribe\n", "list\nunsubscribe\n"),
    "more base64": (MORE, "see https://more.example/\n"),
    "a short last line": (encoded("see https://more.example") + "bGlz\n", "see https://more.examplelis"),
    "base64 and a footer": (MORE + FOOTER, f"see https://more.example/\n\n{FOOTER}"),
    "a footer and base64": (FOOTER + MORE, f"{FOOTER}see https://more.example/\n"),
    "lines of signs": ("=====\n-----\n", "=====\n-----\n"),
    "nothing": ("\n\n", ""),
}


@pytest.mark.parametrize("name", AFTER)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_what_stands_after_the_padding(name: str, line_end: str) -> None:
    after, text = AFTER[name]
    data = (HEADER + encoded("Größe!!\n") + after).replace("\n", line_end).encode()
    lines = [line for line in text_of(data).replace("\r\n", "\n").split("\n") if line]
    assert lines == ["Größe!!", *(line for line in text.split("\n") if line)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("ending", ["", ".", ".."])
def test_rewriting_keeps_lines_in_clear(line_end: str, ending: str) -> None:
    body = encoded(f"see https://body.example/{ending} abcd")
    body = body if "=" in body else encoded(f"see https://body.example/{ending} abcde")
    data = (HEADER + body + FOOTER + MORE + FOOTER).replace("\n", line_end).encode()
    (footer, more) = ((FOOTER.replace("\n", line_end).encode()), MORE.strip().encode())
    links = list(links_in_message(data))
    assert [link.lookup_key and link.lookup_key.host for link in links] == [
        f"{site}.example" for site in ("body", "list", "more", "list")
    ]
    for link in (links[1], links[3]):
        assert data[link.byte_start :].startswith("https://list.example/größe".encode())
    of_body = rewrite_links(data, lambda link: "https://gate.example/" if link == links[0] else None)
    assert of_body.endswith(footer + more + line_end.encode() + footer)
    of_footer = rewrite_links(data, lambda link: "https://gate.example/" if "list" in link.iri else None)
    assert of_footer == data.replace("https://list.example/größe".encode(), b"https://gate.example/")
    for changed in (of_body, of_footer, rewrite_links(data, lambda _: "https://gate.example/a/b")):
        assert len(list(links_in_message(changed))) == 4
        assert text_of(changed).count("Mailing list") == 2


def test_a_link_that_crosses_the_padding() -> None:
    start = encoded("<a  href='https://a.example/")
    data = HEADER.replace("plain", "html") + start + "b'>a</a>\nbye\n"
    assert "=" in start
    changed = rewrite_links(data.encode(), lambda _: "https://gate.example/")
    assert [link.iri for link in links_in_message(changed)] == ["https://gate.example/"]


def test_padding_that_programs_ignore_is_noted() -> None:
    coded = encoded("<a href='//a.example/'>").strip()
    for body, told in {
        f"{coded}\n\nfooter: http://b.example/?a=1&b=c&d=d\n": [],
        f"{coded}===": [],
        f"{coded[:-2]}==4=": [],
        f"{coded[:-2]}=4=": ["encoding"],  # `email` reads on there
        f"{coded[:20]}={coded[20:]}": ["encoding"],
    }.items():
        notes: list[Note] = []
        list(links_in_message((HEADER.replace("plain", "html") + body).encode(), report=notes.append))
        assert [note.kind for note in notes] == told, body


def test_stretches_are_bounded() -> None:
    data = (HEADER + encoded("Größe!!\n") + "a b\nYQ==\n" * 1000 + FOOTER).encode()
    assert text_of(data).endswith("YQ==\n" + FOOTER)


def test_padding_is_looked_at_in_linear_time() -> None:
    """A megabyte took minutes."""
    assert not Body(b"YSBi" * 250_000 + b"YQ==", 0, "base64").has_odd_padding
