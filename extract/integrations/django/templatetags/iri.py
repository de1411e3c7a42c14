"""``{% load iri %}``: the filters ``urlize`` and ``urlizetrunc``, which replace Django's with the same arguments."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeData, SafeString

from extract.detect.finder import shared_finder
from extract.markup.callbacks import Attrs, nofollow, shortened
from extract.markup.linker import Linker
from extract.markup.target import checked_hosts

register = template.Library()
_FINDER = shared_finder(bare_domains=True, email=True)


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlize(value: str, autoescape: bool = True) -> SafeString:
    """Link the IRIs, bare domains and email addresses of a text, with ``rel="nofollow"`` as in Django's ``urlize``."""
    return linked(value, nofollow=True, autoescape=autoescape)


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlizetrunc(value: str, limit: int | str, autoescape: bool = True) -> SafeString:
    """`urlize`, with link texts shortened to ``limit`` code points, including the "…"."""
    return linked(value, trim_url_limit=int(limit), nofollow=True, autoescape=autoescape)


def linked(
    text: str, trim_url_limit: int | None = None, nofollow: bool = False, autoescape: bool = False
) -> SafeString:
    """Replace ``django.utils.html.urlize``, with the same arguments.

    Safe text, or any text without ``autoescape``, is HTML: it is copied with its existing links, and new links are
    added. Other text is escaped.
    """
    is_html = isinstance(text, SafeData) or not autoescape
    hosts = checked_hosts(getattr(settings, "IRI_HOSTS", "browser"))
    linker = _linker(trim_url_limit, nofollow, is_html, getattr(settings, "IRI_DEFAULT_SCHEME", "https"), hosts)
    # Not mark_safe, which returns objects with __html__ unchanged, because later filters test for SafeData.
    return SafeString((linker.linkify if is_html else linker.linkify_text)(str(text)))


@lru_cache(maxsize=32)
def _linker(limit: int | None, follow_not: bool, is_html: bool, default_scheme: str, hosts: Any) -> Linker:
    def callback(attrs: Attrs, new: bool) -> Attrs:
        if not new:
            return attrs
        attrs["_text"] = shortened(attrs["_text"], limit)
        return nofollow(attrs) if follow_not else attrs

    # Text without a limit needs no callback, and is faster.
    callbacks = [callback] if is_html or limit is not None or not follow_not else None
    return Linker(callbacks, {"code", "pre"}, finder=_FINDER, default_scheme=default_scheme, hosts=hosts)
