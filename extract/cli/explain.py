"""``iri explain``: explain in plain words where an IRI leads, list its components and problems, or explain a rule."""

from __future__ import annotations

import argparse
import contextlib
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import regex

from extract.cli.files import STDIN, read_bytes
from extract.cli.saying import WrongUseError, did_you_mean
from extract.detect.evidence import is_site
from extract.detect.finder import Finder, find_links
from extract.detect.link import Link
from extract.detect.run_on import words_in
from extract.detect.tailorings import TAILORINGS
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.bidi_rule import has_rtl
from extract.iri.cleaning import clean_entry
from extract.iri.components import split
from extract.iri.errors import IRIError
from extract.iri.host import host_to_ascii
from extract.iri.schemes import scheme_status
from extract.present.bidi import visual_order
from extract.present.confusables import unicode_host
from extract.present.displaying import display, hidden_labels, shown_host
from extract.present.likeness import imitated, known_sites, reading_of
from extract.readers.document import Document
from extract.redirects.browser_hosts import ipv4_in_browsers
from extract.redirects.chain import LookupKey, RedirectStep, redirect_chain, sure_step
from extract.redirects.following import Followed, follow
from extract.reports.text import excerpt, fix_line
from extract.rules import RULES, CheckedComponents, Problem, Rule, check
from extract.rules.iri.aspects import is_tld
from extract.rules.iri.spoofing import in_words
from extract.rules.languages import said
from extract.rules.registry import RULES_BY_NAME, SUB_RULES
from extract.rules.text.prose import run_on
from extract.text.terminal import escape_invisible

_SUBJECTS = 'addresses, or codes or names of rules; "-" reads lines from standard input (default: list the rules)'
OPTIONS = {
    "TEXT|CODE...": (_SUBJECTS, {"dest": "subjects"}),
    "--at LINE:COLUMN": "say why a link is found, or not, at this place of the file that TEXT names",
}


def run(options: argparse.Namespace) -> int:
    """Print the explanations. Return 1 if an IRI has problems that are reported by default."""
    if options.at is not None:
        return _explain_place(options)
    if not options.subjects:
        sys.stdout.writelines(f"{rule.code} {rule.name}: {rule.summary}\n" for _, rule in sorted(RULES.items()))
        return 0
    explained = [_explained(*one) for one in _subjects(options.subjects)]
    sys.stdout.write("\n".join(text for text, _ in explained))
    return int(any(is_bad for _, is_bad in explained))


def _explained(subject: str, is_line: bool) -> tuple[str, bool]:
    """Return the explanation of a subject, and whether it has problems that are reported by default."""
    rule = None if is_line else _rule_of(subject)
    if rule:
        default = "on" if rule.on else "off by default"
        return f"{rule.code} {rule.name} ({rule.severity}; {default})\n\n{rule.documentation}\n", False
    read = _read(subject)
    return _iri(read), bool(check(read.meant) or (read.host and _looks_like(read.host)))


def _explain_place(options: argparse.Namespace) -> int:
    """Print why the link at ``--at`` starts and ends there, or why there is no link; return 1 if there is none."""
    place = regex.fullmatch(r"([1-9][0-9]{0,8}):([1-9][0-9]{0,8})", options.at)
    if place is None or len(options.subjects) != 1:
        raise WrongUseError("--at needs a line and a column, such as 3:14, and one file")
    name = options.subjects[0]
    lines = Document(read_bytes(name), name).source.splitlines()
    number, column = int(place[1]), int(place[2]) - 1
    line = "".join(lines[number - 1 : number])
    if number > max(len(lines), 1) or column > len(line):
        most = f"a line up to {len(lines)}" if number > len(lines) else f"a column up to {len(line) + 1}"
        raise WrongUseError(f"--at {options.at} is beyond the end of {name}; give {most}")
    finder = Finder(bare_domains=True, email=True)
    links = [link for link in finder.find(line) if link.start <= column <= link.end]
    reasons = [one for one in finder.why(line) if one.start <= column <= one.end]
    for link in links:
        print(f"link: {escape_invisible(link.text)}")
        if at := words_in(link.text, len(link.text)):
            print(f"  {escape_invisible(run_on(link.text, at).message)}")
    if links and not reasons:
        print("  start and end: as UTS #58 says")
    for one in reasons:
        reason = f"{one.weight:+} {one.by}" if one.aspect == "sign" else f"{one.aspect}: {one.by}"
        print(f"  {reason}" if links else f"{escape_invisible(line[one.start : one.end])}  {reason}")
    if not links and not reasons:
        print("no link, and nothing that looks like one")
    return 0 if links else 1


