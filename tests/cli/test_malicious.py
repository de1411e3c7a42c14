"""Trees that somebody made to do harm: no command fails, waits, or touches what is not in the tree or not its own."""

import json
import multiprocessing
import os
import re
import resource
import socket
import stat
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from extract.cli import main
from extract.text.terminal import in_line

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="file names, pipes and devices of Linux")

LINK = "See http://example.com/gr%c3%b6sse and http://exämple..com/ now.\n"
ALSO = "good.md"  # the other files go on


def text(*names: str | bytes, content: str | bytes = LINK) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        for name in names:
            path = root / os.fsdecode(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return make


def link(**targets: str) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        for name, target in targets.items():
            (root / name.replace("_", ".")).symlink_to(target)

    return make


def pipes(*names: str) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        for name in names:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            os.mkfifo(root / name)

    return make


def directories(*names: str) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        for name in names:
            (root / name).mkdir(parents=True)

    return make


def both(*makers: Callable[[Path], None]) -> Callable[[Path], None]:
    def make_all(root: Path) -> None:
        for make in makers:
            make(root)

    return make_all


def sockets(root: Path) -> None:
    here = os.getcwd()
    os.chdir(root)  # their names are short
    for name in ("s.md", "iri.toml", ".gitignore"):
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(name)
    os.chdir(here)


def deep(number: int) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        here = os.getcwd()
        os.chdir(root)
        for _ in range(number):
            os.mkdir("d")
            os.chdir("d")
        Path("a.md").write_text(LINK)
        os.chdir(here)

    return make


def huge(root: Path) -> None:
    with (root / "huge.md").open("wb") as file:
        file.truncate(1 << 42)


def hard_link(root: Path) -> None:
    os.link(root.parent / "outside" / "own.md", root / "report.json")
    (root / "links.csv").hardlink_to(root.parent / "outside" / "own.md")


def nested(name: str, one: str, number: int, head: str = "") -> Callable[[Path], None]:
    return text(name, content=head + one * number)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 42)


PAGES = both(
    text("a.rst", content="Größe\n=====\n\nSee maß_ and http://example.com/gr%c3%b6sse.\n\n.. include:: part.txt\n"),
    text("a.md", content="See [[die Größe]] and http://example.com/gr%c3%b6sse.\n"),
    text("a.tex", content=b"gr\xf6\xdfe: http://a.example/gr\xf6\xdfe\n"),
)
# What is read, by its name, around a file that is read.
AROUND = (
    *("conf.py", "docutils.conf", "mkdocs.yml", "docusaurus.config.js", "_Sidebar.md", ".gollum", ".obsidian"),
    *("part.txt", "build.sh", "b.rst", "b.tex", "b.bib", "c.cls", "d.sty", ".buildinfo", ".hg"),
)


def around(make: Callable[[Path], object]) -> Callable[[Path], None]:
    """Make everything that may be around pages the same."""

    def make_all(root: Path) -> None:
        PAGES(root)
        for name in AROUND:
            make(root / name)

    return make_all


