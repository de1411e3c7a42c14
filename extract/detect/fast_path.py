"""The common link, where no decider is needed: one pattern of `re`, tens of times as fast as walking.

Links with a scheme, bare names and addresses have one interface: at a trigger it gives the link that the walk would
find, False if the walk would find none, or None if the walk has to look. The patterns are made from the sets and flags
of the profile.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from extract.detect.address import ASCII_LOCAL, EDGE_MARKS, after_mailto, mail_top_level_domains
from extract.detect.around import COLOUR_STARTS, is_message_id
from extract.detect.end import ends_by_mark
from extract.detect.evidence import NO_LISTS, Lists, decider
from extract.detect.link import Link, mailto
from extract.detect.schemed import PASSWORD
from extract.detect.tailorings import CLOSES, EMPHASIS, MARKS, PLACEHOLDER_IN_ANGLES, QUOTES, Profile
from extract.detect.words import has_word
from extract.text import characters as c
from extract.text.regexes import lazily, re

# The characters in a link and right after it: those of Latin text; letters and digits of other scripts too, which takes
# 10 ms to compile; all below U+10000, which takes 100 ms.
Coverage = Literal["latin", "wide", "bmp"]
_BLOCKS: dict[Coverage, tuple[range, ...]] = {
    "latin": (range(ord(c.LATIN_END)),),
    # Latin to Hebrew, CJK punctuation, full-width forms; beyond these the safe characters are letters and digits.
    "wide": (range(0x600), range(0x3000, 0x3040), range(0xFF01, 0xFF66)),
    "bmp": (range(0x10000),),
}

_NEW = tuple.__new__  # twice as fast as Link()
_MAX_WALK = 64  # as far as a common name is walked to the left
_NAME_CHARACTERS = string.ascii_letters + string.digits
_HOST_CHARACTERS = _NAME_CHARACTERS + ".-"
_ASCII = "".join(map(chr, range(0x80)))
_NEVER_IN_NAMES = "、，：；！？（）「」《》“”‘’…—«»"
# What a scheme does not begin after: the inside of a word. Beyond ASCII these are the blocks of Latin letters, Roman
# numerals, and small letters above and below the line too.
_INSIDE_WORD = rf"A-Za-z0-9+.\-ªºÀ-ʸˠ-ˤ{c.COMBINING}ᴀ-ᶿḀ-ỿⁱⁿ\u2090-\u209f\u212a\u212bℲⅎⅠ-ↈⱠ-ⱿꜢ-ꟿꬰ-ꭤꭦ-\uab69"
_INSIDE_WORD += r"\uab6c\uab6dﬀ-ﬆＡ-Ｚａ-ｚ\U00010780-\U000107bf\U0001df00-\U0001dfff"


# How what defangs a full stop or escapes it may begin: see `schemed.DEFANGED`
_DEFANGS = frozenset([a + b for a in "[({" for b in ".:/dD"] + ["\\" + b for b in "\\&.-_"])
# By the group of the pattern for "://" that is set: the characters before the "://", and whether the mark right before
# the link may end it earlier.
_BEFORE = (0, 5, 5, 4, 4)
_AFTER_MARK = (False, False, True, False, True)


Answer = TypeVar("Answer")
IfCommon = Link | Literal[False] | None  # the link; there is none; walk


class FastPath(NamedTuple, Generic[Answer]):
    """The pattern of the triggers of a kind of link, and the function that reads the link at one."""

    # Matches at each trigger, and goes on over what follows it if that is common.
    trigger: re.Pattern[str]
    # From the text, how far left to go, and the trigger.
    read: Callable[[str, int, re.Match[str]], Answer]


def always_walk(trigger: re.Pattern[str]) -> FastPath[Any]:
    """Return the fast path that leaves every link to the walk."""
    return FastPath(trigger, lambda _text, _low, _match: None)


@cache
def common_link(profile: Profile, coverage: Coverage) -> FastPath[Link | None]:
    """Return what reads links in http and https at "://"."""

    def read(text: str, low: int, match: re.Match[str]) -> Link | None:
        if (group := match.lastindex) is None:
            return None
        at, end = match.span()
        start = at - _BEFORE[group]
        if start < low or (_AFTER_MARK[group] and ends_by_mark(text, start, end)):
            return None
        written = text[start:end]
        return _NEW(Link, (start, end, written, "iri", written))

    def read_wide(text: str, low: int, match: re.Match[str]) -> Link | None:
        link = read(text, low, match)
        return None if link is None or _undecided().search(link[2]) else link

    def read_before_words(text: str, low: int, match: re.Match[str]) -> Link | None:
        link = by_pattern(text, low, match)
        return None if link is None or has_word(text, link[0], link[1]) else link

    by_pattern = read_wide if coverage == "wide" else read
    walks_words = profile.glued_words and coverage != "latin"
    return FastPath(_link(profile, coverage), read_before_words if walks_words else by_pattern)


@cache
def _undecided() -> re.Pattern[str]:
    r"""Compile what ``\w`` matches and no link may have: joining, deprecated or invisible letters, other planes."""
    return re.compile("[\u0149\u0673\u115f\u1160\u17a3\u17a4\u3164\uffa0\U00010000-\U0010ffff]")


@lru_cache(maxsize=64)
def common_name(profile: Profile, lists: Lists = NO_LISTS) -> FastPath[IfCommon]:
    """Return what reads bare names in ASCII that need no IDNA, at the full stop before the top-level domain."""
    name_at = _name(profile).match
    marks = _deciding_marks(profile, "latin")
    is_linked, hidden = decider(profile.evidence, lists), profile.paths_hide_names
    before_marks = "_/" if hidden else "_"
    never_alone = "_\\[;"  # before them, the name may begin elsewhere
    # a low line inside a name, and the directory of a path
    never_before = {character + mark for character in _NAME_CHARACTERS for mark in before_marks}

    def read(text: str, low: int, match: re.Match[str]) -> IfCommon:
        if match.lastindex is None:
            return None
        dot, name_end = match.span()
        first = dot - _MAX_WALK if dot - _MAX_WALK > low else low
        start = first + len(text[first:dot].rstrip(_HOST_CHARACTERS))
        if start == first > low:
            return None
        if text[start] in COLOUR_STARTS and text[start - 1 : start] in ("[", ";"):
            return None
        if hidden and text[start - 1] == "/" and start - 2 >= low and text[start - 2] in _NAME_CHARACTERS:
            return False  # of a path
        if is_linked and not is_linked(text, start, name_end):  # before the rest is read: the time stays linear
            if text[name_end : name_end + 2] in _DEFANGS or text.find("@", name_end, name_end + 65) >= 0:
                return None  # more may be passed over
            return None if start == low or text[start - 1] in never_alone or text[start - 1] > "\x7f" else False
        if (name := name_at(text, start)) is None:
            return False if start - 2 >= low and text[start - 2 : start] in never_before else None
        end = name.end()
        if end > name_end and text[name_end] == ".":
            return None  # it goes on with a capitalised label: xml.et.ElementTree.XMLParser
        if text[start - 1 : start] in marks and ends_by_mark(text, start, end):
            return None
        written = text[start:end]
        return _NEW(Link, (start, end, written, "domain", "https://" + written))

    return FastPath(lazily(lambda: _dot(profile.dots)), read)


@cache
def common_address() -> FastPath[IfCommon]:
    """Return what reads e-mail addresses in ASCII that need no IDNA, at the "@"."""
    local_backwards, endings = _local().match, mail_top_level_domains()

    def read(text: str, low: int, match: re.Match[str]) -> IfCommon:
        at, end = match.span()
        if (ending := match[1]) is None or ending.lower() not in endings:
            # a full stop is passed over with its name
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
        if (before in ("[", ";") and written[0] in COLOUR_STARTS) or is_message_id(text, start):
            return None
        return _NEW(Link, (start, end, written, "email", mailto(written)))

    return FastPath(_at(), read)


@cache
def _link(profile: Profile, coverage: Coverage) -> re.Pattern[str]:
    """Compile the pattern of "://" and what follows; the groups are those of _BEFORE."""
    blocks = _BLOCKS[coverage]
    final = f"{c.MIDDLE_DOTS}\u0387" if profile.middle_dot_ends or profile.script_turn else ""
    label = c.subtract(
        c.to_re_class(profile.label, blocks), f"_-{c.LABEL_DOTS}{c.JOINERS}{final}µ"
    )  # U+00B5 is not Latin: a host turns there
    if coverage == "wide":
        words = re.compile(rf"[^\W{label}]")
        label = r"^\W" + re.escape(
            "".join(other for block in blocks for other in words.findall(c.characters_of(block)))
        )
    dot, first = r"\.", ""
    host_end = "" if profile.middle_dot_ends or not final else rf"(?![._\-]*+[{final}])"
    if coverage != "latin":
        # a label that turns from ASCII into another script has to be looked at; 々, 〆, 〱 and 〻 are letters
        other = r"[^\x00-\x7F、-〄〇-〰〶-〺〽-〿！-･￠-￯]"
        # and so have a last label of another script, which may begin a sentence, and a host of one such label, unless
        # a path follows: "?" and ":" may be marks of prose
        ends = rf"(?:[{label}]|-)*+(?!\.[{label}]|/)"
        dot = rf"\.(?![A-Za-z0-9]++-*+{other}|{other}{ends})"
        first = rf"(?!(?i:localhost)-*+{other}|(?i:www\.)?+[A-Za-z0-9\-]*+[^\x00-\x7F]{ends})"
        # and so has a dot that may be one of a name beyond ASCII, and one that was not taken
        host_end += rf"(?!\.[{label}{final}]|[._\-{c.JOINERS}{final}]*+(?<=[^\x00-\x7F])[{c.CJK_DOTS}])"
    host = rf"{first}[{label}]++(?:(?:{dot}|-++)[{label}]++)*+{host_end}"
    marks = "".join(map(re.escape, sorted(_deciding_marks(profile, coverage))))
    # what may be inside another IRI too: jdbc:…, magnet:?xt=…
    inside = _INSIDE_WORD + "=@:" if profile.no_inner_links else _INSIDE_WORD
    schemes = "|".join(
        rf"(?<={name}://)(?:(?<![{inside}{marks}]{name}://)()|(?<![{inside}]{name}://)())"
        for name in ("https", "http")  # in the order of the groups
    )
    return re.compile(f"://(?:(?:{schemes}){host}{_tail(profile, coverage)})?+")


@cache
def _dot(dots: str) -> re.Pattern[str]:
    """Compile what finds the full stop before a possible top-level domain; none has a digit, or one letter only.

    The match ends with the label, and its group is set, where that is ASCII and the name does not go on.
    """
    beyond, in_label, in_name = map(_or_non_ascii, ("", "A-Za-z0-9", r"A-Za-z0-9\-"))
    # the first character decides nearly always: most full stops end a sentence
    return re.compile(
        rf"[{dots}]{in_name}(?<={in_label}[{dots}]{in_name})(?:(?<=[A-Za-z]){_last_label(_or_non_ascii)}"
        rf"|(?<={beyond})|(?=[A-Za-z0-9\-]*+{beyond})|{_PUNYCODE})"
    )


_PUNYCODE = "(?<=[xX])[nN]--"


def _last_label(set_with: Callable[[str], str]) -> str:
    """Return the pattern of the rest of a label that no other label follows, in the sets that ``set_with`` makes."""
    letter, either = set_with("A-Za-z0-9"), set_with(r"A-Za-z0-9\-")
    goes_on = rf"{set_with('A-Za-z0-9@')}|_++[A-Za-z0-9]|\.(?![A-Z][a-z]){either}|-++{letter}"
    return rf"[A-Za-z]{{1,62}}+(?!{goes_on})()"


# In texts that are ASCII, what finds the same full stops as the trigger of `common_name`, in less time.
ASCII_DOT = lazily(
    lambda: re.compile(rf"\.[A-Za-z](?<=[A-Za-z0-9]\.[A-Za-z])(?:{_last_label('[{}]'.format)}|{_PUNYCODE})")
)


def _or_non_ascii(inside: str) -> str:
    """Return a set of some ASCII characters, and of all others but punctuation that no name has.

    It is written by what it leaves out, because big ranges take long to compile.
    """
    ascii_others = re.findall(f"[^{inside}]", _ASCII) if inside else _ASCII
    return f"[^{re.escape(''.join(ascii_others))}{_NEVER_IN_NAMES}]"


@cache
def _name(profile: Profile) -> re.Pattern[str]:
    joins = ":%" if profile.paths_hide_names else ""
    stump = r"\])}" if profile.no_stumps else ""
    stump += r"\\" if profile.written_escapes else ""
    colour = r"(?!(?<=[\[;])[0-9mK])" if profile.written_escapes else ""
    labels = r"(?:(?!-|[xX][nN]--)[A-Za-z0-9\-]{1,63}+(?<!-)\.(?=[A-Za-z0-9\-]))++(?![A-Z][a-z])[A-Za-z]++"
    # nothing of these belongs to a name; a full stop in them defangs it
    bracket = r"(?=[(\[](?![.:/dD]))"
    return re.compile(
        rf"(?<![_/{joins}{stump}])(?<![^\x00-\x7F]){colour}{labels}(?:{bracket}|{_tail(profile, 'latin')})"
    )


@cache
def _local() -> re.Pattern[str]:
    """Compile the pattern of a local part in ASCII, backwards; it fails if what stands before may change its start."""
    atext = re.escape("".join(sorted({*ASCII_LOCAL} - {*EDGE_MARKS, "."})))
    decides = _or_non_ascii(re.escape(ASCII_LOCAL + ":])@\\"))
    return re.compile(rf"[{atext}]++(?:\.[{atext}]++)*+(?<![_#$%&?\^])(?!{decides})")


@cache
def _at() -> re.Pattern[str]:
    """Compile "@" and an ASCII name that needs no IDNA after it; group 1 is its top-level domain.

    Group 2 is a name of one label: no address without "mailto:".
    """
    labels = r"(?:[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+\.(?=[A-Za-z0-9]))++"
    goes_on = _or_non_ascii(r"A-Za-z0-9\-_")
    common = rf"{labels}((?![A-Z][a-z])[A-Za-z]++)(?![._\-]*+[:\[({{\\]|\.*+{goes_on})"
    return re.compile(rf"@(?:{common}|([A-Za-z0-9\-_]*+)(?!://|\.|[^\x00-\x7F]))?+")


def _tail(profile: Profile, coverage: Coverage) -> str:
    """Return the pattern of port, path, query and fragment, and of what may follow the link."""
    blocks = _BLOCKS[coverage]
    soft, safe, inner_soft, inner_safe = _sets(profile, coverage)
    opening = c.to_re_class(profile.opening, blocks)
    # round brackets that nothing nests in, and nothing between them clears the stack
    inside = c.subtract(inner_soft + inner_safe, "/?#=&~")
    if coverage == "wide":
        inside, inner_safe, safe = (each + r"\w" for each in (inside, inner_safe, safe))
    no_hash = "" if profile.empty_fragment else "(?<!#)"
    password = f"(?!{PASSWORD})" if profile.no_stumps else ""
    port = "(?::(?!0)[0-9]{1,4}(?![0-9A-Za-z]))?+"
    bracket = rf"[{inner_soft}]*+\([{inside}]*+\)[{inner_safe}]*+"
    # where another link may be glued to it, one has to walk
    glued = "(?!(?<=,)(?i:https?)://)" if profile.splits_glued else ""
    parts = rf"(?:(?=[/?#])[{inner_safe}]*+(?:[{inner_soft}]++{glued}[{inner_safe}]++|{bracket})*+{no_hash})?+"
    inner_mark = r'|"[^\x00-@\[-`{-\x7F]' if profile.inner_quotes else ""
    if profile.quoted_titles:
        inner_mark += r'|(?<=[/_(=+\-])"\w|(?<=[0-9])"[NSEWO]'
    angle = "|>(?<=[.,;:!?]>)" if profile.angle_brackets_enclose else ""
    if profile.no_stumps:
        angle += "|" + PLACEHOLDER_IN_ANGLES + r"|\\{1,2}[&.\-_]"
    angle += "|(?<=--)[>}]" * profile.comment_ends
    no_hyphens = "(?<!--)" * profile.comment_ends
    # two sets, for one with all characters beyond the blocks takes a hundred times as long to compile
    decided_in = "".join(f"\\u{block.start:04X}-\\u{block.stop - 1:04X}" for block in blocks)
    final = "〜" * profile.loose_marks  # which ends a link as nothing else that is soft: スーパー〜
    follows = rf"(?=[{c.subtract(soft, final)}]*+(?![{final}{safe}{opening}]{inner_mark}{angle})(?=[{decided_in}]|\Z))"
    # nearly every link ends before one of these: a set is looked up faster
    decided = re.compile(f'[^{soft}{safe}{opening}"<>\\\\]').findall(_ASCII)
    # a shortcode or template, as in https://a.example/{{< x >}}, is left open
    template = profile.no_final_opening and profile.no_left_open and profile.angle_brackets_enclose
    left_open = r"|(?<=/)(?=[(\[{]++[<\s])" if template else ""
    return rf"{password}{port}{parts}(?:{no_hyphens}(?=[{re.escape(''.join(decided))}]){left_open}|{follows})"


@cache
def _sets(profile: Profile, coverage: Coverage) -> tuple[str, str, str, str]:
    """Return the sets of Soft and of safe characters, and both without those that need a decider."""
    blocks = _BLOCKS[coverage]
    soft, safe = c.to_re_class(profile.soft, blocks), c.to_re_class(profile.safe, blocks)
    decide = ("".join(QUOTES) if profile.closes else "") + profile.adds_path_hard + profile.ends_doubled
    decide += "→" * profile.splits_glued + "—" * profile.dash_ends + "*" * profile.comment_ends
    classes = c.SEPARATORS * profile.splits_glued + c.MARKS * profile.loose_marks
    others = c.to_re_class(classes, blocks) if classes else ""
    return soft, safe, c.subtract(soft, decide, others), c.subtract(safe, decide, others)


@cache
def _deciding_marks(profile: Profile, coverage: Coverage) -> frozenset[str]:
    """Return the marks before a link that may end one which the pattern matches."""
    if not profile.marks_enclose:
        return frozenset()
    _, _, soft, safe = _sets(profile, coverage)
    inside = set(re.findall(f"[{soft}{safe}]", "".join(MARKS.union(CLOSES))))
    marks = {mark for mark in QUOTES if not inside.isdisjoint(QUOTES[mark])}
    return frozenset(marks if inside.isdisjoint(EMPHASIS) else marks | EMPHASIS)
