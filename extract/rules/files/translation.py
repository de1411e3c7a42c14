"""Rules for catalogues: whether a translation leads where its original does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote

from extract.iri.errors import IRIError
from extract.iri.normalization import normalize
from extract.iri.parts import match_parts
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Source, Translation
from extract.text.regexes import LANGUAGE, re

_IN_HOST = re.compile(rf"^(?:www\.)?(?:{LANGUAGE}\.(?=.*\.))?(?:www\.|m\.)?")
_IN_PATH = re.compile(rf"(?:(?<=/)|[._-])(?:intl[/.])?{LANGUAGE}(?=[/._-]|\Z)|[-_][ej](?=\.\w+\Z)")
_IN_QUERY = re.compile(rf"(?<=[=&?]){LANGUAGE}(?=&|\Z)|\b(?:hl|lang|locale|language)=[^&]*")
_MOST = 20  # addresses of a message that are compared with others
_LONGEST = 300  # characters of addresses that are compared letter by letter
_ALIKE = 0.85  # of the letters; another address of the same site has fewer
_PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdr](?![0-9A-Fa-f])|\{\w*\}|\$\{?\w")

# What Crowdin writes for its pseudo-language, to be translated in place.
_PSEUDO = re.compile(r"crwdns[0-9]+:")


# Mistakes in markup, because of which there is no link.
_NO_LINK = ("unclosed", "wrong-bracket", "space-in-target", "other-markup", "rst-markup", "role")


@rule("IRI818", "wrong-target", "warning", part="translated-address", scope="document", yields_to=_NO_LINK)
def translated_address(source: Source) -> Iterator[Problem]:
    r"""A translation lacks an address of its original, or has it with a mistake.

    Its readers find no link, or one that leads nowhere (in catalogues of gettext, XLIFF and Qt). The page in
    another language is no mistake, nor is an address of another site, which the translator chose.
    Source: RFC 3986 §1.2.1 (an identifier is transcribed, not translated).

    Bad (po):
        msgid "See http://a.example/guide."\nmsgstr "Siehe ⟦http://a.example/giude⟧."
        msgid "See `the guide <http://a.example/guide>`_."\nmsgstr "⟦Siehe die Anleitung.⟧"

    Good (po):
        msgid "See http://a.example/en/guide."\nmsgstr "Siehe http://a.example/de/guide."
        msgid "See https://en.wikipedia.org/wiki/Road."\nmsgstr "Siehe https://de.wikipedia.org/wiki/Straße."
        msgid "See http://a.example/guide/x.html."\nmsgstr "Siehe http://a.example/guide-de/x.html."
        msgid "See http://a.example/guide-e.html."\nmsgstr "http://a.example/guide-j.html を参照"
        msgid "See http://größe-server/page."\nmsgstr "Siehe http://size-server/page."
        msgid "See http://a.example/guide."\nmsgstr ""
        msgid "See http://a.example/guide."\nmsgstr "Siehe http://b.example/anleitung."
        #, fuzzy\nmsgid "See http://a.example/guide."\nmsgstr "Siehe hier."
    """
    for translation in source.translations:
        if not _PSEUDO.match(translation.text):
            yield from _of(translation)


def _of(translation: Translation) -> Iterator[Problem]:
    if translation.text.strip() in {iri for _, _, iri in translation.links}:
        return  # a message that is an address alone is there for the translator to choose another one
    known = {_neutral(iri) for iri in translation.known}
    others = [link for link in translation.links if _neutral(link[2]) not in known][:_MOST]
    have = {_neutral(iri) for _, _, iri in translation.links}
    shown = unquote(translation.text)
    missing = (iri for iri in translation.needed if _neutral(iri) not in have and not _is_stand_in(iri))
    for iri in islice(missing, _MOST):
        if unquote(iri).partition("://")[2].rstrip("/") in shown:
            continue
        changed = next((link for link in others if _is_mistake(iri, link[2])), None)
        if changed is not None:
            others.remove(changed)
            yield Problem(
                start=changed[0], end=changed[1], message=f'the original links to "{iri}"; copy its address', fix=iri
            )
        elif others:
            others.pop(0)  # which the translator chose
        else:
            yield Problem(
                start=translation.start,
                end=translation.end,
                message=f'the translation lacks "{iri}"; add the link of the original',
            )


def _is_stand_in(iri: str) -> bool:
    """Return whether an address has something to fill in, or a host without a dot: an example, which is translated."""
    return _PLACEHOLDER.search(iri) is not None or re.match(r"https?://[^/.:\[]+(?:[:/]|\Z)", iri) is not None


def _is_mistake(original: str, other: str) -> bool:
    """Return whether an address differs from another by a few letters."""
    if _languages(original) != _languages(other):
        return False  # the pages in another language may have other names
    if max(len(original), len(other)) > _LONGEST:
        return False
    from difflib import SequenceMatcher

    return SequenceMatcher(None, original, other, autojunk=False).ratio() >= _ALIKE


def _languages(iri: str) -> list[str]:
    host, path = _split(iri)
    found = _IN_HOST.match(host)
    return [found[0] if found else "", *_IN_PATH.findall(path.lower()), *_IN_QUERY.findall(path.lower())]


def _split(iri: str) -> tuple[str, str]:
    """Return the host and the rest of an address."""
    _, authority, path, query, _ = match_parts(iri).groups()
    return (authority or "").lower(), (path or "") + (f"?{query}" if query else "")


def _neutral(iri: str) -> str:
    """Return what a page has in all languages: no scheme of the web, no fragment, no language's name."""
    iri = iri.replace("&amp;", "&")  # of HTML; another rule reports it
    try:
        host, path = _split(normalize(iri, level="idn"))
    except IRIError:
        host, path = _split(iri)
    before, question, query = unquote(path).lower().partition("?")
    page = _IN_PATH.sub("", before).replace("//", "/").strip("/._-")
    return f"{_IN_HOST.sub('', host)}/{page}{question}{_IN_QUERY.sub('', query)}"
