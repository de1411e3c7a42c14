"""The file formats, one record each. A new format is a record here and a module with its name in this package."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Literal, NamedTuple

from extract.readers.paragraph import Paragraph, Worth
from extract.readers.passage import Passage, Translated
from extract.readers.triggers import asking_for
from extract.text.arguments import require
from extract.text.regexes import LANGUAGE, re

Program = Literal["docutils", "GitHub", "Pandoc", "Asciidoctor", "Emacs", "plain text"]
# Text that people read as it is; documents in the markup of a known program; messages, pieces of an unknown document;
# docstrings, which may be in another markup; and values and templates, of which it is not known how a program shows
# them, and whether it parses markup or lists in them.
Kind = Literal["text", "markup", "messages", "docstrings", "data"]

_IN_STRINGS = r"[\\\"'\n]|:\s|\s#"  # characters that end a string; in YAML also ": " and " #"
_ANGLE = r"<!--[ \t]*"
_FENCED = r"(?ms:^[ \t]*(`{3,}|~{3,})(?!\{).*?(?:^[ \t]*\1|\Z))"
# GNU Emacs Manual, "Specifying File Variables": also at the end of a file.
_LEGACY = (
    rb"latin-\d{1,2}|iso-8859-\d{1,2}|iso-2022-jp|cp\d{3,5}|windows-125\d|euc-(?:jp|kr)|shift_jis|sjis|gbk|gb2312|gb18030"
    rb"|big5|koi8-[ru]|mac(?:intosh|-roman)"
)
_BEFORE_CODING = rb"(?:.{0,999}?-\*-.{0,999}?|(?s:.*)\n#?[ \t]*Local Variables:(?s:.{0,999}?)\n#?[ \t]*)"
_OF_ORG = rb"\A%bcoding:[ \t]*(?:iso-(?=latin))?(%b)(?:-(?:unix|dos|mac))?(?=[ \t;\r\n]|\Z)" % (_BEFORE_CODING, _LEGACY)
# GNU Emacs Manual, "Specifying a File's Coding System"; the package inputenc.
_OF_LATEX = (
    rb"\A(?:(?:.*\n)?%.*?-\*-.*?coding:[ \t]*|(?s:.){0,9999}?\n[ \t]*\\usepackage[ \t]*\["
    rb"(?=(?:utf8|latin\d{1,2}|cp\d{3,4}|koi8-[ru]|ansinew|applemac)\][ \t]*\{inputenc\}))"
    rb"([A-Za-z][\w-]*?)(?:-(?:unix|dos|mac))?(?=[ \t;\]])"
)


class Comments(NamedTuple):
    """The comment syntax of a format, for suppression comments. Patterns are for `re`."""

    form: str = "# {}"  # template of a comment
    start: str = r"#[.:,|~]?[ \t]*"  # opening delimiter
    end: str = "-->"  # closing delimiter, besides the end of a line or of a string
    has_own_line: bool = False  # a comment cannot apply to its own line; if indented, it may be an example
    code: str = ""  # blocks of code, in which a comment is an example
    of_entry: bool = False  # a comment applies to the whole entry after it, not to one line


class Charset(NamedTuple):
    """How a format declares its charset, and how files without a declaration are decoded."""

    pattern: bytes = b""  # matches at the start of a file; group 1 is the declared charset
    is_any: bool = False  # files cannot declare a charset; the program that imports them decides
    web_labels: bool = False  # charset names are those of the Encoding Standard, not of Python
    folds_bytes: bool = False  # a line may be folded inside a character
    wide_starts: bool = False  # files may be in UTF-16 or UTF-32 without a byte order mark
    references: bool = False  # a character outside the charset is written as a reference, "&#233;"


class Escapes(NamedTuple):
    """The text that a fix must not write without escaping. Patterns are for `re`."""

    pattern: str = ""  # characters with another meaning in the format
    printf: str = ""  # matches up to a place in a `printf` format string, where "%" is written twice


class Format(NamedTuple):
    """A file format, which the module ``extract.readers.<name>`` parses."""

    name: str  # in lowercase: "markdown"
    suffixes: tuple[str, ...]  # file suffixes in lowercase
    prose: str  # the content that is parsed, for the documentation
    example: str  # a source with ⟦ and ⟧ around each link, for the tests
    kind: Kind = "markup"  # how it is used; some rules do not apply to all kinds
    module: str = ""  # module shared with other formats, which has a function with the name of the format
    on_request: bool = False  # in directories only message catalogs are checked, as most other files are settings
    own_charsets: bool = False  # its parts declare their own charsets; decoded as Latin-1, a character per byte
    charset: Charset = Charset()  # how it declares its charset
    comments: Comments = Comments()  # syntax of suppression comments
    escapes: Escapes = Escapes()  # text that a fix must not write without escaping
    is_aligned: bool = False  # underlines of titles and borders of tables are as wide as their text
    unknown: str = ""  # matches a reference to text that is not in the file; a pattern for `re`
    tags: str = ""  # tag of a link, if text between two tags is one passage
    labels: bool = False  # a reference names its definition, "[label]: target"
    relative: Literal["", "sure", "unsure"] = ""  # whether relative destinations are resolved, and with certainty
    usual: tuple[str, ...] = ()  # names of rules that are off, because their findings are normal in the format
    read_by: tuple[Program, ...] = ()  # programs that detect links in its text by their own rules
    profile: tuple[str, ...] = ("prose",)  # profile of link detection in its text

    def read(self, source: str, *, bare: bool = False, relative: bool = False) -> Iterator[Passage]:
        """Yield the passages of a source, in any order, with offsets in code points of the source.

        Text that cannot have a link is skipped. With ``bare``, bare domains and email addresses count as links. With
        ``relative``, destinations that are relative references count too.
        """
        read: Callable[[str], Iterator[Passage]] = self._function(self.name if self.module else "read")
        if not (bare or relative):
            return read(source)
        return asking_for(lambda: read(source), bare=bare, relative=relative)

    # The other functions of a module are optional.

    @property
    def has_paragraphs(self) -> bool:
        """Whether the format has inline markup of its own."""
        return self._function("paragraphs") is not _nothing

    def paragraphs(self, source: str, is_worth: Worth) -> Iterator[Paragraph]:
        """Yield the blocks of inline markup that ``is_worth`` accepts."""
        yield from self._function("paragraphs")(source, is_worth)

    def is_catalog(self, source: str) -> bool:
        """Return whether a source is a message catalog, in which each text is translated."""
        is_catalog = self._function("is_catalog")
        return bool(is_catalog(source)) if is_catalog is not _nothing else self._function("same_names") is not _nothing

    def translations(self, source: str, original: str | None = None) -> Iterator[Translated]:
        """Yield each translation of a text with a URL: from a catalog, or matched by name with ``original``."""
        yield from self._function("translations")(source)
        if original is not None:
            yield from self._function("same_names")(self.name, original, source)

    def originals(self, source: str) -> list[tuple[int, int]]:
        """Return the spans of original texts, in order."""
        return [*self._function("originals")(source)]

    def keys(self, source: str) -> list[tuple[int, int]]:
        """Return the spans of texts that a catalog copied from another file, in order. They must be fixed there."""
        return [*self._function("keys")(source)]

    def kept(self, source: str) -> list[tuple[int, int]]:
        """Return the spans that must not be translated, in order."""
        return import_module("extract.readers.xml").kept(source) if self.tags else []

    def base(self, source: str) -> str | None:
        """Return the base IRI that a document declares; ``None`` if there is none."""
        return self._function("base_of")(source) or None

    def notes(self, source: str) -> Iterator[tuple[int, str]]:
        """Yield offset and description of content that was skipped, or decoded in another way than declared."""
        yield from self._function("notes")(source)

    def _function(self, name: str) -> Callable[..., Any]:
        return _function_of(self.module or self.name, name)


@functools.cache
def _function_of(module: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(import_module(f"extract.readers.{module}"), name, _nothing)
    return found


def _nothing(*_: object) -> tuple[()]:
    """Return an empty result, for a module without the requested function."""
    return ()


# HTML §13.2.3.2: within 1024 bytes, not in a comment, and not in the text of a description, which has a name.
_OF_HTML = (
    rb"""(?is)\A(?:(?><!(?=--).*?-->)|(?!<!--).){0,1024}?<(?:meta(?![^>]{0,999}?\sname\s*=)"""
    rb"""[^>]{0,999}?charset\s*=\s*["']?|\?xml[^>]{0,999}?encoding\s*=\s*["'])([\w.:-]+)"""
)
_LINK = '<a href="{}">'
_OF_TAGS = Comments("<!-- {} -->", _ANGLE)
_OF_STRINGS = Escapes(_IN_STRINGS)

_MAIL = Format(
    "mail",
    (".eml",),
    "header fields and text parts, decoded",
    "Subject: ⟦http://a.example/⟧\n\nSee ⟦http://b.example/⟧ now.",
    own_charsets=True,
    # A mail gateway must find the destination of every link.
    profile=("prose", "user-information", "names-in-mail"),
    kind="text",
    read_by=("plain text",),
)
_ALL = (
    Format(
        "text",
        (".txt", ".text", ".srt", ".vtt", ".textile", ".wiki", ".mediawiki", ".typ"),
        "everything",
        "See ⟦http://a.example/ü⟧ now.",
        kind="text",
        read_by=("plain text",),
    ),
    Format(
        "rst",
        (".rst", ".rest"),
        "all but literals, code, comments, math, raw markup",
        "See ⟦http://a.example/ü⟧, not ``http://b.example/``.",
        read_by=("docutils",),
        relative="sure",
        is_aligned=True,
        comments=Comments(".. {}", r"\.\.[ \t]+", has_own_line=True),
    ),
    Format(
        "markdown",
        (".md", ".markdown", ".myst", ".qmd", ".rmd"),
        "all but front matter, code, templates and comments; of HTML tags the attributes with addresses",
        "See [ü](⟦http://a.example/ü⟧), not `http://b.example/`.",
        read_by=("GitHub",),
        labels=True,
        relative="sure",
        comments=Comments("<!-- {} -->", rf"{_ANGLE}|%[ \t]*", code=_FENCED),
    ),
    Format(
        "mdx",
        (".mdx",),
        "as Markdown; of components the attributes with addresses",
        "See [x](⟦http://a.example/ü⟧) {/* http://c.example/ */}",
        read_by=("GitHub",),
        labels=True,
        relative="sure",
        comments=Comments("{{/* {} */}}", rf"{_ANGLE}|%[ \t]*|\{{/\*[ \t]*", end=r"-->|\*/", code=_FENCED),
    ),
    Format(
        "asciidoc",
        (".adoc", ".asciidoc", ".asc"),
        "all but code, literals, passthroughs, formulas and comments; of macros the targets",
        "See link:⟦http://a.example/ü⟧[ü], not ++http://b.example/++.",
        read_by=("Asciidoctor",),
        relative="unsure",
        comments=Comments(
            "// {}",
            r"(?<![^\n])//[ \t]*",
            has_own_line=True,
            # A line of dashes directly under text is the underline of a title.
            code=r"(?ms:(?<![^\n\]+]\n)^(-{4,}|\.{4,})[ \t]*$.*?(?:^\1[ \t]*$|\Z))",
        ),
    ),
    Format(
        "html",
        (".html", ".htm", ".xhtml"),
        "text, and attributes with addresses (``href``, ``src``, …); not ``code``, ``script``, ``style``, ``template``",
        "<a href='⟦http://a.example/ü⟧'>ü</a> <code>http://b.example/</code>",
        tags=_LINK,
        relative="unsure",
        comments=_OF_TAGS,
        charset=Charset(_OF_HTML, web_labels=True, references=True),
    ),
    Format(
        "xml",
        tuple(
            ".xml .svg .xsd .xsl .xslt .rdf .owl .rss .atom .wsdl .opf .ncx .opml .dbk .docbook .dita .ditamap .tei"
            " .xlf .xliff .tmx .resx .xmp .gpx .kml".split()
        ),
        "text, and addresses in attributes and elements (``href``, ``xlink:href``, ``<loc>``, …); not"
        " comments, code, names of namespaces",
        '<a xmlns="http://b.example/" xlink:href="⟦http://a.example/ü⟧"/>',
        tags='<… href="{}">',  # the element depends on the vocabulary
        # XML 1.0 §4.1. Predefined entities such as "&amp;" (§4.6) are characters.
        unknown=r"&(?!(?:amp|lt|gt|quot|apos);)[^\s&;<#]{1,100};",
        comments=_OF_TAGS,
        charset=Charset(
            # XML 1.0 §4.3.3
            pattern=rb"""(?s)\A<\?xml\s[^>]{0,999}?encoding\s*=\s*["']([A-Za-z][\w.:-]*)""",
            web_labels=True,
            wide_starts=True,
            references=True,
        ),
        escapes=Escapes(
            # Android, "String resources", "Formatting strings"
            printf=r"""<(?:string|item)\b(?![^<>]*formatted=["']false)[^<>]*+>(?:[^<]|<(?!/(?:string|item)))*+\Z"""
        ),
    ),
    Format(
        "components",
        (".vue", ".svelte", ".astro"),
        "text, and attributes with addresses; not code",
        "<template><Nav to='⟦http://a.example/ü⟧'>{{ 'http://b.example/' }}</Nav></template>",
        kind="data",
        tags=_LINK,
        comments=_OF_TAGS,
    ),
    Format(
        "css",
        (".css",),
        "``url()``, ``@import`` and comments",
        'a { background: url("⟦http://a.example/ü⟧"); content: "http://b.example/" }',
        kind="data",
        comments=Comments("/* {} */", r"/\*[ \t]*", end=r"\*/"),
        # CSS Syntax §3.2; else it is the charset of the page
        charset=Charset(rb"""\A@charset "([\w.:-]{1,40})";""", is_any=True, web_labels=True),
    ),
    Format(
        "python",
        (".py", ".pyi"),
        "docstrings and comments",
        "# ⟦http://a.example/ü⟧\nx = 'http://b.example/'",
        kind="docstrings",
        read_by=("docutils",),
        charset=Charset(rb"\A(?:[ \t\f]*#.*\r?\n|[ \t\f]*\r?\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)"),  # PEP 263
        escapes=_OF_STRINGS,
    ),
    Format(
        "po",
        (".po", ".pot"),
        "``msgid`` and ``msgstr``, in reStructuredText, Markdown or AsciiDoc",
        '#. http://b.example/\nmsgid "⟦http://a.example/ü⟧"',
        kind="messages",
        read_by=("docutils",),
        comments=Comments(of_entry=True),
        charset=Charset(pattern=rb"(?i)\A(?:.*\n){0,60}?.*\"Content-Type: *text/plain; *charset=([\w.:-]+)"),
        escapes=Escapes(pattern=_IN_STRINGS, printf=r"(?m)^#,.*\b(?<!no-)[a-z]+-format\b"),
    ),
    Format(
        "notebook",
        (".ipynb",),
        "Markdown cells as ``.md``, code cells as ``.py``",
        '{"cells": [{"cell_type": "markdown", "source": ["⟦http://a.example/ü⟧"]}]}',
        relative="unsure",
        comments=Comments("<!-- {} -->", rf"{_ANGLE}|%[ \t]*"),
        escapes=_OF_STRINGS,
    ),
    Format(
        "latex",
        (".tex", ".latex", ".bib"),
        "``\\url``, ``\\href``, fields with an address, and text; not comments and code",
        r"See \href{⟦http://a.example/ü\%20⟧}{ü}. % http://b.example/",
        comments=Comments("% {}", r"%[ \t]*"),
        charset=Charset(_OF_LATEX, is_any=True),  # a chapter has the charset of its document, or of a class
        escapes=Escapes(rf"{_IN_STRINGS}|[%#]"),  # in arguments of macros, "%" begins a comment, "#" is a parameter
    ),
    Format(
        "org",
        (".org",),
        "links and text; not comments, code, examples",
        "See [[⟦http://a.example/ü⟧][ü]], not =http://b.example/=.",
        read_by=("Emacs",),
        comments=Comments("# {}", r"#[ \t]+", has_own_line=True),
        charset=Charset(pattern=_OF_ORG),
    ),
    Format(
        "csv",
        (".csv", ".tsv"),
        "fields",
        'ü,⟦http://a.example/ü⟧,"see ""⟦http://b.example/⟧"""',
        kind="data",
        charset=Charset(is_any=True),  # RFC 4180 §3: a parameter of the media type
    ),
    Format(
        "json",
        (".json", ".jsonc", ".json5", ".arb", ".xcstrings"),
        "strings, except names",
        r'{"http://b.example/": "See \"⟦http:\/\/a.example\/\u00fc⟧\""}',
        kind="data",
        module="resources",
        on_request=True,
        comments=Comments("// {}", r"//[ \t]*"),
        escapes=_OF_STRINGS,
    ),
    Format(
        "yaml",
        (".yaml", ".yml"),
        "values",
        "# http://b.example/\nhttp://b.example/: See ⟦http://a.example/ü⟧\nx: |\n  ⟦http://c.example/⟧",
        kind="data",
        module="resources",
        on_request=True,
        escapes=_OF_STRINGS,
    ),
    Format(
        "strings",
        (".strings",),
        "values",
        '"http://b.example/" = "See ⟦http://a.example/ü⟧"; /* http://b.example/ */',
        kind="data",
        module="resources",
        comments=Comments("/* {} */", r"/[*/][ \t]*", end=r"\*/"),
        escapes=_OF_STRINGS,
    ),
    Format(
        "calendar",
        (".ics", ".ifb", ".vcf", ".vcard"),
        "addresses and descriptions",
        "BEGIN:VEVENT\nURL:⟦http://a.example/ü⟧\nEND:VEVENT\n",
        kind="text",
        charset=Charset(folds_bytes=True),
    ),
    _MAIL,
    _MAIL._replace(
        name="mbox",
        suffixes=(".mbox",),
        prose="each message, as ``.eml``",
        example=f"From -\n{_MAIL.example}",
    ),
)
FORMATS = {format.name: format for format in _ALL}  #: All formats by name.
_CATALOGUES = {"rst": FORMATS["po"]} | {
    markup: FORMATS["po"]._replace(read_by=FORMATS[markup].read_by) for markup in ("markdown", "asciidoc")
}
# XML that is not a document: texts of programs and of feeds, settings. The pattern matches root elements of documents:
# XHTML, DocBook, DITA, TEI, JATS.
_DATA = FORMATS["xml"]._replace(kind="data")
_DOCUMENT = re.compile(
    "".join(
        [
            r"\s*+(?:<!--(?:[^-]|-(?!->))*+-->\s*+|<\?(?:[^?]|\?(?!>))*+\?>\s*+|<!DOCTYPE(?:[^<>\[]|\[[^\]]*+\])*+>\s*+)*+",
            r"<(?:[\w-]++:)?(?:html|div|p|book|article|chapter|part|preface|appendix|glossary|section|sect[1-5]|para",
            r"|ref(?:entry|erence)|topic|concept|task|map|bookmap|dita|TEI(?:\.2|Corpus)?)(?![\w.:-])",
        ]
    )
)
#: The formats by the suffix of a file, in lower case.
SUFFIXES = {suffix: format for format in _ALL for suffix in format.suffixes} | dict.fromkeys(
    (".qmd", ".rmd"),  # pandoc encodes spaces in destinations
    FORMATS["markdown"]._replace(usual=("space-in-destination",), read_by=("GitHub", "Pandoc")),
)
TEXT = FORMATS["text"]


# Names of plain-text files without a suffix (GNU Coding Standards §7.1, and usage).
TEXT_NAMES = frozenset("README CHANGES CHANGELOG NEWS NOTICE AUTHORS INSTALL TODO THANKS HISTORY CONTRIBUTING".split())

# File names in a Maildir: a time, a unique string, and flags after ":" (or "!", ";" on systems that forbid ":").
_MAILDIR = re.compile(r"[0-9]{6,}[._][^/]*|[^/.][^/]*[:;!]2,[A-Za-z]*")


def is_maildir(path: str | os.PathLike[str]) -> bool:
    """Return whether a directory is a Maildir."""
    return all(os.path.isdir(os.path.join(path, name)) for name in ("cur", "new"))


def known_format(name: str) -> Format | None:
    """Return the format of a file by its name; ``None`` if the name does not decide it."""
    folder, last = os.path.split(name)
    if folder.endswith(("cur", "new")):
        parent, folder = os.path.split(folder)
        is_mail = _MAILDIR.fullmatch(last) or (last[:1] not in ("", ".") and is_maildir(parent))
        if folder in ("cur", "new") and is_mail:
            return FORMATS["mail"]
    # A fast replacement for os.path.splitext, since this is called for every file.
    stem, dot, suffix = last.lstrip(".").rpartition(".")
    suffix = dot + suffix.lower() if dot else ""
    # Sphinx copies sources under such names: "index.rst.txt".
    copied = SUFFIXES.get(os.path.splitext(stem)[1].lower()) if suffix == ".txt" else None
    return copied or SUFFIXES.get(suffix) or (TEXT if last.upper() in TEXT_NAMES else None)


# Message catalogs, by their directories and names in lowercase: locales/en.json, messages_pt_BR.yaml, app.arb.
CATALOGUE = (
    rf"(?:(?:^|[/\\])(?:_?locales?|i18n|l10n|langs?|languages?|translations?|messages|nls)[/\\]"
    rf"|(?:^|[/\\._-]){LANGUAGE}\.[a-z]+\Z|(?:^|[/\\])(?:messages|translations?|strings)\.[a-z]+\Z|\.(?:arb|xcstrings)\Z)"
)
_CATALOGUE = re.compile(CATALOGUE)


def format_in_folder(path: str) -> Format | None:
    """Return the format of a file found in a directory; ``None`` if such files are not checked there."""
    found = known_format(path)
    return None if found is None or (found.on_request and not _CATALOGUE.search(path.lower())) else found


SHARED = (".ts",)  # XML suffixes that other formats use too, so the content decides
# A declaration, a document type, or the root element of a Qt catalog, maybe after comments.
_XML = re.compile(r"\s*+(?:<!--(?:[^-]|-(?!->))*+-->\s*+)*+(?:<\?xml\s|<!DOCTYPE\s+(?i:(?!html\b))[\w:]|<TS[\s>])")
# PNG, JPEG, GIF, WebP, PDF, ZIP, gzip, bzip2, xz, 7z, icons, SQLite
_OF_OTHER_PROGRAMS = re.compile(
    rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF|%PDF-|PK\x03\x04|\x1f\x8b|BZh|\xfd7zXZ|7z\xbc|\0\0\x01\0|SQLite format"
)
_NO_TEXT = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]|\A%PDF-\d\.\d\s*[\r\n]")


