"""Rules for message catalogs: the links of a translation must match its original."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from posixpath import commonprefix
from unicodedata import normalize as normalize_characters
from urllib.parse import unquote

from extract.iri.components import match_components
from extract.iri.errors import IRIError
from extract.iri.normalization import normalize
from extract.readers.document import Document
from extract.readers.formats import Format
from extract.readers.passage import Translated, cut, is_inside
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.text.messages import Message
from extract.text.regexes import LANGUAGE, re

_IN_HOST = re.compile(rf"^(?:www\.)?(?:{LANGUAGE}\.(?=.*\.))?(?:www\.|m\.)?")
_IN_PATH = re.compile(rf"(?:(?<=/)|[._-])(?:intl[/.])?{LANGUAGE}(?=[/._-]|\Z)|[-_][ej](?=\.\w+\Z)")
_IN_QUERY = re.compile(rf"(?<=[=&?]){LANGUAGE}(?=&|\Z)|\b(?:hl|lang|locale|language)=[^&]*")
_COUNTRY = re.compile(r"\.(?!c?om?\Z|cm\Z)[a-z]{2}\Z")  # a country's top-level domain, except a mistyped "com"
_SUFFIX = re.compile(r"(?:/index)?\.html?\Z")  # optional on many sites
_SEPARATOR = re.compile("[/?&=#]")
_LONGEST_DAY = 2  # digits; numbers up to this length are too common
_NAME = 4  # minimum characters of a page's name; shorter ones are too common
_MOST_GAPS = 100  # per document
_MOST = 20  # IRIs to compare per message
_LONGEST = 300  # maximum characters of IRIs to compare by characters
_ALIKE = 0.85  # minimum ratio of equal characters; different IRIs of one site have less
_PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdr](?![0-9A-Fa-f])|\{\w*\}|\$\{?\w")

# Placeholder words, which translators may translate: users/username, watch?v=nnnnnn.
_IN_WORDS = re.compile(r"(?i)user-?name|\b(?:your|my)[-_]?\w|\bsome(?:number|name|one|thing)|([a-z])\1{3}")

# Placeholders in hosts: yourserver.example.com.
_IN_HOSTS = re.compile(r"\byour[-_]?\w")

# Markers of Crowdin's pseudo-language for in-context translation.
_PSEUDO = re.compile(r"crwdns[0-9]+:")


_OVER_LINES = re.compile(r'"\r?\n"')  # line break of a string in gettext catalogs
_MARK = re.compile(r"[^\w:/.?=-]|_")
_MARK_OR_SIGN = re.compile(r"[\W_]+")
_ENDS = re.compile(r'["<]')  # the end of a string, or of text in XML


@dataclass(frozen=True, slots=True)
class Translation:
    """A translation of a text with IRIs."""

    text: str  # without the format's escapes
    start: int  # offset of the text in the file, in code points
    end: int  # offset after the text
    links: tuple[tuple[int, int, str], ...]  # start and end of each in the file, and the IRI
    needed: tuple[str, ...]  # IRIs that are in all forms of the original (singular and plural)
    known: frozenset[str]  # IRIs that are in at least one form

    @classmethod
    def of(cls, translated: Translated) -> Translation | None:
        """Return the translation with its IRIs, or ``None`` if no IRI is in all forms of the original."""
        originals, text, passages = translated
        forms = [dict.fromkeys(link.iri for one in form for link in one.links()) for form in originals]
        needed = tuple(iri for iri in forms[0] if all(iri in form for form in forms))
        if not needed:
            return None
        links = ((*one.span(link.start, link.end), link.iri) for one in passages for link in one.links())
        known = frozenset(iri for form in forms for iri in form)
        return cls(text.text, *text.span(0, len(text.text)), tuple(links), needed, known)


# Rules about markup mistakes that break a link.
_NO_LINK = ("unclosed", "wrong-bracket", "space-in-destination", "other-markup", "rst-markup", "role")


@rule("IRI804", "incomplete-link", "warning", sub_rule="translated-iri", scope="document", yields_to=_NO_LINK)
def translated_iri(document: Document) -> Iterator[Problem]:
    r"""A translation lacks an IRI of its original, or misspells it.

    Its readers find no link, or a broken one. The rule checks catalogs of gettext, XLIFF and Qt, and other files with
    ``--original``. It does not report pages in another language, or different IRIs that the translator chose.
    Source: RFC 3986 §1.2.1 (an identifier is transcribed, not translated).

    Bad (po):
        msgid "See http://a.example/guide."\nmsgstr "Siehe ⟦http://a.example/giude⟧."
        msgid "See `the guide <http://a.example/guide>`_."\nmsgstr "⟦Siehe die Anleitung.⟧"

    Good (po):
        msgid "See http://a.example/en/guide."\nmsgstr "Siehe http://a.example/de/guide."
        msgid "See https://en.wikipedia.org/wiki/Road."\nmsgstr "Siehe https://de.wikipedia.org/wiki/Straße."
        msgid "See http://a.example/guide/x.html."\nmsgstr "Siehe http://a.example/guide-de/x.html."
        msgid "See http://a.example/guide-e.html."\nmsgstr "http://a.example/guide-j.html を参照"
        msgid "See http://a.example/events/22."\nmsgstr "Siehe http://a.example/events/23."
        msgid "See http://a.example/."\nmsgstr "Siehe http://a.de/."
        msgid "See http://größe-server/page."\nmsgstr "Siehe http://size-server/page."
        msgid "See http://a.example/guide."\nmsgstr ""
        msgid "See http://a.example/guide."\nmsgstr "Siehe http://b.example/anleitung."
        #, fuzzy\nmsgid "See http://a.example/guide."\nmsgstr "Siehe hier."
    """
    text, format = document.text, document.format
    if text is None:
        return
    is_catalog = any(map(format.is_catalog, (text, document.original or "")))
    for translation in _translations(document, text) if is_catalog else _gaps(document, text):
        if not _PSEUDO.match(translation.text):
            meant = {link[:2]: link[2] for link in translation.links}
            for problem in _of(translation, translation.text or text):
                if problem.fix is None:
                    yield problem
                    continue
                written = _OVER_LINES.sub("", text[problem.start : problem.end])
                instead = meant[problem.start, problem.end]
                fix = _copied(problem.fix, instead, written, references=format.charset.references)
                message = problem.message if fix else _differs(problem.fix, _ESCAPED)
                if _goes_on(problem.fix, instead, text[problem.end : problem.end + _LONGEST]):
                    fix, message = None, _differs(problem.fix, _COPY_OVER)
                yield replace(problem, fix=fix, message=message)


def _translations(document: Document, text: str) -> Iterator[Translation]:
    """Yield the translations of a catalog that have an IRI in all forms of the original."""
    return filter(None, map(Translation.of, document.format.translations(text, document.original)))


def _goes_on(iri: str, written: str, after: str) -> bool:
    """Return whether ``after``, the text after the link ``written``, looks like the rest of ``iri``."""
    rest = iri[len(commonprefix((iri, written))) :]
    after = normalize_characters("NFKC", _ENDS.split(_OVER_LINES.sub("", after), maxsplit=1)[0]).lstrip()
    if not rest or not after:
        return False
    letters, others = (_MARK_OR_SIGN.sub("", one) for one in (rest, after))
    return after[0] in "/#=&" or after[:2] == rest[:2] or (letters != "" and others.startswith(letters))


def _copied(iri: str, instead: str, written: str, *, references: bool) -> str | None:
    """Return the source text of ``iri`` in place of ``instead``, or ``None`` if escapes may be necessary.

    ``written`` is the source text of ``instead``. It must have no escapes, and ``instead`` must contain all special
    characters of ``iri``. ``references``: the format has character references.
    """
    if references:
        iri, instead = (one.replace("&", "&amp;") for one in (iri, instead))
    return iri if written == instead and set(_MARK.findall(iri)) <= set(instead) else None


def compared(original: str, translation: str, format: Format) -> Iterator[Problem]:
    """Yield the problems of IRIs that ``translation`` lacks or misspells."""
    passages = [list(format.read(text)) for text in (original, translation)]
    found = Translation.of(Translated([passages[0]], cut(translation, 0, len(translation)), passages[1]))
    if found is not None and translation.strip():
        yield from _of(found, translation)


def _missing(
    originals: list[tuple[int, int, str]], links: list[tuple[int, int, str]], shown: str
) -> dict[int, list[str]]:
    """Map the index of each last common link in ``links`` (or -1) to the original IRIs that are missing after it."""
    places: dict[str, int] = {}
    for index, (_, _, iri) in enumerate(links):
        places.setdefault(_neutral(iri), index)
    missing: dict[int, list[str]] = {}
    before = -1
    looked_for = 0  # IRIs searched in the whole text
    for iri in dict.fromkeys(iri for _, _, iri in originals if "://" in iri):
        if (place := places.get(_neutral(iri))) is not None:
            before = place
            continue
        looked_for += 1
        if looked_for <= _MOST_GAPS and not _is_shown(iri, shown) and not _is_named(iri, shown):
            missing.setdefault(before, []).append(iri)
    return missing


def _gaps(document: Document, text: str) -> Iterator[Translation]:
    """Yield the missing IRIs of a document, grouped by the common link before them."""
    original = document.original
    if original is None:
        return
    originals, links = (_links(one, document.format) for one in (original, text))
    if kept := document.format.kept(original):
        originals = [link for link in originals if not is_inside(kept, link[0])]
    missing = _missing(originals, links, unquote(text))
    known = frozenset(iri for _, _, iri in originals)
    neutral = frozenset(map(_neutral, known))
    for before, needed in missing.items():
        others = takewhile(lambda link: _neutral(link[2]) not in neutral, islice(links, before + 1, None))
        start, end = links[before][:2] if before >= 0 else (0, 0)
        yield Translation("", start, end, tuple(islice(others, _MOST)), tuple(needed), known)


def _is_named(iri: str, text: str) -> bool:
    """Return whether ``text`` refers to the page of ``iri`` without its host.

    Either it contains the last two path segments, as in "mdn:api/Window/alert", or a relative link ends with the last
    one.
    """
    path = _SUFFIX.sub("", unquote(_split(iri)[1]).partition("?")[0]).rstrip("/")
    last = path.rpartition("/")[2]
    if "/".join(unquote(iri).rstrip("/").split("/")[-2:]) in text:
        return True
    relative = rf"[(\"'](?:[\w.-]{{1,60}}/){{0,9}}{re.escape(last)}(?:\.\w{{1,5}})?(?:/?[#?)\"'])"
    return len(last) >= _NAME and re.search(relative, text) is not None


def _links(text: str, format: Format) -> list[tuple[int, int, str]]:
    found = ((*one.span(link.start, link.end), link.iri) for one in format.read(text) for link in one.links())
    return sorted(found)


def _of(translation: Translation, text: str) -> Iterator[Problem]:
    if translation.text.strip() in {iri for _, _, iri in translation.links}:
        # Translators may choose another IRI in a message that is only an IRI.
        yield from _slips(translation)
        return
    known = {_neutral(iri) for iri in translation.known}
    yield from _slips(translation, of_fragments=True)
    others = [link for link in translation.links if _neutral(link[2]) not in known][:_MOST]
    have = {_neutral(iri) for _, _, iri in translation.links}
    shown = unquote(translation.text)
    missing = (iri for iri in translation.needed if _neutral(iri) not in have and not _is_stand_in(iri))
    for iri in islice(missing, _MOST):
        if _is_shown(iri, shown):
            continue
        changed = next((link for link in others if _is_mistake(iri, link[2], text)), None)
        if changed is not None:
            others.remove(changed)
            yield _changed(*changed[:2], iri)
        elif others:
            others.pop(0)  # chosen by the translator
        else:
            yield Problem(
                start=translation.start,
                end=translation.end,
                message=Message('the translation lacks "{iri}"', iri=iri).then(Message("add the link of the original")),
            )


def _slips(translation: Translation, *, of_fragments: bool = False) -> Iterator[Problem]:
    """Yield IRIs with two swapped letters, which is not a translation. ``of_fragments``: only swaps in the fragment."""
    if len(translation.needed) > _MOST:
        return
    needed = [iri for iri in translation.needed if "#" in iri or not of_fragments]
    for start, end, other in translation.links[:_MOST] if needed else ():
        for iri in needed if other not in translation.known else ():
            if len(iri) != len(other) or len(iri) > _LONGEST:
                continue
            at = len(commonprefix((iri, other)))
            is_there = not of_fragments or "#" in iri[:at]
            if is_there and iri[at:] == other[at : at + 2][::-1] + other[at + 2 :]:
                yield _changed(start, end, iri)


def _changed(start: int, end: int, iri: str) -> Problem:
    return Problem(start=start, end=end, message=_differs(iri, Message("copy its IRI")), fix=iri)


_ESCAPED = Message("copy its IRI, with the escapes that this format needs")
_COPY_OVER = Message("copy its IRI, also in place of the text after it")


def _differs(iri: str, advice: Message) -> Message:
    return Message('the original links to "{iri}"', iri=iri).then(advice)


def _is_shown(iri: str, text: str) -> bool:
    return (unquote(iri).partition("://")[2].rstrip("/") or iri) in text


def _is_stand_in(iri: str) -> bool:
    """Return whether ``iri`` is an example: it has a placeholder, or a host without a dot."""
    host, path = _split(iri)
    if _PLACEHOLDER.search(iri) or _IN_WORDS.search(path) or _IN_HOSTS.search(host):
        return True
    return re.match(r"https?://[^/.:\[]+(?:[:/]|\Z)", iri) is not None


def _is_mistake(original: str, other: str, text: str) -> bool:
    """Return whether ``other`` is a misspelling of ``original``: they differ by a few characters."""
    if _languages(original) != _languages(other):
        return False  # pages in another language may have different names
    pairs = zip(_SEPARATOR.split(original), _SEPARATOR.split(other), strict=False)
    numbers = [one for one, another in pairs if one != another and one.isdecimal() and another.isdecimal()]
    if numbers and not any(len(one) > _LONGEST_DAY and re.search(rf"\b{one}\b", text) for one in numbers):
        return False  # pages in another language may have different numbers
    if max(len(original), len(other)) > _LONGEST:
        return False
    from difflib import SequenceMatcher

    return SequenceMatcher(None, original, other, autojunk=False).ratio() >= _ALIKE


def _languages(iri: str) -> list[str]:
    host, path = _split(iri)
    found = _IN_HOST.match(host)
    country = _COUNTRY.search(host)
    return [
        found[0] if found else "",
        country[0] if country else "",
        *_IN_PATH.findall(path.lower()),
        *_IN_QUERY.findall(path.lower()),
    ]


def _split(iri: str) -> tuple[str, str]:
    """Return the lowercase host, and the path with the query."""
    _, authority, path, query, _ = match_components(iri).groups()
    return (authority or "").lower(), (path or "") + (f"?{query}" if query else "")


def _neutral(iri: str) -> str:
    """Normalize ``iri`` and remove its scheme, fragment, language names and ".html", to compare languages."""
    iri = iri.replace("&amp;", "&")  # HTML; IRI204 reports it
    try:
        host, path = _split(normalize(iri, level="idn"))
    except IRIError:
        host, path = _split(iri)
    before, question, query = unquote(path).lower().partition("?")
    page = _IN_PATH.sub("", _SUFFIX.sub("", before)).replace("//", "/").strip("/._-")
    return f"{_IN_HOST.sub('', host)}/{page}{question}{_IN_QUERY.sub('', query)}"
