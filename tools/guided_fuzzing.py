"""Guided fuzzing of the property tests (Atheris, of the group ``fuzz``): python -m tools.guided_fuzzing [PART …]

The tests whose names contain a PART, or all in random order, get a minute each until the time is over. Inputs that
reach new code are kept in ``.fuzz`` for the next run. Hypothesis keeps an input that fails: with
``HYPOTHESIS_PROFILE=search``, pytest then fails with the shortest example. If the bug could be used for an attack,
report it as described in SECURITY.md.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".fuzz"
SECONDS = 60  # for a test
LIMITS = ("-max_len=4096", "-timeout=60", "-rss_limit_mb=2048", "-print_final_stats=1")


def laws(module: str) -> Iterator[str]:
    """Yield the names of the property tests of a module that need nothing else from pytest, and little time."""
    for name, test in vars(importlib.import_module(module)).items():
        if hasattr(test, "hypothesis") and not inspect.signature(test).parameters and not hasattr(test, "pytestmark"):
            yield f"{module}.{name}"


def every_law() -> list[str]:
    """Return the names of all property tests."""
    paths = (path for path in sorted((ROOT / "tests").rglob("test_*.py")) if "@given" in path.read_text("utf-8"))
    return [law for path in paths for law in laws(".".join(path.relative_to(ROOT).with_suffix("").parts))]


def run_one(law: str, options: list[str]) -> None:
    """Run one test in this process, and exit. Coverage is recorded for all imported modules of ours."""
    import atheris

    with atheris.instrument_imports(include=["extract"]):
        module, _, name = law.rpartition(".")
        test = getattr(importlib.import_module(module), name)
    atheris.Setup([sys.argv[0], *options], test.hypothesis.fuzz_one_input)
    atheris.Fuzz()


def search(law: str) -> bool:
    """Run one test in its own process, print the progress, and return whether it failed."""
    kept = KEPT / law
    kept.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tools.guided_fuzzing", "--run", law, f"-max_total_time={SECONDS}", *LIMITS]
    done = subprocess.run(
        [*command, f"-artifact_prefix={kept}-", str(kept)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    if done.returncode:
        print(said[-6000:])
    reached = re.findall(r"(?m)^#\d+\s.*?\bcov: \d+", said) or ["?"]  # executions and coverage
    print(f"{law}: {reached[0]} -> {reached[-1]}{', FAILED' if done.returncode else ''}", flush=True)
    return done.returncode != 0


def main() -> int:
    """Run the search. Return 1 if a test failed."""
    if sys.argv[1:2] == ["--run"]:  # this is the process for one test
        run_one(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", default=[""])
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    chosen = [law for law in every_law() if any(part in law for part in options.parts)]
    random.shuffle(chosen)
    failed = [law for law in chosen if time.monotonic() < end and search(law)]
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
