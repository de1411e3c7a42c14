"""Display form of IRIs for readers: Unicode where it shows the destination, escapes where it would hide it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Literal, cast, get_args

from extract.detect.words import word_in_tail
from extract.iri.as_iri import LOOK_ALIKE
from extract.iri.as_uri import to_uri
from extract.iri.bidi_rule import bidi_rule, has_rtl
from extract.iri.charsets import has_character
from extract.iri.components import Component, join_authority, split, split_authority, unsplit
from extract.iri.errors import IRIError, require_choice, text_of
from extract.iri.host import PLAIN_NAME, host_to_unicode
from extract.iri.percent import encode_non_ascii
from extract.iri.schemes import DNS_SCHEMES
from extract.present.bidi import components, has_bare_edge, host_names, mixes_directions, runs_together
from extract.present.confusables import unicode_host, unicode_label
from extract.present.deceptive import LATIN_LETTERS, PLAIN_LETTERS, PLAIN_WORD, RTL_LETTERS, Kind, Suspicion, suspicions
from extract.present.escaping import readable
from extract.text.arguments import as_domains, items, require_function
from extract.text.labels import codec_name
from extract.text.regexes import lazy, re

Policy = Literal["browser", "all", "none"]
Hosts = Policy | Iterable[str]
_POLICIES = get_args(Policy)


def _run(letters: str, before: str, after: str) -> str:
    """Return the pattern of a component with plain words. Right-to-left words fill a piece of it (RFC 3987 §4.2)."""
    rtl = rf"(?<=[{before}])(?:{RTL_LETTERS})(?:_(?:{RTL_LETTERS}))*+(?:(?=[{after}])|\Z)"
    return rf"(?:[A-Za-z0-9\-._~/={letters}{LATIN_LETTERS}]++|{PLAIN_WORD(PLAIN_LETTERS)}|{rtl})*+"


_HOST = r"[^\x00-,/:-`{-\x7f\u3002\uff0e\uff61]++"
_USUAL = re.compile(rf"https?://{_HOST}(?::[0-9]++)?+(?![^/?#])")
# Most web IRIs do not change. The second group is a host that is not plain.
_PATH, _QUERY, _FRAGMENT = _run("", "/=", "/=?#"), _run("&", "?=&", "=&#"), _run("", "#", "#")
_PLAIN = re.compile(
    rf"(https?://(?:{PLAIN_NAME}|({_HOST}))(?::[1-9][0-9]{{0,3}})?)"
    rf"(?:/{_PATH}(?:\?(?![?#]|\Z){_QUERY})?+(?:#(?!\Z){_FRAGMENT})?+(?<!\.))?+"
)


def display(
    iri: str,
    *,
    can_show: Callable[[str], bool] | None = None,
    hosts: Hosts = "browser",
    protect: Iterable[str] = (),
) -> str:
    """Return the display form of an IRI for readers. Both forms lead to the same resource.

    Percent-encoded text becomes Unicode. Characters stay or become percent-encoded if they are invisible, easily
    confused, or cannot be displayed. ``can_show`` returns whether a character can be displayed; see `encodable_in`.

    ``hosts`` determines which hosts are in Unicode. ``"browser"`` selects those that browsers show in Unicode, unless
    they look like a well-known site or one of ``protect``. ``"all"`` and ``"none"`` select all and no hosts. A
    collection of domains selects these and their subdomains in addition to ``"browser"``. Other labels are in their
    ``xn--`` form, for the reasons that `hidden_labels` returns.

    Takes any string. A string of more than 32,768 characters is returned in ASCII. An unknown value of ``hosts`` raises
    ValueError.
    """
    iri = text_of(iri)
    policy = "browser" if hosts == "browser" else policy_of(hosts)
    protected = () if protect == () else as_domains("protect", protect)
    if can_show is not None:
        require_function("can_show", can_show)
    is_usual = policy == "browser" and not protected
    if (can_show is None or iri.isascii()) and _is_readable(iri, is_usual):
        return iri
    return _in_ascii(iri) if len(iri) > _LONGEST_SHOWN else _shown(iri, can_show, policy, protected)


def _shown(
    iri: str, can_show: Callable[[str], bool] | None, policy: Policy | frozenset[str], protected: tuple[str, ...]
) -> str:
    result = ""
    for _ in range(_PASSES):
        read = readable(iri, is_found=False)
        result = _display(_as_looked_up(read), can_show, policy, protected)
        if result in (read, iri):
            break
        iri = result
    return result


def _is_readable(iri: str, is_usual: bool) -> bool:
    """Return whether an IRI has a host that stays, and only plain words, none of which adjoins it."""
    plain = _PLAIN.fullmatch(iri)
    if plain is None or not (plain[2] is None or (is_usual and _stays(plain[2]))):
        return False
    return iri.isascii() or not word_in_tail(iri, 0, plain.end(1), len(iri))


@lru_cache(maxsize=1024)
def _stays(host: str) -> bool:
    """Return whether browsers show a host as it is written."""
    iri = f"http://{host}/"
    return _shown(iri, None, "browser", ()) == iri


# Percent-encoding changes the neighbors of other characters, which may then look different, so repeat the checks.
_PASSES = 4


def policy_of(hosts: Hosts) -> Policy | frozenset[str]:
    """Return the name of a policy, or the set of domains to show in addition to those that browsers show.

    Raises:
        ValueError: the name of the policy is unknown
    """
    if isinstance(hosts, str):
        require_choice("hosts", hosts, _POLICIES)
        return cast(Policy, hosts)
    return frozenset(unicode_host(name).strip(".") for name in items("hosts", str, hosts, "domains"))


def hidden_labels(iri: str, *, hosts: Hosts = "browser", protect: Iterable[str] = ()) -> tuple[Suspicion, ...]:
    """Return the reasons why `display` shows host labels in their ``xn--`` form, in order.

    A label that is written with ``xn--`` but is not valid Punycode is not hidden: it has no other form.
    """
    iri, policy, protected = text_of(iri), policy_of(hosts), as_domains("protect", protect)
    if policy == "none" or (iri.isascii() and "xn--" not in iri.lower() and "%" not in iri):
        return ()
    shown = _as_looked_up(readable(iri, is_found=False))
    names = host_names(shown)
    hidden = _hidden(shown, names, _deceptive(shown, protected), policy)
    found: list[Suspicion] = []
    for written, labels in zip(host_names(iri) if hidden else (), names, strict=False):
        # Where an escape or an invisible character adds or removes labels, their place is the whole host.
        whole = [written[0]._replace(end=written[-1].end)] * len(labels)
        places = written if len(written) == len(labels) else whole
        for label, place in zip(labels, places, strict=True):
            found += (one._replace(start=place.start, end=place.end) for one in hidden.get(label.start, ()))
    return tuple(found)


# Reported, but not hidden, because escapes would not help readers.
_READABLE = ("ascii", "capitals")


def _deceptive(shown: str, protect: tuple[str, ...]) -> list[Suspicion]:
    return [found for found in suspicions(shown, protect) if found.kind not in _READABLE]


def _hidden(
    shown: str, names: list[list[Component]], odd: list[Suspicion], policy: Policy | frozenset[str]
) -> dict[int, list[Suspicion]]:
    """Return the reasons to hide labels of the hosts ``names``, by their offsets."""
    is_judged = policy != "all"
    misdirected = _misdirected_labels(shown, names) if is_judged else set()
    allowed = _allowed(shown, policy) if odd else ()
    reasons: dict[int, list[Suspicion]] = {}
    for one in odd:
        reasons.setdefault(one.start, []).append(one)
    hidden: dict[int, list[Suspicion]] = {}
    for _, start, end, text in chain.from_iterable(names):
        is_unseen = not text.isascii() and not _is_clear(text)
        found = reasons.get(start, []) if is_unseen or (is_judged and start not in allowed) else []
        if not found and (is_unseen or start in misdirected):
            kind: Kind = "direction" if start in misdirected else "unseen"
            found = [Suspicion(kind, start, end, "host", text, "")]
        if found:
            hidden[start] = found
    return hidden


def _allowed(iri: str, policy: str | frozenset[str]) -> Container[int]:
    """Return the offsets of the host labels that the caller allows."""
    if isinstance(policy, str):
        return ()
    starts = set[int]()
    for labels in host_names(iri):
        name = unicode_host(iri[labels[0].start : labels[-1].end]).strip(".")
        if any(name == one or name.endswith(f".{one}") for one in policy):
            starts.update(label.start for label in labels)
    return starts


def _display(
    shown: str,
    can_show: Callable[[str], bool] | None,
    policy: Policy | frozenset[str],
    protect: tuple[str, ...],
) -> str:
    """Return a readable form, with escapes for characters that are invisible or deceptive."""
    odd = _deceptive(shown, protect)
    is_seen = not odd and policy != "none" and can_show is None and not has_rtl(shown)
    if is_seen and _USUAL.match(shown) and _is_plain(shown):
        return shown
    names = host_names(shown)
    hidden = _hidden(shown, names, odd, policy)
    deceptive = {place for found in odd for place in range(found.start, found.end)}
    scheme, authority, *_ = split(shown)
    host = split_authority(authority).host if authority else ""
    is_name = "%" not in host  # a host with invalid UTF-8 is not a domain name, so its labels are not converted
    result, at = [], 0
    for component in components(shown):
        text = component.text
        if text.isascii():
            if component.component != "host" or not (is_name and host.isascii()):
                continue  # copied with the text between the components
            text = encode_non_ascii(text.lower())  # RFC 3986 §3.2.2; a capital I looks like a lowercase l
        elif component.component == "host":
            if policy == "none" or component.start in hidden or not (can_show is None or all(map(can_show, text))):
                text = _label_in_uri(scheme, text) if is_name else encode_non_ascii(text)
        elif (mixes_directions(text) or has_bare_edge(text)) and runs_together(shown, component):
            text = encode_non_ascii(text)  # RFC 3987 §4.2
        elif deceptive or can_show is not None or not _is_plain(text):
            text = "".join(_clear(component, deceptive, can_show))
        result += [encode_non_ascii(shown[at : component.start]), text]
        at = component.end
    return "".join([*result, encode_non_ascii(shown[at:])])


def _is_plain(text: str) -> bool:
    """Return whether a text is NFC, without unclear characters."""
    return unicodedata.is_normalized("NFC", text) and _UNPLAIN.search(text) is None


def _misdirected_labels(iri: str, names: list[list[Component]]) -> set[int]:
    """Return the offsets of right-to-left labels in hosts that break the Bidi Rule (RFC 5893 §2)."""
    found: set[int] = set()
    for labels in names if has_rtl(iri) else ():
        texts = [unicode_label(label.text) for label in labels]
        broken = [bool(text) and bidi_rule(text) is not None for text in texts] if has_rtl("".join(texts)) else []
        if any(broken):
            found.update(label.start for label, text in zip(labels, texts, strict=True) if has_rtl(text))
    return found


def _as_looked_up(iri: str) -> str:
    """Return an IRI with its host as looked up in the DNS: mapped, lowercase, with full stops (UTS #46 §4)."""
    components = split(iri)
    scheme, authority = components.scheme, components.authority
    if authority is None or authority.isascii() or not (scheme is None or scheme.lower() in DNS_SCHEMES):
        return iri
    userinfo, host, port = split_authority(authority)
    try:
        name = host_to_unicode(host)
    except IRIError:
        return iri
    for apart, written in _WRITTEN_IN_ONE:
        name = name.replace(apart, written)
    return unsplit(components._replace(authority=join_authority(userinfo, name, port)))


# Thai and Lao "am". The mapping decomposes it, but nobody writes it so, and fonts render it worse.
_WRITTEN_IN_ONE = (("\u0e4d\u0e32", "\u0e33"), ("\u0ecd\u0eb2", "\u0eb3"))


def shown_host(host: str) -> str:
    """Return a host in the form that `display` shows."""
    return display(f"http://{host}/").removeprefix("http://").removesuffix("/")


def encodable_in(charset: str) -> Callable[[str], bool]:
    """Return a ``can_show`` function for output in a charset; LookupError if Python does not know it."""
    return cache(partial(has_character, codec_name(text_of(charset, "charset"))))


# Nobody reads longer IRIs, and checking each word of a hostile text would take long.
_LONGEST_SHOWN = 1 << 15


def _in_ascii(iri: str) -> str:
    with suppress(IRIError):
        return to_uri(iri)
    return encode_non_ascii(iri)


_CLUSTER = lazy(r"\X")
# Full-width and small forms of delimiters, which NFKC maps to the delimiters.
_FULL_WIDTH = "／＼％＃＠＆＝﹟﹠﹦﹨﹪﹫"


# Characters that are invisible, or look like a space or a delimiter.
_UNCLEAR = rf"[\p{{C}}\p{{Z}}\p{{Default_Ignorable_Code_Point}}{LOOK_ALIKE}{_FULL_WIDTH}]"
_UNCLEAR_CHARACTER = lazy(_UNCLEAR)
# Also marks without a letter, which may join the character before them (UAX #29).
_UNPLAIN = lazy(rf"{_UNCLEAR}|(?<![\p{{L}}\p{{M}}\p{{N}}])[\p{{M}}\p{{GCB=Extend}}\p{{GCB=SpacingMark}}]")


# Invisible characters that change their neighbors: joiners in their contexts (RFC 5892 appendix A.1, A.2) and between
# emoji, emoji style for a character that is text by default, Mongolian variants.
_EFFECTIVE = lazy(
    # The character comes before the lookbehind, so that the lookbehind is tried only after that character.
    r"(?V1)[\u200c\u200d](?<=\p{ccc=9}.)"
    r"|\u200c(?<=[\p{jt=L}\p{jt=D}]\p{jt=T}*+.)(?=\p{jt=T}*+[\p{jt=R}\p{jt=D}])"
    r"|\u200d(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]?.)(?=\p{Extended_Pictographic})"
    r"|\ufe0f(?<=[\p{Emoji}--[\p{Emoji_Presentation}0-9#*]].)"
    r"|[\u180b-\u180f](?<=\p{sc=Mong}.)"
)


def _is_clear(text: str) -> bool:
    effective = {match.start() for match in _EFFECTIVE.finditer(text)}
    return all(match.start() in effective for match in _UNCLEAR_CHARACTER.finditer(text))


def _clear(component: Component, deceptive: set[int], can_show: Callable[[str], bool] | None) -> Iterator[str]:
    """Yield a component in pieces. Deceptive characters (by offset in the IRI) and unclear ones are percent-encoded."""
    effective = {match.start() for match in _EFFECTIVE.finditer(component.text)}
    unclear = {match.start() for match in _UNCLEAR_CHARACTER.finditer(component.text)} - effective
    for cluster in _CLUSTER.finditer(component.text):
        # A mark would combine with the delimiter before it. A text that is not NFC would look like its NFC form.
        first = cluster[0][0]
        at_delimiter = len(cluster[0]) > 1 and first.isascii() and not first.isalnum()
        joins = at_delimiter or (cluster.start() == 0 and unicodedata.category(first).startswith("M"))
        if joins or not unicodedata.is_normalized("NFC", cluster[0]):
            yield encode_non_ascii(cluster[0])
            continue
        for place, character in enumerate(cluster[0], cluster.start()):
            hidden = place in unclear or component.start + place in deceptive
            hidden = hidden or not (can_show is None or character.isascii() or can_show(character))
            yield encode_non_ascii(character) if hidden else character


def _label_in_uri(scheme: str | None, label: str) -> str:
    if label.endswith("%2E"):  # the final dot of a domain in mailto:, as written by readable_iri
        return _label_in_uri(scheme, label.removesuffix("%2E")) + "%2E"
    if scheme is None or scheme.lower() == "mailto":
        scheme = "http"  # these have domain names too
    return _in_ascii(f"{scheme}://{label}").partition("//")[2]
