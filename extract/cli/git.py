"""Lines that were changed since a branch or commit, according to git.

The repository may be hostile, so git runs no program that the repository configures.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect_right

from extract.cli.settings import SettingsError
from extract.files.reading import read_file
from extract.linter.finding import Finding

# Empty or harmless values for programs and files that a repository may configure. Options of a single command, such as
# --no-textconv, are in its call.
_OPTIONS = (
    "--no-pager -c core.fsmonitor= -c core.hooksPath=/dev/null -c safe.bareRepository=explicit -c fetch.bundleURI="
    " -c diff.autoRefreshIndex=false"
).split()
_FILTER = {"clean": "", "smudge": "", "process": "", "required": "false"}
_OLDEST = (2, 31)  # the first version that supports GIT_CONFIG_COUNT
# Limits, because a device or pipe in place of one of git's files is endless.
_SECONDS = 60
_BYTES = 2 << 30


class GitError(SettingsError):
    """A git command failed."""


class Git:
    """Run git commands in the work tree of the current directory."""

    def __init__(self) -> None:
        self._program = _program()
        self._environment = {
            **os.environ,
            "GIT_OPTIONAL_LOCKS": "0",
            # Without GIT_NO_LAZY_FETCH (git 2.45), a partial clone may fetch from a local command (`ext::` or an
            # alias). GIT_ALLOW_PROTOCOL is random, because "none" would allow `none::x` to run alias.remote-none.
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_ALLOW_PROTOCOL": secrets.token_hex(),
        }
        self._environment.pop("GIT_DIFF_OPTS", None)  # overrides --unified
        self._directory = os.curdir
        version = self("version").decode()
        if tuple(map(int, re.findall(r"\d+", version)[:2])) < _OLDEST:
            raise SettingsError(f"--diff needs git {'.'.join(map(str, _OLDEST))} or newer; this is {version.strip()}")
        self.top = os.path.realpath(os.fsdecode(self("rev-parse", "--show-toplevel").removesuffix(b"\n")))
        self._directory = self.top
        names = self("config", "--list", "--name-only", "-z").split(b"\0")
        self.is_partial = b"extensions.partialclone" in names or any(name.endswith(b".promisor") for name in names)
        self._environment |= _without_filters(names)

    def __call__(self, *arguments: str) -> bytes:
        """Return the output of a git command; SettingsError with the reason if it fails."""
        command = [self._program, *_OPTIONS, *arguments]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:  # child processes may keep pipes open
            try:
                process = subprocess.Popen(
                    command,
                    cwd=self._directory,
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                )
            except OSError as error:
                raise SettingsError(f"--diff needs git: {error.strerror}") from error
            except ValueError as error:  # a NUL in the name of a branch
                raise SettingsError(f"--diff: {error}") from error
            _bound(process)
            out.seek(0)
            err.seek(0)
            if process.returncode:
                said = err.read().decode("utf-8", "replace").strip() or "git failed"
                raise GitError(f"--diff: {said}; run: git status")
            return out.read()


def _program() -> str:
    """Return the path of git. On Windows, the name alone would first be searched for in the current directory."""
    name = "git.exe" if os.name == "nt" else "git"
    folders = filter(os.path.isabs, os.get_exec_path())
    found = next(filter(None, (shutil.which(os.path.join(folder, name)) for folder in folders)), None)
    if not found:
        raise SettingsError("--diff needs git: there is none on the PATH")
    return found


def _bound(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process, with limits for time, memory and size of output."""
    if sys.platform == "linux":
        import resource

        for limit in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
            with contextlib.suppress(OSError, ValueError):  # not permitted in a sandbox, or a lower limit exists
                resource.prlimit(process.pid, limit, (_BYTES, _BYTES))
    try:
        process.wait(_SECONDS)
    except subprocess.TimeoutExpired:
        raise SettingsError(f"--diff: git did not answer in {_SECONDS} seconds") from None
    finally:
        process.kill()
        process.wait()


def _without_filters(names: list[bytes]) -> dict[str, str]:
    """Return environment variables that disable all configured filters. With "-c", a name could not contain "="."""
    filters = sorted({name.rpartition(b".")[0] for name in names if name.startswith(b"filter.")})
    settings = [(f"{os.fsdecode(one)}.{key}", value) for one in filters for key, value in _FILTER.items()]
    first = int(os.environ.get("GIT_CONFIG_COUNT") or 0)  # a number, because git already refused other values
    environment = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (key, value) in enumerate(settings, first):
        environment |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return environment


# --- changes ---------------------------------------------------------------------------------------------------------

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
