"""What bleach repairs in HTML: what is no markup is written as text, and what is left open is closed.

What comes out reads alike everywhere: "<" stands only before tags and comments, not in values, scripts or styles, tags
come in pairs, and nothing is foreign content (SVG, MathML), unless asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from extract.markup.html_text import HEADINGS, RAW, raw_end
from extract.text.html_tokens import TOKEN, WHITE_SPACE, attributes
from extract.text.references import REFERENCE
from extract.text.regexes import re


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


# "Void elements", and obsolete ones (§13.2.6.4).
_VOID = _names("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
# The page has its own. The next would take its rest.
_PAGE = _names("html head body")
_NEVER = _names("plaintext noframes frameset frame")

_ROWS = _names("caption colgroup tbody tfoot thead tr")
_CELLS = _names("caption td th")
_OF_TABLE = _ROWS | _CELLS | {"col"}
_TABLES = _names("table template")
# §13.2.4.2 "has an element in scope": an end tag inside closes nothing outside.
_SCOPES = _CELLS | _names("applet html marquee math object select svg table template")
_LISTS = _SCOPES | _names("dir dl menu ol ul")
_BLOCKS = _names("""
    address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1
    h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p pre search section summary table ul xmp
    """)
_RUBY = _names("rb rp rt rtc")
_PARAGRAPH = _names("p"), _SCOPES | {"button"}
# §13.2.6.4.7 ff.: a start tag ends what is open of the first, up to one of the second.
_ENDS = {
    **{name: (_names(name), _SCOPES) for name in "a button nobr".split()},
    "li": (_names("li"), _LISTS),
    **dict.fromkeys(["dd", "dt"], (_names("dd dt"), _LISTS)),
    **dict.fromkeys(_RUBY, (_RUBY, _SCOPES | {"ruby"})),
    "option": (_names("option"), _SCOPES | {"datalist", "optgroup"}),
    "optgroup": (_names("option optgroup"), _SCOPES),
    **dict.fromkeys(["td", "th"], (_CELLS, _TABLES)),
    "tr": (_CELLS | {"tr", "colgroup"}, _TABLES),
    **dict.fromkeys(_ROWS - {"tr"}, (_ROWS, _TABLES)),
    "table": (_names("table"), _SCOPES - {"table"}),
}
# In these, elements may not be what their names say.
_ODD = _names("svg math select template")
_DEEPEST = 250  # open elements; browsers stop at 512

# In text: a sign that begins no tag or reference.
_SIGN = re.compile(f"[<>]|(?!{REFERENCE})&")
_WRITTEN = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_ODD_NAME = re.compile("[\"'<=]")
_S = WHITE_SPACE
# A tag that all tokenizers read alike.
_PLAIN = re.compile(
    rf"""</?+[^{_S}/>"'<]++(?:[{_S}/]++(?:[^{_S}/>=<"']++(?:[{_S}]*+=[{_S}]*+(?:"[^"<]*+"|'[^'<]*+'|[^{_S}>"'<]++))?+)?+)*+>"""
)


def repaired(source: str, known: Collection[str]) -> str:
    """Return HTML whose tags have known names, that closes what it opens, and nothing of its page's."""
    if "<" not in source:
        return _text(source)
    return "".join(_Repairs(source, frozenset(known) - _NEVER).parts())


def _text(source: str) -> str:
    return _SIGN.sub(lambda sign: _WRITTEN[sign[0]], source)


class _Repairs:
    def __init__(self, source: str, known: frozenset[str]) -> None:
        self._source = source
        self._known = known
        self._open: list[str] = []
        self._count: Counter[str] = Counter()
        self._is_odd = False  # whether raw text may be read as tags

    def parts(self) -> Iterator[str]:
        source = self._source
        end = 0
        while match := TOKEN.search(source, end):
            yield _text(source[end : match.start()])
            written, end, name = match[0], match.end(), (match["name"] or "").lower()
            closes, is_whole = bool(match["slash"]), match["ends"] is not None
            if not name:
                if self._is_odd and written.startswith("<![CDATA[") and not written.endswith("]]>"):
                    end = match.start()  # §13.2.5.42: in foreign content it ends later
                    break
                yield _comment(written)
                continue
            is_known = is_whole and name in self._known
            yield from self._tag(name, written, closes) if is_known else [_text(written)]
            self._is_odd = self._is_odd or name in _ODD
            if closes or not is_whole:
                continue
            if name == "plaintext":
                break
            if name in RAW:
                raw = self._raw(name, end)
                end += len(raw)
                yield raw.replace("<", "&lt;") if is_known else _text(raw)
        yield _text(source[end:])
        yield from self._close(0)

    def _raw(self, name: str, start: int) -> str:
        end = raw_end(self._source, name, start, anywhere=self._is_odd or name == "noscript")
        return self._source[start:end]

    def _tag(self, name: str, written: str, is_end: bool) -> Iterator[str]:
        if name in _PAGE or (name in _OF_TABLE and _TABLES.isdisjoint(self._count)):
            return  # §13.2.6.4.7: ignored
        yield from self._end(name) if is_end else self._start(name, written)

    def _start(self, name: str, tag: str) -> Iterator[str]:
        if name in ("form", "select") and self._count[name]:  # §13.2.6.4.7: none inside another
            yield from self._end(name) if name == "select" else ()
            return
        if name in _BLOCKS or name == "p":
            yield from self._close(self._outermost(*_PARAGRAPH))
        if name in _ENDS:
            yield from self._close(self._outermost(*_ENDS[name]))
        elif name in HEADINGS and self._open and self._open[-1] in HEADINGS:
            yield from self._close(len(self._open) - 1)
        if name not in _VOID:
            if len(self._open) >= _DEEPEST:
                return
            self._open.append(name)
            self._count[name] += 1
        yield _tag(name, tag)

    def _end(self, name: str) -> Iterator[str]:
        if name == "br":
            yield "<br>"
        names = HEADINGS if name in HEADINGS else frozenset([name])  # §13.2.6.4.7: of any heading
        if names.isdisjoint(self._count):
            return
        stops = _TABLES if name in _OF_TABLE else frozenset[str]() if name in _SCOPES else _SCOPES
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index] in names:
                yield from self._close(index)
            elif self._open[index] not in stops:
                continue
            return

    def _outermost(self, names: frozenset[str], stops: frozenset[str]) -> int:
        found = len(self._open)
        if names.isdisjoint(self._count):
            return found
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index] in names:
                found = index
            elif self._open[index] in stops:
                break
        return found

    def _close(self, index: int) -> Iterator[str]:
        while len(self._open) > index:
            name = self._open.pop()
            self._count[name] -= 1
            if not self._count[name]:
                del self._count[name]
            yield f"</{name}>"


def _comment(source: str) -> str:
    """Return a comment whose end all parsers know."""
    if not source.startswith("<!--"):
        return source if source.endswith(">") else _text(source)
    if source in ("<!-->", "<!--->"):  # §13.2.5.43: empty; for others it only begins
        return "<!---->"
    return source if source.endswith("-->") else f"{source.removesuffix('--!>')}-->"


def _tag(name: str, source: str) -> str:
    """Return a start tag without "<" in it."""
    if _PLAIN.fullmatch(source):
        return source
    written = [f"<{name}"]
    for match in attributes(source, 0, len(source)):
        if not _ODD_NAME.search(match[1]):
            value = match[2] or match[3] or match[4] or ""
            written.append(f' {match[1]}="{value.replace("<", "&lt;").replace(chr(34), "&quot;")}"')
    return "".join(written) + ">"
