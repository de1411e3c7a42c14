"""`--diff` asks git about a repository that somebody else made: git runs no program of it, and always ends."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from extract.cli import git as asking
from tests.cli.running import write
from tests.cli.test_baseline import BROKEN, GIT, LINT, git, places
from tests.conftest import PYTHONPATH

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="programs that are scripts"),
    pytest.mark.skipif(shutil.which("git") is None, reason="needs git"),
]


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves a file, in a folder with others that do."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("trap", "git-lfs", "git-remote-none", "gpg", "ssh"):
        path = folder / name
        path.write_text(f'#!/bin/sh\necho "$0 $*" >> {tmp_path}/ran\ncat\n', "utf-8")
        path.chmod(0o755)
    return folder / "trap"


@pytest.fixture
def repository(iri, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A branch on which one line was changed, and all attributes name what a configuration may define."""
    for name, value in GIT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "tree").mkdir()
    os.chdir("tree")
    git("init", "-q", "-b", "main")
    write("docs/a.md", "First.\n" + BROKEN)
    write(".gitattributes", "*.md filter=evil diff=evil merge=evil\n")
    git("add", ".")
    git("commit", "-q", "-m", "begin")
    git("checkout", "-q", "-b", "work")
    write("docs/a.md", "First.\n" + BROKEN + BROKEN)
    return iri


def configure(settings: str, trap: Path) -> None:
    for line in settings.format(trap=trap).splitlines():
        key, _, value = line.partition(" = ")
        git("config", key.strip(), value)


LFS = """
filter.evil.clean = git-lfs clean -- %f
filter.evil.smudge = git-lfs smudge -- %f
filter.evil.process = git-lfs filter-process
filter.evil.required = true
""".strip()
PROGRAMS = {
    "a monitor of files": "core.fsmonitor = {trap}",
    "a filter": "filter.evil.clean = {trap}",
    "a filter that is required": "filter.evil.clean = {trap}\nfilter.evil.required = true",
    "a filter that goes on": "filter.evil.process = {trap}",
    "Git LFS": LFS,
    "a program for differences": "diff.external = {trap}",
    "a driver": "diff.evil.command = {trap}",
    "text of binary files": "diff.evil.textconv = {trap}\ndiff.evil.cachetextconv = true",
}


@pytest.mark.parametrize("settings", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_git_runs_no_program_of_a_repository(
    repository, settings: str, trap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(trap.parent), prepend=os.pathsep)
    configure(settings, trap)
    index = Path(".git/index").stat().st_mtime_ns
    os.utime("docs/a.md", (1, 1))  # git compares the content
    result = repository(*LINT, "--diff", "main", ".")
    assert (places(result.out), result.status) == (["docs/a.md:3"], 1), result.err
    assert not (tmp_path / "ran").exists()
    assert Path(".git/index").stat().st_mtime_ns == index


FILTERS = rb"""
[filter "a=b"]
clean = TRAP
[filter "=.="]
clean = TRAP
[filter "\xff"]
clean = TRAP
[filter "\"\\.x"]
clean = TRAP
[filter ""]
clean = TRAP
required
[filter]
clean = TRAP
[FILTER "Evil"]
CLEAN = TRAP
[filter.Old]
clean = TRAP
"""


@pytest.mark.parametrize("name", ["a=b", "=.=", "\udcff", "", "Evil", "old", '"\\.x'], ids=ascii)
def test_filters_of_any_name_are_switched_off(repository, name: str, trap: Path, tmp_path: Path) -> None:
    write(".git/more", FILTERS.replace(b"TRAP", os.fsencode(trap)))
    git("config", "includeIf.gitdir:**.path", "more")
    write(".git/info/attributes", f"*.md filter={name}\n".encode("utf-8", "surrogateescape"))
    result = repository(*LINT, "--diff", "main", ".")
    assert (places(result.out), result.status) == (["docs/a.md:3"], 1), result.err
    assert not (tmp_path / "ran").exists()


def test_what_the_caller_configures_stays(repository, trap: Path, tmp_path: Path, monkeypatch) -> None:
    configure("filter.evil.clean = {trap}", trap)
    write("ignored.md", BROKEN)
    for name, value in {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "core.excludesFile",
        "GIT_CONFIG_VALUE_0": str(tmp_path / "ignored"),
        "GIT_CONFIG_KEY_1": "filter.evil.process",
        "GIT_CONFIG_VALUE_1": str(trap),
        "GIT_DIFF_OPTS": "--unified=3",
    }.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "ignored").write_text("ignored.md\n", "utf-8")
    git("config", "diff.interHunkContext", "9")
    result = repository(*LINT, "--diff", "main", ".")
    assert places(result.out) == ["docs/a.md:3"], result.err
    assert not (tmp_path / "ran").exists()
    monkeypatch.setenv("GIT_CONFIG_COUNT", "٣")
    result = repository(*LINT, "--diff", "main", ".")
    assert (result.status, "GIT_CONFIG_COUNT" in result.err) == (2, True)


