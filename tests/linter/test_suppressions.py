"""Comments that switch rules off, in each format."""

import pytest

from extract import lint
from extract.linter.selection import Selection
from tests.hostile import Shape
from tests.linear import assert_linear_time

BAD = "http://a..b/"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.rst", f".. iri: ignore-next-line IRI301\n\nSee {BAD}\n\n{BAD}", [(5, "IRI301")]),
        ("a.rst", f".. iri: ignore-next-line\n\nSee {BAD}\n", []),
        ("a.rst", f".. iri: ignore-start IRI3\n\n{BAD}\n\n{BAD}\n\n.. iri: ignore-end\n\n{BAD}", [(9, "IRI301")]),
        ("a.rst", f"{BAD}\n\n.. iri: ignore-start idna\n\n{BAD}", [(1, "IRI301")]),
        ("a.rst", f"{BAD}\n\n.. iri: ignore-file\n", []),
        ("a.rst", f".. iri: ignore-next-line IRI101\n\n{BAD}", [(1, "IRI904"), (3, "IRI301")]),
        ("a.md", f"<!-- iri: ignore-next-line IRI301 -->\n{BAD}\n\n{BAD}", [(4, "IRI301")]),
        ("a.md", f"<!-- iri: ignore-next-line idna: as an example -->\n{BAD}", []),
        ("a.py", f"# {BAD}  # iri: ignore IRI301 # an example", []),
        ("a.md", f"% iri: ignore-next-line idna, IRI1\n{BAD}", []),
        ("a.md", f"{BAD} <!-- iri: ignore IRI301 -->\n\n{BAD}", [(3, "IRI301")]),
        (
            "a.adoc",
            f"// iri: ignore-next-line IRI301\n{BAD}\n{BAD}[b] and {BAD} // iri: ignore",
            [(3, "IRI301"), (3, "IRI301")],
        ),
        ("a.adoc", f"----\n// iri: ignore-file\n----\n\nAcht\n----\n// iri: ignore-start\n{BAD}", []),
        ("a.adoc", f"[source,js]\n----\n// iri: ignore-file\n----\n{BAD}", [(5, "IRI301")]),
        ("a.html", f"<p>{BAD} <!-- iri: ignore -->\n<p>{BAD}", [(2, "IRI301")]),
        ("a.py", f"# {BAD}  # iri: ignore IRI301\n# {BAD}", [(2, "IRI301")]),
        ("a.po", f'# iri: ignore-next-line\nmsgid "x"\nmsgstr "{BAD}"\n\nmsgid "y"\nmsgstr "{BAD}"\n', [(6, "IRI301")]),
        ("a.txt", f"# iri: ignore-next-line\n{BAD}\n{BAD}", [(3, "IRI301")]),
        ("a.txt", "# iri: ignore-file\n", [(1, "IRI904")]),
        ("a.rst", "Write::\n\n   .. iri: ignore-next-line\n", []),  # an example
        ("a.md", f"```rst\n<!-- iri: ignore-file -->\n```\n{BAD}", [(4, "IRI301")]),
        ("a.txt", "The word iri: ignored means nothing.", []),
    ],
)
def test_a_comment_switches_rules_off(name: str, text: str, expected: list[tuple[int, str]]) -> None:
    findings = lint(text.encode(), name)
    assert [(finding.line, finding.problem.code) for finding in findings] == expected


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("IRI301x, idna2", 'no rule is called "IRI301x"; correct the name in the comment'),
        ("porl", 'no rule is called "porl"; did you mean "port"?'),
        ("iri101", 'no rule is called "iri101"; did you mean IRI101?'),
    ],
)
def test_a_comment_with_an_unknown_name_says_so(names: str, message: str) -> None:
    (unused, _) = lint(f".. iri: ignore-next-line {names}\n\n{BAD}".encode(), "a.rst")
    assert unused.problem.message == message


@pytest.mark.parametrize(
    ("comment", "expected"),
    [("", ["IRI809"]), ("<!-- iri: ignore -->", []), ("<!-- iri: ignore several-spellings -->", [])],
)
def test_a_comment_switches_rules_over_all_files_off(comment: str, expected: list[str]) -> None:
    text = f"http://a.example/%C3%A9 {comment}\n\nhttp://a.example/é http://a.example/é\n"
    findings = lint(text.encode(), "a.md", rules=Selection(select=("IRI809", "IRI904")).rules())
    assert [finding.problem.code for finding in findings] == expected


@pytest.mark.linear
@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("a.txt", f"# iri: ignore-next-line IRI1\n{BAD}\n"),
        ("a.md", f"<!-- iri: ignore-start IRI3 -->\n{BAD}\n\n"),
        ("a.py", f"# {BAD}  # iri: ignore\n"),
    ],
)
def test_many_comments_and_findings_take_linear_time(name: str, unit: str) -> None:
    assert_linear_time(lambda text: lint(text.encode(), name), Shape("", unit).text)


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("ignore-file", []),
        ("ignore-file IRI901", ["IRI301"]),
        ("ignore-next-line charset", ["IRI301"]),
        ("ignore-file IRI301", ["IRI901"]),
        ("ignore-file IRI101", ["IRI904", "IRI901", "IRI301"]),
    ],
)
def test_a_comment_switches_off_a_wrong_encoding(comment: str, expected: list[str]) -> None:
    text = f".. iri: {comment}\n\nGröße {BAD}\n".encode("latin-1")
    assert [finding.problem.code for finding in lint(text, "a.rst")] == expected
