r"""Whether a bare name is a site, or the name of a file, an object or a module: the tailoring "evidence".

The ending says how likely a site is; each sign of the name, beside it and in its line changes that by its weight. A
name is a link if the sum is above zero. The signs are those that paid: see ``tools/ablate.py``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple, cast, get_args

from extract.detect.around import REACH, speaker
from extract.iri.tld import is_known_tld, is_registry_suffix
from extract.text.regexes import re

Kind = Literal["usual", "sure", "startup", "small", "other", "noun", "firm", "attribute", "file"]

_FILE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "endings_of_names.tsv")


class Endings(NamedTuple):
    """Top-level domains, and how likely a name with one of them is a site."""

    weights: dict[Kind, int]
    kinds: dict[str, Kind]


@cache
def endings() -> Endings:
    """Read the table of endings."""
    found = Endings({}, {})
    with open(_FILE, encoding="utf-8") as file:
        rows = (line.rstrip("\n").split("\t") for line in file if not line.startswith("#"))
        for kind, weight, names in rows:
            found.weights[cast(Kind, kind)] = int(weight)
            found.kinds.update(dict.fromkeys(names.split(), cast(Kind, kind)))
    return found


def kind_of(ending: str) -> Kind:
    """Return the kind of a top-level domain, in lower case."""
    if not ending.isascii() or ending.startswith("xn--"):
        return "sure"
    return endings().kinds.get(ending, "small" if len(ending) == 2 else "other")


def is_word_of_programs(ending: str) -> bool:
    """Return whether a top-level domain is a word that programs have too: not com, and not most countries."""
    return kind_of(ending) in _NOT_SITES


class NameInLine(NamedTuple):
    """A name, and the line around it within reach."""

    name: str
    before: str
    after: str


_NEAR = 48  # characters that a few words have
_ALL: frozenset[Kind] = frozenset(get_args(Kind))
_NOT_USUAL = _ALL - {"usual"}
_NOT_HOSTS = _NOT_USUAL - {"sure"}
_NOT_SITES = _NOT_HOSTS - {"startup"}
_MODULES = _NOT_SITES - {"small", "other", "noun"}


class Sign(NamedTuple):
    """A reason for a site or against it.

    ``seen`` is a pattern: of the whole name; of what stands before it, up to the name; of what follows it; or a test of
    the line.
    """

    weight: int
    where: Literal["name", "before", "after", "line"]
    seen: str | Callable[[NameInLine], object]
    reason: str
    kinds: frozenset[Kind] = _ALL  # the endings for which it counts
    beside: str = ""  # the characters directly before or after the name, "a" for letters and digits; white space aside

    def is_seen(self, place: NameInLine) -> bool:
        """Whether the name and its line have the sign."""
        if callable(self.seen):
            return bool(self.seen(place))
        if self.where == "name":
            return re.fullmatch(self.seen, place.name) is not None
        if self.where == "after":
            return re.match(self.seen, place.after[:_NEAR]) is not None
        return re.search(rf"(?:{self.seen})\Z", place.before[-_NEAR:]) is not None


# --- the words before a name -----------------------------------------------------------------------------------------

_NO_SITE = "cd install apiVersion apiGroup apiGroups"
_PROGRAMS = """
    import using package require include unzip python python3 bash sh source node java javac touch add module perl ruby
    vim nano chmod rm cp mv SELECT VIEW TABLE FROM JOIN INTO return await yield named called file files script fichier
    datei archivo ficheiro файл файла файле 文件 檔案 ファイル 파일
    """
_MAY_BE = "see at via on from by"
_SITES = "visit website site homepage domain host сайт сайте 访问 官网 网站 网址 域名 サイト 사이트"
_NETWORK = "curl wget ping ssh telnet nslookup dig whois traceroute"
_BEFORE_NAMES = {
    word: weight
    for weight, words in ((-12, _NO_SITE), (-4, _PROGRAMS), (1, _MAY_BE), (4, _SITES), (5, _NETWORK))
    for word in words.split()
}
_OPENING = " \t\"'“‘(（*_`[:："


def word_before(near: str) -> int:
    """Return the weight of the word before a name."""
    words = near.rstrip(_OPENING)
    if len(words) == len(near):
        return 0
    word = words.rpartition(" ")[2].lstrip(_OPENING)
    if word[:1] == "-" and word[1:].replace("-", "").isalnum():
        return -3  # an option
    if word[-1:] > "\x7f":  # perhaps without a space before it
        return next((_BEFORE_NAMES[end] for at in (2, 3, 4) if (end := word[-at:]) in _BEFORE_NAMES), 0)
    return _BEFORE_NAMES.get(word) or _BEFORE_NAMES.get(word.lower(), 0)


# --- what is seen in the line ----------------------------------------------------------------------------------------


_LAST_LABELS = re.compile(r"([\w\-]*\w)(\.\w+)")


def _in_list(place: NameInLine) -> bool:
    """Return whether another name with the same ending stands in the line; or the same, if it is short."""
    stem, dot, ending = place.name.lower().rpartition(".")
    for text in (place.before.lower(), place.after.lower()):
        if dot + ending in text:
            others = (one for one, last in _LAST_LABELS.findall(text) if last == dot + ending)
            if any(len(stem) < 5 or one != stem for one in others):
                return True
    return False


# endings that are suffixes of files, and what shows a text in the language of the country
_LANGUAGES = {
    "cr": "[áéíóúñ¿¡]",
    "mk": "[ѓќѕЃЌЅ]",
    "nu": r"[åÅ]|\b(?:och|inte|het|niet)\b",
    "pl": r"[ąćęłńśźżĄĆĘŁŃŚŹŻ]|\b(?:jest|oraz|stron[aiy]e?)\b",
    "ps": "[\u0620-\u064a]",
    "rs": "[ђјљњћџЂЈЉЊЋЏčćđšž]",
    "sy": "[\u0620-\u064a]",
}


def _is_in_language(place: NameInLine) -> object:
    shows = _LANGUAGES.get(place.name.rpartition(".")[2].lower())
    return shows and re.search(shows, " ".join(place))


_GLUED = re.compile(
    r"[a-z]+\.(?:as|at|be|do|in|is|it|me|my|no|to|us|[a-z]{3,})"  # finish,but it lasts as long as possible.it does
    r"|[a-ząćęłńóśźż]+\.(?:do|je|na|sa|za)|[a-zçğıöşü]+\.(?:ne|ve)"
)
_RUN_ON = re.compile(
    r"(?<![\w.\-/@()=])[^\W\d_]{2,20}[,;!?][^\W\d_]{2,20}(?![\w.\-/@()=])|[ąćčďęěłńňřśšťůźżžđğışĆČĎĘŁŃŘŚŠŤŹŻŽĞİŞ]"
)
_DOTTED = re.compile(r"(?<![\w.\-/@()=])[a-z]{3,20}\.([a-z]{2,20})(?![\w.\-/@()=])", re.ASCII)


def _is_glued(place: NameInLine) -> bool:
    """Return whether a name looks like the end of a sentence and the beginning of the next, in a text that has more."""
    if not _GLUED.fullmatch(place.name):
        return False
    if place.name.endswith(".is") and re.match(" (?:an?|that|the|there|this) ", place.after):
        return True
    around = (place.before, place.after)
    return any(_RUN_ON.search(text) or not all(map(is_known_tld, _DOTTED.findall(text))) for text in around)


_MEMBER = re.compile(r"\.([A-Za-z_][\w\-]*+)(?![.\-/@])")


def _has_member(place: NameInLine) -> bool:
    """Return whether the line has a name of the same object that is no site: ``tx.to, tx.value``."""
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
    """Return whether the same host stands in an address in the line."""
    if "//" not in place.before and "//" not in place.after:
        return False
    name = place.name.lower()
    return any(name in host.lower() for text in (place.before, place.after) for host in _HOST.findall(text))


def _is_path_elsewhere(place: NameInLine) -> bool:
    """Return whether the labels are a path of an address in the line: ``https://galaxy.example/community/aws``."""
    path = "/" + place.name.replace(".", "/")
    return path in place.before or path in place.after


