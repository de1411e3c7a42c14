"""The files of a project around a page, read by `Near`, and the site generator that makes pages of them."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from posixpath import dirname, join, normpath

from extract.cli.ignored import Ignored
from extract.cli.patterns import LEFT_OUT
from extract.files.near import Near, ProjectFolder
from extract.text.regexes import re
from extract.tree.anchors import labels_of, names_of
from extract.tree.targets import MARKDOWN, Missing, Reference, Site, completions, folded, folded_stem, label, missing

_MOST_FOLDERS = 2000  # in which a file is looked for by its name
_MOST_SCRIPTS = 300
_DOCUSAURUS = re.compile(r"docusaurus\.config\.[cm]?[jt]s")
# Settings of site generators: the folder of the pages, their slugs, and folders that are copied to the root.
_HUGO = Site("hugo", "content", "hugo", copied=("static", "assets"))
_GENERATORS = {
    ".vitepress": Site("vitepress", "", "vitepress", copied=("public",)),
    ".vuepress": Site("vuepress", "", "vitepress", copied=(".vuepress/public",)),
    "hugo.toml": _HUGO,
    "hugo.yaml": _HUGO,
    "hugo.json": _HUGO,
    "archetypes": _HUGO,
    "_config.yml": Site("jekyll", "", "github"),
}
# Settings of generators whose rules for links are not known here.
_OTHERS = frozenset(
    "_config.yaml config.toml book.json SUMMARY.md _sidebar.md scaffolds make.jl"
    " gatsby-config.js gatsby-config.ts next.config.js next.config.mjs next.config.ts"
    " nuxt.config.js nuxt.config.ts astro.config.mjs astro.config.ts svelte.config.js .eleventy.js eleventy.config.js"
    " _quarto.yml antora.yml mint.json docs.json myst.yml _toc.yml zensical.toml docfx.json typedoc.json".split()
)
_MAKES_PAGES = re.compile(r"(?m)^[ \t]*-[ \t]*(?:i18n|gen-files|monorepo|multirepo)\b")  # plugins of MkDocs
_LABELS_OF_SPHINX = ("genindex", "modindex", "search", "py-modindex")
_FIRST_PAGE = re.compile(r"(?:index|contents|main|master)\.(?:rst|md|txt|ipynb|myst)")  # Sphinx, root_doc
_SRC = re.compile(r"(?m)^src[ \t]*=[ \t]*[\"']([^\"']+)")  # mdBook, "General metadata"
_SPARSE = re.compile(r"(?im)^\s*sparseCheckout\s*=\s*true")
# What may make, copy or fetch files: scripts, also of another language in a folder of theirs, and workflows.
_BUILDS = r"(?:gnu)?makefile|justfile|rakefile|dockerfile|noxfile\.py|conf\.py|package\.json|cmakelists\.txt"
_SCRIPT = re.compile(
    "(?i)"
    + "|".join(
        (
            rf"(?:.*/)?(?:{_BUILDS}|[^/]*\.(?:sh|bash|mk|bat|ps1|cmake))",
            r"(?:.*/)?(?:taskfile|\.gitlab-ci|\.travis|\.readthedocs|azure-pipelines)\.ya?ml|\.github/.*\.ya?ml",
            r"(?:.*/)?docs?/[^/]*\.(?:py|r|jl)",
            r"(?:.*/)?(?:scripts?|tools?|ci)/[^/]*\.(?:py|[cm]?[jt]s|rb|r|jl|go)",
        )
    )
)
_DOCS_DIR = re.compile(r"(?m)^docs_dir[ \t]*:[ \t]*[\"']?([^\"'#\s]+)")


def _placed(site: Site, folder: str) -> Site:
    """Return a site whose folders are below this one."""
    return site._replace(folder=_joined(folder, site.folder), copied=tuple(_joined(folder, one) for one in site.copied))


def _joined(folder: str, path: str) -> str:
    path = normpath(join(folder, path))
    return "" if path == "." else path


class ProjectTree:
    """A `Tree` on the disk."""

    def __init__(self, near: Near, root: str, roots: tuple[str, ...]) -> None:
        self._near, self._root, self._roots = near, root, roots
        self.is_repository = os.path.lexists(os.path.join(root, ".git"))
        self._texts: dict[str, str | None] = {}
        self._sites: dict[str, Site | None] = {}

    def _place(self, folder: str) -> ProjectFolder:
        return ProjectFolder(os.path.join(self._root, *folder.split("/")) if folder else self._root, self._roots)

    def _on_disk(self, path: str) -> tuple[str, ProjectFolder]:
        folder, _, name = path.rpartition("/")
        place = self._place(folder)
        return os.path.join(place.folder, name), place

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - there is one tree for a project, and all are forgotten together
    def names(self, folder: str) -> Mapping[str, bool] | None:
        """Return the names in a folder; None if it is unknown, or that of a repository inside this one."""
        try:
            found = self._near.names(self._place(folder))
        except (OSError, ValueError):  # also of a name that no file may have
            return None
        return None if folder and (not found or ".git" in found) else found

    def alike(self, folder: str, name: str) -> Sequence[str]:
        """Return the names in a folder that are the same when folded."""
        return self._by(folder, folded).get(folded(name), [])

    def of_stem(self, folder: str, stem: str) -> Sequence[str]:
        """Return the names in a folder that are the same without their suffix when folded."""
        return self._by(folder, folded_stem).get(folded(stem), [])

    @functools.lru_cache(maxsize=1024)  # noqa: B019
    def _by(self, folder: str, form: Callable[[str], str]) -> dict[str, list[str]]:
        """Return the names in a folder by their form."""
        names: dict[str, list[str]] = {}
        for known in self.names(folder) or ():
            names.setdefault(form(known), []).append(known)
        return names

    def text(self, path: str) -> str | None:
        """Return the text of a file."""
        if path not in self._texts:
            try:
                data = self._near.read(*self._on_disk(path))
                self._texts[path] = None if data is None else data.decode("utf-8")
            except (OSError, ValueError):
                self._texts[path] = None
        return self._texts[path]

    def completions(self, page: str, begun: str) -> list[str]:
        """Return what may follow in a relative reference of a page, whose path is absolute."""
        path = self._relative(page)
        return completions(path, begun, self.site(path.rpartition("/")[0]), self) if path else []

    def edit(self, page: str, text: str) -> None:
        """Replace the text of a page, whose path is absolute, as long as the tree is known."""
        path = self._relative(page)
        if self._texts.get(path) != text:
            self._texts[path] = text
            self.__dict__.pop("_page_names", None)
            ProjectTree.labels.cache_clear()
            ProjectTree.missing.cache_clear()

    @functools.cached_property
    def _ignored(self) -> Ignored:
        return Ignored(self._root, lambda _error: None)

    def is_ignored(self, path: str) -> bool:
        """Return whether ``.gitignore`` leaves a path out."""
        folders = (path[:end] for end, mark in enumerate(path) if mark == "/")
        return any(self._ignored(folder, True) for folder in folders) or self._ignored(path, False)

    def is_named(self, name: str) -> bool:
        """Return whether a script or workflow names a file."""
        return name in self._scripts

    @functools.cached_property
    def _scripts(self) -> str:
        paths = (path for paths in (self._by_name or {}).values() for path in paths if _SCRIPT.fullmatch(path))
        return "\n".join(self.text(path) or "" for path in islice(paths, _MOST_SCRIPTS))

    def others(self, name: str) -> list[str] | None:
        """Return the paths of all files of a name."""
        return None if self._by_name is None else self._by_name.get(name, [])

    @functools.lru_cache(maxsize=32)  # noqa: B019
    def labels(self, folder: str, suffixes: tuple[str, ...]) -> frozenset[str] | None:
        """Return the labels in all documents with these suffixes below a folder."""
        if self._by_name is None:
            return None
        within = f"{folder}/" if folder else ""
        found = (path for name, paths in self._by_name.items() if name.endswith(suffixes) for path in paths)
        return self._labels_in([path for path in found if path.startswith(within)])

    def _labels_in(self, paths: Sequence[str]) -> frozenset[str] | None:
        """Return the labels in files, whose texts are not kept."""
        found = {*_LABELS_OF_SPHINX}
        try:
            for path, data in zip(paths, self._near.read_all([*map(self._on_disk, paths)]), strict=True):
                known = self._texts.get(path)
                text = (data or b"").decode("utf-8") if known is None else known
                found.update(map(label, labels_of(path, text)))
        except (OSError, ValueError):
            return None
        return frozenset(found)

    def has_page(self, name: str) -> bool:
        """Return whether a page, another file or a folder may have this name in an address."""
        return self._by_name is None or name.casefold() in self._page_names

    @functools.cached_property
    def _page_names(self) -> frozenset[str]:
        paths = [path for found in (self._by_name or {}).values() for path in found]
        texts = ((path, (self.text(path) or "") if path.endswith(MARKDOWN) else "") for path in paths)
        return frozenset(one.casefold() for path, text in texts for one in names_of(path, text))

    @functools.cached_property
    def _by_name(self) -> dict[str, list[str]] | None:
        found: dict[str, list[str]] = {}
        folders = [""]
        for number, folder in enumerate(folders):  # grows in the loop
            names = self.names(folder)
            if number > _MOST_FOLDERS or (names is None and not folder):
                return None
            for name, is_folder in (names or {}).items():
                path = f"{folder}/{name}" if folder else name
                if not is_folder:
                    found.setdefault(name, []).append(path)
                elif name not in LEFT_OUT and (not name.startswith(".") or name == ".github"):
                    folders.append(path)
        return found

    def site(self, folder: str) -> Site:
        """Return the generator of the pages of a folder: its settings are there, or above."""
        above = folder
        while True:
            if above not in self._sites:
                self._sites[above] = self._site_here(above)
            here = self._sites[above]
            if here is not None and f"{folder}/".startswith(f"{here.folder}/" if here.folder else ""):
                return here
            if not above:
                return Site()
            above = above.rpartition("/")[0]

    def _site_here(self, folder: str) -> Site | None:
        names = self.names(folder) or {}
        settings = next((name for name in ("mkdocs.yml", "mkdocs.yaml") if name in names), None)
        if settings:
            return self._mkdocs(folder, self.text(f"{folder}/{settings}" if folder else settings))
        if any(map(_DOCUSAURUS.fullmatch, names)):
            return _placed(Site("docusaurus", "", "docusaurus", copied=("static",)), folder)
        if "conf.py" in names:
            return self._sphinx(folder, names)
        if "book.toml" in names:
            found = _SRC.search(self.text(join(folder, "book.toml")) or "")
            return _placed(Site("mdbook", found[1] if found else "src", "mdbook"), folder)
        if "SUMMARY.md" in names and self._is_below_book(folder):
            return None  # pages of mdBook
        known = next((site for name, site in _GENERATORS.items() if name in names), None)
        if known and known.folder in ("", *names) and names.keys().isdisjoint(("scaffolds", "_toc.yml")):
            return _placed(known, folder)
        return None if _OTHERS.isdisjoint(names) else Site("other", folder, None)

    def _is_below_book(self, folder: str) -> bool:
        while folder:
            folder = dirname(folder)
            if "book.toml" in (self.names(folder) or ()):
                return True
        return False

    def _sphinx(self, folder: str, names: Mapping[str, bool]) -> Site:
        settings = self.text(f"{folder}/conf.py" if folder else "conf.py")
        if settings is None or not any(map(_FIRST_PAGE.fullmatch, names)):  # the pages are elsewhere
            return Site("other", folder, None)
        return Site("sphinx", folder, "myst", settings)

    def _mkdocs(self, folder: str, settings: str | None) -> Site:
        found = _DOCS_DIR.search(settings or "")
        pages = _joined(folder, found[1] if found else "docs")
        if settings is None or _MAKES_PAGES.search(settings):
            return Site("other", pages, None, settings or "unknown")
        is_usual = not re.search("slugify|INHERIT", settings)
        return Site("mkdocs", pages, "mkdocs" if is_usual else None)

    @functools.lru_cache(maxsize=1024)  # noqa: B019
    def missing(self, page: str, reference: Reference) -> Missing | None:
        """Return what is not there of what a reference in a page leads to; ``page`` is absolute."""
        path = self._relative(page)
        found = missing(path, reference, self.site(path.rpartition("/")[0]), self) if path else None
        return None if found and found.what == "file" and self._is_sparse else found

    @functools.cached_property
    def _is_sparse(self) -> bool:
        """Whether git writes only some files of the repository (git, "sparse-checkout")."""
        return any(_SPARSE.search(self.text(f".git/{name}") or "") for name in ("config", "config.worktree"))

    @functools.lru_cache(maxsize=16)  # noqa: B019
    def _relative(self, page: str) -> str:
        path = os.path.relpath(page, self._root).replace(os.sep, "/")
        return "" if path.startswith("../") else path
