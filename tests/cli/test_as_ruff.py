"""Settings are found, joined and applied as ruff does: twenty scenarios of its documentation, in its words.

docs.astral.sh/ruff/configuration, /linter and /settings (ruff 0.14 and later). Where ruff is installed, it is run too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.running import write

# Its comment has a problem of IRI301, IRI101 and IRI204, and its code one of F401, E711 and W291.
SOURCE = (
    "# http://exämple..com/ and http://example.com/% and <http://example.com/%c3%b6>\nimport os\nX = [0] == None \n"
)
# From ruff's words to ours; the third rule of each is off by default.
WORDS = {
    "[tool.ruff": "[tool.iri",
    "ruff.toml": "iri.toml",
    "F401": "IRI301",
    "E711": "IRI101",
    "W291": "IRI204",
    '"F"': '"IRI3"',
    '"E"': '"IRI1"',
    '"W"': '"IRI2"',
    "=F": "=IRI3",
    "=E": "=IRI1",
    "=W": "=IRI2",
    ":F": ":IRI3",
}
USUAL = '{"F401","E711"}'
F, E, W = "F401", "E711", "W291"


def ours(text: str) -> str:
    for word, translated in WORDS.items():
        text = text.replace(word, translated)
    return text


class Scenario(NamedTuple):
    says: str  # ruff's documentation
    files: dict[str, str]  # settings
    command: str
    expected: dict[str, str]  # the rules found in each file
    sources: str = "a.py docs/b.py docs/sub/c.py"
    folder: str = "."


ROOT = {"pyproject.toml": '[tool.ruff.lint]\nselect = ["F", "E7"]\n'.replace('"E7"', '"E711"')}
SCENARIOS = {
    "closest": Scenario(
        "the “closest” config file in the directory hierarchy is used for every individual file",
        {"ruff.toml": 'lint.select = ["F401"]', "docs/sub/ruff.toml": 'lint.select = ["W291"]'},
        ".",
        {"a.py": F, "docs/b.py": F, "docs/sub/c.py": W},
    ),
    "not merged": Scenario(
        "Ruff does not merge settings across configuration files; instead, the “closest” is used, and any parent"
        " configuration files are ignored",
        {"ruff.toml": 'lint.ignore = ["F401"]\nlint.select = ["F", "E711"]', "docs/ruff.toml": 'lint.select = ["F"]'},
        ".",
        {"a.py": E, "docs/b.py": F, "docs/sub/c.py": F},
    ),
    "without a table": Scenario(
        "Ruff ignores any pyproject.toml files that lack a [tool.ruff] section",
        {"ruff.toml": 'lint.select = ["W291"]', "docs/pyproject.toml": "[project]\nname = 'a'\nversion = '1'\n"},
        ".",
        {"a.py": W, "docs/b.py": W, "docs/sub/c.py": W},
    ),
    "precedence": Scenario(
        "If multiple configuration files exist in the same directory, .ruff.toml takes precedence over ruff.toml, and"
        " ruff.toml over pyproject.toml",
        {
            ".ruff.toml": 'lint.select = ["F401"]',
            "ruff.toml": 'lint.select = ["E711"]',
            "docs/ruff.toml": 'lint.select = ["W291"]',
            "docs/pyproject.toml": '[tool.ruff.lint]\nselect = ["E711"]',
        },
        ".",
        {"a.py": F, "docs/b.py": W, "docs/sub/c.py": W},
    ),
    "--config": Scenario(
        "If a configuration file is passed directly via --config, those settings are used for all analyzed files",
        {"other/ruff.toml": 'lint.select = ["W291"]', "docs/ruff.toml": 'lint.select = ["E711"]'},
        "--config=other/ruff.toml .",
        {"a.py": W, "docs/b.py": W, "docs/sub/c.py": W},
    ),
    "paths of --config": Scenario(
        "any relative paths in that configuration file are resolved relative to the current working directory",
        {"other/ruff.toml": 'extend-exclude = ["docs/b.py"]\nlint.select = ["F401"]'},
        "--config=other/ruff.toml .",
        {"a.py": F, "docs/sub/c.py": F},
    ),
    "above the current folder": Scenario(
        "paths in settings are relative to the project root, the directory containing your pyproject.toml",
        {"ruff.toml": 'extend-exclude = ["docs/sub"]\nlint.select = ["F401"]'},
        ".",
        {"b.py": F},
        folder="docs",
    ),
    "extend": Scenario(
        "inherit settings of another file with extend, and override them",
        {
            "ruff.toml": 'lint.select = ["F401", "E711"]\nlint.ignore = ["E711"]',
            "docs/ruff.toml": 'extend = "../ruff.toml"\nlint.extend-select = ["W291"]',
        },
        ".",
        {"a.py": F, "docs/b.py": f"{F} {W}", "docs/sub/c.py": f"{F} {W}"},
    ),
    "command line": Scenario(
        "Running ruff check --select F401 would result in Ruff enforcing F401, and no other rules",
        {"pyproject.toml": '[tool.ruff.lint]\nselect = ["E", "F"]\nignore = ["F401"]'},
        "--select=F401 a.py",
        {"a.py": F},
    ),
    "extended on the command line": Scenario(
        "Running ruff check --extend-select B would result in Ruff enforcing the E, F, and B rules, with the exception"
        " of F401",
        {"pyproject.toml": '[tool.ruff.lint]\nselect = ["E", "F"]\nignore = ["F401"]'},
        "--extend-select=W291 a.py",
        {"a.py": f"{E} {W}"},
    ),
    "a family on the command line": Scenario(
        "command-line options take precedence over the configuration file",
        {"pyproject.toml": '[tool.ruff.lint]\nselect = ["E711"]\nignore = ["F401"]'},
        "--extend-select=F a.py",
        {"a.py": f"{E} {F}"},
    ),
    "ignored on the command line": Scenario(
        "command-line options take precedence over the configuration file",
        {"pyproject.toml": '[tool.ruff.lint]\nselect = ["F401", "E711"]'},
        "--ignore=F a.py",
        {"a.py": E},
    ),
    "specificity": Scenario(
        "rule selectors are resolved by their specificity: E711 overrules E",
        {"ruff.toml": 'lint.select = ["F", "E711"]\nlint.ignore = ["E"]'},
        "a.py",
        {"a.py": f"{E} {F}"},
    ),
    "per-file-ignores": Scenario(
        "per-file-ignores: a list of mappings from file pattern to rule codes or prefixes to exclude",
        {
            "ruff.toml": 'lint.select = ["F401", "E711"]\n[lint.per-file-ignores]\n"b.py" = ["E711"]\n'
            '"docs/sub/*" = ["F"]\n"sub/c.py" = ["E711"]\n'
        },
        ".",
        {"a.py": f"{E} {F}", "docs/b.py": F, "docs/sub/c.py": E},
    ),
    "negated": Scenario(
        "An initial '!' negates a file pattern",
        {"ruff.toml": 'lint.select = ["F401", "E711"]\nlint.per-file-ignores = {"!docs/**" = ["F401"]}'},
        ".",
        {"a.py": E, "docs/b.py": f"{E} {F}", "docs/sub/c.py": f"{E} {F}"},
    ),
    "extend-per-file-ignores": Scenario(
        "extend-per-file-ignores: in addition to any rules excluded by per-file-ignores",
        {
            "ruff.toml": 'lint.select = ["F401", "E711"]\nlint.per-file-ignores = {"a.py" = ["F401"]}\n'
            'lint.extend-per-file-ignores = {"*.py" = ["E711"]}'
        },
        ".",
        {"docs/b.py": F, "docs/sub/c.py": F},
    ),
    "exclude by name and path": Scenario(
        "Single-path patterns exclude a file or directory of that name anywhere; relative patterns exclude that"
        " specific file, relative to the project root",
        {"ruff.toml": 'lint.select = ["F401"]\nextend-exclude = ["c.py", "sub/b.py", "docs/[b].py"]'},
        ".",
        {"a.py": F, "docs/sub/b.py": F},
        sources="a.py docs/b.py docs/sub/b.py docs/sub/c.py",
    ),
    "the usual exclusions": Scenario(
        "exclude: by default .git, .venv, _build, dist, node_modules, venv, …; extend-exclude adds to them",
        {"ruff.toml": 'lint.select = ["F401"]\nextend-exclude = ["docs"]'},
        ".",
        {".github/d.py": F, "a.py": F, "build/e.py": F},
        sources="a.py docs/b.py node_modules/c.py .github/d.py build/e.py _build/f.py sub/.venv/g.py dist/h.py",
    ),
    "exclude replaces": Scenario(
        "you'll typically want to use extend-exclude to modify the excluded paths: exclude replaces them",
        {"ruff.toml": 'lint.select = ["F401"]\nexclude = ["docs"]'},
        ".",
        {"a.py": F, "dist/h.py": F, "node_modules/c.py": F},
        sources="a.py docs/b.py node_modules/c.py dist/h.py",
    ),
    "named files": Scenario(
        "Files that are passed to ruff directly are always analyzed, regardless of the above criteria",
        {"ruff.toml": 'lint.select = ["F401"]\nextend-exclude = ["docs"]'},
        "docs/b.py",
        {"docs/b.py": F},
    ),
    "--force-exclude": Scenario(
        "…unless force-exclude is set, or --force-exclude passed",
        {"ruff.toml": 'lint.select = ["F401"]\nextend-exclude = ["docs"]'},
        "--force-exclude docs/b.py a.py docs/sub/c.py",
        {"a.py": F},
    ),
    "force-exclude": Scenario(
        "force-exclude: whether to enforce exclude and extend-exclude patterns, even for paths that are passed",
        {"ruff.toml": 'force-exclude = true\nlint.select = ["F401"]\nextend-exclude = ["docs/sub"]'},
        "docs/b.py docs/sub/c.py",
        {"docs/b.py": F},
    ),
    "above the project": Scenario(
        "an exclusion does not look at path components beyond the project root",
        {"dist/ruff.toml": 'force-exclude = true\nlint.select = ["F401"]'},
        "dist/a.py",
        {"dist/a.py": F},
        sources="dist/a.py",
    ),
    "gitignore": Scenario(
        "respect-gitignore: by default, files of .gitignore are excluded",
        {"ruff.toml": 'lint.select = ["F401"]', ".gitignore": "docs/sub/\n", ".git/HEAD": "ref: refs/heads/main\n"},
        ".",
        {"a.py": F, "docs/b.py": F},
    ),
    "no gitignore": Scenario(
        "respect-gitignore = false",
        {
            "ruff.toml": 'respect-gitignore = false\nlint.select = ["F401"]',
            ".gitignore": "docs/\n",
            ".git/HEAD": "ref: refs/heads/main\n",
        },
        ".",
        {"a.py": F, "docs/b.py": F, "docs/sub/c.py": F},
    ),
    "--isolated": Scenario(
        "--isolated: ignore all configuration files",
        {"ruff.toml": 'lint.select = ["W291"]'},
        "--isolated --select=F401 a.py",
        {"a.py": F},
    ),
    "an inline setting": Scenario(
        "--config takes a TOML key-value pair that overrides a specific configuration option",
        {"ruff.toml": 'lint.select = ["W291"]', "docs/ruff.toml": 'lint.select = ["E711"]'},
        """--config lint.select=["F401"] .""",
        {"a.py": F, "docs/b.py": F, "docs/sub/c.py": F},
    ),
    "a dedicated flag": Scenario(
        "dedicated flags take precedence over overrides via --config",
        {"ruff.toml": 'lint.select = ["W291"]'},
        """--config lint.select=["F401"] --select E711 a.py""",
        {"a.py": E},
    ),
    "per-file-ignores of the command line": Scenario(
        "--per-file-ignores: list of mappings from file pattern to code to exclude, instead of those of the settings",
        {"ruff.toml": 'lint.select = ["F401", "E711"]\nlint.per-file-ignores = {"a.py" = ["E711"]}'},
        "--per-file-ignores docs/*:F401 .",
        {"a.py": f"{E} {F}", "docs/b.py": E, "docs/sub/c.py": E},
    ),
}


def made(scenario: Scenario, translated) -> list[str]:
    """Write the files of a scenario, go to its folder, and return the arguments."""
    for name, text in scenario.files.items():
        write(translated(name), translated(text))
    for name in scenario.sources.split():
        write(name, SOURCE)
    os.chdir(scenario.folder)
    return translated(scenario.command).split()


def by_file(found: list[tuple[str, str]]) -> dict[str, str]:
    names: dict[str, set[str]] = {}
    for name, code in found:
        names.setdefault(Path(os.path.relpath(name)).as_posix(), set()).add(code)
    return {name: " ".join(sorted(codes)) for name, codes in sorted(names.items())}


@pytest.mark.parametrize("name", SCENARIOS)
def test_settings_do_what_they_do_in_ruff(iri, name: str) -> None:
    arguments = made(SCENARIOS[name], ours)
    result = iri("lint", "--format", "json", *arguments)
    assert result.status in (0, 1), result.err
    back = {ours(code): code for code in (F, E, W)}
    assert by_file([(item["path"], back[item["code"]]) for item in json.loads(result.out)]) == SCENARIOS[name].expected


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ruff") is None, reason="needs ruff")
@pytest.mark.parametrize("name", SCENARIOS)
def test_ruff_does_so(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = made(SCENARIOS[name], lambda text: text)
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "json", *arguments]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode in (0, 1), done.stderr
    found = [(item["filename"], item["code"]) for item in json.loads(done.stdout)]
    assert by_file(found) == SCENARIOS[name].expected
