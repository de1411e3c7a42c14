"""Lines that were changed since a branch or commit, according to git."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator

from extract.cli.git import Git, GitError
from extract.cli.settings import SettingsError
from extract.files.reading import read_file
from extract.linter.finding import Finding

# These override git's configuration: prefixes, no context lines, no colors, no other programs or files, and paths from
# the root of the repository.
_DIFF = (
    "diff --unified=0 --inter-hunk-context=0 --no-color --no-ext-diff --no-textconv --no-relative --find-renames"
    " --ignore-submodules -O/dev/null --src-prefix=a/ --dst-prefix=b/"
).split()
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPES = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


class Changes:
    """The changed lines of each file since the merge base with a commit: the lines that a merge would add."""

    def __init__(self, since: str) -> None:
        self._lines: dict[str, list[tuple[int, int]] | None] = {}  # by real path; None: the whole file is new
        git = Git()
        try:
            commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", since + "^{commit}")
        except GitError:
            raise SettingsError(
                f'--diff: "{since}" is neither a file nor a branch or commit of this repository'
            ) from None
        try:
            base = git("merge-base", commit.decode().strip(), "HEAD").decode().strip()
        except GitError as error:
            advice = "fetch the history of both (on GitHub: fetch-depth: 0)"
            raise SettingsError(f'--diff: "{since}" and HEAD have no commit in common: {advice}') from error
        new = git("ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
        for path, hunks in (*_changed(_patch(git, base)), *((path, None) for path in new if path)):
            whole = os.path.join(git.top, os.fsdecode(path))
            if not os.path.islink(whole):  # git compares the target of a link, not its content
                self._lines[whole] = hunks
        self._reals: dict[str, str] = {}
        self._counted: set[str] = set()

    def has_file(self, name: str) -> bool:
        """Return whether lines of a file were changed."""
        return self._real(name) in self._lines

    def has(self, finding: Finding) -> bool:
        """Return whether a line of a finding was changed."""
        path = self._real(finding.path)
        lines = self._lines.get(path, [])
        if lines and path not in self._counted:
            self._counted.add(path)
            with contextlib.suppress(OSError):
                data = read_file(path)
                if data.count(b"\r") > data.count(b"\r\n"):  # git does not count CR as a line end
                    lines = self._lines[path] = None
        if lines is None:
            return True
        at = bisect_right(lines, (max(finding.line, finding.end_line), sys.maxsize)) - 1
        return at >= 0 and lines[at][1] >= finding.line

    def _real(self, name: str) -> str:
        if name not in self._reals:
            self._reals[name] = os.path.realpath(name)
        return self._reals[name]


def _patch(git: Git, base: str) -> bytes:
    """Return the diff since a commit. If a partial clone lacks files, SettingsError explains how to fetch them."""
    try:
        return git(*_DIFF, base, "--")
    except GitError as error:
        if not git.is_partial:
            raise  # for example, a file is too large
        advice = f"fetch them with: git diff {base[:12]} (on GitHub: check out without filter)"
        raise SettingsError(f"--diff: this partial clone lacks files of commit {base[:12]}: {advice}") from error


def _changed(patch: bytes) -> Iterator[tuple[bytes, list[tuple[int, int]] | None]]:
    """Yield each file of a diff without context, and its added line ranges; None instead for a binary file."""
    path = b""
    hunks: list[tuple[int, int]] = []
    left = 0  # remaining lines of a hunk, which may look like headers
    for line in patch.split(b"\n"):
        if left:
            left -= line[:1] in b"+-"
        elif line.startswith(b"diff --git "):
            if path and hunks:
                yield path, hunks
            path, hunks = b"", []
        elif line.startswith(b"+++ "):
            path = _name(line[4:])
        elif line.startswith(b"Binary files ") and line.endswith(b" differ"):  # in UTF-16, for example
            name = line.removesuffix(b" differ").rpartition(b" and ")[2]
            if name != b"/dev/null":
                yield _name(name), None
        elif match := _HUNK.match(line):
            removed, start, count = int(match[1] or 1), int(match[2]), int(match[3] or 1)
            left = count + removed
            if count:
                hunks.append((start, start + count - 1))
    if path and hunks:
        yield path, hunks


def _name(written: bytes) -> bytes:
    r"""Decode a path in a diff: remove ``b/``, quotation marks, escapes and a tab. Return ``b""`` for /dev/null."""
    written = written.removesuffix(b"\t")
    if written.startswith(b'"') and written.endswith(b'"'):
        written = re.sub(
            rb"\\(?:([0-7]{3})|(.))",
            lambda found: bytes([int(found[1], 8) & 255]) if found[1] else _ESCAPES.get(found[2], found[2]),
            written[1:-1],
        )
    return b"" if written == b"/dev/null" else written.removeprefix(b"b/")


def is_path(word: str) -> bool:
    """Return whether the value of ``--diff`` is a path to check. Like git, prefer an existing file to a branch."""
    return word == "-" or ("\0" not in word and os.path.lexists(word))
