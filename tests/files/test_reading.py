"""Reading what a path leads to: its bytes, or an error that names it; nothing is waited for."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from extract.files.reading import check_file, read_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, sockets and devices of POSIX")


def test_a_file_is_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a\r\n\xff")
    assert read_file(path) == b"a\r\n\xff"
    assert read_file(path, at_most=4) == b"a\r\n\xff"
    assert read_file(os.devnull) == b""
    check_file(path)
    with pytest.raises(OSError, match="is a directory"):
        check_file(tmp_path)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    socket.socket(socket.AF_UNIX).bind(str(path))


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 42)


@pytest.mark.filterwarnings("ignore:unclosed")
@pytest.mark.parametrize(
    ("made", "why"),
    [
        (pipe, "is a pipe"),
        (listening, "No such device or address|is a socket"),
        (endless, "is a device"),
        (loop, "Too many levels of symbolic links"),
        (Path.mkdir, "is a directory"),
        (huge, "is too large for the memory"),
        (lambda path: None, "No such file"),
    ],
)
def test_what_is_no_file_is_an_error(tmp_path: Path, monkeypatch, made, why: str) -> None:
    monkeypatch.chdir(tmp_path)  # the names of sockets are short
    try:
        made(Path("a"))
    except OSError as error:
        pytest.skip(f"cannot be made here: {error}")
    with pytest.raises(OSError, match=why) as caught:
        read_file("a")
    assert caught.value.filename == "a"


def test_names_that_no_file_has(tmp_path: Path) -> None:
    for name in ("a\0b", "a" * 256, str(tmp_path / ("a/" * 3000))):
        with pytest.raises(OSError, match=r"null (?:byte|character)|too long"):
            read_file(name)


def test_too_many_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    with pytest.raises(OSError, match="has more than 4 bytes"):
        read_file(tmp_path / "a", at_most=4)


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/fd of Linux")
def test_a_stream_that_a_shell_gives_is_read() -> None:
    program = "from extract.files.reading import read_file; import sys; sys.stdout.buffer.write(read_file(sys.argv[1]))"
    command = f'{sys.executable} -c "{program}" <(sleep 0.3; echo x)'
    done = subprocess.run(["bash", "-c", command], check=True, capture_output=True, text=True)
    assert done.stdout == "x\n"
