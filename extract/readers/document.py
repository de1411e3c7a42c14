"""A document: the bytes of a file, its name, and what is known around it, handed down as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from extract.readers.decoding import Decoded, decode
from extract.readers.formats import Format, format_of
from extract.text.arguments import require, require_text

if TYPE_CHECKING:
    from extract.tree.targets import Missing


def _never(*_asked: str) -> bool:
    return False


def _if_included(path: str, _name: str) -> bool:
    return bool(path)


def _nothing(_target: str, _in_html: bool) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around a file, told by whoever has it; the rules ask no disk."""

    character_level_inline_markup: bool = False  # docutils' setting: markup counts directly next to letters
    added_names: frozenset[str] | None = frozenset()  # defined by text that Sphinx adds; None: it has unknown ones
    default_role: bool = False  # Sphinx's setting: a text in backticks alone has a role, which may lead somewhere
    suffix: str = ""  # ".rst" or ".md": in this markup Sphinx reads the file, whose name says plain text or nothing
    in_wiki: bool = False  # it is a page of Gollum's (GitHub, GitLab), which reads "[[…]]" in every markup
    is_included: Callable[[], bool] = _never  # whether another file includes this one, whose names it may use
    # whether a file, by its path in a directive that includes it, may define a name; "" for those that may be joined
    may_define: Callable[[str, str], bool] = _if_included  # with this one by a program
    declares_charset: Callable[[], bool] = _never  # whether another file may do so (LaTeX, Sphinx)
    exists: Callable[[str], bool] = _never  # whether there is a file of that name, relative to the document
    missing: Callable[[str, bool], Missing | None] = _nothing  # what is not there of what a relative target leads to
    original: Document | None = None  # the file that this one translates


NOWHERE = Surroundings()  # of a file about which nothing is known


@dataclass(frozen=True, eq=False)
class Document:
    """A file. Nothing is opened: whoever has it gives its bytes. It is decoded when its text is first asked for."""

    data: bytes  # its content
    path: str = ""  # its name, whose suffix decides the format; "" if unknown
    encoding: str | None = None  # if it does not declare one; None: UTF-8
    surroundings: Surroundings = NOWHERE  # what is known of its place

    def __post_init__(self) -> None:
        """Raise TypeError for wrong arguments."""
        require(isinstance(self.data, bytes), "data", "the bytes of a file", self.data)
        require(isinstance(self.path, str), "path", "the name of a file, a str", self.path)
        require_text("encoding", self.encoding)
        require(isinstance(self.surroundings, Surroundings), "surroundings", "Surroundings", self.surroundings)

    @cached_property
    def decoded(self) -> Decoded:
        """Its text and how it was decoded.

        Raises:
            LookupError: the encoding given is unknown
        """
        return decode(self.data, self.encoding, self._in_bytes)

    @cached_property
    def _in_bytes(self) -> Format:
        """Its format, as far as its name and its bytes tell."""
        return format_of(self.path + self.surroundings.suffix, self.data)

    @property
    def text(self) -> str | None:
        """Its text; ``None`` if some bytes are invalid."""
        return self.decoded.text

    @cached_property
    def source(self) -> str:
        """Its text, with a surrogate, or U+FFFD, for each byte that is invalid."""
        text, encoding, mark, *_ = self.decoded
        if text is not None:
            return text
        try:
            return self.data[mark:].decode(encoding, "surrogateescape")
        except UnicodeDecodeError:  # UTF-16, cut off
            return self.data[mark:].decode(encoding, "replace")

    @cached_property
    def format(self) -> Format:
        """Its format, by its name and its text."""
        return format_of(self.path + self.surroundings.suffix, self.source)

    @property
    def original(self) -> str | None:
        """The text that it translates, if that is in the same format."""
        other = self.surroundings.original
        return other.text if other is not None and other._in_bytes.suffixes == self._in_bytes.suffixes else None
