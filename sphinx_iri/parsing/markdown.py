"""Extend MyST: linkify finds whole IRIs, links are not converted, and ``{eval-rst}`` finds IRIs."""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from operator import attrgetter
from typing import Any

import regex
from docutils import nodes
from docutils.parsers import Parser
from markdown_it.rules_inline.linkify import linkify

from extract import Link
from extract.detect.around import line_before
from extract.detect.evidence import is_site
from extract.detect.tailorings import QUOTES, tailorings_of
from extract.markup import LinkifyIt
from extract.markup.linkify_it import Match
from extract.text.characters import UNSPACED
from extract.text.regexes import lazy
from sphinx_iri._patches import replaced
from sphinx_iri.config import finder, setting
from sphinx_iri.parsing.escapes import links_in_markdown
from sphinx_iri.parsing.inliner import (
    as_in_markup,
    install_inliner,
    may_be_domain,
    may_be_link,
    targets_in,
    up_to_word_for_port,
)
from sphinx_iri.parsing.markdown_source import MARK, is_escaped, mark_escapes, restore_escapes
from sphinx_iri.placeholders import up_to_odd_port

_LETTERS_BEFORE = lazy(rf"(?V1)[{UNSPACED}]{{1,5}}\Z")
_GFM_RULES = ["gfm_autolink_www", "gfm_autolink_protocol", "gfm_autolink_email"]


class MySTParserMixin(Parser):
    """Mixin that extends a MyST parser to find IRIs.

    It replaces the functions of MyST's modules that create the Markdown parser, because there is no other hook.
    """

    def parse(self, inputstring: Any, document: Any) -> None:
        """Parse with a Markdown parser that finds IRIs and does not convert them."""
        document.iri_explicit = set()  # IRIs of explicit links, which the doctree does not mark
        document.iri_unlinked = 0  # IRIs in text, if the configuration does not determine whether to link them
        mode = setting(document.settings, "iri_myst")
        blocks: list[tuple[Any, nodes.document]] = []
        make = partial(_iri_aware, document=document, mode=mode)
        modules = {base.__module__: sys.modules[base.__module__] for base in type(self).__mro__}
        with ExitStack() as stack:
            for module in modules.values():
                if mode is not False and hasattr(module, "create_md_parser"):
                    stack.enter_context(replaced(module, "create_md_parser", make))
            stack.enter_context(
                replaced("myst_parser.mdit_to_docutils.base", "MockRSTParser", partial(_evaluating, blocks))
            )
            super().parse(inputstring, document)
        known = targets_in(document).union(*(targets_in(block) for _, block in blocks))
        for inliner, _ in blocks:
            inliner.decide(known)
        _unescape(document, document.iri_explicit)


def _unescape(document: nodes.document, explicit: set[str]) -> None:
    """Replace ``&amp;`` in IRIs, which MyST before 5 writes and HTML writers would escape again."""
    for node in document.findall(nodes.reference):
        known = node.get("refuri", "")
        uri = html.unescape(known)
        if uri != known and known not in explicit and (uri in explicit or uri == node.astext()):
            node["refuri"] = uri


def _evaluating(blocks: list[tuple[Any, nodes.document]], parser: Any) -> Any:
    """Return a subclass of the ``{eval-rst}`` parser that finds IRIs, and adds Inliner and document to ``blocks``."""

    def parse(self: Any, inputstring: Any, document: nodes.document) -> None:
        install_inliner(self)
        parser.parse(self, inputstring, document)
        blocks.append((self.inliner, document))

    return type(parser.__name__, (parser,), {"parse": parse})


