"""Family 1: what is no IRI by the grammar of RFC 3987."""

from __future__ import annotations

from collections.abc import Iterator

from extract.errors import IRIError
from extract.mapping import to_uri
from extract.rules.registry import Found, rule
from extract.rules.subjects import Parts


@rule("IRI101", "syntax", "error")
def syntax(parts: Parts) -> Iterator[Found]:
    """The text is no IRI, or none that can be converted to a URI.

    Software that follows the link refuses it, or repairs it in a way of its own. The message names the component, the
    character and its offset.
    Source: RFC 3987 §2.2, §3.1.

    Bad:
        http://⟦exämple..com⟧/

    Good:
        http://exämple.com/
    """
    try:
        to_uri(parts.text)
    except IRIError as error:
        yield Found(error.start, error.end, str(error), error.component)
