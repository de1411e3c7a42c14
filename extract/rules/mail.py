"""Family 8: rules for mail only."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Source


@rule("IRI817", "alternatives-differ", "warning", scope="document")
def alternatives_differ(source: Source) -> Iterator[Found]:
    r"""The HTML of a message leads to other sites than its text.

    The message contains its text twice, and readers see one of the two. If these link to no site in common, either only
    one of them was updated, or it is meant to deceive. Each site is reported once.
    Source: RFC 2046 §5.1.4.

    Bad (mail):
        Content-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://example.com/\n--b\nContent-Type: text/html\n\n<a href=⟦http://example.org/⟧>hier</a>\n--b--

    Good (mail):
        Content-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://example.com/\n--b\nContent-Type: text/html\n\n<a href=http://www.example.com/>hier</a>\n--b--
    """  # noqa: E501
    for start, end, message in source.differing:
        yield Found(start, end, message)
