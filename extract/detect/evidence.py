r"""Whether a bare name is a site, or the name of a file, an object or a module: the tailoring "evidence".

The ending says how likely a site is; each sign around the name changes that by its weight. A name is a link if the sum
is above zero. What the weights were counted on stands in the reason of the tailoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from extract.detect.around import REACH, line_after, line_before
from extract.iri.tld import is_known_tld
from extract.text.regexes import re


class Ending(NamedTuple):
    """Top-level domains, and how likely a name with one of them is a site."""

    weight: int
    names: frozenset[str]


def _ending(weight: int, names: str) -> Ending:
    return Ending(weight, frozenset(names.split()))


_USUAL = _ending(7, "com edu gov mil net org")
_SURE = _ending(5, "")  # all others with two letters, or that are not ASCII: countries
_STARTUPS = _ending(3, "ai co dev gg gl int io is ly me tv")  # sites more often than modules
_COUNTRIES = _ending(1, "ad as at cat cf cl fk fm in la ml mm ms my nc nf pa ph pl pt sc st td tf th tl tm to tr vi vu")
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
    racing recipes rent rentals repair report rest restaurant review reviews rip rocks room schedule school
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
    land map menu name network next no number one open parts pid pin pk play property pub read red run safe sale save
    search select server services shell show size spot storage store stream style sucks supplies talk target test title
    today total trust update url xxx zero
    """,
)
_FILES = _ending(
    -3,
    """
    ads bin bz cab cc cs dds doc dot gdn gz inc java lua man md mk mo mov pm pro properties ps py rs sh so sql sy tar vb
    zip
    """,
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
    near: str  # before it, as far as a few words go
    before: str
    after: str
    ahead: str  # after it, as far as a few words go


Test = Callable[[Place], object]


class Seen(NamedTuple):
    """The test for a sign, and what must stand around a name for it to run: at most names, nearly none do."""

    cost: int  # the cheap ones come first
    make: Callable[[], Test]  # what makes the test when it is first needed
    last: str = ""  # before the name: one of these words, opening marks aside, or of these characters
    first: str = ""  # after it: one of these characters
    in_line: str = ""

    @property
    def is_anywhere(self) -> bool:
        """Whether the whole line is searched."""
        return bool(self.cost) and not self.last and not self.first


def _name(pattern: str) -> Seen:
    def test() -> Test:
        fullmatch = re.compile(pattern).fullmatch
        return lambda place: fullmatch(place.name)

    return Seen(0, test)


def _after(first: str, pattern: str, in_line: str = "") -> Seen:
    def test() -> Test:
        match = re.compile(pattern).match
        return lambda place: match(place.ahead)

    return Seen(1, test, first=first, in_line=in_line)


def _before(last: str, pattern: str) -> Seen:
    def test() -> Test:
        search = re.compile(rf"(?:{pattern})\Z").search
        return lambda place: search(place.near)

    return Seen(3, test, last)


def _when(test: Test, last: str = "", first: str = "", in_line: str = "") -> Seen:
    return Seen(2, lambda: test, last, first, in_line)


def _around(test: Callable[[str], object]) -> Seen:
    return Seen(5, lambda: lambda place: test(f"{place.near}{place.name}{place.ahead}"))


def _line(test: Callable[[str], object]) -> Seen:
    return Seen(4, lambda: lambda place: test(place.before + place.name + place.after))


def _in_list(place: Place) -> bool:
    """Return whether another name with the same ending stands in the line."""
    ending = place.name[place.name.rindex(".") :].lower()
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


_KEY = re.compile(r"/[\w.\-/]{1,64}(?:[\"'`]?:\s|=[\w.\-]+\Z|=[\w.\-]+\s-)")


def _is_key(place: Place) -> bool:
    """Return whether a name and its path are a key of YAML or a label: ``example.io/ingress: on``, ``…/part-of=a``."""
    return not place.before.strip(" \t\"'-*.0123456789") and _KEY.match(place.after) is not None


def _is_path_elsewhere(place: Place) -> bool:
    """Return whether the labels are a path of an address in the line: ``https://galaxy.example/community/aws``."""
    path = "/" + place.name.replace(".", "/")
    return path in place.before or path in place.after


def _is_newsgroup(place: Place) -> bool:
    is_field = place.before.lstrip(" *>-")[:11].lower().startswith(("newsgroups", "followup-to"))
    return is_field and place.before.rstrip().endswith((",", ":", "*"))


_TEMPLATE_ENDS = re.compile(r"\s?(?:%\}|\}\}|\|\s)")


def _is_label(place: Place) -> object:
    """Return whether a name is the text of a link, or ends it: ``[docs.rs](https://…)``, ``[docs.rs][1]``."""
    is_text = place.before[-1:] in ("[", "(") and not place.before[-2:-1].isalnum()
    return is_text and _LABEL_ENDS.match(place.after)


def _is_in_template(place: Place) -> bool:
    """Return whether a name stands in ``{{ … }}`` or ``{% … %}``, at its end or before a filter."""
    if not _TEMPLATE_ENDS.match(place.after):
        return False
    return max(place.before.rfind("{{"), place.before.rfind("{%")) > place.before.rfind("}")


def _is_keyword(place: Place) -> bool:
    """Return whether a name is the value of a keyword argument: ``get(vote=vote.pk)``."""
    return place.after[:1] in (",", ")") and place.before[-2:-1].isalnum() and "(" in place.before + place.after


def _is_alone(place: Place) -> bool:
    return place.name.count(".") > 1 and not place.before.strip() and not place.after.strip()


_CODE_STARTS = re.compile(r"\s*(?:>>>|\.\.\.|(?:const|var|let|def|SELECT|print)\b)")
# f(x) -> => :: := == && ||: characters first, which are found faster
_CODE = re.compile(
    r"[;{(\-=:&|](?:(?<=[;{])\s*\Z|(?<=\w\()[^\s()]*+\)|(?<=[-=])>|(?<=:)[:=]|(?<==)=|(?<=&)&|(?<=\|)\|)"
)
_WORD = r"[^\W\d_]{2,}+[,.]?+[ \t]"
_WORDS = re.compile(rf"\b{_WORD}++{_WORD}++{_WORD}")
_CJK = re.compile(r"[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]{5}")


def _is_code(line: str) -> bool:
    return bool(_CODE_STARTS.match(line) or _CODE.search(line))


def _is_running_text(text: str) -> bool:
    return bool((not text.isascii() and _CJK.search(text)) or _WORDS.search(text))


class Sign(NamedTuple):
    """A reason for a site or against it: its weight, how it is seen, and what it is."""

    weight: int
    seen: Seen
    reason: str
    not_for: tuple[Ending, ...] = ()


_LABEL_ENDS = re.compile(r"\)?\](?:\(https?://|\[[0-9]{1,3}\])")
_ASSIGNS = "-+*/|&=:!→?;"  # what that begins with
_NETWORK = "curl wget ping ssh telnet nslookup dig whois traceroute"
_VARIABLES = (
    "args arr array author cfg color conf config console ctx cur curr data date datetime df dict edge elem elt err "
    "error event evt file fn func head img item json list log logger mail map math message model module msg node obj "
    "object options opts os paginator params prev promise props queue req request res response result root row "
    "settings socket stack str string symbol sys table tail tensor torch tree typing user utils val value vec worker"
)
_TAGS = "body|div|form|h[1-6]|img|input|li|nav|ol|pre|section|span|svg|t(?:able|body|d|h|head|r)|ul"
_OPTION = "-o"  # stands for all options before the name
_CLOSING = "`*\"'”」"
_FILE = "文件|檔案|ファイル|파일|файл"
_ASSIGNED = r"\s*(?:[-+*/|&]?=(?!\")|:=|[!=]==?|[-=]>|→|\?\.|;\s*\Z)"
_SIGNS = (
    # what joins the name to code
    Sign(-20, _before(r"\ $ % . > :", r"(?<!\\)\\|\$|(?<![0-9])%|\.|->|::"), "a variable, or part of a longer name"),
    Sign(-20, _before(":", r"(?<![\w@])[@#!][\w.\-]{1,64}:"), "the server of an account: @alice:matrix.org"),
    Sign(-20, _before("] ) }", r"@[^\s/]{0,64}[\])}]"), "an address with an obstacle for robots"),
    Sign(-20, _name(r"[\w.]+-at-.*"), "and one with its sign in words"),
    Sign(
        -20,
        _before("> ] ) } ; !", r"\w\W{0,2}[<\[({]\s?(?i:at)\s?[>\])}]\s?|&#64;|!@!"),
        "an address that is hidden from robots",
    ),
    Sign(-20, _when(_is_address_with_at, "at"), 'an address with "at"'),
    Sign(-20, _after("!(_", r"!?\(|_+\("), "a call", (_USUAL, _SURE)),
    Sign(-3, _after("!(_", r"!?\((?:[\w\"'&*)\[{]|\s*\Z)|_+\("), "a call, though the name could be a site"),
    Sign(-5, _after("[", r"\[(?![0-9]{1,2}\]|[^\x00-\x7F])"), "an element of an array"),
    Sign(-6, _after(".", r"\.[A-Z_]\w"), "a class of a package"),
    Sign(-6, _after("i", r"\s{1,8}import\b"), "a module of Python"),
    Sign(-6, _after("mnp", r"\s(?:module|namespace|package)\b"), "a module by name", (_USUAL, _STARTUPS)),
    Sign(
        -4, _after(_CLOSING + "fF文檔フ파ф", rf"[{_CLOSING}]{{0,3}}\s?(?i:files?\b|{_FILE})"), "a file", (_USUAL, _SURE)
    ),
    Sign(
        -4,
        _before(
            f"file files fichier datei archivo ficheiro script файла файле файлу файлом {_FILE.replace('|', ' ')}",
            rf"(?:(?i:\b(?:files?|fichier|datei|archivo|ficheiro|script|файл(?:[аеу]|ом)?))|{_FILE})"
            r"[*_]{0,2}[:：]?[*_]{0,2}\s?[\"'“‘「(（*_`\[]{0,3}",
        ),
        "the same before it",
        (_USUAL, _SURE),
    ),
    Sign(-3, _after("]", r"\]\((?!(?i:https?:)?//)"), "the text of a link to a page beside", (_USUAL, _SURE)),
    Sign(-5, _after(_ASSIGNS, _ASSIGNED), "an assignment, a comparison, the end of a statement", (_USUAL, _SURE)),
    Sign(-2, _after(_ASSIGNS, _ASSIGNED), "the same after a name that could be a site"),
    Sign(
        -5,
        _before(
            "= return new await yield not", r"(?:[-+*/%&|<>!=:]=|[^=\"'?&/\w]=|\b(?:return|new|await|yield|not))\s{1,8}"
        ),
        "a value in an expression",
        (_USUAL, _SURE, _STARTUPS),
    ),
    Sign(
        -3, _before("= return", r"[\w)\]]\s?[:+-]?=\s{1,8}|\breturn\s{1,8}"), "the same of a name that could be a site"
    ),
    Sign(-4, _when(_is_keyword, "="), "a keyword argument", (_USUAL, _SURE, _STARTUPS)),
    Sign(-6, _before("&", "&"), "an address in memory", (_USUAL, _SURE)),
    Sign(-2, _before(": \" '", r"^\s*[\w\-]+: ?[\"']?"), "a value of YAML or of an object", (_USUAL, _SURE, _STARTUPS)),
    Sign(-5, _before("( ,", r"\w\((?:[^()]{0,80},\s?)?"), "an argument of a call", (_USUAL, _SURE)),
    Sign(-3, _before("\" '", r"\w\((?:[^()]{0,80},\s?)?[\"']"), "the same in quotes", (_USUAL, _SURE, _STARTUPS)),
    Sign(
        -5,
        _before(
            "import using package require include unzip python python3 bash sh source node java javac touch add module",
            r"(?:^|[\s>`])(?:import|using|package|require|include|unzip|python3?|bash|sh|source|node|javac?|touch|add"
            r"|module)\s{1,8}",
        ),
        "what a program reads, or a language imports",
    ),
    Sign(-3, _before(_OPTION, r" -{1,2}[A-Za-z][\w\-]{0,20}\s{1,8}"), "the value of an option", (_USUAL, _SURE)),
    Sign(-5, _before(_OPTION, r" --global\s{1,8}"), "an option of git"),
    Sign(
        -3, _before("( ,", r"[A-Za-z0-9_]\((?:[^()]{0,80},\s?)?"), "the same of a name that could be a site", (_USUAL,)
    ),
    Sign(-6, _before("├ └ │ ─", r"[├└│─]\s{0,8}"), "files as a tree", (_USUAL, _SURE)),
    Sign(
        -6,
        _before("( /", r"\]\((?:\.{0,2}/)?"),
        "the target of a link in Markdown: a file beside",
        (_USUAL, _SURE, _STARTUPS),
    ),
    Sign(-6, _when(_is_in_template, first="%}|"), "a value of a template", (_USUAL, _SURE)),
    Sign(
        -6,
        _after(":#", r":[0-9]{1,5}(?![0-9/])|#"),
        "a line, or a part of a file",
        (_USUAL, _SURE, _STARTUPS, _COUNTRIES, _NEW, _NOUNS),
    ),
    Sign(-6, _after(":", r":(?!80\b|443\b)[0-9]{1,3}(?![0-9/])"), "a line", (_USUAL,)),
    Sign(
        -20,
        _when(_is_newsgroup, ", : *"),
        "a group of Usenet",
        (_USUAL,),
    ),
    Sign(-20, _before("` ~ !", r":[a-z][a-z:\-]*:`[~!]?"), "a role of reStructuredText"),
    Sign(-20, _before(":", r"\bapi(?:Version|Group)s?:\s{1,8}"), "a version of an interface"),
    Sign(-20, _when(_is_key, first="/"), "a key with a name space"),
    # the shape of the name
    Sign(
        -20,
        _name(r"(?i:self|this|cls|super|window|document|system|java)\..*(?<!\.com|\.org|\.net)|.*\.prototype\..*"),
        "a member of an object",
    ),
    Sign(
        -20,
        _name(r"(?:com|org|net|edu|gov|io)\..*(?<!\.com|\.org|\.net)(?<!\.[a-z]{2})|.*\.java\..*"),
        "a package of Java",
    ),
    Sign(-6, _name(r".*\.[A-Z]\w*[a-z]\w*\..*"), "a class in a longer name", (_USUAL, _SURE)),
    Sign(
        -3, _name(rf"(?i:{_VARIABLES.replace(' ', '|')})\.[^.]+"), "an attribute of a usual variable", (_USUAL, _SURE)
    ),
    Sign(-9, _name(rf"(?i:self|this|{_VARIABLES.replace(' ', '|')})\.net"), "an attribute: self.net"),
    Sign(-20, _name(r"(?:\w*[A-Z]\w*|.*[^\x00-\x7F])\.N(?:ET|et)"), "a platform or library: ASP.NET, Polly.NET"),
    Sign(
        -6,
        _name(r".*\.(?:ac|am|c|conf|h|html|js|json|mk|pc|py|sh|spec|txt|xml)\.in|(?i:configure|makefile|kconfig)\..*"),
        "a template for a file",
    ),
    Sign(-4, _name(r"[A-Z][\w\-]*\.app"), "an application of macOS"),
    Sign(-20, _name(r"lib.*\.so"), "a library"),
    Sign(-20, _name(r"[0-9.]+\.dev"), "a version"),
    Sign(-6, _name(rf"(?:{_TAGS})\..*"), "a selector of CSS: li.next.page", (_USUAL, _SURE)),
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
        _when(lambda place: place.before.endswith("`") and place.after.startswith("`"), "`"),
        "a code span",
        (_USUAL, _SURE),
    ),
    Sign(-3, _when(_in_list), "a list of files or members", (_USUAL, _SURE, _STARTUPS, _NEW, _NOUNS)),
    Sign(
        -3,
        _line(_is_code),
        "a line of code",
        (_USUAL,),
    ),
    Sign(
        2,
        _around(_is_running_text),
        "running text",
    ),
    Sign(9, _when(_is_elsewhere, in_line="//"), "an address with the same host"),
    Sign(-9, _when(_is_path_elsewhere, in_line="//"), "an address with the labels as its path", (_USUAL,)),
    Sign(3, _after("", r"(?!</a>)[^\[\]()]{0,80}+\]\(https?://|`? <https?://", "//"), "the text of a link", (_FILES,)),
    Sign(3, _after("<", "</a>"), "the same in HTML", (_FILES,)),
    Sign(
        4,
        _when(_is_label, "[ ("),
        "the text of a link that is or ends with the name alone",
    ),
    Sign(4, _after(":/", r"(?::[0-9]{1,5})?/(?![\w\-]+\.[a-z]{2,4}\b)"), "a path"),
    Sign(5, _before(_NETWORK, rf"\b(?:{_NETWORK.replace(' ', '|')})\s{{1,8}}"), "a program of the network"),
    Sign(
        5,
        _before(_OPTION, rf"\b(?:{_NETWORK.replace(' ', '|')})(?: -(?!>)\S{{1,20}})+\s{{1,8}}"),
        "the same with options",
    ),
    Sign(
        4,
        _before(
            "visit website homepage domain from host 访问 官网 网站 网址 域名 サイト 사이트 сайт",
            r"(?i:\b(?:visit|web ?site|homepage|domain|download(?:ed)? from|host)|访问|官网|网站|网址|域名|サイト|"
            r"사이트|сайт)"
            r"[:：]?\s?[\"'“‘(（*_`\[]?",
        ),
        "words before a site",
    ),
    Sign(1, _when(_is_alone), "three labels, alone in their line"),
    Sign(2, _before('"', r"\b(?:alt|title)=\""), "a text to show in HTML"),
    Sign(1, _before("： ， 、 。 （ 「 『", r"[：，、。（「『]"), "punctuation of prose in Chinese and Japanese"),
    Sign(1, _after("，、。）」』", r"[，、。）」』]"), "and after it"),
    Sign(
        1,
        _before("see at via on from by 去 打开", r"(?i:\b(?:see|at|via|on|from|by)|去|打开)\s?\[?"),
        "words that may be",
        (_FILES,),
    ),
)

