"""Pieces of patterns, and repairs, that the formats share."""

from __future__ import annotations

import functools

from extract.rules.markup.slip import Hit
from extract.text.regexes import re

# An address without brackets, but for pairs of round ones.
URL = r"https?://[^\s()（）\[\]<>\0]*(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"

# What an address ends with before a title. In a query, or after another mark, encoded too, a quotation mark is part of
# the address: "?q=label%3A"größe"".
BEFORE_TITLE = r"(?:[^\W_]|[/)])(?<!%[23][0-9A-Fa-f])"

# What a label may be: numbers and "^a" are notes, "@a" a source, "!NOTE" a box, "x" and " " are boxes to tick.
NO_LABEL = r"(?![0-9*†‡][0-9*†‡,; –-]{0,11}\]|[\^!]|@(?![\w-]+\][\[(]http)|[ xX]\])"
# Of most wikis, "[[address|words]]", and of some, "[[words|address]]".
WIKI = (
    r"\[\[(?P<wiki>(?:(?P<wiki_first>https?://[^\s\[\]|\0]+)(?:\||\]\[)(?P<words_last>[^\[\]|\0`]{1,200})"
    r"|(?P<words_first>[^\[\]|\0`]{1,200})\|(?P<wiki_last>https?://[^\s\[\]|\0]+))\]\])"
)
WIKI_NEEDLE = r"\[\[[^\]\n]{0,200}https?://"

# A date, words in brackets or that say when a page was read belong to a source: "[http://a/ (accessed 2021-07-15)]"
OF_A_SOURCE = (
    r"(?![(（]|(?i:accessed|retrieved|visited|last|viewed|checked|online|archived?|abgerufen|zugriff|aufgerufen|stand|consult\w+"
    r"|accedido|acesso|acessado|дата|доступ|проверено|обращени\w|访问|存取|閲覧|参照|アクセス|accès)\b|[\d./-]{4,})"
)
MEDIAWIKI = (
    r"\[(?<![\]A-Za-z0-9_\\!\[].)(?<!\]\(.)(?P<mediawiki>https?://[^\s\[\]`\0,;]+)(?:[ ]+|\r?\n)"
    rf"(?P<mediawiki_words>{OF_A_SOURCE}[^\[\]\n`\0]{{2,150}})\](?![(\[:_])"
)
MEDIAWIKI_NEEDLE = r"\[https?://[^\s\[\]`]+[ \r\n]"
# A link of reStructuredText, and one of HTML.
RST = r"`(?P<rst>[^`<>]{1,200}?)\s+<(?P<rst_address>https?://[^\s<>`]+)>`__?(?!\w)"
RST_NEEDLE = r"<https?://[^\s<>`]+>`_"
HTML = (
    r"<(?P<html>[aA]\s[^<>]{0,200}?\b(?i:href)\s*=\s*[\"']?(?P<href>https?://[^\s<>\"']+)[\"']?[^<>]{0,200}>"
    r"(?P<html_text>[^<>`]{1,200})</[aA]>)"
)
HTML_NEEDLE = r"</[aA]>"


# RFC 2606 §3: nobody means to link them. A fragment of a page is shown as a source, and tags of programs.
_OF_EXAMPLE = re.compile(r"(?i)https?://(?:[\w-]{1,63}\.){0,5}example\.(?:com|net|org)(?![\w.-])")
_OF_SAMPLE = re.compile(
    r"(?i)</?(?:html|head|body|div|script|style|link|meta|form|input|button|label|select|table|t[dhr]|nav|main|header|footer"
    r"|section|article|aside|template|svg|[a-z]+-[a-z-]+)\b[^<>]*>|<a\s[^<>]*?\s(?:on[a-z]+|v-[a-z]+|ng-[a-z]+|data-[a-z-]+|[@:][a-z]+)="
)


def is_sample(hit: Hit) -> bool:
    """Whether markup of another format is shown, not meant: an example, or a piece of a program or a page."""
    return bool(_OF_EXAMPLE.search(hit[0]) or _OF_SAMPLE.search(hit.text))


def wiki_link(hit: Hit) -> tuple[str, str]:
    """Return the words and the address of a hit of `WIKI`."""
    if hit["wiki_first"]:
        return hit["words_last"], hit["wiki_first"]
    return hit["words_first"], hit["wiki_last"]


# Gollum, which GitHub and GitLab use for wikis: "[[Page]]", "[[words|Page]]".
_TO_PAGE = re.compile(r"\[\[(?!https?:)[^\[\]\n|]{1,100}(?:\|(?!\s*https?:)[^\[\]\n]{1,100})?\]\](?![(\[])")
# Sphinx, "Roles": "~" shortens the name of an object.
_OBJECT = re.compile(r"(?<![\w:`\\])`~[\w.]+`")


@functools.lru_cache(maxsize=1)
def is_of_wiki(source: str) -> bool:
    """Return whether a file has links to pages of a wiki."""
    return "[[" in source and _TO_PAGE.search(source) is not None


@functools.lru_cache(maxsize=1)
def names_objects(source: str) -> bool:
    """Return whether a file has the name of an object in backticks alone: the default role leads somewhere."""
    return _OBJECT.search(source) is not None
