"""Every builder's real output: the same links, by the same table."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path
from xml.etree import ElementTree

import docutils
import pytest

from extract import follow, to_uri
from extract.iri import percent_encode
from tests.payloads import UNSAFE
from tests.sphinx.building import TORTURE, Expected, build, expected, links, write_project

INDEX, SUB, TWIN = map(expected, ("index", "sub", "twin"))
WHOLE = [*INDEX[:-2], *SUB, *TWIN]  # builders of one document drop the entries of the toctree that lead out of it
CITED = [link for link in INDEX if link.text == "https://example.com/文献"]
IN_TOCTREE = {link.target for link in INDEX[-2:]}  # which linkcheck does not follow
BIBLIOGRAPHY_LAST = [link for link in WHOLE if link not in CITED] + CITED

_TEX = {r"\%": "%", r"\#": "#", r"\&": "&", r"\_": "_", r"\textquotesingle{}": "'", "{[}": "[", r"\string-": "-"}
_TEX |= {"{]}": "]", r"\sphinxhyphen{}": "-", r"\sphinxiriunderscore{}": "_", r"\allowbreak{}": ""}
_TEX |= {r"\textasciitilde{}": "~"}


def plain_tex(text: str) -> str:
    """Return the text of a piece of LaTeX."""
    text = re.sub(r"\\sphinxiri(?:(?:script|rtl)\{\w+\}|number)", "", text)
    text = re.sub(r"\\(?:sphinxcode|sphinxupquote|sphinxstylestrong)(?=\{)", "", text)
    for command, character in _TEX.items():
        text = text.replace(command, character)
    return text.replace("{", "").replace("}", "")


def in_latex(out: Path) -> list[Expected]:
    tex = (out / "torture.tex").read_text("utf-8")
    braces = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
    tex = tex[tex.index(r"\begin{document}") :]
    found = [
        Expected(plain_tex(text if command == "sphinxhref" else uri), plain_tex(uri))
        for command, uri, text in re.findall(rf"\\(sphinxhref|sphinxurl){braces}(?:{braces})?", tex)
    ]
    assert not re.search(r"\\(?:sphinxhref|sphinxurl)\{[^}]*(?:\{\[|[^\x00-\x7f])", tex)  # the URI itself
    return found


def in_man(out: Path) -> list[Expected]:
    roff = (out / "torture.1").read_text("utf-8").replace(r"\:", "").replace(r"\-", "-").replace(r"\(aq", "'")
    shown = dict(re.findall(r"^\.el \.ds (iri\d+) (.*)$", roff, re.MULTILINE))
    uris = re.findall(r"^\.ie \\n\[iriuri\] \.ds (iri\d+) (.*)$", roff, re.MULTILINE)
    return [Expected(shown[name], uri) for name, uri in uris]


def in_texinfo(out: Path) -> list[Expected]:
    texi = (out / "torture.texi").read_text("utf-8").replace("@@", "@").replace("@comma{}", "\ufdd0")
    arguments = re.findall(r"@uref\{([^,{}]*),,@inlinefmtifelse\{tex,([^,{}]*),([^{}]*)\}\}", texi)
    assert all(uri == printed for uri, printed, _ in arguments)
    return [Expected(shown.replace("\ufdd0", ","), uri.replace("\ufdd0", ",")) for uri, _, shown in arguments]


def in_xml(out: Path) -> list[Expected]:
    found = []
    for name in ("index", "sub", "twin"):
        tree = ElementTree.parse(out / f"{name}.xml")
        for parent in tree.iter():
            for definition in parent.findall("substitution_definition"):
                parent.remove(definition)
        found += [node for node in tree.iter("reference") if ":" in node.get("refuri", "")]
    return [Expected("".join(node.itertext()), to_uri(follow(node.get("refuri", "")).iri)) for node in found]


def in_pages(*names: str) -> Callable[[Path], list[Expected]]:
    return lambda out: [link for name in names for link in links(out / name)]


def in_json(out: Path) -> list[Expected]:
    found = []
    for name in ("index", "sub", "twin"):
        page = json.loads((out / f"{name}.fjson").read_text("utf-8"))
        (out / "read.html").write_text(f"<body>{page['body']}", "utf-8")
        found += links(out / "read.html")
    return found


def assert_same_links(found: list[Expected], wanted: list[Expected]) -> None:
    """Compare links in order; what is missing (-) or too much (+) is shown, with a line before and after it."""
    before, after = ([f"{text} -> {target}" for text, target in links] for links in (wanted, found))
    difference = "\n".join(unified_diff(before, after, "links.txt", "what was written", n=1, lineterm=""))
    assert not difference, difference


@pytest.mark.parametrize(
    ("builder", "read", "wanted"),
    [
        ("dirhtml", in_pages("index.html", "sub/index.html", "twin/index.html"), INDEX + SUB + TWIN),
        ("singlehtml", in_pages("index.html"), WHOLE),
        ("json", in_json, INDEX + SUB + TWIN),
        ("epub", in_pages("index.xhtml", "sub.xhtml", "twin.xhtml"), INDEX + SUB + TWIN),
        ("latex", in_latex, BIBLIOGRAPHY_LAST),
        ("xml", in_xml, INDEX + SUB + TWIN),
    ],
)
def test_links_of_a_builder(
    tmp_path: Path, builder: str, read: Callable[[Path], list[Expected]], wanted: list[Expected]
) -> None:
    built = build(TORTURE, tmp_path, builder, "-t", "offline", "-D", "latex_engine=xelatex")
    assert built.status == 0, built.warnings
    assert_same_links(read(built.out), wanted)


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex", "platex", "uplatex"])
def test_links_of_each_engine(tmp_path: Path, engine: str) -> None:
    """What the engine cannot show is the URI, which is the target with all of them."""
    built = build(TORTURE, tmp_path, "latex", "-t", "offline", "-D", f"latex_engine={engine}")
    assert built.status == 0, built.warnings
    found = in_latex(built.out)
    assert [link.target for link in found] == [link.target for link in BIBLIOGRAPHY_LAST]
    shown = [link.text for link in BIBLIOGRAPHY_LAST]
    assert [text for (text, target), iri in zip(found, shown, strict=True) if text not in (iri, target)] == []
    as_written = sum(text == iri for (text, _), iri in zip(found, shown, strict=True))
    assert (as_written == len(shown)) == (engine == "lualatex")


def test_linkcheck_asks_for_every_target(tmp_path: Path) -> None:
    built = build(TORTURE, tmp_path, "linkcheck", "-t", "offline", "-D", "linkcheck_ignore=.*")
    results = [json.loads(line) for line in (built.out / "output.json").read_text("utf-8").splitlines()]
    asked = [result.get("requested", result["uri"]) for result in results]
    wanted = {link.target for link in INDEX + SUB + TWIN if link.target.startswith("http")}
    assert {uri for uri in asked if uri.startswith("http")} | IN_TOCTREE == wanted


@pytest.mark.parametrize(("builder", "read"), [("man", in_man), ("texinfo", in_texinfo)])
def test_addresses_of_a_builder(tmp_path: Path, builder: str, read: Callable[[Path], list[Expected]]) -> None:
    """What is shown is the IRI, also behind a title; titles of sections are not linked, and URIs are Sphinx's own."""
    built = build(TORTURE, tmp_path, builder, "-t", "offline")
    found = {(to_uri(follow(shown).iri), uri.removeprefix("mailto:")) for shown, uri in read(built.out)}
    iris = {target.removeprefix("mailto:") for text, target in WHOLE if target != text and "%" in target}
    in_titles = {f"https://example.com/{percent_encode(name)}" for name in ("見出し", "題", "表題", "告", "欄", "中央")}
    assert iris - {uri for _, uri in found} <= in_titles
    assert all(shown == uri or "mailto" in shown or "@" in shown for shown, uri in found)


