"""Run git in a repository that may be hostile, so that git runs no program that the repository configures."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile

from extract.cli.settings import SettingsError

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
