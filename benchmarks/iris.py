"""Ten thousand IRIs of all sorts, always the same ones: mean length 55, 45 of 100 with characters beyond ASCII."""

from __future__ import annotations

import random

_ASCII_HOSTS = ["www.example.org", "docs.example.com", "example.net:8080", "static.cdn.example.org", "example.edu"]
_HOSTS = [
    "bücher.example",
    "www.пример.example",
    "納豆.example.org",
    "παράδειγμα.example",
    "مثال.example",
    "例え.example",
]
_ASCII_WORDS = [
    "index.html",
    "about",
    "the-archive",
    "2024",
    "10",
    "download",
    "release_notes",
    "images",
    "logo.png",
    "search",
    "user",
    "reference",
]
_WORDS = {
    "latin": ["Übersicht", "größe", "élève", "señor", "žluťoučký", "kůň", "smørrebrød", "naïve"],
    "cyrillic": ["страница", "новости", "Москва", "словарь", "книга"],
    "greek": ["σελίδα", "βιβλίο", "Αθήνα", "λέξη"],
    "cjk": ["東京", "言語", "文書", "資料", "検索", "カタカナ", "ひらがな"],
    "arabic": ["مكتبة", "صفحة", "كتاب"],
    "hebrew": ["ספריה", "עמוד", "ספר"],
    "indic": ["हिन्दी", "पुस्तक", "தமிழ்", "বাংলা"],
    "beyond": ["𐌀𐌁𐌂", "𝄞", "😀"],
}
_KEYS = ["q", "page", "lang", "id", "sort", "title"]


def _ascii(random: random.Random) -> str:
    path = "/".join(random.choices(_ASCII_WORDS, k=random.randint(2, 4)))
    iri = f"{random.choice(['http', 'https'])}://{random.choice(_ASCII_HOSTS)}/{path}"
    if random.random() < 0.15:
        iri += "/a%20b%2Fc"
    if random.random() < 0.4:
        iri += f"?{random.choice(_KEYS)}={random.choice(_ASCII_WORDS)}"
    if random.random() < 0.2:
        iri += "#" + random.choice(_ASCII_WORDS)
    return iri


def _beyond_ascii(random: random.Random) -> str:
    words = _WORDS[random.choice(list(_WORDS))]
    host = random.choice(_HOSTS if random.random() < 0.4 else _ASCII_HOSTS)
    path = "/".join([*random.choices(_ASCII_WORDS, k=1), *random.choices(words, k=random.randint(1, 4))])
    iri = f"{random.choice(['http', 'https'])}://{host}/{path}"
    if random.random() < 0.4:
        iri += f"?{random.choice(_KEYS)}={random.choice(words)}&{random.choice(_KEYS)}={random.choice(_ASCII_WORDS)}"
    if random.random() < 0.2:
        iri += "#" + random.choice(words)
    return iri


def mixed(count: int = 10_000) -> list[str]:
    """The list; the same one for the same count."""
    generator = random.Random(3987)
    return [_beyond_ascii(generator) if generator.random() < 0.45 else _ascii(generator) for _ in range(count)]
