r"""Whether a bare name is a site, or the name of a file, an object or a module: the tailoring "evidence".

The ending says how likely a site is; each sign around the name changes that by its weight. A name is a link if the sum
is above zero. What the weights were counted on stands in the reason of the tailoring.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from extract.detect.around import line_after, line_before
from extract.text.regexes import re


class Ending(NamedTuple):
    """Top-level domains, and how likely a name with one of them is a site."""

    weight: int
    names: frozenset[str]


def _ending(weight: int, names: str) -> Ending:
    return Ending(weight, frozenset(names.split()))


_USUAL = _ending(7, "com edu gov int mil net org")
_SURE = _ending(5, "")  # all others with two letters, or that are not ASCII: countries
_STARTUPS = _ending(3, "ai co dev gg gl io is ly me tv")  # sites more often than modules
_COUNTRIES = _ending(
    1, "ad as at cat cf cl fk fm in la ml mm ms my nc nf pa ph pk pl pt sc so st td tf th tl tm to tr vi vu"
)
_NEW = _ending(1, "")  # all others: accountants, xyz
# words: of sites in running text, of parts of programs elsewhere
_NOUNS = _ending(
    0,
    """
    actor analytics app art auction author auto baby best bid bike blog bot box cafe camp car cards career case cash
    center channel chat city clone club codes coffee company compare computer contact country courses date dates day
    deals delivery design diet direct directory discount dog domains energy engineering events exchange expert express
    family fan farm film final finance fish flights food forum fun fund game games gift global gold green group guide
    guild health here holiday host hosting house ink institute international jobs kitchen lease legal life lighting
    limited link live loan ltd management market media member memorial mobile mom money movie music new news now off
    office online party pay pet phone photo photos pics pictures pizza place plus post press productions prof promo
    pub racing recipes rent rentals repair report rest restaurant review reviews rip rocks room schedule school
    science seat security shoes shop shopping singles site ski skin soccer social software solar solutions space
    sport studio study supply support surf systems tax team tech theater tickets tips tires tools top tours town toys
    trade trading training tube vacation video vision vote voyage watch weather web webcam website wedding win wine
    work works world yoga zone
    """,
)
# names of attributes and methods, in any text
_ATTRIBUTES = _ending(
    -2,
    """
    abc bar build click code content data date dial download email fail feedback fit fly foo free graphics help id info
    land map menu name network next no number one open parts pid pin play property read red run safe sale save search
    select server services shell show size spot storage store stream style sucks supplies talk target test title
    today total trust update url zero
    """,
)
_FILES = _ending(
    -3,
    "ads bin bz cab cc cs dds doc gdn gz inc lua man md mk mo mov pm pro properties ps py rs sh sql sy tar vb zip java",
)
_KINDS = {name: kind for kind in (_USUAL, _STARTUPS, _COUNTRIES, _NOUNS, _ATTRIBUTES, _FILES) for name in kind.names}


def _kind(ending: str) -> Ending:
    default = _SURE if len(ending) == 2 or not ending.isascii() or ending.startswith("xn--") else _NEW
    return _KINDS.get(ending, default)


def is_word_of_programs(ending: str) -> bool:
    """Return whether a top-level domain is a word that programs have too: not com, and not most countries."""
    return _kind(ending) in (_NEW, _NOUNS, _COUNTRIES, _ATTRIBUTES, _FILES)


_NEAR = 48  # characters that a few words have


class Place(NamedTuple):
    """A name, and the line around it within reach."""

    name: str
    ending: str  # in lower case
    near: str  # before it, as far as a few words go
    before: str
    after: str
    ahead: str  # after it, as far as a few words go


Test = Callable[[Place], object]


class Seen(NamedTuple):
    """How a sign is seen: what makes the test when it is first needed, and what it costs; the cheap ones come first."""

    cost: int
    make: Callable[[], Test]


def _name(pattern: str) -> Seen:
    def test() -> Test:
        fullmatch = re.compile(pattern).fullmatch
        return lambda place: fullmatch(place.name)

    return Seen(0, test)


def _after(pattern: str) -> Seen:
    def test() -> Test:
        match = re.compile(pattern).match
        return lambda place: match(place.ahead)

    return Seen(1, test)


def _when(test: Test) -> Seen:
    return Seen(2, lambda: test)


def _before(pattern: str) -> Seen:
    def test() -> Test:
        search = re.compile(rf"(?:{pattern})\Z").search
        return lambda place: search(place.near)

    return Seen(3, test)


def _line(pattern: str) -> Seen:
    def test() -> Test:
        search = re.compile(pattern).search
        return lambda place: search(place.before + place.name + place.after)

    return Seen(5, test)


def _near(pattern: str) -> Seen:
    def test() -> Test:
        search = re.compile(pattern).search
        return lambda place: search(f"{place.near}{place.name}{place.ahead}")

    return Seen(4, test)


def _in_list(place: Place) -> bool:
    """Return whether another name with the same ending stands in the line."""
    ending = "." + place.ending
    return _ends_name(place.before, ending) or _ends_name(place.after, ending)


def _ends_name(text: str, ending: str) -> bool:
    text, at = text.lower(), -1
    while (at := text.find(ending, at + 1)) >= 0:
        if text[at - 1 : at].isalnum() and not text[at + len(ending) : at + len(ending) + 1].isalnum():
            return True
    return False


def _is_elsewhere(place: Place) -> bool:
    """Return whether the same host stands in an address in the line."""
    name = place.name.lower()
    for text in (place.before, place.after):
        at = -1 if "//" in text else len(text)
        text = text.lower() if at < 0 else text
        while (at := text.find(name, at + 1)) >= 0:
            head = text[max(at - 80, 0) : at]
            if "//" in head and not head.rpartition("//")[2].strip("abcdefghijklmnopqrstuvwxyz0123456789.-"):
                return True
    return False


_AT = re.compile(r"(?:[<(]|&lt;)[\w.+\-]{1,64} at \Z|(?:^|(?<=\s))[\w+\-]{0,64}[._0-9][\w.+\-]{0,64} at \Z")
_AFTER_AT = re.compile(r"\s*(?:\Z|(?:wrote|writes|schrieb)\b)")
_WORD_AT = re.compile(r"(?:&gt;|(?:On )?[0-9:]{4,5} [ap]m, |\W){0,20}[\w+\-]{1,64} at ")


def _is_address_with_at(place: Place) -> bool:
    """Return whether the name is of an address: ``<ana at a.example>``, ``ana.b at a.example``, alone in its line."""
    if not place.before.endswith(" at "):
        return False
    alone = _AFTER_AT.match(place.after) and _WORD_AT.fullmatch(place.before)
    return bool(alone or _AT.search(place.before))


_KEY = re.compile(r"/[\w.\-/]{1,64}[\"'`]?:\s")


def _is_key(place: Place) -> bool:
    """Return whether a name and its path are a key of YAML or JSON: ``example.io/ingress: on``."""
    return not place.before.strip(" \t\"'-*.0123456789") and _KEY.match(place.after) is not None


def _is_alone(place: Place) -> bool:
    return place.name.count(".") > 1 and not place.before.strip() and not place.after.strip()


class Sign(NamedTuple):
    """What speaks for a site or against it: by how much, how it is seen, and what it is."""

    weight: int
    seen: Seen
    reason: str
    not_for: tuple[Ending, ...] = ()


_LABEL_ENDS = re.compile(r"\)?\]\(https?://")
_ASSIGNED = r"\s*(?:[-+*/|&]?=(?!\")|:=|[!=]==?|[-=]>|→|\?\.|;\s*\Z)"
_SIGNS = (
    # what joins the name to code
    Sign(-20, _before(r"(?<!\\)\\|\$|(?<![0-9])%|\.|->|::"), "a variable, or part of a longer name"),
    Sign(-20, _before(r"(?<![\w@])[@#!][\w.\-]{1,64}:"), "the server of an account: @alice:matrix.org"),
    Sign(-20, _before(r"@\S{0,64}[\])}]"), "an address with an obstacle for robots"),
    Sign(-20, _name(r"[\w.]+-at-.*"), "and one with its sign in words"),
    Sign(-20, _before(r"\w\W{0,2}[<\[({]\s?(?i:at)\s?[>\])}]\s?|&#64;|!@!"), "an address that is hidden from robots"),
    Sign(-20, _when(_is_address_with_at), 'an address with "at"'),
    Sign(-20, _after(r"!?\(|_+\("), "a call", (_USUAL, _SURE)),
    Sign(-3, _after(r"!?\((?:[\w\"'&*)\[{]|\s*\Z)|_+\("), "a call, though the name could be a site"),
    Sign(-5, _after(r"\[(?![0-9]{1,2}\]|[^\x00-\x7F])"), "an element of an array"),
    Sign(-6, _after(r"\.[A-Z_]\w"), "a class of a package"),
    Sign(-6, _after(r"\s{1,8}import\b"), "a module of Python"),
    Sign(-5, _after(_ASSIGNED), "an assignment, a comparison, the end of a statement", (_USUAL, _SURE)),
    Sign(-2, _after(_ASSIGNED), "the same after a name that could be a site"),
    Sign(
        -5,
        _before(r"(?:[-+*/%&|<>!=:]=|[^=\"'?&/\w]=|\b(?:return|new|await|yield|not))\s{1,8}"),
        "a value in an expression",
        (_USUAL, _SURE, _STARTUPS),
    ),
    Sign(-3, _before(r"[\w)\]]\s?[:+-]?=\s{1,8}|\breturn\s{1,8}"), "the same of a name that could be a site"),
    Sign(-6, _before(r"&"), "an address in memory", (_USUAL, _SURE)),
    Sign(-2, _before(r"^\s*[\w\-]+: ?[\"']?"), "a value of YAML or of an object", (_USUAL, _SURE, _STARTUPS)),
    Sign(-5, _before(r"\w\((?:[^()]{0,80},\s?)?"), "an argument of a call", (_USUAL, _SURE)),
    Sign(
        -5,
        _before(
            r"(?:^|[\s>`])(?:import|using|package|require|include|unzip|python3?|bash|sh|source|node|javac?|touch|add"
            r"|module|--global)\s{1,8}"
        ),
        "what a program reads, or a language imports",
    ),
    Sign(-3, _before(r"[A-Za-z0-9_]\((?:[^()]{0,80},\s?)?"), "the same of a name that could be a site", (_USUAL,)),
    Sign(-6, _before(r"[├└│─]\s{0,8}"), "files as a tree", (_USUAL, _SURE)),
    Sign(
        -6, _before(r"\]\((?:\.{0,2}/)?"), "the target of a link in Markdown: a file beside", (_USUAL, _SURE, _STARTUPS)
    ),
    Sign(
        -6,
        _after(r":[0-9]{1,5}(?![0-9/])|#"),
        "a line, or a part of a file",
        (_USUAL, _SURE, _STARTUPS, _COUNTRIES, _NEW, _NOUNS),
    ),
    Sign(-6, _after(r":(?!80\b|443\b)[0-9]{1,3}(?![0-9/])"), "a line", (_USUAL,)),
    Sign(
        -20,
        _when(lambda place: place.before.lstrip(" *>")[:11].lower().startswith(("newsgroups", "followup-to"))),
        "a group of Usenet",
    ),
    Sign(-20, _before(r":[a-z][a-z:\-]*:`[~!]?"), "a role of reStructuredText"),
    Sign(-20, _before(r"\bapi(?:Version|Group)s?:\s{1,8}"), "a version of an interface"),
    Sign(-20, _when(_is_key), "a key with a name space"),
    # the shape of the name
    Sign(
        -20,
        _name(r"(?i:self|this|cls|super|window|document|system|java)\..*(?<!\.com|\.org|\.net)|.*\.prototype\..*"),
        "a member of an object",
    ),
    Sign(-20, _name(r"(?:com|org|net|edu|gov|io)\..*(?<!\.com|\.org|\.net)(?<!\.[a-z]{2})"), "a package of Java"),
    Sign(-20, _name(r"(?:\w*[A-Z]\w*|.*[^\x00-\x7F])\.N(?:ET|et)"), "a platform or library: ASP.NET, Polly.NET"),
    Sign(-6, _name(r".*\.(?:ac|am|c|conf|h|html|js|json|mk|pc|py|sh|spec|txt|xml)\.in"), "a template for a file"),
    Sign(-20, _name(r"lib.*\.so"), "a library"),
    Sign(-6, _name(r".*\.[A-Z][a-z]+"), "a module or class: Data.Map", (_USUAL, _SURE, _STARTUPS)),
    Sign(-6, _name(r"(?=.*[a-z]).*\.(?!COM|ORG|NET|EDU|GOV)[A-Z]{3,}"), "a constant: Logger.INFO"),
    Sign(-3, _name(r"[A-Z_\-]{2,}\.[a-z]+"), "a file in capitals: README.md", (_USUAL, _SURE, _STARTUPS)),
    Sign(-3, _name(r"[a-z]+[0-9]*[A-Z].*"), "camelCase", (_USUAL, _SURE)),
    Sign(-3, _name(r"[^.]\.[^.]+"), "a variable of one letter", (_USUAL, _STARTUPS, _NEW, _NOUNS)),
    Sign(
        -2,
        _name(r"[^.]+\..*\..*"),
        "an attribute of an attribute",
        (_USUAL, _SURE, _STARTUPS, _COUNTRIES, _NEW, _NOUNS),
    ),
    Sign(6, _name(r".*\.(?:ac|co|com|edu|gob|gov|mil|net|org)\.[a-z]{2}"), "a second level that is registered"),
    # what stands around
    Sign(
        -3,
        _when(lambda place: place.before.endswith("`") and place.after.startswith("`")),
        "a code span",
        (_USUAL, _SURE),
    ),
    Sign(-3, _when(_in_list), "a list of files or members", (_USUAL, _SURE, _STARTUPS, _NEW, _NOUNS)),
    Sign(
        -3,
        _line(
            r"^\s*(?:>>>|\.\.\.|(?:const|var|let|def|SELECT|print)\b)|[;{]\s*\Z|\w\([^\s()]*\)|[-=]>|::|:=|==|&&|\|\|"
        ),
        "a line of code",
        (_USUAL,),
    ),
    Sign(
        2,
        _near(r"(?:\b[^\W\d_]{2,}[,.]?[ \t]+){3}|[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]{5}"),
        "running text",
    ),
    Sign(9, _when(_is_elsewhere), "an address with the same host"),
    Sign(3, _after(r"[^\[\]()]{0,80}\]\(https?://|</a>|`? <https?://"), "the text of a link", (_FILES,)),
    Sign(
        4,
        _when(lambda place: place.before[-1:] in ("[", "(") and _LABEL_ENDS.match(place.after)),
        "the text of a link that is or ends with the name alone",
    ),
    Sign(4, _after(r"(?::[0-9]{1,5})?/(?![\w\-]+\.[a-z]{2,4}\b)"), "a path"),
    Sign(
        5,
        _before(r"\b(?:curl|wget|ping|ssh|telnet|nslookup|dig|whois|traceroute)\s{1,8}(?:-\S{1,20}\s)*"),
        "a program of the network",
    ),
    Sign(
        4,
        _before(
            r"(?i:\b(?:visit|web ?site|homepage|domain|download(?:ed)? from|host)|访问|官网|网站|网址|域名|サイト|"
            r"사이트|сайт)"
            r"[:：]?\s?[\"'“‘(（*_`\[]?"
        ),
        "words before a site",
    ),
    Sign(1, _when(_is_alone), "three labels, alone in their line"),
    Sign(2, _before(r"\b(?:alt|title)=\""), "a text to show in HTML"),
    Sign(1, _before(r"[：，、。（「『]"), "punctuation of prose in Chinese and Japanese"),
    Sign(1, _after(r"[，、。）」』]"), "and after it"),
    Sign(1, _before(r"(?i:\b(?:see|at|via|on|from|by)|去|打开)\s?\[?"), "words that may be", (_FILES,)),
)

# What needs no weighing, as nearly all bare names in prose: a usual ending, and white space or punctuation around.
_PLAIN_BEFORE = frozenset(" \t\n\"'“‘(（<*|，、：/")
_PLAIN_NOT = ("at ", "= ", "> ", "] ", ") ", "} ")
_PLAIN_AFTER = re.compile(r"[/,)>*|”’），、。!?\"']|\.(?![\w.])|\s(?![ \t]*[-=:+<>!|&])|\Z")
_PACKAGES = ("com.", "org.", "net.", "edu.", "gov.", "io.")


class _Weighed(NamedTuple):
    weight: int
    test: Test
    worst: int  # what the signs after it can still change the sum by
    best: int


@cache
def _weighed(kind: Ending) -> tuple[_Weighed, ...]:
    """Compile the signs that apply to names with an ending."""
    signs = [sign for sign in _SIGNS if all(kind is not other for other in sign.not_for)]
    signs.sort(key=lambda sign: (sign.seen.cost, sign.weight < 0))
    weighed: list[_Weighed] = []
    worst = best = 0
    for sign in reversed(signs):
        weighed.append(_Weighed(sign.weight, sign.seen.make(), worst, best))
        worst, best = worst + min(sign.weight, 0), best + max(sign.weight, 0)
    return tuple(reversed(weighed))


def is_site(text: str, start: int, name_end: int) -> bool:
    """Return whether the bare name from ``start`` to ``name_end``, without its path, is more likely a site."""
    name = text[start:name_end]
    if name[:4].lower() == "www.":
        return True
    ending = name.rpartition(".")[2].lower()
    kind = _kind(ending)
    if (
        kind is _USUAL
        and _PLAIN_AFTER.match(text, name_end)
        and name.islower()
        and not name.startswith(_PACKAGES)
        and "-at-" not in name
    ):
        before = text[max(start - 3, 0) : start]
        if not before or (before[-1] in _PLAIN_BEFORE and not before.endswith(_PLAIN_NOT)):
            return True
    before = line_before(text, start)
    after = line_after(text, name_end)
    place = Place(name, ending, before[-_NEAR:], before, after, after[:_NEAR])
    total = kind.weight
    for weight, test, worst, best in _weighed(kind):
        if test(place):
            total += weight
        if total + best <= 0:
            return False
        if total + worst > 0:
            return True
    return total > 0
