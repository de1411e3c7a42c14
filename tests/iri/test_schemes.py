"""The facts about schemes."""

from extract.rules.iri.suggestions import suggest_scheme

SUGGESTED = "htpps→https HTPP→http htp→http httpss→https hhtps→https mialto→mailto javscript→javascript chromee→chrome"


def test_near_misses_are_suggested() -> None:
    meant = dict(pair.split("→") for pair in SUGGESTED.split())
    assert {name: suggest_scheme(name) for name in meant} == meant
    assert not any(map(suggest_scheme, ["https", "http", "git+ssh", "xyzzy", "ab", ""]))
