"""The tags of HTML are where html5lib finds them; every string is read, and what never ends takes the rest of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import html5lib
import pytest
from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import tagTokenTypes, tokenTypes
from hypothesis import example, given
from hypothesis import strategies as st

from extract import linkify
from extract.markup import HTML
from extract.text.html_tokens import Tag, Tokenizer, attributes
from tests.examples import examples
from tests.rows import rows

# HTML, and the same with the links; what never ends takes the rest of it.
BROKEN = r"""
<![\>http://a/é → <![\><a href="http://a/%C3%A9">http://a/é</a>
<![\ http://a/é → <![\ http://a/é
<b http://a/é → <b http://a/é
<!-- http://a/é → <!-- http://a/é
a < b http://a/é → a < b <a href="http://a/%C3%A9">http://a/é</a>
"""


def test_broken_markup() -> None:
    for source, linked in rows(BROKEN):
        assert linkify(HTML(source)) == linked


# Not what html5lib has not followed: </p> and </br> close SVG, and no end tag of HTML closes its <title> and <desc>.
_ODD = re.compile("<svg.*<(?:title|desc)")
_NAMES = "svg math foreignObject desc title mi style script div table td b a font span textarea iframe path xmp"
_PIECES = [f"<{slash}{name}{end}>" for name in _NAMES.split() for slash, end in (("", ""), ("", "/"), ("/", ""))]
_PIECES += 'x|<|"|\'|=|/>|<!--|-->|--!>|<!|<?|</|<![CDATA[|]]>|<script>|</style>|<a href="|<a b=c/>|<svg b=c/>'.split(
    "|"
)
_PIECES += ["<svg>", "</svg>", '<annotation-xml encoding="text/html">', "<font color=x>"]


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join).filter(lambda source: not _ODD.search(source)))
@example("<svg><desc><style><b></style></desc><style><b></style></svg>")
@example("<math><annotation-xml><svg><title><div></title><![CDATA[<b>]]></svg></math><![CDATA[<b>]]>")
@example("<svg><![CDATA[x><b>]]></svg><![CDATA[x><b>]]>")
@example('<math><annotation-xml encoding="text/html"><style><b></style></annotation-xml></math>')
@example("<script><!--<script></script><b>--></script><b>")
@example("<svg></div><style><b></style>")
@example("<svg><font><style><b></style>")
@example("<div><svg></div><style><b></style>")
@example("<svg><foreignObject><div/></foreignObject><style><b></style>")
@examples(150)
def test_tags_are_those_of_html5lib(source: str) -> None:
    tags = [tag for tag in Tokenizer(source).tags() if tag.name and tag.ending]
    came = [(tag.name, tag.closes, [] if tag.closes else _names(source, tag)) for tag in tags]
    assert came == _in_html5lib(source)


def test_what_may_be_xhtml_has_empty_elements() -> None:
    source = "<title/><b/><![CDATA[x><i/>]]>"
    assert [tag.name for tag in Tokenizer(source, is_lenient=True).tags()] == ["title", "b", ""]
    assert [tag.name for tag in Tokenizer(source).tags()] == ["title"]


def _names(source: str, tag: Tag) -> list[str]:
    return list(dict.fromkeys(one[1].lower() for one in attributes(source, tag.start, tag.end)))


def _in_html5lib(source: str) -> list[tuple[str, bool, list[str]]]:
    told = []
    tokens = HTMLTokenizer.__iter__

    def telling(tokenizer: HTMLTokenizer) -> Iterator[dict[str, Any]]:
        for token in tokens(tokenizer):
            if token["type"] in tagTokenTypes:
                is_end = token["type"] == tokenTypes["EndTag"]
                told.append((token["name"].lower(), is_end, [] if is_end else list(dict(token["data"]))))
            yield token

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HTMLTokenizer, "__iter__", telling)
        html5lib.HTMLParser().parse(source)
    return told
