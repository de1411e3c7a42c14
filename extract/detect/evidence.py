r"""Whether a bare name is a site, or the name of a file, an object or a module: the tailoring "evidence".

The ending says how likely a site is; each sign around the name changes that by its weight. A name is a link if the sum
is above zero. What the weights were counted on stands in the reason of the tailoring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from extract.detect.around import REACH
from extract.iri.tld import is_known_tld
from extract.text.regexes import re


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """Top-level domains, and how likely a name with one of them is a site."""

    weight: int
    names: frozenset[str]


def _ending(weight: int, names: str) -> Ending:
    return Ending(weight, frozenset(names.split()))


_USUAL = _ending(7, "com edu gov mil net org")
_SURE = _ending(  # and those that are not ASCII
    5,
    """
    ar au bg br by ca ch cl cn cz de dk ee es eu fi fr gr hk hr hu ie il ir jp kr kz lu lv mx nl nz pe ro ru
    se sg si sk su tw ua uk uy uz
    """,
)
_SURE_WORDS = _ending(5, "be it no us za")  # which end or begin a sentence, too
_STARTUPS = _ending(3, "ai co dev gg gl int io ly tv")  # sites more often than modules
_STARTUP_WORDS = _ending(3, "is me")
_SMALL = _ending(1, "")  # all others with two letters
_COUNTRIES = _ending(1, "ad as at cat do fk fm in la ml mm my nc nf pa ph pt sc st td th tl tm to tr vi vu")
_NEW = _ending(1, "")  # all others: accountants, xyz
# words and names of firms and cities: rather the next sentence, or a member, than a site
_NAMES = _ending(
    -2,
    """
    able adult ally android arab army arte asda axa band bank bbc beats bible bing blackfriday blue
    boo book broker brother buy cal call canon capital cars casa catholic ceo charity chase chrome cisco
    citi cricket crown cruise dad dance deal delta dish doctor doha drive earth eat epson ericsson faith fans farmers
    fashion fast ferrari fidelity fido fire flowers football ford fox frontier gallo gap garden george glass gmail
    gop got gucci hair hermes honda horse hot hotmail hughes hyundai ibm infiniti intuit jaguar jeep
    jot joy kia kids kim kindle lamer lasalle latino lds lego lexus lidl like lilly lincoln living locker locus lotte
    lotto love makeup mango marriott mattel meet men merck microsoft mini mint mit mitsubishi
    mlb monster mormon moto navy nba nec netflix nexus nfl nico nike nikon nissan nokia norton observer omega oracle
    orange organic origins panasonic pars phd philips ping pink pioneer playstation prime quest rio rodeo rogers
    rugby safety samsung saxo schmidt seek seven sex sexy sharp silk sina sky skype smart smile song soy star
    surgery suzuki tab tatar tennis toshiba toyota tunes ups visa viva vivo vodka volvo walter wang
    weber wed weibo windows winners wow xbox xerox yahoo yandex you youtube yun zara
    """,
)
# words: of sites in running text, of parts of programs elsewhere
_NOUNS = _ending(
    0,
    """
    actor analytics app art auction author auto baby best bid bike blog bot box cafe camp car cards career case cash
    center channel chat city clone club codes coffee company compare computer contact country courses dates day
    deals delivery design diet direct directory discount dog domains energy engineering events exchange expert
    express family fan farm film final finance flights food forum fun fund game games gift global gold green
    group guide guild health here holiday host hosting house info ink institute international jobs kitchen lease
    legal life lighting limited link live loan ltd management market media member memorial mobile mom money movie
    music new news now off office online party pay pet phone photo photos pics pictures pizza place plus post press
    productions prof promo racing recipes rent rentals repair report rest restaurant review reviews rip rocks room
    schedule school science seat security shoes shop shopping singles site ski skin soccer social software solar
    solutions space sport studio study supply support surf systems tax team tech theater tickets tips tires tools
    top tours town toys trade trading training tube vacation video vision vote voyage watch weather webcam
    website wedding win wine work works world yoga zone
    """,
)
# names of attributes and methods, in any text
_ATTRIBUTES = _ending(
    -3,
    """
    abc bar build click code content data date dial discover download email fail feedback fit fly foo free graphics
    help id land map menu ms name network next number one open parts pid pin pk play property pub read red run
    safe sale save search select server services shell show size spot storage store stream style sucks supplies talk
    target test title today total trust update url web xxx zero
    """,
)
_FILES = _ending(
    -3,
    """
    ads bb bin bz cab cc cs dds doc dot fish gdn gz inc java lua man md mo mov pm pro properties py
    sas sh so sql srl sv tar tf vb zip
    """,
)
_FILES_TOO = _ending(-3, "cf cr mk nu pl ps rs sy")  # and sites of a country
_FILE_KINDS = (_FILES, _FILES_TOO)
_KINDS = {
    name: kind
    for kind in (
        _USUAL,
        _SURE,
        _SURE_WORDS,
        _STARTUPS,
        _STARTUP_WORDS,
        _COUNTRIES,
        _NAMES,
        _NOUNS,
        _ATTRIBUTES,
        _FILES,
        _FILES_TOO,
    )
    for name in kind.names
}


def _kind(ending: str) -> Ending:
    default = _SURE if not ending.isascii() or ending.startswith("xn--") else _SMALL if len(ending) == 2 else _NEW
    return _KINDS.get(ending, default)


def is_word_of_programs(ending: str) -> bool:
    """Return whether a top-level domain is a word that programs have too: not com, and not most countries."""
    return _kind(ending) in (_NEW, _NAMES, _NOUNS, _COUNTRIES, _ATTRIBUTES, *_FILE_KINDS)


_NEAR = 48  # characters that a few words have


class NameInLine(NamedTuple):
    """A name, and the line around it within reach."""

    name: str
    near: str  # before it, as far as a few words go
    before: str
    after: str
    ahead: str  # after it, as far as a few words go


Test = Callable[[NameInLine], object]


class Seen(NamedTuple):
    """The test for a sign, and what must stand around a name for it to run: at most names, nearly none do."""

    cost: int  # the cheap ones come first
    make: Callable[[], Test]  # what makes the test when it is first needed
    # before the name: one of these words, opening marks aside, or of these characters or pairs, where "a" stands for
    # any letter, and "␣" for white space
    last: str = ""
    first: str = ""  # after it: one of these characters
    in_line: str = ""
    shape: str = ""  # of the name: a pattern

    @property
    def is_anywhere(self) -> bool:
        """Whether the whole line is searched."""
        return bool(self.cost) and not self.last and not self.first


def _name(pattern: str) -> Seen:
    def test() -> Test:
        fullmatch = re.compile(pattern).fullmatch
        return lambda place: fullmatch(place.name)

    return Seen(0, test, shape=pattern)


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


def _in_list(place: NameInLine) -> bool:
    """Return whether another name with the same ending stands in the line; or the same, if it is short."""
    stem, dot, ending = place.name.lower().rpartition(".")
    return any(_ends_other(text.lower(), stem, dot + ending) for text in (place.before, place.after))


def _ends_other(text: str, stem: str, ending: str) -> bool:
    at = -1
    while (at := text.find(ending, at + 1)) >= 0:
        if (
            text[at - 1 : at].isalnum()
            and not text[at + len(ending) : at + len(ending) + 1].isalnum()
            and not (len(stem) > 4 and text.endswith(stem, 0, at))
        ):
            return True
    return False


_SEPARATORS = (",", ";", "|", "/", "、", "，")
_USUAL_AFTER = re.compile(r"(?:com|net|org)(?![\w(]|\.\w)")


def _is_usual_elsewhere(place: NameInLine) -> bool:
    """Return whether a name in a list stands in the line with a usual ending, too: ``example.cf, example.org``."""
    if place.after[:1] not in _SEPARATORS and place.before.rstrip()[-1:] not in _SEPARATORS:
        return False
    stem = place.name.rpartition(".")[0].lower() + "."
    for text in (place.before, place.after):
        text, at = text.lower(), -1
        while (at := text.find(stem, at + 1)) >= 0:
            if not text[at - 1 : at].isalnum() and _USUAL_AFTER.match(text, at + len(stem)):
                return True
    return False


# endings that are suffixes of files and more, too, and what shows a text in the language of the country
_LANGUAGES = {
    "cr": "[áéíóúñ¿¡]",
    "mk": "[ѓќѕЃЌЅ]",
    "nu": r"[åÅ]|\b(?:och|inte|het|niet)\b",
    "pl": r"[ąćęłńśźżĄĆĘŁŃŚŹŻ]|\b(?:jest|oraz|stron[aiy]e?)\b",
    "ps": "[\u0620-\u064a]",
    "rs": "[ђјљњћџЂЈЉЊЋЏčćđšž]",
    "sy": "[\u0620-\u064a]",
}
_IN_LANGUAGE = {ending: re.compile(shows) for ending, shows in _LANGUAGES.items()}


def _is_in_language(place: NameInLine) -> bool:
    shows = _IN_LANGUAGE.get(place.name.rpartition(".")[2].lower())
    return shows is not None and any(map(shows.search, (place.name, place.before, place.after)))


_SLAVIC = re.compile("[ąćčďęěłńňřśšťůźżžđĆČĎĘŁŃŘŚŠŤŹŻŽ]")
_SLAVIC_WORDS = re.compile(r"[a-ząćęłńóśźż]+\.(?:do|je|na|sa|za)")
_TURKISH = re.compile("[ğışĞİŞ]")
_TURKISH_WORDS = re.compile(r"[a-zçğıöşü]+\.(?:ne|ve)")


def _is_slavic(place: NameInLine) -> bool:
    """Return whether a sentence in a Slavic language or Turkish begins without a space: ``mają.na``."""
    return any(
        words.fullmatch(place.name) and any(map(letters.search, (place.before, place.after)))
        for words, letters in ((_SLAVIC_WORDS, _SLAVIC), (_TURKISH_WORDS, _TURKISH))
    )


# sentences without a space between them: finish,but it lasts as long as possible.it does
_GLUED_WORDS = re.compile(r"[a-z]+\.(?:as|at|be|do|in|is|it|me|my|no|to|us|[a-z]{3,})", re.ASCII)
_GLUES = re.compile(r"(?<![\w.\-/@()=])[^\W\d_]{2,20}[,;!?][^\W\d_]{2,20}(?![\w.\-/@()=])")
_AFTER_IS = re.compile(r" (?:an?|that|the|there|this) ")


def _is_glued(place: NameInLine) -> bool:
    """Return whether a name looks like the end of a sentence and the beginning of the next, in a text that has more."""
    if not _GLUED_WORDS.fullmatch(place.name):
        return False
    if place.name.endswith(".is") and _AFTER_IS.match(place.after):
        return True
    return any(_GLUES.search(text) or _has_dotted(text) for text in (place.before, place.after))


_DOTTED = re.compile(r"(?<![\w.\-/@()=])[a-z]{3,20}\.([a-z]{2,20})(?![\w.\-/@()=])", re.ASCII)


def _has_dotted(text: str) -> bool:
    """Return whether a full stop stands between words that make no name: ``the codes.then``."""
    return not all(map(is_known_tld, _DOTTED.findall(text)))


_MEMBER = re.compile(r"([A-Za-z_][A-Za-z0-9_\-]*+)(?![.\-/@])")


def _has_member(place: NameInLine) -> bool:
    """Return whether the line has a name of the same object that is no site: ``tx.to, tx.value``."""
    known, _, _ = place.name.rpartition(".")
    known += "."
    for text in (place.before, place.after):
        at = -1
        while (at := text.find(known, at + 1)) >= 0:
            member = _MEMBER.match(text, at + len(known))
            before = text[at - 1 : at]
            if member and not (before.isalnum() or before in (".", "-", "/", "@") or is_known_tld(member[1])):
                return True
        at = -1
        while (at := text.find(place.name + ".", at + 1)) >= 0:
            member = _MEMBER.match(text, at + len(place.name) + 1)
            if member and not (text[at - 1 : at].isalnum() or is_known_tld(member[1])):
                return True  # twisted.news, twisted.news.low
    return False


def _is_elsewhere(place: NameInLine) -> bool:
    """Return whether the same host stands in an address in the line."""
    name = place.name.lower()
    for text in (place.before, place.after):
        at = -1 if "//" in text else len(text)
        text = text.lower() if at < 0 else text
        while (at := text.find(name, at + 1)) >= 0:
            head = text[max(at - 80, 0) : at]
            if (
                "//" in head
                and "file" not in head
                and not head.rpartition("//")[2].strip("abcdefghijklmnopqrstuvwxyz0123456789.-")
            ):
                return True
    return False


# words before "at" that name no mailbox: hosted at a.example, python3 at, look at
_PLACES = """
    apply archives? are arrive articles? as ask be been below blog book box browse buy chat check codes? copy demo
    details? docs? donate download end events? files? find forums? free get go gui help here home i[nst] join
    learn links? list live login logs? look manual maps? me meet mirror more news now on online order over papers?
    pay photos? play post profile projects? read register reports? repos? repository schedule search see sell
    servers? shop show sources? start stay stop store study submit text that them these they this today tree try
    tutorial us v[0-9.]+ versions? video view visit vote was watch we were wiki work you
