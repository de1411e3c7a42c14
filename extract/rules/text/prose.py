"""Family 8: links that end at a different place for readers or other programs."""

from __future__ import annotations

from collections.abc import Iterator

from extract.detect.link import Link
from extract.detect.run_on import words_in
from extract.rules.iri.characters import named
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.messages import Message
from extract.text.regexes import lazy, re


def _written(prose: Prose) -> list[Link]:
    """Return the links with a scheme in running text."""
    return [link for link in prose.links if "://" in link.text]


_BEYOND = 200  # maximum characters after a link that another program may include


_GFM = re.compile(r"(?:https?|ftp)://[^\s<]*")


def _gfm_end(text: str, start: int, stop: int) -> int:
    """Return the end by GFM §6.9: "<" or whitespace, without some trailing ASCII punctuation and unopened ")"."""
    match = _GFM.match(text, start, stop)
    if match is None:
        return start
    found = match[0]
    depth = found.count(")") - found.count("(")
    while found and (found[-1] in "?!.,:*_~'\"" or (found[-1] == ")" and depth > 0)):
        depth -= found[-1] == ")"
        found = found[:-1]
    return start + len(found)


@rule(
    "IRI801",
    "other-programs",
    "info",
    sub_rule="swallowed-by-gfm",
    summary="Other programs end the link elsewhere, or do not link it.",
    on=False,
    scope="prose",
)
def swallowed_by_gfm(prose: Prose) -> Iterator[Problem]:
    """GitHub and other Markdown programs would include the text after the link.

    They end a link only at whitespace or "<", not at Chinese, Japanese, Arabic or Hindi punctuation.
    Source: GitHub Flavored Markdown §6.9.

    Bad (markdown):
        参照 https://ja.wikipedia.org/wiki/日本語⟦。次⟧

    Good (markdown):
        参照 <https://ja.wikipedia.org/wiki/日本語>。次
        See https://ja.wikipedia.org/wiki/日本語 now.
    """
    for link in _written(prose) if "GitHub" in prose.format.read_by else ():
        end = _gfm_end(prose.text, link.start, min(link.end + _BEYOND, len(prose.text)))
        if end > link.end:
            got = prose.text[link.start : end]
            message = Message('{name} would link "{got}", not "{link}"', name="GitHub", got=got, link=link.text)
            yield Problem(start=link.end, end=end, message=message)


@rule("IRI801", "other-programs", "info", sub_rule="unbracketed-link", on=False, scope="prose")
def unbracketed_link(prose: Prose) -> Iterator[Problem]:
    """An IRI in Markdown has no angle brackets, so it is a link only with an extension.

    GitHub's Markdown links it. CommonMark, and many programs by default, do not.
    Source: CommonMark §6.5 (autolinks); GitHub Flavored Markdown §6.9; markdownlint, MD034.

    Bad (markdown):
        See ⟦https://example.com/größe⟧ now.
        See [größe](größe.md) and ⟦https://example.com/größe⟧ now.

    Good (markdown):
        See <https://example.com/größe> and [größe](https://example.com/größe) now.
        Use `https://example.com/größe` now.
    """
    if not prose.format.labels:
        return
    for link in prose.links:
        before, after = prose.text[max(link.start - 300, 0) : link.start], prose.text[link.end : link.end + 1]
        # Destinations "](…)" are masked here.
        _, bracket, label = before.rpartition("[")
        is_in_label = bracket and "]" not in label and "    " not in label
        is_in_markup = before[-1:] in ("<", "\0", "[") or after == "\0" or is_in_label
        if link.kind == "iri" and not is_in_markup:
            fix = f"<{prose.text[link.start : link.end]}>"
            message = Message('a link only with an extension of Markdown; write "{near}"', near=fix)
            yield Problem(start=link.start, end=link.end, message=message, fix=fix)


