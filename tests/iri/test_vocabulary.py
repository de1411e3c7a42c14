"""What errors and problems name is of closed lists, for any text: components, kinds, and places of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from extract import IRIError
from extract.iri.errors import Kind
from extract.rules.problem import Problem
from tests.surfaces import IRIS

COMPONENTS = {None, "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}
MOVED = {"IRI", "IRI.with_", "IRI.with_host"}  # functions whose errors are about another text than the one given
WITHOUT_SPACES = r"""
    http://a.example:8o/ http://a.example:99999/ http://[::1 http://[::12345]/ http://[fe80::1%25eth0]/ http://[v1.a]/
    http://[1.2.3]/ http://a@b@c.example/ http://a:b@c.example/ http://ü..example/ http://-a.example/ http://a_b.example/
    http://xn--a.example/ http://a\u200db.example/ http://אa.example/ http://aא.example/ http://א-.example/
    http://א1١.example/ http://1א.example/ http://\u0301a.example/ http://☃.example/ http://1.2.3.256/ http://0x7f.1/
    http://a.example/%zz http://a.example/%u0041 http://a.example/%E9 http://a.example/%C3 http://a.example/%ED%A0%80
    http://a.example/a<b>"c{d}|e\f^`g http://a.example/#a#b http://a.example/[x] http://a.example/?[x] http://a\b\c
    http://a.example/\u202e http://a.example/\ue000 http://a.example/?\ue000#\ue000 http://a.example/\ufdd0
    http://a.example/\ud800 http://a.example/\x07 http://a.example/\u0085 http://a.example/\u200b http://a.example/\xa0
    http:///a http:a.example http:/a.example htp://a.example/ 1http://a.example/ h_t://a.example/ :a //a:b ://a
    mailto:a mailto:a@b,c mailto:a@b..c?x mailto:ü@ü..example?subject:x mailto:a@b?cc=c@d@e tel: tel:a tel:+1-x
    urn:a urn:a:b urn:isbn:1 urn:uuid:1 urn:-a:b geo:1 geo:91,0 geo:0,181;u=-1 data: data:,%zz data:a;base64,***
    data:x/y file://a/b file:///C|/x javascript:a ws://a/#b sip:a@b:x xmpp:a@b@c news:a@b@c tag:a cid:a@b@c doi:10.1/a
    http://user:pässword@a.example/ http://a%2eb/ http://a%00b/ http://%41.example/ http://ａ.example/ http://a。b/
    http://раypal.example/ http://a.example./ http://a.example/../x /a/../../b ?a#b #a a:b/c ./a:b a%b http://ﬀ.example/
    http://a.example/e\u0301 http://a.example/한 http://a.example/ﬁ http://a.example:/ http://a.example:080/ http://:80/
"""
WRONG = [
    re.sub(r"\\(?:u(....)|x(..))", lambda code: chr(int(code[1] or code[2], 16)), text)
    for text in WITHOUT_SPACES.split()
]
WRONG += [
    "",
    "http://a b.example/",
    "http://a.example/a b",
    " http://a.example/\n",
    "http://a.example/\tb",
    "http://[::1]x/",
]
WRONG += [f"http://{host}.example/" for host in ("a" * 64, "a." * 120 + "a", "ü" * 60)]


def faults(answer: object) -> Iterator[IRIError | Problem]:
    if isinstance(answer, IRIError | Problem):
        yield answer
    elif isinstance(answer, list | tuple):
        for each in answer:
            yield from faults(each)


@pytest.mark.parametrize("name", IRIS)
def test_what_faults_name(name: str) -> None:
    for text in WRONG:
        for fault in faults(IRIS[name](text)):
            assert fault.component in COMPONENTS, text
            assert 0 <= fault.start <= fault.end
            if isinstance(fault, IRIError):
                assert fault.kind in get_args(Kind), text
                assert fault.rule, text
                assert name in MOVED or fault.character in (None, text[fault.start : fault.end]), text
