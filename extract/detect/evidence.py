r"""Decide whether a bare name is a site, or a file, an object or a module: the tailoring "evidence".

Each top-level domain has the weight of its kind. The word before a name, and each sign in the name, next to it or in
its line, add their own. A name is a link if the sum is above zero. The tables are ``endings_of_names.tsv``,
``words_before_names.tsv`` and ``signs_of_names.tsv`` in ``extract/data``, and `_LINE_SIGNS`. ``tools/ablate.py``
measures the benefit of each sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple, cast, get_args

from extract.detect.around import REACH, speaker
from extract.detect.link import NEW
from extract.iri.tld import is_known_tld, is_registry_suffix
from extract.text.regexes import lazy, re
from extract.text.tables import rows_of

Kind = Literal["usual", "sure", "startup", "small", "other", "noun", "attribute", "file", "both"]
Where = Literal["name", "before", "after", "line"]


class Endings(NamedTuple):
    """The kinds of top-level domains ("endings"), and the weights of the kinds."""

    weights: dict[Kind, int]
    kinds: dict[str, Kind]
    languages: dict[str, str]  # a pattern for text in the language of the country


@cache
def endings() -> Endings:
    """Read the table of endings."""
    found = Endings({}, {}, {})
    for kind, weight, names, *language in rows_of("endings_of_names.tsv"):
        found.weights[cast(Kind, kind)] = int(weight)
        found.kinds.update(dict.fromkeys(names.split(), cast(Kind, kind)))
        found.languages.update(dict.fromkeys(names.split(), *language) if language else {})
    return found


def kind_of(ending: str) -> Kind:
    """Return the kind of the lowercase top-level domain ``ending``."""
    if not ending.isascii() or ending.startswith("xn--"):
        return "sure"
    return endings().kinds.get(ending, "small" if len(ending) == 2 else "other")


def may_be_code(ending: str) -> bool:
    """Return whether names with the lowercase top-level domain ``ending`` may be code: not "com", "de" or "io"."""
    return kind_of(ending) in _BELOW_STARTUP


class NameInLine(NamedTuple):
    """A name, and the text of its line around it, at most REACH characters on each side."""

    name: str
    before: str
    after: str


_NEAR = 48  # characters: about the length of a few words
# The kinds from the most likely site to the least likely: usual, sure, startup, then all others.
_ALL_KINDS: frozenset[Kind] = frozenset(get_args(Kind))
_BELOW_USUAL = _ALL_KINDS - {"usual"}
_BELOW_SURE = _BELOW_USUAL - {"sure"}
_BELOW_STARTUP = _BELOW_SURE - {"startup"}
_FILES: frozenset[Kind] = frozenset({"file", "both"})


class Sign(NamedTuple):
    """Evidence for or against a site. The head of the table of signs describes the fields."""

    weight: int
    seen: str | Callable[[NameInLine], object]  # a pattern, or a test of the line
    reason: str
    kinds: frozenset[Kind] = _ALL_KINDS
    where: Where = "line"
    beside: str = ""  # characters of which one must be next to the name

    def test(self) -> Callable[[NameInLine], object]:
        """Return a function that tests a name and its line for the sign."""
        if callable(self.seen):
            return self.seen
        if self.where == "name":
            is_whole = re.compile(self.seen).fullmatch
            return lambda place: is_whole(place.name)
        if self.where == "after":
            follows = re.compile(self.seen).match
            return lambda place: follows(place.after)
        precedes = lazy(f"(?r)(?:{self.seen})").match  # matching backwards is three times as fast
        return lambda place: precedes(place.before[-_NEAR:])


# --- the words before a name -----------------------------------------------------------------------------------------


@cache
def _words_before() -> dict[str, int]:
    return {word: int(weight) for weight, words in rows_of("words_before_names.tsv") for word in words.split()}


_OPENING = " \t\"'“‘(（*_`[:："


def word_before(near: str) -> int:
    """Return the weight of the last word in ``near``, the text before a name."""
    words = near.rstrip(_OPENING)
    if len(words) == len(near):
        return 0
    return _weight_of_word(words[words.rfind(" ") + 1 :].lstrip(_OPENING))


@lru_cache(maxsize=1024)
def _weight_of_word(word: str) -> int:
    if word[:1] == "-" and word[1:].replace("-", "").isalnum():
        return -3  # a command-line option
    weights = _words_before()
    if word[-1:] > "\x7f":  # in a script that may not use spaces
        return next((weights[end] for at in (2, 3, 4) if (end := word[-at:]) in weights), 0)
    return weights.get(word) or weights.get(word.lower(), 0)


# --- signs in the line -----------------------------------------------------------------------------------------------


def _is_in_language(place: NameInLine) -> object:
    shows = endings().languages.get(place.name.rpartition(".")[2].lower())
    return shows and re.search(shows, " ".join(place))


_JOINED_SENTENCES = re.compile(
    r"[a-z]+\.(?:as|at|be|do|in|is|it|me|my|no|to|us|[a-z]{3,})"  # finish,but it lasts as long as possible.it does
    r"|[a-ząćęłńóśźż]+\.(?:do|je|na|sa|za)|[a-zçğıöşü]+\.(?:ne|ve)"
)
_ACCENTED = re.compile("[ąćčďęěłńňřśšťůźżžđğışĆČĎĘŁŃŘŚŠŤŹŻŽĞİŞ]")
_TURKISH = re.compile("[ğışĞİŞ]")
_MAY_LACK_SPACE = re.compile(r"[,;!?](?=[^\W\d_]{2})")  # a set is searched quickly
_NO_SPACE = re.compile(r"(?<![\w.\-/@()=&])[^\W\d_]{2,20}[,;!?][^\W\d_]{2,20}(?![\w.\-/@()=])")
_SENTENCE_GOES_ON = re.compile(r"\.(?:is (?:an?|that|the|there|this)|as (?:far|long|soon|well)) ")


def _joins_sentences(place: NameInLine) -> bool:
    """Return whether the name looks like two sentences without a space, in a line with similar mistakes."""
    if not _JOINED_SENTENCES.fullmatch(place.name):
        return False
    if _SENTENCE_GOES_ON.match(place.name[-3:] + place.after):
        return True
    accented = _ACCENTED if place.name[-3] == "." else _TURKISH  # longer endings are words only in Turkish: "biz"
    return any(
        accented.search(text) or (_MAY_LACK_SPACE.search(text) and _NO_SPACE.search(text))
        for text in (place.before, place.after)
    )


_MEMBER = re.compile(r"\.([A-Za-z_][\w\-]*+)(?![.\-/@])")


def _has_member(place: NameInLine) -> bool:
    """Return whether the line has another member of the same object: ``tx.to, tx.value``."""
    known = place.name.rpartition(".")[0]
    for text in (place.before, place.after):
        for one in (known, place.name):
            at = text.find(one + ".")
            while at >= 0:
                member = _MEMBER.match(text, at + len(one))
                before = text[at - 1 : at]
                if member and not (before.isalnum() or before in (".", "-", "/", "@") or is_known_tld(member[1])):
                    return True
                at = text.find(one + ".", at + 1)
    return False


_HOST = re.compile(r"(?<!file:)//([\w.\-]++)", re.ASCII)


def _is_elsewhere(place: NameInLine) -> bool:
    """Return whether another IRI in the line has the same host."""
    if "//" not in place.before and "//" not in place.after:
        return False
    name = place.name.lower()
    texts = [text for text in (place.before.lower(), place.after.lower()) if name in text]
    return any(name in host for text in texts for host in _HOST.findall(text))


def _is_path_elsewhere(place: NameInLine) -> bool:
    """Return whether the labels are the path of an IRI in the line: ``https://galaxy.example/community/aws``."""
    if "/" not in place.before and "/" not in place.after:
        return False
    path = "/" + place.name.replace(".", "/")
    return path in place.before or path in place.after


