import json
import os
import re
import unicodedata
from html import unescape

import pytest

from extract import lint
from extract.reports.html import report as html_report
from extract.reports.text import excerpt
from extract.reports.text import full as report
from extract.rules.registry import rules_of
from extract.text.terminal import escape_invisible, file_name, json_text, width


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
    findings = lint("日 http://www.w3.org/People/Dürst".encode(), "a.rst", rules=rules_of(["cut-by-docutils"]))
    lines = report(findings).splitlines()
    assert lines[3:5] == ["1 | 日 http://www.w3.org/People/Dürst", "  |    ~~~~~~~~~~~~~~~~~~~~~~~~^^^^^^"]
    assert lines[0].endswith("write `http://www.w3.org/People/Dürst <http://www.w3.org/People/Dürst>`__")


def test_a_place_without_width_has_a_caret() -> None:
    assert excerpt("abc", 3, 3) == ("abc", "   ^")


def test_what_cannot_be_seen_is_named() -> None:
    assert escape_invisible("a\u200b\u00a0\ud800\ue000\n") == "a<U+200B><U+00A0><U+D800><U+E000><U+000A>"
    assert escape_invisible("नमस्ते क्‍ष 日本") == "नमस्ते क्‍ष 日本"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("docs/größe 日本\u3000語.md", "docs/größe 日本\u3000語.md"),  # names of people's files stay
        ("می\u200cخ/👍🏽/C:\\a::b#c", "می\u200cخ/👍🏽/C:\\a::b#c"),
        ("a\n::error file=x::y", "a<U+000A>::error file=x::y"),
        ("\x1b[31ma\x9b0m\x7f\r", "<U+001B>[31ma<U+009B>0m<U+007F><U+000D>"),
        ("a\u202egnp\u2066\u061c\u200f.md", "a<U+202E>gnp<U+2066><U+061C><U+200F>.md"),
        ("a\u2028b\u0085c", "a<U+2028>b<U+0085>c"),
        (os.fsdecode(b"\xff.md"), "<U+DCFF>.md"),
        ("::error::a.md", "<U+003A>:error::a.md"),
        (" ::add-mask::a", " <U+003A>:add-mask::a"),
        (
            "a ##[error]b ###[x ##vso[task.x] ##teamcity[x",
            "a <U+0023>#[error]b #<U+0023>#[x <U+0023>#vso[task.x] <U+0023>#teamcity[x",
        ),
    ],
)
def test_a_name_is_nothing_but_a_name(name: str, shown: str) -> None:
    assert file_name(name) == shown


def test_every_character_of_json_comes_back_and_acts_on_nothing() -> None:
    every = " ".join(map(chr, range(0x110000)))
    for indent in (None, 1):
        text = json_text({"path": every}, indent=indent)
        assert json.loads(text) == {"path": every}
        acting = {one for one in text if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") or one in "\u202e\u2066"}
        assert acting == ({"\n"} if indent else set())


SPACE = "* https://ja.wikipedia.org/wiki/日本を参照。"


def test_a_space_that_is_missing_is_shown_in_its_line() -> None:
    shown = report(lint(SPACE.encode(), "a.md")).splitlines()
    assert shown[3:6] == [f"1 | {SPACE}", shown[4], "1 + * https://ja.wikipedia.org/wiki/日本 を参照。"]
    long = report(lint(f"{'x ' * 5000}{SPACE}{' y' * 5000}".encode(), "a.md")).splitlines()[5]
    assert "/日本 を参照。 y" in long
    assert width(long) < 120


def test_the_page_shows_the_line_with_a_space_and_the_letters_of_look_alikes() -> None:
    page = html_report(lint(f"{SPACE}\n\nhttp://раураl.com/\n".encode(), "a.md"))
    assert "<bdi>xn--l-7sba6dbr.com</bdi>" in page  # the host, as browsers show it
    words = unescape(re.sub("<[^>]*>", "", page))
    assert "Write:* https://ja.wikipedia.org/wiki/日本 を参照。" in words
    letters = (
        "Cyrillicр U+0440 cyrillic small letter er, а U+0430 cyrillic small letter a, у U+0443 cyrillic small letter u"
    )
    assert f"{letters}Latinl U+006C latin small letter l" in words
    ascii_only = html_report(lint(b"http://a.example/%zz\n", "a.md"))
    assert 'class="letters"' not in ascii_only
