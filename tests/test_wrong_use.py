"""Wrong use is refused with a message that says what is right."""

from __future__ import annotations

import importlib
import inspect
import io
import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from types import FunctionType
from typing import Any

import pytest

from extract import IRI, Finder
from extract.linter import ChosenRules, Selection
from extract.mail import Attachment, links_in_message
from extract.markup import Linker, LinkifyIt
from extract.readers import Document
from extract.rules import rule

# --- wrong types ----------------------------------------------------------------------------------------------------

TEXT, MESSAGE = "http://a.example/", b"From: a@b.example\n\nhttp://a.example/\n"
MODULES = (
    "extract extract.detect extract.iri extract.iri.mailto extract.linter extract.mail extract.markup extract.present"
    " extract.readers extract.reports extract.rules"
).split()
MODULES += ["extract.integrations.bleach"] if find_spec("html5lib") else []
# Classes that callers make from what they have; the others are results, or say how to take part.
MADE = [Finder, Linker, LinkifyIt, ChosenRules, Selection, IRI]
METHODS: list[Callable[..., Any]] = [
    *(Finder.find, Finder.find_many, Finder.find_in, Finder.settled),
    *(Linker.linkify, Linker.linkify_text, IRI.parse),
]
# Right arguments, by name; for one function by its name first.
RIGHT: dict[str, Any] = {
    **dict.fromkeys("text iri uri one other base reference origin source name label".split(), TEXT),
    "host": "a.example",
    "data": b"",
    "document": Document(b""),
    "message": MESSAGE,
    "charset": "utf-8",
    "file": io.StringIO(),
    "path": io.BytesIO(),
    "texts": [TEXT],
    "start": 0,
    "end": 1,
    **dict.fromkeys(("links", "uses", "findings", "rules"), ()),
    "names": ["a.example"],
    "function": lambda _: None,
    "recognize": lambda *_: (),
    "check": lambda _: [],
    "change": lambda *_: "a.example",
    "unit": "utf8",
    "form": "full",
    "link": next(links_in_message(MESSAGE)),
    "attachment": Attachment("a.txt", "text/plain", b"", 9),
    "Finder.bare_domains": True,
    **dict.fromkeys((f"Finder.{one}.self" for one in ("find", "find_many", "find_in", "settled")), Finder()),
    **dict.fromkeys(("Linker.linkify.self", "Linker.linkify_text.self"), Linker()),
    "deceptive_links.links": MESSAGE,
    "replace_links.function": lambda link: link.text,
    "scheme_status.name": "http",
    "rule_named.name": "mojibake",
    "sub_rule_named.name": "mojibake",
}
if find_spec("pyarrow"):
    import pyarrow

    MODULES.append("extract.arrow")
    RIGHT |= {"array": pyarrow.array([TEXT]), "batch": pyarrow.table({"a": [TEXT]}), "link_table.text": "a"}
WRONG = (3, TEXT, TEXT.encode(), None, [3])
# What an annotation names is no wrong type; of a choice, each other value is a wrong one.
FITS = {
    "int": r"\bint\b|float",
    "str": r"\bstr\b(?!\])",
    "bytes": r"\bbytes\b|BinaryIO",
    "NoneType": r"\bNone\b",
    "list": "$^",
}
# Whatever is given counts as true or false; or it is asked for its methods.
FREE = re.compile("bool|Any|Reading$")


# A single name may stand for a collection of one; readers call `cut` for each segment, and it keeps these as they are.
ALLOWED = {(name, str) for name in ("protect", "charsets", "names", "skip_tags")}
UNCHECKED = ("cut label", "cut attribute")


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield all that is public and takes arguments."""
    found: dict[Callable[..., Any], str] = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for one in (getattr(module, public) for public in getattr(module, "__all__", ["report"])):
            if isinstance(one, FunctionType) or one in MADE:
                found.setdefault(one, one.__name__)
    found.pop(rule)  # for those who add one here
    yield from ((name, one) for one, name in found.items())
    yield from ((one.__qualname__, one) for one in METHODS)


def wrong_values(name: str, function: Callable[..., Any]) -> Iterator[tuple[str, object]]:
    """Yield the names of parameters, each with values of wrong types."""
    for parameter in inspect.signature(function).parameters.values():
        written = str(parameter.annotation)
        is_free = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) or FREE.search(written)
        if parameter.name == "self" or is_free or f"{name} {parameter.name}" in UNCHECKED:
            continue
        for value in WRONG:
            fits = re.search(FITS[type(value).__name__], written)
            if (parameter.name, type(value)) not in ALLOWED and not fits:
                yield parameter.name, value


def right(name: str, function: Callable[..., Any]) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters.values()
    required = {one.name for one in parameters if one.default is one.empty and one.kind < one.VAR_KEYWORD}
    own = {key.rpartition(".")[2]: value for key, value in RIGHT.items() if key.rpartition(".")[0] == name}
    return {one: RIGHT[one] for one in required if one not in own} | own


def call(function: Callable[..., Any], arguments: dict[str, Any]) -> None:
    positional = [
        arguments.pop(one.name)
        for one in inspect.signature(function).parameters.values()
        if one.kind == one.POSITIONAL_ONLY or one.name == "self"
    ]
    found = function(*positional, **arguments)
    if isinstance(found, Iterator):
        list(found)


@pytest.mark.parametrize(("name", "function"), [pytest.param(*one, id=one[0]) for one in functions()])
def test_a_wrong_type_is_refused_by_the_name_of_the_argument(name: str, function: Callable[..., Any]) -> None:
    call(function, right(name, function))
    taken = []
    for parameter, value in wrong_values(name, function):
        try:
            call(function, right(name, function) | {parameter: value})
            taken.append(f"{parameter}={value!r}: taken")
        except (TypeError, ValueError) as error:
            if not re.search(rf"\b{parameter}\b", str(error)):
                taken.append(f"{parameter}={value!r}: {error}")
    assert taken == []
