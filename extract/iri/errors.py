"""The errors of the engine. Each names component, place, character and rule (R-27)."""

from __future__ import annotations


class IRIError(ValueError):
    """What is wrong with one IRI, and where.

    ``str(error)`` is a sentence for people. ``start`` and ``end`` are offsets in code points of the text given;
    ``component`` is a name of RFC 3987 (``"host"``, ``"ipath"`` is written ``"path"``); ``character`` is the offending
    character or ``None``; ``rule`` is the production or the standard's clause that refuses it.
    """

    def __init__(
        self,
        message: str,
        *,
        component: str | None = None,
        start: int = 0,
        end: int | None = None,
        character: str | None = None,
        rule: str | None = None,
    ) -> None:
        # Half of a surrogate pair in a quoted text would make the message one that cannot be printed.
        super().__init__(message.encode("utf-8", "replace").decode("utf-8"))
        self.component = component
        self.start = start
        self.end = start if end is None else end
        self.character = character
        self.rule = rule

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), str(self), self.__dict__)


def _restore(kind: type[IRIError], message: str, state: dict[str, object]) -> IRIError:
    error = kind(message)
    error.__dict__.update(state)
    return error


def require_choice(name: str, value: object, values: tuple[object, ...]) -> None:
    """Raise a ValueError that names what is allowed if an option has another value."""
    if value not in values:
        raise ValueError(f"{name} is one of {', '.join(map(repr, values))}, not {value!r}")


class IRISyntaxError(IRIError):
    """The text is not what the RFC 3987 grammar asks for."""


class HostError(IRIError):
    """The host is no name that can be looked up (RFC 5891, UTS #46, RFC 5893)."""


class ConversionError(IRIError):
    """The text cannot be converted without changing what it names."""
