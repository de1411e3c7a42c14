"""What ``.gitignore`` leaves out, compared with git's own answers; in time that grows with the length of a name."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from extract.cli.ignored import Ignored

NAMES = ["a", "b", "ab", "foo", "a.b", "-", "x y", "A", "1", "é", "[", "a]", "*", "\\", "_", "!a", "#b", "a ", "\x01"]
PIECES = [
    *["*", "**", "**/", "/**", "***", "*/", "a**", "**b", "?", "/", "a", "b", "ab", "foo", "é", ".", "-", "!", "#"],
    *[" ", "\\", "\\*", "\\[", "\\ ", "\\/", "[", "]", "[ab]", "[!a]", "[^b]", "[a-c]", "[c-a]", "[]a]", "[!]]"],
    *["[a[]", "[a-]", "[--0]", "[\\]]", "[a\\-c]", "[/]", "[!/]", "[é]", "[[.a.]]", "[:alpha:]", "[[:foo:]]"],
    *[f"[[:{name}:]]" for name in "alnum alpha blank cntrl digit graph lower print punct space upper xdigit".split()],
    *["[[:alnum:]-z]", "[a-[:digit:]]", "[![:digit:]_]", "[[:upper:][:cntrl:]]"],
]  # fmt: skip


def unexpected(error: OSError) -> None:
    raise error


def files() -> list[str]:
    found = [f"{name}.f" for name in NAMES]
    for folder in ("a", "foo", "é"):
        found += [f"{folder}/{name}" for name in NAMES[::2]]
        found += [f"{folder}/q/{name}" for name in ("b", "foo")] + [f"{folder}/q/a/b", f"{folder}/q/foo.f/a"]
    return found


def patterns(number: int) -> Iterator[list[str]]:
    chosen = random.Random(3)
    for _ in range(number):
        lines = chosen.choice([1, 1, 1, 2, 3, 3, 30, 200])
        yield [
            "!" * (lines > 3 and chosen.random() < 0.5)
            + "".join(chosen.choices(PIECES, k=chosen.randint(1, 5)))
            + chosen.choice(["", "", "", "/", " ", "\r"])
            for _ in range(lines)
        ]


def kept_by_git(top: Path) -> set[str]:
    command = ["git", "-C", str(top), "ls-files", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, check=True, capture_output=True).stdout
    return {os.fsdecode(name) for name in listed.split(b"\0") if name}


def kept_by_us(top: Path, below: str = "") -> Iterator[str]:
    ignored = Ignored(str(top / below), unexpected)
    for directory, directories, names in os.walk(top / below):
        here = os.path.relpath(directory, top / below)
        directories[:] = [name for name in directories if not ignored(os.path.join(here, name), True)]
        for name in names:
            if not ignored(os.path.join(here, name), False):
                yield os.path.normpath(os.path.join(below, here, name))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    try:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"git is needed: {error}")
    return tmp_path


def require_the_same(repository: Path, lists: list[list[str]], names: list[str]) -> None:
    """Each list is the only one of its folder; git is asked once."""
    for index, lines in enumerate(lists):
        for name in names:
            path = repository / str(index) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        (repository / str(index) / ".gitignore").write_bytes("\n".join(lines).encode())
    theirs: dict[str, set[str]] = {}
    for name in kept_by_git(repository):
        theirs.setdefault(name.partition("/")[0], set()).add(name)
    for index, lines in enumerate(lists):
        assert set(kept_by_us(repository, str(index))) == theirs.get(str(index), set()), lines


ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="names of other systems cannot have these characters")


@ONLY_LINUX
def test_each_kind_of_pattern_means_what_it_means_to_git(repository: Path) -> None:
    some = ["b", "ab", "é", "[", "\\", "1", "-", "a.f/b", "a/q/b", "a/q/r/ab", "c/a/1"]
    alone = [[piece] for piece in PIECES if piece.strip("\\ /")]
    together = [first + last for first in ("*", "**/", "?", "a/") for last in ("b", "[ab]", "q/", "*a", "**")]
    together += [
        "a/**/b",
        "**/q/*",
        "/*/b",
        "a/*",
        "a/**",
        "**/r/*b",
        "?/q",
        "q/",
        "a/q/**/*b",
        "*a*b*",
        "[a-b]/",
        "**\\/b",
    ]
    assert len(alone + together) > 78
    require_the_same(repository, [*alone, *([one] for one in together)], some)


@pytest.mark.all  # starts git
@ONLY_LINUX
def test_a_thousand_random_files_mean_what_they_mean_to_git(repository: Path) -> None:
    require_the_same(repository, list(patterns(1000)), files())


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 16 + "b", "a" * 255),
        ("*a" * 50 + "b", "a" * 4000),
        ("**/" * 12 + "b", "a/" * 2000),
        ("**/a/*b" * 100 + "c", "a/bb/" * 400),
        ("**/a*" * 200, "a/" * 2000),
        ("*?" * 500 + "b", "a" * 4000),
        ("[[:alpha:]]*" * 300 + "1", "a" * 4000),
        ("*" * 100_000 + "b", "a" * 4000),
        ("[" * 100_000, "a" * 4000),
        ("[[:" * 50_000, "a" * 4000),
        ("[[:" * 50_000 + "]", "a" * 4000),
        ("[:" + "[:a" * 50_000 + ":]", "a" * 4000),
        ("\\" * 99_999, "a" * 4000),
        ("*a" * 20_000 + "b", "a" * 4000),
        ("*" + "?" * 20_000, "a" * 4000),
        ("[a-z]" * 10_000, "a" * 4000),
    ],
)
def test_no_pattern_takes_long(tmp_path: Path, pattern: str, path: str) -> None:
    (tmp_path / ".gitignore").write_text(pattern)
    started = time.process_time()
    lists = Ignored(str(tmp_path), unexpected)._lists("")
    assert not any(listed.of_files[1](path.encode()) for listed in lists)
    assert time.process_time() - started < 1


def test_a_list_is_a_file_that_can_be_read(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").mkdir()
    said: list[OSError] = []
    assert not Ignored(str(tmp_path), said.append)("a", False)
    assert [error.filename for error in said] == [str(tmp_path / ".gitignore")]
    (tmp_path / ".gitignore").rmdir()
    (tmp_path / "list").write_text("*", "utf-8")
    try:
        (tmp_path / ".gitignore").symlink_to("list")
    except OSError as error:
        pytest.skip(f"no symbolic links: {error}")
    assert not Ignored(str(tmp_path), unexpected)("a", False)


def test_a_repository_within_has_its_own_lists(tmp_path: Path) -> None:
    for folder in (".git", "within/.git", "within/deep"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("a.md\n")
    (tmp_path / "within/.gitignore").write_text("b.md\n")
    for folder in ("", "within", "within/deep"):
        for name in ("a.md", "b.md"):
            (tmp_path / folder / name).touch()
    from_above = {path for path in kept_by_us(tmp_path) if path.endswith(".md")}
    assert from_above == {"b.md", "within/a.md", "within/deep/a.md"}
    from_within = {path for path in kept_by_us(tmp_path, "within") if path.endswith(".md")}
    assert from_within == {"within/a.md", "within/deep/a.md"}
