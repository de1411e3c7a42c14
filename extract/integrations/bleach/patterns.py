"""bleach's ``url_re`` and ``email_re``: they restrict top-level domains and schemes, or replace link detection."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link, link_at
from extract.iri.components import split, split_authority
from extract.iri.errors import HostError
from extract.iri.grammar import is_scheme
from extract.iri.host import host_to_ascii
from extract.iri.schemes import UNSAFE_SCHEMES
from extract.iri.tld import top_level_domains
from extract.markup.linker import is_marked
from extract.markup.target import href
from extract.text.arguments import items


class Wanted(NamedTuple):
    """The names in a pattern of `build_url_re` or `build_email_re`. ``None`` means all."""

    tlds: frozenset[str] | None
    protocols: frozenset[str] | None
    always: frozenset[str] = frozenset()  # endings given by the program; bare domains with them are always links


# The names in each built pattern. Programs build only a few when they start.
_BUILT: dict[Any, Wanted] = {}
_EVERYTHING = Wanted(None, None)
_LABELS = r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):/{0,3}")


def build_url_re(tlds: Iterable[str] | None = None, protocols: Iterable[str] | None = None) -> re.Pattern[str]:
    """Return a ``url_re`` for links with these top-level domains, and with these schemes or none.

    It can be searched like any pattern, but `Linker` and `LinkifyFilter` use only its names, and find links by UTS #58.
    The default is all top-level domains, and the schemes that `Linker` links. If a name is a pattern (``[a-z]+``), the
    result replaces link detection.
    """
    names = None
    if protocols is not None:
        names = frozenset(map(str.lower, items("protocols", str, protocols, "names"))) - UNSAFE_SCHEMES
    schemes = r"[a-z][a-z0-9+.-]{1,31}" if names is None else _either(names)
    return _built(
        lambda last: (
            rf"(?<![@.\w])(?:(?:{schemes}):/{{0,3}})?{_LABELS}(?:{last})(?::[0-9]+)?(?![\w.]\w)(?!\w)"
            r"(?:[/?#][^\s{}|\\^`<>\"]*)?"
        ),
        tlds,
        names,
    )


def build_email_re(tlds: Iterable[str] | None = None) -> re.Pattern[str]:
    """Return an ``email_re`` for email addresses in these top-level domains; see `build_url_re`."""
    local = r"[\w!#$%&'*+/=?^`{|}~-]+"
    return _built(lambda last: rf"(?<!//)({local}(?:\.{local})*@{_LABELS}(?:{last})(?!\w))", tlds, None)


def _built(
    pattern: Callable[[str], str], tlds: Iterable[str] | None, protocols: frozenset[str] | None
) -> re.Pattern[str]:
    names = None if tlds is None else frozenset(items("tlds", str, tlds, "names"))
    if not all(map(_NAME.fullmatch, names or ())) or not all(map(is_scheme, protocols or ())):
        return re.compile(pattern("|".join(names or top_level_domains())), re.IGNORECASE)
    labels = None if names is None else frozenset(map(_a_label, names))
    built = re.compile(pattern(_either(names or top_level_domains())), re.IGNORECASE)
    endings = frozenset(f".{name.strip('.').lower()}" for name in names or ())
    _BUILT[built] = Wanted(labels, protocols, endings | {f".{label}" for label in labels or ()})
    return built


# A name, not a pattern. Vowel signs of Indic names do not match "\w".
_NAME = re.compile(r"\.?[^\s\\^$*+?{}\[\]|()/:#@.]+(?:\.[^\s\\^$*+?{}\[\]|()/:#@.]+)*")


def _a_label(label: str) -> str:
    try:
        return host_to_ascii(label.strip("."))
    except HostError:
        return label.lower()


def _either(names: Iterable[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))


class PatternFinder:
    """Finds links like a `Finder`, but only those that a ``url_re`` and an ``email_re`` allow."""

    wrapped = False

    def __init__(self, url_re: Any, email_re: Any, *, email: bool) -> None:
        self.email = email
        self._url, self._address = _at_tags(url_re), _at_tags(email_re)
        # None: a pattern of the program, which replaces link detection.
        self._urls, self._emails = (_EVERYTHING if one is None else _BUILT.get(one) for one in (url_re, email_re))
        self.schemes = self._urls.protocols if self._urls else None
        schemes = None if self.schemes is None else self.schemes | ({"mailto"} if email else set())
        self._finder = shared_finder(
            schemes=schemes,
            bare_domains=self._urls is not None,
            always=self._urls.always if self._urls else (),
            email=email and self._emails is not None,
        )

    def find(self, text: str) -> Iterator[Link]:
        """Find the links of a text, in order."""
        found = [link for link in self._finder.find(text) if self._is_wanted(link)]
        if self._urls is None:
            found += self._of_url_re(text)
        if self.email and self._emails is None:  # as in bleach, email addresses come first
            emails = self._address.finditer(text)
            found = [link_at(text, one.start(), one.end(), "email") for one in emails] + found
        end = 0
        for link in sorted(found, key=lambda link: link.start):
            if link.start >= end:
                yield link
                end = link.end

    def _is_wanted(self, link: Link) -> bool:
        wanted = self._emails if link.kind == "email" else self._urls
        return wanted is not None and (wanted.tlds is None or not wanted.tlds.isdisjoint(_suffixes(link)))

    def _of_url_re(self, text: str) -> Iterator[Link]:
        for match in self._url.finditer(text):
            start, end = _without_brackets(text, *match.span())
            scheme = _SCHEME.match(text, start, end)
            if start < end and (scheme is None or scheme[1].lower() not in UNSAFE_SCHEMES):
                yield link_at(text, start, end, "iri" if scheme else "domain")


def _at_tags(pattern: Any) -> Any:
    """Return a pattern whose "^" and "$" also match at tags. They are line breaks here, ends of texts in bleach."""
    return re.compile(pattern.pattern, pattern.flags | re.MULTILINE) if isinstance(pattern, re.Pattern) else pattern


def _without_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of a link without parentheses around it and punctuation after it."""
    while start < end:
        if text[start] == "(":
            start += 1
            end -= text[end - 1] == ")" and end > start
        elif text[end - 1] in ",." or (text[end - 1] == ")" and "(" not in text[start:end]):
            end -= 1
        else:
            break
    return start, end


