"""Host names both ways, and what they refuse: IdnaTestV2 is in conformance/, here are the cases people meet."""

from extract import host_to_ascii
from extract.iri.host import _to_ascii


def test_hosts_are_cached() -> None:
    _to_ascii.cache_clear()
    for _ in range(3):
        host_to_ascii("répété.example")
    assert _to_ascii.cache_info().hits == 2
    assert _to_ascii.cache_info().maxsize