BASELINE = {"path": "a", "code": "IRI301", "iri": "", "context": "", "count": 10**9}
TREES: dict[str, Callable[[Path], None]] = {
    "a link to itself": link(loop_md="loop.md", a_mbox="a.mbox"),
    "links in a circle": link(a_md="b.md", b_md="a.md", iri_toml="iri.toml", pyproject_toml="pyproject.toml"),
    "a link to nowhere": link(dead_md="nowhere.md"),
    "a link to the parent": link(up="..", up_md="..", self="."),
    "a link out": link(out_md="../outside/own.md", far_md="/etc/passwd", dev_md="/dev/zero", tty_md="/dev/tty"),
    "a link out by a directory": link(dir="../outside", dir_md="../outside"),
    "outputs that lead out": link(report_json="../outside/own.md", links_csv="../outside/own.md", known_json="../new"),
    "hard links out": hard_link,
    "the folder of the table leads out": link(links_csv_parts="../outside"),
    "the folder of the table has files": text("links.csv.parts/notes.txt", "links.csv.parts/a.arrow"),
    "the folder of the table is a file": text("links.csv.parts"),
    "the folder of the table has links": both(
        directories("links.csv.parts"), lambda root: (root / "links.csv.parts" / "x").symlink_to("../../outside/own.md")
    ),
    "outputs are directories": directories("report.json", "links.csv", "known.json"),
    "outputs are pipes": pipes("report.json", "links.csv", "known.json", "links.csv.parts"),
    "pipes": pipes("p.md", "p.mbox", "p.eml", "p.warc.gz", "p.parquet", ".gitignore", "m/cur/1.a:2,S", "m/new/2.b"),
    "settings are pipes": pipes("iri.toml", "pyproject.toml"),
    "sockets": sockets,
    "directories named like files": directories("a.md", "b.mbox", "iri.toml", ".gitignore", ".git", "c.parquet"),
    "names with commands": text("a\n::error file=x::y.md", "::error::b.md", "##[error]c.md", "##vso[x]d.md", " ::e.md"),
    "names with controls": text("a\x1b[31m.md", "b\u202egnp.md", "c\r.md", b"d\x9b.md", "e\u2028.md", "f\x7f\x07.md"),
    "names that are no text": text(b"a\xff.md", b"\xed\xa0\x80.md", b"\xc3(.md"),
    "names like options": text("--fix.md", "-", "--output=x.md", "-h.md"),
    "the longest names": text("x" * 252 + ".md", "é" * 126 + ".md", "y" * 250 + ".mbox"),
    "directories as deep as can be": deep(2500),  # a path has 4096 bytes
    "files in deep directories": deep(1500),
    "a file larger than any disk": huge,
    "bytes": text("a.md", "b.html", "c.eml", "d.ipynb", "e.po", "f.py", "g.ics", content=bytes(range(256)) * 50),
    "surrogates": text("a.md", "b.eml", "c.html", content=b"http://a.example/\xed\xa0\x80 \xff\xfe"),
    "a notebook nested too deeply": nested("a.ipynb", "[", 100_000),
    "Markdown nested too deeply": nested("a.md", "> ", 20_000),
    "HTML nested too deeply": nested("a.html", "<div><a href=http://a.example/>", 5_000),
    "a table that is none": text("a.parquet", "b.warc.gz", "c.wet", content=b"PAR1" + bytes(99) + b"PAR1"),
    "patterns that take long": text(".gitignore", content=("*a" * 16 + "b\n" + "**/" * 12 + "x\n") * 50),
    "patterns of a wrong form": text(".gitignore", content=b"a[[]1\n[z-a]\n[[:x:]]\n\\\n\xff\n\0\n" + b"*" * 99 + b"x"),
    "a list of many patterns": text(".gitignore", content="".join(f"*{n}a?\n" for n in range(50_000))),
    "a setting with controls": text("iri.toml", content='"\\u001b[31m\\n::error::" = 1'),
    "a baseline with a large count": both(
        text("iri.toml", content='baseline = "b.json"'), text("b.json", content=json.dumps([BASELINE]))
    ),
    "a baseline that is a device": text("iri.toml", content='baseline = "/dev/zero"'),
    "what is around files is pipes": around(lambda path: os.mkfifo(path)),
    "what is around files is devices": around(lambda path: path.symlink_to("/dev/zero")),
    "what is around files is larger than any disk": around(lambda path: sparse(path)),
    "what is around files is outside": around(lambda path: path.symlink_to(os.path.relpath("outside/own.md", "tree"))),
    "what is around files is in /proc": around(lambda path: path.symlink_to("/proc/self/mem")),
    "what is around files is a link to itself": around(lambda path: path.symlink_to(path.name)),
    "what is around files is a folder": around(Path.mkdir),
    "settings of others are pipes": both(PAGES, pipes("conf.py", "docutils.conf", "mkdocs.yml", "_Sidebar.md")),
    "modules and texts of the settings are pipes": both(
        PAGES,
        text("conf.py", content="from common import *\nrst_prolog = open('prolog.rst').read()\n"),
        pipes("common.py", "prolog.rst", "part.txt"),
    ),
    "inclusions of what is outside": text(
        "a.rst",
        "b/c.rst",
        content="Größe\n=====\n\nSee maß_.\n\n"
        + "".join(
            f".. include:: {name}\n"
            for name in ("/dev/zero", "../../../../../dev/zero", "//server.example/a/b", r"\\\\server.example\\a", "\0")
        ),
    ),
    "many inclusions": both(
        text("a.rst", content="".join(f".. include:: {number}.txt\n\nSee x{number}_.\n\n" for number in range(400))),
        *(text(f"{number}.txt", content="\n\nx_ " * 9_000) for number in range(400)),
    ),
    "settings below are pipes": both(text("sub/a.md", "sub/c/a.md"), pipes("sub/iri.toml")),
    "a baseline larger than any disk": both(
        text("iri.toml", content='baseline = "b.json"'), lambda root: sparse(root / "b.json")
    ),
    "what looks like our files": text(".iri-0123456789abcdef.tmp", ".iri-a-00000000.tmp", ".iri-x.old", "x.iri.tmp"),
}  # fmt: skip
# Where `iri lint .` cannot read or write something, and so cannot say that all is well.
UNREADABLE = {
    *("a link to itself", "links in a circle", "a link to nowhere", "outputs that lead out", "outputs are directories"),
    *("outputs are pipes", "pipes", "settings are pipes", "sockets", "directories named like files"),
    *("directories as deep as can be", "a file larger than any disk", "a setting with controls", "a link out"),
    *(
        "a baseline that is a device",
        "a baseline larger than any disk",
    ),
    *(
        "what is around files is pipes",
        "what is around files is devices",
    ),
    *("what is around files is larger than any disk", "what is around files is in /proc"),
    *("what is around files is a link to itself", "settings of others are pipes", "settings below are pipes"),
    "modules and texts of the settings are pipes",
}
COMMANDS: dict[str, list[str]] = {
    "find": ["find", "."],
    "mask": ["mask", "."],
    "lint": ["lint", ".", "--output", "report.json"],
    "lint of names": ["lint", "--format", "concise", "-j", "2", "--", "*"],
    "prune": ["lint", "--prune", "."],
    # A hard link to a file is that file: the output of another command is not to be read here.
    "lint --fix": ["lint", "--extend-select", "IRI202", "--config", "extend-exclude=['links.csv']", "--fix", "."],
    "baseline": ["lint", "--write-baseline", "known.json", "."],
    "table": ["table", ".", "-o", "links.csv", "--text", "text"],
    "linkify": ["linkify", "--", "*"],
    "convert": ["convert", "--file", "report.json"],
    "explain": ["explain", "report.json"],
    "server": ["server"],
}


