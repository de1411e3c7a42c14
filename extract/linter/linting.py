"""A file's bytes to findings: bytes → `Passage` → `Link` → `Problem` → `Finding`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import NamedTuple

from extract.detect.finder import Finder
from extract.detect.link import Link
from extract.linter.finding import Checked, Finding
from extract.linter.selection import sub_rules_named
from extract.linter.suppressions import Suppression, Switches, suppressions
from extract.readers.decoding import Decoded, decode
from extract.readers.formats import FORMATS, Format, Kind, format_of, is_of_other_program
from extract.readers.passage import Passage, bare_links, is_inside
from extract.readers.rst import includes, named
from extract.rules.checking import check_link
from extract.rules.markup.proof import Names
from extract.rules.markup.repair import Net, Spot
from extract.rules.markup.source import is_of_wiki, names_objects
from extract.rules.place import Place
from extract.rules.problem import Problem
from extract.rules.registry import SUB_RULES, Rule, SubRule, sub_rule_named, usual_rules
from extract.rules.subjects import NOWHERE, Prose, Source, Surroundings, Use
from extract.text.arguments import items, require
from extract.text.positions import Lines
from extract.text.terminal import width


class _SubRules(NamedTuple):
    """The sub-rules that apply to a format, by scope, and the names of those that report everything."""

    iri: tuple[SubRule, ...]
    prose: tuple[SubRule, ...]
    document: tuple[SubRule, ...]
    tree: tuple[SubRule, ...]
    with_slips: Mapping[str, SubRule]  # by name
    asked_for: Collection[str]
    finder: Finder | None  # of links without a scheme, if they are checked too

    @classmethod
    def by_scope(cls, sub_rules: Sequence[SubRule], asked_for: Collection[str], finder: Finder | None) -> _SubRules:
        def of(scope: str) -> tuple[SubRule, ...]:
            return tuple(known for known in sub_rules if known.scope == scope)

        with_slips = {known.name: known for known in sub_rules if known.slips}
        return cls(of("iri"), of("prose"), of("document"), of("tree"), with_slips, asked_for, finder)


class ChosenRules:
    """Rules to apply to many files: they are sorted once for each format. ``asked_for``: see `lint`.

    ``finder`` finds the links without a scheme that are checked too.
    """

    def __init__(self, rules: Iterable[Rule], asked_for: Collection[str] = (), finder: Finder | None = None) -> None:
        self.rules = items("rules", Rule, rules, "rules")
        self._asked_for = frozenset(items("asked_for", str, asked_for, "names"))
        require(finder is None or isinstance(finder, Finder), "finder", "a Finder or None", finder)
        self._finder = finder
        self._sorted: dict[tuple[frozenset[str], Kind], _SubRules] = {}  # by what is usual in a format, and its kind

    def for_format(self, format: Format) -> _SubRules:
        """Return the sub-rules for a format: not those that report what is usual in it, or do not apply to its kind."""
        key = format.usual, format.kind
        if key not in self._sorted:
            left = [
                sub_rule
                for known in self.rules
                for sub_rule in known.sub_rules
                if not (sub_rule.name in format.usual or format.kind in sub_rule.not_in)
                or sub_rule.name in self._asked_for
            ]
            self._sorted[key] = _SubRules.by_scope(left, self._asked_for, self._finder)
        return self._sorted[key]


def lint(
    data: bytes,
    name: str,
    *,
    rules: Iterable[Rule] | None = None,
    encoding: str | None = None,
    asked_for: Collection[str] = (),
    surroundings: Surroundings = NOWHERE,
) -> list[Finding]:
    """Return what is wrong with the links of a file, in order; an empty list means that nothing is.

    No file is opened: ``data`` is the content, and may be any bytes. ``name`` appears in the findings; its suffix
    decides the format: ``.rst``, ``.md``, ``.html``, … (`extract.readers.SUFFIXES`), otherwise plain text.

    ``rules`` are those to apply, by default the ones that are on (`extract.rules.usual_rules`). Comments in
    the file can switch them off (``iri: ignore-next-line``). ``encoding`` is that of a file that does not declare one,
    by default UTF-8. Offsets and columns are code points of the decoded file. If the file cannot be decoded, the place
    is reported (IRI901, with an offset in bytes) and the rest is checked; an invalid byte counts as one character.

    ``asked_for`` are names of sub-rules that report everything. The others report nothing that is usual in a
    format, or that the programs which read it repair, such as a space in an attribute of HTML. ``surroundings`` is what
    is known of the place of the file.

    Raises:
        LookupError: the encoding given is unknown
    """
    chosen = usual_rules() if rules is None else items("rules", Rule, rules, "rules")
    checked = lint_file(data, name, chosen, encoding=encoding, asked_for=asked_for, surroundings=surroundings)
    return checked.findings + lint_tree(checked.uses, chosen)


def lint_file(
    data: bytes,
    name: str,
    rules: Iterable[Rule] | ChosenRules,
    *,
    encoding: str | None = None,
    asked_for: Collection[str] = (),
    surroundings: Surroundings = NOWHERE,
) -> Checked:
    """Check one file; return its links too if a rule compares those of all files.

    Arguments and errors are those of `lint`. If the check itself fails, this is the only finding (IRI905).
    """
    require(isinstance(data, bytes), "data", "the bytes of a file", data)
    require(isinstance(surroundings, Surroundings), "surroundings", "Surroundings", surroundings)
    chosen = rules if isinstance(rules, ChosenRules) else ChosenRules(rules, asked_for)
    decoded = decode(data, encoding, format_of(name, data))
    try:
        return _check_file(data, decoded, name, chosen, surroundings)
    except Exception as error:  # the other files are still checked
        return Checked([_failure(name, error)], [])


FAILURE = "check-failed"


def _failure(path: str, error: Exception) -> Finding:
    (found,) = sub_rule_named(FAILURE).problems(Source(b"", "", "utf-8", failure=repr(error)))
    return Finding(path, found, 1, 1, 1, 1, "", "")


def _check_file(
    data: bytes,
    decoded: Decoded,
    name: str,
    rules: ChosenRules,
    surroundings: Surroundings,
) -> Checked:
    format = format_of(name, data)
    chosen = rules.for_format(format_of(name, data if decoded.text is None else decoded.text))
    source = replace(
        _source(data, decoded, format),
        path=name,
        original=_original(surroundings, format),
        is_declared_elsewhere=decoded.text is None and surroundings.declares_charset(),
    )
    if format.own_charsets and sub_rule_named("alternatives-differ") in chosen.document:
        source = replace(source, differing=tuple(_differing(data)))
    about_file = [_Found(problem) for known in chosen.document for problem in known.problems(source)]
    if decoded.text is not None:
        return _check_text(decoded.text, source, about_file, name, chosen, surroundings)
    if is_of_other_program(data):
        return Checked(_undecodable(name, source, about_file), [])
    try:
        text = data[decoded.mark :].decode(decoded.encoding, "surrogateescape")
    except UnicodeDecodeError:  # UTF-16, cut off
        text = data[decoded.mark :].decode(decoded.encoding, "replace")
    at = len(data[decoded.mark : source.bad_start].decode(decoded.encoding, "replace"))
    here = [_Found(replace(problem, start=at, end=at)) for problem, _ in about_file]  # so that comments apply to them
    rest = _check_text(text, replace(source, text=text), here, name, chosen, surroundings)
    told = {one.problem.sub_rule for one in about_file}
    left = {one.problem.sub_rule for one in rest.findings}
    broken = [one for one in _undecodable(name, source, about_file) if one.problem.sub_rule in left]
    # Such a file is not fixed.
    found = [
        replace(one, problem=replace(one.problem, fix=None))
        for one in rest.findings
        if one.problem.sub_rule not in told and _is_of_text(one.problem, text)
    ]
    return Checked(sorted([*broken, *found], key=lambda one: (one.line, one.column)), rest.uses)


# What error handlers insert for invalid bytes.
_UNDECODED = "".join(map(chr, range(0xDC80, 0xDD00))) + "\ufffd"


def _is_of_text(problem: Problem, text: str) -> bool:
    """Return whether a problem is not only one of undecodable bytes, which IRI901 reports."""
    return problem.start == problem.end or bool(text[problem.start : problem.end].strip(_UNDECODED))


def _check_text(
    text: str, source: Source, about_file: list[_Found], name: str, chosen: _SubRules, surroundings: Surroundings
) -> Checked:
    format = format_of(name, text)
    found: list[_Found] = []
    places: list[tuple[int, int, str]] = []
    passages: Iterable[Passage] = format.read(text, bare=chosen.finder is not None)
    if chosen.finder is not None:
        passages = list(passages)
        found += _in_bare_links(text, passages, format, chosen, chosen.finder)
    for passage in passages:
        links = passage.links(format.profile)
        of_passage = _in_passage(text, passage, links, format, chosen, name, surroundings)
        if unknown := _entities(text, passage) if format.entities else []:
            of_passage = (one for one in of_passage if not _touches(unknown, one.problem.start, one.problem.end))
        found += _of_name(of_passage) if passage.identifies else of_passage
        if chosen.tree and not passage.identifies:
            places += [(*passage.span(link.start, link.end), link.iri) for link in links]
    if (found or places) and not name.endswith(".pot") and (spans := format.originals(text)):
        found = [one for one in found if not is_inside(spans, one.problem.start)]
        places = [place for place in places if not is_inside(spans, place[0])]
    if found and (spans := format.keys(text)):
        found = [
            one._replace(problem=_withheld(one.problem, _KEY)) if is_inside(spans, one.problem.start) else one
            for one in found
        ]
    found += _of_markup(text, name, format, chosen, surroundings)
    if format.escaped or format.printf:
        found = [one._replace(problem=_writable(one.problem, format, text)) for one in found]
    if format.fixed_widths:
        found = [one._replace(problem=_above_its_line(one.problem, text)) for one in found]
    found += about_file
    names = Names(text)
    found = [_as_safe_as_proven(one, names) for one in _without_yielding(found)]
    if not found and not places and not chosen.document:
        return Checked([], [])
    lines = Lines(text)
    comments = suppressions(text, format, lines)
    uses = list(_uses(name, places, lines, comments, chosen))
    found = _without_suppressed(found, uses, comments, lines, source, chosen)
    found.sort(key=lambda one: (one.problem.start, one.problem.end, one.problem.code))
    if format.own_charsets:
        from extract.mail.deception import is_deceptive

        found.sort(key=lambda one: not is_deceptive(one.problem))  # what may deceive comes first
    in_bytes = format.own_charsets
    return Checked([_finding(name, lines, problem, link, in_bytes) for problem, link in found], uses)


def _of_name(found: Iterable[_Found]) -> Iterator[_Found]:
    """Yield the problems of a name that programs compare letter by letter: another spelling is another name."""
    for one in found:
        if SUB_RULES[one.problem.sub_rule].on:
            yield one._replace(problem=replace(one.problem, fix=None))


# XML 1.0 §4.1; "&amp;" and its like (§4.6) are characters.
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[^\s&;<#]{1,100};")


def _entities(source: str, passage: Passage) -> list[tuple[int, int]]:
    """Return the references whose text is not known, or not all of it: no rule can judge that."""
    spans = [passage.span(*one.span()) for one in _ENTITY.finditer(passage.text)]
    return [(start, end) for start, end in spans if _ENTITY.fullmatch(source, start, end)]


def _writable(problem: Problem, format: Format, text: str = "") -> Problem:
    """Return a problem, without a fix that would have to be escaped at its place in a text."""
    if not problem.fix:
        return problem
    start = max(problem.start - _BEFORE, 0)
    start = max(text.rfind("\n\n", start, problem.start), start)
    is_escaped = (
        (format.escaped and re.search(format.escaped, problem.fix))
        or (format.fallback and not problem.fix.isascii())
        or ("%" in problem.fix and format.printf and re.search(format.printf, text[start : problem.start]))
    )
    return _withheld(problem, _ESCAPED) if is_escaped else problem


_BEFORE = 2000  # characters: a message and its comments


# Why a fix is not given: what to do is said, so that a person can.
_ESCAPED = "the source has escapes here"
_KEY = "mend the source text in the file that it is from"
_WIDTH = "the width of the cell would change"
_TOO_LONG = "the title would be longer than the line below it"


def _withheld(problem: Problem, why: str) -> Problem:
    """Return a problem without its fix, and with the reason, if it has one."""
    if problem.fix is None:
        return problem
    return replace(problem, fix=None, message=f"{problem.message}; no fix: {why}")


def _as_safe_as_proven(found: _Found, names: Names) -> _Found:
    """Return what was found; its fix is not safe if a name of the document would lead elsewhere, or nowhere."""
    problem = found.problem
    if not problem.safe or problem.fix is None or names.keeps(problem.start, problem.end, problem.fix):
        return found
    return found._replace(problem=replace(problem, safe=False))


_LINE_BELOW = re.compile(r"\r?\n[ \t]*(([^\w\s])\2{2,})[ \t]*(?:\r?\n|\Z)")
_LONGEST_TITLE = 500  # characters


def _above_its_line(problem: Problem, text: str) -> Problem:
    """Return a problem, without a fix that makes a title longer than the line below it (docutils, "Sections")."""
    if not problem.fix:
        return problem
    first = max(problem.start - _LONGEST_TITLE, 0)
    start = max(text.rfind("\n", first, problem.start) + 1, first)
    end = text.find("\n", problem.end, problem.end + _LONGEST_TITLE)
    end -= text[end - 1 : end] == "\r"
    below = _LINE_BELOW.match(text, end) if end >= 0 else None
    if below is None:
        return problem
    fixed = text[start : problem.start] + problem.fix + text[problem.end : end]
    return _withheld(problem, _TOO_LONG) if width(fixed) > len(below[1]) else problem


def _uses(
    path: str, places: list[tuple[int, int, str]], lines: Lines, comments: list[Suppression], rules: _SubRules
) -> Iterator[Use]:
    """Yield the links of a file, each with what a comment switches off for it."""
    switches = {
        sub_rule.name: Switches.of(comment for comment in comments if comment.names_sub_rule(sub_rule))
        for sub_rule in rules.tree
    }
    for start, end, iri in sorted(places):
        line, column = lines.place(start)
        off = frozenset(name for name, switch in switches.items() if switch.off_in(line))
        yield Use(path, line, column, start, end, iri, lines.excerpt(line), off)


def lint_tree(uses: Sequence[Use], rules: Iterable[Rule]) -> list[Finding]:
    """Check the links of all files together."""
    require(isinstance(uses, Sequence) and not isinstance(uses, str | bytes), "uses", "a sequence of Use", uses)
    uses = items("uses", Use, uses, "links, each a Use")
    findings = []
    for known in (sub_rule for rule in items("rules", Rule, rules, "rules") for sub_rule in rule.sub_rules):
        if known.scope == "tree":
            for problem in known.problems(uses):
                use = uses[problem.start]
                if known.name in use.off:
                    continue
                # A fix replaces the whole IRI, so the source must have it without escapes.
                verbatim = use.end - use.start == len(use.iri)
                moved = replace(problem, start=use.start, end=use.end, fix=problem.fix if verbatim else None)
                moved = _writable(moved, format_of(use.path))
                end_column = use.column + use.end - use.start
                findings.append(
                    Finding(use.path, moved, use.line, use.column, use.line, end_column, use.excerpt, use.iri)
                )
    return findings


def _differing(data: bytes) -> Iterator[tuple[int, int, str]]:
    """Yield each place where HTML leads to another site than its text, and why."""
    if b"multipart/alternative" not in data.lower():
        return
    from extract.mail.deception import differing_links
    from extract.mail.links import links_in_message
    from extract.mail.mailboxes import StoredMessage, split_mbox

    for message in (
        split_mbox(BytesIO(data), as_stored=True) if data.startswith(b"From ") else [StoredMessage("", data)]
    ):
        links = list(links_in_message(message.data, headers=False))
        for index, told in differing_links(links):
            start = message.start + (links[index].byte_start or 0)
            written = links[index].text.encode()
            yield start, start + (len(written) if data.startswith(written, start) else 1), told


class _Found(NamedTuple):
    """A problem, and the IRI that it is about."""

    problem: Problem
    link: str = ""


def _source(data: bytes, decoded: Decoded, format: Format) -> Source:
    return Source(
        data=data,
        text=decoded.text,
        encoding=decoded.encoding,
        bad_start=decoded.start,
        bad_end=decoded.end,
        declared=decoded.declared,
        contradicted=decoded.contradicted,
        format=format,
    )


def _original(surroundings: Surroundings, format: Format) -> str | None:
    """Return the text that a file translates, if it is in the same format."""
    if surroundings.original is None:
        return None
    name, data = surroundings.original
    other = format_of(name, data)
    return decode(data, None, other).text if other.suffixes == format.suffixes else None


_SWALLOWED = re.compile(r">[^<>]{0,300}</[A-Za-z]")  # markup in an attribute


def _in_passage(
    source: str,
    passage: Passage,
    links: list[Link],
    format: Format,
    rules: _SubRules,
    path: str,
    surroundings: Surroundings,
) -> Iterator[_Found]:
    """Yield the problems of a segment's links and prose."""
    written = list(_in_prose(source, passage, links, format, rules, path, surroundings))
    silent = {one.problem.start for one in written if SUB_RULES[one.problem.sub_rule].silences == "place"}
    if any(SUB_RULES[one.problem.sub_rule].silences == "text" for one in written):
        links = []
    if passage.target and format.tags and _SWALLOWED.search(passage.text):
        links = []  # a quotation mark is missing, which is told: what follows is no address
    told: set[str | None] = set()  # sub-rules and components
    for link in links:
        for problem in check_link(Place(link, passage, format), rules.iri, rules.asked_for):
            told |= {problem.sub_rule, problem.component}
            if link.iri != link.text and passage.base:  # offsets are those of the resolved IRI
                problem = replace(problem, start=0, end=len(link.text), fix=None, split=None)
            if format.fixed_widths and passage.outer is not None:
                problem = _withheld(problem, _WIDTH)
            found = _in_source(source, passage, problem, link.start)
            if found.start not in silent:
                yield _Found(found, link.iri)
    if links and (read := passage.read_otherwise()):
        whole = links[0]._replace(start=0, end=len(passage.text), iri=read)
        for problem in check_link(Place(whole, passage, format), rules.iri, rules.asked_for):
            if problem.component in ("scheme", "host") and not told & {problem.sub_rule, problem.component}:
                problem = replace(problem, start=0, end=len(passage.text), fix=None, split=None)
                yield _Found(_in_source(source, passage, problem, 0), read)
    yield from written


