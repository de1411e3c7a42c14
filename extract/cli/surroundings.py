"""What is around a file on the disk: the settings of docutils and Sphinx, and the files beside it."""

from __future__ import annotations

import ast
import codecs
import functools
import itertools
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from extract.readers.rst import defined, includes
from extract.rules.subjects import Surroundings
from extract.text.regexes import re

# docutils, Configuration, "[restructuredtext parser]".
_CHARACTER_LEVEL = re.compile(
    r"(?im)^[ \t]*character[_-]level[_-]inline[_-]markup[ \t]*[:=][ \t]*(?:1|on|yes|true)[ \t]*$"
)


def surroundings(path: str) -> Surroundings:
    """Return what is around a file."""
    directory, name = os.path.split(path)
    absolute = _absolute(directory)
    conf = _conf(absolute)
    return Surroundings(
        _links_next_to_letters(absolute),
        conf.added_names,
        conf.default_role,
        _is_wiki(absolute),
        _is_plain_site(absolute),
        functools.partial(_is_included, absolute, name),
        functools.partial(_may_define, absolute),
        functools.partial(_declares_charset, absolute),
        functools.partial(_is_beside, directory),
    )


def _absolute(directory: str) -> str:
    return _absolute_from(os.getcwd(), directory)


@functools.lru_cache(maxsize=1024)
def _absolute_from(_here: str, directory: str) -> str:
    return os.path.abspath(directory)


@functools.lru_cache(maxsize=1024)
def _links_next_to_letters(directory: str) -> bool:
    """Return whether the next ``docutils.conf``, here or above, allows markup next to letters."""
    try:
        text = Path(directory, "docutils.conf").read_text("utf-8", "replace")
    except (OSError, ValueError):  # there is none, or the name has a NUL
        above = os.path.dirname(directory)
        return above != directory and _links_next_to_letters(above)
    return _CHARACTER_LEVEL.search(text) is not None


# What only wikis of Gollum have; docsify has "_sidebar.md".
_OF_WIKI = re.compile(r"\.gollum|_(?:Sidebar|Header|Footer)\.[a-z]+|.+\.(?:media)?wiki")


@functools.lru_cache(maxsize=1024)
def _is_wiki(directory: str) -> bool:
    """Return whether a directory is in a wiki, as names in it, or above in its repository, say."""
    if directory.endswith(".wiki"):  # as git names the clone of one
        return True
    try:
        with os.scandir(directory) as entries:
            names = {entry.name for entry in entries if entry.name == ".gollum" or not entry.is_dir()}
            is_top = os.path.lexists(os.path.join(directory, ".git"))
    except (OSError, ValueError):
        return False
    above = os.path.dirname(directory)
    return any(map(_OF_WIKI.fullmatch, names)) or (not is_top and above != directory and _is_wiki(above))


# MkDocs and Docusaurus read no links of wikis; what makes them do so has it in its name, or is a program of their own.
_SITE = re.compile(r"mkdocs\.ya?ml|docusaurus\.config\.[cm]?[jt]s")
_READS_WIKI = re.compile(r"(?i)wiki-?_?link|roam|obsidian|ezlink|foam|mdx?_wiki|(?m:^[ \t]*(?:hooks|INHERIT)[ \t]*:)")
_OF_NOTES = frozenset([".obsidian", ".foam", ".logseq", ".dendron.yml", "dendron.yml"])


@functools.lru_cache(maxsize=1024)
def _is_plain_site(directory: str) -> bool:
    """Return whether a directory is in a site that reads no links of wikis, as its settings say."""
    try:
        names = os.listdir(directory)
        if not _OF_NOTES.isdisjoint(names):
            return False
        for name in filter(_SITE.fullmatch, sorted(names)):
            return not _READS_WIKI.search(Path(directory, name).read_text("utf-8", "replace"))
    except (OSError, ValueError):
        return False
    above = os.path.dirname(directory)
    return ".git" not in names and above != directory and _is_plain_site(above)


class _Conf(NamedTuple):
    """What Sphinx's configuration says about each file in reStructuredText."""

    added_names: frozenset[str] | None = frozenset()  # of ``rst_prolog`` and ``rst_epilog``; None: they are not known
    default_role: bool = False
    source_encoding: str | None = None  # None: UTF-8


_ADDED_TEXT = frozenset(["rst_prolog", "rst_epilog"])
_NO_LINK = frozenset([None, "", "code", "literal", "math", "emphasis", "strong", "samp", "title-reference"])
_SETTINGS = (b"rst_prolog", b"rst_epilog", b"default_role", b"source_encoding", b"import *")
_LONGEST_CONF = 1 << 20


@functools.lru_cache(maxsize=1024)
def _conf(directory: str) -> _Conf:
    """Return what the next ``conf.py``, here or above, says. It is read, never run."""
    try:
        data = Path(directory, "conf.py").read_bytes()
    except (OSError, ValueError):
        above = os.path.dirname(directory)
        return _conf(above) if above != directory else _Conf()
    if len(data) > _LONGEST_CONF or not any(name in data for name in _SETTINGS):
        return _Conf(None) if len(data) > _LONGEST_CONF else _Conf()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes in its strings
            tree = ast.parse(data)
            tree.body = [one for node in tree.body for one in _with_imported(node, directory)]
        return _read_conf(tree, directory)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _Conf(None, True)


