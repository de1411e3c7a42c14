"""Parse Markdown with markdown-it-py (CommonMark and GFM), with the roles of MyST, footnotes and templates."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any

from extract.parsers import html
from extract.parsers.reading import Construct, Kind, Reading, in_order
from extract.parsers.rst import is_broken_role
from extract.text.regexes import IMAGE_SUFFIXES, re

# What the rules of markdown-it make, and the character that each begins with.
_RULES: dict[str, tuple[Kind, str]] = {
    "link": ("link", "["),
    "image": ("image", "!"),
    "autolink": ("address", "<"),
    "html_inline": ("html", "<"),
    "backticks": ("code", "`"),
    "escape": ("escape", "\\"),
}
# Text that programs replace before or after Markdown is parsed. It is not part of CommonMark.
_TEMPLATE = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|<%.*?%>|\$\{[^{}\n]*\}|\$\$[^$]+\$\$|\$(?=[^\s$])[^$\n]*(?<=[^\s$\\])\$(?![0-9])", re.DOTALL
)
_ROLE = re.compile(r"\{[\w.+:-]+\}(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_OF_PAGE = re.compile(r"\{(?:(?:std:)?(?:ref|doc|term|numref)|any|download)\}")
# A reference of reStructuredText, which would be code. The message depends on its underscore.
_RST = re.compile(r"`[^`<>]{1,200}\s<https?://[^\s<>`]+>`__?(?!\w)")
# CommonMark parses links in these elements, but their authors meant code.
_CODE = re.compile(r"<(code|kbd|samp|tt)\b[^<>]{0,300}>.*?</\1>", re.DOTALL | re.IGNORECASE)
_IMAGE = re.compile(rf"\.(?:{IMAGE_SUFFIXES})\Z", re.IGNORECASE)
_NOTE = re.compile(r"\[\^[^\]\s]{1,200}\](?!\()")
_VERBATIM: tuple[tuple[str, Kind, re.Pattern[str]], ...] = (
    ("template", "template", _TEMPLATE),
    ("role", "role", _ROLE),
    ("note", "note", _NOTE),
    ("rst", "phrase", _RST),
    ("code_element", "code", _CODE),
)


def read(text: str, defined: Collection[str] = ()) -> Reading:
    """Parse a paragraph. ``defined`` are the labels that the document defines, in any case."""
    found: list[Construct] = []
    references = {label: {"href": "", "title": ""} for label in _normalized(frozenset(defined))}
    parser = _parser()
    # CommonMark §2.1: "\r\n" ends a line. In markdown-it, whose callers convert it to "\n", "\r" is part of a URL.
    parser.inline.parse(text.replace("\r\n", " \n"), parser, {"constructs": found, "references": references}, [])
    tags = (html.construct(text, one.start) or one if one.kind == "html" else one for one in found)
    return Reading(text, html.paired(text, in_order(tags)))


@functools.lru_cache(maxsize=8)
def _normalized(labels: frozenset[str]) -> tuple[str, ...]:
    from markdown_it.common.utils import normalizeReference

    return tuple(map(normalizeReference, labels))


@functools.cache
def _parser() -> Any:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable("strikethrough")
    parser.validateLink = _any  # type: ignore[method-assign, assignment]
    parser.normalizeLink = parser.normalizeLinkText = _as_written  # type: ignore[method-assign, assignment]
    rules = parser.inline.ruler
    for rule in list(rules.__rules__):
        if rule.name in _RULES:
            rules.at(rule.name, _noting(rule.name, *_RULES[rule.name], rule.fn))
    for name, kind, pattern in _VERBATIM:
        rules.before("newline", name, _verbatim(name, kind, pattern))
    if hasattr(parser.inline, "add_terminator_char"):  # since markdown-it-py 4.1; earlier, text always ends at "$"
        parser.inline.add_terminator_char("$")
    return parser


def _any(_target: str) -> bool:
    return True


def _as_written(target: str) -> str:
    return target


_Rule = Callable[[Any, bool], bool]


def _noting(name: str, kind: Kind, first: str, rule: _Rule) -> _Rule:
    """Return a rule of markdown-it that also records the span of each match."""

    def noting(state: Any, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if state.src[start] != first:  # what the rule would find out more slowly
            return False
        if name in _WITH_LABEL and start + (name == "image") in _overfull(state.src):
            return False
        if not rule(state, silent):
            return False
        if not silent and "constructs" in state.env:
            made = state.tokens[before:] if kind in ("link", "image", "address") else []
            target, label = _target_and_label(made)
            has_text = not made or bool(label) or any(one.type == "image" for one in made)
            found = kind
            if kind in ("link", "image") and state.src[state.pos - 1] != ")":
                found = "name"
            elif _is_phrase(kind, target, label, has_text):
                found = "phrase"
            state.env["constructs"].append(Construct(start, state.pos, found, target, label))
        return True

    noting.__name__ = name
    return noting


_WITH_LABEL = ("link", "image")
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
_MOST_INSIDE = 20  # brackets in a link text


@functools.lru_cache(maxsize=1)
def _overfull(text: str) -> frozenset[int]:
    """Return the positions of brackets that contain too many brackets, which markdown-it would parse repeatedly."""
    opened: list[tuple[int, int]] = []  # position of each open bracket, and its number
    number = 0
    overfull: set[int] = set()
    for match in _BRACKET.finditer(text):
        if match[0] == "[":
            number += 1
            opened.append((match.start(), number))
        elif match[0] == "]" and opened:
            place, at = opened.pop()
            if number - at > _MOST_INSIDE:
                overfull.add(place)
    return frozenset(overfull.union(place for place, at in opened if number - at > _MOST_INSIDE))


def _is_phrase(kind: Kind, target: str | None, label: str, has_text: bool) -> bool:
    """Return whether a construct is probably a mistake: invisible, without destination, or with a link in its text."""
    if not has_text and target and (_IMAGE.search(target) or target.startswith("http")):
        return True  # it may be an image without its "!"
    if kind == "image" and _ADDRESS_IN_LABEL.search(label):
        return True
    return kind in ("link", "image") and (
        target in ("", "#") or bool(_PLACEHOLDER.fullmatch(target or "")) or (kind == "link" and "](" in label)
    )


# Placeholders for a URL.
_PLACEHOLDER = re.compile(r"(?i)todo|tbd|fixme|[a-z_-]{0,20}(?:url|link|here)")
_ADDRESS_IN_LABEL = re.compile(r"[(（\[<{]\]?https?://[^\s()]+[)\]]\Z")


def _target_and_label(made: list[Any]) -> tuple[str | None, str]:
    """Return the destination and link text in the tokens of a rule; ``(None, "")`` without a link."""
    opening = next((one for one in made if one.type in ("link_open", "image")), None)
    if opening is None:
        return None, ""
    target = opening.attrs.get("href" if opening.type == "link_open" else "src")
    return target, "".join(one.content for one in made[made.index(opening) :])


def _verbatim(name: str, kind: Kind, pattern: re.Pattern[str]) -> _Rule:
    """Return a rule of markdown-it for a construct that a pattern matches."""

    def verbatim(state: Any, silent: bool) -> bool:
        match = pattern.match(state.src, state.pos, state.posMax)
        if match is None:
            return False
        if not silent:
            state.push("text", "", 0).content = match[0]
            if "constructs" in state.env:
                is_broken = kind == "role" and is_broken_role(match[2], _OF_PAGE.match(match[0]) is not None)
                state.env["constructs"].append(Construct(*match.span(), "phrase" if is_broken else kind))
        state.pos = match.end()
        return True

    verbatim.__name__ = name
    return verbatim
