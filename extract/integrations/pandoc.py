"""pandoc: a filter of its JSON that links IRIs in text, and shortens links that pandoc extends too far.

pandoc --filter iri-pandoc-filter …    or    pandoc -t json … | iri pandoc-filter | pandoc -f json …
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO, Unpack

from extract.integrations._inline import InlineFinder, Options, explicit_uri

# Text in these nodes is not linked: code, markup of one format, and the text of a link or an image.
_UNLINKED = frozenset(["Code", "CodeBlock", "Image", "Link", "Math", "RawBlock", "RawInline"])
# The class that pandoc's Markdown gives to links whose text is their destination.
_BARE = "uri"
_QUOTES = ("'", '"')
# A delimiter that opens before a link and closes inside it. pandoc's own bare links extend over it.
_OPENING = re.compile(r"(?:\*\*?|~~)\Z")


def linked(document: dict[str, Any], **options: Unpack[Options]) -> dict[str, Any]:
    """Return pandoc's document with its bare links. Metadata stays unchanged.

    ``options``: ``bare_domains`` (also without "www."), ``email``, ``default_scheme`` (of bare domains), ``hosts``
    (which are shown in Unicode, as for `display`).
    """
    return {**document, "blocks": _Filter(InlineFinder(**options)).walk(document["blocks"])}


def run(source: BinaryIO, out: BinaryIO, **options: Unpack[Options]) -> None:
    """Read a document as JSON, and write it with its links. The options are those of `linked`.

    Raises ValueError if the input is not a document of pandoc, and for a wrong option.
    """
    links = _Filter(InlineFinder(**options))
    try:
        document = json.load(source)
        if not isinstance(document["blocks"], list):
            raise TypeError
        result = {**document, "blocks": links.walk(document["blocks"])}
    except RecursionError:
        raise ValueError("the document is nested too deeply") from None
    except (ValueError, LookupError, TypeError, AttributeError):  # not JSON, or another structure
        raise ValueError('the input is not pandoc\'s JSON: write it with "pandoc -t json"') from None
    out.write(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def main() -> int:
    """Run as ``pandoc --filter iri-pandoc-filter``. The format that pandoc passes is ignored."""
    try:
        run(sys.stdin.buffer, sys.stdout.buffer)
    except ValueError as error:
        print(f"iri-pandoc-filter: {error}", file=sys.stderr)
        return 2
    return 0


class _Filter:
    def __init__(self, finder: InlineFinder) -> None:
        self._finder = finder

    def walk(self, node: Any) -> Any:
        """Return a node of the document with its links."""
        if isinstance(node, list):
            made: list[Any] = []
            for child in node:
                made += self._children(child, made[-1] if made else None)
            return made
        if isinstance(node, dict):
            if node.get("t") == "Link":
                return _with_uri(node)
            if node.get("t") not in _UNLINKED:
                return {key: self.walk(value) for key, value in node.items()}
        return node

    def _children(self, child: Any, before: Any) -> Iterator[Any]:
        kind = child.get("t") if isinstance(child, dict) else None
        if kind == "Str":
            yield from self._link(child["c"])
        elif kind == "Link" and (text := _own_text(child)) is not None:
            yield from self._shorter(child, text, _text(before)) or [self.walk(child)]
        else:
            yield self.walk(child)

    def _shorter(self, link: dict[str, Any], text: str, before: str) -> list[dict[str, Any]]:
        """Return the pieces of a link that is too long, or an empty list.

        A link that is found whole, or not at all, stays as pandoc created it. pandoc's bare links end before ASCII
        punctuation, except for quotation marks, so one that ends with it was written as an explicit link.
        """
        opening = _OPENING.search(before)
        pieces = list(self._link(text.partition(opening[0])[0] if opening else text))
        if opening and opening[0] in text:
            pieces.append(_str(text[text.index(opening[0]) :]))
        if len(pieces) < 2 or pieces[0]["t"] != "Link" or pieces[1]["t"] != "Str":
            return []
        mark = pieces[1]["c"][0]
        if opening or mark == '"' or not mark.isascii() or (mark in _QUOTES and before.endswith(mark)):
            return pieces
        is_bare = _BARE not in link["c"][0][1]  # "<…>" has this class
        return pieces if is_bare and mark == ";" else []

    def _link(self, text: str) -> Iterator[dict[str, Any]]:
        for piece in self._finder.pieces(text):
            if isinstance(piece, str):
                yield _str(piece)
            else:
                yield {"t": "Link", "c": [["", [_BARE], []], [_str(piece.shown)], [piece.uri, ""]]}


def _text(node: Any) -> str:
    """Return the text of a string node; "" for another node."""
    return str(node["c"]) if isinstance(node, dict) and node.get("t") == "Str" else ""


def _str(text: str) -> dict[str, Any]:
    return {"t": "Str", "c": text}


def _own_text(link: dict[str, Any]) -> str | None:
    """Return the text of a link that shows its destination, as bare links do; ``None`` for others."""
    _attributes, shown, (target, _title) = link["c"]
    text = shown[0]["c"] if len(shown) == 1 and shown[0].get("t") == "Str" else None
    return text if text is not None and target in (text, f"http://{text}", f"https://{text}") else None


def _with_uri(link: dict[str, Any]) -> dict[str, Any]:
    attributes, shown, (target, title) = link["c"]
    absolute = ":" in target.partition("/")[0]  # pandoc escapes other targets as each format requires
    return {**link, "c": [attributes, shown, [explicit_uri(target) if absolute else target, title]]}
