"""Where links come from: markup inside addresses, Markdown's options, other parsers, docstrings, raw HTML."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.sphinx.building import PAGE, build, build_text, links, write_project

LINKIFY = "extensions.append('myst_parser'); myst_enable_extensions = ['linkify']"


def shown_in_each(folder: Path, suffix: str, texts: Iterable[str], conf: str = "") -> dict[str, list[str]]:
    """Return the links of each text, which is a page of one project; a warning fails."""
    pages = {f"p{number}_{suffix}": f"# T\n\n{text}\n" for number, text in enumerate(texts)}
    if suffix == "rst":
        pages = {name: page.replace("# T\n", "T\n=\n", 1) for name, page in pages.items()}
    conf += "\nsuppress_warnings = ['toc.not_included']"
    built = build(write_project(folder / "source", conf, index_rst=PAGE, **pages), folder, "html", "-W")
    assert built.status == 0, built.warnings
    return {text: [link.text for link in links(built.out / f"p{number}.html")] for number, text in enumerate(texts)}


IN_RESTRUCTUREDTEXT = {
    # markup characters inside an IRI are the IRI's; in an ASCII address they are docutils'
    r"https://a.example/ü_ https://a.example/ü__ end": ["https://a.example/ü_", "https://a.example/ü__"],
    "https://a.example/А_—_Б https://a.example/*ü*/x": ["https://a.example/А_—_Б", "https://a.example/"],
    r"https://a.example/ü\_ https://a.example/\*ü": ["https://a.example/ü_", "https://a.example/*ü"],
    # an escape of what makes a link of it
    r"\http://a.example/é h\ttps://a.example/é http\://a.example/é http:\//a.example/é \http://a.example": [],
    r"\é@a.example é\@a.example e\@a.example é\_b@a.example": ["é_b@a.example"],
    "`é <é@a.example>`_ x_ xmpp:é@a.example mid:e@a.example\n\n.. _x: é@a.example": [
        *("é", "x", "xmpp:é@a.example", "mid:e@a.example")
    ],
    "*see https://a.example/ü* **https://a.example/ö**": ["https://a.example/ü", "https://a.example/ö"],
    "`https://a.example/ü_ <https://a.example/ö>`__": ["https://a.example/ü_"],
    "``https://a.example/ü`` :code:`https://a.example/ü` :math:`https://a.example/ü`": [],
    "x_ http://a.example/ü\n\n.. _x: http://a.example/ö": ["x", "http://a.example/ü"],
    # what docutils gets wrong in ASCII for the same reason
    "foo:bar http://a.example": ["http://a.example"],
    "https://en.wikipedia.org/wiki/CNIC_(Pakistan)": ["https://en.wikipedia.org/wiki/CNIC_(Pakistan)"],
    # the first half of something longer is never linked, but what ends a sentence ends it
    "foo+news:a/ü imap:a.ü ldap:x/日本": [],
    "tel:+49-1、次 sip:a@b.example・次 cid:x–и tel:+1.」次": ["tel:+49-1", "sip:a@b.example", "cid:x", "tel:+1"],
    "日本package_info:Dict 日本urn:a:b _mailto:a@b.example": ["urn:a:b", "mailto:a@b.example"],
    # a quotation mark begins no address
    "['@args.txt', 'x'] 'git@github.com:a/b.git' 'joe@a.example'": ["joe@a.example"],
    # and what is ASCII is as it was
    "news:comp.lang a@b.example RFC 1 http://a.example/x.": ["news:comp.lang", "a@b.example", "http://a.example/x"],
    # a zone identifier (RFC 6874); placeholders
    "ssh://[fe80::2%en1]/ http://[$host]:80/ http://[%s]/": ["ssh://[fe80::2%en1]/"],
    "Ploneがhttp://api.plone.orgで提供": ["http://api.plone.org"],
    "http://ja.wikipedia.org/wiki/統一モデリング言語 を参照": ["http://ja.wikipedia.org/wiki/統一モデリング言語"],
    "https://arxiv.org/abs/1706.01307。": ["https://arxiv.org/abs/1706.01307"],
    ":iri:`https://a.example/日\n本`": ["https://a.example/日本"],
    # smart quotes would change it
    "http://a.example/diff/main...fork:x--y": ["http://a.example/diff/main...fork:x--y"],
    "https://bn.example/wiki/ঈদ_উৎসব।": ["https://bn.example/wiki/ঈদ_উৎসব"],
}


def test_restructuredtext(tmp_path: Path) -> None:
    assert shown_in_each(tmp_path, "rst", IN_RESTRUCTUREDTEXT) == IN_RESTRUCTUREDTEXT


MARKDOWN = """\
# Page

