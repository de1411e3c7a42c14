"""Comments that switch rules off, in each format."""

import pytest

from extract import lint
from extract.linter.suppressions import Suppression, Switches, suppressions
from extract.readers import format_of
from extract.text.positions import Lines

BAD = "http://a..b/"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.rst", f".. iri: ignore-next-line IRI301\n\nSee {BAD}\n\n{BAD}", [(5, "IRI301")]),
        ("a.rst", f".. iri: ignore-start IRI3\n\n{BAD}\n\n{BAD}\n\n.. iri: ignore-end\n\n{BAD}", [(9, "IRI301")]),
        ("a.rst", f"{BAD}\n\n.. iri: ignore-start idna\n\n{BAD}", [(1, "IRI301")]),
        ("a.rst", f".. iri: ignore-next-line IRI101\n\n{BAD}", [(1, "IRI902"), (3, "IRI301")]),
        ("a.md", f"<!-- iri: ignore-next-line IRI301 -->\n{BAD}\n\n{BAD}", [(4, "IRI301")]),
        ("a.md", f"<!-- iri: ignore-next IRI301 -->\n{BAD}", [(1, "IRI902"), (2, "IRI301")]),
        ("a.py", f"# {BAD}  # iri: ignore IRI301 # an example", []),
        ("a.md", f"% iri: ignore-next-line idna, IRI1\n{BAD}", []),
        (
            "a.adoc",
            f"// iri: ignore-next-line IRI301\n{BAD}\n{BAD}[b] and {BAD} // iri: ignore",
            [(3, "IRI301"), (3, "IRI301")],
        ),
        ("a.adoc", f"----\n// iri: ignore-file\n----\n\nAcht\n----\n// iri: ignore-start\n{BAD}", []),
        ("a.adoc", f"[source,js]\n----\n// iri: ignore-file\n----\n{BAD}", [(5, "IRI301")]),
        ("a.html", f"<p>{BAD} <!-- iri: ignore -->\n<p>{BAD}", [(2, "IRI301")]),
        ("a.po", f'# iri: ignore-next-line\nmsgid "x"\nmsgstr "{BAD}"\n\nmsgid "y"\nmsgstr "{BAD}"\n', [(6, "IRI301")]),
        ("a.txt", f"# iri: ignore-file ALL\n{BAD}", []),
        ("a.po", f'# iri: ignore-next-line\nmsgid "x"\nmsgstr ""\n"{BAD} "\n"{BAD}"', []),
        ("a.txt", "# iri: ignore-file\n", [(1, "IRI902")]),
        ("a.rst", "Write::\n\n   .. iri: ignore-next-line\n", []),  # an example
        ("a.md", f"```rst\n<!-- iri: ignore-file -->\n```\n{BAD}", [(4, "IRI301")]),
    ],
)
def test_a_comment_switches_rules_off(name: str, text: str, expected: list[tuple[int, str]]) -> None:
    findings = lint(text.encode(), name)
    assert [(finding.line, finding.problem.code) for finding in findings] == expected


