"""Percent-encode links to non-ASCII ids in HTML, in the navigation of EPUB, and in the inventory."""

from __future__ import annotations

import re
import zlib
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx

from extract.files.reading import read_file
from sphinx_iri._patches import found

_FRAGMENT = re.compile(r'(?<= href=")[^"#]*#[^"]*')
# An entry of objects.inv: name, role, priority, location, title. "$" at the end of a location means the name.
_ENTRY = re.compile(r"(?m)^(.+?) (\S+:\S+ -?\d+) (\S*#\S*) (?=.)")


def encoded(address: str) -> str:
    """Percent-encode the non-ASCII characters in the fragment of ``address``."""
    page, hash_sign, fragment = address.partition("#")
    return page + hash_sign + encoded_fragment(fragment)


def encoded_fragment(fragment: str) -> str:
    """Percent-encode the non-ASCII characters of ``fragment`` (RFC 3987 §3.1 step 2)."""
    return re.sub(r"[^\x00-\x7F]+", lambda found: quote(found[0]), fragment)


def encode_links(body: list[str]) -> None:
    """Encode the fragments of all links in the HTML of a page, a table of contents or a sidebar."""
    body[:] = [part if part.isascii() else _FRAGMENT.sub(lambda link: encoded(link[0]), part) for part in body]


def encode_navigation(app: Sphinx) -> None:
    """Encode the links of EPUB's navigation, which the builder creates from the doctree."""
    builder: Any = app.builder
    if builder.name == "epub" and (get_refnodes := found(builder, "get_refnodes")):
        builder.get_refnodes = partial(_refnodes, get_refnodes)


def _refnodes(original: Any, doctree: nodes.Node, result: list[dict[str, Any]]) -> Any:
    """Encode a reference, then call the method of the EPUB builder. EPUB calls this for each node."""
    if isinstance(doctree, nodes.reference) and "refuri" in doctree:
        doctree["refuri"] = encoded(doctree["refuri"])
    return original(doctree, result)


def encode_inventory(app: Sphinx, error: Exception | None) -> None:
    """Encode the locations in objects.inv, which other projects write into their pages without encoding."""
    path = Path(app.outdir, "objects.inv")
    if error or app.builder.format != "html" or not path.is_file():
        return
    *header, body = read_file(path).split(b"\n", 4)
    entries = zlib.decompress(body).decode()
    changed = _ENTRY.sub(_encoded_entry, entries)
    if changed != entries:
        path.write_bytes(b"\n".join([*header, zlib.compress(changed.encode(), 9)]))


def _encoded_entry(entry: re.Match[str]) -> str:
    name, kind, location = entry.groups()
    whole = location[:-1] + name if location.endswith("$") else location
    return entry[0] if whole.isascii() else f"{name} {kind} {encoded(whole)} "
