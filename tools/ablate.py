"""Print the effect of removing one record at a time: of detection, broken markup, and redirects.

python -m tools.ablate FOLDER [KIND …]

FOLDER contains real text: chats, mail, forums, dumps, code. A line of the output has the record, the number of lines
where it acts, and three numbers of changes without it: labelled lines lost, labelled lines gained, other lines. Two
examples follow. A record is useful if lines are lost without it, or others become worse. If it acts in fewer than 20
lines, look for more text first.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import regex

from extract import Finder, lint, to_uri
from extract.detect import evidence, particles, tailorings
from extract.detect.around import line_after, line_before
from extract.redirects import chain, services
from extract.rules.markup import intent
from tests.detect.tables import table
from tests.marking import mark_links, unmark
from tests.redirects.test_chain import ROWS

_T = TypeVar("_T")
_Acts = Callable[[str], set[str]]  # maps a line to the names of the records that act in it
_EVERYWHERE: Any = {"bare_domains": True, "email": True}
_TABLES = ("detection.txt", "glued_words.txt", "prose.txt")


class Kind(NamedTuple):
    """A kind of records that are removed in the same way."""

    records: Callable[[], dict[str, Callable[[], object]]]  # a function that removes each, before compiling
    acts: Callable[[], _Acts]  # called in its own process
    outcome: Callable[[], Callable[[str], str]]  # the text to show and compare for a line


def _marked() -> Callable[[str], str]:
    find = Finder(**_EVERYWHERE).find
    return lambda line: mark_links(line, find(line))


def _rows(module: Any, loader: str, name: Callable[[Any], str]) -> dict[str, Callable[[], object]]:
    """Return a function for each row of a table that removes it. ``loader`` names the function that loads the table."""
    rows = getattr(module, loader)()

    def without(row: object) -> None:
        setattr(module, loader, lambda: tuple(one for one in rows if one is not row))

    return {name(row): partial(without, row) for row in rows}


def _tailorings() -> dict[str, Callable[[], object]]:
    usual = tailorings.PROSE
    return {name: partial(setattr, tailorings, "PROSE", usual - {name}) for name in sorted(usual)}


def _tailorings_act() -> _Acts:
    """Return a function that returns the tailorings that, each by itself, change the links of plain UTS #58."""
    plain = Finder(profile="uts58", **_EVERYWHERE).find
    alone = {name: Finder(profile={name}, **_EVERYWHERE).find for name in tailorings.PROSE}

    def acts(line: str) -> set[str]:
        spans = [link[:2] for link in plain(line)]
        return {name for name, find in alone.items() if [link[:2] for link in find(line)] != spans}

    return acts


def _names_seen(of: Callable[[str, int, int], set[str]]) -> _Acts:
    """Return a function that collects the results of ``of`` for each bare domain in a line."""
    found: set[str] = set()

    def decide(text: str, start: int, end: int) -> bool:
        found.update(of(text, start, end))
        return True

    evidence.is_site = decide  # type: ignore[assignment]
    find = Finder(**_EVERYWHERE).find

    def acts(line: str) -> set[str]:
        found.clear()
        list(find(line))
        return set(found)

    return acts


def _ending(name: str) -> str:
    return evidence.kind_of(name.rpartition(".")[2].lower())


def _signs_act() -> _Acts:
    def of(text: str, start: int, end: int) -> set[str]:
        place = evidence.NameInLine(text[start:end], line_before(text, start), line_after(text, end))
        kind = _ending(place.name)
        return {sign.reason for sign in evidence.signs() if kind in sign.kinds and sign.test()(place)}

    return _names_seen(of)


def _endings() -> dict[str, Callable[[], object]]:
    weights, kinds, languages = evidence.endings()

    def without(kind: str) -> None:
        others = evidence.Endings(weights, {name: one for name, one in kinds.items() if one != kind}, languages)
        evidence.endings = lambda: others  # type: ignore[assignment]

    return {kind: partial(without, kind) for kind in weights}


def _endings_act() -> _Acts:
    return _names_seen(lambda text, start, end: {_ending(text[start:end])})


def _row(row: particles.Particles) -> str:
    return f"{row.language} {' '.join(sorted(row.places))} {row.how} {row.patterns[0]} …"


def _particles_act() -> _Acts:
    find = Finder(profile=tailorings.PROSE - {"glued-words"}).find
    rows = [(_row(row), regex.compile(rf"[0-9A-Za-z/](?:{'|'.join(row.patterns)})")) for row in particles.particles()]

    def acts(line: str) -> set[str]:
        texts = [link.text for link in find(line) if not link.text.isascii()]
        return {name for name, pattern in rows if any(map(pattern.search, texts))}

    return acts


def _tracker(form: services.Form) -> str:
    return f"{form.service} {','.join(form.hosts)} {form.place.pattern if form.place else '-'}"


def _trackers_act() -> _Acts:
    find = Finder().find
    names = [*map(_tracker, services.forms())]

    def acts(line: str) -> set[str]:
        steps = [step for link in find(line) for step in chain.redirect_chain(link.iri) if step.service]
        return {name for step in steps for name in names if name.startswith(f"{step.service} ")}

    return acts


def _targets() -> Callable[[str], str]:
    find = Finder().find
    return lambda line: " ".join(str(step) for link in find(line) for step in chain.redirect_chain(link.iri))


