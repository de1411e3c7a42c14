"""Minimal escaping of UTS #58: keep IRIs readable, but let detection find all of them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from itertools import takewhile
from typing import NamedTuple, overload
from unicodedata import is_normalized

import regex

from extract.detect.body import Marks
from extract.detect.end import authority_end
from extract.detect.tailorings import Profile, profile_with, tailorings_of
from extract.detect.words import is_word, word_in_tail
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.components import match_false_scheme, split, split_authority, unsplit
from extract.iri.errors import AnIRI, HostError, IRIError, as_given, text_of
from extract.iri.host import host_to_ascii, host_to_unicode
from extract.iri.mailto import MAILTO_DOMAIN
from extract.iri.percent import (
    ESCAPES,
    TRIPLET,
    character_spans,
    decode_characters,
    decode_name,
    encode_all,
    encode_non_ascii,
    percent_encode,
)
from extract.iri.resolution import refuse_dot_segment
from extract.iri.value import QueryInput, list_of_texts, pairs_of
from extract.text.characters import (
    CJK_OPEN,
    CLOSE,
    DELIMS,
    LABEL_DOTS,
    OPEN,
    RESERVED,
    SEPARATORS,
    UCSCHAR,
    UNWISE,
    is_surrogate,
    opener,
)
from extract.text.regexes import lazy, re


class Form(NamedTuple):
    """A form of IRIs: the characters to percent-encode, because they end a link in a detection profile."""

    profile: Profile
    escaped: str  # always percent-encoded; this and ``kept`` are contents of a `regex` character set
    kept: str  # percent-encoded characters that are not decoded
    stays: str = ""  # characters that are never encoded, though they may end a link


# RFC 3986 §2.2: a reserved character and its escape are different; a decoded "%" would start another escape.
_RESERVED = RESERVED + "%"


def _form(profile: str, kept: str, stays: str = "") -> Form:
    rules = profile_with(tailorings_of(profile))
    escaped = rules.hard + regex.escape(rules.path_hard)
    return Form(rules, escaped, kept + escaped, stays)


# Both profiles escape invisible characters and direction controls, which RFC 3987 §4.1 forbids.
_MINIMAL = _form("uts58", _RESERVED + "\ufffd")  # U+FFFD replaces lone surrogates
# RFC 3987 §2.2 forbids the first set in an IRI. Encoding the second would change the resource (RFC 3986 §2.2).
_READABLE = _form("prose", rf"{_RESERVED}{DELIMS}{UNWISE}[[^{UCSCHAR}]--[\x00-\x7F]]", ":/?#[]@!$&'()*+,;=")

# UTS #58 "Minimal escaping": the characters of the data that would be syntax in a component; a "+" in a query is
# decoded as a space (WHATWG URL §5.1).
_SEGMENT, _QUERY, _FRAGMENT = "/?#", "&=#+", ""
# UTS #58 termination: brackets are matched only between these characters, or between ":~:" in a fragment.
_PATH_BREAKS, _QUERY_BREAKS, _FRAGMENT_BREAKS = "/", "&=", ""
# The maximum nesting of brackets in detection.
_DEPTH = 125

_IS_ESCAPE = re.compile(TRIPLET).fullmatch
_FALSE_ESCAPE = re.compile(f"(?={TRIPLET})%")
_FALSE_DIRECTIVE = re.compile(r":(?=~:)")


def build_minimal_uri(
    origin: str,
    *,
    path: Iterable[str] = (),
    query: QueryInput = (),
    fragment: str | None = None,
    directives: Iterable[str] = (),
) -> str:
    """Build an IRI from unescaped parts, with as few escapes as detection needs (UTS #58).

    ``origin`` is the scheme and the authority, and is copied: ``"https://example.com"``. ``path`` contains the
    segments, so ``("a", "b/c")`` results in ``/a/b%2Fc`` and ``("a", "")`` in ``/a/``. ``query`` is a mapping or pairs,
    as in `IRI.with_query`. ``directives`` are the texts after each ``:~:`` of the fragment.

    Between two spaces, detection finds the whole result. Lone surrogates, which have no UTF-8, become U+FFFD. The
    segments ``.`` and ``..``, which would change the path, raise `IRISyntaxError`. The last character is escaped if a
    link cannot end with it: ``wow!`` becomes ``wow%21``, as UTS #58 requires, which is another resource by RFC 3986
    §2.2.
    """
    origin = text_of(origin, "origin")
    fragment = None if fragment is None else text_of(fragment, "fragment")
    segments = list_of_texts(path, "path", "segment")
    directives = list_of_texts(directives, "directives", "directive")
    for segment in segments:
        refuse_dot_segment(segment)
    pairs = []
    for key, value in pairs_of(query):
        pair = _quoted(key, _QUERY)
        pairs.append(pair if value is None else f"{pair}={_quoted(value, _QUERY)}")
    hash_parts = [_quoted(part, _FRAGMENT) for part in ("" if fragment is None else fragment, *directives)]
    return _assemble(
        origin,
        "".join("/" + _quoted(segment, _SEGMENT) for segment in segments),
        "&".join(pairs) if pairs else None,
        None if fragment is None and not directives else ":~:".join(hash_parts),
        _MINIMAL,
    )


@overload
def readable_iri(iri: AnIRI) -> AnIRI: ...
@overload
def readable_iri(iri: str) -> str: ...
def readable_iri(iri: str) -> str:
    """Return the most readable form of an IRI that leads to the same URI and that `find_links` finds.

    An escape is decoded if its character is data in every component and does not end a link. Escapes of invalid UTF-8,
    of reserved characters and ``%``, and of invisible characters are kept. The host is in Unicode if that is a valid
    name and detection finds all of it. Characters that end a link in prose (``。``, ``？``) are percent-encoded.

    Reserved characters are not encoded, because that would identify another resource (RFC 3986 §2.2). Therefore
    detection excludes a ``,`` or an open ``(`` at the end. It never finds an empty query or a root dot at the end, user
    information in http, a host that has an empty label or is invalid in the DNS, or a port outside 1 to 65535. Takes
    any string. For an `IRI`, the result is an `IRI`.
    """
    return readable(iri, is_found=True) if type(iri) is str else as_given(iri, readable(text_of(iri), is_found=True))


def readable(iri: str, *, is_found: bool) -> str:
    """Return the result of `readable_iri`. Unless ``is_found``, use Unicode even for hosts that detection would cut."""
    scheme, authority, *_ = split(iri)
    if authority and scheme:
        origin = f"{scheme}://{authority}"
        rest = iri[len(origin) :]
        iri = (_readable_origin(origin, rest) if is_found else to_iri(origin)) + rest
    return _reformat(iri, _READABLE)


def _readable_origin(origin: str, rest: str) -> str:
    """Return a scheme and an authority with the host in Unicode, or in ASCII if detection would end within it."""
    shown = to_iri(origin)
    if _is_read(shown, rest):
        return shown
    try:
        uri = to_uri(shown)
    except IRIError:
        return shown
    shown = to_iri(uri)
    return shown if _is_read(shown, rest) else uri


def _is_read(origin: str, rest: str) -> bool:
    """Return whether detection finds the whole host of a scheme and an authority, except a final root dot."""
    scheme, _, authority = origin.partition("://")
    _, host, port = split_authority(authority)
    if host.isascii():
        return True
    after = rest[:1] if port is None else ":1"  # the character after the host matters too
    end, good = authority_end(host + after, 0, scheme.lower(), _READABLE.profile)
    return good and not host[end:].strip(LABEL_DOTS)


def _mail_domain(domain: str) -> str:
    """Return the domain of an email address in Unicode. An invalid one is percent-encoded as in a URI."""
    if not domain.isascii() or "xn--" in domain.lower():
        name = decode_name(domain)  # as to_uri decodes it
        try:
            name = host_to_ascii(domain if name is None else name)  # otherwise to_uri percent-encodes it
            shown = host_to_unicode(name)
            # A character that the form escapes would be percent-encoded, which is invalid in a name.
            domain = shown if all(_kind(x, _READABLE) == "include" for x in shown if x not in LABEL_DOTS) else name
        except HostError:
            with suppress(IRIError):
                domain = percent_encode(domain)
    return domain


def _reformat(iri: str, form: Form) -> str:
    components = split(iri)
    path = components.path
    origin = unsplit(components._replace(path="", query=None, fragment=None))
    if components.scheme and components.scheme.lower() == "mailto":
        # RFC 6068 §2: a percent-encoded domain is equal to one in Unicode, which to_uri would convert differently.
        shown, at = "", 0
        for domain in MAILTO_DOMAIN.finditer(path):
            shown += _decoded(path[at : domain.start(1)], form) + _mail_domain(domain[1])
            at = domain.end()
        path = shown + _decoded(path[at:], form)
    else:
        if not origin and (name := match_false_scheme(path)):
            origin = _escaped(name[0], _PATH_BREAKS, form, first=True)
            path = path[name.end() :]
        path = _decoded(path, form)
    shown = _assemble(
        origin,
        path,
        None if components.query is None else _decoded(components.query, form),
        None if components.fragment is None else _decoded(components.fragment, form),
        form,
    )
    has_words = form.profile.glued_words and components.authority is not None
    return _without_words(shown, origin, form) if has_words else shown


def _without_words(iri: str, origin: str, form: Form) -> str:
    """Percent-encode words that detection would take for adjoining text in a sentence ("glued-words")."""
    for _ in range(_MOST_WORDS):
        word = word_in_tail(iri, 0, len(origin), len(iri))
        if not word:
            return iri
        first = place = word + (iri[word] == "(")
        while place == first or (place < len(iri) and (_MARK.match(iri[place]) or is_word(iri, place, "letter"))):
            place += 1  # a mark would combine with the last digit of the escape
        iri = iri[:first] + encode_all(iri[first:place]) + iri[place:]
        # What follows now has only ASCII before it, and may end the link.
        _, _, path, query, fragment = split(iri)
        iri = _assemble(origin, path, query, fragment, form)
    return origin + encode_non_ascii(iri[len(origin) :])


_MOST_WORDS = 4  # so that the time is linear


def _assemble(origin: str, path: str, query: str | None, fragment: str | None, form: Form) -> str:
    """Escape characters that would end the link, and join the components. A ``%`` with two hex digits is an escape."""
    parts = [_escaped(path, _PATH_BREAKS, form, first=True)]
    if query is not None:
        parts += ["?", _escaped(query, _QUERY_BREAKS, form, first=parts[0].isascii())]
    if fragment is not None:
        parts.append("#")
        first = all(map(str.isascii, parts))
        for text in fragment.split(":~:"):
            parts += [_escaped(text, _FRAGMENT_BREAKS, form, first=first), ":~:"]
            first = first and parts[-2].isascii()
        parts.pop()
    # UTS #58: the last character of the last non-empty component is escaped if it is Soft
    last = max((i for i in range(0, len(parts), 2) if parts[i]), default=0)
    final = ("soft", "open") if form.profile.open_brackets else ("soft",)
    end = parts[last][-1:]
    # In titles, a link may end with "〜": スーパー〜 ("loose-marks").
    ends_title = end == "〜" and form.profile.loose_marks and not "".join(parts)[:-1].isascii()
    if end and _kind(end, form) in final and end not in form.stays and not ends_title:
        parts[last] = parts[last][:-1] + _percent(end)
    return origin + "".join(parts)


def _escaped(text: str, breaks: str, form: Form, *, first: bool) -> str:
    """Percent-encode characters that end a link: always, or closing brackets without an opening one.

    ``first``: only ASCII comes before this component.
    """
    if not _pattern(f"{form.escaped}{OPEN}{CLOSE}{SEPARATORS},").search(text):
        return text
    part = _Part(text, breaks, form, first)
    for place, character in enumerate(text):
        ends = part.ends_link(place, character) and character not in form.stays
        part.add(_percent(character) if ends else character, character)
    if form.profile.left_open_brackets and (fewer := part.without_left()) != text:
        return _escaped(fewer, breaks, form, first=first)  # what follows such a bracket may end the link
    return "".join(part.result)


class _Part:
    """A component of a link, processed as in detection, and the result for its characters so far."""

    def __init__(self, text: str, breaks: str, form: Form, first: bool) -> None:
        self._text, self._breaks, self._form = text, breaks, form
        self.result: list[str] = []
        self._expected: list[str] = []  # open brackets
        self._opened: list[int] = []  # offsets of the open brackets
        self._left: list[int] = []  # offsets of brackets that can no longer be closed
        self._underscore = False  # whether this segment has one so far
        self._first = first  # whether the result is only ASCII so far
        self._marks = Marks(form.profile)

    def ends_link(self, place: int, character: str) -> bool:
        """Return whether a character, if not escaped, would end the link or change it."""
        kind = _kind(character, self._form)
        if kind == "open":
            return not self._opens(place, character)
        if kind == "close":
            return not self._closes(character)
        if character in self._breaks:
            self._left += self._opened
            self._expected.clear()
            self._opened.clear()
            self._underscore = False
        elif character > "\u02ff" and _MARK.match(character) and _IS_ESCAPE("".join(self.result[-3:])[-3:]):
            return True  # it would combine with the last digit of the escape
        elif self._breaks == _PATH_BREAKS and _ends_path(self._text, place, self._underscore, self._form):
            return True
        elif character > "\x7f" and _pattern(SEPARATORS).match(character):
            before = "".join(self.result[-3:])[-3:]
            return self._marks.end(self._text, place, before, is_first=self._first) or kind == "escaped"
        return kind == "escaped"

    def _opens(self, place: int, character: str) -> bool:
        """Return whether an opening bracket is part of the link. If so, remember it."""
        first_bracket_ends = self._form.profile.cjk_brackets
        if len(self._expected) >= _DEPTH or (first_bracket_ends and self._first and character in CJK_OPEN):
            return False
        self._expected.append(character)
        self._opened.append(place)
        return True

    def _closes(self, character: str) -> bool:
        """Return whether a closing bracket matches the last open one. Escaped brackets do not count."""
        if not self._expected or self._expected[-1] != opener(character):
            return False
        self._expected.pop()
        self._opened.pop()
        return True

    def add(self, written: str, character: str) -> None:
        """Append the result for the next character."""
        self._underscore = self._underscore or character == "_"
        self._first = self._first and (written != character or character.isascii())
        self.result.append(written)

    def without_left(self) -> str:
        """Return the text, with its encoded brackets if one was never closed ("left-open-brackets")."""
        text, form = self._text, self._form
        characters = list(text)
        left = (at for at in [*self._left, *self._opened] if text[at - 1 : at] != "_" and text[at] not in form.stays)
        if places := list(left):
            places += (at for at, one in enumerate(text) if self.result[at] != one and _kind(one, form) == "open")
        for place in places:
            # A mark would combine with the last digit of the escape.
            marks = takewhile(lambda after: _MARK.match(text[after]), range(place + 1, len(text)))
            for at in (place, *marks):
                characters[at] = _percent(text[at])
        return "".join(characters)


def _ends_path(text: str, place: int, underscore: bool, form: Form) -> bool:
    """Return whether a dash ("dashes"), or a link after the character ("split-links"), would end the path there."""
    if text[place] == "—":
        after = text[place + 1 : place + 2]
        return form.profile.dashes and not underscore and after.islower() and _kind(after, form) != "escaped"
    return text[place] in ",→" and form.profile.split_links and _WEB_START.match(text, place + 1) is not None


def _decoded(text: str, form: Form) -> str:
    """Decode the escapes of characters that the form does not keep escaped."""
    if "%" not in text:
        return text
    return ESCAPES.sub(lambda match: _decoded_run(match, form), text)


# An ASCII character and all characters that could combine with it.
_sequences = re.compile(r"[\x00-\x7F]?[^\x00-\x7F]*").findall


def _decoded_run(escapes: re.Match[str], form: Form) -> str:
    kept = _pattern(form.kept)
    result = []
    written = escapes[0]
    characters = decode_characters(written)  # HARD keeps surrogates escaped
    # RFC 3987 §3.2 step 4: a mark would combine with its left neighbor, and non-NFC text would look like other text
    before = escapes.string[max(escapes.start() - 1, 0) : escapes.start()]
    parts = _sequences(before + characters)
    composed = [known for part in parts for known in [is_normalized("NFC", part)] * len(part)][len(before) :]
    shown = False
    for (character, start, end), is_composed in zip(character_spans(characters), composed, strict=True):
        joins = not shown and _MARK.match(character)
        shown = (is_composed or character.isascii()) and not joins and not kept.match(character)
        result.append(character if shown else written[start:end])
    return "".join(result)


def _quoted(data: str, syntax: str) -> str:
    """Escape the characters of data that would be syntax (UTS #58 minimal escaping, rules 1 and 2)."""
    data = _FALSE_ESCAPE.sub("%25", data)
    data = _FALSE_DIRECTIVE.sub("%3A", data)
    return "".join(_percent(character) if character in syntax else character for character in data)


def _percent(character: str) -> str:
    return encode_all("\ufffd" if is_surrogate(character) else character)


@lru_cache(maxsize=4096)
def _kind(character: str, form: Form) -> str:
    if _pattern(form.escaped).match(character):
        return "escaped"
    for kind, expression in (("soft", form.profile.soft), ("open", OPEN), ("close", CLOSE)):
        if _pattern(expression).match(character):
            return kind
    return "include"


@cache
def _pattern(expression: str) -> regex.Pattern[str]:
    return regex.compile(f"[{expression}]", regex.V1)


_WEB_START = lazy("(?i)https?://")
_MARK = lazy(r"\p{M}")
