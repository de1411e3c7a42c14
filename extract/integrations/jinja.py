"""Jinja: the filter ``urlize``, a replacement for Jinja's with its arguments and policies.

env = Environment(extensions=["extract.integrations.jinja.IRIExtension"])
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from extract._exports import needed_by
from extract.detect.finder import shared_finder
from extract.iri.grammar import is_scheme
from extract.iri.schemes import EITHER_WAY, MARKED_SCHEMES
from extract.markup.callbacks import HREF, REL, TARGET, TEXT, Attrs, first_characters
from extract.markup.linker import Linker
from extract.markup.target import checked_hosts

with needed_by("extract.integrations.jinja", "jinja2"):
    from jinja2 import Environment
    from jinja2.exceptions import FilterArgumentError
    from jinja2.ext import Extension
    from jinja2.nodes import EvalContext
    from jinja2.utils import pass_eval_context
    from markupsafe import Markup


class IRIExtension(Extension):
    """Replaces Jinja's filter ``urlize`` by `urlize`."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters["urlize"] = urlize


@pass_eval_context
def urlize(
    eval_ctx: EvalContext,
    value: Any,
    trim_url_limit: int | None = None,
    nofollow: bool = False,
    target: str | None = None,
    rel: str | None = None,
    extra_schemes: Iterable[str] | None = None,
) -> str:
    """Link the IRIs, bare domains and email addresses of a text, with the arguments of Jinja's ``urlize``.

    HTML (``Markup``) is copied, with links added. Other text is escaped. A link text longer than ``trim_url_limit``
    code points is shortened, and "..." is added, as in Jinja. The policy ``urlize.default_scheme`` is the scheme of
    bare domains, and ``urlize.hosts`` decides which hosts are shown in Unicode (`display`).
    """
    policies = eval_ctx.environment.policies
    extra = policies["urlize.extra_schemes"] if extra_schemes is None else extra_schemes
    plain, calling = _linkers(
        trim_url_limit,
        f"{rel or ''} {policies['urlize.rel'] or ''} {'nofollow' if nofollow else ''}",
        policies["urlize.target"] if target is None else target,
        _prefixes(extra) if extra else (),
        policies.get("urlize.default_scheme", "https"),
        checked_hosts(policies.get("urlize.hosts", "browser")),
    )
    if hasattr(value, "__html__"):
        linked = calling.linkify(str(value.__html__()))
    else:
        text = str(value)
        linked = (calling if "mailto:" in text else plain).linkify_text(text)
    return Markup(linked) if eval_ctx.autoescape else str.__str__(linked)


def _prefixes(schemes: Any) -> tuple[str, ...]:
    """Return the scheme prefixes as a tuple. Raise FilterArgumentError for invalid ones, as Jinja does."""
    if isinstance(schemes, str) or not isinstance(schemes, Iterable):
        raise FilterArgumentError(f"extra_schemes must be a collection of prefixes such as ['tel:'], not {schemes!r}.")
    prefixes = tuple(schemes)
    for prefix in prefixes:
        if not (isinstance(prefix, str) and is_scheme(prefix.partition(":")[0])):
            raise FilterArgumentError(f"{prefix!r} is not a valid URI scheme prefix.")
    return prefixes


@lru_cache(maxsize=32)
def _linkers(
    limit: int | None, words: str, target: str | None, extra_schemes: tuple[str, ...], default_scheme: str, hosts: Any
) -> tuple[Linker, Linker]:
    """Return the linker for most texts, and a slower one that can change text and attributes of each new link."""
    rel = " ".join(sorted(set(words.split())))

    def callback(attrs: Attrs, new: bool) -> Attrs:
        if not new:
            return attrs
        text = attrs[TEXT]
        if attrs[HREF].startswith("mailto:"):
            attrs[TEXT] = text.removeprefix("mailto:")
            return attrs
        if limit is not None and len(text) > limit:
            attrs[TEXT] = first_characters(text, limit) + "..."
        if rel:
            attrs[REL] = rel
        if target:
            attrs[TARGET] = target
        return attrs

    # Naming a scheme would also find it without "//".
    named = {prefix.partition(":")[0].lower() for prefix in extra_schemes}
    schemes = (MARKED_SCHEMES - EITHER_WAY) | {"mailto"} | named if named else None
    options: dict[str, Any] = {
        "skip_tags": {"code", "pre"},
        "finder": shared_finder(schemes=schemes, bare_domains=True, email=True),
        "default_scheme": default_scheme,
        "hosts": hosts,
    }
    calling = Linker([callback], **options)
    return (calling if target or limit is not None else Linker(rel=rel, **options)), calling
