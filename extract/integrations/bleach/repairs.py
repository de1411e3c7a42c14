"""Repair HTML that is not well-formed, as bleach does. Nothing is sanitized: run nh3 after it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from html import escape

from extract.markup.html_text import RAW, raw_end
from extract.text.html_tokens import TOKEN, VOID
from extract.text.references import REFERENCE
from extract.text.regexes import re

# Obsolete void elements, and elements whose end tag is optional (HTML §13.1.2.4), which browsers close.
_NOT_CLOSED = VOID | frozenset(
    "basefont bgsound keygen caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead"
    " tr".split()
)
_PAGE = ("html", "head", "body")  # removed, because the page has its own
_DEEPEST = 250  # open elements; browsers stop at 512
_SIGN = re.compile(f"[<>]|(?!{REFERENCE})&")  # a character in text that begins neither a tag nor a reference
_text = partial(_SIGN.sub, lambda sign: escape(sign[0]))


def repaired(source: str, known: Collection[str]) -> str:
    """Return HTML in which everything except comments and ``known`` tags is text, and all elements are closed."""
    return "".join(_parts(source, known))


def _parts(source: str, known: Collection[str]) -> Iterator[str]:
    is_open: list[str] = []
    end = 0
    while match := TOKEN.search(source, end):
        yield _text(source[end : match.start()])
        written, end, name = match[0], match.end(), (match["name"] or "").lower()
        is_known = match["ends"] is not None and name in known
        if name == "plaintext":  # the rest is text
            yield _text(source[match.start() :])
            end = len(source)
        elif written.startswith("<!--"):
            yield written if written.endswith(">") else f"{written}-->"
        elif not is_known:
            yield _text(written)
        elif name in _NOT_CLOSED:
            yield written
        elif not match["slash"]:
            if name not in _PAGE:
                is_open += [name] * (len(is_open) < _DEEPEST)
                yield written
        elif name in is_open:  # an end tag without a start tag is skipped
            while (last := is_open.pop()) != name:
                yield f"</{last}>"
            yield written
        if name in RAW and not match["slash"] and match["ends"] is not None:
            stop = raw_end(source, name, end, anywhere=True)
            yield source[end:stop] if is_known and stop is not None else _text(source[end:stop])
            end = len(source) if stop is None else stop
    yield _text(source[end:])
    yield from (f"</{name}>" for name in reversed(is_open))
