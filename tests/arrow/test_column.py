"""A column of texts to a column of links."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import Finder
from tests.arrow.generated import HOSTILE, documents

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")

from extract.arrow import LINK, LINKS, link_column  # noqa: E402

BARE = Finder(bare_domains=True, email=True)


def one_by_one(texts, finder):
    return [None if text is None else [link._asdict() for link in finder.find(text)] for text in texts]


TEXTS = [*documents(300), *HOSTILE, "x" * 5000 + " http://a.example/é", None]


FINDERS = [Finder(refang=True), Finder(wrapped=True), Finder(broken=True, profile="uts58"), Finder(schemes=["urn"])]


@pytest.mark.parametrize("finder", [Finder(), BARE, *FINDERS], ids=repr)
def test_the_links_of_a_column_are_those_of_its_texts(finder):
    found = link_column(pa.array(TEXTS), finder)
    found.validate(full=True)
    assert found.type == LINKS
    assert found.to_pylist() == one_by_one(TEXTS, finder)


JOINED_OR_NOT = pytest.mark.parametrize("finder", [Finder(), Finder(wrapped=True)], ids=repr)


@JOINED_OR_NOT
@pytest.mark.parametrize(
    "type", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())], ids=str
)
def test_all_types_of_strings(type, finder):
    column = pa.array(TEXTS).cast(type) if pa.types.is_dictionary(type) else pa.array(TEXTS, type)
    assert link_column(column, finder).to_pylist() == one_by_one(TEXTS, finder)


@JOINED_OR_NOT
def test_slices_chunks_nulls_and_what_is_empty(finder):
    column = pa.array(TEXTS)
    assert link_column(column.slice(5, 90), finder).to_pylist() == one_by_one(TEXTS[5:95], finder)
    chunked = pa.chunked_array([column.slice(0, 7), column.slice(7, 0), column.slice(7)])
    found = link_column(chunked, finder)
    assert found.num_chunks == 3
    assert found.to_pylist() == one_by_one(TEXTS, finder)
    assert link_column(pa.nulls(2), finder).to_pylist() == [None, None]
    assert link_column(pa.array([""]), finder).to_pylist() == [[]]
    assert link_column(pa.array([], pa.string()), finder).to_pylist() == []
    assert link_column(pa.chunked_array([], pa.string())).to_pylist() == []


texts = st.text(st.sampled_from("a.:/é😀\n @中wé̂()<>h"), max_size=30)


@given(st.lists(st.none() | texts | texts.map("http://a.example/{} http://é.example".format), max_size=9))
def test_any_texts(column):
    assert link_column(pa.array(column, pa.string()), BARE).to_pylist() == one_by_one(column, BARE)


@pytest.mark.parametrize(("unit", "encoding", "size"), [("utf8", "utf-8", 1), ("utf16", "utf-16-le", 2)])
def test_units(unit, encoding, size):
    for text, links in zip(TEXTS, link_column(pa.array(TEXTS), BARE, unit).to_pylist(), strict=True):
        for link in links or ():
            assert text is not None
            assert text.encode(encoding)[link["start"] * size : link["end"] * size].decode(encoding) == link["text"]


def test_bytes_that_are_not_utf_8_end_a_link_and_count_as_one():
    data = b"\xff\xc3 http://a.example/b\xe9c" + b"see http://b.example"
    offsets = pa.py_buffer((0).to_bytes(4, "little") + (23).to_bytes(4, "little") + (43).to_bytes(4, "little"))
    column = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(data)])
    for unit in ("codepoint", "utf8"):
        found = link_column(column, unit=unit).to_pylist()
        assert [[(link["start"], link["text"]) for link in links] for links in found] == [
            [(3, "http://a.example/b")],
            [(4, "http://b.example")],
        ]


def test_wrong_use():
    with pytest.raises(TypeError, match="strings, not int64"):
        link_column(pa.array([1]))
    with pytest.raises(ValueError, match="unknown unit 'bytes'"):
        link_column(pa.array([""]), unit="bytes")  # type: ignore[arg-type]


def test_the_types_are_stable():
    assert str(LINK) == (
        "struct<start: int64 not null, end: int64 not null, text: string not null, kind: string not null, "
        "iri: string not null>"
    )
    assert pickle.loads(pickle.dumps(LINKS)) == LINKS