# words before "at" that name no mailbox: hosted at a.example, python3 at, look at
_PLACES = """
    apply archives? are arrive articles? as ask be been below blog book box browse buy chat check codes? copy demo
    details? docs? donate download end events? files? find forums? free get go gui help here home i[nst] join
    learn links? list live login logs? look manual maps? me meet mirror more news now on online order over papers?
    pay photos? play post profile projects? read register reports? repos? repository schedule search see sell
    servers? shop show sources? start stay stop store study submit text that them these they this today tree try
    tutorial us v[0-9.]+ versions? video view visit vote was watch we were wiki work you
    """
_LOCAL = (
    r"(?!(?i:\w+(?:[ai]ble|ed|ing|ound|age|ite|ly|-(?:in|off|on|only|out|to|up))|[\w\-]+\.(?:js|net|py)"
    rf"|{'|'.join(_PLACES.split())}) )[\w.+\-]{{1,64}}(?: dot [\w.+\-]{{1,64}})? (?:at|AT) \Z"
)
_MAILBOX_AT = re.compile(
    rf"(?:[<(]|&lt;|//|mailto:){_LOCAL}"
    rf"|\b(?:(?i:e-?mail)(?: ?[:=] ?[\"<]?| )|(?:To|From|Cc|Bcc|Reply-To):\s{{1,8}}\"?){_LOCAL}"
    rf"|\b(?i:e?-?mail|send|contact|comments|questions|enquir|inquir|subscri|submit)[^.:]{{0,64}} to {_LOCAL}"
    rf"|(?:^|(?<=[\s?,;:\"]))(?:(?=[^\W\d_][\w+\-]{{0,64}}[._+])|(?=[a-z][a-z_\-]{{0,64}}[0-9]{{2}})){_LOCAL}"
    r"|(?:^|[:;,(\[|?/\"'*>：（、，。\-–]\s{0,8}|\s\s"
    r"|\b(?i:to|from|contact|by|via|and|or|is|at|on|of|ask|try|schrieb|list) )"
    rf"(?=[a-z]{{2}}|\w{{1,16}}-[A-Za-z]){_LOCAL}"
)
# what follows an address in a header, where a program hid it, or in a quotation: ana at a.example> wrote:
_QUOTED = re.compile(
    r">|&gt;|[\"*']? <[\w.+\-]{1,64} at | at \w+ at |\]:?(?![(\[:])|(?: ?[<(]| &lt;)mailto:"
    r"|[^\w\s/]{0,2}\s{1,2}(?:wrote|writes|schrieb)\s*(?::|\Z)"
)