def _suffixes(link: Link) -> list[str]:
    """Return the suffixes of the host of a link: ``["co.uk", "uk"]``."""
    if link.kind == "email":
        host = link.text.rpartition("@")[2].partition("?")[0]
    else:
        host = split_authority(split(link.iri).authority or "")[1]
    labels = _a_label(host).split(".")
    return [".".join(labels[first:]) for first in range(max(len(labels) - _MOST_LABELS, 1), len(labels))]


_MOST_LABELS = 127  # RFC 1035 §2.3.4: a name has at most 255 octets


def finder_for(url_re: Any, email_re: Any, *, email: bool) -> Finder | PatternFinder:
    """Return a finder for two patterns, each of which may be ``None``."""
    if url_re is None and email_re is None:
        return shared_finder(bare_domains=True, email=email)
    return PatternFinder(url_re, email_re, email=email)


# As in bleach, at the beginning of a line. RFC 5322 §3.2.4: qtext and quoted pairs.
_QUOTED = re.compile(r'(?m)^"(?:[^"\\\s]|\\[!-~]){1,62}"@')
_WEB = ("http://", "https://")
_MAILTO = re.compile("mailto:", re.IGNORECASE)


def targets(finder: Finder | PatternFinder, text: str, default_scheme: str) -> Iterator[tuple[Link, str]]:
    """Yield the links to create, each with its destination."""
    usual = finder.schemes is None
    for link in _with_quoted(finder, text) if finder.email and '"@' in text else finder.find(text):
        if usual and not (link.iri.startswith(_WEB) or is_marked(link)):
            continue
        if finder.email and link.kind == "email" and (scheme := _MAILTO.match(link.text)):
            link = link._replace(start=link.start + scheme.end(), text=link.text[scheme.end() :])
        target = link.iri if link.kind == "email" and link.iri.isascii() else _as_written(link, default_scheme)
        if target is not None:
            yield link, target


def _as_written(link: Link, default_scheme: str) -> str | None:
    """Return the destination of a link. As in bleach, ASCII stays as written, such as "[]" in a query."""
    if not link.text.isascii():
        return href(link, default_scheme)
    return f"{default_scheme}://{link.text}" if link.kind == "domain" else link.iri


def _with_quoted(finder: Finder | PatternFinder, text: str) -> Iterator[Link]:
    """Yield the links of a text, and email addresses with a quoted local part, which UTS #58 does not detect."""
    done = 0
    for match in _QUOTED.finditer(text):
        local = match[0][:-1]
        address = next(finder.find(f"x@{text[match.end() : match.end() + 256]}"), None)
        if address is None or address.kind != "email" or address.start:
            continue
        yield from (
            link._replace(start=link.start + done, end=link.end + done)
            for link in finder.find(text[done : match.start()])
        )
        done = match.end() + address.end - 2
        domain = address.text[2:]
        yield Link(match.start(), done, f"{local}@{domain}", "email", f"mailto:{quote(local)}@{domain}")
    yield from (link._replace(start=link.start + done, end=link.end + done) for link in finder.find(text[done:]))
