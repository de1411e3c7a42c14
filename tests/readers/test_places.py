"""What is prose in each format, and where: the links expected are marked with ⟦ ⟧ in the source itself."""

import base64
import re

import pytest

from extract.readers import FORMATS

RST = {
    "paragraph": "See ⟦http://www.w3.org/People/Dürst⟧ now.",
    "literal": "Not ``https://example.com/ü`` but ⟦https://example.com/é⟧.",
    "literal block": "Code::\n\n   curl https://example.com/コード\n\n   more https://e.com/\n\nand ⟦https://example.com/é⟧",
    "literal block in an item": "- item::\n\n    https://example.com/no\n\n  ⟦https://example.com/yes⟧\n",
    "quoted literal block": "Said::\n\n> https://example.com/no\n> https://example.com/no\n\n⟦https://example.com/é⟧",
    "nothing but two colons": "a\n\n::\n\n  https://example.com/no\n\n⟦https://example.com/é⟧",
    "code": ".. code-block:: sh\n   :caption: ⟦https://example.com/キャプ⟧\n\n   curl https://example.com/no\n\n⟦http://a.example/⟧",
    "raw": ".. raw:: html\n\n   <a href='https://example.com/no'>\n",
    "comment": ".. see https://example.com/no\n   and https://example.com/no\n\n⟦https://example.com/é⟧",
    "comment without text": "..\n   https://example.com/no\n\n⟦https://example.com/é⟧",
    "empty comment": "..\n\n   quoted ⟦https://example.com/é⟧",
    "admonition": ".. note:: Note ⟦https://example.com/注⟧ end.\n\n   See ⟦https://a.example/体⟧::\n\n      http://no",
    "image": ".. image:: ⟦https://example.com/画像.png⟧\n   :target: ⟦https://example.com/日本⟧\n   :width: 3\n",
    "figure": ".. figure:: ⟦https://example.com/ü.png⟧\n\n   Caption ⟦https://example.com/図⟧ end.",
    "substitution": ".. |a| replace:: ⟦https://example.com/ü⟧\n.. |b| image:: ⟦https://example.com/b.png⟧\n\n|a| |https://no|",
    "embedded target": "T `München <⟦https://www.münchen.de/straße⟧>`_ `<⟦https://example.com/日本⟧>`__ end.",
    "reference": "`https://example.com/no`_",
    "role": ":foo:`x <https://example.com/no>` and :iri:`x <⟦https://example.com/ü⟧>` and :iri:`⟦https://example.com/é⟧`",
    "target": ".. _M: ⟦https://www.münchen.de/⟧\n.. _`a: b`: ⟦https://a.example/ü⟧\n.. __: ⟦http://b/⟧\n__ ⟦http://c/⟧",
    "below a target": ".. _größe:\n\n   See ⟦https://example.com/é⟧ now.\n\n.. _a:\n   ⟦https://example.com/\n   ü⟧\n",
    "footnote": ".. [#f] Footnote ⟦https://example.com/脚注⟧ end.\n   and ⟦https://example.com/é⟧",
    "field": ":field: see ⟦https://example.com/字段⟧ end.",
    "table": "+-----------------------+\n| ⟦https://example.com/表⟧ |\n+-----------------------+",
    "title": "At ⟦https://example.com/見出し⟧\n---------------------------",
    "definition": "term ⟦https://example.com/項⟧\n   Definition ⟦https://example.com/定義⟧ end.",
    "line block": "| Line ⟦https://example.com/行⟧ end.",
    "doctest": ">>> open('https://example.com/no')\nhttps://example.com/no\n\n⟦https://example.com/é⟧",
    "emphasis": "*emph ⟦https://example.com/強⟧* and **strong ⟦https://example.com/太⟧**.",
    "star in a link": "⟦https://example.com/*ü*/x⟧ end",
    "toctree": ".. toctree::\n   :maxdepth: 1\n\n   sub\n   ⟦https://例え.jp/パス⟧\n   外部 <⟦https://example.com/目次⟧>\n",
    "tabs": "Code::\n\n\thttps://example.com/no\n\n⟦https://example.com/é⟧",
    "item": "1. ⟦https://example.com/é⟧\n\n   .. code::\n\n      https://example.com/no\n\n   ⟦https://example.com/è⟧",
    "carriage returns": "Code::\r\n\r\n  https://example.com/no\r\n\r\nSee ⟦https://example.com/é⟧\r\n",
    "carriage returns after a directive": ".. Note::\r\n\r\n   See ⟦https://example.com/é⟧\r\n",
    "wide spaces": "　　参照 ⟦https://example.com/大⟧\n　　と ⟦https://example.com/小⟧\n",
    "no-break spaces": ".. note::\n\u00a0\u00a0 See ⟦https://example.com/é⟧\n",
}
MARKDOWN = {
    "paragraph": "See ⟦http://www.w3.org/People/Dürst⟧ now.",
    "code span": "Not `https://example.com/ü` or ``a ` https://example.com/no`` but ⟦https://example.com/é⟧.",
    "fence": "```sh\ncurl https://example.com/no\n\n  ```\n⟦https://example.com/é⟧",
    "tildes": "~~~\n```\nhttps://example.com/no\n~~~\n⟦https://example.com/é⟧",
    "fence in an item": "- a\n\n  ```\n  https://example.com/no\n  ```\n\n  ⟦https://example.com/é⟧",
    "fence ended with its item": "- ```\n  https://example.com/no\n\n⟦https://example.com/é⟧",
    "indented code": "a\n\n    https://example.com/no\n\n⟦https://example.com/é⟧\n    ⟦https://example.com/è⟧",
    "item that goes on": "- a\n\n    ⟦https://example.com/é⟧\n\n1. b\n\n   ⟦https://example.com/è⟧\n\n       https://example.com/no",
    "component of MDX": "import A from 'a'\n\n<A>\n    ⟦https://example.com/é⟧\n\n    ```\n    https://no\n    ```\n",
    "quotation": "> a ⟦https://example.com/é⟧\n>\n>     http://no\n>\n> ```\n> http://no\n> ```\n",
    "autolink": "<⟦https://example.com/ü⟧> and <⟦mailto:rené@example.org⟧>",
    "link": "[München](⟦https://www.münchen.de/straße⟧) [x](<⟦https://example.com/日本 語⟧> 'title') [y](/no)",
    "parentheses": "[M](⟦https://ru.wikipedia.org/wiki/Москва_(город)⟧)",
    "address as text": "[https://example.com/no](⟦https://example.com/日本⟧)",
    "image": "![bild](⟦https://example.com/画像.png⟧) [![b](⟦https://example.com/画.png⟧)](⟦https://例え.jp/⟧)",
    "definition": "[München]: ⟦https://www.münchen.de/⟧\n[r]: <⟦https://example.com/参照⟧> 'title'\n",
    "footnote": "[^f]: Footnote ⟦https://example.com/脚注⟧ end.",
    "html": "<a href='⟦https://example.com/生⟧'>⟦https://example.com/é⟧</a> <!-- https://example.com/no -->",
    "comment": "<!--\nhttps://example.com/no\n\nhttps://example.com/no\n-->\n⟦https://example.com/é⟧",
    "script": "<script>\nx = 'https://example.com/no'\n\n</script>\n\n⟦https://example.com/é⟧",
    "strong": "**⟦https://example.com/é⟧** and _see ⟦https://example.com/è⟧_ and ⟦https://example.com/a_b_⟧",
    "front matter": "---\nurl: https://example.com/no\n---\n\n⟦https://example.com/é⟧",
    "directive": "```{note}\nNote ⟦https://example.com/注⟧ and <⟦https://example.com/注⟧> end.\n```\n",
    "colon fence": ":::{note}\n⟦https://example.com/注⟧\n:::\n",
    "code directive": "```{code-block} sh\nhttps://example.com/no\n```\n",
    "eval-rst": "```{eval-rst}\nRest ⟦http://www.w3.org/Dürst⟧ and `x <⟦https://www.münchen.de/⟧>`_ ``https://no``.\n```\n",
    "image directive": "```{image} ⟦https://example.com/图.png⟧\n:target: ⟦https://www.münchen.de/日⟧\n```\n",
    "role": "{iri}`x <⟦https://example.com/ü⟧>` {iri}`⟦https://example.com/é⟧` {doc}`https://example.com/no`",
    "MyST comment": "% https://example.com/no\n\n⟦https://example.com/é⟧",
    "heading": "## At ⟦https://example.com/見出し⟧ ##",
    "table": "| a | b |\n|---|---|\n| ⟦https://example.com/表⟧ | <⟦https://example.com/列⟧> |",
    "template": "[x](https://no/{{v}}/b) ⟦https://example.com/tree/⟧{{< param x >}}/b and ⟦https://example.com/é⟧",
    "template in a target": "[x](⟦https://example.com/⟧{{< param x >}}/b) and ⟦https://example.com/é⟧",
    "thematic break": "* * *\n\n⟦https://example.com/é⟧",
}
ASCIIDOC = {
    "paragraph": "See ⟦http://www.w3.org/People/Dürst⟧ now.",
    "macros": "⟦https://example.com/ü⟧[Größe] link:⟦https://example.com/é⟧[] and link:no.html[no] <⟦https://e.com/ö⟧>",
    "image": "image::⟦https://example.com/画像.png⟧[画像,link=⟦https://example.com/日本⟧]\n\nimage:⟦https://e.com/画.png⟧[b]",
    "image in a link": "⟦https://example.com/ü⟧[image:⟦https://example.com/é.png⟧[a]] and ⟦https://example.com/è⟧",
    "image in a cell": "|===\na| image::⟦https://example.com/ü.png⟧[]\n|===",
    "mail": "mailto:no and ⟦mailto:rené@example.org⟧[schreiben,Betreff] and ⟦irc://example.org/ü⟧[irc]",
    "label": "⟦https://example.com/ü⟧[a\\] https://no] ⟦https://example.com/é⟧[a,window=_blank] ⟦https://e.com/è⟧[https://no]",
    "label over lines": "⟦https://example.com/ü⟧[a\nb] ⟦https://example.com/é⟧",
    "passthrough in a target": "link:++⟦https://example.com/a[b]--ü⟧++[] link:$$⟦https://e.com/é⟧$$[a] link:pass:[⟦http://c/ü⟧][]",
    "passthroughs": "+https://no+ ++https://no++ +++<a href='https://no'>+++ pass:[https://no] $$https://no$$ ⟦https://a.de/é⟧",
    "formula": "stem:[https://no] latexmath:[https://no] ⟦https://example.com/é⟧",
    "code": "Not `https://example.com/ü` or a``https://no``b but ⟦https://example.com/é⟧ and `open",
    "curved quotation marks": "\"`⟦https://example.com/ü⟧`\" and '`⟦https://example.com/é⟧`' and `https://no`",
    "escapes": "\\https://example.com/no[a] \\link:https://no[a] ⟦https://example.com/é⟧",
    "attributes": "https://{host}/no[a] link:{url}[b] https://example.com/{version}/no ⟦https://example.com/é⟧",
    "values": "= T\nA <a@b>\n:url: ⟦https://example.com/ü⟧\n:no: https://{no}/\n\n:é: a \\\n    ⟦https://example.com/é⟧\n",
    "listing": "[source,sh]\n----\ncurl https://no\n\n....\n-----\n----\n⟦https://example.com/é⟧",
    "literal, passthrough, comment": "....\nhttps://no\n....\n++++\nhttps://no\n++++\n////\nhttps://no\n////\n⟦https://a.de/é⟧",
    "fence": "```sh\nhttps://no\n```\n⟦https://example.com/é⟧\n\n``` js\nhttps://no\n```\n⟦https://example.com/è⟧",
    "literal paragraph": "a\n  ⟦https://example.com/ü⟧\n\n  https://no\nhttps://no\n\n⟦https://example.com/é⟧",
    "source paragraph": "[source]\nhttps://no\nhttps://no\n\n[listing]\n--\nhttps://no\n\nhttps://no\n--\n⟦https://a.de/é⟧",
    "included source": "[source]\ninclude::a.sh[]\n\n⟦https://example.com/é⟧",
    "diagram": "[plantuml]\n--\nhttps://no\n--\n\n⟦https://example.com/é⟧",
    "item": "* ⟦https://a.example/ü⟧\n  ⟦https://a.example/é⟧\n+\n--\n⟦https://a.example/è⟧\n--\n\n  . ⟦http://ö⟧",
    "description": "term ⟦https://example.com/項⟧::\n\n   Definition ⟦https://example.com/定義⟧ end.\n\nb:: ⟦https://example.com/é⟧[é]",
    "titles": "== At ⟦https://example.com/見出し⟧\n\n.At ⟦https://example.com/図⟧\n====\n⟦https://example.com/é⟧\n====",
    "underlined title": "At ⟦https://example.com/ü⟧\n------------------------\n\n⟦https://example.com/é⟧",
    "comment": "a\n// https://no\n⟦https://example.com/é⟧\n/// ⟦https://example.com/è⟧",
    "conditionals": "ifdef::a[https://no]\ninclude::https://no/a[]\n⟦https://example.com/é⟧\nendif::a[]",
    "front matter": "---\nurl: https://example.com/no\n---\n⟦https://example.com/é⟧",
    "table": "|===\n|⟦https://example.com/表⟧|⟦https://example.com/列⟧[a]\n\n  a|\n----\nhttps://no\n----\n|  ⟦https://a.de/é⟧[b|c]\n|===",
    "other tables": ",===\nhttps://no,b\n,===\n\n[separator=¦]\n|===\n¦⟦https://a.de/ü⟧¦⟦https://a.de/é⟧\n|===\n⟦https://a.de/è⟧",
    "attributes of a block": '[quote,link="⟦https://example.com/ü⟧"]\n____\n⟦https://example.com/é⟧\n____',
    "changed by AsciiDoc": "⟦https://example.com/a--b⟧[ü] ⟦https://example.com/é⟧",
    "code in an address": "https://`no`.example/ https://`[no]`.example/ ⟦https://example.com/é⟧",
    "no macro": "参照⟦https://example.com/ü⟧[ü] and ⟦https://example.com/é⟧[open",
    "carriage returns": "----\r\nhttps://no\r\n----\r\nSee ⟦https://example.com/é⟧\r\n",
}
HTML = {
    "text": "<p>See ⟦http://www.w3.org/People/Dürst⟧ now.",
    "attributes": "<a href='⟦https://example.com/ü⟧'>x</a><img alt=a src=⟦https://example.com/é.png⟧> <a href='/no'>",
    "address as text": '<a title="x" href=" ⟦https://example.com/ü⟧ ">https://example.com/no</a> ⟦https://example.com/é⟧',
    "code": "<code>https://example.com/no</code><script>'https://example.com/no'</script> ⟦https://example.com/é⟧",
    "comment": "<!-- https://example.com/no --> ⟦https://example.com/é⟧ <!DOCTYPE https://example.com/no>",
    "template": "<a href='https://no/{{ x }}'>a</a> <a href='https://no/{% x %}'>b</a>",
    "comment for Outlook": "<!--[if mso]>⟦https://example.com/ü⟧ <a href='⟦https://example.com/é⟧'>a</a><![endif]-->",
    "document in an attribute": "<iframe srcdoc='<p>⟦https://example.com/ü⟧ <a href=&quot;⟦https://example.com/é⟧&quot;>'>",
    "open anchor": "\n<a href=⟦https://example.com/ü⟧>\nno end",
    "references": "⟦https://example.com/?a=&auml;&amp;b&#x3d;⟧ <a href='⟦https://example.com/ros&#233;⟧'>",
    "broken": "<a href='⟦https://example.com/ü⟧'x<p>⟦https://example.com/é⟧<",
}
PYTHON = {
    "comment": "x = 'https://example.com/no'  # see ⟦https://example.com/ü⟧\n# and ⟦https://example.com/é⟧\n",
    "docstrings": '"""Module ⟦https://example.com/ü⟧."""\ndef f():\n    r"""See ``https://no`` ⟦https://example.com/é⟧."""\n',
    "expression": "x = (\n    'https://example.com/no'\n)\nf('https://example.com/no')\n'''⟦https://example.com/ü⟧'''\n",
    "no Python": "# ⟦https://example.com/ü⟧\nx = '''\n  https://example.com/no",
}
PO = {
    "message": 'msgid ""\nmsgstr ""\n"X: https://no\\n"\n'.replace("https://no", "y")
    + '\nmsgid "⟦http://a.example/⟧"\nmsgstr "参照 ⟦http://a.example/パス⟧。"\n',
    "over lines": 'msgid ""\n"See ``http://no`` and "\n"⟦http://a.example/ü⟧ now"\nmsgstr[0] "`x <⟦http://例え.jp/ワイ⟧>`_"\n',
    "obsolete": '#~ msgid "http://a.example/no"\n# http://a.example/no\nmsgid "⟦http://a.example/ü⟧"\n',
}
NOTEBOOK = {
    "cells": (
        '{"cells": [{"cell_type": "markdown", "metadata": {"a": "http://no"},'
        ' "source": ["# a\\n", "See ⟦http://a.example/ü⟧\\n", "`http://no`"]},\n'
        ' {"cell_type": "code", "outputs": [{"text": ["http://no"]}], "source": "x = \'http://no\'  # ⟦http://b/é⟧"},\n'
        ' {"cell_type": "raw", "source": "http://no"}], "metadata": {}}'
    ),
    "no JSON": '{"cells": [http://no',
}
MAIL = {
    "plain": "Subject: ⟦http://a.example/⟧\nMessage-ID: <http://no>\n\nSee ⟦http://a.example/x⟧\n",
    "quoted": (
        "Content-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; charset=utf-8\n\n"
        "See ⟦http://a.example/=C3=BC=\nx⟧ now=2E\n"
    ),
    "html": "Content-Type: text/html\n\n<a href='⟦http://a.example/x⟧'>",
    "parts": "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n⟦http://a.example/x⟧\n--b\nContent-Type: image/png\n\nhttp://no\n--b--\n",
}
TEXT = {
    "everything": "See ⟦http://www.w3.org/People/Dürst⟧ and `⟦https://example.com/ü⟧`.\n\n    ⟦https://example.com/é⟧\n",
    "none": "http: // nothing",
}
TABLES = {
    "rst": RST,
    "markdown": MARKDOWN,
    "asciidoc": ASCIIDOC,
    "html": HTML,
    "python": PYTHON,
    "po": PO,
    "notebook": NOTEBOOK,
    "mail": MAIL,
    "text": TEXT,
}
CASES = [
    pytest.param(format, source, id=f"{format}: {name}")
    for format, table in TABLES.items()
    for name, source in table.items()
]


