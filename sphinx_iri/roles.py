"""The role ``:iri:``, an explicit link to an IRI."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes
from docutils.utils import unescape

from sphinx_iri.config import problem_of
from sphinx_iri.doctree.addresses import is_external

_TITLED = re.compile(r"(.+?)\s*(?<!\x00)<([^<>]*)>\Z", re.DOTALL)
_LINE_END = re.compile(r"\s*\n\s*")


def iri_role(
    _name: str,
    rawtext: str,
    text: str,
    _lineno: int,
    _inliner: Any,
    options: Mapping[str, Any] | None = None,
    _content: Sequence[str] = (),
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Link an IRI: ``:iri:`https://例え.jp/``` or ``:iri:`a title <https://例え.jp/>```."""
    titled = _TITLED.match(text)
    title, target = (titled[1], titled[2]) if titled else (text, text)
    written = " ".join(_LINE_END.sub("", unescape(target)).split())
    iri = written.replace(" ", "")  # as docutils does with `title <address>`_
    if not is_external(iri) or iri.startswith("//"):
        message = f"missing scheme, so the link leads nowhere; write {_missing(iri)} before it"
        name = "syntax"
    elif written != iri:
        message = 'space in the address; write "%20"' + ("" if titled else ', or "title <address>" for a title')
        name = "space"
    else:
        return [nodes.reference(rawtext, unescape(title) if titled else iri, refuri=iri, **(options or {}))], []
    problem = problem_of(name, 0, len(written), message)
    return [nodes.reference(rawtext, unescape(title), refuri=written, iri_problem=problem)], []


def _missing(written: str) -> str:
    """Return the prefix that ``written`` lacks, for a message."""
    from extract import find_links

    if any(link.kind == "email" and link.text == written for link in find_links(written, email=True)):
        return '"mailto:"'
    return 'one such as "https:"' if written.startswith("//") else 'one such as "https://"'
