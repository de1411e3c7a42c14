"""What can be asked of a link in a doctree: does it lead out, does it show its address, does a text read as one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

import regex
from docutils import nodes

from extract.iri import UNSAFE_SCHEMES

_IMPLIED = ("", "mailto:", "https://", "http://")  # what a link's address has before the text that it shows

_EXTERNAL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//|[A-Za-z][A-Za-z0-9+.\-]*:(?!\\)")


def is_external(uri: str) -> bool:
    """Return whether an address leads out of the project: it has a scheme, or an authority."""
    return _EXTERNAL.match(uri) is not None


# Browsers drop some of these before they read a scheme (WHATWG URL, basic URL parser), and readers see none.
_HIDDEN = r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]++"  # compiled when it is first used


def is_unsafe(uri: str) -> bool:
    """Return whether an address is a program or data itself (``javascript:``), its scheme in whatever disguise."""
    scheme, colon, _ = uri.partition(":")
    return bool(colon) and regex.sub(_HIDDEN, "", scheme).lower() in UNSAFE_SCHEMES


def is_unsafe_text(node: nodes.reference) -> bool:
    """Return whether a link is a program or data in running text, which another Inliner or parser has linked.

    Such a link shows its address, and its source is the same but for backslashes. The source of explicit links has
    their markup; those of ``extlinks``, which keep none, have the attribute ``internal`` (`has_markup`).
    """
    address = address_of(node)
    return is_unsafe(address) and unquote(node.astext()) == unquote(address) and not has_markup(node)


def has_markup(node: nodes.reference) -> bool:
    """Return whether the source says that a link is explicit, which shows its address by chance or by design."""
    return "internal" in node or node.rawsource.replace("\\", "") not in ("", node.astext())


def all_nodes(root: nodes.Node, *kinds: type[nodes.Element]) -> list[Any]:
    """Return the elements of these kinds in a node, in their order; `findall` takes three times as long."""
    found: list[Any] = []
    _collect(root, _with_subclasses(kinds), found)
    return found


def _collect(node: nodes.Node, kinds: frozenset[type], found: list[Any]) -> None:
    for child in node.children:
        kind = child.__class__
        if kind is not nodes.Text:
            if kind in kinds:
                found.append(child)
            within = child.children
            if len(within) > 1 or (within and within[0].__class__ is not nodes.Text):  # most have one text and no more
                _collect(child, kinds, found)


def _with_subclasses(kinds: Iterable[type]) -> frozenset[type]:
    found = [*kinds]
    for kind in found:  # which grows
        found += kind.__subclasses__()
    return frozenset(found)


def address_of(node: nodes.reference | nodes.image) -> str:
    """Return the address of a link, a download's too, or of an image; "" if it has none."""
    name = "uri" if isinstance(node, nodes.image) else "refuri" if "refuri" in node else "reftarget"
    return str(node.get(name, ""))


def shows_address(node: nodes.reference) -> bool:
    """Return whether the text of a link is its address."""
    address = address_of(node)
    return not _is_picture(node) and node.astext() in (address, address.removeprefix("mailto:"))


def _is_picture(node: nodes.reference) -> bool:
    """Return whether a link encloses an image, whose description is its text."""
    return bool(node.children) and isinstance(node.children[0], nodes.image)


def is_shown_iri(node: nodes.reference) -> bool:
    """Return whether the whole text of a link, also of one inside the project, is a non-ASCII IRI."""
    text = node.astext()
    if text.isascii() or _is_picture(node):
        return False
    address = node.get("iri") or node.get("refuri", "")
    return any(text == address.removeprefix(implied) for implied in _IMPLIED) or reads_as_iri(text)


def reads_as_iri(text: str) -> bool:
    """Return whether a text is a non-ASCII IRI, from its scheme to its end."""
    return not text.isascii() and "://" in text and is_external(text) and not any(map(str.isspace, text))


def is_remote(image: nodes.image) -> bool:
    """Return whether an image is elsewhere on the web."""
    return "://" in image["uri"]


def show(node: nodes.reference, text: str) -> None:
    """Let a text be all that a link shows."""
    node.children = []
    node.append(nodes.Text(text))
