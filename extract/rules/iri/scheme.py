"""Family 7: schemes and their own rules."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

from extract.iri.scheme_rules import is_dialled
from extract.iri.schemes import UNREGISTERED, scheme_status
from extract.rules.iri.suggestions import suggest_scheme
from extract.rules.place import Place, is_written
from extract.rules.problem import Problem, problem_at, problem_with
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.messages import Message
from extract.text.regexes import re


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
        yield problem_with(components.scheme, '"{written}:" runs a script; link to a page instead')


# An email address that is obfuscated against harvesting, and the placeholders "#" and "%{email}" of templates.
_HIDDEN_MAIL = re.compile(
    r"(?i)mailto:(?:#|[#$%]?\{+[^{}]*\}+|[^@]*(?:[(\[ ._-]|%28|%5B|%20)at(?:[)\] ._-]|%29|%5D|%20).*)"
)


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


def _can_be_dialled(_problem: Problem, place: Place) -> bool:
    """Exempt numbers in attributes that telephones can dial."""
    return place.passage.attribute is not None and is_dialled(place.link.iri)


def _is_no_icon(_problem: Problem, place: Place) -> bool:
    """Exempt the usual placeholders for a missing icon."""
    return place.passage.attribute is not None and place.link.iri in ("data:;base64,=", "data:image", "data:")


def _is_of_catalog(problem: Problem, place: Place) -> bool:
    """Exempt URNs in running text, and in XML, where programs compare their own names."""
    return place.format.name == "xml" or is_written(problem, place)


def _is_of_program(problem: Problem, place: Place) -> bool:
    """Exempt data files and Org, where "file:" takes a path that is relative to a directory or the file."""
    return place.format.kind == "data" or "Emacs" in place.format.read_by or is_written(problem, place)


_EXEMPTIONS = {"mailto": _is_delivered, "urn": _is_of_catalog, "tel": _can_be_dialled, "data": _is_no_icon}


def _is_accepted(problem: Problem, place: Place) -> bool:
    """Exempt mistakes that the programs of the scheme accept."""
    scheme = place.link.iri.partition(":")[0].lower()
    return _EXEMPTIONS.get(scheme, _is_of_program)(problem, place)


# Reported by other rules: IRI101, IRI303, IRI702.
_ELSEWHERE = frozenset(["empty-host", "no-host", "port-range", "password", "script", "tel-context"])


@rule("IRI703", "scheme-rule", "error", about="syntax", exempts=_is_accepted)
def scheme_rule(components: CheckedComponents) -> Iterator[Problem]:
    """The IRI violates a rule of its scheme: mailto, tel, data, urn, file, ftp, ws, coap, geo or xmpp.

    Problems that mail programs, telephones and browsers accept are not reported. Of the schemes from urn on, files are
    checked only in destinations, not in running text. XML may use its own names as URNs.
    Source: RFC 6068 §2 (mailto), RFC 3966 §3 (tel), RFC 2397 §3 (data), RFC 8141 §2 (urn), RFC 8089 (file), RFC 1738
    §3.2.2 (ftp), RFC 6455 §3 (ws), RFC 7252 §6.1 (coap), RFC 5870 §3.4.2 (geo), RFC 5122 §2.2 (xmpp).

    Bad:
        mailto:⟦jürgen⟧
        mailto:jürgen@bücher.example?⟦subject⟧
        tel:⟦+49/6221⟧
        data:⟦text/plain;grün⟧
        urn:example:⟦⟧
        file:⟦ü.txt⟧
        geo:⟦91⟧,7?q=ü

    Good:
        mailto:jürgen@bücher.example?subject=Grüße
        tel:+49-6221-12345
        data:text/plain;charset=utf-8,grün
        urn:example:größe
        file:///ü.txt
    """
    for fault in components.faults if components.scheme_name not in ("", "http", "https") else ():
        if fault.name not in _ELSEWHERE:
            yield replace(problem_at(fault, fault.message), severity=fault.severity)
