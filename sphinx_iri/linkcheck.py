"""linkcheck: request exactly our URI, and find non-ASCII anchors in the pages."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.builders import linkcheck

from sphinx_iri.config import converter, settings_of
from sphinx_iri.doctree.addresses import is_external


def uri_to_check(app: Sphinx, uri: str) -> str | None:
    """Make linkcheck request exactly our URI; its own conversion uses IDNA 2003 and encodes twice.

    What browsers repair is repaired (``[``, a stray ``%``), so that the server is asked for what they ask for.

    An address without a URI becomes a name that is not an address, which linkcheck reports as broken: the address
    itself would stop its thread, and the build would never end. One that ``linkcheck_ignore`` names as it is written
    keeps its form, by which linkcheck ignores it.
    """
    try:
        urlsplit(uri)
        # A target that is not an address on another host is a file, and keeps its name.
        asked = converter(settings_of(app.config))(uri) if is_external(uri) else uri
    except ValueError:  # IRIError among them
        asked = f"<{uri}>"
    ignored = [any(re.match(pattern, form) for pattern in app.config.linkcheck_ignore) for form in (uri, asked)]
    return None if ignored == [True, False] else asked


class _AnchorCheckParser(linkcheck.AnchorCheckParser):
    def handle_starttag(self, tag: Any, attrs: Any) -> None:
        # HTML "find a potential indicated element": an id is what the fragment is, or what it decodes to; linkcheck
        # has the decoded fragment alone.
        super().handle_starttag(tag, [*attrs, *((name, unquote(value)) for name, value in attrs if value)])


_contains_anchor = linkcheck.contains_anchor


def _contains_anchor_in_utf_8(response: Any, anchor: str) -> bool:
    if "charset" not in response.headers.get("Content-Type", "").lower():
        response.encoding = "utf-8"  # requests would take the Latin-1 of RFC 2616
    return _contains_anchor(response, anchor)


def find_anchors(app: Sphinx) -> None:
    """Find the anchors that browsers find, while links are checked; linkcheck has no other hook for it."""
    if app.builder.name == "linkcheck":
        from unittest.mock import patch  # takes 10 ms, which other builders save

        patches = ExitStack()
        patches.enter_context(patch.object(linkcheck, "AnchorCheckParser", _AnchorCheckParser))
        patches.enter_context(patch.object(linkcheck, "contains_anchor", _contains_anchor_in_utf_8))
        app.connect("build-finished", lambda _app, _error: patches.close())
