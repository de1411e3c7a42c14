"""Compare two directories of built pages, link by link: from plain Sphinx, and with the extension.

A link may have the same destination as the plain one, or a longer one that its author wrote, or is listed with the
reason. Anything else is a fault (`FAULTS`). A non-ASCII URL is also a fault, and so is a page that differs outside of
its links.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup, Tag

from extract import IRIError, follow, to_uri
from sphinx_iri.config import as_path

Link = tuple[str, str]  # URL and text
ADDRESSES = ("href", "src", "cite", "action")


class Difference(NamedTuple):
    """A difference in a page. The kinds in `FAULTS` are errors, the others are for information."""

    page: str
    what: str
    detail: str


FAULTS = {
    "lost": "a link or a page is missing",
    "cut": "a link ends earlier",
    "image": "an image is missing",
    "grown": "a link goes on, but its author did not write it so",
    "invented": "a new link whose address nobody wrote",
    "not ASCII": "an address is not encoded",
    "bytes": "a page differs outside of its links, or an index differs",
}


class Page:
    """The links, images, URLs and text of a page, without the whitespace of its source."""

    def __init__(self, html: str) -> None:
        page = BeautifulSoup(html, "html.parser")
        tags = page.find_all(True)
        self.addresses = [(name, str(tag[name])) for tag in tags for name in ADDRESSES if tag.get(name)]
        self.links = [(str(tag["href"]), _shown(tag)) for tag in page.select("a[href]") if tag["href"]]
        self.images = [str(tag["src"]) for tag in page.select("img[src]") if tag["src"]]
        self.text = _shown(page)


def _shown(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


class Source:
    """The source text of a project, without the backslash escapes of reST and Markdown."""

    SUFFIXES = frozenset(".rst .md .txt .inc .ipynb .po .py .html .yml .yaml .toml .csv .json".split())

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.suffix in self.SUFFIXES and path.is_file())
        self.raw = "\n".join(map(_text_of, files))
        self.text = unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", self.raw))

    def wrote(self, *forms: str) -> bool:
        """Return whether the text contains one of these forms of a URL."""
        return any(form in self.text or form in self.raw for form in forms if form)

    def has_attribute(self, value: str) -> bool:
        """Return whether the source contains this quoted attribute value, in HTML or in a template's option."""
        return any(f"{mark}{value}{mark}" in self.raw for mark in "\"'")


def _text_of(path: Path) -> str:
    text = path.read_text("utf-8", errors="replace")
    return re.sub(r'"\r?\n"', "", text) if path.suffix == ".po" else text


def differences(plain: Path, built: Path, source: Source | None = None) -> Iterator[Difference]:
    """Yield the differences between two directories of HTML."""
    clean = True
    for path in sorted(plain.rglob("*.html")):
        name = path.relative_to(plain).as_posix()
        if not (built / name).exists():
            yield Difference(name, "lost", "the page")
            continue
        one, two = (folder.joinpath(name).read_text("utf-8") for folder in (plain, built))
        before, after = Page(one), Page(two.replace(*_DIRECTION))
        if one != two:
            clean = False
            found = list(page_differences(before, after, source))
            yield from (Difference(name, *each) for each in [*found, *_elsewhere(one, two, found)])
        yield from (Difference(name, *each) for each in _not_ascii(before, after, source))
    if _bytes(plain / "objects.inv") != _bytes(built / "objects.inv"):
        yield Difference("objects.inv", "bytes", "differs")
    if clean and _bytes(plain / "searchindex.js") != _bytes(built / "searchindex.js"):
        yield Difference("searchindex.js", "bytes", "differs, though no link does")


def count(plain: Path, built: Path) -> tuple[int, int]:
    """Return the number of pages, and the number of equal ones."""
    pages = [path.relative_to(plain) for path in plain.rglob("*.html")]
    return len(pages), sum(_bytes(plain / page) == _bytes(built / page) for page in pages)


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _not_ascii(before: Page, after: Page, source: Source | None) -> Iterator[tuple[str, str]]:
    """Yield non-ASCII URLs, marked if they are from raw HTML and templates or resolved by Sphinx itself."""
    plain = set(before.addresses)
    for name, value in dict.fromkeys(after.addresses):
        if value.isascii():
            continue
        if source is not None and source.has_attribute(value):
            yield "raw", f"{name}={value}"
        elif (name, value) in plain and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", value):
            yield "of Sphinx", f"{name}={value}"
        else:
            yield "not ASCII", f"{name}={value}"


