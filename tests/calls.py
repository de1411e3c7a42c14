"""Tables of calls, one a line: ``call → what it returns``, both in Python, or ``call ✗ the error that it raises``.

After a heading, "= to_uri(_)" is the call for each line of the section: then a line has the text for "_", and the text
that comes; several results have an arrow between them. Texts without white space stand in a line together: "a→b c→d",
or "a b" if True comes of each.
An error is its class, then of an `IRIError` its kind, component and place, and how its message begins; "..." stands for
any text. In texts ``\\u202e`` is that character.
"""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from extract import IRIError
from tests.rows import cell


def names(*rooms: str) -> dict[str, Any]:
    """Return what the modules of packages have, by name."""
    found: dict[str, Any] = {}
    for room in map(import_module, rooms):
        for module in iter_modules(room.__path__, f"{room.__name__}."):
            found |= vars(import_module(module.name))
        found |= {name: getattr(room, name) for name in room.__all__}
    return found


def wrong_calls(lines: list[str], known: dict[str, Any]) -> list[str]:
    """Return the lines of a section that do not hold, each with what came."""
    call = ""
    if lines[0].startswith("= "):
        call, *lines = lines
        lines = [pair for line in lines for pair in _pairs(line)]
    came = ((line, _came(call.removeprefix("= "), line, known)) for line in lines)
    return [f"{line}\ncame: {other}" for line, other in came if other is not None]


def _pairs(line: str) -> list[str]:
    """Return each text of a line with what comes, which is True for a text alone."""
    if re.search(" [→✗]", line):
        return [line]
    return [pair.replace("→", " → ") if "→" in pair else f"{pair} → True" for pair in line.split()]


def _came(call: str, line: str, known: dict[str, Any]) -> str | None:
    """Return what came instead of what the line says; None if it holds."""
    parts = re.fullmatch(r"(|.*? )([→✗])(?: (.*))?", line)
    assert parts, f"no call: {line}"
    given, wanted = parts[1].rstrip(), parts[3] or ""
    try:
        found = eval(f"({call or given})", known | {"_": cell(given)})
    except Exception as error:
        pattern = re.escape(cell(wanted) if call else wanted).replace(re.escape("..."), ".*")
        told = _told(error)
        return None if parts[2] == "✗" and re.match(pattern, told, re.DOTALL) else told
    if call:
        texts = [*map(str, found)] if isinstance(found, tuple) else [str(found)]
        holds = texts == [cell(text) for text in wanted.split(" → ")]
    else:
        expected = eval(wanted, dict(known)) if parts[2] == "→" else Exception
        holds = found == expected and (isinstance(found, type(expected)) or not isinstance(found, str))
    return None if holds and parts[2] == "→" else repr(found)


def _told(error: Exception) -> str:
    place = f"{error.kind} {error.component} {error.start}:{error.end} " if isinstance(error, IRIError) else ""
    return f"{type(error).__name__} {place}{error}"
