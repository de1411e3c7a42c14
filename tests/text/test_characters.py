"""Every set means the same to `re` and to `regex`, and what its source says."""

import sys
from functools import cache

import pytest
import regex

from extract.iri.grammar import matches
from extract.text import characters
from extract.text.labels import codec_name
from extract.text.regexes import re


@cache
def every() -> str:
    """Return all characters."""
    return "".join(map(chr, range(sys.maxunicode + 1)))


FOR_BOTH = """
    UNRESERVED GEN_DELIMS SUB_DELIMS RESERVED DELIMS UNWISE UCSCHAR IPRIVATE TAGS CONTROLS SURROGATES NONCHARACTERS
    SPECIALS BIDI_CONTROLS LABEL_DOTS CJK_DOTS JOINERS
    """.split()


def members(name: str) -> set[str]:
    return set(re.findall(f"[{getattr(characters, name)}]", every()))


@pytest.mark.parametrize("name", FOR_BOTH)
def test_re_and_regex_read_a_set_alike(name: str) -> None:
    assert members(name) == set(regex.findall(f"[{getattr(characters, name)}]", every(), regex.V1))


PROPERTIES = {
    "CONTROLS": "Cc",
    "SURROGATES": "Cs",
    "IPRIVATE": "Co",
    "BIDI_CONTROLS": "Bidi_Control",
    "NONCHARACTERS": "Noncharacter_Code_Point",
    "JOINERS": "Join_Control",
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_sets_that_are_a_property(name: str) -> None:
    assert members(name) == set(regex.findall(rf"\p{{{PROPERTIES[name]}}}", every()))


def test_dots_are_what_uts46_maps_to_a_full_stop_and_itself() -> None:
    assert characters.LABEL_DOTS == ".\u3002\uff0e\uff61"


def test_ascii_is_divided_without_rest() -> None:
    groups = ["UNRESERVED", "GEN_DELIMS", "SUB_DELIMS", "DELIMS", "UNWISE"]
    found = [character for name in groups for character in members(name)] + ["%", " "]
    assert sorted(found) == [chr(point) for point in range(0x20, 0x7F)]


def test_the_grammar_uses_the_sets() -> None:
    ends = [character for name in ("UCSCHAR", "IPRIVATE") for character in members(name)]
    assert all(matches("ucschar", character) or matches("iprivate", character) for character in ends[::997])
    assert all(characters.is_surrogate(character) for character in members("SURROGATES"))
    assert not characters.is_surrogate("\ue000")


def test_brackets_have_their_partners() -> None:
    assert "".join(map(characters.opener, ")]}>）」⦎⦐")) == "([{<（「⦏⦍"


@pytest.mark.parametrize("charset", ["base64", "rot13", "no\0ne"])
def test_what_is_no_charset(charset: str) -> None:
    with pytest.raises(LookupError):
        codec_name(charset)
