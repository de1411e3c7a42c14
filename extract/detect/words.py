"""Find adjoining words after a link ("glued-words"), where prose starts in a possible path.

A path may have names in any script. It ends at a word in another script, its first non-ASCII letter, in these cases:

- The word connects two links (`_before_link`).
- It directly follows ASCII sentence punctuation (`_after_mark`).
- The link is complete without it: a file, an identifier or a local host (`_position`).
- The word is a particle, or starts with one (`particles`). No particle starts with a Latin letter.
- The link is between letters of scripts without spaces (`_is_between`), and the word is not a title (`_prose_goes_on`).
- It follows a name in any script, and a letter before the link shows that it is prose (`_after_name`).
- It is a note in parentheses (`_NOTE`), or a suffix in any script after a mark (`_APOSTROPHE`, `_suffix`).

A run after "=", "_", "#" or "-" is a name. Titles are not cut (`TITLES`), nor is a link in markup or a link that is a
whole line.
"""

from __future__ import annotations

from typing import Literal
from unicodedata import normalize

from extract.detect.around import is_line, line_before
from extract.detect.body import MAX_READ_AGAIN, NOT_LATIN, TITLE_KEY, TITLES, ends_word
from extract.detect.particles import LETTER, PLAIN, Place, begins, final, some
from extract.detect.run_on import words_in
from extract.detect.tailorings import QUOTES
from extract.text.regexes import lazily, re

# The position of a possible word: after the slash that ends the host, after a later slash, after a complete link, after
# a letter or digit, or in a value of a query or a fragment.
Position = Literal["host", "slash", "whole", "letter", "value"]

_COMPOSABLE = "\u0300-\u036f\u0653-\u0655\u3099\u309a"  # marks that are parts of letters in the composed form of a text
_IS_MARK = re.compile(f"[{_COMPOSABLE}]").match
_MARKS = ",;:.!?'"  # sentence punctuation, after which a word in another script is prose
_BEFORE_LINKS = 20  # maximum characters of a word between links, with the next "https://"
_LONGEST_WORD = 100  # maximum characters of a run that may be a word
_CONTEXT = 5  # characters before a link
_LONGEST_SUFFIX, _LONGEST_NAMED, _LONGEST_COMPLETE = 8, 24, 80  # maximum characters of a match of these patterns

