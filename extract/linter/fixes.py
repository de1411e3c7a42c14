"""Write what findings say should be written instead."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from extract.linter.finding import Finding
from extract.readers import decode, format_of

_ROUNDS = 10  # a fix may bring to light another problem in the same place


class Fixed(NamedTuple):
    """The content of a file after its fixes, and how many there were."""

    data: bytes
    changes: int


def fix(
    name: str,
    data: bytes,
    check: Callable[[bytes], list[Finding]],
    *,
    unsafe: bool = False,
    encoding: str | None = None,
) -> Fixed:
    """Apply the fixes of the findings until there are no more; nothing outside their places changes.

    ``name`` tells the format, ``check`` finds the problems of bytes. Unsafe fixes may name another resource.
    """
    format = format_of(name)
    changes = 0
    for _ in range(_ROUNDS):
        decoded = decode(data, encoding, format)
        if decoded.text is None or decoded.text.encode(decoded.encoding) != data[decoded.mark :]:
            break  # the codec has several ways to write a character: others than those to be fixed would change
        # ASCII is in all charsets that its parts may have.
        target = "ascii" if format.own_charsets else decoded.encoding
        applicable = _applicable(check(data), unsafe, target)
        text = _applied(decoded.text, applicable)
        if text == decoded.text:
            break
        data = data[: decoded.mark] + text.encode(decoded.encoding)
        changes += len(applicable)
    return Fixed(data, changes)


def _applicable(findings: Iterable[Finding], unsafe: bool, encoding: str) -> list[Finding]:
    """Return, in order, the findings whose fixes the encoding has characters for; of those that overlap the first."""
    position = 0
    chosen = []
    for finding in sorted(findings, key=lambda finding: (finding.problem.start, finding.problem.end)):
        problem = finding.problem
        if problem.fix is None or not (problem.safe or unsafe) or problem.start < position:
            continue
        try:
            problem.fix.encode(encoding)
        except UnicodeEncodeError:
            continue
        chosen.append(finding)
        position = problem.end
    return chosen


def _applied(text: str, findings: list[Finding]) -> str:
    position = 0
    pieces = []
    for finding in findings:
        problem = finding.problem
        pieces += [text[position : problem.start], problem.fix or ""]
        position = problem.end
    return "".join([*pieces, text[position:]])


def difference(name: str, before: bytes, after: bytes) -> bytes:
    """Return what the fixes change as a unified diff that ``patch`` applies; nothing where they change nothing.

    ``patch`` knows one end of a line, LF; so the lines are those of the bytes, whatever their encoding.
    """
    if before == after:
        return b""
    old, new = (data.decode("latin-1").split("\n") for data in (before, after))
    old, new = ([*(f"{line}\n" for line in lines[:-1]), *filter(None, lines[-1:])] for lines in (old, new))
    lines = [line.encode("latin-1") for line in difflib.unified_diff(old, new)][2:]
    path = _quoted(os.fsencode(name))
    head = b"--- " + path + b"\n+++ " + path + b"\n"
    return head + b"".join(
        line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines
    )


def _quoted(path: bytes) -> bytes:
    """Write a file's name as git and ``patch`` do: a TAB ends one with a space, a control is written in quotes."""
    if any(byte < 0x20 or byte in b'"\\\x7f' for byte in path):
        escaped = "".join(
            f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"
            for byte in path
        )
        return f'"{escaped}"'.encode()
    return path + b"\t" if b" " in path else path
