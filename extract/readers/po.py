"""gettext catalogs, whose messages are reST (written by Sphinx), Markdown (mdpo, po4a) or AsciiDoc.

The quoted strings are parsed here, because babel and polib do not keep columns.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator

from extract.readers import asciidoc, markdown, rst
from extract.readers.paragraph import Markup, Paragraph, Worth, within
from extract.readers.passage import Passage, Translated
from extract.readers.strings import formatted, join
from extract.readers.triggers import has_trigger

# Readers see neither obsolete entries ("#~") nor the context (msgctxt).
_ENTRY = re.compile(r"(?m)^[ \t]*(msgid_plural|msgid|msgstr(?:\[\d+\])?)(?:\s*\"((?:[^\"\\\n]++|\\.)*+)\")+")
_JOINT = re.compile(r"\"\s*+\"")
_STRING = re.compile(r"\"((?:[^\"\\\n]++|\\.)*+)\"")

# The flag of a format string (``c-format``, …), in which "%%" means a percent sign.
_FORMAT = re.compile(r"(?m)^#,.*\b(?<!no-)[a-z]+-format\b")
_MOST_FORMS = 10  # plural forms; no language has more than six
_FUZZY = re.compile(r"(?m)^#,.*\bfuzzy\b")


# Links in source messages, since links of another markup in a translation may be a mistake. The default is reST.
_LINKS: dict[Markup, Callable[[str], object]] = {
    "rst": re.compile(r"`__?(?!\w)|:[a-z][\w.+:-]*:`|``").search,
    "markdown": re.compile(r"\]\([^\s()\"]+\)").search,
    "asciidoc": re.compile(r"(?:link:|xref:|https?://)[^\s\[\]\"]+\[|<<[\w-]+(?:,|>>)").search,
}


# The suffix of the documents that messages come from ("#: guide.md:12") decides the markup.
_FILE = re.compile(r"(?m)^#:[^\n]*?\.(md|rst|adoc)(?::\d+)?(?=\s)")
_SUFFIXES: dict[str, Markup] = {"md": "markdown", "rst": "rst", "adoc": "asciidoc"}


@functools.lru_cache(maxsize=1)
def markup_of(source: str) -> Markup:
    """Return the markup of the messages: of their documents, or the one in which most source messages have links."""
    files = Counter(_FILE.findall(source)).most_common(1)
    if files:
        return _SUFFIXES[files[0][0]]
    sources = [entry[0] for entry in _ENTRY.finditer(source) if entry[1].startswith("msgid")]
    counts = [(sum(map(bool, map(has, sources))), markup) for markup, has in _LINKS.items()]
    return max(counts, key=lambda count: count[0])[1]


_READERS = {"rst": rst, "markdown": markdown, "asciidoc": asciidoc}


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs of the translations. A mistake in a source message must be fixed in its own file."""
    markup = markup_of(source)
    inner = is_worth.within(_JOINT.sub("", source), markup)
    if inner is None:
        return
    for entry in _ENTRY.finditer(source):
        if entry[1].startswith("msgstr") and inner(_JOINT.sub("", entry[0]), markup) and not _waits(source, entry):
            message = _message(source, entry)
            yield from within(message, _READERS[markup].paragraphs(message.text, inner))


def read(source: str) -> Iterator[Passage]:
    """Yield the prose of source messages and translations."""
    if not has_trigger(source):
        return
    reader = _READERS[markup_of(source)]
    for entry in _ENTRY.finditer(source):
        if has_trigger(_JOINT.sub("", entry[0])):
            message = _message(source, entry)
            yield from within(message, reader.read(message.text))


def originals(source: str) -> list[tuple[int, int]]:
    """Return the spans of source messages and of fuzzy translations, which programs do not show."""
    # GNU gettext, "Fuzzy Entries"
    return [entry.span() for entry in _ENTRY.finditer(source) if entry[1].startswith("msgid") or _waits(source, entry)]


def keys(source: str) -> list[tuple[int, int]]:
    """Return the spans of source messages, which are the keys of their translations."""
    return [entry.span() for entry in _ENTRY.finditer(source) if entry[1].startswith("msgid")]


def is_catalog(_source: str) -> bool:
    return True


def translations(source: str) -> Iterator[Translated]:
    """Yield each translation of a message that has a URL, except fuzzy ones, which await their translator."""
    reader = _READERS[markup_of(source)]
    originals: list[list[Passage]] = []
    forms = 0
    for entry in _ENTRY.finditer(source):
        if entry[1] == "msgid":
            is_read = "://" in entry[0] and not _waits(source, entry)
            originals = [list(reader.read(_message(source, entry).text))] if is_read else []
            forms = 0
        elif entry[1] == "msgid_plural" and len(originals) == 1:
            originals.append(list(reader.read(_message(source, entry).text)))
        elif originals and forms < _MOST_FORMS:
            forms += 1
            message = _message(source, entry)
            if message.text.strip():
                yield Translated(originals, message, [*within(message, reader.read(message.text))])


def _waits(source: str, entry: re.Match[str]) -> bool:
    return _FUZZY.search(*_comments(source, entry)) is not None


def _comments(source: str, entry: re.Match[str]) -> tuple[str, int, int]:
    start = max(entry.start() - 2000, 0)
    return source, max(source.rfind("\n\n", start, entry.start()), start), entry.start()


def _message(source: str, entry: re.Match[str]) -> Passage:
    """Return the text of a message: its strings joined and unescaped."""
    message = join(source, [string.span(1) for string in _STRING.finditer(source, entry.start(), entry.end())])
    return formatted(message) if _FORMAT.search(*_comments(source, entry)) else message
