"""Links that were meant and are none, or lead elsewhere, because of the markup of their format."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.readers.html import MISSPELT_HREF
from extract.readers.segment import is_inside
from extract.rules.markup.asciidoc import ASCIIDOC, without_marks
from extract.rules.markup.markdown import MARKDOWN
from extract.rules.markup.rst import RST
from extract.rules.markup.shared import URL
from extract.rules.markup.targets import in_target, left_over
from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Prose, Source
from extract.text.regexes import lazily, re

# Files that GitHub shows. The generators of sites have other rules: Hexo and MDX read Markdown in elements.
_ON_GITHUB = re.compile(r"(?i)(?:readme|contributing|change|code_of_conduct|security|support|governance)")
_LINK = re.compile(
    r"!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*+\]\(\s*(?:[^()\s\0]|\([^()\s]*\))++(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)


@rule("IRI812", "no-markdown-link", "error", scope="prose", slips=MARKDOWN, yields_to=["misspelt-label"])
def no_markdown_link(prose: Prose) -> Iterator[Found]:
    r"""Markdown does not link this.

    There is a space between the brackets or in the target, or a bracket is missing, of the wrong kind, or in the wrong
    order. Readers see the source, or a link that leads nowhere. In files that GitHub shows, such as README.md, links in
    a block of HTML are reported too: there nothing is Markdown.
    Source: CommonMark §6.3 (inline link, link destination).

    Bad (markdown):
        [größe](⟦(https://example.com/größe)⟧)
        [größe](⟦[https://example.com/größe](https://example.com/größe)⟧)
        [größe](https://example.com/größe⟦）⟧)
        [大きさ](https://example.com/größe⟦）⟧と重さ)
        [größe](https://example.com/größe⟦"⟧)
        [größe](https://example.com/größe⟦”⟧)
        [größe](https://example.com/größe⟦」⟧)
        [größe](https://example.com/größe⟦'⟧)
        [größe](https://example.com/größe⟦]⟧)
        [größe](https://example.com/größe⟦,⟧)
        [größe](⟦[größe](https://example.com/größe)⟧)
        [größe](https://example.com/größe⟦%20⟧)
        [größe](https://example.com/größe⟦%22⟧)
        [größe](⟦[https://example.com/größe]⟧)
        [größe](https://example.com/größe⟦;⟧)
        [größe](https://example.com/größe⟦>⟧)
        [größe](https://example.com/größe.html⟦.⟧)
        [größe](https://example.com/größe⟦%EF%BC%8C⟧)
        [größe](https://größe.test/grö⟦...⟧)
        [größe](https://example.com/⟦。⟧weight)
        [größe](⟦(größe.md)⟧)
        [größe](⟦bilder\größe.png⟧)
        [größe](⟦##⟧größe)
        [größe](⟦＃⟧größe)
        [größe](⟦https://example.com/"größe"⟧)
        [größe](https://example.com/⟦##⟧größe)
        [größe](⟦nan⟧)
        [größe](⟦https://example.com/größe"gewicht"⟧)

    Good (markdown):
        See [[größe|https://example.com/größe]] and [[Gewicht]].
        [größe](https://example.com/größe%20und%20gewicht)
        [größe](https://example.com/“größe”)
        [größe](https://example.com/%22größe%22)
        [größe](https://example.com/?q=größe%20)
        [größe](https://example.com/größe#%20)
        See [größe] (weight) (https://example.com/größe) now.
        Note[^1]([größe](https://example.com/größe))
        [größe](https://example.com/größe?at=1,)
        [größe](https://example.com/größe[1])
        [größe](<größe und gewicht.md>)
        [größe](https://github.com/größe/gewicht/compare/v1...)
        [größe](https://example.com/größe_Inc.)
        [größe](https://example.com/?x=%20...)
        [größe](tel:+49-30-1234)
        See `größe` and `gewicht <https://example.com/größe>` now.
        See <a href="https://example.com/?a=größe">größe</a> now.
        <td><a href=https://example.com/?a=größe>größe</a></td>
        <div>\n\n[größe](https://example.com/größe)\n\n</div>
        <div markdown="1">\n[größe](https://example.com/größe)\n</div>
        </div>\n[größe](https://example.com/größe)
        <summary>größe</summary>\n[größe](https://example.com/größe)
        :link: [größe](https://example.com/größe)
        Write \\<a href='https://example.com/größe"\\> now.
        [größe](https://example.com/##)
        [größe](https://irc.example.com/##größe)
    """
    if "GitHub" not in prose.format.read_by:
        return
    if prose.target:
        yield from in_target(prose)
    elif _LINK.fullmatch(prose.text):  # its reader yields a link alone, as text, if it is in a block of HTML
        if "\0" in prose.text or "{{" in prose.text or not _ON_GITHUB.match(os.path.basename(prose.path)):
            return  # a template, which a program fills in before; or a page of a site, of which some link it
        yield Found(0, len(prose.text), "no link: in a block of HTML nothing is Markdown; leave a line empty before it")


@rule("IRI813", "no-rst-link", "error", scope="prose", slips=RST)
def no_rst_link(prose: Prose) -> Iterator[Found]:
    r"""Docutils does not link this.

    The underscore after the closing backtick is missing or comes before it, the space before "<" or a bracket is
    missing or wrong, a letter follows directly (unless ``docutils.conf`` sets ``character_level_inline_markup``), or
    the link is in Markdown or HTML. Readers see the source.
    Source: docutils, reStructuredText Markup Specification, "Embedded URIs and Aliases".

    Bad (rst):
        See `Größe <https://example.com/größe⟦"⟧>`__ now.
        See `Größe <⟦%5B⟧https://example.com/größe>`__ now.
        See `Größe <https://example.com/größe⟦)⟧>`__ now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
        See `Größe <https://example.com/größe_(kleidung)>`__ now.
        参照\\ `大きさ <https://example.com/größe>`_\\ 参照
        See :foo:`größe https://example.com/größe` now.
        a[größe](x.y) and größe.

    Good (python):
        # See `größe` and [Größe](https://example.com/größe) now.
    """
    if "docutils" in prose.format.read_by and prose.target:
        yield from in_target(prose)


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
    if prose.format.macros and prose.target:
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
    if not prose.format.macros or prose.target or "://" not in prose.text:
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


_IN_HTML = lazily(lambda: re.compile(rf"(?<![\]\\\w])!?\[[^\[\]\n]{{1,200}}\]\((?P<address>{URL})\)"))
# An example of Markdown, in "pre"; or a template, which may be included in Markdown.
_OF_MARKDOWN = re.compile(r"\n[ \t]*\n[ \t]*\S|(?m:^[ \t]*(?:[#>*|-]|\d+\.)\s)|\{[{%]")


@rule("IRI822", "no-html-link", "error", scope="prose")
def no_html_link(prose: Prose) -> Iterator[Found]:
    r"""HTML does not link this.

    The attribute is misspelt; or the link is in Markdown, whose source readers see.
    Source: HTML §4.5.1 (the element "a").

    Bad (html):
        <p>See ⟦[größe](https://example.com/größe)⟧ now.</p>
        <p>See <a ⟦herf⟧="https://example.com/größe">größe</a> now.</p>

    Bad (markdown):
        See <a ⟦herf⟧="https://example.com/größe">größe</a> now.

    Good (html):
        <p>See <code>[größe](https://example.com/größe)</code> now.</p>
        <p>See [größe] (https://example.com/größe) now.</p>
        <pre># Größe\n\n[größe](https://example.com/größe)</pre>
        {% größe %} See [größe](https://example.com/größe) now.
    """
    if misspelt := MISSPELT_HREF.match(prose.text):
        yield Found(*misspelt.span("name"), 'no link: the attribute is misspelt; write "href"', None, "href", safe=True)
    if prose.target or not prose.format.tags or "](" not in prose.text or _OF_MARKDOWN.search(prose.text):
        return
    for match in _IN_HTML.finditer(prose.text):
        yield Found(*match.span(), f'no link: this is Markdown; write <a href="{match["address"]}">')


_UNCLOSED = re.compile(r"https?://[^\s<>]*(?=>[^<>]*</)|https?://[^\s<>\"'”’]*(?=[”’']?\s+[a-z]{2,20}=\Z)")


@rule("IRI818", "mark-in-target", "warning", scope="prose")
def mark_in_target(prose: Prose) -> Iterator[Found]:
    """A mark of the text at the end of a target in HTML.

    A comma, a bracket, a quotation mark or a space after the address was copied with it. The link leads to another
    page, which most servers do not have. (In Markdown and reStructuredText this is IRI812 and IRI813.)
    Source: RFC 3986 appendix C.

    Bad (html):
        <a href="https://example.com/größe⟦,⟧">größe</a>
        <a href="https://example.com/größe⟦)⟧">größe</a>
        <a href="https://example.com/größe⟦%20⟧">größe</a>
        <a href="https://example.com/größe.html⟦.⟧">größe</a>
        <a href="https://example.com/größe⟦⟧>größe</a> <b class="a">und</b>
        <a href="https://example.com/größe⟦⟧ target="_blank">größe</a>

    Good (html):
        <a href="https://example.com/größe_(kleidung)">größe</a>
        <a href="https://example.com/größe?a=1,">größe</a>
        <a href="https://example.com/größe_Inc.">größe</a>
        <a href="https://example.com/größe ">größe</a>
    """
    if not prose.target or not prose.format.tags:
        return
    if unclosed := _UNCLOSED.match(prose.text):
        yield Found(unclosed.end(), unclosed.end(), "the closing quotation mark is missing; add it", None, '"')
    elif left := left_over(prose.text):
        yield left


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
    if not (source.format and source.format.labels) or not source.text or "]:" not in source.text:
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
