"""``iri table``: links to Parquet, CSV and JSON Lines, in several processes, and again after a stop."""

import csv
import json
import os
import sys
from pathlib import Path

import pytest

from tests.arrow.generated import documents
from tests.cli.running import write

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")

import pyarrow.parquet as pq  # noqa: E402

from extract.arrow import LINK_TABLE, parts  # noqa: E402

pytestmark = pytest.mark.all


@pytest.fixture
def folder(tmp_path):
    """Write files with links, of 2 MB in some formats."""
    text = "\n".join(filter(None, documents(2500)))
    for number in range(4):
        write(str(tmp_path / f"in/{number}.txt"), text)
    write(str(tmp_path / "in/a.md"), "[a](http://a.example/é)")
    write(str(tmp_path / "in/b.eml"), "Subject: http://b.example\n\nhttp://c.example and d.example.org")
    write(str(tmp_path / "in/c.bin"), "http://no.example")
    return tmp_path


def rows(path):
    return [{k: v for k, v in row.items() if v is not None} for row in pq.read_table(path).to_pylist()]


def test_three_formats_say_the_same(iri, folder):
    for name in ("links.parquet", "links.csv", "links.jsonl"):
        result = iri("table", "in", "-o", name, "--check")
        assert result.status == 0
        assert result.err.startswith(f"{name}: ")
    found = rows("links.parquet")
    assert pq.read_schema("links.parquet").remove_metadata() == LINK_TABLE
    assert [json.loads(line) for line in Path("links.jsonl").read_text("utf-8").splitlines()] == found
    with open("links.csv", encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file))
    assert [(row["source"], row["iri"], row["codes"]) for row in written] == [
        (row["source"], row["iri"], " ".join(row["codes"])) for row in found
    ]
    assert [row["iri"] for row in found[-4:]] == [
        "http://a.example/é",
        "http://b.example",
        "http://c.example",
        "https://d.example.org",
    ]
    assert not [path.name for path in folder.iterdir() if path.name.startswith(("links.parquet.", "."))]


def test_processes_make_no_difference(iri, folder):
    assert iri("table", "in", "-o", "1.parquet", "--bare").status == 0
    assert iri("table", "in", "-o", "2.parquet", "--bare", "-j", "2").status == 0
    assert rows("2.parquet") == rows("1.parquet")


def test_finished_inputs_are_not_read_again(iri, folder, monkeypatch):
    read = []
    write_part = parts.write_part

    def stopped(piece, part, how):
        read.append(piece.paths)
        if len(read) == 3:
            raise KeyboardInterrupt
        write_part(piece, part, how)

    monkeypatch.setattr(parts, "write_part", stopped)
    result = iri("table", "in", "-o", "links.parquet")
    assert result.status == 130
    assert "stopped; 2 of" in result.err
    assert "run the same command again to continue" in result.err
    assert not Path("links.parquet").exists()
    done = set(read[:2])
    write("in/1.txt", "http://changed.example")  # was read, and is no more what it was
    result = iri("table", "in", "-o", "links.parquet")
    assert result.status == 0
    assert ("in/0.txt",) in done
    assert ("in/0.txt",) not in read[3:]
    assert any("in/1.txt" in paths for paths in read[3:])
    found = rows("links.parquet")
    assert iri("table", "in", "-o", "again.parquet").status == 0
    assert rows("again.parquet") == found


def test_what_there_was_stays_until_all_is_written(iri, folder, monkeypatch):
    write("links.parquet", "old")

    def fails(*_):
        raise OSError(28, "No space left on device", "links.parquet")

    monkeypatch.setattr(parts, "_tables", fails)
    result = iri("table", "in/a.md", "-o", "links.parquet")
    assert (result.status, result.err) == (
        2,
        "iri: links.parquet: No space left on device; 0 of 1 pieces are done; run the same command again to continue\n",
    )
    assert Path("links.parquet").read_bytes() == b"old"
    monkeypatch.undo()
    os.chdir(folder)
    assert iri("table", "in/a.md", "-o", "links.parquet").err == "links.parquet: 1 link\n"
    assert len(rows("links.parquet")) == 1


def test_a_mailbox_and_a_broken_file(iri):
    write("a.mbox", "From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\nhttp://a.example\n")
    write("b.txt", b"http://b.example \xff")
    result = iri("table", "a.mbox", "b.txt", "-o", "links.jsonl", "--context", "3", "--no-uri")
    assert result.status == 2
    assert "2 links; 1 document not fully read: see the column" in result.err
    link = {"ord": 0, "start": 0, "end": 16, "kind": "iri", "scheme": "http"}
    a, b = ({"text": f"http://{host}", "iri": f"http://{host}", "host": host} for host in ("a.example", "b.example"))
    assert [json.loads(line) for line in Path("links.jsonl").read_text("utf-8").splitlines()] == [
        {"source": "a.mbox", "part": "0/", **link, **a, "context": "http://a.example", "line": 3},
        {"source": "b.txt", "error": "bytes FF at offset 17 are not valid utf-8"},
        {"source": "b.txt", **link, **b, "context": "http://b.example \ufffd"},
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gone.txt", "-o", "a.parquet"], "gone.txt: No such file or directory"),
        (["t.parquet", "-o", "folder.csv"], "folder.csv: is a directory"),
        (["loop.md", "-o", "a.csv"], "loop.md: Too many levels of symbolic links"),
        (["in.csv", "-o", "in.csv"], "in.csv: is to be read and to be written"),
        (["in.csv", "-o", "same.csv"], "same.csv: is to be read and to be written"),
        (["in.csv", "-o", "pipe.csv"], "pipe.csv: is a pipe, not a file"),
    ],
)
def test_wrong_use(iri, arguments, said):
    pq.write_table(pa.table({"t": ["http://a.example"]}), "t.parquet")
    Path("folder.csv").mkdir()
    write("in.csv", "http://a.example")
    Path("same.csv").symlink_to("in.csv")
    Path("loop.md").symlink_to("loop.md")
    os.mkfifo("pipe.csv")
    result = iri("table", *arguments)
    assert (result.status, result.out) == (2, "")
    assert said in result.err


