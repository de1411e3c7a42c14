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

ADDRESSES = [
    *(
        "https://example.com",
        "https://example.com/",
        "https://example.com/a",
        "https://example.com/?b=c",
        "http://localhost",
    ),
    *(
        "https://example.com:80/a#b",
        "http://127.0.0.1",
        "http://127.0.0.1:80",
        "http://[::1]/a",
        "https://example.com/a_(b)",
    ),
    *(
        "https://例え.jp/",
        "https://例え.jp/日本",
        "https://example.com/日本",
        "https://example.com/?q=日本",
        "https://example.com/ü",
    ),
]
ASCII_MARKS = "!#$%&'()*+,-./:;=?@^_~]"
MARKS = [
    *ASCII_MARKS,
    *"、。，：；！？（）「」『』【】《》“”‘’«»‹›„…・·‧•※†§–—―‐〜／＆؛؟।",
    *(
        "・https://b.example/",
        "／https://b.example/",
        "–https://b.example/",
        "→https://b.example/",
        "★http://b.example/",
    ),
]
WORDS = ["", " x", "b", "日本", "는", "это"]
MARKUP = [
    "**日本**",
    "*日本*",
    "``日本``",
    "|s|",
    ":emphasis:`x`",
    "日本_",
    "日本__",
    "[#f]_",
    "[1]_",
    "**b**",
    "/*b*/x",
    "_`b`",
]
TARGETS = "\n\n.. _日本: https://t.example/\n.. |s| replace:: x\n.. [#f] f\n.. [1] g\n\n__ https://t.example/\n"
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


def without_errors(paragraph: Read) -> list[tuple[str, str]]:
    """Return the markup without what docutils reports as an error; it may belong to an IRI."""
    return [node for node in paragraph.markup if node[0] not in _ERRORS]


# Why a link of docutils is another: UTS #58 ends a host at such marks, and a link at a bracket that is alone; there is
# no link with user information or with "%" in its host.
_SHORTER = re.compile(r"://[^/?#]*[!$&'*+,;=~:_-]|[()\]%@]")
_ERRORS = frozenset(("problematic", "system_message"))


@pytest.mark.parametrize("address", ADDRESSES)
def test_in_restructuredtext(address: str) -> None:
    texts = [f"see {address}{mark}{word}" for mark in MARKS for word in WORDS]
    for text, plain, ours in zip(texts, read(rst.Parser(), texts), read(Parser(), texts), strict=True):
        missing = list(lost(plain, ours, address))
        assert not missing or _SHORTER.search(text), (text, plain.targets, ours.targets)
        assert without_errors(ours) == without_errors(plain), text
        assert len(ours.markup) <= len(plain.markup), text


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("before", ["", "("])
def test_markup_that_docutils_makes_is_made(address: str, before: str) -> None:
    for markup in MARKUP:
        for slash in ("", "/", "/x/"):
            text = f"see {before}{address}{slash}{markup} x{TARGETS}"
            (plain, *_), (ours, *_) = read(rst.Parser(), [text]), read(Parser(), [text])
            assert without_errors(ours) == without_errors(plain), text
            assert len(ours.markup) <= len(plain.markup), text
            assert ("https://t.example/" in ours.targets) == ("https://t.example/" in plain.targets), text


# Where a link ends for certain, though linkify-it goes on: before what is Markdown, ends a sentence or quotation, or
# stands between two links. Marks at its end are left out.
_ENDS = re.compile(r"[`\\<>*、。，：；！？（「『【《）」』】》“”‘’«»‹›„…・·‧•※†§–—―‐〜／＆؛؟।→★:!?.,;'\"_~$]|/는")


