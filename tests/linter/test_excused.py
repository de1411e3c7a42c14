"""What a rule finds but a maintainer would leave as it is."""

import sys
from pathlib import Path

import pytest

from extract import lint
from extract.cli.surroundings import _links_next_to_letters, surroundings
from extract.rules import RULES
from extract.rules.subjects import NOWHERE, Surroundings


def codes(text: str, name: str = "a.md", surroundings: Surroundings = NOWHERE) -> list[str]:
    return [finding.problem.code for finding in lint(text.encode(), name, surroundings=surroundings)]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        # of a network of its own, not misspelt
        ("a.md", "See http://map.tatry/ü or http://inspire.service/ü or http://größe.xx/ now.", []),
        ("a.md", "See http://example.con/ü now.", ["IRI303"]),
        ("a.md", "See http://example.og/ü and http://auto.link.ed/ now.", ["IRI303"]),
        ("a.md", "See http://dev.examplecom/ü now.", ["IRI303"]),
        ("a.md", "See http://example.com--ü now.", ["IRI303"]),
        ("a.md", "See [map](http://map.tatry/ü) or [http://map.tatry/ü](http://map.tatry/ü) now.", ["IRI303"]),
        ("a.rst", "See https://xn--r8jz45g.xn--zckzah/ü now.", []),
        # a user, but not what looks like a host
        ("a.md", "Set https://jürgen:geheim@größe.de/ü now.", []),
        ("a.md", "Set https://www.größe.de@böse.de/ü now.", ["IRI306"]),
        ("a.md", "Set [ü](https://jürgen@größe.de/ü) now.", ["IRI306"]),
        ("a.eml", "Subject: a\n\nSee http://me@example.com/ now.", ["IRI306"]),
        # a key that the program needs
        ("a.properties", f"dsn=https://{'0a1b2c3d' * 4}@errors.example.com/42", []),
        ("a.toml", f'dsn = "https://{"0a1b2c3d" * 4}:{"4e5f6071" * 4}@errors.example.com/42"', []),
        ("a.properties", f"dsn=https://{'0a1b2c3d' * 2}.example@errors.example.com/42", ["IRI306"]),
        ("a.properties", "dsn=https://geheim@errors.example.com/42", ["IRI306"]),
        # spaces in targets, which pandoc encodes
        ("a.Rmd", "See [ü](#größe 24) and ![ü](größe b.png) now.", []),
        ("a.md", "See [ü](#größe 24) now.", ["IRI826"]),
        # what programs insert
        ("a.xml", '<a href="file://$PROJECT_DIR$/ü"/><url>file:${basedir}/ü</url>', []),
        ("a.xml", '<get src="http://@größe.host@:@port@/ü"/>', []),
        ("a.org", "#+LINK: ü http://größe.de/%h\n[[/home/jürgen/größe.png]] [[C:/größe.png][ü]]", []),
        # spaces that the package url ignores, and a path in its typeface
        ("a.tex", "\\url{http://größe.de/ü\n   ö} \\url{/home/jürgen/größe} \\url{C:\\größe\\ü}", []),
        ("a.tex", "\\url{http://größe.de/ü ö} \\href{/home/jürgen/Desktop/ü.pdf}{ü}", ["IRI111", "IRI814"]),
        # of this computer on purpose
        ("a.xml", '<rewriteSystem rewritePrefix="file:///home/jürgen/größe/"/>', []),
        ("a.xml", '<section xml:base="file:///home/jürgen/größe.xml"/>', []),
        # a list of a program, but not where one address belongs
        ("a.xml", '<mirrors value="http://a.example/ü,http://b.example/ö;https://c.example/"/>', []),
        ("a.vue", "<template><p>http://a.example/ü;http://b.example/ö</p></template>", []),
        ("a.vue", '<template><Box list="http://a.example/ü|http://b.example/"/></template>', []),
        ("a.xml", '<item href="http://a.example/ü,http://b.example/ö"/>', ["IRI804"]),
        ("a.xml", '<mirrors value="http://a.example/ühttp://b.example/ö"/>', ["IRI804"]),
        ("a.html", '<a href="http://a.example/ü,http://b.example/ö">ü</a>', ["IRI804"]),
        # what shows data may read Markdown
        ("a.opml", '<opml><outline text="[ü](https://größe.de/)"/></opml>', []),
        ("a.astro", "<Prose>[ü](https://größe.de/)</Prose>", []),
        (
            "a.xml",
            "<?xml version='1.0'?>\n<!-- ü --><db:article><p>[ü](https://größe.de/)</p></db:article>",
            ["IRI827"],
        ),
        ("a.xml", "<!DOCTYPE TEI [<!ENTITY a 'b'>]><TEI><p>[ü](https://größe.de/)</p></TEI>", ["IRI827"]),
        # paths of programs
        ("a.xml", '<mapper url="file:./größe/Größe.xml"/>', []),
        # of the writer's editor
        ("a.svg", "<style>a{src:url(https://file%2B.vscode-resource.example.net/ü.woff)}</style>", ["IRI814"]),
        # what a form shows, and what something is added to
        ("a.vue", '<template><input placeholder="https://größe..de"><Box from="https://"/></template>', []),
        ("a.svelte", '<input placeholder="https:/größe.de" pattern="https:/größe.de/.*">', []),
        ("a.astro", '<Box from="https://größe..de"/>', ["IRI301"]),
        # a name needs no site
        ("a.rdf", '<a rdf:about="http://größe.com1/">ü</a>', []),
        ("a.rdf", '<a xlink:href="http://größe.com1/">ü</a>', ["IRI303"]),
        # sites that exist
        ("a.csv", "ü,https://ww.example.com/", []),
        ("a.md", "See https://ww.example.com/ now.", ["IRI312"]),
        # what a site or a search engine composed
        ("a.md", "See https://größe.de/?q=%C3%BC&p=%25C3%25BC now.", []),
        ("a.md", "See https://www.baidu.com/s?wd=%25E5%25AE%2589 now.", []),
        ("a.md", "See https://größe.de/%C3%BC/%25C3%25BC?p=%C3%BC now.", ["IRI201"]),
        ("a.md", "See https://größe.de/?q=%2528%25C3%25BC%2529 now.", ["IRI201"]),
        # a file in Org
        ("a.mdx", "See [another note](test.org) and [the plan](plan-b.org).", []),
        ("a.md", "See [größe.org](größe.org) and [the site of Größe](größe.org).", ["IRI814", "IRI814"]),
        ("a.md", "See [ü](www.größe.org) and [ü](größe.org/ö).", ["IRI814", "IRI814"]),
        # a typeface, and a stand-in
        ("a.tex", r"\url{jürgen@größe.de} \href{mailto:jürgen@größe.de}{ü} \href{your.name@domain.com}{ü}", []),
        ("a.tex", r"\href{jürgen@größe.de}{ü} \url{http:/größe.de/ü}", ["IRI814", "IRI101"]),
        # told by another rule
        ("a.html", '<a href="http://größe.de:80](">http://größe.de:80](</a>', ["IRI101"]),
        ("a.org", "See [[ https://größe.de/ü][ü]] now.", ["IRI826"]),
        # in quotation marks
        ("a.txt", "Try \"http://fe80::1/ü\" or 'http://256.1.1.1/ü' now.", []),
        ("a.txt", "Try http://größe..de/ now.", ["IRI301"]),
        ("a.txt", "Try http://256.1.1.1/ü or http://999/ now.", ["IRI301"]),
        # the rest is a placeholder, or left out
        ("a.md", "Open http://größe.(name).de/ü or http://größe_*.de/ü now.", []),
        ("a.txt", "http://größe.exampl=\ne.com/ü", []),
        # HTML and XML in a text
        ("a.txt", '<a href="http://größe.de/?a=1&amp;b=2">ü</a>', []),
        ("a.txt", "<Referer>http://größe.de/?a=1&amp;b=2</Referer>", []),
        ("a.txt", "See http://größe.de/?a=1&amp;b=2 now.", ["IRI207"]),
        # mail that programs are not to read
        ("a.html", '<a href="mailto:j%28at%29größe.de">ü</a> <a href="mailto:#">ü@größe.de</a>', []),
        ("a.html", '<a href="mailto:\nme@example.com">ü</a>', []),
        ("a.md", '<a href="javascript:void(0)">ü</a> and [ü](javascript:alert()).', []),
        ("a.eml", "Content-Type: text/html\n\n<a href=javascript:alert()>x</a>", ["IRI703"]),
        ("a.html", '<link rel="icon" href="data:;base64,="> <a href="data:;base64,ü">ü</a>', ["IRI708"]),
        ("a.md", r"See \[ü\] (https://example.com/ü) and \[ü\](https://example.com/ü /) now.", []),
        ("a.md", "See [ü](https://example.com/%{ü}) now.", []),
        ("a.md", 'See <a href="https://example.com/?src=ü&amp;ref_src=ö">ü</a> now.', []),
        # escapes of strings and patterns
        ("a.txt", r'"http://größe.de\n" "http://größe.de\u0007" "http://größe.de\w+"', []),
        ("a.txt", r"See http://größe.de\dateien now.", ["IRI811"]),
        ("a.txt", r'"\nhttps://größe.de/ü" "<a href=\"https://größe.de/ü\">"', []),
        # browsers and servers cope with it
        ("a.md", "See [ü](https://größe.de/?width=100%&a=1) now.", []),
        ("a.md", "See [ü](https://größe.de/?q=%E6%97%9) now.", ["IRI101"]),
        ("a.html", '<a href="https://größe.de/?q=%%q%%">ü</a>', []),
        # what a text speaks of, in angle brackets too
        ("a.md", "Begin with <http://>, <FILE:ü> or <urn:x-ü:a>, as in <https://%7Bü%7D/a>.", []),
        # the markup of wikis, in a document with links to their pages
        ("a.md", "See [[ü|https://größe.de/ü]].", ["IRI827"]),
        ("a.md", "See [[ü|https://größe.de/ü]] and [[Größe]].\n\nSee [[größe|Größe]].", []),
        # pandoc's spans; a tag before a reference, and code
        ("a.md", "[ü]{#ü}, [das Gewicht]{#maß .a}, [das Gewicht]{.a.md} and ![大きさ]{#大きさ}", []),
        ("a.md", "See [die Größe]{#größe) and [die Größe]{größe.md}.", ["IRI824", "IRI824"]),
        ("a.md", "- [Docs] [ü] - ö\n- Die [Größen] [`ü`]\n\n[ü]: https://größe.de\n[`ü`]: ü.md", []),
        ("a.md", "See [x] [ü] and [A]: [ü] now.\n\n[ü]: https://größe.de", []),
        # quotation marks of a query, or after another mark
        ("a.md", 'See [ü]: [ö](https://größe.de/?q=ü%3A"ö")\n\n[ü]: https://größe.de/?q=ö"ü"', []),
        ("a.md", '[ö](https://größe.de/ü%3D"ö") and [ö](https://größe.de/ü_"ö")', []),
        # docutils, `explicit.patterns.target`
        ("a.rst", ".. _`die Größe` : https://größe.de\n.. _größe :\n.. __ : https://größe.de\n", []),
        ("a.rst", ".. _weiß, größe\t: https://größe.de\n", []),
        ("a.rst", "- __größe: https://größe.de\n", []),
        ("a.rst", "__größe__: https://größe.de\n", []),
        # code ends in the row of a table in which it begins
        ("a.md", "| a | b |\n|---|---|\n| ü | `x`` |\n| [`ü`](https://größe.de/ü) | b |", []),
        # what is escaped, a note, a source, a box
        ("a.md", r"See \[größe] (https://größe.de/ü) and \[größe](https://größe.de/ü).", []),
        ("a.rst", r"\`größe <https://größe.de/ü>`", []),
        ("a.md", "[^größe] (https://größe.de) [@größe] (https://größe.de) [2, 3] (https://größe.de)", []),
        # a title on the next line of a quotation
        ("a.md", '> [größe](https://größe.de\n> "ü")', []),
        # a definition on two lines; attributes that are right
        ("a.md", "[ü][some-label]\n\n[some-label]:\n  https://größe.de\n[some-labels]: https://größe.de/ü", []),
        (
            "a.html",
            '<a data-herf="https://größe.de/ü">ü</a> <a herf="https://größe.de" href="https://größe.de">ü</a>',
            [],
        ),
        # attributes and nested tables of AsciiDoc
        ("a.adoc", "link:https://größe.de/v1...v{version}[größe] https://größe.de/v1...v{version}[größe]", []),
        ("a.adoc", "|===\na|\n!===\n!https://größe.de/ü[größe]\n!===\n|===\n", []),
        # what mdBook reads as chapters to come
        ("SUMMARY.md", "- [größe]()\n- [gewicht] (https://größe.de/ü)", ["IRI824"]),
        ("README.md", "- [größe]()", ["IRI818"]),
        # the default role is that of objects
        ("a.rst", "See `the page of sizes <page-of-sizes>` now.", ["IRI829"]),
        ("a.rst", "See `the page of sizes <page-of-sizes>` and `~größe.los` now.", []),
        # a source message is mended in the file that it is from; a template has nothing else
        ("a.po", 'msgid "`ü <(https://größe.de/ü)>`_"\nmsgstr "`ü <(https://größe.de/ü)>`_"', ["IRI818"]),
        ("a.pot", 'msgid "`ü <(https://größe.de/ü)>`_"\nmsgstr ""', ["IRI818"]),
        # a message that is an address, for the translator to choose another one
        ("a.po", 'msgid "https://größe.de/Snap"\nmsgstr "https://größe.de/Ubuntu_Snap"', []),
        # what documents in Markdown say
        ("a.po", '#: a.md:1\nmsgid "``ü`` [ü](https://größe.de/ü)"\nmsgstr "``ü`` [ü](https://größe.de/ü)"', []),
        ("a.po", '#: a.rst:1\nmsgid "ü"\nmsgstr "[ü](https://größe.de/ü)"', ["IRI827"]),
        # a list of schemes
        ("a.rst", "Schemes are rtp://, http:// and https://.", []),
        # Org encodes a space within a target
        ("a.org", "[[https://größe.de/die Größe][ü]] [[https://größe.de/die  Größe?q=ü ö#ä ü]]", []),
        ("a.org", "[[https://größe.de/die Größe  ][ü]]", ["IRI111"]),
        ("a.org", "[[https://die größe.de/ü][ü]]", ["IRI101"]),
        # one finding a mistake
        ("a.md", '<a href="https://größe,de/">ü</a>', ["IRI301"]),
        (
            "a.adoc",
            "= Größe\nMaria Groß <https://größe.de/>; Ä <https://größe.de/ä>;\n\nSee <https://größe.de/>;",
            ["IRI818"],
        ),
        ("a.mdx", '<Card href="https//größe.de/ü" />', ["IRI109"]),
        ("a.rmd", '```{r}\nread("https//größe.de/ü")\n```\n\n```{note}\nSee https//größe.de/ü\n```', ["IRI109"]),
        ("a.po", 'msgid "`ü <https://größe.de/ü>`_"\nmsgstr "`ü <https://größe.de/ä>`"', ["IRI829"]),
        ("a.md", "See [größe]https://größe.de/ü) now.", ["IRI824"]),
        ("a.md", "See [ü](\u00a0https://größe.de/ü) now.", ["IRI109"]),
        ("a.txt", "See http://größe.de/?a=1&\n   b=2&c=3 now.\n\n   http://größe.de/?a=1&\n   b=2&c=3\n", ["IRI811"]),
        ("a.md", "See http://ххххх.größe.com/ now.", []),
        ("a.html", "<p>(ü<br>http://größe.de/ü)<br></p>", []),
        # Org: a bracket in a description belongs to it, and "\\\\" breaks a line
        ("a.org", "[[file:größe.org][[größe]]] and [[https://größe.de/ü][[ü]]].", []),
        ("a.org", "[[file:größe.org][[größe]] and [[https://größe.de/ü] [ü]].", ["IRI824", "IRI824"]),
        ("a.org", "größe, http://größe.de/ü\\\\\nhttp://größe.de/\\\\ \nmaß", []),
        # HTML and Markdown that Org shows: of examples, of programs and pages
        ("a.org", 'Style\n\n<li><a href="http://example.com/ü">ü</a></li>\n\nwith li > a.', []),
        ("a.org", "See [ü](https://www.example.org/ü) and `ü <https://example.net/ü>`_.", []),
        ("a.org", '<div>\n<a href="http://größe.de/ü">ü</a>\n</div>', []),
        ("a.org", '<a onclick="ü()" href="http://größe.de/ü">ü</a> <router-link>ü</router-link>', []),
        (
            "a.org",
            '<li><a href="http://größe.de/ü">ü</a></li> <a href="http://example.community/ü">ü</a>',
            ["IRI827"] * 2,
        ),
        # a page of the same site with a scheme
        ("a.org", "[[http:größe.html]] [[https:/ü/größe.png][ü]] http:/ü/größe.js", ["IRI101", "IRI101"]),
        ("a.html", '<a href="http:größe.de/ü">ü</a> http:/größe.de/ü.html', ["IRI101", "IRI109"]),
        # Pandoc passes tags on, whatever their values have
        ("a.rmd", "<a href=https://größe.de/?a=ü>ü</a> <A target=_blank href=https://größe.de/?b=ü >ü</A>", []),
        ("a.qmd", '<a href=https://größe.de/?a=ü">ü</a>', ["IRI824"]),
        ("a.md", "<a href=https://größe.de/?a=ü>ü</a>", ["IRI824"]),
        # what a component is given is read as HTML is
        ("a.svelte", '<div data-ü="https://größe.de/?a=ü&amp;b=ü"/>', []),
        (
            "a.vue",
            '<template><A b="https://größe.de/?a=ü&amp;b=ü" :c="\'https://größe.de/?a=ü&amp;b=ü\'"/></template>',
            ["IRI207"],
        ),
        # texts of feeds with HTML, whether they have tags or not; and any text that has them
        ("a.rss", "<rss><description><![CDATA[&lt;ü&gt; http://größe.de/?a=ü&amp;b=ü]]></description></rss>", []),
        ("a.atom", '<feed><summary type="html">http://größe.de/?a=ü&amp;amp;b=ü</summary></feed>', []),
        ("a.xml", "<a><media:text>&lt;p>http://größe.de/?a=ü&amp;amp;b=ü&lt;/p></media:text></a>", []),
        ("a.atom", "<feed><summary>http://größe.de/?a=ü&amp;amp;b=ü</summary></feed>", ["IRI207"]),
        # names of catalogues of XML; declarations; HTML under another name
        ("a.xml", '<topic><xref href="urn:ü;a"/><uri name="x" uri="urn:"/></topic>', []),
        ("a.org", "[[urn:][ü]]", ["IRI708"]),
        ("a.xml", "<!-- ü -->\n<!ENTITY ü SYSTEM 'ü'>\n<!ENTITY a 'http://größe.de/'>", []),
        ("a.svg", "<!DOCTYPE html>\n<html><body><a href=ü>http://größe.de/</a>", []),
        ("a.svg", "<!DOCTYPE svg>\n<svg><a href=ü>http://größe.de/</a></svg>", ["IRI905"]),
        # prefixes and patterns of addresses
        (
            "a.xml",
            "<a baseAddress='http://+:80/ü' b='http://*:80/' c='https://*.größe.de/*' d='http://$1/ü' url='http://'/>",
            [],
        ),
        ("a.xml", "<a b='http://gr*e/ü' href='https://'/>", ["IRI301", "IRI101"]),
        ("a.xml", "<a file='file://C:/gr/ü.py' href='file://C:/gr/ü.py' target='file:///C:/ü.py'/>", ["IRI814"] * 2),
        ("a.xml", "<a>http://größe.de/ <TMPL_VAR NAME='ü'> [% ü %]</a>", []),
        ("a.html", '<a href="mailto:größe AT ü DOT de">ü</a> <a href="mailto:data ü">ü</a>', ["IRI708"]),
        (
            "a.xml",
            '<a href="mailto:ü.at.ü.example"/><a href="mailto:ü_at_ü.example"/><a href="mailto:mat.ü"/>',
            ["IRI708"],
        ),
        # lists of addresses
        (
            "a.xml",
            "<a b='http://größe.de/ü, http://ü.de/a;b' c='http://a,http://b' d='tcp://ü:1;tcp://ü:2|http://ü..de'/>",
            ["IRI301"],
        ),
        ("a.xml", "<a href='http://größe.de/ü,http://ü.de/'/><url>http://größe.de/ü|http://ü.de/</url>", ["IRI804"]),
        # tests are wrong on purpose
        ("tests/a/ü.xml", "<a b=c>http://größe.de/</a>", []),
        ("src/androidTest/ü.xml", "<a b=c>http://größe.de/</a>", []),
        ("latest/ü.xml", "<a b=c>http://größe.de/</a>", ["IRI905"]),
        ("contests/a.xml", "<a b=c>http//größe.de/</a>", ["IRI905", "IRI109"]),
        # an app's site has its name
        ("a.org", "[[http://store.example/app/maßband-pro/id1][http://www.maßbandapp.de/]]", []),
        ("a.org", "[[http://store.example/app/ü/id1][http://www.maßbandapp.de/]]", ["IRI808"]),
    ],
)
def test_what_is_excused(name: str, text: str, expected: list[str]) -> None:
    assert codes(text, name) == expected


