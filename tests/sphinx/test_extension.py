"""Configuration, the report, the index and the lists; builds in parts and in parallel."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from extract import to_uri
from sphinx_iri.config import VALUES
from tests.sphinx.building import anchors, build, links, write_project

PAGE = "Page\n====\n\n"


@pytest.mark.parametrize(
    ("conf", "message"),
    [
        ("iri_schemes = ['doi:']", 'iri_schemes: invalid scheme name \'doi:\'; write "doi", without ":"'),
        ("iri_schemes = ['ftp://']", 'iri_schemes: invalid scheme name \'ftp://\'; write "ftp", without "://"'),
        ("iri_schemes = ['a b:']", "iri_schemes: invalid scheme name 'a b:'; write one such as \"urn\": a letter,"),
        ("iri_profile = 'prosa'", "iri_profile: unknown profile or tailoring 'prosa': use 'prose', 'uts58'"),
        ("iri_myst = 'bare'", "iri_myst must be one of 'auto', True, False, not 'bare'"),
        ("iri_host_mapping = 'idna2003'", "iri_host_mapping must be one of 'uts46', 'idna2008', 'percent'"),
        ("iri_display = 'url'", "iri_display must be one of 'written', 'iri', 'uri', not 'url'"),
        ("iri_display_policy = 'url'", "iri_display_policy must be one of 'browser', 'all', 'none', not 'url'"),
        ("iri_select = ['IRI999']", "iri_select: unknown rule 'IRI999'"),
        ("iri_select = ['IRI801']", "iri_select: 'IRI801' needs more than a single IRI, so only `iri lint`"),
        ("iri_select = ['IRI9']", "iri_select: 'IRI9' needs more than a single IRI, so only `iri lint`"),
        ("iri_ignore_patterns = ['(']", "iri_ignore_patterns: invalid regular expression '(': missing )"),
    ],
)
def test_a_value_that_cannot_be_used(tmp_path: Path, conf: str, message: str) -> None:
    built = build(write_project(tmp_path / "source", conf, index_rst=PAGE), tmp_path)
    assert built.status == 2
    assert message in "\n".join(built.warnings)


@pytest.mark.parametrize(
    "value", ["None", "1", "1.5", "'x'", "[1]", "[None, 'a']", "{'a': 1}", "b'x'", "object()", "len"]
)
def test_a_value_of_a_wrong_type_warns_as_in_sphinx(tmp_path: Path, value: str) -> None:
    right = {"'x'": str, "1": bool}.get(value)  # Sphinx accepts 1 for True
    names = [
        name for name, known in VALUES.items() if known.types != (right,) and not (right is str and str in known.types)
    ]
    conf = "\n".join(f"{name} = {value}" for name in names)
    built = build(write_project(tmp_path / "source", conf, index_rst=f"{PAGE}https://例え.jp/ü\n"), tmp_path)
    assert built.status == 0
    assert [name for name in names if not any(name in line for line in built.warnings)] == []
    assert links(built.out / "index.html")


@pytest.mark.parametrize(
    ("schemes", "asked"),
    [
        (["http", "htps"], "no scheme 'htps' is known; did you mean 'https'?"),
        (["usal"], "no scheme 'usal' is known; did you mean 'usual'?"),
        (["usual", "s3", "postgresql", "DOI", "vscode", "slack", "x-private", "data", "tg"], ""),
    ],
)
def test_a_misspelt_scheme(tmp_path: Path, schemes: list[str], asked: str) -> None:
    built = build(write_project(tmp_path / "source", f"iri_schemes = {schemes}", index_rst=PAGE), tmp_path)
    found = [line for line in built.warnings if "iri.config" in line]
    assert found == [f"WARNING: iri_schemes: {asked} [iri.config]"] * bool(asked)


LINKS = (
    PAGE
    + "https://例え.jp/ü http://xn--r8jz45g.jp/%C3%BC example.com/ü urn:example:ü doi:ü `t <https://例え.jp/%C3%BC>`_\n"
)
SHOWN = ["https://例え.jp/ü", "http://xn--r8jz45g.jp/%C3%BC", "urn:example:ü", "t"]


@pytest.mark.parametrize(
    ("conf", "shown"),
    [
        ("", SHOWN),
        ("iri_detect = False", ["t"]),
        ("iri_schemes = ['usual', 'DOI']", [*SHOWN[:3], "doi:ü", "t"]),
        ("iri_schemes = ['DOI', 'http']", ["http://xn--r8jz45g.jp/%C3%BC", "doi:ü", "t"]),
        ("iri_bare_domains = True", [*SHOWN[:2], "example.com/ü", *SHOWN[2:]]),
        ("iri_display = 'iri'", ["https://例え.jp/ü", "http://例え.jp/ü", "urn:example:ü", "t"]),
        (
            "iri_display = 'iri'\niri_display_policy = 'none'",
            ["https://xn--r8jz45g.jp/ü", "http://xn--r8jz45g.jp/ü", "urn:example:ü", "t"],
        ),
        (
            "iri_display = 'uri'",
            ["https://xn--r8jz45g.jp/%C3%BC", "http://xn--r8jz45g.jp/%C3%BC", "urn:example:%C3%BC", "t"],
        ),
    ],
)
def test_what_is_linked_and_shown(tmp_path: Path, conf: str, shown: list[str]) -> None:
    built = build(write_project(tmp_path / "source", conf, index_rst=LINKS), tmp_path)
    found = links(built.out / "index.html")
    if conf == "iri_detect = False":  # what docutils makes of it
        found = [link for link in found if link.text == "t"]
    assert [link.text for link in found] == shown
    assert all(link.target.isascii() for link in found)


def test_an_empty_value_on_the_command_line_is_an_empty_list(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", index_rst=LINKS)
    names = ["iri_schemes", "iri_select", "iri_ignore", "iri_ignore_patterns"]
    built = build(source, tmp_path, "html", *(word for name in names for word in ("-D", f"{name}=")))
    assert [link.text for link in links(built.out / "index.html")] == ["t"]
    assert built.warnings == []


@pytest.mark.parametrize("document", ["index_rst", "index_md"])
def test_schemes_can_be_restricted(tmp_path: Path, document: str) -> None:
    """To those that are named, in ASCII too, where docutils links whatever it knows."""
    conf = "iri_schemes = ['https', 'DOI']; extensions.append('myst_parser'); iri_myst = True"
    text = "# Page\n\n" if document == "index_md" else PAGE
    text += "http://例え.jp/ü https://例え.jp/ü ftp://a.example/ news:x doi:10.1/ü https://a.example/ ü@a.example\n\n"
    text += "ftp://a.example/ mailto:a@a.example\n"
    built = build(write_project(tmp_path / "source", conf, **{document: text}), tmp_path)
    shown = [link.text for link in links(built.out / "index.html")]
    emails = ["ü@a.example", "mailto:a@a.example"]  # iri_email finds them
    assert shown == ["https://例え.jp/ü", "doi:10.1/ü", "https://a.example/", *emails]


@pytest.mark.parametrize(
    ("mapping", "host"), [("uts46", "xn--i-7iq.ws"), ("percent", "i%E2%9D%A4.ws"), ("idna2008", None)]
)
def test_host_mapping(tmp_path: Path, mapping: str, host: str | None) -> None:
    source = write_project(tmp_path / "source", f"iri_host_mapping = {mapping!r}", index_rst=PAGE + "https://i❤.ws/\n")
    built = build(source, tmp_path)
    assert [link.target for link in links(built.out / "index.html")] == ([f"https://{host}/"] if host else [])


@pytest.mark.parametrize(
    ("conf", "reported"),
    [
        ("", True),
        ("iri_ignore = ['IRI3']", False),
        ("iri_ignore = ['idna']", False),
        ("iri_ignore = ['IRI801']", True),  # a rule of `iri lint`; one list can serve both
        ("iri_select = ['ALL']", True),
        ("iri_ignore = ['ALL']", False),
        # the longest name decides, as on the command line
        ("iri_ignore = ['ALL']; iri_select = ['IRI3']", True),
        ("iri_ignore = ['IRI3']; iri_select = ['ALL']", False),
        ("iri_ignore_patterns = ['https://ü.*']", False),
        ("suppress_warnings = ['iri']", False),
        ("suppress_warnings = ['iri.host']", False),
    ],
)
def test_what_is_reported(tmp_path: Path, conf: str, reported: bool) -> None:
    built = build(
        write_project(tmp_path / "source", conf, index_rst=PAGE + "https://ü..example/\n"), tmp_path, "html", "-W"
    )
    assert (built.status != 0, any("[iri.host]" in line for line in built.warnings)) == (reported, reported)


@pytest.mark.parametrize(("conf", "reported"), [("", False), ("iri_select = ['symbol-in-host']", True)])
def test_a_symbol_that_browsers_look_up_is_reported_if_asked_for(tmp_path: Path, conf: str, reported: bool) -> None:
    text = PAGE + "https://i❤.ws/ `☃ <https://☃.example/>`_\n"
    built = build(write_project(tmp_path / "source", conf, index_rst=text), tmp_path, "html", "-W", "--keep-going")
    assert any("[iri.host]" in line for line in built.warnings) == reported
    assert [link.target for link in links(built.out / "index.html")] == [
        "https://xn--i-7iq.ws/",
        "https://xn--n3h.example/",
    ]


def test_a_symbol_that_idna_2008_refuses_is_reported_once(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", "iri_host_mapping = 'idna2008'", index_rst=PAGE + "https://i❤.ws/\n")
    (warning,) = build(source, tmp_path).warnings
    assert "'https://i❤.ws/' is not linked: " in warning
    assert "[iri.host]" in warning


@pytest.mark.parametrize(
    ("written", "is_reported"),
    [
        ("Gauß–Bonnet", False),
        ("CAFÉ–BAR", False),
        ("Å–Ø", False),
        ("Ö²", False),
        ("grÃ¶ÃŸe", True),
        ("%C3%83%C2%B6", True),
    ],
)
def test_what_looks_misread_stays_a_link(tmp_path: Path, written: str, is_reported: bool) -> None:
    address = f"https://de.wikipedia.org/wiki/{written}"
    built = build(write_project(tmp_path / "source", index_rst=PAGE + f"{address} `t <{address}>`__\n"), tmp_path)
    assert [line.rpartition(" ")[2] for line in built.warnings] == ["[iri.mojibake]"] * 2 * is_reported
    assert [link.target for link in links(built.out / "index.html")] == [to_uri(address)] * 2


@pytest.mark.parametrize(
    ("conf", "reported"),
    [
        ("", ["host", "host", "syntax"]),
        ("iri_ignore = ['IRI3']", ["syntax"]),
        ("iri_ignore = ['idna', 'syntax']", ["host"]),
        ("iri_ignore_patterns = ['.*']", []),
    ],
)
def test_what_is_ignored_is_not_reported_and_not_linked(tmp_path: Path, conf: str, reported: list[str]) -> None:
    text = f"https://例え..jp/ `t <http://{'a' * 70}ü.jp/>`_ http://u@例え.jp/ `t <http://[::1/ü>`__\n"
    built = build(write_project(tmp_path / "source", conf, index_rst=PAGE + text), tmp_path)
    assert [line.rpartition("[iri.")[2].rstrip("]") for line in built.warnings] == reported
    assert links(built.out / "index.html") == []


ROLES = """\
one
:iri:`foo` and
:iri:`t <bar>` |s| |s|
:iri:`https://a.example/日 本`

