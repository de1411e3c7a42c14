"""Parse reStructuredText with docutils. Unknown roles are assumed to be from Sphinx or another extension."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from extract.parsers.reading import Construct, Kind, Reading, in_order
from extract.text.regexes import re


def read(text: str, *, next_to_letters: bool = False) -> Reading:
    """Parse a paragraph.

    With ``next_to_letters``, inline markup may adjoin letters (docutils, "character_level_inline_markup").
    """
    return Reading(text, in_order(_inliner(next_to_letters).read(text)))


@functools.cache
def _inliner(next_to_letters: bool) -> Any:
    from docutils import frontend, nodes
    from docutils.parsers.rst import Parser, languages, states

    settings = frontend.get_default_settings(Parser())
    settings.report_level = settings.halt_level = 5  # no messages, no abort
    settings.warning_stream = False
    settings.character_level_inline_markup = next_to_letters
    language = languages.get_language("en", None)
    kinds: dict[type[Any], Kind] = {
        nodes.literal: "code",
        nodes.problematic: "problem",
        nodes.substitution_reference: "template",
        nodes.footnote_reference: "note",
        nodes.citation_reference: "note",
        nodes.target: "other",
        nodes.emphasis: "other",
        nodes.strong: "other",
    }

    silent: Any = _Silent(settings=settings)
    patterns = states.Inliner()  # built from the attributes of this very class
    patterns.init_customizations(settings)

    class Inliner(states.Inliner):
        """Docutils' parser of inline markup, which records the span of each construct."""

        @staticmethod
        def read(text: str) -> Iterator[Construct]:
            noted: list[tuple[int, int, Any]] = []
            length = len(text)

            def noting(method: Callable[..., Any]) -> Callable[..., Any]:
                def note(inliner: Any, match: Any, lineno: int) -> Any:
                    found = method(inliner, match, lineno)
                    before, inlines, after, _ = found
                    if inlines:
                        noted.append((length - len(match.string) + len(before), length - len(after), inlines[0]))
                    return found

                return note

            parser = Inliner.__new__(Inliner)
            parser.__dict__.update(patterns.__dict__)
            parser.dispatch = {mark: noting(method) for mark, method in states.Inliner.dispatch.items()}
            # docutils before 0.22 takes the reporter from the memo.
            memo = SimpleNamespace(document=silent, language=language, reporter=silent)
            parser.parse(text, 0, memo, silent)
            for start, end, node in noted:
                one = _construct(start, end, node)
                yield replace(one, kind="phrase") if _is_doubtful(one, text) else one
            yield from _escapes(text)

        def interpreted(self, rawsource: str, text: str, role: str, _lineno: int) -> Any:
            return [nodes.inline(rawsource, nodes.unescape(text), role=role or "")], []

        def problematic(self, text: str, rawsource: str, _message: Any) -> Any:
            return nodes.problematic(rawsource, text)  # without ids for the message

        def implicit_inline(self, text: str, _lineno: int) -> Any:
            return []  # `find_links` finds the links in running text

    def _construct(start: int, end: int, node: Any) -> Construct:
        if isinstance(node, nodes.inline):
            target = node.astext() if node["role"] == "iri" else None  # the role of sphinx-iri takes an IRI
            return Construct(start, end, "role" if node["role"] else "phrase", target, node.astext())
        if isinstance(node, nodes.reference):
            target = node.get("refuri")
            return Construct(start, end, "name" if target is None else "link", target, node.astext())
        return Construct(start, end, kinds.get(type(node), "other"), None, node.astext())

    return Inliner


class _Silent(SimpleNamespace):
    """A document and reporter that keeps nothing. Messages would take most of the time for a hostile text."""

    def __getattr__(self, _name: str) -> Any:
        return self

    def __call__(self, *_arguments: Any, **_options: Any) -> None:
        return None


# Sphinx, `sphinx.roles.XRefRole`: the target is in the last "<" and ">", and is not stripped.
_TITLED = re.compile(r"(?s).+?\s*(?<!\0)<([^<]*?)>\Z")
_OF_PAGE = re.compile(r":(?:(?:std:)?(?:ref|doc|term|numref)|any|download):`")
_BRACKET = re.compile("[<>＜＞〈〉]")


def _is_doubtful(one: Construct, text: str) -> bool:
    """Return whether a construct with a URL is probably a mistake: a name, role or literal without a destination."""
    if one.kind == "code":
        return text.startswith("_", one.end) and "<http" in one.label
    ticks = one.label.count("`") - text.count("\\`", one.start, one.end)  # unescaped ones
    if one.kind in ("link", "role") and ticks > 0:
        return True  # unclosed, and ended by another one
    if one.kind == "role" and is_broken_role(one.label, _OF_PAGE.match(text, one.start) is not None):
        return True
    return one.target is None and one.kind in ("name", "role") and ("://" in one.label or "<>" in one.label)


def is_broken_role(label: str, is_of_page: bool) -> bool:
    """Return whether the text of a role has misplaced angle brackets."""
    if is_of_page and _BRACKET.search(label):
        titled = _TITLED.fullmatch(label)
        if titled is None or titled[1] != titled[1].strip():
            return True
    return "<" in label and ">" not in label


def _escapes(text: str) -> Iterator[Construct]:
    position = text.find("\\")
    while position >= 0:
        yield Construct(position, min(position + 2, len(text)), "escape")
        position = text.find("\\", position + 2)