def _in_bare_links(
    source: str, passages: Sequence[Passage], format: Format, rules: _SubRules, finder: Finder
) -> Iterator[_Found]:
    """Yield the problems of links without a scheme."""
    spans = [passage.span(link.start, link.end) for passage in passages for link in passage.links(format.profile)]
    for passage, link in bare_links(passages, finder, spans):
        added = len(link.iri) - len(link.text)  # "https://" or "mailto:"
        for problem in check_link(Place(link, passage, format), rules.iri, rules.asked_for):
            if problem.start < added or not link.iri.endswith(link.text):
                problem = replace(problem, start=added, end=len(link.iri), fix=None, split=None)
            yield _Found(_in_source(source, passage, problem, link.start - added), link.iri)


def _without_yielding(found: list[_Found]) -> list[_Found]:
    """Leave out what another sub-rule reports better at the same place."""
    places: dict[str, list[tuple[int, int]]] = {}
    for one in found:
        places.setdefault(one.problem.sub_rule, []).append((one.problem.start, one.problem.end))
    for spans in places.values():
        spans.sort()

    def is_told(problem: Problem) -> bool:
        return any(
            _touches(places[name], problem.start, problem.end)
            for name in SUB_RULES[problem.sub_rule].yields_to
            if name in places
        )

    return [one for one in found if not is_told(one.problem)]