# What needs no weighing, as nearly all bare names in prose: a usual ending, and white space or punctuation around.
_PLAIN_BEFORE = frozenset(" \t\n\"'“‘([（<*|，、：/")
_PLAIN_NOT = ("at ", "= ", "> ", "] ", ") ", "} ")
_PLAIN_AFTER = re.compile(r"[/,)\]>*|”’），、。!?\"']|\.(?![\w.])|\s(?![ \t]*[-=:+<>!|&])|\Z")
_PACKAGES = ("com.", "org.", "net.", "edu.", "gov.", "io.")


class _Group(NamedTuple):
    """Signs that a name may have, and what they can change the sum by."""

    tests: tuple[tuple[int, Test], ...]
    worst: int
    best: int


def _group(signs: list[Sign]) -> _Group:
    tests = tuple((sign.weight, _test(sign)) for sign in signs)
    return _Group(tests, sum(min(weight, 0) for weight, _ in tests), sum(max(weight, 0) for weight, _ in tests))


@cache
def _test(sign: Sign) -> Test:
    return sign.seen.make()


class _Signs(NamedTuple):
    """The signs of names with one kind of ending, by where they are seen."""

    name_for: _Group
    name_against: _Group
    anywhere: _Group
    beside_address: _Group  # anywhere in a line with "//"
    option: _Group  # after an option of a command
    word: dict[str, _Group]  # by the last two letters of the word before the name
    last: dict[str, _Group]  # by the last character before it
    first: dict[str, _Group]  # by the first character after it


