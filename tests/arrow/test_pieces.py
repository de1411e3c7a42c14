"""Large inputs are cut into pieces, and the links are the same wherever the cuts are."""

import gzip
import json

import pytest

from extract import Finder
from tests.arrow.generated import documents

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")

import pyarrow.parquet as pq  # noqa: E402

from extract.arrow import link_table, parts, pieces  # noqa: E402
from extract.arrow.documents import Options  # noqa: E402
from extract.arrow.parts import merge, write_failure, write_part  # noqa: E402
from extract.arrow.pieces import Piece, pieces_of  # noqa: E402

MESSAGE = "From a@b Mon Jan  1 00:00:00 2024\nSubject: {0} http://s.example/{0}\n\n{1}\nFrom here on\n\n"
TEXTS = [text or "" for text in documents(250)]


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write files, and return the rows of their table with pieces of a size."""
    monkeypatch.chdir(tmp_path)

    def rows(paths, size=1 << 30, **options):
        monkeypatch.setattr(pieces, "_AT_ONCE", size)
        monkeypatch.setattr(pieces, "_TOGETHER", size)
        how = Options(**options)
        cut = list(pieces_of(((path, None) for path in paths), how))
        parts = [tmp_path / f"{index}.arrow" for index in range(len(cut))]
        for piece, part in zip(cut, parts, strict=True):
            write_part(piece, part, how)
        merge(cut, parts, tmp_path / "links.jsonl", tmp_path)
        return len(cut), [json.loads(line) for line in (tmp_path / "links.jsonl").read_text("utf-8").splitlines()]

    return rows


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", "\n".join(TEXTS).encode()),
        ("a.log", b"\xef\xbb\xbf" + "\r\n".join(TEXTS).encode()),
        ("bad.txt", b"http://a.example \xff\n" + "\n".join(TEXTS).encode()),
        ("a.mbox", "".join(map(MESSAGE.format, range(len(TEXTS)), TEXTS)).encode()),
        ("one-line.txt", b"http://a.example/ " * 2000),
    ],
)
@pytest.mark.parametrize("size", [700, 5000])
def test_the_cuts_make_no_difference(tmp_path, monkeypatch, written, name, content, size):
    again = f"again-{name}"  # places begin anew in the next file
    for file in (name, again):
        (tmp_path / file).write_bytes(content)
    (tmp_path / "small.txt").write_bytes(b"http://z.example")
    _, whole = written([name, again, "small.txt"])
    monkeypatch.setattr(parts, "_ROWS", 100)
    count, cut = written([name, again, "small.txt"], size)
    assert count > 2 * len(content) // size
    assert len(whole) > 200
    assert cut == whole
    assert [row | {"source": name} for row in cut if row["source"] == again] == [
        row for row in cut if row["source"] == name
    ]
    if name.endswith(".txt"):
        text = content.decode("utf-8", "surrogateescape")
        assert [(row["start"], row["end"], row["text"]) for row in cut if "ord" in row and row["source"] == name] == [
            (link.start, link.end, link.text) for link in Finder().find(text)
        ]


@pytest.mark.parametrize("rows", [1, 3, 1000])
def test_links_and_errors_are_counted(tmp_path, monkeypatch, rows):
    """A note on a part is no error, but one on what was not read since it is too much is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(parts, "_ROWS", rows)
    files = {
        "a.md": "http://a.example http://b.example",
        "b.eml": "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf\n\n--b\n\nhttp://c.example",
        "deep.eml": "Content-Type: message/rfc822\n\n" * 110,
        "empty.md": "",
        "killed.md": "http://no.example",
    }
    cut = [Piece("files", (name,), 1) for name in [*files, "missing.md"]]
    made = [tmp_path / f"{piece.paths[0]}.arrow" for piece in cut]
    for piece, part in zip(cut, made, strict=True):
        name = piece.paths[0]
        if name in files:
            (tmp_path / name).write_text(files[name], "utf-8")
        if name == "killed.md":
            write_failure(piece, part, "killed")
        else:
            write_part(piece, part, Options(notes=True))
    assert merge(cut, made, tmp_path / "links.parquet", tmp_path) == (3, 3)
    table = pq.read_table("links.parquet")
    assert [(row["source"], row["text"] or row["note"] or row["error"][:6]) for row in table.to_pylist()] == [
        ("a.md", "http://a.example"), ("a.md", "http://b.example"), ("b.eml", "http://c.example"),
        ("b.eml", "document"), ("deep.eml", "limit"), ("killed.md", "killed"), ("missing.md", "No suc"),
    ]  # fmt: skip
    groups = pq.ParquetFile("links.parquet").metadata
    sizes = [groups.row_group(number).num_rows for number in range(groups.num_row_groups)]
    assert all(size >= rows for size in sizes[:-1])
    assert len(sizes) > 1 or rows > len(table)


def test_text_in_another_encoding_is_not_cut(tmp_path, written):
    (tmp_path / "a.txt").write_bytes(("http://é.example/\n" * 500).encode("utf-16"))
    count, rows = written(["a.txt"], 100)
    assert count == 1
    assert len(rows) == 500


