"""The law that an IRI loses nothing: what its attributes return gives the same IRI when it is written back."""

from __future__ import annotations

from extract import IRI, equivalent
from extract.iri.normalization import Level


def assert_writes_back(iri: IRI) -> None:
    """Check each pair of an attribute and the method that takes its value."""
    assert iri.with_path(iri.segments) == iri.with_path(iri.raw_segments) == iri
    assert iri.with_name(iri.name) == iri.with_suffix(iri.suffix) == iri
    assert iri.with_fragment(iri.fragment) == iri.with_fragment(iri.raw_fragment) == iri
    assert iri.update_query({}) == iri
    if iri.host is not None:
        assert iri.with_host(iri.host) == iri
        user = iri.with_user(iri.user, iri.password)
        assert (user.user, user.password) == (iri.user, iri.password)
    assert iri.with_query(iri.query_pairs).query_pairs == iri.query_pairs
    assert iri.with_query(iri.form_pairs).form_pairs == iri.form_pairs
    if iri.name not in ("", ".", ".."):
        # A name alone would be read as a scheme if it has a colon (RFC 3986 §4.2). The lower levels know no domains in
        # the path of mailto: (RFC 6068 §2).
        level: Level = "scheme" if (iri.scheme or "").lower() == "mailto" else "percent"
        assert equivalent(iri.parent / iri.name, iri.with_(query=None, fragment=None), level=level)