def _is_address_with_at(place: NameInLine) -> bool:
    """Return whether the name is of an address: ``<ana at a.example>``, ``ana.b at a.example``."""
    if not place.before.endswith((" at ", " AT ")):
        return False
    before = place.before[-100:]
    return place.name.isupper() or bool(_QUOTED.match(place.after) or _MAILBOX_AT.search(before))


_CODE_STARTS = re.compile(r"\s*(?:>>>|\.\.\.|(?:const|var|let|def|SELECT|print)\b)")
# f(x) -> => :: := == && ||: characters first, which are found faster
_CODE = re.compile(
    r"[;{(\-=:&|](?:(?<=[;{])\s*\Z|(?<=\w\()[^\s()]*+\)|(?<=[-=])>|(?<=:)[:=]|(?<==)=|(?<=&)&|(?<=\|)\|)"
)
_WORD = r"[^\W\d_]{2,}+[,.:]?+[ \t]"
_WORDS = re.compile(rf"\b{_WORD}++{_WORD}++{_WORD}|[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]{{5}}")


def _is_code(place: NameInLine) -> object:
    line = "".join((place.before, place.name, place.after))
    return _CODE_STARTS.match(line) or _CODE.search(line)


_LINK_TEXT = re.compile(r"\](?:\(https?://|\[[0-9]{1,3}\])|[^\[\]()]{0,80}\]\(https?://|`? <https?://|</a>")


def _is_link_text(place: NameInLine) -> object:
    return _LINK_TEXT.match(place.after)


