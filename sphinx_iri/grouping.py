"""How an index and a list group IRIs: by script and by host."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from sphinx.locale import get_translation

_ = get_translation("sphinx_iri")

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
    translated = [str(_("Other")) if name == "Other" else known.get(SCRIPTS[name], name) for name in names.split("+")]
    return "+".join(translated).replace(" ", "\u00a0")


def host(iri: str) -> str:
    """Return the host of an IRI, or its scheme where it has none."""
    from extract import IRI

    parsed = IRI.parse(iri, strict=False)
    return parsed.host or (f"{parsed.scheme}:" if parsed.scheme else "")
