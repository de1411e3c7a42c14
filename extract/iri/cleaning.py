"""What comes before parsing: bytes, character references, white space, and what people type (RFC 3987 §3.1, §7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html.entities import html5
from typing import Any, Literal, NamedTuple, get_args

from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import ConversionError, IRISyntaxError, Kind, require_choice, text_of
from extract.iri.percent import encode_all
from extract.iri.schemes import scheme_status
from extract.text.characters import INVISIBLE, JOINERS, is_surrogate
from extract.text.forms import to_form
from extract.text.labels import codec_name
from extract.text.references import IN_ATTRIBUTE, IN_XML, unescape
from extract.text.regexes import lazy, re

Format = Literal["plain", "xml", "html"]
Spaces = Literal["error", "remove", "encode"]
Backslashes = Literal["error", "slash", "encode"]

# draft-weber-iri-guidelines-01 §4.1: these four and no other white space.
_MARGIN = " \r\n\t"
_LINE_ENDS = re.compile(r"[\r\n]++")
_REFERENCE = {
    "xml": re.compile(IN_XML),
    "html": re.compile(IN_ATTRIBUTE),
}


def iri_from_bytes(data: bytes, charset: str = "utf-8", *, nfc: bool | None = None) -> str:
    """Decode the bytes of an IRI from the charset of what carries it (RFC 3987 §3.1 step 1 b).

    By default the text is converted to NFC unless the charset is a Unicode encoding; ``nfc`` decides otherwise.
    A byte order mark is dropped. Raises `ConversionError` for an unknown charset and for bytes invalid in it;
    the offsets are bytes.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, not {type(data).__name__}")
    data, charset = bytes(data), text_of(charset, "charset")
    try:
        codec = codec_name(charset)
        text = data.decode(charset).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        start, end = error.start, error.end
        wrong = data[start:end].hex(" ").upper()
        message = f"bytes {wrong} at offset {start} are not valid {charset}; pass the source encoding"
        raise ConversionError(message, kind="bytes", start=start, end=end, rule="RFC 3987 §3.1 step 1") from None
    except (LookupError, UnicodeError):
        message = f"{charset!a} is not a charset known to Python; name one such as windows-1252"
        raise ConversionError(message, kind="charset", rule="RFC 3987 §3.1 step 1") from None
    if nfc is None:
        nfc = not codec.startswith("utf")
    return from_presentation(text) if nfc else text


def from_presentation(text: str) -> str:
    """Return the IRI that someone read, heard or typed, in NFC (RFC 3987 §3.1 step 1 a)."""
    return to_form("NFC", text_of(text, "text"))


def preprocess(
    text: str, *, format: Format = "plain", spaces: Spaces = "error", backslashes: Backslashes = "error"
) -> str:
    """Take an IRI out of the format that carries it.

    First the format's character references are resolved: those of HTML (as in attributes), of XML, or none in plain
    text (RFC 3987 §5.1). Then white space at both ends is removed: only U+0020, CR, LF and TAB. ``spaces`` inside are
    an error, are removed (with line ends) or become ``%20``; ``backslashes`` are an error, or become slashes or
    ``%5C``.

    Raises `IRISyntaxError` at the first space or backslash; its offsets are code points of the text given.
    """
    pieces = _pieces(text, format)
    require_choice("spaces", spaces, get_args(Spaces))
    require_choice("backslashes", backslashes, get_args(Backslashes))
    if spaces == "error":
        _refuse(pieces, " ", "%20")
    if backslashes == "error":
        _refuse(pieces, "\\", "%5C")
    result = "".join(piece.text for piece in pieces).strip(_MARGIN)
    if spaces == "remove":
        result = _LINE_ENDS.sub("", result)  # IRI guidelines §4.2; RFC 3986 appendix C
    result = result.replace(" ", "" if spaces == "remove" else "%20")
    return result.replace("\\", "/" if backslashes == "slash" else "%5C")


