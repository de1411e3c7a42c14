"""What rules look at: the parts of an IRI, prose with its links, a file, the links of all files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from extract.detect.link import Link
from extract.iri.components import Components
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRISyntaxError
from extract.iri.scheme_rules import SchemeFault, faults_of
from extract.text.regexes import lazy, re

if TYPE_CHECKING:
    from extract.readers.formats import Format
    from extract.readers.passage import Translated


# Encoding Standard §4.2 without UTF-16, ISO 8859-1 to -15 and encodings that are not in use on the web any more. First
# those in which text of other encodings is rarely valid, then the others, the more frequent ones first.
_WEB_CHARSETS = """gb18030 euc_jp cp932 big5 cp949 cp1252 cp1251 cp1250 cp1254 cp1253 cp1256 cp1255 cp874 cp1257 koi8_r
koi8_u cp1258 iso8859_2 iso8859_7 iso8859_5 cp866 mac_roman shift_jis iso2022_jp euc_kr utf_8""".split()


@dataclass(frozen=True)
class CheckedComponents(Components):
    """The parts of any string, with its violations of the grammar and of its scheme's rules, computed on demand."""

    @cached_property
    def errors(self) -> tuple[IRISyntaxError, ...]:
        """The violations of the grammar of IRI-reference."""
        return tuple(syntax_errors(self.text))

    @cached_property
    def faults(self) -> tuple[SchemeFault, ...]:
        """The violations of its scheme's rules."""
        return tuple(faults_of(self))


def _never(*_asked: str) -> bool:
    return False


