"""LEIRIs: draft-ietf-iri-3987bis §6."""

import pytest

from extract import preprocess, to_uri
from extract.iri import is_iri_reference
from extract.iri.leiri import is_leiri, leiri_findings
from tests.rows import rows

LEIRIS = rows(r"""
    a b/ü → a%20b/ü
    /\ue000?\ue000 → /%EE%80%80?\ue000
    http://a b/<>"{}|\^` → http://a%20b/%3C%3E%22%7B%7D%7C%5C%5E%60
    /\x00\x1f\x7f\x9f → /%00%1F%7F%C2%9F
    ?\u202e#\u202e\ue000 → ?%E2%80%AE#%E2%80%AE%EE%80%80
    /\ufff0� → /%EF%BF%B0%EF%BF%BD
    /\U000e0001\ufdd0\U0001ffff → /%F3%A0%80%81%EF%B7%90%F0%9F%BF%BF
    http://[::1]/%41%20é?# → http://[::1]/%41%20é?#
    →
""")


@pytest.mark.requirement(81, 82)
@pytest.mark.parametrize(("leiri", "iri"), LEIRIS)
def test_conversion(leiri: str, iri: str) -> None:
    assert is_leiri(leiri)
    assert preprocess(leiri, format="leiri") == iri
    assert is_iri_reference(iri)
    assert preprocess(iri, format="leiri") == iri
    assert leiri_findings(iri) == []
    to_uri(iri)
