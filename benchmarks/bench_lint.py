"""The linter beside the parsers whose formats it reads, in one run: the same prose with few links, and its start-up.

The last tests print the ratios. "markdown-it-py" and "docutils" only parse; the linter reads, finds and checks.
``IRI_BENCH_REPOSITORIES`` names directories of real documentation, ``IRI_BENCH_BEFORE`` a checkout of another version
of this project to compare with: both check each directory, in turn, and processor time is printed.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from docutils.core import publish_doctree
from markdown_it import MarkdownIt

from extract import lint
from extract.rules import RULES, usual_rules

PARAGRAPHS = (
    "The *quick* brown fox jumps over the lazy dog, and ``code`` is left alone; see chapter 3 for the reasons.\n"
    "It goes on for a second line, and a third one that ends here: nothing of this is an address.",
    "- Alle Menschen sind frei und gleich an Würde und Rechten geboren.\n- Sie sind mit Vernunft und Gewissen begabt.",
    "これは日本語の文章です。リンクはほとんどありませんが、句読点や「括弧」はたくさんあります。次の段落に続きます。",
    "Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью.",
    "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا.",
)
LINKS = (
    "See https://ja.wikipedia.org/wiki/日本語 for more.",
    "See https://example.com/path?query=1#top, and go on.",
    "Siehe http://www.münchen.de/straße und weiter.",
)


def prose(size: int) -> str:
    """Prose of at least that many octets of UTF-8, with a link about every 4000."""
    pieces: list[str] = []
    length = since = number = 0
    while length < size:
        text = PARAGRAPHS[number % len(PARAGRAPHS)]
        if since > 4000:
            text, since = LINKS[number % len(LINKS)], 0
        pieces.append(text)
        length += len(text.encode()) + 2
        since += len(text.encode()) + 2
        number += 1
    return "\n\n".join(pieces) + "\n"


DEFAULT = usual_rules()
DATA = prose(1_000_000).encode()
SMALL = prose(100_000)
READERS: dict[str, Callable[[], object]] = {
    "lint, rst": lambda: lint(DATA, "a.rst", rules=DEFAULT),
    "lint, markdown": lambda: lint(DATA, "a.md", rules=DEFAULT),
    "lint, text": lambda: lint(DATA, "a.txt", rules=DEFAULT),
    "lint, rst, all rules": lambda: lint(DATA, "a.rst", rules=RULES.values()),
    "markdown-it-py, parsing": lambda: MarkdownIt().parse(DATA.decode()),
}


def _best(run: Callable[[], object], times: int = 3) -> float:
    results = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        results.append(time.perf_counter() - start)
    return min(results)


@pytest.mark.parametrize("name", READERS)
def test_reading(benchmark, name: str) -> None:
    benchmark.extra_info["octets"] = len(DATA)
    benchmark.pedantic(READERS[name], rounds=2)


def test_ratios(benchmark, capsys) -> None:
    benchmark.pedantic(lambda: None, rounds=1)
    speeds = {name: len(DATA) / _best(run) for name, run in READERS.items()}
    speeds["docutils, parsing"] = len(SMALL.encode()) / _best(lambda: publish_doctree(SMALL), 1)
    base = speeds["lint, rst"]
    with capsys.disabled():
        print()
        for name, speed in sorted(speeds.items(), key=lambda item: -item[1]):
            print(f"{name:28} {speed / 1e6:8.2f} MB/s   lint, rst is {base / speed:7.2f} times as fast")


def test_start_up(benchmark, capsys, tmp_path) -> None:
    """``iri lint`` on one small file beside ``import docutils.core``: at most three times as long."""
    benchmark.pedantic(lambda: None, rounds=1)
    path = tmp_path / "a.rst"
    path.write_text("See http://www.w3.org/People/Dürst now.\n", "utf-8")

    # Installed software has its bytecode beside it.
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}

    def start(*arguments: str) -> float:
        return _best(lambda: subprocess.run([sys.executable, *arguments], check=True, env=environment), 9)

    ours, docutils = start("-m", "extract", "lint", str(path)), start("-c", "import docutils.core")
    with capsys.disabled():
        print(
            f"\nstart-up: iri lint {ours * 1000:.0f} ms, docutils {docutils * 1000:.0f} ms: ratio {ours / docutils:.2f}"
        )


@pytest.mark.skipif(find_spec("sphinxlint") is None, reason="needs sphinx-lint")
@pytest.mark.timeout(3600)
def test_small_files(benchmark, capsys, tmp_path) -> None:
    """Many small files beside sphinx-lint, in one process: the first run, and one after which nothing has changed."""
    benchmark.pedantic(lambda: None, rounds=1)
    text = prose(1_000_000)
    size = 2000
    for number, at in enumerate(range(0, len(text) - size, size)):
        folder = tmp_path / "docs" / str(number % 20)
        folder.mkdir(parents=True, exist_ok=True)
        for copy in range(5):
            (folder / f"{number}-{copy}.rst").write_text(f"{text[at : at + size]}\n\n.. {copy}\n", "utf-8")
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")

    def spent(*command: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", *command, "-j", "1", "docs"],
            check=False,
            capture_output=True,
            env=environment | {"PYTHONPATH": str(Path(__file__).parents[1])},
            cwd=tmp_path,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    lint_it = ("extract", "lint", "--exit-zero")
    spent(*lint_it, "--no-cache")  # writes the bytecode
    theirs = (spent("sphinxlint") + spent("sphinxlint")) / 2
    first, second = spent(*lint_it), spent(*lint_it)
    with capsys.disabled():
        print(f"\nsmall files: {first / theirs:.2f} × sphinx-lint's time, the second run {second / theirs:.2f} ×")


def _processor_time(checkout: Path, directory: str) -> float:
    """Return the seconds that ``iri lint`` of a checkout takes for a directory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [sys.executable, "-m", "extract", "lint", "--statistics", "--exit-zero", directory]
    subprocess.run(command, cwd=checkout, check=False, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


@pytest.mark.skipif("IRI_BENCH_REPOSITORIES" not in os.environ, reason="IRI_BENCH_REPOSITORIES names directories")
@pytest.mark.timeout(3600)
def test_real_repositories(benchmark, capsys) -> None:
    benchmark.pedantic(lambda: None, rounds=1)
    now = Path(__file__).parents[1]
    before = Path(os.environ.get("IRI_BENCH_BEFORE", now))
    for directory in os.environ["IRI_BENCH_REPOSITORIES"].split(os.pathsep):
        files = [path for path in Path(directory).rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files) / 1e6
        times: dict[str, list[float]] = {"before": [], "now": []}
        for _ in range(3):
            times["before"].append(_processor_time(before, directory))
            times["now"].append(_processor_time(now, directory))
        best = {name: min(found) for name, found in times.items()}
        with capsys.disabled():
            print(
                f"\n{Path(directory).name:40} {len(files):6} files {size:7.1f} MB  now {best['now']:6.2f} s, "
                f"{size / best['now']:5.2f} MB/s; before {best['before']:6.2f} s, "
                f"ratio {best['now'] / best['before']:.2f}"
            )
