"""Family 4: characters that an IRI may have and had better not."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator

import regex

from extract.iri.parts import Part
from extract.rules.registry import Found, rule
from extract.rules.subjects import CheckedParts
from extract.text.forms import to_form


def _unicode_parts(parts: CheckedParts) -> list[Part]:
    """The parts with non-ASCII characters; most IRIs have none. Hosts have rules of their own (family 3)."""
    if parts.text.isascii():
        return []
    return [part for part in parts if not part.text.isascii() and part.component != "host"]


def named(character: str) -> str:
    """``U+00A0 NO-BREAK SPACE``."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


@functools.cache
def _pattern(source: str) -> regex.Pattern[str]:
    return regex.compile(source, regex.V1)


# What composes: a base and its marks, or a syllable of conjoining jamo.
_SEQUENCE = r"[\u1100-\u11FF]++|\P{M}\p{M}*+|\p{M}++"


@rule("IRI401", "not-nfc", "warning", about="letters")
def not_nfc(parts: CheckedParts) -> Iterator[Found]:
    r"""The text is not in Normalization Form C.

    It looks the same, but it is another address: comparing and fetching go by code points, and IRIs should be made in
    NFC. File names copied from a Mac are a usual source. The fix is right if the server has the composed form.
    Source: RFC 3987 §5.3.2.2 (SHOULD), §3.1.

    Bad:
        https://example.com/f⟦u\u0308⟧r

    Good:
        https://example.com/für
    """
    for part in _unicode_parts(parts):
        if unicodedata.is_normalized("NFC", part.text):
            continue
        for match in _pattern(_SEQUENCE).finditer(part.text):
            composed = to_form("NFC", match[0])
            if composed != match[0]:
                start = part.start + match.start()
                written = " ".join(f"U+{ord(character):04X}" for character in match[0])
                message = f'{part.component} is not in NFC: {written} are "{composed}" in one'
                yield Found(start, start + len(match[0]), message, part.component, composed)


@rule("IRI402", "compatibility-character", "info", on=False, about="letters")
def compatibility_character(parts: CheckedParts) -> Iterator[Found]:
    """A compatibility character: a ligature, a presentation form, a circled or mathematical letter, a dingbat.

    It is a variant of other characters for typesetting; whoever types the address writes those. A query may ask for it.
    Source: RFC 3987 §7.5; draft-masinter-url-i18n §3.1.

    Bad:
        https://example.com/⟦ﬁ⟧nanzen
        https://example.com/⟦✂⟧

    Good:
        https://example.com/finanzen
        https://example.com/search?q=ﬁ
    """
    for part in _unicode_parts(parts):
        if part.component == "query":
            continue
        for match in _pattern(r"[\p{NFKC_QC=N}--[\p{NFC_QC=N}\p{EA=F}\p{EA=H}\p{White_Space}]]").finditer(part.text):
            meant = unicodedata.normalize("NFKC", match[0])
            start = part.start + match.start()
            message = f'{part.component} has a compatibility character: {named(match[0])}; is "{meant}" meant?'
            yield Found(start, start + 1, message, part.component, meant)
        for match in _pattern(r"[\p{Block=Dingbats}&&\p{NFKC_QC=Y}]").finditer(part.text):
            start = part.start + match.start()
            message = f"{part.component} has a dingbat: {named(match[0])}; write what can be read and typed"
            yield Found(start, start + 1, message, part.component)


@rule("IRI403", "width", "info", on=False, about="letters")
def width(parts: CheckedParts) -> Iterator[Found]:
    """A full-width or half-width form.

    It is the same letter in another width for East Asian typesetting, and in an address another letter.
    Source: RFC 3987 §7.5; draft-masinter-url-i18n §3.1.

    Bad:
        https://example.com/⟦ＡＢＣ⟧
        https://example.com/⟦ｶﾅ⟧

    Good:
        https://example.com/ABC
        https://example.com/カナ
    """
    for part in _unicode_parts(parts):
        for match in _pattern(r"[[\p{EA=F}\p{EA=H}]--\p{White_Space}--[₩]]++").finditer(part.text):
            meant = unicodedata.normalize("NFKC", match[0])
            start = part.start + match.start()
            message = f'{part.component} has characters in another width: "{match[0]}"; is "{meant}" meant?'
            yield Found(start, start + len(match[0]), message, part.component, meant)


@rule("IRI404", "space-lookalike", "warning", about="letters")
def space_lookalike(parts: CheckedParts) -> Iterator[Found]:
    r"""A character that looks like a space, or is invisible.

    Nobody sees that it is there. It comes from copying out of a typeset text, and the address with it is another one.
    Source: RFC 3987 §7.5, §8; draft-masinter-url-i18n §3.1.

    Bad (markdown):
        [a](<https://example.com/a⟦\u00a0⟧b>)
        [a](<https://example.com/a⟦\u3000⟧b>)
        [a](<https://example.com/a⟦\u200b⟧b>)

    Good (markdown):
        [a](<https://example.com/a%20b>)
    """
    spaces = r"[[\p{White_Space}\u00AD\u200B\u2060\uFEFF\u115F\u1160\u2800\u3164\uFFA0\u180E]--[\t-\r\ \x85]]"
    for part in _unicode_parts(parts):
        for match in _pattern(spaces).finditer(part.text):
            start = part.start + match.start()
            message = f"{part.component} has a character that cannot be seen: {named(match[0])}; leave it out"
            yield Found(start, start + 1, message, part.component, "")


