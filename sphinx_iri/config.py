"""The configuration values of conf.py and docutils' settings, and the functions that depend on them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

from docutils.utils.urischemes import schemes as docutils_schemes

# Modules that find, convert and check IRIs are imported on first use: most small builds need few of them.
from extract.files.reading import read_file
from extract.iri.errors import IRIError
from extract.iri.schemes import DEFAULT_SCHEMES, EITHER_WAY, UNREGISTERED, UNSAFE_SCHEMES
from sphinx_iri._patches import found

if TYPE_CHECKING:
    from extract import Link, Problem
    from extract.detect.finder import FinderOptions
    from extract.linter.selection import Selection
    from extract.rules import SubRule


class Value(NamedTuple):
    """A configuration value: its default, the scope of a rebuild, its types, and a help text."""

    default: Any
    rebuild: Literal["", "env", "html"]
    types: tuple[type, ...]
    help: str


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*")  # RFC 3986 §3.1

# The defaults are lists, so that Sphinx can parse them on its command line: -D iri_schemes=usual,doi
_NAMES = (list, tuple, set, frozenset)

VALUES = {
    "iri_detect": Value(True, "env", (bool,), "find IRIs in text"),
    "iri_schemes": Value(["usual"], "env", _NAMES, 'schemes to find; "usual" stands for the default ones'),
    "iri_bare_domains": Value(False, "env", (bool,), "find bare domain names (example.com)"),
    "iri_email": Value(True, "env", (bool,), "find e-mail addresses"),
    "iri_profile": Value("prose", "env", (str, *_NAMES), 'where a link ends: "prose", "uts58" or names of tailorings'),
    "iri_myst": Value(
        "auto", "env", (str, bool), 'find bare IRIs in Markdown: True, False, or "auto": with linkify or gfm_autolink'
    ),
    "iri_display": Value("written", "html", (str,), 'show IRIs as "written", as "iri" or as "uri"'),
    "iri_display_policy": Value(
        "browser", "html", (str, *_NAMES), 'hosts that iri_display = "iri" shows: "browser", "all", "none" or domains'
    ),
    "iri_host_mapping": Value("uts46", "env", (str,), 'convert hosts by "uts46", strict "idna2008" or "percent"'),
    "iri_select": Value(
        [], "env", _NAMES, "rules to report that are off by default: codes, their beginnings, names, or ALL"
    ),
    "iri_ignore": Value([], "env", _NAMES, "rules not to report: codes, their beginnings, names, or ALL"),
    "iri_ignore_patterns": Value([], "env", _NAMES, "regular expressions of whole IRIs, which are never reported"),
    "iri_heading_ids": Value(
        False, "env", (bool,), "make the ids of headings and labels of their own words, in any script"
    ),
    "iri_index": Value(False, "env", (bool,), "make an index of the IRIs"),
}

RTL_LANGUAGES = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))
HOST_MAPPINGS: dict[str, dict[str, Any]] = {
    "uts46": {},
    "idna2008": {"strict2008": True},
    "percent": {"host": "percent"},
}
CHOICES: dict[str, tuple[Any, ...]] = {
    "iri_myst": ("auto", True, False),
    "iri_display": ("written", "iri", "uri"),
    "iri_host_mapping": tuple(HOST_MAPPINGS),
}


RUNS_ON = "no-visible-end"  # the only sub-rule about running text that a build reports


def validate(name: str, value: Any) -> None:
    """Raise ValueError for an invalid value, or TypeError for a wrong type, with the valid ones in the message."""
    types: Any = VALUES[name].types  # Any: else the type checker narrows `value` to object
    if not isinstance(value, types):
        expected = " or ".join(kind.__name__ for kind in types)
        raise TypeError(f"{name} must be {expected}, not {value!r}")
    entries = () if isinstance(value, (str, bool)) else value
    for entry in entries:
        if not isinstance(entry, str):
            raise TypeError(f"{name} must contain only strings, not {entry!r}")
    if name in CHOICES and value not in CHOICES[name]:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, CHOICES[name]))}, not {value!r}")
    if value == VALUES[name].default:
        return
    try:
        if name == "iri_display_policy":
            from extract.present.displaying import policy_of

            policy_of(value)
        if name == "iri_profile":
            from extract.detect.tailorings import tailorings_of

            tailorings_of(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}".replace(": hosts", "")) from error
    for entry in entries:
        _validate_entry(name, entry)


def _validate_entry(name: str, entry: str) -> None:
    if name == "iri_schemes" and not _SCHEME.fullmatch(entry):
        scheme, colon, rest = entry.partition(":")
        if _SCHEME.fullmatch(scheme) and rest in ("", "//"):
            advice = f'write "{scheme}", without "{colon}{rest}"'
        else:
            advice = 'write one such as "urn": a letter, then letters, digits, "+", "." and "-"'
        raise ValueError(f"{name}: invalid scheme name {entry!r}; {advice}")
    if name in ("iri_select", "iri_ignore"):
        from extract.linter.selection import sub_rules_named

        named = sub_rules_named(entry)
        if not named:
            raise ValueError(f"{name}: unknown rule {entry!r}; `iri explain` lists the rules")
        # `_checker` would ignore these rules.
        if name == "iri_select" and all(sub_rule.scope != "iri" and sub_rule.name != RUNS_ON for sub_rule in named):
            raise ValueError(
                f"{name}: {entry!r} needs more than a single IRI, so only `iri lint` can check it; remove it here"
            )
    if name == "iri_ignore_patterns":
        try:
            re.compile(entry)
        except re.error as error:
            raise ValueError(f"{name}: invalid regular expression {entry!r}: {error}") from error


# Values with IRIs that other software writes into pages without conversion.
_RAW_ADDRESSES = ("html_baseurl", "ogp_site_url", "blog_baseurl", "html_theme_options")


def notices(config: Any) -> Iterator[str]:
    """Yield messages about probable mistakes: unknown values or schemes, and IRIs that will not be converted."""
    in_conf_py = found(config, "_raw_config") or {}
    for name in in_conf_py:
        if name.startswith("iri_") and name not in VALUES:
            near = difflib.get_close_matches(name, VALUES, 1)
            yield f"conf.py: unknown value {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")
    for scheme in map(str.lower, config.iri_schemes):
        if scheme not in _KNOWN_SCHEMES and (
            near := difflib.get_close_matches(scheme, [USUAL, *USUAL_SCHEMES], 1, 0.75)
        ):
            yield f"iri_schemes: no scheme {scheme!r} is known; did you mean {near[0]!r}?"
    if config.iri_heading_ids and _menu_is_lost(config.html_theme):
        yield (
            f"iri_heading_ids: the menu of {config.html_theme} does not open at ids that are not ASCII;"
            " links to them work; use another theme for the menu, or add 'iri.config' to suppress_warnings"
        )
    for name in _RAW_ADDRESSES:
        for address in _strings(in_conf_py.get(name)):
            if "://" in address and not address.isascii() and not any(map(str.isspace, address)):
                from extract import to_uri

                with suppress(IRIError):
                    yield f"{name}: {address!r} will be written unconverted but is not a URI; write {to_uri(address)!r}"


def _menu_is_lost(theme: str) -> bool:
    """Return whether the menu of a theme fails for non-ASCII ids, because its script encodes them twice (``%25E6``)."""
    package = find_spec(theme) if theme == "sphinx_rtd_theme" else None
    script = Path(package.origin or "").with_name("static") / "js" / "theme.js" if package else None
    return script is not None and script.is_file() and b"encodeURI(window.location.hash)" in read_file(script)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list, tuple)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def setting(settings: Any, name: str) -> Any:
    """Return a configuration value: from conf.py with Sphinx, else from docutils' ``settings``."""
    env = getattr(settings, "env", None)
    return getattr(settings if env is None else env.config, name, VALUES[name].default)


