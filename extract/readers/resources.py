"""Resource strings: the values in JSON, YAML, TOML, and in the catalogues of Java and Apple; no names, no comments."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.segment import Edit, Segment, blank, cut
from extract.readers.triggers import has_trigger
from extract.text.regexes import re

_QUOTED = r'"(?P<double>(?:[^"\\]|\\(?s:.))*+)"?+'
_C_COMMENT = r"//.*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+"
# RFC 8259 §7, with the comments and apostrophes of JSON5 §5.1, §7.
_JSON = re.compile(rf"{_C_COMMENT}|(?:{_QUOTED}|'(?P<single>(?:[^'\\\n]|\\(?s:.))*+)'?+)(?P<name>\s*+:)?+")
# Apple, Resource Programming Guide, "Strings Resources"
_APPLE = re.compile(rf"{_C_COMMENT}|{_QUOTED}(?P<name>\s*+=)?+")
# TOML 1.0, "Comment", "Keys", "String"
_TOML = re.compile(
    r'#.*+|"""(?P<double_lines>(?:[^"\\]|\\(?s:.)|"(?!""))*+)(?:"{3,5})?+'
    r"|'''(?P<raw_lines>(?:[^']|'(?!''))*+)(?:'{3,5})?+"
    r"""|(?:"(?P<double>(?:[^"\\\n]|\\.)*+)"?+|'(?P<raw>[^'\n]*+)'?+)(?P<name>[ \t]*+[=.])?+"""
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<equals>=)|\n"
)
# java.util.Properties.load: "logical lines"
_JAVA = re.compile(
    r"(?m)^[ \t\f]*+(?:[#!].*+|(?:[^\s:=\\]|\\(?s:.))++[ \t\f]*+[:=]?+[ \t\f]*+"
    r"(?P<value>(?:[^\\\r\n]|\\(?:\r\n|(?s:.)))*+))"
)

_HEX = "[0-9A-Fa-f]"
_ESCAPE = re.compile(
    rf"\\(?:(?P<pair>u[dD][89abAB]{_HEX}{{2}}\\u[dD][c-fC-F]{_HEX}{{2}})"
    rf"|[uUx](?P<number>(?<=u){_HEX}{{4}}|(?<=U){_HEX}{{8}}|(?<=U){_HEX}{{4}}|(?<=x){_HEX}{{2}})"
    r"|(?P<line>(?:\r\n?+|\n)[ \t\f]*+)|(?P<other>(?s:.)))"
)
_MEANT = dict(zip("ntrbfvea0N_LP", "\n\t\r\b\f\v\x1b\a\0\x85\xa0\u2028\u2029", strict=True))  # YAML 1.2 §5.7 has all
_DOUBLED = re.compile("(?P<other>')'")
_MAY_HAVE = re.compile(r"[:/\\]")
_TICK = re.compile("`")
# A value that is an address as a whole; one with something to fill in is read as text.
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s<>\"'{}|\\^`$*()\[\],;]++").fullmatch


def json(source: str) -> Iterator[Segment]:
    """Yield the strings that may have a link, except names."""
    return _literals(source, _JSON)


def strings(source: str) -> Iterator[Segment]:
    """Yield the values of a file of Apple that may have a link."""
    return _literals(source, _APPLE)


def properties(source: str) -> Iterator[Segment]:
    """Yield the values of a file of Java that may have a link."""
    return _literals(source, _JAVA)


def _literals(source: str, token: re.Pattern[str]) -> Iterator[Segment]:
    for match in token.finditer(source) if _is_worth(source) else ():
        if match.lastgroup not in (None, "name"):
            yield from _value(source, *match.span(match.lastgroup), _ESCAPE)


def toml(source: str) -> Iterator[Segment]:
    """Yield the values that may have a link."""
    depth = 0  # of brackets
    is_value = False  # otherwise it is a table that is named
    for match in _TOML.finditer(source) if _is_worth(source) else ():
        kind = match.lastgroup
        if kind in ("equals", "name"):
            is_value = is_value or match[0].endswith("=")
        elif kind is None:  # a comment, or the end of a line
            is_value = is_value and depth > 0
        elif kind in ("open", "close"):
            depth = max(depth + (1 if kind == "open" else -1), 0)
        elif is_value:
            yield from _value(source, *match.span(kind), None if kind.startswith("raw") else _ESCAPE)


def _is_worth(source: str) -> bool:
    return "\\" in source or has_trigger(source)


