"""Family 2: percent-encoding and character encodings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from html.entities import html5

from extract.iri.as_iri import to_iri
from extract.iri.charsets import interpretations
from extract.iri.components import Component
from extract.iri.percent import (
    PERCENT_U,
    TRIPLETS,
    character_spans,
    decode_characters,
    decode_triplets,
    decoded,
)
from extract.present.confusables import scripts
from extract.rules.place import Place, is_quoted
from extract.rules.problem import Problem, problem_at, problem_with
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.characters import is_surrogate
from extract.text.messages import Message, template
from extract.text.positions import difference
from extract.text.references import REFERENCE, unescape
from extract.text.regexes import re


def _encoded_components(components: CheckedComponents) -> list[Component]:
    """Return the components that contain "%"."""
    return [component for component in components if "%" in component.text] if "%" in components.text else []


def _runs(components: CheckedComponents) -> Iterator[Component]:
    """Yield the runs of percent-encoded bytes."""
    for component in _encoded_components(components):
        for match in TRIPLETS.finditer(component.text):
            yield component.slice(*match.span())


def _in_utf8(octets: bytes) -> str | None:
    """Return bytes decoded, or ``None`` if they are not valid UTF-8."""
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return None


def not_utf8_in(component: Component) -> Component | None:
    """Return a part with all percent-encoded bytes of one run that are not valid UTF-8; ``None`` if there are none."""
    for run in TRIPLETS.finditer(component.text):
        spans = character_spans(decode_characters(run[0]), run.start())
        places = [(start, end) for character, start, end in spans if is_surrogate(character)]
        if places:
            return component.slice(places[0][0], places[-1][1])
    return None


@rule(
    "IRI201",
    "percent-encoding",
    "info",
    sub_rule="not-utf8",
    summary="Percent-encoded bytes that are not one character each, or are encoded twice.",
    on=False,
    about="escape",
    yields_to=("truncated-encoding",),
)
def not_utf8(components: CheckedComponents) -> Iterator[Problem]:
    """Percent-encoded bytes that are not valid UTF-8.

    They are in an older encoding. The link works if the server still uses that encoding. Programs cannot display it in
    readable form, because they do not know the encoding. The message guesses the text if it is Japanese.
    Source: RFC 3987 §3.2 step 3, §6.4.

    Bad:
        https://example.com/gr⟦%F6%DF⟧e
        https://example.com/?q=⟦%8A%BF%8E%9A⟧
        https://example.com/gr⟦%C3⟧/e

    Good:
        https://example.com/gr%C3%B6%C3%9Fe
    """
    for run in _runs(components):
        stray = None if _LOOSE_UTF_8.fullmatch(decode_triplets(run.text)) else not_utf8_in(run)
        if stray is not None:
            meant = [guess for guess in interpretations(run.text) if not _HALF_WIDTH.search(guess.text)]
            yield problem_with(
                stray,
                "{what} has bytes that are not valid UTF-8: {written}; encode the characters as UTF-8",
                written=f'{stray.text} ("{meant[0].text}"?)' if len(meant) == 1 else stray.text,
            )


# Katakana of one byte: any bytes are some, and hardly any text.
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")


# RFC 2279 §2: sequences of up to six bytes. RFC 3629 §3, §10 forbids those with more bytes than a character needs,
# surrogates, and numbers above U+10FFFF.
_SEQUENCE = (
    rb"[\xC0-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF7][\x80-\xBF]{3}|[\xF8-\xFB][\x80-\xBF]{4}"
    rb"|[\xFC\xFD][\x80-\xBF]{5}"
)
_SEQUENCES = re.compile(_SEQUENCE)
_LOOSE_UTF_8 = re.compile(rb"(?:[\x00-\x7F]|%b)*+" % _SEQUENCE)


@rule("IRI201", "percent-encoding", "warning", sub_rule="overlong-utf8", about="escape")
def overlong_utf8(components: CheckedComponents) -> Iterator[Problem]:
    """Percent-encoded bytes are an overlong form of UTF-8, or a surrogate.

    Attackers used "%C0%AF" to hide a "/" from checks. Programs must not decode such a form.
    Source: RFC 3629 §3, §10; RFC 3987 §8.

    Bad:
        https://example.com/⟦%C0%AF⟧etc
        https://example.com/⟦%ED%A0%80⟧

    Good:
        https://example.com/%C3%AF
        https://example.com/?%A4%DE%ED%A5%B8
    """
    for run in _runs(components):
        octets = decode_triplets(run.text)
        # If other bytes are invalid too, it is another charset: "%A4%DE%ED%A5%B8" is EUC-JP.
        for match in _SEQUENCES.finditer(octets) if _LOOSE_UTF_8.fullmatch(octets) else ():
            if _in_utf8(match[0]) is None:
                place = run.slice(3 * match.start(), 3 * match.end())
                yield problem_with(place, "{what} has {written}, an invalid form of UTF-8; write the character itself")


_PERCENT_U = re.compile(PERCENT_U)


@rule("IRI201", "percent-encoding", "error", sub_rule="percent-u", about="escape", exempts=is_quoted)
def percent_u(components: CheckedComponents) -> Iterator[Problem]:
    """The IRI contains "%u" followed by four hexadecimal digits.

    The deprecated JavaScript function escape() writes this. No standard for IRIs allows it.
    Source: RFC 3986 §2.1; draft-masinter-url-i18n.

    Bad:
        https://example.com/⟦%u00FC⟧ber

    Good:
        https://example.com/über
        https://example.com/%C3%BCber
    """
    for component in _encoded_components(components):
        for match in _PERCENT_U.finditer(component.text):
            meant = chr(int(match[0].removeprefix("%u"), 16))
            advice = Message("write the character, or percent-encode its UTF-8 bytes")
            if meant.isalnum():
                advice = Message('write "{text}"', text=meant)
            message = Message(
                "{what} has {written}, which is not allowed in IRIs", what=component.component, written=match[0]
            ).then(advice)
            yield problem_at(component.slice(*match.span()), message, meant if meant.isalnum() else None)


_LOWER = re.compile("(?:%(?=[0-9A-Fa-f]{2})(?:[a-f].|.[a-f]))+")


@rule("IRI202", "lower-case-hex", "info", on=False, about="escape")
def lower_case_hex(components: CheckedComponents) -> Iterator[Problem]:
    """Percent-encoding has lowercase hexadecimal digits.

    "%c3" and "%C3" are the same byte, but programs that compare IRIs as strings treat them as different.
    Source: RFC 3986 §2.1 (SHOULD), §6.2.2.1; RFC 3987 §5.3.2.1.

    Bad:
        https://example.com/gr⟦%c3%b6⟧%C3%9Fe

    Good:
        https://example.com/gr%C3%B6%C3%9Fe
    """
    for component in _encoded_components(components):
        for match in _LOWER.finditer(component.text):
            meant = match[0].upper()
            place = component.slice(*match.span())
            said = template("{what} has percent-encoding in lower case: {written}; write {text}")
            yield problem_with(place, said, meant, safe=True, text=meant)


@rule("IRI203", "needless-encoding", "info", on=False, about="escape")
def needless_encoding(components: CheckedComponents) -> Iterator[Problem]:
    """Readable characters are percent-encoded.

    The readable form identifies the same resource, and people can check, type and remember it.
    Source: RFC 3987 §3.2, §5.3.2.3.

    Bad:
        https://ja.wikipedia.org/wiki/⟦%E6%97%A5%E6%9C%AC⟧
        https://example.com/⟦%7E⟧user

    Good:
        https://ja.wikipedia.org/wiki/日本
        https://example.com/a%2Fb%20c
    """
    if not _encoded_components(components) or components.errors:
        return
    rest = components.text[components.path.start :]
    readable = to_iri(rest)
    if readable == rest or readable.upper() == rest.upper():
        return
    start, end, _ = difference(rest, readable)
    start, end = _whole_triplets(rest, start, end)
    meant = readable[start : len(readable) - (len(rest) - end)]
    message = Message('readable characters are percent-encoded; write "{text}"', text=meant)
    base = components.path.start
    yield Problem(start=base + start, end=base + end, message=message, fix=meant, safe=True)


def _whole_triplets(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen the span ``[start:end]`` so that it does not split a percent-encoded byte."""
    first, last = (text.rfind("%", max(at - 2, 0), at) for at in (start, end))
    return start if first < 0 else first, end if last < 0 else last + 3


