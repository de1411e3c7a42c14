"""Settings are found, joined and applied as ruff does, in scenarios of its documentation.

docs.astral.sh/ruff/configuration, /linter and /settings (ruff 0.14 and later). Where ruff is installed, it is run too.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import write

# Its comment has a problem of IRI301, IRI101 and IRI202, and its code one of F401, E711 and W291.
SOURCE = (
    "# http://exämple..com/ and http://example.com/% and <http://example.com/%c3%b6>\nimport os\nX = [0] == None \n"
)
# From ruff's words to ours; the third rule of each is off by default.
WORDS = {"tool.ruff": "tool.iri", "ruff.toml": "iri.toml", "F401": "IRI301", "E711": "IRI101", "W291": "IRI202"}
WORDS |= {
    f"{before}{family}": f"{before}IRI{number}" for before in '"=:' for family, number in zip("FEW", "312", strict=True)
}
# The files of settings, with "⏎" for the end of a line; the command; the rules that are found in each file.
USUAL = "a.py docs/b.py docs/sub/c.py"  # these files are checked, unless others are named after "of"
SCENARIOS = """\
the "closest" file of settings is used for every individual file
  ruff.toml: lint.select = ["F401"]
  docs/sub/ruff.toml: lint.select = ["W291"]
  . → a.py F401, docs/b.py F401, docs/sub/c.py W291
settings of several files are not merged: those of parents are ignored
  ruff.toml: lint.ignore = ["F401"]⏎lint.select = ["F", "E711"]
  docs/ruff.toml: lint.select = ["F"]
  . → a.py E711, docs/b.py F401, docs/sub/c.py F401
a pyproject.toml that lacks a section is ignored
  ruff.toml: lint.select = ["W291"]
  docs/pyproject.toml: [project]⏎name = 'a'⏎version = '1'
  . → a.py W291, docs/b.py W291, docs/sub/c.py W291
.ruff.toml takes precedence over ruff.toml, and ruff.toml over pyproject.toml
  .ruff.toml: lint.select = ["F401"]
  ruff.toml: lint.select = ["E711"]
  docs/ruff.toml: lint.select = ["W291"]
  docs/pyproject.toml: [tool.ruff.lint]⏎select = ["E711"]
  . → a.py F401, docs/b.py W291, docs/sub/c.py W291
with --config, these settings are used for all files
  other/ruff.toml: lint.select = ["W291"]
  docs/ruff.toml: lint.select = ["E711"]
  --config=other/ruff.toml . → a.py W291, docs/b.py W291, docs/sub/c.py W291
relative paths in that file are relative to the current directory
  other/ruff.toml: extend-exclude = ["docs/b.py"]⏎lint.select = ["F401"]
  --config=other/ruff.toml . → a.py F401, docs/sub/c.py F401
paths in settings are relative to the directory of the project
  ruff.toml: extend-exclude = ["docs/sub"]⏎lint.select = ["F401"]
  docs$ . → b.py F401
--select F401 enforces F401, and no other rules
  pyproject.toml: [tool.ruff.lint]⏎select = ["E", "F"]⏎ignore = ["F401"]
  --select=F401 a.py → a.py F401
--extend-select adds to the rules that the file selects, and leaves those that it ignores
  pyproject.toml: [tool.ruff.lint]⏎select = ["E", "F"]⏎ignore = ["F401"]
  --extend-select=W291 a.py → a.py E711 W291
options of the command line take precedence over the file
  pyproject.toml: [tool.ruff.lint]⏎select = ["E711"]⏎ignore = ["F401"]
  --extend-select=F a.py → a.py E711 F401
the more specific of two selectors decides
  ruff.toml: lint.select = ["F", "E711"]⏎lint.ignore = ["E"]
  a.py → a.py E711 F401
per-file-ignores are patterns of names or of paths
  ruff.toml: lint.select = ["F401", "E711"]⏎[lint.per-file-ignores]⏎"b.py" = ["E711"]⏎"docs/sub/*" = ["F"]
  . → a.py E711 F401, docs/b.py F401, docs/sub/c.py E711
an initial "!" negates a pattern
  ruff.toml: lint.select = ["F401", "E711"]⏎lint.per-file-ignores = {"!docs/**" = ["F401"]}
  . → a.py E711, docs/b.py E711 F401, docs/sub/c.py E711 F401
a name excludes a file or directory anywhere, a path that file only
  ruff.toml: lint.select = ["F401"]⏎extend-exclude = ["c.py", "sub/b.py", "docs/[b].py"]
  . → a.py F401, docs/sub/b.py F401 of a.py docs/b.py docs/sub/b.py docs/sub/c.py
