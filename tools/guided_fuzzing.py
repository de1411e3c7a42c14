"""Guided fuzzing (Atheris, of the group ``fuzz``): python -m tools.guided_fuzzing --minutes 10 [TARGET …]

Each target of `tests/fuzzing.py` gets an equal share of the time, on one processor. Texts that reach new code are kept
in ``.fuzz/TARGET`` for the next run. A text that fails is also saved there. To repeat it, run ``python -m
tools.guided_fuzzing TARGET --input FILE``. Add such a text to a test of the fixed code. If the bug could be used for an
attack, report it as described in SECURITY.md.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".fuzz"
_TOO_LONG = 60  # seconds for one text
_LONGEST = {"grammar": 60, "readers": 1_000, "lint": 600, "mail": 1_000, "html": 500}  # bytes
_USUAL = 200
_LEAST = 0.5  # minutes for a target; its start takes a quarter of that


def run_one(target: str, options: list[str]) -> None:
    """Run one target in this process, and exit. Coverage is recorded for all imported modules of ours."""
    import atheris

    with atheris.instrument_imports(include=["extract"]):
        from tests.fuzzing import TARGETS
    atheris.Setup([sys.argv[0], *options], TARGETS[target])
    atheris.Fuzz()


def search(target: str, minutes: float) -> bool:
    """Run one target in its own process, print the progress, and return whether it failed."""
    from tests.fuzzing import seeds, words

    kept = KEPT / target
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        start, dictionary = Path(folder) / "seeds", Path(folder) / "words"
        start.mkdir()
        for number, data in enumerate(seeds(target)):
            (start / str(number)).write_bytes(data)
        quoted = ("".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogatepass")) for word in words(target))
        dictionary.write_text("".join(f'"{word}"\n' for word in quoted), "ascii")
        command = [sys.executable, "-m", "tools.guided_fuzzing", target, "--", f"-max_total_time={60 * minutes:.0f}"]
        command += [f"-dict={dictionary}", f"-artifact_prefix={kept}-", f"-max_len={_LONGEST.get(target, _USUAL)}"]
        command += [f"-timeout={_TOO_LONG}", "-rss_limit_mb=2048", "-print_final_stats=1", str(kept), str(start)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    said = done.stdout + done.stderr
    if "ERROR: libFuzzer: run interrupted" in said or "KeyboardInterrupt" in said:
        raise KeyboardInterrupt
    if done.returncode:
        print(said[-6000:])
    reached = re.findall(r"(?m)^#\d+\s.*?\bcov: \d+", said) or ["?"]  # executions and coverage
    print(f"{target}: {reached[0]} -> {reached[-1]}{', FAILED' if done.returncode else ''}", flush=True)
    return done.returncode != 0


def main() -> int:
    """Run the search. Return 1 if a target failed."""
    own, _, options = " ".join(sys.argv[1:]).partition(" -- ")
    if options:  # this is the process for one target
        run_one(own, options.split())
    from tests.fuzzing import TARGETS

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all of {', '.join(TARGETS)}")
    parser.add_argument("--minutes", type=float, default=10, help="for all targets together (default: 10)")
    parser.add_argument("--input", type=Path, help="run one target for the bytes of this file")
    arguments = parser.parse_args()
    if unknown := sorted({*arguments.targets} - {*TARGETS}):
        parser.error(f"no target {', '.join(unknown)}; there are {', '.join(TARGETS)}")
    targets = arguments.targets or list(TARGETS)
    if not arguments.input and not _LEAST * len(targets) <= arguments.minutes < 1e6:
        parser.error(f"--minutes must be at least {_LEAST * len(targets):g}: {_LEAST} for each target")
    if arguments.input:
        TARGETS[targets[0]](arguments.input.read_bytes())
        return 0
    failed = False
    try:
        for target in targets:
            failed |= search(target, arguments.minutes / len(targets))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