def settings_of(config: Any) -> Any:
    """Wrap Sphinx's configuration as docutils' settings, for code without a document."""
    return SimpleNamespace(env=SimpleNamespace(config=config))


def is_rtl(language: str) -> bool:
    """Return whether ``language``, a value of conf.py, is written from right to left."""
    return language.partition("_")[0] in RTL_LANGUAGES


# "usual": the default schemes of the engine and a few more. docutils itself links the other schemes that it knows
# (``tel:``), so that no links are lost. It does not know ``message:``, which without "//" is usually the end of a word.
USUAL = "usual"
_ONLY_WITH_SLASHES = EITHER_WAY - frozenset(docutils_schemes)
_MORE_SCHEMES = frozenset(("geo", "jar", "jdbc", "magnet", "matrix", "urn", "view-source", "xmpp"))
USUAL_SCHEMES = (DEFAULT_SCHEMES - _ONLY_WITH_SLASHES) | _MORE_SCHEMES


_KNOWN_SCHEMES = DEFAULT_SCHEMES | UNREGISTERED | frozenset((USUAL, *docutils_schemes))


def schemes(settings: Any) -> frozenset[str]:
    """Return the lowercase schemes to find, without unsafe ones."""
    named = frozenset(map(str.lower, setting(settings, "iri_schemes")))
    named = (named - {USUAL}) | USUAL_SCHEMES if USUAL in named else named
    return named - unsafe_schemes(settings)


