"""Mistakes in the tags of links and images, in pages of HTML and in Markdown."""

from __future__ import annotations

from extract.parsers import Reading, html
from extract.parsers.html import CUT, GLUED, MISSPELT, TAG
from extract.readers.paragraph import Paragraph
from extract.rules.markup.slip import Hit, Slip, Slips, says
from extract.rules.problem import Problem
from extract.text.regexes import FILE_SUFFIXES, IMAGE_SUFFIXES, re

_Q = "\"'“”„«»‘’`"
_ADDRESSED = rf"(?:href|src|{MISSPELT})"
_ATTRIBUTE = rf"(?!{_ADDRESSED}\b)[a-z][\w:-]{{0,30}}\s?=\s?(?:\"[^\"<>=]{{0,300}}\"|'[^'<>=]{{0,300}}')"
_IN_TARGET = rf"[^\s<>\0{_Q}()=&]"
_FILLED_IN = r"\{\{[^{}<>]{1,100}\}\}"
# What was meant as a start tag: each of its marks may be missing, doubled or another one.
_ELEMENT = r"(?:[<(\[{]|&lt;)?[\s\u00a0<-]{0,3}(?P<element>a(?:-(?=href)|[<\s]*(?=h\s?ref)|\b)|img)<?"
_BEFORE = (
    rf"(?P<before>(?:[\s\u00a0-]{{1,2}}{_ATTRIBUTE}){{0,8}})[\s\u00a0\"'=-]{{0,3}}"
    rf"(?P<name>{_ADDRESSED}|h\sref|s\src)?[\s:=\"'-]{{0,3}}(?:&quot;|[{_Q}=]){{0,3}}\s?"
)
_TARGET = (
    rf"(?P<target>(?:{_FILLED_IN}|{_IN_TARGET})"
    rf"(?:{_FILLED_IN}|{_IN_TARGET}|=(?![\"'])|&(?!quot;|gt;|lt;)|\([^\s()<>{_Q}]*\)){{0,600}}+)"
)
_AFTER = rf"(?P<quote>(?:&quot;|[{_Q}]){{0,2}})(?P<after>(?:\s{{0,2}}{_ATTRIBUTE}){{0,8}}+)[{_Q}]?"
_END = r"(?P<end>\s?/?(?:>[\"']?|&gt;|[)\]}](?![\s<>])|(?=\s?[<\0]|\w|\s*\Z)))"
_MEANT = re.compile(f"(?i){_ELEMENT}{_BEFORE}{_TARGET}{_AFTER}{_END}")
_ATTRIBUTES = re.compile(f"(?i){_ATTRIBUTE}")
# What is surely an address.
_PLACE = re.compile(
    r"(?i)(?:https?|mailto):|#\w|\{\{|\.{0,2}/\w|(?:[\w.%~-]{1,200}/){1,20}"
    rf"|[\w.%~-]{{1,200}}\.(?:{FILE_SUFFIXES}|{IMAGE_SUFFIXES}|php|aspx?|cgi|jsp|xhtml|txt|zip|com|org|net)\b"
)
# Not of a string in a program, nor of a template.
_BROKEN = re.compile(
    r"(?i)<(?:a|img)\s[^<>\0{}$%\\+]{0,300}?(?:href|src)[^<>\0{}$%\\+]{0,20}(?:://|\w\.\w)[^<>\0{}$%\\+]{1,400}>?"
)
_INCOMPLETE = "no link: a quotation mark, a space or a bracket of this tag is missing or one too many"
_REST_OF_TAG = re.compile(r"[^<>\0]{1,300}>")
_CLOSES = re.compile(r"[^<>]{0,400}</a\s*>", re.IGNORECASE)


