"""Schemes: their registry status, and the properties that software needs for parsing their IRIs."""

from __future__ import annotations

import functools
from typing import Literal

from extract.iri import _scheme_registry as scheme_registry
from extract.iri.errors import text_of
from extract.text.tables import rows_of

SchemeStatus = Literal["permanent", "provisional", "historical"]

_ROWS = [*rows_of("schemes.tsv")]


def _having(named: str) -> frozenset[str]:
    """Return the schemes that have a property."""
    return frozenset(name for name, properties, _ in _ROWS if named in properties.split())


HIERARCHICAL = _having("hierarchical")
"""Registered schemes whose IRIs are written with ``//`` and an authority (or an empty one)."""

UNREGISTERED = _having("unregistered")
"""Schemes in wide use that are not registered, written with ``//``."""

DEFAULT_SCHEMES = HIERARCHICAL | UNREGISTERED | {"mailto"}
"""Schemes that are found in running text, in lowercase: followed by ``://``, and ``mailto:``.

They exclude schemes that run code or carry content (javascript, vbscript, data, view-source), and hxxp and hxxps,
which are written so that nobody follows them.
"""

MARKED_SCHEMES = DEFAULT_SCHEMES - {"file"}
"""Schemes that `linkify` marks by default: all but ``file``, which would lead to the reader's own files."""

UNSAFE_SCHEMES = frozenset(("data", "javascript", "vbscript"))
"""Schemes whose IRIs are code or content (RFC 3986 §7). They are found only if the caller names them."""

EITHER_WAY = _having("either")
"""The default schemes that can also be written without ``//``."""

DNS_SCHEMES = _having("dns")
"""Schemes whose host is a DNS name, which is converted by IDNA, not by percent-encoding (RFC 3987 §3.1)."""

OPAQUE_SCHEMES = _having("opaque")
"""Schemes whose paths are not hierarchical: ``/../`` is content in them (RFC 3986 §3.3 leaves that to the scheme)."""

NONEMPTY_HOST_SCHEMES = _having("host")
"""Schemes that require a non-empty host (RFC 9110 §4.2.1, RFC 6455 §3, RFC 7252 §6.1, …)."""

DEFAULT_PORTS = {name: int(port) for name, _, port in _ROWS if port}
"""The port of a scheme, if none is written."""


@functools.cache
def registered_schemes() -> dict[str, SchemeStatus]:
    """Return the IANA registry as a mapping of lowercase names to status."""
    groups: tuple[tuple[SchemeStatus, str], ...] = (
        ("historical", scheme_registry.HISTORICAL),
        ("provisional", scheme_registry.PROVISIONAL),
        ("permanent", scheme_registry.PERMANENT),
    )
    return {name: status for status, names in groups for name in names.split()}


def scheme_status(name: str) -> SchemeStatus | None:
    """Return the status of a scheme, in any case, in the IANA registry (RFC 7595); ``None`` if it is not registered."""
    return registered_schemes().get(text_of(name, "name").lower())