@cache
def _signs(kind: Ending) -> _Signs:
    """Compile the signs that apply to names with an ending."""
    signs = [sign for sign in _SIGNS if all(kind is not other for other in sign.not_for)]
    signs.sort(key=lambda sign: (sign.seen.cost, sign.weight < 0))

    def those(test: Callable[[Sign], bool]) -> _Group:
        return _group(list(filter(test, signs)))

    before = _groups_by(signs, lambda seen: {each[-2:] for each in seen.last.split()})
    option = before.pop(_OPTION, _group([]))
    return _Signs(
        those(lambda sign: not sign.seen.cost and sign.weight > 0),
        those(lambda sign: not sign.seen.cost and sign.weight < 0),
        those(lambda sign: sign.seen.is_anywhere and not sign.seen.in_line),
        those(lambda sign: sign.seen.is_anywhere),
        option,
        {word: group for word, group in before.items() if word.isalnum()},
        {mark: group for mark, group in before.items() if not mark.isalnum()},
        _groups_by(signs, lambda seen: seen.first),
    )


def _groups_by(signs: list[Sign], keys: Callable[[Seen], Iterable[str]]) -> dict[str, _Group]:
    """Group signs by what they are looked for at."""
    groups: dict[str, list[Sign]] = {}
    for sign in signs:
        for key in keys(sign.seen):
            groups.setdefault(key, []).append(sign)
    return {key: _group(those) for key, those in groups.items()}