@rule(
    "IRI802",
    "runs-on",
    "warning",
    sub_rule="no-visible-end",
    summary="The link goes on after its end: into text, a bracket or another address.",
    scope="prose",
    yields_to=("unclosed", "wrong-bracket"),
)
def no_visible_end(prose: Prose) -> Iterator[Problem]:
    """Text directly after the link becomes part of it.

    Chinese, Japanese and Thai have no spaces between words, Korean none before a particle, so readers and programs
    cannot see where the IRI ends. Add a space or angle brackets. Letters after the suffix of a file are reported, and
    what prose puts after a name, such as "から", "可以查看" or "에서". Other adjoining text is not reported: of IRIs
    before words that people wrote, 93 % were in Korean, 86 % in Japanese, and 62 % in Chinese. Of 2,028 titles in six
    languages, 0.4 % were, wrongly: titles that are sentences.
    Source: RFC 3986 appendix C; UTS #58 (termination).

    Bad:
        请从https://example.com/guide⟦下载软件包⟧。
        出典は https://ja.wikipedia.org/wiki/東京都⟦という記事⟧。
        https://zh.wikipedia.org/wiki/北京市⟦可以查看⟧。

    Good:
        詳細は https://example.com/guide を参照してください。
        http://書店.example/查詢?書名=老殘遊記
        https://ja.wikipedia.org/wiki/ここから and https://ko.wikipedia.org/wiki/가을 now.
    """
    for link in _written(prose):
        # If the link ends before such words, other programs include them.
        glued = _GLUED.match(prose.text, link.end)
        written = link.text if glued is None else link.text + glued[0]
        at = words_in(written, len(link.text))
        if at:
            yield run_on(written, min(at, len(link.text)), link.start)


def run_on(written: str, at: int, start: int = 0) -> Problem:
    """Return the problem of an IRI at offset ``start`` of the text that includes words from its offset ``at``."""
    message = Message(
        'readers cannot see where the link ends; if "{link}" is meant, add a space after it', link=written[:at]
    )
    return Problem(start=start + at, end=start + len(written), message=message, fix=f" {written[at:]}")


_GLUED = lazy(r"[^\s\p{P}\p{S}\x00-\x7F]{1,60}")
_PAIRS = {")": "(", "）": "（"}  # square brackets and braces are not allowed in a path: IRI103


# More of an IRI after a bracket, which docutils, GitHub and Asciidoctor include in the link.
_GOES_ON = re.compile(r"\)+[A-Za-z0-9%/?=&#_-]")


@rule(
    "IRI802",
    "runs-on",
    "warning",
    sub_rule="unbalanced-bracket",
    scope="prose",
    yields_to=(
        *"wrong-destination mark-in-destination unfinished-destination wrong-bracket unclosed".split(),
        *"space-in-destination other-markup undefined-name role rst-markup".split(),
    ),
)
def unbalanced_bracket(prose: Prose) -> Iterator[Problem]:
    """A bracket in the link is unbalanced.

    An unopened closing bracket is not part of the link. An unclosed opening bracket shows that the end of the IRI is
    missing, usually just the closing bracket.
    Source: UTS #58 (brackets); RFC 3986 appendix C.

    Bad:
        See https://ru.wikipedia.org/wiki/Москва_⟦(⟧город now.
        See https://de.wikipedia.org/wiki/Mars_Planet⟦)⟧ now.

    Good:
        See https://ru.wikipedia.org/wiki/Москва_(город) now.
        See https://example.com/?q=größe))%20gewicht now.
        参照（https://de.wikipedia.org/wiki/Mars)
    """
    for link in _written(prose):
        if "#:~:" in link.text:
            continue  # WICG, "URL Fragment Text Directives": a quotation may have unbalanced brackets
        # A percent-encoded bracket also closes or opens another one.
        stack = _unclosed(link.text.replace("%29", "  )").replace("%28", "  ("))
        # Report only the first unencoded "(". "（" may begin a remark after the link, "(?" a regular expression.
        open_ones = [
            offset for offset in stack if link.text[offset] == "(" and link.text[offset + 1 : offset + 2] != "?"
        ]
        if open_ones:
            place = link.start + open_ones[0]
            message = Message('"(" is not closed within the link; add what is missing')
            if len(open_ones) > 1:
                message = Message(
                    '"(" (and {count} more) is not closed within the link; add what is missing',
                    count=len(open_ones) - 1,
                )
            yield Problem(start=place, end=place + 1, message=message)
        if prose.text[max(link.start - 2, 0) : link.start] == "](":
            continue  # broken markup
        after = prose.text[link.end : link.end + 1]
        rest = prose.text[link.end : link.end + 1000] if after == "(" else ""
        if rest.count("(") > rest.count(")"):
            message = Message('the link ends before "(", which is never closed; write %28 if it is part of the link')
            yield Problem(start=link.end, end=link.end + 1, message=message)
        if _GOES_ON.match(prose.text, link.end):
            continue  # programs include the bracket in the link
        if after in _PAIRS and not stack and _alone(prose, link):
            message = Message(
                '"{mark}" is not part of the link, and has no opening bracket; '
                "write it as %29 if it is part of the link",
                mark=after,
            )
            yield Problem(start=link.end, end=link.end + 1, message=message)


