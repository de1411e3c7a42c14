"""What users have asked of link detectors for ten years, besides the texts in ``cases/detection.txt``."""

from __future__ import annotations

from extract import check, host_to_ascii, host_to_unicode, to_uri
from extract.iri import is_known_tld
from tests.marking import assert_links


def test_ask_7_the_list_is_current() -> None:
    assert all(map(is_known_tld, ["com", "COM", "рф", "xn--p1ai", "中国", "zip", "music"]))
    assert not is_known_tld("neustarx")


def test_ask_12_both_forms_of_a_name_and_a_warning_of_mixed_scripts() -> None:
    # linkifyjs#280, mastodon#3833, bleach#368, django#18942: ß stays ß (IDNA 2008), unlike IDNA 2003
    (link,) = assert_links("⟦http://faß.example/⟧ x")
    assert link.iri == "http://faß.example/"
    assert to_uri(link.iri) == "http://xn--fa-hia.example/"
    assert host_to_ascii("bücher.example") == "xn--bcher-kva.example"
    assert host_to_unicode("xn--bcher-kva.example") == "bücher.example"
    assert [problem.name for problem in check("http://p\u0430ypal.example/")] == ["mixed-script"]  # Cyrillic а
