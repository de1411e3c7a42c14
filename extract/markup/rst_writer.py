"""Write plain text with links as reStructuredText that reads the same when it is rendered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from extract.detect.link import Link
from extract.markup.target import RedirectStep, backslashed, written
from extract.text.regexes import re

# reST "Inline markup": not "_" inside a word; ":" and "@" may begin a standalone hyperlink, "::" a literal block.
_INLINE = re.compile(r"[\\*`|@]|_(?![^\W_])|(?<![^\W_])_|:(?=:)|(?<=[A-Za-z0-9+.\-]):(?=\S)")
# reST "Body elements": the start of a block is punctuation or an enumerator.
_LINE = re.compile(r"(?!\\)[\W_]|(?:[A-Za-z]|[0-9]++|[ivxlcdmIVXLCDM]++)[.)](?:\s|\Z)")
_LABEL, _URI = re.compile(r"[\\`]"), re.compile(r"[\\`]|_\Z")
# reST "Inline markup recognition rules": next to these characters, markup needs no separator.
_BEFORE, _AFTER = re.compile(r"[\s(\[{]|\Z"), re.compile(r"[\s.,;!?)\]}]|\Z")


def as_rst(text: str, targets: Iterable[RedirectStep]) -> str:
    def shown(link: Link, attributes: Mapping[str, str]) -> str:
        label, uri = _LABEL.sub(backslashed, link.text), _URI.sub(backslashed, attributes["href"])
        before = "" if _BEFORE.match(text, max(link.start - 1, 0), link.start) else "\\ "
        after = "" if _AFTER.match(text, link.end) else "\\ "
        return f"{before}`{label} <{uri}>`__{after}"

    return written(text, targets, _text, shown)


def _text(text: str, begins_line: bool) -> str:
    text = text.replace("\v", " ").replace("\f", " ")  # as docutils does before it splits lines
    lines = _INLINE.sub(backslashed, text).splitlines(keepends=True)
    for index, line in enumerate(lines):
        if index or begins_line:
            body = line.lstrip()
            if not body:
                body = "" if line.splitlines() == [line] else "\n"
            elif len(body) < len(line) or body.startswith("\\\\"):
                body = "\\ " + body  # otherwise a block quote, or a line of backslashes
            elif _LINE.match(body):
                body = "\\" + body
            lines[index] = body
    return "".join(lines)
