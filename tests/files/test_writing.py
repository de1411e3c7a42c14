"""A file's content is replaced as a whole, or stays."""

import contextlib
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from extract.files import writing
from extract.files.writing import (
    ChangedError,
    destination,
    is_temporary,
    replace_content,
    whole,
    write_file,
)

posix = pytest.mark.skipif(os.name != "posix", reason="modes, owners and links of POSIX")


def left(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_the_content_is_replaced_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    replace_content(path, b"old", b"new\r\n")
    assert (path.read_bytes(), left(tmp_path)) == (b"new\r\n", ["a.txt"])


def test_a_file_that_has_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"newer")
    with pytest.raises(ChangedError, match="changed since it was read"):
        replace_content(path, b"old", b"new")
    assert (path.read_bytes(), left(tmp_path)) == (b"newer", ["a.txt"])


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o4755])
def test_mode_and_owner_stay(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    if os.geteuid() == 0:
        os.chown(path, 12345, 23456)
    path.chmod(mode)
    before = path.stat()
    replace_content(path, b"old", b"new")
    after = path.stat()
    assert path.read_bytes() == b"new"
    assert (stat.S_IMODE(after.st_mode), after.st_uid, after.st_gid) == (mode, before.st_uid, before.st_gid)


@posix
def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    path = tmp_path / "real" / "a.txt"
    path.write_bytes(b"old")
    link = tmp_path / "link.txt"
    link.symlink_to("real/a.txt")
    replace_content(link, b"old", b"new")
    assert (link.readlink(), path.read_bytes()) == (Path("real/a.txt"), b"new")


@posix
def test_hard_links_do_not_come_apart(tmp_path: Path) -> None:
    path, other = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_bytes(b"old")
    os.link(path, other)
    with pytest.raises(OSError, match="has several hard links"):
        replace_content(path, b"old", b"new")
    assert path.samefile(other)
    assert (other.read_bytes(), left(tmp_path)) == (b"old", ["a.txt", "b.txt"])


def test_extended_attributes_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    try:
        os.setxattr(path, "user.iri", b"kept")
    except (AttributeError, OSError) as error:
        pytest.skip(f"no extended attributes: {error}")
    replace_content(path, b"old", b"new")
    assert os.getxattr(path, "user.iri") == b"kept"


@pytest.fixture
def small_disk(tmp_path: Path):
    """A file system of 64 KiB."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is Linux's")
def test_a_full_disk_leaves_the_old_content(small_disk: Path) -> None:
    old, new = b"a" * 40_000, b"b" * 60_000
    path = small_disk / "a.txt"
    path.write_bytes(old)
    with pytest.raises(OSError, match="No space left"):
        replace_content(path, old, new)
    assert path.read_bytes() == old
    assert left(small_disk) == ["a.txt"]


def test_an_edit_that_comes_in_between_is_kept(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    flush = writing._flush

    def edited(flushed: str) -> None:
        flush(flushed)
        path.write_bytes(b"an edit")

    monkeypatch.setattr(writing, "_flush", edited)
    with pytest.raises(ChangedError):
        replace_content(path, b"old", b"new")
    assert path.read_bytes() == b"an edit"
    assert left(tmp_path) == ["a.txt"]


def test_a_report_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "report"
    write_file(path, b"1")
    write_file(path, b"22")
    assert (path.read_bytes(), left(tmp_path)) == (b"22", ["report"])
    with contextlib.suppress(ZeroDivisionError), whole(path) as temporary:
        Path(temporary).write_bytes(b"3")
        raise ZeroDivisionError
    assert (path.read_bytes(), left(tmp_path)) == (b"22", ["report"])
    with pytest.raises(OSError, match="is a directory"):
        write_file(tmp_path, b"")
    with pytest.raises(FileNotFoundError) as caught:
        write_file(tmp_path / "nowhere" / "report", b"")
    assert caught.value.filename == str(tmp_path / "nowhere" / "report")


@posix
def test_a_report_has_the_mode_of_a_new_file_or_keeps_its_own(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "new", b"")
    finally:
        os.umask(before)
    (tmp_path / "old").touch()
    (tmp_path / "old").chmod(0o604)
    write_file(tmp_path / "old", b"")
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new", "old")] == [0o640, 0o604]


@posix
def test_a_pipe_without_a_reader_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):
        write_file(tmp_path / "pipe", b"x")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_file(tmp_path / "pipe", b"x")
    assert os.read(reader, 9) == b"x"
    os.set_blocking(reader, True)
    writer = threading.Thread(target=write_file, args=(tmp_path / "pipe", bytes(1 << 20)))  # more than fits into it
    writer.start()
    with open(tmp_path / "pipe", "wb"), open(reader, "rb") as file:  # the first one, so that it does not end before
        assert len(file.read(1 << 20)) == 1 << 20
    writer.join()
    write_file(os.devnull, b"x")
    with (tmp_path / "open").open("wb") as file:
        write_file(f"/dev/fd/{file.fileno()}", b"x")
    assert (tmp_path / "open").read_bytes() == b"x"


@posix
def test_standard_error_is_written(capfd: pytest.CaptureFixture[str]) -> None:
    write_file("/dev/stderr", b"x")
    assert capfd.readouterr().err == "x"


@posix
def test_the_file_and_its_directory_are_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[str] = []
    monkeypatch.setattr(writing, "_flush", flushed.append)
    write_file(tmp_path / "a.txt", b"x")
    assert (len(flushed), flushed[-1]) == (2, str(tmp_path))


@posix
def test_links_are_followed_only_inside(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "tree" / "sub").mkdir(parents=True)
    (tmp_path / "tree" / "a").touch()
    (tmp_path / "out").touch()
    for name, target in {"in": "../a", "out": "../../out", "new": "../b", "far": "/etc/nothing"}.items():
        (tmp_path / "tree" / "sub" / name).symlink_to(target)
    tree, sub = str(tmp_path / "tree"), tmp_path / "tree" / "sub"
    assert destination(sub / "in", tree) == str(tmp_path / "tree" / "a")
    monkeypatch.chdir(tree)
    assert destination("sub/in") == str(tmp_path / "tree" / "a")
    assert destination("sub/new") == str(tmp_path / "tree" / "b")
    out: list[tuple[str | Path, str | None]] = [
        (sub / "out", tree),
        ("sub/out", None),
        ("sub/far", None),
        ("sub/far", "."),
    ]
    for path, within in out:
        with pytest.raises(OSError, match=r"is a symbolic link to .*; name that file to write it"):
            destination(path, within)
    monkeypatch.chdir(sub)
    with pytest.raises(OSError, match="is a symbolic link"):
        destination("in")


@posix
def test_a_file_in_a_directory_that_must_not_be_written(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "report"
    path.write_bytes(b"old")

    def refused(name, *arguments, real=os.open, **options):
        if is_temporary(os.path.basename(os.fspath(name))):
            raise PermissionError(13, "Permission denied", name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(os, "open", refused)
    write_file(path, b"newer")
    assert path.read_bytes() == b"newer"
    with pytest.raises(PermissionError) as caught:
        write_file(tmp_path / "other", b"")
    assert caught.value.filename == str(tmp_path / "other")
