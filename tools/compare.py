"""Compare with other detectors: lines of UTS #58's LinkDetectionTest.txt, hostile shapes, and time.

python3 dev.py compare --ucd PATH    PATH: the directory of LinkDetectionTest.txt

README.md also contains the counts, which tests/test_compare.py checks. The times depend on the machine.
"""

from __future__ import annotations

import argparse
import platform
import re
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from extract import find_links
from tests.linear import FACTOR, seconds
from tools.integrations_table import hosts

Detector = Callable[[str], list[str]]

# Shapes that are slow in a detector with backtracking.
HOSTILE = (
    "http://a.example/((((((((",
    "a.b.c.d.",
    "http:http:http:",
    "a@a@a@",
    "://://",
    "http://a.example/......",
)
_LONG = 20_000  # characters


def _linkify_it() -> Detector:
    from linkify_it import LinkifyIt

    return lambda text: [link.raw for link in LinkifyIt().match(text) or ()]


def _alone(host: str) -> Detector:
    return hosts()[host][0]


def _ours(profile: str) -> Detector:
    find = partial(find_links, profile=profile, bare_domains=True, email=True)
    return lambda text: [link.text for link in find(text)]


DETECTORS: dict[str, Callable[[], Detector]] = {
    "sphinx-iri": partial(_ours, "prose"),
    "sphinx-iri, profile `uts58`": partial(_ours, "uts58"),
    "linkify-it-py": _linkify_it,
    "bleach": partial(_alone, "bleach.linkify"),
    "Django's `urlize`": partial(_alone, "Django"),
    "Jinja's `urlize`": partial(_alone, "Jinja"),
    "pymdownx.magiclink": partial(_alone, "Python-Markdown"),
    "mistune's `url`": partial(_alone, "mistune"),
    "docutils": partial(_alone, "docutils"),
}


def lines_of_the_test(folder: Path) -> list[str]:
    """Return the lines of the test, with links between ⸠ and ⸡."""
    text = (folder / "LinkDetectionTest.txt").read_text("utf-8")
    return [line for line in text.split("\n") if line.strip() and not line.startswith("#")]


def right_lines(detect: Detector, lines: Iterable[str]) -> int:
    """Return the number of lines in which exactly the marked links are found."""
    right = 0
    for line in lines:
        wanted = re.findall("⸠(.*?)⸡", line)
        try:
            right += detect(line.replace("⸠", "").replace("⸡", "")) == wanted
        except Exception as error:  # an error of the other detector
            print(f"{type(error).__name__} for {line!r}", file=sys.stderr)
    return right


def _best(detect: Detector, texts: Iterable[str]) -> float:
    """Return the seconds for all texts, the minimum of three runs."""
    return min(sum(seconds(detect, text) for text in texts) for _ in range(3))


def takes_too_long(detect: Detector, shape: str) -> bool:
    """Return whether a text of double length takes more than `FACTOR` times as long."""
    one, two = (_best(detect, [shape * (size // len(shape))]) for size in (_LONG // 2, _LONG))
    return two > FACTOR * one


def main() -> int:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(prog="dev.py compare", description="Compare with other detectors.")
    parser.add_argument("--ucd", type=Path, required=True, help="the directory of LinkDetectionTest.txt of UTS #58")
    lines = lines_of_the_test(parser.parse_args().ucd)
    texts = [line.replace("⸠", "").replace("⸡", "") for line in lines]
    print(f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {platform.machine()}\n")
    print(f"| | correct lines, of {len(lines)} | hostile shapes that take too long, of {len(HOSTILE)} | µs a line |")
    print("| --- | --- | --- | --- |")
    for name, make in DETECTORS.items():
        detect = make()
        right = right_lines(detect, lines)
        slow = sum(takes_too_long(detect, shape) for shape in HOSTILE)
        microseconds = _best(detect, texts) / len(texts) * 1e6
        print(f"| {name} | {right} | {slow} | {microseconds:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
