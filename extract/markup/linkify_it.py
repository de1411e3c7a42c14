"""A replacement for linkify-it's class that uses our link detection, for markdown-it-py and programs that use it.

md = MarkdownIt("gfm-like")
md.linkify = LinkifyIt()
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any, cast

from extract.detect.finder import shared_finder
from extract.detect.link import Link
from extract.detect.tailorings import PROSE
from extract.iri.components import split, split_authority
from extract.iri.errors import HostError
from extract.iri.host import host_to_ascii
from extract.iri.schemes import MARKED_SCHEMES
from extract.markup.linker import is_marked
from extract.markup.target import checked_scheme
from extract.text.characters import CJK_OPEN

# Markdown parses these before links: code spans, tags and autolinks (CommonMark "Precedence").
_CODE_OR_TAG = "`<"
_SPACE = re.compile(r"\s")
# CommonMark §6.2: delimiters that close emphasis between letters, unlike "_".
_BETWEEN = re.compile(rf"(?<=[^\W_])(\*\*?|~~)([^\W_]|[{CJK_OPEN}]|['’:](?=[^\W\d_]))")
# The longest run of punctuation inside a link.
_MAX_FINAL = 256
# As in linkify-it, the name of a custom schema must not begin inside a word.
_WORD_BEFORE = r"(?<![^\W_])"


@dataclass(slots=True)
class Match:
    """A link: ``text[match.index:match.last_index] == match.raw``, in code points."""

    schema: str  # "http:", "mailto:", "//" …; "" for a bare domain
    index: int
    last_index: int
    raw: str
    text: str
    url: str  # the IRI, with the default scheme if none was written


# `validate` and `normalize` of a custom schema, as `LinkifyIt.add` describes them.
_Rule = tuple[Callable[[str, int], int], Callable[[Match], None]]


class LinkifyIt:
    """Finds links with `find_links`, and has the methods of linkify-it-py's class of this name, for markdown-it-py.

    To write text with its links marked, use `extract.linkify`, or for HTML `Linker`.

    ``options``: ``fuzzy_link`` (bare domains except file names, on), ``fuzzy_email`` (on), and with ``fuzzy_link`` also
    ``fuzzy_ip`` (IP addresses without a scheme, off) and ``default_scheme`` (of bare domains, ``"https"``).
    ``schemas``: more rules, as for `add`. ``file:``, ``javascript:``, ``data:`` and ``vbscript:`` are found only if one
    of them names the scheme.
    """

    # GFM "Extended autolink path validation": closing delimiters of emphasis and strikethrough are not part of a link.
    closing = "*_~"
    before = ""  # text that `match_at_start` puts before its text: a word and a space inside a line, and letters

    def __init__(self, schemas: dict[str, Any] | None = None, options: Mapping[str, bool | str] | None = None) -> None:
        self._options: dict[str, bool | str] = {
            "fuzzy_link": True,
            "fuzzy_email": True,
            "fuzzy_ip": False,
            "default_scheme": "https",
        }
        self._schemes = MARKED_SCHEMES
        self._custom: dict[str, _Rule] = {}
        self._tlds: frozenset[str] | None = None
        self._tested: tuple[str, list[Match]] | None = None
        self.set(options or {})
        for schema, definition in (schemas or {}).items():
            self.add(schema, definition)

    def set(self, options: Mapping[str, bool | str]) -> LinkifyIt:
        """Change options; return self."""
        checked_scheme(cast(str, options.get("default_scheme", "https")))
        self._options.update(options)
        self._tested = None
        return self

    def add(self, schema: str, definition: str | dict[str, Any] | None) -> LinkifyIt:
        """Add, alias or (``None``) disable the rule of a prefix such as ``"git:"`` or ``"@"``; return self.

        A ``str`` finds the scheme as `find_links` does, or is the name of a custom rule to copy. A ``dict`` is a custom
        rule. Its ``validate`` is a pattern for the text after the prefix, or a function of (self, text, position) that
        returns its length. Its optional ``normalize`` is a function of (self, match) that may change text and url.
        """
        name = schema.rstrip("/").rstrip(":").lower()
        self._custom.pop(schema, None)
        if definition is None:
            self._schemes -= {name}
        elif isinstance(definition, dict):
            self._custom[schema] = self._rule(definition)
        elif definition in self._custom:
            self._custom[schema] = self._custom[definition]
        else:
            self._schemes |= {name}
        self._tested = None
        return self

    def tlds(self, list_tlds: str | Iterable[str], keep_old: bool = False) -> LinkifyIt:
        """Restrict bare domains to these top-level domains, which must be known ones; return self.

        With ``keep_old`` they are added to an earlier restriction. linkify-it knows a few and adds to them. Here all
        are known from the start, and others (``"onion"``) are found with a scheme, or by a rule of `add`.
        """
        names = {list_tlds} if isinstance(list_tlds, str) else set(list_tlds)
        if not keep_old or self._tlds is not None:
            old = self._tlds if keep_old and self._tlds else frozenset()
            self._tlds = old | {host_to_ascii(name) for name in names}
        self._tested = None
        return self

    def pretest(self, text: str) -> bool:
        """Return, by a quick test, whether a text may have a link."""
        return ":" in text or "." in text or "@" in text or bool(self._custom)

    def test(self, text: str) -> bool:
        """Return whether a text has a link."""
        found = list(self._matches(text))
        self._tested = (text, found)  # for the call of match() that usually follows
        return bool(found)

    def match(self, text: str) -> list[Match] | None:
        """Find the links of a text, in order; ``None`` if it has none."""
        tested, self._tested = self._tested, None
        found = tested[1] if tested is not None and tested[0] == text else list(self._matches(text))
        return found or None

    def match_at_start(self, text: str) -> Match | None:
        """Find the link with a scheme at the start of a Markdown text; ``None`` if it does not begin with one."""
        for match in self._custom_matches(text, at_start=True):
            return match
        # Search a prefix first, since the text is the rest of a document, and this is called for each link.
        size = 1024
        while True:
            window = text[:size]
            for markup in _CODE_OR_TAG:
                window = window.partition(markup)[0]
            link = next(self._links(self.before + window, fuzzy=False), None)
            if link is None or link.start > len(self.before):
                return None
            whole, end = len(window) < size or size >= len(text), link.end - len(self.before)
            if whole or _SPACE.search(window, end) or size - end > _MAX_FINAL:
                raw = self._open(link.text)
                return Match(_schema(link), 0, len(raw), raw, raw, raw)
            size *= 8

    def _open(self, text: str) -> str:
        """Return a link up to the delimiter that closes emphasis around it. The text before the link is unknown.

        A delimiter closes between letters of the link and a letter or an opening bracket of a script without spaces
        between words. A single "**" or "~~" closes before any letter, and a single delimiter before a suffix ('da, :n).
        """
        alone = [mark for mark in ("*", "**", "~~") if text.count(mark) == 1]
        for match in _BETWEEN.finditer(text):
            mark, after = match.groups()
            is_suffix = after in "'’:"
            if not (after.isascii() or is_suffix) or (mark in alone and (mark != "*" or is_suffix)):
                return text[: match.start()]
        return text.rstrip(self.closing)

    def _links(self, text: str, *, fuzzy: bool) -> Iterator[Link]:
        schemes = None if self._schemes is MARKED_SCHEMES else self._schemes
        domains = bool(fuzzy and self._options["fuzzy_link"]) and "http" in self._schemes
        emails = bool(fuzzy and self._options["fuzzy_email"]) and "mailto" in self._schemes
        profile = (*PROSE, "ip-addresses") if self._options["fuzzy_ip"] else PROSE
        for link in shared_finder(schemes=schemes, bare_domains=domains, email=emails, profile=profile).find(text):
            if is_marked(link, self._schemes) and (
                self._tlds is None
                or link.kind != "domain"
                or (tld := _tld(link)) in self._tlds
                or not tld[:1].isalpha()
            ):
                yield link

    def _url(self, link: Link) -> str:
        return f"{self._options['default_scheme']}://{link.text}" if link.kind == "domain" else link.iri

    def _matches(self, text: str) -> Iterator[Match]:
        found = (
            Match(_schema(link), link.start, link.end, link.text, link.text, self._url(link))
            for link in self._links(text, fuzzy=True)
        )
        end = 0
        # Custom rules precede others at the same start; of several, the longest one.
        custom = sorted(self._custom_matches(text), key=lambda match: -match.last_index)
        for match in sorted([*custom, *found], key=lambda match: match.index):
            if match.index >= end:
                end = match.last_index
                yield match

    def _custom_matches(self, text: str, *, at_start: bool = False) -> Iterator[Match]:
        for schema, (validate, normalize) in self._custom.items():
            prefixes = re.compile(_WORD_BEFORE + re.escape(schema), re.IGNORECASE)
            for prefix in prefixes.finditer(text, 0, len(schema) if at_start else len(text)):
                if length := validate(text, prefix.end()):
                    raw = text[prefix.start() : prefix.end() + length]
                    match = Match(schema.lower(), prefix.start(), prefix.end() + length, raw, raw, raw)
                    normalize(match)
                    yield match

    def _rule(self, definition: dict[str, Any]) -> _Rule:
        validate, normalize = definition["validate"], definition.get("normalize")
        if isinstance(validate, str | re.Pattern):
            pattern = re.compile(validate, re.IGNORECASE if isinstance(validate, str) else 0)
            return lambda text, position: _length(pattern.search(text[position:])), self._bound(normalize)
        return self._bound(validate), self._bound(normalize)

    def _bound(self, function: Callable[..., Any] | None) -> Callable[..., Any]:
        if function is None:
            return lambda match: None
        return MethodType(function, self) if isinstance(function, FunctionType) else function


def _length(match: re.Match[str] | None) -> int:
    return len(match[0]) if match else 0


def _schema(link: Link) -> str:
    if link.kind == "domain":
        return ""
    return "//" if link.iri.startswith("//") else link.iri[: link.iri.index(":") + 1].lower()


def _tld(link: Link) -> str:
    try:
        return host_to_ascii(split_authority(split(link.iri).authority or "")[1]).rpartition(".")[2]
    except HostError:
        return ""
