import pytest

from tests.marking import assert_links, assert_rows, unmark


def test_marks_are_taken_out() -> None:
    assert unmark("a ⟦http://b/⟧ c |d|") == ("a http://b/ c |d|", ["http://b/"])


@pytest.mark.parametrize("wrong", ["see http://a.example/é now", "see ⟦http://a.example/⟧é now", "⟦see⟧ it"])
def test_a_wrong_mark_is_told_with_what_came(wrong: str) -> None:
    with pytest.raises(AssertionError) as told:
        assert_links(wrong)
    assert wrong in str(told.value)


@pytest.mark.parametrize("wrong", ["see ⟦http://a.example/ now", "http://a.example/⟧", "⟦⟦http://a.example/⟧"])
def test_a_mark_without_its_pair_is_told(wrong: str) -> None:
    with pytest.raises(AssertionError, match="do not pair"):
        unmark(wrong)


def test_right_marks_pass() -> None:
    (link,) = assert_links("see ⟦http://a.example/é⟧ now")
    assert (link.start, link.end) == (4, 22)


@pytest.mark.parametrize("row", ["⟦a⟧↵b", "⟦a⟧↵⟦b⟧ ⇒ http://a http://b", "⟦a⟧↵⟦b⟧ ⇒ http://a http://c ‼ unread"])
def test_a_wrong_row_is_told_with_what_came(row: str) -> None:
    came = "⟦a⟧↵⟦b⟧ ⇒ http://a http://b ‼ unread"
    with pytest.raises(AssertionError) as told:
        assert_rows([came, row], lambda source: ([(0, 1, "http://a"), (2, 3, "http://b")], ["unread"]))
    lines = [line.strip() for line in str(told.value).splitlines()]
    assert lines[:2] == [f"wanted {row}", f"came   {came}"]