def test_a_parquet_file_in_a_directory_does_not_end_the_run(iri):
    write("in/a.md", "http://a.example")
    pq.write_table(pa.table({"t": ["http://b.example"]}), "in/b.parquet")
    for arguments, error in (
        ([], "name the column to read with --text or --content"),
        (["--text", "x"], "no column 'x'; the columns are t"),
    ):
        result = iri("table", "in", "-o", "links.jsonl", *arguments)
        assert (result.status, "1 document not fully read" in result.err) == (2, True)
        table = [json.loads(line) for line in Path("links.jsonl").read_text("utf-8").splitlines()]
        assert [(row.get("iri"), row.get("error")) for row in table] == [("http://a.example", None), (None, error)]
    assert iri("table", "in", "-o", "links.jsonl", "--text", "t").status == 0


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda parts: [parts.mkdir(), (parts / "notes.txt").touch()], "did not write (notes.txt): move them away"),
        (lambda parts: [parts.mkdir(), (parts / ("a" * 32 + ".arrow")).touch()], "did not write (aaa"),
        (
            lambda parts: [parts.mkdir(), (parts / (".iri-" + "a1" * 16 + ".arrow")).symlink_to("../in")],
            "did not write (.iri-a1",
        ),
        (lambda parts: parts.touch(), "is needed for the pieces of the table: move it away"),
    ],
)
def test_only_what_it_wrote_is_deleted(iri, made, said):
    write("in/a.md", "http://a.example")
    made(Path("links.csv.parts"))
    before = sorted(path for path in Path().rglob("*"))
    result = iri("table", "in", "-o", "links.csv")
    assert (result.status, result.err.startswith("iri: links.csv.parts: ")) == (2, True)
    assert said in result.err
    assert sorted(path for path in Path().rglob("*")) == before


def test_what_an_earlier_run_left_is_deleted(iri):
    write("a.md", "http://a.example")
    for name in ("a1" * 16 + ".arrow", "a1" * 8 + ".tmp"):  # of another version, and of a process that was killed
        write(f"links.csv.parts/.iri-{name}", "x")
    assert iri("table", "a.md", "-o", "links.csv").status == 0
    assert sorted(path.name for path in Path().iterdir()) == ["a.md", "links.csv"]


@pytest.mark.parametrize(
    "names", [["=a.md", "+a.md", "-a.md", "@a.md", "\ta.md", "\ra.md"], ["a=.md", "'a.md", "é.md"]]
)
@pytest.mark.skipif(os.name == "nt", reason="names of POSIX")
def test_cells_for_spreadsheets(iri, names):
    for name in names:
        write(name, "http://a.example")
    sources = {}
    for kind in ("plain", "safe"):
        assert iri("table", f"--csv={kind}", "-o", f"{kind}.csv", "--", *names).status == 0
        with open(f"{kind}.csv", encoding="utf-8", newline="") as file:
            sources[kind] = [row["source"] for row in csv.DictReader(file)]
    assert sources["plain"] == names
    assert sources["safe"] == [f"'{name}" if name[0] in "=+-@\t\r" else name for name in names]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_name_that_is_no_text_costs_no_row(iri):
    write(os.fsdecode(b"in/a\xff.md"), "http://a.example")
    write("in/b.md", "http://b.example")
    assert iri("table", "in", "-o", "links.jsonl").status == 0
    found = [json.loads(line) for line in Path("links.jsonl").read_text("utf-8").splitlines()]
    assert [(row["source"], row["iri"]) for row in found] == [
        (r"in/a\xff.md", "http://a.example"),
        ("in/b.md", "http://b.example"),
    ]


def test_notes_on_mail_are_rows_and_no_errors(iri):
    write("a.eml", "Content-Type: application/pdf; name=a.pdf\n\nhttp://a.example")
    for arguments, expected in (([], []), (["--notes"], [("document", "application/pdf (a.pdf) is not opened")])):
        result = iri("table", "a.eml", "-o", "links.jsonl", *arguments)
        assert (result.status, "not fully read" in result.err) == (0, False)
        table = [json.loads(line) for line in Path("links.jsonl").read_text("utf-8").splitlines()]
        assert [(row["note"], row["error"]) for row in table] == expected


def test_a_parquet_file_says_what_made_it(iri):
    write("a.eml", "Message-ID: <1@a.example>\n\nhttps://t.co/x https://www.google.com/url?q=http://b.example/")
    for name in ("links.parquet", "links.csv"):
        assert iri("table", "a.eml", "-o", name).status == 0
    told = pq.read_schema("links.parquet").metadata
    assert told[b"iri.columns"] == b"24"
    assert b"brackets" in told[b"iri.tailorings"]
    with open("links.csv", encoding="utf-8", newline="") as file:
        assert [row["redirect_chain"] for row in csv.DictReader(file)] == ["", "http://b.example/"]