"""
_PLACED = (
    r"(?!(?i:\w+(?:[ai]ble|ed|ing|ound|age|ite|ly|-(?:in|off|on|only|out|to|up))|[\w\-]+\.(?:js|net|py)"
    rf"|{'|'.join(_PLACES.split())}) )"
)
_LOCAL = rf"{_PLACED}[\w.+\-]{{1,64}}(?: dot [\w.+\-]{{1,64}})? (?:at|AT) \Z"
_AT = re.compile(
    "|".join(
        [
            rf"(?:[<(]|&lt;|//|mailto:){_LOCAL}",
            rf"\b(?:(?i:e-?mail)(?: ?[:=] ?[\"<]?| )|(?:To|From|Cc|Bcc|Reply-To):\s{{1,8}}\"?){_LOCAL}",
            rf"\b(?i:e?-?mail|send|contact|comments|questions|enquir|inquir|subscri|submit)[^.:]{{0,64}} to {_LOCAL}",
            rf"(?:^|(?<=[\s?,;:\"]))(?:(?=[^\W\d_][\w+\-]{{0,64}}[._+])|(?=[a-z][a-z_\-]{{0,64}}[0-9]{{2}})){_LOCAL}",
            # a word in lower case or with a hyphen: first, after a mark, or after a word that an address follows
            r"(?:^|[:;,(\[|?/\"'*>：（、，。]\s{0,8}|\s\s|"
            r"\b(?i:to|from|contact|by|via|and|or|is|at|on|of|ask|try|schrieb|list) )"
            rf"(?=[a-z]{{2}}|\w{{1,16}}-[A-Za-z]){_LOCAL}",
            rf"\bat [\w.\-]{{3,64}}[;,>] {{1,2}}<?{_LOCAL}",  # another one before it
        ]
    )
)
_AFTER_AT = re.compile(r"[.,;:]?(?:\s*\Z|\s{2}|\s+https?://| [|/] )")
_WORD_AT = re.compile(
    rf"(?:(?:&gt;|(?:On )?[0-9:]{{4,5}} [ap]m, |\W){{0,40}}|.*?(?:[ \t]{{2}}|[\-–|/:] )){_PLACED}[\w.+\-]{{1,64}} at "
)
# what follows an address in a header, where a program hid it, or in a quotation: ana at a.example> wrote:
_QUOTED = re.compile(
    r">|&gt;|[\"*']? <[\w.+\-]{1,64} at | at \w+ at |\]:?(?![(\[:])|(?: ?[<(]| &lt;)mailto:"
    r"|[^\w\s/]{0,2}\s{1,2}(?:wrote|writes|schrieb)\s*(?::|\Z)"
)


def _is_address_with_at(place: NameInLine) -> bool:
    """Return whether the name is of an address: ``<ana at a.example>``, ``ana.b at a.example``, alone in its line."""
    if not place.before.endswith((" at ", " AT ")):
        return False
    if place.name.isupper() or _QUOTED.match(place.after) or _AT.search(place.before, max(len(place.before) - 100, 0)):
        return True
    return _AFTER_AT.match(place.after) is not None and _WORD_AT.fullmatch(place.before) is not None


_KEY = re.compile(r"/[\w.\-/]{1,64}(?:[\"'`]?:\s|=[\w.\-]+\Z|=[\w.\-]+\s-)")


def _is_key(place: NameInLine) -> bool:
    """Return whether a name and its path are a key of YAML or a label: ``example.io/ingress: on``, ``…/part-of=a``."""
    return not place.before.strip(" \t\"'-*.0123456789") and _KEY.match(place.after) is not None


# of Kubernetes: a version of an interface, and the names of labels
_GROUP = (
    r"/v[0-9]{1,2}(?:(?:alpha|beta)[0-9]|[`*]{0,2}\s[`*]{0,2}(?:API|[A-Z][a-z]+[A-Z]))"
    r"|/[\w.\-]+[`*\"']{0,2}\s(?:annotation|label|taint|finalizer)s?\b"
)


_ARITY = re.compile(r"/[0-9]{1,2}(?![\w/.])")


def _is_function(place: NameInLine) -> bool:
    """Return whether a name is a function of Erlang or Elixir with its arity, ``Enum.map/2``, or of a stack trace."""
    return bool(_ARITY.match(place.after)) or (place.before.strip() == "at" and place.after.startswith(" ("))


def _is_section(place: NameInLine) -> bool:
    return (place.before.strip(), place.after.strip()) in (("[", "]"), ("", ","))


def _is_path_elsewhere(place: NameInLine) -> bool:
    """Return whether the labels are a path of an address in the line: ``https://galaxy.example/community/aws``."""
    path = "/" + place.name.replace(".", "/")
    return path in place.before or path in place.after


