"""XML: URLs in attributes and elements are destinations, the other text is prose.

Python's XML parsers give no offsets of attributes, and stop at the first error. Entities that a document declares are
not expanded, and nothing outside the document is ever loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from extract.iri.as_uri import usual_uri
from extract.iri.leiri import leiri_findings
from extract.iri.percent import percent_encode
from extract.readers import css, html
from extract.readers.paragraph import within
from extract.readers.passage import Edit, Passage, Shift, Translated, cut, replacing
from extract.readers.strings import of_android
from extract.readers.triggers import SCHEME, has_trigger, is_address
from extract.text.html_tokens import VOID, XML_TOKEN, Tag, attributes, next_tag
from extract.text.references import IN_XML, unescape
from extract.text.regexes import re

_QUOTED = (2, 3)  # groups of an attribute with quotation marks
_REFERENCE = re.compile(IN_XML)
# Local names of attributes of the type anyURI, whose whitespace is collapsed (XML Schema Part 2 §3.2.17), in XLink,
# SVG, XHTML, XInclude, XSLT, XML Schema, WSDL, RDF, DocBook, DITA, OPF.
_ADDRESSES = frozenset(
    "href src base action formaction cite longdesc codebase background poster url uri location fileref about resource"
    " conref schemalocation nonamespaceschemalocation systemid website homepage link".split()
)
_ONE = ("href", "src")  # attributes with one URL
_LISTS = frozenset(["target", "ping", "profile", "archive"])  # attributes with several URLs: TEI §2.3.5, HTML
_LINKS = (_ADDRESSES | _LISTS) - {"base"}  # without the origin of included content
# Names of languages and vocabularies, which look like URLs, and patterns.
_NO_ADDRESSES = frozenset(
    "xmlns namespace targetnamespace ns datatype datatypelibrary type vocabulary prefix pattern match select test"
    " publicid xpath regex".split()
)
# Elements that contain one URL: sitemaps, RSS, Atom, Maven, AppStream.
_ADDRESS_ELEMENTS = frozenset("link url uri comments docs icon logo homepage website".split())
# Identifiers, which programs compare character by character: Atom (RFC 4287 §4.2.6.1, §4.2.7.2), RSS, RDF 1.1 Concepts
# §3.2, RDFa, Dublin Core, XLink §5.5, names of schemas in XML catalogs (XML Catalogs §6.5), and URLs in sitemaps, which
# the protocol requires to be encoded.
_IDENTIFIER_ELEMENTS = frozenset("id guid identifier idno loc content_loc".split())
_IDENTIFIERS = frozenset(
    "about resource id identifier name key scheme term rel rev role arcrole property typeof schemalocation"
    " nonamespaceschemalocation systemid systemidstartstring uristartstring rewriteprefix".split()
)
# Elements whose text is not prose: XHTML, DocBook, DITA, TEI.
_CODE = frozenset(
    "script code kbd samp tt literal programlisting screen synopsis cmdsynopsis userinput computeroutput codeblock"
    " codeph msgblock systemoutput eg egxml pre".split()
)
# Texts with escaped HTML: RSS 2.0, "Elements of <item>"; RSS 1.0, "content"; in Atom if the type declares it.
_HTML_OF_RSS = ("description", "summary", "comment_content")  # the last one is from WordPress
_HTML_OF_ATOM = frozenset("title subtitle summary content rights description tagline info".split())
_IN_HTML = re.compile("[<&]")
_IS_HTML = re.compile(r"""(?<!\S)type\s*+=\s*+["'](?:text/)?html["']""")  # RFC 4287 §3.1.1.2
# The text of an element contains a tag only if it was escaped. HTML begins and ends with a tag.
_ESCAPED_HTML = re.compile(r"(?i)\s*+<(?:a|p|br|img|div|span|[uo]l|strong|em|blockquote|h[1-6])(?:\s[^<>]*+)?>")
_UNFORMATTED = re.compile(r"""(?<!\S)formatted\s*+=\s*+["']false""")
_NATIVE = ("data", "bpt", "ph", "it")  # codes of the original format: XLIFF 1.2 §2.4.5, 2.1 §4.2.2.11
_STRINGS = (["string"], ["plurals"], ["string-array"])  # Android, "String resources"
_SPACE = re.compile(r"[ \t\r\n]++")
_MAY_HAVE = re.compile("[:&]|//")
_WORD = re.compile(r"[^ \t\r\n]++")
_ONE_WORD = re.compile(rf"[ \t\r\n]*+({_WORD.pattern})[ \t\r\n]*+")
_LISTED = re.compile(r"[^?]*?\w[,;|] ?[A-Za-z][A-Za-z0-9+.\-]*+://")  # not in a query
_ITEM = re.compile(r"(?:[^,;| \t\r\n]|[,;|](?=\S)(?![A-Za-z][A-Za-z0-9+.\-]*+://))++")
# A URL in an attribute of any name.
_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*+://|mailto:)\S")
_NAME_OF = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*+://|mailto:|tag:|urn:)\S")
# Patterns of hosts (match patterns of WebExtensions, "UrlPrefix Strings" of Windows), which programs complete.
_ANY_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+://(?:\*|\+[:/]|\$|%[a-z]|\Z)")
# XSLT §7.6.2, languages that generate XML, and IntelliJ IDEA, Ant: the inserted text is unknown here.
_TEMPLATE = re.compile(r"\{|<%|\$[({]|\$\w++\$|@[A-Z_]++@|(?<=[/:=])@[\w.-]++@")


def read(source: str) -> Iterator[Passage]:
    """Yield the destinations in attributes and elements, and the text that may have a link."""
    if has_trigger(source) or "&#" in source or "\\u" in source:
        yield from _Reader(source).passages()


# XLIFF 1.2 §2.3 and 2.0 §4.2.2, and the .ts files of Qt: a text and, after it, its translation. The elements around
# them may be "not to be translated" (ITS 2.0 §8.1), or a proposal.
_UNIT = re.compile(
    r"<(/?)(?:[\w-]{1,20}:)?(?:(source|target|translation|data)|(file|group|unit|trans-unit|segment|alt-trans|match))"
    r"(?![\w.-])([^<>]*+)>"
)
_PROPOSAL = re.compile(r"<(/?)(?:[\w-]{1,20}:)?(?:alt-trans|match)(?![\w.-])[^<>]*+(?<!/)>")
_TRANSLATED = re.compile(r"<(?:[\w-]{1,20}:)?(?:source|target|translation)(?![\w.-])")
_UNFINISHED = re.compile(
    r"""\b(?:type=["']unfinished|state=["'](?:needs-|new|initial)|type=["'](?:obsolete|vanished))"""
)
_GONE = re.compile(r"""\btype=["'](?:obsolete|vanished)""")  # Qt Linguist: the program no longer has this text
_QT = re.compile(r"<TS[\s>]")
# Qt Linguist: text that lupdate copies from the program for translators at each run.
_OF_PROGRAM = re.compile(r"<(old(?:source|comment)|(?:extra)?comment)>[^<]*+</\1>")
_CATALOGUE = re.compile(r"<(?:!DOCTYPE\s++)?(?:[\w-]{1,20}:)?(?:xliff|TS|segment|trans-unit)(?![\w.-])")
_IS_TRANSLATED = re.compile(r"""(?<![\w-])translat(?:e|able)\s*+=\s*+["'](?:(no|false)|yes|true)["']""")
# Qt: forms for numbers or for widths.
_FORM = re.compile(r"<(numerusform|lengthvariant)\b[^<>]*+>((?:[^<]|<byte\b[^<>]*+>)*+)</\1>")
_MOST_FORMS = 10


def translations(source: str) -> Iterator[Translated]:
    """Yield each finished translation of a text that has a URL."""
    for text, (start, end), waits in _pairs(source):
        if not waits and source.find("://", *text) >= 0:
            forms = [form.span(2) for form in _FORM.finditer(source, start, end)]
            for first, last in forms[:_MOST_FORMS] or [(start, end)]:
                if source[first:last].strip():
                    original, translation = (list(_inside(source, *span)) for span in (text, (first, last)))
                    translation += _carried(source, text, (first, last))
                    yield Translated([original], cut(source, first, last), translation)


# Inline codes that do not end another: their tags, and content that is not part of the translated text.
_CODE_OF = re.compile(
    r"<(?:[\w-]{1,20}:)?(?!e(?:pt|x|c)\b)(?:(?:bpt|ph|it)\b(?P<native>[^<>]*+)(?<!/)>[^<>]*+|\w{1,4}\b(?P<tag>[^<>]*+)>)"
)
_ID = re.compile(r"""(?<!\S)id\s*+=\s*+["']([^"'<>]++)""")


def _carried(source: str, text: tuple[int, int], translation: tuple[int, int]) -> Iterator[Passage]:
    """Yield the URLs of codes that a translation repeats only by their id (XLIFF 1.2 §2.4.5, 2.1 §4.7.2)."""
    alone = {name for name, span in _codes(source, translation) if source.find("://", *span) < 0}
    for name, span in _codes(source, text):
        if name in alone:
            yield from _inside(source, *span)


def _codes(source: str, span: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the inline codes of a text that have an id: the id and the span."""
    for code in _CODE_OF.finditer(source, *span):
        if name := _ID.search(code["native"] or code["tag"] or ""):
            yield name[1], code.span()


def originals(source: str) -> list[tuple[int, int]]:
    """Return the spans of texts with a translation, and of unpublished texts: proposals, unfinished or unused ones."""
    if not _TRANSLATED.search(source):
        return []
    spans = [match.span() for match in _OF_PROGRAM.finditer(source)] if _QT.search(source) else []
    text: tuple[int, int] | None = None
    for name, (start, end), state in _units(source):
        span = start - 1, end  # from the end of the tag, so that the start of the text is inside
        if name in ("source", "data"):
            text = span if name == "source" else text
            spans += [span] if state == "out" else []
        elif text is not None:
            spans += [span] if state else []
            spans += [text] if state == "out" or (not state and source[start:end].strip()) else []
            text = None
    opened = -1
    for tag in _PROPOSAL.finditer(source):
        if tag[1] and opened >= 0:
            spans.append((opened, tag.end()))
        opened = -1 if tag[1] else opened if opened >= 0 else tag.start()
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            start, end = merged[-1][0], max(merged.pop()[1], end)
        merged.append((start, end))
    return merged


def keys(source: str) -> list[tuple[int, int]]:
    """Return the spans of texts that must be fixed in another file: keys of Qt, and texts that XLIFF copied."""
    if not _CATALOGUE.search(source):
        return []
    return [(start - 1, end) for name, (start, end), _ in _units(source) if name in ("source", "data")]


def _pairs(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int], bool]]:
    """Yield the spans of each text and its translation, and whether the translation is unfinished or unused."""
    text: tuple[int, int] | None = None  # the last source
    for name, span, state in _units(source):
        if name == "source":
            text = span
        elif name != "data":
            if text is not None and source[slice(*span)].strip():
                yield text, span, state != ""
            text = None


def _units(source: str) -> Iterator[tuple[str, tuple[int, int], str]]:
    """Yield the element, span and state ("waits", "out" or "") of each text and translation."""
    start, is_open, state = 0, "", ""
    around = [""]  # states of the enclosing elements
    for tag in _UNIT.finditer(source):
        if tag[3]:
            if tag[1]:
                around = around[:-1] or [""]
            elif not tag[4].endswith("/"):
                otherwise = around[-1] or ("waits" if tag[3] in ("alt-trans", "match") else "")
                around.append(_state(tag[4], otherwise))
        elif not tag[1]:
            is_open, start, state = tag[2], tag.end(), _state(tag[4], around[-1])
            if tag[4].endswith("/"):
                yield is_open, (start, start), state
                is_open = ""
        elif tag[2] == is_open:
            yield is_open, (start, tag.start()), state
            is_open = ""


def _state(attributes: str, otherwise: str) -> str:
    if told := _IS_TRANSLATED.search(attributes):
        return "out" if told[1] else ""
    if _GONE.search(attributes):
        return "out"
    return otherwise or ("waits" if _UNFINISHED.search(attributes) else "")


_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*+)([^<>]*+)>")


def kept(source: str) -> list[tuple[int, int]]:
    """Return the spans of HTML or XML elements that must not be translated (HTML §3.2.5, ITS 2.0 §8.1, DITA)."""
    spans = []
    name, depth, start = "", 0, 0
    for tag in _TAG.finditer(source) if "translate" in source else ():
        is_empty = tag[3].endswith("/") or tag[2].lower() in VOID
        if not name and not tag[1] and _state(tag[3], ""):
            name, start = tag[2], tag.start()
        if tag[2] == name:
            depth += 0 if is_empty else -1 if tag[1] else 1
            if depth <= 0:
                spans.append((start, tag.end()))
                name, depth = "", 0
    return [*spans, (start, len(source))] if name else spans


# Android, "String resources"; .NET, "Resources in .resx files".
_NAMED = re.compile(r"<(/?)(string(?:-array)?|plurals|data|item|value)\b([^<>]*+)(?<!/)>")
_WITH_NAME = re.compile(r"<(?:string(?:-array)?|plurals|data)\s[^<>]*?\bname\s*+=")
_NAME = re.compile(r"""(?<!\S)(?:name|quantity)\s*+=\s*+["']([^"'<>]*+)""")
_HOLDERS = ("plurals", "string-array", "data")


def is_catalog(source: str) -> bool:
    """Return whether a document is a message catalog, in which each text is translated."""
    return _TRANSLATED.search(source) is not None or _WITH_NAME.search(source) is not None


def same_names(_format: str, original: str, source: str) -> Iterator[Translated]:
    """Yield each text with the text of the same name in the original, if that may have a link."""
    is_android = "<resources" in original
    originals = {key: span for key, span in _texts(original) if original.find("://", *span) >= 0}
    for key, (start, end) in _texts(source):
        if (span := originals.get(key)) is not None and source[start:end].strip():
            text = list(_inside(original, *span, is_android=is_android))
            translation = list(_inside(source, start, end, is_android=is_android))
            yield Translated([text], cut(source, start, end), translation)


def _texts(source: str) -> Iterator[tuple[tuple[str, str], tuple[int, int]]]:
    """Yield the key and span of each named text. The key is the name, and the quantity or number in it."""
    name, own, number, start = "", "", 0, -1
    for tag in _NAMED.finditer(source):
        if tag[1]:
            if start >= 0 and tag[2] not in _HOLDERS and name:
                yield (name, own or str(number)), (start, tag.start())
            name = "" if tag[2] in (*_HOLDERS, "string") else name
            start = -1
            continue
        given = _NAME.search(tag[3])
        if tag[2] in (*_HOLDERS, "string"):
            name, own, number = given[1] if given and not _state(tag[3], "") else "", "", 0
        else:
            own, number = given[1] if given else "", number + 1
        start = tag.end()


def _inside(source: str, start: int, end: int, *, is_android: bool = False) -> Iterator[Passage]:
    return within(Shift(start), _Reader(source[start:end], is_android).passages())


class _Reader:
    def __init__(self, source: str, is_android: bool = False) -> None:
        self.source = source
        self.is_android = is_android  # the source is the text of an Android string
        self.opened: list[str] = []  # names of the open elements
        self.number: Counter[str] = Counter()  # number of open elements by name
        self.code: list[int] = []  # depths of the open elements whose text is not prose
        self.open = ""  # the element whose start tag was the last markup
        self.is_formatted = True  # the Android string is a format string
        self.in_html = False  # the text of the element is HTML

    def passages(self) -> Iterator[Passage]:
        position = 0
        while tag := next_tag(self.source, position, XML_TOKEN):
            yield from self.text(position, tag.start, tag.closes)
            position = tag.end
            if tag.name:
                yield from self.tag(tag)
            elif self.source.startswith("<![CDATA[", tag.start):
                start, end = tag.start + 9, tag.end - 3 * self.source.endswith("]]>", tag.start, tag.end)
                text = self.value_of(cut(self.source, start, end))
                yield from self.style(start, end) if self.open == "style" else self.prose(text)
            elif self.source.startswith("<?xml-stylesheet", tag.start):  # Associating Style Sheets with XML §4
                yield from self.attributes("xml-stylesheet", tag)
        yield from self.text(position, len(self.source), False)

    def tag(self, tag: Tag) -> Iterator[Passage]:
        """Open or close an element, and yield the destinations in its attributes."""
        self.open, self.in_html = "", False
        if tag.closes:
            self.close(tag.name)
            return
        self.opened.append(tag.name)
        self.number[tag.name] += 1
        name, written = _local(tag.name), self.source[tag.start : tag.end]
        if name == "string":
            self.is_formatted = _UNFORMATTED.search(written) is None
        yield from self.attributes(name, tag)
        if tag.ending == "/>":
            self.close(tag.name)
            return
        self.open, self.in_html = name, self.has_html(name, written)
        if name in _CODE:
            self.code.append(len(self.opened))

    def close(self, name: str) -> None:
        """Close an element and the unclosed elements in it; ignore a tag that closes none."""
        last = "" if self.number[name] else name
        while last != name:
            if self.code and self.code[-1] == len(self.opened):
                self.code.pop()
            last = self.opened.pop()
            self.number[last] -= 1

    def text(self, start: int, end: int, closes: bool) -> Iterator[Passage]:
        """Yield the text between two pieces of markup."""
        if self.open == "style":
            yield from self.style(start, end)
        elif not self.code:
            text = self.value_of(cut(self.source, start, end, self.references(start, end)))
            identifies = self.open in _IDENTIFIER_ELEMENTS
            is_address = closes and (identifies or self.open in _ADDRESS_ELEMENTS)
            word = _ONE_WORD.fullmatch(text.text) if is_address else None
            if word and _TEMPLATE.search(word[1]):
                return
            if word and (_NAME_OF if identifies else SCHEME).match(word[1]):
                yield self.target(text, *word.span(1), identifies=identifies)
            else:
                yield from self.prose(text)

    def has_html(self, name: str, attributes: str) -> bool:
        """Return whether the text of the last opened element is HTML."""
        is_of_rss = name in _HTML_OF_RSS and _local(self.opened[0]) in ("rss", "rdf")
        is_of_atom = name in _HTML_OF_ATOM and _IS_HTML.search(attributes) is not None
        return name == "encoded" or is_of_rss or is_of_atom

    def value_of(self, text: Passage) -> Passage:
        """Return the text of an element, with the escapes of Android resolved."""
        return of_android(text, is_formatted=self.is_formatted) if self.is_string() else text

    def is_string(self) -> bool:
        return self.is_android or (self.opened[:1] == ["resources"] and self.opened[1:2] in _STRINGS)

    def style(self, start: int, end: int) -> Iterator[Passage]:
        style = cut(self.source, start, end, self.references(start, end))
        yield from within(style, _of_style(style.text))

    def prose(self, text: Passage) -> Iterator[Passage]:
        if self.code or not has_trigger(text.text):
            return
        is_html = _ESCAPED_HTML.match(text.text) and text.text.rstrip().endswith(">")
        if is_html or (self.in_html and _IN_HTML.search(text.text)):
            yield from within(text, html.read(text.text))
        else:  # Android, "String resources", "Styling with HTML markup"
            yield from html.of_value(text) if self.is_string() or self.open in _NATIVE else (text,)

    def attributes(self, element: str, tag: Tag) -> Iterator[Passage]:
        """Yield the destinations in the attributes of a tag, and text that has links."""
        for match in attributes(self.source, tag.start, tag.end):
            name, local = match[1], _local(match[1])
            is_name = name.startswith("xmlns") or local in _NO_ADDRESSES or element in _NO_ADDRESSES
            if is_name or match.lastindex not in _QUOTED:
                continue
            start, end = match.span(match.lastindex)
            if _MAY_HAVE.search(self.source, start, end):
                yield from self.value(name, local, start, end)

    def value(self, name: str, local: str, start: int, end: int) -> Iterator[Passage]:
        """Yield the destinations or the text in the value of an attribute."""
        value = cut(self.source, start, end, self.references(start, end))
        # XML 1.0 §3.3.3; XML Schema Part 2 §4.3.6 "collapse"
        value = value.edited(replacing(_SPACE, value.text, by=" "))
        if local == "style":
            yield from within(value, _of_style(value.text))
            return
        is_list = local not in _ONE and _LISTED.match(value.text)
        words = [match.span() for match in (_ITEM if is_list else _WORD).finditer(value.text)]
        if local == "schemalocation" and len(words) > 1:  # XML Schema Part 1 §2.6.3: pairs of a name and a location
            words = words[1::2]
        elif is_list and all(_ADDRESS.match(value.text, start) for start, _ in words):
            pass
        elif local in _ADDRESSES and words:
            words = [(words[0][0], words[-1][1])]
        elif local not in _LISTS and (len(words) != 1 or not _ADDRESS.match(value.text, *words[0])):
            if "://" in value.text:
                yield from self.prose(value)
            return
        for word in words:
            if self.leads(value.text[slice(*word)], local):
                yield self.target(value, *word, name, identifies=local in _IDENTIFIERS)

    def leads(self, text: str, attribute: str) -> bool:
        """Return whether a word in an attribute is a destination: neither a pattern, a template nor local."""
        # Files of the local computer: XML Catalogs §6.5.6, XInclude 1.0 §4.5.5, settings of editors.
        is_of_disk = text.startswith("file:") and attribute not in _LINKS
        is_pattern = attribute not in _ONE and _ANY_HOST.match(text)
        if is_pattern or _TEMPLATE.search(text) or text.startswith("data:") or is_of_disk:
            return False
        return bool(SCHEME.match(text)) or (attribute in _ADDRESSES and is_address(text))

    def target(
        self, text: Passage, start: int, end: int, name: str | None = None, *, identifies: bool = False
    ) -> Passage:
        """Return a destination, a LEIRI (draft-ietf-iri-3987bis §6), as an IRI."""
        written = text.text[start:end]
        found = [] if usual_uri(written) else leiri_findings(written)
        edits = [Edit(start + one.start, start + one.end, percent_encode(one.text)) for one in found]
        return cut(text.text, start, end, edits, target=True, attribute=name, identifies=identifies).inside(text)

    def references(self, start: int, end: int) -> Iterator[Edit]:
        """Yield edits that resolve character references and predefined entities (XML 1.0 §4.1)."""
        for match in _REFERENCE.finditer(self.source, start, end):
            meant = unescape(match[0])
            if meant not in ("", "\ufffd"):  # else it is no character (§2.2)
                yield Edit(*match.span(), meant)


def _of_style(text: str) -> Iterator[Passage]:
    return (one for one in css.addresses(text) if SCHEME.match(one.text) and not one.text.startswith("data:"))


def _local(name: str) -> str:
    return name.rpartition(":")[2].lower()
