"""Search for texts that take more than linear time: python -m tools.hostile_search --minutes 60 [--only "lint rst"]

A text consists of a beginning, a repeated unit of one to three tokens, and an ending. In some texts, each line has one
more copy of the first token than the line above. Each is tried on a function of `tests.surfaces`. If `tests.linear`
complains, the text is reduced to as few tokens as possible and printed as a line of ``tests/cases/hostile.txt``.

With ``--counted``, the characters that are read are counted first, which does not depend on other processes. The units
evolve: those that were read most often by any function of a kind are changed and combined for all of them.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import partial
from typing import NamedTuple

from tests.hostile import TABLE, grown, unescaped
from tests.linear import PER_CHARACTER, Reading, assert_reads_linearly, characters_read, complaint, counting
from tests.surfaces import SURFACES, Surface

PATIENCE = 20.0  # seconds for one call


def _tokens() -> dict[str, list[str]]:
    """Return the tokens of each section of the table."""
    found: dict[str, list[str]] = {}
    text = TABLE.with_name("hostile_tokens.txt").read_text("utf-8")
    for section in text.split("\n[[")[1:]:
        name, _, tokens = section.partition("]]\n")
        found[name] = [*map(unescaped, tokens.split())]
    return found


_FOUND = _tokens()
BEFORE, AFTER = _FOUND["before"], _FOUND["after"]
TOKENS = {"text": _FOUND["text"], "iri": _FOUND["iri"]}
TOKENS |= {kind: _FOUND["text"] + 2 * _FOUND[kind] for kind in ("file", "mail")}


class Shape(NamedTuple):
    """A text that can be generated in any size."""

    before: str
    tokens: tuple[str, ...]
    after: str
    grows: bool = False  # in lines, each with one more copy of the first token

    def __str__(self) -> str:
        """Return the shape in the notation of `tests.hostile`."""
        first, *others = self.tokens
        unit = f"{first}↗{''.join(others)}\n" if self.grows else "".join(self.tokens)
        return f"{self.before}⟦{unit}⟧{self.after}"

    def text(self, size: int) -> str:
        """Return the text with about ``size`` characters."""
        return grown(str(self), size)

    def smaller(self) -> Iterator[Shape]:
        """Yield the shapes with one element removed."""
        if self.before:
            yield self._replace(before="")
        if self.after:
            yield self._replace(after="")
        if self.grows:
            yield self._replace(grows=False)
        if len(self.tokens) > 1:
            for i in range(len(self.tokens)):
                yield self._replace(tokens=self.tokens[:i] + self.tokens[i + 1 :])


class _TooLongError(BaseException):
    """A call was aborted."""


def _patient(surface: Surface) -> Surface:
    """Return a function that calls the surface, and aborts it when it takes too long."""

    def end(*_: object) -> None:
        raise _TooLongError

    def call(text: str) -> object:
        signal.signal(signal.SIGPROF, end)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            return surface(text)
        except _TooLongError as error:
            return error
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    return call


def _random_shape(kind: str, chance: random.Random) -> Shape:
    tokens = tuple(chance.choices(TOKENS[kind], k=chance.choices((1, 2, 3), (1, 5, 6))[0]))
    before = chance.choice(BEFORE) if chance.random() < 0.35 else ""
    after = chance.choice(AFTER) if chance.random() < 0.45 else ""
    return Shape(before, tokens, after, chance.random() < _GROWING)


_GROWING = 0.15  # share of the shapes


def _chosen(only: str) -> list[tuple[str, str, Surface]]:
    """Return the kind, the name and the function of each surface whose name contains ``only``."""
    return [
        (kind, name, _patient(surface))
        for kind, table in SURFACES.items()
        for name, surface in table.items()
        if only in f"{kind}: {name}"
    ]


_KEPT = 60  # best shapes of a kind, which are changed and combined
_RISE = 1.5  # ratio of the reads of the second half to those of the first above which a text is checked
_HALF = 500  # characters of half a text


def search(minutes: float, only: str, seed: int, *, counted: bool) -> int:
    """Search until the CPU time is over; return the number of shapes found."""
    chance = random.Random(seed)
    surfaces = _chosen(only)
    texts = Counter[str]()
    seconds, reads = defaultdict[str, float](float), defaultdict[str, float](float)  # for each function
    kept: dict[str, dict[Shape, float]] = {kind: {} for kind, _, _ in surfaces}
    found: set[tuple[str, frozenset[str]]] = set()
    begin = time.process_time()
    with counting() if counted else nullcontext() as reading:
        is_wrong = partial(_is_read_again, reading) if reading else _takes_long
        for _, _, surface in surfaces:
            surface("http://a.example/é " * 50)  # compile and import everything first
        while (start := time.process_time()) < begin + 60 * minutes:
            kind, name, surface = min(surfaces, key=lambda each: seconds[each[1]])
            for _ in range(20 if reading else 2):  # because CPU time has a resolution of some milliseconds
                shape = _descendant(kind, list(kept[kind]), chance)
                texts[name] += 1
                if reading:
                    rise, often = _read(surface, shape, reading)
                    reads[name] += often
                    _keep(kept[kind], shape, rise * often * texts[name] / (reads[name] or 1))  # a usual shape scores 1
                    if rise <= _RISE and often <= PER_CHARACTER:
                        continue
                if (name, frozenset(shape.tokens)) in found or not is_wrong(surface, shape):
                    continue
                while smaller := next((one for one in shape.smaller() if is_wrong(surface, one)), None):
                    shape = smaller
                if (name, frozenset(shape.tokens)) not in found:
                    found.add((name, frozenset(shape.tokens)))
                    print(f"[{name}]\n{str(shape).encode('unicode_escape').decode()}", flush=True)
            seconds[name] += time.process_time() - start
    each = f"at least {min(texts.values())} for each"
    spent = time.process_time() - begin
    print(f"{texts.total()} texts on {len(surfaces)} functions ({each}) in {spent:.0f} s: {len(found)} found")
    return len(found)


def _takes_long(surface: Surface, shape: Shape) -> bool:
    return complaint(surface, shape.text) != ""


def _descendant(kind: str, parents: list[Shape], chance: random.Random) -> Shape:
    """Return a new random shape, a changed one, or a combination of two."""
    if not parents or chance.random() < 0.3:
        return _random_shape(kind, chance)
    shape, other = chance.choice(parents), chance.choice(parents)
    tokens, place = list(shape.tokens), chance.randrange(len(shape.tokens))
    match chance.randrange(6):
        case 0:
            tokens[place] = chance.choice(TOKENS[kind])
        case 1:
            tokens.insert(place, chance.choice(TOKENS[kind]))
        case 2:
            tokens = [*tokens[: place + 1], *other.tokens[-2:]]
        case 3:
            return shape._replace(before=chance.choice(["", *BEFORE]))
        case 4:
            return shape._replace(grows=not shape.grows)
        case _:
            return shape._replace(after=chance.choice(["", *AFTER]))
    return shape._replace(tokens=tuple(tokens[:5]))


def _keep(kept: dict[Shape, float], shape: Shape, score: float) -> None:
    kept[shape] = max(score, kept.get(shape, 0))
    if len(kept) > _KEPT:
        del kept[min(kept, key=lambda each: kept[each])]


def _read(surface: Surface, shape: Shape, reading: Reading) -> tuple[float, float]:
    """Return the ratio of reads of the second half of a text to the first, and the reads per character."""
    one, two = (characters_read(surface, shape.text(size), reading) for size in (_HALF, 2 * _HALF))
    return (two - one) / max(one, _HALF), two / (2 * _HALF)


def _is_read_again(reading: Reading, surface: Surface, shape: Shape) -> bool:
    try:
        assert_reads_linearly(surface, shape.text, reading)
    except AssertionError:
        return True
    return False


def main() -> int:
    """Run the search. Return 1 if a shape was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60, help="of processor time (default: 60)")
    parser.add_argument("--only", default="", help="part of the names of the functions to try: 'text: find'")
    parser.add_argument(
        "--seed", type=int, default=None, help="what the texts follow from (default: another each time)"
    )
    parser.add_argument("--counted", action="store_true", help="count what is read; do not measure the time")
    options = parser.parse_args()
    if not _chosen(options.only):
        parser.error(f"no function of tests/surfaces.py has {options.only!r} in its name")
    seed = options.seed or random.randrange(10**6)
    with suppress(KeyboardInterrupt):
        return int(search(options.minutes, options.only, seed, counted=options.counted) > 0)
    return 2


if __name__ == "__main__":
    sys.exit(main())
