"""The examples in the documentation and the README are true."""

import ast
import doctest
import importlib
import inspect
import itertools
import pydoc
import re
import subprocess
import sys
import textwrap
import tomllib
import types
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from extract import lint
from extract.cli.settings import KEYS
from extract.readers import SUFFIXES
from extract.readers.formats import SHARED, format_in_folder
from sphinx_iri.config import VALUES
from tests.rows import rows
from tools import reference_pages
from tools.api_reference import fields, names_on, public_names, text_of_constant

ROOT = Path(__file__).parents[1]
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.rst")) if ">>>" in path.read_text("utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=[path.relative_to(ROOT / "docs").as_posix() for path in PAGES])
def test_examples(page: Path) -> None:
    for module in re.findall(r"(?m)^>>> import (\w+)$", page.read_text("utf-8")):
        importlib.import_module(module)  # so that the page is skipped without it
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


PACKAGES = "detect iri redirects present rules readers mail markup linter reports arrow"
API_PAGES = [path.read_text("utf-8") for path in sorted((ROOT / "docs" / "reference" / "api").glob("*.rst"))]
_AUTO = re.compile(r"(?m)^\.\. auto(?:function|class|exception|data):: (\S+)")


def documented(page: str) -> list[str]:
    """Return the full names of the objects that a page documents."""
    return names_on(page) + _AUTO.findall(page)


