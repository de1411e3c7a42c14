"""The records of the formats: each has a reader, and each suffix one format."""

import re
from pathlib import Path

import pytest

import extract.readers
from extract import lint
from extract.readers import FORMATS, SUFFIXES, Format, format_of
from extract.readers.formats import known_format

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
    helpers = set(
        "__init__ charsets decoding document flowed formats headers labels mime paragraph passage rst_tables strings"
        " transfer triggers".split()
    )
    assert modules - helpers == {format.module or name for name, format in FORMATS.items()}, (
        "a record in extract/readers/formats.py and a module of its name"
    )


def test_a_suffix_has_one_format() -> None:
    suffixes = [suffix for format in FORMATS.values() for suffix in format.suffixes]
    assert len(suffixes) == len(set(suffixes)) == len(SUFFIXES)
    assert all(re.fullmatch(r"\.[a-z0-9]+", suffix) for suffix in suffixes)


NAMES = {
    "rst": "a.rst",
    "po": "d.md/A.PO",
    "markdown": "a.md a.Rmd",
    "mdx": "a.mdx",
    "latex": "a.bib",
    # messages of Maildirs, by their names
    "mail": "Mail/cur/1719830400.M1P2.host,U=3:2,S Mail/new/1719830400_0.host Mail/cur/msg-1:2,",
    "text": "README Notice x.c <stdin> Mail/cur/msg-1 Mail/1719830400.M1P2.host",
}


def test_openpgp_is_no_asciidoc() -> None:
    assert format_of("a.asc").name == "asciidoc"
    for source in ("-----BEGIN PGP PUBLIC KEY BLOCK-----\n", b"-----BEGIN PGP SIGNATURE-----\n"):
        assert format_of("a.asc", source).name == "text"


@pytest.mark.parametrize("format", NAMES)
def test_a_name_tells_the_format(format: str) -> None:
    assert {name: format_of(name).name for name in NAMES[format].split()} == dict.fromkeys(
        NAMES[format].split(), format
    )


@pytest.mark.parametrize("name", ["README", "Notice"])
def test_a_text_is_known_by_its_name(name: str) -> None:
    assert known_format(name) is FORMATS["text"]


@pytest.mark.parametrize(
    ("source", "format"),
    [
        ("---\na: b\n---\n\nimport Tabs from '@theme/Tabs';\n", "mdx"),
        ("import of {a} from 'b' is\n", "markdown"),
        ("# A\n\nimport Tabs from '@theme/Tabs';\n", "markdown"),
    ],
)
def test_a_page_that_imports_components_is_mdx(source: str, format: str) -> None:
    assert format_of("a.md", source).name == format


@EACH
def test_comments_are_known_in_every_format(format: Format) -> None:
    findings = lint(format.comments.form.format("iri: ignore-file").encode(), f"a{format.suffixes[0]}")
    assert [finding.problem.name for finding in findings] == ["unused-suppression"]