def _is_newsgroup(place: NameInLine) -> bool:
    is_field = place.before.lstrip(" *>-")[:11].lower().startswith(("newsgroups", "followup-to"))
    return is_field and place.before.rstrip().endswith((",", ":", "*"))


_TEMPLATE_ENDS = re.compile(r"\s?(?:%\}|\}\}|\|\s)")


def _is_label(place: NameInLine) -> object:
    """Return whether a name is the text of a link, or ends it: ``[docs.rs](https://…)``, ``[docs.rs][1]``."""
    is_text = place.before[-1:] in ("[", "(") and not (place.before[-2:-1].isascii() and place.before[-2:-1].isalnum())
    return is_text and _LABEL_ENDS.match(place.after)


def _is_in_template(place: NameInLine) -> bool:
    """Return whether a name stands in ``{{ … }}`` or ``{% … %}``, at its end or before a filter."""
    if not _TEMPLATE_ENDS.match(place.after):
        return False
    return max(place.before.rfind("{{"), place.before.rfind("{%")) > place.before.rfind("}")


def _is_keyword(place: NameInLine) -> bool:
    """Return whether a name is the value of a keyword argument: ``get(vote=vote.pk)``."""
    return place.after[:1] in (",", ")") and place.before[-1:] == "=" and place.before[-2:-1].isalnum()


