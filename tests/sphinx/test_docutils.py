"""docutils without Sphinx: its command, its configuration file, its functions; each of its writers."""

from __future__ import annotations

import html
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from docutils.core import publish_string
from docutils.writers import get_writer_class

from sphinx_iri import myst, rst, standalone
from tests.conftest import PYTHONPATH
from tests.sphinx.building import TORTURE, Expected, links, raw_targets

TEXT = """\
See http://www.w3.org/People/Dürst now, `t <https://例え.jp/%2Fü>`_, :iri:`x <https://ja.wikipedia.org/wiki/日本>`,
"quoted" https://例え.jp/a--b and http://a--b.example/.

.. image:: https://例え.jp/画像.png
"""


def publish(text: str, writer: str, parser: Any = None, **settings: Any) -> str:
    overrides = {"output_encoding": "unicode", "warning_stream": False, "legacy_column_widths": False, **settings}
    overrides["use_latex_citations"] = False
    written = str(
        publish_string(
            text, parser=parser or rst.Parser(), writer=get_writer_class(writer)(), settings_overrides=overrides
        )
    )
    assert writer in ("xml", "pseudoxml") or raw_targets(written) == []
    return written


def test_a_shown_iri_is_isolated_from_left_to_right() -> None:
    page = publish(
        ".. contents::\n\nhttps://例え.jp/ü\n=================\n\n"
        "a@müller.example `日本 <https://例え.jp/>`_ http://a.example/\n\nNote: 日本\n==========\n",
        "html5",
        doctitle_xform=False,
    )
    links = re.findall(r"<a class=\"reference[^>]*>(.*?)</a>", page)
    assert links[-6:] == [
        '<span dir="ltr">https://例え.jp/ü</span>',
        "Note: 日本",
        '<span dir="ltr">https://例え.jp/ü</span>',
        '<span dir="ltr">a&#64;müller.example</span>',
        "日本",
        "http://a.example/",
    ]


# The cases of the torture project without those of Sphinx's own directives and roles, and without pictures, which
# docutils fetches.
OF_SPHINX = ["T28", "T29", "T35", "T52", "T53", "T56", "T61", "T65", "T66", "T68", "T73"]


def torture() -> tuple[str, list[Expected]]:
    """Return the source of the cases, and the links that they come to."""
    source = re.sub(r"(?m)^\.\. index::.*$", "", (TORTURE / "index.rst").read_text("utf-8"))
    title, *cases = re.split(r"(?m)^(?=T\d\d\b)", source)
    kept = [case for case in cases if case[:3] not in OF_SPHINX]
    rows = [line.split(" | ") for line in (TORTURE / "links.txt").read_text("utf-8").splitlines() if " | " in line]
    index = rows[: next(number for number, row in enumerate(rows) if row[0] == "T23" and number > 100)]
    return title + "".join(kept), [Expected(*row[1:]) for row in index if row[0] not in OF_SPHINX]


@pytest.mark.parametrize("writer", ["html5", "html4", "s5", "xml", "pseudoxml", "latex", "xetex", "manpage", "odt"])
def test_every_case_by_every_writer(tmp_path: Path, writer: str) -> None:
    source, wanted = torture()
    assert len(wanted) > 80
    targets = [link.target for link in wanted]
    if writer == "odt":
        (tmp_path / "in.rst").write_text(source, "utf-8")
        done = docutils(tmp_path, "--parser=sphinx_iri.rst", "--writer=odt", "--create-links", "in.rst", "out.odt")
        assert (tmp_path / "out.odt").exists(), done.stderr
        content = zipfile.ZipFile(tmp_path / "out.odt").read("content.xml").decode()
        found = [html.unescape(target) for target in re.findall(r'xlink:href="([^"]*)"', content) if ":" in target]
        assert found == targets
        return
    settings = {"_destination": str(tmp_path / "out"), "theme_url": "x"} if writer == "s5" else {}
    written = publish(source, writer, report_level=5, **settings)
    if writer in ("html5", "html4", "s5"):
        (tmp_path / "page.html").write_text(written.partition("?>")[2] or written, "utf-8")
        assert links(tmp_path / "page.html") == wanted
    elif writer in ("xml", "pseudoxml"):
        definition = r"(?s)<substitution_definition.*?</substitution_definition>"
        if writer == "pseudoxml":
            definition = r"(?m)^( *)<substitution_definition.*\n(?:\1    .*\n)*"
        found = re.findall(r'<reference[^>]* refuri="([^"]*:[^"]*)"', re.sub(definition, "", written))
        assert [html.unescape(target) for target in found] == targets
    elif writer == "manpage":
        page = written.replace(r"\:", "").replace(r"\-", "-").replace(r"\(aq", "'").upper()  # as older ones do titles
        position = 0
        for link in wanted:
            position = page.index(link.text.upper(), position)
    else:
        pattern = r"\\(?:href|url)\{([^}]*)\}"
        found = [re.sub(r"\\([%#&_{}~^])", r"\1", target) for target in re.findall(pattern, written)]
        # the head of a long table is written twice
        assert list(dict.fromkeys(found)) == list(dict.fromkeys(targets))


