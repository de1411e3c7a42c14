"""Where problems are said to be when they are not in the page itself: conf.py, catalogues."""

from __future__ import annotations

from pathlib import Path

from tests.sphinx.building import build, write_project

CATALOGUE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: ../../index.rst:4
msgid "See http://a..example.com/x there"
msgstr ""
"Siehe "
"http://ä..example.com/x dort"
"""


def test_a_problem_in_a_translation_is_in_its_catalogue(tmp_path: Path) -> None:
    source = write_project(
        tmp_path / "source",
        "language = 'de'\nlocale_dirs = ['locale']",
        index_rst="Page\n====\n\nSee http://a..example.com/x there\n",
    )
    folder = source / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "index.po").write_text(CATALOGUE, "utf-8")
    warnings = [line for line in build(source, tmp_path).warnings if "ä..example" in line]
    assert [warning.partition(": WARNING")[0] for warning in warnings] == [f"{folder / 'index.po'}:8"]


CONF = """
iri_scheme = ["doi"]
html_baseurl = "https://例え.jp/docs/"
"""


def test_notices_of_the_configuration(tmp_path: Path) -> None:
    warnings = build(write_project(tmp_path / "source", CONF, index_rst="Page\n====\n"), tmp_path).warnings
    assert [line for line in warnings if "[iri.config]" in line] == [
        "WARNING: conf.py: there is no value 'iri_scheme': is 'iri_schemes' meant? [iri.config]",
        "WARNING: html_baseurl: 'https://例え.jp/docs/' is written as it is, which is not a URI: "
        "write 'https://xn--r8jz45g.jp/docs/' [iri.config]",
    ]