def preprocess_list(text: str, *, format: Format = "plain", backslashes: Backslashes = "error") -> list[str]:
    """Take the IRIs out of a text that may contain several, separated by spaces (U+0020); otherwise as `preprocess`."""
    pieces = _pieces(text, format)
    require_choice("backslashes", backslashes, get_args(Backslashes))
    if backslashes == "error":
        _refuse(pieces, "\\", "%5C")
    result = "".join(piece.text for piece in pieces).strip(_MARGIN)
    result = result.replace("\\", "/" if backslashes == "slash" else "%5C")
    return [part for part in result.split(" ") if part]


class _Piece(NamedTuple):
    start: int
    end: int
    text: str
    is_reference: bool


def _pieces(text: str, format: Format) -> list[_Piece]:
    """Return a text without its character references, in pieces."""
    text = text_of(text, "text")
    require_choice("format", format, get_args(Format))
    pieces = []
    end = 0
    for match in _REFERENCE[format].finditer(text) if format != "plain" else ():
        start = match.start()
        pieces.append(_Piece(end, start, text[end:start], False))
        end = match.end()
        resolved = _xml_character(match) if format == "xml" and match[0][1] == "#" else _resolved(match[0])
        pieces.append(_Piece(start, end, resolved, True))
    return [*pieces, _Piece(end, len(text), text[end:], False)]


# XML 1.0 §2.2 Char: not these.
_not_in_xml = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]|[\ud800-\udfff]|[\ufffe\uffff]").match


def _xml_character(match: re.Match[str]) -> str:
    """Return the character of a numeric reference."""
    # XML 1.0 §4.1 has no exceptions, HTML has.
    digits = match[0][2:-1]
    base = 16 if digits[0] == "x" else 10
    digits = digits.lstrip("x").lstrip("0") or "0"
    code = int(digits, base) if len(digits) <= 7 else -1
    if 0 <= code <= 0x10FFFF and not _not_in_xml(chr(code)):
        return chr(code)
    start, end = match.span()
    shown = match[0] if len(match[0]) <= 20 else f"{match[0][:18]}…"
    message = f"{shown} at {start} is not a character that XML allows; write the character that is meant"
    raise IRISyntaxError(message, kind="reference", start=start, end=end, rule="XML 1.0 §4.1 Legal Character")


def _resolved(reference: str) -> str:
    if reference[1] != "#":
        return html5.get(reference[1:], reference)
    # HTML has rules of its own for some numbers. It takes controls and noncharacters as they are; Python drops them.
    digits = reference[2:].rstrip(";")
    return unescape(reference) or chr(int(digits[1:], 16) if digits[0] in "xX" else int(digits.lstrip("0")))


def _refuse(pieces: list[_Piece], character: str, encoded: str) -> None:
    """Raise at the first such character that is not in the margin."""
    text = "".join(piece.text for piece in pieces)
    at = text.find(character, len(text) - len(text.lstrip(_MARGIN)), len(text.rstrip(_MARGIN)))
    if at < 0:
        return
    for piece in pieces:
        if at < len(piece.text):
            start, end = piece[:2] if piece.is_reference else (piece.start + at, piece.start + at + 1)
            what = "a space" if character == " " else "a backslash"
            message = f'the text has {what} at {start}; write "{encoded}" if it belongs to the IRI'
            kind: Kind = "space" if character == " " else "backslash"
            raise IRISyntaxError(message, kind=kind, start=start, end=end, character=character, rule="RFC 3987 §2.2")
        at -= len(piece.text)


# --- what people type ------------------------------------------------------------------------------------------------


Bad = Literal["encode", "drop", "keep", "leave"]


class Replacement(NamedTuple):
    """What was changed in an entry: what no IRI may have, and what nobody meant."""

    start: int  # its offset in the text given, in code points
    character: str  # as in the entry; more than one if they belong together, such as a line break
    replacement: str | None  # "" if it was dropped; None if it was kept