def _is_group(place: NameInLine) -> bool:
    # else it is not worth to look
    if place.before[-1:] not in ("<", "(", "[") and "roups" not in place.before and "-" not in place.before[:16]:
        return False
    return speaker(place.before, place.name, place.after) in ("groups", "event")


def _is_running_text(place: NameInLine) -> object:
    return _WORDS.search(f"{place.before[-_NEAR:]}{place.name}{place.after[:_NEAR]}")


# --- the signs -------------------------------------------------------------------------------------------------------

_VARIABLES = (
    "args arr array author cfg color conf config console ctx cur curr data date datetime df dict edge elem elt err "
    "error event evt file fn func head img item json list log logger mail map math message model module msg node now "
    "obj object options opts os paginator params prev promise props queue req request res response result root row "
    "session settings socket stack state str string symbol sys table tail tensor tool torch tree tx typing user util "
    "utils val value vec worker"
)
_ASSIGNED = r"\s*(?:[-+*|&]?=(?!\")|:=|<-|[!=]==?|[-=]>|→|\?\.|;\s*\Z)|\s<=?\s|\s>=\s"
_ASSIGNS = "-+*|&=:!→?;<>"
_CLOSING = "`*\"'”」"
_ELSEWHERE = 20
SIGNS = (
    # the shape of the name
    Sign(
        -20,
        "name",
        r"(?i:self|std|this|cls|super|window|document|system|java|globalThis|process\.env)\..*(?<!\.com|\.org|\.net)"
        rf"|.*\.prototype\..*|.*\.java\..*|(?i:self|std|this|{_VARIABLES.replace(' ', '|')})\.net",
        "a member of an object: self.id",
    ),
    Sign(-20, "name", r"(?:com|org|net|edu|gov|io)\..*(?:\..*|(?<!\.[a-z]{2}))", "a package of Java", _NOT_HOSTS),
    Sign(
        -20,
        "name",
        r"(?:\w*[A-Z]\w*|.*[^\x00-\x7F])\.N(?:ET|et)|\w*[a-z]\.NET|(?:ado|asp|vb)\.net|(?i:command\.com)|READ\.ME"
        r"|lib.*\.(?:so|la)|.*\.(?:tar|tgz|gz|bz2|xz|dll)[.\-].*|(?:README|LICENSE|CHANGES|CHANGELOG|TODO)\..*"
        r"|.*(?:-at-|\.AT\.|\.DOT\.).*",
        "a platform, a library, an archive, the first file of a project, a hidden address: ASP.NET, libc.so",
    ),
    Sign(
        -20,
        "name",
        "|".join(
            (
                r"[0-9.]+\.dev",
                r"[0-9]+(?:\.[0-9]+)+\.[A-Za-z]+",
                r"[0-9]+\.[0-9]+\.[0-9]+-.*|.*-[0-9]+-g[0-9a-f]{7,40}[.\-].*",  # of SemVer, of git describe
                r".*[^\x00-\x7F]\.[A-Z]{2}|(?:[A-Z]\.){2,}[A-Z]+",
                r"(?i:ac|co|com|edu|net|org)\.[a-z]{2}",
                r"(?i:(?:(?:dd|mm|tt|yy|yyyy|jj|jjjj|aaaa|hh)\.)+(?:mm|tt)|(?:x+\.)+x+)",
                r"(?:astro-ph|cond-mat|cs|eess|math|physics|q-bio|q-fin|stat)\.[A-Z]{2}",
                r"(?:alt|comp|misc|rec|sci|soc)\.[a-z]+\..*",
            )
        ),
        "a version, initials, a public suffix, a form of dates, a placeholder, a group of Usenet: 1.2.dev, co.uk",
    ),
    Sign(
        -6,
        "name",
        r".*\.(?:ac|am|c|conf|h|html|js|json|mk|pc|py|sh|spec|txt|xml)\.in|.*\.(?:html|json|txt|xml)\.[a-z]+"
        r"|(?i:configure|makefile|kconfig)\..*|config\.ru|[A-Z][\w\-]*\.(?:app|new)",
        "a template for a file, an application of macOS: config.h.in",
    ),
    Sign(
        -6,
        "name",
        r".*\.[A-Z]\w*[a-z]\w*\..*"
        r"|(?:body|div|form|h[1-6]|img|input|li|nav|ol|pre|section|span|svg|t(?:able|body|d|h|head|r)|ul)\..*"
        r"|[^.]*[A-Za-z][^.]*\.[0-9]{1,3}\.[A-Za-z]+",
        "a class in a longer name, a selector of CSS, a number in a name: li.next.page",
        _NOT_HOSTS,
    ),
    Sign(
        -6,
        "name",
        r".*\.[A-Z][a-z]+|[a-z]+\.[A-Z]{2}",
        "a module or class: Data.Map",
        _NOT_SITES,
    ),
    Sign(
        -8,
        "name",
        r"[A-Z].*\.[A-Z][a-z]|[a-z]\.[A-Z]+|.*[a-z].*\.[A-Z]{3,}",
        "capitals: Who.Me, i.MX, Log.INFO",
        _NOT_USUAL,
    ),
    Sign(
        -8,
        "name",
        r"(?i:done|here|now|possible|sure|that|there|this|too|well|yet)\.[a-z]{2}"
        r"|(?i:able|going|have|like|need|try|used|want)\.to"
        r"|(?:am|an?|are|was|were|her|his|its|my|our|the|their|your)\.[a-z]{3,}"
        r"|[\u3040-\u30FF\u3400-\u9FFF]{6,}\.[A-Za-z]+|[0-9]{1,2}\.[A-Za-z]+",
        "the last word of a sentence, an article, a number in a list",
        _NOT_USUAL,
    ),
    Sign(
        -3,
        "name",
        rf"(?:{_VARIABLES.replace(' ', '|')}|[a-z]+(?:{_VARIABLES.title().replace(' ', '|')}))\..+"
        r"|(?:Array|Date|JSON|Log|Logger|Map|Math|Number|Object|Promise|Reflect|Set|String|Symbol)\.[a-z]+",
        "an attribute of a usual variable or class",
        _NOT_USUAL,
    ),
    Sign(
        -3,
        "name",
        r"[^.]\.[^.]+|[A-Z_\-]{2,}\.[a-z]+|[^.]+\..*\..*",
        "a variable of one letter, a file in capitals, an attribute of an attribute",
        _MODULES,
    ),
    Sign(-3, "name", r"[a-z]+[0-9]*[A-Z].*|(?:[A-Z][a-z]+){2,3}\.[a-z]+", "camelCase", _NOT_SITES - {"small"}),
    Sign(-4, "name", r".*[ğışĞİŞ].*\.[a-z]+", "a word in Turkish: gelmiştir.link", _NOT_SITES - {"file"}),
    Sign(3, "name", r".*\..*\.(?:ai|app|co|dev|io|pl|tv)", "a host below a site"),
    Sign(
        3,
        "name",
        r"[a-z0-9]+-[a-z0-9\-]+\.[a-z]+",
        "a hyphen, which attributes do not have",
        frozenset({"noun", "firm"}),
    ),
    # what joins the name to more
    Sign(-20, "before", r"(?<!\\)\\|\$\{?|(?<![0-9])%|\.|->|::", "a variable, or part of a name", _ALL, "\\$%.>:{"),
    Sign(
        -30,
        "before",
        r"(?<![A-Za-z0-9@])[@#!$][\w.\-+=/]{1,64}:|<(?!UR[IL]:)\w[\w.\-=]{0,63}:|\b[a-z]{1,16}:[\w/]{0,32}/\w{1,16}:"
        r"|#[\w\-]{2,32},? #|:[a-z][a-z:\-]*:`[~!]?",
        "the server of an account or a channel, a role: @alice:matrix.org",
        _ALL,
        ":#`~!",
    ),
    Sign(
        -40,
        "before",
        r"[^\W_]#|\w\W{0,2}[<\[({]\s?(?i:at)\s?[>\])}]\s?|&#64;|!@!|@\?|\.[a-z]+!|@[^\s/]{0,64}[\])}]"
        r"|(?<![\w.+\-])[A-Za-z][\w+\-]{0,63}[._0-9][\w.+\-]{0,63} @ ",
        "an address that is hidden from robots",
        _ALL,
        ">])};!?#@",
    ),
    Sign(
        -20,
        "after",
        r"%[0-9A-Fa-f]{2}|:[a-z_][\w.]{0,63}:|[)\]] (?:has (?:joined|left|quit)|joined|left|[Qq]uit)\b|<-\s?[\w\"']"
        r"| (?:at|AT) [\w\-]+\.[\w.\-]*\w(?![\w(\-/])",
        "a part of an encoded address or of a number of parts, a person in a log",
        _ALL,
        "%:)]<aA",
    ),
    # code beside it
    Sign(-20, "after", r"!?\(|_+\(", "a call", _NOT_HOSTS, "!(_"),
    Sign(-3, "after", r"!?\((?:[\w\"'&*)\[{]|\s*\Z)|_+\(", "a call, though the name could be a site", _ALL, "!(_"),
    Sign(
        -6,
        "after",
        rf"\.[A-Z_]\w|\[(?![0-9]{{1,2}}\]|[^\x00-\x7F])|[{_CLOSING}]?\.\*|\s{{1,8}}import\b",
        "a class of a package, an element, a name space",
        _ALL,
        ".i[" + _CLOSING,
    ),
    Sign(
        -6,
        "after",
        rf"[{_CLOSING}_]{{0,3}}\s(?:module|namespace|package|class|function|field|attribute|library|files?)\b",
        "a module, object or file by name",
        _NOT_SITES,
        _CLOSING + "_mnpcfal",
    ),
    Sign(
        -20,
        "after",
        r"/v[0-9]{1,2}(?:(?:alpha|beta)[0-9]|[`*]{0,2}\s[`*]{0,2}(?:API|[A-Z][a-z]+[A-Z]))"
        r"|/[\w.\-]+[`*\"']{0,2}\s(?:annotation|label|taint|finalizer)s?\b|[`*\"']?\sAPI\s(?:group|version)"
        r"|/[\w.\-/]{1,64}(?:[\"'`]?:\s|=[\w.\-]+\Z|=[\w.\-]+\s-)|/[0-9]{1,2}(?![\w/.])",
        "a group of an interface, a key with a name space, an arity: policy.k8s.io/v1beta1, Enum.map/2",
        _NOT_USUAL,
        "/A" + _CLOSING,
    ),
    Sign(-5, "after", _ASSIGNED, "an assignment, a comparison, the end of a statement", _NOT_HOSTS, _ASSIGNS),
    Sign(-2, "after", _ASSIGNED, "the same after a name that could be a site", _ALL, _ASSIGNS),
    Sign(
        -5,
        "before",
        r"(?:[-+*/%&|<>!=:]=|[^=\"'?&/\w]=)\s{1,8}|[A-Za-z0-9_]\[|[A-Za-z0-9_]\((?:[^()]{0,80},\s?)?[\"']?"
        r"|&|[├└│─]\s{0,8}|\s(?:[:@#][\w.\-]+|v-[\w:.\-]+|\[[\w.]+\]|\([\w.]+\))=\"",
        "a value, an index, an argument, a file in a tree",
        _NOT_HOSTS,
        "=[(,&├└│─\"'_",
    ),
    # in the line
    Sign(-40, "line", _is_address_with_at, 'an address with "at"'),
    Sign(
        -6,
        "line",
        lambda place: (place.before.strip(), place.after.strip()) in (("[", "]"), ("", ",")),
        "a section of settings, an argument on its own line",
        _NOT_HOSTS,
    ),
    Sign(
        -8,
        "line",
        lambda place: place.before.strip() == "at" and place.after.startswith(" ("),
        "a line of a stack trace",
        _NOT_USUAL,
    ),
    Sign(-3, "line", lambda place: place.before[-1:] == place.after[:1] == "`", "a code span", _NOT_HOSTS),
    Sign(-3, "line", _in_list, "a list of files or members", _MODULES | {"small"}),
    Sign(-20, "line", _is_group, "a group of Usenet, a host in a chat", _NOT_USUAL),
    Sign(-6, "line", _has_member, "another member of the same object: tx.to, tx.value", _NOT_HOSTS),
    Sign(-8, "line", _is_glued, "two sentences: possible.it does", _ALL - {"usual", "startup", "file"}),
    Sign(-3, "line", _is_code, "a line of code", _NOT_USUAL),
    Sign(2, "line", _is_running_text, "running text"),
    Sign(_ELSEWHERE, "line", _is_elsewhere, "an address with the same host"),
    Sign(7, "line", _is_in_language, "a text in the language of the country: pl", frozenset({"file"})),
    Sign(-9, "line", _is_path_elsewhere, "an address with the labels as its path", _NOT_USUAL),
    Sign(4, "line", _is_link_text, "the text of a link", _ALL - {"file", "attribute"}),
    Sign(4, "after", r"(?::[0-9]{1,5})?/(?![\w\-]+\.(?!html?\b|php\b|xml\b)[a-z]{2,4}\b)", "a path", _ALL, ":/"),
)
_STATE = re.compile(r".\.(?:ac|edu|gob|gov|mil)\.[a-z]{2}\Z")  # where the list has none: mec.gov.md
_FILE_BEFORE = re.compile(r"\.(?i:com|in|name|net)\.[^.]+\Z")  # obj.com.so, build.name.mk
_LEAST_IN_MAIL = 3  # of an ending in mail, if no file has it: spam has sites below click and store
_REGISTERED = 10  # of a name below a suffix of several labels, which a registry sells: bps.go.id

