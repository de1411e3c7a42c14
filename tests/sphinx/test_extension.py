"""Configuration, the report, the index and the lists."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

from extract import to_uri
from sphinx_iri.config import VALUES
from tests.sphinx.building import PAGE, build, build_text, write_project


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
    built = build_text(tmp_path, "", conf)
    assert built.status == 2
    assert message in "\n".join(built.warnings)


@pytest.mark.parametrize("value", ["None", "1", "'x'", "[None, 'a']", "{'a': 1}", "len"])
def test_a_value_of_a_wrong_type_warns_as_in_sphinx(tmp_path: Path, value: str) -> None:
    right = {"'x'": str, "1": bool}.get(value)  # Sphinx accepts 1 for True
    names = [
        name for name, known in VALUES.items() if known.types != (right,) and not (right is str and str in known.types)
    ]
    built = build_text(tmp_path, "https://例え.jp/ü", "\n".join(f"{name} = {value}" for name in names))
    assert built.status == 0
    assert [name for name in names if not any(name in line for line in built.warnings)] == []
    assert built.links


@pytest.mark.parametrize(
    ("schemes", "asked"),
    [
        (["http", "htps"], "no scheme 'htps' is known; did you mean 'https'?"),
        (["usal"], "no scheme 'usal' is known; did you mean 'usual'?"),
        (["usual", "s3", "postgresql", "DOI", "vscode", "slack", "x-private", "data", "tg"], ""),
    ],
)
def test_a_misspelled_scheme(tmp_path: Path, schemes: list[str], asked: str) -> None:
    found = [line for line in build_text(tmp_path, "", f"iri_schemes = {schemes}").warnings if "iri.config" in line]
    assert found == [f"WARNING: iri_schemes: {asked} [iri.config]"] * bool(asked)


LINKS = (
    "https://例え.jp/ü http://xn--r8jz45g.jp/%C3%BC example.com/ü urn:example:ü doi:ü `t <https://例え.jp/%C3%BC>`_\n"
)
SHOWN = ["https://例え.jp/ü", "http://xn--r8jz45g.jp/%C3%BC", "urn:example:ü", "t"]


@pytest.mark.parametrize(
    ("conf", "shown"),
    [
        ("", " ".join(SHOWN)),
        ("iri_schemes = ['usual', 'DOI']", f"{' '.join(SHOWN[:3])} doi:ü t"),
        ("iri_schemes = ['DOI', 'http']", "http://xn--r8jz45g.jp/%C3%BC doi:ü t"),
        ("iri_bare_domains = True", f"{' '.join(SHOWN[:2])} example.com/ü {' '.join(SHOWN[2:])}"),
        ("iri_display = 'iri'", "https://例え.jp/ü http://例え.jp/ü urn:example:ü t"),
        (
            "iri_display = 'iri'\niri_display_policy = 'none'",
            "https://xn--r8jz45g.jp/ü http://xn--r8jz45g.jp/ü urn:example:ü t",
        ),
        ("iri_display = 'uri'", "https://xn--r8jz45g.jp/%C3%BC http://xn--r8jz45g.jp/%C3%BC urn:example:%C3%BC t"),
    ],
)
def test_what_is_linked_and_shown(tmp_path: Path, conf: str, shown: str) -> None:
    assert build_text(tmp_path, LINKS, conf).shown == shown.split()


def test_without_detection_only_what_is_explicit_is_converted(tmp_path: Path) -> None:
    assert build_text(tmp_path, LINKS, "iri_detect = False").links[-1] == ("t", to_uri("https://例え.jp/%C3%BC"))


def test_an_empty_value_on_the_command_line_is_an_empty_list(tmp_path: Path) -> None:
    names = ["iri_schemes", "iri_select", "iri_ignore", "iri_ignore_patterns"]
    built = build_text(tmp_path, LINKS, "", "html", *(word for name in names for word in ("-D", f"{name}=")))
    assert (built.shown, built.warnings) == (["t"], [])


@pytest.mark.parametrize("document", ["index_rst", "index_md"])
def test_schemes_can_be_restricted(tmp_path: Path, document: str) -> None:
    """To those that are named, in ASCII too, where docutils links whatever it knows."""
    conf = "iri_schemes = ['https', 'DOI']; extensions.append('myst_parser'); iri_myst = True"
    text = "# Page\n\n" if document == "index_md" else PAGE
    text += "http://例え.jp/ü https://例え.jp/ü ftp://a.example/ news:x doi:10.1/ü https://a.example/ ü@a.example\n\n"
    text += "ftp://a.example/ mailto:a@a.example\n"
    built = build(write_project(tmp_path / "source", conf, **{document: text}), tmp_path)
    emails = ["ü@a.example", "mailto:a@a.example"]  # iri_email finds them
    assert built.shown == ["https://例え.jp/ü", "doi:10.1/ü", "https://a.example/", *emails]


@pytest.mark.parametrize(
    ("mapping", "host"), [("uts46", "xn--i-7iq.ws"), ("percent", "i%E2%9D%A4.ws"), ("idna2008", None)]
)
def test_host_mapping(tmp_path: Path, mapping: str, host: str | None) -> None:
    built = build_text(tmp_path, "https://i❤.ws/\n", f"iri_host_mapping = {mapping!r}")
    assert [link.target for link in built.links] == ([f"https://{host}/"] if host else [])
    assert built.reported == ["host"] * (host is None)


BROKEN_HOST = "https://ü..example/\n"
SYMBOL = "https://i❤.ws/ `☃ <https://☃.example/>`_\n"
UNLINKED = f"https://例え..jp/ `t <http://{'a' * 70}ü.jp/>`_ http://u@例え.jp/ `t <http://[::1/ü>`__\n"


@pytest.mark.parametrize(
    ("text", "conf", "reported"),
    [
        (BROKEN_HOST, "", "host"),
        (BROKEN_HOST, "iri_ignore = ['IRI3']", ""),
        (BROKEN_HOST, "iri_ignore = ['IRI801']", "host"),  # a rule of `iri lint`: one list can serve both
        (BROKEN_HOST, "iri_ignore = ['ALL']", ""),
        # the longest name decides, as on the command line
        (BROKEN_HOST, "iri_ignore = ['ALL']; iri_select = ['IRI3']", "host"),
        (BROKEN_HOST, "iri_ignore = ['IRI3']; iri_select = ['ALL']", ""),
        (BROKEN_HOST, "iri_ignore_patterns = ['https://ü.*']", ""),
        (BROKEN_HOST, "suppress_warnings = ['iri']", ""),
        (BROKEN_HOST, "suppress_warnings = ['iri.host']", ""),
        # what is ignored is not linked either
        (UNLINKED, "", "host host syntax"),
        (UNLINKED, "iri_ignore = ['idna', 'syntax']", "host"),
        (UNLINKED, "iri_ignore_patterns = ['.*']", ""),
        # browsers look these up; rules that are off can be asked for
        (SYMBOL, "", ""),
        (SYMBOL, "iri_select = ['symbol-in-host']", "host host"),
        ("http://a.example/%c3\n", "iri_select = ['lower-case-hex']", "lower-case-hex"),
    ],
)
def test_what_is_reported(tmp_path: Path, text: str, conf: str, reported: str) -> None:
    built = build_text(tmp_path, text, conf, "html", "-W", "--keep-going")
    assert (built.reported, built.status != 0) == (reported.split(), bool(reported))
    assert bool(built.links) == (text not in (BROKEN_HOST, UNLINKED))


def test_what_looks_misread_stays_a_link(tmp_path: Path) -> None:
    """Mojibake is reported, other letters with accents are not."""
    words = ["Gauß–Bonnet", "CAFÉ–BAR", "Å–Ø", "Ö²", "grÃ¶ÃŸe", "%C3%83%C2%B6"]
    addresses = [f"https://de.wikipedia.org/wiki/{word}" for word in words]
    built = build_text(tmp_path, "\n\n".join(f"{address} `t <{address}>`__" for address in addresses))
    reported = [(line.split(":")[1], line.rpartition(" ")[2]) for line in built.warnings]
    assert reported == [(line, "[iri.mojibake]") for line in ("12", "12", "14", "14")]
    assert [link.target for link in built.links] == [to_uri(address) for address in addresses for _ in "12"]


ROLES = """\
one
:iri:`foo` and
:iri:`t <bar>` |s| |s|
:iri:`https://a.example/日 本`
:iri:`t <https://a.example/日 語>`

