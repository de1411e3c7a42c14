"""Web addresses with user information that other programs link, and how they are hidden from those that look."""

import pytest

from extract.mail import Note, links_in_message, rewrite_links

HIDDEN = {
    # what nobody sees, and marks of East Asian sentences before "@"
    "http://paypal.com\u200b@evil.example/": "evil.example",
    "http://paypal.com\u202e@evil.example/": "evil.example",
    "http://paypal.com\ufeffx@evil.example/": "evil.example",
    "http://paypal.com。@evil.example/": "evil.example",
    "http://paypal.com！？@evil.example/": "evil.example",
    # no host follows "@"
    "http://evil.example@-": "evil.example",
    "http://evil.example@/x": "evil.example",
    "http://evil.example,@bob..x": "evil.example",
    "http://evil.example!@bob:99999": "evil.example",
    "http://evil.example:80@[x]": "evil.example",
    "访问http://evil.example，@-小明": "evil.example",
}


@pytest.mark.parametrize("profile", ["prose", "uts58"])
@pytest.mark.parametrize(("text", "host"), HIDDEN.items())
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_hidden_hosts(kind: str, text: str, host: str, profile: str) -> None:
    message = f"Content-Type: text/{kind}; charset=utf-8\n\nsee {text} now".encode()
    assert [key.host for link in links_in_message(message, profile=profile) for key in link.lookup_keys] == [host]
    assert host.encode() not in rewrite_links(message, lambda one: "https://gate.example/")


def test_prose_without_spaces_keeps_both() -> None:
    message = "Content-Type: text/plain; charset=utf-8\n\n访问http://a.example，ann@b.example".encode()
    assert [link.iri for link in links_in_message(message)] == ["http://a.example", "mailto:ann@b.example"]


@pytest.mark.parametrize(
    ("coded", "is_odd"),
    [
        (b"PGEgaHJlZj0nLy9hLmV4YW1wbGUvJz4=", False),
        (b"PGEgaHJlZj0nLy9hLmV4YW1wbGUvJz4=\nPGEgaHJlZj0nLy9hLmV4YW1wbGUvJz4=\n", False),
        (b"PGEgaHJlZj0nLy9hLmV4YW1wbGUvJz4=\n\nfooter: http://b.example/?a=b&c=d\n", False),
        (b"PGEgaHJlZj0nLy9hLmV4YW1wbGUvJz4===", False),
        (b"PGEgaHJlZj0nLy9hLmV4YW1wbGUvJz==4=", False),
        (b"PGEgaHJlZj0nLy9hLmV4YW1wbGUvJz=4=", True),  # `email` reads "Jz4=" there
        (b"PGEgaHJlZj0nLy9hLmV4Y=W1wbGUvJz4=", True),
    ],
)
def test_padding_that_programs_ignore_is_noted(coded: bytes, is_odd: bool) -> None:
    notes: list[Note] = []
    list(
        links_in_message(b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + coded, report=notes.append)
    )
    assert ("encoding" in [note.kind for note in notes]) == is_odd
