"""Every builder's real output: the same links, by the same table."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from extract import percent_encode, to_uri
from tests.sphinx.building import TORTURE, Expected, build, expected, links

INDEX, SUB, TWIN = map(expected, ("index", "sub", "twin"))
WHOLE = [*INDEX[:-2], *SUB, *TWIN]  # builders of one document drop the entries of the toctree that lead out of it

_TEX = {r"\%": "%", r"\#": "#", r"\&": "&", r"\_": "_", r"\string_": "_", r"\textquotesingle{}": "'", "{[}": "["}
_TEX |= {"{]}": "]", r"\sphinxhyphen{}": "-", r"\allowbreak{}": "", r"\textasciitilde{}": "~", r"\string-": "-"}


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
    shown = dict(re.findall(r"^\.ie '\\\*\(.T'utf8' \.ds (iri\d+) (.*)$", roff, re.MULTILINE))
    uris = re.findall(r"^\.el \.ds (iri\d+) (.*)$", roff, re.MULTILINE)
    return [Expected(shown[name], uri) for name, uri in uris]


def in_texinfo(out: Path) -> list[Expected]:
    texi = (out / "torture.texi").read_text("utf-8").replace("@@", "@").replace("@comma{}", ",")
    arguments = re.findall(r"@uref\{([^,{}]*),,@inlinefmtifelse\{tex,([^,{}]*),([^{}]*)\}\}", texi)
    return [Expected(shown, uri) for uri, printed, shown in arguments if uri == printed]


def in_xml(out: Path) -> list[Expected]:
    found = []
    for name in ("index", "sub", "twin"):
        tree = ElementTree.parse(out / f"{name}.xml")
        for parent in tree.iter():
            for definition in parent.findall("substitution_definition"):
                parent.remove(definition)
        found += [node for node in tree.iter("reference") if ":" in node.get("refuri", "")]
    return [Expected("".join(node.itertext()), to_uri(node.get("refuri", ""))) for node in found]


def in_epub(out: Path) -> list[Expected]:
    with zipfile.ZipFile(out / "Torture.epub") as book:
        for name in ("index", "sub", "twin"):
            (out / f"read-{name}.html").write_bytes(book.read(f"{name}.xhtml"))
    return [link for name in ("index", "sub", "twin") for link in links(out / f"read-{name}.html")]


def in_dirhtml(out: Path) -> list[Expected]:
    return [link for name in ("index", "sub/index", "twin/index") for link in links(out / f"{name}.html")]


def in_json(out: Path) -> list[Expected]:
    for name in ("index", "sub", "twin"):
        body = json.loads((out / f"{name}.fjson").read_text("utf-8"))["body"]
        (out / f"{name}.html").write_text(f"<body>{body}", "utf-8")
    return [link for name in ("index", "sub", "twin") for link in links(out / f"{name}.html")]


def in_singlehtml(out: Path) -> list[Expected]:
    return links(out / "index.html")


@pytest.mark.parametrize(
    ("builder", "read", "wanted"),
    [
        ("dirhtml", in_dirhtml, INDEX + SUB + TWIN),
        ("singlehtml", in_singlehtml, WHOLE),
        ("json", in_json, INDEX + SUB + TWIN),
        ("epub", in_epub, INDEX + SUB + TWIN),
        ("latex", in_latex, WHOLE),
        ("xml", in_xml, INDEX + SUB + TWIN),
    ],
)
def test_links_of_a_builder(
    tmp_path: Path, builder: str, read: Callable[[Path], list[Expected]], wanted: list[Expected]
) -> None:
    built = build(TORTURE, tmp_path, builder, "-t", "offline", "-D", "latex_engine=xelatex")
    assert built.status == 0, built.warnings
    assert read(built.out) == wanted


@pytest.mark.parametrize(("builder", "read"), [("man", in_man), ("texinfo", in_texinfo)])
def test_addresses_of_a_builder(tmp_path: Path, builder: str, read: Callable[[Path], list[Expected]]) -> None:
    """What is shown is the IRI, also behind a title; titles of sections are not linked, and URIs are Sphinx's own."""
    built = build(TORTURE, tmp_path, builder, "-t", "offline")
    found = {(to_uri(shown), uri.removeprefix("mailto:")) for shown, uri in read(built.out)}
    iris = {target.removeprefix("mailto:") for text, target in WHOLE if target != text and "%" in target}
    in_titles = {f"https://example.com/{percent_encode(name)}" for name in ("見出し", "題")}
    assert iris - {uri for _, uri in found} <= in_titles
    assert all(shown == uri or "mailto" in shown or "@" in shown for shown, uri in found)


def test_text_is_whole(tmp_path: Path) -> None:
    built = build(TORTURE, tmp_path, "text", "-t", "offline")
    text = (built.out / "index.txt").read_text("utf-8")
    position = 0
    for shown, _ in INDEX[:-2]:
        position = text.index(shown, position)


def test_messages_for_translators_stay_the_same(tmp_path: Path) -> None:
    catalogues = []
    for number, override in enumerate(([], ["-D", "extensions=sphinx.ext.extlinks,sphinx.ext.autodoc,myst_parser"])):
        built = build(TORTURE, tmp_path / str(number), "gettext", "-D", "gettext_compact=1", "-Q", *override)
        assert built.status == 0
        lines = {path.name: path.read_text("utf-8").splitlines() for path in built.out.glob("*.pot")}
        catalogues.append({name: [line for line in text if "POT-Creation" not in line] for name, text in lines.items()})
    assert catalogues[0]
    assert catalogues[0] == catalogues[1]
