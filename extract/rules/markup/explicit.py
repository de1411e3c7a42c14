"""Find malformed targets (``.. _name: IRI``) and image directives in reStructuredText."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.markup.patterns import Pattern, searching
from extract.rules.markup.repair import Edit, Piece, Spot, repaired
from extract.text.messages import Message
from extract.text.regexes import re

_TARGET = re.compile(
    r"\A\.\.[ \t]+(?P<low>_{0,2}[ \t]*)(?P<name>`[^`\n]{1,100}`|(?![_`|\[])[^:：；\n]{0,100}?[^:：;；\s])(?P<after>_?)"
    r"(?P<colon>[^\S\n]*(?:::|[:：;；])?)(?P<gap>[ \t\u00a0\u3000]*)(?P<at>(?<=[\s:：;；])https?://\S+"
    r"|(?<=:[ \t])\S+)?[ \t]*\Z"
)
WELL = re.compile(r"\.\.[ \t]+_(?![ _])(?:`[^`]+`|[^:\n`]+)(?<!\s)[ ]?:(?:[ \t]+(?P<at>[^\s<>]\S*))?[ \t]*\Z")


_image = searching(
    [
        Pattern(
            "rst-markup",
            r"\A\.\.[ \t]+(?:image|figure)(?:(?P<place>(?!::[ \t])[ \t]*[:：；][:：；\s]*)[^\s:：；][^\n]*"
            r"|(?P<place_bare>[ \t]+)[\w./-]{1,200}\.(?:png|jpe?g|gif|svg)[ \t]*)\Z",
            Message('not an image: "::" and a space must follow the name of the directive; write ":: "'),
        )
    ]
)


def explicit(piece: Piece) -> Iterator[Spot]:
    """Yield malformed targets and images, which docutils parses as comments."""
    yield from _image(piece)
    spot = _target(piece)
    if spot is not None:
        yield spot


def _target(piece: Piece) -> Spot | None:
    """Return the spot of a malformed target with its fix, or ``None``."""
    text, match = piece.text, _TARGET.match(piece.text)
    if match is None or WELL.match(text.expandtabs()):  # docutils expands tabs
        return None
    low, colon, is_web = match["low"].strip(), match["colon"].strip(), (match["at"] or "").startswith("http")
    is_used = bool(piece.paragraph.repeated)
    if not low:  # a comment, unless a reference uses it
        is_named = match["name"].startswith("`") and is_web and colon == ":"
        if not is_named and not (is_web and colon == ":" and is_used):
            return None
    elif not colon and not is_web and (not is_used or " " in match["name"]):
        return None
    after = "" if match["name"].startswith("`") or not low else match["after"]
    edits = [
        Edit(*match.span("low"), match["low"], "_", Message("before the name")),
        Edit(*match.span("after"), match["after"], after, Message("after the name")),
        Edit(
            match.start("colon"),
            match.end("gap"),
            match["colon"] + match["gap"],
            ": " if match["at"] else ":" + match["gap"],
            Message("after the name"),
        ),
    ]
    spot = repaired(text, edits, "undefined-name", safe=not (match["after"] and not low), target=match["at"] or "")
    return spot and spot._replace(message=Message("not a target: {what}", **spot.message.values))