def _touches(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether one of the sorted spans touches it."""
    last = bisect_right(spans, end, key=lambda span: span[0]) - 1
    return last >= 0 and spans[last][1] >= start


_OF_DRAFT = re.compile(r"SUMMARY\.md\Z|(?i:template)s?(?:/[^/]*|[^/]*)\Z")


def _is_right_here(slip: Spot, source: str, path: str, surroundings: Surroundings) -> bool:
    """Return whether what a slip describes is no mistake in a file, because of what is known about it."""
    if slip.of_wiki and (surroundings.in_wiki or is_of_wiki(source)):
        return True
    if not slip.of_pages and _OF_DRAFT.search(path):
        return True
    return not slip.default_role and (surroundings.default_role or names_objects(source))


def _of_markup(
    source: str, path: str, format: Format, rules: _SubRules, surroundings: Surroundings
) -> Iterator[_Found]:
    """Yield what was meant as a link, and is not one."""
    by_markup = {slips.markup: slips for known in rules.with_slips.values() for slips in known.slips}
    if not by_markup or not format.markup:
        return

    net = Net(by_markup)
    for paragraph in format.paragraphs(source, net):
        slips = by_markup.get(paragraph.markup)
        if slips is None:
            continue
        if paragraph.defined and surroundings.added_names and "docutils" in FORMATS[paragraph.markup].read_by:
            paragraph = paragraph._replace(defined=paragraph.defined | surroundings.added_names)
        for slip, found in slips.found(paragraph, format, next_to_letters=surroundings.character_level_inline_markup):
            known = rules.with_slips.get(slip.rule)
            if known is None or _is_right_here(slip, source, path, surroundings):
                continue
            is_shared = surroundings.added_names is None or format is not FORMATS[paragraph.markup]
            if slip.whole_file and (is_shared or surroundings.is_included()):
                continue
            if slip.whole_file:
                name = named(paragraph.text[found.start : found.end])
                if any(surroundings.may_define(one, name) for one in ("", *includes(source))):
                    continue
            problem = known.attributed(found)
            if paragraph.is_cell and FORMATS[paragraph.markup].fixed_widths:
                problem = _withheld(problem, _WIDTH)
            yield _Found(_in_source(source, paragraph.passage, problem, 0))


def _in_prose(
    source: str,
    passage: Passage,
    links: list[Link],
    format: Format,
    rules: _SubRules,
    path: str,
    surroundings: Surroundings,
) -> Iterator[_Found]:
    """Yield the problems of a segment's text, at their places in the source."""
    prose = Prose(passage.text, tuple(links), format, passage.target, passage.label, path, surroundings)
    for known in rules.prose:
        for problem in known.problems(prose):
            if format.fixed_widths and passage.outer is not None:
                problem = _withheld(problem, _WIDTH)
            last = bisect_right(links, problem.start, key=lambda link: link.start) - 1
            meant = links[last].iri if last >= 0 and problem.start <= links[last].end else ""
            yield _Found(_in_source(source, passage, problem, 0), meant)


def _in_source(source: str, passage: Passage, problem: Problem, offset: int) -> Problem:
    """Return a problem at its place in the source; without a fix if the text is escaped there."""
    start, end = problem.start + offset, problem.end + offset
    source_start, source_end = passage.span(start, end)
    verbatim = source[source_start:source_end] == passage.text[start:end]
    split = None if problem.split is None else passage.span(start, problem.split + offset)[1]
    problem = problem if verbatim else _withheld(problem, _ESCAPED)
    return replace(problem, start=source_start, end=source_end, split=split)


def _without_suppressed(
    found: list[_Found], uses: list[Use], comments: list[Suppression], lines: Lines, source: Source, rules: _SubRules
) -> list[_Found]:
    """Return the problems that no comment suppresses, and one for each comment that suppresses nothing.

    What the rules over all files will find is not known yet: a comment that switches one off for a link counts as used.
    """
    if not comments:
        return found
    by_sub_rule: dict[str, list[int]] = {}  # the lines of a sub-rule's problems
    for one in found:
        by_sub_rule.setdefault(one.problem.sub_rule, []).append(lines.line(one.problem.start))
    for use in uses:
        for name in use.off:
            by_sub_rule.setdefault(name, []).append(use.line)
    switches: dict[str, Switches] = {}
    used: set[Suppression] = set()
    for name, places in by_sub_rule.items():
        about = [comment for comment in comments if comment.names_sub_rule(SUB_RULES[name])]
        switches[name] = Switches.of(about)
        places.sort()
        used.update(comment for comment in about if comment.has_line(places))
    kept = [one for one in found if not switches[one.problem.sub_rule].off_in(lines.line(one.problem.start))]
    unused = sub_rule_named("unused-suppression")
    if unused in rules.document:
        kept += map(_Found, unused.problems(replace(source, unused=_idle(comments, used))))
    return kept


def _idle(comments: list[Suppression], used: set[Suppression]) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    """Return where the comments are that suppress nothing, each with the names that no rule has."""
    return tuple(
        (comment.start, comment.end, tuple(name for name in comment.names if not sub_rules_named(name)))
        for comment in comments
        if comment.report_if_unused and comment not in used
    )


def _finding(path: str, lines: Lines, problem: Problem, link: str, in_bytes: bool) -> Finding:
    """Return the finding of a problem; of mail, whose text is ``in_bytes``, lines in UTF-8 are shown decoded."""
    line, column = lines.place(problem.start)
    end_line, end_column = lines.place(problem.end)
    if not in_bytes:
        return Finding(path, problem, line, column, end_line, end_column, lines.excerpt(line), link)
    _, end_column = _in_utf_8(lines.excerpt(end_line), end_column)
    excerpt, column = _in_utf_8(lines.excerpt(line), column)
    return Finding(path, problem, line, column, end_line, end_column, excerpt, link)


_LONGEST_DECODED = 10_000  # bytes of a line: it is decoded for each of its findings


def _in_utf_8(line: str, column: int) -> tuple[str, int]:
    """Return a line of bytes and a column in it as UTF-8, if it is."""
    if line.isascii() or len(line) > _LONGEST_DECODED:
        return line, column
    try:
        text = line.encode("latin-1").decode()
    except UnicodeDecodeError:
        return line, column
    return text, len(line[: column - 1].encode("latin-1").decode("utf-8", "ignore")) + 1


def _undecodable(path: str, source: Source, found: list[_Found]) -> list[Finding]:
    """Return the findings of a file that cannot be decoded; lines are counted in its bytes."""
    lines = Lines(source.data.decode("latin-1"))
    line, byte = lines.place(source.bad_start)
    raw = lines.excerpt(line).encode("latin-1")
    column = len(raw[: byte - 1].decode(source.encoding, "replace")) + 1
    excerpt = raw.decode(source.encoding, "backslashreplace")
    return [Finding(path, problem, line, column, line, column + 4, excerpt, "") for problem, _ in found]
