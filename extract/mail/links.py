"""Find the links in the header and text parts of a message, in order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from email.message import Message
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link, mailto
from extract.detect.tailorings import tailorings_of
from extract.iri.components import split
from extract.iri.errors import IRIError
from extract.mail.link import MailLink, Origin
from extract.readers import flowed, html, mail
from extract.readers.formats import FORMATS
from extract.readers.headers import fields_of, passages_of
from extract.readers.mime import ADDRESSES, Field, Limits, Note, Opener, Part, parts_of, unread_data
from extract.readers.passage import Passage, Piece, cut
from extract.readers.transfer import Body
from extract.readers.triggers import in_browsers
from extract.redirects.chain import uri_or_none
from extract.redirects.following import follow, is_usual_uri
from extract.text.arguments import require
from extract.text.labels import SHIFTING
from extract.text.regexes import re

__all__ = ["Limits", "Note", "links_in_message", "text_of"]

_CONTEXT = 100  # characters before and after a link
_CONTEXT_OF_SENDER = 1000  # because readers see the whole name
_SUSPECT = re.compile(r"[^\x00-\x7F]|\x1b")
_ANY = re.compile("")
_WORD = re.compile(r"\S{0,100}+")  # text after a link, which another charset may make part of it
_MAILBOX = re.compile(r"(?<![^\s,:;<])([^<>@\s,;:\"()]++@[^<>@\s,;:\"()]++)")
# Schemes without "//" that other text uses as a word, each with what it needs: RFC 3261, RFC 3966, RFC 5122, RFC 5538.
_OPAQUE = re.compile(
    r"(?<![\w.+-])(?:(?:xmpp|sips?):[^\s@:/?#]{1,64}+@\w|magnet:\?xt=|tel:\+(?:[0-9][-.]?){7}|news:[a-z][\w+-]*+\.\w)"
)
_OPAQUE_SCHEMES = frozenset(("xmpp", "sip", "sips", "magnet", "tel", "news"))
_MAY_HAVE = re.compile("[:@.。．｡]")
_USUAL = ("http://", "https://", "mailto:")
_WITH_PORT = re.compile(r"[^\s/?#@:]++(?<=[^.])\.?:[0-9]{1,5}(?=[/?#]|\Z)")
_CLICKED = frozenset("href action formaction action-xhr xlink:href".split())
# A destination without a scheme that names a page. A name alone, such as "logo.ai", is a file, unless it is clickable.
_PAGE = re.compile(r"(?i)www\d?\.|[^/?#:]++(?:[/?#]|:[0-9])")
_DATA = re.compile(r"(?i)[\x00-\x20]*+data:([^;,]*+)")  # RFC 2397
_LONGEST_CACHED = 500  # bytes of a header field
_NEW = tuple.__new__  # twice as fast as MailLink()


def links_in_message(
    data: bytes | Message,
    *,
    bare_domains: bool = True,
    email: bool = True,
    headers: bool = True,
    attributes: bool = True,
    report: Callable[[Note], None] | None = None,
    limits: Limits | None = None,
    attachments: Opener | None = None,
    **options: Any,
) -> Iterator[MailLink]:
    """Find the links that a message shows to its readers. Any bytes are accepted.

    ``data`` is a message as sent, or a `Message` of `email`, which has no positions.
    ``bare_domains``, ``email``: also find bare domains and email addresses.
    ``headers``: also find links in Subject, From, To, Cc, Bcc, Reply-To, Sender, List-* except List-Id, Archived-At,
    Link, Content-Location and Content-Base. ``attributes``: also find links in HTML attributes (``href``, ``src``, …)
    and in properties of calendars and cards.
    ``report`` is called with each `Note`: attachments that may have links and were not opened, wrong charsets, limits
    that were reached. ``limits``: how much is parsed. ``attachments``: a function that opens attachments, such as
    `open_attachment`. ``options`` are passed to `find_links`.

    Raises TypeError if ``data`` is neither, and the errors of `find_links` for wrong options.
    """
    require_message("data", data)
    require(limits is None or isinstance(limits, Limits), "limits", "Limits or None", limits)
    for name, function in (("report", report), ("attachments", attachments)):
        require(function is None or callable(function), name, "a function or None", function)
    finder = finder_for_mail(bare_domains=bare_domains, email=email, **options)
    parts = links_by_part(data, finder, headers, attributes, limits, report, attachments)
    return chain.from_iterable(links for _, links in parts)


def require_message(name: str, value: object) -> None:
    """Raise a TypeError unless ``value`` is a message."""
    require(isinstance(value, (bytes, bytearray, memoryview, Message)), name, "bytes or a Message", value)


def finder_for_mail(**options: Any) -> Finder:
    """Return a finder with these options that also finds web links with user information.

    By default, it finds bare domains and email addresses.
    """
    profile = tailorings_of(options.get("profile", "prose")) | tailorings_of(FORMATS["mail"].profile[1:])
    return shared_finder(**{"bare_domains": True, "email": True} | options | {"profile": profile})


def text_of(message: bytes | Message, *, whole_links: bool = False) -> str:
    """Return the plain text of a message as its reader sees it: decoded, with flowed text unwrapped (RFC 3676).

    It is the first plain text part that is not an attachment, also in nested messages, or "". Lines end as in the
    message, but in flowed text with LF. With ``whole_links``, links in ``<…>`` across lines are joined (RFC 3986
    appendix C), for `linkify`.
    """
    require_message("message", message)
    for part in parts_of(message):
        if part.body is not None and part.type == "text/plain":
            is_flowed, delsp = mail.flow(part)
            text = flowed.unflow(part.body.text, delsp=delsp) if is_flowed else part.body.text
            if not whole_links:
                return text
            # Spans that were blanked only for finding links are kept.
            for edits in (chain(*flowed.removed(text)), flowed.edits):
                found = edits(text) if callable(edits) else edits
                text = cut(text, 0, len(text), (edit for edit in found if not edit.text)).text
            return text
    return ""


def links_by_part(
    data: bytes | Message,
    finder: Finder,
    headers: bool,
    attributes: bool,
    limits: Limits | None,
    report: Callable[[Note], None] | None,
    opener: Opener | None = None,
) -> Iterator[tuple[Part, Iterable[MailLink]]]:
    """Yield each part with its links, which must be consumed before the next part."""
    places = None if isinstance(data, Message) else _Places(bytes(data))
    report = report or (lambda note: None)
    group: str | None = None  # the open multipart/alternative, and its links so far
    waiting: list[tuple[Part, list[MailLink]]] = []
    for part in parts_of(data, limits, report, opener):
        if part.alternative != group:
            yield from _marked(waiting)
            group, waiting = part.alternative, []
        links = _of_part(part, finder, headers, attributes, places, report)
        if group is None:
            yield part, links
        elif found := list(links):
            waiting.append((part, found))
    yield from _marked(waiting)


def _of_part(
    part: Part,
    finder: Finder,
    headers: bool,
    attributes: bool,
    places: _Places | None,
    report: Callable[[Note], None],
) -> Iterable[MailLink]:
    links = _of_fields(part, finder, places) if headers else iter(())
    if part.body is None:
        return links
    body = part.body

    def tell(kind: str, message: str, offset: int) -> None:
        report(Note(kind, message, part.number, None if places is None else body.byte_start(offset)))

    groups, written = mail.passages(part, body.text, whole=True, tell=tell)
    is_page = part.type in html.TYPES
    document = _usable(part.value("content-base") or part.value("content-location")) if is_page else None
    base = _usable(written, document) if written else None
    page = _Page(finder, base or document, base is not None, tell)
    wanted = ((one for one in group if attributes or one.attribute is None) for group in groups)
    return chain(links, (link for group in wanted for link in _in(part, body, group, places, "text", page)))


def _usable(base: str, document: str | None = None) -> str | None:
    """Return the IRI of a base; ``None`` if it is invalid, relative or opaque, because browsers ignore it then."""
    with suppress(IRIError):
        iri = follow(base, document).iri
        scheme, authority, path, *_ = split(iri)
        if scheme and (authority is not None or path.startswith("/")):
            return iri
    return None


class _Page(NamedTuple):
    """How a document is parsed, and the base of its relative links."""

    finder: Finder
    base: str | None = None
    is_elsewhere: bool = False  # the base is from a <base>, not the IRI of the document
    tell: Callable[[str, str, int], None] = lambda *note: None


def _of_fields(part: Part, finder: Finder, places: _Places | None) -> Iterator[MailLink]:
    for field in fields_of(part):
        found_in = _of_field if len(field.value) < _LONGEST_CACHED else _of_field.__wrapped__
        for link in found_in(field.name, field.value, finder):
            line = column = start = None
            if places is not None:
                start = field.start + (link.byte_start or 0)
                start = start if part.outer is None else part.outer.span(start, start)[0]
                line, column = places.place(start)
            yield MailLink._make((*link[:5], part.number, *link[6:10], line, column, start, *link[13:]))


@lru_cache(maxsize=1024)
def _of_field(name: str, value: bytes, finder: Finder) -> list[MailLink]:
    """Return the links of a header field, with positions in its value. Cached, as archives repeat most fields."""
    passages = passages_of(Field(name, value, 0))
    return list(_in(Part("", []), *passages, _Places(value), "header", _Page(finder)))


def _in(
    part: Part,
    outer: Body | Passage,
    passages: Iterable[Passage | html.Address],
    places: _Places | None,
    origin: Origin,
    page: _Page,
) -> Iterator[MailLink]:
    """Yield the links of a body or a header field's value, in order."""
    found = _found(passages, origin, page)
    if not found:
        return
    found.sort(key=itemgetter(0, 1))
    is_header = origin == "header"
    shift = None if places is None else outer.shift
    number, text = part.number, outer.text
    line = column = byte_start = None
    charset = outer.codec if part.type in html.TYPES and isinstance(outer, Body) else None
    if charset is not None and charset.startswith(("utf", "ascii")):
        charset = None
    suspect: re.Pattern[str] | None = None
    if isinstance(outer, Body) and outer.charset.others:
        suspect = _ANY if outer.codec.startswith(SHIFTING) else _SUSPECT
    for start, end, link, passage in found:
        if places is not None:
            byte_start = outer.byte_start(start) if shift is None else start + shift
            line, column = places.place(byte_start)
        attribute, label, shown = passage.attribute, passage.label, passage.text
        others: tuple[str, ...] = ()
        if suspect and suspect.search(text, start, end + 1):  # in another charset it may be longer
            others = _others(passage, link, outer, page)  # type: ignore[arg-type]  # it is a body
        if link is None or (not is_header and isinstance(passage, Passage) and passage.target):
            context = label[:_CONTEXT] if label else ""
        else:
            context = _context(shown, link, _CONTEXT_OF_SENDER if attribute == "from" else _CONTEXT)
        link_in_mail = (
            origin if is_header or attribute is None else "attribute",
            "iri" if link is None else link.kind,
            shown if link is None else link.iri,
            text[start:end],
            label,
            number,
            attribute if is_header else None,
            None if is_header else attribute,
            start,
            end,
            line,
            column,
            byte_start,
            context,
            _side(part, attribute),
            charset,
            others,
        )
        yield _NEW(MailLink, link_in_mail)


