"""Correct link destinations that contain whitespace."""

from __future__ import annotations

from typing import NamedTuple

from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, lazily, re


class Reading(NamedTuple):
    """The problem of a destination with whitespace, and the likely correction."""

    message: Message
    meant: str | None = None
    safe: bool = False


_SPACE = Message("the destination contains a space")
_END_OF_PAGE = r"\.(?:html?|php|aspx?|md|pdf|png|jpe?g|gif|svg|webp)"
_SCHEME = re.compile(r"\s*(https?)\s*:\s*/\s*/\s*(?=[^\s/])")
_DIALED = re.compile(r"tel:(?=[+\d(])(?:[\d+.-]|\(\d{1,6}\)|[ \t]){3,40}")
_MAIL = re.compile(r"(mailto:)[ \t]*([^\s<>@?]+@[^\s<>@?]+)(\?[^<>\n]{0,300})?[ \t]*")
# A title in typographic quotation marks, with only one mark, or after a wiki's "|" or "title=".
_TITLED = re.compile(
    r"(?P<at>\S+)[ \t]+(?:(?P<open>[\"'“”„«»‘’])(?P<title>[^\"“”„«»‘’\n]*?)(?P<close>[\"'“”«»‘’]?)"
    r"|(?P<late>[^\s\"'][^\"'\n]*)(?P<after>[\"'])|(?:\|[ \t]*|title=)(?P<bare>[^\"'“”|=]+))"
)
_QUOTED = re.compile(r"(?P<at>\S+)[ \t]+\"(?P<title>[^\n]*\"[^\n]*)\"")
_ATTRIBUTED = re.compile(
    r"(?P<at>[^\s{\"']+?)(?:\{:?)?[ \t]+(?:(?:target|rel|class|style|width|height)=|/[ot][ \t]|_blank\b).*"
)
_WHOLE = re.compile(
    rf"(?P<at>(?:https?://[^\s\"<>]*(?:/|{_END_OF_PAGE})|[\w./%-]{{1,200}}{_END_OF_PAGE}))[ \t]+"
    r"(?P<title>[^\W\d_][^\s()\"<>/=?#%]*(?:[ ][^\s()\"<>/=?#%]+){1,12})"
)
_ANGLED = re.compile(
    r"(?P<at><https?://[^\s<>]+>)[ \t]+[\"'“”„«»‘’]?(?P<title>[^\s\"'“”„«»‘’()<>][^\"'“”„«»‘’()<>\n]*)[\"'“”„«»‘’]?"
)
_TWICE = re.compile(r"(?:https?:(?://)?)[ \t]+(https?://\S+)|(https?://\S+)[ \t]+https?:(?://)?")
_WORDS_BEFORE = re.compile(r"\s*(?:\.{1,2}/\S*\s+)?[^\W\d_][^:/()]{1,100}[:：]?\s*(https?://\S+)\s*")
_ON_DISK = re.compile(r"[A-Za-z]:\\[^\n]*\.\w{1,5}\Z")
_LOCAL = lazily(
    lambda: re.compile(
        rf"(?i)(?=.*\s)(?:\s*[#＃][ \t]?[/#]?[^\W\d]|\s*\.{{0,2}}/[^\W\d]|.*?\.[ \t]?(?:{FILE_SUFFIXES})\s*(?:#|\Z))"
    )
)
_GLUED_TITLE = re.compile(r"(?P<at>https?://[^\s\"?]*(?:[^\W_]|[/)])(?<!%[23][0-9A-Fa-f]))\"(?P<title>[^\"\n]+)\"\s*")
_TITLE = re.compile(r"[ \t]+\"[^\"\n]*\"\s*\Z")


def respaced(inside: str, label: str) -> Reading | None:
    """Return the correction of ``inside``, or ``None`` if it does not look like a destination.

    ``inside`` is the text in the parentheses of a link, ``label`` the link text.
    """
    title = _TITLE.search(inside)
    at = inside[: title.start()] if title else inside
    is_web = re.match(r"\s*https?\b", at) is not None
    if found := _of_title(inside, is_web):
        return found
    if found := _of_scheme(at, inside[len(at) :]):
        return found
    if re.search(r"\s[a-z]+=|\s\|", at) and is_web:
        return Reading(Message("{what}; only a title in quotation marks may follow it", what=_SPACE))
    if is_web:
        meant = _joined(at)
        is_one = meant.count("://") == 1
        what = Message("the destination contains a line break") if "\n" in at else _SPACE
        if not is_one:
            return Reading(Message("{what}; write one IRI", what=what))
        return Reading(Message("{what}; write {text}", what=what, text=meant), meant + inside[len(at) :])
    if _ON_DISK.match(at):
        return Reading(
            Message('"{path}" is a path on your computer; link to a file in the project with a relative path', path=at)
        )
    if words := _WORDS_BEFORE.fullmatch(at):
        return (
            Reading(Message("words before the destination; write {text}", text=words[1]), words[1]) if label else None
        )
    shown, meant = label.casefold(), at.casefold()
    if _LOCAL.match(at) or (" " in label and at == f"#{label}"):
        return Reading(Message('{what}; remove it, or write "%20"', what=_SPACE))
    if (
        " " in at
        and label
        and (shown.startswith(meant) or shown.endswith(meant.strip()) or re.match(r"\s*https?://\S+\s*\Z", label))
    ):
        return Reading(Message("the destination is text, not an IRI; write the IRI"))
    return None


