"""What bleach repairs in HTML: signs that are no markup are written as text, and what is left open is closed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container

from extract.markup.html_text import HEADINGS, Reader, closes_itself
from extract.markup.html_writer import edited
from extract.text.references import REFERENCE

# HTML "Void elements", and the obsolete ones (§13.2.6.4).
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
# Their end tags may be left out (HTML "Optional tags"); "</p>" without a <p> would make one.
_OPTIONAL = frozenset(
    """
    body caption colgroup dd dt head html li optgroup option p plaintext rb rp rt rtc tbody td tfoot th thead tr
    """.split()
)
# §13.2.4.3: outside of them they are open still when a table ends, before which they were moved.
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
# §13.2.4.2 "has an element in scope": an end tag inside closes nothing outside.
_SCOPES = frozenset("applet marquee object select table template".split())
_CELLS = frozenset(["td", "th", "caption"])
_ROWS = frozenset("col colgroup tbody tfoot thead tr".split())
# §13.2.6.5: in these elements HTML goes on, the other tags end the foreign content.
_FOREIGN = frozenset(["svg", "math"])
_HTML_INSIDE = frozenset("desc foreignobject mi mn mo ms mtext title".split())
_BREAKS_OUT = frozenset(
    """
    b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr
    ol p pre ruby s small span strong strike sub sup table tt u ul var
    """.split()
)
# In text: a sign that begins no tag or reference.
_SIGN = re.compile(f"[<>]|(?!{REFERENCE})&")
_WRITTEN = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


def _written(sign: re.Match[str]) -> str:
    return _WRITTEN[sign[0]]


_CLOSED = re.compile(r"<!--(?:-?>|(?s:.*)--!?>)|<[!?/](?!--).*>", re.DOTALL)


def repaired(source: str, known: Container[str]) -> str:
    """Return HTML whose tags have known names, that opens no element it does not close, and closes none of its page's.

    Tags with other names (but in foreign content), tags and comments that do not end, and single signs become text, up
    to where browsers may read the text of a script or style, a CDATA section or ``<noscript>`` otherwise.
    """
    if "<" not in source:
        return _SIGN.sub(_written, source)
    repairs = _Repairs(source, known)
    repairs.read()
    return edited(source, repairs.edits) + repairs.end_tags()


class _Scope:
    """An element whose end tags close nothing outside of it, and what was opened in it; the first is the page's."""

    __slots__ = ("count", "foreign", "headings", "name", "opened", "table")

    def __init__(self, name: str, table: int) -> None:
        self.name = name
        self.table = table  # the index of the table that it stands in; -1 without one
        self.foreign = name in _FOREIGN
        self.opened: list[str] = []
        self.count: Counter[str] = Counter()
        self.headings: list[str] = []

    def open(self, name: str) -> None:
        self.opened.append(name)
        self.count[name] += 1
        if name in HEADINGS:
            self.headings.append(name)

    def can_close(self, name: str) -> bool:
        """Return whether an end tag closes something in here, or this."""
        return self.count[name] > 0 or name == self.name or (name in HEADINGS and bool(self.headings))

    def close(self, name: str) -> str | None:
        """Close an element; return its name, or ``None`` if there is none."""
        if name in HEADINGS and self.headings:  # §13.2.6.4.7: the end tag of any heading closes the last
            name = self.headings.pop()
        elif not self.count[name]:
            return None
        self.count[name] -= 1
        if self.opened[-1] == name:
            self.opened.pop()
        return name

    def left_open(self) -> list[str]:
        """Return the names of what is open, the last first."""
        names = []
        count = self.count.copy()
        for name in reversed(self.opened):
            if count[name]:
                count[name] -= 1
                names.append(name)
        return names


