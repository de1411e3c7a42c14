"""Where links come from: other parsers, directives, docstrings, toctrees."""

from __future__ import annotations

from pathlib import Path

from tests.sphinx.building import PAGE, build, build_text, links, write_project


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
