"""The role ``:iri:``, for Sphinx and for docutils alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst import roles
from docutils.utils import unescape

_TITLED = re.compile(r"(.+?)\s*(?<!\x00)<([^<>]*)>\Z", re.DOTALL)


def iri_role(
    _name: str,
    rawtext: str,
    text: str,
    _lineno: int,
    _inliner: Any,
    options: Mapping[str, Any] | None = None,
    _content: Sequence[str] = (),
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Link an IRI, alone or with a title: ``:iri:`https://例え.jp/``` and ``:iri:`a title <https://例え.jp/>```.

    What is wrong with it is said with that of the other links, when the document is read.
    """
    titled = _TITLED.match(text)
    title, target = (titled[1], titled[2]) if titled else (text, text)
    iri = "".join(unescape(target).split())
    shown = unescape(title) if titled else iri
    return [nodes.reference(rawtext, shown, refuri=iri, **(options or {}))], []


def register_role() -> None:
    """Let docutils know the role; the name is nobody else's."""
    roles.register_local_role("iri", iri_role)  # type: ignore[arg-type]
