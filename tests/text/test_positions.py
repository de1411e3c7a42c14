"""Offsets to lines and columns and back, and to bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.text.positions import Lines, Unit, UnitOffsets

TEXT = st.text("aé日😀\n\r\v\x85\u2028", max_size=30)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\rc\n", ["a", "b", "c", ""]),
        ("a\x85b\u2028c\vd", ["a\x85b\u2028c\vd"]),  # ends for str.splitlines, not for editors
        ("\r\u2028\r", ["", "\u2028", ""]),
    ],
)
def test_a_line_ends_where_editors_end_it(text: str, lines: list[str]) -> None:
    known = Lines(text)
    assert [known.excerpt(line) for line in range(1, known.last + 1)] == lines


@given(text=TEXT, lf_only=st.booleans())
def test_a_place_leads_back_to_its_offset(text: str, lf_only: bool) -> None:
    lines = Lines(text, lf_only=lf_only)
    for offset in range(len(text) + 1):
        line, column = lines.place(offset)
        assert lines.line(offset) == line
        assert lines.offset(line, column) == offset


def test_some_parsers_count_lf_only() -> None:
    assert Lines("a\rb\nc").place(4) == (3, 1)
    assert Lines("a\rb\nc", lf_only=True).place(4) == (2, 1)


@pytest.mark.parametrize(
    ("unit", "encoding", "size"), [("codepoint", "utf-32-le", 4), ("utf8", "utf-8", 1), ("utf16", "utf-16-le", 2)]
)
@given(text=TEXT, data=st.data())
def test_offsets_in_units_are_those_of_the_encoded_text(
    unit: Unit, encoding: str, size: int, text: str, data: st.DataObject
) -> None:
    in_units = UnitOffsets(text, unit)
    for offset in data.draw(st.lists(st.integers(0, len(text)))):
        assert text.encode(encoding)[: in_units(offset) * size].decode(encoding) == text[:offset]


def test_a_lone_surrogate_has_a_width() -> None:
    assert UnitOffsets("\ud800a")(2) == 4
    assert UnitOffsets("\ud800a", "utf16")(2) == 2
