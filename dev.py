"""The project's commands. They only need Python 3.11 or later. Each creates .venv and installs its packages there.

python3 dev.py example   build example_docs to HTML, lint it, and print its path
python3 dev.py test      run the tests on all processors, in some minutes (more arguments go to pytest)
python3 dev.py test --fast   skip Sphinx builds and Unicode's files, unless named: for use during development
python3 dev.py test --all   also run tests that need more time or packages: TeX, a browser, Spark (CONTRIBUTING.md)
python3 dev.py test --matrix   run the tests with the lowest and the newest versions of the requirements
python3 dev.py fuzz --minutes N   run the property tests with new random examples
python3 dev.py fuzz --minutes N PART   guided fuzzing of the property tests that have PART in their names, or of "all";
                         "time" and "clock" search for texts that take more than linear time, by characters read and
                         by CPU time
python3 dev.py lint      run ruff and mypy
python3 dev.py bench     run the benchmarks
python3 dev.py docs      build the documentation
python3 dev.py completion   write the shell completion scripts
python3 dev.py messages   add new messages to the catalogs, and compile the catalogs
python3 dev.py compare   --ucd PATH: compare with other detectors; PATH is the directory of LinkDetectionTest.txt
python3 dev.py dist      build the sdist and the wheel twice, with pinned packages; --test checks the metadata and runs
                         the tests of the sdist, --sbom FILE lists the packages of an installation
python3 dev.py unicode   check at unicode.org whether Unicode has published newer data than the engine's
"""

# No "from __future__ import annotations", which is a syntax error before Python 3.7.
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - older versions end here
    sys.exit(f"dev.py needs Python 3.11 or later, and this is {sys.version_info[0]}.{sys.version_info[1]}")

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
import venv
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
HERE = ".".join(map(str, sys.version_info[:2]))


SIZES = {"test": "60 packages, 200 MB ", "all": "160 packages, 2 GB "}  # downloads of the dependency groups


