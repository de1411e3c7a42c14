"""Family 8: what stands at the end of a target and belongs to the text around it."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.registry import Found, rule
from extract.rules.subjects import Prose
from extract.text.regexes import re

_QUOTED = re.compile(r"""(?:(?<!")"++|(?<!')'++)[>,.;]?\Z""")
# White space, zero-width characters and backticks; a quotation mark that is the only one; "。，；、".
_ENCODED_AT_END = re.compile(r"(?i)(?:%20|%0[ad]|%09|%c2%a0|%e2%80%8[b-f]|%60|%22|%e3%80%8[12]|%ef%bc%(?:8c|9b))\Z")
_LONGEST_ENCODED = len("%e2%80%8b")
# Marks of the sentence after a page or a directory, and of emphasis; a "." may end the name of a page.
_MARK = re.compile(
    r"(?:(?<=\.html)|(?<=\.(?:htm|php|pdf|png|jpg))|(?<=\.md))[.:;]\Z|(?<=[\w/]);\Z|(?<=\w)\*\*\Z|(?<=[^<])>\Z"
)
_WIDE_INSIDE = re.compile(r"(?<=[!-~]/)[。，、；！？](?=[!-~]*\Z)")  # the rest of the address is ASCII
_CUT_SHORT = re.compile(r"(?<=[^\W\d]|-)(?<!%[0-9A-F]{2})(?:\.{3}|…)\Z")
_UNCLOSED = re.compile(r"https?://[^\s<>]*(?=>[^<>]*</)|https?://[^\s<>\"'”’]*(?=[”’']?\s+[a-z]{2,20}=\Z)")
_MAY_END_SO = re.compile(r"(?i)/compare/|example")  # GitHub: "/compare/a...b", and stand-ins
_OPENING = {")": "(", "]": "[", "）": "（", "」": "「", "』": "『", "》": "《", "”": "“", "’": "‘", "“": "„", "»": "«"}
_WIDE_END = frozenset("】。，、；")


def left_over(target: str) -> Found | None:
    """Report what ends a target and belongs to the text: a mark, or what nothing in the target opens."""
    last = target[-1:]
    left, shown = last, f'"{last}"'
    is_web = target.startswith("http")
    in_path = is_web and not {"?", "#"} & set(target)
    kept = _without_encoded_end(target) if in_path else target
    encoded = target[len(kept) :]
    if encoded and not any(mark in encoded and not target.count(mark) % 2 for mark in ("%22", "%60")):
        message = f'"{encoded}" at the end was a space or a quotation mark of the text; leave it out'
        return Found(len(kept), len(target), message, None, "")
    if is_web and (inside := _WIDE_INSIDE.search(target)):
        message = f'"{inside[0][-1]}" belongs to the text, not to the target; leave it out'
        return Found(inside.end() - 1, inside.end(), message, None, "")
    if in_path and _CUT_SHORT.search(target) and not _MAY_END_SO.search(target):
        dots = len(target.rstrip(".…"))
        return Found(dots, len(target), "the address was cut short; write all of it")
    quote = _QUOTED.search(target) if is_web else None
    if quote and target.count(quote[0][0]) % 2:
        left = shown = quote[0]
    elif in_path and "<" not in target and (mark := _MARK.search(target)):
        left, shown = mark[0], f'"{mark[0]}"'
    elif last in _OPENING:
        if target.count(_OPENING[last]) >= target.count(last) or not target.startswith(("http", "www")):
            return None
    elif last == ",":
        if "?" in target or not is_web:
            return None
    elif last not in _WIDE_END or target.count("（") > target.count("）"):
        return None
    return Found(
        len(target) - len(left), len(target), f"{shown} belongs to the text, not to the target; leave it out", None, ""
    )


@rule("IRI818", "mark-in-target", "warning", scope="prose")
def mark_in_target(prose: Prose) -> Iterator[Found]:
    """A mark of the text at the end of a target in HTML.

    A comma, a bracket, a quotation mark or a space after the address was copied with it. The link leads to another
    page, which most servers do not have. (In Markdown and reStructuredText this is IRI812 and IRI813.)
    Source: RFC 3986 appendix C.

    Bad (html):
        <a href="https://example.com/größe⟦,⟧">größe</a>
        <a href="https://example.com/größe⟦)⟧">größe</a>
        <a href="https://example.com/größe⟦%20⟧">größe</a>
        <a href="https://example.com/größe.html⟦.⟧">größe</a>
        <a href="https://example.com/größe⟦⟧>größe</a> <b class="a">und</b>
        <a href="https://example.com/größe⟦⟧ target="_blank">größe</a>

    Good (html):
        <a href="https://example.com/größe_(kleidung)">größe</a>
        <a href="https://example.com/größe?a=1,">größe</a>
        <a href="https://example.com/größe_Inc.">größe</a>
        <a href="https://example.com/größe ">größe</a>
    """
    if not prose.target or prose.format.name != "html":
        return
    if unclosed := _UNCLOSED.match(prose.text):
        yield Found(unclosed.end(), unclosed.end(), "the closing quotation mark is missing; add it", None, '"')
    elif left := left_over(prose.text):
        yield left


def _without_encoded_end(target: str) -> str:
    """Return the target without encoded spaces and marks at its end, from there one by one: the time stays linear."""
    end = len(target)
    while found := _ENCODED_AT_END.search(target, max(end - _LONGEST_ENCODED, 0), end):
        end = found.start()
    return target[:end]