@pytest.mark.parametrize("address", ADDRESSES)
def test_in_markdown(address: str) -> None:
    linkify = {"myst_enable_extensions": ["linkify"]}
    marks = [mark for mark in [*MARKS, "|", '"', "{", '{"a":"日本"}', "[#f]_", "[b]", "—b"] if mark not in "#=-"]
    texts = [f"see {address}{mark}{word}" for mark in marks for word in WORDS]
    pairs = zip(texts, read(PlainMarkdown(), texts, **linkify), read(Markdown(), texts, **linkify), strict=True)
    for text, plain, ours in pairs:
        for target in lost(plain, ours, address):
            after = text.removeprefix(f"see {address}")
            if after[0] in [*ASCII_MARKS, "|"] and "/" not in address.partition("//")[2]:
                continue  # UTS #58 ends a host there, or it is none
            if target.replace("&amp;", "&") in ours.targets:
                continue  # markdown-it-py 3 escapes it twice
            assert _ENDS.match(after), (text, target, ours.targets)
            assert any(mine.startswith(same_address(address)) for mine in ours.targets), (text, target, ours.targets)


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("https://example.com/日本|x", 1),
        ("https://例え.jp/a|b", 1),
        ("https://example.com/a|日本", 1),
        ('https://example.com/?q={"b":"日本"}', 1),
        ("https://例え.jp/日本[#f]_", 1),
        ("https://example.com/a—b", 1),
        ("https://example.com/a«b»", 1),
    ],
)
def test_markdown_has_all_that_linkify_it_has(text: str, targets: int) -> None:
    linkify = {"myst_enable_extensions": ["linkify"]}
    (plain,), (ours,) = read(PlainMarkdown(), [text], **linkify), read(Markdown(), [text], **linkify)
    assert ours.targets == plain.targets
    assert len(ours.targets) == targets


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("https://example.com/{id}/日本", ["https://example.com"]),  # as in docutils
        ("https://example.com/日本/{id} x", []),  # it would be cut
        ("https://example.com/%s/日本", []),
        ("https://例え.jp/%(n)s", []),
        ("https://例え.jp/%da", ["https://例え.jp/%da"]),
    ],
)
def test_a_template_is_not_followed(text: str, targets: list[str]) -> None:
    (ours,) = read(Parser(), [text])
    assert ours.targets == [same_address(target) for target in targets]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        # hosts that browsers look up
        ("`x <http://my_site.пример.рф/>`__", ["http://my_site.xn--e1afmkfd.xn--p1ai/"]),
        ("`x <http://-a.пример.рф/>`__", ["http://-a.xn--e1afmkfd.xn--p1ai/"]),
        # schemes whose IRIs hold another one
        ("jdbc:mysql://db:3306/日本?a=1", ["jdbc:mysql://db:3306/%E6%97%A5%E6%9C%AC?a=1"]),
        ("view-source:http://example.com/日本", ["view-source:http://example.com/%E6%97%A5%E6%9C%AC"]),
        # placeholders for a port, and schemes that are only named
        ("http://localhost:80xx/ と", ["http://localhost:80xx/"]),
        ("例えば http://...のように、http://で始まる", []),
        ("https://~.git http://~/ http://(IP)/ http://(IP):8080/x http://'host':80/ http://%HOST%/x", []),
        ("http://%E3%81%82.jp/ を", ["http://xn--l8j.jp/"]),
    ],
)
def test_no_link_is_lost_and_no_warning_new(text: str, targets: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (ours,) = read(Parser(), [text])
    assert ours.targets == targets
    assert capsys.readouterr().err == ""


def test_words_after_each_of_several_links_in_markdown() -> None:
    (ours,) = read(
        Markdown(),
        ["https://example.com/a와 https://example.com/b를 https://example.com/3/에 https://example.com/a,然后"],
        myst_enable_extensions=["linkify"],
    )
    assert ours.targets == [
        "https://example.com/a",
        "https://example.com/b",
        "https://example.com/3/",
        "https://example.com/a",
    ]


def test_references_are_decided_when_all_targets_are_known() -> None:
    text = "https://example.com/日本_ (https://例え.jp/a_/b日本_) https://ru.wikipedia.org/wiki/Закон_Бойля_—_Мариотта"
    (ours,) = read(Parser(), [text])
    assert len(ours.targets) == 3
    (ours, *_) = read(Parser(), [f"{text}\n\n.. _日本: https://t.example/"])
    assert ours.targets[:2] == ["https://example.com/", "https://t.example/"]
    assert len(ours.targets) == 4