def unsafe_schemes(settings: Any) -> frozenset[str]:
    """Return the schemes that are never found: unsafe ones, and ``mailto`` unless email addresses are found."""
    return UNSAFE_SCHEMES if setting(settings, "iri_email") else UNSAFE_SCHEMES | {"mailto"}


Find = Callable[[str], Iterator["Link"]]


def finder(settings: Any, **others: Unpack[FinderOptions]) -> Find:
    """Return a function that finds links, including broken ones."""
    from extract.detect.finder import shared_finder

    options: FinderOptions = {
        "schemes": schemes(settings),
        "bare_domains": setting(settings, "iri_bare_domains"),
        "email": setting(settings, "iri_email"),
        "profile": setting(settings, "iri_profile"),
        "broken": True,
    }
    return shared_finder(**(options | others)).find


def converter(settings: Any, *, keeps_hashes: bool = False) -> Callable[[str], str]:
    """Return a function that converts an IRI to the URI to follow, or raises IRIError.

    It repairs the same mistakes as browsers (`follow`). A second ``#``, which URIs do not allow, becomes ``%23``.
    ``keeps_hashes`` keeps it, for pages that parse their fragment (``https://matrix.to/#/#room:example.org``).
    """
    return _converter(setting(settings, "iri_host_mapping"), keeps_hashes)


@cache
def _converter(mapping: str, keeps_hashes: bool) -> Callable[[str], str]:
    # Many pages have the same links, and each link is converted when it is read and when it is written.
    convert = lru_cache(maxsize=4096)(partial(_followed, mapping))
    if not keeps_hashes:
        return convert

    def keep(address: str) -> str:
        second = address.find("#", address.find("#") + 1)
        if second < 0:
            return convert(address)
        return convert(address[:second]) + "".join(convert(f"#{piece}") for piece in address[second + 1 :].split("#"))

    return keep


def _followed(mapping: str, address: str) -> str:
    """Return the URI of ``address``, with the repairs that browsers make. Raise other errors."""
    if address.isascii() and is_unsuspicious(address):
        return address
    from extract.iri.as_uri import to_uri, usual_uri

    address = as_path(address)
    if mapping == "uts46" and (uri := usual_uri(address)) is not None:
        return uri
    convert: Callable[[str], str] = partial(to_uri, **HOST_MAPPINGS[mapping])
    if zone := _ZONE.match(address):
        before, bracket, after = convert(address[: zone.end(1)] + address[zone.end() :]).partition("]")
        return f"{before}%25{zone[2]}{bracket}{after}"
    try:
        return convert(address)
    except IRIError as error:
        if not (error.component in _REPAIRED or error.kind in _REPAIRED_IN_HOST or _is_lax(error)):
            raise
    from extract.redirects.following import follow

    return convert(follow(address).iri)


def _is_lax(error: IRIError) -> bool:
    """Return whether browsers look up a host in spite of ``error``: URL Standard §3.3, beStrict is false.

    They do not apply CheckHyphens and UseSTD3ASCIIRules: `my_site.пример.рф`.
    """
    return error.kind == "host-hyphen" or (error.kind == "host-character" and error.character == "_")


# RFC 3986 §3.1, WHATWG URL "scheme state": text that does not start with a scheme is a path.
_COLON_IN_PATH = re.compile(r"(?![A-Za-z][A-Za-z0-9+.\-]*:)[^/?#:]*:", re.ASCII)