def _iri_aware(create: Callable[..., Any], document: Any, mode: str | bool) -> Callable[..., Any]:
    """Return a replacement of MyST's ``create_md_parser`` (``create``) whose parsers find IRIs."""
    settings = document.settings

    def note_explicit(state: Any) -> None:
        for block in state.tokens:
            for token in block.children or ():
                if token.type == "link_open" and token.markup != "linkify":
                    document.iri_explicit.add(token.attrs.get("href", ""))

    def count_unlinked(state: Any) -> None:
        may_have_link = may_be_domain if setting(settings, "iri_bare_domains") else may_be_link
        for block in state.tokens:
            inside = 0  # links, and raw ``<a>``
            for token in block.children or ():
                inside += bool(_OPENS_LINK.match(token.content or token.type))
                inside -= bool(_CLOSES_LINK.match(token.content or token.type))
                if token.type == "text" and not inside and may_have_link(token.content):
                    found = finder(settings, broken=False)(token.content)
                    document.iri_unlinked += sum(state.md.validateLink(link.iri) for link in found)

    def create_md_parser(config: Any, *arguments: Any) -> Any:
        md = create(config, *arguments)
        md.core.ruler.push("iri_explicit", note_explicit)
        md.normalizeLink = _keeping_iris(md.normalizeLink)
        md.normalizeLinkText = _keeping_iris(md.normalizeLinkText)
        gfm = config.gfm_only or "gfm_autolink" in config.enable_extensions
        linkify = "linkify" in config.enable_extensions and not (gfm or config.commonmark_only)
        if not (linkify or gfm or mode is True):
            md.core.ruler.push("iri_unlinked", count_unlinked)
        else:
            domains = "www" if gfm else linkify and config.linkify_fuzzy_links
            md.linkify = Linkify(settings, domains)
            md.inline.ruler.at("linkify", md.linkify.in_markup)
            md.disable(_GFM_RULES, ignoreInvalid=True)
            md.enable("linkify")
            md.options["linkify"] = True
            md.core.ruler.before("linkify", "iri_mark_escapes", mark_escapes)
            md.core.ruler.after("linkify", "iri_restore_escapes", restore_escapes)
        return md

    return create_md_parser


_OPENS_LINK = re.compile(r"link_open|(?i:<a[ >])")
_CLOSES_LINK = re.compile(r"link_close|(?i:</a>)")


# Top-level domains of bare domains in linkify-it, besides two letters. Excludes ``asyncio.run`` and ``os.link``.
_ENDINGS = frozenset("biz com edu gov net org pro web xxx aero asia coop info museum name shop".split())
# In ASCII, linkify-it continues over vertical bars and braces. In tables, cells are split before.
_LONGER = re.compile(
    r"(?=[|{])(?:\|(?![A-Za-z][A-Za-z0-9+.-]*:)|\{[!-z]*\}|[A-Za-z0-9%._~/?#=&+-])*(?<=[A-Za-z0-9/}])(?![^\s\x00-\x7f])"
)
_NETWORK_PATH = re.compile(r"(?<![\w:/])//(?:localhost\b|[\w-]+\.\w)[^\s\x00]*")


class Linkify(LinkifyIt):
    """The interface of linkify-it for the links of the configuration.

    ``domains`` adds the bare domains that linkify-it links, or with ``"www"`` only domains that start with "www.".
    If the configuration enables all bare domains, they get ``https``. Otherwise they get ``http``, as in linkify-it.
    """

    def __init__(self, settings: Any, domains: bool | str) -> None:
        super().__init__()
        self._domains = domains
        self._asked = setting(settings, "iri_bare_domains")
        profile = setting(settings, "iri_profile")
        if domains and not self._asked:
            # Without "evidence", which treats ``README.md`` as a file, so that linkify-it's links do not change.
            profile = tailorings_of(profile) - {"evidence"}
        self._find = {  # fuzzy or not
            True: finder(settings, profile=profile, bare_domains=bool(domains) or self._asked),
            False: finder(settings, profile=profile, bare_domains=False, email=False),
        }

    closing = "*"  # like markdown-it; other marks end a link only if they close emphasis that starts with the link

    def in_markup(self, state: Any, silent: bool) -> bool:
        """Run markdown-it's linkify rule for inline text, with the state that `match_at_start` needs."""
        self._state = state
        return linkify(state, silent)

    def _links(self, text: str, *, fuzzy: bool) -> Iterator[Link]:
        found = self._links_of_finder(text, fuzzy=fuzzy)
        if not (fuzzy and self._domains is True and "//" in text):
            yield from found
            return
        end = 0
        for link in sorted([*found, *self._without_scheme(text)], key=attrgetter("start")):
            if link.start >= end:
                end = link.end
                yield link

    def _without_scheme(self, text: str) -> Iterator[Link]:
        """Find network-path references (``//example.com/x``, RFC 3986 §4.2), which linkify-it also links."""
        for word in _NETWORK_PATH.finditer(text):
            link = next(self._find[False](f"https:{word[0]}"), None)
            if link is not None and link.start == 0:
                address = link.text.removeprefix("https:")
                yield link._replace(start=word.start(), end=word.start() + len(address), text=address, iri=address)

    def _links_of_finder(self, text: str, *, fuzzy: bool) -> Iterator[Link]:
        for found in links_in_markdown(self._find[fuzzy], text):
            host = self._domains != "www" and up_to_odd_port(found.text, text[found.end : found.end + 2])
            link: Link | None
            if host:
                link = found._replace(end=found.start + len(host), text=host, iri=host)
            else:
                link = as_in_markup(text, found) or up_to_word_for_port(found)
            if link is None:
                continue
            if link.kind == "iri" and link.text.isascii() and (more := _LONGER.match(text, link.end)):
                link = link._replace(end=more.end(), text=link.text + more[0], iri=link.iri + more[0])
            link = link._replace(text=link.text.replace(MARK, ""))
            if link.kind != "domain" or self._asked:
                yield link
            elif self._is_usual(link.text) and _is_linked_or_site(text, link):
                yield link._replace(iri=f"http://{link.text}")

    def _url(self, link: Link) -> str:
        return link.iri  # http or https for bare domains: see `_links_of_finder`

    def match_at_start(self, text: str) -> Match | None:
        """Return the link at the start of ``text``, or None. A later rule finds links with an escape."""
        source = self._state.src
        start = len(source) - len(text)
        before = line_before(source, start)
        if before.endswith((":", "=", "@")):  # perhaps inside another IRI, which a later rule finds: ``jdbc:mysql://…``
            return None
        letters = _LETTERS_BEFORE.search(before)  # "glued-words": which words follow the link depends on them
        self.before = f"a {letters[0] if letters else ''}" if before.strip() else ""
        match = super().match_at_start(text)
        if match is None:
            return None
        length = self._end_at_emphasis(start, match.raw)
        # The finder does not see the mark before the link. linkify-it includes "'".
        closing = QUOTES.get(source[start - 1 : start], "").replace("'", "")
        length = min((at for mark in closing if (at := match.raw.find(mark, 0, length)) > 0), default=length)
        if length < match.last_index:
            match = super().match_at_start(text[:length])
        return None if match is not None and is_escaped(text, match.last_index) else match

    def _end_at_emphasis(self, start: int, address: str) -> int:
        """Return the length of ``address`` before a delimiter that closes emphasis from directly before the IRI.

        CommonMark "Emphasis and strong emphasis": ``**https://例え.jp/é**を``.
        """
        opening = self._state.src[start - 1 : start]
        for run in _EMPHASIS.finditer(address):
            if run[0][0] == opening and self._state.scanDelims(start + run.start(), opening != "_").can_close:
                return run.start()
        return len(address)

    def _is_usual(self, domain: str) -> bool:
        if self._domains == "www":
            return domain[:4].lower() == "www."
        ending = _name(domain).rstrip(".").rpartition(".")[2].lower()
        return len(ending) == 2 or not ending.isascii() or ending in _ENDINGS


