r"""LaTeX and BibTeX: text, the arguments of ``\url`` and ``\href``, and fields with URLs."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.passage import Passage, cut, replacing
from extract.readers.text import Token, read_tokens
from extract.readers.triggers import WRITERS_DISK
from extract.text.regexes import re

_CODE = "verbatim Verbatim lstlisting minted alltt comment filecontents tikzpicture".split()
# Braces may be nested to a depth of one.
_ARGUMENT = r"(?:[^{}\\]|\\(?s:.)|\{[^{}]{0,500}\}){0,2000}+"
_HIDDEN = [
    # biber: "@comment". JabRef stores its settings in it.
    rf"(?<![\w@\\])@(?i:comment)[ \t]*\{{(?:[^{{}}\\]|\\(?s:.)|\{{{_ARGUMENT}\}}){{0,2000}}+\}}",
    r"%.*",
    rf"\\begin\{{(?P<code>(?:{'|'.join(_CODE)})\*?)\}}",
    r"\\(?:verb|lstinline|mintinline\{\w{1,30}\})\*?(?P<mark>[^\sA-Za-z{*])(?:(?!(?P=mark)).)*+",
    r"\\[A-Za-z@]+\*?",
    r"\\(?s:.)",
    r"[{}~]",
]
_LINKS = [
    rf"\\(?:(?P<shown>url)|(?P<plain>nolinkurl)|href)(?:\[[^\[\]]{{0,300}}\])?"
    rf"[ \t]*\n?[ \t]*\{{(?P<target>{_ARGUMENT})\}}",
    # BibTeX
    r"(?<![\w\\])(?i:url|howpublished)[ \t]*=[ \t]*\{(?P<braced>https?://[^\s{}]+)\}",
    r'(?<![\w\\])(?i:url|howpublished)[ \t]*=[ \t]*"(?P<quoted>https?://[^\s"]+)"',
]
_WRITTEN = [
    r"\\(?P<escape>[%#&_{}$])",
    r"(?P<tilde>\\~\{\}|\\textasciitilde(?:\{\}|[ \t])?|\{\\textasciitilde\}|\$\\sim\$)",
    r"(?P<hyphen>\\[-/])",
]
_TOKEN = re.compile("|".join([*_LINKS, *_WRITTEN, *_HIDDEN]))
_NAMED = r"(?:string|text(?P<named>asciitilde|underscore))(?![A-Za-z])"  # commands that may occur in a URL
# hyperref: "%" at the end of a line is not part of the URL, which continues on the next line.
_CONTINUED = r"%[ \t]*\r?\n[ \t]*"
_ESCAPE = re.compile(rf"\\(?:(?P<escaped>[%#&_{{}}$~\\])|{_NAMED}[ \t]*)|{_CONTINUED}")
# The package url, "Normal usage": spaces and line breaks are ignored. Within a line, a space may be a mistake.
_ESCAPE_OR_BREAK = re.compile(rf"{_ESCAPE.pattern}|(?<![ \t])[ \t]*+\r?\n[ \t]*+")
# In definitions: a parameter, or another command that produces part of the URL.
_MADE = re.compile(rf"(?<![\w\\])#[1-9]|(?<!\\)#[1-9](?!\Z)|\\(?!{_NAMED})[A-Za-z]")

# Arguments of "\url" that need only its typeface and line breaks: an email address, and a path on a disk.
_TYPESET = re.compile(r"[^\s/:@]++@[^\s/:@]++|(?:[A-Za-z]:[\\/]|/)(?!/).*", re.DOTALL)


def read(source: str) -> Iterator[Passage]:
    """Yield the destinations in commands and fields, and the text that may have a link."""
    return read_tokens(source, _TOKEN, _token)


def _token(match: re.Match[str]) -> Token:
    source = match.string
    if match["code"]:
        closing = source.find(rf"\end{{{match['code']}}}", match.end())
        return closing if closing >= 0 else len(source)
    if group := next((name for name in ("target", "braced", "quoted") if match[name]), None):
        is_typeset = match["shown"] and _TYPESET.fullmatch(match[group])
        if is_typeset or not _is_link(match[group], is_plain=match["plain"] is not None):
            return match.end()
        start, end = match.span(group)
        pattern = _ESCAPE_OR_BREAK if match["shown"] or match["plain"] else _ESCAPE
        return cut(source, start, end, replacing(pattern, source, start, end, _meant), target=True)
    if match["tilde"] or match["hyphen"]:
        return "~" if match["tilde"] else ""
    return match["escape"] or match.end()


def _is_link(target: str, *, is_plain: bool) -> bool:
    """Return whether an argument is a URL. With ``is_plain``, the command does not link, so it may be a path."""
    if "://" not in target and (is_plain or WRITERS_DISK.match(target)):
        return not is_plain
    if target[:5].lower() == "file:" and not target.startswith("//", 5):
        return False  # hyperref, "Additional user macros": the path of another document
    return _MADE.search(target) is None


def _meant(escape: re.Match[str]) -> str:
    return {"asciitilde": "~", "underscore": "_"}.get(escape["named"], escape["escaped"] or "")
