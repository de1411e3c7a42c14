"""Slugs: what a program makes of the text of a heading, so that links can lead to it.

Each function takes the text that readers see. ``SLUGGERS`` has them by the name of the program, and `named` numbers
headings that are alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from extract.text.regexes import lazy, re

# Ruby's \p{Word} (Onigmo, "word"), of which GitHub, GitLab, kramdown and Asciidoctor keep the characters.
_NO_WORD = lazy(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]+")
_NO_WORD_OF_ASCIIDOCTOR = lazy(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- .]+")
_NO_WORD_OF_PYTHON = re.compile(r"[^\w\u4e00-\u9fff\- ]")
_NO_WORD_OF_RUST = lazy(r"[^\p{Alphabetic}\p{N}_\-]+")
_NO_LETTER_OF_GO = lazy(r"[^\p{L}\p{Nd}_\- ]+")
_SPECIAL_IN_VITEPRESS = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’<>,.?/]+")


def docusaurus(heading: str) -> str:
    """Docusaurus: letters, marks, digits, ``_`` and ``-`` stay, each space is ``-``."""
    return _NO_WORD.sub("", heading.strip().lower()).replace(" ", "-")


def _with_one_sigma(heading: str) -> str:
    """Return a text whose last sigma of a word becomes no other letter in lower case, as in Ruby and Go."""
    return heading.replace("Σ", "σ")


def github(heading: str) -> str:
    """GitHub and kramdown's parser for its Markdown: as Docusaurus, but for the last sigma of a word."""
    return docusaurus(_with_one_sigma(heading))


def gitlab(heading: str) -> str:
    """GitLab: as GitHub, with one hyphen for several, and ``anchor-`` before digits alone."""
    slug = re.sub("-{2,}", "-", github(heading))
    return f"anchor-{slug}" if slug.isdecimal() else slug


def myst(heading: str) -> str:
    """MyST: as GitHub, with the letters and digits of Python's ``\\w``, which drops combining marks."""
    return _NO_WORD_OF_PYTHON.sub("", heading.lower().replace(" ", "-"))


def docutils(heading: str) -> str:
    """Sphinx and docutils: ASCII letters and digits; "" if there are none, and the id is a number of the page."""
    from docutils.nodes import make_id

    return make_id(" ".join(heading.lower().split()))


def mkdocs(heading: str, *, ascii_only: bool = True) -> str:
    """MkDocs and Python-Markdown: ASCII, or with ``slugify_unicode`` the letters and digits of Python's ``\\w``."""
    heading = re.sub(r":[\w+-]+:", "", heading)  # an icon
    if ascii_only:
        heading = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def hugo(heading: str) -> str:
    """Hugo: as GitHub, without combining marks; "heading" if nothing is left."""
    return _NO_LETTER_OF_GO.sub("", _with_one_sigma(heading.strip()).lower()).replace(" ", "-") or "heading"


def asciidoctor(heading: str) -> str:
    """Asciidoctor: ``_`` before it, and for spaces, hyphens and full stops."""
    words = _NO_WORD_OF_ASCIIDOCTOR.sub("", _with_one_sigma(heading).lower())
    return re.sub(r"[ _.\-]+", "_", f"_{words}").removesuffix("_")


def vitepress(heading: str) -> str:
    """VitePress and VuePress: marks of ASCII are one hyphen, other marks stay, accents go."""
    decomposed = unicodedata.normalize("NFKD", heading)
    plain = re.sub(r"[\u0300-\u036f\x00-\x1f]", "", decomposed)
    slug = _SPECIAL_IN_VITEPRESS.sub("-", plain).strip("-")
    return (f"_{slug}" if slug[:1].isascii() and slug[:1].isdigit() else slug).lower()


def mdbook(heading: str) -> str:
    """mdBook: letters, digits and numbers stay, each space is ``-``; "section" if nothing is left."""
    lower = heading.strip().lower()
    return _NO_WORD_OF_RUST.sub("", re.sub(r"\s", "-", lower)) or "section"


class Slugger(NamedTuple):
    """How a program names headings."""

    slug: Callable[[str], str]
    number: str = "-{}"  # what it adds to a name that is taken
    first: int = 1  # the first number


SLUGGERS = {
    "github": Slugger(github),
    "docusaurus": Slugger(docusaurus),
    "gitlab": Slugger(gitlab),
    "myst": Slugger(myst),
    "docutils": Slugger(docutils),
    "mkdocs": Slugger(mkdocs, "_{}"),
    "mkdocs-unicode": Slugger(partial(mkdocs, ascii_only=False), "_{}"),
    "hugo": Slugger(hugo),
    "asciidoctor": Slugger(asciidoctor, "_{}", 2),
    "vitepress": Slugger(vitepress),
    "mdbook": Slugger(mdbook),
}


def named(headings: Iterable[str], program: str) -> Iterator[str]:
    """Yield the anchor of each heading of a page, in order; "" if the program makes none of its words.

    ``program`` is a key of ``SLUGGERS``.
    """
    slug, number, first = SLUGGERS[program]
    taken: dict[str, int] = {}
    for heading in headings:
        made = plain = slug(heading)
        while made in taken:
            taken[plain] += 1
            made = plain + number.format(taken[plain])
        taken[made] = first - 1
        yield made