# What needs no weighing, as nearly all bare names in prose: a usual ending, and white space or punctuation around.
_PLAIN_BEFORE = frozenset(" \t\n\"'“‘([（<*|，、：/")
_PLAIN_NOT = ("cd ", "Version: ", "Versions: ", "Group: ", "Groups: ", "at ", "AT ", "= ", "> ", "] ", ") ", "} ", "@ ")
_PLAIN_AFTER = re.compile(
    r"/(?![\w.\-/]{1,64}(?:[\"'`]?:\s|=))|(?![)\]] (?:has|joined|left|[Qq]uit)\b)[,)\]>*|”’），、。!?\"']"
    r"|\.(?![\w.])|\s(?![ \t]*[-=:+<>!|&])|\Z"
)
_PACKAGES = ("com.", "org.", "net.", "edu.", "gov.", "io.", "ado.net", "asp.net", "vb.net", "command.com")  # and more

_MOST_BESIDE = max(_BEFORE_NAMES.values()) + sum(max(sign.weight, 0) for sign in SIGNS if sign.beside)
_Tests = tuple[tuple[int, Callable[[NameInLine], object]], ...]


class _Signs(NamedTuple):
    """The signs of names with one kind of ending, by where they are seen, compiled."""

    shapes: tuple[tuple[int, Callable[[str], object]], ...]
    before: dict[str, tuple[tuple[int, Callable[[str], object]], ...]]  # by the last character
    after: dict[str, tuple[tuple[int, Callable[[str], object]], ...]]  # by the first one
    line: _Tests
    line_alone: _Tests  # of a line without "//"
    lowest: int  # what those of the line can add
    highest: int


