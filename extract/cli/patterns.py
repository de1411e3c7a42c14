"""File patterns of settings, matched as in ruff: names anywhere, paths from the directory of the settings."""

from __future__ import annotations

import functools
import glob
import os
import re
from collections.abc import Callable, Container, Iterable, Sequence
from fnmatch import translate
from itertools import takewhile
from typing import NamedTuple

from extract.files.near import upward

SETTINGS = (".iri.toml", "iri.toml", "pyproject.toml")  # file names of settings; only the first in a directory is used

# Test data, which is often broken on purpose ("go help packages" and GitHub's linguist skip it too; and Maven,
# "Standard Directory Layout").
OF_TESTS = """
__fixtures__ __snapshots__ fixtures test-cases test-data test_cases test_data testcases testdata
**/test/data **/tests/data **/test/resources **/tests/resources **/androidTest/resources
""".split()
# Default exclusions of ruff ("exclude" in docs.astral.sh/ruff/settings), and Sphinx's copies of sources.
LEFT_OUT = f"""
.bzr .direnv .eggs .git .git-rewrite .hg .idea .ipynb_checkpoints .mypy_cache .nox .pants.d .pyenv
.pytest_cache .pytype .ruff_cache .svn .tox .venv .vscode __pypackages__ _build buck-out dist
node_modules site-packages venv _sources
{" ".join(OF_TESTS)}
""".split()
# Directories of generated pages, if one of these settings files is next to them.
_BUILT = {
    "site": ("mkdocs.yml", "mkdocs.yaml", "zensical.toml"),
    "_site": ("_config.yml", "_config.yaml", ".eleventy.js", "eleventy.config.js", "_quarto.yml"),
    "public": ("hugo.toml", "hugo.yaml", "hugo.json", "config.toml", "gatsby-config.js", "gatsby-config.ts"),
}
BY_SPHINX = {".buildinfo", ".doctrees"}  # in an output directory of Sphinx
_MOST_ALTERNATIVES = 100
_BRACES = re.compile(r"\{([^{}]*)\}")


class Pattern(NamedTuple):
    """A pattern, and the directory that it is relative to if it contains a slash."""

    folder: str  # absolute
    text: str


class Patterns:
    """Several patterns, compiled so that matching is fast."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._names: set[str] = set()  # most patterns are plain names
        self._of_names: list[str] = []
        self._of_paths: list[str] = []
        for folder, text in patterns:
            text = os.path.normcase(text)
            if not re.search(r"[*?\[{/\\]", text):
                self._names.add(text)
                continue
            for one in _alternatives(text):
                self._of_names.append(one)
                path = os.path.normpath(os.path.join(glob.escape(os.path.normcase(folder)), one))
                # "**/" also matches no directory.
                self._of_paths += {path, path.replace(f"**{os.path.sep}", "")}

    @functools.cached_property
    def _expressions(self) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
        return _one(self._of_names), _one(self._of_paths)

    def matches(self, path: str) -> bool:
        """Return whether a pattern matches an absolute path or its file name."""
        return self.matches_in(*os.path.split(path))

    def matches_in(self, folder: str, name: str) -> bool:
        """Return whether a pattern matches a name in an absolute directory."""
        name = os.path.normcase(name)
        if name in self._names:
            return True
        names, paths = self._expressions
        return bool(
            (names and names.match(name)) or (paths and paths.match(os.path.normcase(os.path.join(folder, name))))
        )


def _one(patterns: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(map(_expression, patterns))) if patterns else None


def _expression(pattern: str) -> str:
    """Return `fnmatch.translate(pattern)`, but in linear time for many unclosed "["."""
    start = pattern.rfind("]") + 1
    if "[" not in pattern[start:]:
        return translate(pattern)
    mark = next(char for char in map(chr, range(0xE000, 0x110000)) if char not in pattern)
    return translate(pattern[:start] + pattern[start:].replace("[", mark)).replace(mark, r"\[")


def _alternatives(pattern: str) -> list[str]:
    """Expand braces, as in "a.{md,rst}". Return the pattern unchanged if there are too many alternatives."""
    done: list[str] = []
    waiting = [pattern]
    while waiting:
        if len(waiting) + len(done) > _MOST_ALTERNATIVES:
            return [pattern]
        text = waiting.pop()
        found = _BRACES.search(text)
        if found is None:
            done.append(text)
        else:
            waiting += [text[: found.start()] + one + text[found.end() :] for one in found[1].split(",")]
    return done


class Excluded:
    """The exclusions that apply in a directory."""

    def __init__(self, root: str, patterns: Sequence[Pattern], *, gitignore: bool = True, force: bool = False) -> None:
        self._root = root  # of the project; its parents do not count
        known = Patterns(patterns)
        self.matches, self.matches_in = known.matches, known.matches_in
        self.gitignore = gitignore  # whether .gitignore files apply
        self.force = force  # whether named files can be excluded too
        self.is_usual = {one.text for one in patterns} >= {*OF_TESTS}
        self.of_tests = Patterns(one for one in patterns if self.is_usual and one.text in OF_TESTS).matches_in

    def is_built(self, name: str, beside: Container[str]) -> bool:
        """Return whether a directory contains generated pages; ``beside`` are the names next to it."""
        return self.is_usual and any(settings in beside for settings in _BUILT.get(name, ()))

    def leaves_out_named(self, path: str) -> bool:
        """Return whether a named file, or a directory above it, is excluded."""
        return self.force and self.leaves_out(path)

    def leaves_out(self, path: str) -> bool:
        """Return whether a file, or a directory above it, is excluded."""
        above = upward(os.path.abspath(path))
        return any(map(self.matches, takewhile(lambda one: one != self._root, above)))


def usual(exclude: Sequence[str] = ()) -> Callable[[str], Excluded]:
    """Return a function that returns the exclusions without settings. An empty name disables the default ones."""
    here = os.getcwd()
    names = exclude if "" in exclude else (*LEFT_OUT, *exclude)
    excluded = Excluded(here, [Pattern(here, text) for text in names if text])
    return lambda _folder: excluded
