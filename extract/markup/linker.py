"""Mark the links of plain text or HTML: the result is HTML, Markdown or reStructuredText."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Literal, Never

from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link
from extract.iri.as_uri import usual_uri
from extract.iri.schemes import MARKED_SCHEMES
from extract.markup.callbacks import HREF, TEXT, Attrs, Callback, add_rel, require_attributes, run
from extract.markup.html_text import NO_PLACE, Anchor, attributes_of, closes_itself, layout, text_of
from extract.markup.html_writer import Edit, TextOfHTML, as_html, edited, in_html, start_tag
from extract.markup.markdown_writer import as_markdown
from extract.markup.rst_writer import as_rst
from extract.markup.target import RedirectStep, checked_hosts, checked_scheme, href, shown_text
from extract.text.arguments import as_domains, require, require_text

if TYPE_CHECKING:
    from extract.present.displaying import Hosts

_WEB = ("http://", "https://")
Markup = Literal["html", "markdown", "rst"]
# A hook takes a link and the attributes of its <a>, and returns the attributes to write. None leaves the link as text.
Hook = Callable[[Link, dict[str, str]], Mapping[str, str] | None]


class HTML(str):
    """HTML that templates do not escape, because it has ``__html__``."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def linkify(
    text: str,
    *,
    to: Markup = "html",
    schemes: Iterable[str] | None = None,
    bare_domains: bool = False,
    email: bool = False,
    profile: str | Collection[str] = "prose",
    rel: str | None = None,
    target: str | None = None,
    attributes: Hook | None = None,
    default_scheme: str = "https",
    hosts: Hosts = "browser",
    protect: Iterable[str] = (),
    **others: Never,
) -> str:
    """Mark the links of ``text``, and return it as HTML, Markdown or reStructuredText.

    A ``str`` is plain text: it is escaped even if it contains HTML, so that it reads the same when the result is
    rendered. For bleach.linkify's behavior, use `extract.integrations.bleach.linkify` or `Linker`. Typed HTML (a string
    with ``__html__``, such as `HTML` or markupsafe's ``Markup``) is kept. Links are added to its text, except inside
    elements of `html_writer.UNLINKED`. It can only be written as HTML, and is not sanitized.

    A link shows the IRI as written, or as `display` does if its host is suspicious (``hosts`` and ``protect`` are
    passed to `display`). Its destination is its URI (RFC 3987 §3.1). An IRI without a URI stays text.
    ``schemes``, ``bare_domains``, ``email`` and ``profile`` are passed to `find_links`, but ``file:``,
    ``javascript:``, ``data:`` and ``vbscript:`` are linked only if ``schemes`` names them. ``rel`` and ``target``
    become attributes of every ``<a>``. ``attributes`` is called with each `Link` and its attributes (``href``,
    ``rel``, ``target``), and returns the attributes to write, or ``None`` to leave the link as text.
    ``default_scheme`` is the scheme of bare domains, except ``javascript``, ``data`` and ``vbscript``.

    Returns an `HTML` or a ``str``. Raises ``TypeError`` for other arguments, such as bleach's, and ``ValueError`` for
    an unknown ``to``, a wrong ``default_scheme``, for ``rel`` and ``target`` with Markdown or reStructuredText, and for
    HTML if ``to`` is not "html".
    """
    if others:
        raise TypeError(
            f"linkify() takes no {min(others)!r}; extract.integrations.bleach.linkify takes bleach's arguments, "
            "and to= names the markup"
        )
    if to not in ("html", "markdown", "rst"):
        raise ValueError(f'to must be "html", "markdown" or "rst", not {to!r}')
    if to != "html" and not (rel is None and target is None):
        raise ValueError(f"rel and target are for HTML only; leave them out for {to}")
    hosts, protect = checked_hosts(hosts), as_domains("protect", protect)
    require_text("rel", rel)
    require_text("target", target)
    require(attributes is None or callable(attributes), "attributes", "a function or None", attributes)
    checked_scheme(default_scheme)
    fixed = {name: value for name, value in (("rel", rel), ("target", target)) if value is not None}

    finder = shared_finder(schemes=schemes, bare_domains=bare_domains, email=email, profile=profile)

    def targets(text: str) -> Iterator[RedirectStep]:
        for link in finder.find(text):
            uri = None if schemes is None and not is_marked(link) else href(link, default_scheme)
            if uri is None:
                continue
            written: Mapping[str, str] | None = {"href": uri, **fixed}
            if attributes is not None:
                written = attributes(link, dict(written or {}))
                require_attributes("attributes", written)
            if written is not None:
                shown = shown_text(link.text, uri, hosts, protect)
                yield link if shown is link.text else link._replace(text=shown), written

    if hasattr(text, "__html__"):
        if to != "html":
            raise ValueError(f"HTML cannot be converted to {to}; give plain text")
        return HTML(in_html(text.__html__(), targets))
    if to == "html":
        return HTML(as_html(text, targets(text)))
    return (as_markdown if to == "markdown" else as_rst)(text, targets(text))


