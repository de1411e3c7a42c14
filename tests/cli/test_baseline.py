"""A repository that has findings keeps the linter: known ones are neither reported nor touched."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import write

pytestmark = pytest.mark.skipif(os.name != "posix", reason="names and links of POSIX")

HEX = "See <https://example.com/gr%c3%b6sse> now.\n"  # with a safe fix, if IRI202 is selected
BROKEN = "See http://exämple..com/ now.\n"  # without
LINT = ("lint", "--extend-select", "IRI202", "--format", "concise")
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True, capture_output=True, env={**os.environ, **GIT})


def told(err: str) -> str:
    """What is said on standard error, but for how much was read: the baseline is a file of another format."""
    return "".join(line for line in err.splitlines(keepends=True) if " read; passed over: " not in line)


def places(out: str) -> list[str]:
    return [line.partition(": ")[0].rpartition(":")[0] for line in out.splitlines() if ": IRI" in line]


@pytest.fixture
def known(iri):
    """A repository whose findings are known."""
    write("docs/a.md", BROKEN + HEX)
    write("docs/sub/b.md", HEX + BROKEN)
    write("iri.toml", 'extend-select = ["IRI202"]\nbaseline = "known.json"\n')
    result = iri(*LINT, "--write-baseline", "known.json", ".")
    assert (result.status, result.err) == (0, "iri: known.json: 4 findings in 2 files recorded\n")
    return iri


@pytest.mark.parametrize(
    ("directory", "arguments"),
    [
        (".", ["."]),
        (".", ["docs/sub/../a.md", "./docs/sub/b.md"]),
        ("docs/sub", ["..", "../a.md"]),
        ("/", ["{top}", "--config", "{top}/iri.toml"]),
        ("/", ["{top}/docs", "--baseline", "{top}/known.json"]),
        ("docs", ["{top}/link/docs", "--baseline", "../link/known.json"]),
    ],
)
def test_a_baseline_is_right_from_any_directory(known, directory: str, arguments: list[str], monkeypatch) -> None:
    top = os.getcwd()
    Path("link").symlink_to(".")
    monkeypatch.chdir(directory)
    result = known(*LINT, *(argument.format(top=top) for argument in arguments))
    assert (result.status, result.out, told(result.err)) == (0, "", "")


def test_fixes_touch_what_is_reported_only(known) -> None:
    before = Path("docs/a.md").read_text("utf-8")
    write("docs/copy.md", BROKEN)  # a copy is new
    assert places(known(*LINT, ".").out) == ["docs/copy.md:1"]
    Path("docs/copy.md").unlink()
    write("docs/a.md", before + "\nNew: <https://example.com/%c3%bc>\n")
    other = Path("docs/sub/b.md").stat().st_mtime_ns
    shown = known(*LINT, "--diff", "docs")
    assert "+New: <https://example.com/%C3%BC>\n" in shown.out
    assert "1 would be fixed" in shown.err
    assert known(*LINT, "--fix", ".").status == 0
    assert Path("docs/a.md").read_text("utf-8") == before + "\nNew: <https://example.com/%C3%BC>\n"
    assert Path("docs/sub/b.md").stat().st_mtime_ns == other


def test_the_line_of_a_known_finding_is_not_fixed(iri) -> None:
    write("a.md", BROKEN + HEX)
    iri(*LINT, "--write-baseline", "known.json", "a.md")
    text = HEX + BROKEN + HEX  # which of two equal lines is new, nobody can tell
    write("a.md", text)
    assert places(iri(*LINT, "--baseline", "known.json", "--fix", "a.md").out) == ["a.md:3"]
    assert Path("a.md").read_text("utf-8") == text


@pytest.mark.parametrize("arguments", [["."], ["docs/new.md"], ["--config", "extend-exclude=['new.md']", "."]])
def test_a_renamed_file_keeps_its_entries(known, arguments: list[str]) -> None:
    Path("docs/a.md").rename("docs/new.md")
    result = known(*LINT, *arguments)
    assert (result.status, result.out, told(result.err)) == (0, "", "")
    assert "known.json: 0 entries removed\n" in told(known(*LINT, "--prune", *arguments).err)
    assert known(*LINT, ".").status == 0


def test_settings_let_nothing_outside_of_their_folder_be_changed(iri, tmp_path: Path) -> None:
    entry = {"path": "gone.md", "code": "IRI301", "iri": "", "context": "", "count": 1}
    for name in ("known.json", "tree/known.json", "tree/sub/known.json"):
        write(name, json.dumps([entry]))
    write("iri.toml", 'baseline = "known.json"')
    for name in ("tree/a.md", "tree/sub/a.md", "b.md"):
        write(name, "Good.\n")
    for baseline in ("../known.json", str(tmp_path / "known.json"), "link.json"):
        write("tree/iri.toml", f'baseline = "{baseline}"')
        (tmp_path / "tree" / "link.json").unlink(missing_ok=True)
        (tmp_path / "tree" / "link.json").symlink_to("../known.json")
        before = Path("known.json").read_bytes()
        result = iri("lint", "--prune", "tree")
        assert (result.status, "outside of the folder of its settings" in result.err) == (2, True)
        assert Path("known.json").read_bytes() == before
        assert iri("lint", "tree").status == 0  # it is read
    write("tree/iri.toml", 'baseline = "sub/known.json"')
    assert iri("lint", "--prune", ".").status == 0
    assert [Path(name).read_text() for name in ("known.json", "tree/sub/known.json")] == ["[]\n", "[]\n"]
    assert json.loads(Path("tree/known.json").read_bytes()) == [entry]
    assert iri("lint", "--baseline", "tree/known.json", "--prune", ".").status == 0
    assert Path("tree/known.json").read_text() == "[]\n"


def test_many_unused_entries_are_a_few_lines(iri) -> None:
    write("a.md", "\n".join(f"http://exämple..com/{number}" for number in range(30)))
    iri("lint", "--write-baseline", "known.json", "a.md")
    write("a.md", "Good.\n")
    said = iri("lint", "--baseline", "known.json", "a.md").err.splitlines()
    assert (len(said), said[-1]) == (11, "iri: known.json: and 20 more unused; --prune removes them")
    said = iri("lint", "--prune", "a.md").err
    assert said == "iri: --prune needs a baseline: name it with --baseline, or in the settings\n"


# --- changed lines --------------------------------------------------------------------------------------------------

NAMES = ["a.md", "b c.md", 'd"e\\.md', "ü/é.md", "tab\t.md", "new\nline.md", "b/ b.md"]


@pytest.fixture
def repository(iri):
    if shutil.which("git") is None:
        pytest.skip("needs git")
    git("init", "-q", "-b", "main")
    for name in NAMES:
        write(name, BROKEN + HEX + "Last.\n")
    write("gone.md", BROKEN)
    git("add", ".")
    git("commit", "-q", "-m", "begin")
    git("checkout", "-q", "-b", "work")
    return iri


def test_only_changed_lines_are_reported_and_fixed(repository) -> None:
    new = BROKEN + HEX + "Last.\nNew: <https://example.com/%c3%bc> http://exämple..com/\n"
    for name in NAMES:
        write(name, new)
    Path("gone.md").unlink()
    git("commit", "-q", "-a", "-m", "more")
    found = json.loads(repository("lint", "--extend-select", "IRI202", "--format", "json", "--diff", "main", ".").out)
    assert sorted((finding["path"], finding["line"], finding["code"]) for finding in found) == [
        (name, 4, code) for name in sorted(NAMES) for code in ("IRI202", "IRI301")
    ]
    repository(*LINT, "--diff", "main", "--fix")
    assert {Path(name).read_text("utf-8") for name in NAMES} == {new.replace("%c3%bc", "%C3%BC")}


def test_a_file_that_was_only_renamed_keeps_its_entries(repository) -> None:
    repository(*LINT, "--write-baseline", "known.json", ".")
    git("mv", "a.md", "renamed.md")  # no line of it was changed
    for arguments in ((), ("--prune",)):
        result = repository(*LINT, "--baseline", "known.json", "--diff", "main", *arguments)
        assert "unused" not in result.err
    assert repository(*LINT, "--baseline", "known.json", ".").status == 0


def test_what_is_not_committed_counts_too(repository) -> None:
    write("untracked.md", BROKEN)
    write("a.md", "First.\n" + BROKEN + HEX)
    write("b c.md", HEX + HEX)
    git("mv", 'd"e\\.md', "renamed.md")
    Path("link.md").symlink_to("ü/é.md")
    (Path("ü") / "é.md").write_text(BROKEN + HEX + "Last.\n" + BROKEN, "utf-8")
    found = places(repository(*LINT, "--diff", "main").out)
    assert found == ["b c.md:2", "link.md:4", "untracked.md:1", "ü/é.md:4"]


def test_the_lines_are_those_since_the_branches_parted(repository) -> None:
    write("a.md", "Work.\n" + BROKEN + HEX)
    git("commit", "-q", "-a", "-m", "work")
    git("checkout", "-q", "main")
    write("b c.md", "Good.\n")
    git("commit", "-q", "-a", "-m", "main goes on")
    git("checkout", "-q", "work")
    assert repository(*LINT, "--diff", "main", ".").out == ""


def test_what_git_configures_changes_nothing(repository) -> None:
    for setting in ("diff.noprefix=true", "diff.mnemonicPrefix=true", "color.ui=always", "diff.relative=true"):
        git("config", *setting.split("="))
    write("ü/é.md", "New http://exämple..com/\n" + BROKEN)
    write("b/utf-16.md", "See http://exämple..com/\n".encode("utf-16"))
    write("cr.md", b"a\rb\rSee http://ex\xc3\xa4mple..com/")
    git("add", ".")
    os.chdir("ü")
    try:
        assert places(repository(*LINT, "--diff", "main", ".", "../b/utf-16.md", "../cr.md").out) == [
            "é.md:1",
            "../b/utf-16.md:1",
            "../cr.md:3",
        ]
    finally:
        os.chdir("..")


@pytest.mark.parametrize(
    ("branch", "why"),
    [
        ("nowhere", '--diff: "nowhere" is neither a file nor a branch or commit of this repository'),
        ("=-x", '--diff: "-x" is neither a file nor a branch'),
        ("=a b", '--diff: "a b" is neither a file nor a branch'),
        ("alone", '"alone" and HEAD have no commit in common: fetch the history of both'),
    ],
)
def test_a_branch_that_is_none(repository, branch: str, why: str) -> None:
    git("checkout", "-q", "--orphan", "alone")
    git("commit", "-q", "-m", "alone")
    git("checkout", "-q", "work")
    option = [f"--diff{branch}"] if branch.startswith("=") else ["--diff", branch]
    result = repository("lint", *option)
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert why in result.err


def test_there_is_no_repository(iri, monkeypatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", os.path.dirname(os.getcwd()))
    write("a.md", BROKEN)
    result = iri("lint", "--diff", "main", ".")
    assert result.status == 2
    assert result.err.startswith("iri: --diff")
