"""Family 6: IRIs that may be mistaken for others (RFC 3987 §7.5, UTS #39). An IRI without findings may be unsafe."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, wraps

from extract.iri.components import Component
from extract.iri.tld import registered_domain, registrable_domain
from extract.present.bidi import host_names
from extract.present.confusables import script, script_names, unicode_host
from extract.present.deceptive import Kind, Suspicion, suspicions
from extract.present.likeness import owner_of, reading_of, resembled
from extract.rules.iri.suggestions import is_one_slip
from extract.rules.problem import Problem, problem_at
from extract.rules.registry import Rule, SubRule, rule, rule_named, sub_rule_named, usual_rules
from extract.rules.subjects import CheckedComponents
from extract.text.arguments import as_domains
from extract.text.forms import to_form
from extract.text.messages import Message
from extract.text.regexes import re


def _found(components: CheckedComponents, *kinds: Kind) -> Iterator[Problem]:
    for suspicion in suspicions(components.text):
        if suspicion.kind in kinds and not _is_reported_elsewhere(suspicion, components.text):
            yield problem_at(suspicion, in_words(suspicion))


def _is_reported_elsewhere(suspicion: Suspicion, iri: str) -> bool:
    """Return whether the label is a placeholder, as "xxxxx" in Cyrillic, or has a symbol, which IRI301 reports."""
    if suspicion.kind == "whole-script":
        return _STANDS_FOR_A_NAME.fullmatch(suspicion.text) is not None
    shows_it = suspicion.kind == "unusual-letter" and suspicion.letter in iri
    return shows_it and unicodedata.category(suspicion.letter).startswith("S")


_STANDS_FOR_A_NAME = re.compile(r"([^\W\d_])\1{2,}")


def in_words(suspicion: Suspicion) -> Message:
    """Return the message for ``suspicion``: the component, the character, and the look-alike."""
    return Message(
        '{what} has "{word}", {what2}',
        what=suspicion.component,
        word=suspicion.text,
        what2=_WORDS_OF[suspicion.kind](suspicion),
    )


def _letter(character: str) -> str:
    """Format ``character`` for a message, with its name. A combining mark is displayed on a dotted circle."""
    shown = f"◌{character}" if unicodedata.category(character).startswith("M") else character
    return f'"{shown}" ({unicodedata.name(character, "unknown")}, U+{ord(character):04X})'


_INTENDED = Message("check that it is intended")


def _mixture(suspicion: Suspicion) -> Message:
    text = suspicion.text
    letters = [one for one in text if script(one) not in ("Zyyy", "Zinh")]
    counts = Counter(map(script, letters))
    odd = min(letters, key=lambda one: (counts[script(one)], one.isascii()))
    reading = "" if odd.isascii() else reading_of(odd)
    what = Message("which mixes {name}: {letter} is among others", name=script_names(text), letter=_letter(odd))
    if reading and reading.isascii():
        what = Message(
            'which mixes {name}: {letter} looks like "{reading}"',
            name=script_names(text),
            letter=_letter(odd),
            reading=reading,
        )
    return what.then(Message("check that it is the intended name"))


def _whole(suspicion: Suspicion) -> Message:
    names = script_names(suspicion.text)
    what = Message('which looks like "{reading}"', reading=suspicion.reading)
    if names:
        what = Message('all {name}, which looks like Latin "{reading}"', name=names, reading=suspicion.reading)
    return what.then(_INTENDED)


def _likeness(suspicion: Suspicion) -> Message:
    reading = suspicion.reading
    what = Message('which looks like "{reading}"', reading=reading)
    if suspicion.letter:
        letter = _letter(suspicion.letter)
        what = Message("in which {letter} does not belong there", letter=letter)
        if reading:
            what = Message('in which {letter} looks like "{reading}"', letter=letter, reading=reading)
    return what.then(_INTENDED)


def _mark(suspicion: Suspicion) -> Message:
    letter, reading = _letter(suspicion.letter), suspicion.reading
    what = Message("in which the mark {letter} belongs to other letters", letter=letter)
    if reading.isalpha():
        what = Message('in which the mark {letter} cannot be seen on "{reading}"', letter=letter, reading=reading)
    elif reading:
        what = Message('in which the mark {letter} looks like "{reading}"', letter=letter, reading=reading)
    elif suspicion.letter * 2 in to_form("NFD", suspicion.text):
        what = Message("in which the mark {letter} is there twice", letter=letter)
    return what.then(_INTENDED)


def _unusual(suspicion: Suspicion) -> Message:
    return Message(
        "in which {letter} is not in common use; browsers show this name in its xn-- form",
        letter=_letter(suspicion.letter),
    )


_WORDS_OF: dict[Kind, Callable[[Suspicion], Message]] = {
    "mixed-script": _mixture,
    "whole-script": _whole,
    "lookalike-letter": _likeness,
    "odd-mark": _mark,
    "unusual-letter": _unusual,
    "direction": lambda _: Message("which breaks the Bidi rule of right-to-left names"),
    "unseen": lambda _: Message("which has a character that cannot be seen or looks like a delimiter"),
    "mixed-digits": lambda _: Message("which mixes digits of several numeral systems; use one of them"),
    "well-known": lambda one: Message(
        "which makes it look like {reading}; check that it is intended", reading=one.reading
    ),
    "ascii": lambda one: Message('which may be read as "{reading}"; check that it is intended', reading=one.reading),
    "capitals": lambda one: Message('which looks like Latin "{reading}"; use lowercase', reading=one.reading),
}


@rule("IRI601", "mixed-script", "warning", about="letters")
def mixed_script(components: CheckedComponents) -> Iterator[Problem]:
    r"""A host label mixes scripts that are not used together, or another word has look-alikes of a second script.

    Readers do not notice a Cyrillic letter among Latin ones, as in "pаypal", and the link leads to a different site.
    Common mixtures of Chinese, Japanese and Korean are not reported, nor are labels in different scripts. A word
    outside the host is reported only if each letter of the second script looks like a letter of the main script.
    Source: RFC 3987 §7.5; UTS #39 §5.

    Bad:
        http://⟦p\u0430ypal⟧.example/
        http://example.com/⟦p\u0430ypal⟧
        http://example.com/⟦\u0427e\u0445\u043e\u0432⟧

    Good:
        http://почта.example.com/
        http://Tシャツ.example/
        http://example.com/?q=%2BСтрока
    """
    return _found(components, "mixed-script")


@rule("IRI602", "whole-script", "warning", about="letters")
def whole_script(components: CheckedComponents) -> Iterator[Problem]:
    r"""Each letter of a host label in another script looks like a Latin letter or a digit.

    Names are not reported under a top-level domain of their script, or of a country that uses it.
    Source: UTS #39 §4, whole-script confusables; Chromium's IDN display policy.

    Bad:
        http://⟦\u0440\u0430\u0443\u0440\u0430\u04cf⟧.example/

    Good:
        http://paypal.example/
        http://оса.рф/
        http://ххххх.example/
    """
    return _found(components, "whole-script")


@rule("IRI603", "lookalike-letter", "warning", about="letters")
def lookalike_letter(components: CheckedComponents) -> Iterator[Problem]:
    r"""In its context, a letter looks like another letter, a hyphen, a slash or a full stop.

    No modern language uses the letter, or it is a Chinese or Japanese mark or stroke next to Latin letters. Letters of
    one language (þ, ð, ə) and the Catalan dot are reported outside the top-level domains of its countries.

    A combining mark is reported if it is invisible, as a dot above "i" or a second accent of the same kind, if it hides
    its base letter, as a stroke through it, or if it is used only with other letters. Browsers show such a name in its
    ``xn--`` form.
    Source: UTS #39 §3.1, Identifier_Status; §4, §5.4; RFC 5892 §A.3, §A.7; Chromium's IDN display policy.

    Bad:
        http://⟦\u0261oogle⟧.example/
        http://bank.⟦example\u30celogin⟧.example/
        http://⟦\u65e5\u672c\u30fc\u91ce\u7403⟧.example/

    Good:
        http://google.example/
        http://ノート.example/
        http://veðurstofa.is/
    """
    return _found(components, "lookalike-letter", "odd-mark")


@rule("IRI604", "mixed-digits", "warning", about="letters")
def mixed_digits(components: CheckedComponents) -> Iterator[Problem]:
    """A word mixes digits of several numeral systems. Some look alike but have different values.

    Source: UTS #39 §5.3.

    Bad:
        http://example.com/⟦२2⟧

    Good:
        http://example.com/२२/22
    """
    return _found(components, "mixed-digits")


@rule("IRI605", "ascii-lookalike", "info", about="host")
def ascii_lookalike(components: CheckedComponents) -> Iterator[Problem]:
    """A digit 0 or 1 among the letters of a host label may be read as o or l.

    Source: RFC 3987 §8.

    Bad:
        http://⟦br0ken⟧.example/
        http://⟦1ame⟧.example/

    Good:
        http://broken.example/
        http://web2.example/
    """
    return _found(components, "ascii")


@rule("IRI606", "capital-lookalike", "info", on=False, about="letters")
def capital_lookalike(components: CheckedComponents) -> Iterator[Problem]:
    r"""A word of Greek or Cyrillic capitals looks like a Latin word. Readers who type it get a different IRI.

    Source: RFC 3987 §7.5.

    Bad:
        http://example.com/⟦\u0410\u0412\u0421⟧
        http://⟦\u0412\u041e\u0425⟧.example/

    Good:
        http://example.com/ABC
        http://example.com/США
    """
    return _found(components, "capitals")


@rule("IRI603", "lookalike-letter", "info", sub_rule="unusual-letter", about="letters")
def unusual_letter(components: CheckedComponents) -> Iterator[Problem]:
    r"""The host contains a letter that is not in common use. Browsers show the name in its ``xn--`` form.

    Readers then see a different name than the author wrote. Symbols are reported as IRI301.
    Source: UTS #39 §3.1, Identifier_Status; Chromium's IDN display policy.

    Bad:
        http://⟦\u13e3\u13b3\u13a9⟧.example/

    Good:
        http://ქართული.example/
    """
    return _found(components, "unusual-letter")


@rule("IRI607", "protected-name", "warning", on=False)
def protected_name(components: CheckedComponents) -> Iterator[Problem]:
    r"""The host imitates a protected domain.

    The setting ``protect`` lists the protected domains. The default is example.com. The comparison ignores case,
    accents, digits in place of letters, and the difference between "l" and capital "I". The rule also reports names of
    six letters or more with one wrong letter or hyphen. It reports hosts on other sites that contain a protected
    domain. The name alone is enough between dots and hyphens, below a newer top-level domain, or joined to a word such
    as "login". Examples for paypal.com: ``paypal-secure.com``, ``paypal.support`` and ``paypallogin.com``.
    Source: UTS #39 §4.

    Bad:
        http://⟦exampIe.com⟧/
        http://⟦3xample.com⟧/
        http://⟦ex\u0430mple.com⟧/

    Good:
        http://www.example.com/
        http://example.org/
    """
    return _resembling(components, ("example.com",))


@rule("IRI607", "protected-name", "warning", sub_rule="well-known-site", about="letters", yields_to=("protected-name",))
def well_known_site(components: CheckedComponents) -> Iterator[Problem]:
    r"""A host with a non-ASCII letter looks like a well-known site, but is another.

    The rule compares the host with about 1,200 popular sites, ignoring accents.
    Source: UTS #39 §4; Chromium's IDN display policy.

    Bad:
        http://⟦www.goo\u0123le.com⟧/
        http://⟦\u0432i\u0578g.com⟧/

    Good:
        http://www.google.com/
        http://größe.google.com/
    """
    found = [one for one in suspicions(components.text) if one.kind == "well-known"]
    for place, host in _hosts(components) if found else ():
        site = next((one for one in found if place.start <= one.start < place.end), None)
        if site is not None:
            odd = next(one for one in site.text if not one.isascii())
            message = Message(
                'host "{host}" looks like {site} but is another, with {letter}',
                host=host,
                site=site.reading,
                letter=_letter(odd),
            )
            yield problem_at(place, message.then(_INTENDED))


def _resembling(components: CheckedComponents, names: tuple[str, ...]) -> Iterator[Problem]:
    for place, host in _hosts(components):
        if _is_their_owners(host, names):
            continue
        if name := resembled(host, names):
            message = Message('host "{host}" looks like {site} but is another', host=host, site=name)
        elif name := _misspelled(host, names):
            message = Message('host "{host}" is almost {site}', host=host, site=name)
        elif name := _named_after(host, names):
            message = Message('host "{host}" has {site} in its name', host=host, site=name)
        else:
            continue
        yield problem_at(place, message.then(_INTENDED))


def _hosts(components: CheckedComponents) -> Iterator[tuple[Component, str]]:
    """Yield each host with its Unicode form. A ``mailto`` IRI may have several."""
    for labels in host_names(components.text):
        start, end = labels[0].start, labels[-1].end
        text = components.text[start:end]
        yield Component("host", start, end, text), unicode_host(text)


@lru_cache(maxsize=1024)
def _is_their_owners(host: str, names: tuple[str, ...]) -> bool:
    """Return whether the site of ``host`` is known to have the same owner as a protected domain."""
    site = registrable_domain(host)
    owners = {owner_of(registrable_domain(name) or name) for name in names}
    return site is not None and owner_of(site) in owners


# Digits replace letters, and readers overlook hyphens. IDNA 2003 mapped ß and ς to ss and σ (UTS #46 §2). The other
# letters are written so on keyboards without them (DIN 5007-2; Danish and Norwegian "aa", "oe", "ae").
_ROUGHLY = str.maketrans(
    dict(zip("0123456789äöüæøåßς-", [*"olzeasbtbg", *"ae oe ue ae oe aa ss σ".split(), ""], strict=True))
)
_SLIPPED = 6  # letters; shorter names differ from many others by one letter


@lru_cache(maxsize=1024)
def _misspelled(host: str, names: tuple[str, ...]) -> str | None:
    """Return the protected domain with the same suffix that differs by a letter, hyphens or digits, or ``None``."""
    own = registrable_domain(host) or host
    brand, _, ending = own.partition(".")
    for name in names:
        known, _, known_ending = (registrable_domain(name) or unicode_host(name)).partition(".")
        if ending != known_ending or brand == known:
            continue
        is_slip = len(known) >= _SLIPPED and is_one_slip(brand, known)
        if is_slip or brand.translate(_ROUGHLY) == known.translate(_ROUGHLY):
            return name
    return None


# Words that are part of many names, so that a shared word is not an imitation.
_COMMON = frozenset(
    "account app bank blog card cloud data email example express group help home info login mail market news online "
    "pay portal post secure service services shop site store support test travel web".split()
)
# Words that imitations add before or after the name.
_LURES = frozenset("account com id login secure signin support update verify www".split())
_WORDS = re.compile(r"[^\W_]+")


def _brands(names: tuple[str, ...]) -> dict[str, str]:
    """Map the label before the public suffix of each protected domain to the domain, except common words."""
    sites = ((name, registrable_domain(name) or unicode_host(name)) for name in names)
    return {brand: name for name, site in sites if (brand := site.partition(".")[0]) not in _COMMON}


def _registered_name(host: str) -> str:
    """Return the label before the suffix of a registry. Ignore private suffixes (github.io), open to anybody."""
    site = registrable_domain(host) or host
    if site.count(".") > 1:  # else the suffix has one label, and is a registry's
        site = registered_domain(host) or site
    return site.partition(".")[0]


@lru_cache(maxsize=1024)
def _named_after(host: str, names: tuple[str, ...]) -> str | None:
    """Return the protected domain that ``host``, on another site, contains as a word or next to a lure, or ``None``.

    The same name below another suffix (google.com.au), or as a top-level domain, usually has the same owner, except
    where anybody can register it (paypal.support).
    """
    if any(host == name or host.endswith(f".{name}") for name in map(unicode_host, names)):
        return None
    own = _registered_name(host)
    for name in names:
        known = unicode_host(name)
        if f".{known}." in f".{host}" and _registered_name(known) != own:
            return name
    brands = _brands(names)
    if own in brands and "." in host and _OPEN_TO_ALL(host.rpartition(".")[2]):
        return brands.pop(own)
    brands.pop(own, None)
    return brands.get(_brand_in(host.rpartition(".")[0], tuple(brands)))


# Generic top-level domains, except the original ones (RFC 1591 §2), where owners usually have their names too.
_OPEN_TO_ALL = re.compile("(?!(?:com|edu|gov|info|int|mil|net|org|example|test|invalid)\\Z)[a-z]{3,}").fullmatch


def _brand_in(text: str, brands: tuple[str, ...]) -> str:
    """Return the first of ``brands`` that ``text`` contains as words, looks like, or joins to a lure; else ""."""
    words = _WORDS.findall(text)
    hyphenated = f"-{'-'.join(words)}-"
    whole = [brand for brand in brands if "-" in brand and f"-{brand}-" in hyphenated]
    named = (name for word in dict.fromkeys(words) if (name := _brand_of(word, brands)))
    return next(iter(whole), "") or next(named, "")


@lru_cache(maxsize=4096)  # a header field may have thousands of senders with the same words
def _brand_of(word: str, brands: tuple[str, ...]) -> str:
    if word in brands:
        return word
    joined = (name for name in brands if len(name) > 2 and name in word and word.replace(name, "", 1) in _LURES)
    return next(joined, None) or resembled(word, brands) or ""


# Combining marks and invisible characters.
_UNSEEN = frozenset(["Mn", "Me", "Cf"])
_STOPS = str.maketrans("\u3002\uff61", "..")  # RFC 3490 §3.1; NFKC maps the others
_HOSTS = re.compile(r"(?<![\w-])[\w-]++(?:\.[\w-]++)++")


@lru_cache(maxsize=1024)
def shown_by(text: str, host: str, known: tuple[str, ...]) -> str | None:
    """Return the protected domain that a sender's name (``text``) mentions, or ``None`` if ``host`` belongs to it.

    The comparison ignores look-alikes, full-width forms and accents, as for hosts.
    """
    host = unicode_host(host)
    own = _registered_name(host)
    if any(host == name or host.endswith(f".{name}") for name in map(unicode_host, known)):
        return None
    if _is_their_owners(host, known):
        return None
    seen = to_form("NFD", to_form("NFKC", text).lower().translate(_STOPS))
    if not seen.isascii():
        seen = to_form("NFC", "".join(one for one in seen if unicodedata.category(one) not in _UNSEEN))
    for shown in dict.fromkeys(_HOSTS.findall(seen)):
        for name in known:
            if f".{unicode_host(shown)}".endswith(f".{unicode_host(name)}") or resembled(shown, (name,)):
                return name
    brands = {brand: name for brand, name in _brands(known).items() if brand != own}
    return brands.get(_brand_in(seen, tuple(brands)))


def protecting(names: Iterable[str]) -> Rule:
    """Return the rule IRI607 for ``names``: one or several hosts."""
    known = as_domains("names", names)

    @wraps(protected_name)
    def function(components: CheckedComponents) -> Iterator[Problem]:
        return _resembling(components, known)

    known_rule = rule_named("protected-name")
    return replace(known_rule, sub_rules=(replace(known_rule.sub_rules[0], on=True, function=function),))


def _is_about_deception(sub_rule: SubRule) -> bool:
    return sub_rule.code.startswith("IRI6") or sub_rule.name in ("userinfo", "ipv4-lookalike")


def is_deceptive(problem: Problem) -> bool:
    """Return whether ``problem`` may deceive readers of mail. Such problems are reported first."""
    if problem.sub_rule == "link-text-mismatch":
        return problem.severity != "info"
    return problem.sub_rule == "alternatives-differ" or _is_about_deception(sub_rule_named(problem.sub_rule))


@lru_cache(maxsize=8)
def rules_of_deception(names: tuple[str, ...]) -> list[Rule]:
    """Return the rules about deception, including IRI607 if there are ``names``."""
    found = [one for rule in usual_rules() if (one := rule.only(_is_about_deception))]
    return [*found, protecting(names)] if names else found
