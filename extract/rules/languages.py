"""What rules say, in the language of who reads it: gettext catalogs, written by ``dev.py messages``.

A `Message` knows its template, which is looked up. Of other texts, templates recognize a sentence clause by clause; it
stays English if one of its clauses has no template.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from extract.text.messages import Message
from extract.text.regexes import re

LANGUAGES = ("en", "ja", "zh_CN")
_PLACE = re.compile(r"\{([a-z]+\d?)\}")  # {what} is a clause, {name} may be a word; all else is as it was quoted
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u3040-\u30ff\u4e00-\u9fff]")
_FITTING = {
    "at": re.compile("[0-9]+"),
    "rule": re.compile("(?:RFC|UTS|URL) .*"),
    "text": re.compile(r"(?s)(?![a-z]+ [a-z]+\b).+"),  # what is to be written, not in words
}
_QUOTES = ('"', "'", "`", "(")
_LONGEST = 5000  # of a message: what quotes more stays English
_DEEPEST = 5  # clauses within clauses


def language() -> str:
    """Return the language that the environment asks for, as `gettext.find` reads it; "" for English."""
    names = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((found for found in map(known, names.split(":")) if found is not None), "")


def known(name: str) -> str | None:
    """Return the language of a locale such as "ja_JP.UTF-8"; "" for English, ``None`` for others."""
    parts = re.split(r"[_.@-]", name.lower())
    if parts[0] in ("en", "c", "posix"):
        return ""
    is_chinese = parts[0] == "zh" and not {*parts} & {"tw", "hk", "mo", "hant"}  # those read another script
    return "ja" if parts[0] == "ja" else "zh_CN" if is_chinese else None


@cache
def translator(language: str) -> Callable[[str], str]:
    """Return what translates messages into a language."""
    return _Catalog(language).message if language else str


def said(message: str) -> str:
    """Return a message in the language of the environment."""
    return translator(language())(message)


class _Template:
    def __init__(self, english: str, meaning: str) -> None:
        pieces = _PLACE.split(english)
        self.literals, self.names, self.meaning = pieces[::2], pieces[1::2], meaning

    def values(self, text: str) -> Iterator[dict[str, str]]:
        """Yield what is in the places of a text: read from the left, and from the right."""
        first, *inner, last = self.literals
        start, end = len(first), len(text) - len(last)
        if not (start <= end and text.startswith(first) and text.endswith(last)):
            return
        left, right = [start], [end]
        for literal in inner:
            at = text.find(literal, left[-1], end)
            if at < 0:
                return
            left += [at, at + len(literal)]
        for literal in reversed(inner):
            at = text.rfind(literal, start, right[-1])
            if at < 0:
                return
            right += [at + len(literal), at]
        for bounds in ([*left, end], [start, *reversed(right[1:]), end]) if inner else ([start, end],):
            pieces = [text[one:other] for one, other in zip(bounds[::2], bounds[1::2], strict=True)]
            values = dict(zip(self.names, pieces, strict=True))
            if all(map(self._fits, self.literals, values, pieces)):
                yield values

    @staticmethod
    def _fits(before: str, name: str, value: str) -> bool:
        """Return whether a place may have a value; without quotation marks no advice."""
        if name in _FITTING and not _FITTING[name].fullmatch(value):
            return False
        return value != "" and (name.startswith("what") or before.endswith(_QUOTES) or "; " not in value)


class _Catalog:
    def __init__(self, language: str) -> None:
        import gzip
        from gettext import GNUTranslations

        with gzip.open(os.path.join(os.path.dirname(__file__), f"{language}.mo.gz")) as file:
            self._pairs: dict[str, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        made = [_Template(english, meaning) for english, meaning in self._pairs.items() if english]
        self._fixed = {one.literals[0]: one.meaning for one in made if not one.names}
        self._templates = sorted((one for one in made if one.names), key=_generality)

    def message(self, message: str) -> str:
        if isinstance(message, Message) and message.template in self._pairs:
            values = {name: self._value(name, value) for name, value in message.values.items()}
            return _filled(self._pairs[message.template], values, message.values)
        return (self._clause(message, {}, 0) if len(message) <= _LONGEST else None) or message

    def _value(self, name: str, value: str) -> str:
        """Return a value: of a rule that makes no `Message` yet, a clause is one by the name of its place."""
        if isinstance(value, Message) or name.startswith("what"):
            return self.message(value)
        return self._fixed.get(value, value) if name.startswith("name") else value

    def _clause(self, text: str, met: dict[str, str | None], depth: int) -> str | None:
        if text in self._fixed or depth > _DEEPEST:
            return self._fixed.get(text)
        if text not in met:
            met[text] = None
            met[text] = next(self._readings(text, met, depth + 1), None)
        return met[text]

    def _readings(self, text: str, met: dict[str, str | None], depth: int) -> Iterator[str]:
        for one in self._templates:
            for values in one.values(text):
                for name, value in values.items():
                    if name.startswith("what"):
                        values[name] = self._clause(value, met, depth) or ""
                    elif name.startswith("name"):
                        values[name] = self._clause(value, met, depth) or value
                if all(values.values()):
                    yield _filled(one.meaning, values, {})


def _filled(meaning: str, values: Mapping[str, str], given: Mapping[str, str]) -> str:
    """Put values in their places; a space parts Latin letters from others."""
    text = ""
    for number, piece in enumerate(_PLACE.split(meaning)):
        value = values[piece] if number % 2 else piece.replace("{{", "{").replace("}}", "}")
        is_clause = "what" in piece or "name" in piece or not number % 2 or isinstance(given.get(piece), Message)
        text += " " * (is_clause and bool(_UNSPACED.fullmatch(text[-1:] + value[:1]))) + value
    return text


def _generality(one: _Template) -> tuple[bool, bool, int]:
    """Advice and its source are parted first; then more words of its own go first."""
    parts = one.literals[0] == "" and (one.literals[1] == "; " or one.literals[-1] == ")")
    return not parts, not one.literals[0], -len("".join(one.literals))