_FEW = 24  # characters that the last letters of a word before a name are in
# white space and opening marks, between a word and a name
_BETWEEN = "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\"'“‘(（*_`[:："
_BETWEEN += "".join(map(chr, range(0x2000, 0x200B)))


class _Name(NamedTuple):
    signs: _Signs
    is_site: bool  # whatever stands around
    is_plain: bool
    weight: int  # with what in its shape speaks for a site


@lru_cache(maxsize=1024)
def _read(name: str) -> _Name:
    ending = name.rpartition(".")[2].lower()
    kind = _kind(ending)
    plain = kind is _USUAL and name.islower() and not name.startswith(_PACKAGES) and "-at-" not in name
    signs = _signs(kind)
    weight = kind.weight + (_sum(signs.name_for, name) if name.count(".") > 1 else 0)
    return _Name(signs, name[:4].lower() == "www.", plain, weight)


def _sum(group: _Group, name: str) -> int:
    place = Place(name, "", "", "", "")
    return sum(weight for weight, test in group.tests if test(place))


@lru_cache(maxsize=1024)
def _against(name: str) -> int:
    """Return what in the shape of a name speaks against a site."""
    return _sum(_read(name).signs.name_against, name)


class Lists(NamedTuple):
    """Bare names that a caller always or never wants linked; ".corp" stands for all names below it."""

    always: frozenset[str] = frozenset()  # in lower case
    never: frozenset[str] = frozenset()

    def endings(self) -> frozenset[str]:
        """Return the last labels of those to link always."""
        return frozenset(name.rpartition(".")[2] for name in self.always)

    def decide(self, name: str) -> bool | None:
        """Return whether a name is linked always or never; the longest entry decides."""
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


