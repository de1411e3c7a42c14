"""Family 3: hosts as DNS names."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import groupby

from extract.iri.components import Component
from extract.iri.errors import HostError
from extract.iri.grammar import is_ipv4_address
from extract.iri.host import ascii_name, remapped
from extract.iri.mailto import domain_spans
from extract.iri.percent import TRIPLETS, character_spans, decode_characters, decode_name
from extract.iri.tld import is_known_tld
from extract.present.confusables import unicode_host
from extract.redirects.browser_hosts import ipv4_in_browsers
from extract.rules.iri.aspects import PLAIN_HOST, is_tld
from extract.rules.iri.encoding import not_utf8_in
from extract.rules.iri.suggestions import is_one_slip
from extract.rules.place import Place
from extract.rules.problem import Problem, problem_at, problem_with
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.characters import LABEL_DOTS
from extract.text.messages import Message, template
from extract.text.regexes import lazy, re

_LABEL = re.compile(f"[^{LABEL_DOTS}]*")


@functools.lru_cache(maxsize=4096)
def _refused(host: str, strict2008: bool) -> HostError | None:
    """Return the error of a host that cannot be converted for the DNS, with offsets from its start, or ``None``."""
    if decode_name(host) is None:
        return None  # see `not_utf8_in`
    try:
        ascii_name(host, 0, strict2008)
    except HostError as error:
        return error
    return None


def _names(components: CheckedComponents) -> Iterator[Component]:
    """Yield the host if it is a DNS name, or the domains of a ``mailto`` IRI."""
    if components.scheme_name != "mailto":
        yield from filter(None, [components.name])
        return
    for start, end in domain_spans(components.text):
        domain = components.text[start:end]
        if domain and domain[0] != "[" and not any(start <= error.start < end for error in components.errors):
            yield Component("host", start, end, domain)


def _moved(host: Component, error: HostError) -> Problem:
    """Return ``error`` as a problem, with offsets from the start of the IRI."""
    moved = error.moved(lambda at: host.start + at)
    said = moved.message
    after = _LABEL.findall(host.text, error.end)[0]
    if isinstance(said, Message) and error.character == "," and is_known_tld(after):  # "python,org"
        advice = Message('write "{text}"', text=".")
        return problem_at(moved, Message(said.template, **{**said.values, "what2": advice}), ".")
    return problem_at(moved, said)


@rule(
    "IRI301",
    "host",
    "error",
    sub_rule="idna",
    summary="The host is not a name that can be looked up.",
    about="host",
)
def idna(components: CheckedComponents) -> Iterator[Problem]:
    """The host is not a valid internationalized domain name.

    Browsers cannot look it up. The message names the invalid label and the reason: a character, a hyphen or a dot in
    the wrong place, "xn--" before invalid Punycode, too many bytes for the DNS, or letters of both directions. If one
    label is right-to-left, all labels must follow the Bidi Rule.
    Source: UTS #46 §4; RFC 5891 §5.4; RFC 3492; RFC 1035 §2.3.4; RFC 5893 §2; RFC 3986 §3.2.2 (triplets are UTF-8).

    Bad:
        http://⟦exämple..com⟧/
        http://⟦-⟧größe.example/
        http://größ⟦%DF⟧e.example/
        http://⟦xn--a⟧.example/ü
        http://⟦1⟧אב.example/
        mailto:a@⟦1⟧אב.example

    Good:
        http://exämple.com/
        http://größe-2.example/
        http://my_blog.größe.example/
        http://%2Frun%2Fgröße.sock/info
        http://xn--rsum-bpad.example/
        http://אב1.example/
        http://1.example/
    """
    for host in _names(components):
        error = None if PLAIN_HOST.fullmatch(host.text) else _refused(host.text, False)
        stray = None if error else not_utf8_in(host)
        if error is not None and not any(fault.start <= host.start < fault.end for fault in components.faults):
            yield _moved(host, error)
        if stray is not None:
            yield problem_with(
                stray, '"{written}" in the host is not UTF-8; write the name in its own letters (RFC 3986 §3.2.2)'
            )


_FINAL_LABEL = lazy(rf"(?<![^{LABEL_DOTS}])[^{LABEL_DOTS}]++(?=[{LABEL_DOTS}]?\Z)")


def _is_of_own_network(problem: Problem, place: Place) -> bool:
    """Exempt private names in running text, and identifiers in attributes, which are not requested."""
    # A misspelled frequent domain is not a private name.
    return (place.passage.identifies and place.passage.attribute is not None) or (
        place.is_written and not is_misspelled_tld(place.link.iri[problem.start : problem.end])
    )


@rule("IRI302", "unknown-tld", "warning", about="host", exempts=_is_of_own_network)
def unknown_tld(components: CheckedComponents) -> Iterator[Problem]:
    """The top-level domain of the host is unknown.

    It is misspelled, newer than the installed list, or used only within a private network. In the running text of files
    only misspelled frequent domains are reported, such as "con" and "orgg". `check` reports all.
    Source: IANA's list of top-level domains; RFC 2606, RFC 6761 for the special names.

    Bad:
        http://größe.⟦exampel⟧/
        https://example.⟦con⟧/ü
        https://dev.⟦examplecom⟧/ü

    Good:
        http://例え.テスト/
        http://localhost/
        http://größe.corp/
    """
    host = components.name
    if host is None or components.scheme_name not in ("http", "https", "ftp"):
        return
    if not PLAIN_HOST.fullmatch(host.text) and _refused(host.text, False) is not None:
        return  # IRI301 reports the host
    last = _FINAL_LABEL.search(host.text)
    if last is None or not last.start() or re.fullmatch("(?i)[0-9]+|0x[0-9a-f]*", last[0]) or "%" in last[0]:
        return
    label = unicode_host(last[0])
    if len(label) == 1 or _STANDS_FOR_NAME.match(label) or label in _OWN_TLDS:
        return
    if not is_tld(label):
        yield problem_with(host.slice(*last.span()), '"{written}" is not a top-level domain; check its spelling')


_STANDS_FOR_NAME = re.compile(
    r"(.)\1++\Z|(?:my|your|some)[-_]?(?:page|site|host|server|domain|app|blog|web|company|name|project|cluster|proxy)"
)
# Top-level domains of private networks and examples. Special-use names of RFCs are in WELL_KNOWN_TLDS.
_OWN_TLDS = frozenset(
    # RFC 6762 appendix G (the others are in WELL_KNOWN_TLDS); DHCP of routers and hosts
    "localnet homenet intra priv router gateway belkin dlink mshome workgroup wpad "
    # Kubernetes: Services as "name.namespace.svc", clusters on one machine; containers and virtual machines
    "svc k8s k3s kube kubernetes minikube microk8s podman container vagrant vm openstacklocal novalocal "
    # overlay networks and alternative name systems (RFC 9498 §9.10 uses gnu.arpa)
    "mesh meshnet dn42 bit eth gnu "
    # placeholders: "your-company.etc", "foo.bar.baz"
    "etc ext baz qux quux domain domainname hostname server proxy "
    # the eleven test domains for IDNs, which documents still contain
    "测试 परीक्षा испытание 테스트 טעסט 測試 آزمایشی பரிட்சை δοκιμή إختبار テスト".split()
)


# Domains that are often misspelled.
_FREQUENT = ("com", "org", "net", "info", "example")
_RUN_ON = re.compile(r"(?i)(?:[a-z]{3,}(?:com|org|net)|(?:com|org|net)(?:[^a-z0-9].*|))\Z", re.DOTALL)


def is_misspelled_tld(label: str) -> bool:
    """Return whether an unknown top-level domain is a misspelled frequent one, or has adjoining text.

    One letter is missing, added, replaced, or swapped with its neighbor. The first letter may only be missing.
    """
    name = label.lower()
    return _RUN_ON.match(name) is not None or any(
        is_one_slip(name, known) and (name[0] == known[0] or name == known[1:]) for known in _FREQUENT
    )


# User information that readers may mistake for the host: "https://www.bank.example@evil.example/".
_LOOKS_LIKE_HOST = re.compile(r"(?i)(?P<www>www\.)?(?:[^\W_][\w-]*\.)+(?P<tld>[^\W\d_]{2,})(?::.*)?", re.DOTALL)


# Sentry, "DSN": https://PUBLIC_KEY@HOST/PROJECT_ID, which is a configuration value. Older DSNs also have a secret key.
_KEY = re.compile("[0-9a-f]{32}(?::[0-9a-f]{32})?")
_SECOND_AT = re.compile("@[^/?#@]*@")


def _is_no_host(problem: Problem, place: Place) -> bool:
    """Exempt Sentry keys, and user information that does not look like a host in running text, or before a second "@".

    Running text of mail is not exempt, because mail programs link it. A second "@" is reported itself.
    """
    iri = place.link.iri
    user = iri[problem.start : problem.end]
    host = _LOOKS_LIKE_HOST.fullmatch(user)
    is_host = host is not None and (host["www"] or is_tld(host["tld"]))
    is_link = "user-information" in place.format.profile
    is_silent = (place.is_written and not is_link) or _SECOND_AT.match(iri, problem.end) is not None
    return (is_silent and not is_host) or _KEY.fullmatch(user) is not None


@rule("IRI303", "userinfo", "warning", about="user", exempts=_is_no_host)
def userinfo(components: CheckedComponents) -> Iterator[Problem]:
    r"""A web link contains user information.

    Readers may mistake the text before "@" for the host, which phishing exploits. Everybody can read a password.
    Browsers and link detectors remove user information, or reject the link. In files, placeholders are not reported, as
    in "https://user:password@example.com/". In running text, user information is reported only if it looks like a host.
    `check` and the linter of mail report all user information. A backslash ends the host in browsers.
    Source: RFC 9110 §4.2.4; RFC 3986 §7.5, §7.6; URL Standard §4.4, authority state.

    Bad:
        https://⟦jürgen:geheim⟧@example.com/
        https://⟦größe.example\⟧@example.com/

    Good:
        https://example.com/@jürgen
        ssh://git@example.com/ü
        http://guest@localhost/ü
    """
    if components.userinfo is not None and components.scheme_name in ("http", "https"):
        if components.host is not None and components.host.text in ("localhost", "127.0.0.1"):
            return  # an example
        message = Message("user information before the host; remove it")
        before, backslash, _ = components.userinfo.text.partition("\\")
        if backslash:
            message = Message('browsers read "\\" as "/" and go to "{host}"; write "/"', host=before.rpartition("@")[2])
        yield problem_at(components.userinfo, message)


_NUMBER = re.compile("(?i)[0-9]+|0x[0-9a-f]*")


def _is_number(problem: Problem, place: Place) -> bool:
    """Exempt plain numbers in running text."""
    return place.is_written and "." not in place.link.iri[problem.start : problem.end]


@rule("IRI301", "host", "warning", sub_rule="ipv4-lookalike", about="host", exempts=_is_number)
def ipv4_lookalike(components: CheckedComponents) -> Iterator[Problem]:
    """The host looks like an IPv4 address but is not one.

    Programs interpret it differently: as octal or hexadecimal numbers, as an address of fewer numbers, or as a name. An
    IPv4 address is four decimal numbers from 0 to 255 without leading zeros.
    Source: RFC 3986 §3.2.2, §7.4; WHATWG URL, "ends in a number".

    Bad:
        http://⟦0300.0250.0.1⟧/ü
        http://⟦256.256.256.256⟧/
        http://⟦0x7f.1⟧/

    Good:
        http://192.0.2.1/ü
        http://1.2.3.example/
    """
    host = components.name
    text = host.text.removesuffix(".") if host is not None else ""  # a dot for the DNS root is allowed
    if host is not None and _NUMBER.fullmatch(text.rpartition(".")[2]) and not is_ipv4_address(text):
        said = template(
            'host "{written}" looks like an IPv4 address but is not; write four numbers from 0 to 255, or a name'
        )
        address = ipv4_in_browsers(text.lower())
        if address:
            said = template('host "{written}" is {near} in browsers, but not everywhere; write {near}')
        yield problem_with(host, said, near=address)


@rule("IRI301", "host", "warning", sub_rule="symbol-in-host", about="host")
def symbol_in_host(components: CheckedComponents) -> Iterator[Problem]:
    """The host contains a symbol, which IDNA 2008 does not allow.

    UTS #46 still converts it, and some registries have sold such names. But new ones are not registered, and some
    programs reject them.
    Source: RFC 5892 §2; UTS #46 §2.3 (NV8).

    Bad:
        https://⟦i❤⟧.ws/

    Good:
        https://example.com/i❤
    """
    host = components.name
    if host is None or host.text.isascii() or _refused(host.text, False) is not None:
        return
    error = _refused(host.text.replace("_", "a"), True)  # "_" is another matter (RFC 2181 §11)
    if error is not None:
        yield _moved(host, error)


def _ascii_of(escapes: Component) -> Iterator[tuple[Component, str]]:
    """Yield percent-encoded bytes that UTS #46 §4 maps to ASCII, with the ASCII text."""
    spans = character_spans(decode_characters(escapes.text))
    mapped = [(remapped(character), start, end) for character, start, end in spans]
    for is_ascii, group in groupby(mapped, key=lambda one: one[0].isascii()):
        if is_ascii:
            texts, starts, ends = zip(*group, strict=True)
            yield escapes.slice(starts[0], ends[-1]), "".join(texts)


@rule("IRI301", "host", "warning", sub_rule="encoded-host", about="host")
def encoded_host(components: CheckedComponents) -> Iterator[Problem]:
    """ASCII letters, digits or full stops of the host are percent-encoded.

    Browsers decode them, so that ``a%2eb.example`` is the host ``a.b.example``. Other programs look up a name that does
    not exist. Attackers write such hosts to bypass filters.
    Source: RFC 3986 §6.2.2.2; URL Standard, host parsing.

    Bad:
        http://a⟦%2e⟧größe.example/
        http://⟦%62%61⟧nk.example/

    Good:
        http://a.größe.example/
        http://gr%C3%B6%C3%9Fe.example/
        http://a.example/a%2eb
    """
    host = components.name
    if host is None or "%" not in host.text or decode_name(host.text) is None or _refused(host.text, False):
        return
    for match in TRIPLETS.finditer(host.text):
        for escapes, name in _ascii_of(host.slice(*match.span())):
            said = template("an invisible character is percent-encoded in the host; remove it")
            if name:
                said = template('"{near}" is percent-encoded in the host; write "{near}"')
            yield problem_with(escapes, said, name, safe=True, near=name)
