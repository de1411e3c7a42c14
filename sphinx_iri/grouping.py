"""How an index and a list group IRIs, by script and by host, and their words in the language of the project."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

# The title of the index, its name in the navigation bar, and the heading of what has letters of no script with a name.
# Three words in a table: as gettext's catalogs each language took 12 kB of every installation.
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
    """Return the three words in a language."""
    return TRANSLATIONS.get(language) or TRANSLATIONS.get(language.partition("_")[0], ENGLISH)


# The scripts that are headings of the index, with their codes (ISO 15924); IRIs without these scripts are "Other".
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
    """Return the scripts of an IRI's non-ASCII letters, sorted: ``"Han+Hiragana"``, of which Sphinx makes an id."""
    import regex

    found = {match.lastgroup or "" for match in regex.finditer(_SCRIPT, iri) if not match[0].isascii()}
    return "+".join(sorted(found)) or "Other"


def heading(names: str, language: str) -> str:
    """Return the names of scripts in a language, as CLDR has them, without the spaces that an id must not have."""
    known: Mapping[str, str] = {}
    if not language.startswith("en"):
        from babel import Locale, UnknownLocaleError

        with suppress(UnknownLocaleError, ValueError):
            known = Locale.parse(language.replace("-", "_")).scripts
    known = {"Other": words(language)[2]} | {name: known.get(code, name) for name, code in SCRIPTS.items()}
    return "+".join(map(known.__getitem__, names.split("+"))).replace(" ", "\u00a0")


def host(iri: str) -> str:
    """Return the host of an IRI, or its scheme where it has none."""
    from extract import IRI

    parsed = IRI.parse(iri, strict=False)
    return parsed.host or (f"{parsed.scheme}:" if parsed.scheme else "")
