"""The records of the formats: each has a reader, and each suffix one format."""

import re
from pathlib import Path

import pytest

import extract.readers
from extract import lint
from extract.readers import FORMATS, SUFFIXES, Format, format_of

EACH = pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
LINK = "http://a.example/ü"


@EACH
def test_a_reader_finds_the_links_of_the_example(format: Format) -> None:
    assert "⟦" in format.example, "give the record an example: a source with ⟦ and ⟧ around each link"
    assert list(format.read("")) == []
    source = re.sub("[⟦⟧]", "", format.example)
    found = [(passage, link) for passage in format.read(source) for link in passage.links()]
    marked = source
    for start, end in sorted((passage.span(link.start, link.end) for passage, link in found), reverse=True):
        marked = f"{marked[:start]}⟦{marked[start:end]}⟧{marked[end:]}"
    assert marked == format.example


def test_a_reader_has_a_format() -> None:
    modules = {path.stem for path in Path(extract.readers.__file__).parent.glob("*.py")}
    helpers = {
        "__init__",
        "charsets",
        "decoding",
        "flowed",
        "formats",
        "headers",
        "labels",
        "mime",
        "paragraph",
        "passage",
        "strings",
    }
    helpers |= {"transfer", "triggers", "rst_tables"}
    assert modules - helpers == {format.module or name for name, format in FORMATS.items()}, (
        "a record in extract/readers/formats.py and a module of its name"
    )


def test_a_suffix_has_one_format() -> None:
    suffixes = [suffix for format in FORMATS.values() for suffix in format.suffixes]
    assert len(suffixes) == len(set(suffixes)) == len(SUFFIXES)
    assert all(re.fullmatch(r"\.[a-z0-9]+", suffix) for suffix in suffixes)


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.rst", "rst"),
        ("d.md/A.PO", "po"),
        ("README", "text"),
        ("x.c", "text"),
        ("<stdin>", "text"),
        ("a.md", "markdown"),
        # messages of Maildirs, by their names
        ("Mail/cur/1719830400.M1P2.host,U=3:2,S", "mail"),
        ("Mail/new/1719830400_0.host", "mail"),
        ("Mail/cur/msg-1:2,", "mail"),
        ("Mail/cur/msg-1", "text"),
        ("Mail/1719830400.M1P2.host", "text"),
    ],
)
def test_a_name_tells_the_format(name: str, format: str) -> None:
    assert format_of(name) is FORMATS[format]


@EACH
def test_the_explicit_link_is_one_link(format: Format) -> None:
    if format.explicit_link:
        explicit = format.explicit_link.format(LINK)
        links = [link.text for passage in format.read(f"{explicit}。次") for link in passage.links()]
        assert links == [LINK]


@EACH
def test_comments_are_known_in_every_format(format: Format) -> None:
    findings = lint(format.comment_form.format("iri: ignore-file").encode(), f"a{format.suffixes[0]}")
    assert [finding.problem.name for finding in findings] == ["unused-suppression"]
