"""A slip: a frequent mistake in the markup of links, as one record.

A text with the needle of a slip is read by its parser. The slip's pattern is then looked for in what the parser did
not take for a construct, except where ``against`` matches. The fix is kept if `proof` confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from extract.parsers import Reading
from extract.readers.formats import Format
from extract.readers.paragraph import Markup, Paragraph
from extract.rules.markup.proof import is_proven
from extract.rules.problem import Problem
from extract.text.regexes import re

# Parsers take longer than linear time for hostile text, so a longer paragraph is read in pieces.
_LONGEST = 1000
# For a piece; each reads it anew, and more mistakes in one are rare.
_MOST_PROOFS = 8
_MOST_PROVEN = 160  # proofs, times the mistakes in the piece: parsers take long for each


class Hit:
    """A place where a slip's pattern matches, with the text as it was written: in the match constructs are masked."""

    __slots__ = ("_match", "paragraph", "rest", "text")

    def __init__(self, match: re.Match[str], text: str, paragraph: Paragraph) -> None:
        self._match = match
        self.paragraph = paragraph  # that it is in
        self.rest = match.string  # the text with constructs masked
        self.text = text  # the same, as it was written

    def __getitem__(self, group: str | int) -> str:
        """Return the text of a group; "" if it did not take part."""
        start, end = self._match.span(group)
        return "" if start < 0 else self.text[start:end]

    def span(self, group: str | int = 0) -> tuple[int, int]:
        """Return the place of a group."""
        return self._match.span(group)

    def start(self, group: str | int = 0) -> int:
        """Return where a group starts."""
        return self._match.start(group)

    def end(self, group: str | int = 0) -> int:
        """Return where a group ends."""
        return self._match.end(group)

    @property
    def before(self) -> str:
        """The character before it; "" at the start of the text."""
        return self.text[max(self.start() - 1, 0) : self.start()]

    @property
    def after(self) -> str:
        """The character after it; "" at the end of the text."""
        return self.text[self.end() : self.end() + 1]


Report = Callable[[Hit, str], "Problem | None"]
Search = Callable[[str], object]
Needle = str | Search  # a pattern, or a function that takes a text


class Sought(NamedTuple):
    """A needle as it is looked for: only in a text with one of its literals, if it has some."""

    literals: frozenset[str]
    has: Search
    slips: Sequence[int]  # the numbers of those that it is for


class Needles(NamedTuple):
    """What is looked for in one text, and the literals of all of it, after the characters and literals in each."""

    sought: Sequence[Sought]
    literals: Sequence[tuple[str, frozenset[str]]]

    @classmethod
    def of(cls, sought: Iterable[Sought]) -> Needles:
        sought = tuple(sought)
        literals = {literal for one in sought for literal in one.literals}
        parts = sorted(literals.union(*literals), key=len)
        return cls(sought, [(one, frozenset(part for part in parts if part in one and part != one)) for one in parts])

    def found_in(self, text: str) -> Iterator[Sought]:
        """Yield those that a text has."""
        here: set[str] = set()
        for literal, parts in self.literals:  # most are passed over, and a character is found quickly
            if parts <= here and literal in text:
                here.add(literal)
        for one in self.sought:
            if not (one.literals and here.isdisjoint(one.literals)) and one.has(text):
                yield one


_NOTHING = Needles((), ())


@dataclass(frozen=True, slots=True)
class Net:
    """What makes a text worth reading: the needles of each markup."""

    needles: Callable[[Markup], Needles]

    def __call__(self, text: str, markup: Markup, /) -> bool:
        """Return whether a text has one of the needles."""
        return any(True for _ in self.needles(markup).found_in(text))

    def within(self, source: str, /, *markups: Markup) -> Net | None:
        """Return the net for the parts of a source: with the needles that it has; ``None`` if it has none."""
        present = {markup: Needles.of(self.needles(markup).found_in(source)) for markup in markups}
        return (
            Net(lambda markup: present.get(markup, _NOTHING))
            if any(needles.sought for needles in present.values())
            else None
        )


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """A mistake in markup, in one format.

    ``pattern`` has a group of the slip's name. It begins with a character or a set, if possible: `re` then passes over
    it quickly.
    """

    name: str  # in lower case, with underscores
    rule: str  # the name of the rule, or of its part, that reports it
    needle: Needle | tuple[Needle, ...]  # what a text has that is worth reading
    pattern: str  # what the parser left
    report: Report  # takes the hit and the slip's name; None: no link was meant
    bad: tuple[str, ...] = ()  # examples, the place that is reported between ⟦ and ⟧
    good: tuple[str, ...] = ()  # examples of what looks alike and is right
    against: tuple[Callable[[Hit], object], ...] = ()  # each says of a hit that no link was meant
    docstrings: bool = False  # it counts there too; many are in Markdown
    catalogs: bool = True  # it counts in the messages of programs, which may be in HTML
    whole_file: bool = False  # it counts in a file of this format if no other file may define what it names
    default_role: bool = True  # it counts where Sphinx reads a text in backticks alone as a role that leads somewhere
    of_pages: bool = True  # it counts where addresses are to come too: in templates, and in mdBook's SUMMARY.md
    of_plain_site: bool = False  # it counts where the settings of a site show that it reads no links of wikis
    of_pandoc: str = ""  # a pattern: what Pandoc reads as it is meant
    of_wiki: bool = False  # it is the markup of a wiki, and right in one
    last: bool = False  # it counts where no other matches
    explicit: bool = False  # it is about comments and malformed targets of reST, and about these alone


