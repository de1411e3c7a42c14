"""Family 7: schemes and their own rules."""

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
    """Yield violations of the rules of these ``schemes``, except faults that other rules report."""
    for fault in components.faults if components.scheme_name in schemes else ():
        if fault.name not in _ELSEWHERE:
            yield replace(problem_at(fault, fault.message), severity=fault.severity)


# Reported by other rules: IRI101, IRI303, IRI702, IRI703.
_ELSEWHERE = frozenset(["empty-host", "no-host", "port-range", "password", "script", "tel-context"])


@rule("IRI701", "unregistered-scheme", "info", on=False, about="scheme")
def unregistered_scheme(components: CheckedComponents) -> Iterator[Problem]:
    """The scheme is not registered.

    Only programs that were written for it can follow the link.
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
    """Exempt scripts, except in mail."""
    return not place.format.own_charsets


@rule("IRI702", "script", "warning", about="scheme", exempts=_is_usual)
def script(components: CheckedComponents) -> Iterator[Problem]:
    r"""The link runs a script.

    The link does not work if scripts are disabled, or if the page is printed, mailed or parsed by a program. Attackers
    use such links, so many programs remove them. On sites they are usually intended: by default only links in mail are
    reported.
    Source: draft-hoehrmann-javascript-scheme; RFC 3986 §7.

    Bad (mail):
        Content-Type: text/html; charset=utf-8\n\n<a href="⟦javascript⟧:alert(1)">öffnen</a>

    Good (markdown):
        [öffnen](https://example.com/ü)
    """
    if components.scheme is not None and components.scheme_name in ("javascript", "vbscript"):
        message = Message('"{scheme}" runs a script; link to a page instead', scheme=f"{components.scheme.text}:")
        yield problem_at(components.scheme, message)


# An email address that is obfuscated against harvesting, and the placeholder "#" of templates.
_HIDDEN_MAIL = re.compile(r"(?i)mailto:(?:#|[^@]*(?:[(\[ ._-]|%28|%5B|%20)at(?:[)\] ._-]|%29|%5D|%20).*)")


@functools.lru_cache(maxsize=16)  # an IRI may have many problems
def _is_hidden(iri: str) -> bool:
    return _HIDDEN_MAIL.fullmatch(iri) is not None


def _is_delivered(problem: Problem, place: Place) -> bool:
    """Exempt obfuscated email addresses, and mistakes that mail programs accept.

    Mail programs break the line at each %0A, accept "/", "?" and "=" in a header field, and remove spaces after a
    comma. They decode "%40", with which docutils cloaks email addresses. Browsers remove tabs and line breaks.
    """
    if _is_hidden(place.link.iri):
        return True
    written = place.link.iri[problem.start : problem.end].upper()
    if place.passage.attribute is not None and re.search(r"[\t\r\n]", written):
        return True
    if written.startswith(("%20", " ")) and place.link.iri.endswith(",", 0, problem.start):
        return True
    return written in ("%0A", "%0D", "/", "?", "=") or (written.count("%40") == 1 and "@" not in written)


@rule("IRI703", "scheme-rule", "error", sub_rule="mailto", about="syntax", exempts=_is_delivered)
def mailto(components: CheckedComponents) -> Iterator[Problem]:
    """The email address or the header fields after "mailto:" are invalid.

    Source: RFC 6068 §2.

    Bad:
        mailto:⟦jürgen⟧
        mailto:jürgen@bücher.example?⟦subject⟧

    Good:
        mailto:jürgen@bücher.example
        mailto:jürgen@bücher.example?subject=Grüße
    """
    return _faults(components, "mailto")


@rule("IRI703", "scheme-rule", "error", sub_rule="urn", about="syntax", exempts=is_written)
def urn(components: CheckedComponents) -> Iterator[Problem]:
    """The namespace or name after "urn:" is invalid. XML is not checked, since its catalogs use their own names.

    Source: RFC 8141 §2.

    Bad:
        urn:⟦a⟧:größe
        urn:example:⟦⟧

    Good:
        urn:example:größe
    """
    return _faults(components, "urn")


def _can_be_dialled(_problem: Problem, place: Place) -> bool:
    """Exempt numbers in attributes that telephones can dial."""
    return place.passage.attribute is not None and is_dialled(place.link.iri)


@rule("IRI703", "scheme-rule", "error", sub_rule="tel", about="syntax", exempts=_can_be_dialled)
def tel(components: CheckedComponents) -> Iterator[Problem]:
    """The telephone number after "tel:" is invalid.

    Many telephones ignore all characters except digits, and dial the rest.
    Source: RFC 3966 §3.

    Bad:
        tel:⟦+49/6221⟧
        tel:⟦über⟧

    Good:
        tel:+49-6221-12345
    """
    return _faults(components, "tel")


def _is_no_icon(_problem: Problem, place: Place) -> bool:
    """Exempt the usual placeholders for a missing icon."""
    return place.passage.attribute is not None and place.link.iri in ("data:;base64,=", "data:image", "data:")


@rule("IRI703", "scheme-rule", "error", sub_rule="data", about="syntax", exempts=_is_no_icon)
def data(components: CheckedComponents) -> Iterator[Problem]:
    """The media type or content after "data:" is invalid.

    Source: RFC 2397 §3; the Fetch standard.

    Bad:
        data:⟦text/plain;grün⟧

    Good:
        data:text/plain;charset=utf-8,grün
    """
    return _faults(components, "data")


# Not in data files, whose programs use other paths after "file:". In Java they are relative to the working directory.
@rule("IRI703", "scheme-rule", "error", about="syntax", exempts=is_written, not_in=["data"])
def scheme_rule(components: CheckedComponents) -> Iterator[Problem]:
    """The IRI violates a rule of its scheme: file, ftp, ws, coap, geo or xmpp.

    In files, destinations are checked, but not running text.
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
