"""Family 8: references of Markdown whose label is misspelt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from extract.readers.segment import is_inside
from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Source
from extract.text.regexes import re

_DEFINITION = re.compile(r"(?m)^[ >]{0,6}\[(?!\^)(?P<label>[^\[\]\n]{1,50})\]:[ \t]*<?(?:https?://|[./#\w])")
_REFERENCE = re.compile(r"(?<![\]\\])\[(?P<text>[^\[\]]{1,200})\][ ]?\[(?P<label>[^\[\]\n]{4,50})\](?![(:\[])")
_BRACKETED = re.compile(r"\[([^\[\]]{1,200})\]")
_FENCED = re.compile(r"(?ms)^[ >\t]*(?P<fence>`{3,}|~{3,}).*?^[ >\t]*(?P=fence)")
_RUN = re.compile(r"`+|\n")
# However its target is written, and wherever it stands.
_DEFINED = re.compile(r"\[(?!\^)([^\[\]\n]{1,50})\]:")
_MARKS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of fenced code, and of code in backticks on one line."""
    fenced = [match.span() for match in _FENCED.finditer(text)]
    yield from fenced
    open_runs: dict[str, int] = {}  # in this line; a run is closed by the next one as long
    for match in _RUN.finditer(text):
        if match[0] == "\n":
            open_runs.clear()
        elif not is_inside(fenced, match.start() + 1):
            begin = open_runs.pop(match[0], -1)
            if begin < 0:
                open_runs[match[0]] = match.start()
            else:
                open_runs.clear()  # what was open stands before or inside
                yield begin, match.end()


def _variants(label: str) -> set[str]:
    """Return a label without its marks, and the same without each of its letters: two with one in common are alike."""
    bare = _MARKS.sub("", label)
    return {bare, *(bare[:at] + bare[at + 1 :] for at in range(len(bare)))}


@rule("IRI823", "misspelt-label", "error", scope="document")
def misspelt_label(source: Source) -> Iterator[Found]:
    r"""A reference of Markdown to a label that is written otherwise where it is defined.

    Nothing else uses that definition, and the two labels differ by a letter or by marks. Readers see the brackets.
    Source: CommonMark §6.3 (full reference link), §4.7.

    Bad (markdown):
        See [die Größe][⟦groesse⟧].\n\n[grosse]: https://example.com/größe
        See [die Größe][⟦groesse-haus⟧].\n\n[groessehaus]: https://example.com/größe

    Good (markdown):
        See [die Größe][groesse].\n\n[groesse]: https://example.com/größe
        See [die Größe][groesse] and [grosse].\n\n[grosse]: https://example.com/größe
        See [die Größe][haus-12].\n\n[haus-13]: https://example.com/größe
        See `a[größe][groesse]`.\n\n[grosse]: https://example.com/größe
    """
    if source.format_name != "markdown" or not source.text or "]:" not in source.text:
        return
    used = Counter(_folded(match[1]) for match in _BRACKETED.finditer(source.text))
    written = {_folded(match["label"]): match["label"] for match in _DEFINITION.finditer(source.text)}
    unused: dict[str, str] = {}
    for label in written:
        if used[label] == 1:
            unused.update(dict.fromkeys(_variants(label), written[label]))
    if not unused:
        return
    defined = {_folded(match[1]) for match in _DEFINED.finditer(source.text)}
    code = sorted(_code(source.text))
    line = seen = 0
    for match in _REFERENCE.finditer(source.text):
        label = _folded(match["label"])
        line = source.text.rfind("\n", seen, match.start()) + 1 or line
        seen = match.start()
        is_indented = source.text.startswith(("    ", "\t"), line)
        if label in defined or is_inside(code, match.start() + 1) or is_indented:
            continue
        meant = next((unused[variant] for variant in sorted(_variants(label)) if variant in unused), None)
        if meant and len(_MARKS.sub("", meant)) > 3 and _DIGITS.findall(meant) == _DIGITS.findall(label):
            message = f'no link: no definition of this label, but one of "{meant}", which nothing uses; write that'
            yield Found(*match.span("label"), message, None, meant)
