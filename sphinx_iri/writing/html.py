"""How each writer writes a link that shows an IRI and leads to a URI: HTML and EPUB, Texinfo, man."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains import IndexEntry
from sphinx.environment import BuildEnvironment

from sphinx_iri.config import is_rtl
from sphinx_iri.doctree.convert import as_plain_reference, iri_reference, isolated
from sphinx_iri.doctree.validator import all_nodes, is_shown_iri, reads_as_iri, shows_address
from sphinx_iri.writing.latex import visit_latex

Visitor = Callable[[Any, Any], None]


def depart(self: Any, node: iri_reference) -> None:
    """End the link as the translator ends any other."""
    self.depart_reference(node)


# HTML and EPUB --------------------------------------------------------------------------------------------------------


def visit_html(self: Any, node: iri_reference) -> None:
    """Write the start tag of the translator in use, with the URI."""
    plain = as_plain_reference(node)
    before = len(self.body)
    self.visit_reference(plain)
    if is_shown_iri(plain) or (shows_address(node) and is_rtl(self.config.language)):
        _isolate(self.body, before)


def _isolate(body: list[str], before: int) -> None:
    """Give a direction, which isolates it too, to the tag behind ``before`` (RFC 3987 §4.1)."""
    if '<a dir="' not in (tag := "".join(body[before:])):
        body[before:] = [tag.replace("<a ", '<a dir="ltr" ', 1)]


def isolate_links_to_titles(app: Sphinx, env: BuildEnvironment) -> None:
    """Let links inside the project isolate IRIs too, where a title is one: in toctrees and sidebars.

    Not elsewhere, for a page may have hundreds of links in its sidebar.
    """
    if app.builder.format != "html" or not any(map(reads_as_iri, _titles(env))):
        return
    handlers = _handlers(app)
    known, leave = handlers.get("reference", (None, None))

    def visit_reference(self: Any, node: nodes.reference) -> None:
        before = len(self.body)
        (known or type(self).visit_reference)(self, node)
        if is_shown_iri(node):
            _isolate(self.body, before)

    handlers["reference"] = visit_reference, leave


def _titles(env: BuildEnvironment) -> Iterator[str]:
    """Yield what toctrees show: the titles of pages and sections, and those that the toctrees themselves give."""
    for contents in env.tocs.values():
        for node in all_nodes(contents, nodes.reference, addnodes.toctree):
            if isinstance(node, nodes.reference):
                yield node.astext()
            else:
                yield from (title for title, _ in node["entries"] if title)


def visit_isolated(self: Any, _node: isolated) -> None:
    """Give an address in a table of contents its direction."""
    self.body.append('<span dir="ltr">')


def depart_isolated(self: Any, _node: isolated) -> None:
    """End it."""
    self.body.append("</span>")


_ISOLATED = Markup('<span dir="ltr">%s</span>')


def isolate_titles(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Give a direction to what templates put into links: titles of the pages before, behind and above, the index."""
    for entry in (context.get("prev"), context.get("next"), *(context.get("parents") or ())):
        if entry and reads_as_iri(entry["title"]):
            entry["title"] = str(_ISOLATED % Markup(entry["title"]))
    if page == "iri-index":
        context["content"] = [(letter, _rows(entries, context["pathto"])) for letter, entries in context["content"]]


def _rows(entries: list[IndexEntry], pathto: Callable[[str], str]) -> list[IndexEntry]:
    """Return a row for each IRI: it links to its first place, and numbers to the others, as in Sphinx's own index."""
    rows = []
    for name, same in groupby(entries, attrgetter("name")):
        first, *others = same
        places = (
            Markup('<a href="%s#%s">[%d]</a>') % (pathto(entry.docname), entry.anchor, number)
            for number, entry in enumerate(others, 1)
        )
        rows.append(first._replace(name=_ISOLATED % name, descr=Markup(", ").join(places)))
    return rows


# Texinfo --------------------------------------------------------------------------------------------------------------


def visit_texinfo(self: Any, node: iri_reference) -> None:
    """Write the URI as target and show the IRI; in print the URI, for which TeX has the letters."""
    if isinstance(node.parent, (nodes.title, addnodes.desc_type)) or isinstance(node.next_node(), nodes.image):
        return
    uri = self.escape_arg(node["uri"])
    address = f"@uref{{{uri},,@inlinefmtifelse{{tex,{uri},{self.escape_arg(node['refuri'].removeprefix('mailto:'))}}}}}"
    show_urls = "inline" if self.in_footnote else self.config.texinfo_show_urls
    name = self.escape_arg(node.astext().strip())
    if shows_address(node):
        self.body.append(address)
    elif show_urls == "no":
        self.body.append(f"@uref{{{uri},,{name}}}")
    else:
        self.body.append(f"{name} ({address})" if show_urls == "inline" else f"{name}@footnote{{{address}}}")
    raise nodes.SkipNode


# man ------------------------------------------------------------------------------------------------------------------


def visit_man(self: Any, node: iri_reference) -> None:
    """Show the IRI on a terminal that has its characters, and the URI on one that would drop them."""
    name = f"iri{len(self.head)}"
    shown = node.astext() if shows_address(node) else node["refuri"].removeprefix("mailto:")
    uri = node["uri"].removeprefix("mailto:")
    # A string in the head, for a request inside a paragraph would need a line, and so a space, of its own.
    self.head.append(f".ie '\\*(.T'utf8' .ds {name} {_roff(shown)}\n.el .ds {name} {_roff(uri)}\n")
    if shows_address(node):
        self.body.append(rf"\%<\*[{name}]>")
        raise nodes.SkipNode
    self.context.append(rf" \%<\*[{name}]>")


def depart_man(self: Any, _node: iri_reference) -> None:
    """Write the address behind the title."""
    self.body.append(self.context.pop())


def _roff(text: str) -> str:
    """Escape an address for roff, with places to break the line."""
    escaped = (
        text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("~", r"\(ti").replace("^", r"\(ha")
    )
    return re.sub(r"([/?&=#])(?=.)", r"\1\:", escaped)


_VISITORS: dict[str, tuple[Visitor, Visitor]] = {
    "html": (visit_html, depart),
    "latex": (visit_latex, depart),
    "texinfo": (visit_texinfo, depart),
    "man": (visit_man, depart_man),
}


_ISOLATED_VISITORS: tuple[Visitor, Visitor] = (visit_isolated, depart_isolated)


def register(app: Sphinx) -> None:
    """Register the writers' functions."""
    app.add_node(iri_reference, **_VISITORS)  # type: ignore[arg-type]
    app.add_node(isolated, html=_ISOLATED_VISITORS)


def register_for_builders(app: Sphinx) -> None:
    """Register them by the builder's own name as well, where another extension has registered anything by it."""
    if app.builder.format in _VISITORS:
        _handlers(app).setdefault(iri_reference.__name__, _VISITORS[app.builder.format])
    if app.builder.format == "html":
        _handlers(app).setdefault(isolated.__name__, _ISOLATED_VISITORS)


def _handlers(app: Sphinx) -> dict[str, Any]:
    """Return the handlers in use: Sphinx looks by the builder's name, and only where there are none by its format's."""
    known = app.registry.translation_handlers
    handlers: dict[str, Any] = known[app.builder.name if app.builder.name in known else app.builder.format]
    return handlers
