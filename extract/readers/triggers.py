"""Prefilters: characters without which a text has neither a link nor a typing error that looks like one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar, copy_context
from typing import TypeVar

from extract.detect.evidence import endings
from extract.text.characters import URL_MARGIN, ZERO_WIDTH
from extract.text.regexes import FILE_SUFFIXES, lazily, re

# "://" of every scheme, "http:/x", "http//x", and the schemes without slashes that rules check.
_TRIGGER = re.compile(
    r"[:/](?:[/／]|(?<=(?i:mailto):)|(?<=(?i:urn|tel):)|(?<=(?i:data|xmpp):)|(?<=(?i:javascript):)|(?<=(?i:vbscript):))"
)


def _lost() -> re.Pattern[str]:
    """Return the pattern of an explicit destination that may lack its scheme."""
    sites = [name for name, kind in endings().kinds.items() if kind in ("usual", "sure", "startup")]
    ends = "|".join(rf"(?<=\.{name})" for name in sites)
    opened = (
        r"/(?:Users|home)/",
        r"(?:\.{0,2}/)?www\.[\w-]",
        r"[\w.+-]{1,64}@[\w-]{1,63}\.",  # an email address
        rf"""[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,4}}(?:[/?]|(?=[)>"'])(?:{ends}))""",
    )
    # It begins with a set, which `re` looks for in less than half of the time.
    return re.compile(
        r"[\](<\"'=:](?:(?<=\])\((?:[A-Za-z]:[\\/]|/(?:Users|home)/|[^\s()#\\]{0,100}##|＃|(?:nan|null|undefined)\)|\("
        r"|[^\s()\\]{0,200}\\\w|[^\s()\\\"]{1,200}\.[a-z]{2,4}\")|(?:(?<=(?i:http):)|(?<=(?i:https):))[\w\\]"
        rf"""|(?<=[(<"'=:])\s?(?:{"|".join(opened)}))"""
    )


_LOST = lazily(_lost)  # searched only in text without another trigger
# Whitespace before a line is read from its first character only, so that a line of whitespace takes linear time.
PARAGRAPH = re.compile(r"(?:(?<![^\S\n])[^\S\n]++)?+\S.*\n?(?:[^\S\n]*+\S.*\n?)*+")
SCHEME = re.compile(r"\s*(?:[A-Za-z][A-Za-z0-9+.\-]*+:|//)")
# URL Standard §4.4: the characters that browsers remove from a URL, and the backslashes that they treat as slashes.
_LEFT_OUT = re.compile(r"[\t\r\n]++")
_CONTROL = re.compile(r"[\x00-\x1f]")
_SLASHES = re.compile(r"[/\\]{2,}+")


def in_browsers(target: str) -> str:
    """Return a destination without the characters that browsers remove, with ``//`` before the host.

    The result suffices to find the scheme. `follow` resolves the destination.
    """
    if target and target[0] not in " /\\" and target[-1] != " " and not _CONTROL.search(target):
        return target  # the usual case
    bare = _LEFT_OUT.sub("", target).strip(URL_MARGIN)
    network = _SLASHES.match(bare)
    return f"//{bare[network.end() :]}" if network else bare


Result = TypeVar("Result")

# A possible domain name or email address in running text, for callers that request these.
_BARE = re.compile(r"@|[^\W_]\.[^\W_]")
_asks_for_bare: ContextVar[bool] = ContextVar("asks_for_bare", default=False)
# Markup that may have an explicit destination, for callers that request relative references.
# Each begins with a set, which `re` looks for in a tenth of the time.
_EXPLICIT = re.compile(
    r"[\]:{}>.<](?:(?<=\])[(:]|(?<=[:{])(?:doc|download)[:}]|(?<=>)`_|(?<=<)<|(?<=\.)\. _[^:\n]{1,99}: \S"
    r"|(?<=[:}])(?:(?<=image.)|(?<=figure.)|(?<=include.)|(?<=toctree.)|(?<=xref:)))"
)
_ATTRIBUTE = re.compile(r"(?i)\b(?:href|src)\s*=")
_asks_for_relative: ContextVar[bool] = ContextVar("asks_for_relative", default=False)


def asking_for(read: Callable[[], Iterator[Result]], *, bare: bool, relative: bool) -> Iterator[Result]:
    """Yield the results of a reader while `has_trigger` and `is_address` accept more.

    ``bare`` adds text with bare domains and email addresses. ``relative`` adds every explicit destination and all text
    that may have one.
    """
    context = copy_context()
    context.run(_asks_for_bare.set, bare)
    context.run(_asks_for_relative.set, relative)
    found = context.run(read)
    while (one := context.run(next, found, None)) is not None:
        yield one


def asks_for_relative() -> bool:
    """Return whether targets that are relative references are wanted."""
    return _asks_for_relative.get()


def has_trigger(text: str) -> bool:
    """Return whether a text may have a link."""
    if _TRIGGER.search(text):
        return True
    if _asks_for_relative.get() and (_EXPLICIT.search(text) or ("=" in text and _ATTRIBUTE.search(text))):
        return True
    return _LOST.search(text) is not None or (_asks_for_bare.get() and _BARE.search(text) is not None)


# "https://", maybe with invisible characters in it.
SPLIT_SCHEME = (
    rf"(?i:{f'[{ZERO_WIDTH}]*'.join('http')}[{ZERO_WIDTH}]*s?[{ZERO_WIDTH}]*:[{ZERO_WIDTH}]*/[{ZERO_WIDTH}]*/)"
)
# Explicit destinations that are parsed as file names, but were meant as URLs.
_MEANT = (
    # a scheme with a typing error
    r"(?:https?|ftp)(?:[^\w\s.]{1,4}|\.:?//)\w",
    SPLIT_SCHEME,
    # a scheme after other characters
    r"[a-z]{1,10}\s?[:=]\s?https?://",
    r"[^\w\s.#?/]{1,4}(?:https?|ftp)://",
    r"(?:%5b|%20|%22)+https?://|[a-z]{2,20}%20https?://",
    r"(?:\.{0,2}/|\.|#|[\w-]{1,20}/)https?://",
    # a placeholder written by a program or a person instead of a URL
    r"(?:nan|null|undefined)\Z|\([^\s()]{1,300}\)|[^\s()#:]{0,100}##\w|＃\w",
    rf"[^\s:()\\]{{0,200}}\\[^\W_][^\s:()]{{0,200}}\.(?:{FILE_SUFFIXES}|py|c|cpp|java|js|ts|go|txt)\Z",
    r"\[[^\[\]]{1,300}\]\(https?://",  # a whole link
    rf"[\w./\\-]{{1,200}}\.(?:{FILE_SUFFIXES})\"",  # a title without a space before it
    r"\.{0,2}/www\.[\w-]{1,63}\.[a-z]",  # a host, a path with it, an email address, a git repository
    r"[^\s/?#:@]{1,64}@[^\s/?#:@]{1,190}\.[^\s/?#:@.]+(?:\Z|:[\w~])",
    r"(?:[\w-]{1,63}\.){1,9}[a-z]{2,24}(?=[/?#:]|\s*\Z)",
)
_LOOKS_LIKE_ADDRESS = re.compile(rf"(?i)\s*(?:{'|'.join(_MEANT)})")

# A path of Windows, or a path in a home directory. Without "file:", only in a directory that every user has.
WRITERS_DISK = re.compile(
    r"\s*(?:(?i:file:/{0,3})?[A-Za-z]:(?:\\{1,2}|/(?!/))[^\s\\/]+|(?i:file:)(?://)?/(?:Users|home)/[^\s/]+/[^\s/]+"
    r"|(?i:https?://file(?:\+|%2b)\.vscode-resource\.)"  # Visual Studio Code, "Webview API"
    r"|/(?:Users|home)/[^\s/]+/(?:Desktop|Documents|Downloads|Dropbox|Library|Pictures|OneDrive|code|projects?"
    r"|workspace|\.\w+)/)"
)


def is_address(source: str, start: int = 0, end: int | None = None) -> bool:
    """Return whether an explicit destination has a scheme, or probably lacks one by mistake."""
    stop = len(source) if end is None else end
    return _asks_for_relative.get() or looks_like_address(source, start, stop)


def looks_like_address(source: str, start: int, stop: int) -> bool:
    """Return whether a destination has a scheme, or probably lacks one by mistake. Relative references do not."""
    return any(pattern.match(source, start, stop) for pattern in (SCHEME, _LOOKS_LIKE_ADDRESS, WRITERS_DISK))