def as_path(address: str) -> str:
    r"""Add ``./`` to a path whose first segment has a colon (``第1章:概要.html``). Return other values unchanged.

    RFC 3986 §4.2: "such a segment must be preceded by a dot-segment". Browsers do not require it. Replace a backslash
    at the start by a slash, as browsers do.
    """
    if address.startswith("\\"):
        return f"/{address[1:]}"
    return f"./{address}" if _COLON_IN_PATH.match(address) else address


# RFC 6874 §2: a zone identifier, which curl and other programs support. §3: also after an unencoded "%".
_ZONE = re.compile(
    r"([A-Za-z][A-Za-z0-9+.\-]*://(?:[^/?#@\[]*@)?\[[0-9A-Fa-f:.]+)%(?:25)?([A-Za-z0-9._~-]+)(?=\])", re.ASCII
)
# Components in which browsers, and so `follow`, repair forbidden characters.
_REPAIRED = frozenset(("userinfo", "path", "query", "fragment"))
# URL Standard §4.4 "authority state": a backslash ends the host, and the last "@" the user information. §3.1: browsers
# reject some forbidden ASCII characters in hosts, and so does `follow`.
_REPAIRED_IN_HOST = frozenset(("backslash", "second-at", "forbidden-ascii"))


def displayer(settings: Any) -> Callable[[str], str]:
    """Return a function that converts an IRI to its display form."""
    form = setting(settings, "iri_display")
    if form == "iri":
        from extract import display

        policy = setting(settings, "iri_display_policy")
        return partial(display, hosts=policy if isinstance(policy, str) else tuple(policy))
    return converter(settings) if form == "uri" else str


def checker(settings: Any) -> Callable[[str], tuple[Problem, ...]]:
    """Return a function that returns the problems of an IRI to report."""
    names = ("iri_select", "iri_ignore", "iri_ignore_patterns")
    select, ignore, patterns = (tuple(setting(settings, name)) for name in names)
    if setting(settings, "iri_host_mapping") == "idna2008":
        select += ("symbol-in-host",)
    return _checker(select, ignore, patterns)


@lru_cache(maxsize=8)
def _checker(
    select: tuple[str, ...], ignore: tuple[str, ...], patterns: tuple[str, ...]
) -> Callable[[str], tuple[Problem, ...]]:
    ignored = [re.compile(pattern) for pattern in patterns]

    @cache
    def selected() -> tuple[Selection, tuple[SubRule, ...]]:
        from extract.linter.selection import Selection

        chosen = Selection(extend_select=select, ignore=ignore)
        sub_rules = [sub_rule for rule in chosen.rules() for sub_rule in rule.sub_rules if sub_rule.scope == "iri"]
        return chosen, tuple(
            sub_rule for sub_rule in sub_rules if sub_rule.severity != "info" or chosen.is_asked_for(sub_rule)
        )

    @lru_cache(maxsize=4096)
    def problems(iri: str) -> tuple[Problem, ...]:
        if not select and is_unsuspicious(iri):
            return ()
        from extract.rules import sub_rule_named
        from extract.rules.checking import check_found, without_yielding

        chosen, sub_rules = selected()
        if any(pattern.fullmatch(iri) for pattern in ignored):
            return ()
        found = [
            problem
            for problem in without_yielding(check_found(iri, sub_rules))
            if not works_as_written(iri, problem) or chosen.is_asked_for(sub_rule_named(problem.sub_rule))
        ]
        # The first problem of each sub-rule.
        return tuple({problem.sub_rule: problem for problem in reversed(found)}.values())[::-1]

    return problems


def is_unsuspicious(address: str) -> bool:
    """Return whether ``address`` is a web IRI without problems of default rules.

    Most projects have mainly such IRIs, and do not need to load the rules. Each word is in one script, and hosts have
    no words that may look like others.
    """
    if "\x01" in address or "\x02" in address:
        return False
    address_pattern, words, of_twins = _unsuspicious()
    if not address.isascii():
        address = words.sub(lambda word: "\x02" if of_twins.match(word[0]) else "\x01", address)
    return address_pattern.fullmatch(address) is not None


