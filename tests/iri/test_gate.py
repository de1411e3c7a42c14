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
from extract import IRI, HostError, find_links, resolve, to_uri
from extract.iri import errors, registrable_domain
from extract.iri.charsets import encode_for_document, iri_from_bytes
from extract.iri.errors import ConversionError, IRISyntaxError
from extract.iri.grammar import matches
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


@pytest.mark.parametrize("iri", ["http://a/", "http://a/?é", "é", "mailto:a@b", "a b"])
def test_options_are_checked_whatever_the_text_is(iri: str) -> None:
    for charset in (
        "nope",
        "unicode_escape",
        "rot13",
        "punycode",
        "undefined",
        "cp037",
        "hex",
        "latin-1\0",
        "\ud800",
        "",
    ):
        with pytest.raises(ConversionError, match="is not a document charset"):
            to_uri(iri, document_charset=charset)
    with pytest.raises(IRISyntaxError, match=r'base "\?a" has no scheme'):
        to_uri(iri, base="?a")
    with pytest.raises(TypeError, match="base must be a str or an IRI, not bytes"):
        to_uri(iri, base=b"http://e/")  # type: ignore[arg-type]


def test_an_unknown_level_or_production_is_a_value_error() -> None:
    for call in (lambda: IRI("a").normalized("x"), lambda: matches("nothing", "a")):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="must be one of '"):
            call()


def test_bytes_are_taken_where_their_charset_is_named() -> None:
    for data in (b"/\xe9", bytearray(b"/\xe9"), memoryview(b"/\xe9")):
        assert iri_from_bytes(data, "latin-1") == "/é"  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="data must be bytes, not str"):
        iri_from_bytes("é")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="str"):
        find_links(b"http://e/")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="charset must be a str or an IRI, not NoneType"):
        iri_from_bytes(b"a", None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="charset must be a str or an IRI, not bytes"):
        encode_for_document("a", b"latin-1")  # type: ignore[arg-type]
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