def decider(evidence: bool, lists: Lists) -> Callable[[str, int, int], bool] | None:
    """Return the function that decides whether a bare name is linked; None if all are."""
    if not (lists.always or lists.never):
        return is_site if evidence else None

    def is_linked(text: str, start: int, name_end: int) -> bool:
        name = text[start:name_end]
        if (listed := lists.decide(name)) is not None:
            return listed
        return is_known_tld(name.rpartition(".")[2]) and (not evidence or is_site(text, start, name_end))

    return is_linked


def is_site(text: str, start: int, name_end: int) -> bool:
    """Return whether the bare name from ``start`` to ``name_end``, without its path, is more likely a site."""
    name = text[start:name_end]
    signs, good, plain, total = _read(name)
    head = text[start - _FEW if start > _FEW else 0 : start]
    if good or (
        plain
        and (not head or (head[-1] in _PLAIN_BEFORE and not head.endswith(_PLAIN_NOT)))
        and _PLAIN_AFTER.match(text, name_end)
    ):
        return True
    groups = _groups_around(signs, text, start, name_end, head)
    worst = best = 0
    for group in groups:
        worst += group[1]
        best += group[2]
    if total + best <= 0 or (total := total + _against(name)) + best <= 0:
        return False
    return total + worst > 0 or _weigh(groups, total, worst, best, _place(text, start, name_end))