def session(root: Path, names: list[str]) -> bytes:
    """Return what an editor sends that opens files, whose text it has, and ends."""
    messages: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
    ]
    for name in names:
        opened = {"uri": (root / name).as_uri(), "languageId": "x", "version": 1, "text": LINK}
        messages.append({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
    messages += [{"id": 2, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)


# A process that has the commands already, and forks: 400 new ones would import them each.
FORKS = multiprocessing.get_context("forkserver") if sys.platform == "linux" else None


def run(arguments: list[str], root: Path, place: Path, sent: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own, which may take five seconds of processor time."""
    assert FORKS is not None
    FORKS.set_forkserver_preload(
        ["extract.cli.find", "extract.cli.lint", "extract.arrow.pieces", "extract.arrow.parts"]
    )
    given, out, err = place / "in", place / "out", place / "err"
    given.write_bytes(sent)
    process = FORKS.Process(target=forked, args=(arguments, root, given, out, err))
    process.start()
    process.join(60)
    if process.exitcode is None:
        process.kill()
    assert process.exitcode is not None
    return subprocess.CompletedProcess(arguments, process.exitcode, out.read_bytes(), err.read_bytes())


def forked(arguments: list[str], root: Path, given: Path, out: Path, err: Path) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
    os.chdir(root)
    for number, path in enumerate((given, out, err)):
        file = os.open(path, os.O_RDWR | (os.O_CREAT if number else 0))
        os.dup2(file, number)
        os.close(file)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  # multiprocessing has closed it
    warnings.simplefilter("error", FutureWarning)
    sys.exit(main(arguments))


def state(folder: Path) -> dict[str, object]:
    """Return what is there, by name; not the order of times, which reading may change."""
    found: dict[str, object] = {}
    waiting = [str(folder)]  # os.walk calls itself for each level
    while waiting:
        directory = waiting.pop()
        try:
            entries = [(name, os.lstat(os.path.join(directory, name))) for name in os.listdir(directory)]
        except OSError:  # too deep
            continue
        for name, status in entries:
            path = os.path.join(directory, name)
            found[path] = (status.st_mode, status.st_ino, status.st_mtime_ns, status.st_size)
            if stat.S_ISDIR(status.st_mode):
                waiting.append(path)
    return found


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    subprocess.run(["rm", "-rf", *tmp_path.iterdir()], check=True)  # shutil.rmtree calls itself for each level


# Commands that act on what a tree has, besides those of each.
OWN = {
    "table": "table|outputs|hard links|names|longest|deep|links? |pipes|bytes|disk",
    "baseline": "outputs|baseline|hard links|links? ",
    "prune": "baseline|settings|links? ",
    "lint --fix": "links? |names|bytes|surrogates|looks like|hard",
    "lint of names": "names|directories|links? ",
    "find": "pipes|directories|table|nested|patterns|links? |deep",
}


def cases() -> Iterator[ParameterSet]:
    """Yield each tree with `lint`, `server`, the commands that act on what it has, and two others in turn."""
    others = [command for command in COMMANDS if command not in ("lint", "server")]
    for number, tree in enumerate(TREES):
        chosen = {"lint", "server", others[2 * number % len(others)], others[(2 * number + 1) % len(others)]}
        chosen |= {command for command, names in OWN.items() if re.search(names, tree)}
        for command in filter(chosen.__contains__, COMMANDS):
            is_usual = command == "lint" and number % 3 == 0
            yield pytest.param(tree, command, marks=() if is_usual else pytest.mark.all)  # each starts a process


@pytest.mark.parametrize(("tree", "command"), list(cases()))
def test_no_harm_is_done(tree: str, command: str, place: Path) -> None:
    if (tree, command) == ("what is around files is larger than any disk", "table"):
        pytest.skip("texts of any size are read, piece by piece")
    outside, root = place / "outside", place / "tree"
    outside.mkdir()
    root.mkdir()
    (outside / "own.md").write_text(LINK)
    (root / ALSO).write_text(LINK)
    TREES[tree](root)
    names = sorted(os.listdir(root))
    arguments = [name for one in COMMANDS[command] for name in (names if one == "*" else [one])]
    before, before_outside = set(state(root)), state(outside)
    pages = ["a.rst", "a.md", "a.tex", "sub/a.md", "d/d/a.md"]
    done = run(arguments, root, place, session(root, pages) if command == "server" else b"")
    err = done.stderr.decode()
    assert done.returncode in (0, 1, 2), err  # a process that takes longer is killed: a negative number
    assert "Traceback" not in err
    assert done.returncode < 2 or ": " in err  # it says why
    if command == "server":
        assert done.stdout.count(b"textDocument/publishDiagnostics") == len(pages)
    if command == "lint":
        assert (done.returncode == 2) == (tree in UNREADABLE), err
    lines = err.split("\n")
    if command.startswith("lint of"):
        lines += done.stdout.decode().split("\n")
    assert [line for line in lines if in_line(line) != line or line.lstrip().startswith("::") or "##[" in line] == []
    gone = before - set(state(root))
    assert gone == set()
    assert state(outside) == before_outside
    if command in ("find", "mask") and "list" not in tree:
        assert b"example.com/" in done.stdout or command == "mask"
    assert [name for name in os.listdir(root) if name.startswith(".iri-") and name not in names] == []
