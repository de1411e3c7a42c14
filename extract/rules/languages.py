"""Translate messages with gettext catalogs, which ``dev.py messages`` writes.

The template of a `Message` is looked up in the catalog. Text without a translation remains English.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache

from extract.text.messages import Message
from extract.text.regexes import re

LANGUAGES = ("en", "ja", "zh_CN")
_PLACE = re.compile(r"\{([a-z]+\d?)\}")  # {what} is a clause, {name} may be a word; other values are quotations
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u3040-\u30ff\u4e00-\u9fff]")


def language() -> str:
    """Return the language of the environment variables that `gettext.find` uses, or "" for English."""
    names = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((found for found in map(known, names.split(":")) if found is not None), "")


def known(name: str) -> str | None:
    """Return the language of a locale such as "ja_JP.UTF-8", "" for English, or ``None`` if not available."""
    parts = re.split(r"[_.@-]", name.lower())
    if parts[0] in ("en", "c", "posix"):
        return ""
    is_chinese = parts[0] == "zh" and not {*parts} & {"tw", "hk", "mo", "hant"}  # these use traditional characters
    return "ja" if parts[0] == "ja" else "zh_CN" if is_chinese else None


@cache
def translator(language: str) -> Callable[[str], str]:
    """Return a function that translates messages into ``language``."""
    return _Catalog(language).message if language else str


def said(message: str) -> str:
    """Translate ``message`` into the language of the environment."""
    return translator(language())(message)


class _Catalog:
    def __init__(self, language: str) -> None:
        import gzip
        from gettext import GNUTranslations

        with gzip.open(os.path.join(os.path.dirname(__file__), f"{language}.mo.gz")) as file:
            self._pairs: dict[str, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]

    def message(self, message: str) -> str:
        if not isinstance(message, Message):
            return self._pairs.get(message, message) if message else message
        values = {name: self._value(name, value) for name, value in message.values.items()}
        return _filled(self._pairs.get(message.template, message.template), values, message.values)

    def _value(self, name: str, value: str) -> str:
        """Translate ``value`` if it is a message, or if its name shows that the catalog may contain it."""
        return self.message(value) if isinstance(value, Message) or name.startswith(("what", "name")) else value


def _filled(meaning: str, values: Mapping[str, str], given: Mapping[str, str]) -> str:
    """Insert ``values`` into ``meaning``, with spaces between Latin and CJK characters."""
    text = ""
    for number, piece in enumerate(_PLACE.split(meaning)):
        value = values[piece] if number % 2 else piece.replace("{{", "{").replace("}}", "}")
        is_clause = "what" in piece or "name" in piece or not number % 2 or isinstance(given.get(piece), Message)
        text += " " * (is_clause and bool(_UNSPACED.fullmatch(text[-1:] + value[:1]))) + value
    return text
