"""Rules for a whole file: its encoding, parts that were not checked, and differing alternatives of a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from extract.readers.document import Document
from extract.readers.formats import TEXT, is_of_other_program
from extract.readers.triggers import has_trigger
from extract.rules.files.guess import can_guess, guess
from extract.rules.problem import Problem
from extract.rules.registry import like, rule
from extract.text.labels import codecs_of, ebcdic_codec
from extract.text.messages import Message
from extract.text.regexes import re


@rule(
    "IRI901", "charset", "error", sub_rule="undecodable", summary="The file is not in its encoding.", scope="document"
)
def undecodable(document: Document) -> Iterator[Problem]:
    r"""The file has bytes that are invalid in its encoding.

    Links there cannot be checked, and each program displays different characters. Save the file as UTF-8, or declare
    its encoding with the setting ``encoding``, a byte order mark, or the declaration of the format. Not reported are
    CSV, CSS and LaTeX without links in such a line, because another program may require their encoding. Licenses and
    test files with names such as ``tests/invalid/`` are not reported either.
    Source: RFC 3987 §6.2 (MUST); RFC 3629.

    Bad:
        gr⟦\xf6⟧sse

    Good:
        größe
    """
    start, end = document.invalid
    if document.text is None and is_of_other_program(document.data):
        message = Message("this is no text but a picture, an archive or the like").then(Message("rename the file"))
        yield Problem(start=start, end=end, message=message)
    elif document.text is None and not _is_other_data(document) and not _IS_BAD_TEST.search(document.path):
        advice = Message("save the file as UTF-8, or name its encoding")
        if likely := guess(document.data):
            advice = Message(
                "it may be {guess}: save the file as UTF-8, or use --config encoding={guess2}",
                guess=likely,
                guess2=likely,
            )
        elif not can_guess():
            advice = advice.then(Message("it is guessed after pip install charset-normalizer"))
        message = Message(
            "byte {byte} at offset {at} is not valid {encoding}",
            byte=f"0x{document.data[start]:02X}",
            at=start,
            encoding=document.codec,
        ).then(advice)
        yield Problem(start=start, end=end, message=message)


# Test data may be invalid on purpose.
_OF_TESTS = r"(?i)(?:\A|[/\\])(?:\w+-)?(?:tests?(?:case|data|suite)?|androidTest|fixture|spec)s?[/\\]"
_IS_BAD_TEST = re.compile(rf"{_OF_TESTS}.*(?:invalid|malformed|broken|error|encod|charset|latin|8859)")


def _is_other_data(document: Document) -> bool:
    """Whether the encoding may be intended: another program requires it, and the invalid lines have no links.

    Licenses are not changed, and encrypted files have no encoding.
    """
    data, format = document.data, document.format
    if data.startswith(b"\0GITCRYPT\0"):  # git-crypt, "Current Status"
        return True
    is_license = format is TEXT and _LICENCE.search(data, 0, _OF_LICENCE)
    if b"\0" in data or not (format.charset.is_any or is_license):
        return False  # NUL: possibly UTF-16
    lines = [line for line in data.decode("latin-1").splitlines() if not line.isascii() and has_trigger(line)]
    return not any(not format.charset.is_any or any(format.read(line)) for line in lines)


_LICENCE = re.compile(rb"(?i)\b(?:copyright|licen[cs]e)\b")
_OF_LICENCE = 200  # bytes to search for these words


@rule("IRI901", "charset", "error", sub_rule="wrong-charset", scope="document")
def wrong_charset(document: Document) -> Iterator[Problem]:
    """The file is not in the encoding that it declares.

    Programs that use the declaration display wrong characters, and encode the queries of links in the wrong encoding.
    Source: HTML §4.2.5.4 (a document is UTF-8); XML 1.0 §4.3.3; RFC 3987 §6.2; draft-ietf-iri-3987bis §3.5.

    Bad (html):
        <meta charset="⟦iso-8859-1⟧"><p>größe

    Bad (xml):
        <?xml version="1.0" encoding="⟦iso-8859-1⟧"?><a href="http://a.example/größe"/>
        <?xml version="1.0" encoding="⟦utf-16⟧"?><a href="http://a.example/"/>

    Good (html):
        <meta charset="utf-8"><p>größe
    """
    if document.contradicted is not None:
        start, end, name = document.contradicted
        has_label = document.format.charset.web_labels or "-" in name
        fix = document.codec if has_label else document.codec.replace("-", "")  # as in LaTeX
        values = {"given": name, "encoding": document.codec}
        message = Message('the file declares the unknown encoding "{given}" but is {encoding}', **values)
        if codecs_of(name) or ebcdic_codec(name):
            message = Message('the file declares "{given}" but is {encoding}', **values)
        message = message.then(Message("write {text}", text='"' + fix + '"'))
        yield Problem(start=start, end=end, message=message, fix=fix)


# Scopes of suppression comments.
SCOPES = ("ignore", "ignore-next-line", "ignore-start", "ignore-end", "ignore-file")


@rule("IRI902", "unused-suppression", "warning", scope="linter")
def unused_suppression(idle: Iterable[tuple[int, int, tuple[str, ...]]]) -> Iterator[Problem]:
    """A suppression comment is not used.

    It suppresses a rule where the rule finds no problem, and would hide later mistakes.
    Source: the comments of this program, see the page about the linter.

    Bad (python):
        x = 1  ⟦# iri: ignore IRI101⟧

    Good (python):
        x = 1  # http://exämple..com/  # iri: ignore IRI301
    """
    for start, end, unknown in idle:
        message = Message("the comment suppresses nothing").then(Message("remove it"))
        if unknown:
            is_scope = unknown[0].startswith("ignore")  # no rule name begins with "ignore"
            meant = like(unknown[0], SCOPES) if is_scope else like(unknown[0])
            right = Message("did you mean {text}?", text=meant)
            advice = right if meant else Message("correct the name in the comment")
            what = Message('no suppression comment is called "{given}"', given=unknown[0])
            message = (what if is_scope else Message('no rule is called "{given}"', given=unknown[0])).then(advice)
        yield Problem(start=start, end=end, message=message)


@rule(
    "IRI903",
    "not-checked",
    "error",
    sub_rule="check-failed",
    summary="The file, or a part of it, could not be checked.",
    scope="linter",
)
def check_failed(failure: str) -> Iterator[Problem]:
    """The file could not be checked completely.

    It is nested too deeply, or this program has a bug. Please report bugs. The other files are checked, and the exit
    status is 2.
    Source: this program's own limits.

    Bad:
        a message that is forwarded in a message, three thousand times

    Good:
        a message that is forwarded in a message
    """
    yield Problem(start=0, end=0, message=Message("the file could not be checked: {error}", error=failure))


@rule("IRI903", "not-checked", "warning", sub_rule="not-read", scope="document")
def not_read(document: Document) -> Iterator[Problem]:
    r"""A part of a file was not checked, or was decoded differently than declared.

    Readers of a message may see links that were not checked. They may be in an attached HTML file or message, in an
    unknown or wrong charset, or after the maximum number of parts.
    Source: RFC 2183 §2.2 (attachments); RFC 2049 §2; Encoding Standard §4.2.

    Bad (mail):
        Content-Type: text/html; name=a.html\nContent-Disposition: attachment\n\n⟦<⟧a>
        Content-Type: text/plain; charset=unknown\n\n⟦h⟧ttp://example.com/

    Good (mail):
        Content-Type: text/html; name=a.html\n\n<a>
    """
    text, format = document.text, document.format
    for start, message in format.notes(text) if text is not None else ():
        yield Problem(start=start, end=start + 1, message=message)


@rule("IRI803", "link-text-mismatch", "warning", sub_rule="alternatives-differ", scope="linter")
def alternatives_differ(differing: Iterable[tuple[int, int, str]]) -> Iterator[Problem]:
    r"""The HTML part of a message links to different sites than its plain text.

    The message contains its text twice, and readers see one of the two. If the two have no linked site in common, either
    only one of them was updated, or the message is meant to deceive. Each site is reported once.
    Source: RFC 2046 §5.1.4.

    Bad (mail):
        Content-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://example.com/\n--b\nContent-Type: text/html\n\n<a href=⟦http://example.org/⟧>hier</a>\n--b--

    Good (mail):
        Content-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://example.com/\n--b\nContent-Type: text/html\n\n<a href=http://www.example.com/>hier</a>\n--b--
    """  # noqa: E501
    for start, end, message in differing:
        yield Problem(start=start, end=end, message=message)
