"""Build a Sphinx project with and without the extension, and compare what comes out.

usage: python tools/real_projects.py [options] DOCS...

DOCS is the folder of a project's conf.py, in a copy that may be written to: conf.py is changed for the build and put
back. Extensions and themes that are not installed are left out of both builds, and intersphinx, which needs a network.

Every link, image, text and warning that differs is printed, and the ratio of CPU times. With ``--builder``, what other
builders write is compared too: text, man and latex line by line, and the list of addresses of linkcheck, which asks
nobody. Pages are built with ``-W``: of "-W 0 -> 1" the numbers are the exit statuses of Sphinx. The exit status here is
1 if a link or an image of the plain build is missing or cut, 2 if ``-W`` fails a build that passes without the
extension, and 3 if there is nothing to compare, since the plain build fails.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from extract import IRIError, to_uri, web_address

ROOT = Path(__file__).resolve().parent.parent
# What conf.py imports and is not installed is made of strings that can be called.
PREPENDED = """
import importlib.abc as _abc, importlib.machinery as _machinery, sys as _sys
class _Anything(str):
    __slots__ = ()
    def __call__(self, *_arguments, **_more):
        return type(self)("0")
    def __getattr__(self, name):
        if name.startswith("__") and name != "__version__":
            raise AttributeError(name)
        return type(self)("0")
class _Missing(_abc.MetaPathFinder, _abc.Loader):
    file = "/nowhere/missing.py"
    def find_spec(self, name, path=None, target=None):
        caller = _sys._getframe(1)
        while caller and "importlib" in caller.f_code.co_filename:
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename.endswith("conf.py"):
            return _machinery.ModuleSpec(name, self, is_package=True)
    def exec_module(self, module):
        module.__getattr__ = _Anything.__getattr__.__get__(_Anything())
        module.__file__ = self.file
_missing = _Missing()
_sys.meta_path.append(_missing)
"""
APPENDED = """

# --- tools/real_projects.py
import importlib.util as _util, os as _os
_sys.meta_path.remove(_missing)
_stubs = [name for name, module in list(_sys.modules.items()) if getattr(module, "__file__", "") == _Missing.file]
def _is_there(name):
    try:
        return name not in _stubs and _util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
extensions = [name for name in globals().get("extensions", []) if _is_there(name) and name != "sphinx.ext.intersphinx"]
extensions = ["sphinx.ext.autodoc", *extensions]  # whose events others connect to
if _os.environ["IRI_BUILD"] == "with":
    extensions += ["sphinx_iri"]
if not _is_there(globals().get("html_theme", "alabaster")):
    html_theme, html_theme_options = "alabaster", {}
html_last_updated_fmt, intersphinx_mapping = None, {}
if "setup" in globals():
    def _tolerant(theirs):
        def setup(app):
            try:
                return theirs(app)
            except Exception:
                return None
        return setup
    setup = _tolerant(setup)
    del _tolerant
