"""XML and CSS: which addresses are read, in which encodings, and where they are."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import lint
from extract.linter.fixes import fix
from extract.readers import FORMATS, decode, format_of
from extract.rules.registry import rules_of
from tests.examples import examples


def links(source: str, format: str = "xml") -> list[str]:
    """Return the IRIs of the links of a source."""
    return [link.iri for passage in FORMATS[format].read(source) for link in passage.links()]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # XML 1.0 §4.1: references; only those of XML
        ('<a href="http://example.org/ros&#xE9;?a=1&amp;b=2"/>', ["http://example.org/rosé?a=1&b=2"]),
        ("<a href='http://a.example/&#26085;&#x672c;'/>", ["http://a.example/日本"]),
        ('<a href="http://a.example/?a&copy;=1"/>', ["http://a.example/?a&copy;=1"]),
        ('<a href="http://a.example/&#0;&#xD800;&#99999999999999;"/>', ["http://a.example/&#0;&#xD800;&#99999999999999;"]),
        # XML 1.0 §3.3.3, XML Schema Part 2 §4.3.6: white space
        ('<a href="\n http://a.example/é \t"/>', ["http://a.example/é"]),
        ('<a href="http://a.example/a\n  b"/>', ["http://a.example/a%20b"]),
        # 3987bis §6: LEIRIs
        ('<a xlink:href="http://a.example/a b|c{"/>', []),  # a template of XSLT
        ('<a xlink:href="http://a.example/a b|c"/>', ["http://a.example/a%20b%7Cc"]),
        # the type of an attribute
        ('<a xmlns="http://b.example/" xmlns:x="http://b.example/" targetNamespace="http://b.example/"/>', []),
        ('<a xsi:schemaLocation="http://b.example/ http://a.example/é.xsd"/>', ["http://a.example/é.xsd"]),
        ('<ref target="http://a.example/é #b http://c.example/"/>', ["http://a.example/é", "http://c.example/"]),
        ('<a any="http://a.example/é"/>', ["http://a.example/é"]),
        ('<a any="see http://a.example/é."/>', ["http://a.example/é"]),
        ('<a style="font:x; background:url(http://a.example/é)" rdf:datatype="http://b.example/"/>', ["http://a.example/é"]),
        ('<a src="data:image/png;base64,AAAA" href="{@url}" b="http://${host}/"/>', []),
        # text
        ("<p>See http://a.example/é, http://b.example/&#233;.</p>", ["http://a.example/é", "http://b.example/é"]),
        ("<loc> http://a.example/é. </loc>", ["http://a.example/é."]),
        ("<p><![CDATA[http://a.example/?a&amp;b]]></p>", ["http://a.example/?a&amp;b"]),
        ("<!-- http://b.example/ --><code>http://b.example/<b>http://b.example/</b></code>http://a.example/é", ["http://a.example/é"]),
        ("<style>@import 'http://a.example/\\E9 ';</style>", ["http://a.example/é"]),
        ("<?xml-stylesheet href='http://a.example/é'?>", ["http://a.example/é"]),
        # XML Base §3.1
        (
            '<r xml:base="http://a.example/x/"><b href="é"/><c xml:base="y/"><d href="z"/></c><e href="#f"/></r>'
            '<g href="h"/>',
            ["http://a.example/x/", "http://a.example/x/é", "http://a.example/x/y/z"],
        ),
        ('<a href="é"/>', []),
        # entities: those that the document declares; XML 1.0 §4.2: the first declaration
        (
            '<!DOCTYPE r [<!ENTITY b "http://a.example/&#xe9;"><!ENTITY b "c">]><r rdf:about="&b;/x">&b;</r>',
            ["http://a.example/é/x", "http://a.example/é"],
        ),
        (
            '<!DOCTYPE r SYSTEM "http://b.example/" [<!ENTITY b SYSTEM "http://b.example/">]>'
            '<r href="http://a.example/&b;"/>',
            ["http://a.example/&b;"],
        ),
        # Android, "String resources"
        (
            r'<resources><string name="a">50%% of http://a.example/%%20\u0026\'b\u00e9\nx, %1$s</string></resources>',
            ["http://a.example/%20&'bé"],
        ),
        (
            r'<resources><plurals name="a"><item><![CDATA[<a href=\"http://a.example/\ud83d\ude00\"]]></item></plurals>'
            r"<string-array><item>http\u003a//b.example/\u12</item></string-array></resources>",
            ["http://a.example/😀", "http://b.example/"],
        ),
        (r"<a><string>http://a.example/%%20\u0026</string></a>", ["http://a.example/%%20"]),
        (r'<resources><string name="a" formatted="false">http://a.example/%%20</string></resources>', ["http://a.example/%%20"]),
        # HTML in it: RSS 2.0, RFC 4287 §3.1.1.2; Android, "Styling with HTML markup"
        (
            '<rss><item><description>&lt;a href="http://a.example/?a&amp;amp;b=é"&gt;x&lt;/a&gt;</description><content:encoded>'
            "<![CDATA[<a href='http://b.example/?a&amp;b'>é</a><code>http://c.example/</code>]]></content:encoded></item></rss>",
            ["http://a.example/?a&b=é", "http://b.example/?a&b"],
        ),
        (
            '<feed><title type="html">&lt;code>http://c.example/&lt;/code></title><title type="text">&lt;code>http://a.example/é</title></feed>',
            ["http://a.example/é"],
        ),
        (
            r"<resources><string name='a'>&lt;a href=\"http://a.example/?\u00e9&amp;amp;b\"&gt;x&lt;/a&gt;</string></resources>",
            ["http://a.example/?é&b"],
        ),
        ("<rss><wp:comment_content><![CDATA[http://a.example/?é&amp;b]]></wp:comment_content></rss>", ["http://a.example/?é&b"]),
        ("<xsl:analyze-string regex='http://[a-zé]*'/>", []),
        # a text that is HTML as a whole, not one in which a tag is named
        ('<a> &lt;p&gt;http://a.example/?é&amp;amp;b&lt;/p&gt;\n</a>', ["http://a.example/?é&b"]),
        ("<para>Put &lt;script&gt; after &lt;p&gt;, see http://a.example/é</para>", ["http://a.example/é"]),
        ("<para>&lt;!-- before &lt;p&gt; http://a.example/?é&amp;copy=1</para>", ["http://a.example/?é&copy=1"]),
        # MediaWiki, Help:Export: the text is wikitext
        (
            '<mediawiki><text xml:space="preserve">[http://a.example/?x&amp;y é] \'\'http://b.example/é\'\''
            "&lt;nowiki&gt;http://c.example/&lt;/nowiki&gt;</text></mediawiki>",
            ["http://a.example/?x&y", "http://b.example/é"],
        ),
        # what is not well-formed
        ("<code><b></code></i>http://a.example/é", ["http://a.example/é"]),
        ('<r xml:base="http://a.example/"><b></r></b><a href="x"/>', ["http://a.example/"]),
        ('<a href="http://b.example/<b>http://a.example/é</b>', ["http://a.example/é"]),
        ("<a href=http://b.example/>http://a.example/é", ["http://a.example/é"]),
        ("<<!<?</><![CDATA[<!DOCTYPE<!ENTITY<!--", []),
    ],
)  # fmt: skip
def test_links_of_xml(source: str, expected: list[str]) -> None:
    assert links(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a { b: url(http://a.example/é) url( 'http://b.example/(é)' ) }", ["http://a.example/é", "http://b.example/(é)"]),
        ('@import "http://a.example/\\E9 a";@IMPORT URL("http://b.example/\\"")', ["http://a.example/éa", 'http://b.example/"']),
        ("/* see http://a.example/é, */ a{content:'http://c.example/'}", ["http://a.example/é"]),
        ("a{b:url(é.png) url(data:image/png;base64,//aa) url(", []),
        ("/* http://a.example/é", ["http://a.example/é"]),
    ],
)  # fmt: skip
def test_links_of_css(source: str, expected: list[str]) -> None:
    assert links(source, "css") == expected


IRI = "http://a.example/ros\u00e9"
ENCODINGS = [
    ("utf-8", ""), ("utf-8-sig", ""), ("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-16-be", "UTF-16"),
    ("utf-16-be", "utf-16be"), ("utf-32-le", "UTF-32"), ("utf-32-be", "utf-32"), ("iso8859-1", "ISO-8859-1"),
    ("iso8859-15", "ISO-8859-15"), ("cp1252", "windows-1252"), ("cp850", "IBM850"), ("cp037", "IBM037"),
    ("gb18030", "GB18030"), ("utf-7", ""), ("ascii", "US-ASCII"), ("ascii", ""),
    ("mac_roman", "macintosh"), ("cp500", "IBM500"),
]  # fmt: skip
JAPANESE = [
    *(("shift_jis", "Shift_JIS"), ("cp932", "Windows-31J"), ("euc_jp", "EUC-JP"), ("iso2022_jp", "ISO-2022-JP")),
    *(("big5", "Big5"), ("gbk", "GBK"), ("euc_kr", "EUC-KR"), ("gb2312", "GB2312")),
]
BODIES = [
    '<a href="{}"/>',
    "<loc>{}</loc>",
    "<p>{}</p>",
    '<image xlink:href="{}"/>',
    '<xs:import schemaLocation="{}"/>',
]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(
    ("codec", "label", "iri"),
    [(codec, label, IRI) for codec, label in ENCODINGS if codec != "utf-7"]
    + [(codec, label, "http://a.example/日本") for codec, label in JAPANESE if codec != "euc_kr"]
    + [("koi8-r", "KOI8-R", "http://a.example/дом"), ("iso8859-8", "ISO-8859-8", "http://a.example/של")]
    + [("euc_kr", "EUC-KR", "http://a.example/한국"), ("iso8859-7", "ISO-8859-7", "http://a.example/όλα")],
)  # fmt: skip
def test_each_encoding_of_xml_is_read(body: str, codec: str, label: str, iri: str) -> None:
    """XML 1.0 §4.3.3 and appendix F; characters that the encoding lacks are references."""
    declaration = f'<?xml version="1.0" encoding="{label}"?>\n' if label else '<?xml version="1.0"?>\n'
    data = (declaration + body.format(iri)).encode(codec, "xmlcharrefreplace")
    for name in ("a.xml", "a.svg", "no-suffix"):
        decoded = decode(data, None, format_of(name, data))
        assert decoded.text is not None
        assert (links(decoded.text), decoded.contradicted) == ([iri], False)


@pytest.mark.parametrize(("codec", "label"), [*ENCODINGS[:3], *ENCODINGS[8:11], *JAPANESE[:3], *JAPANESE[4:6]])
def test_encodings_of_css(codec: str, label: str) -> None:
    """CSS Syntax §3.2: a byte order mark, or a rule that names the charset."""
    rule = f'@charset "{label}";' if label else ""
    data = f"{rule}a{{b:url(http://a.example/\\E9/ü)}}".encode(codec, "ignore")
    decoded = decode(data, None, FORMATS["css"])
    assert links(decoded.text or "", "css")[0].startswith("http://a.example/é/")


@pytest.mark.parametrize("name", ["a.xml", "a.html"])
def test_a_fix_is_written_as_a_reference_where_the_charset_lacks_the_character(name: str) -> None:
    data = b'<?xml version="1.0" encoding="us-ascii"?><a href="http://a.example/%E6%97%A5"/>'
    rules = rules_of(["needless-encoding"])
    fixed = fix(name, data, lambda content: lint(content, name, rules=rules), unsafe=True)
    assert fixed.data == data.replace(b"%E6%97%A5", b"&#26085;")


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
    rules = rules_of(["ALL"])
    assert [
        one for one in lint(text.encode(), name, rules=rules, asked_for=["needless-encoding"]) if one.problem.fix
    ] == []
    link = "<a href='{}'/>".replace("{}", iri).encode()
    assert [one.problem.fix for one in lint(link, "a.xml", rules=rules_of(["needless-encoding"]))] == ["ü"]


@pytest.mark.parametrize(
    "source",
    [
        "<a>|& http://a.example/</a>",
        "<a>|<</a> http://a.example/",
        "<a>|<b c=d>http://a.example/</b></a>",
        "<a href='|&x' b='http://a.example/'/>",
        "<a><b>|</a></b>http://a.example/",
        "|<!-- http://a.example/",
        "<a>|<![CDATA[http://a.example/",
        # nothing is lost
        "<a>http://a.example/ &",
        "<a><b></a>",
        "<!-- & < --><a b='>'><![CDATA[& <]]>&b; <c />http://a.example/</a >",
        "{% x %}<a>& http://a.example/</a>",
        "# a & b: Makefile.DocBook\nsee http://a.example/",
    ],
)
def test_what_is_not_well_formed_is_said_once(source: str) -> None:
    text = source.replace("|", "")
    found = lint(text.encode(), "a.xml", rules=rules_of(["not-read"]))
    assert [one.problem.start for one in found] == [mark.start() for mark in re.finditer(r"\|", source)]


def test_webvtt_has_references_tags_and_notes() -> None:
    text = "WEBVTT\n\nNOTE\nhttp://b.example/\n\n1\n00:01.000 --> 00:02.000\n<v É>http://a.example/?a&amp;b</v>&lt;x\n"
    found = [
        (one.iri, text[slice(*each.span(one.start, one.end))])
        for each in FORMATS["webvtt"].read(text)
        for one in each.links()
    ]
    assert found == [("http://a.example/?a&b", "http://a.example/?a&amp;b")]


def test_entities_are_bounded() -> None:
    levels = "".join(f'<!ENTITY l{i + 1} "{f"&l{i};" * 10}">' for i in range(12))
    bomb = f'<!DOCTYPE r [<!ENTITY l0 "http://a.example/">{levels}]><r href="http://a.example/é">{"&l12;" * 5000}</r>'
    assert links(bomb)[0] == "http://a.example/é"
    assert sum(len(passage.text) for passage in FORMATS["xml"].read(bomb)) < 2_000_000


def test_strings_of_android_keep_their_places() -> None:
    written = r"http://a.example/%%zz\u0026"
    source = rf'<resources><string name="a">\'\u0026 50%% {written} \n</string></resources>'
    (passage,) = FORMATS["xml"].read(source)
    (link,) = passage.links()
    assert source[slice(*passage.span(link.start, link.end))] == written
    (found,) = lint(source.encode(), "strings.xml", rules=rules_of(["bare-percent"]))
    assert (source[found.problem.start : found.problem.end], found.problem.fix) == ("%%", None)


DEEP = "".join(f'<!ENTITY l{i + 1} "&l{i};">' for i in range(40))


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ('<a href="http://a.example/&g;"/>', []),
        ('<a href="http://&g;/"/><link>http://a.example/&g;</link>', []),
        ('<a href="http://a.example:&g;/%&g;"/>', []),
        (f'<!DOCTYPE a [<!ENTITY l0 ";">{DEEP}]><a href="http://a.example/&l40;"/>', []),
        # what they stand for is known
        ('<a href="http://a.example/&amp;g;"/>', [";"]),
        (f'<!DOCTYPE a [<!ENTITY l0 "x;">{DEEP}]><a href="http://a.example/&l3;"/>', ["&l3;"]),
        ('<a href="http://a.example/&g;/%zz"/>', ["%"]),
    ],
)
def test_what_an_unknown_entity_stands_for_is_not_judged(source: str, places: list[str]) -> None:
    assert [source[one.problem.start : one.problem.end] for one in lint(source.encode(), "a.xml")] == places


PIECES = """< > </ /> <a href=" ' " = &#xE9; &amp; &b; http://a.example/ é <![CDATA[ ]]> <!-- --> <!DOCTYPE [ <!ENTITY
    b " "> ]> <?xml ?> xml:base=" <style> url( @import /* */ \\E9""".split()


@examples(300)
@given(st.lists(st.sampled_from([*PIECES, " ", "\n"]) | st.text(max_size=3), max_size=30).map("".join))
@pytest.mark.parametrize("format", ["xml", "css", "webvtt"])
def test_any_text_is_read_at_its_places(format: str, text: str) -> None:
    assert all(0 <= start < len(text) for start, _ in FORMATS[format].notes(text))
    for passage in FORMATS[format].read(text):
        for link in passage.links():
            start, end = passage.span(link.start, link.end)
            assert 0 <= start <= end <= len(text)


def test_mistakes_in_attributes_and_proposals() -> None:
    proposal = "<alt-trans><source>http//b.example/x</source></alt-trans>"
    source = f'<xliff><file href="https//a.example/é"/><source>x</source><target>x</target>{proposal}</xliff>'
    assert [source[one.problem.start : one.problem.end] for one in lint(source.encode(), "a.xlf")] == ["https//"]
