"""Family 8, across files: rules that compare the links of all files.

The subject is a list of ``Use``. In the problems of these rules, ``start`` is the index of the use, and ``end`` an
offset in its IRI.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from extract.iri.components import split
from extract.iri.errors import IRIError
from extract.iri.normalization import normalize
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Use
from extract.text.messages import Message


@rule("IRI809", "several-spellings", "info", on=False, scope="tree")
def several_spellings(uses: Sequence[Use]) -> Iterator[Problem]:
    """The files contain several spellings of the same IRI.

    Search, statistics and caches treat them as different resources. The fix is the most frequent spelling.
    Source: RFC 3987 §5.3 (the comparison ladder).

    Bad:
        http://example.com/ü http://example.com/ü ⟦http://example.com:80/%C3%BC⟧

    Good:
        http://example.com/ü http://example.com/ü http://example.com/Ü
        http://example.com/100% http://example.com/ü
    """
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for use in uses:
        spellings[_normal(use.iri)][use.iri] += 1
    for index, use in enumerate(uses):
        known = spellings[_normal(use.iri)]
        best = min(known, key=lambda spelling: (-known[spelling], len(spelling), spelling))
        if use.iri != best:
            yield Problem(
                start=index,
                end=len(use.iri),
                message=Message('elsewhere the same resource is written "{iri}"', iri=best),
                fix=best,
                safe=True,
            )


def _normal(iri: str) -> str:
    """Return the normalized form of ``iri``, or ``iri`` if it is invalid, which other rules report."""
    try:
        return normalize(iri, level="idn")
    except IRIError:
        return iri


@rule("IRI809", "several-spellings", "info", sub_rule="http-where-https", on=False, scope="tree")
def http_where_https(uses: Sequence[Use]) -> Iterator[Problem]:
    """A host is linked with http here and with https elsewhere.

    With http, attackers on the network can observe readers and change the pages. The host supports https.
    Source: RFC 9110 §17.1; RFC 6797.

    Bad:
        https://example.com/ü ⟦http://example.com/ö⟧

    Good:
        https://example.com/ü https://example.com/ö http://example.org/
    """
    secure = {(split(use.iri).authority or "").lower() for use in uses if use.iri.lower().startswith("https:")}
    for index, use in enumerate(uses):
        if use.iri.startswith("http://") and (split(use.iri).authority or "").lower() in secure:
            yield Problem(
                start=index,
                end=4,
                message=Message("the host is linked with https elsewhere").then(Message("write https")),
                component="scheme",
                fix=f"https{use.iri[4:]}",
            )
