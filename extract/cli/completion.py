"""``iri completion``: print a completion script for bash, fish or zsh, written by ``dev.py completion``."""

from __future__ import annotations

import argparse
import os
import sys

from extract.files.reading import read_file

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=SHELLS, help='for bash: eval "$(iri completion bash)"')


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    path = os.path.join(os.path.dirname(__file__), f"completion.{options.shell}")
    sys.stdout.write(read_file(path).decode("utf-8"))
    return 0