_WORD_FOR_SITE = re.compile(r"\b(?:(?:domain|site|website)s?|сайт\w{0,3})\b[^.,;\n\]]{1,16}\Z")


def _is_after_site(place: NameInLine) -> object:
    near = place.before[-28:].lower()
    return ("domain" in near or "site" in near or "сайт" in near) and _WORD_FOR_SITE.search(near)


# Words before "at" that are not mailboxes: hosted at a.example, python3 at, look at
_WORDS_BEFORE_AT = """
    apply archives? are arrive articles? as ask be been below blog book box browse buy chat check codes? copy demo
    details? docs? donate download end events? files? find forums? free get go gui help here home i[nst] join
    learn links? list live login logs? look manual maps? me meet mirror more news now on online order over papers?
    pay photos? play post profile projects? read register reports? repos? repository schedule search see sell
    servers? shop show sources? start stay stop store study submit text that them these they this today tree try
    tutorial us v[0-9.]+ versions? video view visit vote was watch we were wiki work you
    """
_LOCAL_PART_AT = (
    r"(?!(?i:\w+(?:[ai]ble|ed|ing|ound|age|ite|ly|-(?:in|off|on|only|out|to|up))|[\w\-]+\.(?:js|net|py)"
    rf"|{'|'.join(_WORDS_BEFORE_AT.split())}) )[\w.+\-]{{1,64}}(?: dot [\w.+\-]{{1,64}})? (?:at|AT) \Z"
)
_MAILBOX_AT = re.compile(
    rf"(?:[<(]|&lt;|//|mailto:){_LOCAL_PART_AT}"
    rf"|\b(?:(?i:e-?mail)(?: ?[:=] ?[\"<]?| )|(?:To|From|Cc|Bcc|Reply-To):\s{{1,8}}\"?){_LOCAL_PART_AT}"
    rf"|\b(?i:e?-?mail|send|contact|comments|questions|enquir|inquir|subscri|submit)[^.:]{{0,64}} to {_LOCAL_PART_AT}"
    rf"|(?:^|(?<=[\s?,;:\"]))(?:(?=[^\W\d_][\w+\-]{{0,64}}[._+])|(?=[a-z][a-z_\-]{{0,64}}[0-9]{{2}})){_LOCAL_PART_AT}"
    r"|(?:^|[:;,(\[|?/\"'*>：（、，。\-–]\s{0,8}|\s\s"
    r"|\b(?i:to|from|contact|by|via|and|or|is|at|on|of|ask|try|schrieb|list) )"
    rf"(?=[a-z]{{2}}|\w{{1,16}}-[A-Za-z]){_LOCAL_PART_AT}"
)
# Text after an obfuscated email address in a header or a quotation: ana at a.example> wrote:
_AFTER_ADDRESS = re.compile(
    r">|&gt;|[\"*']? <[\w.+\-]{1,64} at | at \w+ at |\]:?(?![(\[:])|(?: ?[<(]| &lt;)mailto:"
    r"|[^\w\s/]{0,2}\s{1,2}(?:wrote|writes|schrieb)\s*(?::|\Z)"
)