@cache  # compiled on first use
def _unsuspicious() -> tuple[re.Pattern[str], ...]:
    word = "(?:[A-Za-z0-9]+|[\x01\x02])"
    words = rf"{word}(?:[_.+-]{word})*"
    address = re.compile(
        rf"https?://(?:(?:[a-z]+[0-9]*(?:-[a-z]+)?|\x01)\.){{1,4}}(?:com|org|net|io|edu|gov|jp|kr|cn|tw|ru|de|fr)"
        rf"(?:/(?:(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]+)*|{words}(?:_\({words}\))?)(?=[/?#]|\Z))?)*+"
        rf"(?:\?[A-Za-z0-9]+=(?:{words})?(?:&[A-Za-z0-9]+=(?:{words})?)*)?(?:#(?:[A-Za-z0-9_-]+|{words}))?"
    )
    # Without characters that look like "/". The prolonged sound mark is allowed only after kana.
    kana_and_han = (
        r"(?:[\u3041-\u3096\u30A1-\u30CD\u30CF-\u30FA\u4E00-\u4E3E\u4E40-\u9FFF]|(?<=[\u3041-\u30FF])\u30FC)+"
    )
    words_of_a_script = rf"{kana_and_han}|[\uAC00-\uD7A3]+|[\u0410-\u042F\u0401]?[\u0430-\u044F\u0451]+"
    # Cyrillic, and letters that look like kana in words with kana (IRI603).
    of_twins = r"[\u0401-\u0451]|(?=.*[\u30A1-\u30FA]).*[へべぺ卜力夕工一二八]|(?=.*[\u3041-\u3096]).*[ヘベペ]"
    return address, re.compile(words_of_a_script), re.compile(of_twins)


# Rules about mistakes that browsers repair (see `converter`), so that the link works. Only `iri lint` reports them.
_REPAIRED_BY_NAME = frozenset(("syntax", "bare-percent", "backslash", "space", "forbidden-character"))
# In such hosts, IRI301 can only report hyphens that IDNA forbids.
_NAME_OF_HOST = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?", re.ASCII)
_OCTAL = re.compile(r"(?:\A|\.)0[0-9]", re.ASCII)


def works_as_written(iri: str, problem: Problem) -> bool:
    """Return whether ``iri`` works as a link in spite of ``problem``, so that authors need not change it."""
    from extract.iri.components import split, split_authority
    from extract.iri.errors import HostError
    from extract.iri.host import host_to_ascii
    from extract.iri.scheme_rules import is_dialled
    from extract.redirects.browser_hosts import host_in_browsers, ipv4_in_browsers

    if problem.sub_rule in _REPAIRED_BY_NAME:
        return problem.component in _REPAIRED
    if problem.sub_rule == "symbol-in-host":  # UTS #46 allows symbols, unlike IDNA 2008: `i❤.ws`
        return True
    if problem.sub_rule == "scheme-rule":
        return is_dialled(iri)
    host = split_authority(split(iri).authority or "")[1]
    if problem.sub_rule == "userinfo":  # the second "@" is reported
        return "@" in host
    if (
        problem.sub_rule == "ipv4-lookalike"
    ):  # URL Standard §3.5, "IPv4 parser"; "010" means 8 there, which is unexpected
        return ipv4_in_browsers(host.lower()) is not None and not _OCTAL.search(host)
    if problem.sub_rule != "idna":
        return False
    # WHATWG URL, "domain to ASCII": CheckHyphens is false (``r3---sn.googlevideo.com``, ``foo-.github.io``)
    if _NAME_OF_HOST.fullmatch(host) is not None:
        return True
    try:
        host_to_ascii(host)
    except HostError as error:
        with suppress(HostError):  # of a second label, which browsers reject
            return _is_lax(error) and host_in_browsers(host) is not None
    return False


def problem_of(sub_rule: str, start: int, end: int, message: str, component: str | None = None) -> Problem:
    """Return a problem of ``sub_rule`` that the extension itself has found."""
    from extract.rules import Problem, sub_rule_named

    found = Problem(start=start, end=end, message=message, component=component)
    return sub_rule_named(sub_rule).attributed(found)


def is_ignored(settings: Any, iri: str, sub_rule: str) -> bool:
    """Return whether the settings ignore problems of ``sub_rule`` in ``iri``."""
    from extract.linter.selection import Selection
    from extract.rules import sub_rule_named

    select, ignore, patterns = (setting(settings, f"iri_{name}") for name in ("select", "ignore", "ignore_patterns"))
    chosen = Selection(extend_select=tuple(select), ignore=tuple(ignore))
    return chosen.is_ignored(sub_rule_named(sub_rule)) or any(re.fullmatch(pattern, iri) for pattern in patterns)
