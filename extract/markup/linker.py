"""Plain text or HTML in, the same with its links marked out: HTML, Markdown, reStructuredText."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Literal

from extract.detect.finder import shared_finder
from extract.detect.link import Link
from extract.iri.as_uri import to_uri
from extract.iri.errors import IRIError
from extract.iri.schemes import MARKED_SCHEMES
from extract.markup.html_writer import as_html, in_html
from extract.markup.markdown_writer import as_markdown
from extract.markup.rst_writer import as_rst
from extract.markup.target import Target

Markup = Literal["html", "markdown", "rst"]
# What a hook gets and gives: the link, and the attributes of its <a>; None leaves the link as text.
Attributes = Callable[[Link, dict[str, str]], Mapping[str, str] | None]


class HTML(str):
    """A string that is HTML: templates of Jinja, Django and the like take it as it is, for it has ``__html__``."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def linkify(
    text: str,
    *,
    to: Markup = "html",
    schemes: Iterable[str] | None = None,
    schemeless: bool = False,
    email: bool = False,
    profile: str | Collection[str] = "prose",
    rel: str | None = None,
    target: str | None = None,
    attributes: Attributes | None = None,
) -> str:
    """Mark the links of a text as HTML, Markdown or reStructuredText.

    Plain text is escaped, so that it reads the same when the result is rendered. A string that says it is HTML (one
    with ``__html__``, such as `HTML` or markupsafe's ``Markup``) stays as it is but for the links added to its text,
    none of them inside an element of `html_writer.UNLINKED`; the result can only be HTML then. It is not sanitised.

    A link shows the IRI as it was written and leads to its URI (RFC 3987 §3.1); one that has no URI stays text.
    ``schemes``, ``schemeless``, ``email`` and ``profile`` are those of `find_links`, but that ``file:``, like
    ``javascript:``, ``data:`` and ``vbscript:``, is linked only if ``schemes`` names it. ``rel`` and ``target`` become
    attributes of every ``<a>``. ``attributes`` is called with each `Link` and the attributes (``href``, ``rel``,
    ``target``) and returns those to write, or ``None`` to leave the link as text.

    Returns an `HTML` or a ``str``. Raises ``ValueError`` for an unknown ``to``, for ``rel`` and ``target`` where the
    language has none, and for HTML that should become another language.
    """
    if to not in ("html", "markdown", "rst"):
        raise ValueError(f'to must be "html", "markdown" or "rst", not {to!r}')
    if to != "html" and not (rel is None and target is None):
        raise ValueError(f"rel and target are for HTML; {to} has no attributes of links: leave them out")
    fixed = {name: value for name, value in (("rel", rel), ("target", target)) if value is not None}

    finder = shared_finder(schemes=schemes, schemeless=schemeless, email=email, profile=profile)

    def targets(text: str) -> Iterator[Target]:
        for link in finder.find(text):
            if schemes is None and not is_marked(link):
                continue
            try:
                written: Mapping[str, str] | None = {"href": to_uri(link.iri, invalid="encode"), **fixed}
            except IRIError:
                continue
            if attributes is not None:
                written = attributes(link, dict(written or {}))
            if written is not None:
                yield link, written

    if hasattr(text, "__html__"):
        if to != "html":
            raise ValueError(f"the text is HTML and cannot become {to}: give plain text")
        return HTML(in_html(text.__html__(), targets))
    if to == "html":
        return HTML(as_html(text, targets(text)))
    return (as_markdown if to == "markdown" else as_rst)(text, targets(text))


def is_marked(link: Link, schemes: Collection[str] = MARKED_SCHEMES) -> bool:
    """Return whether a link that was found has one of these schemes (in lower case), or was written without one."""
    return link.kind != "iri" or link.iri.partition(":")[0].lower() in schemes