def _tag(hit: Hit, name: str) -> Problem | None:
    """Report what was meant as a start tag, and write it as one."""
    start = hit.start(name)
    meant = _MEANT.match(hit.text, start)
    if meant is None or not _PLACE.match(meant["target"]):
        broken = _BROKEN.match(hit.text, start)
        return Problem(start=start, end=broken.end(), message=_INCOMPLETE) if broken else None
    element, attribute = (
        (meant["element"], "src") if meant["element"].lower() == "img" else (meant["element"][0], "href")
    )
    attribute = attribute.upper() if element.isupper() else attribute
    if hit.text[start] != "<" and not (
        _CLOSES.match(hit.text, meant.end()) if element in "aA" else ">" in meant["end"]
    ):
        return None
    before, after = ("".join(f" {one}" for one in _ATTRIBUTES.findall(meant[part])) for part in ("before", "after"))
    closing = " />" if "/" in meant["end"] else ">"
    fix = f'<{element}{before} {attribute}="{meant["target"]}"{after}{closing}'
    if ">" not in meant["end"] and (rest := _REST_OF_TAG.match(hit.text, meant.end())):
        if "{{" in rest[0]:
            return None  # a template, which a program fills in
        return Problem(
            start=start, end=rest.end(), message=_INCOMPLETE
        )  # what follows is of the tag: it must not be text
    is_misspelled = hit.text[start] == "<" and (meant["name"] or attribute).lower() != attribute.lower()
    message = "the attribute is misspelled" if is_misspelled else "a mark of this tag is missing or wrong"
    return Problem(start=start, end=meant.end(), message=f"no link: {message}; write {fix}", fix=fix, safe=True)


_OPENED = re.compile(r"(?i)<a\s[^<>]*?\bhref\s*=")


def _is_closed(hit: Hit) -> bool:
    """Whether no link is open before it."""
    before = hit.text[: hit.start()].lower()
    opened = max(before.rfind("<a" + space) for space in " \n\r\t")
    return opened < 0 or "</a" in before[opened:] or not _OPENED.match(hit.text, opened)


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return html.read(text)