def _subjects(given: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield each subject, and whether it is a line of standard input. Such a line is an IRI, never a rule."""
    for one in given:
        if one == STDIN:
            lines = Document(read_bytes(STDIN), "input.txt").source.splitlines()
            yield from ((line, True) for line in map(str.strip, lines) if line)
        else:
            yield one, False


def _rule_of(subject: str) -> Rule | None:
    """Return the rule that a subject names; None for an IRI; WrongUseError for an unknown rule."""
    if subject in TAILORINGS:
        raise WrongUseError(f'"{subject}" is a tailoring, not a rule; see "Tailorings" in the documentation')
    code = regex.sub(r"(?i)\A(?:IRI)?(?=\d+\Z)", "IRI", subject)
    part = SUB_RULES.get(subject)
    rule = RULES.get(part.code if part else code) or RULES_BY_NAME.get(subject)
    if rule is None and regex.fullmatch(r"(?i)IRI(?:\d+|\w{3})|[a-z]+(?:-[a-z]+)+", subject):
        near = did_you_mean(subject, [*RULES_BY_NAME, *SUB_RULES])
        if near or subject.upper().startswith("IRI"):
            raise WrongUseError(f'unknown rule "{subject}"{near or "; run: iri explain"}')
    return rule


# --- meaning of an IRI ------------------------------------------------------------------------------------------------


class _Read(NamedTuple):
    """An IRI as written by a person, and as interpreted by a browser."""

    text: str  # as given
    meant: str  # with a scheme, and refanged
    how: str | None  # how the text was changed; None: unchanged
    followed: Followed | None  # None if a browser refuses the IRI
    refusal: str  # why
    chain: tuple[RedirectStep, ...]

    @property
    def end(self) -> RedirectStep:
        """The last certain destination; it may redirect further."""
        return sure_step(self.chain)

    @property
    def host(self) -> str | None:
        """The host of ``end``; None if a browser refuses the IRI."""
        key = self.end.lookup_key
        return key.host if key is not None and self.followed else None


def _read(text: str) -> _Read:
    meant, how = _meant(text)
    try:
        followed = follow(meant)
    except IRIError as error:
        return _Read(text, meant, how, None, str(error), redirect_chain(meant))
    return _Read(text, meant, how, followed, "", redirect_chain(followed.iri))


_PREFIX = regex.compile(r"(?i)\Aurl:\s*+")  # RFC 3986 Appendix C
_DOI = regex.compile(r"(?i)(?:doi:\s*+)?(10\.[0-9]{4,9}/\S++)").fullmatch  # ISO 26324 §4
_SITE = regex.compile(r"(?i)(?:localhost|(?:[\w-]++\.)+([\w-]++)\.?)(?::[0-9]++)?(?=[/?#]|\Z)")


def _meant(text: str) -> tuple[str, str | None]:
    """Return the IRI that a text means, such as a bare domain or DOI, and how the text was changed (None: not)."""
    bare = _PREFIX.sub("", text.strip())
    if doi := _DOI(bare):
        return f"https://doi.org/{doi[1]}", "it is a DOI, the number of a publication"
    host = regex.split("[/?#:]", bare, maxsplit=1)[0].rstrip(".").lower()
    if address := ipv4_in_browsers(host):
        return f"http://{bare}", _BARE if address == host else "it is a number, which browsers take for an IP address"
    found = list(find_links(bare, bare_domains=True, email=True, refang=True))
    if len(found) == 1 and found[0].text == bare:
        link = found[0].iri
        if bare != link:
            return link, _BARE if bare in link else _DEFANGED
        return (text, None) if bare == text.strip() else (link, _PASTED)
    if sum(one.kind == "iri" for one in found) > 1:
        return _cleaned(text, bare, found)
    site = _SITE.match(bare)
    if site and (site[1] is None or (is_tld(site[1]) and is_site(bare, 0, len(site[0])))):
        return f"https://{bare}", _BARE
    scheme = split(bare).scheme
    is_address = scheme is not None and (not regex.search(r"\s", bare) or scheme_status(scheme))
    return (text, None) if is_address else _cleaned(text, bare, found)


_BARE = "it has no scheme"
_DEFANGED = "it was made unclickable on purpose"
_PASTED = "more was pasted than the address"
_WIDE = "it is in letters of full width"


def _cleaned(text: str, bare: str, found: list[Link]) -> tuple[str, str | None]:
    """Return the IRI in a text that contains more than an IRI, and how it was changed; None if unchanged."""
    cleaned = clean_entry(bare, bad="keep").text
    if cleaned != bare and split(cleaned).scheme is not None and len(cleaned.split()) == 1:
        return cleaned, _WIDE if len(bare) == len(cleaned) else _PASTED
    iri = _within(bare, found)
    return (text, None) if iri is None else (iri, _PASTED)


# A sender with its name: the mailbox is in angle brackets (RFC 5322 §3.4).
_MAILBOX = regex.compile(r"<([^<>]*+)>\W*\Z")
_OPENING = regex.compile(r"[\s\p{Pi}\p{Ps}\"'`=<|>:]")


def _within(text: str, found: list[Link]) -> str | None:
    """Return the IRI inside quotation marks, markup, a sentence or a named mailbox; None if there is none."""
    mailbox = _MAILBOX.search(text)
    for link in sorted(found, key=lambda link: not text.endswith("](", 0, link.start)):  # Markdown's first
        at_start = link.start == 0 or _OPENING.fullmatch(text, link.start - 1, link.start)
        if at_start and (mailbox is None or link.text == mailbox[1] or link.kind != "email"):
            return link.iri
    return None


# Descriptions of schemes that do not lead to a site.
_SCHEMES = {
    "mailto": "begins an e-mail to {rest}",
    "tel": "calls {rest}",
    "javascript": "leads to no site: it runs a program in the page that it stands on",
    "data": "leads to no site: what is shown is in the address itself",
    "file": "leads to a file on this computer",
}


def _leads_to(read: _Read) -> str:
    """Return one line that describes where the IRI leads."""
    if read.followed is None:
        return f"leads nowhere: {escape_invisible(read.refusal)}"
    iri, key = read.end.iri, read.end.lookup_key
    scheme = (split(iri).scheme or "").lower()
    if scheme == "file" and read.host not in (None, "localhost"):
        return f"leads to a file on the computer {escape_invisible(str(read.host))}, which is asked for it"
    if what := _SCHEMES.get("file" if len(scheme) == 1 else scheme):  # one letter is a Windows drive
        rest = iri.partition(":")[2].partition("?")[0]
        return what.format(rest=escape_invisible(to_iri(rest)) or "nobody yet")
    if key is None or key.host is None:
        if scheme:
            return f'leads to what opens "{scheme}:"'
        names = "it names no site itself"
        return f"leads to a page of the site that it stands on: {names}" if read.meant.strip() else _EMPTY
    other = _looks_like(key.host) or _before_site(key)
    lost = ", which cannot be looked up"
    with contextlib.suppress(IRIError):
        lost = "" if host_to_ascii(key.host) else lost
    doubt = f", not to {shown_host(other)}" if other else ""
    return f"leads to {_named_site(key)}{lost}{doubt}{_onward(read)}"


_EMPTY = "leads to the page that it stands on: there is nothing in it"


def _onward(read: _Read) -> str:
    """Return a clause about a redirect to another site, or ""."""
    last, onward = read.end, read.chain[-1].lookup_key
    if last.is_hidden and last.is_guessed:
        return ", which seems to forward to another site: only that site knows which"
    if last.is_hidden:
        return f", which forwards to another site: only {escape_invisible(last.service or '')} knows which"
    if last.is_guessed and onward is not None and onward.host is not None:
        return f", which seems to forward to {_named_site(onward)}"
    return ""


def _named_site(key: LookupKey) -> str:
    """Return the host in Unicode, after its registrable domain if they differ, and the ASCII form."""
    assert key.host is not None
    if key.domain is None:
        return f"{key.host}{_network(key.host)}"
    host, site = shown_host(key.host), shown_host(key.domain)
    name = host if host in (site, f"www.{site}") else f"{site}, its part {host}"
    return escape_invisible(name) + ("" if host.isascii() else f" ({key.host})")


# RFC 1918 §3, RFC 4193 §3.1, RFC 3927 §2.1, RFC 4291 §2.5.6
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10")


def _network(host: str) -> str:
    """Return a clause about localhost or an IP address, or ""."""
    from ipaddress import ip_address, ip_network

    if host == "localhost":
        return ", this computer itself"
    try:
        given = ip_address(host.strip("[]"))
    except ValueError:
        return ""
    address = getattr(given, "ipv4_mapped", None) or given  # RFC 4291 §2.5.5.2
    name = "" if address is given else f", which is {address}"
    if address.is_loopback or address.is_unspecified:
        return f"{name}, this computer itself"
    is_private = any(address in ip_network(network) for network in _PRIVATE)
    return f"{name}, in a private network" if is_private else f"{name}, an IP address"


def _looks_like(host: str) -> str | None:
    """Return the ASCII host or known site that a host resembles; None if it resembles none."""
    name = unicode_host(host)
    odd = hidden_labels(f"//{host}")
    if not odd:
        return imitated(host) if host.isascii() else None
    site = next((one.reading for one in odd if one.kind == "well-known"), None)
    if site is not None:
        return site
    hidden = {one.text for one in odd}
    readings = {label: "".join(map(reading_of, label)) for label in hidden}
    labels = [readings[one] if readings.get(one, "é").isascii() else one for one in name.split(".")]
    return ".".join(labels) if labels != name.split(".") else None


_Fact = tuple[str, str]  # a heading and its text


def _summary(read: _Read) -> Iterator[str]:
    """Yield lines for all readers: the destination, how the text was read, and warnings."""
    yield _leads_to(read)
    for heading, fact in _facts(read):
        yield f"  {heading:10} {escape_invisible(fact)}"
    for label in (read.host or "").split("."):  # in ASCII
        letters = unicode_host(label)
        if not letters.isascii():
            yield f"  letters of {label}:"
            yield from (f"    {escape_invisible(one):8} {_named(one)}{_like(one)}" for one in letters)


def _facts(read: _Read) -> Iterator[_Fact]:
    if read.how is not None:
        yield "read as", f"{read.meant}: {read.how}"
    if "%" in read.meant and not (readable := display(read.meant)).isascii() and not read.end.service:
        yield "readable", readable
    yield from _warnings(read)
    if read.followed is not None and read.followed.repairs:
        yield "browsers", f"read {read.followed.uri}"
    through_these = read.chain[: read.chain.index(read.end)]
    for step in through_these:
        key = step.lookup_key
        host = shown_host((key and key.host) or "")
        yield "through" if step is through_these[0] else "", f"{step.service} ({host})"
    if through_these:
        yield "and there", display(read.end.iri)


def _warnings(read: _Read) -> Iterator[_Fact]:
    """Yield warnings about the final host, such as look-alikes and user information."""
    host = read.host
    if not host:
        return
    looks = _looks_like(host)
    if looks is not None:
        letters = "see its letters below" if "xn--" in host else "compare letter by letter"
        yield "looks like", f"{looks}, but is another name: {letters}"
    for number, odd in enumerate(hidden_labels(f"//{host}")):
        heading = "and because" if number else "coded as xn--, because"
        yield heading, f"the {in_words(odd).rpartition(';')[0]}"
    if read.end.lookup_key is not None and (name := _before_site(read.end.lookup_key)) is not None:
        yield "names", f"{shown_host(name)} too, but is not there: the end of a host counts"
    if (user := CheckedComponents(read.end.iri).userinfo) is not None:
        yield "user", f'{user.text}: what stands before "@" is not the site'


def _like(letter: str) -> str:
    """Return a clause with the ASCII letters that a non-ASCII letter resembles; "" if it resembles none."""
    looks = "" if letter.isascii() else reading_of(letter)
    return f', looks like "{looks}"' if looks.isascii() and looks.isalnum() else ""


def _before_site(key: LookupKey) -> str | None:
    """Return a site that a host names before its registrable domain, as in google.com.a.example, or None."""
    before = (key.host or "").removesuffix(key.domain or key.host or "").rstrip(".").split(".")
    first = (key.domain or "").partition(".")[0].partition("-")[0]
    known = (name for name in _names([*before, first]) if name in known_sites())
    usual = (name for name in _names(before) if name.endswith((".com", ".net", ".org")))
    return next(chain(known, usual), None)


def _names(labels: list[str]) -> Iterator[str]:
    """Yield the names of two to four adjacent labels of a host, from its end to its start."""
    for end in range(len(labels), 1, -1):
        yield from (".".join(labels[at:end]) for at in range(max(0, end - 4), end - 1))


# --- report -----------------------------------------------------------------------------------------------------------


def summary(text: str) -> str:
    """Return a few lines about where an IRI leads, with warnings."""
    return "\n".join(_summary(_read(text)))


def _iri(read: _Read) -> str:
    text, followed = read.meant, read.followed
    components = CheckedComponents(followed.iri if followed and followed.repairs else text)
    lines = [escape_invisible(read.text), *_summary(read), ""]
    lines += [f"  {one.component:9} {one.start:4}–{one.end:<4} {escape_invisible(one.text)}" for one in components]
    is_bare = read.how not in (_PASTED, _DEFANGED, _WIDE)
    if is_bare and split(components.text if read.how is None else read.text).scheme is None:
        meant = f"; to name the site or mailbox, write {escape_invisible(text)}" if read.how else ""
        lines.append(f"  A reference without a scheme is relative{meant}.")
    lines += ["", *_forms(components.text)]
    characters = [one for one in dict.fromkeys(text) if not (one.isascii() and one.isprintable())]
    if characters:
        lines += ["", "Characters:", *(f"  {escape_invisible(one):8} {_named(one)}" for one in characters)]
    everything = check(text, RULES.values())
    for problem in everything:
        lines += _lines_of(problem, text)
    if not everything:
        lines += ["", "No other problems." if read.end.is_guessed or any(_warnings(read)) else "No problems."]
    return "\n".join(lines) + "\n"


def _lines_of(problem: Problem, text: str) -> list[str]:
    line, caret = excerpt(text, problem.start, problem.end)
    optional = "" if SUB_RULES[problem.sub_rule].on else " (off by default)"
    message = escape_invisible(said(problem.message))
    lines = ["", f"{problem.code} {problem.name}{optional}: {message}", f"  {line}", f"  {caret}"]
    if problem.fix is not None:
        lines.append(f"  {said(fix_line(problem.fix))}")
    return lines


def _forms(text: str) -> list[str]:
    """Return lines with the display form, the IRI, the URI or the reason for none, and the visual order."""
    lines = [f"  display   {escape_invisible(display(text))}", f"  IRI       {escape_invisible(to_iri(text))}"]
    try:
        lines.append(f"  URI       {to_uri(text)}")
    except IRIError as error:
        lines.append(f"  URI       none: {escape_invisible(str(error))}")
    if has_rtl(text):
        with contextlib.suppress(ImportError):  # python-bidi is not required
            # LRO … PDF, as in `excerpt`, so that a terminal that implements UAX #9 does not reorder the text again.
            lines.append(f"  order     \u202d{visual_order(escape_invisible(text))}\u202c")
    return lines


def _named(character: str) -> str:
    """Return the code point and name of a character: ``U+65E5 CJK UNIFIED IDEOGRAPH-65E5``."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"
