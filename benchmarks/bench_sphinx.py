"""What the extension costs a whole build: 200 documents, 1,000 links, HTML.

Builds with and without it take turns, in processes of their own; compared are the least processor times. Another
process measures the share that the extension's own functions have in one build. Two kinds of project: ASCII addresses,
which both builds link, and IRIs, of which docutils makes other, shorter links.
"""

from __future__ import annotations

import cProfile
import os
import pstats
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROUNDS = 5
PARAGRAPH = (
    "Documentation is read by people who came for one sentence, so every page says first what it is about, and then "
    "how *it* is done: with ``code``, with **one** example and a :ref:`reference <search>` to what comes next. "
)
LINKS = {
    "ASCII": [
        "https://docs.example.org/en/latest/page.html#part",
        "https://example.com/?q=word&lang=en",
        "http://a.example/",
    ],
    "IRIs": [
        "https://ja.wikipedia.org/wiki/日本語",
        "https://ru.wikipedia.org/wiki/Москва_(город)",
        "http://例え.jp/?q=ü",
    ],
}


def project(folder: Path, links: list[str]) -> Path:
    folder.mkdir()
    (folder / "conf.py").write_text("suppress_warnings = ['ref']\n", "utf-8")
    for number in range(200):
        sections = "".join(
            f"Section {n}\n---------\n\n{PARAGRAPH * 3}\n\n"
            f"See {links[(number + n) % len(links)]}{number}{n} for more. {PARAGRAPH}\n\n"
            f"* one\n* two {PARAGRAPH}\n\n.. code-block:: python\n\n   print('{n}')\n\n"
            for n in range(5)
        )
        toctree = ".. toctree::\n   :glob:\n\n   p*\n" if number == 0 else ""
        name = f"p{number}" if number else "index"
        (folder / f"{name}.rst").write_text(f"Page {number}\n{'=' * 9}\n\n{sections}{toctree}", "utf-8")
    return folder


def command(source: Path, out: Path, extension: bool) -> list[str]:
    options = ["-D", "extensions=sphinx_iri"] if extension else []
    return ["-q", "-Q", "-E", "-b", "html", *options, str(source), str(out)]


def cpu(source: Path, out: Path, extension: bool) -> float:
    """Build in a process of its own, and return its processor time in seconds; modules are compiled once for all."""
    cached = {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(out.with_name("pyc")), "PYTHONDONTWRITEBYTECODE": ""}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    arguments = [sys.executable, "-m", "sphinx", *command(source, out, extension)]
    subprocess.run(arguments, env={**os.environ, **cached}, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def share(source: Path, out: Path) -> float:
    """Build in this process under the profiler; return the part of the time inside our packages' functions."""
    from sphinx.cmd.build import main

    profile = cProfile.Profile()
    profile.runcall(main, command(source, out, True))
    statistics = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    own = sum(
        entry[2]
        for (path, _, _), entry in statistics.items()
        if f"{ROOT}/extract" in path or f"{ROOT}/sphinx_iri" in path
    )
    return float(own / sum(entry[2] for entry in statistics.values()))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", LINKS)
def test_cost_of_the_extension(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = project(tmp_path / "source", LINKS[kind])
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for extension, measured in times.items():
            measured.append(cpu(source, tmp_path / "out", extension))
    without, with_it = min(times[False]), min(times[True])
    inside = share(source, tmp_path / "out")
    with capsys.disabled():
        print(f"\n{kind}: {with_it:.2f} s with, {without:.2f} s without: × {with_it / without:.3f}")
        print(f"own share {inside:.2%}")