@dataclass(frozen=True)
class Slips:
    """The slips of one format, in the order in which they are looked for: the first one counts."""

    markup: Markup  # the name of the format
    records: Sequence[Slip]
    read: Callable[[str, Paragraph, bool], Reading]  # its parser; the flag: docutils' character_level_inline_markup
    proves: bool = True  # fixes with that parser; False: they are as safe as their record says

    @cached_property
    def of_any_site(self) -> Slips:
        """Those that count wherever a page is."""
        records = [slip for slip in self.records if not slip.of_plain_site]
        return self if len(records) == len(self.records) else replace(self, records=records)

    @cached_property
    def needles(self) -> Needles:
        """What is looked for, each needle once."""
        numbers: dict[Needle, list[int]] = {}
        for number, slip in enumerate(self.records):
            for needle in slip.needle if isinstance(slip.needle, tuple) else (slip.needle,):
                numbers.setdefault(needle, []).append(number)
        return Needles.of(
            Sought(frozenset(literals_of(needle)), _search(needle), of)
            if isinstance(needle, str)
            else Sought(frozenset(), needle, of)
            for needle, of in numbers.items()
        )

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        return [re.compile(slip.pattern) for slip in self.records]

    def found(
        self, paragraph: Paragraph, format: Format, *, next_to_letters: bool = False
    ) -> Iterator[tuple[Slip, Problem]]:
        """Yield the slips of a paragraph, with places in its text. ``format`` is that of the file."""
        for shift, text in pieces(paragraph.text):
            wanted = {
                number
                for needle in self.needles.found_in(text)
                for number in needle.slips
                if self.records[number].explicit == paragraph.is_explicit
            }
            if not wanted:
                continue
            reading = self.read(text, paragraph, next_to_letters)
            proofs = end = 0
            matches = self._matches(reading.rest, wanted)
            most = min(_MOST_PROOFS, _MOST_PROVEN // max(len(matches), 1))
            for match, number in matches:
                if match.start() < end:
                    continue  # it is part of another slip
                end = match.end()
                slip, hit = self.records[number], Hit(match, text, paragraph)
                if (format.name == "python" and not slip.docstrings) or (format.name == "po" and not slip.catalogs):
                    continue
                if (
                    slip.of_pandoc
                    and "Pandoc" in format.read_by
                    and re.compile(slip.of_pandoc).match(text, match.start())
                ):
                    continue
                if is_quoted(hit) or any(speaks(hit) for speaks in slip.against):
                    continue
                if found := slip.report(hit, slip.name):
                    proofs += found.fix is not None
                    if proofs > most:
                        found = replace(found, fix=None, safe=False)
                    found = _moved(self._proven(found, reading, paragraph, next_to_letters), shift)
                    yield slip, replace(found, fix=None, safe=False) if _has_gap(found, paragraph) else found

    def _matches(self, rest: str, wanted: Iterable[int]) -> list[tuple[re.Match[str], int]]:
        """Return where slips match, with their numbers: by place, then in the order of the records."""
        found = [(match, number) for number in wanted for match in self._patterns[number].finditer(rest)]
        first = [match for match, number in found if not self.records[number].last]
        left = (
            one for one in found if not self.records[one[1]].last or not any(_overlap(one[0], other) for other in first)
        )
        return sorted(left, key=lambda one: (one[0].start(), one[1]))

    def _proven(self, found: Problem, reading: Reading, paragraph: Paragraph, next_to_letters: bool) -> Problem:
        """Return what was found; without its fix if this is not proven to make a link and change nothing else."""
        if found.fix is None or not self.proves:
            return found
        fixed = reading.text[: found.start] + found.fix + reading.text[found.end :]
        if is_proven(reading, self.read(fixed, paragraph, next_to_letters), found.start, found.end):
            return found
        return replace(found, fix=None, safe=False)


def net_of(tables: Mapping[Markup, Slips]) -> Net:
    """Return the net for texts in these markups."""
    return Net(lambda markup: tables[markup].needles if markup in tables else _NOTHING)


def _overlap(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.start() <= other.end() and other.start() <= one.end()


def _search(needle: str) -> Search:
    pattern = re.compile(_bounded(needle))
    return lambda text: pattern.search(text)  # compiled then: most never are


def literals_of(needle: str) -> list[str]:
    """Return strings of which a text with the needle has at least one; [] if none are known."""
    if "(?i" in needle:
        return []
    longest, depth = [""], 0
    for token in _TOKEN.findall(_TIMES.sub("*", needle)):
        if token in ("(", ")"):
            depth += 1 if token == "(" else -1
        elif depth:
            continue
        elif token == "|":
            longest.append("")
        elif token[0] != "[" and not _CLASS.match(token):
            longest[-1] = max([longest[-1], *_LITERAL.findall(token)], key=len)
    return [one.replace("\\", "") for one in longest] if all(longest) else []


_TIMES = re.compile(r"(?<!\\)\{[0-9,]+\}")
_TOKEN = re.compile(r"[()|]|(?:\\\W|[^\\\[()|])+|\[\^?\]?(?:\\.|[^\]\\])*\]|\\\w")  # signs, plain text; sets
_CLASS = re.compile(r"\\\w")
_LITERAL = re.compile(r"(?:(?:\\\W|[^\\.^$*+?{}])(?![*?]))+")


def _bounded(needle: str) -> str:
    """Return a needle in which no set is repeated without a limit: a search from many places stays linear."""
    return _UNBOUNDED.sub(lambda match: "]{1,600}" if match[1] == "+" else "]{0,600}", needle)


_UNBOUNDED = re.compile(r"(?<!\\)\]([+*])(?![+?])")


def _has_gap(found: Problem, paragraph: Paragraph) -> bool:
    """Return whether a fix would join two lines, and something stands in the source between them."""
    if found.fix != "" or paragraph.text[found.end - 1 : found.end] != "\n":
        return False
    return paragraph.passage.span(found.start, found.end)[1] != paragraph.passage.span(found.end, found.end + 1)[0]


def _moved(found: Problem, by: int) -> Problem:
    return replace(found, start=found.start + by, end=found.end + by) if by else found


def pieces(text: str) -> Iterable[tuple[int, str]]:
    """Yield a text, or pieces of a long one, with the place of each: it is cut at white space where nothing is open."""
    start = 0
    while len(text) - start > _LONGEST:
        end = _cut(text, start)
        yield start, text[start:end]
        start = end
    yield start, text[start:] if start else text


def _cut(text: str, start: int) -> int:
    """Return where a piece from ``start`` ends: at the last white space or stop outside of brackets and backticks.

    If there is none, it ends after a closing bracket, or after an address that is as long.
    """
    opened: list[int] = []
    tick, end, joint, likely, last = -1, 0, 0, 0, start  # tick: where code begins, if it is open
    for match in _MARK.finditer(text, start, start + _LONGEST):
        mark, after = match[0], match.end()
        last = after
        if mark in "[(<":
            opened.append(after)
            continue
        if mark == "`":
            tick = after if tick < 0 else -1
            continue
        is_bracket = mark in "])>"
        if is_bracket and opened:
            opened.pop()
        if after - start <= _LONGEST // 2:
            continue
        # What is open for longer than the text of a link is a stray one.
        is_outside = after - max(opened[-1] if opened else 0, tick) > _LONGEST_LABEL
        if not is_bracket:
            likely = after
            end = after if is_outside else end
        elif is_outside and text[after : after + 1] not in _CONTINUES[mark]:
            joint = after
    if end or joint:
        return end or joint
    rest = _REST_OF_ADDRESS.match(text, last)
    return max(rest.end(), start + _LONGEST) if rest else likely or start + _LONGEST


_CONTINUES = {"]": tuple("([{:"), ")": tuple("{])"), ">": tuple("`_)")}
_LONGEST_LABEL = 300
_MARK = re.compile(r"[\[(<\])>`\s、。，；！？]")
# Without what opens markup, so that parsers read it in linear time; some addresses are whole programs.
_REST_OF_ADDRESS = re.compile(r"https?://(?:[^\s\[\](){}<>`*!\\|、。，；！？]++|\([^\s()]{0,300}+\))*+[)>]?(?:`__?)?")


def says(
    message: str, meant: str | Callable[[Hit], str] | None = None, *, safe: bool = False, whole: bool = False
) -> Report:
    """Return the ``report`` of a slip of which always the same is said: "{}" stands for what to write instead.

    The place is the slip's group, or with ``whole`` all that its pattern matches.
    """

    def report(hit: Hit, name: str) -> Problem:
        fix = meant(hit) if callable(meant) else meant
        start, end = hit.span(0 if whole else name)
        return Problem(start=start, end=end, message=message.replace("{}", fix or ""), fix=fix, safe=safe)

    return report


_PAIRS = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»", "‹": "›", "「": "」", "『": "』", "`": "`"}


def is_quoted(hit: Hit) -> bool:
    """Whether quotation marks stand directly around: the text speaks about markup."""
    return hit.before in _PAIRS and hit.after == _PAIRS[hit.before]
