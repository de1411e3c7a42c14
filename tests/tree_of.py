"""A project in memory: its files, without those in ``ignoriert/``, and what surrounds a page of it."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname

from extract.readers import Surroundings
from extract.tree.anchors import labels_of, names_of
from extract.tree.targets import Missing, Reference, Site, folded, folded_stem, label, missing


class MemoryTree:
    """The files of a project, by path; a folder or a file whose text is None is unknown."""

    is_repository = True

    def __init__(self, files: Mapping[str, str | None]) -> None:
        self._files = files
        self._folders: dict[str, dict[str, bool]] = {"": {}}
        for path in files:
            name, is_folder = path, False
            while name:
                folder = dirname(name)
                self._folders.setdefault(folder, {})[name.rpartition("/")[2]] = is_folder
                name, is_folder = folder, True

    def names(self, folder: str) -> dict[str, bool] | None:
        return self._folders.get(folder)

    def text(self, path: str) -> str | None:
        return self._files.get(path)

    def is_ignored(self, path: str) -> bool:
        return path.startswith("ignoriert/")

    def is_named(self, name: str) -> bool:
        return any(name in (text or "") for path, text in self._files.items() if path.endswith((".py", ".sh")))

    def alike(self, folder: str, name: str) -> list[str]:
        return [known for known in self.names(folder) or () if folded(known) == folded(name)]

    def of_stem(self, folder: str, stem: str) -> list[str]:
        return [known for known in self.names(folder) or () if folded_stem(known) == folded(stem)]

    def labels(self, folder: str, suffixes: tuple[str, ...]) -> frozenset[str] | None:
        texts = {
            path: text for path, text in self._files.items() if path.startswith(folder) and path.endswith(suffixes)
        }
        found = frozenset(label(one) for path, text in texts.items() if text for one in labels_of(path, text))
        return None if None in texts.values() else found

    def has_page(self, name: str) -> bool:
        return any(name in names_of(path, text or "") for path, text in self._files.items())

    def others(self, name: str) -> list[str]:
        return [path for path in self._files if path.rpartition("/")[2] == name]


def around(page: str, files: Mapping[str, str | None], site: Site = Site()) -> Surroundings:  # noqa: B008
    """Return what surrounds a page of a project with these files."""
    tree = MemoryTree(files)

    def told(reference: Reference) -> Missing | None:
        return missing(page, reference, site, tree)

    return Surroundings(missing=told)
