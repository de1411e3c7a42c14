"""What several test modules share."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from collections.abc import Generator, Iterator
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

# Their assertions say what came, as those of tests do; before anything imports them.
for path in Path(__file__).parent.glob("*.py"):
    if not path.stem.startswith("test_"):
        pytest.register_assert_rewrite(f"tests.{path.stem}")

ROOT = Path(__file__).parents[1]

# A machine that does other things as well is slow at times, and patterns are compiled on first need.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples in every run, so that a change fails by what it changes; HYPOTHESIS_PROFILE=random looks for others.
settings.register_profile("fixed", settings.get_profile("random"), derandomize=True)
settings.register_profile("few", settings.get_profile("fixed"), max_examples=10)
settings.register_profile("search", settings.get_profile("random"), max_examples=500)
os.environ["IRI_NO_CACHE"] = "1"  # a test of the cache takes it out
os.environ["LANGUAGE"] = "en"  # of messages
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# No process may reach the network, and Python imports a module of this name when it starts.
OFFLINE = str(Path(__file__).parent / "offline")
if OFFLINE not in os.environ.get("PYTHONPATH", ""):
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [OFFLINE, os.environ.get("PYTHONPATH")]))
if not hasattr(sys.modules.get("sitecustomize"), "ASKED"):
    sys.modules.pop("sitecustomize", None)
    sys.path.insert(0, OFFLINE)
    import_module("sitecustomize")
    sys.path.remove(OFFLINE)
PYTHONPATH = os.pathsep.join([OFFLINE, str(ROOT)])  # of a process that gets another one than this one's
ASKED: list[str] = sys.modules["sitecustomize"].ASKED

# In seconds: enough for a busy machine.
TIMEOUTS = {"all": 600}

_Report = TypeVar("_Report", pytest.CollectReport, pytest.TestReport)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Import the test modules without the garbage collector, which then leaves alone what they have made: it stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Set the time after which a test fails, where it is not that of all tests."""
    for item in items:
        for marker, seconds in TIMEOUTS.items():
            if item.get_closest_marker(marker) and not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(seconds))


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a case by what it tests; None for pytest's own name."""
    from tests.naming import readable

    return readable(val)


# `dev.py test` installs few packages: a test or module that imports another one is skipped, and says so.
ALL = "IRI_ALL_TESTS" in os.environ  # `dev.py test --all` has them
_MISSING = re.compile(
    r"ModuleNotFoundError: No module named '((?!extract|sphinx_iri|tests|tools)\w+)"
    r"|ImportError: cannot import name '\w+' from '(tests\.[\w.]+)"  # which needs one
)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a module that needs a package that is only for all tests."""
    return _without_package((yield), collector.path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Skip a test that needs a package that is only for all tests."""
    return _without_package((yield), item.path)


def _without_package(report: _Report, path: Path) -> _Report:
    printed = "".join(text for _, text in report.sections)  # by doctest
    if not ALL and report.failed and (missing := _MISSING.search(f"{report.longrepr}{printed}")):
        report.outcome = "skipped"
        report.longrepr = str(path), 0, f"Skipped: needs {missing[1] or missing[2]}"
    return report


@pytest.fixture(autouse=True)
def offline() -> Iterator[None]:
    """Fail a test that reached for the network, even if nothing came of the error."""
    ASKED.clear()
    yield
    assert not ASKED, f"a test reaches for the network: {', '.join(ASKED)}"


def build_html(source: Path, out: Path) -> Path:
    """Build a Sphinx project with warnings as errors, and return where its pages are."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(source), str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the pages of the example book are, built once a session."""
    return build_html(ROOT / "example_docs", tmp_path_factory.mktemp("book"))
