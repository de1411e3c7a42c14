"""Write tests/cases/detection.json: what detectors in other languages need of ours, without any Python in it.

python -m tools.detection_table
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import regex

from extract.detect.evidence import endings, signs
from extract.detect.tailorings import PROSE, Profile, profile_with
from tests.detect.tables import tailorings

TABLE = Path(__file__).parents[1] / "tests" / "cases" / "detection.json"
ABOUT = """\
Offsets are code points. "sets" are sets of characters of UTS #58 as it is and of "prose", as the inside of a character
class: no link has one of "hard"; one of "soft" is not its last character; one of "safe" may be; "opening" are brackets.
A tailoring has examples: a text, its links in "prose" with the tailoring, and by UTS #58. "bare": bare domain names and
e-mail addresses are links too. "evidence" has weights of bare names: of endings (of the two without names, the first is
for all others with two letters, the second for all others), and of signs around a name; "not_for" counts "endings" from
0, "shape" is a pattern of the whole name, where \\w and \\d are of any script. Texts with their links are in
detection.txt, prose.txt and glued_words.txt, beside this file."""


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
        "evidence": _evidence(),
    }


def _evidence() -> dict[str, Any]:
    weights, kind_of = endings()
    kinds = [*weights]
    names = {kind: sorted(name for name, one in kind_of.items() if one == kind) for kind in kinds}
    return {
        "endings": [{"weight": weights[kind], "names": names[kind]} for kind in kinds],
        "signs": [
            {"weight": sign.weight, "reason": sign.reason}
            | {"not_for": [number for number, kind in enumerate(kinds) if kind not in sign.kinds]}
            | ({"shape": _portable(str(sign.seen))} if sign.where == "name" else {})
            for sign in signs()
        ],
    }


def _portable(pattern: str) -> str:
    """Return a pattern without groups of any case, ``(?i:no)``, which few languages have: ``(?:[Nn][Oo])``."""
    start = pattern.find("(?i:")
    if start < 0:
        return pattern
    end, depth = start + 4, 1
    while depth:
        depth += {"(": 1, ")": -1}.get(pattern[end], 0)
        end += 1
    inside = regex.sub(
        r"(?<!\\)[a-z]", lambda letter: f"[{letter[0].upper()}{letter[0]}]", pattern[start + 4 : end - 1]
    )
    return f"{pattern[:start]}(?:{inside}){_portable(pattern[end:])}"


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
    for piece in regex.splititer("([⟦⟧])", marked):
        if piece == "⟦":
            links.append([len(text)])
        elif piece == "⟧":
            links[-1].append(len(text))
        else:
            text += piece
    return {"text": text, name: links}


def written() -> str:
    """Return the text of the file: a line for each set, tailoring, kind of endings and sign."""
    text = json.dumps(table(), ensure_ascii=False)
    return (
        regex.sub(r', (?="(?:regex|sets|prose|tailorings|evidence|signs)": |\{"(?:name|weight)": )', ",\n ", text)
        + "\n"
    )


if __name__ == "__main__":
    TABLE.write_text(written(), "utf-8")
