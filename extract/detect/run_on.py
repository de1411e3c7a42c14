"""Find words of a sentence that are part of a link, in scripts without spaces between words."""

from __future__ import annotations

from functools import cache

import regex

from extract.text.regexes import re

# Scripts without spaces between words, in which readers cannot see the end of a link.
_UNSPACED = r"[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]"


@cache
def _no_end() -> regex.Pattern[str]:
    # After an ASCII path, the sentence continues with a particle or an inflection in kana, or with a verb that is
    # common in manuals. Directly after a slash, such a verb is a page name: "/查詢", "/下載".
    return regex.compile(
        rf"(?:(?<=[/A-Za-z0-9]|{_UNSPACED})"
        r"(?:を(?:参照|ご覧|見|開|使|クリック|確認)|をご|から(?:ダウンロード|入手)|にアクセス|をダウンロード|をアクセス"
        r"|に(?:あります|移動)|で(?:確認|公開|入手)|(?:の|と)(?:ページ|サイト)|です|ます)"
        rf"|(?<=[A-Za-z0-9]|{_UNSPACED})(?:查看|获取|下载|了解(?:更多)?|访问|進行|进行|之后|以后|查詢|下載|แล้ว|เพื่อ|ได้ที่))"
    )


# Hosts that are not followed. Most programs do not link a name without a dot: "localhost", "hostname:port".
_LOOPBACK = re.compile(r"(?i)https?://(?:[^\s./?#]+(?=[/?#]|\Z)|127\.0\.0\.1(?![\w.-]*\.))")


def words_in(written: str, end: int) -> int | None:
    """Return the start of words of a sentence in ``written``, a link with adjoining letters after ``end``, or None."""
    if written.isascii() or max(written) < "\u0e00" or _LOOPBACK.match(written):
        return None
    found = _no_end().search(written, written.find("://", 0, end) + 3)
    return found.start() if found else None