def run(*command: str | Path) -> int:
    """Run a command in the project's root and return its exit status."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode


def require(*command: str | Path) -> None:
    """Run a command that must succeed."""
    status = run(*command)
    if status:
        sys.exit(status)


def install(*groups: str, extra: str = "[myst]") -> None:
    """Create .venv if needed, and install the project there with an extra and dependency groups."""
    if not _has_this_python():
        print(f"making {VENV.name} ...", flush=True)
        venv.create(VENV, with_pip=True, clear=VENV.exists())
        if sys.version_info < (3, 12):  # later versions do not include it
            require(PYTHON, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools")
    stamp = VENV / f"installed-{'-'.join(groups) or 'example'}"
    if stamp.exists() and stamp.stat().st_mtime >= (ROOT / "pyproject.toml").stat().st_mtime:
        return
    sizes = (SIZES[group] for group in groups if group in SIZES)
    print(f"installing {next(sizes, '')}...", flush=True)
    # --group needs pip 25.1
    require(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade", "pip>=25.1")
    options = [option for group in groups for option in ("--group", group)]
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    require(*pip, "--editable", f".{extra}", *options)
    stamp.touch()


def _has_this_python() -> bool:
    """Return whether .venv exists and has the version of the running Python."""
    with contextlib.suppress(OSError):
        made_with = re.search(r"(?m)^version = (\d+\.\d+)", (VENV / "pyvenv.cfg").read_text("utf-8"))
        return PYTHON.exists() and made_with is not None and made_with[1] == HERE
    return False


def example(arguments: list[str]) -> int:
    """Build the example book with warnings as errors, lint it, and print the findings for its broken page."""
    install()
    source, out = ROOT / "example_docs", ROOT / "example_docs" / "_build" / "html"
    require(PYTHON, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", *arguments, source, out)
    require(PYTHON, "-m", "extract", "lint", "example_docs", "--config", "extend-exclude=['broken']")
    print("\nWhat the linter says of the page that is broken on purpose:\n", flush=True)
    run(PYTHON, "-m", "extract", "lint", "example_docs/broken")
    print(f"\nThe book is built. Open {out / 'index.html'}")
    return 0


# The selection of `dev.py test` without --all.
USUAL = ("-m", "not all")
# Tests that `test --fast` does not even import, unless a path is named.
NOT_FAST = tuple(f"--ignore=tests/{folder}" for folder in ("sphinx", "browser", "conformance", "arrow", "spark"))


def test(arguments: list[str]) -> int:
    """Run the tests: with --all every test, with --fast fewer, with --matrix with other versions."""
    if "--matrix" in arguments:
        return run(sys.executable, "-m", "tools.matrix", *(one for one in arguments if one != "--matrix"))
    rest = [argument for argument in arguments if argument not in ("--all", "--fast")]
    names_path = any((ROOT / argument.partition("::")[0]).exists() for argument in rest)
    if "--all" in arguments:
        install("all")
        os.environ["IRI_ALL_TESTS"] = "1"
    else:
        install("test")
        os.environ.setdefault("HYPOTHESIS_PROFILE", "few")
        rest = [*USUAL, *(NOT_FAST if "--fast" in arguments and not names_path else ()), *rest]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise each process would compile each test module
    # As pip does, compile our modules. Otherwise each process that a test starts would do it again.
    require(PYTHON, "-m", "compileall", "-q", "extract", "sphinx_iri")
    if not any(argument.startswith(("-n", "--pdb")) for argument in rest):
        rest = ["-n", "auto", "--dist", "worksteal", *rest]
    return run(PYTHON, "-m", "pytest", *rest)


# What `fuzz` runs: all property tests, or those of the characters read, or of processor time.
LAWS = {
    "": ("-m", "hypothesis"),
    "time": ("tests/property/test_time_laws.py", "-k", "read"),
    "clock": ("tests/property/test_time_laws.py", "-k", "long"),
}


def fuzz(arguments: list[str]) -> int:
    """Run the property tests with new seeds until the time is over, or search with a target."""
    parser = argparse.ArgumentParser(prog="dev.py fuzz")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("target", nargs="?", default="", help='part of the name of a test, "all", "time" or "clock"')
    options = parser.parse_args(arguments)
    if options.target not in LAWS:
        install("fuzz")
        parts = () if options.target == "all" else (options.target,)
        return run(PYTHON, "-W", "ignore", "-m", "tools.guided_fuzzing", "--minutes", str(options.minutes), *parts)
    install("test")
    os.environ["HYPOTHESIS_PROFILE"] = "search"
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        status = run(PYTHON, "-m", "pytest", "-q", "-n", "auto", "--timeout", "0", *LAWS[options.target])
        if status:
            return status
    return 0


def lint(_arguments: list[str]) -> int:
    """Run the linters."""
    install("lint")
    checks = (("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy",))
    return max(run(PYTHON, "-m", *check) for check in checks)


def completion(_arguments: list[str]) -> int:
    """Write the shell completion scripts."""
    install("test")
    return run(PYTHON, "-m", "tools.completions")


def messages(_arguments: list[str]) -> int:
    """Update the message catalogs."""
    install("test")
    return run(PYTHON, "-m", "tools.languages")


def bench(arguments: list[str]) -> int:
    """Run the benchmarks."""
    install("test", "bench")
    return run(PYTHON, "-m", "pytest", "benchmarks", "--benchmark-only", *arguments)


def docs(_arguments: list[str]) -> int:
    """Build the documentation with warnings as errors."""
    install("docs")
    out = ROOT / "docs" / "_build" / "html"
    require(PYTHON, "-m", "sphinx", "-W", "-q", "-b", "html", ROOT / "docs", out)
    status = run(PYTHON, "-m", "tools.prose")
    print(f"The documentation is built. Open {out / 'index.html'}")
    return status


def compare(arguments: list[str]) -> int:
    """Print the table of README.md: correct lines and speed of other detectors."""
    install("all")
    return run(PYTHON, "-W", "ignore", "-m", "tools.compare", *arguments)


def dist(arguments: list[str]) -> int:
    """Build the sdist and the wheel into dist/ twice, check that the bytes are equal, and check their version."""
    parser = argparse.ArgumentParser(prog="dev.py dist")
    parser.add_argument("--tag", help="what the version must be, after a v")
    parser.add_argument("--test", action="store_true", help="check the metadata, and run the tests of the sdist")
    parser.add_argument("--sbom", type=Path, help="write what the wheel installs to this file, in CycloneDX")
    options = parser.parse_args(arguments)
    log = ("git", "log", "-1", "--format=%ct")
    os.environ["SOURCE_DATE_EPOCH"] = subprocess.run(
        log, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    out = ROOT / "dist"
    with tempfile.TemporaryDirectory() as temporary:
        python, again = _builder(Path(temporary, "venv")), Path(temporary, "dist")
        for folder in (out, again):
            shutil.rmtree(folder, ignore_errors=True)
            require(python, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
        built = sorted(out.iterdir())
        for path in built:
            if path.read_bytes() != (again / path.name).read_bytes():
                sys.exit(f"{path.name} has other bytes when it is built again")
    version = built[0].name.split("-")[1]
    if options.tag and options.tag != f"v{version}":
        sys.exit(f"the tag is {options.tag}, the version {version}")
    if options.test:
        _test_built(out, version)
    if options.sbom:
        _write_bill(next(out.glob("*.whl")), options.sbom)
    print(f"built in {out}:", *(path.name for path in built))
    return 0


def _builder(folder: Path) -> Path:
    """Create an environment with the pinned build packages, and return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / PYTHON.relative_to(VENV)
    pins = ROOT / ".github" / "pins" / "requirements.txt"
    options = ("--quiet", "--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:")
    require(python, "-m", "pip", "install", *options, "--requirement", pins)
    return python


