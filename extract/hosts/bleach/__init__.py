"""bleach's linker, by its names: only the imports of a program change.

from extract.hosts.bleach import linkify, Linker, LinkifyFilter, callbacks
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from extract.hosts.bleach import callbacks as callbacks
from extract.hosts.bleach import linkifier as linkifier
from extract.hosts.bleach.linkifier import (
    DEFAULT_CALLBACKS,
    Linker,
    LinkifyFilter,
    build_email_re,
    build_url_re,
    linkify,
)

if TYPE_CHECKING:
    from extract.hosts.bleach.linkifier import EMAIL_RE as EMAIL_RE
    from extract.hosts.bleach.linkifier import TLDS as TLDS
    from extract.hosts.bleach.linkifier import URL_RE as URL_RE

__all__ = ["DEFAULT_CALLBACKS", "Linker", "LinkifyFilter", "build_email_re", "build_url_re", "linkify"]


def __getattr__(name: str) -> Any:
    return getattr(linkifier, name)