_HREF = "|".join(rf"(?<={before}href=)" for before in (r"[^<\w]a\s", r"a<\s", "a<"))
_MISSPELT = "|".join(rf"(?<=[\s\"']{name}=)" for name in MISSPELT.split("|"))
_SRC = "|".join(rf"(?<={before}src=)" for before in (r"[^<\w]img\s", r"img<\s", "img<"))
TAGS = (
    Slip(
        "tag",  # <a href="http://a/>, <a href"http://a/">, <a herf="http://a/">
        "unclosed",
        (
            rf"<[aA](?=[\s\"'=(-])(?!{TAG})",
            rf"<img(?=[\s\"'=(-])(?!{TAG})",
            r"<[ \t\u00a0][aA]\s",
            rf"=(?:{_MISSPELT})\s?[\"']",
            GLUED,
        ),
        r"(?P<tag><(?:[\s\u00a0-]{0,2}(?i:a|img)(?:[\s\u00a0\"'=<-]|(?=(?i:href|src|h ref)))))",
        _tag,
        bad=(
            'See ⟦<a href"https://example.com/größe">⟧größe</a> now.',
            'See ⟦<a href="https://example.com/größe>⟧größe</a> <b class="a">now</b>.',
            'See ⟦<a href="https://example.com/größe"⟧größe</a> now.',
            'See ⟦<a href=größe.html">⟧größe</a> now.',
            'See ⟦< a href="größe.html">⟧größe</a> now.',
            'See ⟦<a href="größe.html" target="_blank>⟧größe</a> now.',
            'See ⟦<a href="https://example.com/größe b.html>⟧größe</a> now.',
            'See ⟦<a class="a" herf="größe.html">⟧größe</a> now.',
            'See ⟦<img scr="größe.png">⟧ now.',
        ),
        good=(
            'See <a href="https://example.com/größe">größe</a> now.',
            'See <a ref="größe"> and <a name=größe>größe</a> now.',
            'See <a href=größe.html class="b" id="c">größe</a> now.',
            'Write `<a href="größe.html>` and <code><a href=größe.html"></code> now.',
        ),
        # Pandoc, "raw_html": passed on; and "=" in a value without quotation marks is read (HTML §13.2.5.38)
        of_pandoc=r"""<[aA](?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>`]++))++\s*>""",
    ),
    Slip(
        "tag_unopened",  # a href="http://a/">a</a>
        "unclosed",
        (f"href=(?:{_HREF})", f"src=(?:{_SRC})"),
        rf"(?<![\w<&./-])(?<!<\s)(?P<tag_unopened>(?:[(\[{{]|&lt;)?(?:a<?|img<?)\s(?=(?:{_ATTRIBUTE}\s){{0,4}}(?:href|src)\s?=\s?[\"']))",
        _tag,
        bad=('See ⟦a href="https://example.com/größe">⟧größe</a> now.', 'See ⟦(img src="größe.png">⟧ now.'),
        good=(
            'Write a href="größe.html" there.',
            'See &lt;a href="größe.html"&gt;größe&lt;/a&gt; now.',
        ),
    ),
    Slip(
        "tag_without_address",  # <a>http://a/</a>
        "undefined-name",
        r"<a>\s{0,9}https?://",
        r"(?P<tag_without_address><a>)\s{0,9}(?P<shown>https?://[^\s<>\0\"']+)(?=\s{0,9}\0{4})",
        says("no link: this tag has no address; write {}", lambda hit: f'<a href="{hit["shown"]}">', safe=True),
        bad=("See ⟦<a>⟧https://example.com/größe</a> now.",),
        good=('See <a name="b">https://example.com/größe</a> and <a>größe</a> now.',),
    ),
    Slip(
        "tag_unclosed",  # <a href="http://a/">a<a>, <a href="http://a/">a<//a>
        "unclosed",
        (
            r"<a\s?/?>",
            r"</a(?![\w>-])(?!\s{1,9}>)",
            r"</?\s{1,3}/?a>",
            r"/a>(?<!</a>)",
            r"<\\a>",
        ),
        r"(?P<tag_unclosed></?(?:a\s?/?>|\s{1,3}/?a>|/a>|\\a>|/a(?=[\s)\]\"',.;:!?&<]|\Z)(?:&gt;|[)\]\"'](?!>))?)|(?:[(\[]|&lt;|(?<![</]))/a>)",
        says("the link is not closed; write </a>", "</a>", safe=True),
        against=(_is_closed,),
        bad=(
            'See <a href="https://example.com/größe">größe⟦<a>⟧ now.',
            'See <a href="https://example.com/größe">größe⟦<//a>⟧ now.',
            'See <a href="https://example.com/größe">größe⟦</a⟧ und mehr.',
            'See <a href="https://example.com/größe">größe⟦(/a>⟧ now.',
        ),
        good=(
            'See <a href="https://example.com/größe">größe</a > and <a name="b"></a>.',
            "See <a> and größe/a> now.",
        ),
    ),
    Slip(
        "tag_cut",  # <a href=http://a/b c.html>
        "space-in-destination",
        CUT,
        r"(?i:href|src)=(?P<tag_cut>(?:https?:|[\w./%-]*/)[^\s\"'<>]*[ ][^\s\"'<>=]{0,60}[./]\w[^\s\"'<>=]*)(?=[\s>])",
        says("a space ends the target; leave it out, or write %20"),
        bad=("See <a href=⟦https://example.com/die große/größe.html⟧>größe</a> now.",),
        good=("See <a href=https://example.com/größe />größe</a> now.",),
    ),
    Slip(
        "tag_spaced",  # <a href="http ://a/">
        "space-in-destination",
        r"=\s?[\"']\s{0,3}https?(?:\s{1,3}:?/?/|:\s{1,3}//)",
        r"=\s?[\"']\s{0,3}(?P<tag_spaced>https?(?:\s{1,3}:?//?|:\s{1,3}//))\s{0,3}[^\s\"'<>]",
        says(
            'no link: "://" follows the scheme directly; write {}',
            lambda hit: ("https" if hit["tag_spaced"].startswith("https") else "http") + "://",
            safe=True,
        ),
        bad=('See <a href="⟦https ://⟧example.com/größe">größe</a> now.',),
    ),
)
HTML = Slips("html", TAGS, _read)
