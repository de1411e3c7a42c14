"""What ``.gitignore`` files leave out (gitignore(5))."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path


class Ignored:
    """The patterns of the ``.gitignore`` files of a directory and those above it, up to the repository's root."""

    def __init__(self, directory: Path) -> None:
        folders = [directory.resolve()]
        while not _is_root(folders[-1]) and folders[-1].parent != folders[-1]:
            folders.append(folders[-1].parent)
        if not _is_root(folders[-1]):
            folders = folders[:1]  # no repository: what is above is none of its business
        self.above = tuple(reversed(folders))

    def __call__(self, path: Path, is_directory: bool) -> bool:
        """Whether a path below the directory is left out; the last pattern that matches decides."""
        path = path.resolve()
        verdict = False
        for folder in (*self.above, *(f for f in reversed(path.parents) if self.above[-1] in f.parents)):
            for pattern, wanted, directories_only in _patterns(folder):
                meant = (is_directory or not directories_only) and folder in path.parents
                if meant and pattern.fullmatch(path.relative_to(folder).as_posix()):
                    verdict = not wanted
        return verdict


def _is_root(folder: Path) -> bool:
    # not Path.exists, which raises where the folder may not be entered
    return os.path.exists(folder / ".git")


@cache
def _patterns(folder: Path) -> list[tuple[re.Pattern[str], bool, bool]]:
    """Each pattern with whether it takes back (``!``) and whether it is for directories only (``/`` at its end)."""
    try:
        lines = (folder / ".gitignore").read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    patterns = []
    for line in lines:
        line = re.sub(r"(?<!\\) +$", "", line)
        if not line or line.startswith("#"):
            continue
        wanted = line.startswith("!")
        line = line[wanted:]
        directories_only = line.endswith("/")
        patterns.append((_compiled(line.rstrip("/")), wanted, directories_only))
    return patterns


def _compiled(pattern: str) -> re.Pattern[str]:
    anchored = "/" in pattern
    result = "" if anchored else "(?:.*/)?"
    pattern = pattern.removeprefix("/")
    position = 0
    while position < len(pattern):
        rest = pattern[position:]
        if rest.startswith("**/"):
            result, position = result + "(?:.*/)?", position + 3
        elif rest.startswith("**"):
            result, position = result + ".*", position + 2
        elif rest[0] == "*":
            result, position = result + "[^/]*", position + 1
        elif rest[0] == "?":
            result, position = result + "[^/]", position + 1
        elif rest[0] == "[" and (group := re.match(r"\[([!^]?)(\]?[^\]]*)\]", rest)):
            inside = group[2].replace("\\", "\\\\")
            result, position = result + f"[{'^' if group[1] else ''}{inside}]", position + group.end()
        elif rest[0] == "\\" and len(rest) > 1:
            result, position = result + re.escape(rest[1]), position + 2
        else:
            result, position = result + re.escape(rest[0]), position + 1
    try:
        return re.compile(result)
    except re.error:
        return re.compile(re.escape(pattern))