.. |s| replace:: :iri:`baz`
"""


@pytest.mark.parametrize(
    ("conf", "reported"),
    [
        ("", "10 baz syntax, 5 foo syntax, 6 bar syntax, 7 日 本 character, 8 日 語 character"),
        ("iri_ignore = ['syntax']", "7 日 本 character, 8 日 語 character"),
        ("iri_ignore_patterns = ['foo|ba.']", "7 日 本 character, 8 日 語 character"),
        ("suppress_warnings = ['iri.syntax']", "7 日 本 character, 8 日 語 character"),
    ],
)
def test_a_role_with_what_is_no_address(tmp_path: Path, conf: str, reported: str) -> None:
    built = build_text(tmp_path, ROLES, conf)
    said = re.compile(r"index\.rst:(\d+): WARNING: '(?:.*/)?(.*)' is not linked: .* \[iri\.(.*)\]")
    assert (
        ", ".join(sorted(" ".join(match.groups()) for match in map(said.search, built.warnings) if match)) == reported
    )
    assert len(built.warnings) == reported.count(",") + 1
    assert built.links == []


RUNS_ON = "https://ja.wikipedia.org/wiki/日本を参照してください"


@pytest.mark.parametrize(
    ("text", "conf", "reported"),
    [
        (f"{RUNS_ON}。", "", True),
        (f"*{RUNS_ON}*", "", True),
        (f":iri:`{RUNS_ON}` `<{RUNS_ON}>`__ `t <{RUNS_ON}>`__", "", False),
        ("https://ja.wikipedia.org/wiki/日本 を参照してください。", "", False),
        (f"{RUNS_ON}。", "iri_ignore = ['no-visible-end']", False),
        (f"{RUNS_ON}。", "iri_select = ['no-visible-end']", True),
    ],
)
def test_words_that_run_on_are_reported_and_linked(tmp_path: Path, text: str, conf: str, reported: bool) -> None:
    """The link may be right as it is written, as a title."""
    built = build_text(tmp_path, text, conf)
    said = 'if "https://ja.wikipedia.org/wiki/日本" is meant, put a space after it [iri.runs-on]'
    assert [warning.endswith(said) for warning in built.warnings] == [True] * reported
    assert len(built.links) == len(re.findall("https://", text))


def test_a_role_says_what_is_missing(tmp_path: Path) -> None:
    missing = {
        "例え.jp/日": 'one such as "https://"',
        "//例え.jp/日": 'one such as "https:"',
        "jürgen@example.com": '"mailto:"',
    }
    warnings = build_text(tmp_path, "\n".join(f":iri:`{written}`" for written in missing)).warnings
    for (written, added), warning in zip(missing.items(), warnings, strict=True):
        assert f"'{written}' is not linked: " in warning
        assert f"; write {added} before it [iri.syntax]" in warning


BROKEN = "One http://exämple..com/ü\n\ntwo http://[::1/ü and https://ja.wikipedia.org/wiki/日本\n"


def test_report(tmp_path: Path) -> None:
    """Files, exit status; the same from the cache."""
    for _ in "12":
        built = build_text(tmp_path, f"{BROKEN}\n.. toctree::\n\n   p\n", "", "iri", p_rst=PAGE + BROKEN)
        assert built.status == 1
        findings = json.loads((built.out / "output.json").read_text("utf-8"))
        assert [(f["path"], f["line"], f["column"], f["iri"]) for f in findings] == [
            (page, line, 12, iri)
            for page in ("index.rst", "p.rst")
            for line, iri in ((4, "http://exämple..com/ü"), (6, "http://[::1/ü"))
        ]
        assert json.loads((built.out / "output.sarif").read_text("utf-8"))["version"] == "2.1.0"
        assert (built.out / "output.txt").read_text("utf-8").startswith("index.rst:4:12: ")


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
    conf = "extensions.append('myst_parser')\nsuppress_warnings = ['image.not_readable', 'toc.not_included']"
    source = write_project(tmp_path / "source", conf, index_rst=TWINS, more_md=TWINS_IN_MARKDOWN)
    built = build(source, tmp_path, "iri")
    findings = json.loads((built.out / "output.json").read_text("utf-8"))
    inside = len("http://")  # the problem is in the host
    places = "index.rst 1:5 4:18 4:33 4:55 6:11 8:12 11:2 11:18 15:12 more.md 3:1 3:17 6:9 10:14"
    found = [(f["path"], f"{f['line']}:{f['column'] - inside - 1}") for f in findings]
    assert " ".join(dict.fromkeys(word for pair in found for word in pair)) == places
    warned = [line.split(":")[1] for line in built.warnings if "[iri." in line]
    assert sorted(warned) == sorted(str(f["line"]) for f in findings)


def test_what_is_substituted_is_reported_once_where_it_is_defined(tmp_path: Path) -> None:
    text = "|a| |b| |a| |c|\n|c| http://ü..b/5\n\n.. |a| image:: http://ü..b/7\n.. |b| image:: a.png\n"
    text += "   :target: http://ü..b/9\n.. |c| replace:: see `t <http://ü..b/10>`__ or\n   http://ä..b/11 and http://ü..b/11\n"
    text += ".. |unused| replace:: http://ü..b/12\n"
    built = build_text(tmp_path, text, "suppress_warnings = ['image.not_readable']")
    lines = [(line.split(":")[1], line.split("'")[1].rpartition("/")[2]) for line in built.warnings if "[iri." in line]
    assert sorted(lines) == [(line, line) for line in "10 11 11 12 5 7 9".split()]


def test_characters_that_cannot_be_seen_are_named(tmp_path: Path) -> None:
    text = "`t <http://a.example/x\u202ey/ü>`_ `u <http://a.example/نامه\u200cای\u061cx>`_ :iri:`日\u202e本`\n"
    built = build_text(tmp_path, text, "", "iri")
    for printed in (
        "\n".join(built.warnings),
        *((built.out / f"output.{kind}").read_text() for kind in ("txt", "sarif")),
    ):
        assert "'http://a.example/x<U+202E>y/ü': " in printed
        assert "'http://a.example/نامه\u200cای<U+061C>x'" in printed  # the joiner is part of the word
        assert "日<U+202E>本'" in printed
        assert not {"\u202e", "\u061c"} & set(printed)


def test_report_of_a_docstring(tmp_path: Path) -> None:
    """Its lines are counted in it; a program that opens the file is given the file."""
    conf = f"import sys\nsys.path.insert(0, {str(tmp_path / 'source')!r})\nextensions.append('sphinx.ext.autodoc')"
    code = 'def f():\n    """One.\n\n    See http://ü..b/ and http://a.example/ü%c3%bc there.\n    """\n'
    text, conf = ".. autofunction:: documented.f\n", f"{conf}\niri_select = ['IRI202']"
    built = build_text(tmp_path, text, conf, "iri", documented_py=code)
    place = "documented.py:docstring of documented.f:3:1: "
    assert (built.out / "output.txt").read_text("utf-8").startswith(place)
    result, fixable = json.loads((built.out / "output.sarif").read_text("utf-8"))["runs"][0]["results"]
    where = result["locations"][0]["physicalLocation"]
    assert (where["artifactLocation"]["uri"], where["region"]["startLine"]) == ("documented.py", 1)
    assert result["message"]["text"].startswith("docstring of documented.f, line 3: 'http://ü..b/': host")
    assert fixable["ruleId"] == "IRI202"
    assert "fixes" not in fixable  # nobody knows where to write it


