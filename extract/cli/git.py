"""Ask git about the files of a repository that somebody else made: git runs no program that the repository names."""

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

# Programs and files that a repository's configuration names for the commands used here, as empty or harmless values.
# Those of one command, such as --no-textconv, stand where the command is called.
_OPTIONS = (
    "--no-pager -c core.fsmonitor= -c core.hooksPath=/dev/null -c safe.bareRepository=explicit -c fetch.bundleURI="
    " -c diff.autoRefreshIndex=false"
).split()
_FILTER = {"clean": "", "smudge": "", "process": "", "required": "false"}
_OLDEST = (2, 31)  # the first that takes GIT_CONFIG_COUNT
# A device or a pipe under a name of git's has no end.
_SECONDS = 60
_BYTES = 2 << 30


class GitError(SettingsError):
    """git ended with an error."""


class Git:
    """git in the work tree of the current directory; each call returns the output."""

    def __init__(self) -> None:
        self._program = _program()
        self._environment = {
            **os.environ,
            "GIT_OPTIONAL_LOCKS": "0",
            # Without the first, which came with git 2.45, a repository's remote may be a local command, `ext::` or an
            # alias. A protocol may have any name: `none::x` would run alias.remote-none.
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_ALLOW_PROTOCOL": secrets.token_hex(),
        }
        self._environment.pop("GIT_DIFF_OPTS", None)  # it has precedence over --unified
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
        """Return the output of a command; SettingsError says why it failed."""
        command = [self._program, *_OPTIONS, *arguments]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:  # pipes may be held open by others
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
                raise GitError(f"--diff: {err.read().decode('utf-8', 'replace').strip() or 'git failed'}")
            return out.read()


def _program() -> str:
    """Return where git is: on Windows, a name alone would first be looked for in the current directory."""
    name = "git.exe" if os.name == "nt" else "git"
    folders = filter(os.path.isabs, os.get_exec_path())
    found = next(filter(None, (shutil.which(os.path.join(folder, name)) for folder in folders)), None)
    if not found:
        raise SettingsError("--diff needs git: there is none on the PATH")
    return found


def _bound(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process, which gets some time, memory and room for its output."""
    if sys.platform == "linux":
        import resource

        for limit in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
            with contextlib.suppress(OSError, ValueError):  # a sandbox does not let it, or has a lower limit
                resource.prlimit(process.pid, limit, (_BYTES, _BYTES))
    try:
        process.wait(_SECONDS)
    except subprocess.TimeoutExpired:
        raise SettingsError(f"--diff: git did not answer in {_SECONDS} seconds") from None
    finally:
        process.kill()
        process.wait()


def _without_filters(names: list[bytes]) -> dict[str, str]:
    """Return the environment that switches off each filter of a configuration: with "-c", no name may hold "="."""
    filters = sorted({name.rpartition(b".")[0] for name in names if name.startswith(b"filter.")})
    settings = [(f"{os.fsdecode(one)}.{key}", value) for one in filters for key, value in _FILTER.items()]
    first = int(os.environ.get("GIT_CONFIG_COUNT") or 0)  # a number: git refused others
    environment = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (key, value) in enumerate(settings, first):
        environment |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return environment
