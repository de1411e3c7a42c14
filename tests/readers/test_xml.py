"""XML and CSS: which addresses are read, in which encodings, and where they are."""

import pytest

from extract import lint
from extract.linter import ChosenRules, lint_file
from extract.readers import FORMATS, Document
from extract.rules.registry import rules_of


def links(source: str, format: str = "xml") -> list[str]:
    """Return the IRIs of the links of a source."""
    return [link.iri for passage in FORMATS[format].read(source) for link in passage.links()]


# XML 1.0 §4.3.3 and appendix F: letters, and codecs that have them, with the label of each, if it is declared.
ENCODINGS = {
    "é": "utf-8= utf-8-sig= ascii= ascii=US-ASCII utf-16=UTF-16 utf-16-le=UTF-16 utf-16-be=UTF-16 utf-16-be=utf-16be"
    " utf-32-le=UTF-32 utf-32-be=utf-32 iso8859-1=ISO-8859-1 iso8859-15=ISO-8859-15 cp1252=windows-1252 cp850=IBM850"
    " mac_roman=macintosh gb18030=GB18030",
    "日本": "shift_jis=Shift_JIS cp932=Windows-31J euc_jp=EUC-JP iso2022_jp=ISO-2022-JP big5=Big5 gbk=GBK"
    " gb2312=GB2312",
    "한국": "euc_kr=EUC-KR",
    "дом": "koi8-r=KOI8-R",
    "של": "iso8859-8=ISO-8859-8",
    "όλα": "iso8859-7=ISO-8859-7",
}
BODIES = ['<a href="{}"/>', "<loc>{}</loc>", "<p>{}</p>", '<a xlink:href="{}"/>', '<xs:import schemaLocation="{}"/>']


@pytest.mark.parametrize("letters", ENCODINGS)
def test_each_encoding_of_xml_is_read(letters: str) -> None:
    """Characters that the encoding lacks are references."""
    iri = f"http://a.example/{letters}"
    for encoding in ENCODINGS[letters].split():
        codec, _, label = encoding.partition("=")
        declaration = f'<?xml version="1.0" encoding="{label}"?>\n' if label else '<?xml version="1.0"?>\n'
        data = (declaration + f"<r>{' '.join(BODIES)}</r>".replace("{}", iri)).encode(codec, "xmlcharrefreplace")
        for name in ("a.xml", "a.svg", "no-suffix"):
            document = Document(data, name)
            assert (links(document.text or ""), document.contradicted) == ([iri] * len(BODIES), None), encoding


@pytest.mark.parametrize("label", [*"utf-8-sig utf-16 iso-8859-1 windows-1252 shift_jis euc-jp big5 gbk".split()])
def test_encodings_of_css(label: str) -> None:
    """CSS Syntax §3.2: a byte order mark, or a rule that names the charset."""
    data = f'@charset "{label}";a{{b:url(http://a.example/\\E9/ü)}}'.encode(label, "ignore")
    assert links(Document(data, "a.css").text or "", "css")[0].startswith("http://a.example/é/")


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.atom", "<feed><id>{}</id></feed>"),
        ("a.rss", '<item><guid isPermaLink="false">{}</guid></item>'),
        ("a.opf", "<dc:identifier>{}</dc:identifier>"),
        ("sitemap.xml", "<url><loc>{}</loc></url>"),
        ("a.rdf", '<a rdf:about="{}"><b rdf:resource="{}"/></a>'),
        ("a.xml", '<a xmlns="{}" xmlns:a="{}" xsi:schemaLocation="{} {}" xlink:role="{}"/>'),
        ("a.atom", '<category scheme="{}" term="x"/><link rel="{}"/>'),
        ("a.dbk", '<!DOCTYPE a SYSTEM "{}"><a/>'),
        ("a.html", '<script type="application/ld+json">{{"@id": "{}"}}</script>'),
    ],
)
def test_names_stay_as_they_are(name: str, source: str) -> None:
    """RFC 4287 §4.2.6.1, RDF 1.1 Concepts §3.2, Namespaces in XML §2.3: they are compared character by character."""
    iri = "http://a.example/%C3%BC"
    text = source.replace("{{", "{").replace("}}", "}").replace("{}", iri)
    chosen = ChosenRules(rules_of(["ALL"]), ["needless-encoding"])
    assert [one for one in lint_file(Document(text.encode(), name), chosen).findings if one.problem.fix] == []
    link = "<a href='{}'/>".replace("{}", iri).encode()
    assert [one.problem.fix for one in lint(link, "a.xml", rules=rules_of(["needless-encoding"]))] == ["ü"]


def test_strings_of_android_keep_their_places() -> None:
    written = r"http://a.example/%%zz\u0026"
    source = rf'<resources><string name="a">\'\u0026 50%% {written} \n</string></resources>'
    (passage,) = FORMATS["xml"].read(source)
    (link,) = passage.links()
    assert source[slice(*passage.span(link.start, link.end))] == written
    (found,) = lint(source.encode(), "strings.xml", rules=rules_of(["bare-percent"]))
    assert (source[found.problem.start : found.problem.end], found.problem.fix) == ("%%", None)
