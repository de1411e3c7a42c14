"""What detectors in other languages need of ours, without any Python in it: tests/cases/detection.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import regex

from extract.detect.tailorings import PROSE, Profile, profile_with
from tests.detect.tables import tailorings

TABLE = Path(__file__).parents[1] / "tests" / "cases" / "detection.json"
ABOUT = """\
Offsets are code points. "sets" are sets of characters of UTS #58 as it is and of "prose", as the inside of a character
class: no link has one of "hard"; one of "soft" is not its last character; one of "safe" may be; "opening" are brackets.
A tailoring has examples: a text, its links in "prose" with the tailoring, and by UTS #58. "bare": bare domain names and
e-mail addresses are links too. Texts with their links are in detection.txt, prose.txt and glued_words.txt, beside this
file; extract/data has the weights of bare names."""


def table() -> dict[str, Any]:
    """Return what the file has."""
    return {
        "about": ABOUT.replace("\n", " "),
        "regex": regex.__version__,
        "sets": {"uts58": _sets(profile_with(frozenset())), "prose": _sets(profile_with(PROSE))},
        "tailorings": [
            {
                "name": record.name,
                "reason": " ".join(record.reason.split()),
                "in_prose": record.name in PROSE,
                "examples": [
                    _case(example.prose, "links")
                    | _case(example.uts58, "uts58")
                    | {"bare": bool(example.options.get("bare_domains") or example.options.get("email"))}
                    for example in record.examples
                ],
            }
            for record in tailorings()
        ],
    }


def _sets(profile: Profile) -> dict[str, str]:
    sets = {"hard": profile.hard, "soft": profile.soft, "safe": profile.safe, "opening": profile.opening}
    return {name: _ranges(inside) for name, inside in sets.items()}


def _ranges(inside: str) -> str:
    r"""Return the characters of a set, of Unicode's first plane, as ``\u0021-\u002f``."""
    text = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x10000)]))
    runs = (match[0] for match in regex.finditer(f"[{inside}]+", text, regex.V1))
    return "".join(rf"\u{ord(run[0]):04x}" + rf"-\u{ord(run[-1]):04x}" * (len(run) > 1) for run in runs)


def _case(marked: str, name: str) -> dict[str, Any]:
    links = []
    text = ""
    for number, piece in enumerate(regex.split("[⟦⟧]", marked)):
        if number % 2:
            links.append([len(text), len(text) + len(piece)])
        text += piece
    return {"text": text, name: links}


def written() -> str:
    """Return the text of the file: a line for each set and tailoring."""
    text = json.dumps(table(), ensure_ascii=False)
    return regex.sub(r', (?="(?:regex|sets|prose|tailorings)": |\{"name": )', ",\n ", text) + "\n"
