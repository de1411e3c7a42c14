"""Apply the fixes of findings to the content of a file."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from extract.linter.finding import Finding
from extract.readers import decode, format_of

_ROUNDS = 10  # a fix may reveal another problem in the same place


class Fixed(NamedTuple):
    """The content of a file after fixes, and how many were applied."""

    data: bytes  # in the encoding of the file; as given if nothing was fixed
    changes: int  # number of fixes applied


def fix(
    name: str,
    data: bytes,
    check: Callable[[bytes], list[Finding]],
    *,
    unsafe: bool = False,
    encoding: str | None = None,
) -> Fixed:
    """Apply the fixes of the findings until none is left; nothing else in the file changes.

    ``name`` decides the format; ``check`` returns the findings of a content. With ``unsafe``, fixes that may change
    where a link leads are applied too. ``encoding`` is that of a file that does not declare one.
    """
    format = format_of(name)
    changes = 0
    for _ in range(_ROUNDS):
        decoded = decode(data, encoding, format)
        if decoded.text is None or decoded.text.encode(decoded.encoding) != data[decoded.mark :]:
            break  # a character has several encodings in this codec: encoding again would change more than the fixes
        # Its parts may be in several charsets, which have ASCII in common.
        target = "ascii" if format.own_charsets else decoded.encoding
        applicable = _applicable(check(data), unsafe, target)
        text = _applied(decoded.text, applicable)
        if text == decoded.text:
            break
        data = data[: decoded.mark] + text.encode(decoded.encoding)
        changes += len(applicable)
    return Fixed(data, changes)


def _applicable(findings: Iterable[Finding], unsafe: bool, encoding: str) -> list[Finding]:
    """Return, in order, the findings whose fixes can be written in the encoding; of overlapping ones, the first."""
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
    """Return the changes as a unified diff that ``patch`` can apply; empty if there are none.

    For ``patch`` a line ends with the byte LF, whatever the encoding, and so it does here.
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
    """Return a file name as git and ``patch`` write it: quoted if it has controls, else with a TAB if it has spaces."""
    if any(byte < 0x20 or byte in b'"\\\x7f' for byte in path):
        escaped = "".join(
            f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"
            for byte in path
        )
        return f'"{escaped}"'.encode()
    return path + b"\t" if b" " in path else path