_ITEM = re.compile(r"[ \t]*(?:[>*+\-•] )?(?:\[[ xX]?\] )?")


def _is_item(place: NameInLine) -> bool:
    return not place.after.strip() and _ITEM.fullmatch(place.before) is not None


def _is_alone(place: NameInLine) -> bool:
    return place.name.count(".") > 1 and not place.before.strip() and not place.after.strip()


_CODE_STARTS = re.compile(r"\s*(?:>>>|\.\.\.|(?:const|var|let|def|SELECT|print)\b)")
# f(x) -> => :: := == && ||: characters first, which are found faster
_CODE = re.compile(
    r"[;{(\-=:&|](?:(?<=[;{])\s*\Z|(?<=\w\()[^\s()]*+\)|(?<=[-=])>|(?<=:)[:=]|(?<==)=|(?<=&)&|(?<=\|)\|)"
)
_WORD = r"[^\W\d_]{2,}+[,.:]?+[ \t]"
_WORDS = re.compile(rf"\b{_WORD}++{_WORD}++{_WORD}")
_CJK = re.compile(r"[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]{5}")


def _is_code(line: str) -> bool:
    return bool(_CODE_STARTS.match(line) or _CODE.search(line))


def _is_running_text(text: str) -> bool:
    return bool((not text.isascii() and _CJK.search(text)) or _WORDS.search(text))


_HOSTS = (_USUAL, _SURE, _SURE_WORDS)
_SITES = (*_HOSTS, _STARTUPS, _STARTUP_WORDS)
_ALL_BUT_FILES_TOO = (*_SITES, _SMALL, _COUNTRIES, _NEW, _NOUNS, _ATTRIBUTES, _FILES)


class Sign(NamedTuple):
    """A reason for a site or against it: its weight, how it is seen, and what it is."""

    weight: int
    seen: Seen
    reason: str
    not_for: tuple[Ending, ...] = ()


