"""Check the bytes of a file: bytes → `Passage` → `Link` → `Problem` → `Finding`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO

from extract.linter.finding import Checked, Finding
from extract.linter.suppressions import Suppressions
from extract.readers.document import Document
from extract.rules.chosen import ByScope
from extract.rules.chosen import ChosenRules as ChosenRules
from extract.rules.document import Found, check_document
from extract.rules.problem import Problem
from extract.rules.registry import Rule, sub_rule_named, usual_rules
from extract.text.arguments import items, require
from extract.text.positions import Lines


def lint(data: bytes, name: str, *, rules: Iterable[Rule] | None = None, encoding: str | None = None) -> list[Finding]:
    """Return the findings for the links of a file, in order; an empty list if there are none.

    No file is opened: ``data`` is the content, and may be any bytes. ``name`` appears in the findings. Its suffix
    determines the format: ``.rst``, ``.md``, ``.html``, … (`extract.readers.SUFFIXES`), otherwise plain text.

    ``rules`` are the rules to apply, by default `extract.rules.usual_rules`. Suppression comments in the file can
    disable them (``iri: ignore-next-line``). ``encoding`` is for a file that does not declare one, by default UTF-8.
    Offsets and columns are code points of the decoded file. If the file cannot be decoded, IRI901 reports the place
    with an offset in bytes. The rest is still checked, and an invalid byte counts as one character.

    Raises:
        LookupError: the given encoding is unknown
    """
    require(isinstance(name, str), "name", "the name of a file, a str", name)
    chosen = usual_rules() if rules is None else items("rules", Rule, rules, "rules")
    checked = lint_file(Document(data, name, encoding), chosen)
    return checked.findings


def lint_file(document: Document, rules: Iterable[Rule] | ChosenRules) -> Checked:
    """Check one file.

    If the check itself fails, the only finding is IRI903.

    Raises:
        LookupError: the given encoding is unknown
    """
    require(isinstance(document, Document), "document", "a Document", document)
    chosen = rules if isinstance(rules, ChosenRules) else ChosenRules(rules)
    is_decoded = document.text is not None
    try:
        checked = _check(document, chosen.for_format(document.format))
        return checked if is_decoded else _of_undecodable(checked, document)
    except Exception as error:  # one file must not stop the run
        (problem,) = sub_rule_named(FAILURE).problems(repr(error))
        return Checked([Finding(document.path, problem, 1, 1, 1, 1, "", "")])


FAILURE = "check-failed"


def _check(document: Document, rules: ByScope) -> Checked:
    """Check a document, and apply its suppression comments."""
    found = check_document(document, rules, _differing(document, rules))
    comments = Suppressions(document)
    found = _without_suppressed(found, rules, comments)
    return Checked(_findings(found, document, comments.lines))


def _differing(document: Document, rules: ByScope) -> list[Found]:
    """Return the problems of links whose destination differs between the HTML and the plain text of a message."""
    known, data = rules.linter.get("alternatives-differ"), document.data
    if known is None or not document.format.own_charsets or b"multipart/alternative" not in data.lower():
        return []
    from extract.mail.deception import differing_links
    from extract.mail.links import links_in_message
    from extract.mail.mailboxes import messages

    places = []
    for message in messages(BytesIO(data), as_stored=True):
        links = list(links_in_message(message.data, headers=False))
        for index, difference in differing_links(links):
            start = message.start + (links[index].byte_start or 0)
            written = links[index].text.encode()
            places.append((start, start + (len(written) if data.startswith(written, start) else 1), difference))
    return [Found(problem) for problem in known.problems(places)]


def _without_suppressed(found: list[Found], rules: ByScope, comments: Suppressions) -> list[Found]:
    """Return the problems without suppressed ones, plus one for each unused suppression comment."""
    if not comments.comments:
        return found
    lines: dict[str, list[int]] = {}  # lines of problems by sub-rule
    kept = []
    for one in found:
        name, line = one.problem.sub_rule, comments.lines.line(one.problem.start)
        lines.setdefault(name, []).append(line)
        if not comments.off_in(name, line):
            kept.append(one)
    if unused := rules.linter.get("unused-suppression"):
        kept += map(Found, unused.problems(comments.idle(lines)))
    return kept


def _findings(found: list[Found], document: Document, lines: Lines) -> list[Finding]:
    """Return the findings in order. In mail, deceptive links come first, and UTF-8 lines are decoded."""
    is_bytes = document.format.own_charsets
    findings = []
    for problem, link in sorted(found, key=lambda one: (one.problem.start, one.problem.end, one.problem.code)):
        (line, column), (end_line, end_column) = lines.place(problem.start), lines.place(problem.end)
        excerpt = lines.excerpt(line)
        if is_bytes:
            _, end_column = _in_utf_8(lines.excerpt(end_line), end_column)
            excerpt, column = _in_utf_8(excerpt, column)
        findings.append(Finding(document.path, problem, line, column, end_line, end_column, excerpt, link))
    if is_bytes:
        from extract.rules.iri.spoofing import is_deceptive

        findings.sort(key=lambda one: not is_deceptive(one.problem))
    return findings


_LONGEST_DECODED = 10_000  # bytes of a line, which is decoded for each of its findings


def _in_utf_8(line: str, column: int) -> tuple[str, int]:
    """Decode a line of bytes and a column in it as UTF-8. If the line is not valid UTF-8, return both unchanged."""
    if line.isascii() or len(line) > _LONGEST_DECODED:
        return line, column
    try:
        text = line.encode("latin-1").decode()
    except UnicodeDecodeError:
        return line, column
    return text, len(line[: column - 1].encode("latin-1").decode("utf-8", "ignore")) + 1


# Characters that error handlers insert for invalid bytes.
_UNDECODED = "".join(map(chr, range(0xDC80, 0xDD00))) + "\ufffd"


def _is_of_text(problem: Problem, text: str) -> bool:
    """Return whether a problem is in decodable text. IRI901 reports undecodable bytes."""
    return problem.start == problem.end or bool(text[problem.start : problem.end].strip(_UNDECODED))


def _of_undecodable(checked: Checked, document: Document) -> Checked:
    """Return the findings for an undecodable file: without fixes, and IRI901 with offsets in bytes."""
    findings = []
    for finding in checked.findings:
        if finding.problem.sub_rule == "undecodable":
            findings.append(_in_bytes(finding.problem, document))
        elif _is_of_text(finding.problem, document.source):
            findings.append(replace(finding, problem=replace(finding.problem, fix=None)))
    return Checked(sorted(findings, key=lambda one: (one.line, one.column)))


def _in_bytes(problem: Problem, document: Document) -> Finding:
    """Return the IRI901 finding, with lines counted in the bytes of the file."""
    lines, (start, end) = Lines(document.data.decode("latin-1")), document.invalid
    line, byte = lines.place(start)
    raw = lines.excerpt(line).encode("latin-1")
    column = len(raw[: byte - 1].decode(document.codec, "replace")) + 1
    excerpt = raw.decode(document.codec, "backslashreplace")
    problem = replace(problem, start=start, end=end)
    return Finding(document.path, problem, line, column, line, column + 4, excerpt, "")
