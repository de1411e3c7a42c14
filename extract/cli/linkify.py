"""``iri linkify``: print a text, or the text of a message, with its links marked up by `extract.linkify`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from io import BytesIO

from extract.cli.files import File
from extract.cli.options import TEXTS, print_texts
from extract.cli.saying import UnreadableError
from extract.markup.linker import linkify
from extract.readers.formats import format_of

_FORMS, _HOSTS = ("html", "markdown", "rst"), ("browser", "all", "none")
_SHOWN = "hosts that are shown in Unicode: as browsers do (the default), all, none"
OPTIONS = TEXTS | {
    "--to FORM": ("format of the output (default: html)", {"choices": _FORMS, "default": "html", "metavar": None}),
    "--hosts WHICH": (_SHOWN, {"choices": _HOSTS, "default": "browser", "metavar": None}),
}


def _linked(file: File, options: argparse.Namespace) -> Iterator[str]:
    """Yield the text with marked-up links. For a message, use its plain text, as webmail shows it."""
    format = format_of(file.name)
    is_mail = format.own_charsets
    yield linkify(
        _text_of(file.data()) if is_mail else file.text(options.encoding),
        to=options.to,
        bare_domains=options.bare_domains or is_mail,
        email=options.email or is_mail,
        profile=format.profile,
        hosts=options.hosts,
    )


run = partial(print_texts, _linked)


def _text_of(data: bytes) -> str:
    """Return the plain text of a message, or the texts of a mailbox separated by empty lines."""
    from extract.mail.links import text_of
    from extract.mail.mailboxes import messages
    from extract.readers.mime import parts_of

    texts = [
        text_of(message.data, whole_links=True)
        for message in messages(BytesIO(data))
        if any(part.body is not None and part.type == "text/plain" for part in parts_of(message.data))
    ]
    if not texts:
        raise UnreadableError("the message has no plain text")
    return "\n\n".join([*(text.rstrip("\r\n") for text in texts[:-1]), texts[-1]])
