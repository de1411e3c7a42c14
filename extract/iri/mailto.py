"""The email addresses of a ``mailto:`` IRI, and the spans of their domains (RFC 6068 §2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from extract.iri.components import Span, match_components
from extract.iri.errors import text_of
from extract.text.arguments import require_function
from extract.text.regexes import re

__all__ = ["MAILTO_DOMAIN", "addresses", "change_domains", "domain_spans"]

# RFC 6068 §2: the domain of an address follows its last "@", and ends at whitespace, a quotation mark, a bracket, ","
# or ";". All of these may be percent-encoded.
_ENDS = "%(?:0[9AD]|2[0289C]|3[BCE])"
MAILTO_DOMAIN = re.compile(rf"(?i)(?:@|%40)((?:[^@,;&?#%]|(?!{_ENDS}|%40)%)*+)(?=[,;&?#]|{_ENDS}|\Z)")
# RFC 6068 §2: the value of "to" is a list of addresses, as in the fields of RFC 5322 §3.6.2 and §3.6.3.
_FIELD = re.compile(r"(?:(?:to|b?cc|reply-to|from|sender)=([^&]*+)|[^&]*+)(?:&|\Z)", re.IGNORECASE)

# Programs also decode encoded delimiters, and ignore names: "Ann <a@b.example>; c@d.example".
_ADDRESS = re.compile(r'(?<![^\s<>",;])[^\s<>",;@]++@[^\s<>",;]++')


def addresses(iri: str) -> list[str]:
    """Return the decoded email addresses in the path and the fields; an empty list for another scheme."""
    from urllib.parse import unquote

    iri = text_of(iri)
    match = match_components(iri)
    if (match[1] or "").lower() != "mailto":
        return []
    fields = _FIELD.finditer(iri, *match.span(4)) if match[4] else ()
    written = ",".join([match[3], *(field[1] or "" for field in fields)])
    return list(dict.fromkeys(_ADDRESS.findall(unquote(written))))


def domain_spans(iri: str) -> Iterator[Span]:
    """Yield the spans of the domains in the path, and in the fields of the query that contain addresses."""
    iri = text_of(iri)
    match = match_components(iri)
    for domain in MAILTO_DOMAIN.finditer(iri, *match.span(3)):
        yield domain.span(1)
    if match[4]:
        for field in _FIELD.finditer(iri, *match.span(4)):
            if field[1]:
                for domain in MAILTO_DOMAIN.finditer(iri, *field.span(1)):
                    yield domain.span(1)


def change_domains(iri: str, change: Callable[[str, int], str]) -> str:
    """Return the IRI with its domains changed. ``change`` is called with each domain and its offset."""
    iri = text_of(iri)
    require_function("change", change)
    result: list[str] = []
    at = 0
    for start, end in domain_spans(iri):
        result += iri[at:start], change(iri[start:end], start)
        at = end
    return "".join([*result, iri[at:]])