class CleanedInput(NamedTuple):
    """The cleaned text of an entry, and what was done with each bad character."""

    text: str  # without white space at its ends
    changes: tuple[Replacement, ...]  # in order; () if nothing was bad


# What nobody sees (draft-masinter-url-i18n-07 §4.2), and joiners where there is nothing to join.
_UNSEEN = lazy(rf"(?V1)[{INVISIBLE}]++|(?<![^\x00-\x7f])[{JOINERS}]++|[{JOINERS}]++(?![^\x00-\x7f])")
_MARGIN_OF_ENTRY = lazy(rf"(?V1)(?:\s|[{JOINERS}]|[{INVISIBLE}])*+")
# RFC 3986 appendix C: what delimits an address, "URL:", line breaks with white space, and the quote marks of mail.
_PAIRS = frozenset("<> ＜＞ 〈〉 ⟨⟩ 〔〕 （） () [] \"\" '' `` «» »« „“ „” “” ”” ‘’ 「」 『』 【】 《》".split())
# What may stand around it in a line of text; the marks of a pair, or white space after a label or a bullet.
_CLOSING = {pair[0]: pair[1:] for pair in "<>| ()  []| {} \"\" '' `` || ** __ ~~ 「」 『』 ｢｣ 【】 《》".split()}
_CLOSING["["] += " "  # wikis: "[address title]"
_CLOSING |= {";": ";", ",": ",", "]": "["}  # a cell of a table; "[url]…[/url]"
_CLOSING |= dict.fromkeys("„“”‟»«‚‘’‛›‹", "“”„‟»«‘‚’‛›‹")
# The last character before an address in text is a mark, or no ASCII; no scheme has "=", nor a quotation mark before
# ":"; a footnote has a number.
_BEFORE_ADDRESS = re.compile(
    r"\s|\s?[0-9]{1,3}|\s?[^\s/?#]*(?:[^\x00-\x7f]:|[\"'\])]:|=)"
    r"|(?:^|\s)[^\s/?#]*(?:[^\x21-\x7e\s]|[<>(){}\[\]\"'`|*_~;,])"
).fullmatch
_LABEL_BEFORE = re.compile(r"\s([A-Za-z][\w+.-]*):").fullmatch
_TAG = re.compile(r"</?[a-z][a-z0-9]*+[^<>]*+>", re.IGNORECASE).search  # of HTML
_GOES_ON_BELOW = re.compile(r"(?<=[-=&?_%])[ \t]*+\r?\n[ \t]*+[^\s<>]++(?=[ \t]*+\r?(?:\n|\Z))").match
_COMMAND = re.compile(r"\\[a-z]++\{").match  # of LaTeX
_SPACES = " \t\r\n\xa0\u2009\u202f\u3000"
_MORE_WORDS = re.compile(r"(?<!\s)[ \xa0\u2009\u202f\u3000]+(?=\S)").search  # but not after the break of a line
_WEB = re.compile(r"https?://|(?<![\w.])www\.(?=\w)", re.IGNORECASE).search
_WEB_FIRST = re.compile("https?://", re.IGNORECASE).match
# What a label leads to, in Markdown, in reStructuredText and in mail that was HTML.
_TARGET = re.compile(
    r"(?i)(?:(?!https?://)[^\[\]<>])*+\[(?:!\[[^\[\]]*+\]\([^()]*+\)|[^\[\]])*+\]\(\s*+<?+(?=https?://)"
    r"|[^<>]*+<(?=(?:https?://|mailto:|[^\s<>@]++@)[^<>]*+>[`_\W]*+\Z)"
).match
_LINE = re.compile(r"[^\n\v\f\r\x85\u2028\u2029]++")
# What ends an address in text, wherever it stands; "Apple_Inc." and "Yahoo!" are names of pages, if they stand alone.
_STOP = re.compile(r"[<>\"`|、。，；！？「」『』【】《》“”„«»‹›]").search
_MARK = lazy(r"(?V1)[.,:;!?'’[\p{Po}\p{Pd}--\p{ASCII}]]")
_MARK_ALONE = lazy(r"(?V1)[,;[\p{Po}--\p{ASCII}]]")
_SYMBOL = lazy(r"(?V1)[\p{So}\ufe0f]")
_SENTENCE = re.compile(r"(?<=[\w/)-])(?<=[\x21-\x7e])[、。，；！？](?=[^\x00-\x7f])").search
_FILE_LAST = re.compile(r"[./][^\s./]*\Z").search
_IS_ADDRESS = re.compile(r"[A-Za-z][\w+.-]*+:\S|www\.", re.IGNORECASE).match
_LABEL = re.compile(r"\|[^|]*+\Z")  # of "<address|label>", in chat
_BEGINS = re.compile(r"(?:URL:)?\w[\w+\-]*+[:：.．]\S", re.IGNORECASE)
_URL = re.compile(r"URL:(?=\s*+[A-Za-z])", re.IGNORECASE)
_LINE_BREAK = re.compile("(?<![ \t])[ \t]*+(?:[\n\v\f\r\x85\u2028\u2029][ \t]*+(?:>[> \t]*+)?)++|\t++")
_GAP = re.compile(
    r"(?<=://) ++(?=[\w\[])|(?:(?<=\bhttp)|(?<=\bhttps)) ++(?=: ?//)|(?:(?<=\bhttp :)|(?<=\bhttps :)) ++(?=//)"
)
_COLOURS = re.compile(r"\x1b\[[0-9;]*+[A-Za-z]")  # of terminals: ECMA-48 §8.3.117
_HYPERLINK = re.compile(r"\x1b\]8;[^;\x07\x1b]*+;([^\x07\x1b]++)").search  # of terminals: OSC 8
_GAPS = re.compile("[ \xa0]")
_SPACED_OUT = re.compile(r"h[ \xa0]t[ \xa0]t[ \xa0]p(?:[ \xa0]\S)++", re.IGNORECASE).fullmatch
# RFC 2045 §6.7: the source of a message
_QUOTES = re.compile(r"^(?:>[ \t]*+)++", re.MULTILINE)
_ESCAPED_IN_HTML = re.compile("&(?:amp|lt|gt|quot|#38|#x26);", re.IGNORECASE)
_ESCAPED_IN_LATEX = re.compile(r"\\(?=[_%&#~])")
_SLASH = re.compile(r"\\/")  # of JSON
_CODES = re.compile(r"(?:\\u[0-9A-Fa-f]{4})++")  # of JSON: RFC 8259 §7
_IS_QUOTED_PRINTABLE = re.compile(r"(?:[^=]++|=(?:3D|[89A-F][0-9A-F]|[ \t]*+\r?\n))*+").fullmatch
_QUOTED_PRINTABLE = re.compile(r"=[ \t]*+\r?\n|=3D")
# Input methods write full-width letters: ASCII up to the path is meant, and in the rest if there is no other ASCII.
_IS_WIDE = re.compile(r"[A-Za-z]*[Ａ-Ｚａ-ｚ]++[：:]|[A-Za-z]++：[/／]{2}|[Ｗｗ]{3}[.．]").match
_HEAD = re.compile(r"(?:\w++[:：][/／]{2})?[^/／?？#＃]*+[/／?？#＃]?").match
_WIDE = re.compile("[！-～]++")
_FULL_STOP = re.compile("[。．｡]")
_TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_LIGATURES = dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", "ff fi fl ffi ffl st st".split(), strict=True))
_LIGATURE = re.compile(f"[{''.join(_LIGATURES)}]")
_BEFORE_QUERY = re.compile(r"(?:https?|ftp|wss?):[^?#]*+", re.IGNORECASE).match


