"""Family 8: broken links of AsciiDoc, which readers see with their brackets, or which lead elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.rules.markup.asciidoc import ASCIIDOC, without_marks
from extract.rules.markup.targets import in_target
from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.regexes import re


@rule("IRI820", "no-asciidoc-link", "error", scope="prose", slips=ASCIIDOC)
def no_asciidoc_link(prose: Prose) -> Iterator[Found]:
    r"""AsciiDoc does not link this.

    The link is in Markdown, reStructuredText, HTML or the markup of a wiki, its brackets are missing, apart or not
    closed, or the address follows a letter or a mark directly, where only "link:" is seen. Readers see the source.
    Source: AsciiDoc Language Documentation, "Autolinks", "URL Macro", "Link Macro".

    Bad (asciidoc):
        See https://example.com/größe⟦)⟧[Größe] now.

    Good (asciidoc):
        See https://example.com/größe[Größe] now.
        See `[Größe](https://example.com/größe)` now.
        See \https://example.com/größe[Größe] now.
        参照 https://example.com/größe[大きさ]
        参照link:https://example.com/größe[大きさ]
        See `größe` and "`https://example.com/größe[Größe]`" and ``größe``https://example.com/größe[Größe].
        *https://example.com/größe[Größe]* and _https://example.com/größe[Größe]_
        ----\n[Größe](https://example.com/größe)\n----
        The link: https://example.com/größe[Größe]
        +++<a href="https://example.com/größe">Größe</a>+++
        See https://example.com/{größe}[Größe] now.
    """
    if prose.format.name == "asciidoc" and prose.target:
        yield from in_target(prose)


_TOKEN = re.compile(
    r"(?P<prefix>link:|image:)?(?P<address>https?://[^\s\[\]<>{}\0]++)(?:(?P<angle>>(?=[^\s.,\[\]<>*_#`|~^+-]))|(?P<macro>\0\[))?"
)


@rule("IRI821", "changed-by-asciidoc", "error", scope="prose")
def changed_by_asciidoc(prose: Prose) -> Iterator[Found]:
    """AsciiDoc leads to another address than is written.

    Asciidoctor replaces "--" and "'" between letters and digits, "..." and "(C)", and takes two underscores, asterisks
    or tildes for markup, before it looks for links. It takes the ">" after an address too, if another mark than a full
    stop or a comma follows. "++" around the address prevents that.
    Source: AsciiDoc Language Documentation, "Troubleshooting Complex URLs", "Character Replacement Substitutions".

    Bad (asciidoc):
        See ⟦https://example.com/größe--gewicht⟧[Größe] now.
        See ⟦https://example.com/compare/v1...v2⟧ now.
        See link:⟦https://example.com/#größe.__init__⟧[Größe] now.
        See image:⟦https://example.com/größe--gewicht.png⟧[Größe] now.
        (See ⟦<https://example.com/größe>⟧)

    Good (asciidoc):
        See link:++https://example.com/größe--gewicht++[Größe] now.
        See https://example.com/größe%2D-gewicht now.
        image::https://example.com/größe--gewicht.png[Größe]
        See `https://example.com/größe--gewicht` now.
        See https://example.com/v1\\...v2[Größe] now.
        See <https://example.com/größe>.
        _https://example.com/die_größe_
        See https://example.com/*größe* now.
    """
    if prose.format.name != "asciidoc" or prose.target or "://" not in prose.text:
        return
    for match in _TOKEN.finditer(prose.text):
        before = prose.text[match.start() - 1] if match.start() else " "
        address = match["address"]
        if match["angle"]:
            if before == "<" and not match["prefix"]:
                meant = _protected("link:", address, "[]")
                message = f'">" and what follows become part of the address; write {meant}'
                yield Found(match.start() - 1, match.end("angle"), message, None, meant, safe=True)
            continue
        # Without brackets it must be one that Asciidoctor links.
        in_angles = before == "<" and prose.text[match.end() : match.end() + 1] == ">" and not match["macro"]
        if not match["macro"]:
            address = address if in_angles else without_marks(address)
            if match["prefix"] or not (before.isspace() or before in "<>()[];"):
                continue
        elif not (match["prefix"] or before.isspace() or before in BEFORE_ADDRESS):
            continue
        changed = CHANGED.search(address)
        if changed and not match["macro"] and changed.end() == len(address) and changed[0].count(changed[0][0]) == 2:
            continue  # the end of the address is emphasised on purpose
        if prose.text[match.end("address") : match.end("address") + 1] == "{":
            continue  # an attribute follows, whose value is elsewhere
        if changed:
            start = match.start("address")
            meant = _protected("" if match["prefix"] else "link:", address, "" if match["macro"] else "[]")
            message = f'AsciiDoc changes "{changed[0]}" in the address; write {meant}'
            fix = None if "++" in address or before == "+" else meant  # it would close the passthrough
            yield Found(start - in_angles, start + len(address) + in_angles, message, None, fix, safe=True)


def _protected(prefix: str, address: str, brackets: str) -> str:
    return f"{prefix}++{address}++{brackets}" if CHANGED.search(address) else f"{prefix}{address}{brackets}"
