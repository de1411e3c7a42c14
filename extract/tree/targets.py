"""Whether a relative reference leads somewhere: a file of the project, and an anchor in it.

A target is resolved as the program that shows the page resolves it: GitHub, or the site generator whose settings are
beside the pages. What cannot be known counts as there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from posixpath import basename, commonprefix, dirname, join, normpath, splitext
from typing import Literal, NamedTuple, Protocol
from urllib.parse import quote, unquote

from extract.iri.tld import is_known_tld
from extract.text.regexes import re
from extract.tree.anchors import anchors_of, has_front_matter

Generator = Literal["", "mkdocs", "docusaurus", "sphinx", "other"]


class Site(NamedTuple):
    """The generator that makes pages of a folder, as its settings say; "" if there is none: GitHub shows the files."""

    generator: Generator = ""
    folder: str = ""  # of the pages, from the root of the project
    slugs: str | None = "github"  # a key of `SLUGGERS`; None: its settings name a function of their own


class Tree(Protocol):
    """The files of a project. Paths are relative to its root, with "/"; "" is the root."""

    is_repository: bool  # its root is that of a repository, which GitHub shows as "/"

    def names(self, folder: str) -> Mapping[str, bool] | None:
        """Return the names in a folder, and whether each is that of a folder; None if it is unknown."""
        ...

    def text(self, path: str) -> str | None:
        """Return the text of a file; None if it is unknown."""
        ...

    def is_ignored(self, path: str) -> bool:
        """Return whether ``.gitignore`` leaves the path out, so that a program may make it."""
        ...

    def others(self, name: str) -> list[str] | None:
        """Return the paths of all files of this name; None if there are too many files to know."""
        ...


class Missing(NamedTuple):
    """What a reference leads to is not there."""

    what: Literal["file", "case", "normalization", "anchor"]
    is_certain: bool
    near: str = ""  # what to write instead of the target, if there is one like it
    is_safe: bool = False  # it is certainly meant


# What a program fills in, or what is no path: "{{ url }}", "<%= x %>", "$DIR/a", "*.md", "\a", "a|b"
_NO_PATH = re.compile(
    r"[{}<>$*\\|\x00-\x1f\u200b-\u200f\ufeff]|%(?![0-9A-Fa-f]{2})|\.\.\.|://|\A(?:https?/|[(\[「（])|@|(?:tree|blob|raw|edit)/"
)
_WITH_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//")
# Issues and pull requests show their templates elsewhere; GitHub shows pages of a wiki elsewhere too.
_SHOWN_ELSEWHERE = re.compile(
    r"(?i)(?:\A|/)(?:\.?github/|\.gitlab/|docs/)?(?:issue|pull_request|merge_request|discussion)_template"
    r"|\.wiki(?:/|\Z)|(?:\A|/)(?:templates?|node_modules|vendor|third_party|fixtures?|testdata)/"
)
# What ends a path, or a target in Markdown or HTML, if it is written as it is.
_UNWRITTEN = re.compile(r"[%?#\s()<>\"'&\[\]`\\]")
_LONGEST = 2000  # no system has longer paths in use
_PAGES = (".md", ".markdown", ".mdx")
_FILES = re.compile(r"(?i)\.(?:md|markdown|mdx|rst|png|jpe?g|gif|svg|webp|pdf|txt|ipynb)\Z")
# A line of a file, a place in a PDF, a footnote, the top, a program's own: what makes it is not the page.
_NO_HEADING = re.compile(
    r"(?i)top|L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|(?:page|nameddest)=.*|(?:user-content-)?fn(?:ref)?\W?.*|[/!:~].*|.*=.*"
)
_COMMON = frozenset(("readme", "index", "license", "changelog", "contributing", "_index", "__init__"))


def missing(page: str, target: str, site: Site, tree: Tree, *, in_html: bool = False) -> Missing | None:
    """Return what is not there of what a target in a page leads to; None if it is there, or that is unknown."""
    if (
        not 0 < len(target) <= _LONGEST
        or _NO_PATH.search(target)
        or _WITH_SCHEME.match(target)
        or _SHOWN_ELSEWHERE.search(page)
    ):
        return None
    if _is_host(target):  # its scheme is missing, which is told
        return None
    reference = _Reference(page, target, site, tree, in_html)
    return reference.missing()


class _Reference:
    """A relative reference, and what is known about it."""

    def __init__(self, page: str, target: str, site: Site, tree: Tree, in_html: bool) -> None:
        self.page, self.target, self.site, self.tree, self.in_html = page, target, site, tree, in_html
        written, self.hash_sign, fragment = target.partition("#")
        self.written, self.question, self.query = written.partition("?")
        self.name = unquote(self.written, errors="strict") if _is_utf_8(self.written) else ""
        self.fragment = unquote(fragment)

    def missing(self) -> Missing | None:
        if (self.written and not self.name) or "\0" in self.name:
            return None
        if not self.name:
            return self._missing_anchor(self.page) if self.hash_sign else None
        path = self._path()
        if path is None:
            return None
        found = self._found(path)
        if found is None:
            return None
        if found != path:
            return self._unlike(found, path)
        if self.tree.names(path) is None and self._is_file(path):
            return self._missing_anchor(path)
        return None

    def _path(self) -> str | None:
        """Return the path from the root that the target names; None if it leads out, or is not known."""
        if self.name.startswith("/"):
            if self.site.generator or not self.tree.is_repository or self.in_html:
                return None
            path = normpath(self.name.lstrip("/") or ".")
        else:
            path = normpath(join(dirname(self.page), self.name))
        return None if path.startswith(("..", "/")) else path

    def _found(self, path: str) -> str | None:
        """Return the path if it is there, the one like it that is, "" if there is none, or None: it is unknown."""
        folder = ""
        for name in [] if path == "." else path.split("/"):
            names = self.tree.names(folder)
            if names is None:
                return None
            if name not in names:
                near = _alike(name, names)
                return (
                    join(folder, near, *path.split("/")[len(folder.split("/")) + 1 if folder else 1 :]) if near else ""
                )
            folder = join(folder, name)
            if not names[name] and folder != path:
                return None  # a symbolic link, or a file like a folder
        return path

    def _is_file(self, path: str) -> bool:
        names = self.tree.names(dirname(path))
        return names is not None and names.get(basename(path)) is False

    def _unlike(self, found: str, path: str) -> Missing | None:
        """Return what differs, or that nothing is there."""
        certain = self._is_certain(path)
        if certain is None:
            return None
        if found:
            near = self._written_as(found)
            return Missing("normalization" if _same(found, path) else "case", certain, near, is_safe=True)
        near = self._moved(path)
        return Missing("file", certain and not self.tree.is_ignored(path), self._written_as(near) if near else "")

    def _is_certain(self, path: str) -> bool | None:
        """Return whether a missing file is a fault for certain; None: it may well be there."""
        generator = self.site.generator
        inside = not self.site.folder or self.page.startswith(f"{self.site.folder}/")
        if generator in ("", "mkdocs", "docusaurus", "sphinx") and not (generator and inside):
            text = self.tree.text(self.page)
            return None if text is not None and has_front_matter(text) and not generator else not generator
        if self.in_html or self.query:
            return None
        if generator in ("mkdocs", "docusaurus"):
            if not _FILES.search(path):
                return None
            return generator == "mkdocs" or not self._is_from_above()
        return False

    def _is_from_above(self) -> bool:
        """Return whether Docusaurus finds it from the folder of the pages, or one between."""
        folder = dirname(self.page)
        while folder != self.site.folder and folder:
            folder = dirname(folder)
            if self._found(normpath(join(folder, self.name))) == normpath(join(folder, self.name)):
                return True
        return False

    def _moved(self, path: str) -> str:
        """Return the path of the file that is meant: here with another suffix, else the only one of its name."""
        stem, suffix = splitext(basename(path))
        names = self.tree.names(dirname(path)) or {}
        here = [name for name, is_folder in names.items() if not is_folder and splitext(name)[0] == stem]
        pages = [name for name in here if name.endswith((*_PAGES, ".rst", ".html"))]
        if len(pages) == 1 and suffix in ("", ".html", ".htm", ".md", ".rst", ".markdown", ".mdx"):
            return join(dirname(path), pages[0])
        if stem.lower() in _COMMON or not suffix:
            return ""
        others = [one for one in self.tree.others(basename(path)) or () if one != self.page]
        return others[0] if len(others) == 1 else ""

    def _written_as(self, path: str) -> str:
        """Return a path as it is written in the page, relative to it, with the query and the fragment."""
        steps, here = path.split("/"), dirname(self.page).split("/") if dirname(self.page) else []
        while steps[:-1] and here and steps[0] == here[0]:
            steps, here = steps[1:], here[1:]
        relative = "/".join([".."] * len(here) + steps)
        relative = _UNWRITTEN.sub(lambda match: quote(match[0]), relative)
        is_dotted = self.written.startswith("./") or _WITH_SCHEME.match(relative)
        dot = "./" if is_dotted and not relative.startswith(".") else ""
        return f"{dot}{relative}{self.target[len(self.written) :]}"

    def _missing_anchor(self, path: str) -> Missing | None:
        """Return whether the page has no such anchor."""
        name = self.fragment
        if not name or _NO_HEADING.fullmatch(name) or not path.endswith(_PAGES) or self.query:
            return None
        text = self.tree.text(path)
        if text is None or self.site.slugs is None:
            return None
        anchors = _known(text, self.site.slugs)
        if _folded(name.removeprefix("user-content-")) in anchors.folded:
            return None
        is_known = self.site.generator in ("", "mkdocs", "docusaurus")
        if not (is_known and anchors.are_all) or (has_front_matter(text) and not self.site.generator):
            return Missing("anchor", False)
        near = _nearest(name, anchors.names)
        written = f"{self.target[: self.target.index('#')]}#{near}" if near else ""
        return Missing("anchor", bool(near), written)


class _Known(NamedTuple):
    names: list[str]  # of the anchors, sorted
    folded: frozenset[str]  # letters in another case or form lead to an anchor too, or may
    are_all: bool


@lru_cache(maxsize=32)  # many links lead to one page
def _known(text: str, program: str) -> _Known:
    anchors = anchors_of(text)
    names = anchors.of(program)
    return _Known(sorted(names), frozenset(map(_folded, names)), anchors.are_all)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).lower()


# Endings of files that are top-level domains too.
_SUFFIXES = frozenset("md py rs sh pl cc mk so in ml mm ps st sc cs pm vi tf zip mov app cpp".split())


def _is_host(target: str) -> bool:
    """Return whether a target begins with the name of a host rather than of a file or folder."""
    name, slash, _ = target.partition("/")
    stem, dot, ending = name.rpartition(".")
    return bool(stem and dot) and is_known_tld(ending) and (bool(slash) or ending not in _SUFFIXES)


def _is_utf_8(written: str) -> bool:
    try:
        unquote(written, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def _same(one: str, other: str) -> bool:
    return unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


def _alike(name: str, names: Mapping[str, bool]) -> str:
    """Return the name that differs only in normalization, or only in case."""
    for same in (_same, lambda one, other: _same(one.casefold(), other.casefold())):
        found = [known for known in names if same(known, name)]
        if len(found) == 1:
            return found[0]
    return ""


_EDITS, _LENGTH_FOR_EDIT = 2, 3
_LONGEST_NAME, _MOST_NAMES = 100, 200  # that are compared


def _nearest(name: str, known: list[str]) -> str:
    """Return the only anchor that differs in one or two characters of many."""
    if len(name) > _LONGEST_NAME or len(known) > _MOST_NAMES:
        return ""
    most = min(_EDITS, len(name) // _LENGTH_FOR_EDIT)
    alike = (one for one in known if abs(len(one) - len(name)) <= most and _differ(name, one, most))
    found = list(islice(alike, 2))
    return found[0] if len(found) == 1 else ""


def _differ(one: str, other: str, most: int) -> bool:
    """Return whether two texts differ in so few characters that are added, removed or replaced."""
    same = len(commonprefix([one, other]))
    one, other = one[same:], other[same:]
    if not (one and other and most):
        return len(one) + len(other) <= most
    return any(_differ(one[a:], other[b:], most - 1) for a, b in ((1, 1), (1, 0), (0, 1)))
