"""The errors of IRI functions, and checks of their arguments.

Each error has a kind, and names the component, the offsets, the character and the rule.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Literal, Self, TypeVar

from extract.text.messages import map_values, moved

Kind = Literal[
    # the grammar (RFC 3987 §2.2)
    "scheme",  # missing or misspelled
    "port",  # a character other than 0-9
    "percent",  # a "%" not followed by two hex digits
    "percent-u",  # "%uHHHH", of JavaScript's escape()
    "ip-literal",
    "zone-id",  # in an IP literal (RFC 9844)
    "second-at",  # a second "@" in an authority
    "second-hash",
    "delimiter",  # one of : / ? @ where it would act as a delimiter
    "space",
    "bracket",  # outside an IP literal
    "backslash",
    "forbidden-ascii",  # one of < > " ^ ` { | }
    "control",
    "surrogate",  # a lone surrogate, which UTF-8 cannot encode
    "bidi-control",  # RFC 3987 §4.1
    "private-use",  # outside a query
    "noncharacter",
    "character",  # another character that is not in ucschar
    "parts",  # joined components that would be split differently
    # hosts (UTS #46, RFC 5891, RFC 5893, RFC 1035)
    "host-empty",  # the host or one of its labels
    "host-length",
    "host-character",
    "host-hyphen",
    "host-mark",  # a combining mark at the start of a label
    "host-joiner",
    "host-punycode",
    "host-idna2008",  # allowed by UTS #46 only
    "host-bidi",
    "host-number",  # ends in a number, but is not an IPv4 address
    "host-round-trip",  # the Unicode form does not map back
    # conversions
    "charset",  # unknown
    "bytes",  # invalid in the charset
    "dot-segment",  # "." or ".." instead of a name
    "unencodable",  # a character outside the charset
]
"""The kinds of errors, for programs."""


class IRIError(ValueError):
    """An error of one IRI, and its position.

    ``str(error)`` is a sentence for people, ``message`` the same with its template. ``kind`` is for programs
    (`Kind`). ``start`` and ``end`` are offsets in code points of the given text. ``component`` is the name of the
    component, as in RFC 3987 but without its "i" (``"path"`` for ``ipath``). ``character`` is the offending character
    or ``None``. ``rule`` names the production or the clause of the standard that forbids it, for people.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: Kind,
        component: str | None = None,
        start: int = 0,
        end: int | None = None,
        character: str | None = None,
        rule: str | None = None,
    ) -> None:
        # The quoted text may contain control characters, direction controls, or surrogates, which cannot be printed.
        if not message.isprintable() or not message.isascii():
            from extract.text.terminal import escape_invisible

            message = map_values(message, escape_invisible)
        super().__init__(message)
        self.message = message
        self.kind: Kind = kind
        self.component = component
        self.start = start
        self.end = start if end is None else end
        self.character = character
        self.rule = rule

    def moved(self, place: Callable[[int], int]) -> Self:
        """Return the same error in a longer text: ``place`` maps its offsets, also the one in its message."""
        kinds = {"kind": self.kind, "component": self.component, "character": self.character, "rule": self.rule}
        return type(self)(moved(self.message, place), start=place(self.start), end=place(self.end), **kinds)  # type: ignore[arg-type]

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), str(self), self.__dict__)


def _restore(error_type: type[IRIError], message: str, state: dict[str, object]) -> IRIError:
    error = error_type.__new__(error_type, message)
    error.__dict__.update(state)
    return error


def shortened(text: str) -> str:
    """Return a text shortened to at most 80 characters, for a message."""
    return text if len(text) <= 80 else f"{text[:40]}…{text[-39:]}"


def shown(character: str) -> str:
    """Return a character for a message: in quotation marks, or its code point if it is not visible alone."""
    if character.isprintable() and not unicodedata.combining(character):
        return f"'{character}'"
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" {name}" if name else "")


def text_of(iri: object, name: str = "iri") -> str:
    """Return an argument as a plain ``str``; raise TypeError if it is not a ``str`` (an `IRI` is one)."""
    if type(iri) is str:
        return iri
    if isinstance(iri, str):
        return str.__str__(iri)  # also for other subclasses, such as members of an enumeration
    hint = "; decode bytes first (iri_from_bytes)" if isinstance(iri, bytes | bytearray | memoryview) else ""
    raise TypeError(f"{name} must be a str or an IRI, not {type(iri).__name__}{hint}")


class IRIText(str):
    """A ``str`` whose methods can return its own class, such as `IRI`."""

    __slots__ = ()

    def _made(self, text: str) -> Self:
        return str.__new__(type(self), text)


AnIRI = TypeVar("AnIRI", bound=IRIText)


def as_given(given: str, text: str) -> str:
    """Return ``text`` in the class of ``given`` if that is an `IRI`, else as a ``str``."""
    return given._made(text) if isinstance(given, IRIText) else text


def require_choice(name: str, value: object, values: tuple[object, ...]) -> None:
    """Raise a ValueError that lists the allowed values of an option, unless ``value`` is one of them."""
    if value not in values:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, values))}, not {value!r}")


class IRISyntaxError(IRIError):
    """The text does not match the grammar of RFC 3987."""


class HostError(IRIError):
    """The host cannot be looked up (RFC 5891, UTS #46, RFC 5893)."""


class ConversionError(IRIError):
    """The text cannot be converted without changing the resource that it names."""