def is_marked(link: Link, schemes: Collection[str] = MARKED_SCHEMES) -> bool:
    """Return whether a link has one of these schemes (in lowercase), or was written without one."""
    return link.kind != "iri" or link.iri.partition(":")[0].lower() in schemes


class Linker:
    """Adds links to HTML and calls callbacks for new and existing links, as in ``extract.integrations.bleach``.

    For plain text without callbacks, `extract.linkify` is simpler.

    ``callbacks``: functions of (attributes, new), see `extract.markup.callbacks`. They replace the default,
    ``rel="nofollow"``. ``skip_tags``: names of elements whose text is not linked, such as ``{"pre", "code"}``.
    Elements in which HTML allows no link (`html_text.NO_PLACE`) are always skipped. With ``"a"``, existing links get
    no callbacks. ``parse_email``: also link email addresses.

    ``schemes``: as for `find_links`; by default all except ``file:``, and ``mailto:`` only with ``parse_email``.
    ``rel``: words to add to the ``rel`` of every link except ``mailto:``, before the callbacks run. ``finder``: a
    `Finder` that replaces ``schemes`` and ``parse_email``. ``default_scheme``: the scheme of bare domains
    (``example.com/ü``). ``hosts`` and ``protect``: which hosts of new links are shown in Unicode, as for `display`.

    A linker does not change, and may be shared between threads if its callbacks may. Raises ``ValueError`` if
    ``finder`` is given together with options that it replaces, or finds wrapped links, and for values that
    `find_links` and `display` reject. Raises ``TypeError`` unless ``callbacks`` are functions and ``skip_tags`` names.
    """

    def __init__(
        self,
        callbacks: Iterable[Callback] | None = None,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        *,
        schemes: Iterable[str] | None = None,
        rel: str | None = None,
        finder: Finder | None = None,
        default_scheme: str = "https",
        hosts: Hosts = "browser",
        protect: Iterable[str] = (),
    ) -> None:
        require(finder is None or hasattr(finder, "wrapped"), "finder", "a Finder or None", finder)
        require_text("rel", rel)
        if finder is None:
            finder = shared_finder(schemes=schemes, bare_domains=True, email=parse_email)
        elif schemes is not None or parse_email:
            raise ValueError("with finder, leave out schemes and parse_email")
        elif finder.wrapped:
            raise ValueError("wrapped links are found only in plain text; give a finder without wrapped")
        if rel is None and callbacks is None:
            rel = "nofollow"
        calls = _items(callbacks, "callbacks", "functions", callable)
        skipped = _items(skip_tags, "skip_tags", "names of elements", lambda name: isinstance(name, str))
        self._callbacks = ([add_rel(rel)] if rel else []) + calls
        # The rest of the start tag after href, if no other callback needs the attributes; this is the fast path.
        words = escape(" ".join(dict.fromkeys((rel or "").split())))
        self._rel = None if calls else f' rel="{words}"' if words else ""
        skipped = [name.lower() for name in skipped]
        self._unlinked = NO_PLACE.union(skipped)
        self._changes_links = bool(self._callbacks) and "a" not in skipped
        self._finder = finder
        self._default = checked_scheme(default_scheme)
        self._hosts = checked_hosts(hosts)
        self._protect = as_domains("protect", protect)

    def linkify(self, text: str) -> HTML:
        """Return HTML with its links added. The rest is copied, not sanitized. Other types are a TypeError."""
        if not isinstance(text, str):
            raise TypeError(f"argument must be of text type, not {type(text).__name__}")
        if "<" not in text and "&" not in text:  # the fast path
            return HTML(edited(text, self._edits(text, text, [], _same)))
        page = layout(text, self._unlinked)
        whole = TextOfHTML(text, page.texts)
        anchors = page.anchors if self._changes_links else []
        return HTML(edited(text, self._edits(text, whole.text, anchors, whole.span)))

    def linkify_text(self, text: str) -> HTML:
        """Return plain text as HTML with its links. All text is escaped; `linkify` takes HTML."""
        require(isinstance(text, str), "text", "a str", text)
        return HTML(edited(text, self._edits(text, text, [], _same, escape), escape))

    def _edits(
        self,
        source: str,
        text: str,
        anchors: list[Anchor],
        span: Callable[[int, int], tuple[int, int]],
        written: Callable[[str], str] = str,
    ) -> Iterator[Edit]:
        """Yield the edits for new links and for existing anchors, in order.

        ``span`` maps offsets in the text to the source, and ``written`` converts the source of a link text to HTML.
        """
        done = 0
        for link, uri in self._links(text):
            start, end = span(link.start, link.end)
            while done < len(anchors) and anchors[done].start < (start, end):
                yield from self._change(source, anchors[done])
                done += 1
            made = self._make(link, uri)
            if made is not None:
                tag, shown = made
                yield start, end, f"{tag}{written(source[start:end]) if shown is None else shown}</a>"
        for anchor in anchors[done:]:
            yield from self._change(source, anchor)

    def _links(self, text: str) -> Iterator[tuple[Link, str]]:
        usual, email, default = self._finder.schemes is None, self._finder.email, self._default
        for link in self._finder.find(text):
            kind, iri = link.kind, link.iri
            if usual and ((kind == "email" and not email) or not (iri.startswith(_WEB) or is_marked(link))):
                continue
            uri = (usual_uri(iri) if kind == "iri" else None) or href(link, default)
            if uri is not None:
                yield link, uri

    def _make(self, link: Link, uri: str) -> tuple[str, str | None] | None:
        """Return the start tag of a link, and the HTML of its text if not as written; ``None`` to leave it as text."""
        shown = shown_text(link.text, uri, self._hosts, self._protect)
        if self._rel is not None:
            tag = f'<a href="{escape(uri)}"{"" if uri.startswith("mailto:") else self._rel}>'
        else:
            attrs = run(self._callbacks, {HREF: uri, TEXT: shown}, True)
            if attrs is None:
                return None
            shown = str(attrs.pop(TEXT, shown))
            tag = start_tag(attrs)
        return tag, None if shown == link.text else escape(shown, quote=False)

    def _change(self, source: str, anchor: Anchor) -> Iterator[Edit]:
        (start, inside), end = anchor
        there: Attrs = {(None, name): value for name, value in attributes_of(source[start:inside]).items()}
        text = "" if end is None else text_of(source[inside : end[0]])
        attrs = run(self._callbacks, {**there, TEXT: text}, False)
        if attrs is None:
            yield start, inside, ""
            if end is not None:
                yield *end, ""
            return
        shown = attrs.pop(TEXT, text)
        if attrs != there:
            tag = start_tag(attrs)
            yield start, inside, f"{tag[:-1]}/>" if closes_itself(source[start:inside]) else tag
        if shown != text and end is not None:
            yield inside, end[0], escape(str(shown), quote=False)


def _items(given: Iterable[Any] | None, option: str, what: str, fits: Callable[[Any], bool]) -> list[Any]:
    items = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [] if given is None else None
    if items is None or not all(map(fits, items)):
        raise TypeError(f"{option} must be a collection of {what}, not {given!r}")
    return items


def _same(start: int, end: int) -> tuple[int, int]:
    return start, end
