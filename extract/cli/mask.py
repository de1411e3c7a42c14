"""``iri mask``: print the text of files with masked links, for spell checkers, tokenizers and similar tools."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from extract.cli.files import File
from extract.cli.options import TEXTS, print_texts
from extract.detect.spans import mask
from extract.readers.formats import format_of


def _character(given: str) -> str:
    if len(given) != 1:
        raise argparse.ArgumentTypeError(f"one character is needed, not {given!r}")
    return given


_HOW = {"dest": "with_", "type": _character, "default": " "}
OPTIONS = TEXTS | {"--with CHAR": ("character to write over links (default: a space)", _HOW)}


def _masked(file: File, options: argparse.Namespace) -> Iterator[str]:
    profile = format_of(file.name).profile
    text = file.text(options.encoding)
    yield mask(text, options.with_, bare_domains=options.bare_domains, email=options.email, profile=profile)


run = partial(print_texts, _masked)