class _Noting:
    """A pattern that records its name when it matches."""

    def __init__(self, name: str, pattern: Any, found: set[str]) -> None:
        self.name, self.pattern, self.found = name, pattern, found

    def __getattr__(self, method: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            if match := getattr(self.pattern, method)(*arguments):
                self.found.add(self.name)
            return match

        return call


def _intent() -> dict[str, Callable[[], object]]:
    """Return a function for each pattern in `intent` that disables it."""
    names = [name for name, value in vars(intent).items() if hasattr(value, "pattern")]
    return {name: partial(setattr, intent, name, re.compile("(?!)")) for name in names}


def _intent_acts() -> _Acts:
    found: set[str] = set()
    for name in _intent():
        setattr(intent, name, _Noting(name, getattr(intent, name), found))
    outcome = _findings()

    def acts(line: str) -> set[str]:
        found.clear()
        outcome(line)
        return set(found)

    return acts


def _findings() -> Callable[[str], str]:
    def outcome(line: str) -> str:
        problems = (found.problem for name in ("a.md", "a.rst") for found in lint(line.encode(), name))
        return f"{line} {' '.join(f'{one.sub_rule}:{one.start}' for one in problems)}"

    return outcome


KINDS = {
    "tailoring": Kind(_tailorings, _tailorings_act, _marked),
    "sign": Kind(partial(_rows, evidence, "signs", attrgetter("reason")), _signs_act, _marked),
    "ending": Kind(_endings, _endings_act, _marked),
    "particle": Kind(partial(_rows, particles, "particles", _row), _particles_act, _marked),
    "intent": Kind(_intent, _intent_acts, _findings),
    "tracker": Kind(partial(_rows, services, "forms", _tracker), _trackers_act, _targets),
}


class Left(NamedTuple):
    """The effect of removing a record."""

    lines: int  # number of lines where it acts
    lost: list[str]  # labelled lines
    gained: list[str]
    changed: list[tuple[str, str]]  # outcomes of other lines, with and without the record

    def report(self, record: str) -> str:
        """Return a line of the output, with two examples of each change."""
        figures = f"{self.lines:7} {len(self.lost):4} {len(self.gained):4} {len(self.changed):6}  {record}"
        shown = [f"      {with_it.strip()}\n   -> {without.strip()}" for with_it, without in self.changed[:2]]
        return "\n".join([figures, *shown, *(f"      lost {line}" for line in self.lost[:2])])


def in_child(function: Callable[[], _T]) -> _T:
    """Return the result of a function that runs in a forked process, with its own caches and records."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    child = context.Process(target=lambda: sending.send(function()))
    child.start()
    sending.close()  # close it here, so that recv does not block if the child fails
    with receiving:
        result: _T = receiving.recv()
    child.join()
    return result


def labelled_lines(kind: str) -> list[tuple[str, Any]]:
    """Return the lines of our tables: for trackers links and where they lead, else marked texts and their options."""
    if kind == "tracker":
        return [(link, target) for _, link, target in ROWS]
    return [row for name in _TABLES for rows in table(name).values() for row in rows]


def _is_right(line: str, wanted: Any) -> bool:
    if isinstance(wanted, str):
        last = chain.redirect_chain(line)[-1]
        return last.is_hidden if wanted == "-" else to_uri(last.iri) == to_uri(wanted)
    text = unmark(line)[0]
    return mark_links(text, Finder(**wanted).find(text)) == line


def _outcomes(kind: Kind, lines: list[str], found: list[set[str]]) -> list[str]:
    outcome = kind.outcome()
    return [outcome(line) if acting else "" for line, acting in zip(lines, found, strict=True)]


def ablate(
    kind: Kind, names: set[str], lines: list[str], labelled: list[tuple[str, Any]]
) -> Iterator[tuple[str, Left]]:
    """Yield each record (only those in ``names``, if any) and the effect of removing it."""
    found = in_child(lambda: [*map(kind.acts(), lines)])
    before = in_child(partial(_outcomes, kind, lines, found))
    right = in_child(lambda: [_is_right(*row) for row in labelled])

    def without(remove: Callable[[], object], numbers: list[int]) -> tuple[list[bool], list[tuple[str, str]]]:
        remove()
        outcome = kind.outcome()
        pairs = ((before[number], outcome(lines[number])) for number in numbers)
        return [_is_right(*row) for row in labelled], [pair for pair in pairs if pair[0] != pair[1]]

    records = kind.records()
    for name in names or records:
        numbers = [number for number, acting in enumerate(found) if name in acting]
        left, changed = in_child(partial(without, records[name], numbers))
        both = [(row[0], had, has) for row, had, has in zip(labelled, right, left, strict=True)]
        lost, gained = ([row for row, had, has in both if (had, has) == now] for now in ((True, False), (False, True)))
        yield name, Left(len(numbers), lost, gained, changed)


def lines_of(folder: Path) -> list[str]:
    """Return the distinct lines of all files that may contain links, and 1000 characters of a longer one."""
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            for line in path.read_text("utf-8", "replace").splitlines():
                if "." in line or "/" in line or ":" in line:
                    found[line[:1000]] = None
    return list(found)


def main() -> None:
    """Print the effect of each record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="real text, in any folders and files")
    parser.add_argument("kinds", nargs="*", help=f"kinds of records: {', '.join(KINDS)}")
    arguments = parser.parse_args()
    lines = lines_of(arguments.folder)
    print(f"{len(lines)} lines of text\n  acts lost gain change  record", flush=True)
    for name in arguments.kinds or KINDS:
        for record, left in ablate(KINDS[name], set(), lines, labelled_lines(name)):
            print(left.report(f"{name} {record}"), flush=True)


if __name__ == "__main__":
    main()
