"""Reports as text: with source lines for people, one line per finding, and GitHub Actions commands."""

from __future__ import annotations

from collections.abc import Callable

from extract.iri.bidi_rule import has_rtl
from extract.linter.finding import Finding
from extract.reports import Style
from extract.text.messages import Message, joined
from extract.text.terminal import escape_invisible, file_name, width, without_commands

_ROOM = 100  # width of the excerpt in terminal columns
_GITHUB_KINDS = {"error": "error", "warning": "warning", "info": "notice"}
_COLOURS = {"error": "31", "warning": "33", "info": "36"}


def full(findings: list[Finding], style: Style) -> str:
    """Return each finding with its line and a caret under it, then the number of findings and the note."""
    if not findings:
        return ""
    blocks = "".join(_block(finding, style) + "\n" for finding in findings)
    counted = found_in(len(findings), len({finding.path for finding in findings}))
    told = style.say(joined([counted, style.note] if style.note else [counted]))
    return without_commands(blocks) + told + style.say(".") + "\n"


def found_in(findings: int, files: int) -> Message:
    """Return a message with the number of findings."""
    if files != 1:
        return Message("{number} findings in {files} files", number=findings, files=files)
    if findings != 1:
        return Message("{number} findings in {files} file", number=findings, files=files)
    return Message("{number} finding in {files} file", number=findings, files=files)


def count(number: int, noun: str) -> str:
    """Return a number with a noun: ``1 file``, ``2 files``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _block(finding: Finding, style: Style) -> str:
    problem, color = finding.problem, style.color
    number = str(finding.line)
    margin = " " * len(number)
    end = finding.end_column - 1 if finding.end_line == finding.line else len(finding.excerpt)
    text, caret = excerpt(finding.excerpt, finding.column - 1, end)
    code = _paint(problem.code, "1;" + _COLOURS[problem.severity], color)
    lines = [
        f"{code} {problem.name}: {escape_invisible(style.say(problem.message))}",
        f"{margin}--> {file_name(finding.path)}:{finding.line}:{finding.column}",
        f"{margin} |",
        f"{number} | {text}",
        f"{margin} | {_paint(caret, _COLOURS[problem.severity], color)}",
    ]
    if (whole := whole_line(finding)) is not None:
        lines.append(f"{number} + {excerpt(*whole)[0]}")
    elif problem.fix is not None:
        lines.append(f"{margin} = " + style.say(fix_line(problem.fix)))
    return "\n".join(lines) + "\n"


def fix_line(fix: str) -> Message:
    """Return a message with the text of a fix."""
    return Message("write: {text}", text=escape_invisible(fix)) if fix else Message("remove it")


def whole_line(finding: Finding) -> tuple[str, int, int] | None:
    """Return the line with the fix applied, and the span of the fix; ``None`` if the fix alone is clear.

    A space at an edge of the fix is visible only between the characters around it.
    """
    fix = finding.problem.fix
    if not fix or fix == fix.strip() or finding.end_line != finding.line:
        return None
    line, start, end = finding.excerpt, finding.column - 1, finding.end_column - 1
    before, after = line[max(start - 4 * _ROOM, 0) : start], line[end : end + 4 * _ROOM]
    return before + fix + after, len(before), len(before) + len(fix)


def _paint(text: str, code: str, color: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if color else text


def excerpt(line: str, start: int, end: int) -> tuple[str, str]:
    """Return the line, shortened around the span, and a line of carets.

    Terminals differ in whether they reorder right-to-left text (UAX #9). LRO … PDF around the line keeps the stored
    order, so that the carets are under the right characters.
    """
    end = max(end, start + 1)
    # Cut the line first, because it can be a whole minified file.
    pieces = line[max(start - _ROOM, 0) : start], line[start : min(end, start + _ROOM)], line[end : end + _ROOM]
    before, marked, after = map(escape_invisible, pieces)
    room = max(_ROOM - width(marked), 20)
    before = _shorten(before[::-1], max(room // 2, room - width(after)))[::-1]
    after = _shorten(after, room - width(before))
    text = before + marked + after
    if has_rtl(text):
        text = f"\u202d{text}\u202c"
    return text.rstrip(), " " * width(before) + "^" * max(width(marked), 1)


def _shorten(text: str, room: int) -> str:
    """Return the beginning of the text that fits into ``room`` columns, with "…" if it was cut."""
    taken = 0
    for number, character in enumerate(text):
        taken += width(character)
        if taken > room:
            return text[: number - 1] + "…"
    return text


def concise(findings: list[Finding], style: Style) -> str:
    """Return one line per finding: ``path:line:column: CODE name: message``."""
    found = (
        f"{_place(finding)}: {finding.problem.code} {finding.problem.name}: "
        f"{escape_invisible(style.say(finding.problem.message))}\n"
        for finding in findings
    )
    return without_commands("".join(found))


def github(findings: list[Finding], style: Style) -> str:
    """Return the findings as GitHub Actions workflow commands."""
    notice = f"::notice title=iri::{_data(style.say(style.note))}\n" if style.note else ""
    return "".join(_command(finding, style.say) for finding in findings) + notice


def _command(finding: Finding, say: Callable[[str], str]) -> str:
    problem = finding.problem
    properties = {
        "title": f"{problem.code} {problem.name}",
        "file": finding.path,
        "line": str(finding.line),
        "endLine": str(finding.end_line),
    }
    if finding.end_line == finding.line:  # the runner ignores columns of several lines
        properties |= {"col": str(finding.column), "endColumn": str(finding.end_column)}
    message = without_commands(escape_invisible(say(problem.message)))
    listed = ",".join(f"{name}={file_name(_property(text))}" for name, text in properties.items())
    return f"::{_GITHUB_KINDS[problem.severity]} {listed}::{_data(f'{_place(finding)}: {problem.code} {message}')}\n"


def _place(finding: Finding) -> str:
    return f"{file_name(finding.path)}:{finding.line}:{finding.column}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
