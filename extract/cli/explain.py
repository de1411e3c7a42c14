"""``iri explain``: where an address leads, in words for everybody, and what is known of it; or what a rule says."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import regex

from extract.cli.files import STDIN, read_bytes
from extract.cli.saying import reason, say
from extract.detect.evidence import is_site
from extract.detect.finder import find_links
from extract.detect.link import Link
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.bidi_rule import has_rtl
from extract.iri.chain import LookupKey, Target, targets
from extract.iri.cleaning import clean_entry
from extract.iri.errors import IRIError
from extract.iri.following import Followed, follow
from extract.iri.host import host_to_ascii, host_to_unicode, ipv4_in_browsers
from extract.iri.parts import split
from extract.iri.schemes import scheme_status
from extract.iri.tld import registrable_domain
from extract.present.bidi import visual_order
from extract.present.confusables import skeleton, unicode_host
from extract.present.displaying import display, hidden_labels, shown_host
from extract.readers.decoding import decode
from extract.reports.full import excerpt
from extract.rules import RULES, CheckedParts, Problem, Rule, check
from extract.rules.iri.aspects import is_tld
from extract.rules.iri.spoofing import in_words
from extract.rules.registry import PARTS, RULES_BY_NAME, renamed
from extract.text.terminal import escape_invisible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "subjects",
        nargs="*",
        metavar="TEXT|CODE",
        help='addresses, or codes or names of rules; "-" reads lines from standard input (default: list the rules)',
    )
    parser.add_argument("--json", action="store_true", help="write an object for each address, one a line")


def run(options: argparse.Namespace) -> int:
    """Print the explanations; 1 if an address has problems that are reported by default."""
    if not options.subjects:
        sys.stdout.writelines(f"{rule.code} {rule.name}: {rule.summary}\n" for _, rule in sorted(RULES.items()))
        return 0
    try:
        subjects = list(_subjects(options.subjects))
    except OSError as error:
        say(f"{STDIN}: {reason(error)}")
        return 2
    status = 0
    for number, subject in enumerate(subjects):
        subject = subject.upper() if regex.fullmatch(r"iri\d+", subject) else subject
        part = PARTS.get(subject)
        rule = RULES[part.code] if part else RULES.get(subject) or RULES_BY_NAME.get(subject)
        if rule is None and regex.fullmatch(r"IRI\d+", subject):
            meant = renamed(subject)
            advice = f"write: iri explain {meant}" if meant else "write: iri explain"
            say(f'unknown rule "{subject}"; {advice}')
            return 2
        if rule is None and (name := _near_rule(subject)):
            say(f'unknown rule "{subject}"; write: iri explain {name}')
            return 2
        read = _read(subject)
        if options.json:
            print(json.dumps(_told_of_rule(rule) if rule else _told(read), ensure_ascii=False))
        else:
            sys.stdout.write("\n" * (number > 0) + (_rule(rule) if rule else _iri(read)))
        if rule is None and check(read.meant):
            status = 1
    return status


def _subjects(given: Iterable[str]) -> Iterator[str]:
    for one in given:
        if one == STDIN:
            data = read_bytes(STDIN)
            decoded = decode(data)
            text = decoded.text or data[decoded.mark :].decode("utf-8", "surrogateescape")
            yield from (line for line in map(str.strip, text.splitlines()) if line)
        else:
            yield one


def _near_rule(subject: str) -> str | None:
    """Return the rule whose name was meant by a word that is no name of a host with a top-level domain either."""
    from extract.cli.advice import near_rule

    return near_rule(subject, [*RULES, *RULES_BY_NAME, *PARTS])


def _rule(rule: Rule) -> str:
    default = "on" if rule.on else "off by default"
    return f"{rule.code} {rule.name} ({rule.severity}; {default})\n\n{rule.documentation}\n"


def _told_of_rule(rule: Rule) -> dict[str, Any]:
    return {"code": rule.code, "name": rule.name, "severity": rule.severity, "on": rule.on, "text": rule.documentation}


# --- what an address means --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Read:
    """An address as people write it, and what it means to a browser."""

    text: str  # as given
    meant: str  # with a scheme, and not defanged
    how: str | None  # how it had to be read; None: as it is
    followed: Followed | None  # None: a browser refuses it
    refusal: str | None  # why
    chain: tuple[Target, ...]

    @property
    def key(self) -> LookupKey | None:
        return self.chain[-1].lookup_key


def _read(text: str) -> _Read:
    meant, how = _meant(text)
    followed = refusal = None
    try:
        followed = follow(meant)
    except IRIError as error:
        refusal = str(error)
    return _Read(text, meant, how, followed, refusal, targets(meant if followed is None else followed.iri))


_PREFIX = regex.compile(r"(?i)\Aurl:\s*+")  # RFC 3986 Appendix C
_SITE = regex.compile(r"(?i)(?:localhost|(?:[\w-]++\.)+([\w-]++)\.?)(?::[0-9]++)?(?=[/?#]|\Z)")


def _meant(text: str) -> tuple[str, str | None]:
    """Return the address that a text stands for: one without a scheme, a number, or one that nobody shall follow."""
    bare = _PREFIX.sub("", text.strip())
    host = regex.split("[/?#:]", bare, maxsplit=1)[0].rstrip(".").lower()
    address = ipv4_in_browsers(host)
    if address is not None:
        plain = address == host
        return (
            f"http://{bare}",
            "it has no scheme" if plain else "it is a number, which browsers take for an IP address",
        )
    found = list(find_links(bare, schemeless=True, email=True, refang=True))
    if len(found) == 1 and found[0].text == bare:
        link = found[0].iri
        if bare == link:
            return (text, None) if bare == text.strip() else (link, "more was pasted than the address")
        return link, "it has no scheme" if bare in link else "it is written so that no program makes it a link"
    site = _SITE.match(bare)
    if site is not None and (site[1] is None or (is_tld(site[1]) and is_site(bare, 0, len(site[0])))):
        return f"https://{bare}", "it has no scheme"
    scheme = split(bare).scheme
    if scheme is None or (regex.search(r"\s", bare) and not scheme_status(scheme)):
        cleaned = clean_entry(bare, bad="leave").text
        if cleaned != bare and split(cleaned).scheme is not None:
            return cleaned, _why_cleaned(bare, cleaned)
        if (iri := _within(bare, found)) is not None:
            return iri, "more was pasted than the address"
    return text, None


def _why_cleaned(text: str, cleaned: str) -> str:
    if len(text) == len(cleaned):
        return "it is in letters of full width"
    return "more was pasted than the address"


# A sender with its name: the mailbox is in angle brackets (RFC 5322 §3.4).
_MAILBOX = regex.compile(r"<([^<>]*+)>\W*\Z")
_OPENING = regex.compile(r"[\s\p{Pi}\p{Ps}\"'`=<|>:]")


def _within(text: str, found: list[Link]) -> str | None:
    """Return the address of a text that has more than it: quotes, markup, a sentence, the name of a mailbox."""
    mailbox = _MAILBOX.search(text)
    for link in found:
        at_start = link.start == 0 or _OPENING.fullmatch(text, link.start - 1, link.start)
        if at_start and (mailbox is None or link.text == mailbox[1] or link.kind != "email"):
            return link.iri
    return None


# What happens if there is no site to go to.
_SCHEMES = {
    "mailto": "writing an e-mail to {rest}",
    "tel": "a call to {rest}",
    "sms": "a text message to {rest}",
    "javascript": "no site: it runs a program in the page that it stands on",
    "vbscript": "no site: it runs a program",
    "data": "no site: what is shown is in the address itself",
    "blob": "no site: what is shown is in the memory of a browser",
    "file": "a file on this computer, or in its network",
}


def _leads_to(read: _Read) -> str:
    """Return where it leads, in a line."""
    if read.refusal is not None:
        return f"leads nowhere: {escape_invisible(read.refusal)}"
    last, key = read.chain[-1], read.key
    scheme = (split(last.iri).scheme or "").lower()
    if scheme in _SCHEMES:
        rest = last.iri.partition(":")[2].partition("?")[0]
        return f"leads to {_SCHEMES[scheme].format(rest=escape_invisible(to_iri(rest)))}"
    if key is None or key.host is None:
        return (
            "leads to a place on the site where it stands: it names none"
            if not scheme
            else f'leads to what opens "{scheme}:"'
        )
    line = f"leads to {_named_site(key)}"
    if last.is_hidden:
        line += f"; from there {escape_invisible(last.service or '')} leads on, and only it knows where to"
    return line


def _named_site(key: LookupKey) -> str:
    """Return a host as people read it, the site that it belongs to, and how it is written in ASCII."""
    assert key.host is not None
    if key.domain is None:
        return f"{key.host}{_network(key.host)}"
    host, site = shown_host(key.host), shown_host(key.domain)
    name = host if host in (site, f"www.{site}") else f"{host}, a part of {site}"
    return escape_invisible(name) + ("" if host.isascii() else f" ({key.host})")


# RFC 1918 §3, RFC 4193 §3.1, RFC 3927 §2.1, RFC 4291 §2.5.6
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10")


def _network(host: str) -> str:
    """Return what is known of an IP address, or of a name without dots."""
    from ipaddress import ip_address, ip_network

    if host == "localhost":
        return ", this computer itself"
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return ""
    if address.is_loopback or address.is_unspecified:
        return ", this computer itself"
    is_private = any(address in ip_network(network) for network in _PRIVATE)
    return ", in a private network" if is_private else ", an IP address"


def _looks_like(host: str) -> str | None:
    """Return what a host looks like if letters of other scripts stand for Latin ones."""
    name = unicode_host(host)
    odd = hidden_labels(f"//{host}")
    if not odd:
        return None
    site = next((one.reading for one in odd if one.kind == "well-known"), None)
    if site is not None:
        return site
    looks = "".join(one if one.isascii() else skeleton(one, host=True) for one in name)
    return looks if looks != name else None


def _summary(read: _Read) -> Iterator[str]:
    """Yield what everybody can understand: where it leads, how, and what to beware of."""
    yield _leads_to(read)
    if read.how is not None:
        yield f"  read as    {escape_invisible(read.meant)}: {read.how}"
    host = read.key.host if read.key is not None and read.refusal is None else None
    looks = _looks_like(host) if host else None
    if looks is not None:
        yield f"  looks like {escape_invisible(looks)}, but is another name: see its letters below"
    for odd in hidden_labels(f"//{host}") if host else ():
        yield f"  Punycode   because the {escape_invisible(in_words(odd).rpartition(';')[0])}"
    if read.followed is not None and read.followed.repairs:
        yield f"  browsers   read {escape_invisible(read.followed.uri)}"
    user = CheckedParts(read.chain[-1].iri).userinfo
    if host and user is not None:
        yield f'  user       {escape_invisible(user.text)}: what stands before "@" is not the site'
    for number, step in enumerate(read.chain[:-1] if len(read.chain) > 1 else ()):
        key = step.lookup_key
        through = "through   " if not number else "          "
        yield f"  {through} {step.service} ({escape_invisible(shown_host((key and key.host) or ''))})"
    if len(read.chain) > 1:
        yield f"  and there  {escape_invisible(display(read.chain[-1].iri))}"
    for label in (host or "").split("."):
        decoded = unicode_host(label)
        if not decoded.isascii():
            yield f"  letters of {label}:"
            yield from (f"    {escape_invisible(letter):8} {_named(letter)}" for letter in decoded)


# --- what is known of it ----------------------------------------------------------------------------------------------


def summary(text: str) -> str:
    """Return in a few lines where an address leads, and what to beware of."""
    return "\n".join(_summary(_read(text)))


def _iri(read: _Read) -> str:
    text = read.meant
    lines = [escape_invisible(read.text), *_summary(read), ""]
    parts = CheckedParts(text)
    lines += [f"  {part.component:9} {part.start:4}–{part.end:<4} {escape_invisible(part.text)}" for part in parts]
    if parts.scheme is not None:
        status = scheme_status(parts.scheme.text)
        lines.append(f"  The scheme is {f'registered: {status}' if status else 'not registered'}.")
    if split(read.text).scheme is None:
        meant = "" if read.how is None else f"; to name the site or mailbox, write {escape_invisible(read.meant)}"
        lines.append(f"  A reference without a scheme is relative{meant}.")
    lines += ["", *_forms(text)]
    if parts.host is not None and parts.host.text:
        lines += _host_forms(parts.host.text)
    characters = [
        character for character in dict.fromkeys(text) if not character.isascii() or not character.isprintable()
    ]
    if characters:
        lines += ["", "Characters:"]
        lines += [f"  {escape_invisible(character):8} {_named(character)}" for character in characters]
    everything = _problems(read)
    for problem in everything:
        line, caret = excerpt(text, problem.start, problem.end)
        optional = "" if PARTS[problem.part].on else " (off by default)"
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


def _problems(read: _Read) -> list[Problem]:
    return check(read.meant, RULES.values())


def _told(read: _Read) -> dict[str, Any]:
    """Return what is known, for programs."""
    host = read.key.host if read.key is not None and read.refusal is None else None
    return {
        "text": read.text,
        "leads_to": None if read.refusal else read.chain[-1].iri,
        "summary": _leads_to(read),
        "site": host and shown_host(read.key.domain or host) if read.key else None,
        "read_as": read.meant if read.how else None,
        "looks_like": _looks_like(host) if host else None,
        "refusal": read.refusal,
        "display": display(read.meant),
        "iri": to_iri(read.meant),
        "uri": None if read.followed is None else read.followed.uri,
        "repairs": [] if read.followed is None else [one._asdict() for one in read.followed.repairs],
        "targets": [
            {
                "iri": one.iri,
                "uri": one.uri,
                "host": one.lookup_key and one.lookup_key.host,
                "domain": one.lookup_key and one.lookup_key.domain,
                "service": one.service,
                "kind": one.kind,
                "is_hidden": one.is_hidden,
            }
            for one in read.chain
        ],
        "letters": [
            {"label": label, "letter": letter, "code": f"U+{ord(letter):04X}", "name": unicodedata.name(letter, None)}
            for label in (host or "").split(".")
            if not unicode_host(label).isascii()
            for letter in unicode_host(label)
        ],
        "parts": [
            {"component": one.component, "start": one.start, "end": one.end, "text": one.text}
            for one in CheckedParts(read.text)
        ],
        "problems": [asdict(problem) for problem in _problems(read)],
    }


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