.. |s| replace:: :iri:`baz`
"""


@pytest.mark.parametrize(
    ("conf", "reported"),
    [
        ("", [("5", "foo", "syntax"), ("6", "bar", "syntax"), ("7", "日 本", "character"), ("9", "baz", "syntax")]),
        ("iri_ignore = ['syntax']", [("7", "日 本", "character")]),
        ("iri_ignore_patterns = ['foo|ba.']", [("7", "日 本", "character")]),
        ("suppress_warnings = ['iri.syntax']", [("7", "日 本", "character")]),
        ("suppress_warnings = ['iri']", []),
    ],
)
def test_a_role_with_what_is_no_address(tmp_path: Path, conf: str, reported: list[tuple[str, str, str]]) -> None:
    built = build(write_project(tmp_path / "source", conf, index_rst=PAGE + ROLES), tmp_path)
    said = re.compile(r"index\.rst:(\d+): WARNING: '(?:.*/)?(.*)' is not linked: .* \[iri\.(.*)\]")
    assert sorted(match.groups() for match in map(said.search, built.warnings) if match) == reported
    assert len(built.warnings) == len(reported)
    assert links(built.out / "index.html") == []


@pytest.mark.parametrize(
    ("written", "missing"),
    [
        ("例え.jp/日", 'one such as "https://"'),
        ("//例え.jp/日", 'one such as "https:"'),
        ("jürgen@example.com", '"mailto:"'),
    ],
)
def test_a_role_says_what_is_missing(tmp_path: Path, written: str, missing: str) -> None:
    source = write_project(tmp_path / "source", index_rst=PAGE + f":iri:`{written}`\n")
    (warning,) = build(source, tmp_path).warnings
    assert f"'{written}' is not linked: " in warning
    assert f"; write {missing} before it [iri.syntax]" in warning


def test_a_rule_that_is_off_can_be_selected(tmp_path: Path) -> None:
    source = write_project(
        tmp_path / "source", "iri_select = ['lower-case-hex']", index_rst=PAGE + "http://a.example/%c3\n"
    )
    built = build(source, tmp_path, "html", "-W")
    assert any("[iri.lower-case-hex]" in line for line in built.warnings)


BROKEN = PAGE + "One http://exämple..com/ü\n\ntwo http://[::1/ü and https://ja.wikipedia.org/wiki/日本\n"


def test_report(tmp_path: Path) -> None:
    """Files, exit status; the same from the cache, and from several processes."""
    source = write_project(tmp_path / "source", index_rst=BROKEN + "\n.. toctree::\n   :glob:\n\n   p*\n")
    for number in range(9):
        (source / f"p{number}.rst").write_text(BROKEN, "utf-8")
    reports = []
    for out, options in (("one", ()), ("one", ()), ("two", ("-j", "auto"))):
        built = build(source, tmp_path / out, "iri", *options)
        assert built.status == 1
        reports.append([(built.out / f"output.{kind}").read_text("utf-8") for kind in ("txt", "json", "sarif")])
    assert reports[0] == reports[1] == reports[2]
    findings = json.loads(reports[0][1])
    assert [(f["path"], f["line"], f["column"], f["iri"]) for f in findings][:2] == [
        ("index.rst", 4, 12, "http://exämple..com/ü"),
        ("index.rst", 6, 12, "http://[::1/ü"),
    ]
    assert len(findings) == 20
    assert json.loads(reports[0][2])["version"] == "2.1.0"


TWINS = """\
Page http://ü..b/1
==================