def test_smart_quotes_leave_addresses_alone() -> None:
    written = publish(TEXT, "html5", smart_quotes=True)
    assert "“quoted”" in written
    assert ">https://例え.jp/a--b<" in written
    assert ">http://a--b.example/<" in written


def docutils(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "docutils", *arguments],
        cwd=folder,
        env={"PYTHONPATH": PYTHONPATH, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_command_and_configuration_file(tmp_path: Path) -> None:
    (tmp_path / "in.rst").write_text(TEXT + "\ndoi:10.1/ü\n", "utf-8")
    assert "Dürst" in docutils(tmp_path, "--parser=sphinx_iri.rst", "in.rst").stdout
    conf = "[docutils application]\nparser: sphinx_iri.rst\n\n[restructuredtext parser]\niri_schemes: DOI, usual\n"
    (tmp_path / "docutils.conf").write_text(conf, "utf-8")
    written = docutils(tmp_path, "in.rst").stdout
    assert 'href="doi:10.1/%C3%BC"' in written
    (tmp_path / "docutils.conf").write_text(conf + "iri_detect: no\n", "utf-8")
    assert "D%C3%BCrst" not in docutils(tmp_path, "in.rst").stdout


def test_a_setting_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "in.rst").write_text(TEXT, "utf-8")
    done = docutils(tmp_path, "--parser=sphinx_iri.rst", "--iri-display=url", "in.rst")
    assert "iri_display must be one of 'written', 'iri', 'uri', not 'url'" in done.stderr


@pytest.mark.parametrize(
    ("name", "written", "value"),
    [
        *(("iri_myst", text, True) for text in ("yes", "True")),
        *(("iri_myst", text, False) for text in ("no", "FALSE")),
        ("iri_myst", "auto", "auto"),
        ("iri_schemes", "DOI, usual,", ["DOI", "usual"]),
    ],
)
def test_a_setting_as_it_is_written(name: str, written: str, value: object) -> None:
    assert standalone._validator(name)("iri", written) == value


@pytest.mark.parametrize(
    ("writer", "address"),
    [
        *(("html5", "http://exämple..com/ü.png"), ("latex", "http://[::1/x.png")),
        *(pytest.param(writer, "http://[::1/ü.png", marks=pytest.mark.all) for writer in ("manpage", "xml", "odt")),
    ],
)
def test_an_image_without_uri_leaves_its_description(tmp_path: Path, writer: str, address: str) -> None:
    """ASCII or not: writers that fetch pictures would fail at the address."""
    text = f"One\n\n.. image:: {address}3\n   :alt: a map\n\n.. figure:: {address}6\n\n   Caption\n\nSee |m| there.\n\n"
    (tmp_path / "in.rst").write_text(text + f".. |m| image:: {address}12\n   :alt: the map\n", "utf-8")
    done = docutils(tmp_path, "--parser=sphinx_iri.rst", f"--writer={writer}", "in.rst", "out")
    assert done.returncode == 0, done.stderr
    reported = re.findall(r"^in\.rst:(\d+): \(WARNING/2\) '(.*)' is not linked: ", done.stderr, re.MULTILINE)
    assert sorted(reported) == [(line, address + line) for line in ("12", "3", "6")]
    if writer == "odt":
        written = zipfile.ZipFile(tmp_path / "out").read("content.xml").decode()
        assert "xlink:href" not in written
    else:
        written = (tmp_path / "out").read_text("utf-8")
    assert "a map" in written
    assert "See the map there." in written
    assert not re.search(r"<img|<image|includegraphics", written)


EMPHASIS = {
    "**https://例え.jp/é**を": "<strong>|https://例え.jp/é|</strong>を",
    "*https://例え.jp/é*を": "<em>|https://例え.jp/é|</em>を",
    "詳細**は https://a.example/x**を参照": "詳細<strong>は |https://a.example/x|</strong>を参照",
    "***https://例え.jp/é*を**": "<strong><em>|https://例え.jp/é|</em>を</strong>",
    "~~https://例え.jp/é~~を": "<s>|https://例え.jp/é|</s>を",
    # nothing is open that could close there
    "https://a.example/x**y**z": "|https://a.example/x**y**z|",
    "*é* 2 * 3 https://a.example/~~ü*y": "<em>é</em> 2 * 3 |https://a.example/~~ü*y|",
    "*é http://*x": "*é http://*x",
}


def test_emphasis_closes_before_a_link_of_markdown_does() -> None:
    """Also where a letter follows at once, as the particles of Japanese do."""
    settings = {"report_level": 5, "iri_myst": True, "myst_enable_extensions": {"strikethrough"}}
    found = re.findall(r"<p>(.*)</p>", publish("\n\n".join(EMPHASIS), "html5", myst.Parser(), **settings))
    marked = (re.sub("</?span[^>]*>", "", re.sub(r"</?a\b[^>]*>", "|", paragraph)) for paragraph in found)
    assert dict(zip(EMPHASIS, marked, strict=True)) == EMPHASIS
