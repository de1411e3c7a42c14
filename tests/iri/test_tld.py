"""What is registered of a host."""

import pytest

from extract.iri import registrable_domain


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.example.co.uk", "example.co.uk"),
        ("WWW.Example.COM.", "example.com"),
        ("example.com", "example.com"),
        ("co.uk", None),
        ("com", None),
        ("a.b.github.io", "b.github.io"),  # the private section
        ("www.食狮.公司.cn", "食狮.公司.cn"),
        ("www.xn--85x722f.xn--55qx5d.cn", "食狮.公司.cn"),
        ("a。bücher。example", "bücher.example"),  # UTS #46 §2.3
        ("a.b.unknown", "b.unknown"),
        ("www.ck", "www.ck"),
        ("localhost", None),
        ("192.0.2.1", None),
        ("[2001:db8::1]", None),
        ("a..é", None),
        ("a_b.example.com", "example.com"),
        ("", None),
    ],
)
def test_registrable_domains(host: str, domain: str | None) -> None:
    assert registrable_domain(host) == domain