``http://ü..b/1`` http://ü..b/1, http://ü..b/1 and `t <http://ü..b/1>`_

.. image:: http://ü..b/1
   :alt: x
   :target: http://ü..b/1

+---------------+---------------+
| http://ü..b/1 | http://ü..b/1 |
+---------------+---------------+

.. figure:: a.png
   :target: http://ü..b/1
"""
TWINS_IN_MARKDOWN = """\
# Page

<http://ü..b/1> <http://ü..b/1>

```{image} a.png
:target: http://ü..b/1
```

one
[![x](a.png)](http://ü..b/1)
"""


def test_equal_addresses_have_their_own_places(tmp_path: Path) -> None:
    source = write_project(
        tmp_path / "source",
        "extensions.append('myst_parser')\nsuppress_warnings = ['image.not_readable', 'toc.not_included']",
        index_rst=TWINS,
        more_md=TWINS_IN_MARKDOWN,
    )
    built = build(source, tmp_path, "iri")
    findings = json.loads((built.out / "output.json").read_text("utf-8"))
    inside = len("http://")  # the problem is in the host
    assert [(f["path"], f["line"], f["column"] - inside - 1) for f in findings] == [
        ("index.rst", 1, 5),
        *(("index.rst", 4, column) for column in (18, 33, 55)),
        ("index.rst", 6, 11),
        ("index.rst", 8, 12),
        ("index.rst", 11, 2),
        ("index.rst", 11, 18),
        ("index.rst", 15, 12),
        ("more.md", 3, 1),
        ("more.md", 3, 17),
        ("more.md", 6, 9),
        ("more.md", 10, 14),
    ]
    warned = [line.split(":")[1] for line in built.warnings if "[iri." in line]
    assert sorted(warned) == sorted(str(f["line"]) for f in findings)


def test_what_is_substituted_is_reported_once_where_it_is_defined(tmp_path: Path) -> None:
    text = "|a| |b| |a| |c|\n|c| http://ü..b/5\n\n.. |a| image:: http://ü..b/7\n.. |b| image:: a.png\n"
    text += "   :target: http://ü..b/9\n.. |c| replace:: see `t <http://ü..b/10>`__ or\n   http://ä..b/11 and http://ü..b/11\n"
    text += ".. |unused| replace:: http://ü..b/12\n"
    conf = "suppress_warnings = ['image.not_readable']"
    built = build(write_project(tmp_path / "source", conf, index_rst=PAGE + text), tmp_path)
    reported = [
        (line.split(":")[1], line.split("'")[1].rpartition("/")[2]) for line in built.warnings if "[iri." in line
    ]
    assert sorted(reported) == [
        ("10", "10"),
        ("11", "11"),
        ("11", "11"),
        ("12", "12"),
        ("5", "5"),
        ("7", "7"),
        ("9", "9"),
    ]


def test_characters_that_cannot_be_seen_are_named(tmp_path: Path) -> None:
    text = "`t <http://a.example/x\u202ey/ü>`_ `u <http://a.example/نامه\u200cای\u061cx>`_\n"
    source = write_project(tmp_path / "source", index_rst=PAGE + text)
    printed = "\n".join(build(source, tmp_path).warnings) + (
        build(source, tmp_path, "iri").out / "output.txt"
    ).read_text("utf-8")
    assert "'http://a.example/x<U+202E>y/ü': " in printed
    assert "'http://a.example/نامه\u200cای<U+061C>x'" in printed  # the joiner is part of the word
    assert not {"\u202e", "\u061c"} & set(printed)


def test_report_names_the_address(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", index_rst=PAGE + ":iri:`日\u202e本`\n")
    built = build(source, tmp_path, "iri")
    for name in ("output.txt", "output.sarif"):
        assert "'日<U+202E>本': missing scheme" in (built.out / name).read_text("utf-8")


def test_report_of_a_docstring(tmp_path: Path) -> None:
    """Its lines are counted in it; a program that opens the file is given the file."""
    conf = f"import sys\nsys.path.insert(0, {str(tmp_path / 'source')!r})\nextensions.append('sphinx.ext.autodoc')"
    conf += "\niri_select = ['IRI204']"
    source = write_project(tmp_path / "source", conf, index_rst=PAGE + ".. autofunction:: documented.f\n")
    code = 'def f():\n    """One.\n\n    See http://ü..b/ and http://a.example/ü%c3%bc there.\n    """\n'
    (source / "documented.py").write_text(code, "utf-8")
    built = build(source, tmp_path, "iri")
    place = "documented.py:docstring of documented.f:3:1: "
    assert (built.out / "output.txt").read_text("utf-8").startswith(place)
    result, fixable = json.loads((built.out / "output.sarif").read_text("utf-8"))["runs"][0]["results"]
    where = result["locations"][0]["physicalLocation"]
    assert (where["artifactLocation"]["uri"], where["region"]["startLine"]) == ("documented.py", 1)
    assert result["message"]["text"].startswith("docstring of documented.f, line 3: 'http://ü..b/': host")
    assert fixable["ruleId"] == "IRI204"
    assert "fixes" not in fixable  # nobody knows where to write it


def test_report_of_a_sound_project(tmp_path: Path) -> None:
    built = build(write_project(tmp_path / "source", index_rst=PAGE + "https://例え.jp/\n"), tmp_path, "iri")
    assert (built.status, (built.out / "output.txt").read_text("utf-8")) == (0, "")


def test_index_and_lists(tmp_path: Path) -> None:
    source = write_project(
        tmp_path / "source",
        "iri_index = True",
        index_rst=PAGE
        + ".. iri-list::\n\n.. iri-list::\n   :script: Cyrillic\n\n:ref:`iri-index`\n\n.. toctree::\n\n   other\n",
        other_rst=PAGE + "https://例え.jp/ü https://ru.wikipedia.org/wiki/Москва https://ja.wikipedia.org/wiki/日本\n",
    )
    built = build(source, tmp_path, "html", "-W")
    assert built.status == 0, built.warnings
    every = ["https://ru.wikipedia.org/wiki/Москва", "https://ja.wikipedia.org/wiki/日本", "https://例え.jp/ü"]
    shown = [anchor.text for anchor in anchors(built.out / "index.html")]
    assert shown == [*every, every[0]]
    page = (built.out / "iri-index.html").read_text("utf-8")
    assert [page.index(text) for text in ("Cyrillic", "Москва", "日本")] == sorted(
        page.index(text) for text in ("Cyrillic", "Москва", "日本")
    )
    (source / "other.rst").write_text(PAGE + "https://ja.wikipedia.org/wiki/日本\n", "utf-8")
    built = build(source, tmp_path, "html", "-W")
    assert [anchor.text for anchor in anchors(built.out / "index.html")] == [every[1]]


def test_index_in_print_leads_to_what_is_written(tmp_path: Path) -> None:
    """The title of the first page is the book's there, and its anchor nowhere; a page without title has none."""
    text = PAGE + "https://例え.jp/1\n\n.. toctree::\n\n   other\n   bare\n"
    other = PAGE + "https://例え.jp/2\n\nPart\n----\n\nhttps://例え.jp/3\n"
    source = write_project(
        tmp_path / "source", "iri_index = True", index_rst=text, other_rst=other, bare_rst="https://例え.jp/4\n"
    )
    (tex,) = build(source, tmp_path, "latex").out.glob("*.tex")
    written = tex.read_text("utf-8").replace(r"\detokenize", "").translate({ord("{"): None, ord("}"): "\n"})
    places = re.findall(r"\\sphinxstyleindexpageref(.*)", written)
    assert places == ["index::doc", "other::doc", "other:part"]
    assert {f"\\label{place}" for place in places} <= set(re.findall(r"\\label.*", written))
    (texi,) = build(source, tmp_path, "texinfo").out.glob("*.texi")
    written = texi.read_text("utf-8")
    named = re.findall(r"^\* https;//.*: (\d+)\.", written, re.MULTILINE)
    assert len(named) == 3
    assert {f"@anchor{{{name}}}" for name in named} <= set(re.findall(r"@anchor\{\d+\}", written))


def test_links_of_toctrees_are_in_index_and_lists(tmp_path: Path) -> None:
    entries = "t <https://例え.jp/1>\n   https://例え.jp/2\n   http://xn--r8jz45g.jp/3\n   https://a.example/\n"
    text = PAGE + f".. iri-list::\n\n.. toctree::\n\n   {entries}"
    built = build(write_project(tmp_path / "source", "iri_index = True", index_rst=text), tmp_path, "html", "-W")
    iris = ["http://例え.jp/3", "https://例え.jp/1", "https://例え.jp/2"]
    page = BeautifulSoup((built.out / "index.html").read_text("utf-8"), "html5lib")
    assert [item.text for item in page.select("div.body li p")] == iris
    page = BeautifulSoup((built.out / "iri-index.html").read_text("utf-8"), "html5lib")
    assert [code.text for code in page.select("code.xref")] == ["例え.jp", *iris]


def test_an_iri_in_several_places_is_one_row_of_the_index(tmp_path: Path) -> None:
    link = "https://例え.jp/ü\n\n"
    text = PAGE + link + link + "Two\n---\n\n" + link + "Part\n----\n\n" + link + ".. toctree::\n\n   other\n"
    source = write_project(tmp_path / "source", "iri_index = True", index_rst=text, other_rst=PAGE + link)
    page = BeautifulSoup((build(source, tmp_path, "html", "-W").out / "iri-index.html").read_text("utf-8"), "html5lib")
    places = [(anchor.text, anchor["href"]) for anchor in page.select(".indextable a")]
    assert places == [
        ("https://例え.jp/ü", "index.html#page"),
        ("[1]", "index.html#two"),
        ("[2]", "index.html#part"),
        ("[3]", "other.html#page"),
    ]


@pytest.mark.parametrize(
    ("option", "advice"),
    [
        (":script: arabic", 'unknown script "arabic"; write one of Arabic, Armenian, '),
        (":documents: index othr", 'unknown document "othr"; did you mean "other"?'),
        (":documents: /other.rst", 'unknown document "/other.rst"; did you mean "other"?'),
        (":documents: zzz", 'unknown document "zzz"; write the path from the source folder, without suffix'),
    ],
)
def test_a_list_that_asks_for_what_there_is_not(tmp_path: Path, option: str, advice: str) -> None:
    text = PAGE + f"One\n\n.. iri-list::\n   {option}\n\n.. toctree::\n\n   other\n"
    source = write_project(tmp_path / "source", index_rst=text, other_rst=PAGE)
    (warning,) = build(source, tmp_path).warnings
    assert warning.startswith(f"{source / 'index.rst'}:6: WARNING: iri-list: {advice}")
    assert warning.endswith("[iri.list]")


def test_a_list_of_what_there_is(tmp_path: Path) -> None:
    text = PAGE + ".. iri-list::\n   :script: Other\n   :documents: index\n\nhttps://example.com/Ⴐ https://i❤.ws/\n"
    conf = "suppress_warnings = ['iri.host']"
    built = build(write_project(tmp_path / "source", conf, index_rst=text), tmp_path, "html", "-W")
    assert [item.text for item in anchors(built.out / "index.html")[:-2]] == ["https://i❤.ws/"]


def test_no_broken_link_in_index_and_lists(tmp_path: Path) -> None:
    """From several processes, and when a page has changed, too."""
    source = write_project(
        tmp_path / "source",
        "iri_index = True",
        index_rst=PAGE + "http://ü..b/ https://例え.jp/ |x|\n\n.. |x| replace:: https://例え.jp/x\n\n.. iri-list::\n\n"
        ".. toctree::\n   :glob:\n\n   p*\n",
    )
    for number in range(9):
        (source / f"p{number}.rst").write_text(PAGE + f"http://ü..b/ https://例え.jp/{number}\n", "utf-8")
    every = [f"https://例え.jp/{end}" for end in ("", *range(9), "x")]
    for text, shown in (
        ("", every),
        ("http://ü..b/ https://例え.jp/ü\n", [*every[:-2], every[-1], "https://例え.jp/ü"]),
    ):
        if text:
            (source / "p8.rst").write_text(PAGE + text, "utf-8")
        for out in ("one", "two"):
            built = build(source, tmp_path / out, "html", "-j", "1" if out == "one" else "4")
            listed = [anchor.text for anchor in anchors(built.out / "index.html")][2:]
            assert listed == shown
            page = (built.out / "iri-index.html").read_text("utf-8")
            assert "ü..b" not in page
            # what is substituted is where it stands, not where it is defined
            assert page.count(">https://例え.jp/x<") == 1


@pytest.mark.parametrize(
    ("engine", "shown"),
    [
        ("xelatex", r"(\sphinxiriltr{https://\allowbreak{}ja.\allowbreak{}example/\allowbreak{}日})"),
        ("pdflatex", r"(\sphinxnolinkurl{https://ja.example/\%E6\%97\%A5})"),
    ],
)
def test_addresses_behind_titles_are_as_in_footnotes(tmp_path: Path, engine: str, shown: str) -> None:
    text = (
        "`x <https://ja.example/日>`__ `y <https://ja.example/日>`__, `z <https://ja.example/>`__ `a <a/日>`__ (a/日)\n"
    )
    conf = f"latex_show_urls = 'inline'; latex_engine = {engine!r}"
    source = write_project(tmp_path / "source", conf, index_rst=PAGE + text)
    (tex,) = build(source, tmp_path, "latex").out.glob("*.tex")
    line = next(line for line in tex.read_text("utf-8").splitlines() if "{x}" in line)
    behind = re.sub(r"\\sphinxhref\{[^}]*\}\{(.)\}", r"\1", line)
    assert behind == f"x {shown} y {shown}, z (https://ja.example/) a (a/日)"


@pytest.mark.parametrize(
    ("engine", "shown"),
    [
        (
            "xelatex",
            r"\normalfont{}\sphinxiriltr{\sphinxhref{https://xn--mgbh0fb.example/\%D8\%A7}"
            r"{https://\allowbreak{}\sphinxirirtl{Arabic}{مثال}.\allowbreak{}example/\allowbreak{}\sphinxirirtl{Arabic}{ا}}}",
        ),
        ("pdflatex", r"\normalfont{}\sphinxurl{https://xn--mgbh0fb.example/\%D8\%A7}"),
    ],
)
def test_the_printed_index_has_links_as_text_has(tmp_path: Path, engine: str, shown: str) -> None:
    conf = f"iri_index = True; latex_engine = {engine!r}"
    source = write_project(tmp_path / "source", conf, index_rst=PAGE + "https://مثال.example/ا\n")
    (tex,) = build(source, tmp_path, "latex").out.glob("*.tex")
    entries = [line for line in tex.read_text("utf-8").splitlines() if r"\item\relax" in line]
    assert [entry.split("index:")[0] for entry in entries] == [
        rf"\item\relax\sphinxstyleindexentry{{{shown}}}\sphinxstyleindexpageref{{"
    ]


def test_no_index_unless_asked_for(tmp_path: Path) -> None:
    built = build(write_project(tmp_path / "source", index_rst=LINKS), tmp_path)
    assert not (built.out / "iri-index.html").exists()


def test_a_change_of_a_value_reads_again(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", index_rst=LINKS)
    build(source, tmp_path)
    built = build(source, tmp_path, "html", "-D", "iri_bare_domains=1")
    assert "example.com/ü" in [link.text for link in links(built.out / "index.html")]


def test_several_processes_make_the_same_pages(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", index_rst=LINKS + "\n.. toctree::\n   :glob:\n\n   p*\n")
    for number in range(12):
        (source / f"p{number}.rst").write_text(LINKS, "utf-8")
    one, two = build(source, tmp_path / "1"), build(source, tmp_path / "2", "html", "-j", "4")
    pages = sorted(path.name for path in one.out.glob("*.html"))
    assert all((one.out / name).read_text("utf-8") == (two.out / name).read_text("utf-8") for name in pages)


def test_a_second_build_makes_what_a_first_one_would(tmp_path: Path) -> None:
    """Of what has not changed nothing is read again; lists, and the links between documents, are of the last build."""
    text = LINKS + "\n.. iri-list::\n\n.. toctree::\n   :glob:\n\n   p*\n"
    source = write_project(tmp_path / "source", "iri_index = True", index_rst=text, p1_rst=LINKS, p2_rst=BROKEN)
    build(source, tmp_path / "again", process=True)  # which the next one can go on from
    (source / "p1.rst").write_text(PAGE + "https://ja.wikipedia.org/wiki/題 http://ü..example/\n", "utf-8")
    again = build(source, tmp_path / "again", "html", "-j", "2")
    first = build(source, tmp_path / "first")
    pages = {path.name: path.read_text("utf-8") for path in first.out.glob("*.html")}
    assert {path.name: path.read_text("utf-8") for path in again.out.glob("*.html")} == pages
    assert "題" in pages["index.html"]
    of_p1 = [line for line in first.warnings if "p1.rst" in line]
    assert again.warnings == of_p1
    assert len(of_p1) == 1


@pytest.mark.parametrize(
    ("options", "fails"), [((), False), (("-j", "2"), False), (("-W",), True), (("-W", "--keep-going"), True)]
)
def test_a_broken_link_stops_a_build_only_if_warnings_are_errors(
    tmp_path: Path, options: tuple[str, ...], fails: bool
) -> None:
    text = PAGE + "https://例え.jp/\n\n.. toctree::\n   :glob:\n\n   p*\n"
    source = write_project(tmp_path / "source", index_rst=text, p1_rst=BROKEN, p2_rst=LINKS)
    built = build(source, tmp_path, "html", *options)
    assert (built.status != 0) is fails  # the status itself is Sphinx's choice: 1, or 2 before 8.1
    if "--keep-going" in options or not fails:
        assert [link.text for link in links(built.out / "p1.html")] == ["https://ja.wikipedia.org/wiki/日本"]
        assert len(links(built.out / "p2.html")) == len(SHOWN)


@pytest.mark.parametrize("builder", ["html", "latex", "texinfo", "man", "epub", "iri"])
def test_nothing_that_is_deprecated_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, builder: str) -> None:
    text = (
        LINKS + "\n.. iri-list::\n\n:iri:`https://例え.jp/` :ref:`iri-index`\n\n.. toctree::\n\n   https://例え.jp/題\n"
    )
    conf = "iri_index = True; project = author = copyright = epub_copyright = version = 'x'"
    source = write_project(tmp_path / "source", conf, index_rst=text)
    monkeypatch.setenv("PYTHONWARNINGS", "error::DeprecationWarning,error::PendingDeprecationWarning")
    built = build(source, tmp_path, builder, process=True)
    assert (built.status, built.warnings) == (0, [])


@pytest.mark.parametrize("old", ["extension", "domain", "both"])
def test_an_environment_of_another_version_is_made_again(tmp_path: Path, old: str) -> None:
    source = write_project(tmp_path / "source", index_rst=LINKS + "\n.. iri-list::\n")
    built = build(source, tmp_path)
    page, kept = built.out / "index.html", tmp_path / ".doctrees" / "environment.pickle"
    before = page.read_text("utf-8")
    environment = pickle.loads(kept.read_bytes())
    environment.domaindata["iri"]["uses"] = {"index": [("http://left.example/ü", "in a form of before", 1)]}
    if old != "domain":
        environment.version["sphinx_iri"] = 0
    if old != "extension":
        environment.domaindata["iri"]["version"] = 0
    kept.write_bytes(pickle.dumps(environment))
    page.unlink()
    built = build(source, tmp_path, "html", "-W")
    assert (built.status, built.warnings) == (0, [])
    assert page.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        (".. image:: http://exämple..com/ü.png\n   :alt: a map\n", "<p>a map</p>"),
        (".. image:: http://exämple..com/ü.png\n", "<p>http://exämple..com/ü.png</p>"),
        ("See |map|.\n\n.. |map| image:: http://exämple..com/ü.png\n", "<p>See map.</p>"),
    ],
)
def test_an_image_that_has_no_uri(tmp_path: Path, markup: str, shown: str) -> None:
    built = build(write_project(tmp_path / "source", index_rst=PAGE + markup), tmp_path)
    page = (built.out / "index.html").read_text("utf-8")
    assert any("ü.png' is not linked" in line and "[iri." in line for line in built.warnings)
    assert shown in page
    assert "<img" not in page


