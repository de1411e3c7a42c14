"""Which links each format has, and where: the sources of cases/places.txt, and any others."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.readers import FORMATS
from tests.marking import Read, assert_rows, table
from tests.rows import rows

PLACES = table("places.txt")


@pytest.mark.parametrize("format", PLACES)
def test_links_are_found_in_their_places(format: str) -> None:
    def read(source: str) -> Read:
        passages = FORMATS[format].read(source)
        return [(*passage.span(link.start, link.end), link.iri) for passage in passages for link in passage.links()], []

    assert_rows(PLACES[format], read)


_TOKEN = re.compile(r"https?:/*[\w.]+/?|</?\w+|[\\@#{%]?\w+|(\W)\1*")


def texts(format: str) -> st.SearchStrategy[str]:
    """Texts of the pieces of a format's sources, and of others."""
    known = "\n".join([FORMATS[format].example, *PLACES.get(format, ())]).replace("↵", "\n").replace("␍", "\r\n")
    pieces = sorted({match[0] for match in _TOKEN.finditer(re.sub("[⟦⟧]", "", known))})
    usual = st.sampled_from(["http://a.example/é", " ", "\n", "\r\n", "\t", *"\"'`<>{}[]\\&"])
    return st.lists(st.sampled_from(pieces) | usual | st.text(max_size=3), max_size=40).map("".join)


def assert_places(format: str, text: str) -> None:
    assert all(0 <= start < len(text) for start, _ in FORMATS[format].notes(text))
    for passage in FORMATS[format].read(text):
        start, end = passage.span(0, len(passage.text))
        assert 0 <= start <= end <= len(text)
        for link in passage.links():
            start, end = passage.span(link.start, link.end)
            assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize("format", FORMATS)
@given(st.data())
def test_any_text_is_read_at_its_places(format: str, data: st.DataObject) -> None:
    assert_places(format, data.draw(texts(format)))


BASE64 = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}\n"


def test_a_link_in_base64_is_found_in_its_quadruples() -> None:
    source = BASE64.format(base64.b64encode("Siehe http://a.example/größe jetzt".encode()).decode())
    (found,) = ((passage, link) for passage in FORMATS["mail"].read(source) for link in passage.links())
    passage, link = found
    start, end = passage.span(link.start, link.end)
    assert link.text == "http://a.example/größe"
    assert link.text in base64.b64decode(source[start:end]).decode()
    assert end - start <= 4 * (len(link.text.encode()) // 3 + 2)


def test_mail_is_decoded_part_by_part() -> None:
    for charset in "iso-2022-jp shift_jis utf-16 koi8-r no-such-charset idna undefined hex".split():
        link = "http://a.example/" + {"koi8-r": "привет"}.get(charset, "日本語")
        codec = "utf-8" if charset in ("no-such-charset", "idna", "undefined", "hex") else charset
        data = f"Content-Type: text/plain; charset={charset}\n\n".encode() + f"{link} x".encode(codec)
        found = [one.text for passage in FORMATS["mail"].read(data.decode("latin-1")) for one in passage.links()]
        assert found == [link], charset


MEANT = r"""
https;//a.example/ü htp:/a.example/ü url=https://a.example/ü （https://a.example/ü %20https://a.example/ü
see%20https://a.example/ü ./https://a.example/ü nan (größe) ##größe docs\größe.md C:\docs\größe.md
[größe](https://a.example/ü ../www.example.com me@example.com example.com/größe
""".split()
FILES = "größe/gewicht.md #größe ../größe/ größe%20und%20gewicht.html".split()


def test_a_target_that_was_meant_as_an_address_is_read() -> None:
    """One that leads to a file is not."""
    for target in (*MEANT, *FILES):
        passages = FORMATS["markdown"].read(f"See <http://a/> and [größe](<{target}>) now.")
        wanted = ["http://a/"] if target in FILES else ["http://a/", target]
        assert [passage.text for passage in passages if passage.target] == wanted


# Destinations that are relative references, "⏎" ends a line, and what the markup says that they lead to.
RELATIVE = r"""
markdown → ![a](größe.png) [c](größe.md) [e](#f) → größe.png größe.md #f
markdown → [a]: größe.md⏎[b]: zwei "Zwei"⏎[c]:drei = 3 4 → größe.md zwei
markdown → ```{include} größe.md⏎``` → include:größe.md
markdown → ```{figure} größe.png⏎``` → image:größe.png
rst → .. image:: größe.png⏎⏎.. include:: größe.txt⏎⏎.. figure:: x.png → image:größe.png include:größe.txt image:x.png
rst → :doc:`größe` :ref:`größe` :download:`größe.zip` → doc:größe ref:größe download:größe.zip
rst → `t <größe.rst>`_⏎⏎.. _u: ü.rst⏎.. |s| image:: größe.png → größe.rst ü.rst image:größe.png
rst → .. toctree::⏎⏎   kapitel/größe  ⏎   Titel <zwei> → doc:kapitel/größe doc:zwei
rst → .. literalinclude:: größe.py → include:größe.py
asciidoc → image::größe.png[] image:größe.png[x] → image:größe.png
asciidoc → include::größe.adoc[] → include:größe.adoc
asciidoc → xref:größe.adoc[] <<größe>> → xref:größe.adoc xref:größe
html → <img src=größe.png><a href='b.html'>x</a> → größe.png b.html
html → <meta http-equiv=refresh content=300><meta http-equiv=refresh content='5; url=ü.html'> http://a.example/ → ü.html
"""


def test_what_relative_references_lead_to() -> None:
    for format, source, expected in rows(RELATIVE):
        read = FORMATS[format].read(source.replace("⏎", "\n"), relative=True)
        found = [f"{one.leads_to}:{one.text}".lstrip(":") for one in read if one.target]
        assert found == expected.split(), source


def test_an_image_is_no_text_of_a_link_in_org() -> None:
    source = "[[http://a.example/][http://b.example/é.png]] [[http://a.example/][é.png]]"
    assert [passage.label for passage in FORMATS["org"].read(source)] == [None, "é.png"]