extend-exclude adds to what is excluded by default
  ruff.toml: lint.select = ["F401"]⏎extend-exclude = ["docs"]
  . → .github/d.py F401, a.py F401 of a.py docs/b.py node_modules/c.py .github/d.py _build/f.py sub/.venv/g.py dist/h.py
exclude replaces it
  ruff.toml: lint.select = ["F401"]⏎exclude = ["docs"]
  . → a.py F401, dist/h.py F401, node_modules/c.py F401 of a.py docs/b.py node_modules/c.py dist/h.py
files that are named are always read
  ruff.toml: lint.select = ["F401"]⏎extend-exclude = ["docs"]
  docs/b.py → docs/b.py F401
unless --force-exclude is passed
  ruff.toml: lint.select = ["F401"]⏎extend-exclude = ["docs"]
  --force-exclude docs/b.py a.py docs/sub/c.py → a.py F401
or force-exclude is set
  ruff.toml: force-exclude = true⏎lint.select = ["F401"]⏎extend-exclude = ["docs/sub"]
  docs/b.py docs/sub/c.py → docs/b.py F401
an exclusion does not look at directories above the project
  dist/ruff.toml: force-exclude = true⏎lint.select = ["F401"]
  dist/a.py → dist/a.py F401 of dist/a.py
files of .gitignore are excluded
  ruff.toml: lint.select = ["F401"]
  .gitignore: docs/sub/
  .git/HEAD: ref: refs/heads/main
  . → a.py F401, docs/b.py F401
but for respect-gitignore = false
  ruff.toml: respect-gitignore = false⏎lint.select = ["F401"]
  .gitignore: docs/
  .git/HEAD: ref: refs/heads/main
  . → a.py F401, docs/b.py F401, docs/sub/c.py F401
--isolated ignores all files of settings
  ruff.toml: lint.select = ["W291"]
  --isolated --select=F401 a.py → a.py F401
--config takes a pair of TOML that overrides a setting
  ruff.toml: lint.select = ["W291"]
  docs/ruff.toml: lint.select = ["E711"]
  --config lint.select=["F401"] . → a.py F401, docs/b.py F401, docs/sub/c.py F401
dedicated flags take precedence over it
  ruff.toml: lint.select = ["W291"]
  --config lint.select=["F401"] --select E711 a.py → a.py E711
"""
BLOCKS = dict(re.findall(r"(?m)^(\S.*)\n((?:  .*\n)+)", SCENARIOS))


def ours(text: str) -> str:
    text = re.sub(r"\blint\.|\.lint\b", "", text)  # the table in which ruff has them
    for word, translated in WORDS.items():
        text = text.replace(word, translated)
    return text


def made(title: str, translated) -> tuple[list[str], dict[str, str]]:
    """Write the files of a scenario and go to its folder; return the arguments, and the rules found in each file."""
    *files, last = [line.strip() for line in BLOCKS[title].splitlines()]
    for name, text in (line.split(": ", 1) for line in files):
        write(translated(name), translated(text.replace("⏎", "\n")) + "\n")
    command, _, rest = last.partition(" → ")
    expected, _, sources = rest.partition(" of ")
    for name in (sources or USUAL).split():
        write(name, SOURCE)
    folder, _, command = command.rpartition("$ ")
    os.chdir(folder or ".")
    return translated(command).split(), dict(one.split(" ", 1) for one in expected.split(", "))


def by_file(found: list[tuple[str, str]]) -> dict[str, str]:
    names: dict[str, set[str]] = {}
    for name, code in found:
        names.setdefault(Path(os.path.relpath(name)).as_posix(), set()).add(code)
    return {name: " ".join(sorted(codes)) for name, codes in names.items()}


@pytest.mark.parametrize("title", BLOCKS)
def test_settings_do_what_they_do_in_ruff(iri, title: str) -> None:
    arguments, expected = made(title, ours)
    result = iri("lint", "--format", "json", *arguments)
    assert result.status in (0, 1), result.err
    back = {WORDS[code]: code for code in ("F401", "E711", "W291")}
    assert by_file([(item["path"], back[item["code"]]) for item in json.loads(result.out)]) == expected


@pytest.mark.all
@pytest.mark.skipif(find_spec("ruff") is None, reason="needs ruff")
@pytest.mark.parametrize("title", BLOCKS)
def test_ruff_does_so(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, expected = made(title, str)
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "json", *arguments]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode in (0, 1), done.stderr
    assert by_file([(item["filename"], item["code"]) for item in json.loads(done.stdout)]) == expected
