"""Reading what is around a file: from the same project, little, and soon; what is refused is remembered."""

import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from extract.files import near
from extract.files.near import (
    Near,
    ProjectFolder,
    common_folder,
    in_time,
    nearest,
    project_folder,
    read_in_time,
    root_of,
)

MIB = 1 << 20


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project with the folder ``docs``; beside it is what it must not read."""
    top = tmp_path / "project"
    (top / ".git").mkdir(parents=True)
    (top / "docs").mkdir()
    (tmp_path / "own.txt").write_text("own")
    return top


def here(project: Path) -> ProjectFolder:
    return project_folder(str(project / "docs"))


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def linked(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def by_folder(path: Path) -> None:
    (path.parent / "out").symlink_to("../../..")
    path.symlink_to("out/project/../own.txt")


posix = pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links of POSIX")
READ: dict[str, tuple[Callable[[Path], object], str, bytes | str | None]] = {
    "a file": (lambda path: path.write_text("x"), "a.txt", b"x"),
    "a file above": (lambda path: (path.parent.parent / "b.txt").write_text("x"), "../b.txt", b"x"),
    "a long file": (lambda path: path.write_bytes(bytes(MIB)), "a.txt", bytes(MIB)),
    "too long a file": (lambda path: path.write_bytes(bytes(MIB + 1)), "a.txt", "more than 1,048,576 bytes"),
    "a file larger than any disk": (sparse, "a.txt", "more than 1,048,576 bytes"),
    "nothing": (lambda path: None, "a.txt", None),
    "a folder": (Path.mkdir, "a.txt", None),
    "a pipe": (os.mkfifo, "a.txt", "is a pipe"),
    "a link to a device": (linked("/dev/zero"), "a.txt", "outside of the project"),
    "a link inside": (linked("../.git/config"), "a.txt", b"x"),
    "a link out": (linked("../../own.txt"), "a.txt", "outside of the project"),
    "a link out, by another one": (by_folder, "a.txt", "outside of the project"),
    "a link to nowhere": (linked("gone"), "a.txt", "No such file"),
    "a link to itself": (linked("a.txt"), "a.txt", "Too many levels"),
    "a link to another computer": (linked("//server.example/share/a.txt"), "a.txt", "outside of the project"),
    "a name outside": (lambda path: None, "../../own.txt", "outside of the project"),
    "an absolute name": (lambda path: None, "/etc/passwd", "outside of the project"),
    "a name of another computer": (lambda path: None, "//server.example/share/a.txt", "outside of the project"),
    "a name with a NUL": (lambda path: None, "a\0.txt", None),
    "a folder with a NUL": (lambda path: None, "a\0/a.txt", "null"),
}


@posix
@pytest.mark.parametrize(("make", "name", "expected"), READ.values(), ids=READ)
def test_what_a_name_leads_to(make, name: str, expected: bytes | str | None, project: Path) -> None:
    (project / ".git" / "config").write_text("x")
    make(project / "docs" / "a.txt")
    read = Near()
    path = os.path.join(project, "docs", name)
    if not isinstance(expected, str):
        assert read.read(path, here(project)) == expected
        assert [*read.read_all([(path, here(project))])] == [expected]
        assert read.refused == {}
        return
    with pytest.raises(OSError, match=expected):
        read.read(path, here(project))
    assert len(read.refused) == 1


def test_what_is_read_around_files_has_a_limit(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near, "_CREDIT", 600)
    for number in range(3):
        (project / "docs" / f"{number}.txt").write_bytes(bytes(MIB - number))
    read = Near()
    for number in range(2):
        assert read.read(str(project / "docs" / f"{number}.txt"), here(project))
    with pytest.raises(OSError, match="too much around the files"):
        read.read(str(project / "docs" / "2.txt"), here(project))
    for _ in range(6):  # files are checked, each of which has a part of it
        read.go_on()
    assert read.read(str(project / "docs" / "2.txt"), here(project))


def test_the_checked_file_is_not_read_again(project: Path) -> None:
    path = str(project / "docs" / "a.txt")
    Path(path).write_text("new")
    read = Near()
    for content, expected in ((b"own", b"own"), (bytes(MIB + 1), b"new")):
        read.own = (path, content)
        assert read.read(path, here(project)) == expected


def test_what_is_read_has_its_price(project: Path) -> None:
    (project / "docs" / "a.txt").write_bytes(bytes(9000))
    for number in range(64):
        (project / "docs" / f"{number}").touch()
    read = Near()
    left = [read._credit]
    for work in (
        partial(read.read, str(project / "docs" / "none"), here(project)),
        partial(read.read, str(project / "docs" / "a.txt"), here(project)),
        partial(read.names, here(project)),
        partial(read.pay, 5, "a"),
    ):
        work()
        left.append(read._credit)
    assert [left[0] - credit for credit in left] == [0, 0, 3, 5, 10]


def test_what_gives_no_answer_is_left(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near, "_SECONDS", 0.05)
    monkeypatch.setattr(near, "_left", [])
    end = threading.Event()
    read = Near()
    monkeypatch.setattr(near, "read_file", lambda path, **limits: end.wait())
    (project / "docs" / "b.txt").touch()
    with pytest.raises(TimeoutError, match="no answer"):
        read.read(str(project / "docs" / "b.txt"), here(project))
    assert len(near._left) == 1
    with pytest.raises(TimeoutError, match="another file"):  # and is not waited for once more
        read.read(str(project / "docs" / "a.txt"), here(project))
    end.set()
    read.forget()
    assert read.read(str(project / "docs" / "a.txt"), here(project)) is None
    monkeypatch.setattr(near, "_left", [threading.current_thread()] * near._MOST_LEFT)
    with pytest.raises(TimeoutError, match="other files"):
        in_time(bool, path="a")


@posix
def test_what_is_known_of_directories_is_not_asked_again() -> None:
    known: dict[str, str | None] = {}
    asked: list[str] = []

    def find(folder: str) -> str | None:
        asked.append(folder)
        return "x" if folder == "/a" else None

    found = [nearest(known, folder, find) for folder in ("/a/b/c", "/a/b/d", "/")]
    assert (found, asked) == (["x", "x", None], ["/a/b/c", "/a/b", "/a", "/a/b/d", "/"])


def test_what_reads_may_fail(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_in_time(str(project.parent / "own.txt"), at_most=3) == b"own"
    with pytest.raises(OSError, match="more than 2 bytes"):
        read_in_time(str(project.parent / "own.txt"), at_most=2)
    with pytest.raises(ZeroDivisionError):
        in_time(lambda: 1 // 0, path="a")
    monkeypatch.setattr(near, "_idle", [])
    monkeypatch.setattr(threading.Thread, "start", lambda self: (_ for _ in ()).throw(RuntimeError))
    assert in_time(lambda: 1, path="a") == 1  # there are no threads


def test_one_thread_reads_after_another() -> None:
    in_time(lambda: 1, path="a")
    before = threading.active_count()
    assert [in_time(pow, number, 2, path="a") for number in range(5)] == [0, 1, 4, 9, 16]
    assert threading.active_count() == before


@posix
def test_a_forked_process_has_threads_of_its_own() -> None:
    in_time(lambda: 1, path="a")
    child = os.fork()
    if not child:
        os._exit(in_time(lambda: 7, path="a"))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


@pytest.mark.parametrize("mark", [".git", ".hg", "pyproject.toml"])
def test_the_folder_of_a_project(mark: str, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    assert root_of(str(folder)) == str(folder.parent)  # one folder up, for README files
    assert root_of(str(folder), str(tmp_path / "a")) == str(tmp_path)
    assert root_of(str(folder), str(tmp_path / "other")) == str(folder.parent)
    assert root_of(str(folder), os.path.abspath(os.sep)) == str(folder.parent)
    (tmp_path / "a" / mark).touch()
    assert root_of(str(folder), str(tmp_path / "a")) == str(tmp_path / "a")
    assert root_of(str(folder), str(tmp_path)) == str(tmp_path / "a")
    (folder.parent / "pyproject.toml").touch()
    assert root_of(str(folder), str(tmp_path / "a")) == str(tmp_path / "a")  # a part of the repository that is checked
    assert root_of(str(folder), str(tmp_path)) == str(tmp_path / "a" if mark != "pyproject.toml" else folder.parent)
    assert root_of(str(folder), str(folder)) == root_of(str(folder)) == str(folder.parent)


@posix
def test_a_tree_of_links_has_the_project_that_it_links_to(tmp_path: Path, project: Path) -> None:
    (project / "docs" / "conf.py").write_text("x")
    tree = tmp_path / "tree" / "docs"
    tree.mkdir(parents=True)
    for name in ("a.rst", "conf.py"):
        (tree / name).symlink_to(project / "docs" / name)
    conf = str(tree / "conf.py")
    assert Near().read(conf, project_folder(str(tree), real=str(project / "docs"))) == b"x"
    with pytest.raises(OSError, match="outside"):
        Near().read(conf, project_folder(str(tree)))
    (tmp_path / "linked").symlink_to(project / "docs")
    assert Near().read(str(tmp_path / "linked" / "conf.py"), project_folder(str(tmp_path / "linked"))) == b"x"


def test_what_paths_have_in_common(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert common_folder(["a", "b/c"]) == str(tmp_path)
    assert common_folder([str(tmp_path.parent)]) == str(tmp_path.parent)
    assert common_folder([]) == str(tmp_path)
