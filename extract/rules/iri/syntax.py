"""Family 1: violations of the grammar of RFC 3987.

More specific rules report their errors. IRI101 reports all others.
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
# Placeholders in user information.
USER_PLACEHOLDER = re.compile(
    r"(?i)(?:user(?:name)?|login|name)(?::(?:pass(?:word|wd)?|pw|secret|token|[*x]+))?|[*x]+:[*x]+"
)


# The rule of each kind of error. Other modules report "percent-u" (IRI201) and "bidi-control" (IRI501).
_KINDS: dict[Kind, str] = {
    **dict.fromkeys(("scheme", "ip-literal", "second-at", "delimiter", "port"), "syntax"),
    **dict.fromkeys(("second-hash", "bracket"), "forbidden-ascii"),
    **dict.fromkeys(("control", "surrogate", "private-use", "noncharacter", "character"), "character"),
}


@functools.lru_cache(maxsize=64)
def _by_rule(components: CheckedComponents) -> list[tuple[str, IRISyntaxError]]:
    """Return the syntax errors, each with the subject of the rule that reports it."""
    return [(_subject(components.text, error), error) for error in components.errors]


# "%E7%8" and "%E7%": the percent-encoded character is incomplete.
_CUT_TRIPLET = re.compile(r"%[0-9A-Fa-f]{2}%(?![0-9A-Fa-f]{2})")


def placeholders(iri: str) -> set[int]:
    """Return the offsets of all characters of ``iri`` that are in placeholders."""
    return {offset for match in _PLACEHOLDER.finditer(iri) for offset in range(*match.span())}


def _subject(text: str, error: IRISyntaxError) -> str:
    if error.character == "%" and error.kind in ("scheme", "ip-literal"):  # report the "%" here too
        return "percent-u" if _percent_u(text, error.start) else "percent"
    subject = _KINDS.get(error.kind, error.kind)
    is_cut = _CUT_TRIPLET.match(text, max(error.start - 3, 0)) is not None
    if subject in ("forbidden-ascii", "space") and error.component in ("host", "authority"):
        return "syntax"  # programs cannot look up such a host
    if subject == "percent" and (error.component == "fragment" or (error.component == "query" and not is_cut)):
        return "forbidden-ascii"  # a fragment is not sent, and servers accept "?width=100%"
    if subject == "backslash" and error.component in ("query", "fragment"):
        return "forbidden-ascii"  # browsers send it unchanged
    return subject


def _errors(components: CheckedComponents, subject: str) -> Iterator[IRISyntaxError]:
    return (error for known, error in _by_rule(components) if known == subject) if components.errors else iter(())


def _reported(components: CheckedComponents, subject: str, fix: str | None = None) -> Iterator[Problem]:
    return (problem_at(error, error.message, fix) for error in _errors(components, subject))


def _encode_it(components: CheckedComponents, subject: str, *, safe: bool) -> Iterator[Problem]:
    """Yield problems whose fix percent-encodes the character, without a fix in a host or an incomplete character."""
    for error in _errors(components, subject):
        is_lost = error.component in ("host", "authority") or _CUT_TRIPLET.match(
            components.text, max(error.start - 3, 0)
        )
        fix = None if is_lost else encode_all(error.character or "", "surrogatepass")
        # Browsers send brackets as they are (URL Standard §1.3), so an encoded one may be another resource.
        yield problem_at(error, error.message, fix, safe=safe and error.kind != "bracket")


@rule(
    "IRI101",
    "syntax",
    "error",
    about="syntax",
    exempts=is_quoted,
    yields_to=("space-in-destination", "wrong-destination", "mark-in-destination"),
)
def syntax(components: CheckedComponents) -> Iterator[Problem]:
    """The IRI has invalid syntax.

    Programs reject the link, or repair it in different ways. The message names the component, the character and its
    offset.
    Source: RFC 3987 §2.2; RFC 9293 §3.1 (a port has 16 bits).

    Bad:
        http://⟦[::1⟧/ü
        http://example.com:8⟦a⟧/ä
        http://gr⟦<⟧öße.example/

    Good:
        http://[::1]/ü
        http://[1::2:3]/straße
        http://example.com:/ä
    """
    yield from _reported(components, "syntax")
    yield from (problem_at(fault, fault.message) for fault in components.faults if fault.name == "port-range")


@rule("IRI101", "syntax", "error", sub_rule="bare-percent", about="syntax", exempts=is_quoted)
def bare_percent(components: CheckedComponents) -> Iterator[Problem]:
    """A "%" is not followed by two hexadecimal digits.

    Some programs treat it as a literal percent sign, some reject the link, some ignore it. A literal percent sign is
    "%25". In a query or fragment it is reported as IRI103, unless it is part of an incomplete encoded character.
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
        # At the end, text was cut off or separated by a space: "% E4".
        yield replace(found, fix=None) if found.end == len(components.text) else found