def _others(passage: Passage | html.Address, link: Link | None, body: Body, page: _Page) -> tuple[str, ...]:
    """Return the other IRIs of a link in programs that ignore the declared charset."""
    passage = passage if isinstance(passage, Passage) else passage.passage()
    link = link or Link(0, len(passage.text), passage.text, "iri", passage.text)
    start = 0 if passage.target else max(link.start - 1, 0)  # the character before may end it
    end = len(passage.text) if passage.target else _WORD.match(passage.text, link.end).end()  # type: ignore[union-attr]
    stretches = list(_as_written(passage, start, end, body.text))
    found: dict[str, None] = {}
    for codec in body.charset.others:
        read = [body.read_as(codec, *source) if source else text for text, source in stretches]
        text = "".join(one or "" for one in read)
        if None in read or text == passage.text[start:end]:
            continue
        other = replace(passage, text=text, pieces=(Piece(0, 0, len(text)),), outer=None)
        links = _followed(other, page) if passage.target else _in_prose(other, page.finder)
        found |= dict.fromkeys(one.iri for one in links[:1])
    return tuple(iri for iri in found if iri != link.iri)


def _as_written(passage: Passage, start: int, end: int, text: str) -> Iterator[tuple[str, tuple[int, int] | None]]:
    """Yield stretches of a passage, each with its source span if it is written there character by character."""
    first = start
    source: tuple[int, int] | None = None
    for at in range(start, end):
        place: tuple[int, int] | None = passage.span(at, at + 1)
        if place and text[slice(*place)] != passage.text[at]:
            place = None
        if source and place and place[0] == source[1]:
            source = source[0], place[1]
            continue
        if at > first:
            yield passage.text[first:at], source
        first, source = at, place
    yield passage.text[first:end], source


