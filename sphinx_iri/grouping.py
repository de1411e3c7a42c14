"""Group IRIs by script and host for the index, and translate the titles."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

# The title of the index, its name in the navigation bar, and the heading for other scripts. This is a table because a
# gettext catalog needs 12 kB for each language.
ENGLISH = ("Index of IRIs", "IRIs", "Other")
TRANSLATIONS = {
    "ar": ("فهرس معرّفات IRI", "معرّفات IRI", "أخرى"),
    "de": ("Verzeichnis der IRIs", "IRIs", "Andere"),
    "hi": ("IRI की अनुक्रमणिका", "IRI", "अन्य"),
    "ja": ("IRI の索引", "IRI", "その他"),
    "ru": ("Указатель IRI", "IRI", "Прочие"),
    "zh_CN": ("IRI 索引", "IRI", "其他"),
}


def words(language: str) -> tuple[str, str, str]:
    """Return the three titles in ``language``."""
    return TRANSLATIONS.get(language) or TRANSLATIONS.get(language.partition("_")[0], ENGLISH)


# Scripts with their own heading in the index, with their codes (ISO 15924). All other IRIs are "Other".
SCRIPTS = dict(
    pair.split(":")
    for pair in (
        "Arabic:Arab Armenian:Armn Bengali:Beng Cyrillic:Cyrl Devanagari:Deva Ethiopic:Ethi Georgian:Geor Greek:Grek "
        "Gujarati:Gujr Gurmukhi:Guru Han:Hani Hangul:Hang Hebrew:Hebr Hiragana:Hira Kannada:Knda Katakana:Kana "
        "Khmer:Khmr Lao:Laoo Malayalam:Mlym Mongolian:Mong Myanmar:Mymr Sinhala:Sinh Syriac:Syrc Tamil:Taml "
        "Telugu:Telu Thaana:Thaa Thai:Thai Tibetan:Tibt Latin:Latn"
    ).split()
)
_SCRIPT = "|".join(rf"(?P<{name}>\p{{{name}}})" for name in SCRIPTS)


def scripts(iri: str) -> str:
    """Return the sorted scripts of the non-ASCII letters of ``iri``, such as ``"Han+Hiragana"``, for an id."""
    import regex

    found = {match.lastgroup or "" for match in regex.finditer(_SCRIPT, iri) if not match[0].isascii()}
    return "+".join(sorted(found)) or "Other"


def heading(names: str, language: str) -> str:
    """Translate script names (``"Han+Hiragana"``) by CLDR. Replace spaces, which an id must not contain."""
    known: Mapping[str, str] = {}
    if not language.startswith("en"):
        from babel import Locale, UnknownLocaleError

        with suppress(UnknownLocaleError, ValueError):
            known = Locale.parse(language.replace("-", "_")).scripts
    known = {"Other": words(language)[2]} | {name: known.get(code, name) for name, code in SCRIPTS.items()}
    return "+".join(map(known.__getitem__, names.split("+"))).replace(" ", "\u00a0")


def host(iri: str) -> str:
    """Return the host of ``iri``, or its scheme and ":" if it has no host."""
    from extract import IRI

    parsed = IRI.parse(iri, strict=False)
    return parsed.host or (f"{parsed.scheme}:" if parsed.scheme else "")