def _is_address_with_at(place: NameInLine) -> bool:
    """Return whether the name is part of an obfuscated address: ``<ana at a.example>``, ``ana.b at a.example``."""
    if not place.before.endswith((" at ", " AT ")):
        return False
    before = place.before[-100:]
    return place.name.isupper() or bool(_AFTER_ADDRESS.match(place.after) or _MAILBOX_AT.search(before))


_SPACED_WORD = r"[^\W\d_]{2,}+[,.:]?+[ \t]"  # a "++" after it repeats only the space
_WORDS = re.compile(rf"\b{_SPACED_WORD}++{_SPACED_WORD}++{_SPACED_WORD}|[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]{{5}}")
_OPENS = ("<", "(", "[")


def _is_group(place: NameInLine) -> bool:
    """Return whether the line is the list of groups of an article, or an event of a chat (see `speaker`)."""
    before = place.before
    if before[-1:] not in _OPENS and "roups" not in before and "ollowup" not in before.lower():
        return False
    return speaker(before, place.name, place.after) in ("groups", "event")


_CODE_STARTS = re.compile(r"\s*(?:>>>|\{%|\.\.\.|(?:const|var|let|def|SELECT|print)\b)")
_CODE_INSIDE = re.compile(
    r"[;{(\-=:&|](?:(?<=[;{])\s*\Z|(?<=\w\()[^\s()]*+\)|(?<=[-=])>|(?<=:)[:=]|(?<==)=|(?<=&)&|(?<=\|)\|)"
)


