"""``iri linkify``: a text, or the text of a message, with its links marked, as `extract.linkify` does."""

from __future__ import annotations

import argparse
import sys
from io import BytesIO

from extract.cli.files import STDIN, encoding, read_bytes, undecodable
from extract.markup.linker import linkify
from extract.readers.decoding import decode
from extract.readers.formats import format_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="*", metavar="FILE", help='"-" is standard input (the default)')
    parser.add_argument(
        "--to", choices=("html", "markdown", "rst"), default="html", help="format of the output (default: html)"
    )
    parser.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="file name to assume for standard input; it decides the format"
    )
    parser.add_argument(
        "--schemeless", action="store_true", help="also link domain names without a scheme (mail: always)"
    )
    parser.add_argument("--email", action="store_true", help="also link e-mail addresses (mail: always)")


def run(options: argparse.Namespace) -> int:
    """Print each text with its links; of a message the plain text, as webmail would show it."""
    status = 0
    for path in options.paths or [STDIN]:
        name = (options.stdin_filename or "<stdin>") if path == STDIN else path
        format = format_of(name)
        is_mail = format.name in ("mail", "mbox")
        try:
            data = read_bytes(path)
        except OSError as error:
            print(f"iri: {name}: {error.strerror}", file=sys.stderr)
            status = 2
            continue
        if is_mail:
            text: str | None = _text_of(data, in_mbox=format.name == "mbox")
            if text is None:
                print(f"iri: {name}: the message has no plain text", file=sys.stderr)
        else:
            decoded = decode(data, options.encoding, format)
            text = decoded.text
            if text is None:
                print(undecodable(name, decoded.start, decoded.encoding), file=sys.stderr)
        if text is None:
            status = 2
            continue
        schemeless, email = options.schemeless or is_mail, options.email or is_mail
        sys.stdout.write(linkify(text, to=options.to, schemeless=schemeless, email=email))
    return status


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