def test_report_of_a_sound_project(tmp_path: Path) -> None:
    built = build_text(tmp_path, "https://例え.jp/\n", "", "iri")
    assert (built.status, (built.out / "output.txt").read_text("utf-8")) == (0, "")


def test_index_and_lists(tmp_path: Path) -> None:
    lists = ".. iri-list::\n\n.. iri-list::\n   :script: Cyrillic\n\n:ref:`iri-index`\n\n.. toctree::\n\n   other\n"
    other = (
        "http://ü..b/ https://例え.jp/ü https://ru.wikipedia.org/wiki/Москва https://ja.wikipedia.org/wiki/日本 |x|\n\n"
    )
    other += ".. |x| replace:: https://例え.jp/x\n"
    conf = "iri_index = True; suppress_warnings = ['iri.host']"
    built = build_text(tmp_path, lists, conf, "html", "-W", other_rst=PAGE + other)
    assert built.status == 0, built.warnings
    ends = ("ru.wikipedia.org/wiki/Москва", "ja.wikipedia.org/wiki/日本", "例え.jp/x", "例え.jp/ü")
    every = [f"https://{end}" for end in ends]
    assert sorted(built.shown) == sorted([*every, every[0]])
    assert built.shown[-1] == every[0]
    page = (built.out / "iri-index.html").read_text("utf-8")
    places = [page.index(text) for text in ("Cyrillic", "Москва", "日本")]
    assert places == sorted(places)
    assert "ü..b" not in page
    assert page.count(">https://例え.jp/x<") == 1  # where it stands, not where it is defined
    (tmp_path / "source" / "other.rst").write_text(PAGE + "https://ja.wikipedia.org/wiki/日本\n", "utf-8")
    assert build(tmp_path / "source", tmp_path, "html", "-W").shown == [every[1]]


