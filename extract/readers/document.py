"""A document: the bytes of a file, its name, and its surroundings, passed as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from extract.readers.decoding import Decoded, decode
from extract.readers.formats import Format, format_of
from extract.text.arguments import require, require_text

if TYPE_CHECKING:
    from extract.tree.targets import Missing, Reference


def _never(*_asked: str) -> bool:
    return False


def _if_included(path: str, _name: str) -> bool:
    return bool(path)


def _nothing(_reference: Reference) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The context of a file, supplied by the caller, since rules do not read the disk."""

    character_level_inline_markup: bool = False  # docutils' setting: inline markup may adjoin letters
    added_names: frozenset[str] | None = frozenset()  # defined by text that Sphinx adds; None: some are unknown
    default_role: bool = False  # Sphinx's setting: text in single backticks has a role, which may create a reference
    suffix: str = ""  # ".rst" or ".md": markup in which Sphinx parses the file, if its own suffix is .txt or missing
    in_wiki: bool = False  # a page of a Gollum wiki (GitHub, GitLab), where "[[…]]" is a link in every markup
    is_included: Callable[[], bool] = _never  # whether another file includes this one, and may define its names
    # whether a file, given by the path in an include directive, may define a name; the path "" means files that a
    may_define: Callable[[str, str], bool] = _if_included  # program may concatenate with this one
    declares_charset: Callable[[], bool] = _never  # whether another file may declare the charset (LaTeX, Sphinx)
    exists: Callable[[str], bool] = _never  # whether a file exists; the name is relative to the document
    missing: Callable[[Reference], Missing | None] = _nothing  # the missing file or anchor of a relative destination
    original: Document | None = None  # the file of which this one is a translation


NOWHERE = Surroundings()  #: The surroundings of a file about which nothing is known.


@dataclass(frozen=True, eq=False)
class Document:
    """A file whose bytes the caller has read. It is decoded at the first access to its text."""

    data: bytes  # content of the file
    path: str = ""  # name of the file, whose suffix decides the format; "" if unknown
    encoding: str | None = None  # used if the file does not declare one; None: UTF-8
    surroundings: Surroundings = NOWHERE  # context of the file

    def __post_init__(self) -> None:
        """Raise TypeError for wrong arguments."""
        require(isinstance(self.data, bytes), "data", "the bytes of a file", self.data)
        require(isinstance(self.path, str), "path", "the name of a file, a str", self.path)
        require_text("encoding", self.encoding)
        require(isinstance(self.surroundings, Surroundings), "surroundings", "Surroundings", self.surroundings)

    @cached_property
    def decoded(self) -> Decoded:
        """The decoded text, with its encoding and any invalid bytes.

        Raises:
            LookupError: the given encoding is unknown
        """
        return decode(self.data, self.encoding, self._in_bytes)

    @cached_property
    def _in_bytes(self) -> Format:
        """The format according to the name and the undecoded bytes."""
        return format_of(self.path + self.surroundings.suffix, self.data)

    @property
    def text(self) -> str | None:
        """The decoded text, or ``None`` if some bytes are invalid."""
        return self.decoded.text

    @cached_property
    def source(self) -> str:
        """The decoded text, with a surrogate or U+FFFD for each invalid byte."""
        text, encoding, mark, *_ = self.decoded
        if text is not None:
            return text
        try:
            return self.data[mark:].decode(encoding, "surrogateescape")
        except UnicodeDecodeError:  # truncated UTF-16
            return self.data[mark:].decode(encoding, "replace")

    @cached_property
    def format(self) -> Format:
        """The format according to the name and the text."""
        return format_of(self.path + self.surroundings.suffix, self.source)

    @property
    def original(self) -> str | None:
        """The text of the translated document, or ``None`` if there is none in the same format."""
        other = self.surroundings.original
        return other.text if other is not None and other._in_bytes.suffixes == self._in_bytes.suffixes else None
