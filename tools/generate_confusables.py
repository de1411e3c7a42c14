"""Pack the data of UTS #39 that the engine needs into extract/present/_confusables.py.

usage: python tools/generate_confusables.py FOLDER

FOLDER contains confusables.txt, IdentifierStatus.txt, IdentifierType.txt and IdnaMappingTable.txt of one Unicode
version (``unicode/18.0.0``).
"""

from __future__ import annotations

import base64
import re
import sys
import zlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import regex
from regex import _regex_core  # type: ignore[attr-defined]  # the scripts' names are listed nowhere else

TARGET = Path(__file__).parents[1] / "extract" / "present" / "_confusables.py"


def rows(path: Path) -> Iterator[list[str]]:
    """Yield the fields of a data file, without its comments."""
    for line in path.read_text("utf-8-sig").splitlines():
        if data := line.partition("#")[0].strip():
            yield [field.strip() for field in data.split(";")]


def code_points(path: Path, value: str) -> set[int]:
    """Return the code points whose property has a value, or contains it if the property is a set."""
    found: set[int] = set()
    for characters, values, *_ in rows(path):
        if value in values.split():
            first, _, last = characters.partition("..")
            found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def varint(number: int) -> bytes:
    """Return a number in groups of seven bits, lowest first. The high bit means that more groups follow."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def pack_ranges(numbers: set[int]) -> bytes:
    """Pack a set of numbers: for each range, the gap before it and its length minus one."""
    out, end = b"", 0
    for _, run in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        out += varint(members[0] - end) + varint(len(members) - 1)
        end = members[-1]
    return out


def pack_map(mapping: dict[int, str]) -> bytes:
    """Pack a mapping: the gaps between its keys, a zero byte, and the values, one per line."""
    out, last = b"", 0
    for key in sorted(mapping):
        out += varint(key - last)
        last = key
    return out + b"\0" + "\n".join(mapping[key] for key in sorted(mapping)).encode()


def literal(name: str, data: bytes) -> str:
    """Return a Python assignment of packed data."""
    text = base64.b85encode(zlib.compress(data, 9)).decode()
    lines = "\n".join(f'    "{text[at : at + 110]}"' for at in range(0, len(text), 110))
    return f"{name} = (\n{lines}\n)\n"


def script_codes() -> list[str]:
    """Return the four-letter codes of all scripts in `regex`, except Common, Inherited and Unknown."""
    names = _regex_core.PROPERTIES["SCRIPT"][1]
    codes: dict[int, str] = {}
    for name, number in names.items():
        if len(name) == 4 and name not in ("QAAC", "QAAI"):
            codes.setdefault(number, name.capitalize())
    return sorted(set(codes.values()) - {"Zyyy", "Zinh", "Zzzz"})


def words(name: str, values: list[str]) -> str:
    """Return a Python assignment of a list of codes."""
    lines = "\n".join(f'    "{" ".join(values[at : at + 20])} "' for at in range(0, len(values), 20))
    return f"{name} = (\n{lines}\n)\n"


def generate(folder: Path) -> str:
    """Return the text of the module."""
    head = (folder / "confusables.txt").read_text("utf-8-sig")
    version = re.search(r"# Version: (\S+)", head)
    assert version is not None
    prototypes = {
        int(source, 16): "".join(chr(int(code, 16)) for code in target.split())
        for source, target, _ in rows(folder / "confusables.txt")
    }
    in_hosts = code_points(folder / "IdnaMappingTable.txt", "valid")
    in_hosts |= code_points(folder / "IdnaMappingTable.txt", "deviation")
    recommended = {n for n in code_points(folder / "IdentifierType.txt", "Recommended") if chr(n).isalpha()}
    codes = script_codes()
    is_recommended = [
        code for code in codes if any(map(regex.compile(rf"\p{{sc={code}}}").match, map(chr, recommended)))
    ]
    parts = [
        f'"""Facts of UTS #39, Unicode {version[1]}, packed by tools/generate_confusables.py: do not edit."""\n\n'
        "# Derived from confusables.txt, IdentifierStatus.txt, IdentifierType.txt and IdnaMappingTable.txt, under the\n"
        "# Unicode License V3: see LICENSE-UNICODE.\n",
        f'UNICODE_VERSION = "{version[1]}"\n',
        "# Scripts with letters of Identifier_Type=Recommended, then all other scripts.\n"
        + words("RECOMMENDED_SCRIPTS", is_recommended),
        words("OTHER_SCRIPTS", [code for code in codes if code not in is_recommended]),
        "# Prototypes of the characters that UTS #46 holds valid in host names, and of all others.\n"
        + literal("HOST_PROTOTYPES", pack_map({k: v for k, v in prototypes.items() if k in in_hosts})),
        literal("OTHER_PROTOTYPES", pack_map({k: v for k, v in prototypes.items() if k not in in_hosts})),
        "# Identifier_Status=Allowed.\n"
        + literal("ALLOWED", pack_ranges(code_points(folder / "IdentifierStatus.txt", "Allowed"))),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(generate(Path(sys.argv[1])), "utf-8")
