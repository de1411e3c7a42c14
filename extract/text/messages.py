"""Messages for people that can be translated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping


class Message(str):
    """English text that stores its template and the values of its placeholders.

    Values that are a `Message` are translated too. All others stay as they are.

    >>> str(Message('write "{text}"', text="a"))
    'write "a"'
    """

    template: str  # the msgid of the catalogs
    values: Mapping[str, str]

    def __new__(cls, template: str, /, **values: object) -> Message:
        """Fill the placeholders of a template, as `str.format` does."""
        texts = {name: value if isinstance(value, str) else str(value) for name, value in values.items()}
        made = super().__new__(cls, template.format_map(texts))
        made.template, made.values = template, texts
        return made

    def __reduce__(self) -> tuple[Callable[..., Message], tuple[str, dict[str, str]]]:
        return _made, (self.template, dict(self.values))

    def then(self, advice: str) -> Message:
        """Return this message with a semicolon and the advice after it."""
        return Message("{what}; {what2}", what=self, what2=advice)


def template(text: str) -> str:
    """Return a template that is filled later. The call marks it for the catalogs."""
    return text


def joined(clauses: Iterable[str]) -> str:
    """Return clauses joined by semicolons; "" if there are none."""
    whole = ""
    for clause in clauses:
        whole = Message("{what}; {what2}", what=whole, what2=clause) if whole else clause
    return whole


def _made(template: str, values: dict[str, str]) -> Message:
    return Message(template, **values)


def map_values(message: str, change: Callable[[str], str]) -> str:
    """Apply ``change`` to a text, or to the values of a message that are not messages."""
    if not isinstance(message, Message):
        return change(message)
    return Message(message.template, **{name: map_values(value, change) for name, value in message.values.items()})


def moved(message: str, place: Callable[[int], int]) -> str:
    """Return a message with the offset in its value "at" mapped by ``place``."""
    if not isinstance(message, Message):
        return message
    values: dict[str, object] = {name: moved(value, place) for name, value in message.values.items()}
    if "at" in values:
        values["at"] = place(int(message.values["at"]))
    return Message(message.template, **values)
