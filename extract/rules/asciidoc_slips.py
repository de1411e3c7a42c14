"""Mistakes in the markup of AsciiDoc's links, in the order in which they are looked for."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.asciidoc import BEFORE_ADDRESS, CHANGED
from extract.rules.registry import Found
from extract.rules.slips import HTML, RST, URL, WIKI, Slip, either, reports, says, wiki_link
from extract.text.regexes import lazily, re

# Its reader writes NUL between an address and "[" where these are no macro.
_ADDRESS = r"https?://[^\s\[\]<>{}\0]{1,2000}+"
_NAMED = r"[ \t]*(?:window|role|opts|title|id)="
# "link" in the languages to which programs translate it too.
_TRANSLATED = "リンク|링크|链接|鏈接|連結|ссылка|enlace|lien"
_SPACE = 'no link: space before "["; remove it'


def slips(text: str) -> Iterator[Found]:
    """Yield the mistakes in a piece of AsciiDoc."""
    for _, found in reports(_SLIPS, _PATTERN.finditer(text)):
        yield found


def without_marks(address: str, marks: str = ".,;:!?\"'") -> str:
    """Return an address without the marks of the sentence, and brackets that it does not open, after it."""
    end = len(address)
    unopened = address.count(")") - address.count("(")
    while end and (address[end - 1] in marks or (address[end - 1] == ")" and unopened > 0)):
        unopened -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _other_markup(match: re.Match[str], kind: str, target: str, words: str, *, image: bool = False) -> Found:
    """Report a link in other markup, and how it is written in AsciiDoc."""
    words = " ".join(words.split())
    before = match.string[match.start() - 1] if match.start() else " "
    prefix = "image:" if image else "" if before.isspace() or before in BEFORE_ADDRESS else "link:"
    if CHANGED.search(target):
        prefix, target = prefix or "link:", f"++{target}++"
    quoted = f'"{words}"' if "=" in words else words
    meant = f"{prefix}{target}[{quoted}]"
    safe = ('"' not in words or quoted == words) and "[" not in words and "]" not in words and "++" not in target[2:-2]
    message = f"no {'image' if image else 'link'}: this is {kind}; write {meant}"
    return Found(*match.span(), message, None, meant if safe else None, safe)


def _markdown(match: re.Match[str], name: str) -> Found:
    return _other_markup(match, "Markdown", match["target"], match[name], image=bool(match["image"]))


def _rst(match: re.Match[str], name: str) -> Found:
    return _other_markup(match, "reStructuredText", match["rst_address"], match[name])


def _html(match: re.Match[str], _name: str) -> Found:
    return _other_markup(match, "HTML", match["href"], match["html_text"])


def _wiki(match: re.Match[str], _name: str) -> Found:
    words, target = wiki_link(match)
    return _other_markup(match, "the markup of a wiki", target, words)


def _name(match: re.Match[str], name: str) -> Found:
    return Found(*match.span(name), f'no link: write "link" for "{match[name]}"', None, "link", safe=True)


def _glued(match: re.Match[str], name: str) -> Found | None:
    before = match.string[match.start() - 1]
    # After a mark in ASCII it may be in a path or a list, unless the label has words.
    if before in ",.?/-" and not re.search(r"[^\W\d_]", match["glued_text"]):
        return None
    message = f'no link directly after "{before}"; write "link:" before the address, or a space'
    return Found(*match.span(name), message, None, "link:", safe=True)


def _words(match: re.Match[str], name: str) -> Found:
    end = match.start(name) + match[name].index("[")
    return Found(match.start("cut"), end, "no link: a space ends the target; leave it out, or write %20")


def _bare(match: re.Match[str], name: str) -> Found:
    end = match.start(name) + len(without_marks(match[name], ".,;:!?\"'*_`"))
    return Found(end, end, 'no link: the brackets are missing; write "[]" after the address', None, "[]", safe=True)


def _open(match: re.Match[str], name: str) -> Found | None:
    if "]" in match.string[match.start(name) : match.start(name) + 1000]:
        return None
    return Found(*match.span(name), 'no link: the closing "]" is missing')


_SLIPS = (
    Slip(
        "markdown",  # [a](http://a/)
        rf"(?<!\\)(?:link:)?(?P<image>!?)\[(?P<markdown>[^\[\]\0]{{1,300}})\]\((?P<target>{URL})\)",
        _markdown,
    ),
    Slip(
        "in_brackets",  # link:[http://a/]
        rf"link:\[(?P<in_brackets>{_ADDRESS})\]",
        says(
            "no link: brackets around the address; write {}",
            lambda match: f"link:{match['in_brackets']}[]",
            safe=True,
            whole=True,
        ),
    ),
    Slip(
        "in_angles",  # link:<http://a/>[a]
        rf"link:<(?P<in_angles>{_ADDRESS})>\0?(?P<angled_text>\[[^\[\]\0]{{0,300}}\])",
        says(
            "no link: brackets around the address; write {}",
            lambda match: f"link:{match['in_angles']}{match['angled_text']}",
            safe=True,
            whole=True,
        ),
    ),
    Slip(
        "rst",  # `a <http://a/>`_
        RST,
        _rst,
    ),
    Slip("wiki", WIKI, _wiki),  # [[http://a/|a]]
    Slip(
        "html",  # <a href="http://a/">a</a>
        HTML,
        _html,
    ),
    Slip(
        "name",  # Link:http://a/[a]
        rf"(?<![\w-])(?P<name>L(?:ink|INK)|(?i:url|href)|{_TRANSLATED}):{_ADDRESS}\0\[",
        _name,
    ),
    Slip(
        "no_colon",  # linkhttp://a/[a]
        rf"(?<![\w-])(?P<no_colon>link){_ADDRESS}\0\[",
        says('no link: the colon after "link" is missing; write "link:"', "link:", safe=True),
    ),
    Slip(
        "glued",  # あhttp://a/[a]
        r"(?:(?<=[^\x00-\x7f\s]|[,.?/`-])|(?<=[^\x00-\x7f\s]:))"
        rf"(?P<glued>(?={_ADDRESS}\0\[(?P<glued_text>[^\[\]\0]{{0,300}})\]))",
        _glued,
    ),
    Slip(
        "in_line",  # a image::http://a/[]
        rf"(?<=\S[ \t])(?P<in_line>image::)(?={_ADDRESS}\0?\[)",
        says('no image: two colons begin a block, which has its own line; write "image:"', "image:", safe=True),
    ),
    Slip(
        "gap",  # link:http://a/ [a]
        rf"(?<!\w)link:{_ADDRESS}(?![\0{{])(?P<gap>[ \t]+)(?=\[[^\[\]\0\n]{{1,200}}\])",
        says(_SPACE, "", safe=True),
    ),
    Slip(
        "words",  # link:http://a/b c[a]
        rf"(?<!\w)link:(?P<cut>{_ADDRESS})(?![\0{{])(?P<words>[ \t][^\s\[\]\0]{{1,100}}\[[^\[\]\0\n]{{1,200}}\])",
        _words,
    ),
    Slip("bare", rf"(?<!\w)link:(?P<bare>{_ADDRESS})(?![\0{{])", _bare),  # link:http://a/
    Slip(
        "apart",  # http://a/ [a^]
        rf"{_ADDRESS}(?P<apart>[ \t]+)(?=\[[^\[\]\0\n]{{1,200}}(?:\^|,{_NAMED}[^\[\]\0\n]{{1,60}})\])",
        says(_SPACE, "", safe=True),
    ),
    Slip("open", rf"{_ADDRESS}\0(?P<open>\[)", _open),  # http://a/[a
)
_PATTERN = lazily(lambda: re.compile(either(_SLIPS)))
