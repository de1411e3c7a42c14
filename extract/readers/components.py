"""Components in one file, of Vue, Svelte and Astro: their markup as HTML, without targets that code computes.

What is not markup is blanked, so that all stays in its place.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from extract.readers import html
from extract.readers.passage import Passage, cut
from extract.readers.triggers import has_trigger
from extract.text.html_tokens import Tokenizer
from extract.text.regexes import re

# The script of a component of Astro, the mustaches of Vue, the blocks of Svelte, and comments in expressions.
_CODE = re.compile(
    r"\A\s*+---[ \t]*+\r?\n(?s:.*?)(?:^---[ \t]*+$|\Z)|\{\{(?s:.*?)(?:\}\}|\Z)|\{[#:/@][a-z][^{}]*+\}"
    r"|\{/\*(?s:.*?)(?:\*/\}|\Z)",
    re.MULTILINE,
)
# To HTML, <Title> and <Link> would be elements of its own, and what is in a <template> is not shown.
_COMPONENT = re.compile(r"(?<=<)(?:[A-Z]|t(?=emplate\b))|(?<=</)(?:[A-Z]|t(?=emplate\b))")
# An address that a component is given under a name of its own, but not the text of a form, nor "https://", after which
# something is filled in. Of Vue, "v-" and ":" begin names of code, which may be a string, as may a value in braces.
_OTHER = r"(?!(?:placeholder|pattern|alt|aria-\w+)=)"
_NAME = rf"(?<=\s)(?!xmlns)(?:(?P<bound>:|v-bind:)|(?!v-)){_OTHER}(?P<name>[A-Za-z][\w-]*+)="
_BEGIN = r"""(?(bound)["']\s*+|(?P<brace>\{\s*+)?+)(?P<quote>["'`])"""
_END = r"""(?P=quote)(?(bound)\s*+["'])(?(brace)\s*+\})"""
_GIVEN = re.compile(rf"""{_NAME}{_BEGIN}(?P<value>https?[:;.]?//?[^\s"'`{{}}/][^\s"'`{{}}]*+){_END}""")


def read(source: str) -> Iterator[Passage]:
    """Yield the addresses and the text of the markup that may have a link."""
    if not has_trigger(source):
        return
    markup = _COMPONENT.sub("x", _CODE.sub(_blank, source))
    known = set()
    for passage in html.read(markup):
        start, end = passage.span(0, len(passage.text))
        if not passage.target or "{" not in source[start:end]:
            known.add(start)
            yield passage
    for tag in Tokenizer(markup).tags():
        yield from given(markup, tag.start, tag.end, known)


def _blank(code: re.Match[str]) -> str:
    return " " * len(code[0])


def given(source: str, start: int, end: int, known: Container[int]) -> Iterator[Passage]:
    """Yield the addresses in attributes of any name, but not those that start at a ``known`` place."""
    for match in _GIVEN.finditer(source, start, end):
        first, last = match.span("value")
        if first not in known:
            is_code = match["bound"] or match["brace"]
            escapes = () if is_code else html.references(source, first, last, in_attribute=True)
            yield cut(source, first, last, escapes, target=True, attribute=match["name"])