def _is_code(place: NameInLine) -> object:
    line = f"{place.before}{place.name}{place.after}"
    return _CODE_STARTS.match(line) or _CODE_INSIDE.search(line)


def _is_running_text(place: NameInLine) -> object:
    if not place.before.strip(" \t>*+-•") and not place.after.strip():
        return True
    return _WORDS.search(f"{place.before[-_NEAR:]}{place.name}{place.after[:_NEAR]}")


# --- the signs -------------------------------------------------------------------------------------------------------

_SAME_HOST = 20  # weight of an address with the same host
_LINE_SIGNS = (
    Sign(-40, _is_address_with_at, 'an address with "at"', beside="a"),
    Sign(
        -6,
        lambda place: (place.before.strip(), place.after.strip()) in (("[", "]"), ("", ",")),
        "a section of settings, an argument on its own line",
        _BELOW_SURE,
        beside="[\n",
    ),
    Sign(-2, lambda place: place.before[-1:] == place.after[:1] == "`", "a code span", _BELOW_STARTUP, beside="`"),
    Sign(-20, _is_group, "a group of Usenet, a host in a chat", _BELOW_USUAL, beside="<([,:*"),
    Sign(-6, _has_member, "another member of the same object: tx.to, tx.value", _BELOW_SURE),
    Sign(-8, _joins_sentences, "two sentences: possible.it does", _ALL_KINDS - {"usual", "startup", "file", "both"}),
    Sign(-3, _is_code, "a line of code: f(x) -> => :: := == && ||", _BELOW_USUAL),
    Sign(2, _is_running_text, "running text, or a line of its own"),
    Sign(_SAME_HOST, _is_elsewhere, "an address with the same host"),
    Sign(5, _is_after_site, "a word for a site before it: update the domain to `a.cr`", _BELOW_SURE - {"file"}),
    Sign(7, _is_in_language, "a text in the language of the country: pl", frozenset({"both"})),
    Sign(-9, _is_path_elsewhere, "an address with the labels as its path", _BELOW_USUAL),
)


@cache
def signs() -> tuple[Sign, ...]:
    """Return all signs: first the signs of the table, then `_LINE_SIGNS`."""
    rows = list(rows_of("signs_of_names.tsv"))
    variables = rows[0][1]
    names = {"{variables}": variables, "{Variables}": variables.title()}
    found = []
    for weight, where, beside, kinds, reason, pattern in rows[1:]:
        for name, written in names.items():
            pattern = pattern.replace(name, written)
        listed = frozenset(cast(list[Kind], kinds.strip("-").split()))
        some = _ALL_KINDS - listed if kinds[:1] == "-" else listed or _ALL_KINDS
        found.append(Sign(int(weight), pattern, reason, some, cast(Where, where), beside))
    return (*found, *_LINE_SIGNS)