def _decoded(codes: str) -> str:
    text = bytes.fromhex(codes.replace("\\u", "")).decode("utf-16-be", "surrogatepass")
    return codes if any(map(is_surrogate, text)) else text


class _Entry:
    """An entry, and where its characters come from."""

    def __init__(self, text: str, keeps: bool) -> None:
        self.text = text
        self.places = list(range(len(text)))
        self.changes: list[Replacement] = []
        self.keeps = keeps

    def replace(self, found: Iterable[Any], new: Callable[[str], str] = lambda text: "") -> None:
        """Replace matches."""
        pieces: list[str] = []
        places: list[int] = []
        end = 0
        for match in found:
            start, written = match.start(), match[0]
            meant = None if self.keeps else new(written)
            if not written or meant == written:
                continue
            self.changes.append(Replacement(self.places[start], written, meant))
            kept = written if meant is None else meant
            pieces += [self.text[end:start], kept]
            places += self.places[end:start]
            places += [self.places[start + min(at, len(written) - 1)] for at in range(len(kept))]
            end = match.end()
        if end:
            self.text, self.places = "".join([*pieces, self.text[end:]]), places + self.places[end:]

    def trim(self) -> None:
        """Drop white space at both ends; list what nobody sees."""
        if self.keeps:
            start, end = len(self.text) - len(self.text.lstrip(_MARGIN)), len(self.text.rstrip(_MARGIN))
        else:
            start = _MARGIN_OF_ENTRY.match(self.text).end()  # type: ignore[union-attr]  # they always match
            end = len(self.text) - _MARGIN_OF_ENTRY.match(self.text[::-1]).end()  # type: ignore[union-attr]
        self.cut(start, max(start, end))

    def cut(self, start: int, end: int) -> None:
        """Keep what is between."""
        for part, at in ((self.text[:start], 0), (self.text[end:], end)):
            if part.strip():
                first = len(part) - len(part.lstrip())
                self.changes.append(Replacement(self.places[at + first], part.strip(), ""))
        self.text, self.places = self.text[start:end], self.places[start:end]

    def decode(self) -> None:
        """Undo what terminals, mail, JSON, HTML and LaTeX do to characters."""
        text = self.text
        if "\x1b" in text:
            if not self.keeps and (hyperlink := _HYPERLINK(text)):
                self.cut(*hyperlink.span(1))
            self.replace(_COLOURS.finditer(self.text))
        if _SPACED_OUT(text):
            self.replace(_GAPS.finditer(text))
        if ("=\n" in text or "=\r\n" in text) and _IS_QUOTED_PRINTABLE(text):
            self.replace(_QUOTED_PRINTABLE.finditer(self.text), lambda code: "=" if code == "=3D" else "")
        if text.startswith(">"):
            self.replace(_QUOTES.finditer(self.text))
        if ":\\/\\/" in text:
            self.replace(_SLASH.finditer(self.text), lambda _: "/")
        self.replace(_GAP.finditer(self.text))
        self.replace(_CODES.finditer(self.text), _decoded)
        self.replace(_ESCAPED_IN_HTML.finditer(self.text), lambda code: unescape(code.lower()))
        if _COMMAND(text):
            self.replace(_ESCAPED_IN_LATEX.finditer(self.text))

    def unwrap(self) -> None:
        """Drop what is around it."""
        self.trim()
        for _ in range(4):  # more would be written by a program
            text = self.text
            if label := _LABEL.search(text, 1, len(text) - 1) if text[:1] == "<" and text[-1:] == ">" else None:
                self.cut(1, label.start())
            elif _is_pair(text):
                self.cut(1, len(text) - 1)
            elif prefix := _URL.match(text):
                self.cut(prefix.end(), len(text))
            elif target := _TARGET(text):
                self.cut(target.end() - 1, len(text))
                self.cut(1, _end_in_text(self.text, 1))
            elif start := _start_in_text(text):
                self.cut(start, _end_in_text(text, start))
            elif (end := _end_alone(text)) < len(text):
                self.cut(0, end)
            else:
                return
            self.trim()


