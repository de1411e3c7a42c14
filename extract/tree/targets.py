"""Whether a relative reference leads somewhere: a file of the project, and an anchor in it.

A target is resolved as the program that shows the page resolves it: GitHub, or the site generator whose settings are
beside the pages. What cannot be known counts as there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from posixpath import basename, commonprefix, dirname, join, normpath, relpath, splitext
from typing import Literal, NamedTuple, Protocol
from urllib.parse import quote, unquote

from extract.iri.tld import is_known_tld
from extract.text.regexes import re
from extract.tree.anchors import Anchors, anchors_of, anchors_of_asciidoc, has_front_matter
from extract.tree.slugs import SLUGGERS

Generator = Literal["", "docusaurus", "hugo", "jekyll", "mdbook", "mkdocs", "sphinx", "vitepress", "vuepress", "other"]
# Those that look for pages and images where the page is, as it is written.
_PLAIN = frozenset(("docusaurus", "mdbook", "mkdocs", "vitepress", "vuepress"))
# Their pages may have components, which make anchors that the source does not show.
_WITH_COMPONENTS = frozenset(("docusaurus", "vitepress", "vuepress"))
# What a target leads to, if its markup says so: a document or label of Sphinx, a file that is copied, shown or
# included, or an anchor or page of AsciiDoc.
LeadsTo = Literal["", "doc", "download", "image", "include", "ref", "xref"]


class Site(NamedTuple):
    """The generator that makes pages of a folder, as its settings say; "" if there is none: GitHub shows the files."""

    generator: Generator = ""
    folder: str = ""  # of the pages, from the root of the project
    slugs: str | None = "github"  # a key of `SLUGGERS`; None: its settings name a function of their own
    settings: str = ""  # the text of Sphinx' conf.py, or of a file that names plugins which may make pages
    copied: tuple[str, ...] = ()  # folders from the root of the project whose files are at the root of the site


class Tree(Protocol):
    """The files of a project. Paths are relative to its root, with "/"; "" is the root."""

    is_repository: bool  # its root is that of a repository, which GitHub shows as "/"

    def names(self, folder: str) -> Mapping[str, bool] | None:
        """Return the names in a folder, and whether each is that of a folder; None if it is unknown."""

    def text(self, path: str) -> str | None:
        """Return the text of a file; None if it is unknown."""

    def is_ignored(self, path: str) -> bool:
        """Return whether ``.gitignore`` leaves the path out, so that a program may make it."""

    def is_named(self, name: str) -> bool:
        """Return whether a script or workflow names a file, so that it may make it."""

    def alike(self, folder: str, name: str) -> Sequence[str]:
        """Return the names in a folder that are the same when `folded`."""

    def of_stem(self, folder: str, stem: str) -> Sequence[str]:
        """Return the names in a folder that are the same without their suffix when `folded`."""

    def others(self, name: str) -> list[str] | None:
        """Return the paths of all files of this name; None if there are too many files to know."""

    def labels(self, folder: str, suffixes: tuple[str, ...]) -> frozenset[str] | None:
        """Return the labels in all documents with these suffixes below a folder; None if they are unknown."""

    def has_page(self, name: str) -> bool:
        """Return whether a page, another file or a folder may have this name in an address."""


class Missing(NamedTuple):
    """What a reference leads to is not there."""

    what: Literal["file", "case", "normalization", "anchor", "label"]
    is_certain: bool
    near: str = ""  # what to write instead of the target, if there is one like it
    is_safe: bool = False  # it is certainly meant


# What a program fills in, or what is no path: "{{ url }}", "<%= x %>", "$DIR/a", "*.md", "\a", "a|b"
_NO_PATH = re.compile(
    r"[{}<>$*\\|\x00-\x1f\u200b-\u200f\ufeff]|%(?![0-9A-Fa-f]{2})|\.\.\.|://|\A(?:https?/|[(\[「（])|@|(?:tree|blob|raw|edit)/"
)
_WITH_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//")
# Issues and pull requests show their templates elsewhere, pages what they include, and GitHub pages of a wiki. Hidden
# pages are for programs.
_SHOWN_ELSEWHERE = re.compile(
    "(?i)"
    + "|".join(
        (
            r"(?:\A|/)(?:\.?github/|\.gitlab/|docs/)?(?:issue|pull_request|merge_request|discussion)_template",
            r"\.wiki(?:/|\Z)",
            r"(?:\A|/)(?:template\.|(?:templates?|node_modules|vendor|third_party|fixtures?|testdata)/)",
            r"(?:\A|/)_?(?:partial|include|snippet)s?/",
            r"(?:\A|/)\.(?!github/)|(?:\A|/)tests?/(?!(?:.*/)?readme\.)",
        )
    )
)
# What ends a path, or a target in Markdown or HTML, if it is written as it is.
_UNWRITTEN = re.compile(r"[%?#\s()<>\"'&\[\]`\\]")
_MOST_ABOVE = 16  # folders
_LONGEST = 2000  # no system has longer paths in use
MARKDOWN = (".md", ".markdown", ".mdx", ".myst")
_ASCIIDOC = (".adoc", ".asciidoc")
_PAGES = (*MARKDOWN, *_ASCIIDOC, ".html", ".htm")
SOURCES = (".rst", ".md", ".ipynb", ".txt", ".myst")  # of Sphinx, one or more of them
_READS_MARKDOWN = re.compile(r"myst|recommonmark|m2r|markdown")
_EXTRA_PATH = re.compile(r"(?m)^html_extra_path\s*\+?=\s*[\[(]([^\])]*)")
_ANTORA = re.compile(r"(?:.*/)?modules/[^/]+(?=/)")  # Antora, "Standard File and Directory Set"
_QUOTED = re.compile(r"[\"']([^\"'\n]+)[\"']")
# Labels of other projects, and of each heading.
_OTHER_LABELS = re.compile(r"intersphinx|autosectionlabel|gallery|nbsphinx|autoapi|breathe")
_LABEL_OF_MYST = re.compile(r"(?m)^\([^()\n]+\)=$")
_NUMBER = re.compile(r"\d+[ \t]*[-_.]+[ \t]*")  # Docusaurus, "Using number prefixes"
_SUFFIX = re.compile(r"(?i)\.(?!html?\Z)[a-z]\w{1,9}\Z")
_FILES = re.compile(r"(?i)\.(?:adoc|md|markdown|mdx|rst|png|jpe?g|gif|svg|webp|pdf|txt|ipynb)\Z")
# A line of a file, a place in a PDF, a footnote, the top, a program's own: what makes it is not the page. Pages copied
# from Google Docs have "#heading=h.…", which leads nowhere.
_NO_HEADING = re.compile(
    r"(?i)top|L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|(?:page|nameddest)=.*|(?:user-content-)?fn(?:ref)?\W?.*|[/!:~].*|(?!heading=h\.).*=.*"
)
_README = re.compile(r"(?i)(?:\A|/)readme\.(?:md|markdown)\Z")
_COMMON = frozenset(("readme", "index", "license", "changelog", "contributing", "_index", "__init__"))


class Reference(NamedTuple):
    """A relative reference of a page, and how its markup says what it leads to."""

    target: str
    in_html: bool = False  # in an attribute of HTML, which a site generator leaves as it is
    leads_to: LeadsTo = ""


def missing(page: str, reference: Reference, site: Site, tree: Tree) -> Missing | None:
    """Return what is not there of what a reference in a page leads to; None if it is there, or that is unknown."""
    target = reference.target
    if (
        not 0 < len(target) <= _LONGEST
        or _NO_PATH.search(target)
        or _WITH_SCHEME.match(target)
        or (_SHOWN_ELSEWHERE.search(page) and not _is_from_module(page, reference))
    ):
        return None
    if not reference.leads_to and _is_host(target):  # its scheme is missing, which is told
        return None
    return _Reference(page, reference, site, tree).missing()


def _is_from_module(page: str, reference: Reference) -> bool:
    """Return whether Antora resolves a reference from its module, wherever the page is shown."""
    is_resource = reference.leads_to in ("xref", "image") and not reference.target.startswith(("#", "./"))
    return is_resource and _ANTORA.match(page) is not None


def completions(page: str, begun: str, site: Site, tree: Tree) -> list[str]:
    """Return what may follow the last "/" or "#" of a relative reference: names in the folder, or anchors."""
    written, hash_sign, _ = begun.partition("#")
    folder = written if hash_sign else written.rpartition("/")[0]
    path = normpath(join(dirname(page), _unquoted(folder))) if folder else dirname(page)
    if hash_sign:
        text = tree.text(path if folder else page)
        return _known(text, site.slugs)[1] if text is not None and site.slugs else []
    names = {} if path.startswith(("..", "/")) else tree.names("" if path == "." else path) or {}
    return sorted(_UNWRITTEN.sub(lambda match: quote(match[0]), name) + "/" * names[name] for name in names)


class _Reference:
    """A relative reference, and what is known about it."""

    def __init__(self, page: str, reference: Reference, site: Site, tree: Tree) -> None:
        self.target, self.in_html, self.leads_to = reference
        # Asciidoctor, "Cross References": without "#", a suffix or a folder it is an ID.
        if self.leads_to == "xref" and not re.search(r"[#/]|\.(?:adoc|asciidoc)\Z", self.target):
            self.target = f"#{self.target}"
        is_markdown = page.lower().endswith(MARKDOWN)
        if is_markdown and site.generator == "sphinx" and not _READS_MARKDOWN.search(site.settings):
            site = Site()
        self.page, self.site, self.tree, self.is_markdown = page, site, tree, is_markdown
        written, self.hash_sign, fragment = self.target.partition("#")
        self.written, self.question, self.query = written.partition("?")
        self.name = self.written if self.leads_to else _unquoted(self.written)
        self.fragment = unquote(fragment)

    @property
    def text(self) -> str | None:
        """The text of the page."""
        return self.tree.text(self.page)

    def missing(self) -> Missing | None:
        if (self.written and not self.name) or "\0" in self.name:
            return None
        if self.leads_to == "ref":
            return self._missing_label(self.target)
        if not self.name:
            return self._missing_anchor(self.page) if self.hash_sign else None
        there = ""
        looked: dict[str, _Found | None] = {}
        for path in self._paths():
            looked[path] = found = self._found(path)
            if found is not None and found.is_exact:
                there = found.path
                break
        if self._is_file(there):
            return self._missing_anchor(there)
        if not looked or None in looked.values() or (there and self.leads_to != "doc") or self._is_extra():
            return None
        path, like = next(iter(looked.items()))
        return self._unlike(like.path if like and not there else "", path)

    def _paths(self) -> Iterator[str]:
        """Yield the paths from the root that the target may name, the likeliest first; none if they are unknown."""
        for folder in self._folders():
            path = normpath(join(folder, self.name.lstrip("/") or "."))
            if self.leads_to == "doc" and not path.startswith(f"{self.site.folder}/"):  # Sphinx stays below its folder
                path = join(self.site.folder, re.sub(r"\A(?:\.\./)+", "", relpath(path, self.site.folder or ".")))
            if path.startswith(("..", "/")):
                if folder == dirname(self.page):
                    return
            elif self.site.generator == "sphinx" and self.leads_to in ("", "doc"):
                yield self._source(path)
            else:
                yield path
                if self.site.generator and not _FILES.search(path):
                    yield from self._pages(path)

    def _folders(self) -> Iterable[str]:
        """Return the folders where a program may look for the target, the likeliest first."""
        here, site = dirname(self.page), self.site
        is_root = self.name.startswith("/")
        if self.leads_to in ("doc", "download") and site.generator != "sphinx":
            return ()
        if self.leads_to == "image" and self.page.endswith(_ASCIIDOC) and ":imagesdir:" in (self.text or ""):
            return ()
        module = _ANTORA.match(self.page)
        if module and _is_from_module(self.page, Reference(self.target, self.in_html, self.leads_to)):
            families = ("images", "assets/images") if self.leads_to == "image" else ("pages",)
            return [*(join(module[0], family) for family in families), here]
        if self.page.endswith(_ASCIIDOC) and not is_root:
            return (here, *_above(here))  # of a page that includes this one
        if site.generator == "sphinx":
            from_root = (self.leads_to or self.is_markdown) and not self.in_html
            return (here,) if not is_root else (site.folder,) if from_root else ()
        if not site.generator:
            is_known = self.tree.is_repository and not self.in_html and not self.leads_to
            return (here,) if not is_root else ("",) if is_known else ()
        if is_root:
            return () if site.generator == "other" else (site.folder, *site.copied)
        folders = [here]
        if self.in_html or not _FILES.search(self.name):  # a browser resolves it, and the address may end with "/"
            folders.append(splitext(self.page)[0])
        if self.in_html and site.copied:  # such files are beside the page in the site
            inside = relpath(here or ".", site.folder or ".")
            folders += [normpath(join(copied, inside)) for copied in site.copied]
        if not self.name.startswith(".") and site.generator in ("docusaurus", "hugo", "jekyll", "other"):
            folders += [*_above(here), site.folder]
        return folders

    def _pages(self, path: str) -> Iterator[str]:
        """Yield the sources of the page that a generator may show at a path."""
        stem = re.sub(r"(?:\A|/)index\Z|/\Z", "", re.sub(r"\.html?\Z", "", path))
        for suffix in MARKDOWN if stem else ():
            yield f"{stem}{suffix}"
        for name in ("index", "README", "_index"):
            yield from (join(stem, f"{name}{suffix}") for suffix in MARKDOWN)

    def _source(self, path: str) -> str:
        """Return the path of the document that Sphinx calls so, or makes that page of; else the path."""
        stem, suffix = splitext(path)
        document = stem if suffix in (SOURCES if self.leads_to else (".html",)) else path
        names = self.tree.names(dirname(path)) or {}
        found = (f"{document}{suffix}" for suffix in SOURCES if f"{basename(document)}{suffix}" in names)
        return next(found, path)

    def _is_extra(self) -> bool:
        """Return whether Sphinx copies such a file to the pages (``html_extra_path``)."""
        extra = _EXTRA_PATH.search(self.site.settings)
        if self.leads_to or not extra:
            return False
        inside = normpath(join("/", dirname(self.page)[len(self.site.folder) :].lstrip("/"), self.name)).lstrip("/")
        found = (self._found(normpath(join(self.site.folder, path, inside))) for path in _QUOTED.findall(extra[1]))
        return any(one is not None and one.is_exact for one in found)

    def _found(self, path: str) -> _Found | None:
        """Return what is there at a path, or what is like it; None if it is unknown."""
        folder = ""
        steps = [] if path == "." else path.split("/")
        for number, step in enumerate(steps, 1):
            names = self.tree.names(folder)
            if names is None:
                return None
            name = step if step in names else self._numbered(step, names)
            if not name:
                near = self._alike(folder, step)
                return _Found(join(folder, near, *steps[number:]) if near else "", False)
            folder = join(folder, name)
            if not names[name] and number < len(steps):
                return None  # a symbolic link, or a file like a folder
        return _Found(folder or ".", True)

    def _numbered(self, name: str, names: Iterable[str]) -> str:
        """Return the name with a number before it, which Docusaurus leaves out."""
        if self.site.generator != "docusaurus":
            return ""
        return next((one for one in names if one.endswith(name) and _NUMBER.fullmatch(one[: -len(name)])), "")

    def _alike(self, folder: str, name: str) -> str:
        """Return the name in a folder that differs only in normalization, or only in case."""
        alike = self.tree.alike(folder, name)
        same = [known for known in alike if _same(known, name)] or alike
        return same[0] if len(same) == 1 else ""

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
        paths = [f"{path}{suffix}" for suffix in SOURCES] if self.leads_to == "doc" else [path]
        if any(map(self.tree.is_ignored, paths)):
            return None  # a program makes it
        near = self._moved(path)
        certain = certain and not (self._is_copied() or self._is_made(path))
        return Missing("file", certain, self._written_as(near) if near else "")

    def _is_copied(self) -> bool:
        """Return whether a page of the same name has such a file beside it: a program may copy this page there."""
        pages = () if _README.search(self.page) else self.tree.others(basename(self.page)) or ()
        paths = (normpath(join(dirname(page), self.name)) for page in islice(pages, _MOST_NAMES) if page != self.page)
        return any(self._is_file(path) for path in paths)

    def _is_made(self, path: str) -> bool:
        """Return whether a program may make a file: a script names it, or conf.py."""
        stem, suffix = splitext(basename(path))
        if not suffix:
            return re.search(rf"\b{re.escape(stem)}\b", self.site.settings) is not None
        return self.tree.is_named(stem if suffix == ".pdf" else basename(path))

    def _is_certain(self, path: str) -> bool | None:
        """Return whether a missing file is a fault for certain; None: it may well be there."""
        generator = self.site.generator
        if generator == "sphinx":
            return None if self.in_html or self.query else self._is_certain_in_sphinx(path)
        if not generator and not has_front_matter(self.text or ""):
            is_in_site = self.name.startswith("/") and path.partition("/")[0] not in (self.tree.names("") or ())
            is_file = self.leads_to != "include" and _SUFFIX.search(path) is not None  # and no address of a page
            return None if is_in_site else self.page.lower().endswith((*MARKDOWN, ".rst")) and is_file
        if not generator or self.query or self.name.startswith("/"):  # the site may be below a folder, or be several
            return None
        if not _FILES.search(path):
            if _SUFFIX.search(path) or generator in ("mdbook", "vitepress", "vuepress"):
                return False
            if self._is_label_of_myst():
                return None
            return None if splitext(path)[1] or self.tree.has_page(basename(path)) else False
        if self.in_html or self.leads_to == "include" or "/i18n/" in f"/{self.page}":
            return False
        if self._is_outside(path):
            return False
        if generator == "other" and _README.search(self.page):
            return True  # GitHub shows it
        return generator in _PLAIN or (not self.site.settings and self.tree.others(basename(path)) == [])

    def _is_label_of_myst(self) -> bool:
        """Return whether a page with labels of MyST leads to one, which is found without "#" as well."""
        has_labels = self.site.generator == "other" and _LABEL_OF_MYST.search(self.text or "")
        return bool(has_labels) and label(self.name) in (self.tree.labels(self.site.folder, MARKDOWN) or ())

    def _is_outside(self, path: str) -> bool:
        """Return whether a folder outside of the site is not there either: the site may be one part of a larger one."""
        is_inside = f"{path}/".startswith(f"{self.site.folder}/") or not self.site.folder
        return not is_inside and self.tree.names(dirname(path)) is None

    def _is_certain_in_sphinx(self, path: str) -> bool | None:
        """Return whether nothing may make a file that is missing: its folder is there."""
        is_known = self.is_markdown or self.leads_to != ""
        if not (self.leads_to or _FILES.search(path) or (not is_known and path.endswith(".html"))):
            return None  # it may be the name of a place, or a directive's own
        has_folder = self.tree.names(dirname(path)) is not None
        return None if not (is_known or has_folder) else is_known and has_folder

    def _moved(self, path: str) -> str:
        """Return the path of the file that is meant: here with another suffix, else the only one of its name."""
        stem, suffix = splitext(basename(path))
        names = self.tree.names(dirname(path)) or {}
        here = (name for name in self.tree.of_stem(dirname(path), stem) if not names[name])
        pages = [name for name in here if name.endswith((*_PAGES, ".rst"))]
        if len(pages) == 1 and suffix in ("", ".html", ".htm", ".md", ".rst", ".markdown", ".mdx"):
            return join(dirname(path), pages[0])
        if stem.lower() in _COMMON or not (suffix or self.leads_to == "doc"):
            return ""
        names_elsewhere = [f"{basename(path)}{added}" for added in (SOURCES if self.leads_to == "doc" else ("",))]
        found = (one for name in names_elsewhere for one in self.tree.others(name) or ())
        others = [one for one in found if one != self.page and one.startswith(self.site.folder)]
        return others[0] if len(others) == 1 else ""

    def _written_as(self, path: str) -> str:
        """Return a path as it is written in the page, relative to it, with the query and the fragment."""
        steps, here = path.split("/"), dirname(self.page).split("/") if dirname(self.page) else []
        while steps[:-1] and here and steps[0] == here[0]:
            steps, here = steps[1:], here[1:]
        relative = "/".join([".."] * len(here) + steps)
        if self.leads_to == "doc":
            relative = splitext(relative)[0]
        if not self.leads_to:
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
        slugs = "asciidoctor" if path.endswith(_ASCIIDOC) else self.site.slugs
        if text is None or (self.in_html and "ALL-CONTRIBUTORS-" in text):  # links to nothing
            return None
        anchors, names, known = _known(text, slugs or "github")
        name = name.removeprefix("user-content-")
        may_add = anchors.includes and self.site.generator not in _WITH_COMPONENTS
        if may_add or _folded(name) in known:
            return None
        if self.site.generator == "sphinx" and path == self.page:
            return self._missing_label(name, names)
        if slugs == "asciidoctor":  # another page may include this one
            labels = self.tree.labels("", _ASCIIDOC)
            return None if labels is None or label(name) in labels else Missing("anchor", False)
        is_elsewhere = _folded(name) in _of_any(text)
        if is_elsewhere and (slugs is None or not (self.site.generator or _README.search(path))):
            return None  # another program shows the pages
        if slugs is None:
            labels = self.tree.labels(self.site.folder, SOURCES)
            return None if labels is None or label(name) in labels else Missing("anchor", False)
        is_known = self.site.generator not in ("other", "sphinx") and path.endswith(MARKDOWN)
        are_all = self.site.generator not in _WITH_COMPONENTS or (anchors.are_all and not anchors.includes)
        is_part = self.site.generator and any(_folded(name) in one for one in known)  # as without an icon
        is_certain = is_known and are_all and not (is_elsewhere or is_part)
        if has_front_matter(text) and not self.site.generator:
            is_certain = False
        return self._without("anchor", "" if is_elsewhere else _nearest(name, names), is_certain=is_certain)

    def _missing_label(self, name: str, here: Collection[str] = ()) -> Missing | None:
        """Return whether no document of Sphinx has such a label (Sphinx, "Cross-referencing arbitrary locations")."""
        if self.site.generator != "sphinx":
            return None
        labels = self.tree.labels(self.site.folder, SOURCES)
        if labels and label(name) in labels:
            return None
        near = _nearest(name, here) or _nearest(name, labels or ())
        is_known = labels is not None and not _OTHER_LABELS.search(self.site.settings)
        if not (is_known or near):
            return None
        return self._without("label", near, is_certain=is_known and bool(near))

    def _without(self, what: Literal["anchor", "label"], near: str, *, is_certain: bool) -> Missing:
        """Return that there is no such place, and which one is near."""
        before, hash_sign, _ = self.target.rpartition("#")
        return Missing(what, is_certain, f"{before}{hash_sign}{near}" if near else "")


def _above(folder: str) -> list[str]:
    """Return the folders above, as far as links usually lead."""
    steps = folder.split("/")
    return ["/".join(steps[:number]) for number in range(max(0, len(steps) - _MOST_ABOVE), len(steps))]


def label(name: str) -> str:
    """Return a label in the form in which Sphinx compares it."""
    return " ".join(name.lower().split())


class _Found(NamedTuple):
    path: str  # what is there or like it; ""
    is_exact: bool


@lru_cache(maxsize=32)  # many links lead to one page
def _read(text: str, is_asciidoc: bool) -> Anchors:
    return anchors_of_asciidoc(text) if is_asciidoc else anchors_of(text)


@lru_cache(maxsize=32)
def _known(text: str, program: str) -> tuple[Anchors, list[str], frozenset[str]]:
    """Return the anchors of a page, and their names in a program, sorted, and folded.

    Letters in another case or form lead to an anchor too, or may.
    """
    anchors = _read(text, program == "asciidoctor")
    names = anchors.of(program)
    if program == "asciidoctor":
        names |= anchors.of("github")  # which GitHub shows
    return anchors, sorted(names), frozenset(map(_folded, names))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).lower()


@lru_cache(maxsize=32)
def _of_any(text: str) -> frozenset[str]:
    """Return the anchors that any program makes of a page of Markdown, folded."""
    anchors = _read(text, False)
    return frozenset(_folded(name) for program in SLUGGERS for name in anchors.of(program))


# Endings of files that are top-level domains too.
_SUFFIXES = frozenset("md py rs sh pl cc mk so in ml mm ps st sc cs pm vi tf zip mov app cpp".split())


def _is_host(target: str) -> bool:
    """Return whether a target begins with the name of a host rather than of a file or folder."""
    name, slash, _ = target.partition("/")
    stem, dot, ending = name.rpartition(".")
    return bool(stem and dot) and is_known_tld(ending) and (bool(slash) or ending not in _SUFFIXES)


def _unquoted(written: str) -> str:
    """Return a path without percent-encoding, or "" if that is not UTF-8."""
    try:
        return unquote(written, errors="strict")
    except UnicodeDecodeError:
        return ""


def folded(name: str) -> str:
    """Return a name in the form in which those that differ only in normalization or case are the same."""
    return unicodedata.normalize("NFC", name.casefold())


def folded_stem(name: str) -> str:
    """Return a name without its suffix, `folded`."""
    return folded(splitext(name)[0])


def _same(one: str, other: str) -> bool:
    return unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


_MARKS = re.compile(r"[\W_]+")
_EDITS, _LENGTH_FOR_EDIT = 2, 3
_LONGEST_NAME, _MOST_NAMES = 100, 200  # that are compared


def _nearest(name: str, known: Collection[str]) -> str:
    """Return the only anchor that differs in its marks, or in one or two characters of many."""
    if len(name) > _LONGEST_NAME or len(known) > _MOST_NAMES:
        return ""
    same = [one for one in known if _MARKS.sub("", one) == _MARKS.sub("", name)]
    if len(same) == 1:
        return same[0]
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
