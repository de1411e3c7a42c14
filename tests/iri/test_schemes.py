"""The facts about schemes."""

import pytest

from extract.iri import schemes
from extract.rules.iri.suggestions import suggest_scheme


@pytest.mark.requirement(96)
@pytest.mark.parametrize(
    ("name", "status"),
    [("http", "permanent"), ("HTTPS", "permanent"), ("git", "provisional"), ("wais", "historical"), ("nonesuch", None)],
)
def test_status_in_the_registry(name: str, status: str | None) -> None:
    assert schemes.scheme_status(name) == status


def test_the_registry_has_430_names() -> None:
    assert len(schemes.registered_schemes()) == 430


def test_hierarchical_schemes_are_registered_and_the_others_are_not() -> None:
    assert schemes.registered_schemes().keys() >= schemes.HIERARCHICAL
    assert not schemes.registered_schemes().keys() & schemes.UNREGISTERED


def test_default_schemes_run_no_code() -> None:
    assert not schemes.DEFAULT_SCHEMES & {"javascript", "vbscript", "data", "view-source", "blob", "hxxp", "hxxps"}
    assert {"http", "https", "ftp", "mailto", "git+ssh", "ssh", "irc", "gemini", "file"} <= schemes.DEFAULT_SCHEMES


SUGGESTED = "htpps→https HTPP→http htp→http httpss→https hhtps→https mialto→mailto javscript→javascript chromee→chrome"


def test_near_misses_are_suggested() -> None:
    meant = dict(pair.split("→") for pair in SUGGESTED.split())
    assert {name: suggest_scheme(name) for name in meant} == meant
    assert not any(map(suggest_scheme, ["https", "http", "git+ssh", "xyzzy", "ab", ""]))
