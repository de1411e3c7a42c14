"""gettext catalogues: msgid and msgstr are reST, as Sphinx writes them, or Markdown, as mdpo and po4a do.

A catalogue consists of quoted strings. They are read here, because babel and polib do not keep columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extract.readers import markdown, rst
from extract.readers.paragraph import Paragraph, Worth
from extract.readers.segment import Edit, Segment, cut
from extract.readers.strings import join
from extract.readers.triggers import has_trigger

# Obsolete entries ("#~") and the context (msgctxt) are not shown to readers.
_ENTRY = re.compile(r"(?m)^[ \t]*(msgid_plural|msgid|msgstr(?:\[\d+\])?)(?:\s*\"((?:\\.|[^\"\\\n])*)\")+")
_JOINT = re.compile(r"\"\s*\"")
_STRING = re.compile(r"\"((?:\\.|[^\"\\\n])*)\"")

# The flag of a format string (``c-format``, …), in which "%%" is a percent sign.
_FORMAT = re.compile(r"(?m)^#,.*\b(?<!no-)[a-z]+-format\b")


# In a source message; in a translation Markdown may be a mistake.
_MARKDOWN = re.compile(r"\]\([^\s()\"]+\)")
_RST = re.compile(r"`__?(?!\w)|:[a-z][\w.+:-]*:`|``")


def is_markdown(source: str) -> bool:
    """Whether the messages are Markdown: more of the sources have links of Markdown than have markup of reST."""
    if "](" not in source:
        return False
    sources = [entry[0] for entry in _ENTRY.finditer(source) if entry[1].startswith("msgid")]
    return sum(map(bool, map(_MARKDOWN.search, sources))) > sum(map(bool, map(_RST.search, sources)))


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs of the messages."""
    in_markdown = is_markdown(source)
    of_message = markdown.paragraphs if in_markdown else rst.paragraphs
    inner = is_worth.within(_JOINT.sub("", source), "markdown" if in_markdown else "rst")
    if inner is None:
        return
    for entry in _ENTRY.finditer(source):
        if not inner(_JOINT.sub("", entry[0]), "markdown" if in_markdown else "rst"):
            continue
        message = _message(source, entry)
        for paragraph in of_message(message.text, inner):
            yield paragraph.inside(message)


def read(source: str) -> Iterator[Segment]:
    """Yield the prose of the messages."""
    if not has_trigger(source):
        return
    read_message = markdown.read if is_markdown(source) else rst.read
    for entry in _ENTRY.finditer(source):
        if has_trigger(_JOINT.sub("", entry[0])):
            message = _message(source, entry)
            for segment in read_message(message.text):
                yield segment.inside(message)


def _message(source: str, entry: re.Match[str]) -> Segment:
    """Return the text of a message: its strings joined, their escapes resolved."""
    message = join(source, [string.span(1) for string in _STRING.finditer(source, entry.start(), entry.end())])
    comments = max(entry.start() - 2000, 0)
    comments = max(source.rfind("\n\n", comments, entry.start()), comments)
    if _FORMAT.search(source, comments, entry.start()):
        percents = (Edit(*percent.span(), "%") for percent in re.finditer("%%", message.text))
        message = cut(message.text, 0, len(message.text), percents).inside(message)
    return message
