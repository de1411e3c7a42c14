"""Comments that switch rules off, in each format; what they do is in ``cases/linter.txt``."""

import re

from extract import lint
from extract.linter.suppressions import Suppression, Switches, suppressions
from extract.readers import format_of
from extract.text.positions import Lines
from tests.rows import rows

# A source with comments, and of each comment: its names, its first and last line, is it told if unused?
PLACES = r"""
a.md → <!-- iri: ignore A -->⏎ → A 1-1
a.md → <!-- iri: ignore --> → 1-1
a.md → ⏎⏎<!-- iri: ignore-next-line A, B C -->⏎⏎⏎x⏎y → A B C 6-6
a.md → <!-- iri: ignore-next-line A --> → A 1-1
a.md → x⏎<!-- iri: ignore-start A -->⏎x⏎<!-- iri: ignore-end -->⏎x⏎x → A 2-4
a.md → <!-- iri: ignore-start A -->⏎x⏎<!-- iri: ignore-start B -->⏎x⏎<!-- iri: ignore-end -->⏎x → A 1-6, B 3-5
a.md → x⏎<!-- iri: ignore-end -->⏎x⏎<!-- iri: ignore-start -->⏎x⏎ → 4-6
a.md → x⏎y⏎<!-- iri: ignore-file A -->⏎x → A 1-4
a.rst → .. iri: ignore-next-line A⏎⏎x → A 3-3
a.rst → x⏎⏎  .. iri: ignore-file A⏎⏎x → A 1-5 unless used
a.po → # iri: ignore-next-line⏎msgid "x"⏎msgstr "y"⏎⏎msgid "z"⏎ → 2-3
a.po → # iri: ignore-next-line⏎⏎msgid "x"⏎msgstr "y" → 2-4
a.py → x = 1  # iri: ignore A⏎# iri: ignore-next-line B⏎y → A 1-1, B 3-3
a.txt → # iri: ignorex A⏎# iri: ignore-files⏎# iri ignore⏎#iri: ignore A → ignore-files 2-1, A 4-4
a.py → # iri: ignore A # why⏎# iri: ignore A: why, B → A 1-1, A 2-2
"""


def test_what_a_comment_applies_to() -> None:
    for name, written, expected in rows(PLACES):
        source = written.replace("⏎", "\n")
        found = suppressions(source, format_of(name, source), Lines(source))
        lines = [
            f"{' '.join(one.names)} {one.first_line}-{one.last_line}{' unless used' * (not one.report_if_unused)}"
            for one in found
        ]
        assert ", ".join(lines).strip() == expected, written
        assert [one.start for one in found] == sorted(one.start for one in found)
        assert all("iri:" in source[one.start : one.end] for one in found)


def test_a_comment_has_the_lines_of_its_range() -> None:
    comment = Suppression(0, 1, (), 3, 5)
    assert [line for line in range(1, 8) if comment.has_line([line])] == [3, 4, 5]
    assert comment.has_line([1, 4, 9])
    assert not comment.has_line([1, 2, 6])
    assert not comment.has_line([])


# Ranges of lines, and what they are together.
RANGES = r"""
→
3-5 → 3-5
3-5 1-1 → 1-1 3-5
1-2 3-5 → 1-5
1-9 3-5 → 1-9
1-4 3-5 → 1-5
1-2 4-5 → 1-2 4-5
3-2 →
2-2 → 2-2
"""


def test_in_which_lines_a_rule_is_off() -> None:
    for given, expected in rows(RANGES):
        ranges = [(int(first), int(last)) for first, last in re.findall(r"(\d)-(\d)", given)]
        switches = Switches.of(Suppression(0, 1, (), first, last) for first, last in ranges)
        assert [f"{pair[0]}-{pair[1]}" for pair in zip(switches.starts, switches.ends, strict=True)] == expected.split()
        off = {line for first, last in ranges for line in range(first, last + 1)}
        assert {line for line in range(11) if switches.off_in(line)} == off


# What a comment names, and the message.
UNKNOWN = r"""
IRI301x, idna2 → no rule is called "IRI301x"; correct the name in the comment
backslsh → no rule is called "backslsh"; did you mean "backslash"?
iri101 → no rule is called "iri101"; did you mean IRI101?
"""


def test_a_comment_with_an_unknown_name_says_so() -> None:
    for names, message in rows(UNKNOWN):
        (unused, _) = lint(f".. iri: ignore-next-line {names}\n\nhttp://a..b/".encode(), "a.rst")
        assert unused.problem.message == message
