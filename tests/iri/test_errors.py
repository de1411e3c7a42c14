"""Every error says what is wrong: in a word for programs, and where, why and what to do for people."""

import pickle
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import check
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRISyntaxError, Kind
from extract.iri.value import IRI
from tests.rows import rows

# A text, each of its errors, and what the last says.
SYNTAX = rows(r"""
    1a:b → scheme in scheme at 0 → scheme "1a" does not begin with an ASCII letter: '1' at 0; if a path is meant, write
    :a → scheme in scheme at 0 → scheme is empty: ":" at 0; write a name before the colon
    a_b:c → scheme in scheme at 1 → scheme "a_b" has a character other than ASCII letters, digits, + - and .: '_' at 1
    \u0020http://h/ → scheme in scheme at 0, space in path at 0 → path has a space: ' ' at 0
    http://h:8a/ → port in port at 10 → port "8a" has a character that is not a digit: 'a' at 10; write digits only
    http://h:٣/ → port in port at 9 → port "٣" has a digit that is not ASCII: '٣' at 9; port digits must be ASCII
    http://h:8\u200e/ → port in port at 10 → at 10
    /100% → percent in path at 4 → path has a "%" not followed by two hexadecimal digits: '%' at 4; write "%25"
    /%u00FC → percent-u in path at 1 → '%' at 1; "%u" comes from JavaScript's escape(), write
    http://[::1/a → ip-literal in host at 7 → IP literal "[::1" is not closed: write "]" after the address
    http://[::1]a/ → ip-literal in host at 12 → IP literal "[::1]a" has text after its "]": 'a' at 12; only a port may
    http://[1:2]/ → ip-literal in host at 8 → IP literal "[1:2]" has 2 groups instead of eight
    http://[1::2::3]/ → ip-literal in host at 8 → IP literal "[1::2::3]" has "::" more than once
    http://[1:2:3:4:5:6:7::8]/ → ip-literal in host at 8 → has 8 groups and "::"; at most seven
    http://[::01.2.3.4]/ → ip-literal in host at 8 → IP literal "[::01.2.3.4]" ends in "01.2.3.4", not an IPv4 address
    http://[::g]/ → ip-literal in host at 10 → has a character that IPv6 addresses do not allow: 'g' at 10; remove it
    http://[v1.]/ → ip-literal in host at 7 → IP literal "[v1.]" is not valid: after "[v" write hexadecimal digits
    http://[fe80::1%25en0]/ → zone-id in host at 15 → at 15, which IRIs do not allow; remove "%25en0"
    http://a@b@c/ → second-at in authority at 10 → authority "a@b@c" has a second "@": '@' at 10; some programs would go
    http://h/#a#b → second-hash in fragment at 11 → fragment has a second "#": '#' at 11; write "%23"
    http://a:b:80/ → delimiter in host at 8 → host has a character that is not allowed there: ':' at 8; write IPv6
    http://a:1:2/ → delimiter in host at 8 → at 8; there is a second port after ":1", keep one
    http://a::2/ → delimiter in host at 8 → at 8; there is a second port after ":", keep one
    http://h/a b → space in path at 10 → path has a space: ' ' at 10; write "%20"
    http://a b/ → space in host at 8 → host has a space: ' ' at 8; remove it
    http://u r@h/ → space in userinfo at 8 → userinfo has a space: ' ' at 8
    /a[ → bracket in path at 2 → path has a bracket outside an IP literal: '[' at 2
    /a\b → backslash in path at 2 → path has a backslash: '\' at 2; write "/", or "%5C" for a literal backslash
    /a<b → forbidden-ascii in path at 2 → '<' at 2
    http://h/a?b\x1b[31m → control in query at 12, bracket in query at 13 → '[' at 13
    http://h/#\x0a → control in fragment at 10 → fragment has a control character: U+000A at 10
    /\ud800 → surrogate in path at 1 → path has a lone surrogate: U+D800 at 1
    http://h/\u200e → bidi-control in path at 9 → path has a character that controls direction: U+200E LEFT-TO-RIGHT
    http://a\ue000/ → private-use in host at 8 → U+E000 at 8; remove it
    /\ue000?\ue000 → private-use in path at 1 → private use character, allowed only in a query: U+E000 at 1; write "%EE
    /\ufdd0 → noncharacter in path at 1 → path has a noncharacter: U+FDD0 at 1
    /\U000e0041 → character in path at 1 → path has a character that IRIs do not allow: U+E0041
    http://h\ufffc@i/ → character in userinfo at 8 → '\ufffc' at 8; write "%EF%BF%BC"
    http://u r@[::1/ → space in userinfo at 8, ip-literal in host at 11 → "[::1" is not closed
    //h/a b?c d#e#f → space in path at 5, space in query at 9, second-hash in fragment at 13 → '#' at 13
""")


@pytest.mark.requirement(9, 18, 27)
@pytest.mark.parametrize(("text", "wanted", "message"), SYNTAX)
def test_errors_of_syntax(text: str, wanted: str, message: str) -> None:
    """Errors and warnings name component, character, offset, code, severity."""
    errors = list(syntax_errors(text))
    assert ", ".join(f"{error.kind} in {error.component} at {error.start}" for error in errors) == wanted
    assert message in str(errors[-1])
    for error in errors:
        assert error.character in (None, text[error.start : error.end])
        assert error.rule
        assert str(error).isprintable()
    with pytest.raises(IRISyntaxError) as caught:
        IRI(text)
    assert str(caught.value) == str(errors[0])
    assert (errors[0].component, errors[0].start) in {(problem.component, problem.start) for problem in check(text)}


@given(st.text(alphabet=st.characters()) | st.text(alphabet="a:/?#[]@%u0 \\\u200e\ue000\ud800"))
def test_every_kind_is_listed_and_survives_pickling(text: str) -> None:
    for error in syntax_errors(text):
        assert error.kind in get_args(Kind)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is IRISyntaxError
        assert (str(again), vars(again)) == (str(error), vars(error))
