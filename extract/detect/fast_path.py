"""The fast path: find common links, which need no decider (see `body`), with one `re` pattern.

Links with a scheme, bare domains and email addresses have the same interface. At a trigger, it returns the link that
the slow path would find, or False if there is no link. None leaves the decision to the slow path. The patterns are
built from the sets and switches of the profile.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from extract.detect.address import ASCII_LOCAL, EDGE_MARKS, after_mailto, is_mail_tld, is_no_mailbox
from extract.detect.around import COLOUR_STARTS
from extract.detect.end import USERINFO
from extract.detect.evidence import NO_LISTS, Lists, decider
from extract.detect.link import NEW, Link, mailto
from extract.detect.schemed import PASSWORD
from extract.detect.tailorings import CLOSES, EMPHASIS, PLACEHOLDER_IN_ANGLES, QUOTES, Profile
from extract.detect.words import has_word
from extract.text import characters as c
from extract.text.regexes import lazily, re

# The blocks in which the sets of a pattern are exact: ASCII, or Latin to Arabic, general and CJK punctuation, and
# full-width forms. All other characters count as letters, except Soft characters from Syriac to Khmer, because exact
# sets take 100 ms to compile. So non-ASCII links are searched for `UNDECIDED`.
_ASCII_BLOCK = (range(0x80),)
_EXACT = (range(0x700), range(0x2000, 0x2070), range(0x3000, 0x3040), range(0xFF01, 0xFF66))
_SCRIPTS = (range(0x700, 0x1100), range(0x1780, 0x1800))
_ARAEA = "\u318d"  # in Korean a letter, but also a separator of links
_NO_LETTERS = frozenset(
    "\u115f\u1160\u17a3\u17a4\u3164\uffa0"
)  # deprecated or invisible, although `re` treats them as letters
Blocks = tuple[range, ...]

_MAX_WALK = 64  # maximum characters to scan left for a common name
_NAME_CHARACTERS = string.ascii_letters + string.digits
_HOST_CHARACTERS = _NAME_CHARACTERS + ".-"
_ASCII = "".join(map(chr, range(0x80)))
_NEVER_IN_NAMES = "、，：；！？（）「」《》“”‘’…—«»"
# Characters of a word, after which a scheme cannot start: the blocks of Latin letters and of marks, with others for the
# slow path.
_IN_ASCII_WORD = r"A-Za-z0-9+.\-"
_INSIDE_WORD = rf"{_IN_ASCII_WORD}ªºÀ-\u036f\u1ab0-\u1aff\u1d00-\u1fff\u2071-\u218f\u2c60-\u2c7f\ua720-\uab6f"
_INSIDE_WORD += r"\ufb00-\ufb06\ufe00-\ufe0f\ufe20-\ufe2fＡ-ｚ\U00010780-\U000107bf\U0001df00-\U0001dfff"

# The first two characters of a defanged or escaped full stop (see `schemed.DEFANGED`).
_DEFANGS = frozenset([a + b for a in "[({" for b in ".:/dD"] + ["\\" + b for b in "\\&.-_"])

_MARKS_OF_HOSTS = frozenset("._-")

IfCommon = Link | Literal[False] | None  # the link; False: no link; None: use the slow path


class FastPath(NamedTuple):
    """The pattern of the triggers for a kind of link, and the function that returns the link at a trigger."""

    # Matches at each trigger, and includes the text after it if the link is common.
    trigger: re.Pattern[str]
    # Arguments: the text, the leftmost start, and the match of the trigger.
    read: Callable[[str, int, re.Match[str]], IfCommon]


# The length of the scheme, by the group that matched in the pattern of `common_links`.
SCHEME_LENGTHS = (0, 5, 4)


def is_doubtful(text: str, start: int, end: int, profile: Profile) -> bool:
    """Return whether the slow path decides on a non-ASCII link that matches: it may end before a word or a mark."""
    if text[max(start - 1, 0)] in EMPHASIS:
        return True
    return UNDECIDED.search(text, start, end) is not None or (profile.glued_words and has_word(text, start, end))


def _undecided() -> re.Pattern[str]:
    exact = "".join(f"{chr(block.start)}-{chr(block.stop - 1)}" for block in _EXACT)
    marks = c.to_re_class(r"\p{M}--[\p{Deprecated}\p{Default_Ignorable_Code_Point}]", _SCRIPTS)
    return re.compile(rf"[^\w{exact}{marks}]")


# Characters that the pattern treats as letters, but that may not be letters.
UNDECIDED = lazily(_undecided)


@lru_cache(maxsize=64)
def common_name(profile: Profile, lists: Lists = NO_LISTS) -> FastPath:
    """Return the fast path for bare ASCII domains without Punycode, at the full stop before the top-level domain."""
    name_at = _name(profile).match
    is_linked = decider(profile.evidence, profile.names_in_mail, lists)
    before_marks = "_/" if profile.paths else "_"
    never_alone = "_\\[;"  # before them, the name may begin elsewhere
    # An underscore inside a name, or a directory of a path.
    never_before = {character + mark for character in _NAME_CHARACTERS for mark in before_marks}

    def read(text: str, low: int, match: re.Match[str]) -> IfCommon:
        if match.lastindex is None:
            return None
        dot, name_end = match.span()
        first = dot - _MAX_WALK if dot - _MAX_WALK > low else low
        start = first + len(text[first:dot].rstrip(_HOST_CHARACTERS))
        if start == first > low:
            return None
        # Check colors early, since the next steps are slow for each of many colors.
        if text[start] in COLOUR_STARTS and text[start - 1 : start] in ("[", ";"):
            return None
        if start - 2 >= low and text[start - 2 : start] in never_before:
            return False
        if is_linked and not is_linked(text, start, name_end):  # before the rest is parsed: linear time
            after = text[name_end : name_end + 2]
            goes_on = after in _DEFANGS or (after[:1] in _MARKS_OF_HOSTS and after[1:].strip())
            if goes_on or text.find("@", name_end, name_end + 65) >= 0:
                return None  # the slow path may skip more text
            may_begin_later = start == low or text[start - 1] in never_alone or text[start - 1] > "\x7f"
            return None if may_begin_later or text[start] == "-" else False  # <!--www.a.example
        if (name := name_at(text, start)) is None:
            return None
        end = name.end()
        if end > name_end and text[name_end] == ".":
            return None  # a capitalized label follows: xml.et.ElementTree.XMLParser
        written = text[start:end]
        return NEW(Link, (start, end, written, "domain", "https://" + written))

    return FastPath(lazily(lambda: _dot(profile.dots)), read)


@cache
def common_address(no_message_ids: bool, no_logins: bool) -> FastPath:
    """Return the fast path for ASCII email addresses without Punycode, at the "@"."""
    local_backwards = _local().match

    def read(text: str, low: int, match: re.Match[str]) -> IfCommon:
        at, end = match.span()
        if (ending := match[1]) is None or not is_mail_tld(ending):
            # A full stop is skipped with its name.
            passed_over = match.lastindex is not None and not text.startswith(".", end)
            return False if passed_over and not after_mailto(text, at) else None
        first = at - _MAX_WALK if at - _MAX_WALK > low else low
        if end - at > _MAX_WALK or (local := local_backwards(text[first:at][::-1])) is None:
            return None
        start = at - local.end()
        if start == first and (first > low or text[start - 1 : start] == "@"):
            return None
        written = text[start:end]
        before = text[start - 1 : start]
        if before in ("[", ";") and written[0] in COLOUR_STARTS:
            return None
        if is_no_mailbox(text, start, end, no_message_ids, no_logins):
            return False
        return NEW(Link, (start, end, written, "email", mailto(written)))

    return FastPath(_at(), read)


@cache
def common_links(profile: Profile, in_ascii: bool) -> re.Pattern[str]:
    """Compile the pattern of "://", with the rest of a common link, and the groups of `SCHEME_LENGTHS`.

    A group matches if the link is common, unless `is_doubtful`. ``in_ascii`` halves the time to compile.
    """
    blocks = _ASCII_BLOCK if in_ascii else _EXACT
    host = _ASCII_HOST if in_ascii else rf"(?:{_ASCII_HOST}(?![._\-]|[^\x00-\x7F])|{_host(profile)})"
    # "=", "@" and ":": the link may be inside another IRI, such as jdbc:… or magnet:?xt=…
    inside = (_IN_ASCII_WORD if in_ascii else _INSIDE_WORD) + "=@:" * profile.inner_links
    scheme = rf"(?<=NAME://)(?<![{inside}]NAME://)()"
    schemes = "|".join(scheme.replace("NAME", name) for name in ("https", "http"))  # in the order of the groups
    # Leave possible Hungarian suffixes to the slow path: a.hu-ban
    suffixed = "".join(f"(?<!-[a-z]{{{length}}})" for length in range(1, 5))
    host += f"(?:(?=/|[?#][A-Za-z0-9]|:[0-9])|{suffixed})" * profile.glued_words
    no_user = f"(?!{USERINFO})" if profile.user_information else ""
    return re.compile(f"://(?:(?:{schemes}){host}{no_user}{_tail(profile, blocks)})?+")


# Most hosts are ASCII, and so is the character after them.
_ASCII_HOST = r"[A-Za-z0-9]++(?:(?:\.|-++)[A-Za-z0-9]++)*+"


def _host(profile: Profile) -> str:
    """Return the pattern of a host in any script."""
    final = f"{c.MIDDLE_DOTS}\u0387" if profile.closing_marks or profile.script_turn else ""
    # U+00B5 is not Latin: a host turns there
    label = _and_letters(profile, c.members(profile.label, _EXACT) - {*f"_-{c.LABEL_DOTS}{c.JOINERS}{final}µ"}, _EXACT)
    # Leave to the slow path: a label that switches from ASCII to another script or "www". 々, 〆, 〱 are letters.
    other = r"[^\x00-\x7F、-〄〇-〰〶-〺〽-〿！-･￠-￯]"
    # Leave to the slow path: a last label in another script, which may start a sentence, and a host of one such label,
    # unless a path follows. "?" and ":" may be punctuation.
    ends = rf"(?:[{label}]|-)*+(?!\.[{label}]|/)"
    dot = rf"\.(?<![^\x00-\x7F][wWｗＷ]{{3}}\.)(?![A-Za-z0-9]++-*+{other}|{other}{ends})"
    first = rf"(?!(?i:localhost)-*+{other}|(?i:www\.)?+[A-Za-z0-9\-]*+[^\x00-\x7F]{ends})"
    host_end = "" if profile.closing_marks or not final else rf"(?![._\-]*+[{final}])"
    no_final = rf"\.[{final}]|" if final else ""
    # Leave to the slow path: a dot that may belong to a non-ASCII name, and a dot that the pattern did not consume.
    host_end += rf"(?!\.[{label}]|{no_final}[._\-{c.JOINERS}{final}]*+(?<=[^\x00-\x7F])[{c.CJK_DOTS}])"
    return rf"{first}[{label}]++(?:(?:{dot}|-++)[{label}]++)*+{host_end}"


@cache
def _dot(dots: str) -> re.Pattern[str]:
    """Compile the pattern of the full stop before a possible top-level domain, which has no digit and several letters.

    If the label is ASCII and the name does not continue, the match ends with the label, and its group matches.
    """
    beyond, in_label, in_name = map(_or_non_ascii, ("", "A-Za-z0-9", r"A-Za-z0-9\-"))
    # The first character usually decides, since most full stops end a sentence.
    return re.compile(
        rf"[{dots}]{in_name}(?s:(?<={in_label}..))(?:(?<=[A-Za-z]){_last_label(_or_non_ascii)}"
        rf"|(?<={beyond})|(?=[A-Za-z0-9\-]*+{beyond})|{_PUNYCODE})"
    )


_PUNYCODE = "(?<=[xX])[nN]--"


def _last_label(set_with: Callable[[str], str]) -> str:
    """Return the pattern of the rest of a last label. ``set_with`` builds its character sets."""
    letter, either = set_with("A-Za-z0-9"), set_with(r"A-Za-z0-9\-")
    goes_on = rf"{set_with('A-Za-z0-9@')}|_++[A-Za-z0-9]|\.(?![A-Z][a-z]){either}|-++{letter}"
    # A Hungarian suffix: www.a.example-re
    usual = r"[ \n,:;/)\]\"'`]"  # the first of these alternatives is only faster
    return rf"[A-Za-z]{{1,62}}+(?:(?={usual})()|(?!{goes_on})()|(?=-[a-z]{{1,4}}(?![\w\-.@])))"


# For ASCII texts: finds the same full stops as the trigger of `common_name`, but faster.
ASCII_DOT = lazily(
    lambda: re.compile(rf"\.[A-Za-z](?s:(?<=[A-Za-z0-9]..))(?:{_last_label('[{}]'.format)}|{_PUNYCODE})")
)


def _or_non_ascii(inside: str) -> str:
    """Return a set of the ASCII characters ``inside`` and all non-ASCII ones except `_NEVER_IN_NAMES`.

    The set is negated, because large ranges take long to compile.
    """
    ascii_others = re.findall(f"[^{inside}]", _ASCII) if inside else _ASCII
    return f"[^{re.escape(''.join(ascii_others))}{_NEVER_IN_NAMES}]"


@cache
def _name(profile: Profile) -> re.Pattern[str]:
    joins = ":%" if profile.paths else ""
    stump = r"\])}" if profile.whole_hosts else ""
    stump += r"\\" if profile.written_escapes else ""
    labels = r"(?:(?!-|[xX][nN]--)[A-Za-z0-9\-]{1,63}+(?<!-)\.(?=[A-Za-z0-9\-]))++(?![A-Z][a-z])[A-Za-z]++"
    # An opening bracket ends the name, unless the brackets contain a defanged full stop.
    bracket = r"(?=[(\[](?![.:/dD]))"
    return re.compile(rf"(?<![_/{joins}{stump}])(?<![^\x00-\x7F]){labels}(?:{bracket}|{_tail(profile, _ASCII_BLOCK)})")


@cache
def _local() -> re.Pattern[str]:
    """Compile the pattern of a reversed ASCII local part. It does not match if the text before may change its start."""
    atext = re.escape("".join(sorted({*ASCII_LOCAL} - {*EDGE_MARKS, "."})))
    decides = _or_non_ascii(re.escape(ASCII_LOCAL + ":])@\\"))
    return re.compile(rf"[{atext}]++(?:\.[{atext}]++)*+(?<![_#$%&?\^])(?!{decides})")


@cache
def _at() -> re.Pattern[str]:
    """Compile the pattern of "@" and an ASCII name without Punycode. Group 1 is its top-level domain.

    Group 2 is a name of one label, which is an address only with "mailto:".
    """
    labels = r"(?:[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+\.(?=[A-Za-z0-9]))++"
    goes_on = _or_non_ascii(r"A-Za-z0-9\-_")
    common = rf"{labels}((?![A-Z][a-z])[A-Za-z]++)(?![._\-]*+[:\[({{\\]|\.*+{goes_on})"
    return re.compile(rf"@(?:{common}|([A-Za-z0-9\-_]*+)(?!://|\.|[^\x00-\x7F]))?+")


def _tail(profile: Profile, blocks: Blocks) -> str:
    """Return the pattern of port, path, query and fragment, and of the text that may follow the link."""
    soft, safe, inner_soft, inner_safe = _sets(profile, blocks)
    final = frozenset("〜" * profile.loose_marks)  # the only Soft character that may end a link: スーパー〜
    after_end = safe | c.members(profile.opening, blocks)
    # Brackets without nested brackets and without characters that clear the stack. Text in square brackets may be link
    # text ("open-brackets") if it begins with a capital letter, or a letter of another script.
    in_brackets = _and_letters(profile, (inner_soft | inner_safe) - {*"/?#=&~"}, blocks)
    in_soft, in_safe, goes_on = (
        c.inside(inner_soft),
        _and_letters(profile, inner_safe, blocks),
        _and_letters(profile, after_end | final, blocks, _NO_LETTERS),
    )
    no_hash = "" if profile.empty_fragment else "(?<!#)"
    password = f"(?!{PASSWORD})" if profile.whole_hosts else ""
    port = "(?::(?!0)[0-9]{1,4}(?![0-9A-Za-z]))?+"
    square = rf"\[(?![A-Z^]|[^\x00-\x7F])[{in_brackets}]*+\]"
    bracket = rf"[{in_soft}]*+(?:\([{in_brackets}]*+\)|{square})[{in_safe}]*+"
    # Leave to the slow path: another link that may directly follow.
    glued = "(?!(?<=,)(?i:https?)://)" if profile.split_links else ""
    parts = rf"(?:(?=[/?#])[{in_safe}]*+(?:[{in_soft}]++{glued}[{in_safe}]++|{bracket})*+{no_hash})?+"
    inner_mark = r'|"[^\x00-@\[-`{-\x7F]' if profile.delimiters else ""
    if profile.quoted_titles:
        inner_mark += r'|(?<=[/_(=+\-])"\w|(?<=[0-9])"[NSEWO]'
    angle = "|>(?<=[.,;:!?]>)" if profile.angle_brackets else ""
    if profile.whole_hosts:
        angle += "|" + PLACEHOLDER_IN_ANGLES + r"|\\{1,2}[&.\-_]"
    angle += "|(?<=--)[>}]" * profile.comment_ends
    no_hyphens = "(?<!--)" * profile.comment_ends
    known = r"(?![^\x00-\x7F])" if blocks is _ASCII_BLOCK else ""
    follows = rf"(?=[{c.inside(soft - final)}]*+(?![{goes_on}]{inner_mark}{angle}){known})"
    # Most links end before one of these. A set is faster.
    decided = c.inside({*_ASCII} - {*'"<>\\'} - soft - after_end)
    # A shortcode, a template, or link text of several words is an unclosed bracket: https://a.example/{{< x >}}
    unclosed = profile.open_brackets and profile.left_open_brackets and profile.angle_brackets
    left_open = r"|(?<=/)(?=[(\[{]++[<\s])|(?<=[A-Za-z0-9/])(?=[(\[][^\W\d_]{1,40}+\s)" if unclosed else ""
    # A suffix of up to four letters, which the first two tests exclude for most links: a.hu/-ban, a.fi/b:n
    suffixes = "".join(f"(?<!(?::[a-z]|/-)[a-z]{{{length}}})" for length in range(1, 5))
    no_suffix = f"(?:(?<![a-z])|(?<=[a-z]{{5}})|(?<!:[a-z]){suffixes})" * profile.glued_words
    emphasis = "".join(sorted(EMPHASIS))  # it may be around the link
    return rf"{password}{port}{parts}{no_suffix}(?<![{emphasis}])(?:{no_hyphens}(?=[{decided}]){left_open}|{follows})"


@cache
def _sets(profile: Profile, blocks: Blocks) -> tuple[frozenset[str], ...]:
    """Return the sets of Soft and of safe characters, then both without the characters that need a decider."""
    soft, safe = c.members(profile.soft, blocks), c.members(profile.safe, blocks)
    if blocks is _EXACT:
        soft |= c.members(profile.soft, _SCRIPTS)
    decide = {*profile.path_hard, *profile.doubled}.union(*(QUOTES, CLOSES) * profile.quotes)
    decide.update("→" * profile.split_links + "—" * profile.dashes + "*" * profile.comment_ends)
    classes = c.SEPARATORS * profile.split_links + c.MARKS * profile.loose_marks
    others = c.members(classes, blocks) if classes else frozenset()
    return soft, safe, soft - decide - others, safe - decide - others


def _and_letters(
    profile: Profile, characters: frozenset[str], blocks: Blocks, others: frozenset[str] = _NO_LETTERS | {_ARAEA}
) -> str:
    """Return the inside of a set of ``characters`` and all letters outside of ``blocks``, except ``others``.

    The set is negated, because large ranges take long to compile.
    """
    if blocks is not _EXACT:
        return c.inside(characters)
    excluded = {*"".join(map(c.characters_of, blocks))} - characters
    return "^" + c.inside(excluded | c.members(profile.soft, _SCRIPTS) | others)
