"""bleach's linker under the same names: a program only changes its imports.

from extract.integrations.bleach import linkify, Linker, LinkifyFilter, callbacks
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract._exports import exports
from extract.integrations.bleach import callbacks as callbacks
from extract.integrations.bleach import linkifier as linkifier

if TYPE_CHECKING:
    from extract.integrations.bleach.linkifier import DEFAULT_CALLBACKS as DEFAULT_CALLBACKS
    from extract.integrations.bleach.linkifier import EMAIL_RE as EMAIL_RE
    from extract.integrations.bleach.linkifier import TLDS as TLDS
    from extract.integrations.bleach.linkifier import URL_RE as URL_RE
    from extract.integrations.bleach.linkifier import Linker as Linker
    from extract.integrations.bleach.linkifier import LinkifyFilter as LinkifyFilter
    from extract.integrations.bleach.linkifier import build_email_re as build_email_re
    from extract.integrations.bleach.linkifier import build_url_re as build_url_re
    from extract.integrations.bleach.linkifier import linkify as linkify
else:
    _names = "DEFAULT_CALLBACKS EMAIL_RE TLDS URL_RE Linker LinkifyFilter build_email_re build_url_re linkify"
    _load, __dir__, __all__ = exports(__name__, {"linkifier": _names})

    def __getattr__(name):
        # A program that also sanitizes changes `import bleach` too.
        if name in ("clean", "Cleaner"):
            raise AttributeError(f"{__name__} has only links, no {name!r}; sanitize with nh3.clean or bleach.{name}")
        return _load(name)
