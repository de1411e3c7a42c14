"""Single-file components of Vue, Svelte and Astro: their markup as HTML, without destinations that code computes.

Code is replaced by spaces, so that offsets do not change.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from extract.readers import html
from extract.readers.passage import Passage, cut
from extract.readers.triggers import has_trigger
from extract.text.html_tokens import Tokenizer
from extract.text.regexes import re

# The script of an Astro component, mustaches of Vue, blocks of Svelte, and comments in expressions.
_CODE = re.compile(
    r"\A\s*+---[ \t]*+\r?\n(?s:.*?)(?:^---[ \t]*+$|\Z)|\{\{(?s:.*?)(?:\}\}|\Z)|\{[#:/@][a-z][^{}]*+\}"
    r"|\{/\*(?s:.*?)(?:\*/\}|\Z)",
    re.MULTILINE,
)
# HTML has its own <Title> and <Link> elements, and does not show the content of a <template>.
_COMPONENT = re.compile(r"(?<=<)(?:[A-Z]|t(?=emplate\b))|(?<=</)(?:[A-Z]|t(?=emplate\b))")
# A URL in an attribute of any name, but not in the text of a form, nor "https://" followed by something to fill in.
# In Vue, attributes with "v-" and ":" contain code, which may be a string. So may a value in braces.
_OTHER = r"(?!(?:placeholder|pattern|alt|aria-\w+)=)"
_NAME = rf"(?<=\s)(?!xmlns)(?:(?P<bound>:|v-bind:)|(?!v-)){_OTHER}(?P<name>[A-Za-z][\w-]*+)="
_BEGIN = r"""(?(bound)["']\s*+|(?P<brace>\{\s*+)?+)(?P<quote>["'`])"""
_END = r"""(?P=quote)(?(bound)\s*+["'])(?(brace)\s*+\})"""
_GIVEN = re.compile(rf"""{_NAME}{_BEGIN}(?P<value>https?[:;.]?//?[^\s"'`{{}}/][^\s"'`{{}}]*+){_END}""")


def read(source: str) -> Iterator[Passage]:
    """Yield the destinations and the text that may have a link."""
    if not has_trigger(source):
        return
    markup = _COMPONENT.sub("x", _CODE.sub(lambda code: " " * len(code[0]), source))
    known = set()
    for passage in html.read(markup):
        start, end = passage.span(0, len(passage.text))
        if not passage.target or "{" not in source[start:end]:
            known.add(start)
            yield passage
    for tag in Tokenizer(markup).tags():
        yield from given(markup, tag.start, tag.end, known)


def given(source: str, start: int, end: int, known: Container[int]) -> Iterator[Passage]:
    """Yield the URLs in attributes of any name, except those whose start is ``known``."""
    for match in _GIVEN.finditer(source, start, end):
        first, last = match.span("value")
        if first not in known:
            is_code = match["bound"] or match["brace"]
            escapes = () if is_code else html.references(source, first, last, in_attribute=True)
            yield cut(source, first, last, escapes, target=True, attribute=match["name"])
