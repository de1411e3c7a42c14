"""Create ids from the words of headings and labels, in any script. The ids of docutils remain as extra anchors."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Any

import regex
from docutils import nodes
from sphinx.transforms import SphinxTransform

# XML 1.0 §2.3, NameStartChar and NameChar (fifth edition); Namespaces in XML §3: an id has no ":".
_START = (
    r"A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF"
    r"\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\U00010000-\U000EFFFF"
)
_NAME_CHARACTER = rf"{_START}\-.0-9\xB7\u0300-\u036F\u203F\u2040"
_NAME = re.compile(rf"[{_START}][{_NAME_CHARACTER}]*")
_NOT_IN_NAMES = re.compile(rf"[^{_NAME_CHARACTER}\s]")
# Invisible characters, except joiners, which change the form of letters and are part of the word.
_INVISIBLE = regex.compile(r"[\p{Default_Ignorable_Code_Point}--[\u200C\u200D]]", regex.V1)
_WORD = regex.compile(r"[\p{L}\p{N}](?:[\p{L}\p{N}\p{Mn}\p{Mc}]|[\u200C\u200D]+(?=[\p{L}\p{N}\p{Mn}\p{Mc}]))*")

_RAW_ID = re.compile(r"""(?i)\b(?:id|name)\s*=\s*["']?([^\s"'<>]+)""")


def id_of_words(text: str) -> str:
    """Return an id from the words of a heading or label, or "" for empty text.

    The rules are like the ASCII rules of docutils, but keep letters and digits of any script: lowercase in NFC, with
    one hyphen between words. The compatibility mapping replaces characters that XML names do not allow (``²``, ``µ``).
    ``_`` is added before a digit, so that the id is an XML name for CSS, and before the code points of text without
    words (``_u2605``). docutils' own ids do not contain ``_``, nor do words.
    """
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text.lower()))
    plain = _NOT_IN_NAMES.sub(lambda character: unicodedata.normalize("NFKC", character[0]).lower(), text)
    words = unicodedata.normalize("NFC", "-".join(_WORD.findall(plain)))
    if not words:
        words = "-".join(f"u{ord(character):04x}" for character in text if not character.isspace())
        return f"_{words}" if words else ""
    return words if words[0].isalpha() and _NAME.match(words) else f"_{words}"


class RememberTitles(SphinxTransform):
    """Store the title of each heading as written, with its docutils id.

    This runs after translations (20), to use the words that readers see. It runs before substitutions (220), so that
    ``|version|`` in a title is used by its name, and the id does not change in the next version.
    """

    default_priority = 30

    def apply(self, **_kwargs: Any) -> None:
        """Store the titles in the headings."""
        for heading in self.document.findall(nodes.Element):
            # In MyST a heading inside a directive is a rubric.
            if heading["ids"] and isinstance(heading, (nodes.section, nodes.rubric)):
                title = heading if isinstance(heading, nodes.rubric) else heading.next_node(nodes.title)
                if title is not None:
                    heading["iri_title"] = (heading["ids"][0], title.astext())