def test_index_in_print_leads_to_what_is_written(tmp_path: Path) -> None:
    """The title of the first page is the book's there, and its anchor nowhere; a page without title has none."""
    other = PAGE + "https://例え.jp/2\n\nPart\n----\n\nhttps://例え.jp/3\n"
    text = "https://例え.jp/1\n\n.. toctree::\n\n   other\n   bare\n"
    built = build_text(tmp_path, text, "iri_index = True", "latex", other_rst=other, bare_rst="https://例え.jp/4\n")
    (tex,) = built.out.glob("*.tex")
    written = tex.read_text("utf-8").replace(r"\detokenize", "").translate({ord("{"): None, ord("}"): "\n"})
    places = re.findall(r"\\sphinxstyleindexpageref(.*)", written)
    assert places == ["index::doc", "other::doc", "other:part"]
    assert {f"\\label{place}" for place in places} <= set(re.findall(r"\\label.*", written))
    (texi,) = build(tmp_path / "source", tmp_path, "texinfo").out.glob("*.texi")
    named = re.findall(r"^\* https;//.*: (\d+)\.", texi.read_text("utf-8"), re.MULTILINE)
    assert len(named) == 3
    assert {f"@anchor{{{name}}}" for name in named} <= set(re.findall(r"@anchor\{\d+\}", texi.read_text("utf-8")))