def _test_built(out: Path, version: str) -> None:
    """Check the metadata of the built files, and run the tests from the unpacked sdist."""
    install("dist")
    require(PYTHON, "-m", "twine", "check", "--strict", *sorted(out.iterdir()))
    install("test")
    with tempfile.TemporaryDirectory() as unpacked:
        shutil.unpack_archive(out / f"sphinx_iri-{version}.tar.gz", unpacked)
        command = (PYTHON, "-m", "pytest", "-q", "-n", "auto", *USUAL, *NOT_FAST)
        status = subprocess.run(
            [str(part) for part in command], cwd=Path(unpacked, f"sphinx_iri-{version}"), check=False
        ).returncode
    if status:
        sys.exit("the tests of the sdist fail")


def _write_bill(wheel: Path, target: Path) -> None:
    """Write a list of the packages that a wheel installs, in CycloneDX."""
    install("dist")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        require(PYTHON, "-m", "pip", "--python", folder, "--quiet", "install", wheel)
        form = ("--output-reproducible", "--mc-type", "library", "--pyproject", ROOT / "pyproject.toml")
        require(PYTHON, "-m", "cyclonedx_py", "environment", *form, "--output-file", target, folder)


UNICODE = "17.0"  # the version of `regex`, idna and the conformance files


def unicode(_arguments: list[str]) -> int:
    """Check whether unicode.org has published newer data; return 1 if so. Then update `UNICODE` and these data."""
    with urlopen("https://www.unicode.org/Public/UCD/latest/ReadMe.txt", timeout=60) as answer:
        newest = re.search(r"Version (\d+\.\d+)", answer.read().decode())
    if newest is None:
        sys.exit("unicode.org does not say which version is the newest")
    print(f"Unicode {newest[1]} is the newest; the engine has {UNICODE}")
    return int(newest[1] != UNICODE)


def main() -> int:
    """Run the command that is the first argument."""
    commands = {
        command.__name__: command
        for command in (example, test, fuzz, lint, completion, messages, bench, docs, compare, dist, unicode)
    }
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        print(__doc__)
        return 2
    return commands[sys.argv[1]](sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
