"""Find malformed tags of links and images in HTML and Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from extract.parsers import Reading, html
from extract.parsers.html import GLUED, MISSPELT, TAG
from extract.readers.paragraph import Paragraph
from extract.rules.markup.patterns import Pattern, searching
from extract.rules.markup.repair import Piece, Repairer, Spot
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, IMAGE_SUFFIXES, re

_Q = "\"'“”„«»‘’`"
_ADDRESSED = rf"(?:href|src|{MISSPELT})"
_ATTRIBUTE = rf"(?!{_ADDRESSED}\b)[a-z][\w:-]{{0,30}}\s?=\s?(?:\"[^\"<>=]{{0,300}}\"|'[^'<>=]{{0,300}}')"
_IN_TARGET = rf"(?!\{{\{{)[^\s<>\0{_Q}()=&]"
_FILLED_IN = r"\{\{[^{}<>]{1,100}\}\}"
# A possible start tag, of which each delimiter may be missing, doubled or wrong.
_ELEMENT = r"(?:[<>(\[{]|&lt;)?[\s\u00a0<-]{0,3}(?P<element>a(?:-(?=href)|[<\s]*(?=h\s?ref)|\b)|img)<?"
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
# Certain destinations.
_PLACE = re.compile(
    r"(?i)(?:https?|mailto):|#\w|\{\{|\.{0,2}/\w|(?:[\w.%~-]{1,200}/){1,20}"
    rf"|[\w.%~-]{{1,200}}\.(?:{FILE_SUFFIXES}|{IMAGE_SUFFIXES}|php|aspx?|cgi|jsp|xhtml|txt|zip|com|org|net)\b"
)
# Excludes strings in programs, and templates.
_BROKEN = re.compile(
    r"(?i)<(?:a|img)\s[^<>\0{}$%\\+]{0,300}?(?:href|src)[^<>\0{}$%\\+]{0,20}(?:://|\w\.\w)[^<>\0{}$%\\+]{1,400}>?"
)
_INCOMPLETE = Message(
    "malformed HTML tag: a quotation mark, a space or a bracket is missing, or one too many; correct it"
)
_REST_OF_TAG = re.compile(r"[^<>\0]{1,300}>")
_CUT_OFF = re.compile(r"\s*(?:[\w:-]+\s*=|\Z)")
_CLOSES = re.compile(r"[^<>]{0,400}</a\s*>", re.IGNORECASE)
_HREF = "|".join(rf"(?<={before}href=)" for before in (r"[^<\w]a\s", r"a<\s", "a<"))
_SRC = "|".join(rf"(?<={before}src=)" for before in (r"[^<\w]img\s", r"img<\s", "img<"))
_MISSPELT = "|".join(rf"(?<=[\s\"']{name}=)" for name in MISSPELT.split("|"))
# The beginning of a possible start tag, with or without "<".
_START = re.compile(
    r"(?P<start><(?:[\s\u00a0-]{0,2}(?i:a|img)(?:[\s\u00a0\"'=<-]|(?=(?i:href|src|h ref)))))"
    rf"|(?<![\w<&./-])(?<!<\s)(?:[(\[{{]|&lt;|(?<!\S)>)?(?:a<?|img<?)\s(?=(?:{_ATTRIBUTE}\s){{0,4}}(?:href|src)\s?=\s?[\"'])"
)
# Pandoc, "raw_html": copied to the output. "=" is allowed in an unquoted value (HTML §13.2.5.38).
_OF_PANDOC = re.compile(r"""<[aA](?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>`]++))++\s*>""")
# Only for Markdown. Excludes links with an event handler, an id, a name or data, which scripts use.
_EMPTY_HREF = re.compile(
    r"<[aA](?=\s)(?![^<>]{0,300}\s(?:on\w+|id|name|role|(?:data|v|ng|aria)-[\w-]+|[@:(*\[#{][^\s=]*)\s*=)"
    r"[^<>]{0,300}?\s(?P<empty>href=(?:\"\"|''))[^<>{]{0,300}>"
)
_OF_EXAMPLE = re.compile(r"\s*(?i:item|link|menu|home)\b")
_OPENED = re.compile(r"(?i)<a\s[^<>]*?\bhref\s*=")
_NET = re.compile(
    rf"<[aA](?=[\s\"'=(-])(?!{TAG})|<img(?=[\s\"'=(-])(?!{TAG})|<[ \t\u00a0][aA]\s|=(?:{_MISSPELT})\s?[\"']|{GLUED}"
    rf"|href=(?:{_HREF})|src=(?:{_SRC})|<a>\s{{0,9}}https?://|<a\s?/?>|</a(?![\w>-])(?!\s{{1,9}}>)|</?\s{{1,3}}/?a>"
    rf"|/a>(?<!</a>)|<\\a>|\shref=(?:\"\"|'')"
    rf"|=\s?[\"']\s{{0,3}}https?(?:\s{{1,3}}:?/?/|:\s{{1,3}}//)"
)


def is_worth(text: str) -> bool:
    """Return whether ``text`` may have a malformed tag of a link or image."""
    return ("<" in text or "=" in text or "/a>" in text) and _NET.search(text) is not None


def _start_tag(piece: Piece, start: int, *, is_bare: bool) -> Spot | None:
    """Return the spot of a malformed start tag at ``start``, or ``None``. ``is_bare``: it has no "<"."""
    text = piece.text
    meant = _MEANT.match(text, start)
    if meant is None or not _PLACE.match(meant["target"]):
        broken = _BROKEN.match(text, start)
        return Spot("unclosed", start, broken.end(), _INCOMPLETE) if broken and not is_bare else None
    element, attribute = (
        (meant["element"], "src") if meant["element"].lower() == "img" else (meant["element"][0], "href")
    )
    attribute = attribute.upper() if element.isupper() else attribute
    if text[start] != "<" and not (_CLOSES.match(text, meant.end()) if element in "aA" else ">" in meant["end"]):
        return None
    before, after = ("".join(f" {one}" for one in _ATTRIBUTES.findall(meant[part])) for part in ("before", "after"))
    closing = " />" if "/" in meant["end"] else ">"
    fix = f'<{element}{before} {attribute}="{meant["target"]}"{after}{closing}'
    if ">" not in meant["end"] and (rest := _REST_OF_TAG.match(text, meant.end())):
        # The rest up to ">" belongs to the tag. Templates are skipped, since their values are unknown.
        return None if "{{" in rest[0] else Spot("unclosed", start, rest.end(), _INCOMPLETE)
    if ">" not in meant["end"] and _CUT_OFF.match(text, meant.end()):
        return None  # the tag continues in a template, which the text does not contain
    name = (meant["name"] or attribute).lower()
    if text[start] == "<" and name != attribute.lower():
        message = Message('unknown attribute "{mark}" in this HTML tag; write {text}', mark=name, text=fix)
    else:
        message = Message("malformed HTML tag; write {text}", text=fix)
    return Spot("unclosed", start, meant.end(), message, fix, safe=True, target=meant["target"])


def _is_closed(text: str, start: int) -> bool:
    """Return whether no <a> element is open before ``start``."""
    before = text[:start].lower()
    opened = max(before.rfind("<a" + space) for space in " \n\r\t")
    return opened < 0 or "</a" in before[opened:] or not _OPENED.match(text, opened)


_before = searching(
    [
        Pattern(
            "space-in-destination",
            r"=\s?[\"']\s{0,3}(?P<place>(?P<scheme>https?)(?:\s{1,3}:?//?|:\s{1,3}//))\s{0,3}[^\s\"'<>]",
            Message('space in the scheme; write "{text}"', text="fix"),
            "{scheme}://",
            safe=True,
            target="",
        )
    ]
)
_after = searching(
    [
        Pattern(
            "unclosed",
            r"(?P<place></?(?:a\s?/?>|\s{1,3}/?a>|/a>|\\a>|/a(?=[\s)\]\"',.;:!?&<]|\Z)(?:&gt;|[)\]\"'](?!>))?)"
            r"|(?:[(\[]|&lt;|(?<![</]))/a>)",
            Message('"{mark}" does not close the link; write "</a>"', mark="place"),
            "</a>",
            safe=True,
            target="",
            against=lambda hit: _is_closed(hit.piece.text, hit.match.start()),
        ),
    ]
)


def tags(piece: Piece) -> Iterator[Spot]:
    """Yield the malformed tags of links and images in ``piece``."""
    if not is_worth(piece.text):
        return
    yield from _before(piece)
    for match in _START.finditer(piece.rest):
        if "Pandoc" in piece.format.read_by and _OF_PANDOC.match(piece.text, match.start()):
            continue
        spot = _start_tag(piece, match.start(), is_bare=not match["start"])
        if spot is not None:
            yield spot
    yield from _after(piece)
    yield from _empty(piece)


def _empty(piece: Piece) -> Iterator[Spot]:
    """Yield HTML links in Markdown with an empty ``href``."""
    if piece.format.labels:
        for one in piece.reading.constructs:
            empty = _EMPTY_HREF.fullmatch(piece.text, one.start, one.end)
            if empty and not _OF_EXAMPLE.match(piece.text, one.end):
                message = Message("the link leads to the page that contains it; write the intended IRI")
                yield Spot("empty-href", *empty.span("empty"), message)


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return html.read(text)


HTML = Repairer("html", is_worth, _read, tags)
