"""``iri linkify``: a text, or the text of a message, with its links marked, as `extract.linkify` does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from io import BytesIO

from extract.cli.files import STDIN, add_found, add_input, add_result, read_bytes, read_text
from extract.cli.saying import Unread, UnreadableError
from extract.markup.linker import linkify
from extract.readers.formats import format_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser, folders=False)
    add_found(parser, more=" (mail: always)")
    add_result(parser)
    parser.add_argument(
        "--to", choices=("html", "markdown", "rst"), default="html", help="format of the output (default: html)"
    )
    parser.add_argument(
        "--hosts",
        choices=("browser", "all", "none"),
        default="browser",
        help="hosts that are shown in Unicode: as browsers do (the default), all, none",
    )


def run(options: argparse.Namespace) -> int:
    """Print each text with its links; of a message the plain text, as webmail would show it."""
    unread = Unread()
    for path in options.paths or [STDIN]:
        name = (options.stdin_filename or "<stdin>") if path == STDIN else path
        for text in unread.guard(name, _linked(name, path, options)):
            sys.stdout.write(text)
    return 2 if unread.any else 0


def _linked(name: str, path: str, options: argparse.Namespace) -> Iterator[str]:
    format = format_of(name)
    is_mail = format.own_charsets
    if is_mail:
        text = _text_of(read_bytes(path), in_mbox=format.mailbox)
        if text is None:
            raise UnreadableError("the message has no plain text")
    else:
        text = read_text(path, name, options.encoding)
    yield linkify(
        text,
        to=options.to,
        bare_domains=options.bare_domains or is_mail,
        email=options.email or is_mail,
        profile=format.profile,
        hosts=options.hosts,
    )


def _text_of(data: bytes, *, in_mbox: bool) -> str | None:
    """Return the text of a message, or those of a mailbox with empty lines between them; ``None`` if none has text."""
    from extract.mail.links import text_of
    from extract.mail.mailboxes import split_mbox
    from extract.readers.mime import parts_of

    messages = [message.data for message in split_mbox(BytesIO(data))] if in_mbox else [data]
    texts = [
        text_of(message, whole_links=True)
        for message in messages
        if any(part.body is not None and part.type == "text/plain" for part in parts_of(message))
    ]
    return "\n\n".join([*(text.rstrip("\r\n") for text in texts[:-1]), texts[-1]]) if texts else None
