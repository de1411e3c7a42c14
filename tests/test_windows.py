"""What Windows does otherwise, as far as it can be seen elsewhere: consoles, paths, ends of lines, calls of POSIX."""

from __future__ import annotations

import ast
import ntpath
import os
import subprocess
import sys
from pathlib import Path

import pytest

from extract.cli.patterns import Excluded, Pattern
from extract.cli.settings import Settings
from extract.linter.linting import lint
from extract.readers.formats import format_of
from tests.conftest import PYTHONPATH

ROOT = Path(__file__).parents[1]
TEXT = "見 https://ja.wikipedia.org/wiki/日本語 と http://例え..jp/\n\n[日](https//example.com/ü)\n"


def iri(folder: Path, *arguments: str, encoding: str) -> subprocess.CompletedProcess[bytes]:
    env = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "PYTHONPATH": PYTHONPATH}
    command = [sys.executable, "-m", "extract", *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["find", "a.md"], 0),
        (["lint", "a.md"], 1),
        (["lint", "--format", "json", "a.md"], 1),
        (["lint", "--diff", "--unsafe-fixes", "a.md"], 1),
        (["linkify", "a.md"], 0),
        (["mask", "a.md"], 0),
        (["convert", "--to", "iri", "https://ja.wikipedia.org/wiki/日本語"], 0),
        (["explain", "http://пример.рф/日"], 0),
        (["lint", "--help"], 0),  # has "…"
        (["find", "日本.md"], 2),  # is not there: the message names it
    ],
)
def test_a_console_that_cannot_print_it_is_no_crash(
    arguments: list[str], status: int, encoding: str, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text(TEXT, "utf-8")
    done = iri(tmp_path, *arguments, encoding=encoding)
    assert b"Traceback" not in done.stderr
    assert done.returncode == status
    assert (done.stdout + done.stderr).decode("utf-8").strip()


@pytest.mark.slow
def test_ends_of_lines_of_windows_are_kept_and_counted(tmp_path: Path) -> None:
    data = "one\r\n\r\n[見](https//example.com/ü)\r\nhttp://a..b/\r\n".encode()
    assert [(finding.line, finding.column) for finding in lint(data, "a.md")] == [
        (finding.line, finding.column) for finding in lint(data.replace(b"\r\n", b"\n"), "a.md")
    ]
    (tmp_path / "a.md").write_bytes(data)
    iri(tmp_path, "lint", "--fix", "--unsafe-fixes", "a.md", encoding="cp1252")
    fixed = (tmp_path / "a.md").read_bytes()
    assert b"https://example.com/" in fixed
    assert fixed.count(b"\r\n") == fixed.count(b"\n") == data.count(b"\r\n")


@pytest.mark.slow
def test_a_byte_order_mark_of_an_editor_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbf[a](https//example.com/)\r\n")
    iri(tmp_path, "lint", "--fix", "--unsafe-fixes", "a.md", encoding="cp1252")
    assert (tmp_path / "a.md").read_bytes() == b"\xef\xbb\xbf[a](https://example.com/)\r\n"


@pytest.mark.parametrize("name", [r"C:\docs\a.rst", r"..\docs\a.rst", "docs/a.rst", r"\\server\docs\a.RST"])
def test_a_path_of_windows_has_the_format_of_its_name(name: str) -> None:
    assert format_of(name).name == "rst"


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        (r"docs\broken\a.rst", "docs/broken"),
        (r"docs\broken\a.rst", r"docs\broken"),
        (r".\docs\broken\a.rst", "broken"),
        (r"DOCS\a.rst", "docs/*.rst"),
    ],
)
def test_excluded_paths_are_those_of_windows(path: str, pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as windows:
        windows.setattr(os, "path", ntpath)
        top = r"C:\[my] project"
        excluded = Excluded(top, [Pattern(top, pattern)], force=True)
        assert excluded.leaves_out_named(os.path.normpath(os.path.join(top, path)))
        assert not excluded.leaves_out_named(os.path.join(top, "other.md"))


@pytest.mark.parametrize("pattern", ["docs/*.rst", "*.rst", r"docs\a.rst", "a.rst", "DOCS/**/a.rst"])
def test_settings_for_files_match_paths_of_windows(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as windows:
        windows.setattr(os, "path", ntpath)
        settings = Settings(per_file_ignores=((Pattern(r"C:\project", pattern), ("IRI301",)),))
        assert settings.ignored_in(r"C:\project\docs\a.rst") == ("IRI301",)
        assert settings.ignored_in(r"C:\project\docs\b.md") == ()


# What ``os`` has on POSIX alone, and modules that are not there on Windows.
_POSIX = "fork kill killpg getuid geteuid setuid chown fchown lchown mkfifo wait waitpid uname getpgid nice".split()
_MODULES = {"fcntl", "pwd", "grp", "resource", "termios", "pty"}


@pytest.mark.parametrize("path", ["dev.py", *(f"tools/{path.name}" for path in (ROOT / "tools").glob("*.py"))])
def test_the_tools_call_nothing_of_posix_alone(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    used = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    if path != "tools/mutation.py":  # which says that it needs fork()
        assert used & {f"os.{name}" for name in _POSIX} == set()
    assert imported & _MODULES == set()
    opened = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("read_text")
    ]
    assert all(node.args or node.keywords for node in opened), "a text is read in the encoding of the system"