_DELIMITERS = {"\u2044": "/", "\u2215": "/", "\u29f8": "/", "\u2236": ":", "\ua789": ":", "\u02d0": ":"}


@rule("IRI405", "delimiter-lookalike", "warning", about="letters")
def delimiter_lookalike(parts: CheckedParts) -> Iterator[Found]:
    r"""A character that only looks like a delimiter.

    Readers see another path than the one that is there. (Full-width signs are not meant here: titles of pages have them
    and readers see their width.)
    Source: RFC 3987 §7.5, §8; RFC 3987 §2.1: no non-ASCII character is a delimiter.

    Bad:
        https://example.com⟦\u2044⟧b
        https://example.com/a⟦\u2236⟧80

    Good:
        https://example.com/a/b
    """
    for part in () if parts.text.isascii() else parts:
        for match in _pattern("[" + "".join(_DELIMITERS) + "]").finditer(part.text):
            meant = _DELIMITERS[match[0]]
            start = part.start + match.start()
            message = f'{part.component} has {named(match[0])}, which only looks like "{meant}"'
            yield Found(start, start + 1, message, part.component, meant)


@rule("IRI406", "combining-mark-first", "warning", about="letters")
def combining_mark_first(parts: CheckedParts) -> Iterator[Found]:
    r"""A component begins with a combining mark.

    The mark joins the delimiter before it on the screen, which then is no longer seen as one.
    Source: draft-ietf-iri-3987bis §5.1 c.

    Bad:
        https://example.com/⟦\u0301⟧abc
        https://example.com/?q=⟦\u0301⟧

    Good:
        https://example.com/ábc
    """
    for part in _unicode_parts(parts):
        for match in _pattern(r"(?:\A|(?<=[/?&=;]))[\p{M}--\p{VS}]").finditer(part.text):
            start = part.start + match.start()
            message = (
                f"{part.component} has a combining mark without a letter: {named(match[0])}; write its letter before it"
            )
            yield Found(start, start + 1, message, part.component)


# Scripts that join their letters or stack them use the joiners between letters; emoji are joined by U+200D.
_JOINED = (
    r"[[\p{L}\p{M}\p{N}]--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}0-9]]"
)
_STRAY_JOINER = (
    rf"(?<!{_JOINED})\u200C|\u200C(?!{_JOINED})"
    r"|(?<![\p{ExtPict}\p{Emoji_Modifier}\uFE0F]|" + _JOINED + r")\u200D|\u200D(?!\p{ExtPict}|" + _JOINED + ")"
)


@rule("IRI407", "joiner", "warning", about="letters")
def joiner(parts: CheckedParts) -> Iterator[Found]:
    r"""Zero-width joiner outside its permitted context.

    ZERO WIDTH JOINER and NON-JOINER belong between letters of scripts that join, and into emoji. Elsewhere nobody sees
    them, and the address is another one.
    Source: RFC 5892 appendix A.1, A.2 (for hosts); draft-ietf-iri-3987bis §5.1 d.

    Bad:
        https://example.com/ab⟦\u200c⟧c
        https://example.com/日⟦\u200d⟧本

    Good:
        https://fa.wikipedia.org/wiki/می\u200cخواهم
        https://example.com/क्\u200dष
        https://example.com/👩\u200d🔬
    """
    for part in _unicode_parts(parts):
        if "\u200c" in part.text or "\u200d" in part.text:
            for match in _pattern(_STRAY_JOINER).finditer(part.text):
                start = part.start + match.start()
                message = f"{part.component} has {named(match[0])} where it joins nothing; leave it out"
                yield Found(start, start + 1, message, part.component, "")


@rule("IRI408", "private-use", "warning", about="letters")
def private_use(parts: CheckedParts) -> Iterator[Found]:
    r"""A private use character in the query.

    The grammar allows it there, but it has no meaning that two programs share.
    Source: RFC 3987 §2.2 iprivate; draft-masinter-url-i18n §3.1 f.

    Bad:
        https://example.com/?a=⟦\ue000⟧

    Good:
        https://example.com/?a=b
    """
    if parts.query is not None and not parts.query.text.isascii():
        for match in _pattern(r"\p{Co}").finditer(parts.query.text):
            start = parts.query.start + match.start()
            message = f"query has a private use character: {named(match[0])}; it means something else to each program"
            yield Found(start, start + 1, message, "query")
