"""Family 8: targets on the disk of the writer."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.triggers import WRITERS_DISK
from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Prose


@rule("IRI819", "local-path", "error", scope="prose", silences="text")
def local_path(prose: Prose) -> Iterator[Found]:
    r"""The target is a file on the disk of the writer.

    An editor has inserted the path of an image or a page on that computer. Nobody else has the file.
    Source: RFC 8089 §2 (the scheme "file" names files of the host that reads it).

    Bad (markdown):
        ![größe](⟦C:\\Users\\jürgen\\AppData\\größe.png⟧)
        ![größe](⟦/Users/jürgen/Desktop/größe.png⟧)
        [größe](⟦file:///home/jürgen/größe.html⟧)

    Bad (rst):
        See `größe <⟦file:///C:/Users/jürgen/größe.html⟧>`__ now.

    Bad (html):
        <img src="⟦file:///D:/größe.png⟧">
        <a href="⟦/home/jürgen/projects/größe.html⟧">größe</a>

    Good (markdown):
        [größe](file:///etc/größe)
        [größe](/Users/jürgen/größe)
        [größe](c:größe)
        [größe](/home/größe)
    """
    if prose.target and WRITERS_DISK.match(prose.text):
        message = "only the writer's computer has this file; put it beside the document, and write its relative path"
        yield Found(0, len(prose.text), message)