def test_the_reference_has_every_public_name_once() -> None:
    pages = (path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.rst"))
    shown = [name for page in pages for name in documented(page)]
    assert sorted(name for name in {*shown} if shown.count(name) > 1) == []
    packages = ["extract", *(f"extract.{name}" for name in PACKAGES.split())]
    public = {full for package in packages for full in public_names(package).values() if not full.endswith("__")}
    assert len(public) > 100
    assert public - {*shown} == set()


def test_every_documented_function_and_constant_has_an_example_or_an_explanation() -> None:
    examples = "\n".join(
        example.source + example.want
        for path in PAGES
        for example in doctest.DocTestParser().get_examples(path.read_text("utf-8"))
    )
    for full in (full for page in API_PAGES for full in documented(page)):
        value = pydoc.locate(full)
        if inspect.isroutine(value):
            assert re.search(rf"\b{full.rpartition('.')[2]}\b", examples), full
        elif not isinstance(value, type):
            assert text_of_constant(full.rpartition(".")[2], value), full


def test_every_field_of_a_public_class_has_a_text() -> None:
    values = [pydoc.locate(name) for page in API_PAGES for name in documented(page)]
    for name in re.findall(r"(?m)^\.\. automodule:: (\S+)", "\n".join(API_PAGES)):
        members = inspect.getmembers(importlib.import_module(name), inspect.isclass)
        values += [one for _, one in members if one.__module__ == name]
    classes = [one for one in values if isinstance(one, type)]
    texts = {f"{one.__name__}.{name}": text for one in classes for name, (_, text) in fields(one).items()}
    assert {"SchemeFault.rule", "Finding.path", "Link.start"} <= {*texts}
    assert len(texts) > 150
    assert sorted(name for name, text in texts.items() if not text) == [], "write it in a comment beside the field"


def test_the_examples_of_the_tailorings_are_true() -> None:
    page = (ROOT / "docs" / "reference" / "tailorings.rst").read_text("utf-8") + reference_pages.tailorings()
    test = doctest.DocTestParser().get_doctest(page, {}, "tailorings", None, None)
    assert len(test.examples) > 60
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


READ_IN_FOLDERS = """docs/a.rst a.MDX b/a.Rmd README docs/Notice locales/en.json a/messages_pt_BR.json de.yaml
    app.arb a.strings a.textile i18n/x.json a.ipynb"""
NOT_READ = "LICENSE src/a.c package.json mkdocs.yml src/i18n/a.ts x.strings.po2 a.pyc"


def test_pre_commit_gives_the_files_that_are_read_in_folders() -> None:
    hook = reference_pages.hook()
    assert reference_pages.HOOKS.read_text("utf-8") == hook, "run: python -m tools.reference_pages"
    _, _, files = hook.partition("files: |\n")
    for path in f"{READ_IN_FOLDERS} {NOT_READ}".split():
        is_read = path in READ_IN_FOLDERS.split()
        assert (format_in_folder(path) is not None) is is_read, path
        is_given = is_read or path.endswith(SHARED)  # whose content then tells
        assert (re.search(textwrap.dedent(files), path) is not None) is is_given, path


def test_every_configuration_value_is_described_with_its_default() -> None:
    described = dict(re.findall(r"confval:: (\w+)\n.*\n   :default: ``(.*)``", reference_pages.values()))
    assert {name: ast.literal_eval(default) for name, default in described.items()} == {
        name: value.default for name, value in VALUES.items()
    }


def run_lint(directory: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "extract", "lint", *arguments]
    return subprocess.run(command, cwd=directory, capture_output=True, check=False, encoding="utf-8").stdout


def test_the_linter_finds_nothing_in_the_documentation() -> None:
    pages = [path.name for path in ROOT.glob("*.md")]
    assert "README.md" in pages
    assert run_lint(ROOT, "docs", *pages).startswith("All ")


def test_the_examples_of_problems_are_reported_by_their_rules() -> None:
    page = (ROOT / "docs" / "linter.rst").read_text("utf-8")
    rows = re.findall(r"(?m)^   [^|\n]+ \| ([^|\n]*``[^|\n]*) \| (IRI\d+(?:(?:, | to )IRI\d+)*)$", page)
    checked = 0
    for examples, rules in rows:
        ranges = re.findall(r"(IRI\d+)(?: to (IRI\d+))?", rules)
        codes = {code for first, last in ranges for code in _range(first, last)}
        for example in re.findall(r"``(\S.*?)``(?=,|$)", examples):
            if rules == "IRI813, IRI814":  # needs files: tests/tree/test_targets.py
                continue
            name = "page.rst" if example.startswith(":") else "page.md"
            text = f"See {example.replace('…', 'größe.example/ü')} there.\n"
            found = {finding.problem.code for finding in lint(text.encode(), name)}
            assert found & codes, (example, found)
            checked += 1
    assert checked > 10


def _range(first: str, last: str) -> list[str]:
    """Return the codes from the first to the last, or the first alone."""
    return [f"IRI{number}" for number in range(int(first[3:]), int((last or first)[3:]) + 1)]


def test_every_format_is_described() -> None:
    assert re.findall(r"``(\.\w+)``", re.sub(r"as ``\.\w+``", "", reference_pages.formats())) == list(SUFFIXES)


def test_every_setting_of_the_linter_is_described() -> None:
    (text,) = re.findall(
        r"code-block:: toml\n\n((?:   .*\n|\n)+)", (ROOT / "docs" / "reference" / "settings.rst").read_text("utf-8")
    )
    table = tomllib.loads(textwrap.dedent(text))["tool"]["iri"]
    assert table.keys() == KEYS.keys()


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(from extract.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == [
        "5 38 https://ja.wikipedia.org/wiki/日本語 https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E",
    ]


HTML = "text/html"
LINK = b"<a href='http://b.example/'>bank.com</a>"
# Settings, the content type with other header fields ("⏎" ends a line), the body, and what the mail server is told.
MILTER = r"""
→ text/html → <a href='http://evil.example/'>a</a> → reject: 550 5.7.1 a link leads to evil.example
→ text/html → <a href='mailto:a@b.example,c@evil.example'> → reject: 550 5.7.1 a link leads to evil.example
→ text/html → <a href='mailto:a@b.example?cc=c@evil.example'> → reject: 550 5.7.1 a link leads to evil.example
→ text/html → LINK → continue: X-Link-Warning link-text-mismatch in part 1, <a href='MOVED'>bank.com</a>
→ → http://b.example/ → continue: MOVED
# signatures stay valid where nothing is rewritten, nor are they removed where they do not
→ text/html⏎DKIM-Signature: v=1; d=b.example; bh=47DEQpj8HBSa+/TI; b=x⏎ARC-Seal: i=1; b=x → <p>nothing → continue:
→ text/html⏎DKIM-Signature: v=1; d=b.example; b=x → <a href=http://b.example/> → continue: <a href=MOVED>
→ text/html → <img srcset='http://b.example/ 2x' src=http://b.example/><base href='http://b.example/'> → continue:
→ text/html → <link rel=stylesheet href=http://b.example/><table background=http://b.example/> → continue:
→ text/html → <p style='a:url(http://b.example/)'> → continue:
→ multipart/mixed; boundary=b → x → reject: 554 5.7.1 no part of multipart/mixed starts with its boundary
→ message/rfc822 → NESTED → reject: 554 5.7.1 parts nested more than 50 deep are not read
→ text/plain⏎Content-Transfer-Encoding: x-% → x → reject: 554 5.7.1 the transfer encoding x-%% is unknown: read as it is
OPEN → text/plain⏎Content-Transfer-Encoding: x- → x → WARNED the transfer encoding x- is unknown: read as it is
LATE → text/html → LINK → reject: 554 5.7.1 checking takes more than -1 seconds
LATE OPEN → text/html → LINK → WARNED checking takes more than -1 seconds
BROKEN → text/html → <a href=http://b.example/> → tempfail: 451 4.7.1 the message could not be checked
BROKEN OPEN → text/html → <a href=http://b.example/> → WARNED the message could not be checked
"""
SETTINGS: dict[str, dict[str, Any]] = {
    "OPEN": {"FAIL_CLOSED": False},
    "LATE": {"SECONDS": -1},
    "BROKEN": {"rewrite_links": lambda *_arguments, **_options: 1 / 0},
}


def test_the_milter() -> None:
    table = MILTER.replace("LINK", LINK.decode()).replace("WARNED", "continue: X-Link-Warning not checked:")
    for names, kind, body, said in rows(table.replace("MOVED", "https://gate.example/?u=http%3A%2F%2Fb.example%2F")):
        settings = {key: value for name in names.split() for key, value in SETTINGS[name].items()}
        data = body.replace("NESTED", "Content-Type: message/rfc822\r\n\r\n" * 60)
        outcome, calls = sent(gateway(**settings), data.encode(), kind.replace("⏎", "\r\n"))
        assert f"{outcome}: {', '.join(map(' '.join, calls))}".strip() == said, body


def gateway(**settings: Any) -> dict[str, Any]:
    """Return the names of the milter, with these settings."""
    code = (ROOT / "docs" / "howto" / "milter.py").read_text("utf-8")
    names: dict[str, Any] = {}
    milter = types.SimpleNamespace(Base=object, CONTINUE="continue", REJECT="reject", TEMPFAIL="tempfail")
    with patch.dict(sys.modules, {"Milter": milter}):
        exec(compile(code, "milter.py", "exec"), names)
    names |= settings
    return names


def sent(names: dict[str, Any], body: bytes, kind: str = HTML) -> tuple[str, list[tuple[str, ...]]]:
    """Send a message through the gateway, and return the outcome and what it asked of the mail server."""
    calls: list[tuple[str, ...]] = []

    class Gateway(names["Gateway"]):  # type: ignore[misc, valid-type]
        def setreply(self, *reply: str) -> None:
            calls.append(reply)

        addheader = setreply

        def replacebody(self, body: bytes) -> None:
            calls.append((body.decode(),))

        def chgheader(self, name: str, index: int, value: str) -> None:
            calls.append((name, str(index), value))

    one = Gateway()
    one.envfrom("a@example.org")
    if kind:
        one.header("Content-Type", kind)
    one.body(body)
    return one.eom(), calls


def test_the_gateway_is_on_time_wherever_the_time_is_over() -> None:
    for calls_of_clock in range(6):  # in rewriting too
        clock = types.SimpleNamespace(monotonic=itertools.count().__next__)
        outcome, _ = sent(gateway(SECONDS=calls_of_clock - 0.5, time=clock), LINK)
        assert outcome == ("continue" if calls_of_clock == 5 else "reject")


def test_the_gateway_breaks_long_lines() -> None:
    outcome, calls = sent(gateway(), b"x" * 950 + b" <a href=http://b.example/>a</a>")
    assert outcome == "continue"
    assert calls[:2] == [("MIME-Version", "1", "1.0"), ("Content-Transfer-Encoding", "1", "quoted-printable")]
    assert max(map(len, calls[2][0].split("\r\n"))) <= 76