def test_text_is_whole(tmp_path: Path) -> None:
    built = build(TORTURE, tmp_path, "text", "-t", "offline")
    text = (built.out / "index.txt").read_text("utf-8")
    position = 0
    for shown, _ in INDEX[:-2]:
        position = text.index(shown, position)


def test_messages_for_translators_stay_the_same(tmp_path: Path) -> None:
    catalogs = []
    for number, override in enumerate(([], ["-D", "extensions=sphinx.ext.extlinks,sphinx.ext.autodoc,myst_parser"])):
        built = build(TORTURE, tmp_path / str(number), "gettext", "-D", "gettext_compact=1", "-Q", *override)
        assert built.status == 0
        lines = {path.name: path.read_text("utf-8").splitlines() for path in built.out.glob("*.pot")}
        catalogs.append({name: [line for line in text if "POT-Creation" not in line] for name, text in lines.items()})
    assert catalogs[0]
    assert catalogs[0] == catalogs[1]


HREF, REFURI = r'href=\\?"(\w+:[^"\\]*)', r'refuri="(\w+:[^"]*)"'


@pytest.mark.parametrize(
    ("builder", "files", "pattern"),
    [
        *((name, "*.html", HREF) for name in ("html", "dirhtml", "singlehtml")),
        *(("epub", "*.xhtml", HREF), ("json", "*.fjson", HREF), ("xml", "*.xml", REFURI)),
        ("pseudoxml", "*.pseudoxml", REFURI),
        ("latex", "p.tex", r"\\sphinx(?:href|url)\{(\w+:[^}]*)"),
        # these show the address of what has a title
        *(("texinfo", "*.texi", r"@(?:uref|footnote)\{(\w+:[^,}]*)"), ("man", "*.1", r"\\%<(\w+:[^>]*)>")),
        ("text", "*.txt", None),
    ],
)
def test_no_program_and_no_data_in_running_text(tmp_path: Path, builder: str, files: str, pattern: str | None) -> None:
    """Not even if they are named; an explicit link stays one, with a warning."""
    if builder == "man" and docutils.__version_info__ < (0, 22):
        pytest.skip("manual pages show addresses since docutils 0.22")
    conf = "project = 'p'; extensions.append('myst_parser'); iri_myst = True\n"
    conf += "iri_schemes = ['usual', 'javascript', 'Data', 'vbscript']"
    text = "T\n=\n\n" + "\n\n".join(UNSAFE) + "\n\n"
    index = text + ".. parsed-literal::\n\n   javascript:literal **x**\n\n`t <javascript:explicit>`__\n\n"
    other = text + "```{eval-rst}\njavascript:nested\n```\n\n{iri}`t <vbscript:explicit>`\n"
    source = write_project(tmp_path / "source", conf, index_rst=f"{index}.. toctree::\n\n   other\n", other_md=other)
    built = build(source, tmp_path, builder)
    assert built.status == 0, built.warnings
    reported = [line for line in built.warnings if "[iri." in line]
    assert [re.findall(r"'(\w+:explicit)': .*\[iri\.script\]$", line) for line in reported] == [
        ["javascript:explicit"],
        ["vbscript:explicit"],
    ]
    if builder == "epub":
        zipfile.ZipFile(built.out / "p.epub").extractall(built.out)
    written = "".join(path.read_text("utf-8") for path in sorted(built.out.rglob(files)))
    assert all(written.count(shown) for shown in ("javascript:literal", "javascript:nested", "vbscript:msgbox(5)"))
    if pattern is not None:
        found = {uri for uri in re.findall(pattern, written) if not uri.startswith("http")}
        assert found == {"javascript:explicit", "vbscript:explicit"}
