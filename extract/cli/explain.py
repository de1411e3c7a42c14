"""``iri explain``: what is known of an IRI or a rule."""

from __future__ import annotations

import argparse
import contextlib
import sys
import unicodedata

import regex

from extract.cli.saying import say
from extract.detect.finder import find_links
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.bidi_rule import has_rtl
from extract.iri.errors import IRIError
from extract.iri.host import host_to_ascii, host_to_unicode
from extract.iri.schemes import scheme_status
from extract.iri.tld import registrable_domain
from extract.present.bidi import visual_order
from extract.present.displaying import display
from extract.reports.full import excerpt
from extract.rules import RULES, CheckedParts, Rule, check
from extract.rules.registry import RULES_BY_NAME
from extract.text.terminal import escape_invisible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "subject", nargs="?", metavar="TEXT|CODE", help="an IRI, or a rule's code or name (default: list the rules)"
    )


def run(options: argparse.Namespace) -> int:
    """Print the explanation; 1 if the IRI has problems that are reported by default."""
    if options.subject is None:
        sys.stdout.writelines(f"{rule.code} {rule.name}: {rule.summary}\n" for _, rule in sorted(RULES.items()))
        return 0
    rule = RULES.get(options.subject) or RULES_BY_NAME.get(options.subject)
    if rule is not None:
        sys.stdout.write(_rule(rule))
        return 0
    if regex.fullmatch(r"IRI\d+", options.subject):
        say(f'unknown rule "{options.subject}"; "iri explain" lists the rules')
        return 2
    sys.stdout.write(_iri(options.subject))
    return 1 if check(options.subject) else 0


def _rule(rule: Rule) -> str:
    default = "on" if rule.on else "off by default"
    return f"{rule.code} {rule.name} ({rule.severity}; {default})\n\n{rule.documentation}\n"


def _iri(text: str) -> str:
    parts = CheckedParts(text)
    lines = [escape_invisible(text), ""]
    lines += [f"  {part.component:9} {part.start:4}–{part.end:<4} {escape_invisible(part.text)}" for part in parts]
    if parts.scheme is not None:
        status = scheme_status(parts.scheme.text)
        lines.append(f"  The scheme is {f'registered: {status}' if status else 'not registered'}.")
    else:
        lines.append(f"  A reference without a scheme is relative{_link_meant(text)}.")
    lines += ["", *_forms(text)]
    if parts.host is not None and parts.host.text:
        lines += _host_forms(parts.host.text)
    characters = [
        character for character in dict.fromkeys(text) if not character.isascii() or not character.isprintable()
    ]
    if characters:
        lines += ["", "Characters:"]
        lines += [f"  {escape_invisible(character):8} {_named(character)}" for character in characters]
    everything = check(text, RULES.values())
    for problem in everything:
        line, caret = excerpt(text, problem.start, problem.end)
        optional = "" if RULES[problem.code].on else " (off by default)"
        lines += [
            "",
            f"{problem.code} {problem.name}{optional}: {escape_invisible(problem.message)}",
            f"  {line}",
            f"  {caret}",
        ]
        if problem.fix is not None:
            lines.append(f"  write: {escape_invisible(problem.fix)}" if problem.fix else "  leave it out")
    if not everything:
        lines += ["", "No problems."]
    return "\n".join(lines) + "\n"


def _link_meant(text: str) -> str:
    """Return what to write if the reference looks like a host or an e-mail address, as ``пример.рф`` does."""
    found = find_links(text, schemeless=True, email=True, profile=("prose", "technical-text"))
    links = [link.iri for link in found if link.text == text]
    return f"; to name the site or mailbox, write {escape_invisible(links[0])}" if links else ""


def _forms(text: str) -> list[str]:
    """Return the forms: the one to show to readers, the IRI, the URI or why there is none, the order on a screen."""
    lines = [f"  display   {escape_invisible(display(text))}", f"  IRI       {escape_invisible(to_iri(text))}"]
    try:
        lines.append(f"  URI       {to_uri(text)}")
    except IRIError as error:
        lines.append(f"  URI       none: {escape_invisible(str(error))}")
    if has_rtl(text):
        with contextlib.suppress(ImportError):  # python-bidi is not required
            # LRO … PDF, as in `excerpt`: a terminal that knows UAX #9 must not order it once more.
            lines.append(f"  order     \u202d{visual_order(escape_invisible(text))}\u202c")
    return lines


def _host_forms(host: str) -> list[str]:
    try:
        forms = [f"  host      {escape_invisible(host_to_unicode(host))}", f"            {host_to_ascii(host)}"]
        domain = registrable_domain(host)
        return forms if domain is None else [*forms, f"  domain    {escape_invisible(domain)} (registrable)"]
    except IRIError as error:
        return [f"  host      cannot be looked up: {escape_invisible(str(error))}"]


def _named(character: str) -> str:
    """``U+65E5 CJK UNIFIED IDEOGRAPH-65E5 (Han)``."""
    script = next((name for name in _SCRIPTS if regex.match(rf"\p{{Script={name}}}", character)), None)
    name = unicodedata.name(character, "without a name")
    return f"U+{ord(character):04X} {name}" + (f" ({script})" if script else "")


# The ones that a reader may want to be told; names of the others are in the characters' names.
_SCRIPTS = (
    "Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Devanagari", "Bengali", "Tamil", "Thai", "Lao",
    "Tibetan", "Myanmar", "Georgian", "Hangul", "Ethiopic", "Khmer", "Hiragana", "Katakana", "Bopomofo", "Han",
    "Inherited", "Common",
)  # fmt: skip
