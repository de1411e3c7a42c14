"""Text that a terminal, a build log or a program shows does nothing to it."""

from __future__ import annotations

import json

from extract.text.html_tokens import tag_around
from extract.text.labels import PageCharset
from extract.text.terminal import escape_invisible, file_name, json_text, width
from tests.rows import rows

# A text, the name of a file that is so called, the text in JSON, and its columns.
SHOWN = r"""
a/b é.md → a/b é.md → "a/b é.md" → 8
日本\u0301 → 日本\u0301 → "日本\u0301" → 4
a\x1bb → a<U+001B>b → "a\x5cu001bb" → 3
a\x7fb → a<U+007F>b → "a\x5cu007fb" → 3
\u202eb → <U+202E>b → "\x5cu202eb" → 1
# commands of CI systems
::error::x → <U+003A>:error::x → "::error::x" → 10
a::b → a::b → "a::b" → 4
x##[error]y → x<U+0023>#[error]y → "x\x5cu0023#[error]y" → 11
##vso[a → <U+0023>#vso[a → "\x5cu0023#vso[a" → 7
##teamcity[a → <U+0023>#teamcity[a → "\x5cu0023#teamcity[a" → 12
## [a → ## [a → "## [a" → 5
"""


def test_what_is_shown() -> None:
    for text, name, written, columns in rows(SHOWN):
        assert (file_name(text), json_text(text), str(width(text))) == (name, written, columns)
        assert json.loads(written) == text
    assert escape_invisible("نمی\u200cخواهم\u200e\u3000") == "نمی\u200cخواهم<U+200E><U+3000>"
    assert json_text(["é\x1b"], indent=1) == '[\n "é\\u001b"\n]'


def test_a_tag_around_a_place() -> None:
    before = "x" * 5_000
    tag = tag_around(f'{before}<b><a b="<c">y', "[ac]", 5_008)
    assert tag is not None
    assert (tag.name, tag.start, tag.end) == ("a", 5_003, 5_013)
    assert tag_around(f'{before}<a b="<c">y', "b", 5_008) is None


def test_text_in_the_charset_of_a_page() -> None:
    charset = PageCharset("windows-1252", "cp1252", {})
    assert charset.encoded("aé") == charset.encoded("aé日x") == (b"a\xe9", 2)
