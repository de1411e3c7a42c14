"""What is published: metadata, workflows, and what users see when another package is named extract."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
import yaml

import extract
from tests.conftest import OFFLINE
from tools.as_github import not_shown
from tools.matrix import lowest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read_yaml(path: Path) -> dict[str, object]:
    loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def test_the_version_stands_in_one_place_and_is_repeated_right() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert read_yaml(ROOT / "CITATION.cff")["version"] == extract.__version__
    assert read_yaml(ROOT / "recipe" / "recipe.yaml")["context"]["version"] == extract.__version__  # type: ignore[index]
    assert f"\n## {extract.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_each_python_of_the_classifiers_is_tested() -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    ci = read_yaml(ROOT / ".github" / "workflows" / "ci.yml")
    assert ci["jobs"]["test"]["strategy"]["matrix"]["python"] == named  # type: ignore[index]
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"
    assert read_yaml(ROOT / "recipe" / "recipe.yaml")["context"]["python_min"] == named[0]  # type: ignore[index]


def test_the_recipe_asks_for_what_the_project_asks_for() -> None:
    recipe = read_yaml(ROOT / "recipe" / "recipe.yaml")
    host, run = (
        [entry.replace(" ", "") for entry in recipe["requirements"][part] if not entry.startswith(("python ", "pip"))]  # type: ignore[index]
        for part in ("host", "run")
    )
    assert host == PROJECT["build-system"]["requires"]
    assert run == PROJECT["project"]["dependencies"]


def test_what_builds_a_release_is_pinned() -> None:
    pins = ROOT / ".github" / "pins" / "requirements.txt"
    text = re.sub(r"(?m)^#.*\n", "", pins.read_text("utf-8"))
    pinned = re.findall(r'([\w-]+)==[\d.]+(?: ; os_name == "nt")? \\\n    --hash=sha256:[0-9a-f]{64}\n', text)
    assert text.count("\n") == 2 * len(pinned)
    asked_for = ["build", *PROJECT["build-system"]["requires"]]
    assert {re.match(r"[\w-]+", one)[0] for one in asked_for} <= {*pinned}  # type: ignore[index]
    builder = re.search(r"(?s)\ndef _builder\(.*?\n\n\n", (ROOT / "dev.py").read_text("utf-8"))
    assert builder is not None
    assert all(one in builder[0] for one in ("--require-hashes", '".github" / "pins" / "requirements.txt"'))
    dependabot = read_yaml(ROOT / ".github" / "dependabot.yml")
    assert "/.github/pins" in [one["directory"] for one in dependabot["updates"]]  # type: ignore[attr-defined]
    if (ROOT / ".git").exists():
        # a rule of .gitignore would keep it out of the repository
        ignored = subprocess.run(["git", "check-ignore", pins], cwd=ROOT, capture_output=True, check=False)
        assert ignored.stdout == b""


JOBS = {path.stem: list(read_yaml(path)["jobs"].values()) for path in WORKFLOWS}  # type: ignore[attr-defined]
STEPS = [step for jobs in JOBS.values() for job in jobs for step in job.get("steps", [])]


def test_a_job_that_may_sign_installs_nothing() -> None:
    signing = [job for jobs in JOBS.values() for job in jobs if "id-token" in job.get("permissions", {})]
    assert len(signing) == 2
    assert not any("run" in step or step["uses"].startswith("./") for job in signing for step in job["steps"])
    assert not any("actions/checkout" in step["uses"] for job in signing for step in job["steps"])


def test_workflows_run_what_dev_py_runs() -> None:
    """With variables in quotation marks: a folder of the runner may have a space in its name, a tag may be anything."""
    known = "|".join(re.findall(r"(?m)^python3 dev\.py (\w+)", (ROOT / "dev.py").read_text("utf-8")))
    for step in STEPS:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step.get("uses", f"a/b@{'0' * 40}"))
        assert re.match(rf"\.ci/run\b|python3 dev\.py (?:{known})\b", step.get("run", ".ci/run"))
    commands = [step["run"] for step in [*STEPS, *read_yaml(ROOT / "action.yml")["runs"]["steps"]] if "run" in step]  # type: ignore[index]
    assert '"$ACTION/.github/action.sh"' in commands
    assert [command for command in commands if "$" in re.sub(r'"[^"]*"', "", command) or "${{" in command] == []
    assert [path for path in WORKFLOWS if read_yaml(path)["permissions"] != {"contents": "read"}] == []


SCHEMAS = """
github-workflows .github/workflows/*.yml
github-actions action.yml
dependabot .github/dependabot.yml
github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
github-issue-config .github/ISSUE_TEMPLATE/config.yml
readthedocs .readthedocs.yaml
citation-file-format CITATION.cff
"""


@pytest.mark.all  # starts Python
@pytest.mark.parametrize("schema", SCHEMAS.strip().splitlines())
def test_a_settings_file_is_valid(schema: str) -> None:
    name, pattern = schema.split()
    paths = [str(path) for path in ROOT.glob(pattern)]
    assert paths
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{name}", *paths]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def code_blocks(text: str) -> list[str]:
    return re.findall(r"^```\w+\n.*?^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["README.ja.md", "README.zh.md"])
def test_a_translation_of_the_readme_says_the_same(name: str) -> None:
    english, text = ((ROOT / path).read_text("utf-8") for path in ("README.md", name))
    assert len(code_blocks(english)) == 6
    # The first shows what the command prints in the language: tests/test_typed_pages.py types it.
    assert code_blocks(text)[1:] == code_blocks(english)[1:]
    marks = "(?m)^(#|##|-|\\|) "
    assert re.findall(marks, text) == re.findall(marks, english)
    for pattern in (r"\]\((?!README)([^)]+)\)", r"(?m)^\| `.*|^.*\| \d+ \|$", r"`([^`\n]+)`"):
        named, meant = ({*re.findall(pattern, page)} for page in (text, english))
        assert len(named) > 10
        assert named == meant


def test_a_translation_of_the_quick_start_shows_the_same() -> None:
    pages = [(ROOT / "docs" / f"quickstart{name}.rst").read_text("utf-8") for name in ("", "-ja", "-zh")]
    blocks = [re.findall(r"(?m)^\.\. code-block:: \w+\n(?:\n|   .*\n)+", page) for page in pages]
    assert len(blocks[0]) == 5
    assert blocks[1:] == [blocks[0]] * 2


def test_pages_are_readable_on_github() -> None:
    # Those for developers, and the reference that is made from the code, are read on the site only.
    of_the_site = {"_build", "rules", "reference", "develop"}
    pages = [path for path in (ROOT / "docs").rglob("*.rst") if not of_the_site & {*path.parts}]
    assert len(pages) > 35
    assert [*chain.from_iterable(map(not_shown, pages))] == []


def test_what_the_readme_links_is_there() -> None:
    for path in ROOT.glob("*.md"):
        links = re.findall(r"(?:\]\(|src=\"|srcset=\")([^)\"\s#]+)", path.read_text("utf-8"))
        assert [link for link in links if not link.startswith("https:") and not (ROOT / link).exists()] == []
    text = (ROOT / "README.md").read_text("utf-8")
    # in a package index, beside which there are no files
    for change in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    assert re.findall(r"\]\((?!https:)([^)]+)\)", text) == []
    raw = "https://raw.githubusercontent.com/sphinx-iri/sphinx-iri/main/docs"
    pictures = [f"{raw}/_static/before-after-dark.png", f"{raw}/images/before-after.png"]
    assert re.findall(r"(?:!\[[^\]]*\]\(|src=\"|srcset=\")([^)\"]+)", text) == pictures


def test_each_promise_of_security_names_tests_that_exist() -> None:
    promises = re.findall(r"(?m)^\| \*\*.* \|$", (ROOT / "SECURITY.md").read_text("utf-8"))
    sections = re.split(r"(?m)^\[.+\]\n", (ROOT / "tests" / "promises.txt").read_text("utf-8"))[1:]
    assert len(sections) == len(promises) > 12
    for section in sections:
        named = section.split()
        assert named
        for path, _, name in (test.partition("::") for test in named):
            defined = {node.name for node in ast.parse((ROOT / path).read_text("utf-8")).body if hasattr(node, "name")}
            assert name in defined, f"{path}::{name}"


def test_what_is_tested_with_its_lowest_version() -> None:
    from sphinx_iri._compat import OLDEST

    required = {re.match(r"[\w-]+", one)[0] for one in PROJECT["project"]["dependencies"]}  # type: ignore[index]
    assert {*lowest()} == required | {*OLDEST}


def run(code: str, *path: Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*map(str, path), OFFLINE]), "PYTHONSAFEPATH": "1"}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False, encoding="utf-8"
    )


def as_command(module: str, *arguments: str) -> str:
    return f"import runpy, sys; sys.argv[1:] = {arguments!r}; runpy.run_module({module!r}, run_name='__main__')"


ENTRIES = {
    "import": "import sphinx_iri",
    "the command": "import _sphinx_iri, sys; sys.exit(_sphinx_iri.main())",
    "the filter": "import _sphinx_iri, sys; sys.exit(_sphinx_iri.pandoc_filter())",
    "Sphinx": as_command("sphinx", "-q", "-b", "html", "PROJECT", "PROJECT/out"),
    "docutils": as_command("docutils", "--parser=sphinx_iri.rst", "PROJECT/index.rst", "PROJECT/out"),
}


@pytest.mark.all  # starts Python
@pytest.mark.parametrize("entry", ENTRIES)
def test_a_users_own_extract_is_named_in_one_line(entry: str, tmp_path: Path) -> None:
    file = tmp_path / ("extract.py" if " " in entry else "extract/__init__.py")
    file.parent.mkdir(exist_ok=True)
    file.write_text("raise SystemExit('the user file ran')", "utf-8")
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_iri"]', "utf-8")
    (tmp_path / "index.rst").write_text("Title\n=====\n", "utf-8")
    done = run(ENTRIES[entry].replace("PROJECT", tmp_path.as_posix()), tmp_path, ROOT)
    said = [line for line in done.stderr.splitlines() if "sphinx-iri needs" in line]
    assert len(said) == 1
    assert f"sphinx-iri needs its own package extract, but {file} is another one" in said[0]
    assert done.returncode == {"the command": 2, "the filter": 2, "Sphinx": 2}.get(entry, 0)


NO_SPHINX = """
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.partition(".")[0] in ("sphinx", "babel") else find(name, *more)
"""


@pytest.mark.all  # starts Python
def test_without_sphinx_one_line_says_what_to_install() -> None:
    done = run(f"{NO_SPHINX}\nimport sphinx_iri", ROOT)
    assert re.fullmatch(r'.*: the extension needs Sphinx: pip install "sphinx-iri\[sphinx\]"\n', done.stderr)
    assert run(f"{NO_SPHINX}\nimport docutils.core, sphinx_iri.rst", ROOT).stderr == ""


def test_setup_says_what_is_too_old_or_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sphinx
    from sphinx.errors import ExtensionError

    import sphinx_iri
    from sphinx_iri import _compat

    monkeypatch.setattr(sphinx, "__version__", "7.3.2")
    with pytest.raises(ExtensionError) as told:
        _compat.check_installed()
    assert str(told.value) == (
        'sphinx_iri: sphinx 7.3.2 is too old, 7.3.3 is needed: pip install -U "sphinx-iri[sphinx]"'
    )
    monkeypatch.setattr(sphinx, "__version__", "7.4.0rc1")
    _compat.check_installed()
    monkeypatch.setitem(sys.modules, "sphinx_iri.extension", None)
    with pytest.raises(ExtensionError, match=r"^sphinx_iri: sphinx_iri.extension is missing: pip install"):
        sphinx_iri.setup(sphinx)  # type: ignore[arg-type]


def test_the_oldest_versions_stand_in_the_project_too() -> None:
    from sphinx_iri._compat import OLDEST

    extras = PROJECT["project"]["optional-dependencies"]
    asked = dict(entry.split(">=") for entry in (*PROJECT["project"]["dependencies"], *extras["sphinx"]))
    asked |= dict(entry.split(">=") for entry in extras["myst"] if ">=" in entry)
    assert {name: asked[name] for name in OLDEST} == OLDEST


@pytest.mark.all  # starts Python
def test_another_distribution_that_replaced_a_part_is_named(tmp_path: Path) -> None:
    package = tmp_path / "extract"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    for entry in (ROOT / "extract").iterdir():
        if entry.name not in ("__init__.py", "__pycache__"):
            (package / entry.name).symlink_to(entry)
    done = run("from extract.cli import main", tmp_path)
    assert "the distribution Extract has a package extract too" in done.stderr
