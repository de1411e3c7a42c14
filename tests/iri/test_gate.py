"""One gate: every function that takes text says in the same words what else it was given, and refuses unknown options.

The functions are found, not listed: whatever a room of the core offers is asked.
"""

from __future__ import annotations

import importlib
import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest

import extract
from extract import IRI, HostError, find_links, resolve
from extract.iri import errors, registrable_domain
from extract.iri.charsets import encode_for_document
from extract.iri.errors import ConversionError
from extract.present import encodable_in

ROOMS = (
    "extract.iri", "extract.iri.bidi_rule", "extract.iri.diagnosis", "extract.iri.grammar", "extract.iri.host",
    "extract.iri.normalization", "extract.iri.resolution", "extract.iri.scheme_rules", "extract.present",
    "extract.iri.charsets", "extract.iri.cleaning", "extract.iri.leiri",
)  # fmt: skip
# What these take is text in which links are found, not an IRI; they say so.
OF_RUNNING_TEXT = {"find_links", "link_end", "linkify", "mask", "replace_links", "lint"}
# Parts of the rooms that their other modules call with text that has passed the gate.
INSIDE = {
    *(
        "ascii_name",
        "authority_errors",
        "bidi_rule",
        "has_character",
        "ip_literal",
        "labels_of",
        "outline",
        "to_a_label",
    ),
    *("refuse_dot_segment", "refused", "remove_dot_segments", "syntax_errors", "whole_error"),
}
ANY = {"start": 0, "function": str, "name": "a", "production": "IRI", "charset": "utf-8", "format": "html"}


def _functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    found: dict[str, Callable[..., Any]] = {}
    for room in (extract, *map(importlib.import_module, ROOMS)):
        for name in getattr(room, "__all__", None) or vars(room):
            value = getattr(room, name)
            own = hasattr(room, "__all__") or getattr(value, "__module__", "") == room.__name__
            if own and inspect.isfunction(inspect.unwrap(value)) and not name.startswith("_"):
                found.setdefault(value.__name__, value)
    for name, value in inspect.getmembers(IRI, inspect.ismethod):  # class methods: the ways to make one
        if not name.startswith("_") and name != "build":
            found[f"IRI.{name}"] = value
    for name, function in sorted(found.items()):
        if name not in OF_RUNNING_TEXT | INSIDE and str(function.__module__).startswith(
            ("extract.iri", "extract.pres")
        ):
            yield name, function


FUNCTIONS = dict(_functions()) | {"check": extract.check}


def _texts() -> Iterator[tuple[str, str]]:
    """Each function with each of its parameters that is a text."""
    for name, function in FUNCTIONS.items():
        for parameter, kind in typing.get_type_hints(inspect.unwrap(function)).items():
            if kind in (str, str | None) and parameter not in ("return", "charset", "document_charset", "production"):
                yield name, parameter


def _call(function: Callable[..., Any], **given: Any) -> Any:
    signature = inspect.signature(function)
    needed = {
        name: ANY.get(name, "http://a/")
        for name, parameter in signature.parameters.items()
        if parameter.default is inspect.Parameter.empty
        and parameter.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    }
    bound = signature.bind_partial()
    bound.arguments.update({**needed, **given})
    result = function(*bound.args, **bound.kwargs)
    return list(result) if inspect.isgenerator(result) else result


def test_the_functions_are_found() -> None:
    assert {"to_uri", "to_iri", "normalize", "equivalent", "display", "skeleton", "percent_encode", "is_iri"} <= set(
        FUNCTIONS
    )
    assert len(FUNCTIONS) > 50


@pytest.mark.requirement(90)
@pytest.mark.parametrize(("name", "parameter"), list(_texts()))
def test_anything_but_text_is_one_type_error(name: str, parameter: str) -> None:
    """Every interface says what it takes, ``str`` or, where it names a charset, bytes."""
    function = FUNCTIONS[name]
    for value in (None, b"http://a/", bytearray(b"a"), 3, 1.5, ["http://a/"], object()):
        if value is None and typing.get_type_hints(inspect.unwrap(function))[parameter] == (str | None):
            continue
        if isinstance(value, bytes | bytearray) and name == "from_file_name":
            continue  # it names their charset
        with pytest.raises(TypeError) as caught:
            _call(function, **{parameter: value})
        hint = "; decode bytes first (iri_from_bytes)" if isinstance(value, bytes | bytearray) else ""
        assert str(caught.value) == f"{parameter} must be a str or an IRI, not {type(value).__name__}{hint}"


@pytest.mark.requirement(2, 6, 80)
@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_an_unknown_value_of_an_option_is_a_value_error_that_lists_the_known(name: str) -> None:
    """Whatever the text is, plain ASCII too."""
    function = FUNCTIONS[name]
    hints = typing.get_type_hints(inspect.unwrap(function))
    for option, kind in hints.items():
        if option == "return" or typing.get_origin(kind) is not Literal or option == "explain":
            continue
        values: tuple[object, ...] = ("nope", None, 3, [], str(typing.get_args(kind)[0]).upper())
        for value in values:
            with pytest.raises(ValueError, match=f"^{option} must be one of ") as caught:
                _call(function, **{option: value})
            assert not isinstance(caught.value, errors.IRIError)
            assert all(repr(known) in str(caught.value) for known in typing.get_args(kind))


def test_an_iri_is_taken_like_its_text() -> None:
    iri = IRI("http://a/")
    for name, parameter in _texts():
        if parameter in ("iri", "uri", "text", "one", "other", "base", "reference"):
            result = _call(FUNCTIONS[name], **{parameter: iri})
            expected = _call(FUNCTIONS[name], **{parameter: str(iri)})
            assert [*map(str, result)] == [*map(str, expected)] if isinstance(result, list) else result == expected


def test_bytes_and_names_that_are_no_charset_are_refused() -> None:
    with pytest.raises(TypeError, match="str"):
        find_links(b"http://e/")  # type: ignore[arg-type]
    for name in ("nope", "undefined", "base64", "idna", "unicode_escape", "a\0b", "\ud800"):
        with pytest.raises(LookupError):
            encodable_in(name)
        with pytest.raises(ConversionError):
            encode_for_document("é", name)


def test_a_subclass_of_str_is_a_str() -> None:
    class Text(str):
        __slots__ = ()

    assert resolve(Text("http://a/b"), Text("c")) == "http://a/c"
    assert registrable_domain(Text("www.example.co.uk")) == "example.co.uk"
    with pytest.raises(HostError):
        extract.host_to_ascii(Text("é_"))
