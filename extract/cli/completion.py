"""``iri completion``: print a completion script for bash, fish or zsh, written by ``dev.py completion``."""

from __future__ import annotations

import argparse
import os
import sys

from extract.files.reading import read_file

SHELLS = ("bash", "zsh", "fish")


OPTIONS = {"SHELL": ('for bash: eval "$(iri completion bash)"', {"dest": "shell", "choices": SHELLS, "metavar": None})}


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    path = os.path.join(os.path.dirname(__file__), f"completion.{options.shell}")
    sys.stdout.write(read_file(path).decode("utf-8"))
    return 0