@pytest.mark.parametrize(("format", "marked"), CASES)
def test_links_are_found_in_their_places(format: str, marked: str) -> None:
    source = re.sub("[⟦⟧]", "", marked)
    spans = sorted(
        passage.span(link.start, link.end) for passage in FORMATS[format].read(source) for link in passage.links()
    )
    again = source
    for start, end in reversed(spans):
        again = f"{again[:start]}⟦{again[start:end]}⟧{again[end:]}"
    assert again == marked


@pytest.mark.parametrize(
    ("format", "source", "text", "place"),
    [
        ("rst", r"https://example.com/a\_b", "https://example.com/a_b", r"https://example.com/a\_b"),
        ("rst", "`x <https://a.example/\n  b>`_", "https://a.example/b", "https://a.example/\n  b"),
        ("rst", ".. _x: \\\n\thttps://a.example/b", "https://a.example/b", "https://a.example/b"),
        ("markdown", "https://a.example/?b&amp;c", "https://a.example/?b&c", "https://a.example/?b&amp;c"),
        ("markdown", r"<https://a.example/a\_b>", r"https://a.example/a_b", r"https://a.example/a\_b"),
        ("asciidoc", r"https://a.example/v1\...v2[x]", "https://a.example/v1...v2", r"https://a.example/v1\...v2"),
        ("asciidoc", "https://a.example/?b&#91;c[x]", "https://a.example/?b[c", "https://a.example/?b&#91;c"),
        ("markdown", r"[x](https://a.example/a\_b)", "https://a.example/a_b", r"https://a.example/a\_b"),
    ],
)
def test_escapes_are_resolved_and_mapped_back(format: str, source: str, text: str, place: str) -> None:
    (found,) = ((passage, link) for passage in FORMATS[format].read(source) for link in passage.links())
    passage, link = found
    start, end = passage.span(link.start, link.end)
    assert (link.text, source[start:end]) == (text, place)