class _Repairs(Reader):
    def __init__(self, source: str, known: Container[str]) -> None:
        super().__init__(source, frozenset())
        self.edits: list[tuple[int, int, str]] = []
        self._known = known
        self._scopes = [_Scope("", -1)]

    def inspect(self, match: re.Match[str] | None, end: int) -> bool:
        """Note what to repair from ``end`` to a tag, and whether the tag is none."""
        place = len(self.source) if match is None else match.start()
        for sign in _SIGN.finditer(self.source, end, place):
            self.edits.append((*sign.span(), _written(sign)))
        if match is None:
            return False
        name = (match[2] or "").lower()
        scope = self._scopes[-1]
        is_known = name in self._known or name == scope.name or (scope.foreign and name not in _BREAKS_OUT)
        if not (match[3] and is_known if name else _CLOSED.fullmatch(match[0])):
            self.edits.append((*match.span(), _SIGN.sub(_written, match[0])))
            return True
        if not name:
            return False
        if not match[1]:
            self._start(name, match)
            return False
        closed = self._end(name, match.start())
        if closed != name:
            self.edits.append((*match.span(), f"</{closed}>" if closed else ""))
        return not closed

    def _start(self, name: str, match: re.Match[str]) -> None:
        if self._scopes[-1].foreign:
            if name not in _BREAKS_OUT:
                if not closes_itself(match[0]):
                    inside = name in _HTML_INSIDE or (name == "annotation-xml" and "html" in match[0].lower())
                    self._scope(name) if inside else self._scopes[-1].open(name)
                return
            self._scopes.pop()
        if name in _VOID:
            return
        table = self._scopes[-1].table
        if name in _FOREIGN:
            if not closes_itself(match[0]):
                self._scope(name)
        elif name in _SCOPES:
            if name == self._scopes[-1].name == "table":  # §13.2.6.4.9: a second <table> ends the first
                self._end(name, match.start())
            self._scope(name)
        elif table >= 0 and name in _CELLS:
            del self._scopes[table + 1 :]
            self._scope(name)
        else:
            if table >= 0 and name in _ROWS:
                del self._scopes[table + 1 :]
            scope = self._scopes[-1]
            last = scope.opened[-1] if scope.opened else ""
            # §13.2.6.4.7: a second <a> ends the first, and so does a heading right in another one
            ended = "a" if name == "a" else last if name in HEADINGS and last in HEADINGS else ""
            if ended and scope.count[ended] and scope.close(ended):
                self.edits.append((match.start(), match.start(), f"</{ended}>"))
            scope.open(name)

    def _scope(self, name: str) -> None:
        index = len(self._scopes)
        self._scopes.append(
            _Scope(name, index if name == "table" else -1 if name == "template" else self._scopes[-1].table)
        )

    def _end(self, name: str, place: int) -> str | None:
        """Close an element; return the name of what an end tag closes, or ``None``."""
        scopes = self._scopes
        if name in _VOID and not scopes[-1].foreign:
            return name
        table = scopes[-1].table
        if table >= 0 and name == "table":
            left = [one for one in scopes[table].left_open() if one in _FORMATTING]
            del scopes[table:]
            for one in reversed(left):
                scopes[-1].open(one)
            return name
        if table >= 0 and name in _ROWS:
            del scopes[table + 1 :]
        elif table >= 0 and name in _CELLS:
            if scopes[table + 1 :] and scopes[table + 1].name == name:
                del scopes[table + 1 :]
                return name
            return None
        if scopes[-1].foreign and not scopes[-1].can_close(name) and scopes[-2].can_close(name):
            scopes.pop()
        if name == scopes[-1].name and not scopes[-1].count[name]:
            left = scopes.pop().left_open()
            if left and scopes[-1].foreign:  # §13.2.6.4.7 "any other end tag": ignored while a <p> or <div> is open
                self.edits.append((place, place, _end_tags(left)))
            return name
        return scopes[-1].close(name)

    def end_tags(self) -> str:
        """Return the end tags of what was left open."""
        names: list[str] = []
        for index, scope in reversed([*enumerate(self._scopes)]):
            left = [*scope.left_open(), scope.name]
            in_foreign = index > 0 and self._scopes[index - 1].foreign
            names += left if in_foreign else [name for name in left if name and name not in _OPTIONAL]
        return _end_tags(names)


def _end_tags(names: list[str]) -> str:
    return "".join(f"</{name}>" for name in names)
