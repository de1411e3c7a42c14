"""Host names both ways, and what they refuse: IdnaTestV2 is in conformance/, here are the cases people meet."""

import pytest

from extract import HostError, host_to_ascii
from extract.iri.host import _to_ascii


def test_hosts_are_cached() -> None:
    _to_ascii.cache_clear()
    for _ in range(3):
        host_to_ascii("répété.example")
    assert _to_ascii.cache_info().hits == 2
    assert _to_ascii.cache_info().maxsize


@pytest.mark.parametrize("last", ["a", "é"])
def test_the_longest_host(last: str) -> None:
    """RFC 1035 §2.3.4: 253 bytes without the root dot."""
    before = ("a" * 50 + ".") * 4 + "a" * (48 - len(host_to_ascii(last)))
    for root in ("", "."):
        assert len(host_to_ascii(f"{before}.{last}{root}")) == 253 + len(root)
        with pytest.raises(HostError, match="and DNS allows 253 bytes"):
            host_to_ascii(f"{before}a.{last}{root}")