_TWICE = re.compile("(?:%25[89A-Fa-f][0-9A-Fa-f])+")
_STORES_ENCODED = re.compile(r"(?i)(?:\A|\.)(?:bp\.blogspot|googleusercontent)\.com\Z")
_HAS_QUERY = re.compile("(?i)%2B|%3D")  # form data, or a whole query


@rule("IRI201", "percent-encoding", "warning", sub_rule="double-encoding", about="escape")
def double_encoding(components: CheckedComponents) -> Iterator[Problem]:
    """Text is percent-encoded twice.

    "%25C3%25BC" means the characters "%C3%BC", not "ü". A tool has encoded text that was already encoded. This is
    correct in an IRI that contains another IRI, and not reported there. It is also not reported in file names that
    were encoded as form data ("%2B" means a space), on hosts that store encoded names, and in a query, where sites
    also write text that they encoded before.
    Source: RFC 3986 §2.4.

    Bad:
        https://example.com/gr⟦%25C3%25B6%25C3%259F⟧e

    Good:
        https://example.com/gr%C3%B6%C3%9Fe
        https://example.com/?url=https%3A%2F%2Fexample.com%2F%25C3%25B6
        https://example.com/?nach=%25C3%25B6
    """
    if components.host is not None and _STORES_ENCODED.search(components.host.text):
        return
    for component in _encoded_components(components):
        if component.component == "query" or re.search("(?i)%3A|://", component.text):
            continue
        for passage in component.split("/"):
            if component.component == "path" and _HAS_QUERY.search(passage.text):
                continue
            for match in _TWICE.finditer(passage.text):
                once = match[0].replace("%25", "%")
                meant = _in_utf8(decode_triplets(once))
                if meant is not None:
                    yield problem_with(
                        passage.slice(*match.span()),
                        '{what} was encoded twice: {written}; write {text}, which stands for "{shown}"',
                        once,
                        text=once,
                        shown=meant,
                    )