BASE64 = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}\n"


def test_a_link_in_base64_is_found_in_its_quadruples() -> None:
    source = BASE64.format(base64.b64encode("Siehe http://a.example/größe jetzt".encode()).decode())
    (found,) = ((passage, link) for passage in FORMATS["mail"].read(source) for link in passage.links())
    passage, link = found
    start, end = passage.span(link.start, link.end)
    assert link.text == "http://a.example/größe"
    assert link.text in base64.b64decode(source[start:end]).decode()
    assert end - start <= 4 * (len(link.text.encode()) // 3 + 2)


@pytest.mark.parametrize(
    "charset", ["iso-2022-jp", "shift_jis", "utf-16", "koi8-r", "no-such-charset", "idna", "undefined", "hex"]
)
def test_mail_is_decoded_part_by_part(charset: str) -> None:
    link = "http://a.example/" + {"koi8-r": "привет"}.get(charset, "日本語")
    codec = "utf-8" if charset in ("no-such-charset", "idna", "undefined", "hex") else charset
    data = f"Content-Type: text/plain; charset={charset}\n\n".encode() + f"{link} x".encode(codec)
    found = [link.text for passage in FORMATS["mail"].read(data.decode("latin-1")) for link in passage.links()]
    assert found == [link]


@pytest.mark.parametrize(
    "target",
    """
    https;//a.example/ü htp:/a.example/ü url=https://a.example/ü （https://a.example/ü %20https://a.example/ü
    see%20https://a.example/ü ./https://a.example/ü nan (größe) ##größe docs\\größe.md C:\\docs\\größe.md
    [größe](https://a.example/ü ../www.example.com me@example.com example.com/größe
    """.split(),
)
def test_a_target_that_was_meant_as_an_address_is_read(target: str) -> None:
    passages = FORMATS["markdown"].read(f"See <http://a/> and [größe](<{target}>) now.")
    assert [passage.text for passage in passages if passage.target] == ["http://a/", target]


@pytest.mark.parametrize("target", ["größe/gewicht.md", "#größe", "../größe/", "größe%20und%20gewicht.html"])
def test_a_target_that_leads_to_a_file_is_not_read(target: str) -> None:
    passages = FORMATS["markdown"].read(f"See <http://a/> and [größe](<{target}>) now.")
    assert [passage.text for passage in passages if passage.target] == ["http://a/"]
