"""Family 7: schemes, and the rules of each."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

from extract.iri.scheme_rules import is_dialled
from extract.iri.schemes import UNREGISTERED, scheme_status
from extract.rules.iri.suggestions import suggest_scheme
from extract.rules.place import Place, is_written
from extract.rules.problem import Problem, problem_at
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.messages import Message
from extract.text.regexes import re


def _faults(components: CheckedComponents, *schemes: str) -> Iterator[Problem]:
    """Report what breaks rules of these."""
    for fault in components.faults if components.scheme_name in schemes else ():
        if fault.name not in _ELSEWHERE:
            yield replace(problem_at(fault, fault.message), severity=fault.severity)


# Rules of their own: IRI101, IRI306, IRI703, IRI708.
_ELSEWHERE = frozenset(["empty-host", "no-host", "port-range", "password", "script", "tel-context"])


@rule("IRI701", "unregistered-scheme", "info", on=False, about="scheme")
def unregistered_scheme(components: CheckedComponents) -> Iterator[Problem]:
    """A scheme that is not registered.

    Only programs that were made for it can follow the link.
    Source: RFC 7595; the registry of schemes.

    Bad:
        ⟦foobar⟧://größe.example/

    Good:
        gopher://größe.example/
    """
    if components.scheme is not None and scheme_status(components.scheme.text) is None:
        near = suggest_scheme(components.scheme.text)
        scheme = components.scheme.text
        message = Message('scheme "{scheme}" is not registered', scheme=scheme)
        if components.scheme_name in UNREGISTERED:
            message = Message('scheme "{scheme}" is in wide use but not registered', scheme=scheme)
        if near:
            message = message.then(Message('did you mean "{text}"?', text=near))
        yield problem_at(components.scheme, message, near)


def _is_usual(_problem: Problem, place: Place) -> bool:
    """Excuse the scripts of sites, but not in mail."""
    return not place.format.own_charsets


@rule("IRI703", "script", "warning", about="scheme", excuse=_is_usual)
def script(components: CheckedComponents) -> Iterator[Problem]:
    r"""A link that runs a script.

    If scripts are forbidden, or the page is printed, mailed or read by a program, the link leads nowhere. Attackers use
    such links, so many programs remove them. Sites mean their own: by default only those in mail are reported.
    Source: draft-hoehrmann-javascript-scheme; RFC 3986 §7.

    Bad (mail):
        Content-Type: text/html; charset=utf-8\n\n<a href="⟦javascript⟧:alert(1)">öffnen</a>

    Good (markdown):
        [öffnen](https://example.com/ü)
    """
    if components.scheme is not None and components.scheme_name in ("javascript", "vbscript"):
        message = Message('"{scheme}" runs a script; link to a page instead', scheme=f"{components.scheme.text}:")
        yield problem_at(components.scheme, message)


# An address that programs are not to read, and the empty target of a page's template.
_HIDDEN_MAIL = re.compile(r"(?i)mailto:(?:#|[^@]*(?:[(\[ ._-]|%28|%5B|%20)at(?:[)\] ._-]|%29|%5D|%20).*)")


@functools.lru_cache(maxsize=16)  # an address may have many problems
def _is_hidden(iri: str) -> bool:
    return _HIDDEN_MAIL.fullmatch(iri) is not None


def _is_delivered(problem: Problem, place: Place) -> bool:
    """Excuse hidden addresses, and what mail programs read.

    They break the line at every %0A, accept "/", "?" and "=" in a header field, and read %40, with which docutils
    cloaks an address, as "@"; they remove spaces after a comma. Browsers remove tabs and line breaks.
    """
    if _is_hidden(place.link.iri):
        return True
    written = place.link.iri[problem.start : problem.end].upper()
    if place.passage.attribute is not None and re.search(r"[\t\r\n]", written):
        return True
    if written.startswith(("%20", " ")) and place.link.iri.endswith(",", 0, problem.start):
        return True
    return written in ("%0A", "%0D", "/", "?", "=") or (written.count("%40") == 1 and "@" not in written)


@rule("IRI708", "scheme-rule", "error", sub_rule="mailto", about="syntax", excuse=_is_delivered)
def mailto(components: CheckedComponents) -> Iterator[Problem]:
    """Invalid address or header fields after "mailto:".

    Source: RFC 6068 §2.

    Bad:
        mailto:⟦jürgen⟧
        mailto:jürgen@bücher.example?⟦subject⟧

    Good:
        mailto:jürgen@bücher.example
        mailto:jürgen@bücher.example?subject=Grüße
    """
    return _faults(components, "mailto")


def _is_of_catalog(problem: Problem, place: Place) -> bool:
    """Excuse what stands in running text; and in XML, where programs compare names that they have made up."""
    return place.format.name == "xml" or is_written(problem, place)


@rule("IRI708", "scheme-rule", "error", sub_rule="urn", about="syntax", excuse=_is_of_catalog)
def urn(components: CheckedComponents) -> Iterator[Problem]:
    """Invalid namespace or name after "urn:"; not in XML, whose catalogs have names of their own.

    Source: RFC 8141 §2.

    Bad:
        urn:⟦a⟧:größe
        urn:example:⟦⟧

    Good:
        urn:example:größe
    """
    return _faults(components, "urn")


def _can_be_dialled(_problem: Problem, place: Place) -> bool:
    """Excuse numbers in attributes that telephones dial."""
    return place.passage.attribute is not None and is_dialled(place.link.iri)


@rule("IRI708", "scheme-rule", "error", sub_rule="tel", about="syntax", excuse=_can_be_dialled)
def tel(components: CheckedComponents) -> Iterator[Problem]:
    """Invalid telephone number after "tel:".

    Many telephones leave out everything that is not a digit, and dial the rest.
    Source: RFC 3966 §3.

    Bad:
        tel:⟦+49/6221⟧
        tel:⟦über⟧

    Good:
        tel:+49-6221-12345
    """
    return _faults(components, "tel")


def _is_no_icon(_problem: Problem, place: Place) -> bool:
    """Excuse the usual way to say that a page has no icon."""
    return place.passage.attribute is not None and place.link.iri in ("data:;base64,=", "data:image", "data:")


@rule("IRI708", "scheme-rule", "error", sub_rule="data", about="syntax", excuse=_is_no_icon)
def data(components: CheckedComponents) -> Iterator[Problem]:
    """Invalid media type or content after "data:".

    Source: RFC 2397 §3; the Fetch standard.

    Bad:
        data:⟦text/plain;grün⟧

    Good:
        data:text/plain;charset=utf-8,grün
    """
    return _faults(components, "data")


# Programs that read data have paths of their own after "file:": Java takes them from the folder in which it runs.
@rule("IRI708", "scheme-rule", "error", about="syntax", excuse=is_written, not_in=["data"])
def scheme_rule(components: CheckedComponents) -> Iterator[Problem]:
    """The IRI breaks a rule of its scheme: file, ftp, ws, coap, geo, xmpp.

    In files, targets are looked at, not running text.
    Source: RFC 8089 (file), RFC 1738 §3.2.2 (ftp), RFC 6455 §3 (ws), RFC 7252 §6.1 (coap), RFC 5870 §3.4.2 (geo),
    RFC 5122 §2.2 (xmpp).

    Bad:
        ws://example.com/ü#⟦a⟧
        geo:⟦91⟧,7?q=ü
        file:⟦ü.txt⟧

    Good:
        ws://example.com/ü
        file:///ü.txt
    """
    return _faults(components, "file", "ftp", "ws", "wss", "coap", "coaps", "geo", "xmpp")
