"""Resource strings: values in JSON, YAML and Apple's strings files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from extract.readers.passage import Passage, Translated, blank, cut, replacing
from extract.readers.strings import PAIR, meant
from extract.readers.triggers import has_trigger
from extract.text.regexes import LANGUAGE, re

_QUOTED = r'"(?P<double>(?:[^"\\]|\\(?s:.))*+)"?+'
_BRACKET = r"(?P<bracket>[\[\]{}])"
_C_COMMENT = r"//.*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+"
# RFC 8259 §7, with the comments and apostrophes of JSON5 §5.1, §7.
_JSON = re.compile(rf"{_C_COMMENT}|(?:{_QUOTED}|'(?P<single>(?:[^'\\\n]|\\(?s:.))*+)'?+)(?P<name>\s*+:)?+|{_BRACKET}")
# Apple, Resource Programming Guide, "Strings Resources"
_APPLE = re.compile(rf"{_C_COMMENT}|{_QUOTED}(?P<name>\s*+=)?+|{_BRACKET}")

_HEX = "[0-9A-Fa-f]"
_ESCAPE = re.compile(
    rf"\\(?:{PAIR}|[uUx](?P<number>(?<=u){_HEX}{{4}}|(?<=U){_HEX}{{8}}|(?<=U){_HEX}{{4}}|(?<=x){_HEX}{{2}})"
    r"|(?P<line>(?:\r\n?+|\n)[ \t\f]*+)|(?P<other>(?s:.)))"
)
_MEANT = dict(zip("ntrbfvea0N_LP", "\n\t\r\b\f\v\x1b\a\0\x85\xa0\u2028\u2029", strict=True))  # all of YAML 1.2 §5.7
_DOUBLED = re.compile("(?P<other>')'")
_MAY_HAVE = re.compile(r"[:/\\]")
_LANGUAGE = re.compile(rf"(?i){LANGUAGE}").fullmatch
_TICK = re.compile("`")
# A value that is one URL. A value with something to fill in is parsed as text.
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s<>\"'{}|\\^`$*()\[\],;]++").fullmatch


class _Scalar(NamedTuple):
    """A name or a value."""

    depth: int  # number of collections around it; greater in the value of a name
    is_name: bool
    start: int
    end: int
    escape: re.Pattern[str] | None = None


def json(source: str) -> Iterator[Passage]:
    """Yield the strings that may have a link, except names."""
    return _read(source, "json")


def strings(source: str) -> Iterator[Passage]:
    """Yield the values of Apple's strings file that may have a link."""
    return _read(source, "strings")


def yaml(source: str) -> Iterator[Passage]:
    """Yield the scalars that may have a link, except names."""
    return _read(source, "yaml")


def _read(source: str, format: str) -> Iterator[Passage]:
    for one in scalars(format, source) if "\\" in source or has_trigger(source) else ():
        if not one.is_name and _MAY_HAVE.search(source, one.start, one.end):
            value = _value(source, one)
            if value.target or has_trigger(value.text):
                yield from _markup(value)


def _markup(value: Passage) -> Iterator[Passage]:
    if value.target or "</" not in value.text:
        return iter([value])
    from extract.readers import html  # imported here, because few files need it

    return html.of_value(value)


def same_names(name: str, original: str, source: str) -> Iterator[Translated]:
    """Yield each value with the value of the same names in the original, if that may have a link."""
    originals: dict[tuple[object, ...], Passage | None] = {}
    for names, scalar in _named(name, original):
        # Values with equal names cannot be matched.
        originals[names] = _value(original, scalar) if names not in originals else None
    for names, scalar in _named(name, source):
        known = originals.get(names)
        if known is not None and "://" in known.text and (text := _value(source, scalar)).text.strip():
            yield Translated([[*_markup(known)]], text, [*_markup(text)])


def _named(format: str, source: str) -> Iterator[tuple[tuple[object, ...], _Scalar]]:
    """Yield the values, each with its path of names. The first name may be a language, as in Rails, and is ignored."""
    names: list[tuple[int, str]] = []
    number = 0  # index in a list of values
    for one in scalars(format, source):
        while names and names[-1][0] >= one.depth + (not one.is_name):
            names.pop()
        if one.is_name:
            name = source[one.start : one.end].strip(" \t\"'=")
            names.append((one.depth, "" if not names and _LANGUAGE(name) else name))
            number = 0
        elif one.start < one.end:
            number += 1
            yield (*(name for _, name in names), number), one


def scalars(format: str, source: str) -> Iterator[_Scalar]:
    """Yield the names and values of a source in JSON, YAML or Apple's format."""
    return _of_yaml(source) if format == "yaml" else _literals(source, _JSON if format == "json" else _APPLE)


def _literals(source: str, token: re.Pattern[str]) -> Iterator[_Scalar]:
    depth = 0
    for match in token.finditer(source):
        if match["bracket"]:
            depth += 1 if match["bracket"] in "[{" else -1
        elif match.lastgroup:
            group = "double" if match["double"] is not None else "single"
            yield _Scalar(depth, match["name"] is not None, *match.span(group), _ESCAPE)