@rule("IRI103", "character", "info", sub_rule="backslash", about="syntax", exempts=is_quoted)
def backslash(components: CheckedComponents) -> Iterator[Problem]:
    r"""The IRI contains a backslash.

    Browsers treat it as "/". Other programs reject it or send it unchanged. A literal backslash is "%5C".
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
    """Exempt spaces that programs encode: in attributes, and in destinations of Markdown ("<…>") and Org."""
    passage = place.passage
    if passage.attribute is not None or (passage.target and "GitHub" in place.format.read_by):
        return True
    return passage.target and "Emacs" in place.format.read_by and problem.fix != ""  # "": the space ends the IRI


@rule("IRI103", "character", "error", sub_rule="space", about="syntax", exempts=_is_encoded)
def space(components: CheckedComponents) -> Iterator[Problem]:
    """The link contains a space.

    In running text a space ends a link. Where markup marks the end of the destination, browsers follow the link. Other
    programs reject or cut it.
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
        else:  # URL Standard §4.4: browsers remove it; "%20" would change the IRI
            yield replace(problem, message=Message("there is a space after the IRI; remove it"), fix="")


@rule("IRI101", "syntax", "error", sub_rule="empty-host", about="syntax", exempts=is_quoted)
def empty_host(components: CheckedComponents) -> Iterator[Problem]:
    """The host is missing, although the scheme requires one, or browsers find one.

    Usually there is an extra slash, or a program that generated the IRI lost the host.
    Source: RFC 9110 §4.2.1 (http); RFC 6455 §3 (ws).

    Bad:
        http://⟦⟧/straße
        https://⟦⟧
        ⟦///⟧example.com/straße

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
            continue  # IRI103
        found = replace(problem_at(fault, fault.message), component="host")
        if page := _PAGE.match(components.text):  # RFC 3986 §5.2.2, "backward compatibility"
            message = Message('without a host this is a page of the same site; remove "{text}"', text=page[0])
            yield replace(found, start=0, end=page.end(), message=message, fix="")
        elif slip:
            yield replace(found, end=slip.end(), fix=f"{slip['scheme'].lower()}://", safe=True)
        else:
            yield found


_UNKNOWN_HOST = re.compile(r"\w+://\?{2}")  # placeholder: "http://???/"
_PAGE = re.compile(
    rf"(?i:https?):(?=/?(?:(?:[\w%~-]{{1,80}}|\.\.?)/){{0,9}}[\w%~-]{{1,80}}\.(?:{FILE_SUFFIXES}|js|css)(?:[?#]|\Z))"
)
# Missing slashes or an extra colon before a host. Browsers treat backslashes as slashes.
_NO_SLASHES = re.compile(r"(?P<scheme>(?i:https?|ftps?)):(?:(?P<backslashes>\\\\)|:?/{0,2}(?=\w[^\s./]{0,80}\.\w))")


@rule("IRI101", "syntax", "error", sub_rule="zone-id", about="syntax")
def zone_id(components: CheckedComponents) -> Iterator[Problem]:
    """The IPv6 host contains a zone identifier.

    A zone is valid on one machine only. On others it names a different network or does not exist. IRIs cannot contain
    one.
    Source: RFC 9844 (August 2025), which obsoletes RFC 6874.

    Bad:
        http://[fe80::1⟦%25eth0⟧]/größe
        http://[fe80::1⟦%eth0⟧]/größe

    Good:
        http://[fe80::1]/größe
    """
    return _reported(components, "zone-id", "")


@rule("IRI103", "character", "warning", sub_rule="forbidden-character", on=False, about="syntax")
def forbidden_character(components: CheckedComponents) -> Iterator[Problem]:
    r"""The IRI contains a forbidden ASCII character: one of " < > [ ] ^ { | } or a backtick, or a second "#".

    Such characters delimit links in text and markup, so some programs cut the link there. Browsers follow it.
    Source: RFC 3987 §2.2; RFC 3986 appendix C.

    Bad:
        https://example.com/a⟦|⟧ü
        https://example.com/⟦{⟧größe
        https://example.com/#b⟦#⟧ü

    Good:
        https://example.com/a%7Cü
        http://[2001:db8::1]/größe
    """
    return _encode_it(components, "forbidden-ascii", safe=True)


def _is_removed(problem: Problem, place: Place) -> bool:
    """Exempt tabs and line breaks in attributes, which browsers remove."""
    return place.passage.attribute is not None and place.link.iri[problem.start : problem.end] in ("\t", "\n", "\r")


@rule("IRI103", "character", "error", about="syntax", exempts=_is_removed)
def character(components: CheckedComponents) -> Iterator[Problem]:
    r"""The IRI contains a control or a non-ASCII character that is not allowed.

    These are controls, noncharacters, lone surrogates, tags, and private use characters outside the query. They are
    invisible, and programs remove them or reject the link.
    Source: RFC 3987 §2.2 ucschar and iprivate.

    Bad:
        https://example.com/a⟦\ue000⟧b
        https://example.com/a⟦\u0007⟧b
        https://example.com/a⟦\ufdd0⟧b

    Good:
        https://example.com/?\ue000
        https://example.com/日本
    """
    return _reported(components, "character")