def test_links_of_toctrees_are_in_index_and_lists(tmp_path: Path) -> None:
    entries = "t <https://例え.jp/1>\n   https://例え.jp/2\n   http://xn--r8jz45g.jp/3\n   https://a.example/\n"
    built = build_text(tmp_path, f".. iri-list::\n\n.. toctree::\n\n   {entries}", "iri_index = True", "html", "-W")
    iris = ["http://例え.jp/3", "https://例え.jp/1", "https://例え.jp/2"]
    assert [item.text for item in built.page().select("div.body li p")] == iris
    assert [code.text for code in built.page("iri-index.html").select("code.xref")] == ["例え.jp", *iris]


def test_an_iri_in_several_places_is_one_row_of_the_index(tmp_path: Path) -> None:
    link = "https://例え.jp/ü\n\n"
    text = link + link + "Two\n---\n\n" + link + "Part\n----\n\n" + link + ".. toctree::\n\n   other\n"
    built = build_text(tmp_path, text, "iri_index = True", "html", "-W", other_rst=PAGE + link)
    assert [(anchor.text, anchor["href"]) for anchor in built.page("iri-index.html").select(".indextable a")] == [
        ("https://例え.jp/ü", "index.html#page"),
        ("[1]", "index.html#two"),
        ("[2]", "index.html#part"),
        ("[3]", "other.html#page"),
    ]


def test_a_list_that_asks_for_what_there_is_not(tmp_path: Path) -> None:
    advice = {
        ":script: arabic": 'unknown script "arabic"; write one of Arabic, Armenian, ',
        ":documents: index othr": 'unknown document "othr"; did you mean "other"?',
        ":documents: /other.rst": 'unknown document "/other.rst"; did you mean "other"?',
        ":documents: zzz": 'unknown document "zzz"; write the path from the source folder, without suffix',
    }
    text = "".join(f".. iri-list::\n   {option}\n\n" for option in advice) + ".. toctree::\n\n   other\n"
    warnings = build_text(tmp_path, text, other_rst=PAGE).warnings
    for line, said, warning in zip((4, 7, 10, 13), advice.values(), warnings, strict=True):
        assert warning.startswith(f"{tmp_path / 'source' / 'index.rst'}:{line}: WARNING: iri-list: {said}")
        assert warning.endswith("[iri.list]")


def test_a_list_of_what_there_is(tmp_path: Path) -> None:
    text = ".. iri-list::\n   :script: Other\n   :documents: index\n\nhttps://example.com/Ⴐ https://i❤.ws/\n"
    built = build_text(tmp_path, text, "suppress_warnings = ['iri.host']", "html", "-W")
    assert built.shown[:-2] == ["https://i❤.ws/"]
    assert not (built.out / "iri-index.html").exists()