class IdsOfWords(SphinxTransform):
    """Add an id from its words to each heading and label, before the docutils id, which remains as an anchor.

    This runs after Sphinx has created all ids (MyST adds its slugs at 700), so that they do not change and new ids are
    different. It runs before names are resolved, labels are collected (850), and tables of contents are created (880).
    """

    default_priority = 845

    def apply(self, **_kwargs: Any) -> None:
        """Create the new ids, and point references at them instead of docutils' ids."""
        document = self.document
        ids = _Ids(document)
        self._make(ids)
        made = {old: new for old, (new, _) in ids.made.items()}
        for new, node in ids.made.values():
            document.ids[new] = node
            node["ids"] = list(dict.fromkeys([*(made.get(known, known) for known in node["ids"]), *node["ids"]]))
        for name, known in document.nameids.items():
            if known in made:
                document.nameids[name] = made[known]
        for reference in document.findall(nodes.reference):
            if reference.get("refid") in made:
                reference["refid"] = made[reference["refid"]]
        slugs = getattr(document, "myst_slugs", None) or {}
        slugs.update({slug: (line, made.get(known, known), text) for slug, (line, known, text) in slugs.items()})
        if "myst_heading_anchors" in self.config:
            self._tell_myst(slugs)

    def _tell_myst(self, slugs: dict[str, Any]) -> None:
        """Add all ids of headings to MyST's slugs, so that Markdown pages can link to them (``[](page.rst#概要)``)."""
        ids = {
            known: (heading.line, known, title.astext())
            for heading in self.document.findall(nodes.section)
            if (title := heading.next_node(nodes.title)) is not None
            for known in heading["ids"]
        }
        self.env.metadata[self.env.docname]["myst_slugs"] = ids | slugs

    def _make(self, ids: _Ids) -> None:
        """Create the new ids. Labels come first: a label is unique, but several headings may have the same text."""
        document = self.document
        is_explicit = document.nametypes.get
        for name, old in document.nameids.items():
            if is_explicit(name) and old not in ids.made and _is_place(document.ids.get(old), old):
                ids.add(old, document.ids[old], name, [name])
        labels = {old for name, old in document.nameids.items() if is_explicit(name)}
        for heading in document.findall(nodes.Element):
            old, title = heading.attributes.pop("iri_title", ("", ""))
            if old in labels or old not in heading["ids"]:
                continue
            ids.add(old, heading, title, [*heading["names"], *heading["dupnames"], title], heading.get("slug"))
            if old in ids.made and not hasattr(document, "myst_slugs"):
                # Sphinx puts ids such as "id1" after the ids of labels. MyST puts labels first on purpose.
                heading["ids"] = [old, *(known for known in heading["ids"] if known != old)]


def _is_place(node: Any, known: str) -> bool:
    """Return whether a label refers to a place in the document, except footnotes, citations and links."""
    if node is None or known not in node["ids"] or isinstance(node, (nodes.footnote, nodes.citation)):
        return False
    return not any(attribute in node for attribute in ("refuri", "refname", "refid"))  # a named link


class _Ids:
    """The ids of a document, and the new ids for it."""

    def __init__(self, document: nodes.document) -> None:
        self.made: dict[str, tuple[str, nodes.Element]] = {}  # docutils id -> new id and node
        self._prefix: str = document.settings.id_prefix
        auto: str = document.settings.auto_id_prefix
        numbers = r"[!-~]+-\d+" if auto.endswith("%") else rf"{re.escape(auto)}\d+"
        self._numbered = re.compile(re.escape(self._prefix) + numbers)
        # Words that look like automatic ids, which change if elements are added before them.
        self._moving = re.compile(rf"{re.escape(self._prefix)}(?:{numbers}|(?:index|term)-\d+)")
        self._owners: dict[str, Any] = dict(document.ids)
        self._numbers: dict[str, int] = {}
        for node in document.findall(nodes.Element):
            for known in node["ids"]:
                self._owners.setdefault(known, node)
                self._owners.setdefault(known.replace(":", "-"), node)  # as in EPUB
            if isinstance(node, nodes.raw) and "html" in node.get("format", ""):
                self._owners.update((html.unescape(found[1]), node) for found in _RAW_ID.finditer(node.astext()))

    def add(self, old: str, node: nodes.Element, text: str, names: list[str], slug: str | None = None) -> None:
        """Create an id for the heading or label with docutils id ``old`` from ``text`` or, if possible, ``slug``.

        ``names`` are possible sources of ``old``. If it comes from none of them, a directive has set it: keep it.
        """
        words = self._prefix + id_of_words(text)
        if self._moving.fullmatch(words):
            words = f"{self._prefix}_{words.removeprefix(self._prefix)}"
        is_of_name = any(old == self._prefix + nodes.make_id(name) for name in names)
        if words in (old, self._prefix) or not (is_of_name or self._numbered.fullmatch(old)):
            return
        if slug and _NAME.fullmatch(slug) and self._is_free(slug, node) and not self._moving.fullmatch(slug):
            words = slug
        new = words
        while not self._is_free(new, node):
            number = self._numbers[words] = self._numbers.get(words, 1) + 1
            new = f"{words}_{number}"
        self._owners[new] = node
        self.made[old] = new, node

    def _is_free(self, new: str, node: nodes.Element) -> bool:
        return self._owners.get(new, node) is node
