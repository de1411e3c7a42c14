"""Targets of links that were made, and lead nowhere: with marks of the text around them, or with markup."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from extract.iri.percent import decode_triplets
from extract.rules.markup.foreign import URL
from extract.rules.problem import Problem
from extract.rules.subjects import Prose
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, lazily, re

# What an address ends with before a title. In a query, or after another mark, encoded too, a quotation mark is part of
# the address: "?q=label%3A"größe"".
_BEFORE_TITLE = r"(?:[^\W_]|[/)])(?<!%[23][0-9A-Fa-f])"
_QUOTED = re.compile(r"""(?:(?<!")"++|(?<!')'++)(?:/?>|[/,.;])?\Z""")
# White space, zero-width characters and backticks; a quotation mark that is the only one; "。，；、".
_ENCODED_AT_END = re.compile(r"(?i)(?:%20|%0[ad]|%09|%c2%a0|%e2%80%8[b-f]|%60|%22|%e3%80%8[12]|%ef%bc%(?:8c|9b|89))\Z")
_ENCODED_BRACKETS = ("%ef%bc%89", "%ef%bc%88")  # "）", and "（" that opens it
_LONGEST_ENCODED = len("%e2%80%8b")
# Marks of the sentence after a page or a directory, and of emphasis; a "." may end the name of a page.
_MARK = re.compile(
    r"(?:(?<=\.html)|(?<=\.(?:htm|php|pdf|png|jpg))|(?<=\.md))[.:;]\Z|(?:(?<=[a-z]{6})|(?<=\w/))\.\Z|(?<=[\w/]);\Z"
    r"|(?<=\w)\*\*\Z|(?<=[^<])>\Z"
)
_WIDE_INSIDE = re.compile(r"(?<=[!-~]/)[。，、；！？](?=[!-~]*\Z)")  # the rest of the address is ASCII
_CUT_SHORT = re.compile(r"(?<=[^\W\d]|-)(?<!%[0-9A-F]{2})(?:\.{3}|…)\Z")
_MAY_END_SO = re.compile(r"(?i)/compare/|example")  # GitHub: "/compare/a...b", and stand-ins
_OPENING = {
    ")": "(",
    "]": "[",
    "}": "{",
    "）": "（",
    "」": "「",
    "』": "『",
    "》": "《",
    "”": "“",
    "’": "‘",
    "“": "„",
    "»": "«",
}
_WIDE_END = frozenset("】。，、；،؛।")
_OF_SENTENCE = frozenset(".,;:!")


_ENCODED_BRACKET = re.compile(r"(?:%5[Bb]|%20|%22)+(?=https?://)|[a-z]{2,20}(?:%20|%3A|:)+(?=https?://)")
_BRACKETED = lazily(lambda: re.compile(rf"[\])]{{0,2}}[(（](?P<address>{URL})[)）]|\[(?P<in_square>{URL})\]?"))
_NESTED = lazily(lambda: re.compile(rf"\[(?P<label>[^\[\]]*)\]\((?P<address>{URL}|mailto:[^\s()]+)\)"))
# Targets that have no scheme, and lead nowhere.
_INNER_LOCAL = re.compile(rf"\((#[^\s()]+|[^\s()]+\.(?:{FILE_SUFFIXES})(?:#[^\s()]*)?)\)")
_BACKSLASHES = re.compile(r"(?!https?:)[^\s:()\\]*(?:\\[^\s:()\\]+)+")
# Not of channels of chats: "https://web.libera.chat/##größe".
_TWO_MARKS = re.compile(r"(?![^#]*(?:irc|chat))[^\s#]*(##+)(?=[\w/])")
_RUN_TOGETHER = re.compile(r"https?://[^\s<>?#]+((?:<|%3[Cc]|[)\]}]\(|[)\]}]|[\"']>)https?://)")
_NO_TARGET = frozenset(["nan", "null", "undefined"])
_GLUED_TITLE = re.compile(
    rf"(https?://[^\s\"?]*{_BEFORE_TITLE}|[\w./\\-]{{1,200}}\.(?:gif|html?|jpe?g|md|pdf|png|svg|webp))\"([^\"\n]+)\""
)


def left_over(target: str) -> Problem | None:
    """Report what ends a target and belongs to the text: a mark, or what nothing in the target opens."""
    last = target[-1:]
    left, shown = last, f'"{last}"'
    is_web = target.startswith("http")
    in_path = is_web and not {"?", "#"} & set(target)
    kept = _without_encoded_end(target) if in_path else target
    encoded = target[len(kept) :]
    if (
        encoded
        and not any(mark in encoded and not target.count(mark) % 2 for mark in ("%22", "%60"))
        and not (_ENCODED_BRACKETS[0] in encoded.lower() and _ENCODED_BRACKETS[1] in target.lower())
    ):
        message = Message(
            '"{written}" at the end is an encoded {name} of the text; leave it out',
            written=encoded,
            name=_shown(encoded),
        )
        return Problem(start=len(kept), end=len(target), message=message, fix="")
    if is_web and (inside := _WIDE_INSIDE.search(target)):
        message = Message('"{name}" belongs to the text, not to the target; leave it out', name=inside[0][-1])
        return Problem(start=inside.end() - 1, end=inside.end(), message=message, fix="")
    if in_path and _CUT_SHORT.search(target) and not _MAY_END_SO.search(target):
        dots = len(target.rstrip(".…"))
        return Problem(start=dots, end=len(target), message=Message("the address was cut short; write all of it"))
    quote = _QUOTED.search(target) if is_web else None
    is_quote = quote is not None and target.count(quote[0][0]) % 2 == 1
    if quote and is_quote:
        left = shown = quote[0]
    elif in_path and "<" not in target and (mark := _MARK.search(target)):
        left, shown = mark[0], f'"{mark[0]}"'
    elif last == ">" and is_web and "<" not in target and target[-2].isalnum():
        pass
    elif last in _OPENING:
        if target.count(_OPENING[last]) >= target.count(last) or not target.startswith(("http", "www")):
            return None
    elif last == ",":
        if "?" in target or not is_web:
            return None
    elif last not in _WIDE_END or target.count("（") > target.count("）"):
        return None
    return Problem(start=len(target) - len(left), end=len(target), message=_of_text(shown, is_quote), fix="")


def _of_text(shown: str, is_quote: bool) -> Message:
    if is_quote:
        return Message("{name} at the end belongs to the text, not to the target; leave it out", name=shown)
    return Message("{name} belongs to the text, not to the target; leave it out", name=shown)


def _shown(encoded: str) -> str:
    mark = decode_triplets(encoded).decode()[0]
    if not mark.isprintable() or mark.isspace():
        return Message("space") if mark.isspace() else Message("invisible character")
    if mark == '"':
        return Message("quotation mark")
    return Message("backtick") if mark == "`" else f'"{mark}"'


def _without_encoded_end(target: str) -> str:
    """Return the target without encoded spaces and marks at its end, from there one by one: the time stays linear."""
    end = len(target)
    while found := _ENCODED_AT_END.search(target, max(end - _LONGEST_ENCODED, 0), end):
        end = found.start()
    return target[:end]


def _in_brackets(text: str) -> str | None:
    if bracketed := _BRACKETED.fullmatch(text):
        return bracketed["address"] or bracketed["in_square"]
    local = _INNER_LOCAL.fullmatch(text)
    return local and local[1]


def _run_together(target: str) -> Problem | None:
    half = len(target) // 2
    if target.startswith("http") and target[:half] == target[half:]:
        message = Message("the address is written twice; write {text}", text=target[:half])
        return Problem(start=half, end=len(target), message=message, fix="")
    twice = _RUN_TOGETHER.match(target)
    message = Message("two addresses run together; leave one out")
    return Problem(start=twice.start(1), end=len(target), message=message) if twice else None


def _more_than_label(prose: Prose) -> Problem | None:
    """Report a mark of the sentence after a target that is the label otherwise."""
    end = len(prose.text)
    if not prose.label or prose.text[-1:] not in _OF_SENTENCE or prose.label.rstrip() != prose.text[:-1]:
        return None
    message = Message('"{name}" belongs to the text, not to the target; leave it out', name=prose.text[-1])
    return Problem(start=end - 1, end=end, message=message, fix="", safe=True)


def _wide(prose: Prose) -> Problem | None:
    """Report a full-width bracket that nothing in the target opens."""
    at = prose.text.find("）")
    if at < 0 or "（" in prose.text[:at]:
        return None
    if "docutils" in prose.format.read_by or prose.label in (None, prose.text):  # no round brackets are around it
        message = Message('"）" belongs to the text, not to the target; leave it out')
        return Problem(start=at, end=at + 1, message=message)
    message = Message('a full-width "）" does not close the target; write ")"')
    return Problem(start=at, end=at + 1, message=message, fix=")")


def in_target(prose: Prose) -> Iterator[Problem]:
    """Report what does not belong into the target of a link, in every markup."""
    if prose.label and prose.label.startswith("^"):
        return  # the mark of a footnote, and text in brackets
    if encoded := _ENCODED_BRACKET.match(prose.text):
        message = Message('"{name}" belongs to the text, not to the target; leave it out', name=encoded[0])
        yield Problem(start=0, end=encoded.end(), message=message, fix="")
    elif inner := _in_brackets(prose.text):
        message = Message("two pairs of brackets around the target; remove one pair")
        is_link = prose.label is not None  # "[a]:(http://a/)" alone in a line is a definition, and was meant as a link
        yield Problem(start=0, end=len(prose.text), message=message, fix=inner, safe=is_link)
    elif nested := _NESTED.fullmatch(prose.text):
        message = Message("the target is itself a link; write {text}", text=nested["address"])
        same = nested["label"] == nested["address"]
        yield Problem(start=0, end=len(prose.text), message=message, fix=nested["address"], safe=same)
    elif _BACKSLASHES.fullmatch(prose.text):
        meant = prose.text.replace("\\", "/")
        yield Problem(
            start=0,
            end=len(prose.text),
            message=Message('an address has "/" between directories, not "\\"; write {text}', text=meant),
            fix=meant,
        )
    elif prose.text in _NO_TARGET:
        yield Problem(
            start=0,
            end=len(prose.text),
            message=Message("a program writes this if it has no address; write the address"),
        )
    elif two := _TWO_MARKS.match(prose.text):
        yield Problem(
            start=two.start(1),
            end=two.end(1),
            message=Message('two "#" before the name of a place in the page; write "#"'),
            fix="#",
        )
    elif prose.text.startswith("＃"):
        yield Problem(
            start=0,
            end=1,
            message=Message('a full-width "＃" makes this the name of a file; write "#"'),
            fix="#",
            safe=True,
        )
    elif titled := _GLUED_TITLE.fullmatch(prose.text):
        meant = f'{titled[1]} "{titled[2]}"'
        yield Problem(
            start=0,
            end=len(prose.text),
            message=Message("a space belongs before the title; write {text}", text=meant),
            fix=meant,
            safe=True,
        )
    elif (
        prose.label
        and prose.label[-1] in _OF_SENTENCE
        and unquote(prose.text).casefold().endswith(f"/{prose.label.casefold()}")
    ):
        return  # what it is about is called so: "[größe.](https://a.example/größe.)"
    elif left := _run_together(prose.text) or left_over(prose.text) or _more_than_label(prose) or _wide(prose):
        yield left
