"""A document: the bytes of a file, its name, and its surroundings, passed as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from extract.readers.decoding import codec_of, contradicted
from extract.readers.formats import Format, format_of
from extract.text.arguments import require, require_text

if TYPE_CHECKING:
    from extract.tree.targets import Missing, Reference


def _never(*_asked: str) -> bool:
    return False


def _nothing(_asked: object) -> None:
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
    names_in: Callable[[str], frozenset[str] | None] = _nothing  # names that an included file defines; None: unknown
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
    def format(self) -> Format:
        """The format according to the name and, unless its parts have charsets of their own, the text."""
        return self._in_bytes if self._in_bytes.own_charsets else format_of(self._name, self.source)

    @cached_property
    def text(self) -> str | None:
        """The decoded text without its byte order mark, or ``None`` if some bytes are invalid."""
        return self._decoded if isinstance(self._decoded, str) else None

    @cached_property
    def source(self) -> str:
        """The decoded text, with a surrogate or U+FFFD for each invalid byte."""
        if self.text is not None:
            return self.text
        try:
            return self.data[self.mark :].decode(self.codec, "surrogateescape")
        except UnicodeDecodeError:  # truncated UTF-16
            return self.data[self.mark :].decode(self.codec, "replace")

    @property
    def codec(self) -> str:
        """The name of the codec that decodes the file.

        Raises:
            LookupError: the given encoding is unknown
        """
        return self._codec[0]

    @property
    def mark(self) -> int:
        """The size of the byte order mark in bytes."""
        return self._codec[1]

    @property
    def invalid(self) -> tuple[int, int]:
        """The span in bytes of the first invalid bytes; (0, 0) if all are valid."""
        error = self._decoded
        return (0, 0) if isinstance(error, str) else (self.mark + error.start, self.mark + error.end)

    @property
    def contradicted(self) -> tuple[int, int, str] | None:
        """The span and name of a declared charset in which the file is not; ``None`` if there is none."""
        is_chosen = self.encoding is not None and not self.mark  # by the caller
        return None if self.text is None or is_chosen else contradicted(self.text, self.codec, self._in_bytes)

    @property
    def _name(self) -> str:
        return self.path + self.surroundings.suffix

    @cached_property
    def _in_bytes(self) -> Format:
        """The format according to the name and the undecoded bytes."""
        return format_of(self._name, self.data)

    @cached_property
    def _codec(self) -> tuple[str, int]:
        return codec_of(self.data, self.encoding, self._in_bytes)

    @cached_property
    def _decoded(self) -> str | UnicodeDecodeError:
        """The decoded text, or the error of the first invalid bytes."""
        data = self.data[self.mark :]
        if self._in_bytes.charset.folds_bytes and not data.isascii():
            from extract.readers.calendar import whole_characters

            data = whole_characters(data)
        try:
            return data.decode(self.codec)
        except UnicodeDecodeError as error:
            return error

    @property
    def original(self) -> str | None:
        """The text of the translated document, or ``None`` if there is none in the same format."""
        other = self.surroundings.original
        return other.text if other is not None and other._in_bytes.suffixes == self._in_bytes.suffixes else None
