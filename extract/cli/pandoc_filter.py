"""``iri pandoc-filter``: read a document as pandoc's JSON, and write it with its links marked up."""

from __future__ import annotations

import argparse
import sys

from extract.cli.saying import say
from extract.integrations.pandoc import run as run_filter

OPTIONS = {
    "FORMAT": ("output format, passed by pandoc and ignored", {"dest": "format", "nargs": "?", "metavar": None}),
    "--bare-domains": "link bare domains (not names of files), not only www.",
    "--default-scheme SCHEME": ("of bare domains (default: https)", {"default": "https"}),
    "--no-email": "do not link e-mail addresses",
}


def run(options: argparse.Namespace) -> int:
    """Filter standard input to standard output; return 2 if the input is not a document."""
    try:
        run_filter(
            sys.stdin.buffer,
            sys.stdout.buffer,
            bare_domains=options.bare_domains,
            email=not options.no_email,
            default_scheme=options.default_scheme,
        )
    except ValueError as error:
        say(str(error))
        return 2
    return 0
