"""Everything that reads a text which somebody else wrote: name -> function of the text.

The search for hostile texts and the tests of linear time use the same table, so that what is new is searched too. A
function raises nothing: an `IRIError` is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from io import BytesIO, StringIO
from types import SimpleNamespace
from typing import Any

from extract import (
    IRI,
    Finder,
    IRIError,
    check,
    display,
    equivalent,
    follow,
    is_iri,
    is_uri,
    link_end,
    linkify,
    mask,
    normalize,
    preprocess,
    readable_iri,
    resolve,
    to_iri,
    to_uri,
)
from extract import iri as core
from extract.cli.patterns import Pattern, Patterns
from extract.detect import find_between, in_units
from extract.integrations import bleach
from extract.iri import charsets, cleaning, leiri, normalization
from extract.iri.grammar import matches
from extract.iri.scheme_rules import scheme_faults
from extract.linter import ChosenRules, fix, lint_file
from extract.linter.fixes import difference
from extract.mail import Limits, deceptive_links, links_in_mailbox, links_in_message, rewrite_links, text_of
from extract.mail.rtf import Rtf
from extract.markup import HTML, Linker, LinkifyIt
from extract.present import isolate, skeleton, visual_order
from extract.present.deceptive import suspicions
from extract.readers import FORMATS, Document, format_of
from extract.redirects import chain
from extract.reports import REPORTS, report
from extract.rules import RULES, usual_rules
from extract.rules.iri.suggestions import suggest_scheme
from extract.tree.anchors import anchors_of, labels_of
from extract.tree.targets import Reference, Site, missing
from tests.tree_of import MemoryTree, around

Surface = Callable[[str], object]

# The modes of detection. A new option of `Finder` belongs here.
MODES: dict[str, dict[str, Any]] = {
    "schemes": {},
    "schemes, uts58": {"profile": "uts58"},
    "bare": {"bare_domains": True, "email": True},
    "bare, uts58": {"bare_domains": True, "email": True, "profile": "uts58"},
    "opaque": {"schemes": {"urn", "geo", "http", "mailto", "x"}, "bare_domains": True, "email": True},
    "opaque, uts58": {"schemes": {"urn", "ssh", "http", "x"}, "email": True, "profile": "uts58"},
    "broken": {"broken": True, "bare_domains": True, "email": True},
    "wrapped": {"wrapped": True},
    "refang": {"refang": True, "bare_domains": True, "email": True},
    "logs": {
        "profile": ("prose", "ip-addresses"),
        "bare_domains": True,
        "email": True,
    },
}


def _answer(function: Callable[..., object], *arguments: Any, **options: Any) -> Surface:
    """Return the surface of a function whose first argument is the text."""

    def surface(text: str) -> object:
        try:
            result = function(text, *arguments, **options)
            return list(result) if isinstance(result, Iterable) and not isinstance(result, str) else result
        except (IRIError, ValueError, LookupError) as error:
            return error

    return surface


def _data(text: str) -> bytes:
    return text.encode("utf-8", "replace")


# --- detection

DETECTION: dict[str, Surface] = {f"find, {mode}": _answer(Finder(**options).find) for mode, options in MODES.items()}
_bare = Finder(bare_domains=True, email=True)
DETECTION |= {
    "find_many": _answer(lambda text: _bare.find_many(text.split("\n"))),
    "find_many, pieces": _answer(lambda text: _bare.find_many(text[i : i + 60] for i in range(0, len(text), 60))),
    "find_in": _answer(lambda text: _bare.find_in(StringIO(text))),
    "find_in, small reads": _answer(lambda text: _bare.find_in(_Slowly(text))),
    "link_end": _answer(link_end, 0),
    "mask": _answer(mask, bare_domains=True),
    "in_units": _answer(lambda text: in_units(text, _bare.find(text), "utf16")),
    "find_between": _answer(lambda text: find_between(text, _bare.find(text), re.compile(r"\d+").finditer)),
}


class _Slowly:
    """A file that gives few characters at a time, as a pipe does."""

    def __init__(self, text: str) -> None:
        self._text, self._position = text, 0

    def read(self, _size: int) -> str:
        start = self._position
        self._position = start + 1000
        return self._text[start : self._position]


# --- one IRI


def _of_value(text: str) -> object:
    """Ask an IRI for everything that it knows."""
    iri = IRI.unchecked(text)
    calls: list[Callable[[], object]] = [
        iri.normalized,
        iri.components,
        iri.errors,
    ]
    names = sorted(name for name, kind in vars(IRI).items() if isinstance(kind, property))
    calls += [partial(IRI.parse, text), *(partial(getattr, iri, name) for name in names)]
    return [_answer(lambda _, call=call: call())(text) for call in calls]


_PRODUCTIONS = ("IRI", "IRI-reference", "irelative-ref", "iauthority", "IP-literal", "IPvFuture")
_OF_SCHEMES = [
    f"{scheme}:{start}"
    for scheme in "http ftp file mailto data javascript urn tel xmpp ws".split()
    for start in ("", "//", "?", "+", "a@b?", ";base64,")
]


def _followed(text: str) -> None:
    for base in (None, "http://a/b/c", "file:///C:/x"):
        _answer(follow, base, charset="gbk")(text)


# Functions that take a text alone.
_OF_A_TEXT: list[Callable[..., object]] = [
    check,
    to_uri,
    to_iri,
    display,
    readable_iri,
    normalize,
    cleaning.clean_entry,
    leiri.leiri_findings,
    leiri.from_leiri,
    charsets.interpretations,
    charsets.from_presentation,
    charsets.from_file_name,
    core.host_to_ascii,
    core.host_to_unicode,
    core.registrable_domain,
    suggest_scheme,
    skeleton,
    isolate,
    visual_order,
]
IRIS: dict[str, Surface] = {function.__name__: _answer(function) for function in _OF_A_TEXT}
IRIS |= {
    "IRI": _of_value,
    "IRI.parse, lenient": _answer(IRI.parse, strict=False),
    "IRI.with_": _answer(lambda text: IRI.unchecked("http://a/b?c#d").with_(path=text, query=text, fragment=text)),
    "IRI.with_host": _answer(lambda text: IRI("http://a/b").with_host(text)),
    "IRI.with_path": _answer(lambda text: IRI("http://a/b").with_path([text, text])),
    "IRI.add_query": _answer(lambda text: IRI("http://a/b").add_query({text: text})),
    "IRI.joinpath": _answer(lambda text: IRI("http://a/b").joinpath(text)),
    "IRI.relative_to": _answer(lambda text: IRI.unchecked(text).relative_to("http://a/b/c")),
    "check, all rules": _answer(lambda text: check(text, RULES.values())),
    "to_uri, charset": _answer(to_uri, document_charset="iso-8859-1"),
    "to_iri, explain": _answer(to_iri, explain=True),
    "normalize, protocol": _answer(normalize, level="protocol"),
    "equivalent": _answer(lambda text: equivalent(text, text + "x")),
    "resolve": _answer(lambda text: resolve("http://a/b/c", text)),
    "resolve, base": _answer(lambda text: resolve(text, "../x")),
    "is_iri": _answer(lambda text: (is_iri(text), is_uri(text), core.is_iri_reference(text))),
    "redirect_chain": chain._redirect_chain.__wrapped__,  # without its cache
    "redirect_chain, mentions": lambda text: chain._redirect_chain.__wrapped__(text)[-1].mentions,
    "follow": _followed,
    "productions": lambda text: [matches(name, form + text) for name in _PRODUCTIONS for form in ("", "http://")],
    "scheme_faults": lambda text: [scheme_faults(start + text) for start in _OF_SCHEMES],
    "suspicions of a host": lambda text: suspicions(f"http://{text}.com/"),
    "clean_entry, drop": _answer(cleaning.clean_entry, bad="drop"),
    "preprocess": _answer(preprocess, format="html", spaces="encode", backslashes="encode"),
    "preprocess_list": _answer(cleaning.preprocess_list, format="xml", backslashes="slash"),
    "encode_for_document": _answer(charsets.encode_for_document, "iso-8859-1"),
    "iri_from_bytes": _answer(lambda text: charsets.iri_from_bytes(_data(text))),
    "is_nfc": _answer(lambda text: (normalization.is_nfc(text), normalization.is_nfkc(text))),
    "anchors_of": lambda text: anchors_of(text).of("github"),
    "labels_of": lambda text: [*labels_of("a.rst", text), *labels_of("a.adoc", text)],
    "missing": lambda text: missing("a.md", Reference(text), Site(), MemoryTree({"a.md": f"# {text}"})),
    "lint, in a project": lambda text: lint_file(
        Document(_data(text), "a.md", None, around("a.md", {"a.md": text})), usual_rules()
    ),
}

# --- text with its links marked

_html = Linker(parse_email=True)
LINKING: dict[str, Surface] = {
    "linkify": _answer(linkify, bare_domains=True, email=True),
    "linkify, HTML": _answer(lambda text: linkify(HTML(text), bare_domains=True, email=True)),
    "linkify, Markdown": _answer(linkify, to="markdown", bare_domains=True, email=True),
    "linkify, reST": _answer(linkify, to="rst", bare_domains=True, email=True),
    "Linker": _answer(_html.linkify),
    "bleach": _answer(bleach.linkify, parse_email=True),
    "bleach, patterns": _answer(bleach.Linker(url_re=bleach.build_url_re(["com"]), parse_email=True).linkify),
    "Linker, text": _answer(_html.linkify_text),
    "LinkifyIt": _answer(lambda text: LinkifyIt().match(text)),
}

# --- files

# What each format needs before and after the text, for the text to be read.
_FRAMES = {
    "python": ('"""', '"""\n'),
    "po": ('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "', '"\nmsgstr ""\n'),
    "notebook": ('{"cells": [{"cell_type": "markdown", "metadata": {}, "source": "', '"}]}'),
    "calendar": ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDESCRIPTION:", "\nEND:VEVENT\nEND:VCALENDAR\n"),
    "mail": ("MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n", ""),
    "mbox": ("From a@b.example Mon Jan  1 00:00:00 2024\nContent-Type: text/plain; charset=utf-8\n\n", ""),
}
_MESSAGES = {
    "plain": "Content-Type: text/plain; charset=utf-8\n\n{}",
    "flowed": "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\n{}",
    "quoted": "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{}",
    "HTML": "Content-Type: text/html; charset=utf-8\n\n{}",
    "base64": "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}",
    "parts": "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n{}",
    "header": "Subject: {}\n\na",
    "whole": "{}",
    "label and target": "Content-Type: text/html; charset=utf-8\n\n<a href='http://a.example/{0}'>{0}</a>",
}
_FEW = Limits(depth=100, parts=1000, size=1 << 26)


def _framed(name: str, text: str) -> str:
    before, after = _FRAMES.get(name, ("", ""))
    return before + text + after


def _suffix(name: str) -> str:
    return "a" + FORMATS[name].suffixes[0]


READERS: dict[str, Surface] = {}
for _name, _format in FORMATS.items():
    READERS[f"read {_name}"] = _answer(lambda text, read=_format.read: read(text))
    READERS[f"read {_name}, bare"] = _answer(lambda text, read=_format.read: read(text, bare=True))
    READERS[f"decode {_name}"] = _answer(lambda text, name=_name: Document(_data(text), _suffix(name)).text)
    if _name in _FRAMES:
        READERS[f"read {_name}, framed"] = _answer(
            lambda text, name=_name: FORMATS[name].read(_framed(name, text), bare=True)
        )


@cache
def _every_rule() -> tuple[list[Any], list[str]]:
    return list(RULES.values()), [each.code for each in RULES.values()]


def _lint(text: str, name: str) -> object:
    """Lint with the rules that are off too, and with problems that are usually exempt."""
    rules, codes = _every_rule()
    return lint_file(Document(_data(text), name), ChosenRules(rules, codes)).findings


def _lint_usual(text: str, name: str) -> object:
    rules = usual_rules()
    return lint_file(Document(_data(_framed(name, text)), _suffix(name)), rules).findings


def _lint_off(text: str) -> object:
    rules = [some for rule in RULES.values() if (some := rule.only(lambda part: not part.on))]
    return lint_file(Document(_data(text), "a.md"), rules).findings


def _fix(text: str, name: str) -> object:
    chosen = ChosenRules(*_every_rule())
    return fix(Document(_data(text), name), lambda document: lint_file(document, chosen).findings, unsafe=True)


# Text that is in a label and in its target: what compares them reads both.
_TWICE = {
    "asciidoc": "link:++http://a.example/{0}++[{0}]",
    "html": "<a href='http://a.example/{0}'>{0}</a>",
    "markdown": "[{0}](<http://a.example/{0}>)",
    "org": "[[http://a.example/{0}][{0}]]",
    "rst": "`{0} <http://a.example/{0}>`__",
}


def _lint_twice(text: str, name: str) -> object:
    return _lint(_TWICE[name].format(text), _suffix(name))


def _with_two_changes(text: str) -> bytes:
    after = text[::-1].replace("a", "b", 1)[::-1].replace("a", "b", 1)
    return difference("a", _data(text), _data(f"{after}b\n"))


def _of_xml(text: str) -> object:
    xml = FORMATS["xml"]
    found = [[*read(text)] for read in (xml.read, xml.notes, xml.translations, xml.originals, xml.kept)]
    return found, format_of("a.xml", text)


def _reported(text: str, form: str) -> str:
    findings = lint_file(Document(_data(text), "a.md"), usual_rules()).findings
    return report(findings, form)


LINT: dict[str, Surface] = {}
for _name in FORMATS:
    LINT[f"lint {_name}"] = partial(_lint, name=_suffix(_name))
    LINT[f"lint {_name}, as usual"] = partial(_lint_usual, name=_name)
for _name in ("rst", "markdown", "html", "asciidoc"):
    LINT[f"fix {_name}"] = partial(_fix, name=_suffix(_name))
LINT |= {f"lint {name}, label and target": partial(_lint_twice, name=name) for name in _TWICE}
LINT |= {f"report {form}": partial(_reported, form=form) for form in REPORTS}

LINT |= {
    "lint markdown, rules that are off": _lint_off,
    "difference of fixes": _with_two_changes,
    "read xml, all": _of_xml,
    "patterns of files": lambda text: Patterns([Pattern("/", text)]).matches("/a.md"),
}

# --- Sphinx, which is imported when it is needed


def _rst(text: str) -> object:
    from sphinx_iri.rst import Parser

    return _parsed(text, Parser())


def _myst(text: str) -> object:
    from sphinx_iri.myst import Parser

    return _parsed(text, Parser(), myst_enable_extensions=["linkify"])


def _parsed(text: str, parser: Any, **settings: Any) -> object:
    from docutils.core import publish_doctree

    silent = {"report_level": 5, "halt_level": 5, "_disable_config": True, **settings}
    return publish_doctree(text, parser=parser, settings_overrides=silent)


def _latex(text: str) -> object:
    from sphinx_iri.writing import latex

    config: Any = SimpleNamespace(latex_engine="xelatex")
    return latex._latex_text(latex._Place(config, is_title=False), text)


def _is_unsuspicious(text: str) -> object:
    from sphinx_iri.config import is_unsuspicious

    return is_unsuspicious(text)


SPHINX: dict[str, Surface] = {
    "Sphinx, reST": _rst,
    "Sphinx, Markdown": _myst,
    "LaTeX": _latex,
    "is_unsuspicious": _is_unsuspicious,
}

# --- mail

MAIL: dict[str, Surface] = {}
for _name, _message in _MESSAGES.items():
    MAIL[f"links of mail, {_name}"] = _answer(
        lambda text, message=_message: links_in_message(_data(message.format(text)), limits=_FEW)
    )
    MAIL[f"rewrite mail, {_name}"] = _answer(
        lambda text, message=_message: rewrite_links(_data(message.format(text)), lambda link: "http://b.example/")
    )
    MAIL[f"text of mail, {_name}"] = _answer(
        lambda text, message=_message: text_of(_data(message.format(text)), whole_links=True)
    )
    MAIL[f"deceptions of mail, {_name}"] = _answer(
        lambda text, message=_message: deceptive_links(_data(message.format(text)))
    )
MAIL["RTF"] = lambda text: Rtf(_data(text))
MAIL["senders of mail"] = _answer(
    lambda text: deceptive_links(_data(f"From: {text}<x@evil.example>\n\n"), protect=["paypal.com", "example.com"])
)
MAIL["mailbox"] = _answer(lambda text: links_in_mailbox(BytesIO(_data(_framed("mbox", text)))))

# By the kind of what is read, which decides on the tokens that are tried.
SURFACES: dict[str, dict[str, Surface]] = {
    "text": DETECTION | LINKING,
    "iri": IRIS,
    "file": READERS | LINT | SPHINX,
    "mail": MAIL,
}