def _of_title(inside: str, is_web: bool) -> Reading | None:
    """Return the correction if ``inside`` is an IRI with a malformed title or with attributes, else ``None``."""
    if found := _ATTRIBUTED.fullmatch(inside):
        return Reading(Message("Markdown has no attributes here; write {text}", text=found["at"]), found["at"])
    if found := _GLUED_TITLE.fullmatch(inside):
        return _titled(found["at"], found["title"], Message("missing space before the title"), safe=True)
    if found := _ANGLED.fullmatch(inside):
        what = Message("missing quotation marks around the title")
        return _titled(found["at"], found["title"].strip(), what, safe=False)
    is_page = is_web or re.match(rf"[\w./%~-]+\.(?:{FILE_SUFFIXES})\s", inside) is not None
    if not is_page:
        return None
    if found := _QUOTED.fullmatch(inside):
        if '"' not in found["title"].replace('\\"', ""):
            return None
        return _titled(
            found["at"], found["title"].replace('"', '\\"'), Message("quotation marks in the title"), safe=True
        )
    if found := _TITLED.fullmatch(inside):
        if found["open"] and found["open"] == found["close"] and found["open"] in "\"'":
            return None
        title = found["title"] or found["late"] or found["bare"] or ""
        return _titled(
            found["at"], title.strip(), Message("wrong quotation marks around the title"), safe=not found["bare"]
        )
    if (found := _WHOLE.fullmatch(inside)) and not re.search(rf"{_END_OF_PAGE}\Z", found["title"]):
        return _titled(found["at"], found["title"], Message("missing quotation marks around the title"), safe=False)
    return None


def _titled(at: str, title: str, what: Message, *, safe: bool) -> Reading:
    meant = f'{at} "{title}"'
    return Reading(Message("{what}; write {text}", what=what, text=meant), meant, safe)


def _of_scheme(at: str, title: str) -> Reading | None:
    """Return the correction of a doubled scheme, or of whitespace in a scheme, a ``tel:`` or a ``mailto:`` URI."""
    meant = None
    if found := _TWICE.fullmatch(at.strip()):
        meant = found[1] or found[2]
    elif _DIALED.fullmatch(at):
        meant = re.sub(r"\s", "", at)
    elif found := _MAIL.fullmatch(at):
        meant = found[1] + found[2] + (found[3] or "").strip().replace(" ", "%20")
    elif (found := _SCHEME.match(at)) and " " not in at[found.end() :].strip() and "\n" not in at:
        meant = f"{found[1]}://{at[found.end() :].strip()}"
    if meant is None or meant == at.strip():
        return None
    return Reading(Message("{what}; write {text}", what=_SPACE, text=meant), meant + title, safe=True)


def _joined(target: str) -> str:
    """Remove line breaks, and spaces in the host or next to a slash or hyphen in the path. Encode other spaces.

    Other spaces may be part of a file name. Spaces in a query or fragment may be part of a sentence.
    """
    target = re.sub(r"[ \t]*\r?\n[ \t]*", "", target.strip())
    target = re.sub(r"(https?)\s*:\s*/\s*/\s*", r"\1://", re.sub(r"%[ \t]+(?=[0-9A-Fa-f]{2})", "%", target), count=1)
    mark = re.search(r"[?#]", target)
    split = mark.start() if mark else len(target)
    joined = re.sub(r"(?<=[/-])[ \t]+|[ \t]+(?=[/-])", "", target[:split]) + target[split:]
    host = re.match(r"https?://[^/?#]*", joined)
    split = host.end() if host else 0
    return re.sub(r"[ \t]", "", joined[:split]) + re.sub(r"[ \t]", "%20", joined[split:])