_Found = tuple[int, int, Link | None, Passage | html.Address]  # start, end; None: the passage is the link, unchanged


def _found(passages: Iterable[Passage | html.Address], origin: Origin, page: _Page) -> list[_Found]:
    """Return the links of passages, with their spans."""
    found: list[_Found] = []
    for passage in passages:
        if isinstance(passage, html.Address):  # most links of a newsletter
            found.append((passage.start, passage.end, None, passage))
            continue
        if origin == "text" and passage.target and passage.outer is None and is_usual_uri(passage.text):
            found.append((passage.pieces[0].source_start, passage.pieces[-1].source_end, None, passage))
            continue
        links = _followed(passage, page) if passage.target else _in_prose(passage, page.finder)
        if not links:
            if passage.target and (data := _DATA.match(passage.text)):
                page.tell(*unread_data(data[1]), passage.span(0, 1)[0])
            continue
        if passage.target and passage.outer is None:  # the whole text
            found.append((passage.pieces[0].source_start, passage.pieces[-1].source_end, links[0], passage))
        elif (shift := passage.shift) is not None:
            found += [(shift + link.start, shift + link.end, link, passage) for link in links]
        else:
            found += [(*passage.span(link.start, link.end), link, passage) for link in links]
    return found


def _followed(passage: Passage, page: _Page) -> list[Link]:
    """Return the link of a destination."""
    base = None if passage.attribute == "base" else page.base  # HTML §4.2.3: a base is not relative to itself
    links = passage.followed(base, is_elsewhere=page.is_elsewhere and base is not None)
    if links and links[0].iri.startswith(_USUAL):
        return links
    written = in_browsers(passage.text)
    is_complete = links or base is not None
    # A host with a port looks like a scheme with a dot.
    return (
        links if is_complete and not _WITH_PORT.match(written) else _completed(passage, written, page.finder) or links
    )