def _alone(prose: Prose, link: Link) -> bool:
    """Whether the text before the link does not open the bracket after it."""
    before = prose.text[max(link.start - 1000, 0) : link.start]
    if not before.strip() and prose.format.tags:
        return False  # the text before a tag may have opened it
    return not _unclosed(before)


def _unclosed(text: str) -> list[int]:
    """Return the offsets of brackets that are not closed. A full-width bracket may close an ASCII one."""
    found: list[int] = []
    for offset, character in enumerate(text):
        if character in _PAIRS.values():
            found.append(offset)
        elif character in _PAIRS and found:  # else "1)", a smiley, or opened earlier
            found.pop()
    return found


# Punctuation between the link and the end of the line is not part of the link (UTS #58, Soft).
_REST = re.compile(r"[?.,;:-]?\r?\n[ \t]*(?:[>#*|][ \t]*)?([^\s<>]*[/=&%#?_][^\s<>]*|[^\s<>]+(?=>))")


@rule("IRI804", "incomplete-link", "warning", sub_rule="broken-over-lines", scope="prose")
def broken_over_lines(prose: Prose) -> Iterator[Problem]:
    r"""The link continues on the next line.

    A program has wrapped the text within the IRI, so only the first line is linked.
    Source: RFC 3986 appendix C.

    Bad:
        See <https://example.com/größe/⟦\n⟧gewicht> now.
        See https://example.com/?a=ä&⟦\n⟧b=ö now.

    Good:
        See <https://example.com/größe/gewicht> now.
        See https://example.com/größe\nnow.
    """
    for link in _written(prose):
        match = _REST.match(prose.text, link.end)
        if match is None:
            continue
        indent = prose.text.rfind("\n", 0, link.start) + 1
        if prose.format.kind == "text" and prose.text.startswith(("   ", "\t"), indent):
            continue  # an example in an indented block
        bracketed = prose.text[link.start - 1 : link.start] == "<" and prose.text.startswith(">", match.end())
        joined = prose.text[link.end - 1] in "/=&%_-" or prose.text[link.end] in "?-"
        looks_like_rest = re.match(r"[\w%.~-]+[=&/%][\w%=&/.~-]*$", match[1]) and "://" not in match[1]
        if bracketed or (joined and link.text[-1:] in "=&%" and looks_like_rest):
            end_of_line = prose.text.index("\n", link.end)
            message = Message(
                'the link is broken over lines, and "{rest}" is not part of it; write it on one line', rest=match[1]
            )
            yield Problem(start=end_of_line, end=end_of_line + 1, message=message)


# Backslashes, look-alikes of slashes, private use characters, and controls that start a text direction.
_MEANT = lazy(
    r"\\[^\W_]|\\\\|[\u2044\u2215\u29F8](?=\w)|\p{Co}(?=[\w/])|[\u202A\u202B\u202D\u202E\u2066-\u2068](?=[\w/])"
)
# Escapes of strings and regular expressions in code. "\\d" alone may begin the name of a directory.
_ESCAPE = re.compile(r"\\{1,2}(?:[nrt]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[bBdDsSwW](?=[+*?{\[\](|\\]|\Z))")


@rule("IRI804", "incomplete-link", "error", sub_rule="cut-short", scope="prose")
def cut_short(prose: Prose) -> Iterator[Problem]:
    r"""The link ends before a character that was meant to be part of it.

    The character is not allowed in an IRI, so the link ends before it and leads to a different page.
    Escapes of program code, such as "\n" and "\d+", are not reported.
    Source: RFC 3987 §2.2, §4.1.

    Bad:
        See https://example.com⟦\d⟧ateien now.
        See https://example.com⟦\u2044⟧größe now.
        See https://example.com/a⟦\ue000⟧b now.

    Good:
        See https://example.com/dateien now.
        See https://example.com/größe\_und\_gewicht now.
    """
    for link in _written(prose):
        match = _MEANT.match(prose.text, link.end)
        if match and not _ESCAPE.match(prose.text, link.end):
            message = Message(
                "the link ends before {character}, which is not allowed in an IRI; remove or encode it",
                character=named(match[0][0]),
            )
            yield Problem(start=match.start(), end=match.end(), message=message)