def _groups_around(signs: _Signs, text: str, start: int, name_end: int, head: str) -> list[_Group]:
    """Return the groups of signs that may be seen around a name, after ``head``."""
    alone = text.find("//", start - REACH if start > REACH else 0, name_end + REACH) < 0
    groups = [signs.anywhere if alone else signs.beside_address]
    if group := signs.first.get(text[name_end : name_end + _NEAR].lstrip()[:1]):
        groups.append(group)
    if group := signs.last.get(head.rstrip()[-1:]):
        groups.append(group)
    if group := signs.word.get(head.rstrip(_BETWEEN)[-2:].lower()):
        groups.append(group)
    if " -" in head:
        groups.append(signs.option)
    return groups


def _place(text: str, start: int, name_end: int) -> Place:
    name, before, after = text[start:name_end], line_before(text, start), line_after(text, name_end)
    return Place(name, before[-_NEAR:], before, after, after[:_NEAR])


def _weigh(groups: list[_Group], total: int, worst: int, best: int, place: Place) -> bool:
    """Look for the signs of each group, last those anywhere in the line, until no other can change the decision."""
    for group in reversed(groups):
        for weight, test in group.tests:
            if test(place):
                total += weight
            if weight > 0:
                best -= weight
            else:
                worst -= weight
            if total + best <= 0:
                return False
            if total + worst > 0:
                return True
    return total > 0
