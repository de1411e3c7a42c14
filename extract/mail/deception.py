"""Links that may lead elsewhere than their reader thinks. Silence does not promise safety."""

from __future__ import annotations

from collections.abc import Iterable

from extract.detect.finder import shared_finder
from extract.mail.link import MailLink, host_and_domain, to_uri_or_none
from extract.rules.checking import check
from extract.rules.registry import RULES, Problem, rule_named
from extract.rules.spoofing import protecting

# User information before the host, which looks like one; and names that look like others.
_RULES = ("IRI306", "IRI308", "IRI6")


def deceptions(link: MailLink, *, protect: Iterable[str] = ()) -> list[Problem]:
    """Return why the reader of a link may be deceived; an empty list means nothing was found.

    That an HTML link shows an address of another host than it leads to (IRI808); that its host looks like another, by
    UTS #39, or like one of ``protect`` (IRI607); that it has user information. Offsets are those of `MailLink.iri`.
    `MailLink.only_in` tells what the rest of the message says otherwise.
    """
    rules = [rule for rule in RULES.values() if rule.on and rule.scope == "iri" and rule.code.startswith(_RULES)]
    names = tuple(protect)
    if names:
        rules.append(protecting(names))
    found = check(link.iri, rules)
    shown = _shown(link)
    if shown is not None:
        message = f'readers see "{shown}", the link leads to "{link.iri}"'
        found.insert(0, rule_named("label-mismatch").problem(0, len(link.iri), message))
    return found


def _shown(link: MailLink) -> str | None:
    """Return the address that an HTML link shows, if it is one of another domain."""
    if not link.label or link.kind == "email":
        return None
    shown = next(shared_finder(schemeless=True, email=False).find(link.label), None)
    if shown is None:
        return None
    uri, target = to_uri_or_none(shown.iri), link.uri
    if uri is None or target is None:
        return None
    host, domain = host_and_domain(uri)
    target_host, target_domain = host_and_domain(target)
    if host is None or host == target_host or (domain is not None and domain == target_domain):
        return None
    return shown.text