def _start_in_text(text: str) -> int:
    """Return where an address begins after words or a mark."""
    found = _WEB(text, 1)
    start = found.start() if found else 0
    is_reference = text[:1] in ("/", "?", "#", "\\") and not text[start - 1].isspace() and not _COMMAND(text)
    if not start or is_reference or _IS_ADDRESS(text):
        return 0
    token = max(0, *map(text[:start].rfind, _SPACES))
    label = _LABEL_BEFORE(text, token, start)
    is_label = label is not None and scheme_status(label[1]) is None
    return start if is_label or _BEFORE_ADDRESS(text, token, start) else 0


def _is_pair(text: str) -> bool:
    if text[:1] + text[-1:] not in _PAIRS or len(text) < 3:
        return False
    if text[0] == "<":
        return "<" not in text[1:]
    is_whole = text[-1] not in text[1:-1] if text[0] == text[-1] else not (text[0] == "[" and _MORE_WORDS(text))
    return is_whole and _BEGINS.match(text, 1) is not None


def _is_apart(line: re.Match[str]) -> bool:
    """Return whether a line does not go on with the address of the line before."""
    before = line.string[max(line.start() - 3, 0) : line.start()]
    is_paragraph = before.endswith(("\f", "\n\n", "\n\r\n"))
    return is_paragraph or _WEB_FIRST(line[0].lstrip()) is not None or len(line[0].split(maxsplit=2)) > 2