_FRAGMENT = re.compile(r"#(?!!?/)")  # not a route of a web application: #/login
_IN_PATH = re.compile(r"[^?#]++")
# Text after which a name continues: #2.概要, /2.1.概要, /Category:日本, /Dr.スランプ, /S.E.S.의_음반
_NAMED = re.compile(
    r"(?:[/#=](?:[0-9]++\.)*+(?:(?<=\.)|[0-9]++:)|/[A-Z]\w*+:|/(?:[A-Za-z]\.)*+[A-Z][a-z]{0,2}\.)\Z", re.ASCII
)
# The path of a local host (RFC 6761 §6.3, RFC 1918)
_LOCAL_PAGE = re.compile(
    r"[^/]*+//(?:localhost|127\.[0-9.]++|\[::1\]|0\.0\.0\.0|192\.168\.[0-9.]++|10\.[0-9.]++)(?::[0-9]*+)?/[\w/.~\-]*+",
    re.ASCII,
)
_SUFFIXES = (
    "[sx]?html? php[3-8]? aspx? jspx? cgi pdf md rst txt log csv tsv json xml ya?ml docx? xlsx? pptx? epub zip t?gz bz2"
    " xz 7z rar tar git exe msi apk dmg deb rpm jar whl iso png jpe?g gif svg webp mp[34] py rb java cpp ipynb sh patch"
    " css sql toml ini cfg conf bin img asc sig pem do action rss rdf xsl atom diff"
)
# Text after which names do not continue: a file, a query value, a number (except years) or a hash.
_COMPLETE = re.compile(
    "(?:"
    + "|".join(
        (
            rf"[\w~\-]\.(?i:{_SUFFIXES.replace(' ', '|')})",
            rf"(?!{TITLE_KEY})[?&][\w.\-]{{1,30}}+=(?=[\w\-]*?(?:[0-9]|[a-z][A-Z]))[\w\-]{{2,}}",
            r"/(?!(?:19|20)[0-9]{2}(?:[01][0-9]){1,2}\Z)[0-9]{6,}",
            r"/(?=[0-9]*+[a-f])(?=(?:[a-f]*+[0-9]){3})[0-9a-f]{8,}",
            r"/(?=[\w\-]*?[0-9][A-Za-z])(?=[\w\-]*?[a-z])(?=[\w\-]*?[A-Z])(?!(?:[^_\-]*[_\-]){3})[\w\-]{8,}",
            r"/(?:issues|pull|questions?|articles?|details|status|commit)/[0-9]++",
            "/(?:issues|pulls|releases)",
        )
    )
    + r")\Z",
    re.ASCII,
)
_VALUE = re.compile(r"=[^/?&]*+\Z")
_ASCII = re.compile(r"[!-~]*+")
# RFC 3986 §2.1: percent-encoded ASCII, after which a title continues: C%20语言
_AFTER_ASCII_ESCAPE = re.compile(r"%[0-7][0-9A-Fa-f]\Z")
# The text before a link in markup, and the characters after it: [a](https://…), [https://… a], href=https://…>
_MARKUP = {"](": ")", "<": ">", "=": ">", "[": "] ", "]": "[", "{": "}"}
_POLITE = r"(?:ください|下さい|ます|ました|です|でした|ません|参照|세요|니다|시오)"
# A complete sentence, which is not a title in quotation marks.
_SENTENCE = re.compile(
    rf"(?={LETTER}*{_POLITE}(?!{LETTER}))"
    rf"|(?={LETTER}*(?:[をがは]{LETTER}*こと|[のを]{LETTER}+は|[了吗吧呢啊]|来着)(?!{LETTER}))"
)
_PLAIN_WORD = re.compile(PLAIN)
_NOTE = re.compile(rf"\((?:(?![!-~]){LETTER})++\)(?:\Z|[\u3400-\u9fff])")  # a.html(示例)
_NAME_GOES_ON = re.compile(
    rf"{LETTER}*?[^\x00-\x7f]_|(?:{LETTER}|-(?=\w))++\.[A-Za-z]{{2,5}}(?![A-Za-z0-9]|[を㐀-鿿])"
    rf"|(?:{LETTER}|\.(?=\w))++/"
    rf"|{LETTER}++(?:[=#]|%[0-7]|-[^\x00-\x7f]|(?<![0-9A-Za-z])-[^\W\d]|(?<=[ぁ-鿿])-[0-9]|\?\w+=)"
)  # 概要.htmlの説明.pdf
# http://a.example/和http://b.test
_BEFORE_LINK = re.compile(rf"(?:(?![!-~]){LETTER}){{0,12}}+(?<![À-ÖØ-öø-ɏ])(?=https?://)", re.IGNORECASE)
_NEXT_SCHEME = re.compile("https?://", re.IGNORECASE)
_JOINED = lazily(lambda: re.compile(rf"{some('joins')}(?=https?://)", re.IGNORECASE))
_PREFIX = lazily(lambda: re.compile(rf"{some('prefix')}(?=[A-Za-z0-9])"))
_ITEM = re.compile(r"(?:[*+\-•>]|[0-9][.)])[ \t]+\Z")
# Scripts without spaces between words, and scripts whose words do not mix with others (UTS #39 §5).
_SPACELESS = re.compile("[ぁ-ヿ㐀-鿿\u0e01-\u0e4e\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3]")
_OF_ONE_SCRIPT = re.compile("[\u0590-\u06ff\u0e01-\u0e4e\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3]")
_THREE_LETTERS = re.compile(LETTER + "{3}")
_RUN = re.compile(LETTER + "*+")
_WITHOUT_ASCII = rf"(?:(?![!-~]){LETTER})"
# Function words before ASCII, even if it looks like a path: 拷贝到/usr/lib, にHTTP/2で
_BEFORE_ASCII = re.compile(
    rf"{_WITHOUT_ASCII}{{0,12}}?(?:[的了到为成在]|(?<![ぁ-ん])(?:[をにへがはで]|から))[/A-Za-z0-9]"
)
_BEFORE_PROSE = ("、", "，", "：", "（")
_HIRAGANA, _KANA = re.compile("[ぁ-ん]"), re.compile("[ぁ-ヿ]")
# The start of prose that is not a short title: hiragana, or five letters
_LONG = re.compile(rf"[ぁ-ん]|{_WITHOUT_ASCII}{{5}}")
# A directory or script with its own query: /index.php?ページ
_SCRIPT = re.compile(r"(?:/|\.(?:php[0-9]?|cgi|pl|aspx?|jsp|do))\Z", re.IGNORECASE)
# Geresh, which is used as a quotation mark after ASCII, and suffixes after "’", which names rarely have: foo’s, foo’da
_APOSTROPHE = re.compile(rf"[׳״]|’[^\W\d_]{{1,3}}(?![\w{_COMPOSABLE}_-])")
_SUFFIX = lazily(
    lambda: re.compile(rf"(?<=[/0-9A-Za-zÀ-ɏḀ-ỿ])(?:['’]{some('apostrophe')}|-{some('suffix')}|:{some('colon')})\Z")
)
# A name of at most two words in Hungarian letters. The others may be titles: /1918-ig, /préfère-t-on, /página-en
_HUNGARIAN_NAME = re.compile(
    "(?=.*[áéíóöőúüű].*-)[\0-,.-\x7fáéíóöőúüű]++(?:-[\0-,.-\x7fáéíóöőúüű]++)?(?<![0-9])-(?!e[nst])[^-]*+", re.IGNORECASE
)
# A link with a non-ASCII character in its tail, which starts at group 1, and one with a possible word there.
_ANY_TAIL = re.compile(r"[^/]*+//[^/?#]*+()[/?#][!-~]*+[^!-~]")
_MAY_BE_GLUED = re.compile(
    r"[^/]*+//[^/?#]*+()[/?#][!-~]*+[^!-~]"
    rf"(?:(?<=\(.)|(?<=[0-9A-Za-z{_MARKS}].)(?<![À-ÖØ-öø-ɏ])|(?<=/[^\x00-\u0e00]))"
)


