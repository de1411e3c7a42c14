"""Family 4: characters that are allowed in an IRI but cause problems."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Iterable, Iterator

import regex

from extract.iri.components import Component
from extract.iri.schemes import DNS_SCHEMES
from extract.rules.problem import Problem, problem_at, problem_with
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.forms import to_form
from extract.text.messages import Message, template


def named(character: str) -> str:
    """Format ``character`` for a message: ``"/"`` in ASCII, else ``U+00A0 NO-BREAK SPACE``."""
    if "!" <= character <= "~" and character != '"':
        return f'"{character}"'
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


@functools.cache
def _pattern(source: str) -> regex.Pattern[str]:
    return regex.compile(source, regex.V1)


_COMPATIBILITY = template('{what} has a compatibility character: {character}; did you mean "{meant}"?')
_DINGBAT = template("{what} has a dingbat: {character}; write characters that people can type")
_OF_WIDTH = template('{what} has full-width or half-width forms: {character}; did you mean "{meant}"?')
_LONE_MARK = template("{what} has a combining mark without a letter: {character}; write a letter before it")
_NO_EFFECT = template("{what} has {character} where it has no effect; remove it")
_PRIVATE = template("{what} has a private use character: {character}; its meaning depends on the program")
_INVISIBLE = template("{what} has an invisible character: {character}; remove it")
_UNASSIGNED = template("{what} has an unassigned code point: {character}; remove it")


def _found(
    components: Iterable[Component],
    pattern: str,
    said: str,
    fix: Callable[[str], str | None] = lambda _: None,
    *,
    safe: bool = False,
) -> Iterator[Problem]:
    """Yield a problem for each match of ``pattern``. ``fix`` returns the replacement, or ``None`` if unknown."""
    for component in components:
        for match in _pattern(pattern).finditer(component.text):
            meant = fix(match[0])
            if meant != match[0]:
                shown = named(match[0]) if len(match[0]) == 1 else f'"{match[0]}"'
                place = component.slice(*match.span())
                yield problem_with(place, said, meant, safe=safe, character=shown, meant=meant)


_compatible = functools.partial(unicodedata.normalize, "NFKC")


def _nothing(_: str) -> str:
    return ""


# Sequences that can compose: a base character and its marks, or conjoining jamo.
_SEQUENCE = r"[\u1100-\u11FF]++|\P{M}\p{M}*+|\p{M}++"


@rule("IRI401", "not-nfc", "warning", about="letters")
def not_nfc(components: CheckedComponents) -> Iterator[Problem]:
    r"""The text is not in Normalization Form C.

    It looks the same, but is a different IRI, because programs compare and request IRIs by code points. IRIs should be
    created in NFC. A common cause is file names copied from macOS. The fix is correct if the server uses the composed
    form.
    Source: RFC 3987 §5.3.2.2 (SHOULD), §3.1.

    Bad:
        https://example.com/f⟦u\u0308⟧r

    Good:
        https://example.com/für
    """
    for component in components.non_ascii:
        if unicodedata.is_normalized("NFC", component.text):
            continue
        for match in _pattern(_SEQUENCE).finditer(component.text):
            composed = to_form("NFC", match[0])
            if composed != match[0]:
                yield problem_with(
                    component.slice(*match.span()),
                    '{what} is not in NFC: {written}; write "{composed}" as one character',
                    composed,
                    written=" ".join(f"U+{ord(character):04X}" for character in match[0]),
                    composed=composed,
                )


# Excludes letters of Armenian, Thai, Lao, Spanish and Portuguese that are on keyboards.
_COMPATIBLE = (
    r"[\p{NFKC_QC=N}--[\p{NFC_QC=N}\p{EA=F}\p{EA=H}\p{White_Space}]--[\u0587\u0e33\u0eb3\u0edc\u0edd\u00aa\u00ba]]"
)


@rule("IRI402", "compatibility-character", "info", about="letters")
def compatibility_character(components: CheckedComponents) -> Iterator[Problem]:
    """A compatibility character: a ligature, a presentation form, a circled or mathematical letter, a dingbat.

    It is a typographic variant of other characters, and people who type the IRI type those. It is not reported in a
    query, where it may be intended, unless it is a full-width or half-width letter or digit. Full-width punctuation is
    not reported, since it is common in titles.
    Source: RFC 3987 §7.5; draft-masinter-url-i18n §3.1.

    Bad:
        https://example.com/⟦ﬁ⟧nanzen
        https://example.com/⟦✂⟧
        https://example.com/⟦ＡＢＣ⟧

    Good:
        https://example.com/finanzen
        https://example.com/search?q=ﬁ
        https://example.com/カナ
    """
    parts = [one for one in components.non_ascii if one.component != "query"]
    yield from _found(_not_nfkc(parts), _COMPATIBLE, _COMPATIBILITY, _compatible)
    yield from _found(parts, r"[\p{Block=Dingbats}&&\p{NFKC_QC=Y}]", _DINGBAT)
    yield from _found(_not_nfkc(components.non_ascii), _WIDE, _OF_WIDTH, _compatible)


def _not_nfkc(components: Iterable[Component]) -> Iterator[Component]:
    return (component for component in components if not unicodedata.is_normalized("NFKC", component.text))


_WIDE = r"[[\p{EA=F}\p{EA=H}]&&[\p{L}\p{N}\u3099\u309a\uff9e\uff9f]]++"

# UTS #46 §4 step 1, "ignored"
_IGNORED_IN_HOST = r"[\p{Default_Ignorable_Code_Point}--[\p{Join_Control}\p{Bidi_Control}\p{Cn}\U000E0001-\U000E007F]]"
# Letters without variation sequences in the Unicode Character Database (StandardizedVariants.txt, emoji sequences).
_UNVARIED = r"[\p{L}--[\p{Han}\p{Mongolian}\p{Phags_Pa}\p{Myanmar}\p{Manichaean}\p{Emoji}\p{Math}]]"


@rule(
    "IRI403",
    "misleading-character",
    "warning",
    sub_rule="space-lookalike",
    summary="A character that nobody sees, or that looks like another one.",
    about="letters",
)
def space_lookalike(components: CheckedComponents) -> Iterator[Problem]:
    r"""A character that looks like a space, is invisible, or is unassigned.

    Readers do not notice it, but it changes the IRI. Usually it was copied from a typeset text. A variation selector or
    grapheme joiner has no effect after a letter of most scripts. Browsers remove invisible characters from a host.
    Other programs reject the host.
    Source: RFC 3987 §7.5, §8; draft-masinter-url-i18n §3.1; The Unicode Standard §23.2, §23.4; UTS #46 §4 step 1.

    Bad (markdown):
        [a](<https://example.com/a⟦\u00a0⟧b>)
        [a](<https://example.com/a⟦\u3000⟧b>)

    Good (markdown):
        [a](<https://example.com/a%20b>)
        [a](https://example.com/❤\ufe0f)
    """
    host = components.host
    if host is not None and not host.text.isascii() and components.scheme_name in DNS_SCHEMES:
        yield from _found([host], _IGNORED_IN_HOST, _INVISIBLE, _nothing, safe=True)
    # RFC 6068 §2 hfvalue: text for people, which may contain no-break spaces.
    is_mail = components.scheme_name == "mailto"
    for component in components.non_ascii:
        is_text = is_mail and component.component == "query"
        yield from _found([component], _UNSEEN if is_text else _UNSEEN_OR_SPACE, _INVISIBLE, _nothing)
        yield from _found([component], r"[\p{Cn}--\p{Noncharacter_Code_Point}]", _UNASSIGNED)


_UNSEEN = r"[\u00AD\u200B\u2060\uFEFF\u115F\u1160\u2800\u3164\uFFA0\u180E]|[\u034F\uFE00-\uFE0F](?<=" + _UNVARIED + ".)"
_UNSEEN_OR_SPACE = rf"[\p{{White_Space}}--[\t-\r\ \x85]]|{_UNSEEN}"

_DELIMITERS = {"\u2044": "/", "\u2215": "/", "\u29f8": "/", "\u2236": ":", "\ua789": ":", "\u02d0": ":"}
_DELIMITER = "[" + "".join(_DELIMITERS) + "]|？(?=[A-Za-z_]+=)"


@rule("IRI403", "misleading-character", "warning", sub_rule="delimiter-lookalike", about="letters")
def delimiter_lookalike(components: CheckedComponents) -> Iterator[Problem]:
    r"""A character that only looks like a delimiter.

    Readers see a different path than programs do. Full-width punctuation is not reported, because page titles contain
    it and readers notice its width. Exception: "？" before a parameter was meant to begin the query.
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
        for match in _pattern(_DELIMITER).finditer(component.text):
            meant = _DELIMITERS.get(match[0], "?")
            is_host = component.component == "host"  # a delimiter would change the site
            message = Message(
                '{what} has {character}, which only looks like "{mark}"',
                what=component.component,
                character=named(match[0]),
                mark=meant,
            ).then(Message("check that it is intended") if is_host else Message('write "{near}"', near=meant))
            yield problem_at(component.slice(*match.span()), message, None if is_host else meant)


@rule("IRI403", "misleading-character", "warning", sub_rule="combining-mark-first", about="letters")
def combining_mark_first(components: CheckedComponents) -> Iterator[Problem]:
    r"""A component begins with a combining mark.

    When displayed, the mark combines with the delimiter before it, so that readers do not recognize the delimiter.
    Source: draft-ietf-iri-3987bis §5.1 c.

    Bad:
        https://example.com/⟦\u0301⟧abc
        https://example.com/?q=⟦\u0301⟧

    Good:
        https://example.com/ábc
    """
    return _found(components.non_ascii, r"(?:\A|(?<=[/?&=;]))[\p{M}--\p{VS}]", _LONE_MARK)


# Scripts with joined or stacked letters use the joiners between letters. U+200D also joins emoji.
_JOINED = (
    r"[[\p{L}\p{M}\p{N}]--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}0-9]]"
)
_STRAY_JOINER = (
    rf"(?<!{_JOINED})\u200C|\u200C(?!{_JOINED})"
    r"|(?<![\p{ExtPict}\p{Emoji_Modifier}\uFE0F]|" + _JOINED + r")\u200D|\u200D(?!\p{ExtPict}|" + _JOINED + ")"
)


@rule("IRI403", "misleading-character", "warning", sub_rule="joiner", about="letters")
def joiner(components: CheckedComponents) -> Iterator[Problem]:
    r"""A zero-width joiner is outside its permitted context.

    ZERO WIDTH JOINER and NON-JOINER are used between letters of joining scripts, and in emoji. Elsewhere they are
    invisible, but they change the IRI.
    Source: RFC 5892 appendix A.1, A.2 (for hosts); draft-ietf-iri-3987bis §5.1 d.

    Bad:
        https://example.com/ab⟦\u200c⟧c
        https://example.com/日⟦\u200d⟧本

    Good:
        https://fa.wikipedia.org/wiki/می\u200cخواهم
        https://example.com/क्\u200dष
        https://example.com/👩\u200d🔬
    """
    parts = [one for one in components.non_ascii if "\u200c" in one.text or "\u200d" in one.text]
    return _found(parts, _STRAY_JOINER, _NO_EFFECT, _nothing)


@rule("IRI403", "misleading-character", "warning", sub_rule="private-use", about="letters")
def private_use(components: CheckedComponents) -> Iterator[Problem]:
    r"""The query contains a private use character.

    The grammar allows it there, but its meaning depends on the program.
    Source: RFC 3987 §2.2 iprivate; draft-masinter-url-i18n §3.1 f.

    Bad:
        https://example.com/?a=⟦\ue000⟧

    Good:
        https://example.com/?a=b
    """
    query = [one for one in components.non_ascii if one.component == "query"]
    return _found(query, r"\p{Co}", _PRIVATE)
