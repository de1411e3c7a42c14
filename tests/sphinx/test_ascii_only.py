"""A project without IRIs: nothing that plain Sphinx and docutils make of it is lost, cut or warned about.

What the extension changes there is listed case by case: why a link of plain docutils is none, and what is longer.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.sphinx.building import PAGE, build, build_text, write_project
from tests.sphinx.test_texts import TABLES
from tools.built_pages import Page, differences, same_address

CONF = """
import os
if os.environ.get("WITHOUT"):
    extensions.remove("sphinx_iri")
extensions += ["sphinx.ext.extlinks", "myst_parser"]
extlinks = {"wn": ("https://en.wikipedia.example/wiki/%s", None), "gh": ("https://gh.example/%s", "#%s")}
myst_enable_extensions = ["linkify"]
project = "p"
"""

TEXTS = [row for heading, table in TABLES.items() if "plain docutils" in heading for row in table]
HEAD = (
    ":wn:`Hello World` and :gh:`1|2`\n\n.. image:: https://img.example/badge/cov-100%-green\n\n.. toctree::\n\n   more"
)
RST = PAGE + "\n\n".join([HEAD, *(row.text for row in TEXTS)])
MYST = """# More

![badge](https://img.example/badge/cov-100%-green) [a](https://a.example/?q[]=1) [b](<https://a.example/a|b>)

asyncio.run meson.build os.link flask.app example.com and www.example.org/a

<http://user@h.example.org/x> at https://a.example/A*

//a.example/network https://a.example/_ https://a.example/b_ https://a.example/~

http://localhost:PORT/api

https://a.example/k|l
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the project."""
    return write_project(tmp_path_factory.mktemp("ascii") / "source", CONF, index_rst=RST, more_md=MYST)


def built_both_ways(source: Path, builder: str, *options: str) -> tuple[Path, Path]:
    """Return the output of a builder without the extension, and with it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WITHOUT", "1")
        plain = build(source, source.parent / "plain", builder, *options)
    built = build(source, source.parent / "with", builder, *options)
    assert built.warnings == plain.warnings
    return plain.out, built.out


@pytest.fixture(scope="module")
def project(source: Path) -> tuple[Path, Path]:
    """Return the HTML of the project without the extension, and with it."""
    return built_both_ways(source, "html", "-W")


def test_what_is_linked(project: tuple[Path, Path]) -> None:
    """Other rows are read by docutils alone, see test_texts.py."""
    links = Page((project[1] / "index.html").read_text("utf-8")).links
    assert ("https://en.wikipedia.example/wiki/Hello%20World", "https://en.wikipedia.example/wiki/Hello World") in links
    hashes = [href for href, _ in links if "/#/" in href]  # a page that reads its own fragment finds them
    assert hashes == ["https://matrix.to/#/#room:example.org", "https://a.example/#/a%5Bb%5D#c%5Bd%5D"]


def test_an_image_without_alt_is_described_as_written(project: tuple[Path, Path]) -> None:
    described = [
        re.findall(r'alt="(https://img[^"]*)"', (folder / "index.html").read_text("utf-8")) for folder in project
    ]
    assert described == [["https://img.example/badge/cov-100%-green"]] * 2


# What docutils links in the text of the project and nobody can follow, as linkcheck has it.
UNFOLLOWED = {
    *("http://", "https://", "file://", "ssh://", "http:/", "https:/"),
    *("http://[host]:[port]/", "http://user:pass@proxy.example:8080/", "http://user@host/"),
    *("http://$host/x", "http://%s/x", "http://%(host)s:%(port)d/", "http://localhost:$PORT/"),
    *("http://a.*/x", "http://192.168.*.*:80/", "http:request"),
}


def test_nothing_is_lost(project: tuple[Path, Path]) -> None:
    found = {(what, detail) for _, what, detail in differences(*project) if what != "more"}
    assert found == {("no address", address) for address in UNFOLLOWED}


def test_markdown(project: tuple[Path, Path]) -> None:
    plain, page = (Page((folder / "more.html").read_text("utf-8")) for folder in project)
    (starred,) = (href for href, _ in plain.links if "a.example/A" in href)
    links = [(href.replace("%40", "@"), text) for href, text in page.links]
    assert [href for href, _ in links if "a.example" in href or "example.com" in href or "example.org" in href] == [
        "https://a.example/?q%5B%5D=1",
        "https://a.example/a%7Cb",
        "http://example.com",
        "http://www.example.org/a",
        "http://user@h.example.org/x",
        starred,  # linkify in MyST looks before emphasis is known, and versions differ in what they do with a "*"
        "//a.example/network",
        *("https://a.example/_", "https://a.example/b_", "https://a.example/~"),
        "https://a.example/k%7Cl",
    ]
    assert ("http://localhost", "http://localhost") in links  # linkify-it ends it before a word for the port
    assert "https://img.example/badge/cov-100%25-green" in page.images


# Text of plain docutils: that of the other schemes, and of the whole address that it links the beginning of.
MORE = {
    *("sftp://h.example/x", "git://h.example/x", "magnet:?xt=urn:btih:abc", "geo:37.786971,-122.399677"),
    *("postgresql://h.example/db", "redis://h.example:6379", "s3://bucket/key"),
    *("git+https://h.example/a.git", "steam://run/1", "chrome://flags"),
}


def asked(folder: Path) -> set[str]:
    """Return the addresses that linkcheck asks for."""
    results = map(json.loads, (folder / "output.json").read_text("utf-8").splitlines())
    return {same_address(result["uri"]) for result in results}


def test_linkcheck_is_asked_for_the_same(source: Path) -> None:
    plain, ours = map(asked, built_both_ways(source, "linkcheck", "-D", "linkcheck_ignore=.*"))
    assert (plain - ours, ours - plain) == (UNFOLLOWED, MORE)


def test_plain_text_is_the_same(source: Path) -> None:
    plain, ours = built_both_ways(source, "text")
    assert [path.name for path in plain.glob("*.txt") if path.read_bytes() != (ours / path.name).read_bytes()] == []


PLAIN = """\
See http://a.example/x, (https://b.example/?q=1&r=2#s) and <ftp://c.example/>; mail me@d.example!

`t <http://a.example/>`__ ``http://a.example/`` *em http://a.example/* RFC 822, PEP 8, it's -- "fine"...

* item http://a.example/a_b
* news:comp.lang.python and mailto:x@y.example

term http://a.example
   definition |sub|

.. |sub| replace:: http://sub.example/

+---------------------+
| http://a.example/t  |
+---------------------+

Unknown foo:bar, C::D, std::vector<int>, a/b, and 10:30; x_ and y__

.. _x: http://x.example/

__ http://y.example
"""


@pytest.mark.parametrize("builder", ["html", "latex", pytest.param("epub", marks=pytest.mark.all)])
def test_a_page_without_iris_stays_the_same(tmp_path: Path, builder: str) -> None:
    """To the byte, but for the versions of extensions and the date."""
    folders = built_both_ways(write_project(tmp_path / "source", CONF, index_rst=PAGE + PLAIN), builder)
    files = [
        {str(path.relative_to(folder)): path for path in folder.rglob("*.*") if path.is_file()} for folder in folders
    ]
    assert files[0].keys() == files[1].keys()
    pages = [name for name in files[0] if name.endswith(("html", ".js", ".inv", ".tex"))]
    contents = [[re.sub(rb',"sphinx_iri":\d+', b"", of[name].read_bytes()) for name in pages] for of in files]
    assert [name for name, *both in zip(pages, *contents, strict=True) if both[0] != both[1]] == []


SOURCELESS = """
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

class Lines(Directive):
    def run(self):
        lines = StringList()
        lines.append("http://a..example.com/x in a line of nobody", "")
        node = nodes.Element()
        self.state.nested_parse(lines, 0, node)
        return node.children

def setup(app):
    app.add_directive("lines", Lines)
"""


def test_a_line_without_a_source_is_placed_in_its_document(tmp_path: Path) -> None:
    warnings = [line for line in build_text(tmp_path, "text\n\n.. lines::\n", SOURCELESS).warnings if "[iri." in line]
    assert [Path(line.partition(":")[0]).name for line in warnings] == ["index.rst"]