def after_prefix(text: str, start: int, end: int) -> int:
    """Return the start of a bare domain or local part in ``text[start:end]`` after a prefix, or ``start``.

    A label that starts right-to-left cannot have left-to-right letters (RFC 5893 §2).
    """
    prefix = _PREFIX.match(text, start, end)
    return prefix.end() if prefix else start


def glued_word(text: str, start: int, tail: int, end: int) -> int:
    """Return the start of adjoining words in the link ``text[start:end]``, or 0. Its path starts at ``tail``."""
    place = word_in_tail(text, start, tail, end) or _suffix(text, start, tail, end)
    if not place or _is_in_marks(text, start, place, end):
        return 0
    if (
        text[place - 1] in _MARKS
        or not _is_alone(text, start, end)
        or _BEFORE_LINK.match(run := _composed(text, place))
    ):
        return place
    is_whole = _THREE_LETTERS.match(run) and _position(text, start, tail, place) == "whole"
    return place if is_whole or _SENTENCE.match(run) else 0


def _suffix_at(text: str, start: int, end: int) -> int:
    """Return the start of what is written like a suffix at the end of ``text[start:end]``, or 0."""
    last = normalize("NFC", text[max(end - 2 * _LONGEST_SUFFIX, start) : end])
    suffix = _SUFFIX.search(last, max(len(last) - _LONGEST_SUFFIX, 0))
    return text.rindex(suffix[0][0], start, end) if suffix else 0


def _suffix(text: str, start: int, tail: int, end: int) -> int:
    """Return the start of a suffix at the end of the link, or 0: /İstanbul'da, /Győr-ben, /Jyväskylä:n."""
    place = _suffix_at(text, tail, end)
    if not place:
        return 0
    name = normalize("NFC", text[max(text.rfind("/", tail, place), tail) + 1 : place])
    suffix = normalize("NFC", text[place:end])
    is_title = name.isascii() and TITLES.search(text, start, place) is not None
    if text[place] == "-":
        is_suffix = name == "" or _HUNGARIAN_NAME.fullmatch(name + suffix) is not None
    elif text[place] == ":":
        is_code = name.isascii() and suffix in (":a", ":en", ":ia", ":in")  # /users/42:a, /page:en
        is_suffix = name != "" and not is_title and not is_code  # /:n is a parameter
    else:
        # Turkish writes no vowel alone after a vowel, and French elides before one: /Sharī'a, /où-l’a
        no_suffix = normalize("NFD", name[-1:])[:1].lower() in "aeiouı" or name[-2:-1] in "-_"
        is_short = len(suffix) == 2 and name != "" and (name.isascii() or no_suffix)
        is_suffix = not is_short and not (is_title and min(len(name), len(suffix)) < 3)  # /wiki/O'nin
    in_path = text[place] in "'’" or _IN_PATH.fullmatch(text, tail, place) is not None
    return place if is_suffix and in_path else 0


def _is_alone(text: str, start: int, end: int) -> bool:
    """Return whether the link is a whole line, but not a list item, which may contain prose."""
    return is_line(text, start, end) and _ITEM.search(line_before(text, start)) is None


