"""Lines that were changed since a branch or commit, according to git."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import sys
from bisect import bisect_right

from extract.cli.git import Git, GitError
from extract.cli.settings import SettingsError
from extract.files.reading import read_file
from extract.linter.finding import Finding

# These override git's configuration: prefixes, no context lines, no colors, no other programs or files, and paths from
# the root of the repository. Lines of files begin with "<" or ">", so that they never look like headers.
_DIFF = (
    "diff --unified=0 --inter-hunk-context=0 --no-color --no-ext-diff --no-textconv --no-relative --find-renames"
    " --ignore-submodules -O/dev/null --src-prefix=a/ --dst-prefix=b/"
    " --output-indicator-new=> --output-indicator-old=< --output-indicator-context=|"
).split()
_HEADER = re.compile(
    rb"(?m)^(?:\+\+\+ (?P<name>.*)|Binary files .* and (?P<binary>.*) differ"
    rb"|@@ -\d+(?:,\d+)? \+(?P<start>\d+)(?:,(?P<count>\d+))? @@.*)$"
)
_ESCAPES = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
Lines = list[tuple[int, int]] | None  # ranges of lines; None: the whole file


class Changes:
    """The changed lines of each file since the merge base with a commit: the lines that a merge would add."""

    def __init__(self, since: str) -> None:
        self._lines: dict[str, Lines] = {}  # by real path
        self._changed_in = functools.cache(self._changed_lines)
        git = Git()
        try:
            commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", since + "^{commit}")
        except GitError:
            raise SettingsError(
                f'--diff: "{since}" is neither a file nor a branch or commit of this repository; run: git branch --all'
            ) from None
        try:
            base = git("merge-base", commit.decode().strip(), "HEAD").decode().strip()
        except GitError as error:
            advice = "fetch the history of both (on GitHub: fetch-depth: 0)"
            raise SettingsError(f'--diff: "{since}" and HEAD have no commit in common: {advice}') from error
        new = git("ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
        for path, hunks in (_changed(_patch(git, base)) | dict.fromkeys(filter(None, new))).items():
            whole = os.path.join(git.top, os.fsdecode(path))
            if not os.path.islink(whole):  # git compares the target of a link, not its content
                self._lines[whole] = hunks

    def has_file(self, name: str) -> bool:
        """Return whether lines of a file were changed."""
        return self._changed_in(name) != []

    def has(self, finding: Finding) -> bool:
        """Return whether a line of a finding was changed."""
        lines = self._changed_in(finding.path)
        if lines is None:
            return True
        at = bisect_right(lines, (max(finding.line, finding.end_line), sys.maxsize)) - 1
        return at >= 0 and lines[at][1] >= finding.line

    def _changed_lines(self, name: str) -> Lines:
        path = os.path.realpath(name)
        lines = self._lines.get(path, [])
        with contextlib.suppress(OSError):
            data = read_file(path) if lines else b""
            if data.count(b"\r") > data.count(b"\r\n"):  # git does not count CR as a line end
                return None
        return lines


def _patch(git: Git, base: str) -> bytes:
    """Return the diff since a commit. If a partial clone lacks files, SettingsError explains how to fetch them."""
    try:
        return git(*_DIFF, base, "--")
    except GitError as error:
        if not git.is_partial:
            raise  # for example, a file is too large
        advice = f"fetch them with: git diff {base[:12]} (on GitHub: check out without filter)"
        raise SettingsError(f"--diff: this partial clone lacks files of commit {base[:12]}: {advice}") from error


def _changed(patch: bytes) -> dict[bytes, Lines]:
    """Return the added line ranges of each file of a diff without context; None instead for a binary file."""
    found: dict[bytes, Lines] = {}
    hunks: list[tuple[int, int]] = []
    for header in _HEADER.finditer(patch):
        if header["binary"]:  # in UTF-16, for example
            found[_name(header["binary"])] = None
        elif header["start"]:
            start, count = int(header["start"]), int(header["count"] or 1)
            hunks += [(start, start + count - 1)] * (count > 0)
        else:
            hunks = []
            found[_name(header["name"])] = hunks
    return {path: lines for path, lines in found.items() if path and lines != []}


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