_REFERENCE = re.compile(REFERENCE)
# An attribute value, or text after a tag: HTML or XML, where references are decoded.
_IN_TAG = re.compile(r"=[\"']\Z|>\Z")


def _is_in_tag(_problem: Problem, place: Place) -> bool:
    """Exempt references in HTML or XML that is part of running text."""
    return place.is_written and _IN_TAG.search(place.before) is not None


@rule("IRI204", "character-reference", "warning", about="escape", exempts=_is_in_tag)
def character_reference(components: CheckedComponents) -> Iterator[Problem]:
    """The IRI contains an HTML character reference outside HTML.

    "&amp;" was copied from the source of a page. In plain text, reST or a script it is not decoded, so the server
    receives a parameter named "amp;b".
    Source: RFC 3987 §5.1; HTML §13.1.4.

    Bad:
        https://example.com/?a=ä⟦&amp;⟧b=ö
        https://example.com/?ros⟦&#233;⟧

    Good:
        https://example.com/?a=ä&b=ö
        https://example.com/[ä&thinsp;ö]

    Good (html):
        <a href="https://example.com/?a=ä&amp;b=ö">a</a>
    """
    if "&" not in components.text:
        return
    bracket = components.text.find("[")
    for match in _REFERENCE.finditer(components.text):
        name = match[0][1:]
        if 0 <= bracket < match.start():
            return  # link text in AsciiDoc: https://example.com/[a&thinsp;b]
        if name.startswith("#") or name in html5:
            meant = unescape(match[0])
            shown = Message("a quotation mark") if meant == '"' else f'"{meant}"'
            message = Message("{written} is a character reference of HTML; write {text}", written=match[0], text=shown)
            # A quotation mark or bracket might end the text around the link.
            fix = meant if meant.isalnum() or meant == "&" else None
            yield Problem(start=match.start(), end=match.end(), message=message, fix=fix)


# The characters of Latin-1 and windows-1252 for the bytes 80 to FF.
_BYTES = {chr(byte): byte for byte in range(0x80, 0x100)} | {
    character: byte for byte in range(0x80, 0xA0) if (character := bytes([byte]).decode("cp1252", "ignore"))
}
_TRAIL = "".join(sorted(character for character, byte in _BYTES.items() if byte < 0xC0))
# RFC 3629 §3: sequences of two to four bytes, in these characters.
_PAIR = rf"[\u00c2-\u00df][{_TRAIL}]"
_MISREAD = re.compile(rf"(?:{_PAIR}|[\u00e0-\u00ef][{_TRAIL}]{{2}}|[\u00f0-\u00f4][{_TRAIL}]{{3}})+")
_PAIRS = re.compile(f"(?:{_PAIR})+")
_WRONG_CHARSET = template('{what} has {written}, which is UTF-8 read in the wrong charset; write "{text}"')


# A parameter with sample letters, from which a shop detects the encoding of a form.
_SAMPLE = re.compile(r"__mk_[a-z]{2}_[A-Z]{2}=[^&]*\Z")


