"""Configuration, the report, the index and the lists."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

from sphinx_iri.config import VALUES
from tests.sphinx.building import PAGE, build, build_text, write_project


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


LINKS = (
    "https://例え.jp/ü http://xn--r8jz45g.jp/%C3%BC example.com/ü urn:example:ü doi:ü `t <https://例え.jp/%C3%BC>`_\n"
)


def test_an_empty_value_on_the_command_line_is_an_empty_list(tmp_path: Path) -> None:
    names = ["iri_schemes", "iri_select", "iri_ignore", "iri_ignore_patterns"]
    built = build_text(tmp_path, LINKS, "", "html", *(word for name in names for word in ("-D", f"{name}=")))
    assert (built.shown, built.warnings) == (["t"], [])


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


@pytest.mark.parametrize("old", ["extension", "domain"])
def test_an_environment_of_another_version_is_made_again(tmp_path: Path, old: str) -> None:
    built = build_text(tmp_path, LINKS)
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