def _is_in_marks(text: str, start: int, place: int, end: int) -> bool:
    """Return whether quotation marks or markup delimit the link, and do not contain a complete sentence.

    The value of an attribute is always delimited.
    """
    before, after = text[start - 1 : start], text[end : end + 1]
    if before and after and after in QUOTES.get(before, ""):
        return text[start - 2 : start - 1] == "=" or not _SENTENCE.match(_composed(text, place))
    opener = "](" if text.endswith("](", 0, start) else before
    return after != "" and after in _MARKUP.get(opener, "")


def word_in_tail(text: str, start: int, tail: int, end: int) -> int:
    """Return the start of an adjoining word in the tail of a link, or 0, without the checks of `glued_word`."""
    place = _ASCII.match(text, tail, end).end()  # type: ignore[union-attr]
    if place == end:
        return 0
    place = _start_of_letter(text, place)
    before_link = _before_link(text, tail, place, end) if _may_join(text, place, end) else 0
    return before_link or _word_at(text, start, tail, place, end) or _after_name(text, start, end, tail)


def has_word(text: str, start: int, end: int) -> bool:
    """Return whether the link has an adjoining word in its tail, without the checks of `glued_word`."""
    tail = _ANY_TAIL if _may_join(text, start + len("https://"), end) else _MAY_BE_GLUED
    if _suffix_at(text, start, end):
        return True
    link = tail.match(text, start, end)
    return (word_in_tail(text, start, link.start(1), end) if link else _after_name(text, start, end)) > 0


def _after_name(text: str, start: int, end: int, tail: int = 0) -> int:
    """Return the start of words after a name in the link, or 0. A letter before the link shows that they are prose."""
    if end - start > MAX_READ_AGAIN or not _SPACELESS.match(text[max(start - 1, 0) : start]):
        return 0
    composed = normalize("NFC", text[start:end])
    at = words_in(composed, len(composed))
    if not at:
        return 0
    place = start + at
    while len(normalize("NFC", text[place:end])) > len(composed) - at:
        place += 1  # a letter and its mark are one character of ``composed``
    return place if place > tail and not _NAME_GOES_ON.match(composed, at) else 0


def _start_of_letter(text: str, place: int) -> int:
    """Return the place of the ASCII letter of which the mark at ``place`` is a part, or ``place``."""
    return place - 1 if _IS_MARK(text[place]) and text[place - 1].isalpha() else place


def _composed(text: str, place: int) -> str:
    """Return the run at ``place`` in composed form, in which marks are parts of letters."""
    return normalize("NFC", text[place : place + _LONGEST_WORD])


def _may_join(text: str, start: int, end: int) -> bool:
    return text.find("://", start, end if text[end : end + 1].isspace() else end + _BEFORE_LINKS) >= 0


def _before_link(text: str, tail: int, place: int, end: int) -> int:
    """Return the start of a word before another link, or 0 if there is none.

    The title of a page is part of the link: then return the start of the other one.
    """
    if joined := _JOINED.search(text, place, end):
        return joined.start()
    if not _BEFORE_LINK.match(_composed(text, place)) or not (
        text[place - 1].isalnum() or text[place - 1] in "/)" + _MARKS
    ):
        return 0
    other = _NEXT_SCHEME.search(text, place)
    return other.start() if other and text[place - 1] == "/" and TITLES.search(text, tail, place) else place


def _word_at(text: str, start: int, tail: int, place: int, end: int) -> int:
    """Return the start of the word at ``place``, or 0 if there is none."""
    last = text[place - 1]
    if last.isalnum() and _APOSTROPHE.match(_composed(text, place)):
        return place
    if last in _MARKS:
        return place if _after_mark(text, start, tail, place) else 0
    if last == "(":
        place -= 1  # a particle in both forms begins with the bracket: (으)로
        if _NOTE.match(text, place, end) and text[place - 1].isalnum() and not TITLES.search(text, start, place):
            return place
    after = _position(text, start, tail, place)
    return place if after and _is_prose(text, start, tail, place, end, after) else 0


def _is_prose(text: str, start: int, tail: int, place: int, end: int, after: Position) -> bool:
    """Return whether prose starts at ``place``, in the position ``after``."""
    is_title = TITLES.search(text, tail, place) is not None
    is_between = not is_title and _is_between(text, start, tail, place, after)
    if is_word(text, place, after) and not (is_title and after == "slash"):
        return True
    if is_between and _BEFORE_ASCII.match(text, place, place + _LONGEST_WORD):
        return True
    if is_title or not NOT_LATIN.match(text, place) or _NAME_GOES_ON.match(_composed(text, place)):
        return False
    if after == "whole" or (after == "letter" and _OF_ONE_SCRIPT.match(text, place)):
        return True
    return is_between and _prose_goes_on(text, start, place, end, after)