@pytest.mark.parametrize("bare", ["true", "false\nworktree = ."])
def test_a_bare_repository_in_a_tree_is_refused(repository, bare: str, trap: Path, tmp_path: Path) -> None:
    """It has no file whose name git refuses to check out."""
    git("clone", "-q", "--bare", ".", "docs/bare")
    write("docs/bare/config", f"[core]\nrepositoryformatversion = 0\nfsmonitor = {trap}\nbare = {bare}\n")
    write("docs/bare/a.md", BROKEN)
    os.chdir("docs/bare")
    result = repository(*LINT, "--diff", "main", ".")
    assert (result.status, result.out) == (2, "")
    assert "safe.bareRepository" in result.err
    assert not (tmp_path / "ran").exists()


# --- partial clones -------------------------------------------------------------------------------------------------

REMOTES = {
    "a shell": "remote.origin.url = ssh://h/x\ncore.sshCommand = {trap}",
    "a program of this machine": "remote.origin.url = {trap.parent}\nremote.origin.uploadpack = {trap}",
    "a command": "remote.origin.url = ext::{trap}\nprotocol.ext.allow = always\nprotocol.allow = always",
    "a command for another address": "remote.origin.url = https://a/\nurl.ext::{trap} .insteadOf = https://a/",
    "an alias": "remote.origin.url = none::x\nalias.remote-none = !{trap}",
    "an alias without a name": "remote.origin.url = ::x\nalias.remote- = !{trap}",
    "another system": "remote.origin.url = x\nremote.origin.vcs = none\nalias.remote-none = !{trap}",
    "a proxy": "remote.origin.url = git://h/x\ncore.gitProxy = {trap}",
    "a helper for passwords": "remote.origin.url = http://127.0.0.1:9/x\ncredential.helper = !{trap}",
    "a bundle": "remote.origin.url = ssh://h/x\nfetch.bundleURI = file://{trap}",
}


@pytest.fixture
def partial(repository):
    """The repository as a clone that lacks a file of the branch."""
    name = subprocess.check_output(["git", "rev-parse", "main:docs/a.md"], encoding="ascii").strip()
    Path(".git/objects", name[:2], name[2:]).unlink()
    configure(
        "core.repositoryFormatVersion = 1\nextensions.partialClone = origin\nremote.origin.promisor = true", Path()
    )
    return repository


@pytest.mark.parametrize(
    ("settings", "version"),
    [
        *((settings, "before 2.45") for settings in REMOTES.values()),
        (REMOTES["a shell"], "new"),
        (REMOTES["an alias"], "new"),
    ],
)
def test_nothing_is_fetched(partial, settings: str, version: str, trap: Path, tmp_path: Path, monkeypatch) -> None:
    configure(settings, trap)
    if version != "new":
        write("../old/git", f'#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec {shutil.which("git")} "$@"\n')
        Path("../old/git").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path / "old"), prepend=os.pathsep)
    monkeypatch.setenv("PATH", str(trap.parent), prepend=os.pathsep)
    result = partial(*LINT, "--diff", "main", ".")
    assert not (tmp_path / "ran").exists()
    assert (result.status, result.err.count("\n")) == (2, 1)
    base = subprocess.check_output(["git", "rev-parse", "--short=12", "main"], encoding="ascii").strip()
    assert f"this partial clone lacks files of commit {base}: fetch them with: git diff {base} (on" in result.err


def test_what_the_message_says_is_enough(repository, tmp_path: Path) -> None:
    git("commit", "-q", "-a", "-m", "more")
    git("config", "uploadpack.allowFilter", "true")
    git("config", "uploadpack.allowAnySHA1InWant", "true")
    git("clone", "-q", "--no-local", "--filter=blob:none", f"file://{os.getcwd()}", "../clone")
    os.chdir("../clone")
    result = repository(*LINT, "--diff", "origin/main", ".")
    command = result.err.partition("fetch them with: ")[2].partition(" (")[0].split()
    assert command[:2] == ["git", "diff"]
    git(*command[1:])
    assert places(repository(*LINT, "--diff", "origin/main", ".").out) == ["docs/a.md:3"]


