"""The role ``:iri:``, for Sphinx and for docutils alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst import roles
from docutils.utils import unescape

from sphinx_iri.validation import is_external

_TITLED = re.compile(r"(.+?)\s*(?<!\x00)<([^<>]*)>\Z", re.DOTALL)
_LINE_END = re.compile(r"\s*\n\s*")


def iri_role(
    _name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Any,
    options: Mapping[str, Any] | None = None,
    _content: Sequence[str] = (),
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Link an IRI, alone or with a title: ``:iri:`https://例え.jp/``` and ``:iri:`a title <https://例え.jp/>```.

    A text without a scheme or with a space, and not only a line's end, inside is a warning here; what else is wrong
    is said with that of the other links, when the document is read.
    """
    titled = _TITLED.match(text)
    title, target = (titled[1], titled[2]) if titled else (text, text)
    written = " ".join(_LINE_END.sub("", unescape(target)).split())
    iri = written.replace(" ", "")  # as docutils does with `title <address>`_
    shown = unescape(title) if titled else iri
    message = ""
    if not is_external(iri) or iri.startswith("//"):
        message = f'"{written}" has no scheme, so that it leads nowhere from here: write one such as "https:" before it'
    elif not titled and written != iri:
        message = f'"{written}" has a space: write "%20" for it, or "title <address>" for a link with a title'
    if message:
        return [nodes.Text(unescape(title))], [inliner.reporter.warning(message, line=lineno)]
    return [nodes.reference(rawtext, shown, refuri=iri, **(options or {}))], []


def register_role() -> None:
    """Let docutils know the role; the name is nobody else's."""
    roles.register_local_role("iri", iri_role)  # type: ignore[arg-type]