@cache
def _signs(kind: Kind) -> _Signs:
    signs = [sign for sign in SIGNS if kind in sign.kinds]

    def compiled(where: str, ending: str, method: str) -> list[tuple[Sign, Callable[[str], object]]]:
        some = (sign for sign in signs if sign.where == where)
        return [(sign, getattr(re.compile(f"(?:{sign.seen}){ending}"), method)) for sign in some]

    def beside(where: str, ending: str, method: str) -> dict[str, tuple[tuple[int, Callable[[str], object]], ...]]:
        found = compiled(where, ending, method)
        keys = {key for sign, _ in found for key in sign.beside}
        return {key: tuple((sign.weight, test) for sign, test in found if key in sign.beside) for key in keys}

    # those that change most come first, so that the others need not be asked
    line = tuple(
        sorted(((sign.weight, sign.seen) for sign in signs if callable(sign.seen)), key=lambda one: -abs(one[0]))
    )
    return _Signs(
        tuple((sign.weight, test) for sign, test in compiled("name", "", "fullmatch")),
        beside("before", r"\Z", "search"),
        beside("after", "", "match"),
        line,
        tuple(one for one in line if one[1] is not _is_elsewhere),
        sum(min(weight, 0) for weight, _ in line),
        sum(max(weight, 0) for weight, _ in line),
    )


