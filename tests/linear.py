"""Whether a function takes linear time: by the characters that it reads, or by processor time.

`counting` counts what the engine's own loops read, and needs nothing in the engine: the text is a `str` that counts its
slices and searches, also where it is taken for an IRI or comes out of bytes, and patterns are replaced by such that
count what they match and search. Counts are exact and the same everywhere, so that small texts are enough. What a
pattern reads in vain is seen only in the time it takes.
"""

from __future__ import annotations

import gc
import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
import regex

from extract.iri.errors import text_of
from extract.readers.charsets import decode_labeled
from extract.readers.document import Document
from tests.hostile import Text
from tests.surfaces import Surface

LONG = "IRI_ALL_TESTS" in os.environ  # `dev.py test --all`
FACTOR = 2.5  # for twice the text
PER_CHARACTER = 500  # as often as a character may be read; most are read two to ten times
STEPS = 3_000  # of an empty loop, for a character: some 35 µs; most texts need 1 µs, and `iri lint` grants 20 and 10 s
_SMALL = 6_000  # characters; more than the bounds within which text is read again
_MEASURABLE = 0.05  # seconds of processor time
_LONG = 20e-6  # seconds for a character: then it is compared with an empty loop
STEP = 1.15  # for eight times the text, of eight times as long
_LARGEST = 1 << 19  # characters
_HOPELESS = 10  # seconds


class Reading:
    """How many characters were read."""

    def __init__(self) -> None:
        self.characters = 0


class _Text(str):
    """A text that counts what is read of it by slices and searches."""

    __slots__ = ("reading",)
    reading: Reading

    def __getitem__(self, key: Any) -> str:
        part = super().__getitem__(key)
        self.reading.characters += len(part)
        return _counted(part, self.reading) if len(part) > 1 else part

    def _span(self, start: int | None, end: int | None) -> tuple[int, int]:
        first, last, _ = slice(start, end).indices(len(self))
        return first, max(first, last)

    def find(self, sub: str, start: int | None = None, end: int | None = None, /) -> int:  # type: ignore[override]
        first, last = self._span(start, end)
        at = super().find(sub, start, end)
        self.reading.characters += (at if at >= 0 else last) - first + 1
        return at

    def rfind(self, sub: str, start: int | None = None, end: int | None = None, /) -> int:  # type: ignore[override]
        first, last = self._span(start, end)
        at = super().rfind(sub, start, end)
        self.reading.characters += last - (at if at >= 0 else first) + 1
        return at

    def count(self, sub: str, start: int | None = None, end: int | None = None, /) -> int:  # type: ignore[override]
        first, last = self._span(start, end)
        self.reading.characters += last - first
        return super().count(sub, start, end)

    def __contains__(self, sub: object) -> bool:
        return self.find(sub) >= 0  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[str]:
        self.reading.characters += len(self)
        return super().__iter__()


def _whole(name: str) -> Callable[..., Any]:
    def method(self: _Text, *arguments: Any, **options: Any) -> Any:
        self.reading.characters += len(self)
        return getattr(super(_Text, self), name)(*arguments, **options)

    return method


for _name in """casefold expandtabs isalnum isalpha isdigit islower isprintable isspace isupper lower lstrip partition
        replace rpartition rsplit rstrip split splitlines strip translate upper encode""".split():
    setattr(_Text, _name, _whole(_name))


def _counted(text: str, reading: Reading) -> _Text:
    counted = _Text(text)
    counted.reading = reading
    return counted


