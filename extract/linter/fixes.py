"""Apply the fixes of findings to the content of a file, and show them as a diff."""

from __future__ import annotations

import difflib
import os
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from posixpath import commonprefix
from typing import Literal, NamedTuple

from extract.linter.finding import Finding
from extract.readers.document import Document
from extract.text.arguments import require, require_function
from extract.text.regexes import re
from extract.text.terminal import file_name

_ROUNDS = 10  # a fix may reveal another problem in the same place
# Places where "&#26085;" is not a character reference (XML 1.0 §2.7; HTML §13.1.2.1).
_RAW = re.compile(r"(?is)<!\[CDATA\[.*?(?:\]\]>|\Z)|<(script|style)\b.*?(?:</\1|\Z)")


class Fixed(NamedTuple):
    """The content of a file after fixes, and the number of applied fixes."""

    data: bytes  # in the encoding of the file; unchanged if nothing was fixed
    changes: int  # number of fixes applied


def fix(document: Document, check: Callable[[Document], list[Finding]], *, unsafe: bool = False) -> Fixed:
    """Apply the fixes of the findings until none is left. Nothing else in the file changes.

    ``check`` returns the findings of a document with new content. ``unsafe`` also applies fixes that may change the
    destination of a link.
    """
    require(isinstance(document, Document), "document", "a Document", document)
    require_function("check", check)
    changes = 0
    for _ in range(_ROUNDS):
        text, codec, format = document.text, document.codec, document.format
        if text is None or text.encode(codec) != document.data[document.mark :]:
            break  # encoding again would change more than the fixes, because the encoding is not unique
        # The parts of a message may have several charsets, which all include ASCII.
        target = "ascii" if format.own_charsets else codec
        # HTML and XML can write other characters as references.
        errors = "xmlcharrefreplace" if format.charset.references else "strict"
        wanted = [one for one in check(document) if unsafe or one.problem.safe]
        applicable = _applicable(wanted, target, text if format.charset.references else None)
        changed = _applied(text, applicable)
        if changed == text:
            break
        document = replace(document, data=document.data[: document.mark] + changed.encode(codec, errors))
        changes += len(applicable)
    return Fixed(document.data, changes)


def _applicable(findings: Iterable[Finding], encoding: str, with_references: str | None) -> list[Finding]:
    """Return the findings with fixes that the encoding can represent, in order; of overlapping ones, the first.

    ``with_references`` is the text of HTML or XML, in which references can represent other characters; else None.
    """
    position = 0
    chosen = []
    raw: list[int] | None = None  # starts and ends of the spans where references are not possible
    for finding in sorted(findings, key=lambda finding: (finding.problem.start, finding.problem.end)):
        problem = finding.problem
        if problem.fix is None or problem.start < position:
            continue
        try:
            problem.fix.encode(encoding)
        except UnicodeEncodeError:
            if with_references is None:
                continue
            raw = [at for one in _RAW.finditer(with_references) for at in one.span()] if raw is None else raw
            if bisect(raw, problem.start) % 2:
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

    As in ``patch``, a line ends with the byte LF, whatever the encoding.
    """
    if before == after:
        return b""
    old, new = (data.decode("latin-1").split("\n") for data in (before, after))
    old, new = ([*(f"{line}\n" for line in lines[:-1]), *filter(None, lines[-1:])] for lines in (old, new))
    lines = [line.encode("latin-1") for line in _unified(old, new)]
    path = _quoted(os.fsencode(name))
    head = b"--- " + path + b"\n+++ " + path + b"\n"
    return head + b"".join(
        line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines
    )


_COMPARED = 2000  # lines, because difflib takes more than linear time
_CONTEXT = 3  # lines


_Opcode = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]


def _unified(old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the hunks of a unified diff in linear time. Fixes change lines in place, mostly one."""
    for group in _Given(list(_opcodes(old, new))).get_grouped_opcodes(_CONTEXT):
        _, first, _, first_new, _ = group[0]
        _, _, last, _, last_new = group[-1]
        yield f"@@ -{_range(first, last)} +{_range(first_new, last_new)} @@\n"
        for tag, start, end, start_new, end_new in group:
            if tag == "equal":
                yield from (f" {line}" for line in old[start:end])
            else:
                yield from (f"-{line}" for line in old[start:end])
                yield from (f"+{line}" for line in new[start_new:end_new])


class _Given(difflib.SequenceMatcher[str]):
    """A SequenceMatcher with given opcodes."""

    def __init__(self, opcodes: list[_Opcode]) -> None:
        super().__init__()
        self.given = opcodes

    def get_opcodes(self) -> list[_Opcode]:
        """Return the given opcodes."""
        return self.given


def _range(start: int, end: int) -> str:
    """Return a range of lines in the format of a unified diff (POSIX, diff -u)."""
    length = end - start
    return str(start + 1) if length == 1 else f"{start + bool(length)},{length}"


def _opcodes(old: list[str], new: list[str]) -> Iterator[_Opcode]:
    """Yield the opcodes that turn the old lines into the new ones, as in `difflib.SequenceMatcher.get_opcodes`."""
    if len(old) == len(new):
        for is_equal, group in groupby(range(len(old)), key=lambda at: old[at] == new[at]):
            at = list(group)
            yield "equal" if is_equal else "replace", at[0], at[-1] + 1, at[0], at[-1] + 1
        return
    begin = len(commonprefix((old, new)))
    tail = len(commonprefix((old[begin:][::-1], new[begin:][::-1])))
    end, end_new = len(old) - tail, len(new) - tail
    if begin:
        yield "equal", 0, begin, 0, begin
    if max(end, end_new) - begin <= _COMPARED:
        matcher = difflib.SequenceMatcher(None, old[begin:end], new[begin:end_new])
        for tag, *places in matcher.get_opcodes():
            start, stop, start_new, stop_new = (begin + place for place in places)
            yield tag, start, stop, start_new, stop_new
    else:
        yield "replace", begin, end, begin, end_new
    if tail:
        yield "equal", end, len(old), end_new, len(new)


def _quoted(path: bytes) -> bytes:
    """Quote a file name as git and ``patch`` do if it has control characters; append a tab if it has spaces.

    Names that a terminal or a CI system could interpret as a command are quoted too.
    """
    text = path.decode("utf-8", "surrogateescape")
    is_plain = file_name(text) == text
    if not is_plain or any(byte < 0x20 or byte in b'"\\\x7f' for byte in path):
        kept = range(0x20, 0x7F) if is_plain else [*range(0x20, ord("#")), *range(ord("#") + 1, 0x7F)]
        escaped = "".join(
            f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if byte in kept else f"\\{byte:03o}" for byte in path
        )
        return f'"{escaped}"'.encode()
    return path + b"\t" if b" " in path else path
