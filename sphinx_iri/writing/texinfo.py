"""How Texinfo gets a link that shows an IRI."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes

from sphinx_iri.doctree.addresses import shows_address
from sphinx_iri.doctree.convert import iri_reference


def visit_texinfo(self: Any, node: iri_reference) -> None:
    """Write the URI as target and show the IRI; in print show the URI, since TeX may lack the letters of the IRI."""
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
