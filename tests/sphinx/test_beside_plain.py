"""Plain docutils and MyST beside ours: what they link leads to the same, or goes on; markup that they make is made.

Every address before every mark and word. Where we differ, the test says for which reason.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers import rst
from myst_parser.parsers.docutils_ import Parser as PlainMarkdown

from sphinx_iri.myst import Parser as Markdown
from sphinx_iri.rst import Parser
from tools.built_pages import same_address

ADDRESSES = """
https://example.com https://example.com/ https://example.com/a https://example.com/?b=c http://localhost
https://example.com:80/a#b http://127.0.0.1 http://127.0.0.1:80 http://[::1]/a https://example.com/a_(b)
https://例え.jp/ https://例え.jp/日本 https://example.com/日本 https://example.com/?q=日本 https://example.com/ü
""".split()
ASCII_MARKS = "!#$%&'()*+,-./:;=?@^_~]"
MARKS = [*ASCII_MARKS, *"、。，：；！？（）「」『』【】《》“”‘’«»‹›„…・·‧•※†§–—―‐〜／＆؛؟।"]
MARKS += [f"{mark}https://b.example/" for mark in "・／–→★"]
WORDS = ["", " x", "b", "日本", "는", "это"]
MARKUP = "**日本** *日本* ``日本`` |s| :emphasis:`x` 日本_ 日本__ [#f]_ [1]_ **b** /*b*/x _`b`".split()
TARGETS = ".. _日本: https://t.example/\n.. |s| replace:: x\n.. [#f] f\n.. [1] g\n"
ANONYMOUS = "\n\n__ https://t.example/"
LINKIFY = {"myst_enable_extensions": ["linkify"]}


def covering(marks: list[str]) -> list[tuple[str, str]]:
    """Return texts and their addresses: every address before every mark, every mark before every word."""
    return [
        (address, f"see {address}{mark}{WORDS[(row + column) % len(WORDS)]}")
        for row, address in enumerate(ADDRESSES)
        for column, mark in enumerate(marks)
    ]


_KINDS = frozenset(("emphasis", "strong", "literal", "problematic", "footnote_reference", "target", "system_message"))


class Read(NamedTuple):
    """A paragraph: the targets of its links, and its markup."""

    targets: list[str]
    markup: list[tuple[str, str]]


def read(parser: Any, texts: list[str], **settings: Any) -> list[Read]:
    """Read each text as a paragraph."""
    options = {
        "line_length_limit": 1_000_000,
        "report_level": 5,
        "halt_level": 5,
        "_disable_config": True,
        "warning_stream": io.StringIO(),
        **settings,
    }
    document = publish_doctree("\n\n".join(texts), parser=parser, settings_overrides=options)
    return [
        Read(
            [same_address(node["refuri"]) for node in paragraph.findall(nodes.reference) if "refuri" in node],
            [(node.tagname, node.astext()) for node in paragraph.findall(nodes.Element) if node.tagname in _KINDS],
        )
        for paragraph in document.children
        if isinstance(paragraph, nodes.paragraph)
    ]


def lost(plain: Read, ours: Read, address: str) -> Iterator[str]:
    """Yield the targets of plain links that none of ours leads to or goes on from."""
    host = re.match(r"[a-z]+://[^/?#]*", same_address(address))
    assert host is not None
    for target in plain.targets:
        # one that was cut in its host leads elsewhere
        whole = target.startswith(host[0]) or not host[0].startswith(target[:14])
        if whole and not any(mine.startswith(target) for mine in ours.targets):
            yield target


def assert_same_markup(plain: Read, ours: Read, text: str) -> None:
    """Compare the markup without what docutils reports as an error; it may belong to an IRI."""
    made = [
        [node for node in each.markup if node[0] not in ("problematic", "system_message")] for each in (plain, ours)
    ]
    assert made[1] == made[0], text
    assert len(ours.markup) <= len(plain.markup), text


# Why a link of docutils is another: UTS #58 ends a host at such marks, and a link at a bracket that is alone; there is
# no link with user information or with "%" in its host.
_SHORTER = re.compile(r"://[^/?#]*[!$&'*+,;=~:_-]|[()\]%@]")


def test_in_restructuredtext() -> None:
    pairs = covering(MARKS)
    texts = [text for _, text in pairs]
    for (address, text), plain, ours in zip(pairs, read(rst.Parser(), texts), read(Parser(), texts), strict=True):
        missing = list(lost(plain, ours, address))
        assert not missing or _SHORTER.search(text), (text, plain.targets, ours.targets)
        assert_same_markup(plain, ours, text)


def test_markup_that_docutils_makes_is_made() -> None:
    slashes = ("", "/", "/x/")
    texts = [
        f"see {'('[: row % 2]}{address}{slashes[(row + column) % 3]}{markup} x{ANONYMOUS * markup.endswith('__')}"
        for row, address in enumerate(ADDRESSES)
        for column, markup in enumerate(MARKUP)
    ]
    plain, ours = (read(parser(), [*texts, TARGETS])[: len(texts)] for parser in (rst.Parser, Parser))
    for text, theirs, mine in zip(texts, plain, ours, strict=True):
        assert_same_markup(theirs, mine, text)
        assert ("https://t.example/" in mine.targets) == ("https://t.example/" in theirs.targets), text


# Where a link ends for certain, though linkify-it goes on: before what is Markdown, ends a sentence or quotation, or
# stands between two links. Marks at its end are left out.
_ENDS = re.compile(r"[`\\<>*、。，：；！？（「『【《）」』】》“”‘’«»‹›„…・·‧•※†§–—―‐〜／＆؛؟।→★:!?.,;'\"_~$]|/는")


def test_in_markdown() -> None:
    marks = [mark for mark in [*MARKS, "|", '"', "{", '{"a":"日本"}', "[#f]_", "[b]", "—b"] if mark not in "#=-"]
    pairs = covering(marks)
    texts = [text for _, text in pairs]
    both = zip(pairs, read(PlainMarkdown(), texts, **LINKIFY), read(Markdown(), texts, **LINKIFY), strict=True)
    for (address, text), plain, ours in both:
        for target in lost(plain, ours, address):
            after = text.removeprefix(f"see {address}")
            if after[0] in [*ASCII_MARKS, "|"] and "/" not in address.partition("//")[2]:
                continue  # UTS #58 ends a host there, or it is none
            if target.replace("&amp;", "&") in ours.targets:
                continue  # markdown-it-py 3 escapes it twice
            assert _ENDS.match(after), (text, target, ours.targets)
            assert any(mine.startswith(same_address(address)) for mine in ours.targets), (text, target, ours.targets)


def test_markdown_has_all_that_linkify_it_has() -> None:
    texts = [
        *("https://example.com/日本|x", "https://例え.jp/a|b", "https://example.com/a|日本"),
        *('https://example.com/?q={"b":"日本"}', "https://例え.jp/日本[#f]_"),
        *("https://example.com/a—b", "https://example.com/a«b»"),
    ]
    ours = read(Markdown(), texts, **LINKIFY)
    assert ours == read(PlainMarkdown(), texts, **LINKIFY)
    assert [len(each.targets) for each in ours] == [1] * len(texts)


IN_RESTRUCTUREDTEXT = {
    # a template is not followed
    "https://example.com/{id}/日本": ["https://example.com"],  # as in docutils
    "https://example.com/日本/{id} x": [],  # it would be cut
    "https://example.com/%s/日本": [],
    "https://例え.jp/%(n)s": [],
    "https://例え.jp/%da": ["https://例え.jp/%da"],
    # hosts that browsers look up
    "`x <http://my_site.пример.рф/>`__": ["http://my_site.xn--e1afmkfd.xn--p1ai/"],
    "`x <http://-a.пример.рф/>`__": ["http://-a.xn--e1afmkfd.xn--p1ai/"],
    # schemes whose IRIs hold another one
    "jdbc:mysql://db:3306/日本?a=1": ["jdbc:mysql://db:3306/%E6%97%A5%E6%9C%AC?a=1"],
    "view-source:http://example.com/日本": ["view-source:http://example.com/%E6%97%A5%E6%9C%AC"],
    # placeholders for a port, and schemes that are only named
    "http://localhost:80xx/ と": ["http://localhost:80xx/"],
    "例えば http://...のように、http://で始まる": [],
    "https://~.git http://~/ http://(IP)/ http://(IP):8080/x http://'host':80/ http://%HOST%/x": [],
    "http://%E3%81%82.jp/ を": ["http://xn--l8j.jp/"],
    # a reference without a target is no markup
    "https://example.com/日本_": ["https://example.com/日本_"],
    "(https://例え.jp/a_/b日本_)": ["https://例え.jp/a_/b日本_"],
    "https://ru.example/wiki/Бойля_—_Мариотта": ["https://ru.example/wiki/Бойля_—_Мариотта"],
}
IN_MARKDOWN = {
    "https://example.com/a와 https://example.com/b를 https://example.com/3/에 https://example.com/a,然后": [
        f"https://example.com/{path}" for path in ("a", "b", "3/", "a")
    ],
}


@pytest.mark.parametrize(
    ("parser", "table"), [(Parser, IN_RESTRUCTUREDTEXT), (Markdown, IN_MARKDOWN)], ids=["reST", "Markdown"]
)
def test_what_is_followed(parser: Any, table: dict[str, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    found = zip(table, read(parser(), [*table], **LINKIFY), strict=True)
    assert {text: ours.targets for text, ours in found} == {
        text: [same_address(target) for target in targets] for text, targets in table.items()
    }
    assert capsys.readouterr().err == ""


def test_a_reference_whose_target_is_known_ends_an_address() -> None:
    texts = ["https://example.com/日本_ https://ru.example/Закон_Бойля_—_М", ".. _日本: https://t.example/"]
    (ours, *_) = read(Parser(), texts)
    assert ours.targets[:2] == ["https://example.com/", "https://t.example/"]
    assert len(ours.targets) == 3