def _completed(passage: Passage, written: str, finder: Finder) -> list[Link]:
    """Return the link of a destination without a scheme. Mail programs read it as http or mailto."""
    is_clicked = passage.attribute in _CLICKED
    found = next(finder.find(written), None) if is_clicked or _PAGE.match(written) else None
    if found is None or found.start or found.kind == "iri":
        return []
    if found.kind == "email" and not (is_clicked and found.text == written.partition("?")[0]):
        return []
    scheme = "mailto:" if found.kind == "email" else "http://"
    iri = Passage(f"{scheme}{written}", passage.pieces, attribute=passage.attribute, target=True).followed()
    return [Link(0, len(passage.text), passage.text, found.kind, one.iri) for one in iri]


def _in_prose(passage: Passage, finder: Finder) -> list[Link]:
    if not _MAY_HAVE.search(passage.text):
        return []
    text = passage.text.replace("\ufffd", "\ufffc")  # invalid bytes end a link
    links = list(finder.find(text))
    if finder.schemes is None and _OPAQUE.search(text):
        opaque = [one for one in shared_finder(schemes=_OPAQUE_SCHEMES).find(text) if _OPAQUE.match(one.text)]
        places = {at for one in opaque for at in range(one.start, one.end)}
        links = sorted([*opaque, *(link for link in links if link.start not in places)])
    if passage.attribute in ADDRESSES and finder.email:
        # RFC 5322 §3.4: an email address here needs no known top-level domain.
        known = [(link.start, link.end) for link in links]
        for match in _MAILBOX.finditer(passage.text):
            start, end = match.span(1)
            before = bisect_left(known, (end,)) - 1
            if before < 0 or known[before][1] <= start:
                links.append(Link(start, end, match[1], "email", mailto(match[1])))
        links.sort()
    return links


def _context(text: str, link: Link, most: int) -> str:
    """Return the line of a link, shortened."""
    start, end = link.start, link.end
    low = start - most if start > most else 0
    last = text.find("\n", end, end + most)
    return text[text.rfind("\n", low, start) + 1 or low : last if last >= 0 else end + most].strip()


def _side(part: Part, attribute: str | None) -> Literal["text", "html"] | None:
    """Return the alternative that contains a link; None for pictures and forms, which only HTML can have."""
    if part.alternative is None or attribute not in (None, "href"):
        return None
    return "html" if part.type in html.TYPES else "text"


def _marked(parts: list[tuple[Part, list[MailLink]]]) -> Iterator[tuple[Part, list[MailLink]]]:
    """Keep `only_in` for links that only the text or only the HTML has."""
    keys: dict[str, set[str]] = {"text": set(), "html": set()}
    for _, links in parts:
        for link in links:
            if link.only_in is not None:
                keys[link.only_in].add(_key(link.iri))
    both = keys["text"] & keys["html"]
    for part, links in parts:
        if both:
            links = [link._replace(only_in=None) if link.only_in and _key(link.iri) in both else link for link in links]
        yield part, links


def _key(iri: str) -> str:
    """Return an IRI without insignificant differences: the web scheme, "www." and final slashes."""
    uri = uri_or_none(iri) or iri
    scheme, _, rest = uri.partition("://")
    return rest.removeprefix("www.").rstrip("/") if scheme.lower() in ("http", "https") else uri


class _Places:
    """Lines and columns of a message, computed fast for increasing offsets."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.position = self.line_start = 0
        self.line = 1

    def place(self, start: int) -> tuple[int, int]:
        if start < self.position:
            self.position = self.line_start = 0
            self.line = 1
        if count := self.raw.count(b"\n", self.position, start):
            self.line += count
            self.line_start = self.raw.rfind(b"\n", self.position, start) + 1
        self.position = start
        return self.line, start - self.line_start + 1