def _value(source: str, start: int, end: int, escape: re.Pattern[str] | None = None) -> Iterator[Segment]:
    """Yield a value, if it may have a link."""
    if not _MAY_HAVE.search(source, start, end):
        return
    edits = [Edit(*one.span(), _meant(one)) for one in escape.finditer(source, start, end)] if escape else []
    text = cut(source, start, end, edits).text
    if _ADDRESS(text):
        yield cut(source, start, end, edits, target=True)
    elif has_trigger(text):  # "`" encloses code
        yield cut(source, start, end, [*edits, *(blank(*mark.span()) for mark in _TICK.finditer(source, start, end))])


def _meant(escape: re.Match[str]) -> str:
    found = escape.groupdict()
    if pair := found.get("pair"):
        return bytes.fromhex(pair.replace("\\u", "").replace("u", "")).decode("utf-16-be", "replace")
    if number := found.get("number"):
        code = int(number, 16)
        return "\ufffd" if code > 0x10FFFF or 0xD800 <= code < 0xE000 else chr(code)
    return "" if found.get("line") else _MEANT.get(found["other"], found["other"])


# YAML 1.2 §6 to §8, by lines: what precedes a value, of which each collection and name may be in the same line.
_NAME = (
    r"""(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\n]|'')*+'|(?:[^\s"'\[\]{},#&*!|>%@`]|[?:-](?=\S))"""
    r"""(?:[^\n:#]|:(?!\s|\Z)|(?<=\S)\#)*+)[ \t]*+:(?=\s|\Z)"""
)
_HEAD = re.compile(rf"(?P<indent> *+)(?P<dashes>(?:[-?](?:[ \t]++|(?=\n)))*+)(?P<name>{_NAME}[ \t]*+)?+")
_PROPERTY = re.compile(r"(?:[&!][^\s,\[\]{}]*+[ \t]++)++")
_BLOCK = re.compile(r"[|>][-+0-9]{0,2}[ \t]*+(?:#.*+)?(?:\n|\Z)")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\(?s:.))*+)"?+')
_SINGLE = re.compile(r"'((?:[^']|'')*+)'?+")
_PLAIN = re.compile(r"(?:[^\n#]|(?<=\S)\#)*+")
# In a flow collection: comments, names, values, brackets.
_FLOW = re.compile(
    r"""\#.*+|(?:"(?P<double>(?:[^"\\]|\\(?s:.))*+)"?+|'(?P<single>(?:[^']|'')*+)'?+)(?P<name>\s*+:)?+"""
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?:[^\s,\[\]{}:\"'#]|:(?!\s))++:(?=\s)|(?P<plain>[^\s,\[\]{}\"'#][^\n,\[\]{}]*+)"
)


def yaml(source: str) -> Iterator[Segment]:
    """Yield the scalars that may have a link, except names."""
    position = 0 if _is_worth(source) else len(source)
    while position < len(source):
        head = _HEAD.match(source, position)
        assert head is not None
        start = head.end()
        if marks := _PROPERTY.match(source, start):
            start = marks.end()
        # The column of the name, or of the last mark of a list: what is in the value has a greater one.
        column = len(head["indent"]) + (len(head["dashes"]) if head["name"] else len(head["dashes"].rstrip()) - 1)
        segments, end = _node(source, start, column)
        yield from segments
        position = source.find("\n", end) + 1 or len(source)


def _node(source: str, start: int, column: int) -> tuple[list[Segment], int]:
    """Return the segments of a value, and where it ends."""
    if block := _BLOCK.match(source, start):
        end = _end_of_block(source, block.end(), column)
        return [*_value(source, block.end(), end)], max(end - 1, start)
    sign = source[start : start + 1]
    if sign in ("[", "{"):
        return _flow(source, start)
    quoted = (_DOUBLE if sign == '"' else _SINGLE).match(source, start)
    if quoted:
        return [*_value(source, *quoted.span(1), _ESCAPE if sign == '"' else _DOUBLED)], quoted.end()
    plain = _PLAIN.match(source, start)
    end = start + len(plain[0].rstrip()) if plain else start
    return [*_value(source, start, end)], end


def _end_of_block(source: str, position: int, column: int) -> int:
    while position < len(source):
        end = source.find("\n", position) + 1 or len(source)
        line = source[position:end]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= column:
            return position
        position = end
    return position


def _flow(source: str, start: int) -> tuple[list[Segment], int]:
    found: list[Segment] = []
    depth = 0
    for match in _FLOW.finditer(source, start):
        kind = match.lastgroup
        if kind in ("open", "close"):
            depth += 1 if kind == "open" else -1
            if not depth:
                return found, match.end()
        elif kind in ("double", "single", "plain"):
            first, last = match.span(kind)
            escape = {"double": _ESCAPE, "single": _DOUBLED}.get(kind)
            found += _value(source, first, first + len(source[first:last].rstrip()), escape)
    return found, len(source)