TITLED = "`x <https://ja.example/日>`__, `z <https://ja.example/>`__ `a <a/日>`__ (a/日)\n"
HREF = r"\sphinxhref{https://ja.example/\%E6\%97\%A5}{x} "
REST = r", \sphinxhref{https://ja.example/}{z} (https://ja.example/) \sphinxhref{a/\%E6\%97\%A5}{a} (a/日)"
JAPANESE = r"\sphinxhref{https://a.example/\%E6\%97\%A5}{https://a.example/日}"
ARABIC = "https://مثال.example/ا\n"
ENTRY = r"\item\relax\sphinxstyleindexentry{\normalfont{}"


@pytest.mark.parametrize(
    ("engine", "conf", "text", "written"),
    [
        # behind titles, as in footnotes
        ("xelatex", "latex_show_urls = 'inline'", TITLED, rf"{HREF}(\sphinxiriltr{{https://ja.example/日}}){REST}"),
        (
            "pdflatex",
            "latex_show_urls = 'inline'",
            TITLED,
            rf"{HREF}(\sphinxnolinkurl{{https://ja.example/\%E6\%97\%A5}}){REST}",
        ),
        # the printed index has links as text has
        (
            "xelatex",
            "iri_index = True",
            ARABIC,
            ENTRY + r"\sphinxiriltr{\sphinxhref{https://xn--mgbh0fb.example/\%D8\%A7}"
            r"{https://\sphinxirirtl{Arabic}{مثال}.example/\sphinxirirtl{Arabic}{ا}}}}\sphinxstyleindexpageref{",
        ),
        (
            "pdflatex",
            "iri_index = True",
            ARABIC,
            ENTRY + r"\sphinxurl{https://xn--mgbh0fb.example/\%D8\%A7}}\sphinxstyleindexpageref{",
        ),
        # Japanese engines have the letters, and no use for the commands of XeTeX and LuaTeX
        *((engine, "language = 'ja'", "https://a.example/日\n", JAPANESE) for engine in ("platex", "uplatex")),
        # a second "#" outside of HTML pages
        ("xelatex", "", "`t <https://a.example/#/#room:x>`__\n", r"\sphinxhref{https://a.example/\#/\%23room:x}{t}"),
        # a path; the anchors of the same document are LaTeX's own matter
        (
            "pdflatex",
            "",
            "`a <ü.html>`_ `b <#節>`_\n",
            r"\sphinxhref{./\%C3\%BC.html}{a} {\hyperref[\detokenize{index:_u7bc0}]",
        ),
    ],
)
def test_a_link_in_tex(tmp_path: Path, engine: str, conf: str, text: str, written: str) -> None:
    built = build_text(tmp_path, text, f"latex_engine = {engine!r}; {conf}", "latex")
    (tex,) = built.out.glob("*.tex")
    assert written in tex.read_text("utf-8").replace(r"\allowbreak{}", "")


@pytest.mark.parametrize("old", ["extension", "domain"])
def test_an_environment_of_another_version_is_made_again(tmp_path: Path, old: str) -> None:
    built = build_text(tmp_path, f"{LINKS}\n.. iri-list::\n")
    page, kept = built.out / "index.html", tmp_path / ".doctrees" / "environment.pickle"
    before = page.read_text("utf-8")
    environment = pickle.loads(kept.read_bytes())
    environment.domaindata["iri"]["uses"] = {"index": [("http://left.example/ü", "in a form of before", 1)]}
    (environment.version if old == "extension" else environment.domaindata["iri"])[
        "sphinx_iri" if old == "extension" else "version"
    ] = 0
    kept.write_bytes(pickle.dumps(environment))
    page.unlink()
    built = build(tmp_path / "source", tmp_path, "html", "-W")
    assert (built.status, built.warnings) == (0, [])
    assert page.read_text("utf-8") == before


def test_an_image_that_has_no_uri(tmp_path: Path) -> None:
    """Its description is there, or its address."""
    image = "image:: http://exämple..com/ü.png\n"
    built = build_text(tmp_path, f".. {image}   :alt: a map\n\n.. {image}\nSee |map|.\n\n.. |map| {image}")
    page = (built.out / "index.html").read_text("utf-8")
    assert built.reported == ["host"] * 3
    assert all(f"<p>{shown}</p>" in page for shown in ("a map", "http://exämple..com/ü.png", "See map."))
    assert "<img" not in page