def _end_alone(text: str) -> int:
    """Return where an address ends that stands first."""
    if not _WEB_FIRST(text):
        return len(text)
    if (line := next(filter(_is_apart, list(_LINE.finditer(text))[1:]), None)) is not None:
        return line.start()
    if tag := _TAG(text):
        return tag.start()
    words = _MORE_WORDS(text)
    if words and not _goes_on(text[: words.start()], words[0], text[words.end() :]):
        return words.start()
    if (other := re.search(r"(?i)\t(?=https?://)", text)) or (other := _SENTENCE(text)):
        return other.start()
    end = len(text)
    while end and not (text[end - 1].isalnum() or text[end - 1] == "/"):
        end -= 1
    unseen = _UNSEEN.search(text, end)
    end = _without(_MARK_ALONE, text, 0, unseen.start() if unseen else len(text))
    too_many = {close: text.count(close, 0, end) - text.count(opening, 0, end) for opening, close in ("()", "[]", "{}")}
    while too_many.get(text[end - 1], 0) > 0:
        end -= 1
        too_many[text[end]] -= 1
    return end


def _goes_on(before: str, space: str, rest: str) -> bool:
    """Return whether words after a space may be part of the address before it."""
    if not rest[0].isalnum() or "\u3000" in space or rest[-1] in ".!?:," or _WEB(rest):
        return False
    is_path = _FILE_LAST(rest) and not _WEB(rest)
    is_of_script = rest[0].isascii() or not before.isascii()
    return bool(is_path) or (is_of_script and len(rest.split(maxsplit=2)) <= 2)


def _end_in_text(text: str, start: int) -> int:
    """Return where an address ends that stands in text or markup."""
    end = _closed(text, start)
    stop = _STOP(text, start, end)
    end = stop.start() if stop else end
    closing: list[str] = []
    for at in range(start, end):
        if text[at] in "([{":
            closing.append(")]}"["([{".index(text[at])])
        elif text[at] in ")]}" and (not closing or closing.pop() != text[at]):
            end = at
            break
    if _SYMBOL.match(text, start - 1):  # "👉 … 👈"
        end = _without(_SYMBOL, text, start, end)
    return _without(_MARK, text, start, end)


def _without(marks: Any, text: str, start: int, end: int) -> int:
    while end > start and marks.match(text, end - 1):
        end -= 1
    return end


