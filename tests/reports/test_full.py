import pytest

from extract import lint
from extract.reports.full import excerpt, report
from extract.rules import RULES
from extract.text.terminal import escape_invisible, width


@pytest.mark.parametrize(
    ("line", "place", "text", "caret"),
    [
        ("see http://a", "a", "see http://a", "           ^"),
        ("日本 http://a", "http", "日本 http://a", "     ^^^^"),  # wide: two columns each
        ("e\u0301 http://a", "http", "e\u0301 http://a", "  ^^^^"),  # a mark takes none
        ("שלום http://a", "http", "\u202dשלום http://a\u202c", "     ^^^^"),  # shown in the order it is stored
        ("a\u202eb http", "http", "a<U+202E>b http", "           ^^^^"),
        ("a\tb http", "http", "a<U+0009>b http", "           ^^^^"),
        ("می\u200cخ http", "http", "\u202dمی\u200cخ http\u202c", "    ^^^^"),
        ("👍🏽 http", "http", "👍🏽 http", "     ^^^^"),
    ],
)
def test_carets_stand_under_the_place(line: str, place: str, text: str, caret: str) -> None:
    start = line.index(place)
    assert excerpt(line, start, start + len(place)) == (text, caret)


def test_a_long_line_is_shortened_around_the_place() -> None:
    text, caret = excerpt("x" * 10**6 + "日" + "y" * 10**6, 10**6, 10**6 + 1)
    assert text.startswith("…x")
    assert text.endswith("y…")
    assert width(text) <= 104
    assert text[caret.index("^")] == "日"


def test_what_others_get_and_what_is_lost_have_marks_of_their_own() -> None:
    findings = lint("日 http://www.w3.org/People/Dürst".encode(), "a.rst", rules=[RULES["IRI801"]])
    lines = report(findings).splitlines()
    assert lines[3:5] == ["1 | 日 http://www.w3.org/People/Dürst", "  |    ~~~~~~~~~~~~~~~~~~~~~~~~^^^^^^"]
    assert lines[0].endswith("write `http://www.w3.org/People/Dürst <http://www.w3.org/People/Dürst>`__")


def test_a_place_without_width_has_a_caret() -> None:
    assert excerpt("abc", 3, 3) == ("abc", "   ^")


def test_what_cannot_be_seen_is_named() -> None:
    assert escape_invisible("a\u200b\u00a0\ud800\ue000\n") == "a<U+200B><U+00A0><U+D800><U+E000><U+000A>"
    assert escape_invisible("नमस्ते क्‍ष 日本") == "नमस्ते क्‍ष 日本"
