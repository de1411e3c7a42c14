"""The cache: the second run finds the same, sooner; whatever is wrong with it, nothing is wrong with the report."""

import json
import os
import pickle
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from extract.cli import checking
from extract.cli.surroundings import forget
from extract.linter import lint_file as lint_file_itself
from tests.cli.running import write
from tests.conftest import PYTHONPATH

BROKEN = "See http://exämple..com/ now: http://example.com/%\n"
LINT = ("lint", "--format", "json")
FOLDER = Path("../caches/iri")


@pytest.fixture
def files(iri, monkeypatch):
    """Twenty files, and a list of those that are checked."""
    if sys.platform != "linux":
        pytest.skip("other systems have other folders")
    monkeypatch.delenv("IRI_NO_CACHE")
    write("project/a.md", "")
    os.chdir("project")
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.abspath("../caches"))
    for number in range(20):
        write(f"{number:02}.md", BROKEN * (number % 3) + f"{number}\n")
    Path("a.md").unlink()
    checked: list[str] = []
    real = lint_file_itself

    def lint_file(document, rules):
        checked.append(Path(document.path).name)
        return real(document, rules)

    monkeypatch.setattr(checking, "lint_file", lint_file)

    def run(*arguments: str):
        checked.clear()
        forget()
        result = iri(*LINT, *(arguments or (".",)))
        return result, len(checked)

    return run


def stored() -> Path:
    (path,) = FOLDER.iterdir()
    return path


def test_the_second_run_checks_nothing_and_finds_the_same(files) -> None:
    first, checked = files()
    assert (len(json.loads(first.out)), checked) == (38, 20)
    second, checked = files()
    assert (second.out, second.status, checked) == (first.out, 1, 0)


CHANGES = {  # a file and its new content, and how many files are checked then
    ("00.md", BROKEN): 1,
    ("tests/00.md", "0\n"): 1,  # some rules ask for the folder
    ("iri.toml", 'ignore = ["IRI301"]\n'): 20,
    ("iri.toml", 'protect = ["example.org"]\n'): 20,
    ("iri.toml", 'per-file-ignores."00.md" = ["IRI1"]\n'): 1,
    ("docutils.conf", "[restructuredtext parser]\ncharacter-level-inline-markup: yes\n"): 20,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_has_changed_is_checked(files, change: tuple[str, str]) -> None:
    files()
    write(*change)
    assert files()[1] == CHANGES[change]


def test_what_is_around_a_file_is_asked_again(files) -> None:
    write("x.md", "See [a](readme.dev).\n")
    write("y.md", "See [b](notes.io).\n")
    before = files()[0].out
    write("readme.dev", "A file.\n")
    after, checked = files()
    assert checked <= 1
    assert after.out == files()[0].out
    Path("readme.dev").unlink()
    assert files()[0].out == before


def test_no_cache_is_read_or_written(files, monkeypatch) -> None:
    files("--no-cache", ".")
    assert not FOLDER.exists()
    files("00.md")
    monkeypatch.setenv("IRI_NO_CACHE", "1")
    files()
    assert not FOLDER.exists()


def test_it_is_in_the_folder_of_the_user(files, iri, monkeypatch) -> None:
    files()
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (FOLDER, stored())]
    assert modes == [0o700, 0o600]
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", os.path.abspath("../home"))
    iri("lint", ".")
    assert len(list(Path("../home/.cache/iri").iterdir())) == 1
    assert not Path("relative").exists()


def results(change):
    """Change what is stored of each file."""

    def damage() -> None:
        with sqlite3.connect(stored()) as base:
            for key, result in base.execute("SELECT key, result FROM found").fetchall():
                base.execute("UPDATE found SET result = ? WHERE key = ?", (change(result), key))

    return damage


def instead(make):
    """Put something else in the place of the cache."""

    def damage() -> None:
        path = stored()
        path.unlink()
        make(path)

    return damage


def becomes_a_file() -> None:
    stored().unlink()
    FOLDER.rmdir()
    FOLDER.write_text("a file")


@pytest.mark.parametrize(
    "damage",
    [
        lambda: stored().write_bytes(b""),
        lambda: stored().write_bytes(b"x" * 99_999),
        lambda: stored().chmod(0o666),  # anybody may have written it
        results(lambda result: b""),
        results(lambda result: result[:-9]),
        results(lambda result: 7),
        results(lambda result: pickle.dumps([])),
        becomes_a_file,
        instead(lambda path: path.mkdir()),
        instead(lambda path: path.symlink_to("/dev/zero")),
        instead(lambda path: os.mkfifo(path)),
        instead(lambda path: path.symlink_to(path.name)),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
def test_a_damaged_cache_is_none(files, damage) -> None:
    expected = files()[0].out
    damage()
    result, checked = files()
    assert (result.out, result.err, result.status, checked) == (expected, "", 1, 20)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_no_error(files) -> None:
    FOLDER.mkdir(mode=0o500, parents=True)
    assert files()[0].err == ""


def test_what_cannot_be_checked_is_not_remembered(files, monkeypatch) -> None:
    from extract.linter import linting

    def fail(*arguments: object) -> object:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr(linting, "check_document", fail)
        assert files()[0].status == 2
    assert files()[1] == 20 or "IRI903" not in files()[0].out


def test_runs_at_the_same_time_find_the_same(files) -> None:
    expected = files("--no-cache", ".")[0].out
    environment = {key: value for key, value in os.environ.items() if key != "IRI_NO_CACHE"} | {
        "PYTHONPATH": PYTHONPATH
    }
    command = [sys.executable, "-m", "extract", *LINT, "."]
    pipe, joined = subprocess.PIPE, subprocess.STDOUT
    running = [
        subprocess.Popen(command, env=environment, stdout=pipe, stderr=joined, encoding="utf-8") for _ in range(4)
    ]
    assert [one.communicate()[0] for one in running] == [expected] * 4
    assert files()[1] == 0
