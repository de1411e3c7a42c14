"""Write links that show an IRI in manual pages and Texinfo."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx import addnodes

from sphinx_iri.doctree.addresses import shows_address
from sphinx_iri.doctree.convert import iri_reference
from sphinx_iri.writing.plain import PlainMixin, is_inside

# groff_char(7): devices with only ASCII or Latin-1, and print devices, whose fonts have only Latin letters.
_DEVICES = ".nr iriuri 0\n" + "".join(
    f".if '\\*(.T'{device}' .nr iriuri 1\n" for device in ("ascii", "latin1", "cp1047", "ps", "pdf", "dvi")
)


class ManMixin(PlainMixin):
    """Mixin for the translator of manual pages."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Show the IRI, or the URI on groff devices that do not support its characters.

        mandoc does not compare device names, so it always shows the IRI.
        """
        if _DEVICES not in self.head:
            self.head.append(_DEVICES)
        name = f"iri{len(self.head)}"
        shown = node.astext() if shows_address(node) else node["refuri"].removeprefix("mailto:")
        uri = node["uri"].removeprefix("mailto:")
        # Define a string at the start, because a request inside a paragraph needs its own line, which adds a space.
        self.head.append(f".ie \\n[iriuri] .ds {name} {_roff(uri)}\n.el .ds {name} {_roff(shown)}\n")
        if shows_address(node):
            self.body.append(rf"\%<\*[{name}]>")
            raise nodes.SkipNode
        self.context.append(rf" \%<\*[{name}]>")

    def depart_iri_reference(self, _node: iri_reference) -> None:
        """Write the IRI after the text of a link."""
        self.body.append(self.context.pop())


# groff_char(7): groff replaces these characters by others. groff(7): a quotation mark at the start is syntax.
_MARKS = str.maketrans({"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", '"': r"\(dq", "~": r"\(ti", "^": r"\(ha"})


def _roff(text: str) -> str:
    """Escape an IRI for roff, with possible line breaks."""
    return re.sub(r"([/?&=#])(?=.)", r"\1\:", text.translate(_MARKS))


class TexinfoMixin(PlainMixin):
    """Mixin for the translator of Texinfo."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Write the URI as target and show the IRI. In print, show the URI, since TeX may lack letters of the IRI."""
        if isinstance(node.parent, (nodes.title, addnodes.desc_type)) or isinstance(node.next_node(), nodes.image):
            return
        uri = self.escape_arg(node["uri"])
        address = (
            f"@uref{{{uri},,@inlinefmtifelse{{tex,{uri},{self.escape_arg(node['refuri'].removeprefix('mailto:'))}}}}}"
        )
        show_urls = "inline" if is_inside(node, nodes.footnote) else self.config.texinfo_show_urls
        name = self.escape_arg(node.astext().strip())
        if shows_address(node):
            self.body.append(address)
        elif show_urls == "no":
            self.body.append(f"@uref{{{uri},,{name}}}")
        else:
            self.body.append(f"{name} ({address})" if show_urls == "inline" else f"{name}@footnote{{{address}}}")
        raise nodes.SkipNode
