"""A file's content is replaced as a whole, or stays."""

import os
import signal
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from extract.linter.replacing import ChangedError, replace_content

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
@pytest.mark.parametrize("new", [b"a longer content", b"x", b""])
def test_hard_links_stay_the_same_file(tmp_path: Path, new: bytes) -> None:
    path, other = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_bytes(b"old")
    os.link(path, other)
    replace_content(path, b"old", new)
    assert path.samefile(other)
    assert (other.read_bytes(), left(tmp_path)) == (new, ["a.txt", "b.txt"])


def test_extended_attributes_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    try:
        os.setxattr(path, "user.iri", b"kept")
    except (AttributeError, OSError) as error:
        pytest.skip(f"no extended attributes: {error}")
    replace_content(path, b"old", b"new")
    assert os.getxattr(path, "user.iri") == b"kept"


@posix
@pytest.mark.parametrize("linked", [False, True])
def test_the_old_content_stands_where_writing_fails(tmp_path: Path, monkeypatch, linked: bool) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    if linked:
        os.link(path, tmp_path / "b.txt")
    write = os.write
    sizes: list[int] = []

    def full(descriptor: int, data: bytes) -> int:  # a disk that takes four bytes of the new content
        if bytes(data).startswith(b"new") or sizes:
            sizes.append(len(data))
            if bytes(data) != b"old":
                if len(sizes) > 1:
                    raise OSError(28, "No space left on device")
                return write(descriptor, data[:4])
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        replace_content(path, b"old", b"new content")
    assert path.read_bytes() == b"old"
    assert left(tmp_path) == ["a.txt", "b.txt"][: 1 + linked]


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
@pytest.mark.parametrize("linked", [False, True])
def test_a_full_disk_leaves_the_old_content(small_disk: Path, linked: bool) -> None:
    old, new = b"a" * 40_000, b"b" * 60_000
    path = small_disk / "a.txt"
    path.write_bytes(old)
    if linked:
        os.link(path, small_disk / "b.txt")
    with pytest.raises(OSError, match="No space left"):
        replace_content(path, old, new)
    assert path.read_bytes() == old
    assert left(small_disk) == ["a.txt", "b.txt"][: 1 + linked]


@posix
@pytest.mark.slow  # starts Python
def test_a_kill_leaves_the_old_or_the_new_content(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    old, new = b"a" * 3_000_000, b"b" * 3_000_001
    program = """
        import sys
        from extract.linter.replacing import replace_content
        old, new, path = b"a" * 3_000_000, b"b" * 3_000_001, sys.argv[1]
        print("ready", flush=True)
        while True:
            replace_content(path, old, new)
            old, new = new, old
    """
    for wait in (0.0, 0.003, 0.011, 0.023, 0.041):
        path.write_bytes(old)
        command = [sys.executable, "-c", textwrap.dedent(program), str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(wait)
            process.send_signal(signal.SIGKILL)
        assert path.read_bytes() in (old, new)