class _Pattern:
    """A pattern that counts what it matches, and what it searches."""

    def __init__(self, pattern: Any, reading: Reading) -> None:
        self._pattern, self._reading = pattern, reading

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._pattern, name)
        if name not in ("match", "fullmatch", "search", "finditer", "sub", "subn", "split", "findall"):
            return found

        def call(*arguments: Any, **options: Any) -> Any:
            reading = self._reading
            if name == "finditer":
                return self._each(found(*arguments, **options), arguments)
            if name in ("match", "fullmatch", "search"):
                match = found(*arguments, **options)
                start = arguments[1] if len(arguments) > 1 else 0
                stop = arguments[2] if len(arguments) > 2 else len(arguments[0])
                if match is None:
                    reading.characters += max(stop - start, 0) if name == "search" else 1
                elif self._pattern.flags & regex.REVERSE:
                    reading.characters += stop - match.start() + 1
                else:
                    reading.characters += match.end() - min(match.start(), start if name == "search" else stop) + 1
                return match
            reading.characters += len(arguments[1] if name.startswith("sub") else arguments[0])
            return found(*arguments, **options)

        return call

    def _each(self, matches: Iterator[Any], arguments: Any) -> Iterator[Any]:
        position = arguments[1] if len(arguments) > 1 else 0
        for match in matches:
            self._reading.characters += match.end() - position + 1
            position = match.end()
            yield match
        self._reading.characters += max((arguments[2] if len(arguments) > 2 else len(arguments[0])) - position, 0)


class _Module:
    """`re` or `regex`, with patterns that count."""

    def __init__(self, module: Any, reading: Reading) -> None:
        self._module, self._reading = module, reading

    def compile(self, *arguments: Any) -> _Pattern:
        return _Pattern(self._module.compile(*arguments), self._reading)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def _replaced(value: Any, reading: Reading) -> Any:
    """Return patterns and modules, or what has some, as they are while `counting`."""
    if isinstance(value, (re.Pattern, regex.Pattern)):
        return _Pattern(value, reading)
    if value is re or value is regex:
        return _Module(value, reading)
    if value is decode_labeled:
        return lambda *arguments, **options: _seen(value(*arguments, **options), reading)
    if isinstance(value, dict) and any(isinstance(each, (re.Pattern, regex.Pattern)) for each in value.values()):
        return {key: _replaced(each, reading) for key, each in value.items()}
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(_replaced(each, reading) for each in value)
    return value


def _seen(decoded: Any, reading: Reading) -> Any:
    """Return what was decoded, with a text that counts."""
    return decoded if decoded.text is None else decoded._replace(text=_counted(decoded.text, reading))


def _decoding(reading: Reading) -> Any:
    """Return a property that decodes a document to a text that counts."""
    read = vars(Document)["_decoded"].func

    def decoded(document: Document) -> str | UnicodeDecodeError:
        found: str | UnicodeDecodeError = read(document)
        return _counted(found, reading) if isinstance(found, str) else found

    counted = cached_property(decoded)
    counted.__set_name__(Document, "_decoded")
    return counted


def _text_of(iri: object, name: str = "iri") -> str:
    """Return the text of an IRI, which goes on counting if it does; rules ask for it once."""
    return iri if isinstance(iri, _Text) else text_of(iri, name)


def _forget(modules: Iterable[ModuleType]) -> None:
    for module in modules:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@contextmanager
def counting() -> Iterator[Reading]:
    """Count the characters that the engine reads; what it keeps is forgotten before and after."""
    reading = Reading()
    modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == "extract" and module]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Document, "_decoded", _decoding(reading))
        for module in modules:
            if module.__name__.startswith("extract.rules") and hasattr(module, "text_of"):
                patch.setattr(module, "text_of", _text_of)
            for name, value in list(vars(module).items()):
                if not name.startswith("__") and (new := _replaced(value, reading)) is not value:
                    patch.setattr(module, name, new)
        _forget(modules)
        yield reading
    _forget(modules)


def characters_read(surface: Surface, text: str, reading: Reading) -> int:
    """Return how many characters a function reads of a text, while `counting`."""
    before = reading.characters
    surface(_counted(text, reading))
    return reading.characters - before