def test_columns_of_parquet(tmp_path, written):
    texts = documents(300)
    table = pa.table(
        {"url": [f"u{n}" for n in range(300)], "text": texts, "b": [(text or "").encode() for text in texts]}
    )
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=70)
    count, rows = written(["a.parquet"], text="text", source="url")
    assert count == 5
    expected = [
        {name: value for name, value in row.items() if value is not None}
        for row in link_table(table, text="text", source="url").to_pylist()
    ]
    assert rows == expected
    _, numbered = written(["a.parquet"], text="text")
    assert [(row["source"], "u" + row["part"], row["start"]) for row in numbered] == [
        ("a.parquet", row["source"], row["start"]) for row in expected
    ]
    _, of_files = written(["a.parquet"], content="b", source="url", format="text")
    assert of_files == expected
    with pytest.raises(ValueError, match="no column 'x'"):
        written(["a.parquet"], text="x")
    with pytest.raises(ValueError, match="--text or --content"):
        written(["a.parquet"])


def test_what_cannot_be_read_has_a_row(tmp_path, written):
    (tmp_path / "bad.parquet").write_bytes(b"PAR1")
    (tmp_path / "good.txt").write_bytes(b"http://a.example")
    (tmp_path / "folder.txt").mkdir()
    _, rows = written(["bad.parquet", "gone.txt", "folder.txt", "good.txt"], size=20, text="t")
    failed = [row["source"] for row in rows if "error" in row]
    assert (failed, len(rows)) == (["bad.parquet", "gone.txt", "folder.txt"], 4)


# --- web archives ---------------------------------------------------------------------------------------------------


def record(kind, address, type, body, http=None):
    block = body if http is None else b"HTTP/1.1 200 OK\r\n" + http + b"\r\n" + body
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\nWARC-Record-ID: <urn:uuid:{len(block)}>\r\n"
    return f"{head}Content-Type: {type}\r\nContent-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


PAGE = "<p>見 http://a.example/日 <a href='../x'>x</a>".encode("shift_jis")
HTTP = "application/http; msgtype=response"
RECORDS = [
    record("response", "http://p.example/d/1", HTTP, PAGE, b"Content-Type: text/html; charset=Shift_JIS\r\n"),
    record(
        "response",
        "http://p.example/d/2",
        HTTP,
        gzip.compress(PAGE.replace(b"<p>", b"<meta charset=sjis><p>")),
        b"Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
    ),
    record("response", "http://p.example/3", HTTP, b"http://png.example", b"Content-Type: image/png\r\n"),
    record("request", "http://p.example/4", HTTP, b"http://request.example"),
    record("conversion", "http://p.example/5", "text/plain", "see http://é.example/ü。".encode()),
    record("resource", "http://p.example/6", "text/html", b"<a href=y>", None),
    record("response", "http://p.example/7", HTTP, b"no head: http://q.example", b""),
]
LINKS = [
    ("http://p.example/d/1", "http://a.example/日"),
    ("http://p.example/d/1", "http://p.example/x"),
    ("http://p.example/d/2", "http://a.example/日"),
    ("http://p.example/d/2", "http://p.example/x"),
    ("http://p.example/5", "http://é.example/ü"),
    ("http://p.example/6", "http://p.example/y"),
]


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz", "a.wet.gz"])
def test_web_archives(tmp_path, written, name):
    pytest.importorskip("fastwarc", reason="needs fastwarc: the extra warc")
    pack = gzip.compress if name.endswith(".gz") else bytes
    (tmp_path / name).write_bytes(b"".join(map(pack, RECORDS)))
    _, rows = written([name])
    assert [(row["source"], row["iri"]) for row in rows] == LINKS
    assert rows[0]["part"].startswith("urn:uuid:")


@pytest.mark.parametrize("end", range(20, 1700, 150))
def test_a_web_archive_that_breaks_off(tmp_path, written, end):
    pytest.importorskip("fastwarc", reason="needs fastwarc: the extra warc")
    whole = b"".join(RECORDS)
    (tmp_path / "a.warc").write_bytes(whole[: min(end, len(whole) - 1)])
    _, rows = written(["a.warc"])
    found = [(row["source"], row["iri"]) for row in rows if "iri" in row]
    broken = {row.get("part") for row in rows if "error" in row}
    # what is cut between two records is whole
    assert broken or (tmp_path / "a.warc").read_bytes().endswith(b"\r\n\r\n")
    sound = [(row["source"], row["iri"]) for row in rows if "iri" in row and row["part"] not in broken]
    assert sound == LINKS[: len(sound)]
    assert len(sound) <= len(found) <= len(LINKS)


def test_what_is_no_web_archive(tmp_path, written):
    pytest.importorskip("fastwarc", reason="needs fastwarc: the extra warc")
    (tmp_path / "a.warc").write_bytes(b"nothing of the kind\r\n" * 50)
    (tmp_path / "b.warc.gz").write_bytes(gzip.compress(b"".join(RECORDS))[:-400])
    _, rows = written(["a.warc", "b.warc.gz"])
    assert rows[0]["source"] == "a.warc"
    assert rows[0]["error"]