@pytest.mark.parametrize("engine", ["platex", "uplatex"])
def test_source_for_japanese_tex(tmp_path: Path, engine: str) -> None:
    """The IRI as text, none of the commands that only XeTeX and LuaTeX have use for; ASCII brackets are kept."""
    text = PAGE + "https://ja.wikipedia.org/wiki/日本語 と http://[2001:db8::1]/ü\n"
    conf = f"latex_engine = {engine!r}\nlanguage = 'ja'\nlatex_documents = [('index', 'page.tex', 'P', 'x', 'howto')]"
    tex = (
        build(write_project(tmp_path / "source", conf, index_rst=text), tmp_path, "latex").out / "page.tex"
    ).read_text("utf-8")
    body = tex.split(r"\begin{document}")[1].replace(r"\allowbreak{}", "")
    assert (
        r"\sphinxhref{https://ja.wikipedia.org/wiki/\%E6\%97\%A5\%E6\%9C\%AC\%E8\%AA\%9E}"
        "{https://ja.wikipedia.org/wiki/日本語}"
    ) in body
    assert r"\sphinxhref{http://[2001:db8::1]/\%C3\%BC}" in body
    assert r"\sphinxiriscript" not in body


def test_paths_in_a_pdf_are_uris(tmp_path: Path) -> None:
    """The anchors of the same document are LaTeX's own matter."""
    text = PAGE + "`a <ü.html>`_ `b <#節>`_\n\nMore\n----\n"
    (tex,) = build(write_project(tmp_path / "source", index_rst=text), tmp_path, "latex").out.glob("*.tex")
    written = tex.read_text("utf-8")
    assert r"\sphinxhref{./\%C3\%BC.html}{a}" in written
    assert r"\hyperref[\detokenize{index:_u7bc0}]" in written
