"""mistune: the plugin ``iri``, which replaces its ``url``.

mistune.create_markdown(plugins=[iri])
mistune.create_markdown(plugins=[partial(iri, bare_domains=True)])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from extract.integrations._inline import Found, InlineFinder, resolved

if TYPE_CHECKING:
    from mistune import InlineParser, InlineState, Markdown

    from extract.present.displaying import Hosts

# Where links begin: a scheme (RFC 3986 §3.1), "www.", a local part. All are bounded, because they are tried everywhere.
_STARTS = (
    r"(?<![A-Za-z0-9+.\-])[A-Za-z][A-Za-z0-9+.\-]{1,31}://|(?<![A-Za-z0-9])(?:[Ww]{3}\.|mailto:)"
    r"|(?<![\w.!#$%&'*+/=?^`{|}~\-])[\w.!#$%&'+/=?^{|}\-]{1,64}@(?=\w)"
)
_BARE_STARTS = r"|(?<![\w.@:/\-])\w[\w\-]{0,62}\.(?=\w)"
_LINKS = "iri_links"  # key in the environment of a document: for each text, where its links begin


def iri(
    md: Markdown,
    *,
    bare_domains: bool = False,
    email: bool = True,
    default_scheme: str = "https",
    hosts: Hosts = "browser",
) -> None:
    """Link the IRIs, ``www.`` names and e-mail addresses of the text; with ``bare_domains``, all bare domains too.

    ``default_scheme``: the scheme of a bare domain. ``hosts``: which hosts are shown in Unicode, as for `display`.
    """
    finder = InlineFinder(bare_domains=bare_domains, email=email, default_scheme=default_scheme, hosts=hosts)
    starts = _STARTS + _BARE_STARTS if bare_domains else _STARTS
    md.inline.register("iri", starts, lambda inline, match, state: _parse(inline, match, state, finder))


def _parse(inline: InlineParser, match: Any, state: InlineState, finder: InlineFinder) -> int | None:
    known: dict[str, dict[int, tuple[int, Found]]] = state.env.setdefault(_LINKS, {})
    if state.src not in known:
        known[state.src] = _links(state.src, finder)
    link = known[state.src].get(match.start())
    if link is None:
        return None
    end, found = link
    if state.in_link:
        inline.process_text(found.shown, state)
    else:
        token = {"type": "link", "children": [{"type": "text", "raw": found.shown}], "attrs": {"url": found.uri}}
        # mistune >= 3.1: used instead if this turns out to be inside the label of a link
        state.append_token(token | {"_autolink": found.shown})
    return end


def _links(src: str, finder: InlineFinder) -> dict[int, tuple[int, Found]]:
    """Return the links of a text by their start: end, target and label."""
    read = resolved(src)
    links = {}
    for found in finder.find(read.text):
        start, end = read.span(found.start, found.end)
        links[start] = end, found
    return links
