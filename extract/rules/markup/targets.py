"""Rules about wrong, unfinished or empty destinations of links that the parser recognizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.rules.markup.asciidoc import without_marks
from extract.rules.markup.foreign import URL
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, lazily, re

_QUOTED = re.compile(r"""(?:(?<!")"++|(?<!')'++)(?:/?>|[/,.;])?\Z""")
# Percent-encoded whitespace, zero-width characters, backticks, quotation marks, and CJK punctuation.
_ENCODED_AT_END = re.compile(
    r"(?i)(?:%20|%0[ad]|%09|%c2%a0|%e2%80%(?:8[b-f]|9d)|%60|%22|%e3%80%8[12]|%ef%bc%(?:8c|9b|89))\Z"
)
_LONGEST_ENCODED = len("%e2%80%8b")
# Punctuation after a page, and emphasis. A page name may end with ".", and "/." is the directory.
_MARK = re.compile(
    r"(?:(?<=\.html)|(?<=\.(?:htm|php|pdf|png|jpg))|(?<=\.md))[.:;]\Z|(?<=[a-z]{6})\.\Z|(?<=[\w/]);\Z"
    r"|(?<=\w)\*\*\Z|(?<=[^<])>\Z"
)
_CUT_SHORT = re.compile(r"(?<=[^\W\d]|-)(?<!%[0-9A-F]{2})(?:\.{3}|…)\Z")
_MAY_END_SO = re.compile(r"(?i)/compare/|example")  # GitHub: "/compare/a...b"; placeholders
_OPENING = dict(zip(")]}）」』》”’“»", "([{（「『《“‘„«", strict=True))
_WIDE_END = frozenset("】。，、；،؛।")


_BRACKETED = lazily(lambda: re.compile(rf"[\])]{{0,2}}[(（](?P<address>{URL})[)）]|\[(?P<in_square>{URL})\]?"))
_NESTED = lazily(lambda: re.compile(rf"\[(?P<label>[^\[\]]*)\]\((?P<address>{URL}|mailto:[^\s()]+)\)"))
# Relative destinations in parentheses.
_INNER_LOCAL = re.compile(rf"\((#[^\s()]+|\.{{0,2}}/[^\s()]+|[^\s()]+\.(?:{FILE_SUFFIXES})(?:#[^\s()]*)?)\)")
_GLUED_TITLE = re.compile(r"((?:https?://[^\s\"?]*|[\w./-]{1,200})[^\W_])(?<!%[23][0-9A-Fa-f])\"([^\"\n]+)\"")
_BACKSLASHES = re.compile(r"(?!https?:)[^\s:()\\]*(?:\\[^\s:()\\]+)+")
# Except chat channels: "https://web.libera.chat/##größe".
_TWO_MARKS = re.compile(r"(?![^#]*(?:irc|chat))[^\s#]*(##+)(?=[\w/])")
_NO_TARGET = frozenset(["nan", "null", "undefined"])


def left_over(target: str) -> Problem | None:
    """Return the problem of punctuation or an unopened bracket at the end of ``target``, or ``None``."""
    last = target[-1:]
    left, shown = last, f'"{last}"'
    is_web = target.startswith("http")
    in_path = is_web and not {"?", "#"} & set(target)
    kept = _without_encoded_end(target) if in_path else target
    encoded = target[len(kept) :]
    is_paired = "%9D" in encoded.upper() and "%E2%80%9C" in target.upper()
    if encoded and not is_paired and not any(mark in encoded and not target.count(mark) % 2 for mark in ("%22", "%60")):
        message = Message('"{written}" at the end is an encoded character of the text; remove it', written=encoded)
        return Problem(start=len(kept), end=len(target), message=message, fix="")
    if in_path and _is_cut_short(target):
        return None
    quote = _QUOTED.search(target) if is_web else None
    if quote and target.count(quote[0][0]) % 2:
        left = shown = quote[0]
    elif in_path and "<" not in target and (mark := _MARK.search(target)):
        left, shown = mark[0], f'"{mark[0]}"'
    elif last in _OPENING:
        if target.count(_OPENING[last]) >= target.count(last) or not target.startswith(("http", "www")):
            return None
    elif last == ",":
        if "?" in target or not is_web:
            return None
    elif last not in _WIDE_END or target.count("（") > target.count("）"):
        return None
    message = Message("{name} is not part of the destination; remove it", name=shown)
    return Problem(start=len(target) - len(left), end=len(target), message=message, fix="")


def _without_encoded_end(target: str) -> str:
    """Remove percent-encoded spaces and marks from the end of ``target``, one by one to stay linear."""
    end = len(target)
    while found := _ENCODED_AT_END.search(target, max(end - _LONGEST_ENCODED, 0), end):
        end = found.start()
    return target[:end]


def _is_cut_short(target: str) -> bool:
    is_in_path = target.startswith("http") and not {"?", "#"} & set(target)
    return is_in_path and bool(_CUT_SHORT.search(target)) and not _MAY_END_SO.search(target)


def _wide(prose: Prose) -> Problem | None:
    """Return the problem of a full-width closing bracket that the destination does not open, or ``None``."""
    at = prose.text.find("）")
    if at < 0 or "（" in prose.text[:at]:
        return None
    if "docutils" in prose.format.read_by or prose.label in (None, prose.text):  # no parentheses around it
        message = Message('"）" is not part of the destination; remove it')
        return Problem(start=at, end=at + 1, message=message)
    message = Message('a full-width "）" does not close the target; write ")"')
    return Problem(start=at, end=at + 1, message=message, fix=")")


def _in_brackets(prose: Prose) -> Problem | None:
    """Return the problem of text before a destination, or of extra brackets around it, or ``None``."""
    bracketed, local = _BRACKETED.fullmatch(prose.text), _INNER_LOCAL.fullmatch(prose.text)
    inner = (bracketed and (bracketed["address"] or bracketed["in_square"])) or (local and local[1])
    if not inner:
        return None
    message = Message("two pairs of brackets around the target; remove one pair")
    is_link = prose.label is not None  # CommonMark parses "[a]:(http://a/)" as a definition, not as a link
    return Problem(start=0, end=len(prose.text), message=message, fix=inner, safe=is_link)


_MARKS = (_in_brackets, lambda prose: left_over(prose.text), _wide)


def _is_of_markup(prose: Prose) -> bool:
    """Return whether ``prose`` is a destination in Markdown, reStructuredText or AsciiDoc, but not a note."""
    is_read = not {"GitHub", "docutils", "Asciidoctor"}.isdisjoint(prose.format.read_by)
    return is_read and not (prose.label or "").startswith("^")


_WRITTEN_ELSEWHERE = ("misspelled-label", "scheme-typo", "adjoining-links")


@rule(
    "IRI802",
    "runs-on",
    "error",
    sub_rule="mark-in-destination",
    scope="target",
    yields_to=(*_WRITTEN_ELSEWHERE, "wrong-destination", "unfinished-destination"),
)
def mark_in_destination(prose: Prose) -> Iterator[Problem]:
    r"""The destination includes brackets, quotation marks or punctuation of the text around the link.

    They were copied with the IRI. The link leads to a different page, which usually does not exist.
    Source: RFC 3986 appendix C; CommonMark §6.3 (link destination).

    Bad (markdown):
        [größe](⟦(https://example.com/größe)⟧)
        [größe](⟦(/größe/maß)⟧) and [gewicht](⟦(größe.md)⟧)
        [größe](https://example.com/größe⟦）⟧)
        [größe](https://example.com/größe⟦"⟧)
        [größe](https://example.com/größe⟦%20⟧)
        [größe](https://example.com/größe.html⟦.⟧)

    Bad (rst):
        See `Größe <https://example.com/größe⟦"⟧>`__ now.

    Bad (asciidoc):
        See https://example.com/größe⟦)⟧[Größe] now.

    Bad (html):
        <a href="https://example.com/größe⟦,⟧">größe</a>

    Good (markdown):
        [größe](https://example.com/“größe”) and [größe](https://example.com/%22größe%22)
        [größe](https://example.com/größe?at=1,)

    Good (rst):
        See `Größe <https://example.com/größe_(kleidung)>`__ now.

    Good (html):
        <a href="https://example.com/größe ">größe</a>
    """
    if prose.format.tags and not UNCLOSED.match(prose.text):
        found = left_over(prose.text)
        if found is not None:
            yield replace(found, severity="warning")
    elif _is_of_markup(prose):
        yield from islice(filter(None, (check(prose) for check in _MARKS)), 1)


# The value that a browser sees if an attribute has no closing quotation mark.
UNCLOSED = re.compile(r"https?://[^\s<>]*(?=>[^<>]*</)|https?://[^\s<>\"'”’]*(?=[”’']?\s+[a-z]{2,20}=\Z)")


def _nested(prose: Prose) -> Problem | None:
    nested = _NESTED.fullmatch(prose.text)
    if nested is None:
        return None
    message = Message("the target is itself a link; write {text}", text=nested["address"])
    same = nested["label"] == nested["address"]
    return Problem(start=0, end=len(prose.text), message=message, fix=nested["address"], safe=same)


def _backslashes(prose: Prose) -> Problem | None:
    if prose.attribute is not None or not _BACKSLASHES.fullmatch(prose.text):
        return None  # URL, "path state": browsers replace "\\" in an attribute by "/"
    meant = prose.text.replace("\\", "/")
    message = Message('an IRI has "/" between directories, not "\\"; write {text}', text=meant)
    return Problem(start=0, end=len(prose.text), message=message, fix=meant)


def _number_signs(prose: Prose) -> Problem | None:
    two = _TWO_MARKS.match(prose.text)
    message = Message('two "#" before the name of a place in the page; write "#"')
    return two and Problem(start=two.start(1), end=two.end(1), message=message, fix="#")


def _glued_title(prose: Prose) -> Problem | None:
    titled = _GLUED_TITLE.fullmatch(prose.text)
    if titled is None:
        return None
    meant = f'{titled[1]} "{titled[2]}"'
    message = Message("missing space before the title; write {text}", text=meant)
    return Problem(start=0, end=len(prose.text), message=message, fix=meant, safe=True)


def _twice(prose: Prose) -> Problem | None:
    target, half = prose.text, len(prose.text) // 2
    if not target.startswith("http") or target[:half] != target[half:]:
        return None
    message = Message("the IRI is written twice; write {text}", text=target[:half])
    return Problem(start=half, end=len(target), message=message, fix="")


_WRONG = (_nested, _backslashes, _number_signs, _glued_title, _twice)


@rule("IRI806", "wrong-destination", "error", scope="target", yields_to=_WRITTEN_ELSEWHERE)
def wrong_destination(prose: Prose) -> Iterator[Problem]:
    r"""The destination is not a single IRI: it is a link, two IRIs, or contains wrong characters.

    The link does not lead to the intended page.
    Source: CommonMark §6.3 (link destination); RFC 3986 §3.3.

    Bad (markdown):
        [größe](⟦[größe](https://example.com/größe)⟧)
        [größe](https://example.com/größe/⟦https://example.com/größe/⟧)
        [größe](⟦bilder\größe.png⟧)
        [größe](⟦##⟧größe)
        [größe](⟦https://example.com/größe"gewicht"⟧)

    Good (markdown):
        [größe](https://example.com/größe%20und%20gewicht)
        [größe](https://irc.example.com/##größe)
        <img src="bilder\größe.png">
    """
    if _is_of_markup(prose):
        yield from islice(filter(None, (check(prose) for check in _WRONG)), 1)


@rule(
    "IRI804",
    "incomplete-link",
    "error",
    sub_rule="unfinished-destination",
    summary="A part of the link is missing: its destination, the end of its address, or its text.",
    scope="target",
    repairs=True,
    yields_to=_WRITTEN_ELSEWHERE,
)
def unfinished_destination(prose: Prose) -> Iterator[Problem]:
    r"""The destination is missing or incomplete.

    It is empty, a placeholder, or shortened by a program.
    Source: CommonMark §6.3 (link destination); markdownlint, MD042.

    Bad (markdown):
        See [die Größe]⟦()⟧ and [das Gewicht](⟦TODO⟧) now.
        [größe](⟦nan⟧)
        [größe](https://größe.test/grö⟦...⟧)

    Bad (rst):
        See `Größe ⟦<>⟧`__ now.

    Good (markdown):
        [größe](https://github.com/größe/gewicht/compare/v1...)
        [größe](https://example.com/?x=%20...)
    """
    if _is_of_markup(prose) and prose.text in _NO_TARGET:
        message = Message("placeholder of a program that had no IRI; write the IRI")
        yield Problem(start=0, end=len(prose.text), message=message)
    elif _is_cut_short(prose.text) and (prose.format.tags or _is_of_markup(prose)):
        dots = len(prose.text.rstrip(".…"))
        message = Message("the IRI is incomplete; write all of it")
        yield Problem(start=dots, end=len(prose.text), message=message)


@rule(
    "IRI804",
    "incomplete-link",
    "warning",
    sub_rule="placeholder-destination",
    on=False,
    scope="markup",
    repairs=True,
)
def placeholder_destination(_prose: Prose) -> Iterable[Problem]:
    """The destination is "#" alone, which leads to the top of the page.

    Usually it is a placeholder, or a script handles the click. The text does not show which, so ``[größe](#)`` is
    reported only if you select this rule. MD042 reports it too.
    Source: HTML §7.4.6.4 ("top of the document"); markdownlint, MD042.

    Bad (markdown):
        See [die Größe]⟦(#)⟧ now.

    Good (markdown):
        See [die Größe](#größe) now.
    """
    return ()


@rule("IRI804", "incomplete-link", "warning", sub_rule="empty-href", scope="markup", repairs=True)
def empty_href(_prose: Prose) -> Iterable[Problem]:
    r"""An HTML link in Markdown has an empty ``href``.

    The link leads to its own page.
    Source: HTML §2.4.1 (an empty URL); markdownlint, MD042.

    Bad (markdown):
        <p>See <a ⟦href=""⟧ class="größe">größe</a> now.</p>

    Good (markdown):
        See <a href="" onclick="größe()">größe</a> now.
        Write `<a href="">größe</a>` now.
        <!-- <a href="">größe</a> -->
        ```html\n<!-- größe -->\n<a href="">größe</a>\n```
    """
    return ()


@rule("IRI804", "incomplete-link", "error", sub_rule="empty-link-text", scope="markup", repairs=True)
def empty_link_text(_prose: Prose) -> Iterable[Problem]:
    """The link text is empty, so that the link is invisible.

    Source: CommonMark §6.3 (link text); WCAG 2.2, 2.4.4 (link purpose).

    Bad (markdown):
        See ⟦[]⟧(https://example.com/größe) now.

    Good (markdown):
        See [größe](https://example.com/größe) and ![](größe.png) now.
    """
    return ()


_TOKEN = re.compile(
    r"(?P<prefix>link:|image:)?(?P<address>https?://[^\s\[\]<>{}\0]++)(?:(?P<angle>>(?=[^\s.,\[\]<>*_#`|~^+-]))"
    r"|(?P<macro>\0\[))?"
)


@rule("IRI806", "wrong-destination", "error", sub_rule="changed-by-asciidoc", scope="prose")
def changed_by_asciidoc(prose: Prose) -> Iterator[Problem]:
    """AsciiDoc changes the IRI, so that the link leads to another page.

    Before Asciidoctor looks for links, it replaces "--" and "'" between letters and digits, "..." and "(C)", and parses
    two underscores, asterisks or tildes as markup. It also includes a ">" after the IRI in the link, if another
    character than a full stop or a comma follows. "++" around the IRI prevents these changes.
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
    if "Asciidoctor" not in prose.format.read_by or "://" not in prose.text:
        return
    for match in _TOKEN.finditer(prose.text):
        before = prose.text[match.start() - 1] if match.start() else " "
        address = match["address"]
        if match["angle"]:
            if before == "<" and not match["prefix"]:
                meant = _protected("link:", address, "[]")
                message = Message('">" and the text after it become part of the IRI; write {text}', text=meant)
                yield Problem(start=match.start() - 1, end=match.end("angle"), message=message, fix=meant, safe=True)
            continue
        # Without "[", Asciidoctor links only some IRIs.
        in_angles = before == "<" and prose.text[match.end() : match.end() + 1] == ">" and not match["macro"]
        if not match["macro"]:
            address = address if in_angles else without_marks(address)
            if match["prefix"] or not (before.isspace() or before in "<>()[];"):
                continue
        elif not (match["prefix"] or before.isspace() or before in BEFORE_ADDRESS):
            continue
        changed = CHANGED.search(address)
        if changed and not match["macro"] and changed.end() == len(address) and changed[0].count(changed[0][0]) == 2:
            continue  # emphasis at the end of the IRI, which is intended
        if prose.text[match.end("address") : match.end("address") + 1] == "{":
            continue  # an attribute with an unknown value follows
        if changed:
            start = match.start("address")
            meant = _protected("" if match["prefix"] else "link:", address, "" if match["macro"] else "[]")
            message = Message('AsciiDoc changes "{text}" in the IRI; write {text2}', text=changed[0], text2=meant)
            fix = None if "++" in address or before == "+" else meant  # "++" would end the passthrough
            yield Problem(
                start=start - in_angles, end=start + len(address) + in_angles, message=message, fix=fix, safe=True
            )


def _protected(prefix: str, address: str, brackets: str) -> str:
    return f"{prefix}++{address}++{brackets}" if CHANGED.search(address) else f"{prefix}{address}{brackets}"