_OF_INSTITUTIONS = re.compile(r".\.(?:ac|edu|gob|gov|mil)\.[a-z]{2}\Z")  # suffixes that are not in the list: mec.gov.md
_FILE_BEFORE = re.compile(r"\.(?i:com\.(?:py|so)|in\.rs|name\.mk|net\.sh)\Z")  # obj.com.so, build.name.mk
_LEAST_IN_MAIL = 3  # minimum weight of an ending in mail, except file suffixes: spam uses "date" and "name"
_REGISTERED = 10  # weight of a name below a registry suffix with several labels: bps.go.id

# Most bare names in prose need no weights: a usual ending, with whitespace or punctuation around the name.
_PLAIN_BEFORE = re.compile(
    r"(?:\A|(?<=[ \t\n\"'“‘(\[（<*|,，、：/]))"
    + "".join(f"(?<!{re.escape(word)} )" for word in "Version: Versions: Group: Groups: at AT = > ] ) } @".split())
)
_PLAIN_AFTER = re.compile(
    r"/(?![\w.\-/]{1,64}(?:[\"'`]?:\s|=))|(?![)\]] (?:has|joined|left|[Qq]uit)\b)[,)\]>*|”’），、。!?\"']"
    r"|\.(?![\w.])|\r?\n|\s(?![ \t]*[-=:+<>!|&])|\Z"
)

_Test = Callable[[NameInLine], object]


@cache
def _tests(kind: Kind, *, form: bool) -> tuple[tuple[Sign, _Test], ...]:
    """Return the tests for names of this kind: of the name alone (``form``), or of the text around it."""
    some = (sign for sign in signs() if kind in sign.kinds and (sign.where == "name") is form)
    ordered = sorted(some, key=lambda sign: (sign.where == "line", -abs(sign.weight)))
    return tuple((sign, sign.test()) for sign in ordered)


class _PossibleTests(NamedTuple):
    highest: int  # the maximum sum of their weights, without an address with the same host
    tests: tuple[tuple[_Test, int, int, int], ...]  # each with its weight, and the range of the sum from it on


@lru_cache(maxsize=2048)
def _possible_tests(kind: Kind, last: str, first: str, is_likely: bool) -> _PossibleTests:
    """Return the tests that can succeed beside ``last`` and ``first``. Those against the present sum come first.

    ``last`` is the character before the name: "a" for letters and digits, a line feed at the start of a line. ``first``
    is the character after it.
    """
    beside = {"before": last, "after": first, "line": last}
    lowest = highest = 0
    found = []
    tests = sorted(_tests(kind, form=False), key=lambda pair: (pair[0].weight > 0) is is_likely)
    for sign, test in reversed(tests):
        if test is not _is_elsewhere and (
            not sign.beside or (beside[sign.where] and beside[sign.where] in sign.beside)
        ):
            lowest, highest = lowest + min(sign.weight, 0), highest + max(sign.weight, 0)
            found.append((test, sign.weight, lowest, highest))
    return _PossibleTests(highest, tuple(reversed(found)))


class _NameAlone(NamedTuple):
    kind: Kind
    is_site: bool  # begins with "www."
    is_plain: bool  # can be a link by `_PLAIN_BEFORE` and `_PLAIN_AFTER` alone
    weight: int  # the sum for its ending, its form, and a suffix that registries sell


def _registered(name: str) -> int:
    """Return `_REGISTERED` if ``name`` is below a registry suffix with several labels, else 0."""
    if name.count(".") < 2 or not (is_registry_suffix(name.partition(".")[2].lower()) or _OF_INSTITUTIONS.search(name)):
        return 0
    return 0 if kind_of(name.rpartition(".")[2].lower()) in _FILES and _FILE_BEFORE.search(name) else _REGISTERED


def weights_of(place: NameInLine) -> Iterator[tuple[int, str]]:
    """Yield the weights and reasons for or against a site, for `Finder.why`."""
    kind = kind_of(place.name.rpartition(".")[2].lower())
    yield endings().weights[kind], f"its ending ({kind})"
    if weight := _registered(place.name):
        yield weight, "below a suffix that registries sell"
    if weight := word_before(place.before[-_NEAR:]):
        yield weight, "the word before it"
    tests = (*_tests(kind, form=True), *_tests(kind, form=False))
    yield from ((sign.weight, sign.reason) for sign, test in tests if test(place))