_LABEL_ENDS = re.compile(r"\](?:\(https?://|\[[0-9]{1,3}\])")
_ASSIGNS = "-+*|&=:!→?;<>"  # what that begins with
_NETWORK = "curl wget ping ssh telnet nslookup dig whois traceroute"
_VARIABLES = (
    "args arr array author cfg color conf config console ctx cur curr data date datetime df dict edge elem elt err "
    "error event evt file fn func head img item json list log logger mail map math message model module msg node now "
    "obj object options opts os paginator params prev promise props queue req request res response result root row "
    "session settings socket stack state str string symbol sys table tail tensor tool torch tree tx typing user util "
    "utils val value vec worker"
)
_TAGS = "body|div|form|h[1-6]|img|input|li|nav|ol|pre|section|span|svg|t(?:able|body|d|h|head|r)|ul"
_LEAVES = r"[)\]] (?:has (?:joined|left|quit)|joined|left|[Qq]uit)\b"
_OPTION = "-o"  # stands for all options before the name
_CLOSING = "`*\"'”」"
_JOINED = r"[\"'`*)\]]{0,2}(?:\s?[,;|、，]\s?|,?\s(?:and|und|or|oder|et|ou|или)\s)[\"'`*(\[]{0,2}"
_A_SITE = rf"(?:[\w\-]{{1,63}}\.){{1,4}}(?:{'|'.join(sorted(_USUAL.names | _SURE.names | _SURE_WORDS.names))})"
_FILE = "文件|檔案|ファイル|파일|файл"
_ASSIGNED = r"\s*(?:[-+*|&]?=(?!\")|:=|<-|[!=]==?|[-=]>|→|\?\.|;\s*\Z)|\s<=?\s|\s>=\s"
_SIGNS = (
    # what joins the name to code
    Sign(-20, _before(r"\ $ % . -> :: ${", r"(?<!\\)\\|\$\{?|(?<![0-9])%|\.|->|::"), "a variable, or part of a name"),
    Sign(-30, _before(":", r"(?<![A-Za-z0-9@])[@#!$][\w.\-+=/]{1,64}:"), "the server of an account: @alice:matrix.org"),
    Sign(-20, _before(":", r"\b[a-z]{1,16}:[\w/]{0,32}/\w{1,16}:"), "a part of a URI: matrix:roomid/rid:a.example"),
    Sign(-20, _before("#", r"#[\w\-]{2,32},? #"), "a channel of IRC: #ana #a.example"),
    Sign(-20, _before(":", r"<(?!UR[IL]:)\w[\w.\-=]{0,63}:"), "the server of an account in a log: <alice:matrix.org>"),
    Sign(-20, _after(":", r":[a-z_][\w.]{0,63}:"), "a vendor of parts: xilinx.com:ip:mult:1.0"),
    Sign(
        -20,
        _before("@␣", r"(?<![\w.+\-])[A-Za-z][\w+\-]{0,63}[._0-9][\w.+\-]{0,63} @ "),
        "an address: ana.b @ a.example",
    ),
    Sign(-20, _after("%", r"%[0-9A-Fa-f]{2}"), "a part of an encoded address: ?u=…example.com%2Fa"),
    Sign(-20, _after(")]", _LEAVES), "the host of a person in a log: [~ana@a.example] has quit"),
    Sign(-20, _before("] ) }", r"@[^\s/]{0,64}[\])}]"), "an address with an obstacle for robots"),
    Sign(-20, _name(r".*(?:-at-|\.AT\.|\.DOT\.).*"), "and one with its sign in words"),
    Sign(
        -40,
        _before(
            "> >␣ ] ]␣ ) )␣ } }␣ ; ! ? a# a!",
            r"[^\W_]#|\w\W{0,2}[<\[({]\s?(?i:at)\s?[>\])}]\s?|&#64;|!@!|@\?|\.[a-z]+!",
        ),
        "an address that is hidden from robots, or goes from host to host",
    ),
    Sign(-40, _when(_is_address_with_at, "at"), 'an address with "at"'),
    Sign(-20, _after("aA", rf" (?:at|AT) {_A_SITE}(?![\w(\-/]|\.\w)"), "the person in one: ana.no at a.example"),
    Sign(-20, _after("!(_", r"!?\(|_+\("), "a call", _HOSTS),
    Sign(-20, _after("(", r"\(\)"), "a call without arguments"),
    Sign(-3, _after("!(_", r"!?\((?:[\w\"'&*)\[{]|\s*\Z)|_+\("), "a call, though the name could be a site"),
    Sign(-5, _after("[", r"\[(?![0-9]{1,2}\]|[^\x00-\x7F])"), "an element of an array"),
    Sign(-6, _after(".i", r"\.[A-Z_]\w|\s{1,8}import\b"), "a class of a package, a module of Python"),
    Sign(
        -6,
        _after(
            _CLOSING + "_mnpcfal",
            rf"[{_CLOSING}_]{{0,3}}\s(?:module|namespace|package|class|function|field|attribute|library)\b",
        ),
        "a module or object by name",
        _SITES,
    ),
    Sign(-6, _after(_CLOSING + ".", rf"[{_CLOSING}]?\.\*"), "a name space: m.room.*", _HOSTS),
    Sign(
        -20,
        _after("/A" + _CLOSING, rf"{_GROUP}|[{_CLOSING}]?\sAPI\s(?:group|version)"),
        "a group of an interface, a label: policy.k8s.io/v1beta1",
        (_USUAL,),
    ),
    Sign(-8, _when(_is_function, first="/("), "a function with its arity, or of a stack trace", (_USUAL,)),
    Sign(-6, _when(_is_section, first="],"), "a section of settings, an argument on its own line", _HOSTS),
    Sign(-5, _after("]", r"\]:\s(?!<?https?:)"), "a key that is computed: [Op.gt]: 1", _HOSTS),
    Sign(-10, _before(">␣", r"\S\s?>{1,2}\s"), "what a program writes", _SITES),
    Sign(-4, _after("\"'", r"[\"']\s?:\s"), "a key of an object", _HOSTS),
    Sign(-3, _before("\" '", r"\w\s:?=\s[\"']"), "a text in an assignment", _SITES),
    Sign(-4, _after(_CLOSING + "fF文檔フ파ф", rf"[{_CLOSING}]{{0,3}}\s?(?i:files?\b|{_FILE})"), "a file", _HOSTS),
    Sign(
        -4,
        _before(
            "named called file files fichier datei archivo ficheiro script файл файла файле файлу файлом "
            + _FILE.replace("|", " "),
            r"(?:(?i:\b(?:(?:file|script)s? (?:named|called)|files?|fichier|datei|archivo|ficheiro|script|файл[аеу]?"
            r"|файлом))"
            rf"|{_FILE})"
            r"[*_]{0,2}[:：]?[*_]{0,2}\s?[\"'“‘「(（*_`\[]{0,3}",
        ),
        "the same before it",
        _HOSTS,
    ),
    Sign(-3, _after("]", r"\]\((?!(?i:https?:)?//)"), "the text of a link to a page beside", _HOSTS),
    Sign(-5, _after(_ASSIGNS, _ASSIGNED), "an assignment, a comparison, the end of a statement", _HOSTS),
    Sign(-2, _after(_ASSIGNS, _ASSIGNED), "the same after a name that could be a site"),
    Sign(
        -5,
        _before(
            "=␣ return new await yield not",
            r"(?:[-+*/%&|<>!=:]=|[^=\"'?&/\w]=|\b(?:return|new|await|yield|not))\s{1,8}",
        ),
        "a value in an expression",
        _SITES,
    ),
    Sign(
        -3, _before("=␣ return", r"[\w)\]]\s?[:+-]?=\s{1,8}|\breturn\s{1,8}"), "the same of a name that could be a site"
    ),
    Sign(-8, _after("<", r"<-\s?[\w\"']"), "an assignment in R: max.it<-1"),
    Sign(-4, _when(_is_keyword, "="), "a keyword argument", _SITES),
    Sign(-6, _before("a[", r"[A-Za-z0-9_]\["), "an index: best[force.in]", _HOSTS),
    Sign(
        -6,
        _before(
            '& ├ ├␣ └ └␣ │ │␣ ─ ─␣ ="',
            r"&|[├└│─]\s{0,8}|\s(?:[:@#][\w.\-]+|v-[\w:.\-]+|\[[\w.]+\]|\([\w.]+\))=\"",
        ),
        "an address in memory, a file in a tree, a value of Vue or Angular",
        _HOSTS,
    ),
    Sign(-2, _before(": :␣ \" '", r"^\s*[\w\-]+: ?[\"']?"), "a value of YAML or of an object", _SITES),
    Sign(-5, _before("a( _( , ,␣", r"[A-Za-z0-9_]\((?:[^()]{0,80},\s?)?"), "an argument of a call", _HOSTS),
    Sign(-3, _before("\" '", r"\w\((?:[^()]{0,80},\s?)?[\"']"), "the same in quotes", _SITES),
    Sign(
        -5,
        _before(
            "import using package require include unzip python python3 bash sh source node java javac touch add module "
            "perl ruby vim nano chmod rm cp mv SELECT VIEW TABLE FROM JOIN INTO",
            r"(?:^|[\s>`])(?:import|using|package|require|include|unzip|python3?|bash|sh|source|node|javac?|touch|add"
            r"|module|perl|ruby|vim|nano|chmod|rm|cp|mv|SELECT|VIEW|TABLE|FROM|JOIN|INTO)\s{1,8}[\"'`]?",
        ),
        "what a program reads, or a language imports",
    ),
    Sign(-3, _before(_OPTION, r" -{1,2}[A-Za-z][\w\-]{0,20}\s{1,8}"), "the value of an option", _HOSTS),
    Sign(-5, _before(_OPTION, r" --global\s{1,8}"), "an option of git"),
    Sign(-12, _before("cd", r"(?:^|[\s>`$;&])cd\s{1,8}"), "a directory"),
    Sign(
        -8,
        _before(
            "install", r"\b(?:apt|apt-get|brew|conda|dnf|gem|npm|pip3?|snap|yum|zypper)\s(?:-y\s)?install\s{1,8}[\"'`]?"
        ),
        "a package: apt install docker.io",
    ),
    Sign(
        -3,
        _before("a( _( , ,␣", r"[A-Za-z0-9_]\((?:[^()]{0,80},\s?)?"),
        "the same of a name that could be a site",
        (_USUAL,),
    ),
    Sign(
        -6,
        _before("]( (/ ./", r"\]\((?:\.{0,2}/)?"),
        "the target of a link in Markdown: a file beside",
        _SITES,
    ),
    Sign(-6, _when(_is_in_template, first="%}|"), "a value of a template", _HOSTS),
    Sign(
        -6,
        _after(":#", r":[0-9]{1,5}(?![0-9/])|#"),
        "a line, or a part of a file",
        (*_SITES, _SMALL, _COUNTRIES, _NEW, _NOUNS),
    ),
    Sign(-6, _after(":", r":(?!80\b|443\b)[0-9]{1,3}(?![0-9/])"), "a line", (_USUAL,)),
    Sign(
        -20,
        _when(_is_newsgroup, ", ,␣ : :␣ * *␣"),
        "a group of Usenet",
        (_USUAL,),
    ),
    Sign(-20, _before(":` `~ `!", r":[a-z][a-z:\-]*:`[~!]?"), "a role of reStructuredText"),
    Sign(-20, _before(":␣", r"\bapi(?:Version|Group)s?:\s{1,8}"), "a version of an interface"),
    Sign(-20, _when(_is_key, first="/"), "a key with a name space"),
    # the shape of the name
    Sign(
        -20,
        _name(
            r"(?i:self|std|this|cls|super|window|document|system|java|globalThis|process\.env)\..*(?<!\.com|\.org|\.net)|.*\.prototype\..*"
        ),
        "a member of an object",
    ),
    Sign(
        -20,
        _name(r"(?:com|org|net|edu|gov|io)\..*(?:\..*|(?<!\.[a-z]{2}))|.*\.java\..*"),
        "a package of Java",
        _HOSTS,
    ),
    Sign(-6, _name(r".*\.[A-Z]\w*[a-z]\w*\..*"), "a class in a longer name", _HOSTS),
    Sign(
        -3,
        _name(rf"(?:{_VARIABLES.replace(' ', '|')}|[a-z]+(?:{_VARIABLES.title().replace(' ', '|')}))\..+"),
        "an attribute of a usual variable",
        (_USUAL,),
    ),
    Sign(
        -6,
        _name(r"(?:Array|Date|JSON|Log|Logger|Map|Math|Number|Object|Promise|Reflect|Set|String|Symbol)\.[a-z]+"),
        "an attribute of a class that languages have",
        (_USUAL,),
    ),
    Sign(3, _name(r".*\..*\.(?:ai|app|co|dev|io|pl|tv)"), "a host below a site"),
    Sign(3, _name(r"(?:cdn|docs|forum|ftp|irc|lists|mirror|wiki)\..*\..*"), "a usual name of a host"),
    Sign(-9, _name(rf"(?i:self|std|this|{_VARIABLES.replace(' ', '|')})\.net"), "an attribute: self.net"),
    Sign(
        -20,
        _name(r"(?:\w*[A-Z]\w*|.*[^\x00-\x7F])\.N(?:ET|et)|\w*[a-z]\.NET|(?:ado|asp|vb)\.net"),
        "a platform or library: ASP.NET, Polly.NET",
    ),
    Sign(
        -6,
        _name(
            r".*\.(?:ac|am|c|conf|h|html|js|json|mk|pc|py|sh|spec|txt|xml)\.in|.*\.(?:html|json|txt|xml)\.[a-z]+|(?i:configure|makefile|kconfig)\..*|config\.ru"
        ),
        "a template for a file",
    ),
    Sign(-6, _name(r"[A-Z][\w\-]*\.app"), "an application of macOS"),
    Sign(
        -20,
        _name(
            "|".join(
                [
                    r"lib.*\.(?:so|la)",
                    r"(?:path|dir)\.to\..*",
                    r"READ\.ME|(?i:command\.com)",
                    r".*\.(?:tar|tgz|gz|bz2|xz|dll)[.\-].*",
                    r"(?:README|LICENSE|CHANGES|CHANGELOG|TODO)\..*",
                    r"[0-9.]+\.dev",
                    r"[0-9]+(?:\.[0-9]+)+\.[A-Za-z]+",
                    r"[0-9]+\.[0-9]+\.[0-9]+-.*|.*-[0-9]+-g[0-9a-f]{7,40}[.\-].*",  # of SemVer, of git describe
                    r".*[^\x00-\x7F]\.[A-Z]{2}",
                    r"(?:[A-Z]\.){2,}[A-Z]+",
                    r"(?i:ac|co|com|edu|net|org)\.[a-z]{2}",
                    r"(?i:(?:(?:dd|mm|tt|yy|yyyy|jj|jjjj|aaaa|hh)\.)+(?:mm|tt)|(?:x+\.)+x+)",
                    r"(?:astro-ph|cond-mat|cs|eess|math|physics|q-bio|q-fin|stat)\.[A-Z]{2}",
                    r"(?:alt|comp|misc|rec|sci|soc)\.[a-z]+\..*",
                ]
            )
        ),
        "a library, a file, a version, initials, a public suffix, a form of dates, a placeholder, a group of Usenet",
    ),
    Sign(-6, _name(rf"(?:{_TAGS})\..*"), "a selector of CSS: li.next.page", _HOSTS),
    Sign(-6, _name(r".*\.[A-Z][a-z]+"), "a module or class: Data.Map", _SITES),
    Sign(-4, _name(r"[A-Z]\w*\.new"), "a constructor: Str.new"),
    Sign(-8, _name(r"[A-Z].*\.[A-Z][a-z]|[a-z]\.[A-Z]+"), "a name or question with capitals: Who.Me, i.MX", (_USUAL,)),
    Sign(
        -8,
        _when(_is_slavic),
        "the same in a Slavic language",
        (_USUAL, _SURE, _STARTUPS, _STARTUP_WORDS, *_FILE_KINDS, _NEW, _NOUNS, _ATTRIBUTES),
    ),
    Sign(
        -8,
        _when(_is_glued),
        "two sentences: possible.it does",
        (_USUAL, _SURE, _STARTUPS, _SMALL, *_FILE_KINDS, _ATTRIBUTES),
    ),
    Sign(
        -8,
        _name(
            r"(?i:done|here|now|possible|sure|that|there|this|too|well|yet)\.[a-z]{2}|(?i:able|going|have|like|need|try|used|want)\.to|(?:am|an?|are|was|were|her|his|its|my|our|the|their|your)\.[a-z]{3,}"
        ),
        "the last word of a sentence, or an article",
        (_USUAL,),
    ),
    Sign(-8, _name(r"[\u3040-\u30FF\u3400-\u9FFF]{6,}\.[A-Za-z]+"), "a sentence in Chinese or Japanese"),
    Sign(
        3,
        _name(r"[a-z0-9]+-[a-z0-9\-]+\.[a-z]+"),
        "a hyphen, which attributes do not have",
        (*_SITES, _SMALL, _COUNTRIES, _ATTRIBUTES, *_FILE_KINDS),
    ),
    Sign(-6, _name(r"(?=.*[a-z]).*\.(?!COM|ORG|NET|EDU|GOV)[A-Z]{3,}"), "a constant: Logger.INFO"),
    Sign(-4, _name(r"[a-z]+\.[A-Z]{2}"), "the same: pool.SD", _SITES),
    Sign(-3, _name(r"[A-Z_\-]{2,}\.[a-z]+"), "a file in capitals: README.md", _SITES),
    Sign(-3, _name(r"[a-z]+[0-9]*[A-Z].*"), "camelCase", _HOSTS),
    Sign(
        -3,
        _name(r"(?:[A-Z][a-z]+){2,3}\.[a-z]+"),
        "the same of a class",
        (*_SITES, _SMALL, _COUNTRIES, _NEW),
    ),
    Sign(-6, _name(r"[^.]*[A-Za-z][^.]*\.[0-9]{1,3}\.[A-Za-z]+"), "a number in a name: dev.0.auto", _SITES),
    Sign(-6, _name(r"[0-9]{1,2}\.[A-Za-z]+"), "a number in a list, and the next word", (_USUAL,)),
    Sign(-3, _name(r"[^.]\.[^.]+"), "a variable of one letter", (_USUAL, _STARTUPS, _STARTUP_WORDS, _NEW)),
    Sign(
        -2,
        _name(r"[^.]+\..*\..*"),
        "an attribute of an attribute",
        (*_SITES, _SMALL, _COUNTRIES, _NEW, _NOUNS),
    ),
    Sign(6, _name(r".*\.(?:ac|co|com|edu|gob|gov|mil|net|org)\.[a-z]{2}"), "a second level that is registered"),
    Sign(
        -4,
        _name(r".*[ğışĞİŞ].*\.[A-Za-z]+"),
        "a word in Turkish, and an ending that is English: gelmiştir.link",
        (*_SITES, _FILES_TOO),
    ),
    # what stands around
    Sign(
        -3,
        _when(lambda place: place.before.endswith("`") and place.after.startswith("`"), "`"),
        "a code span",
        _HOSTS,
    ),
    Sign(-3, _when(_in_list), "a list of files or members", (*_SITES, _NEW, _NOUNS)),
    Sign(-6, _when(_has_member), "another member of the same object: tx.to, tx.value", _HOSTS),
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
    Sign(20, _when(_is_elsewhere, in_line="//"), "an address with the same host"),
    Sign(6, _when(_is_usual_elsewhere), "the same name with a usual ending: a-b.cf, a-b.org", _ALL_BUT_FILES_TOO),
    Sign(7, _when(_is_in_language), "a text in the language of the country: pl", _ALL_BUT_FILES_TOO),
    Sign(
        4,
        _after(",;|、，aeouи", rf"{_JOINED}{_A_SITE}(?![\w(\-]|\.\w)"),
        "a list with a site",
        (_USUAL, _ATTRIBUTES, *_FILE_KINDS),
    ),
    Sign(
        4,
        _before(", ,␣ ; ;␣ | |␣ 、 ， and und or oder et ou или", rf"(?<![\w.\-]){_A_SITE}{_JOINED}"),
        "the same after a site",
        (_USUAL, _ATTRIBUTES, *_FILE_KINDS),
    ),
    Sign(-9, _when(_is_path_elsewhere, in_line="//"), "an address with the labels as its path", (_USUAL,)),
    Sign(
        3,
        _after("", r"(?!</a>)[^\[\]()]{0,80}+\]\(https?://|`? <https?://", "//"),
        "the text of a link",
        (*_FILE_KINDS, _ATTRIBUTES),
    ),
    Sign(3, _after("<", "</a>"), "the same in HTML", _FILE_KINDS),
    Sign(
        4,
        _when(_is_label, first="]"),
        "the text of a link that is or ends with the name alone",
        (*_FILE_KINDS, _ATTRIBUTES),
    ),
    Sign(4, _after(":/", r"(?::[0-9]{1,5})?/(?![\w\-]+\.(?!html?\b|php\b|xml\b)[a-z]{2,4}\b)"), "a path"),
    Sign(5, _before(_NETWORK, rf"\b(?:{_NETWORK.replace(' ', '|')})\s{{1,8}}"), "a program of the network"),
    Sign(
        5,
        _before(_OPTION, rf"\b(?:{_NETWORK.replace(' ', '|')})(?: -(?!>)\S{{1,20}})+\s{{1,8}}"),
        "the same with options",
    ),
    Sign(
        4,
        _before(
            "visit website site homepage domain from host 访问 官网 网站 网址 域名 サイト 사이트 сайт",
            r"(?i:\b(?:visit|(?:web ?|the )site|homepage|domain|download(?:ed)? from|host)|访问|官网|网站|网址|域名|"
            r"サイト|사이트|сайт)"
            r"[:：]?\s?[\"'“‘(（*_`\[]?",
        ),
        "words before a site",
    ),
    Sign(8, _before("](", r"\[(?i:web ?site|home ?page)\]\("), "the target of a link that says so"),
    Sign(1, Seen(6, lambda: _is_alone), "three labels, alone in their line"),
    Sign(1, _when(_is_item), "alone in a line or list", (*_SITES, _SMALL, _COUNTRIES, _ATTRIBUTES, *_FILE_KINDS)),
    Sign(2, _before('="', r"\b(?:alt|title)=\""), "a text to show in HTML"),
    Sign(1, _before("： ， 、 。 （ 「 『", r"[：，、。（「『]"), "punctuation of prose in Chinese and Japanese"),
    Sign(1, _after("，、。）」』", r"[，、。）」』]"), "and after it"),
    Sign(
        1,
        _before("see at via on from by 去 打开", r"(?i:\b(?:see|at|via|on|from|by)|去|打开)\s?\[?"),
        "words that may be",
        _FILE_KINDS,
    ),
)

