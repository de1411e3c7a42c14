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
def test_a_format_has_a_reader(format: Format) -> None:
    assert list(format.read("")) == []
    source = {
        "html": f"<p>{LINK}",
        "python": f"# {LINK}",
        "po": f'msgid "{LINK}"',
        "notebook": f'{{"cells": [{{"cell_type": "markdown", "source": ["{LINK}"]}}]}}',
        "mbox": "From -\n\n" + LINK.encode().decode("latin-1"),
        "mail": "\n" + LINK.encode().decode("latin-1"),
        "calendar": f"BEGIN:VEVENT\nURL:{LINK}\nEND:VEVENT\n",
    }.get(format.name, LINK)
    assert [link.text for segment in format.read(source) for link in segment.links()] == [LINK]


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
        "segment",
        "strings",
    }
    helpers |= {"transfer", "triggers", "rst_tables"}
    assert modules - helpers == set(FORMATS)


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
        links = [link.text for segment in format.read(f"{explicit}。次") for link in segment.links()]
        assert links == [LINK]


@EACH
def test_comments_are_known_in_every_format(format: Format) -> None:
    findings = lint(format.comment_form.format("iri: ignore-file").encode(), f"a{format.suffixes[0]}")
    assert [finding.problem.name for finding in findings] == ["unused-suppression"]
