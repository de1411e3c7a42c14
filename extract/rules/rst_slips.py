"""Mistakes in the markup of reStructuredText's links, in the order in which they are looked for."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from pathlib import Path

from extract.rules.registry import Found
from extract.rules.slips import HTML, MEDIAWIKI, URL, WIKI, Slip, either, reports, says, wiki_link
from extract.text.regexes import lazily, re

_ADDRESS = r"<https?://[^\s<>`]+>"
_PAGE = r"\.{0,2}/?[\w./-]{1,200}\.(?:rst|md|html?|png|jpe?g|gif|svg|pdf)(?:#[\w-]*)?"
_WORTH = re.compile(r"http|\]\(|(?:ref|doc|term|download):?[ \t]*`")
# docutils, "Inline markup recognition rules" 6 and 7, in ASCII.
_BEFORE = frozenset(["", *" \n-:/'\"<([{"])
_AFTER = frozenset(["", *" \n-:/'\")]}>.,;!?\\"])
# Docstrings and comments may be in Markdown; there only a reference that its reader found counts.
_SURE_IN_PYTHON = frozenset(["reference"])
# The messages of a catalogue may be in HTML, and name files.
_ONLY_IN_DOCUMENTS = frozenset(["html", "page"])


# docutils, Configuration, "[restructuredtext parser]".
_CHARACTER_LEVEL = re.compile(
    r"(?im)^[ \t]*character[_-]level[_-]inline[_-]markup[ \t]*[:=][ \t]*(?:1|on|yes|true)[ \t]*$"
)


def slips(text: str, format_name: str, path: str) -> Iterator[Found]:
    """Yield the mistakes in a reference that its reader found, or in what is left of a paragraph."""
    if not _WORTH.search(text):
        return
    for slip, found in reports(_SLIPS, _PATTERN.finditer(text)):
        if slip.name == "glued" and path and _links_next_to_letters(os.path.dirname(path)):
            continue
        if format_name == "rst":
            yield found
        elif slip.name in _SURE_IN_PYTHON if format_name == "python" else slip.name not in _ONLY_IN_DOCUMENTS:
            # In the strings of a catalogue a backslash is written twice.
            yield found._replace(fix=None) if "\\" in (found.fix or "") else found


@functools.lru_cache(maxsize=64)
def _links_next_to_letters(directory: str) -> bool:
    """Return whether the next ``docutils.conf``, here or above, allows markup next to letters."""
    here = Path(os.path.abspath(directory))
    for folder in (here, *here.parents):
        try:
            text = (folder / "docutils.conf").read_text("utf-8", "replace")
        except (OSError, ValueError):  # there is none, or the name has a NUL
            continue
        return _CHARACTER_LEVEL.search(text) is not None
    return False


def _around(match: re.Match[str]) -> tuple[str, str]:
    """Return the characters before and after a match."""
    return match.string[max(match.start() - 1, 0) : match.start()], match.string[match.end() : match.end() + 1]


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_"


def _replaced(match: re.Match[str], message: str, meant: str) -> Found:
    """Report a match that is to be written anew; the fix is given only if it would be a link there."""
    before, after = _around(match)
    fix = meant if before in _BEFORE and after in _AFTER else None
    return Found(*match.span(), f"no link: {message}; write {meant}", None, fix, safe=True)


def _reference(match: re.Match[str], name: str) -> Found:
    if match["role"]:
        meant = f"`{match['label']}{match['address']}`__"
        message = f'no link: "{match["role"]}" takes no address; write {meant}'
        return Found(*match.span(name), message, None, meant, safe=match["role"] in (":doc:", ":ref:", ":any:"))
    if not match["closed"]:
        end = match.end("address")
        return Found(end, end, 'no link: the closing ">" is missing', None, ">", safe=True)
    if not match["underscores"]:
        message = 'no link: the underscore belongs after the backtick; write "`__"'
        return Found(match.start("inside"), match.end(name), message, None, "`__", safe=True)
    start = match.start("address")
    return Found(start, start + 1, 'no link: missing space before "<"; add it', None, " <", safe=True)


def _doubled(match: re.Match[str], name: str) -> Found:
    meant = f"`{match[name].rstrip()} {match[f'{name}_address']}`__"
    return _replaced(match, "one backtick belongs before and after", meant)


def _glued(match: re.Match[str], _name: str) -> Found | None:
    left, right = map(_is_letter, _around(match))
    if not (left or right):
        return None
    meant = f"{chr(92) * left}{' ' * left}{match[0]}{chr(92) * right}{' ' * right}"
    message = f'no link: a letter stands directly before or after it; write "{meant}"'
    return Found(*match.span(), message, None, meant, safe=True)


def _no_dots(match: re.Match[str], _name: str) -> Found:
    meant = f".. _{match['no_dots'].strip()}: {match['no_dots_address']}"
    return Found(*match.span(), f"no target: two full stops and a space belong before it; write {meant}")


def _role(match: re.Match[str], name: str) -> Found:
    meant = f":{match[name].strip(': ' + chr(9))}:"
    message = f"no link: the name of a role has a colon before and after it, and no space; write {meant}"
    return Found(*match.span(name), message, None, meant, safe=True)


_OTHER_TAG = re.compile(r"<(?!/?[aA]\b)/?[A-Za-z][^<>]*>")


def _html(match: re.Match[str], _name: str) -> Found | None:
    if _OTHER_TAG.search(match.string):
        return None  # the text is about HTML
    return _replaced(match, "this is HTML", f"`{' '.join(match['html_text'].split())} <{match['href']}>`__")


def _page(match: re.Match[str], _name: str) -> Found | None:
    before, _ = _around(match)
    if match["page_image"] or (match["page_text"] and not _is_letter(before) and before not in ("]", ")")):
        kind = "an image" if match["page_image"] else "a link"
        return Found(*match.span(), f"no link: this is {kind} of Markdown; write it in reStructuredText")
    return None


def _markdown(match: re.Match[str], _name: str) -> Found:
    if match["image"] or not match["text"]:
        return Found(*match.span(), "no link: this is Markdown; write it in reStructuredText")
    return _replaced(match, "this is Markdown", f"`{match['text']} <{match['target']}>`__")


def _wiki(match: re.Match[str], _name: str) -> Found:
    return _replaced(match, "this is the markup of a wiki", "`{} <{}>`__".format(*wiki_link(match)))


_SLIPS = (
    Slip(
        "reference",  # `a <http://a/>`, `a<http://a/>`_, `a <http://a/`_, :doc:`a <http://a/>`
        r"\A(?P<reference>(?P<role>:[\w.+:-]+:)?`(?!`)(?P<label>[^`<>]*)(?P<address><https?://[^\s<>`]+(?P<closed>>)?)"
        r"(?P<inside>_{0,2})`(?P<underscores>_{0,2})(?:[ \t]__?)?)\Z",
        _reference,
    ),
    Slip(
        "bracket",  # `a http://a/>`_
        r"\A(?P<bracket>`(?!`)(?=[^`]*`__?\Z)(?P<words>[^`<>]{0,300}?)(?<![ \t\n\r])[ \t\n\r]*+"
        r"[（(〈＜《]?(?P<at>https?://[^\s<>`（）〈〉＜＞]{1,2000}?)[>）)〉＞》]?`__?)\Z",
        says(
            'no link: "<" and ">" belong around the address; write {}',
            lambda match: f"`{match['words']} <{match['at'].rstrip(')')}>`__",
            safe=True,
        ),
    ),
    Slip(
        "doubled",  # ``a <http://a/>``_
        rf"``(?!`)(?P<doubled>[^`<>]{{1,200}})(?P<doubled_address>{_ADDRESS})`{{1,2}}__?(?!\w)",
        _doubled,
    ),
    Slip("glued", rf"`(?P<glued>(?![`_\s])[^`<>]{{1,200}}{_ADDRESS})`__?(?![`_])", _glued),  # a`a <http://a/>`_
    Slip(
        "quoted",  # 'a <http://a/>'_
        rf"['´‘’\"“](?<!\w.)(?P<quoted>[^'´‘’\"“”`<>]{{1,200}})(?P<quoted_address>{_ADDRESS})['´‘’\"”]__?(?!\w)",
        _doubled,
    ),
    Slip(
        "unopened",  # a <http://a/>`_
        r"<(?<=[\s、，。；`].)(?P<unopened>https?://[^\s<>`]+>(?:`__?|__?))(?![\w`])",
        says("no link: the backtick before the text is missing", whole=True),
    ),
    Slip(
        "swapped",  # `a <http://a/`>_
        r"`(?P<swapped>[^`<>]{1,200}?)\s+(?P<swapped_address><https?://[^\s<>`]+)`>__?(?!\w)",
        says(
            "no link: the backtick belongs after the bracket; write {}",
            lambda match: f"`{match['swapped']} {match['swapped_address']}>`__",
            safe=True,
            whole=True,
        ),
    ),
    Slip(
        "padded",  # `a < http://a/>`_
        r"\A`(?P<padded>[^`<>]{1,200}?)\s+<[ \t]*(?P<padded_address>https?://[^\s<>`]+)[ \t]*>`__?\Z",
        says(
            "no link: a space stands beside the address; write {}",
            lambda match: f"`{match['padded']} <{match['padded_address']}>`__",
            safe=True,
            whole=True,
        ),
    ),
    Slip(
        "no_dots",  # _a: http://a/
        r"(?m:^)(?:\.\._[ \t]?|_)(?P<no_dots>[\w -]{1,80}):[ \t]+(?P<no_dots_address>https?://\S+)[ \t]*$",
        _no_dots,
    ),
    Slip("role_gap", r"\A(?P<role_gap>:(?:ref|doc|term|numref|download):[ \t]+)`", _role),  # :ref: `a`
    Slip(
        "half_role",  # ref:`a`
        r"(?P<half_role>\A(?:ref|doc|numref|download):|(?<![:\w`\\]):(?:ref|doc|numref|download))`(?!`)[^`\n]{1,200}`(?![`_])",
        _role,
    ),
    Slip(
        "role_open",  # :doc:`a <a`
        r"\A:(?:ref|doc):`[^`<>]{1,200}\s<[^`<>\s]{1,200}(?P<role_open>`)\Z",
        says('no link: the closing ">" is missing', ">`", safe=True),
    ),
    Slip(
        "mediawiki",  # [http://a/ a]
        MEDIAWIKI,
        says(
            "no link: this is the markup of a wiki; write {}",
            lambda match: f"`{match['mediawiki_words'].strip()} <{match['mediawiki']}>`__",
            whole=True,
        ),
    ),
    Slip(
        "unclosed",  # `a <http://a/>_
        rf"`[^`<>]{{1,200}}{_ADDRESS}(?P<unclosed>__?)(?![\w`])",
        says('no link: the backtick before "_" is missing', lambda match: f"`{match['unclosed']}", safe=True),
    ),
    Slip(
        "target_gap",  # .. _a:http://a/
        r"\A\.\.[ \t]+_[^\n:：]{1,100}?(?P<target_gap>[:：]|[ \t]+)(?=https?://\S+[ \t]*\Z)",
        says('no target: a colon and a space belong before the address; write ": "', ": ", safe=True),
    ),
    Slip(
        "html",  # <a href="http://a/">a</a>
        HTML,
        _html,
    ),
    Slip(
        "markdown",  # [a](http://a/)
        rf"(?<!\\)(?P<image>!?)(?<!\])\[(?P<markdown>(?P<text>[^\[\]`]{{0,200}})\]\(<?(?P<target>{URL})>?\))",
        _markdown,
    ),
    Slip(
        "page",  # [a](a.rst)
        rf"(?<!\\)(?P<page_image>!?)(?<!\])\[(?P<page>(?P<page_text>[^\[\]`]{{0,200}})\]\(<?{_PAGE}>?\))",
        _page,
    ),
    Slip("wiki", WIKI, _wiki),
)
_PATTERN = lazily(lambda: re.compile(either(_SLIPS)))