@rule("IRI205", "mojibake", "error", about="letters")
def mojibake(components: CheckedComponents) -> Iterator[Problem]:
    r"""UTF-8 was decoded as Latin-1 or windows-1252.

    "ü" became "Ã¼", because a text was opened in the wrong encoding, and perhaps percent-encoded again. This is a
    different IRI, which the server does not know. Characters are reported only if their Latin-1 bytes are letters in
    UTF-8. "não" is not reported. A letter with an accent, as in "CAFÉ–BAR", is reported only in two cases: it is "Ã",
    or the decoded letter has the same non-Latin script as its neighbors.
    Source: RFC 3987 §6.2, §3.2; RFC 3629 §3.

    Bad:
        https://example.com/gr⟦Ã¶ÃŸ⟧e
        https://example.com/gr⟦%C3%83%C2%B6%C3%83%C2%9F⟧e
        https://example.com/⟦Ð¼Ð¸Ñ€⟧_⟦Ð²⟧_⟦Ð¼Ð¸Ñ€Ðµ⟧

    Good:
        https://example.com/größe
        https://example.com/não
        https://example.com/?__mk_de_DE=%C3%85M%C3%85%C5%BD%C3%95%C3%91
    """
    for component in components:
        text, place_of = decoded(component.text)
        for match, meant in _misread(text) if component.component != "host" else ():
            if not _SAMPLE.search(text, max(match.start() - 50, 0), match.start()):
                place = component.slice(place_of(match.start()), place_of(match.end()))
                yield problem_with(place, _WRONG_CHARSET, meant, text=meant)


def _misread(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each match of misread UTF-8 in ``text``, with the correct letters."""
    found: list[tuple[re.Match[str], str]] = []
    for match in _MISREAD.finditer(text):
        meant = _in_utf8(bytes(_BYTES[character] for character in match[0])) or "?"
        if all(character.isalpha() or unicodedata.combining(character) for character in meant):
            found.append((match, meant))
    if not found:
        return
    of_words = scripts("".join(meant for match, meant in found if _is_word(match, meant)))
    for match, meant in found:
        around = text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
        own = scripts(meant)
        is_among_its_like = bool(own) and "Latn" not in own and own <= of_words | scripts(around)
        if is_among_its_like or _is_word(match, meant):
            yield match, meant


def _is_word(match: re.Match[str], meant: str) -> bool:
    """Return whether the characters are certainly misread, independent of the text around them.

    Titles contain letters before punctuation or other letters ("Gauß–Bonnet", "Evenášši"), and lists ("Å–Ä–Ö").
    """
    written = match[0]
    if "\u00c3" in written:  # "Ã", the first byte of most Latin-1 letters
        return True
    if not _PAIRS.fullmatch(written):
        before = match.string[max(match.start() - 1, 0) : match.start()]
        return len(meant) > 1 or not before.isalpha() or not all(map(_may_follow, written[1:]))
    trails = set(written[1::2])
    is_list = len(trails) == 1 and all(map(_may_follow, trails))
    return len(meant) > 1 and not is_list and len(scripts(meant)) == 1


def _may_follow(character: str) -> bool:
    """Return whether ``character`` may follow a letter: a letter, punctuation, "²" or "°"."""
    return character.isalpha() or unicodedata.category(character) in ("Pd", "Pf", "Pi", "Po", "No", "So")


@rule("IRI201", "percent-encoding", "error", sub_rule="truncated-encoding", about="escape")
def truncated_encoding(components: CheckedComponents) -> Iterator[Problem]:
    """The IRI ends within a percent-encoded character.

    A program has cut it at a maximum length, so the link is broken or leads to a different page.
    Source: RFC 3629 §3; RFC 3987 §3.2 step 3.

    Bad:
        https://example.com/%E6%97%A5⟦%E6%9C⟧
        https://example.com/⟦%E3%82⟧

    Good:
        https://example.com/%E6%97%A5%E6%9C%AC
        https://example.com/caf%E9
    """
    runs = list(TRIPLETS.finditer(components.text, components.path.start))
    if not runs or runs[-1].end() < len(components.text):
        return
    run = runs[-1]
    octets = decode_triplets(run[0])
    try:
        octets.decode()
    except UnicodeDecodeError as error:
        # A single byte of an older encoding, such as "%E9", looks like the start of a UTF-8 character.
        is_utf8 = error.end - error.start > 1 or error.start > 0
        if error.end == len(octets) and error.reason == "unexpected end of data" and is_utf8:
            start = run.start() + 3 * error.start
            message = Message(
                "the IRI ends within an encoded character: {written}; copy all of it",
                written=components.text[start:],
            )
            yield Problem(start=start, end=len(components.text), message=message, component="path")
