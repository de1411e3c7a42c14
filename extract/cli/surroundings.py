"""Find the surroundings of a file on the disk: settings of docutils and Sphinx, and nearby files.

`Near` does all the reading. If it refuses a file, the answer is unknown, because the file may contain anything.
"""

from __future__ import annotations

import ast
import functools
import os
import warnings
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar, cast

from extract.files.near import Near, ProjectFolder, nearest, project_folder
from extract.readers.document import Surroundings
from extract.readers.formats import TEXT, known_format
from extract.readers.rst import defined, includes
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.cli.tree import ProjectTree
    from extract.tree.targets import Missing, Reference

P = ParamSpec("P")
Result = TypeVar("Result")

# docutils, Configuration, "[restructuredtext parser]".
_CHARACTER_LEVEL = re.compile(
    r"(?im)^[ \t]*character[_-]level[_-]inline[_-]markup[ \t]*[:=][ \t]*(?:1|on|yes|true)[ \t]*$"
)


_near = Near()
_known: list[Any] = []  # functions with a cache


def _remembered(function: Callable[P, Result]) -> Callable[P, Result]:
    """Decorate a function with a cache that `forget` clears."""
    known: Any = functools.lru_cache(maxsize=1024)(function)
    _known.append(known)
    return cast("Callable[P, Result]", known)


def surroundings(path: str, home: str | None = None) -> Surroundings:
    """Return the surroundings of a file. ``home`` is the common directory of the working directory and the paths."""
    _near.go_on()
    place, name = _place(path, home), os.path.basename(path)
    conf = _conf(place)
    return Surroundings(
        _links_next_to_letters(place),
        conf.added_names,
        conf.default_role,
        conf.suffix_of(name),
        _is_wiki(place),
        functools.partial(_is_included, place, name),
        functools.partial(_names_in, place),
        exists=functools.partial(_is_beside, place.folder),
        missing=functools.partial(_missing, place, name),
    )


def refusals() -> tuple[str, ...]:
    """Return a message for each file or directory around files that was not read."""
    return tuple(
        f"{shown_path(path)}: {why}; rules that depend on it are silent" for path, why in _near.refused.items()
    )


def shown_path(path: str) -> str:
    here = os.path.join(os.getcwd(), "")
    return path.removeprefix(here) if path != here else path


def _place(path: str, home: str | None) -> ProjectFolder:
    folder = os.path.dirname(path)
    if os.path.islink(path):
        return project_folder(folder, home, real=os.path.dirname(os.path.realpath(path)))
    return _place_in(os.getcwd(), folder, home)


@_remembered
def _place_in(_here: str, folder: str, home: str | None) -> ProjectFolder:
    return project_folder(folder, home)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


_found: dict[str, dict[str, tuple[ProjectFolder, bytes] | None]] = {"conf.py": {}, "docutils.conf": {}}


def _nearest(place: ProjectFolder, name: str) -> tuple[ProjectFolder, bytes] | None:
    """Return the nearest directory, here or above, that has a file with a name, and the file's content."""

    def find(folder: str) -> tuple[ProjectFolder, bytes] | None:
        one = ProjectFolder(folder, place.roots)
        if one.holds(folder) and name not in (_near.names(one) or ()):
            return None
        data = _near.read(os.path.join(folder, name), one)
        return None if data is None else (one, data)

    return nearest(_found[name], place.folder, find)


@_remembered
def _links_next_to_letters(place: ProjectFolder) -> bool:
    """Return whether the nearest ``docutils.conf``, here or above, allows markup next to letters."""
    try:
        found = _nearest(place, "docutils.conf")
    except OSError:
        return True
    return found is not None and _CHARACTER_LEVEL.search(_text(found[1])) is not None


# File names that only Gollum wikis have (docsify has "_sidebar.md").
_OF_WIKI = re.compile(r"(?m)^(?:\.gollum|_(?:Sidebar|Header|Footer)\.[a-z]+|.+\.(?:media)?wiki)$")


@_remembered
def _is_wiki(place: ProjectFolder) -> bool:
    """Return whether file names in a directory, or in one above it, show that it is a wiki."""
    try:
        return any(map(_shows_wiki, place.upward_inside()))
    except OSError:
        return True


def _shows_wiki(place: ProjectFolder) -> bool:
    names = (_near.names(place) or {}).items()
    files = "\n".join(name for name, is_folder in names if name == ".gollum" or not is_folder)
    return place.folder.endswith(".wiki") or _OF_WIKI.search(files) is not None  # git names a clone of a wiki so


class _Conf(NamedTuple):
    """The settings in Sphinx's configuration that affect how files are parsed."""

    added_names: frozenset[str] | None = frozenset()  # names defined in the prolog and epilog; None: unknown
    default_role: bool = False
    markups: tuple[tuple[str, str], ...] = ()  # suffixes of sources, each with the usual suffix of its markup

    def suffix_of(self, name: str) -> str:
        """Return the usual suffix for the markup of a file; "" if its own suffix is known or not configured."""
        if not self.markups or known_format(name) not in (None, TEXT):
            return ""
        return next((markup for suffix, markup in self.markups if name.endswith(suffix)), "")


_UNKNOWN_CONF = _Conf(None, True)

_NO_LINK = (None, "", "code", "literal", "math", "emphasis", "strong", "samp", "title-reference")
_SETTINGS = ("rst_prolog", "rst_epilog", "default_role", "source_suffix", "import *")


