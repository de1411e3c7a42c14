"""Host names: IDNA in both directions (UTS #46, RFC 5891, RFC 5893).

UTS #46 is applied as in its clause 4: non-transitional, with STD3 rules, checks of hyphens, joiners and bidi, and DNS
lengths. In addition, an ASCII label may contain "_", which the DNS looks up (RFC 2181 §11). ``strict2008`` rejects it,
and symbols that are valid in UTS #46 but not in IDNA 2008 (``☃.net``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from extract.iri.errors import HostError, Kind, shortened, shown, text_of
from extract.iri.grammar import is_ip_literal
from extract.iri.percent import decode_name, decoded, percent_encode
from extract.text.characters import LABEL_DOTS
from extract.text.messages import Message
from extract.text.regexes import lazy, re

# Longer names cannot be looked up (RFC 1035 §2.3.4: 253 octets, 63 a label). 1024 allows for characters that the
# mapping removes or shortens.
_LONGEST_INPUT = 1024

# UTS #46 §2.3: the four characters that end a label.
_DOT = re.compile(f"[{LABEL_DOTS}]")

# The fast path: LDH labels (RFC 5890 §2.3.1), also with "_", without a reserved "--".
_LDH = re.compile(r"(?:(?![^.]{2}--)[A-Za-z0-9_](?:[A-Za-z0-9_\-]{0,61}[A-Za-z0-9_])?+(?:\.(?=[^.]|\Z)|\Z))++")

# The pattern of such a name in lowercase that is not an IPv4 address: the last label begins with a letter.
PLAIN_NAME = (
    r"(?=[a-z0-9.\-]{1,253}(?![a-z0-9.\-]))(?:(?!..--)[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?\.)*+"
    r"(?!..--)[a-z](?:[a-z0-9\-]{0,61}[a-z0-9])?"
)

# ASCII that UseSTD3ASCIIRules rejects after the mapping (UTS #46 §4.1 criterion 7). `_check_label` checks "_".
_NOT_STD3 = re.compile(r"[\x00-\x2c/:-@A-Z\[-^`{-\x7f]")


class _Label(NamedTuple):
    text: str  # a U-label or an LDH label
    written: str
    start: int


def host_to_ascii(host: str, *, strict2008: bool = False) -> str:
    """Return the host in the form that the DNS looks up: ToASCII of UTS #46 §4.2, non-transitional, with STD3 rules.

    A final (root) dot is kept. An IP literal in brackets is returned unchanged. An ASCII label may contain "_" (RFC
    2181 §11). Raises `HostError` that names the label and the reason. Its offsets count code points of ``host``.
    ``strict2008`` also rejects "_", and names invalid only in IDNA 2008 (RFC 5891 §5.4), such as symbols.
    """
    return _to_ascii(host if type(host) is str else text_of(host, "host"), strict2008)


def ascii_name(host: str, at: int, strict2008: bool = False) -> str:
    """Convert a host that may be percent-encoded (RFC 3986 §3.2.2), like `host_to_ascii`.

    ``at`` is its offset in the text that errors refer to. Their offsets are in the host as written.
    """
    name = decode_name(host) or host  # not UTF-8: rejected as written
    try:
        return _to_ascii(name, strict2008)
    except HostError as error:
        place = decoded(host)[1]
        raise error.moved(lambda offset: at + place(offset)) from None


def is_socket(host: str) -> bool:
    """Return whether a host is the path of a socket, as in Docker and Go: ``http://%2Frun%2Fa.sock/``.

    RFC 3986 §3.2.2: a reg-name need not be a DNS name. Elsewhere, an encoded delimiter is deceptive.
    """
    return text_of(host, "host")[:3].upper() == "%2F"


_LOOKED_UP = re.compile(r"(?:[a-z0-9_-]{1,63}\.)*+[a-z0-9_-]{1,63}\.?+")


def name_to_look_up(host: str, at: int) -> str:
    """Return the name that the DNS looks up for a host that may be percent-encoded (RFC 3986 §3.2.2).

    Raises `HostError` if there is none. ``at`` is the offset of the host in the text that the error refers to.
    """
    host = text_of(host, "host")
    if is_socket(host):
        return percent_encode(host)
    try:
        return ascii_name(host, at)
    except HostError:
        # RFC 2181 §11: the DNS looks up any label of 1 to 63 octets, even with hyphens at its ends.
        name = (decode_name(host) or host).lower()
        if len(name) <= 253 and _LOOKED_UP.fullmatch(name):
            return name
        raise


def host_to_unicode(host: str, *, strict2008: bool = False) -> str:
    """Return the host for readers: ToUnicode of UTS #46 §4.3, with the checks of `host_to_ascii` except lengths.

    Raises `HostError` if a label is not valid in either form; ``strict2008`` as for `host_to_ascii`.
    """
    return _to_unicode(host if type(host) is str else text_of(host, "host"), strict2008)


@lru_cache(maxsize=4096)
def _to_unicode(host: str, strict2008: bool) -> str:
    if _is_plain(host, strict2008):
        return host.lower()
    if host.startswith("["):
        return ip_literal(host)
    return ".".join(label.text for label in _labels(host, strict2008))


@lru_cache(maxsize=4096)
def _to_ascii(host: str, strict2008: bool) -> str:
    if host.startswith("["):
        return ip_literal(host)
    if _is_plain(host, strict2008):
        return host.lower()
    result = []
    for label in _labels(host, strict2008):
        text = to_a_label(label.text)
        if len(text) > 63:  # RFC 1035 §2.3.4
            what = Message(
                "takes {bytes} bytes ({ascii}), and DNS allows 63; shorten it", bytes=len(text), ascii=f"{text[:20]}…"
            )
            raise _label_error(label.written, label.start, what, "RFC 1035 §2.3.4", "host-length")
        result.append(text)
    name = ".".join(result)
    if len(name.rstrip(".")) > 253:
        message = Message(
            'host "{text}" takes {count} bytes, and DNS allows 253 bytes; shorten it',
            text=shortened(host),
            count=len(name),
        )
        raise whole_error(host, message, "host-length", "RFC 1035 §2.3.4")
    return name


@lru_cache(maxsize=4096)  # the codec takes 30 µs
def to_a_label(label: str) -> str:
    """Return a mapped label in ASCII."""
    return label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")


def ip_literal(host: str) -> str:
    """Return ``host`` if it is an IP literal; raise `HostError` otherwise."""
    if is_ip_literal(host):
        return host
    message = Message(
        'host "{text}" starts with a bracket but is not an IP literal; write one such as "[2001:db8::1]", or a name',
        text=shortened(host),
    )
    raise whole_error(host, message, "ip-literal", "RFC 3986 §3.2.2")


def _is_plain(host: str, strict2008: bool) -> bool:
    return len(host) <= 253 and _LDH.fullmatch(host) is not None and not (strict2008 and "_" in host)


def _labels(host: str, strict2008: bool) -> tuple[_Label, ...]:
    labels = labels_of(host)
    for label in labels if strict2008 else ():
        _check_2008(label)
    return labels


@lru_cache(maxsize=4096)
def labels_of(host: str, *, in_browsers: bool = False) -> tuple[_Label, ...]:
    """Map, split, decode and check a host name: UTS #46 §4 Processing.

    With ``in_browsers``, as in the URL Standard §3.3 "domain to ASCII": no STD3 rules, CheckHyphens and DNS lengths.
    """
    if not host:
        raise whole_error(host, Message("the host is empty: write a domain name"), "host-empty", "UTS #46 §4.2")
    if len(host) > _LONGEST_INPUT:
        message = Message(
            'host "{text}" has {count} characters, and DNS allows 253 bytes; shorten it',
            text=shortened(host),
            count=len(host),
        )
        raise whole_error(host, message, "host-length", "RFC 1035 §2.3.4")
    labels: list[_Label] = []
    start = 0
    for written in _DOT.split(host):
        # The mapping of one character may contain dots ("…"). The parts keep the offset of the label as written.
        mapped = _mapped(written, start, std3=not in_browsers)
        labels += [_Label(_decoded(part, written, start), written, start) for part in mapped.split(".")]
        start += len(written) + 1
    last = len(labels) - 1
    for index, label in enumerate(labels):
        if label.text:
            _check_label(label, in_browsers)
        elif not in_browsers and (index < last or last == 0):
            message = Message(
                'host "{text}" has an empty label at {at}; remove a dot, or write a name there',
                text=shortened(host),
                at=label.start,
            )
            raise whole_error(host, message, "host-empty", "UTS #46 §4.2")
    _check_bidi(labels)
    return tuple(labels)


def remapped(text: str) -> str:
    """Map and normalize a text; raise UnicodeError if a host cannot contain it."""
    return _remapped(text_of(text, "text"))


@lru_cache(maxsize=4096)
def _remapped(text: str) -> str:
    from idna import uts46_remap  # imported at the first non-ASCII host

    return uts46_remap(text, std3_rules=False)


def _mapped(written: str, start: int, *, std3: bool) -> str:
    """Map and normalize one label (UTS #46 §4 steps 1 and 2), and apply UseSTD3ASCIIRules to the result."""
    try:
        mapped = remapped(written)
    except UnicodeError as error:
        index = next((index for index, character in enumerate(written) if _is_disallowed(character)), 0)
        reason = Message("has a character that no host name may have")
        raise _character_error(written, start, index, reason, "UTS #46 §4 step 1", "host-character") from error
    if std3 and (stray := _NOT_STD3.search(mapped)):
        index = next((i for i, x in enumerate(written) if stray[0] in remapped(x)), 0)
        raise _character_error(written, start, index, *_NOT_LDH, "host-character")
    return mapped


_NOT_LDH = Message("may have letters, digits and hyphens only"), "UTS #46 UseSTD3ASCIIRules"


def _is_disallowed(character: str) -> bool:
    try:
        remapped(character)
    except UnicodeError:
        return True
    return False


def _decoded(label: str, written: str, start: int) -> str:
    """Convert an A-label to its U-label, and return any other label unchanged (UTS #46 §4 step 4)."""
    if not label.startswith("xn--"):
        return label
    try:
        text = label[4:].encode("ascii").decode("punycode")
        if text.isascii():
            raise ValueError(Message("it encodes no non-ASCII character"))
        if text.encode("punycode").decode("ascii") != label[4:]:
            raise ValueError(Message("it is not the shortest spelling"))
        if remapped(text) != text:
            raise ValueError(Message("it stands for characters that are written differently in a host name"))
    except (UnicodeError, ValueError, OverflowError) as error:
        reason = Message("it decodes to nothing") if isinstance(error, UnicodeError) else error.args[0]
        message = Message(
            "starts with xn-- but is not valid Punycode: {what}; write the name in its own letters", what=reason
        )
        raise _label_error(written, start, message, "UTS #46 §4 step 4", "host-punycode") from error
    return text


_MARK = lazy(r"\p{M}")
# A joiner outside its context: RFC 5892 A.1 and A.2 (CONTEXTJ).
STRAY_JOINER = lazy(
    r"(?<!\p{ccc=9})(?:\u200d|\u200c(?!(?<=[\p{jt=L}\p{jt=D}]\p{jt=T}*+\u200c)\p{jt=T}*+[\p{jt=R}\p{jt=D}]))"
)


def _check_label(label: _Label, in_browsers: bool) -> None:
    """Check the validity criteria 2 to 8 of UTS #46 §4.1. The mapping ensures 1 and 7."""
    text, written, start = label
    if in_browsers and text.startswith("xn--"):  # criterion 4, without CheckHyphens
        reason = Message("stands for a name that begins with xn--; write the name in its own letters")
        raise _label_error(written, start, reason, "UTS #46 §4.1 criterion 4", "host-punycode")
    if text[2:4] == "--" and not in_browsers:
        reason = Message("has hyphens in third and fourth place, which are reserved; remove one")
        raise _label_error(written, start, reason, "UTS #46 §4.1 CheckHyphens", "host-hyphen")
    if not in_browsers and (text[0] == "-" or text[-1] == "-"):
        index = 0 if text[0] == "-" else len(written) - 1
        reason = Message("begins or ends with a hyphen")
        raise _character_error(written, start, index, reason, "UTS #46 §4.1 CheckHyphens", "host-hyphen")
    if text.isascii():
        return
    if not in_browsers:
        _refuse_underscore(label)
    if _MARK.match(text):
        reason, rule = Message("begins with a combining mark"), "UTS #46 §4.1 criterion 6"
        raise _character_error(written, start, 0, reason, rule, "host-mark", Message("write its letter before it"))
    if stray := STRAY_JOINER.search(text):
        index = max(written.find(stray[0]), 0)
        reason = Message("has a joiner where it joins nothing")
        raise _character_error(written, start, index, reason, "RFC 5892 appendix A", "host-joiner")


def _refuse_underscore(label: _Label) -> None:
    text, written, start = label
    if "_" in text:
        index = next((index for index, character in enumerate(written) if "_" in remapped(character)), 0)
        raise _character_error(written, start, index, *_NOT_LDH, "host-character")


def _check_2008(label: _Label) -> None:
    """Check that a label is also valid in IDNA 2008 (RFC 5891 §5.4)."""
    text, written, start = label
    _refuse_underscore(label)
    if text.isascii():
        return
    from idna import check_label

    try:
        check_label(text)
    except UnicodeError as error:
        reason = Message(
            "is not allowed by IDNA 2008: {error}; link a name of letters, digits and hyphens", error=error
        )
        raise _label_error(written, start, reason, "RFC 5891 §5.4", "host-idna2008") from error


def _check_bidi(labels: list[_Label]) -> None:
    """Check the Bidi rule for all labels if one has a right-to-left character (RFC 5893 §2)."""
    if all(label.text.isascii() for label in labels):
        return
    from extract.iri.bidi_rule import bidi_rule, has_rtl

    if any(has_rtl(label.text) for label in labels):
        for label in labels:
            breach = bidi_rule(label.text) if label.text else None
            if breach is not None:
                what = Message("breaks the Bidi rule of right-to-left names")
                advice = Message("begin it with a letter, and keep to one direction")
                rule = f"RFC 5893 §2 condition {breach.condition}"
                if label.text == label.written:
                    raise _character_error(label.written, label.start, breach.offset, what, rule, "host-bidi", advice)
                raise _label_error(label.written, label.start, what.then(advice), rule, "host-bidi")


def _label_error(label: str, start: int, reason: str, rule: str, kind: Kind) -> HostError:
    message = Message('host label "{text}" {what} ({rule})', text=shortened(label), what=reason, rule=rule)
    return HostError(message, kind=kind, component="host", start=start, end=start + len(label), rule=rule)


_REMOVE = Message("remove it")


def _character_error(
    label: str, start: int, index: int, reason: str, rule: str, kind: Kind, advice: Message = _REMOVE
) -> HostError:
    character, place = label[index], start + index
    message = Message(
        'host label "{text}" {what}: {shown} at {at}; {what2} ({rule})',
        text=shortened(label),
        what=reason,
        shown=shown(character),
        at=place,
        what2=advice,
        rule=rule,
    )
    return HostError(message, kind=kind, component="host", start=place, end=place + 1, character=character, rule=rule)


def whole_error(host: str, message: str, kind: Kind, rule: str) -> HostError:
    """Return an error about the whole host."""
    return HostError(message, kind=kind, component="host", end=len(host), rule=rule)