def _value(source: str, scalar: _Scalar) -> Passage:
    _, _, start, end, escape = scalar
    edits = [*replacing(escape, source, start, end, lambda one: meant(one, _MEANT))] if escape else []
    value = cut(source, start, end, edits)
    if _ADDRESS(value.text):
        return replace(value, target=True)
    if "`" not in value.text:
        return value
    # A "`" encloses code.
    return cut(source, start, end, [*edits, *(blank(*mark.span()) for mark in _TICK.finditer(source, start, end))])


# YAML 1.2 §6 to §8, by lines: the text before a value. Names and collections may share its line.
_NAME = (
    r"""(?P<name>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\n]|'')*+'|(?:[^\s"'\[\]{},#&*!|>%@`]|[?:-](?=\S))"""
    r"""(?:[^\n:#]|:(?!\s|\Z)|(?<=\S)\#)*+)[ \t]*+:(?=\s|\Z)"""
)
_HEAD = re.compile(rf"(?P<indent> *+)(?P<dashes>(?:[-?](?:[ \t]++|(?=\n)))*+)(?:{_NAME}[ \t]*+)?+")
_PROPERTY = re.compile(r"(?:[&!][^\s,\[\]{}]*+[ \t]++)++")
_BLOCK = re.compile(r"[|>][-+0-9]{0,2}[ \t]*+(?:#.*+)?(?:\n|\Z)")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\(?s:.))*+)"?+')
_SINGLE = re.compile(r"'((?:[^']|'')*+)'?+")
_PLAIN = re.compile(r"(?:[^\n#]|(?<=\S)\#)*+")
# In a flow collection: comments, names, values, brackets.
_FLOW = re.compile(
    r"""\#.*+|(?:"(?P<double>(?:[^"\\]|\\(?s:.))*+)"?+|'(?P<single>(?:[^']|'')*+)'?+)(?P<name>\s*+:)?+"""
    r"|(?P<bracket>[\[\]{}])|(?P<key>(?:[^\s,\[\]{}:\"'#]|:(?!\s))++):(?=\s)"
    r"|(?P<plain>[^\s,\[\]{}\"'#][^\n,\[\]{}]*+)"
)


def _of_yaml(source: str) -> Iterator[_Scalar]:
    position = 0
    while position < len(source):
        head = _HEAD.match(source, position)
        assert head is not None
        start = head.end()
        if marks := _PROPERTY.match(source, start):
            start = marks.end()
        # The column of the name, or of the last marker of a list. The value is indented further.
        column = len(head["indent"]) + (len(head["dashes"]) if head["name"] else len(head["dashes"].rstrip()) - 1)
        if head["name"]:
            yield _Scalar(column, True, *head.span("name"))
        end = start
        for scalar in _node(source, start, column):
            end = max(end, scalar.end)
            yield scalar
        position = source.find("\n", end) + 1 or len(source)


def _node(source: str, start: int, column: int) -> Iterator[_Scalar]:
    """Yield the scalars of a value."""
    if block := _BLOCK.match(source, start):
        end = _end_of_block(source, block.end(), column)
        end -= end > block.end() and source.endswith("\n", 0, end)
        yield _Scalar(column, False, block.end(), end)
        return
    sign = source[start : start + 1]
    quoted = (_DOUBLE if sign == '"' else _SINGLE).match(source, start)
    if sign in ("[", "{"):
        yield from _flow(source, start, column)
    elif quoted:
        yield _Scalar(column, False, *quoted.span(1), _ESCAPE if sign == '"' else _DOUBLED)
    elif (plain := _PLAIN.match(source, start)) and plain[0].strip():
        yield _Scalar(column, False, start, start + len(plain[0].rstrip()))


def _end_of_block(source: str, position: int, column: int) -> int:
    while position < len(source):
        end = source.find("\n", position) + 1 or len(source)
        line = source[position:end]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= column:
            return position
        position = end
    return position


def _flow(source: str, start: int, column: int) -> Iterator[_Scalar]:
    """Yield the scalars of a flow collection, and an empty one at its end."""
    depth = 0
    end = start
    for match in _FLOW.finditer(source, start):
        end = match.end()
        if match["bracket"]:
            depth += 1 if match["bracket"] in "[{" else -1
            if not depth:
                break
        elif match["key"]:
            yield _Scalar(column + depth, True, *match.span("key"))
        elif match.lastgroup:
            group = next(name for name in ("plain", "double", "single") if match[name] is not None)
            first, last = match.span(group)
            escape = {"double": _ESCAPE, "single": _DOUBLED}.get(group)
            last = first + len(source[first:last].rstrip())
            yield _Scalar(column + depth, match["name"] is not None, first, last, escape)
    yield _Scalar(column, False, end, end)
