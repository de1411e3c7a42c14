"""Properties of links in a doctree: whether a link is external, or shows its IRI, or a text is an IRI."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from docutils import nodes

from extract.iri.schemes import UNSAFE_SCHEMES

_IMPLIED = ("", "mailto:", "https://", "http://")  # prefixes of an IRI that a link text may lack

_EXTERNAL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//|[A-Za-z][A-Za-z0-9+.\-]*:(?!\\)")


def is_external(uri: str) -> bool:
    """Return whether ``uri`` has a scheme or an authority, so that it is outside of the project."""
    return _EXTERNAL.match(uri) is not None


def iri_of(uri: str) -> str:
    """Return the IRI of a URI, or ``uri`` itself if it has none."""
    from extract import to_iri

    with suppress(ValueError):
        return to_iri(uri)
    return uri


# Invisible characters. Browsers ignore some of these before a scheme (WHATWG URL, basic URL parser).
_HIDDEN = r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]++"  # compiled on first use


def is_unsafe(uri: str) -> bool:
    """Return whether ``uri`` has an unsafe scheme (``javascript:``), even if invisible characters hide it."""
    scheme, colon, _ = uri.partition(":")
    if not (scheme.isascii() and scheme.isalpha()):  # rare
        import regex

        scheme = regex.sub(_HIDDEN, "", scheme)
    return bool(colon) and scheme.lower() in UNSAFE_SCHEMES


def is_unsafe_text(node: nodes.reference) -> bool:
    """Return whether ``node`` is an unsafe IRI that another Inliner or parser has linked in running text.

    The text of such a link is its IRI, and its source is the same except for backslashes. Explicit links have markup in
    their source, or the attribute ``internal`` from ``extlinks`` (`has_markup`).
    """
    address = address_of(node)
    explicit = has_markup(node) or _is_picture(node)
    return is_unsafe(address) and unquote(node.astext()) == unquote(address) and not explicit


def has_markup(node: nodes.reference) -> bool:
    """Return whether the source of a link has markup, even if its text is its IRI."""
    return "internal" in node or node.rawsource.replace("\\", "") not in ("", node.astext())


def all_nodes(root: nodes.Node, *kinds: type[nodes.Element]) -> list[Any]:
    """Return the elements of ``kinds`` in ``root``, in order. This is three times as fast as `findall`."""
    found: list[Any] = []
    _collect(root, _with_subclasses(kinds), found)
    return found


_Text = nodes.Text  # avoids an attribute lookup for each node


def _collect(node: nodes.Node, kinds: frozenset[type], found: list[Any]) -> None:
    for child in node.children:
        kind = child.__class__
        if kind is not _Text:
            if kind in kinds:
                found.append(child)
            within = child.children
            if within and (len(within) > 1 or within[0].__class__ is not _Text):  # skip the usual single text
                _collect(child, kinds, found)


def _with_subclasses(kinds: Iterable[type]) -> frozenset[type]:
    found = [*kinds]
    for kind in found:  # the list grows in the loop
        found += kind.__subclasses__()
    return frozenset(found)


def address_of(node: nodes.reference | nodes.image) -> str:
    """Return the IRI or target of a link, download or image, or ""."""
    name = "uri" if isinstance(node, nodes.image) else "refuri" if "refuri" in node else "reftarget"
    return str(node.get(name, ""))


def shows_address(node: nodes.reference) -> bool:
    """Return whether the text of a link is its IRI, with or without "mailto:"."""
    address = address_of(node)
    return not _is_picture(node) and node.astext() in (address, address.removeprefix("mailto:"))


def _is_picture(node: nodes.reference) -> bool:
    """Return whether a link contains an image, whose ``alt`` `astext` would return as the link text."""
    return bool(node.children) and isinstance(node.children[0], nodes.image)


def is_shown_iri(node: nodes.reference) -> bool:
    """Return whether the text of a link, external or not, is a non-ASCII IRI."""
    text = node.astext()
    if text.isascii() or _is_picture(node):
        return False
    address = node.get("iri") or node.get("refuri", "")
    return any(text == address.removeprefix(implied) for implied in _IMPLIED) or reads_as_iri(text)


def reads_as_iri(text: str) -> bool:
    """Return whether ``text`` is a complete non-ASCII IRI with a scheme."""
    return not text.isascii() and "://" in text and is_external(text) and not any(map(str.isspace, text))


def is_remote(image: nodes.image) -> bool:
    """Return whether an image has an IRI, not a file."""
    return "://" in image["uri"]


def inside_text(node: nodes.reference) -> None:
    """Wrap a link of running text outside of a text element in an inline element. HTML writers expect an image there.

    Other links stay children of their element, which may look for them, such as those of an inheritance diagram.
    """
    if shows_address(node) and not isinstance(node.parent, nodes.TextElement):
        around = nodes.inline()
        node.replace_self(around)
        around.append(node)


def show(node: nodes.reference, text: str) -> None:
    """Replace the content of a link by ``text``."""
    node.children = []
    node.append(nodes.Text(text))