# The lines of a source with comments, and of each comment: its names, its first and last line, is it told if unused?
PLACES = [
    ("a.md", "<!-- iri: ignore A -->\n", ["A 1-1"]),
    ("a.md", "<!-- iri: ignore -->", [" 1-1"]),
    ("a.md", "\n\n<!-- iri: ignore-next-line A, B C -->\n\n\nx\ny", ["A B C 6-6"]),
    ("a.md", "<!-- iri: ignore-next-line A -->", ["A 1-1"]),
    ("a.md", "x\n<!-- iri: ignore-start A -->\nx\n<!-- iri: ignore-end -->\nx\nx", ["A 2-4"]),
    (
        "a.md",
        "<!-- iri: ignore-start A -->\nx\n<!-- iri: ignore-start B -->\nx\n<!-- iri: ignore-end -->\nx",
        ["A 1-6", "B 3-5"],
    ),
    ("a.md", "x\n<!-- iri: ignore-end -->\nx\n<!-- iri: ignore-start -->\nx\n", [" 4-6"]),
    ("a.md", "x\ny\n<!-- iri: ignore-file A -->\nx", ["A 1-4"]),
    ("a.rst", ".. iri: ignore-next-line A\n\nx", ["A 3-3"]),
    ("a.rst", "x\n\n  .. iri: ignore-file A\n\nx", ["A 1-5 unless used"]),
    ("a.po", '# iri: ignore-next-line\nmsgid "x"\nmsgstr "y"\n\nmsgid "z"\n', [" 2-3"]),
    ("a.po", '# iri: ignore-next-line\n\nmsgid "x"\nmsgstr "y"', [" 2-4"]),
    ("a.py", "x = 1  # iri: ignore A\n# iri: ignore-next-line B\ny", ["A 1-1", "B 3-3"]),
    ("a.txt", "# iri: ignorex A\n# iri: ignore-files\n# iri ignore\n#iri: ignore A", ["ignore-files 2-1", "A 4-4"]),
    ("a.py", "# iri: ignore A # why\n# iri: ignore A: why, B", ["A 1-1", "A 2-2"]),
]


@pytest.mark.parametrize(("name", "source", "expected"), PLACES)
def test_what_a_comment_applies_to(name: str, source: str, expected: list[str]) -> None:
    found = suppressions(source, format_of(name, source), Lines(source))
    assert [
        f"{' '.join(one.names)} {one.first_line}-{one.last_line}{' unless used' * (not one.report_if_unused)}"
        for one in found
    ] == expected
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert all("iri:" in source[one.start : one.end] for one in found)


def test_a_comment_has_the_lines_of_its_range() -> None:
    comment = Suppression(0, 1, (), 3, 5)
    assert [line for line in range(1, 8) if comment.has_line([line])] == [3, 4, 5]
    assert comment.has_line([1, 4, 9])
    assert not comment.has_line([1, 2, 6])
    assert not comment.has_line([])


@pytest.mark.parametrize(
    ("ranges", "starts", "ends"),
    [
        ([], (), ()),
        ([(3, 5)], (3,), (5,)),
        ([(3, 5), (1, 1)], (1, 3), (1, 5)),
        ([(1, 2), (3, 5)], (1,), (5,)),  # next to each other
        ([(1, 9), (3, 5)], (1,), (9,)),
        ([(1, 4), (3, 5)], (1,), (5,)),
        ([(1, 2), (4, 5)], (1, 4), (2, 5)),
        ([(3, 2)], (), ()),
        ([(2, 2)], (2,), (2,)),
    ],
)
def test_in_which_lines_a_rule_is_off(ranges: list[tuple[int, int]], starts: tuple, ends: tuple) -> None:
    switches = Switches.of(Suppression(0, 1, (), first, last) for first, last in ranges)
    assert (switches.starts, switches.ends) == (starts, ends)
    off = {line for first, last in ranges for line in range(first, last + 1)}
    assert {line for line in range(11) if switches.off_in(line)} == off


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("IRI301x, idna2", 'no rule is called "IRI301x"; correct the name in the comment'),
        ("backslsh", 'no rule is called "backslsh"; did you mean "backslash"?'),
        ("iri101", 'no rule is called "iri101"; did you mean IRI101?'),
    ],
)
def test_a_comment_with_an_unknown_name_says_so(names: str, message: str) -> None:
    (unused, _) = lint(f".. iri: ignore-next-line {names}\n\n{BAD}".encode(), "a.rst")
    assert unused.problem.message == message


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("ignore-file", []),
        ("ignore-file IRI901", ["IRI301"]),
        ("ignore-next-line charset", ["IRI301"]),
        ("ignore-file IRI301", ["IRI901"]),
        ("ignore-file IRI101", ["IRI902", "IRI901", "IRI301"]),
    ],
)
def test_a_comment_switches_off_a_wrong_encoding(comment: str, expected: list[str]) -> None:
    text = f".. iri: {comment}\n\nGröße {BAD}\n".encode("latin-1")
    assert [finding.problem.code for finding in lint(text, "a.rst")] == expected
