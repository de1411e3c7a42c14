"""What is asked of one message, and what comes: ``cases/messages.txt``."""

from __future__ import annotations

import email
from typing import Any

import pytest

from extract.mail import MailLink, deceptive_links, links_in_message
from extract.mail.rtf import Rtf
from tests.calls import names, wrong_calls
from tests.mail.test_links import assert_is_at, iris, message, multipart, notes
from tests.marking import hidden, table, unmark


def link(text: str, type: str = "text/html; charset=utf-8", *fields: str) -> MailLink:
    """Return the only link of a message of one part."""
    (found,) = links_in_message(message(text, type, *fields))
    return found


def of_field(marked: str) -> str:
    """Return the links of a field of a header, whose places are marked."""
    written, spans = unmark(hidden(marked))
    data = f"{written}\n\nhello\n".encode()
    links = list(links_in_message(data))
    for one, span in zip(links, spans, strict=False):
        assert (one.header, one.text) == (written.partition(":")[0].lower(), span)
        assert_is_at(data, one, span.encode())
    parsed = [(one.iri, one.start, one.byte_start) for one in links_in_message(email.message_from_bytes(data))]
    assert parsed == [(one.iri, one.start, None) for one in links]
    return " ".join(one.iri for one in links)


def only_in(text: str, html: str) -> list[str | None]:
    """Return which form of a message alone has the link of its text, of its HTML, and of a picture."""
    page = f"Content-Type: text/html; charset=utf-8\n\n<a href='{html}'>a</a><img src='{html}'>"
    data = multipart("alternative", f"Content-Type: text/plain; charset=utf-8\n\n{text}", page)
    return [one.only_in for one in links_in_message(data.encode())]


def context(marked: str) -> str:
    """Return the context of the link that is marked."""
    text, (written,) = unmark(marked)
    found = link(text, "text/plain")
    assert (found.text, found.start, found.end) == (written, text.index(written), text.index(written) + len(written))
    return found.context


def of_password(html: str) -> list[tuple[str, str]]:
    """Return the codes and severities of the only link that may deceive."""
    ((_, problems),) = deceptive_links(b"Content-Type: text/html\n\n" + html.encode())
    return [(problem.code, problem.severity) for problem in problems]


HERE: list[Any] = [link, of_field, only_in, context, of_password, hidden, iris, message, multipart, notes, Rtf]
KNOWN = names("extract.mail") | {one.__name__: one for one in HERE} | {"email": email}
CALLS = table("messages.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