# --- no end ---------------------------------------------------------------------------------------------------------


def pipe(name: str) -> None:
    Path(name).unlink(missing_ok=True)
    os.mkfifo(name)


def included_pipe() -> None:
    pipe("p")
    git("config", "include.path", "../p")


def without_end(name: str) -> None:
    Path(name).unlink(missing_ok=True)
    Path(name).symlink_to("/dev/zero")


ENDLESS: dict[str, Callable[[], None]] = {
    "settings are a pipe": lambda: pipe(".git/config"),
    "a pipe is included": included_pipe,
    "attributes are a pipe": lambda: pipe(".git/info/attributes"),
    "attributes do not end": lambda: git("config", "core.attributesFile", "/dev/zero"),
    "what is ignored is a pipe": lambda: pipe("docs/.gitignore"),
    "grafts do not end": lambda: without_end(".git/info/grafts"),
    "other objects do not end": lambda: without_end(".git/objects/info/alternates"),
    "an order does not end": lambda: git("config", "diff.orderFile", "/dev/zero"),
    "branches are a pipe": lambda: pipe(".git/packed-refs"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="devices of Linux")
@pytest.mark.parametrize("make", ENDLESS.values(), ids=ENDLESS.keys())
def test_git_is_given_some_time_and_memory(repository, make: Callable[[], None], monkeypatch) -> None:
    monkeypatch.setattr(asking, "_SECONDS", 1.5)
    monkeypatch.setattr(asking, "_BYTES", 64 << 20)
    make()
    result = repository(*LINT, "--diff", "main", ".")
    assert result.status in (1, 2)
    assert result.status == 1 or "iri: --diff: " in result.err


# --- which git ------------------------------------------------------------------------------------------------------


def test_git_is_not_looked_for_in_the_current_folder(repository, trap: Path, tmp_path: Path, monkeypatch) -> None:
    shutil.copy(trap, "git")
    shutil.copy(trap, "docs/git")
    for path in (".", "", "docs"):
        monkeypatch.setenv("PATH", path + os.pathsep + os.environ["PATH"])
    assert places(repository(*LINT, "--diff", "main", "docs").out) == ["docs/a.md:3"]
    assert not (tmp_path / "ran").exists()
    monkeypatch.setenv("PATH", ".")
    result = repository(*LINT, "--diff", "main", "docs")
    assert (result.status, result.err) == (2, "iri: --diff needs git: there is none on the PATH\n")


def test_a_git_that_cannot_switch_filters_off_is_too_old(repository, tmp_path: Path, monkeypatch) -> None:
    write("../old/git", "#!/bin/sh\necho git version 2.30.9\n")
    Path("../old/git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "old"), prepend=os.pathsep)
    result = repository(*LINT, "--diff", "main", ".")
    assert result.err == "iri: --diff needs git 2.31 or newer; this is git version 2.30.9\n"


def can_trace() -> bool:
    strace = shutil.which("strace")
    return strace is not None and subprocess.run([strace, "-qo", os.devnull, "true"], check=False).returncode == 0


@pytest.mark.all  # starts Python
@pytest.mark.skipif(not can_trace(), reason="needs strace, and the right to trace")
def test_no_other_program_is_started(partial, trap: Path, tmp_path: Path, monkeypatch) -> None:
    for settings in (*PROGRAMS.values(), *REMOTES.values()):
        configure(settings, trap)
    log = tmp_path / "log"
    command = ["strace", "-f", "-qq", "-e", "trace=execve,connect", "-e", "signal=none", "-o", str(log)]
    lint = [sys.executable, "-m", "extract", *LINT, "--diff", "main", "."]
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    done = subprocess.run(
        [*command, *lint], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 2, done.stderr
    started = {line.split('"')[1] for line in log.read_text("utf-8").splitlines() if "execve(" in line}
    assert {os.path.basename(path) for path in started} == {os.path.basename(sys.executable), "git"}
    assert "connect(" not in log.read_text("utf-8")


def test_a_missing_file_is_not_taken_for_one_without_changes(repository) -> None:
    found = repository("lint", "--diff", "main", "docs/a.md", "docs/nope.md")
    assert (found.status, "docs/nope.md: No such file or directory" in found.err) == (2, True)