def _with_imported(node: ast.stmt, directory: str) -> list[ast.stmt]:
    """Return the statements of a module here or above, if all its names are imported; otherwise the statement."""
    match node:
        case ast.ImportFrom(module=str() as name, names=[ast.alias(name="*")]):
            for folder in (directory, os.path.dirname(directory)):
                try:
                    data = Path(folder, *name.split(".")).with_suffix(".py").read_bytes()
                except (OSError, ValueError):
                    continue
                return ast.parse(data).body if len(data) <= _LONGEST_CONF else [node]
    return [node]


def _read_conf(tree: ast.Module, directory: str) -> _Conf:
    texts: list[str | None] = []
    # An import that remains is of a module that was not found, and may set it.
    role = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree))
    encoding = None
    for names, value in filter(None, map(_assigned, ast.walk(tree))):
        if names & _ADDED_TEXT:
            texts.append(_of_file(value, tree, directory) or _string(value))
        elif "default_role" in names:
            role = not (isinstance(value, ast.Constant) and value.value in _NO_LINK)
        elif "source_encoding" in names:
            encoding = _encoding(_string(value) or "")
    if any(text is None or includes(text) for text in texts):
        return _Conf(None, role, encoding)
    return _Conf(frozenset[str]().union(*(defined(text) for text in texts if text)), role, encoding)


