"""mistune: the plugin ``iri``, which replaces mistune's ``url``.

mistune.create_markdown(plugins=[iri])
mistune.create_markdown(plugins=[partial(iri, bare_domains=True)])
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Unpack

from extract.integrations._inline import Found, InlineFinder, Options, resolved
from extract.text.regexes import re

if TYPE_CHECKING:
    from mistune import InlineParser, InlineState, Markdown

# Starts of links: a scheme (RFC 3986 §3.1), "www.", a local part. All are bounded, because they are tried everywhere.
_STARTS = (
    r"(?<![A-Za-z0-9+.\-])[A-Za-z][A-Za-z0-9+.\-]{1,31}://|(?<![A-Za-z0-9])(?:[Ww]{3}\.|mailto:)"
    r"|(?<![\w.!#$%&'*+/=?^`{|}~\-])[\w.!#$%&'+/=?^{|}\-]{1,64}@(?=\w)"
)
_BARE_STARTS = r"|(?<![\w.@:/\-])\w[\w\-]{0,62}\.(?=\w)"
_MAY_START = re.compile(r"[@&]|[Ww]{3}\.").search  # faster, for texts without links
_LINKS = "iri_links"  # key in the environment of a document: for each text, its links by their start


def iri(md: Markdown, **options: Unpack[Options]) -> None:
    """Link the IRIs, ``www.`` names and email addresses of the text.

    ``options``: ``bare_domains`` (also without "www."), ``email``, ``default_scheme`` (of bare domains), ``hosts``
    (which are shown in Unicode, as for `display`).
    """
    finder = InlineFinder(**options)
    starts = _STARTS + _BARE_STARTS if options.get("bare_domains") else _STARTS
    md.inline.register("iri", starts, lambda inline, match, state: _parse(inline, match, state, finder))
    may_start = re.compile(r"[.@&]").search if options.get("bare_domains") else _MAY_START
    with_rule, other = md.inline.parse, functools.cache(_other_parser)

    def parse(state: InlineState) -> Any:
        text = state.src
        links = _links(state, finder) if "://" in text or may_start(text) else ()
        bare = [start for start in links if not text.endswith(("](", "<"), 0, start)]
        if all(text.startswith("http", start) for start in bare):
            return other(md.inline, _OF_WEB if bare else None).parse(state)
        return with_rule(state)

    _pair_around_links(md.inline)
    md.inline.parse = parse  # type: ignore[method-assign]  # texts without links, or with web links, are parsed faster


_OF_WEB = "url_link"  # mistune's name of a rule for links that begin with an "h"


def _other_parser(inline: InlineParser, rule: str | None) -> InlineParser:
    """Return the parser with another rule instead of "iri", for texts whose links all begin with "http", or none."""
    other = type(inline)(hard_wrap=inline.hard_wrap)
    other.specification = {**inline.specification, _OF_WEB: "https?://"}
    other._methods = {**inline._methods, _OF_WEB: inline._methods["iri"]}
    renamed = (rule if name == "iri" else name for name in inline.rules)
    other.rules = [name for name in renamed if name is not None]
    if hasattr(inline, "max_nested_level"):  # mistune >= 3.3
        other.max_nested_level = inline.max_nested_level
    _pair_around_links(other)
    return other


_LETTER = "\U0001e7e0"  # stands for a link whose last character is a letter or a digit


def _pair_around_links(inline: InlineParser) -> None:
    """Let a delimiter close after a link and before a letter. mistune >= 3.3 takes links for punctuation there.

    CommonMark §6.2 compares the characters beside the delimiter.
    """
    pair = getattr(inline, "finalize_tokens", None)
    if pair is None:
        return

    def finalize(tokens: list[dict[str, Any]], depth: int) -> list[dict[str, Any]]:
        links = [token for token in tokens if _ends_in_letter(token)]
        if not links or any(_LETTER in token.get("raw", "") for token in tokens):
            return pair(tokens, depth)
        letters = [{"type": "text", "raw": _LETTER} if _ends_in_letter(token) else token for token in tokens]
        return list(_with_links(pair(letters, depth), iter(links)))

    inline.finalize_tokens = finalize  # type: ignore[method-assign]


def _ends_in_letter(token: dict[str, Any]) -> bool:
    return bool(token.get("_autolink", "")[-1:].isalnum())


def _with_links(tokens: list[dict[str, Any]], links: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the tokens with the links that their letters stand for."""
    for token in tokens:
        if token["type"] in ("emphasis", "strong"):
            token["children"] = list(_with_links(token["children"], links))
        if token["type"] != "text" or _LETTER not in token["raw"]:
            yield token
            continue
        for number, text in enumerate(token["raw"].split(_LETTER)):
            if number:
                link = next(links)
                yield {key: link[key] for key in ("type", "children", "attrs")}
            if text:
                yield {"type": "text", "raw": text}


def _parse(inline: InlineParser, match: Any, state: InlineState, finder: InlineFinder) -> int | None:
    link = _links(state, finder).get(match.start())
    if link is None:
        return None
    end, found = link
    if state.in_link:
        inline.process_text(found.shown, state)
    else:
        token = {"type": "link", "children": [{"type": "text", "raw": found.shown}], "attrs": {"url": found.uri}}
        # mistune >= 3.1 uses this instead if the link is inside the text of another link.
        state.append_token(token | {"_autolink": found.shown})
    return end


def _links(state: InlineState, finder: InlineFinder) -> dict[int, tuple[int, Found]]:
    """Return the links of a text by their start, each with its end."""
    known: dict[str, dict[int, tuple[int, Found]]] = state.env.setdefault(_LINKS, {})
    if state.src not in known:
        read = resolved(state.src) if "&" in state.src else None
        links = finder.find(read.text if read else state.src)
        spans = ((read.span(one.start, one.end) if read else (one.start, one.end), one) for one in links)
        known[state.src] = {start: (end, found) for (start, end), found in spans}
    return known[state.src]
