"""Names in settings that lead to what nobody gave, and settings that must not end a run."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from extract.cli import files, main
from extract.files import near
from extract.files.reading import read_file

LINK = "See http://exämple..com/ now.\n"

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and streams of POSIX")


@posix
@pytest.mark.parametrize("key", ["extend", "baseline"])
@pytest.mark.parametrize(
    "name",
    ["/dev/stdin", "/dev/fd/0", "/dev/./fd/0", "/proc/self/fd/0", "/dev/fd/../fd/0", "$OF_ROOT/../dev/stdin"],
)
def test_settings_do_not_take_what_was_sent(key: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(LINK)
    (tmp_path / "iri.toml").write_text(f'{key} = "{name}"')
    read, write = os.pipe()
    os.write(write, b"[]\n")
    command = [sys.executable, "-m", "extract", "lint", "--no-cache", "."]
    try:
        done = subprocess.run(
            command, cwd=tmp_path, stdin=read, capture_output=True, timeout=30, env={**os.environ, "OF_ROOT": "/tmp"}
        )
        os.set_blocking(read, False)
        assert os.read(read, 9) == b"[]\n"
    finally:
        os.close(read)
        os.close(write)
    assert done.returncode == 2
    assert b"a.md" in done.stderr


@pytest.mark.skipif(os.name != "nt", reason="names of Windows")
@pytest.mark.parametrize("key", ["extend", "baseline"])
def test_settings_name_no_other_computer(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.md").write_text(LINK)
    (tmp_path / "iri.toml").write_text(f"{key} = '//server.example/share/a.toml'")
    assert main(["lint", str(tmp_path)]) == 2
    assert "another computer" in capsys.readouterr().err


@posix
@pytest.mark.parametrize("arguments", [["--format", "json"], ["--statistics"], ["--format", "sarif"], ["--prune"]])
def test_a_wrong_baseline_of_settings_does_not_end_the_run(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    for name in ("a.md", "sub/a.md"):
        (tmp_path / name).write_text(LINK)
    (tmp_path / "iri.toml").write_text('baseline = "b.json"')
    (tmp_path / "sub/iri.toml").write_text("")
    os.mkfifo(tmp_path / "b.json")
    assert main(["lint", "--no-cache", *arguments, "."]) == 2
    out, err = capsys.readouterr()
    assert "IRI301" in out
    assert err.count("is a pipe") == 1
    if arguments[-1] == "json":
        assert json.loads(out)


@pytest.mark.skipif(not os.path.exists("/proc/self/pagemap"), reason="files of Linux that have no end")
@pytest.mark.parametrize("command", [["find", "a.md"], ["lint", "--no-cache", "a.md"], ["mask", "a.md"], ["find", "."]])
@pytest.mark.parametrize("name", ["a.md", "a.mbox", "a.eml"])
def test_a_file_without_an_end(
    name: str, command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).symlink_to("/proc/self/pagemap")
    main([name if one == "a.md" else one for one in command])
    reason = "leads to what the system tells" if "." in command else "has no end"  # found, or named
    assert reason in capsys.readouterr().err


@posix
def test_an_original_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.de.md").write_text(LINK)
    with (tmp_path / "README.md").open("wb") as file:
        file.truncate(1 << 30)
    (tmp_path / "iri.toml").write_text('original = "README.md"')
    assert main(["lint", "--no-cache", "README.de.md"]) == 2
    assert "its original" in capsys.readouterr().err


@posix
@pytest.mark.parametrize("name", ["a.md", "a.mbox", "a.ts"])
@pytest.mark.parametrize("command", ["find", "lint", "mask"])
def test_a_found_link_shows_nothing_of_the_system(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKEN", "https://user:s3cret@example.com/%zz")
    os.symlink("/proc/self/environ", name)
    main([command, "."])
    out, err = capsys.readouterr()
    assert "s3cret" not in out + err


def test_user_information_in_mail_is_masked_and_linked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mail = tmp_path / "a.eml"
    mail.write_text("Subject: a\n\nhttp://paypal.com@evil-host.example/login\n")
    assert main(["mask", str(mail)]) == 0
    assert "evil-host" not in capsys.readouterr().out
    assert main(["linkify", str(mail)]) == 0
    assert 'href="http://paypal.com@evil-host.example/login"' in capsys.readouterr().out


@pytest.mark.parametrize("command", [["find", "."], ["lint", "--no-cache", "--format", "concise", "."], ["mask", "."]])
def test_a_found_file_has_a_limit(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with open("sparse.md", "wb") as file:
        file.truncate(files.LARGEST_FOUND + 1)
    (tmp_path / "a.md").write_text(LINK)
    assert main(command) == 2
    out, err = capsys.readouterr()
    assert "sparse.md: has more than 268,435,456 bytes" in err
    assert "..com" in out or command[0] == "mask"


@pytest.mark.parametrize("command", [["find", "."], ["lint", "--no-cache", "--format", "concise", "."], ["mask", "."]])
def test_a_file_that_gives_no_answer(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(near, "_SECONDS", 0.2)
    for name in (*(f"{number}.md" for number in range(20)), "a.md"):
        (tmp_path / name).write_text(LINK)
    end = threading.Event()

    def read(path: str, **limits: int) -> bytes:
        if not os.path.basename(path).startswith("a"):
            end.wait()
        return read_file(path, **limits)

    monkeypatch.setattr(files, "read_file", read)
    try:
        started = time.monotonic()
        assert main(command) == 2
        assert time.monotonic() - started < 10
    finally:
        end.set()
    err = capsys.readouterr().err
    assert err.count("gives no answer") == 10
    assert err.count("other files gave no answer") == 11  # a.md too: nobody knows
    assert main(command) in (0, 1)
    assert "..com" in capsys.readouterr().out or command[0] == "mask"