# What needs no weighing, as nearly all bare names in prose: a usual ending, and white space or punctuation around.
_PLAIN_BEFORE = frozenset(" \t\n\"'“‘([（<*|，、：/")
_PLAIN_NOT = ("cd ", "Version: ", "Versions: ", "Group: ", "Groups: ", "at ", "AT ", "= ", "> ", "] ", ") ", "} ")
_PLAIN_AFTER = re.compile(
    rf"/(?![\w.\-/]{{1,64}}(?:[\"'`]?:\s|=))|(?!{_LEAVES})[,)\]>*|”’），、。!?\"']"
    r"|\.(?![\w.])|\s(?![ \t]*[-=:+<>!|&])|\Z"
)
_PACKAGES = ("com.", "org.", "net.", "edu.", "gov.", "io.", "ado.net", "asp.net", "vb.net", "command.com")  # and more


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


@dataclass(frozen=True, slots=True, eq=False)
class _Signs:
    """The signs of names with one kind of ending, by where they are seen."""

    has_shape: Callable[[str], object]  # whether a name has any of the shapes
    shapes: _Group
    anywhere: _Group
    beside_address: _Group  # anywhere in a line with "//"
    word: dict[str, _Group]  # by the end of the word before the name: see _word_end
    last: dict[str, _Group]  # by the last character before it, or the last two, or "-o" for an option
    first: dict[str, _Group]  # by the first character after it


