"""Offsets to lines and columns and back, and to bytes."""

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract.text.positions import Edit, Lines, Unit, UnitOffsets, edited

TEXT = st.text("aé日😀\n\r\v\x85\u2028", max_size=30)


def test_a_line_ends_where_editors_end_it() -> None:
    for text in ("", "a\nb", "a\r\nb\rc\n", "a\x85b\u2028c\vd", "\r\u2028\r"):  # str.splitlines has more ends
        known = Lines(text)
        assert [known.excerpt(line) for line in range(1, known.last + 1)] == re.split("\r\n|\n|\r", text)


@given(text=TEXT, lf_only=st.booleans())
def test_a_place_leads_back_to_its_offset(text: str, lf_only: bool) -> None:
    lines = Lines(text, lf_only=lf_only)
    for offset in range(len(text) + 1):
        line, column = lines.place(offset)
        assert lines.line(offset) == line
        assert lines.offset(line, column) == offset


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


def spans_of(source: str, edits: list[Edit], start: int, end: int) -> list[tuple[str, int, int]]:
    """Return the characters of the edited text, each with the place in the source that it stands for."""
    shown, position = [], start
    for edit in [*sorted(edits), Edit(end, end, "")]:
        if position <= edit.start and edit.end <= end:
            shown += [(source[at], at, at + 1) for at in range(position, edit.start)]
            is_as_long = len(edit.text) == edit.end - edit.start
            shown += [
                (one, edit.start + at, edit.start + at + 1) if is_as_long else (one, edit.start, edit.end)
                for at, one in enumerate(edit.text)
            ]
            position = edit.end
    return shown


EDITS = st.lists(
    st.builds(
        lambda start, more, text: Edit(start, start + more, text),
        st.integers(0, 9),
        st.integers(0, 3),
        st.text("xyz", max_size=3),
    )
)


@given(edits=EDITS, start=st.integers(0, 9), more=st.integers(0, 9))
@example(edits=[Edit(1, 2, "xy"), Edit(2, 2, "")], start=0, more=4)
@example(edits=[Edit(1, 2, "x"), Edit(2, 4, "yz")], start=1, more=5)
@example(edits=[Edit(0, 2, "x"), Edit(1, 3, "y")], start=0, more=3)
@example(edits=[Edit(0, 2, "x"), Edit(3, 6, "y")], start=0, more=5)
def test_an_edited_text_leads_back_to_its_source(edits: list[Edit], start: int, more: int) -> None:
    source = "abcdefghijklmnopqr"
    shown = spans_of(source, edits, start, start + more)
    text = edited(source, edits, start, start + more)
    assert text.text == "".join(character for character, _, _ in shown)
    for first in range(len(shown)):
        assert text.span(first, first) == text.span(first, first - 1) == (shown[first][1],) * 2
        for last in range(first, len(shown)):
            assert text.span(first, last + 1) == (shown[first][1], shown[last][2])
    assert [piece.start for piece in text.pieces] == sorted({piece.start for piece in text.pieces})
    ends = [*(piece.start for piece in text.pieces[1:]), len(shown)]
    as_long = [
        end - piece.start == piece.source_end - piece.source_start for piece, end in zip(text.pieces, ends, strict=True)
    ]
    for at, (one, two) in enumerate(pairwise(text.pieces)):  # what can be one piece is one
        assert not (as_long[at] and as_long[at + 1] and one.source_end == two.source_start)