bare https://ja.wikipedia.org/wiki/日本語。次 and （https://a.example/漢字）
日、https://a.example/本，end www.例え.jp/ü README.md ü@müller.de *https://a.example/ü* http://[2001:db8::1]/ü

<https://a.example/ü> [t](https://a.example/ö) `https://a.example/ä`

inline <a href="https://a.example/raw">https://a.example/生</a> end

```{eval-rst}
https://a.example/ü_ and `x <https://例え.jp/>`_
```
"""
BARE = "https://ja.wikipedia.org/wiki/日本語 https://a.example/漢字 https://a.example/本"
REST = "ü@müller.de https://a.example/ü http://[2001:db8::1]/ü"
EXPLICIT = "https://a.example/ü t https://a.example/ü_ x"


@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ("", EXPLICIT),
        ("iri_myst = True", f"{BARE} {REST} {EXPLICIT}"),
        ("myst_enable_extensions = ['linkify']", f"{BARE} www.例え.jp/ü README.md {REST} {EXPLICIT}"),
        ("myst_enable_extensions = ['linkify']; myst_linkify_fuzzy_links = False", f"{BARE} {REST} {EXPLICIT}"),
        ("myst_enable_extensions = ['gfm_autolink']", f"{BARE} www.例え.jp/ü {REST} {EXPLICIT}"),
    ],
)
def test_markdown(tmp_path: Path, conf: str, expected: str) -> None:
    source = write_project(tmp_path / "source", f"extensions.append('myst_parser'); {conf}", index_md=MARKDOWN)
    built = build(source, tmp_path, "html", "-W")
    if "not recognized: {'gfm_autolink'}" in "".join(built.warnings):
        pytest.skip("this MyST has no gfm_autolink")
    assert (built.status, built.shown) == (0, expected.split())


ESCAPES_AND_FIELDS = {
    r"https://例え.jp/x\_y and **https://例え.jp/a\_b\_c**": ["https://例え.jp/x_y", "https://例え.jp/a_b_c"],
    r"(https://例え.jp/\(ü\))": ["https://例え.jp/(ü)"],
    r"www.example.com/x\_y https://a.example/x\_y\.": ["www.example.com/x_y", "https://a.example/x_y"],
    "https://例え.jp/?a=1&amp;b=é &lt;https://例え.jp/ü&gt;": ["https://例え.jp/?a=1&b=é", "https://例え.jp/ü"],
    r"https\://例え.jp/ http:/\/例え.jp/ a\@例え.jp a\@a.example": [],
    r"\*https://例え.jp/ü\* \[x\] \"y\"": ["https://例え.jp/ü"],
    r"[t https://例え.jp/x\_y](https://a.example/)": ["t https://例え.jp/x_y"],
    "https://a.example/?a=1&lang=2;x": ["https://a.example/?a=1&lang=2;x"],
    ":a: https://例え.jp/: b\n:b c: d": ["https://例え.jp/"],
    # markdown-it alone makes ``urn:ietf:2648:rfc`` of it
    "urn:ietf:rfc:2648 and <urn:ietf:rfc:2649>": ["urn:ietf:rfc:2648", "urn:ietf:rfc:2649"],
}
AS_FAR_AS_LINKIFY_IT = {
    'https://a.example/?q={"b":[1,"c"]}. https://a.example/k|l, https://a.example/"m"': [
        *('https://a.example/?q={"b":[1,"c"]}', "https://a.example/k|l", 'https://a.example/"m"')
    ],
    '"https://a.example/m"n': ["https://a.example/m"],
    "'https://a.example/o'p": ["https://a.example/o'p"],
    "[l|https://a.example/q|r] https://a.example/s`code`|": ["https://a.example/q|r", "https://a.example/s"],
    "https://a.example/r|https://a.example/s": ["https://a.example/r", "https://a.example/s"],
    "[x](https://{host}/) <https://{host}/y>": ["x", "https://{host}/y"],
    'https://a.example/t"u http://[fe80::1%25eth0]/': ['https://a.example/t"u', "http://[fe80::1%25eth0]/"],
}


@pytest.mark.parametrize(
    ("conf", "table"),
    [
        (f"{LINKIFY} + ['fieldlist', 'smartquotes']", ESCAPES_AND_FIELDS),
        (LINKIFY, AS_FAR_AS_LINKIFY_IT),
        # markdown-it's own conversion, which is written out as it is
        (f"{LINKIFY}; iri_myst = False", {"https://a.example/ü,": ["https://a.example/ü"]}),
    ],
    ids=["escapes and fields", "as far as linkify-it", "left alone"],
)
def test_linkify_in_markdown(tmp_path: Path, conf: str, table: dict[str, list[str]]) -> None:
    assert shown_in_each(tmp_path, "md", table, conf) == table


def test_escaped_characters_stay_what_they_are(tmp_path: Path) -> None:
    conf = "extensions.append('myst_parser'); myst_enable_extensions = ['linkify', 'replacements', 'smartquotes']"
    text = r"""# T

\"a\" "b" &quot;c&quot; d\... e... \(c) \*f\* \q &amp; https\://a.example/ &copy; g\_h.example
"""
    pages = []
    for mode in (False, "auto"):
        source = write_project(tmp_path / str(mode), f"{conf}; iri_myst = {mode!r}", index_md=text)
        pages.append(build(source, source / "out").out)
    bodies = [
        (page / "index.html").read_text("utf-8").partition("<h1>")[2].partition("</section>")[0] for page in pages
    ]
    assert bodies[0] == bodies[1]


PARSERS = '''
from docutils import nodes
from docutils.parsers import Parser
from docutils.parsers.rst import Parser as RSTParser, states

class LineParser(Parser):
    """A parser that knows nothing of links: every line is a paragraph."""
    supported = ("lines",)
    def parse(self, inputstring, document):
        section = nodes.section(ids=["s"])
        section += nodes.title("", "Page")
        for line in inputstring.splitlines():
            section += nodes.paragraph("", "", nodes.Text(line))
        cut = "http://www.w3.org/People"
        section += nodes.paragraph("", "", nodes.reference(cut, cut, refuri=cut), nodes.Text("/Dürst now"))
        iri = "http://www.w3.org/Dürst"
        section += nodes.paragraph("", "", nodes.reference(iri, iri, refuri=iri))
        for address in ("javascript:alert(1)", "Data:,x", "java\u00adscript:x", "\u202evbscript:x"):
            section += nodes.paragraph("", "", nodes.reference("", address, refuri=address))
            section += nodes.paragraph("", "", nodes.reference(address, address, refuri=address))
        section += nodes.paragraph("", "", nodes.reference("", "javascript:é", refuri="javascript:%C3%A9"))
        section += nodes.paragraph("", "", nodes.reference("", "a title", refuri="javascript:explicit"))
        document += section

class OwnInliner(states.Inliner):
    """Another extension's inliner."""

class OwnParser(RSTParser):
    supported = ("own",)
    def __init__(self):
        super().__init__(inliner=OwnInliner())
    def parse(self, inputstring, document):
        super().parse(inputstring, document)
        assert isinstance(self.inliner, OwnInliner)

def setup(app):
    app.add_source_parser(LineParser)
    app.add_source_parser(OwnParser)
    app.add_source_suffix(".lines", "lines")
    app.add_source_suffix(".own", "own")
'''


def test_other_parsers(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", PARSERS, index_lines="see http://a.example/ü, end\n")
    built = build(source, tmp_path)
    texts = [link.text for link in links(built.out / "index.html")]
    assert texts == ["http://www.w3.org/People", "http://www.w3.org/Dürst", "a title"]
    assert [warning.partition(": WARNING: ")[2][:21] for warning in built.warnings] == ["'javascript:explicit'"]


def test_another_inliner(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", PARSERS, index_own=PAGE + "see http://a.example/ü_, *end*\n")
    assert build(source, tmp_path, "html", "-W").shown == ["http://a.example/ü_"]


DIRECTIVES = """
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

class Nested(SphinxDirective):
    has_content = True
    def run(self):
        node = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, node)
        self.state.nested_parse(StringList(["http://a.example/ö"], source="x"), 0, node)
        text, messages = self.state.inline_text("http://a.example/ä", self.lineno)
        return [node, nodes.paragraph("", "", *text)]

def setup(app):
    app.add_directive("nested", Nested)
"""


def test_nested_parsing(tmp_path: Path) -> None:
    built = build_text(tmp_path, ".. nested::\n\n   http://a.example/ü\n", DIRECTIVES, "html", "-W")
    assert built.shown == ["http://a.example/ü", "http://a.example/ö", "http://a.example/ä"]


# Docstrings with the shapes that public projects have.
DOCSTRINGS = """\
https://zh.wikipedia.org/wiki/统一社会信用代码
https://he.wikipedia.org/wiki/תאגיד#מספר_רישום_התאגיד
https://vi.wikipedia.org/wiki/Thuế_Việt_Nam#Mã_số_thuế_(MST)_của_cá_nhân
https://www.law.go.kr/lsSc.do?query=개인정보+보호법
https://be.wikipedia.org/wiki/Уліковы_нумар_плацельшчыка
https://fr.wikipedia.org/wiki/Système_d'identification_du_répertoire_des_entreprises
https://th.wikipedia.org/wiki/เลขประจำตัวประชาชน
https://hi.wikipedia.org/wiki/आधार_(पहचान)
https://de.wikipedia.org/wiki/Größe_—_Länge
""".splitlines()


def test_docstrings(tmp_path: Path) -> None:
    functions = "\n\n".join(
        f'def f{number}(x):\n    """More: {address}.\n\n    Args:\n        x: see {address}\n    """'
        for number, address in enumerate(DOCSTRINGS)
    )
    conf = "import os, sys; sys.path.insert(0, os.path.dirname(__file__))\n"
    conf += "extensions += ['sphinx.ext.autodoc', 'sphinx.ext.napoleon']"
    text = ".. automodule:: docstrings\n   :members:\n"
    built = build_text(tmp_path, text, conf, "html", "-W", docstrings_py=functions + "\n")
    assert sorted(built.shown) == sorted(DOCSTRINGS * 2)


def test_a_shown_iri_in_the_toctree_is_ascii_everywhere(tmp_path: Path) -> None:
    text = ".. toctree::\n\n   https://例え.jp/パス\n   外 <https://例え.jp/>\n   https://ü..example/\n"
    built = build_text(tmp_path, text)
    page = (built.out / "index.html").read_text("utf-8")
    assert page.count('href="https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9"') == 2  # the body and the sidebar
    assert "https://ü..example/" not in page
    assert len(built.links) == 2


ROLE = """
from docutils import nodes

def bad(name, rawtext, text, lineno, inliner):
    address = "http://exa mple/" + text
    return [nodes.reference(rawtext, address, refuri=address, classes=["bad"])], []

def setup(app):
    app.add_role("bad", bad)
"""


def test_a_broken_link_keeps_its_classes(tmp_path: Path) -> None:
    built = build_text(tmp_path, ":bad:`日本` end\n", ROLE)
    (warning,) = built.warnings
    assert "'http://exa mple/日本' is not linked: host has a space: ' ' at 10; remove it [iri.syntax]" in warning
    assert '<span class="bad">http://exa mple/日本</span> end' in (built.out / "index.html").read_text("utf-8")