def _prose_goes_on(text: str, start: int, place: int, end: int, after: Position) -> bool:
    """Return whether the run at ``place``, of a link between letters, is prose and not a title."""
    before = text[max(start - _CONTEXT, 0) : start]
    if after != "value" and final("before").search(before):
        return True
    run = _composed(text, place)
    is_long, after_mark = _LONG.match(run) is not None, before[-1] in _BEFORE_PROSE
    rest = _RUN.match(run).end()  # type: ignore[union-attr]
    following = run[rest : rest + 1]
    has_words = _after_name(text, start, end) > 0
    if following in ("", "\r", "\n") and (after_mark or final("joins").search(before)) and not has_words:
        return False
    if after_mark and not is_long:
        return False
    # A title ends before a space, and a short one before words (頁を参照). After kana or a mark, prose is hiragana.
    is_segment = after in ("host", "slash")
    is_title = is_segment and (after_mark or _KANA.match(before[-1]) is not None)
    if is_title or following in (" ", "\t", "\u3000", "）"):
        return is_long and has_words
    return is_long or not has_words or not is_segment


def is_word(text: str, place: int, after: Position) -> bool:
    """Return whether a particle starts at ``place``. In a value, no letter may follow it, except in a sentence."""
    where: Place = after if after == "host" or after == "slash" else "word"
    run = _composed(text, place)
    found = begins(where).match(run)
    if found is None or after != "value" or _SENTENCE.match(run):
        return found is not None
    return not run[found.end() : found.end() + 1].isalnum()


def _is_between(text: str, start: int, tail: int, place: int, after: Position) -> bool:
    """Return whether the link is between letters without spaces, and not a citation.

    In such cases, the text on both sides is nearly always prose. After a non-ASCII host, paths have such names too.
    """
    before = text[max(start - _CONTEXT, 0) : start]
    if not text[start:tail].isascii() or not _SPACELESS.match(text, place):
        return False
    if not (_SPACELESS.match(before[-1:]) or before[-1:] in _BEFORE_PROSE) or final("cites").search(before):
        return False
    return after != "value" or _HIRAGANA.match(text, place) is not None  # ?name=linux进程


def _position(text: str, start: int, tail: int, place: int) -> Position | None:
    """Return the position of a possible word at ``place``, or None if only a name can start there."""
    last = text[place - 1]
    if (
        place == tail
        or not (last == "/" or last.isalnum())
        or _AFTER_ASCII_ESCAPE.match(text[max(place - 3, tail) : place])
    ):
        return None
    if _FRAGMENT.search(text, tail, place):
        return None if last == "/" else "value"
    is_local = _LOCAL_PAGE.fullmatch(text, start, place)
    if last == "/" and is_local:  # after a space, the word may be the name of a page
        return "whole" if _SPACELESS.match(text[max(start - 1, 0) : start]) else "letter"
    if last == "/":
        return "host" if place - 1 == tail else "slash"
    end = max(place - _LONGEST_COMPLETE, tail)
    if is_local or _COMPLETE.search(text, end, place):
        return "whole"
    return "value" if _VALUE.search(text, end, place) else "letter"


def _after_mark(text: str, start: int, tail: int, place: int) -> bool:
    """Return whether ``place``, after ASCII punctuation, starts prose: a word in another script."""
    mark, last = text[place - 1], text[start : place - 1].rstrip(_MARKS)[-1:]
    if not (NOT_LATIN.match(text, place) and (last in "/)" or ends_word(last))) or TITLES.search(text, start, place):
        return False
    is_plain = _PLAIN_WORD.match(_composed(text, place)) is not None  # no path continues after the word
    if mark == "?":  # Greek uses ";" as question mark; /index.php?ページ
        is_query = text[place] < "\u0400" or (place - 1 > tail and _SCRIPT.search(text, tail, place - 1) is not None)
        return is_plain and not is_query
    if mark in ".:;":  # 日本語.html may follow
        is_named = _NAMED.search(text, max(place - _LONGEST_NAMED, tail), place) is not None
        return is_plain and not is_named and (mark == "." or _IN_PATH.fullmatch(text, tail, place) is not None)
    return True
