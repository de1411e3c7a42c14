"""LaTeX, Org, MediaWiki, Textile and fields: which links are read, and what is not prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import lint
from extract.readers import FORMATS
from extract.readers.formats import format_of, known_format
from tests.examples import examples


def links(format: str, source: str) -> list[str]:
    """Return the links of a source, as they are meant."""
    return [link.text for passage in FORMATS[format].read(source) for link in passage.links()]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\url{http://a.example/é_b%20c}, \nolinkurl{http://b.example/}", ["http://a.example/é_b%20c", "http://b.example/"]),
        (r"\href[x]{http://b.example/\%C3\#d}{label}", ["http://b.example/%C3#d"]),
        (r"see http://a.example/a\_b\&c\~{}d, and \textbf{http://b.example/é}.", ["http://a.example/a_b&c~d", "http://b.example/é"]),
        (
            "% http://b.example/\nhttp://a.example/é % http://b.example/\n100\\% http://c.example/",
            ["http://a.example/é", "http://c.example/"],
        ),
        (
            "\\begin{lstlisting}[x]\nhttp://b.example/\n\nhttp://b.example/\n\\end{lstlisting} http://a.example/",
            ["http://a.example/"],
        ),
        (r"\verb|http://b.example/| \lstinline!http://b.example/! http://a.example/\\ x~y", ["http://a.example/"]),
        ('@misc{a, url = {http://a.example/é_b}, howpublished = "https://b.example/"}', ["http://a.example/é_b", "https://b.example/"]),
        ("@Comment{jabref: {a {http://b.example/} c}} @misc{a, url={http://a.example/}}", ["http://a.example/"]),
        (r"\href{\base/x}{y} \url{#1}", []),
        (r"\newcommand\pkg[1]{\href{http://b.example/#1}{#1}\url{http://b.example\slash x}}", []),
        (r"\url{http://a.example/b#1} \href{http://b.example/\#1x}{x}", ["http://a.example/b#1", "http://b.example/#1x"]),
        (r"\href{file:doc/#1.pdf}{x} \nolinkurl{a.example} \nolinkurl{C:\\tex\\a}", []),
        # as LuaLaTeX writes them to PDF
        (
            r"\href{http://a.example/\string~u}{x} \url{http://b.example/\textasciitilde u\textunderscore b}",
            ["http://a.example/~u", "http://b.example/~u_b"],
        ),
        # an address on several lines
        (
            "\\url{http://a.example/é%\n  \\%20%%\r\n\tb}\n\\href{%\n  http://b.example/%C3%A9%\n}{x}",
            ["http://a.example/é%20%b", "http://b.example/%C3%A9"],
        ),
        (r"\href{file:b.pdf#c}{b} \href{file:///c}{c} \url{http://a.example/é}", ["file:///c", "http://a.example/é"]),
    ],
)  # fmt: skip
def test_links_of_latex(source: str, expected: list[str]) -> None:
    assert links("latex", source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "[[http://a.example/é][日本]] [[file:b.org]] http://b.example/ü.",
            ["http://a.example/é", "http://b.example/ü"],
        ),
        (
            "[[roam:a b][c]] [[id:x]] [[file:///a]] [[gemini://a.example/]] [[mailto:é@a.example]]",
            ["gemini://a.example/", "mailto:é@a.example"],
        ),
        ("#+begin_src sh\nhttp://b.example/\n#+end_src\nhttp://a.example/", ["http://a.example/"]),
        (
            "# http://b.example/\n: http://b.example/\n=http://b.example/= ~http://b.example/~ http://a.example/",
            ["http://a.example/"],
        ),
        # inline source and calls
        (
            "src_sh{curl http://b.example/%zz} src_sh[:eval no]{f() { http://b.example/; }} (src_c++{http://b.example/})"
            " call_x(http://b.example/) call_x[:dir http://b.example/](a=1)[:b c] http://a.example/src_sh{",
            ["http://a.example/src_sh"],
        ),
        (r"[[http://a.example/\[é\]][x]]", ["http://a.example/[é]"]),
        # Org's own pattern, `org-link-bracket-re`: the description goes to the first "]]"
        ("[[http://a.example/é ü][[x]]] [[http://b.example/é][x[1] y]]", ["http://a.example/é ü", "http://b.example/é"]),
        # as `org-element` reads them
        ("=http://b.example/?a=b= (~http://b.example/~u~) ={x\ny http://b.example/}= |=http://b.example/=|", []),
        ("~(x '~/y' http://b.example/)~ */=http://b.example/=/*", []),
        ("a=http://a.example/é= =\nhttp://b.example/ü= ~/x http://c.example/ ~/y =http://d.example/\n\n=",
         ["http://a.example/é=", "http://b.example/ü=", "http://c.example/", "http://d.example/"]),
        ("```sh\nhttp://b.example/\n```\nhttp://a.example/ ```x```\n```\nhttp://c.example/", ["http://a.example/", "http://c.example/"]),
        ("http://a.example/é\\\\\nhttp://b.example/\\\\  \n", ["http://a.example/é", "http://b.example/"]),
        ("[[roam:die Größe]] [[file:die größe.png]] [[id:12-ü][a]] http://a.example/", ["http://a.example/"]),
        ("#+BEGIN_HTML\n<a href='http://b.example/'>b</a>\n#+END_HTML\nhttp://a.example/", ["http://a.example/"]),
    ],
)  # fmt: skip
def test_links_of_org(source: str, expected: list[str]) -> None:
    assert links("org", source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "WEBVTT\n\nhttp://b.example/\n00:01.000 --> 00:02.000\nhttp://a.example/é\n",
            ["http://a.example/é"],
        ),
        (
            "WEBVTT\r\n\r\n1 http://b.example/\r\n00:01.000 --> 00:02.000\r\n1 http://a.example/é\r\n",
            ["http://a.example/é"],
        ),
        # without an empty line before it, the line is of the cue
        (
            "WEBVTT\n\n00:01.000 --> 00:02.000\nhttp://a.example/é\n00:02.000 --> 00:03.000\nhttp://b.example/ü",
            ["http://a.example/é", "http://b.example/ü"],
        ),
        ("WEBVTT\n\nNOTE http://b.example/\n\n00:01.000 --> 00:02.000\n<c>http://a.example/é</c>", ["http://a.example/é"]),
    ],
)  # fmt: skip
def test_links_of_webvtt(source: str, expected: list[str]) -> None:
    assert links("webvtt", source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "[http://a.example/é 日本] [//b.example/] ''http://c.example/ü''",
            ["http://a.example/é", "//b.example/", "http://c.example/ü"],
        ),
        ("{{x|url=http://a.example/é|b}} {{http://b.example/}}", ["http://a.example/é", "http://b.example/"]),
        (
            "<pre>http://b.example/</pre><!-- http://b.example/ --><NoWiki>http://b.example/</nowiki> http://a.example/",
            ["http://a.example/"],
        ),
        ("<nowiki>x</nowiki> <nowiki>[http://a.example/é 日本]<!-- http://b.example/", ["http://a.example/é"]),
        ("<code>x<code> http://a.example/\n\nhttp://b.example/ <code>http://c.example/</code>", ["http://a.example/", "http://b.example/"]),
    ],
)  # fmt: skip
def test_links_of_mediawiki(source: str, expected: list[str]) -> None:
    assert links("mediawiki", source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            '"日本(t)":http://a.example/é, ("x":http://b.example/_(y)) ["z":http://c.example/]',
            ["http://a.example/é", "http://b.example/_(y)", "http://c.example/"],
        ),
        (
            "!>http://a.example/é.png(x)!:http://b.example/ http://c.example/ü.",
            ["http://a.example/é.png", "http://b.example/", "http://c.example/ü"],
        ),
        (
            "[x]http://a.example/é\n\n*http://b.example/* +http://c.example/+.",
            ["http://a.example/é", "http://b.example/", "http://c.example/"],
        ),
        (
            "@http://b.example/@ ==http://b.example/== <code>http://b.example/</code>http://a.example/",
            ["http://a.example/"],
        ),
        ("<pre>\nhttp://b.example/ http://a.example/", []),
        ("bc. http://b.example/\nhttp://b.example/\n\nhttp://a.example/", ["http://a.example/"]),
        ("bc(x).. http://b.example/\n\nhttp://b.example/\n\np. http://a.example/", ["http://a.example/"]),
        ('h2{color:red}. "x":/b "y":mailto:é@a.example http://a.example/', ["mailto:é@a.example", "http://a.example/"]),
    ],
)  # fmt: skip
def test_links_of_textile(source: str, expected: list[str]) -> None:
    assert links("textile", source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            '#link("http://a.example/\\u{e9}")[http://no/] #link("/no")[x] "http://b.example/"',
            ["http://a.example/é", "http://b.example/"],
        ),
        (
            '#let a = "http://no/" + b\n#f(url: "http://a.example/", [see http://b.example/é])',
            ["http://a.example/", "http://b.example/é"],
        ),
        ("// http://no/\n/* http://no/ */ `http://no/` ```\nhttp://no/\n``` http://a.example/", ["http://a.example/"]),
        ('"see http://a.example/" 5" https:\\/\\/no #link("mailto:é@a.example")', ["mailto:é@a.example", "http://a.example/"]),
    ],
)  # fmt: skip
def test_links_of_typst(source: str, expected: list[str]) -> None:
    assert links("typst", source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a,b\nhttp://a.example/é.,http://b.example/ü\n", ["http://a.example/é.", "http://b.example/ü"]),
        ('a;b\n"see ""http://a.example/é"", x;y";http://b.example/,c\n', ["http://a.example/é", "http://b.example/,c"]),
        ("a\tb\nhttp://a.example/a,b;c\tx\n", ["http://a.example/a,b;c"]),
        ('a,b\n"http://a.example/\né"', ["http://a.example/"]),
    ],
)  # fmt: skip
def test_links_of_fields(source: str, expected: list[str]) -> None:
    assert links("csv", source) == expected


@pytest.mark.parametrize(
    ("name", "format"),
    [("README", "text"), ("Notice", "text"), ("a.mdx", "mdx"), ("a.Rmd", "markdown"), ("a.bib", "latex")],
)
def test_names(name: str, format: str) -> None:
    known = known_format(name)
    assert known is not None
    assert known.name == format


@pytest.mark.parametrize(
    ("source", "format"),
    [
        ("---\na: b\n---\n\nimport Tabs from '@theme/Tabs';\n", "mdx"),
        ("import of {a} from 'b' is\n", "markdown"),
        ("# A\n\nimport Tabs from '@theme/Tabs';\n", "markdown"),
    ],
)
def test_a_page_that_imports_components_is_mdx(source: str, format: str) -> None:
    assert format_of("a.md", source).name == format


PIECES = r"""\url{ \href{ } { % \begin{verbatim} \end{verbatim} \verb| | \~{} \_ \\ [[ ]] ][ #+begin_src #+end_src = ~ [http://
    <nowiki> </nowiki> <!-- --> '' {{ }} " "" , ; http://a.example/ é [// url={
    "x":http://b.example/ ! @ == bc. bc..""".split()


@examples(200)
@given(st.lists(st.sampled_from([*PIECES, " ", "\n", "\t"]) | st.text(max_size=3), max_size=30).map("".join))
@pytest.mark.parametrize("format", ["latex", "org", "mediawiki", "textile", "csv"])
def test_any_text_is_read_at_its_places(format: str, text: str) -> None:
    for passage in FORMATS[format].read(text):
        for link in passage.links():
            start, end = passage.span(link.start, link.end)
            assert 0 <= start <= end <= len(text)


def test_an_image_is_no_text_of_a_link_in_org() -> None:
    labels = [
        one.label
        for one in FORMATS["org"].read("[[http://a.example/][http://b.example/é.png]] [[http://a.example/][é.png]]")
    ]
    assert labels == [None, "é.png"]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.csv", "x,⟦https//⟧a.example/é,y\n"),
        ("a.tsv", "x\ty\nx\t⟦https;//⟧a.example/é\n"),
        ("a.textile", '"é":⟦https//⟧a.example/é\n'),
        ("a.vue", '<template><my-link to="⟦https//⟧a.example/é" /></template>'),
    ],
)
def test_mistakes_in_schemes_are_read(name: str, source: str) -> None:
    start, end = source.index("⟦"), source.index("⟧") - 1
    (found,) = lint(source.replace("⟦", "").replace("⟧", "").encode(), name)
    assert (found.problem.start, found.problem.end, found.problem.fix) == (start, end, "https://")