@pytest.mark.parametrize(
    "text",
    [
        '<pre class="literal-block">\n$ curl http://größe..de/ü\n</pre>',
        "<div class=highlight><pre><span></span>curl http://größe..de/ü</pre></div>",
        "<pre><code>curl http://größe..de/ü</code></pre>",
    ],
)
def test_code_in_html_is_not_checked(text: str) -> None:
    assert codes(text, "a.html") == []
    assert codes("<pre>See http://größe..de/ü</pre>", "a.html") == ["IRI301"]


def test_a_rule_that_is_asked_for_reports_all() -> None:
    found = lint(b"Set https://me@example.com/.", "a.md", rules=[RULES["IRI306"]], asked_for={"userinfo"})
    assert [finding.problem.code for finding in found] == ["IRI306"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[ü]:\nhttps://größe.de/ü\n[ö]: https://größe.de/ö\n\nSee [ö].\n", []),
        ("See [ö].\n[ö]: https://größe.de/ö\n", ["IRI823"]),
        ("[ü]:\nhttps://größe.de/ü and more\n[ö]: https://größe.de/ö\n\nSee [ö].\n", ["IRI823"]),
        ("<h1>ü</h1>\n\n[ü](https://größe.de/{{ page.version }}/ö)\n", []),
        ("![ü]({% asset 'ü.png' %}?a=1)\n\n<div></div>\n", []),
        ('<img srcset="https://größe.de/a.png 1x,\nhttps://größe.de/b.png 2x,\n">\n', []),
    ],
)
def test_markdown_that_is_right(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "<div>\n[größe](https://example.com/größe)\n</div>",
        "<center>![größe](https://example.com/größe.png)</center>",
        "<p>[![größe](https://example.com/größe.png)](https://example.com/größe)</p>",
        '<p class="tip">See [größe](https://example.com/größe) now.</p>',
    ],
)
def test_links_in_html_are_reported_where_github_shows_them(text: str) -> None:
    assert codes(text, "docs/README.md") == ["IRI827"]
    assert codes(text, "docs/page.md") == []


def test_docutils_may_link_next_to_letters(tmp_path: Path) -> None:
    text = "参照`大きさ <https://example.com/größe>`_参照"
    assert codes(text, "a.rst", surroundings=surroundings(str(tmp_path / "docs" / "a.rst"))) == ["IRI829"]
    (tmp_path / "docutils.conf").write_text("[restructuredtext parser]\ncharacter_level_inline_markup = yes\n", "utf-8")
    _links_next_to_letters.cache_clear()
    assert codes(text, "a.rst", surroundings=surroundings(str(tmp_path / "book" / "a.rst"))) == []


def test_the_linter_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / "docutils.conf").write_text("[restructuredtext parser]\ncharacter_level_inline_markup = yes\n", "utf-8")
    page = str(tmp_path / "a.rst")
    text = "参照`大きさ <https://example.com/größe>`_参照, `a <example.com/ü>`_"
    expected = codes(text, page)  # what it loads when it is first used
    opened: list[object] = []
    watching = True
    sys.addaudithook(lambda event, args: opened.append(args[0]) if watching and event in _ON_DISK else None)
    assert codes(text, page) == expected
    watching = False
    assert opened == []


_ON_DISK = ("open", "os.listdir", "os.scandir")