def is_of_other_program(data: bytes) -> bool:
    """Return whether bytes are a binary file, such as a picture or an archive, whatever its name."""
    return _OF_OTHER_PROGRAMS.match(data) is not None and _NO_TEXT.search(data[:HEAD]) is not None


_MARKS = re.compile(rb"\A(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)")
HEAD = 4096  # bytes or characters
PGP = "-----BEGIN PGP "  # RFC 9580 §6.2: a signature or key, which shares the suffix ".asc" with AsciiDoc


def is_xml(source: str | bytes) -> bool:
    """Return whether a source begins like XML, in any encoding that contains ASCII (XML 1.0 appendix F)."""
    if isinstance(source, str):
        return _XML.match(source[:HEAD].removeprefix("\ufeff")) is not None
    head = _MARKS.sub(b"", source[:HEAD].replace(b"\0", b""))  # removes NULs of UTF-16 and UTF-32
    return _XML.match(head.decode("latin-1")) is not None


def format_of(name: str, source: str | bytes = "") -> Format:
    """Return the format of a file by its name. Unknown names are XML if ``source`` begins like XML, else plain text.

    ``source`` also decides the markup of the messages of a catalog, and whether Markdown is MDX, as in Docusaurus.
    """
    require(isinstance(name, str), "name", "the name of a file, a str", name)
    require(isinstance(source, str | bytes), "source", "a str or bytes", source)
    found = known_format(name)
    if found is None:
        found = FORMATS["xml"] if is_xml(source) else TEXT
    elif found.name == "asciidoc" and source[: len(PGP)] in (PGP, PGP.encode()):
        return TEXT
    if isinstance(source, str):
        if found.name == "xml":
            return found if _DOCUMENT.match(source.removeprefix("\ufeff")) else _DATA
        if found.name == "po":
            return _CATALOGUES[import_module("extract.readers.po").markup_of(source)]
        if found.labels and "import" in source[:HEAD]:
            is_mdx = import_module("extract.readers.markdown").imports_components(source)
            return FORMATS["mdx"] if is_mdx else found
    return found