@lru_cache(maxsize=1024)
def _without_context(name: str, least: int) -> _NameAlone:
    kind = kind_of(name.rpartition(".")[2].lower())
    weight = endings().weights[kind] if kind in _FILES else max(endings().weights[kind], least)
    place = NameInLine(name, "", "")
    form = sum(sign.weight for sign, test in _tests(kind, form=True) if test(place))
    is_plain = kind == "usual" and name.islower() and form >= 0
    return _NameAlone(kind, name[:4].lower() == "www.", is_plain, weight + form + _registered(name))


class Lists(NamedTuple):
    """Bare names to link always or never. An entry ".corp" means all names below it."""

    always: frozenset[str] = frozenset()  # lowercase
    never: frozenset[str] = frozenset()

    def endings(self) -> frozenset[str]:
        """Return the last labels of the names to link always."""
        return frozenset(name.rpartition(".")[2] for name in self.always)

    def decide(self, name: str) -> bool | None:
        """Return True if ``name`` is linked always, False if never, else None. The longest entry decides."""
        name = name.lower()
        entry, labels = name, name
        while True:
            if entry in self.never:
                return False
            if entry in self.always:
                return True
            _, dot, labels = labels.partition(".")
            if not dot:
                return None
            entry = "." + labels


NO_LISTS = Lists()


def decider(evidence: bool, of_mail: bool, lists: Lists) -> Callable[[str, int, int], bool] | None:
    """Return a function that decides whether to link a bare name, or None to link all names."""
    decides = _is_site_in_mail if of_mail else is_site
    if not (lists.always or lists.never):
        return decides if evidence else None

    def is_linked(text: str, start: int, name_end: int) -> bool:
        name = text[start:name_end]
        if (listed := lists.decide(name)) is not None:
            return listed
        return is_known_tld(name.rpartition(".")[2]) and (not evidence or decides(text, start, name_end))

    return is_linked


def _is_site_in_mail(text: str, start: int, name_end: int) -> bool:
    return is_site(text, start, name_end, _LEAST_IN_MAIL)


def is_site(text: str, start: int, name_end: int, least: int = -9) -> bool:
    """Return whether the bare name ``text[start:name_end]``, without its path, is probably a site.

    ``least`` is the minimum weight of an ending, except of file suffixes.
    """
    name = text[start:name_end]
    known = _without_context(name, least)
    if known.is_site:
        return True
    near = text[start - _NEAR if start > _NEAR else 0 : start].rpartition("\n")[2]
    total = known.weight + word_before(near)
    if known.is_plain and total > 0 and _PLAIN_BEFORE.match(text, start) and _PLAIN_AFTER.match(text, name_end):
        return True
    last = near.rstrip()[-1:] or "\n"
    first = text[name_end : name_end + _NEAR].partition("\n")[0].lstrip()[:1]
    possible = _possible_tests(known.kind, "a" if last.isalnum() else last, first, total > 0)
    low, high = start - REACH if start > REACH else 0, name_end + REACH
    has_address = text.find("//", low, high) >= 0
    if total + possible.highest <= 0 and not has_address:
        return False
    low = text.rfind("\n", low, start) + 1 or low
    if (line_end := text.find("\n", name_end, high)) >= 0:
        high = line_end - (text[line_end - 1] == "\r")
    place = NEW(NameInLine, (name, text[low:start], text[name_end:high]))
    if has_address and _is_elsewhere(place):
        total += _SAME_HOST
    for test, weight, lowest, highest in possible.tests:
        if total + highest <= 0:
            return False
        if total + lowest > 0:
            return True
        if test(place):
            total += weight
    return total > 0
