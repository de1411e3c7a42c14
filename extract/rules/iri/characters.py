"""Family 4: characters that are allowed in an IRI but cause trouble."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator

import regex

from extract.iri.components import Component
from extract.iri.schemes import DNS_SCHEMES
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.forms import to_form
from extract.text.messages import Message


def _unicode_components(components: CheckedComponents) -> list[Component]:
    """Return the parts with non-ASCII characters, without the host, which has its own rules (family 3)."""
    if components.text.isascii():
        return []
    return [component for component in components if not component.text.isascii() and component.component != "host"]


def named(character: str) -> str:
    """Return how a message shows a character: ``U+00A0 NO-BREAK SPACE``, and ``"/"`` in ASCII."""
    if "!" <= character <= "~" and character != '"':
        return f'"{character}"'
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


@functools.cache
def _pattern(source: str) -> regex.Pattern[str]:
    return regex.compile(source, regex.V1)


# Sequences that can compose: a base and its marks, or a syllable of conjoining jamo.
_SEQUENCE = r"[\u1100-\u11FF]++|\P{M}\p{M}*+|\p{M}++"


@rule("IRI401", "not-nfc", "warning", about="letters")
def not_nfc(components: CheckedComponents) -> Iterator[Problem]:
    r"""The text is not in Normalization Form C.

    It looks the same, but is another address: programs compare and fetch addresses by code points. IRIs should be
    created in NFC. A common source is file names copied from a Mac. The fix is right if the server uses the composed
    form.
    Source: RFC 3987 §5.3.2.2 (SHOULD), §3.1.

    Bad:
        https://example.com/f⟦u\u0308⟧r

    Good:
        https://example.com/für
    """
    for component in _unicode_components(components):
        if unicodedata.is_normalized("NFC", component.text):
            continue
        for match in _pattern(_SEQUENCE).finditer(component.text):
            composed = to_form("NFC", match[0])
            if composed != match[0]:
                start = component.start + match.start()
                written = " ".join(f"U+{ord(character):04X}" for character in match[0])
                message = Message(
                    '{what} is not in NFC: {written}; write "{composed}" as one character',
                    what=component.component,
                    written=written,
                    composed=composed,
                )
                yield Problem(
                    start=start, end=start + len(match[0]), message=message, component=component.component, fix=composed
                )


# Letters of Armenian, Thai, Lao, Spanish and Portuguese that everybody types.
_COMPATIBLE = (
    r"[\p{NFKC_QC=N}--[\p{NFC_QC=N}\p{EA=F}\p{EA=H}\p{White_Space}]--[\u0587\u0e33\u0eb3\u0edc\u0edd\u00aa\u00ba]]"
)


@rule("IRI402", "compatibility-character", "info", about="letters")
def compatibility_character(components: CheckedComponents) -> Iterator[Problem]:
    """A compatibility character: a ligature, a presentation form, a circled or mathematical letter, a dingbat.

    It is a typographic variant of other characters, and people who type the address type those. In a query it may be
    meant, and is not reported.
    Source: RFC 3987 §7.5; draft-masinter-url-i18n §3.1.

    Bad:
        https://example.com/⟦ﬁ⟧nanzen
        https://example.com/⟦✂⟧

    Good:
        https://example.com/finanzen
        https://example.com/search?q=ﬁ
    """
    for component in _unicode_components(components):
        if component.component == "query":
            continue
        is_plain = unicodedata.is_normalized("NFKC", component.text)
        for match in () if is_plain else _pattern(_COMPATIBLE).finditer(component.text):
            meant = unicodedata.normalize("NFKC", match[0])
            start = component.start + match.start()
            message = Message(
                '{what} has a compatibility character: {shown}; did you mean "{text}"?',
                what=component.component,
                shown=named(match[0]),
                text=meant,
            )
            yield Problem(start=start, end=start + 1, message=message, component=component.component, fix=meant)
        for match in _pattern(r"[\p{Block=Dingbats}&&\p{NFKC_QC=Y}]").finditer(component.text):
            start = component.start + match.start()
            message = Message(
                "{what} has a dingbat: {shown}; write characters that people can type",
                what=component.component,
                shown=named(match[0]),
            )
            yield Problem(start=start, end=start + 1, message=message, component=component.component)


@rule("IRI402", "compatibility-character", "info", sub_rule="width", about="letters")
def width(components: CheckedComponents) -> Iterator[Problem]:
    """A full-width or half-width letter or digit.

    In East Asian typesetting it is the same letter in another width; in an address it is another letter. Punctuation
    of full width is usual in titles.
    Source: RFC 3987 §7.5; draft-masinter-url-i18n §3.1.

    Bad:
        https://example.com/⟦ＡＢＣ⟧
        https://example.com/⟦ｶﾅ⟧

    Good:
        https://example.com/ABC
        https://example.com/カナ
    """
    for component in _unicode_components(components):
        if unicodedata.is_normalized("NFKC", component.text):
            continue
        for match in _pattern(r"[[\p{EA=F}\p{EA=H}]&&[\p{L}\p{N}\u3099\u309a\uff9e\uff9f]]++").finditer(component.text):
            meant = unicodedata.normalize("NFKC", match[0])
            start = component.start + match.start()
            message = Message(
                '{what} has full-width or half-width forms: "{shown}"; did you mean "{text}"?',
                what=component.component,
                shown=match[0],
                text=meant,
            )
            yield Problem(
                start=start, end=start + len(match[0]), message=message, component=component.component, fix=meant
            )


# UTS #46 §4 step 1, "ignored"
_IGNORED_IN_HOST = r"[\p{Default_Ignorable_Code_Point}--[\p{Join_Control}\p{Bidi_Control}\p{Cn}\U000E0001-\U000E007F]]"
# Letters of which the Unicode Character Database has no variation sequence (StandardizedVariants.txt, emoji sequences).
_UNVARIED = r"[\p{L}--[\p{Han}\p{Mongolian}\p{Phags_Pa}\p{Myanmar}\p{Manichaean}\p{Emoji}\p{Math}]]"


@rule(
    "IRI404",
    "misleading-character",
    "warning",
    sub_rule="space-lookalike",
    summary="A character that nobody sees, or that looks like another one.",
    about="letters",
)
def space_lookalike(components: CheckedComponents) -> Iterator[Problem]:
    r"""A character that looks like a space, is invisible, or is unassigned.

    Nobody notices it, but the address becomes another one. Most often it was copied from a typeset text. A variation
    selector or grapheme joiner has no effect after a letter of most scripts. Browsers look a host up without the
    invisible ones; other programs refuse it.
    Source: RFC 3987 §7.5, §8; draft-masinter-url-i18n §3.1; The Unicode Standard §23.2, §23.4; UTS #46 §4 step 1.

    Bad (markdown):
        [a](<https://example.com/a⟦\u00a0⟧b>)
        [a](<https://example.com/a⟦\u3000⟧b>)
        [a](<https://example.com/a⟦\u200b⟧b>)
        [a](https://example.com/a⟦\ufe0f⟧b)
        [a](https://example.com/a⟦\u0378⟧b)
        [a](https://exam⟦\u200b⟧ple.com/)

    Good (markdown):
        [a](<https://example.com/a%20b>)
        [a](https://example.com/❤\ufe0f)
        [a](<mailto:a@example.com?subject=à\u00a0vous>)
    """
    spaces = (
        r"[[\p{White_Space}\u00AD\u200B\u2060\uFEFF\u115F\u1160\u2800\u3164\uFFA0\u180E]--[\t-\r\ \x85]]"
        r"|[\u034F\uFE00-\uFE0F](?<=" + _UNVARIED + ".)"
    )
    host = components.host
    if host is not None and not host.text.isascii() and components.scheme_name in DNS_SCHEMES:
        for match in _pattern(_IGNORED_IN_HOST).finditer(host.text):
            start = host.start + match.start()
            message = Message("host has an invisible character: {shown}; leave it out", shown=named(match[0]))
            yield Problem(start=start, end=start + 1, message=message, component="host", fix="", safe=True)
    for component in _unicode_components(components):
        # RFC 6068 §2 hfvalue: text that people read, with the spaces of its language
        is_text = component.component == "query" and components.scheme_name == "mailto"
        for match in _pattern(spaces).finditer(component.text):
            if is_text and match[0].isspace():
                continue
            start = component.start + match.start()
            message = Message(
                "{what} has an invisible character: {shown}; leave it out",
                what=component.component,
                shown=named(match[0]),
            )
            yield Problem(start=start, end=start + 1, message=message, component=component.component, fix="")
        for match in _pattern(r"[\p{Cn}--\p{Noncharacter_Code_Point}]").finditer(component.text):
            start = component.start + match.start()
            message = Message(
                "{what} has an unassigned code point: {shown}; leave it out",
                what=component.component,
                shown=named(match[0]),
            )
            yield Problem(start=start, end=start + 1, message=message, component=component.component)


_DELIMITERS = {"\u2044": "/", "\u2215": "/", "\u29f8": "/", "\u2236": ":", "\ua789": ":", "\u02d0": ":"}


@rule("IRI404", "misleading-character", "warning", sub_rule="delimiter-lookalike", about="letters")
def delimiter_lookalike(components: CheckedComponents) -> Iterator[Problem]:
    r"""A character that only looks like a delimiter.

    Readers see another path than programs do. (Full-width signs are not reported: titles of pages contain them, and
    readers notice their width; but "？" before a parameter was meant to begin the query.)
    Source: RFC 3987 §7.5, §8; RFC 3987 §2.1: no non-ASCII character is a delimiter.

    Bad:
        https://example.com⟦\u2044⟧b
        https://example.com/a⟦\u2236⟧80
        https://example.com/größe⟦？⟧id=1

    Good:
        https://example.com/a/b
        https://example.com/größe？
    """
    for component in () if components.text.isascii() else components:
        for match in _pattern("[" + "".join(_DELIMITERS) + "]|？(?=[A-Za-z_]+=)").finditer(component.text):
            meant = _DELIMITERS.get(match[0], "?")
            start = component.start + match.start()
            is_host = component.component == "host"  # with the delimiter, the link would lead to another site
            message = Message(
                '{what} has {character}, which only looks like "{mark}"',
                what=component.component,
                character=named(match[0]),
                mark=meant,
            ).then(Message("check that it is intended") if is_host else Message('write "{near}"', near=meant))
            fix = None if is_host else meant
            yield Problem(start=start, end=start + 1, message=message, component=component.component, fix=fix)


@rule("IRI404", "misleading-character", "warning", sub_rule="combining-mark-first", about="letters")
def combining_mark_first(components: CheckedComponents) -> Iterator[Problem]:
    r"""A component begins with a combining mark.

    On the screen the mark combines with the delimiter before it, so that readers no longer recognize the delimiter.
    Source: draft-ietf-iri-3987bis §5.1 c.

    Bad:
        https://example.com/⟦\u0301⟧abc
        https://example.com/?q=⟦\u0301⟧

    Good:
        https://example.com/ábc
    """
    for component in _unicode_components(components):
        for match in _pattern(r"(?:\A|(?<=[/?&=;]))[\p{M}--\p{VS}]").finditer(component.text):
            start = component.start + match.start()
            message = Message(
                "{what} has a combining mark without a letter: {character}; write a letter before it",
                what=component.component,
                character=named(match[0]),
            )
            yield Problem(start=start, end=start + 1, message=message, component=component.component)


# Scripts that join their letters or stack them use the joiners between letters; emoji are joined by U+200D.
_JOINED = (
    r"[[\p{L}\p{M}\p{N}]--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}0-9]]"
)
_STRAY_JOINER = (
    rf"(?<!{_JOINED})\u200C|\u200C(?!{_JOINED})"
    r"|(?<![\p{ExtPict}\p{Emoji_Modifier}\uFE0F]|" + _JOINED + r")\u200D|\u200D(?!\p{ExtPict}|" + _JOINED + ")"
)


@rule("IRI404", "misleading-character", "warning", sub_rule="joiner", about="letters")
def joiner(components: CheckedComponents) -> Iterator[Problem]:
    r"""Zero-width joiner outside its permitted context.

    ZERO WIDTH JOINER and NON-JOINER belong between letters of scripts that join, and in emoji. Elsewhere nobody sees
    them, but they make another address.
    Source: RFC 5892 appendix A.1, A.2 (for hosts); draft-ietf-iri-3987bis §5.1 d.

    Bad:
        https://example.com/ab⟦\u200c⟧c
        https://example.com/日⟦\u200d⟧本

    Good:
        https://fa.wikipedia.org/wiki/می\u200cخواهم
        https://example.com/क्\u200dष
        https://example.com/👩\u200d🔬
    """
    for component in _unicode_components(components):
        if "\u200c" in component.text or "\u200d" in component.text:
            for match in _pattern(_STRAY_JOINER).finditer(component.text):
                start = component.start + match.start()
                message = Message(
                    "{what} has {character} where it has no effect; leave it out",
                    what=component.component,
                    character=named(match[0]),
                )
                yield Problem(start=start, end=start + 1, message=message, component=component.component, fix="")


@rule("IRI404", "misleading-character", "warning", sub_rule="private-use", about="letters")
def private_use(components: CheckedComponents) -> Iterator[Problem]:
    r"""A private use character in the query.

    The grammar allows it there, but each program gives it a different meaning.
    Source: RFC 3987 §2.2 iprivate; draft-masinter-url-i18n §3.1 f.

    Bad:
        https://example.com/?a=⟦\ue000⟧

    Good:
        https://example.com/?a=b
    """
    if components.query is not None and not components.query.text.isascii():
        for match in _pattern(r"\p{Co}").finditer(components.query.text):
            start = components.query.start + match.start()
            message = Message(
                "query has a private use character: {character}; its meaning depends on the program",
                character=named(match[0]),
            )
            yield Problem(start=start, end=start + 1, message=message, component="query")
