"""``iri lint``: what is wrong with the links of files."""

from __future__ import annotations

import argparse
import sys

from extract.cli.files import STDIN, read_octets, walk
from extract.linting import Finding, lint
from extract.reports import FORMATS, report
from extract.rules import RULES
from extract.rules.spoofing import protecting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help='files or directories; "-" is standard input')
    parser.add_argument("--exclude", action="append", default=[], metavar="NAME", help="leave out files or directories")
    parser.add_argument("--encoding", help="of files without a byte order mark (default: utf-8)")
    parser.add_argument("--format", choices=FORMATS, default="full", help="of the report (default: full)")
    parser.add_argument(
        "--protect", type=_names, default=[], metavar="HOST,…", help="report hosts that look like one of these (IRI607)"
    )


def _names(text: str) -> list[str]:
    return [name for name in map(str.strip, text.split(",")) if name]


def run(options: argparse.Namespace) -> int:
    """Print what is found."""
    rules = [rule for rule in RULES.values() if rule.on]
    if options.protect:
        rules.append(protecting(options.protect))
    findings: list[Finding] = []
    unreadable = False
    for path in walk(options.paths, options.exclude):
        name = "<stdin>" if path == STDIN else path
        try:
            data = read_octets(path)
        except OSError as error:
            print(f"iri: {name}: {error.strerror}", file=sys.stderr)
            unreadable = True
            continue
        findings += lint(name, data, rules, encoding=options.encoding)
    sys.stdout.write(report(findings, options.format))
    return 2 if unreadable else 1 if findings else 0