def _if_included(path: str, _name: str) -> bool:
    return bool(path)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around a file, told by whoever has it; the rules ask no disk."""

    character_level_inline_markup: bool = False  # docutils' setting: markup counts directly next to letters
    # Names defined by text that Sphinx adds to each file (``rst_prolog``, ``rst_epilog``); None: it has unknown ones.
    added_names: frozenset[str] | None = frozenset()
    default_role: bool = False  # Sphinx's setting: a text in backticks alone has a role, which may lead somewhere
    in_wiki: bool = (
        False  # it is a page of Gollum's, as in wikis of GitHub and GitLab, which read "[[…]]" in every markup
    )
    in_plain_site: bool = False  # it is a page of a site whose settings name nothing that reads "[[…]]"
    is_included: Callable[[], bool] = _never  # whether another file includes this one, whose names it may use
    # Whether a file, by its path in a directive that includes it, may define a name that references lead to; "" stands
    # for those that a program may join with this one.
    may_define: Callable[[str, str], bool] = _if_included
    declares_charset: Callable[[], bool] = _never  # whether another file may do so (LaTeX, Sphinx)
    exists: Callable[[str], bool] = _never  # whether there is a file of that name, relative to the document
    original: tuple[str, bytes] | None = None  # the name and the content of the file that this one translates


NOWHERE = Surroundings()  # of a file about which nothing is known


@dataclass(frozen=True, slots=True)
class Prose:
    """Running text with its links, or the target of an explicit link."""

    text: str  # without the format's markup and escapes
    links: tuple[Link, ...]  # in order, with offsets in the text
    format: Format  # of the file
    target: bool = False  # the whole text is the target of an explicit link
    label: str | None = None  # of that link: the text that the reader sees; None: it has none
    path: str = ""  # of the file; "" if unknown
    surroundings: Surroundings = NOWHERE  # of the file


@dataclass(frozen=True, slots=True)
class Translation:
    """A translation of a text that has addresses."""

    text: str  # without the format's escapes
    start: int  # of the text, in the file, in code points
    end: int  # after it
    links: tuple[tuple[int, int, str], ...]  # start and end of each in the file, and the IRI
    needed: tuple[str, ...]  # IRIs that all forms of the original have, singular and plural
    known: frozenset[str]  # IRIs that one of them has

    @classmethod
    def of(cls, translated: Translated) -> Translation | None:
        """Return what can be compared; ``None`` if no address is in all forms of the original."""
        originals, text, passages = translated
        forms = [dict.fromkeys(link.iri for one in form for link in one.links()) for form in originals]
        needed = tuple(iri for iri in forms[0] if all(iri in form for form in forms))
        if not needed:
            return None
        links = ((*one.span(link.start, link.end), link.iri) for one in passages for link in one.links())
        known = frozenset(iri for form in forms for iri in form)
        return cls(text.text, *text.span(0, len(text.text)), tuple(links), needed, known)


@dataclass(frozen=True)
class Source:
    """A whole file. Offsets are code points of the text, or bytes of the data if there is no text."""

    data: bytes  # its content
    text: str | None  # None: the bytes from bad_start to bad_end are invalid in the encoding
    encoding: str  # the codec it was decoded with
    bad_start: int = 0  # in bytes; 0 if the text is valid
    bad_end: int = 0  # in bytes, after the last invalid one; 0 if the text is valid
    declared: tuple[int, int, str] | None = None  # start and end of the charset's name, and the name; None: none
    contradicted: bool = False  # what is declared is not what the file is in
    unused: tuple[tuple[int, int, tuple[str, ...]], ...] = ()  # idle suppressions: start, end, unknown names
    path: str = ""  # of the file; "" if unknown
    failure: str | None = None  # what ended the check; None: it is complete
    format: Format | None = None  # None if unknown
    original: str | None = None  # the text that it translates, in the same format
    is_declared_elsewhere: bool = False  # its charset, in another file
    differing: tuple[tuple[int, int, str], ...] = ()  # place and text: links of HTML to sites that its text lacks

    @property
    def notes(self) -> Iterable[tuple[int, str]]:
        """Offset and text: what its reader could not read, or not as declared."""
        return () if self.text is None or self.format is None else self.format.notes(self.text)

    @property
    def translations(self) -> Iterable[Translation]:
        """Those of a catalog that have an address in all forms of the original."""
        if self.text is None or self.format is None:
            return
        yield from filter(None, map(Translation.of, self.format.translations(self.text, self.original)))

    def guess(self) -> str | None:
        """Return the likely encoding of the bytes, if there is one and charset-normalizer is installed."""
        try:
            from charset_normalizer import from_bytes
        except ModuleNotFoundError:
            return None

        known = list(from_bytes(self.data, cp_isolation=_WEB_CHARSETS))
        if not known:
            return None
        # Short texts are equally likely in many charsets: the most frequent one is named.
        chaos, coherence = known[0].chaos, max(match.coherence for match in known)
        likely = {
            name
            for match in known
            if match.chaos == chaos and match.coherence >= coherence / 2
            for name in match.could_be_from_charset
        }
        named = sorted((likely or {known[0].encoding}) - {"mac_roman"}, key=_WEB_CHARSETS.index)
        named += ["mac_roman"] if _OF_MAC.search(self.data) else []
        best = next((name for name in named if _reads_well(self.data, name)), "utf_8")
        return None if best == "utf_8" else best.replace("_", "-")


# Marks of another charset that look like letters, and letters that look like marks: a capital in a word, or after a
# small letter; a sign between letters. The dashes and quotation marks of Mac OS Roman are capitals in windows-1252.
_MISREAD = lazy(
    r"(?=[^\x00-\x7f])(?:(?<=\p{Ll})\p{Lu}|(?<=\p{L})[\p{S}\p{Cc}¡¿§¶†‡•‰‚„“”‹›](?=\p{L})"
    r"|(?<!\S)[ÐÑÒÓÔÕ](?!\S)|(?<!\w)[ÒÔ]\p{Lu}\p{Ll})"
)
_EAST_ASIAN = lazy(r"[\p{Han}\p{Kana}\p{Hira}\p{Hang}]")
_TWO_EAST_ASIAN = lazy(r"[\p{Han}\p{Kana}\p{Hira}\p{Hang}]{2}")
_OF_MAC = re.compile(b"[\xd0-\xd5]")  # its dashes and quotation marks
_MUCH = 1 << 18  # bytes that are read to tell


def _reads_well(data: bytes, charset: str) -> bool:
    """Return whether a charset makes words of bytes: hardly any of the characters that it gives look misread."""
    text = data[:_MUCH].decode(charset, "ignore")
    if _EAST_ASIAN.search(text) and not _TWO_EAST_ASIAN.search(text):
        return False
    return 20 * len(_MISREAD.findall(text)) <= sum(character > "\x7f" for character in text)


def can_guess() -> bool:
    """Return whether what guesses encodings is installed."""
    try:
        import charset_normalizer  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


class Use(NamedTuple):
    """A link of a file, for the rules that look at all files."""

    path: str  # name of the file
    line: int  # from 1
    column: int  # from 1, in code points
    start: int  # offset in the file, in code points
    end: int  # offset after it
    iri: str  # with the implied scheme
    excerpt: str  # the line that it starts in
    off: frozenset[str] = frozenset()  # the parts of rules that a comment switches off there