def assert_reads_linearly(surface: Surface, text: Text, reading: Reading) -> None:
    """Assert that a function reads each character a few times, and no more often in a longer text."""
    surface(text(_SMALL - _SMALL // 50))  # what is compiled or imported on first need
    texts = [text(_SMALL * times) for times in (1, 2, 3)]
    one, two, three = (characters_read(surface, each, reading) for each in texts)
    assert three <= PER_CHARACTER * len(texts[2]), f"{three} characters read of {len(texts[2])}"
    # where the time is quadratic, the last third takes 5/3 of the one before
    assert three - two <= 1.3 * (two - one) + _SMALL, f"{one}, {two}, {three} characters read"


def seconds(surface: Surface, text: str) -> float:
    """Return the processor time of a call."""
    gc.disable()  # it takes more or less time by what was done before
    start = time.process_time()
    try:
        surface(text)
        return time.process_time() - start
    finally:
        gc.enable()


def growth(surface: Surface, text: Text, size: int) -> tuple[float, list[float]]:
    """Return how many times as long twice the text takes, over two doublings, and the seconds for each size.

    They are long enough to be measured, and the least of up to five, since what disturbs a call adds to its time.
    """
    while seconds(surface, text(size - size // 50)) < _MEASURABLE and size < _LARGEST:
        size *= 2
    taken: list[list[float]] = [[], [], []]  # for a text of just these sizes
    for times in range(5):
        for i, for_this in enumerate(taken):
            # each text is another one, since some answers are kept
            each = text((size << i) + size * times // 50)
            for_this.append(seconds(surface, each) * (size << i) / len(each) + 1e-9)
            if for_this[-1] > _HOPELESS:  # not for the second text, then, if the third takes just twice as long
                least = [min(for_this) for for_this in taken if for_this]
                factor = max((twice / once for once, twice in pairwise(least)), default=math.inf)
                return factor if len(least) == 3 else math.inf, least
        least = [min(for_this) for for_this in taken]
        factor = max(twice / once for once, twice in pairwise(least))
        if factor <= FACTOR or least[2] < 4 * _MEASURABLE:  # too fast to tell, even for millions of characters
            return min(factor, FACTOR), least
    if FACTOR < factor < 3 and size < _LARGEST and least[2] < _HOPELESS / 4:
        return growth(surface, text, 4 * size)  # what is not linear is worse there; the rest was disturbed
    return factor, least


def _is_plainly_linear(surface: Surface, text: Text, size: int, measurable: float) -> bool:
    """Return whether eight times the text takes at most `STEP` times eight times as long: most texts do.

    One doubling is too short a step: what is linear hides what is quadratic.
    """
    while (once := seconds(surface, text(size))) < measurable and size < _LARGEST:
        size *= 4 if 4 * once < measurable else 2
    if once > _LONG * size:
        return False
    once = min(once, seconds(surface, text(size + size // 50)))  # each text is another one, since some answers are kept
    return any(seconds(surface, text(8 * (size + more))) <= STEP * 8 * once for more in (0, size // 30))


def is_slow(surface: Surface, text: Text, size: int) -> bool:
    """Return whether each character takes too long, by three texts: some answers are kept, and others disturb."""
    texts = (text(size + more) for more in (0, size // 50, size // 20))
    return all(seconds(surface, each) > STEPS * len(each) * _step() for each in texts)


def _step() -> float:
    """Return the seconds of one turn of an empty loop, since machines differ."""
    start = time.process_time()
    for _ in range(100_000):
        pass
    return (time.process_time() - start) / 100_000


def assert_linear_time(surface: Surface, text: Text, size: int = 8_000) -> None:
    """Assert that twice the text takes about twice as long: see `complaint`."""
    assert complaint(surface, text, size) == ""


def complaint(surface: Surface, text: Text, size: int = 8_000) -> str:
    """Return "" if twice the text takes at most `FACTOR` times as long, over two doublings, and no character too long.

    What is not linear never is; another process can disturb one measurement, but hardly three. Without ``--all``, a
    small step or two decide whether all that is measured.
    """
    surface(text(size // 20))  # what is compiled or imported on first need
    # within bounds, text may be read again: only from some size on is it linear
    if not LONG and any(_is_plainly_linear(surface, text, size * times // 8, 0.004 * times) for times in (1, 4)):
        return ""
    if is_slow(surface, text, size):
        return f"more time for a character than for {STEPS} turns of a loop"
    for _ in range(3):
        factor, least = growth(surface, text, size)
        if factor <= FACTOR:
            return ""
        if least[-1] > _HOPELESS:
            break
    return f"{factor:.1f} times as long for twice the text: {[round(each, 3) for each in least]} seconds"