@cache
def _signs(kind: Ending) -> _Signs:
    """Compile the signs that apply to names with an ending."""
    signs = [sign for sign in _SIGNS if all(kind is not other for other in sign.not_for)]
    signs.sort(key=lambda sign: (sign.seen.cost, sign.weight < 0))

    def those(test: Callable[[Seen], object]) -> _Group:
        return _group([sign for sign in signs if test(sign.seen)])

    before = {key for sign in signs for key in sign.seen.last.split()}
    words = {key for key in before if key.isalnum()}
    marks = before - words
    ends = {_word_end(word) for word in words}
    firsts = {key for sign in signs for key in sign.seen.first}
    return _Signs(
        re.compile("|".join(sign.seen.shape for sign in signs if sign.seen.shape)).fullmatch,
        those(lambda seen: seen.shape),
        those(lambda seen: seen.is_anywhere and not seen.in_line),
        those(lambda seen: seen.is_anywhere),
        {end: those(lambda seen: end in map(_word_end, words.intersection(seen.last.split()))) for end in ends},  # noqa: B023
        {key: those(lambda seen: {key, key[-1]}.intersection(seen.last.split())) for key in marks},  # noqa: B023
        {key: those(lambda seen: key in seen.first) for key in firsts},  # noqa: B023
    )


