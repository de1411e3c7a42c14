"""Run the tests of a program with our integration in place of its own code, and print how many pass.

python -m tools.own_suites [NAME [SOURCE]]    (SOURCE: a checkout; without it, the release below is cloned)

Bare domains get "http:" here, as in the releases below.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Suite(NamedTuple):
    """The tests of a program for the code that our integration replaces."""

    repository: str
    release: str
    files: tuple[str, ...]  # the files to run in the directory "tests"
    names: str  # the tests to run in them, as for "pytest -k"
    replacing: str  # code that replaces their imports by the integration


SUITES = {
    "bleach": Suite(
        "https://github.com/mozilla/bleach",
        "v6.4.0",
        ("test_linkify.py", "test_callbacks.py"),
        "",
        """
import sys, bleach
from extract.integrations.bleach import callbacks, linkifier, linkify
bleach.linkify = linkify
sys.modules |= {"bleach.callbacks": callbacks, "bleach.linkifier": linkifier}
""",
    ),
    "django": Suite(
        "https://github.com/django/django",
        "5.2.19",
        (
            "template_tests/filter_tests/test_urlize.py",
            "template_tests/filter_tests/test_urlizetrunc.py",
            "utils_tests/test_html.py",
        ),
        "urlize",
        """
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=["extract.integrations.django"], IRI_DEFAULT_SCHEME="http", USE_I18N=False)
django.setup()
from django.template import defaultfilters
from django.utils import html
from extract.integrations.django.templatetags import iri
html.urlize, defaultfilters.urlize, defaultfilters.urlizetrunc = iri.linked, iri.urlize, iri.urlizetrunc
defaultfilters.register.filters.update(iri.register.filters)
""",
    ),
    "markdown-it-py": Suite(
        "https://github.com/executablebooks/markdown-it-py",
        "v4.2.0",
        ("test_linkify.py", "test_port/test_fixtures.py"),
        "linkify",
        """
from functools import partial
from types import SimpleNamespace
from markdown_it import main
from extract.markup import LinkifyIt
main.linkify_it = SimpleNamespace(LinkifyIt=partial(LinkifyIt, options={"default_scheme": "http"}))
""",
    ),
}


def run(name: str, source: str | None = None) -> bool:
    """Print the failing tests and the number of passing ones; return whether any passed."""
    suite = SUITES[name]
    with tempfile.TemporaryDirectory() as folder:
        if source is None:
            source = f"{folder}/source"
            clone = ["git", "clone", "--quiet", "--depth=1", f"--branch={suite.release}", suite.repository, source]
            subprocess.run(clone, check=True)
        tests = Path(folder, "tests")
        shutil.copytree(Path(source, "tests"), tests)
        (tests / "conftest.py").write_text(suite.replacing, "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", f"--rootdir={folder}"]
        done = subprocess.run(
            [*command, "-c", "/dev/null", "-k", suite.names, *(str(tests / file) for file in suite.files)],
            env={"PYTHONPATH": os.pathsep.join(map(str, (ROOT, tests)))},
            capture_output=True,
            text=True,
            check=False,
        )
    failed = re.findall(r"^FAILED \S*?::(.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    passed = re.search(r"(\d+) passed", done.stdout)
    count = int(passed[1]) if passed else 0
    print(*failed, f"{name}: {count} of {count + len(failed)} pass", sep="\n")
    if not passed:
        print(done.stdout, done.stderr, file=sys.stderr)
    return passed is not None


def main(name: str | None = None, source: str | None = None) -> int:
    """Run one suite, or all suites."""
    ran = [run(one, source) for one in ([name] if name else SUITES)]
    return int(not all(ran))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
