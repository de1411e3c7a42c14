"""Family 1: violations of the grammar of RFC 3987.

Where a rule can say more about an error of the grammar, that rule reports it; IRI101 reports the rest.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

from extract.iri.errors import IRISyntaxError, Kind
from extract.iri.percent import PERCENT_U, encode_all
from extract.rules.place import Place, is_quoted
from extract.rules.problem import Problem, problem_at
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, re

_percent_u = re.compile(PERCENT_U).match
# Placeholders: RFC 6570, format strings.
_IN_C = r"%(?:[1-9]\$)?(?:[sdrif](?![0-9A-Za-z])|@)"
_PLACEHOLDER = re.compile(
    rf"%?\{{[\w.+#/;?&,*:-]*\}}|%%\w+%%|{_IN_C}|%(?:\([^()\s]*\)[a-zA-Z]|(?![0-9A-Fa-f]{{2}})[A-Za-z_]\w*%)"
)
# User information that the reader is to replace.
USER_PLACEHOLDER = re.compile(
    r"(?i)(?:user(?:name)?|login|name)(?::(?:pass(?:word|wd)?|pw|secret|token|[*x]+))?|[*x]+:[*x]+"
)


# Kinds of errors and the rules of this family that report them; IRI201 reports "percent-u", IRI501 "bidi-control".
_KINDS: dict[Kind, str] = {
    **dict.fromkeys(("scheme", "ip-literal", "second-at", "delimiter"), "syntax"),
    "second-hash": "forbidden-ascii",
    **dict.fromkeys(("control", "surrogate", "private-use", "noncharacter", "character"), "character"),
}


@functools.lru_cache(maxsize=64)
def _by_rule(components: CheckedComponents) -> list[tuple[str, IRISyntaxError]]:
    """Return the errors of the grammar, each with the subject of the rule that reports it."""
    return [(_subject(components.text, error), error) for error in components.errors]


# "%E7%8" and "%E7%": the end of a character is missing.
_CUT_TRIPLET = re.compile(r"%[0-9A-Fa-f]{2}%(?![0-9A-Fa-f]{2})")


def placeholders(iri: str) -> set[int]:
    """Return the offsets of the characters in placeholders."""
    return {offset for match in _PLACEHOLDER.finditer(iri) for offset in range(*match.span())}


def _subject(text: str, error: IRISyntaxError) -> str:
    if error.character == "%" and error.kind in ("scheme", "ip-literal"):  # there too it is a "%" that is wrong
        return "percent-u" if _percent_u(text, error.start) else "percent"
    subject = _KINDS.get(error.kind, error.kind)
    is_cut = _CUT_TRIPLET.match(text, max(error.start - 3, 0)) is not None
    if subject in ("forbidden-ascii", "bracket", "space") and error.component in ("host", "authority"):
        return "syntax"  # no program can look up such a host
    if subject == "percent" and (error.component == "fragment" or (error.component == "query" and not is_cut)):
        return "forbidden-ascii"  # a fragment is sent nowhere, and servers take "?width=100%" as it is meant
    if subject == "backslash" and error.component in ("query", "fragment"):
        return "forbidden-ascii"  # browsers send it as it is
    return subject


def _errors(components: CheckedComponents, subject: str) -> Iterator[IRISyntaxError]:
    return (error for known, error in _by_rule(components) if known == subject) if components.errors else iter(())


def _reported(components: CheckedComponents, subject: str, fix: str | None = None) -> Iterator[Problem]:
    return (problem_at(error, error.message, fix) for error in _errors(components, subject))


def _encode_it(components: CheckedComponents, subject: str, *, safe: bool) -> Iterator[Problem]:
    """Report characters that can be percent-encoded, except in a host, and where a triplet was cut."""
    for error in _errors(components, subject):
        is_lost = error.component in ("host", "authority") or _CUT_TRIPLET.match(
            components.text, max(error.start - 3, 0)
        )
        fix = None if is_lost else encode_all(error.character or "", "surrogatepass")
        yield problem_at(error, error.message, fix, safe=safe)


@rule(
    "IRI101",
    "syntax",
    "error",
    about="syntax",
    excuse=is_quoted,
    yields_to=("space-in-destination", "wrong-destination", "mark-in-destination"),
)
def syntax(components: CheckedComponents) -> Iterator[Problem]:
    """Invalid IRI syntax.

    Programs refuse the link, or each repairs it in its own way. The message names the component, the character and its
    offset.
    Source: RFC 3987 §2.2.

    Bad:
        http://⟦[::1⟧/ü
        http://[⟦1::2::3⟧]/straße
        http://gr⟦<⟧öße.example/
        http://jürgen@geheim⟦@⟧example.com/

    Good:
        http://[::1]/ü
        http://[1::2:3]/straße
    """
    return _reported(components, "syntax")


@rule("IRI101", "syntax", "error", sub_rule="bare-percent", about="syntax", excuse=is_quoted)
def bare_percent(components: CheckedComponents) -> Iterator[Problem]:
    """A "%" not followed by two hexadecimal digits.

    Some programs read it as a literal percent sign, some refuse the link, some ignore it. A literal percent sign is
    "%25". (In a query and a fragment it is IRI111, unless an encoded character was cut there.)
    Source: RFC 3986 §2.1, §2.4.

    Bad:
        https://example.com/100⟦%⟧/größe
        https://example.com/⟦%⟧C/größe
        https://example.com/?q=%E6%97⟦%⟧9

    Good:
        https://example.com/100%25/größe
        https://example.com/%C3%A4
    """
    for found in _encode_it(components, "percent", safe=False):
        # at the end something was cut, or set apart by a space: "% E4"
        yield replace(found, fix=None) if found.end == len(components.text) else found


@rule("IRI111", "character", "warning", sub_rule="bracket", on=False, about="syntax")
def bracket(components: CheckedComponents) -> Iterator[Problem]:
    """A square bracket outside an IPv6 host.

    Brackets are reserved for IP literals, and many programs end a link at one. Browsers follow the link.
    Source: RFC 3986 §3.2.2; RFC 3987 §2.2.

    Bad:
        https://example.com/liste⟦[⟧1⟦]⟧/größe

    Good:
        https://example.com/liste%5B1%5D/größe
        http://[2001:db8::1]/größe
    """
    return _encode_it(components, "bracket", safe=False)


@rule("IRI111", "character", "info", sub_rule="backslash", about="syntax", excuse=is_quoted)
def backslash(components: CheckedComponents) -> Iterator[Problem]:
    r"""A backslash.

    Browsers read it as "/"; other programs refuse it or send it unchanged. A literal backslash is "%5C".
    Source: RFC 3987 §2.2; WHATWG URL (a browser's reading).

    Bad:
        https://example.com⟦\⟧dateien⟦\⟧größe
        https:⟦\⟧⟦\⟧example.com/größe

    Good:
        https://example.com/dateien/größe
        https://example.com/dateien%5Cgröße
    """
    return _reported(components, "backslash", "/")


def _is_encoded(problem: Problem, place: Place) -> bool:
    """Excuse spaces that browsers encode in attributes, Markdown in targets in "<" and ">", Org within all targets."""
    passage = place.passage
    if passage.attribute is not None or (passage.target and "GitHub" in place.format.read_by):
        return True
    return passage.target and place.format.name == "org" and problem.fix != ""  # "%20" at the end leads elsewhere


@rule("IRI111", "character", "error", sub_rule="space", about="syntax", excuse=_is_encoded)
def space(components: CheckedComponents) -> Iterator[Problem]:
    """A space inside the link.

    In running text a space ends a link. Where markup marks the end of the target, browsers follow the link, and other
    programs refuse or cut it.
    Source: RFC 3987 §2.2; RFC 3986 appendix C.

    Bad:
        https://example.com/日本⟦ ⟧語

    Bad (org):
        [[https://example.com/größe⟦ ⟧][Größe]]

    Good:
        https://example.com/日本%20語
    """
    end = len(components.text.rstrip(" "))
    for problem in _encode_it(components, "space", safe=True):
        if problem.end < end:
            yield problem
        else:  # URL Standard §4.4: browsers take it off; "%20" would lead elsewhere
            yield replace(problem, message=Message("there is a space after the address; leave it out"), fix="")


@rule("IRI101", "syntax", "error", sub_rule="empty-host", about="syntax", excuse=is_quoted)
def empty_host(components: CheckedComponents) -> Iterator[Problem]:
    """The host is missing; the scheme requires one, or browsers read one.

    Most often there is a slash too many, or the host was lost when a program composed the address.
    Source: RFC 9110 §4.2.1 (http); RFC 6455 §3 (ws).

    Bad:
        http://⟦⟧/straße
        https://⟦⟧
        ⟦///⟧example.com/straße
        ⟦http:⟧straße.html

    Good:
        http://example.com/straße
        http://????:8080/straße
        file:///straße
    """
    if components.text.startswith("///"):  # URL Standard §4.4 "special authority ignore slashes state"
        slashes = len(components.text) - len(components.text.lstrip("/"))
        message = Message('browsers read a host after all of the slashes, other programs a path; write "//" or "/"')
        yield Problem(start=0, end=slashes, message=message, component="host")
    for fault in components.faults:
        if fault.name not in ("empty-host", "no-host") or _UNKNOWN_HOST.match(components.text):
            continue
        slip = _NO_SLASHES.match(components.text) if fault.name == "no-host" else None
        if slip and slip["backslashes"]:
            continue  # IRI111
        found = replace(problem_at(fault, fault.message), component="host")
        if page := _PAGE.match(components.text):  # RFC 3986 §5.2.2, "backward compatibility"
            message = Message('without a host this is a page of the same site; leave out "{text}"', text=page[0])
            yield replace(found, start=0, end=page.end(), message=message, fix="")
        elif slip:
            yield replace(found, end=slip.end(), fix=f"{slip['scheme'].lower()}://", safe=True)
        else:
            yield found


_UNKNOWN_HOST = re.compile(r"\w+://\?{2}")  # "http://???/", which a reader fills in
_PAGE = re.compile(
    rf"(?i:https?):(?=/?(?:(?:[\w%~-]{{1,80}}|\.\.?)/){{0,9}}[\w%~-]{{1,80}}\.(?:{FILE_SUFFIXES}|js|css)(?:[?#]|\Z))"
)
# Missing slashes, or a colon too many, before what looks like a host; browsers read backslashes as slashes.
_NO_SLASHES = re.compile(r"(?P<scheme>(?i:https?|ftps?)):(?:(?P<backslashes>\\\\)|:?/{0,2}(?=\w[^\s./]{0,80}\.\w))")


@rule("IRI101", "syntax", "error", sub_rule="port", about="syntax")
def port(components: CheckedComponents) -> Iterator[Problem]:
    """The port is not a number from 0 to 65535.

    Source: RFC 3986 §3.2.3; RFC 9293 §3.1 (16 bits).

    Bad:
        http://example.com:8⟦a⟧/ä
        http://example.com:⟦70000⟧/ä

    Good:
        http://example.com:8080/ä
        http://example.com:/ä
    """
    yield from _reported(components, "port")
    yield from (problem_at(fault, fault.message) for fault in components.faults if fault.name == "port-range")


@rule("IRI101", "syntax", "error", sub_rule="zone-id", about="syntax")
def zone_id(components: CheckedComponents) -> Iterator[Problem]:
    """A zone identifier in an IPv6 host.

    A zone has a meaning on one machine only; on another it names another network, or none. IRIs cannot contain one.
    Source: RFC 9844 (August 2025), which obsoletes RFC 6874.

    Bad:
        http://[fe80::1⟦%25eth0⟧]/größe
        http://[fe80::1⟦%eth0⟧]/größe

    Good:
        http://[fe80::1]/größe
    """
    return _reported(components, "zone-id", "")


@rule("IRI111", "character", "warning", sub_rule="forbidden-character", on=False, about="syntax")
def forbidden_character(components: CheckedComponents) -> Iterator[Problem]:
    r"""An ASCII character that is not allowed in that place: one of " < > ^ { | } or a backtick, a second "#".

    They delimit links in text and markup, so that some programs cut the link there. Browsers follow it.
    Source: RFC 3987 §2.2; RFC 3986 appendix C.

    Bad:
        https://example.com/a⟦|⟧ü
        https://example.com/⟦{⟧größe
        https://example.com/#b⟦#⟧ü
        https://example.com/#⟦%⟧_ü
        https://example.com/ü?width=100⟦%⟧
        https://example.com/?⟦\⟧ü

    Good:
        https://example.com/a%7Cü
    """
    return _encode_it(components, "forbidden-ascii", safe=True)


def _is_removed(problem: Problem, place: Place) -> bool:
    """Excuse tabs and line breaks in attributes, which browsers remove."""
    return place.passage.attribute is not None and place.link.iri[problem.start : problem.end] in ("\t", "\n", "\r")


@rule("IRI111", "character", "error", about="syntax", excuse=_is_removed)
def character(components: CheckedComponents) -> Iterator[Problem]:
    r"""A non-ASCII character or a control that is not allowed in an IRI.

    These are controls, noncharacters, lone surrogates, tags, and private use characters outside the query. Readers do
    not see them, and programs remove them or refuse the link.
    Source: RFC 3987 §2.2 ucschar and iprivate.

    Bad:
        https://example.com/a⟦\ue000⟧b
        https://example.com/a⟦\u0007⟧b
        https://example.com/a⟦\ufdd0⟧b
        https://example.com/a⟦\U000e0041⟧b

    Good:
        https://example.com/?\ue000
        https://example.com/日本
    """
    return _reported(components, "character")


@rule("IRI112", "placeholder", "info", on=False, about="syntax")
def placeholder(components: CheckedComponents) -> Iterator[Problem]:
    """A placeholder: this is a template, not an IRI.

    Documents about programs often show templates; as a link, a template leads nowhere. Code is not checked. In links
    found in files, characters of a placeholder are not reported as errors; `check` reports them.
    Source: RFC 6570; RFC 3987 §2.2.

    Bad:
        https://example.com/⟦{⟧id⟦}⟧/ü
        https://example.com/⟦%⟧(name)s/ü

    Good:
        https://example.com/1/ü
    """
    filled_in = placeholders(components.text) if components.errors else set()
    for error in components.errors:
        if error.start in filled_in and error.character:
            message = Message("{what} contains a placeholder; this is a template, not an IRI", what=error.component)
            yield problem_at(error, message)