_FEW = 24  # characters that the end of the word before a name is in
# white space and opening marks, between a word and a name
_BETWEEN = "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\"'“‘(（*_`[:："
_BETWEEN += "".join(map(chr, range(0x2000, 0x200B)))


def _word_end(text: str) -> str:
    """Return what the word at the end of a text is looked up by: three letters, " at", or the last one beyond ASCII."""
    if text[-1:] > "\x7f":
        return text[-1].lower()
    return text[-3:].lower() if text[-3:-2].isalnum() else f" {text[-2:].lower()}"


class _Name(NamedTuple):
    signs: _Signs
    is_site: bool  # whatever stands around
    is_plain: bool
    weight: int  # of its ending
    most: int  # with its shape


_MOST = max(sign.weight for sign in _SIGNS if sign.seen.shape)


@lru_cache(maxsize=1024)
def _read(name: str) -> _Name:
    kind = _kind(name.rpartition(".")[2].lower())
    plain = (
        kind is _USUAL and name.islower() and not name.startswith(_PACKAGES) and "-at-" not in name and "-g" not in name
    )
    most = kind.weight + (_MOST if name.count(".") > 1 else 0)
    return _Name(_signs(kind), name[:4].lower() == "www.", plain, kind.weight, most)


@lru_cache(maxsize=1024)
def _shape(name: str) -> int:
    """Return what the shape of a name says."""
    signs = _read(name).signs
    if not signs.has_shape(name):
        return 0
    place = NameInLine(name, "", "", "", "")
    return sum(weight for weight, test in signs.shapes.tests if test(place))


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
    signs, good, plain, total, most = _read(name)
    head = text[start - _FEW if start > _FEW else 0 : start]
    if good or (
        plain
        and (not head or (head[-1] in _PLAIN_BEFORE and not head.endswith(_PLAIN_NOT)))
        and _PLAIN_AFTER.match(text, name_end)
    ):
        return True
    low, high = start - REACH if start > REACH else 0, name_end + REACH
    low = text.rfind("\n", low, start) + 1 or low
    if (line_end := text.find("\n", name_end, high)) >= 0:
        high = line_end - text.endswith("\r", name_end, line_end)  # CR LF
    beside = _beside(signs, head, text[name_end:high])
    tests, worst, best = _those(signs, text.find("//", low, high) >= 0, *beside)
    if most + best <= 0:
        return False
    total += _shape(name)
    if total + best <= 0:
        return False
    if total + worst > 0:
        return True
    return _weigh(tests, total, worst, best, _place(name, text[low:start], text[name_end:high]))


def _beside(signs: _Signs, head: str, after: str) -> tuple[bool, str, str, str]:
    """Return what signs are looked up by: an option before a name, the character after it, the mark and word before."""
    option, first, last = False, after[:1], head[-1:]
    if first.isspace():
        first = after[:_NEAR].lstrip()[:1]
    before = head
    if last.isspace():
        before = head.rstrip()
        mark = f"{before[-1:]}␣"
        option = " -" in head and before.rpartition(" ")[2][:1] == "-"
    elif (mark := f"a{last}" if head[-2:-1].isalnum() else head[-2:]) not in signs.last:
        mark = last
    word = _word_end(before.rstrip(_BETWEEN))
    return (
        option,
        first if first in signs.first else "",
        mark if mark in signs.last else "",
        word if word in signs.word else "",
    )


@lru_cache(maxsize=2048)
def _those(signs: _Signs, beside_address: bool, option: bool, first: str, last: str, word: str) -> _Group:
    """Return the signs that may be seen around a name, first those that are seen soonest."""
    groups = [
        *filter(None, (signs.word.get(word), signs.last.get(last), signs.first.get(first))),
        *([signs.last[_OPTION]] if option else ()),
        signs.beside_address if beside_address else signs.anywhere,
    ]
    return _Group(
        tuple(test for group in groups for test in group.tests),
        sum(group.worst for group in groups),
        sum(group.best for group in groups),
    )


def _place(name: str, before: str, after: str) -> NameInLine:
    return NameInLine(name, before[-_NEAR:], before, after, after[:_NEAR])


def _weigh(tests: tuple[tuple[int, Test], ...], total: int, worst: int, best: int, place: NameInLine) -> bool:
    """Look for one sign after the other, last those anywhere in the line, until no other can change the decision."""
    for weight, test in tests:
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