def _of_file(value: ast.expr, tree: ast.Module, directory: str) -> str | None:
    """Return the text of the files that ``conf.py`` names, if it reads one of them for a value."""
    if not isinstance(value, ast.Call) or getattr(value.func, "attr", "") not in ("read", "read_text"):
        return None
    strings = {one.value for one in ast.walk(tree) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    texts = []
    for name in sorted(one for one in strings if one.endswith((".rst", ".txt", ".inc"))):
        try:
            texts.append(Path(directory, name).read_text("utf-8"))
        except (OSError, ValueError):
            return None  # it is made by a program, or its path is put together
    return "\n".join(texts) or None


def _assigned(node: ast.AST) -> tuple[set[str | None], ast.expr] | None:
    """Return the names that a statement assigns to, and the value."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pass
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.AugAssign(target=target, value=value):
            targets = [target]
        case _:
            return None
    return {getattr(target, "id", getattr(target, "attr", None)) for target in targets}, value


def _encoding(name: str) -> str | None:
    """Return the name of an encoding of text other than UTF-8; ``None`` if it is none."""
    try:
        "".encode(name)
        return None if codecs.lookup(name).name.startswith("utf-8") else name
    except (LookupError, ValueError, UnicodeError):
        return None


def source_encoding(path: str) -> str | None:
    """Return the encoding of a file as Sphinx reads it, if that is not UTF-8."""
    return _conf(_absolute(os.path.dirname(path))).source_encoding if path.endswith(".rst") else None


# What is filled in has the mark "\0". At the start of a line, or in a name, it may define names.
_MAY_DEFINE = re.compile(r"(?m)^[ \t]*\0|\.\.[ \t]+_[^:\n]*\0")


def _string(value: ast.expr) -> str | None:
    """Return the value of a string, in which something may be filled in; ``None`` if it may define other names."""
    match value:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=values):
            text = "".join(str(one.value) if isinstance(one, ast.Constant) else "\0" for one in values)
            return None if _MAY_DEFINE.search(text) else text
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as form), attr="format")):
            text = re.sub(r"\{[^{}]*\}", "\0", form)
            return None if _MAY_DEFINE.search(text) else text
        case ast.BinOp(left=ast.Constant(value=str() as form), op=ast.Mod()):
            text = re.sub(r"%(?:\(\w+\))?[a-z]", "\0", form)
            return None if _MAY_DEFINE.search(text) else text
        case ast.Constant(value=None):
            return ""
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _string(left), _string(right)
            return None if first is None or second is None else first + second
    return None


_INCLUDE = re.compile(r"(?m)^[ \t]*\.\.[ \t]+include::[ \t]+(\S+)")
_HIGHEST = 6  # directories in which a file that includes another one is looked for
_MOST_FILES = 500  # of a directory


def _is_included(directory: str, name: str) -> bool:
    """Return whether a file here, or in one of the directories above, includes a file of that name."""
    path, above = os.path.join(directory, name), directory
    for _ in range(_HIGHEST):
        if any(path == os.path.normpath(os.path.join(above, one)) for one in _included(above)):
            return True
        if os.path.lexists(os.path.join(above, "conf.py")):
            return path.endswith(_included_below(above))
        above = os.path.dirname(above)
    return False


@functools.lru_cache(maxsize=64)
def _included_below(directory: str) -> tuple[str, ...]:
    """Return the ends of the paths that files anywhere in a directory include: a folder and a name, at least.

    Sphinx takes them from the folder of the page, which may include the file that includes this one.
    """
    folders = itertools.islice(os.walk(directory), _MOST_FILES)
    ends = {re.sub(r"\A(?:\.{0,2}/)+", "", one) for folder, _, _ in folders for one in _included(folder)}
    return tuple(f"/{end}" for end in ends if "/" in end)  # a name alone is that of many files


@functools.lru_cache(maxsize=1024)
def _included(directory: str) -> frozenset[str]:
    """Return the paths that a directory's files in reStructuredText include, as they are written."""
    found: set[str] = set()
    try:
        files = [entry for entry in os.scandir(directory) if entry.name.endswith((".rst", ".txt")) and entry.is_file()]
        for file in files[:_MOST_FILES]:
            found.update(_INCLUDE.findall(Path(file.path).read_text("utf-8", "replace")))
    except (OSError, ValueError):
        pass
    return frozenset(found)


def _may_define(directory: str, path: str, name: str) -> bool:
    """Return whether a file that one here includes may define a name; one that cannot be read may define any."""
    if not path:
        return _is_joined(directory, name)
    if path.startswith("<"):
        return name.startswith("|")  # docutils' own files define substitutions
    names = _names_of(_conf_above(directory) + path if path.startswith("/") else os.path.join(directory, path))
    return names is None or name in names


def _conf_above(directory: str) -> str:
    """Return the next directory, here or above, that has a ``conf.py``: Sphinx's paths begin there."""
    while not os.path.lexists(os.path.join(directory, "conf.py")) and os.path.dirname(directory) != directory:
        directory = os.path.dirname(directory)
    return directory


@functools.lru_cache(maxsize=1024)
def _names_of(path: str) -> frozenset[str] | None:
    """Return the names that a file defines; ``None`` if they are not known."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError):
        return None
    return None if includes(text) else defined(text)


def _is_joined(directory: str, name: str) -> bool:
    """Return whether a file here defines a name, and no Sphinx reads each alone: pandoc and ``cat`` join them."""
    if os.path.lexists(os.path.join(_conf_above(directory), "conf.py")):
        return False
    return name in _names_here(directory)


@functools.lru_cache(maxsize=64)
def _names_here(directory: str) -> frozenset[str]:
    """Return the names that the files of a directory define."""
    texts = []
    try:
        with os.scandir(directory) as entries:
            files = (entry.path for entry in entries if entry.name.endswith(".rst") and entry.is_file())
            texts = [Path(file).read_text("utf-8", "replace") for file in itertools.islice(files, _MOST_FILES)]
    except (OSError, ValueError):
        pass
    return frozenset[str]().union(*map(defined, texts))


# In a class, a package, the main file or the bibliography: the packages inputenc, CJK and ctex, TeXShop, JabRef.
_INPUTENC = re.compile(
    b"|".join(
        [
            rb"\\(?:usepackage|RequirePackage)[ \t]*\[(?!utf8x?\])\w[\w-]*\][ \t]*\{inputenc\}",
            rb"\\inputencoding\{(?!utf8)\w",
            rb"\\begin\{CJK\*?\}(?:\[\w*\])?\{(?!UTF)\w|\[(?:[\w=.-]{1,30},){0,9}GBK[\],]",
            rb"%[ \t]*!TEX[ \t]+encoding[ \t]*=[ \t]*(?!UTF)\w|(?m:^)%[ \t]*Encoding:[ \t]*(?!UTF)\w",
        ]
    )
)


@functools.lru_cache(maxsize=256)
def _declares_charset(directory: str) -> bool:
    """Return whether a file of LaTeX here, above or in a folder of these names a charset other than UTF-8."""
    above = os.path.dirname(directory)
    try:
        return any(_has_inputenc(one.path) for folder in (directory, above) for one in _near(folder))
    except (OSError, ValueError):
        return False


def _near(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield the files of LaTeX of a folder, and of those in it."""
    folders = [folder]
    for number in range(_MOST_FILES):
        if number >= len(folders):
            return
        with os.scandir(folders[number]) as entries:
            for entry in itertools.islice(entries, _MOST_FILES):
                if entry.name.endswith((".tex", ".cls", ".sty", ".bib")) and entry.is_file():
                    yield entry
                elif number == 0 and not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
        if len(folders) > _MOST_FOLDERS:
            del folders[_MOST_FOLDERS:]


_MOST_FOLDERS = 20


@functools.lru_cache(maxsize=1024)
def _has_inputenc(path: str) -> bool:
    with open(path, "rb") as file:
        return _INPUTENC.search(file.read(_LONGEST_CONF)) is not None


def _is_beside(directory: str, name: str) -> bool:
    try:
        return os.path.lexists(os.path.join(directory, name))
    except ValueError:  # a NUL
        return False


def forget() -> None:
    """Forget what was read of the disk: it may have changed."""
    of_disk = (
        _links_next_to_letters,
        _is_wiki,
        _is_plain_site,
        _conf,
        _included,
        _included_below,
        _names_of,
        _names_here,
        _declares_charset,
        _has_inputenc,
    )
    for known in of_disk:
        known.cache_clear()