def _closed(text: str, start: int) -> int:
    """Return where it ends: at the other mark, or a space."""
    opening = text[start - 1]
    closing = _CLOSING.get(opening)
    if closing is None:
        line = _LINE.match(text, start)
        words = _MORE_WORDS(text, start, line.end() if line else start)
        end = words.start() if words else line.end() if line else start
        end = start + len(text[start:end].partition("\t")[0])  # a cell of a table
        while (below := _GOES_ON_BELOW(text, end)) is not None:
            end = below.end()
        return end
    if closing in ("*", "_", "~"):  # which an address may have, once or twice
        marks = text[max(0, start - 3) : start]
        return len(text.removesuffix(marks[len(marks.rstrip(closing)) :]))
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] == opening and opening not in closing) - (text[at] in closing)
        if not depth:
            return at
    return len(text)


def clean_entry(text: str, *, bad: Bad = "encode") -> CleanedInput:
    r"""Return the address that someone meant who typed or pasted an entry, and list what was changed (RFC 3987 §7.2).

    Dropped are direction marks, byte order marks and other characters that nobody sees, the brackets or quotation marks
    around it, ``URL:``, words and markup around an address of the web, and line breaks with the white space beside them
    (RFC 3986 appendix C). Of several addresses, the first is taken, of a link its target. ``&amp;`` becomes ``&``,
    what is full-width becomes ASCII in scheme and host (``ｈｔｔｐ：／／``, ``例え。jp``), ligatures become letters,
    and ``\`` before the query of a web address becomes ``/``. Other characters that no IRI may have are
    percent-encoded, dropped, or left to the functions that read the result, as ``bad`` says; ``"keep"`` changes
    nothing, and only lists all of this.

    White space at both ends is removed, but not listed. Offsets are code points of the text given. An unknown value of
    ``bad`` is a ValueError.
    """
    require_choice("bad", bad, get_args(Bad))
    entry = _Entry(text_of(text, "text"), bad == "keep")
    entry.decode()
    if entry.keeps:
        entry.trim()
    else:
        entry.unwrap()
    entry.replace(_LINE_BREAK.finditer(entry.text))
    if not entry.text.isascii():
        entry.replace(_UNSEEN.finditer(entry.text))
        if _IS_WIDE(entry.text):
            end = _HEAD(entry.text).end()  # type: ignore[union-attr]  # it always matches
            rest = entry.text[end:]
            limit = end if re.search("[A-Za-z0-9]", rest) else len(entry.text)
            entry.replace(_WIDE.finditer(entry.text, 0, limit), lambda wide: wide.translate(_TO_ASCII))
        if _WEB_FIRST(entry.text):  # UTS #46 §4: separators of labels
            end = _HEAD(entry.text).end()  # type: ignore[union-attr]
            entry.replace(_FULL_STOP.finditer(entry.text, 0, end), lambda _: ".")
        entry.replace(_LIGATURE.finditer(entry.text), _LIGATURES.__getitem__)
    if "\\" in entry.text and (before := _BEFORE_QUERY(entry.text)):
        entry.replace(re.finditer(r"\\++", before[0]), lambda run: "/" * len(run))
    if bad != "leave":
        _encode(entry, bad)
    return CleanedInput(entry.text, tuple(sorted(entry.changes, key=lambda change: change.start)))


def _encode(entry: _Entry, bad: Bad) -> None:
    """Treat what the grammar refuses."""
    result: list[str] = []
    end = 0
    known = {change.start for change in entry.changes} if entry.keeps else set()
    for error in syntax_errors(entry.text):
        character = error.character
        if character is None or error.component in ("scheme", "port", "authority") or error.start < end:
            continue
        place = entry.places[error.start]
        if place in known:
            continue
        replacement = None
        if bad == "drop":
            replacement = ""
        elif bad == "encode" and not is_surrogate(character):
            replacement = encode_all(character)
        entry.changes.append(Replacement(place, character, replacement))
        result += [entry.text[end : error.start], character if replacement is None else replacement]
        end = error.end
    entry.text = "".join([*result, entry.text[end:]])