@cache
def _edges() -> tuple[Any, Any]:
    """Return the patterns that linkify-it requires before a bare domain and after its host."""
    # linkify-it's re.py, "tpl_link_fuzzy" and "tpl_host_fuzzy_test"
    return (
        regex.compile(r"[$+<=>^`|｜]|(?![.:/\-_@])[\p{Z}\p{P}\p{Cc}]", regex.V1),
        regex.compile(r">|(?![\-_])[\p{Z}\p{P}\p{Cc}]", regex.V1),
    )


def _name(domain: str) -> str:
    """Return a bare domain without port, path, query and fragment."""
    return re.split("[/?#:]", domain, maxsplit=1)[0]


def _is_linked_or_site(text: str, link: Link) -> bool:
    """Return whether linkify-it also links a bare domain, or it is probably a site, unlike ``和env.sh中``."""
    end = link.start + len(_name(link.text))
    before, after = _edges()
    if (link.start == 0 or before.match(text, link.start - 1)) and (end == len(text) or after.match(text, end)):
        return True
    return is_site(text, link.start, end)


_EMPHASIS = re.compile(r"\*+|~~+|_+")


# markdown-it breaks an IPv6 address with a zone, and encodes the braces of a placeholder, which warnings would show.
_BRACKETS_IN_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://[^/?#]*[\[{]", re.ASCII)


# RFC 3986 §3, "path-rootless" without slashes, which needs no encoding.
_SEEMS_TO_HAVE_A_PORT = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:[A-Za-z0-9._~!$&'()*+,;=:@\-]+:\d+", re.ASCII)


def _keeping_iris(normalize: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function like ``normalize`` that does not convert non-ASCII IRIs, unlike markdown-it.

    It percent-encodes a space, allowed in ``<…>``, like CommonMark implementations. It also keeps IRIs such as
    ``urn:ietf:rfc:2648``, in which markdown-it finds a host and a port, and changes their order.
    """

    def keep(url: str) -> str:
        if _SEEMS_TO_HAVE_A_PORT.fullmatch(url):
            return url
        if "://" not in url and not url.lower().startswith("mailto:"):
            return normalize(url)
        if url.isascii() and not _BRACKETS_IN_HOST.match(url):
            return url if "\\" in url else normalize(url)  # browsers treat "\" in http as a slash
        return url.replace(" ", "%20")

    return keep