del _util, _os, _sys, _abc, _machinery, _missing, _Missing, _Anything, _is_there, _stubs
"""
Link = tuple[str, str]  # the address and the text


class Page(HTMLParser):
    """The links, images and text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.images: list[str] = []
        self.pieces: list[str] = []
        self._href: str | None = None
        self._begin = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link or an image."""
        values = dict(attrs)
        if tag == "a" and values.get("href"):
            self._href, self._begin = values["href"], len(self.pieces)
        elif tag == "img" and values.get("src"):
            self.images.append(str(values["src"]))

    def handle_endtag(self, tag: str) -> None:
        """End a link."""
        if tag == "a" and self._href is not None:
            self.links.append((self._href, " ".join("".join(self.pieces[self._begin :]).split())))
            self._href = None

    def handle_data(self, data: str) -> None:
        """Keep text."""
        self.pieces.append(data)

    @property
    def text(self) -> str:
        """All text, its white space reduced."""
        return " ".join("".join(self.pieces).split())


class Build(NamedTuple):
    """A build: its exit status, its folder, its warnings, its CPU time in seconds."""

    status: int
    out: Path
    warnings: Counter[str]
    cpu: float


def build(
    docs: Path, out: Path, kind: str, options: Iterable[str] = (), timeout: float = 600, builder: str = "html"
) -> Build:
    """Build a project in a process of its own: ``kind`` is "plain" or "with"; all but HTML from its doctrees."""
    conf = docs / "conf.py"
    original = conf.read_text("utf-8")
    future = "from __future__ import annotations\n"
    changed = future * (future in original) + PREPENDED + original.replace(future, "") + APPENDED
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "IRI_BUILD": kind, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-d", str(out.with_suffix(".doctrees")), *options]
    command += ["-E", "-W", "--keep-going"] if builder == "html" else ["-D", "linkcheck_ignore=.*"]
    out = out if builder == "html" else out.with_name(f"{out.name}-{builder}")
    try:
        conf.write_text(changed, "utf-8")
        before = os.times()
        done = subprocess.run(
            [*command, str(docs), str(out)],
            cwd=docs,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
        after = os.times()
    finally:
        conf.write_text(original, "utf-8")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    warnings = Counter(line.replace(str(out), "OUT") for line in done.stderr.splitlines())
    return Build(done.returncode, out, warnings, cpu)


class Difference(NamedTuple):
    """What differs in a page: "lost", "cut", "image", "text" are faults; the others are there to be read."""

    page: str
    what: str
    detail: str


FAULTS = frozenset(("lost", "cut", "image"))


def differences(plain: Path, built: Path) -> Iterator[Difference]:
    """Compare two folders of HTML; pages equal byte for byte are not looked into."""
    for path in sorted(plain.rglob("*.html")):
        name = path.relative_to(plain).as_posix()
        other = built / name
        if not other.exists():
            yield Difference(name, "lost", "the page")
            continue
        one, two = path.read_text("utf-8"), other.read_text("utf-8")
        if one != two:
            yield from (Difference(name, *found) for found in page_differences(Page(one), Page(two)))
    name = "objects.inv"
    if (plain / name).exists() and (plain / name).read_bytes() != (built / name).read_bytes():
        yield Difference(name, "file", "differs")
    one, two = (_search_index(folder / "searchindex.js") for folder in (plain, built))
    for entry in sorted(one.keys() | two.keys()):
        if one.get(entry) != two.get(entry):
            yield Difference("searchindex.js", "search", f"{entry}: {one.get(entry)} -> {two.get(entry)}")


def written_differences(builder: str, plain: Path, built: Path) -> Iterator[Difference]:
    """Compare what another builder has written: lines of text, the addresses of linkcheck."""
    if builder == "linkcheck":
        one, two = (dict.fromkeys(_asked(folder)) for folder in (plain, built))
        yield from (Difference("linkcheck", "not asked", address) for address in one if address not in two)
        yield from (Difference("linkcheck", "asked", address) for address in two if address not in one)
        return
    suffixes = {"text": (".txt",), "latex": (".tex",), "man": tuple(f".{number}" for number in range(1, 10))}[builder]
    for path in sorted(path for path in plain.rglob("*") if path.suffix in suffixes):
        name = path.relative_to(plain).as_posix()
        other = (built / name).read_text("utf-8") if (built / name).exists() else ""
        for line in difflib.unified_diff(path.read_text("utf-8").splitlines(), other.splitlines(), n=0, lineterm=""):
            if line[:3] not in ("---", "+++", "@@ "):
                yield Difference(name, builder, line)


def _asked(folder: Path) -> list[str]:
    found = (json.loads(line)["uri"] for line in (folder / "output.json").read_text("utf-8").splitlines())
    return [same_address(uri) for uri in found]


def _search_index(path: Path) -> dict[str, object]:
    """Return the entries of a search index, "part/term" by "part/term", without the versions of extensions."""
    text = path.read_text("utf-8") if path.exists() else "({})"
    parts = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    parts.pop("envversion", None)
    entries: dict[str, object] = {}
    for part, value in parts.items():
        inside = value.items() if isinstance(value, dict) else [("", value)]
        entries.update((f"{part}/{key}", entry) for key, entry in inside)
    return entries


def page_differences(plain: Page, other: Page) -> Iterator[tuple[str, str]]:
    """Compare the links in their order, the images and the text of two pages."""
    before = [(same_address(href), text) for href, text in plain.links]
    after = [(same_address(href), text) for href, text in other.links]
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from _changes(before[i1:i2], after[j1:j2])
    lost = Counter(map(same_address, plain.images)) - Counter(map(same_address, other.images))
    yield from (("image", address) for address in lost)
    if plain.text != other.text:
        yield "text", _first_difference(plain.text, other.text)


def _changes(before: list[Link], after: list[Link]) -> Iterator[tuple[str, str]]:
    """Pair the links of a stretch: the same address, one that goes on or ends earlier, none."""
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
            yield "longer", f"{address} -> {longer[0]}"
        elif is_no_address(address, text):
            yield "no address", address
        elif shorter:
            left.remove(shorter)
            yield "cut", f"{address} -> {shorter[0]}"
        else:
            yield "lost", f"{address} ({text})"
    yield from (("more", f"{address} ({text})") for address, text in left)


def same_address(address: str) -> str:
    """Return the form that an address has in both builds: what browsers repair is repaired."""
    try:
        return to_uri(web_address(address), invalid="encode")
    except IRIError:
        return address


def is_no_address(address: str, text: str = "") -> bool:
    """Return whether a browser could not follow a link: it is a scheme alone, or a template.

    Neither is a web address with user information that stands in running text, which shows it.
    """
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:/*", address):
        return True
    try:
        parts = urlsplit(_SLASHES.sub("://", unquote(address), count=1))
        port = parts.port
    except ValueError:
        return True
    if parts.scheme not in ("http", "https"):
        return False
    hidden = "@" in parts.netloc and same_address(text) == address
    return hidden or (port is None and not parts.hostname) or re.search(r"[$%*<>{}\s]", parts.netloc) is not None


# WHATWG URL, "special authority ignore slashes state"
_SLASHES = re.compile(r":[/\\]+")


def _first_difference(one: str, two: str) -> str:
    at = next(
        (at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), min(len(one), len(two))
    )
    return f"{one[max(0, at - 30) : at + 50]!r} -> {two[max(0, at - 30) : at + 50]!r}"


def compare(
    docs: Path, folder: Path, options: list[str], rounds: int, timeout: float, builders: Iterable[str] = ()
) -> int:
    """Build a project both ways, print what differs, and return the exit status."""
    ratios = []
    for number in range(rounds):
        kinds = ("plain", "with") if number % 2 == 0 else ("with", "plain")
        done = {kind: build(docs, folder / kind, kind, options, timeout) for kind in kinds}
        ratios.append(done["with"].cpu / done["plain"].cpu)
    plain, built = done["plain"], done["with"]
    found = list(dict.fromkeys(differences(plain.out, built.out)))
    for builder in builders:
        both = [build(docs, folder / kind, kind, options, timeout, builder) for kind in ("plain", "with")]
        if both[0].status:
            print(f"{builder}: the plain build fails")
        else:
            found += dict.fromkeys(written_differences(builder, both[0].out, both[1].out))
    seen: set[tuple[str, str]] = set()
    for difference in found:
        if difference[1:] not in seen:  # the same sidebar is on every page
            print(f"{difference.what:12}{difference.detail} [{difference.page}]")
            seen.add(difference[1:])
    for sign, lines in (("+", built.warnings - plain.warnings), ("-", plain.warnings - built.warnings)):
        for line in lines:
            print(f"warning {sign}   {line}")
    pages = sum(1 for _ in plain.out.rglob("*.html"))
    counted = Counter(what for what, _ in seen)
    warned = sum((built.warnings - plain.warnings).values())
    print(
        f"== {docs}: {pages} pages, -W {plain.status} -> {built.status}, {dict(counted)}, {warned} more warnings, "
        f"CPU {plain.cpu:.1f} s -> {built.cpu:.1f} s, ratios {' '.join(f'{ratio:.3f}' for ratio in ratios)}",
        flush=True,
    )
    if not pages:
        print(*plain.warnings, sep="\n")
        return 3
    if built.status > plain.status:
        return 2
    return int(any(what in FAULTS for what, _ in seen))


def main() -> int:
    """Compare the projects that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docs", nargs="+", type=Path, help="the folder of a conf.py, in a copy")
    parser.add_argument("-o", "--option", action="append", default=[], help="an argument for sphinx-build, as -o=-Dx=y")
    parser.add_argument(
        "-b", "--builder", action="append", default=[], choices=("text", "man", "latex", "linkcheck"), help="also"
    )
    parser.add_argument("-n", "--rounds", type=int, default=1, help="builds of each kind")
    parser.add_argument("-t", "--timeout", type=float, default=600, help="seconds a build may take")
    given = parser.parse_args()
    status = 0
    for docs in given.docs:
        with tempfile.TemporaryDirectory() as folder:
            found = compare(docs.resolve(), Path(folder), given.option, given.rounds, given.timeout, given.builder)
            status = max(status, found)
    return status


if __name__ == "__main__":
    sys.exit(main())