class _Name(NamedTuple):
    signs: _Signs
    is_site: bool  # whatever stands around
    is_plain: bool
    weight: int  # of its ending and its shape


def _registered(name: str) -> int:
    """Return the weight of a suffix of several labels below which registries sell names."""
    if not (is_registry_suffix(name.partition(".")[2].lower()) or _STATE.search(name)):
        return 0
    return 0 if kind_of(name.rpartition(".")[2].lower()) == "file" and _FILE_BEFORE.search(name) else _REGISTERED


def weights_of(place: NameInLine) -> Iterator[tuple[int, str]]:
    """Yield what speaks for a site, or against it, and how much, for the reader of `Finder.why`."""
    kind = kind_of(place.name.rpartition(".")[2].lower())
    yield endings().weights[kind], f"its ending ({kind})"
    if weight := _registered(place.name):
        yield weight, "below a suffix that registries sell"
    if weight := word_before(place.before[-_NEAR:]):
        yield weight, "the word before it"
    yield from ((sign.weight, sign.reason) for sign in SIGNS if kind in sign.kinds and sign.is_seen(place))


@lru_cache(maxsize=1024)
def _read(name: str, least: int) -> _Name:
    ending = name.rpartition(".")[2].lower()
    kind = kind_of(ending)
    signs = _signs(kind)
    weight = endings().weights[kind] if kind == "file" else max(endings().weights[kind], least)
    weight += sum(weight for weight, test in signs.shapes if test(name)) + _registered(name)
    is_package = name.startswith(_PACKAGES) or "-at-" in name or "-g" in name
    return _Name(signs, name[:4].lower() == "www.", kind == "usual" and name.islower() and not is_package, weight)


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