def _elsewhere(one: str, two: str, found: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the differences outside of the links or in their tags."""
    if any(what == "text" for what, _ in found):
        return
    one, two = (_TAG.sub(_same_tag, html) for html in (one, two))
    if found:
        one, two = (unescape(_LINK.sub("", html)) for html in (one, two))
    elif one.replace(*_DIRECTION) == two.replace(*_DIRECTION) != two:
        yield "direction", 'links have dir="ltr"'
        return
    if one != two:
        yield "bytes", _first_difference(one, two)


_DIRECTION = ('<a dir="ltr" ', "<a ")
_LINK = re.compile(r"</?(?:a|span)\b[^>]*>")  # docutils puts "@" and "." of email addresses into <span>
_TAG = re.compile(r"<(?:a|img)\b[^>]*>")
_ADDRESS = re.compile(r'(\b(?:href|src)=")([^"]*)')


def _same_tag(tag: re.Match[str]) -> str:
    return _ADDRESS.sub(lambda found: found[1] + same_address(unescape(found[2])), tag[0])


def page_differences(plain: Page, other: Page, source: Source | None = None) -> Iterator[tuple[str, str]]:
    """Yield the differences in the links (in order), the images and the text of two pages."""
    before = [(same_address(href), text) for href, text in plain.links]
    after = [(same_address(href), text) for href, text in other.links]
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from _changes(before[i1:i2], after[j1:j2], source)
    lost = Counter(map(same_address, plain.images)) - Counter(map(same_address, other.images))
    yield from (("image", address) for address in lost)
    if plain.text != other.text:
        yield "text", _first_difference(plain.text, other.text)


def _changes(before: list[Link], after: list[Link], source: Source | None) -> Iterator[tuple[str, str]]:
    """Pair the links of two ranges: by the same URL, or a longer, split or shorter one."""
    left = list(after)
    for address, text in before:
        same = next((link for link in left if link[0] == address), None)
        longer = next((link for link in left if link[0].startswith(address) and link != same), None)
        shorter = next((link for link in left if address.startswith(link[0])), None)
        if same:
            left.remove(same)
            yield "shown", f"{address}: {text!r} -> {same[1]!r}"
        elif longer:
            left.remove(longer)
            yield "longer" if _is_written(longer, source) else "grown", f"{address} -> {longer[0]}"
        elif apart := _apart(address, left):
            left = [link for link in left if link not in apart]
            yield "apart", f"{address} -> {' '.join(href for href, _ in apart)}"
        elif is_no_address(address, text):
            yield "no address", address
        elif shorter:
            left.remove(shorter)
            yield "cut", f"{address} -> {shorter[0]}"
        else:
            yield "lost", f"{address} ({text})"
    yield from (("more" if _is_written(link, source) else "invented", f"{link[0]} ({link[1]})") for link in left)


def _apart(address: str, links: list[Link]) -> list[Link]:
    """Return the links into which another build splits a plain link at markup or a quotation mark.

    Examples are ``[http://a.example](http://a.example)`` in reST, and ``'me@a.example'``.
    """
    quoted = next((link for link in links if _QUOTED.sub("mailto:", address) == link[0] != address), None)
    if quoted:
        return [quoted]
    pieces = _BETWEEN.split(address)
    found = [next((link for link in links if link[0] == piece), None) for piece in pieces]
    return [link for link in found if link] if len(pieces) > 1 and all(found) else []


_QUOTED = re.compile(r"\Amailto:(?:'|%22|%60)+")
_BETWEEN = re.compile(r"(?:\]|%5D)\((?=[a-z]+://)")


def _is_written(link: Link, source: Source | None) -> bool:
    """Return whether the source contains the URL of a link as shown, encoded or decoded."""
    address, text = link
    shown = text if same_address(text) == address or same_address(f"mailto:{text}") == address else ""
    return source is None or source.wrote(shown, address, unquote(address))


def same_address(address: str) -> str:
    """Return a normal form of a URL for comparison, repaired as by browsers, except for missing slashes."""
    if re.match(r"(?i)https?:(?!//)", address):
        return address
    if address.startswith("mailto:"):  # docutils and MyST write "@" as "%40" in HTML
        address = address.replace("%40", "@", 1)
    try:
        return to_uri(follow(as_path(address)).iri)
    except IRIError:
        return address


def is_no_address(address: str, text: str = "") -> bool:
    """Return whether a browser could not follow a link, because it is only a scheme, or a template.

    Also return True for a script, or an HTTP URL with user information, that is the text of its own link.
    """
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:/*", address):
        return True
    if re.match(r"(?i)(?:javascript|vbscript|data):", address) and text == address:
        return True
    try:
        parts = urlsplit(_SLASHES.sub("://", unquote(address), count=1))
        port = parts.port
    except ValueError:
        return True
    if parts.scheme not in ("http", "https"):
        return False
    hidden = "@" in parts.netloc and same_address(text) == address
    placeholder = re.search(r"[$%*<>{}\s]|\A(?:[('~]|[^@]*@[('~])", parts.netloc)
    return hidden or (port is None and not parts.hostname) or placeholder is not None


# WHATWG URL, "special authority ignore slashes state"
_SLASHES = re.compile(r":[/\\]+")


def _first_difference(one: str, two: str) -> str:
    at = next(
        (at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), min(len(one), len(two))
    )
    return f"{one[max(0, at - 30) : at + 50]!r} -> {two[max(0, at - 30) : at + 50]!r}"
