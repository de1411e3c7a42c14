"""Family 8: links of Markdown whose brackets are missing, of the wrong kind, or of another markup."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from extract.readers.html import MISSPELT_HREF
from extract.rules.registry import Found, rule
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

_URL = r"https?://[^\s()（）\[\]<>\0]+(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"
_FILE = r"[\w.%/-]{1,200}\.(?:md|html?|rst|png|jpe?g|gif|svg|webp|ipynb)(?:#[^\s()]*)?"
_APART = re.compile(r"\][ \t]{1,4}\(")
_WRONG = lazily(
    lambda: re.compile(
        # A label, and the address without brackets: no mark of a source ("[EB/OL]", "[PDF]") or of a log.
        r"(?<![\]\\\w])\[(?![A-Z/ ]{1,12}\]|(?i:online|available)\])(?P<bare_label>[^\[\]\n\0]{2,200})\](?P<bare>https?://[^\s()\[\]<>\0]+)"
        # A bracket that closes another kind than was opened.
        rf"|(?P<pair>\[(?P<square>[^\[\](){{}}【】「」\n\0]{{2,100}})[)}}】」]"
        rf"|(?<![\]\w$#%{{])\{{(?![#.:%{{])(?P<brace>[^\[\](){{}}\n\0]{{2,100}})\}})(?=\({_URL}\))"
        # A label that is never closed: the address is in it. (Of a link, its reader has blanked the "](…)".)
        r"|(?<![\]\\\w])\[(?P<open_label>(?:[^\[\]()\s\0]|[ ](?! )){1,150}[^\[\]()\s\0])"
        r"(?:\((?P<glued>https?://[^\s()\[\]<>\0]+)\)\](?![(\[:])"
        r"|(?:[ ]\([^\[\]()\n\0]{1,50}\))?[ \t]?\((?P<open>https?://[^\s()\[\]<>\0]+)\)(?![^\[\]]{0,300}(?:\]|[ ]{4})))"
        # A page or an image beside the document, after a space.
        rf"|(?<![\]\\\w])\[(?![0-9*†‡]{{1,3}}\]|[ xX]\])[^\[\]\n\0]{{1,200}}\](?P<apart>[ \t]{{1,4}})(?=\({_FILE}\))"
        # An image without alternative text, after a space.
        rf"|!\[\](?P<image_apart>[ \t]{{1,4}})(?=\((?:{_URL}|{_FILE})\))"
        # MediaWiki.
        r"|(?<![\]\w\\!\[])(?<!\]\()\[(?P<wiki>https?://[^\s\[\]\0]+)[ ]+(?P<wiki_words>[^\[\]\n\0]{2,150})\](?![(\[:])"
        # What is no title: attributes of HTML, or a single quotation mark.
        r"|\]\((?P<attributes>(?P<attributed>https?://[^\s()<>\"'\0]+)[ \t]+"
        r"(?:target|rel|class|style|width|height)=[^()\n]{1,100})\)"
        r"|\]\((?P<half_titled>https?://[^\s()<>\"'“”\0]+[ \t]+(?:'[^'\"()\n]{1,200}|[^\s'\"()][^'\"()\n]{0,200}'))\)"
        r"|\]\((?P<glued_title>(?P<titled>https?://[^\s()<>\"\0]*[^\s()<>\"\0=:+&?/,])"
        r"\"(?P<title>[^\"()\n]{1,200})\"[ \t]*)\)"
        r"|<(?P<padding>[ \t]+)(?P<padded>https?://[^\s<>\0]+)[ \t]*>"
    )
)


def wrong_brackets(text: str, taken: list[tuple[int, int]]) -> Iterator[Found]:
    """Report what its brackets do not make a link, but for the places, in order, that are reported already."""
    if "http" not in text and not _APART.search(text):
        return
    for match in _WRONG.finditer(text):
        before = bisect_right(taken, (match.end(), 0)) - 1
        if before >= 0 and taken[before][1] > match.start():
            continue
        if match["bare"]:
            address = match["bare"].rstrip(".,;:!?。，、；*_")
            meant = f"[{match['bare_label']}]({address})"
            start, end = match.start("bare"), match.start("bare") + len(address)
            end += text.startswith(")", end)  # the opening one was forgotten
            yield Found(start, end, f"no link: no brackets around the address; write {meant}", None, f"({address})")
        elif match["pair"]:
            meant = f"[{match['square'] or match['brace']}]"
            yield Found(*match.span("pair"), f"no link: brackets of the wrong kind; write {meant}", None, meant, True)
        elif match["open"] or match["glued"]:
            address = match["open"] or match["glued"]
            label = match[0][1:].partition(f"({address})")[0].rstrip()
            meant = f"[{label}]({address})"
            yield Found(*match.span(), f'no link: the "]" belongs before the address; write {meant}', None, meant)
        elif group := next((name for name in ("apart", "image_apart") if match[name]), None):
            yield Found(*match.span(group), 'no link: space between "]" and "("; remove it', None, "", safe=True)
        elif match["wiki"]:
            meant = f"[{match['wiki_words'].strip()}]({match['wiki']})"
            yield Found(*match.span(), f"no link: this is the markup of a wiki; write {meant}", None, meant)
        elif match["attributes"]:
            message = f"no link: Markdown has no attributes here; write {match['attributed']}"
            yield Found(*match.span("attributes"), message, None, match["attributed"])
        elif match["glued_title"]:
            meant = f'{match["titled"]} "{match["title"]}"'
            message = f"no link: a space belongs before the title; write {meant}"
            yield Found(*match.span("glued_title"), message, None, meant, safe=True)
        elif match["half_titled"]:
            address, title = match["half_titled"].split(None, 1)
            meant = f'{address} "{title.strip(chr(39))}"'
            message = f"no link: a quotation mark is missing; write {meant}"
            yield Found(*match.span("half_titled"), message, None, meant, safe=True)
        else:
            start, end = match.start("padding"), match.end("padding")
            yield Found(start, end, 'no link: space after "<"; remove it', None, "", safe=True)


_IN_HTML = lazily(lambda: re.compile(rf"(?<![\]\\\w])!?\[[^\[\]\n]{{1,200}}\]\((?P<address>{_URL})\)"))
# An example of Markdown, in "pre"; or a template, which may be included in Markdown.
_OF_MARKDOWN = re.compile(r"\n[ \t]*\n[ \t]*\S|(?m:^[ \t]*(?:[#>*|-]|\d+\.)\s)|\{[{%]")


@rule("IRI820", "no-html-link", "error", scope="prose")
def no_html_link(prose: Prose) -> Iterator[Found]:
    r"""HTML does not link this.

    The attribute is misspelt; or the link is in Markdown, whose source readers see.
    Source: HTML §4.5.1 (the element "a").

    Bad (html):
        <p>See ⟦[größe](https://example.com/größe)⟧ now.</p>

        <p>See <a ⟦herf⟧="https://example.com/größe">größe</a> now.</p>

    Bad (markdown):
        See <a ⟦herf⟧="https://example.com/größe">größe</a> now.

    Good (html):
        <p>See <code>[größe](https://example.com/größe)</code> now.</p>
        <p>See [größe] (https://example.com/größe) now.</p>
        <pre># Größe\n\n[größe](https://example.com/größe)</pre>
        {% größe %} See [größe](https://example.com/größe) now.
    """
    if misspelt := MISSPELT_HREF.match(prose.text):
        yield Found(*misspelt.span("name"), 'no link: the attribute is misspelt; write "href"', None, "href", safe=True)
    if prose.target or prose.format.name != "html" or "](" not in prose.text or _OF_MARKDOWN.search(prose.text):
        return
    for match in _IN_HTML.finditer(prose.text):
        yield Found(*match.span(), f'no link: this is Markdown; write <a href="{match["address"]}">')
