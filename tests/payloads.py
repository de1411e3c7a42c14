"""Hostile HTML, and whether what was added to it is links alone: read by html5lib, as browsers read."""

from __future__ import annotations

import random
from typing import Any

import html5lib

LINK = "http://a.example/é"
# What running text never links: programs and data, in disguises too.
UNSAFE = [
    *("javascript:alert(1)", "JavaScript:alert(2)", "data:text/plain,x3", "DATA:text/html,x4", "vbscript:msgbox(5)"),
    *("javascript://a6/%0Aalert", "javascript:alert('ü7')", "<javascript:alert(8)>", "*javascript:alert(é9)*"),
    *("java\u00adscript:a10", "java\u200dscript:a11", "d\u200cata:,x12", "java\u2066script:a13", "vb\u034fscript:a14"),
    *("\u200bjavascript:a15", "\u202ejavascript:a16", "\u00addata:,x17", "\ufeffvbscript:a18", "\u2066data:,x19\u2069"),
    *(r"java\script:a20", r"\javascript:a21", r"javascript\:a22", r"javascript:\a23", r"d\ata:text/plain,x24"),
]
OPENERS = (
    [f"<{tag}>" for tag in "svg math select style script title textarea xmp iframe noembed noframes noscript".split()]
    + [
        f"<{tag}>"
        for tag in "table tr td template button option plaintext pre p a b i mtext mi desc foreignObject".split()
    ]
    + ["<annotation-xml encoding=text/html>", "<svg><title>", "<math><mi>", "<select><option>", "<table><tr>", "<!--"]
    + ["<!-->", "<!--->", "<![CDATA[", "<?", "<!", "</", "<a href='", '<a title="', "<img alt=`", "<b a=", "<b =", "<"]
    + ["&lt;", "&#60", "&quot;", "&", "<script><!--<script>", "<a href=javascript:alert(1)>", "<p title='>"]
)
BODIES = [
    LINK,
    f'{LINK}" onmouseover=alert(1) x="',
    f"{LINK}' onmouseover=alert(1) x='",
    f"{LINK}?<script>alert(1)</script>",
    f'{LINK}?"><img src=x onerror=alert(1)>',
    f"{LINK}&quot;onclick=alert(1)",
    f"{LINK}&#34;&#62;<b>",
    "javascript:alert(1)//a.example",
    "JaVaScRiPt://a.example/%0Aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x a.example",
    "java\tscript:alert(1) www.a.example/\u202e",
    f"x {LINK} --> y {LINK}",
    f"{LINK} ]]> {LINK}",
    "a@a.example?subject=<b>",
    f"<a href={LINK}>{LINK}",
]
CLOSERS = ["", "'", '"', ">", "-->", "--!>", "]]>", "`", "/>", "<p>"] + [
    f"</{tag}>" for tag in "a b p td table svg math select style script title textarea noscript xmp iframe".split()
]


def payloads(count: int = 500) -> list[str]:
    """Return hostile fragments, always the same ones."""
    dice = random.Random(3987)
    return [
        "".join(
            piece
            for _ in range(dice.randint(1, 4))
            for piece in (dice.choice(OPENERS), dice.choice(BODIES), dice.choice(CLOSERS), dice.choice(["", " "]))
        )
        + LINK
        for _ in range(count)
    ]


def tree(html: str, *, without: str = "", scripting: bool = False) -> list[Any]:
    """Return the nodes of a fragment; the tags of anchors that have the attribute ``without`` are left out."""
    parsed = html5lib.HTMLParser(html5lib.getTreeBuilder("dom")).parseFragment(html, scripting=scripting)
    return _nodes(parsed, without)


def _nodes(parent: Any, without: str) -> list[Any]:
    nodes: list[Any] = []
    for child in parent.childNodes:
        if child.nodeType == child.ELEMENT_NODE:
            inside = _nodes(child, without)
            if without and child.localName == "a" and child.hasAttribute(without):
                _extend(nodes, inside)
                continue
            nodes.append((child.namespaceURI, child.localName, dict(child.attributes.items()), inside))
        else:
            _extend(nodes, [f"{child.nodeType}{child.data}" if child.nodeType == child.COMMENT_NODE else child.data])
    return nodes


def _extend(nodes: list[Any], more: list[Any]) -> None:
    """Add nodes; what stands beside a text becomes one with it."""
    for node in more:
        if isinstance(node, str) and nodes and isinstance(nodes[-1], str):
            nodes[-1] += node
        else:
            nodes.append(node)
