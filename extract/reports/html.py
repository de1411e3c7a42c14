"""A page: findings, with their letters."""

from __future__ import annotations

import unicodedata
from html import escape
from itertools import groupby

from extract.linter.finding import Finding
from extract.reports.text import Say, found_in, whole_line
from extract.rules import RULES
from extract.text.messages import Message
from extract.text.terminal import escape_invisible, file_name

_ROOM = 160  # characters of a line before and after the place

_STYLE = """
:root { color-scheme: light dark; --mark: #d33; --warning: #b80; --info: #07c; --line: #8884 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.finding { margin: 1rem 0 }
.excerpt { font-family: ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; padding: .5rem .75rem;
  background: #8881; border-inline-start: 3px solid var(--mark); unicode-bidi: isolate }
.warning .excerpt { border-color: var(--warning) } .info .excerpt { border-color: var(--info) }
mark { background: #f882; color: inherit; border-bottom: 2px solid var(--mark) }
ins { text-decoration: none; background: #2a43; border-bottom: 2px solid #2a4 }
mark span:hover, .excerpt span[title]:hover { outline: 1px solid }
.invisible { font-size: .75em; opacity: .7; border: 1px solid; border-radius: 3px; padding: 0 2px }
table { border-collapse: collapse } th { font-weight: 600; text-align: start }
td, th { padding: .1rem .75rem .1rem 0; vertical-align: baseline }
.place, .fix { opacity: .8; font-size: .9em }
"""


def report(findings: list[Finding], *, note: str = "", say: Say = str) -> str:
    """Return one page that loads nothing from elsewhere."""
    files = len({finding.path for finding in findings})
    title = escape(say(found_in(len(findings), files) if findings else Message("Nothing found")))
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{say(Message("en"))}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>iri: {title}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{title}</h1>",
    ]
    if note:
        parts.append(f"<p>{escape(say(note))}</p>")
    for path, group in groupby(findings, key=lambda finding: finding.path):
        parts.append(f"<section><h2>{escape(file_name(path))}</h2>")
        parts += [_finding(finding, say) for finding in group]
        parts.append("</section>")
    parts.append("</body></html>")
    return "\n".join(parts).encode("utf-8", "replace").decode() + "\n"


def _finding(finding: Finding, say: Say) -> str:
    problem = finding.problem
    start = finding.column - 1
    end = max(finding.end_column - 1 if finding.end_line == finding.line else len(finding.excerpt), start)
    fix, write = "", say(Message("Write:"))
    if (whole := whole_line(finding)) is not None:
        fix = f'<div class="fix">{write}</div><div class="excerpt" dir="auto">{_marked(*whole, "ins")}</div>'
    elif problem.fix:
        fix = f'<div class="fix">{write} <code><bdi>{escape(escape_invisible(problem.fix))}</bdi></code></div>'
    return (
        f'<article class="finding {problem.severity}"><div><strong title="{escape(RULES[problem.code].summary)}">'
        f"{problem.code}</strong> {problem.name}: {escape(escape_invisible(say(problem.message)))} "
        f'<span class="place">{finding.line}:{finding.column}</span></div>'
        f'<div class="excerpt" dir="auto">{_marked(finding.excerpt, start, end)}</div>'
        f"{_letters(finding, say)}{fix}</article>"
    )


def _marked(line: str, start: int, end: int, tag: str = "mark") -> str:
    """Return a place, marked, with what is around it."""
    before, after = line[max(start - _ROOM, 0) : start], line[end : end + _ROOM]
    return (
        ("…" if start > _ROOM else "")
        + _shown(before)
        + f"<{tag}>{_named(line[start:end][: 4 * _ROOM])}</{tag}>"
        + _shown(after)
        + ("…" if len(line) > end + _ROOM else "")
    )


def _letters(finding: Finding, say: Say) -> str:
    """Return the letters of a name by script."""
    if not finding.problem.code.startswith("IRI6"):
        return ""
    place = finding.excerpt[finding.column - 1 : finding.end_column - 1][:_ROOM]
    scripts: dict[str, list[str]] = {}
    for letter in dict.fromkeys(place):
        if letter.isalpha():
            scripts.setdefault(_script_of(letter), []).append(letter)
    if len(scripts) < 2 and place.isascii():
        return ""
    listed = {name: ", ".join(f"<bdi>{_shown(each)}</bdi> {_code(each)}" for each in scripts[name]) for name in scripts}
    rows = "".join(f"<tr><th>{say(name)}</th><td>{letters}</td></tr>" for name, letters in listed.items())
    return f'<table class="letters">{rows}</table>'


def _code(letter: str) -> str:
    return f"<small>U+{ord(letter):04X} {unicodedata.name(letter, '').lower()}</small>"


def _script_of(letter: str) -> str:
    """Return the script of a letter: the first word of its name."""
    return unicodedata.name(letter, "another").split()[0].capitalize()


def _shown(text: str) -> str:
    """Return the text as HTML; invisible characters are written out."""
    return "".join(_named(each) if escape_invisible(each) != each else escape(each) for each in text)


def _named(text: str) -> str:
    """Return the text as HTML, with the names of non-ASCII characters on hover; invisible ones written out."""
    pieces = []
    for character in text:
        shown = escape_invisible(character)
        if character.isascii() and shown == character:
            pieces.append(escape(character))
            continue
        name = escape(f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip())
        if shown != character:
            pieces.append(f'<span class="invisible" title="{name}">{escape(shown[1:-1])}</span>')
        elif unicodedata.combining(character) or character in "\u200c\u200d":
            pieces.append(character)  # a span of its own would part it from its letter
        else:
            pieces.append(f'<span title="{name}">{escape(character)}</span>')
    return "".join(pieces)
