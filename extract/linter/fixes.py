"""Write what findings say should be written instead."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable

from extract.linter.finding import Finding
from extract.readers import decode, format_of

_ROUNDS = 10  # a fix may bring to light another problem in the same place


def fix(
    name: str,
    data: bytes,
    check: Callable[[bytes], list[Finding]],
    *,
    unsafe: bool = False,
    encoding: str | None = None,
) -> bytes:
    """Apply the fixes of the findings until there are no more; nothing outside their places changes.

    ``name`` tells the format, ``check`` finds the problems of bytes. Unsafe fixes may name another resource.
    """
    format = format_of(name)
    for _ in range(_ROUNDS):
        decoded = decode(data, encoding, format)
        if decoded.text is None:
            return data
        # ASCII is in all charsets that its parts may have.
        target = "ascii" if format.own_charsets else decoded.encoding
        text = apply(decoded.text, check(data), unsafe=unsafe, encoding=target)
        if text == decoded.text:
            return data
        data = data[: decoded.mark] + text.encode(decoded.encoding)
    return data


def apply(text: str, findings: Iterable[Finding], *, unsafe: bool = False, encoding: str = "utf-8") -> str:
    """Apply the fixes that the encoding has characters for; of those that overlap the first."""
    position = 0
    pieces = []
    for finding in sorted(findings, key=lambda finding: (finding.problem.start, finding.problem.end)):
        problem = finding.problem
        if problem.fix is None or not (problem.safe or unsafe) or problem.start < position:
            continue
        try:
            problem.fix.encode(encoding)
        except UnicodeEncodeError:
            continue
        pieces += [text[position : problem.start], problem.fix]
        position = problem.end
    return "".join([*pieces, text[position:]])


def difference(name: str, before: bytes, after: bytes, encoding: str | None = None) -> str:
    """What the fixes change, as a unified diff; nothing where they change nothing."""
    if before == after:
        return ""
    old, new = (decode(data, encoding, format_of(name)).text or "" for data in (before, after))
    lines = difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