@_remembered
def _conf(place: ProjectFolder) -> _Conf:
    """Return the settings in the nearest ``conf.py``, here or above. It is parsed, never run."""
    try:
        found = _nearest(place, "conf.py")
    except OSError:
        return _UNKNOWN_CONF
    return _Conf() if found is None else _conf_of(*found)


@_remembered
def _conf_of(place: ProjectFolder, data: bytes) -> _Conf:
    if not any(name.encode() in data for name in _SETTINGS):
        return _Conf()
    try:
        _near.pay(len(data) >> 6, os.path.join(place.folder, "conf.py"))  # parsing takes sixty times as long as reading
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in strings
            return _read_conf(ast.parse(data))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return _UNKNOWN_CONF


def _read_conf(tree: ast.Module) -> _Conf:
    found: dict[str, list[object]] = {name: [None] for name in _SETTINGS}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=[ast.alias(name="*")]):
                return _UNKNOWN_CONF  # another module may set anything
            case ast.Assign(targets=targets, value=value):
                pass
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.AugAssign(target=target, value=value):
                targets = [target]
            case _:
                continue
        for name in {str(getattr(one, "id", getattr(one, "attr", ""))) for one in targets} & found.keys():
            found[name].append(_value(value))
    texts = [text or "" for text in found["rst_prolog"] + found["rst_epilog"]]
    known = [text for text in texts if isinstance(text, str) and not includes(text)]
    return _Conf(
        frozenset(name for text in known for name in defined(text)) if known == texts else None,
        found["default_role"][-1] not in _NO_LINK,
        _markups(found["source_suffix"][-1]),
    )


def _value(expression: ast.expr) -> object:
    """Return the value of an expression of literals, or of a sum of strings; the expression itself if it is another."""
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Add):
        first, second = _value(expression.left), _value(expression.right)
        return first + second if isinstance(first, str) and isinstance(second, str) else expression
    try:
        return cast(object, ast.literal_eval(expression))
    except (ValueError, TypeError):
        return expression


# Sphinx, "Configuration", source_suffix: values of a dictionary. None means reStructuredText.
_MARKUPS = {"restructuredtext": ".rst", "markdown": ".md", "myst": ".md", "myst-nb": ".md"}


def _markups(given: object) -> tuple[tuple[str, str], ...]:
    """Return the suffixes in ``source_suffix``, each with the usual suffix of its markup."""
    if isinstance(given, str | list | tuple):
        given = dict.fromkeys([given] if isinstance(given, str) else map(str, given), "restructuredtext")
    kinds = given if isinstance(given, dict) else {}
    return tuple((str(suffix), _MARKUPS[kind]) for suffix, kind in kinds.items() if str(kind) in _MARKUPS)


_INCLUDE = re.compile(r"(?m)^[ \t]*\.\.[ \t]+include::[ \t]+(\S+)")
_HIGHEST = 6  # directories searched for a file that includes another


def _is_included(place: ProjectFolder, name: str) -> bool:
    """Return whether a file here, or in a directory above, includes the file."""
    path = os.path.join(place.folder, name)
    try:
        for one in islice(place.upward_inside(), _HIGHEST):
            if any(path == os.path.normpath(os.path.join(one.folder, included)) for included in _included(one)):
                return True
            if os.path.lexists(os.path.join(one.folder, "conf.py")):
                break
    except OSError:
        return True
    return False


@_remembered
def _included(place: ProjectFolder) -> frozenset[str]:
    """Return the paths in the include directives of a directory's files."""
    names = (_near.names(place) or {}).items()
    texts = [name for name, is_folder in names if name.endswith((".rst", ".txt")) and not is_folder]
    files = (_near.read(os.path.join(place.folder, name), place) for name in texts)
    return frozenset(path for data in files for path in _INCLUDE.findall(_text(data or b"")))


@_remembered
def _names_in(place: ProjectFolder, path: str) -> frozenset[str] | None:
    """Return the names that an included file defines, or ``None`` if they are unknown."""
    try:
        top = _nearest(place, "conf.py") if path.startswith("/") else None  # Sphinx: relative to the source directory
        folder = top[0].folder if top else place.folder
        text = _text(_near.read(os.path.join(folder, path.lstrip("/")), place) or b"")
    except OSError:
        return None
    return defined(text) if text and not includes(text) else None


def _is_beside(folder: str, name: str) -> bool:
    try:
        return os.path.basename(name) == name and os.path.lexists(os.path.join(folder, name))
    except ValueError:  # a NUL
        return False


@_remembered
def _tree(root: str, roots: tuple[str, ...]) -> ProjectTree:
    from extract.cli.tree import ProjectTree  # not needed for files without relative links

    return ProjectTree(_near, root, roots)


def _missing(place: ProjectFolder, name: str, reference: Reference) -> Missing | None:
    tree = _tree(place.roots[0], place.roots)
    return tree.missing(os.path.join(place.folder, name), reference)


def know(path: str, data: bytes) -> None:
    """Let a link to the file that is checked lead into this content, without reading it again."""
    _near.own = os.path.abspath(path), data


def tree_around(path: str, home: str | None) -> ProjectTree:
    """Return the files of the project of a file."""
    place = _place(path, home)
    return _tree(place.roots[0], place.roots)


def forget() -> None:
    """Clear the caches, because files may have changed."""
    _near.forget()
    for function in _known:
        function.cache_clear()
    for found in _found.values():
        found.clear()