def decider(evidence: bool, of_mail: bool, lists: Lists) -> Callable[[str, int, int], bool] | None:
    """Return the function that decides whether a bare name is linked; None if all are."""
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
    """Return whether the bare name from ``start`` to ``name_end``, without its path, is more likely a site.

    ``least`` is the weight that every ending has at least, except the suffixes of files.
    """
    name = text[start:name_end]
    signs, good, plain, total = _read(name, least)
    near = text[start - _NEAR if start > _NEAR else 0 : start]
    if good or (
        plain
        and (not near or (near[-1] in _PLAIN_BEFORE and not near.endswith(_PLAIN_NOT)))
        and _PLAIN_AFTER.match(text, name_end)
    ):
        return True
    low, high = start - REACH if start > REACH else 0, name_end + REACH
    low = text.rfind("\n", low, start) + 1 or low
    if (line_end := text.find("\n", name_end, high)) >= 0:
        high = line_end - text.endswith("\r", name_end, line_end)  # CR LF
    lowest, highest = signs.lowest, signs.highest
    if text.find("//", low, high) < 0:
        highest -= _ELSEWHERE
    if total + highest + _MOST_BESIDE <= 0:
        return False
    total += _beside(signs, near, text[name_end : high if high < name_end + _NEAR else name_end + _NEAR], low - start)
    if total + highest <= 0:
        return False
    place = NameInLine(name, text[low:start], text[name_end:high])
    for weight, test in signs.line if text.find("//", low, high) >= 0 else signs.line_alone:
        if total + highest <= 0:
            return False
        if total + lowest > 0:
            return True
        if weight > 0:
            highest -= weight
        else:
            lowest -= weight
        if test(place):
            total += weight
    return total > 0


def _beside(signs: _Signs, near: str, ahead: str, low: int) -> int:
    """Return what stands directly before and after a name says; ``low`` is where its line begins, counted backwards."""
    near, total = near[max(low, -_NEAR) :] if low else "", 0
    if near:
        total = word_before(near)
        last = near.rstrip()[-1:]
        for weight, test in signs.before.get("a" if last.isalnum() else last, ()):
            if test(near):
                total += weight
    if ahead:
        for weight, test in signs.after.get(ahead.lstrip()[:1], ()):
            if test(ahead):
                total += weight
    return total
